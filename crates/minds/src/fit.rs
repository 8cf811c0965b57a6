//! Expected final points as a weighted sum of features, and how the weights are found.

use bobbin_game::{Game, Seat};

/// A mind whose forecast is a weighted sum.
pub trait Fitted<G: Game> {
    /// What the features are.
    const NAMES: &'static [&'static str];

    /// The weights in use.
    fn weights(&self) -> &[f32];

    /// What can be seen of a seat's chances, one number a weight.
    fn features(&self, state: &G, seat: Seat, features: &mut Vec<f32>);

    /// The final points a seat can expect.
    fn points(&self, state: &G, seat: Seat, buffer: &mut Vec<f32>) -> f32 {
        self.features(state, seat, buffer);
        buffer
            .iter()
            .zip(self.weights())
            .map(|(feature, weight)| feature * weight)
            .sum()
    }
}

/// Least squares with a little pull towards the weights in use, so that a feature that was hardly ever seen keeps its
/// weight. Observations are added one by one.
pub struct Regression {
    size: usize,
    /// The normal equations: products of features, and of features with the result.
    products: Vec<f64>,
    results: Vec<f64>,
    squares: f64,
    count: f64,
}

impl Regression {
    /// A regression on so many features.
    pub fn new(size: usize) -> Self {
        Regression {
            size,
            products: vec![0.0; size * size],
            results: vec![0.0; size],
            squares: 0.0,
            count: 0.0,
        }
    }

    /// Adds an observation.
    pub fn add(&mut self, features: &[f32], result: f32) {
        for (row, &a) in features.iter().enumerate() {
            for (column, &b) in features.iter().enumerate() {
                self.products[row * self.size + column] += f64::from(a) * f64::from(b);
            }
            self.results[row] += f64::from(a) * f64::from(result);
        }
        self.squares += f64::from(result) * f64::from(result);
        self.count += 1.0;
    }

    /// The best weights, pulled towards `before` as much as `pull` observations of size one would.
    pub fn solve(&self, before: &[f32], pull: f64) -> Vec<f32> {
        let size = self.size;
        let mut rows: Vec<Vec<f64>> = (0..size)
            .map(|row| {
                let mut line: Vec<f64> = self.products[row * size..(row + 1) * size].to_vec();
                line[row] += pull;
                line.push(self.results[row] + pull * f64::from(before[row]));
                line
            })
            .collect();
        for pivot in 0..size {
            let best = (pivot..size)
                .max_by(|&a, &b| rows[a][pivot].abs().total_cmp(&rows[b][pivot].abs()))
                .unwrap_or(pivot);
            rows.swap(pivot, best);
            let pivot_row = rows[pivot].clone();
            for (place, row) in rows.iter_mut().enumerate() {
                if place != pivot && pivot_row[pivot].abs() > 1e-12 {
                    let factor = row[pivot] / pivot_row[pivot];
                    for (value, from) in row.iter_mut().zip(&pivot_row) {
                        *value -= factor * from;
                    }
                }
            }
        }
        (0..size)
            .map(|row| (rows[row][size] / rows[row][row]) as f32)
            .collect()
    }

    /// The root of the mean squared error of some weights.
    pub fn error(&self, weights: &[f32]) -> f64 {
        let size = self.size;
        let mut sum = self.squares;
        for row in 0..size {
            sum -= 2.0 * f64::from(weights[row]) * self.results[row];
            for column in 0..size {
                sum +=
                    f64::from(weights[row]) * f64::from(weights[column]) * self.products[row * size + column];
            }
        }
        (sum.max(0.0) / self.count.max(1.0)).sqrt()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_that_made_the_results_are_found_again() {
        let mut regression = Regression::new(3);
        let mut random = bobbin_game::SearchChance::new(1);
        for _ in 0..500 {
            let features = [random.below(10) as f32, random.below(7) as f32, 1.0];
            regression.add(&features, 2.0 * features[0] - 0.5 * features[1] + 3.0);
        }
        let weights = regression.solve(&[0.0; 3], 1e-6);
        for (found, made) in weights.iter().zip([2.0, -0.5, 3.0]) {
            assert!((found - made).abs() < 1e-3, "{weights:?}");
        }
        assert!(regression.error(&weights) < 0.05);
    }
}
