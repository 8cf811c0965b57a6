//! Secrets: how they are made and how they are kept.

use sha2::{Digest, Sha256};

/// Random bytes from the system.
///
/// # Panics
/// If the system gives none: nothing secret can be done then.
pub(crate) fn random<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    #[cfg(test)]
    if simulated(&mut bytes) {
        return bytes;
    }
    getrandom::fill(&mut bytes).expect("the system gives random bytes");
    bytes
}

/// A random number.
pub(crate) fn random_u64() -> u64 {
    u64::from_le_bytes(random())
}

/// Letters and digits that cannot be mistaken for each other.
const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";

/// A name that nobody guesses: 5 bits a letter.
pub(crate) fn unguessable<const N: usize>() -> String {
    random::<N>()
        .iter()
        .map(|byte| char::from(LETTERS[usize::from(byte % 32)]))
        .collect()
}

/// How the log calls a table, whose id is as good as a key to it: the same each time, and no way back.
pub(crate) fn log_id(table: &str) -> String {
    let mut digest = hashed(&format!("log {table}"));
    digest.truncate(8);
    digest
}

/// What is kept of a secret that its owner shows again.
pub(crate) fn hashed(secret: &str) -> String {
    Sha256::digest(secret.as_bytes())
        .iter()
        .fold(String::with_capacity(64), |mut text, byte| {
            use std::fmt::Write as _;
            let _ = write!(text, "{byte:02x}");
            text
        })
}

#[cfg(test)]
thread_local! {
    static SIMULATED: std::cell::RefCell<Option<bobbin_game::SearchChance>> = const { std::cell::RefCell::new(None) };
}

/// From now on secrets of this thread follow from a seed, so that a simulation can be repeated.
#[cfg(test)]
pub(crate) fn simulate(seed: u64) {
    SIMULATED.set(Some(bobbin_game::SearchChance::new(seed)));
}

#[cfg(test)]
fn simulated(bytes: &mut [u8]) -> bool {
    SIMULATED.with_borrow_mut(|luck| {
        luck.as_mut().is_some_and(|luck| {
            bytes.fill_with(|| luck.below(256) as u8);
            true
        })
    })
}
