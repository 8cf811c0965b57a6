//! Figures with their uncertainty. All intervals are 95 %.

use serde::Serialize;

/// Two-sided 95 % of the normal distribution.
pub(crate) const Z: f64 = 1.959_964;

/// A share with its interval.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize)]
pub struct Interval {
    /// The share itself.
    pub share: f64,
    /// It is hardly below this.
    pub low: f64,
    /// It is hardly above this.
    pub high: f64,
}

/// Wilson's interval of a share: right for few games and for shares near 0 and 1. Parts of a win are allowed.
pub fn wilson(won: f64, of: f64) -> Interval {
    if of <= 0.0 {
        return Interval {
            share: 0.0,
            low: 0.0,
            high: 1.0,
        };
    }
    let share = won / of;
    let scale = 1.0 + Z * Z / of;
    let middle = (share + Z * Z / (2.0 * of)) / scale;
    let half = Z
        * (share * (1.0 - share) / of + Z * Z / (4.0 * of * of))
            .max(0.0)
            .sqrt()
        / scale;
    Interval {
        share,
        low: (middle - half).max(0.0),
        high: (middle + half).min(1.0),
    }
}

/// A mean with its interval.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize)]
pub struct Mean {
    /// The mean.
    pub mean: f64,
    /// Half of the interval: the mean plus or minus this.
    pub within: f64,
    /// The standard deviation of the values.
    pub deviation: f64,
    /// The least and the greatest.
    pub range: (f64, f64),
    /// How many there were.
    pub count: u64,
}

/// The mean of some values.
pub fn mean(values: impl IntoIterator<Item = f64>) -> Mean {
    let values: Vec<f64> = values.into_iter().collect();
    if values.is_empty() {
        return Mean::default();
    }
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count;
    let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    let deviation = (squares / (count - 1.0).max(1.0)).sqrt();
    Mean {
        mean,
        within: Z * deviation / count.sqrt(),
        deviation,
        range: values.iter().fold((f64::MAX, f64::MIN), |(low, high), &value| {
            (low.min(value), high.max(value))
        }),
        count: values.len() as u64,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wilson_is_the_textbooks() {
        let interval = wilson(8.0, 10.0);
        assert!((interval.low - 0.4902).abs() < 1e-3 && (interval.high - 0.9433).abs() < 1e-3);
        assert!(wilson(10.0, 10.0).high > 0.9999 && wilson(10.0, 10.0).low < 0.75);
        assert!((wilson(0.0, 0.0).high - 1.0).abs() < f64::EPSILON);
    }

    #[test]
    fn a_mean_has_its_spread() {
        let found = mean([2.0, 4.0, 4.0, 6.0]);
        assert!((found.mean - 4.0).abs() < 1e-9 && (found.deviation - 1.633).abs() < 1e-3);
        assert_eq!(found.range, (2.0, 6.0));
    }
}
