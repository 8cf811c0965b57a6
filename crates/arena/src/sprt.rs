//! A test that stops as soon as the games have decided.

use serde::Serialize;

/// Wald's sequential probability ratio test on the win share of the first bot, deal by deal: the games of a deal are
/// played with the seats rotated, so its share is one observation, and the likelihood is that of a normal mean with
/// the variance seen so far (the generalised test that chess engines are tested with).
#[derive(Clone, Copy, Debug)]
pub struct Sprt {
    /// No better than this.
    pub null: f64,
    /// At least as good as this.
    pub alternative: f64,
    count: f64,
    mean: f64,
    squares: f64,
}

/// The chance of a wrong decision, either way.
const ERROR: f64 = 0.05;
/// Before so many deals the variance is anyone's guess.
const FEWEST: f64 = 8.0;

/// What the test says so far.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize)]
pub struct Verdict {
    /// The logarithm of the likelihood ratio.
    pub ratio: f64,
    /// It decides at plus or minus this.
    pub bound: f64,
    /// True: at least as good as the alternative. False: no better than the null.
    pub decision: Option<bool>,
}

impl Sprt {
    /// A test between these two shares.
    pub fn new(null: f64, alternative: f64) -> Self {
        Sprt {
            null,
            alternative,
            count: 0.0,
            mean: 0.0,
            squares: 0.0,
        }
    }

    /// Takes in the share that the first bot won of a deal.
    pub fn note(&mut self, share: f64) -> Verdict {
        self.count += 1.0;
        let before = share - self.mean;
        self.mean += before / self.count;
        self.squares += before * (share - self.mean);
        // One imagined deal at each extreme keeps a run of equal results from looking certain.
        let variance = (self.squares + 0.5) / (self.count + 2.0);
        let middle = f64::midpoint(self.null, self.alternative);
        let ratio = self.count * (self.alternative - self.null) * (self.mean - middle) / variance;
        let bound = ((1.0 - ERROR) / ERROR).ln();
        let decision = (self.count >= FEWEST && ratio.abs() >= bound).then_some(ratio > 0.0);
        Verdict {
            ratio,
            bound,
            decision,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bobbin_game::SearchChance;

    fn decide(share: f64, seed: u64) -> (bool, u32) {
        let mut random = SearchChance::new(seed);
        let mut test = Sprt::new(0.5, 0.55);
        for deals in 1.. {
            let wins = (0..2)
                .filter(|_| f64::from(random.below(10_000)) < share * 10_000.0)
                .count();
            if let Some(decision) = test.note(wins as f64 / 2.0).decision {
                return (decision, deals);
            }
        }
        unreachable!()
    }

    #[test]
    fn it_is_seldom_wrong() {
        let yes = |share| (0..200).filter(|&seed| decide(share, seed).0).count();
        assert!(yes(0.5) <= 20, "{} of 200 equal pairs were told apart", yes(0.5));
        assert!(yes(0.55) >= 180, "{} of 200 better ones were found", yes(0.55));
    }

    #[test]
    fn what_is_clear_is_decided_soon() {
        assert!(decide(0.9, 1).1 < 30);
    }
}
