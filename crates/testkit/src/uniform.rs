//! Is it random enough? χ² tests with a fixed threshold: a fair source fails one in some ten million times, and with
//! the fixed seeds of a test it either always passes or never.

use std::collections::BTreeMap;
use std::fmt::Debug;

use bobbin_game::{Game, SearchChance};

/// How far a distribution is from the expected one.
#[derive(Clone, PartialEq, Debug)]
pub struct Skew {
    /// What was seen against what was expected.
    pub message: String,
}

/// Draws `draws` times and checks that every one of `expected` comes equally often, and nothing else does.
///
/// # Panics
/// If the distribution is skewed.
pub fn assert_uniform<T: Ord + Debug>(expected: &[T], draws: usize, draw: impl FnMut() -> T) {
    let weighted: Vec<(&T, u64)> = expected.iter().map(|value| (value, 1)).collect();
    if let Err(skew) = check_weighted(&weighted, draws, draw) {
        panic!("not uniform: {}", skew.message);
    }
}

/// Checks that [`Game::sample`] gives each of `deals` (all full states that are consistent with the view, each once)
/// equally often.
///
/// # Panics
/// If it does not.
pub fn assert_sample_uniform<G: Game>(view: &G::View, deals: &[G], draws: usize) {
    let positions: Vec<String> = deals.iter().map(Game::to_position).collect();
    let mut chance = SearchChance::new(20);
    assert_uniform(&positions, draws, || G::sample(view, &mut chance).to_position());
}

/// Draws `draws` times and compares with expected weights.
pub fn check_weighted<T: Ord + Debug>(
    expected: &[(&T, u64)],
    draws: usize,
    mut draw: impl FnMut() -> T,
) -> Result<(), Skew> {
    let mut seen: BTreeMap<&T, u64> = expected.iter().map(|&(value, _)| (value, 0)).collect();
    for _ in 0..draws {
        let value = draw();
        match seen.get_mut(&value) {
            Some(count) => *count += 1,
            None => {
                return Err(Skew {
                    message: format!("{value:?} should never come"),
                });
            }
        }
    }
    let total: u64 = expected.iter().map(|(_, weight)| weight).sum();
    let mut chi_squared = 0.0;
    for (value, weight) in expected {
        let fair = draws as f64 * *weight as f64 / total as f64;
        assert!(
            fair >= 5.0,
            "a χ² test needs at least five expected draws of each: draw more often"
        );
        let off = seen[value] as f64 - fair;
        chi_squared += off * off / fair;
    }
    let freedom = expected.len().saturating_sub(1) as f64;
    if chi_squared > critical(freedom) {
        let worst = seen.iter().map(|(value, count)| format!("{value:?}: {count}"));
        let message = format!(
            "χ² {chi_squared:.1} with {freedom} degrees of freedom (limit {:.1}) after {draws} draws: {}",
            critical(freedom),
            worst.take(40).collect::<Vec<_>>().join(", "),
        );
        return Err(Skew { message });
    }
    Ok(())
}

/// The χ² that a fair source exceeds once in about ten million tests (Wilson and Hilferty's approximation at z = 5.2).
fn critical(freedom: f64) -> f64 {
    if freedom == 0.0 {
        return 0.0;
    }
    let spread = 2.0 / (9.0 * freedom);
    freedom * (1.0 - spread + 5.2 * spread.sqrt()).powi(3)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fair_die_passes_and_a_loaded_one_does_not() {
        let sides = [0, 1, 2, 3, 4, 5];
        let mut random = SearchChance::new(1);
        assert_uniform(&sides, 60_000, || random.below(6));
        let weighted: Vec<(&u32, u64)> = sides.iter().map(|side| (side, 1)).collect();
        let loaded = check_weighted(&weighted, 60_000, || random.below(61) * 6 / 61);
        assert!(loaded.is_err(), "eleven in 61 instead of ten in 60");
        let missing = check_weighted(&weighted[..5], 600, || random.below(6));
        assert_eq!(missing.unwrap_err().message, "5 should never come");
    }

    #[test]
    fn weights_are_honoured() {
        let mut random = SearchChance::new(2);
        let expected = [(&false, 3), (&true, 1)];
        assert!(check_weighted(&expected, 40_000, || random.below(4) == 0).is_ok());
        assert!(check_weighted(&expected, 40_000, || random.below(2) == 0).is_err());
    }
}
