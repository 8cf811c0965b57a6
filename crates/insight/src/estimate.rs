//! Figures that were estimated, and how far off they may be.

use std::ops::{Add, AddAssign, Mul, Sub};

use bobbin_bots::Forecast;
use bobbin_game::Seat;

use crate::amount::Amount;

/// Every estimate is made so many times over, each time from its own part of the looks: how far the parts differ tells
/// how far off their mean may be, for sums and differences of estimates as for one.
pub(crate) const PARTS: usize = 8;

/// The mean of so many parts is off by less than this many times their standard error, in 95 of 100 cases (Student's
/// t).
const MARGIN: f64 = 2.365;

/// What a seat can expect of a game: points, and its share of the victory.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Expected {
    pub points: Amount,
    pub chance: Amount,
}

impl Sub for Expected {
    type Output = Expected;
    fn sub(self, other: Expected) -> Expected {
        Expected {
            points: self.points - other.points,
            chance: self.chance - other.chance,
        }
    }
}

/// The same, estimated: points, and its share of the victory.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(crate) struct Estimate {
    points: [f64; PARTS],
    chance: [f64; PARTS],
}

impl Estimate {
    /// Nothing is left to be estimated.
    pub(crate) fn certain(forecast: &Forecast, seat: Seat) -> Estimate {
        Estimate {
            points: [f64::from(forecast.points[seat.index()]); PARTS],
            chance: [f64::from(forecast.worth[seat.index()]); PARTS],
        }
    }

    /// The means, as amounts that add up.
    pub(crate) fn rounded(&self) -> Expected {
        Expected {
            points: Amount::near(mean(&self.points)),
            chance: Amount::near(mean(&self.chance)),
        }
    }

    /// How far off they may be.
    pub(crate) fn error(&self) -> Expected {
        Expected {
            points: error(&self.points),
            chance: error(&self.chance),
        }
    }

    /// The same with a share of the victory that there can be: sums of estimates may come to less than none or more
    /// than all.
    pub(crate) fn possible(mut self) -> Estimate {
        for chance in &mut self.chance {
            *chance = chance.clamp(0.0, 1.0);
        }
        self
    }

    fn zip(self, other: Estimate, combine: impl Fn(f64, f64) -> f64) -> Estimate {
        Estimate {
            points: std::array::from_fn(|part| combine(self.points[part], other.points[part])),
            chance: std::array::from_fn(|part| combine(self.chance[part], other.chance[part])),
        }
    }
}

/// Seat by seat.
pub(crate) fn differences(estimates: &[Estimate], others: &[Estimate]) -> Vec<Estimate> {
    let both = estimates.iter().zip(others);
    both.map(|(&estimate, &other)| estimate - other).collect()
}

fn mean(parts: &[f64; PARTS]) -> f64 {
    parts.iter().sum::<f64>() / PARTS as f64
}

fn error(parts: &[f64; PARTS]) -> Amount {
    let mean = mean(parts);
    let squares: f64 = parts.iter().map(|part| (part - mean).powi(2)).sum();
    Amount::near(MARGIN * (squares / (PARTS * (PARTS - 1)) as f64).sqrt())
}

impl Add for Estimate {
    type Output = Estimate;
    fn add(self, other: Estimate) -> Estimate {
        self.zip(other, |a, b| a + b)
    }
}

impl AddAssign for Estimate {
    fn add_assign(&mut self, other: Estimate) {
        *self = *self + other;
    }
}

impl Sub for Estimate {
    type Output = Estimate;
    fn sub(self, other: Estimate) -> Estimate {
        self.zip(other, |a, b| a - b)
    }
}

impl Mul<f64> for Estimate {
    type Output = Estimate;
    fn mul(self, factor: f64) -> Estimate {
        self.zip(self, |part, _| part * factor)
    }
}

/// Looks that become an estimate: each goes to the next part.
#[derive(Default)]
pub(crate) struct Looks {
    sums: Estimate,
    count: usize,
}

impl Looks {
    pub(crate) fn note(&mut self, forecast: &Forecast, seat: Seat) {
        let part = self.count % PARTS;
        self.sums.points[part] += f64::from(forecast.points[seat.index()]);
        self.sums.chance[part] += f64::from(forecast.worth[seat.index()]);
        self.count += 1;
    }

    /// The means. All parts have equally many looks.
    pub(crate) fn estimate(self) -> Estimate {
        debug_assert!(self.count.is_multiple_of(PARTS), "{} looks", self.count);
        self.sums * (PARTS as f64 / self.count.max(1) as f64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SEAT: Seat = Seat::new(0);

    fn of_points(points: [f32; PARTS]) -> Estimate {
        let mut looks = Looks::default();
        for points in points {
            let mut forecast = Forecast::default();
            forecast.points[0] = points;
            looks.note(&forecast, SEAT);
        }
        looks.estimate()
    }

    #[test]
    fn the_error_is_that_of_the_mean() {
        let spread = of_points([1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0]);
        assert_eq!(spread.rounded().points, Amount(4_500));
        // The standard deviation is 2.449, that of the mean 0.866.
        assert_eq!(spread.error().points, Amount(2_048));
        assert_eq!(of_points([3.0; PARTS]).error().points, Amount::ZERO);
    }

    #[test]
    fn what_two_estimates_share_is_no_error_of_their_difference() {
        let one = of_points([1.0, 9.0, 2.0, 8.0, 3.0, 7.0, 4.0, 6.0]);
        let other = one + of_points([2.0; PARTS]);
        assert_eq!((other - one).rounded().points, Amount(2_000));
        assert_eq!((other - one).error().points, Amount::ZERO);
    }
}
