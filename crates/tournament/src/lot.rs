//! What decides where nothing else does: numbers that follow from the seed and from what they are about.

use crate::record::Entrant;

/// The luck of one occasion.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lots(u64);

impl Lots {
    /// The luck of a round, or of the standings (round 0 of nobody's).
    pub(crate) fn new(seed: u64, occasion: u64) -> Self {
        Lots(mixed(seed ^ mixed(occasion)))
    }

    /// Somebody's lot.
    pub(crate) fn of(self, entrant: Entrant) -> u64 {
        mixed(self.0 ^ u64::from(entrant.0))
    }

    /// The lot of two together, whichever is named first.
    pub(crate) fn of_both(self, one: Entrant, other: Entrant) -> u64 {
        let (low, high) = (one.min(other), one.max(other));
        mixed(self.0 ^ (u64::from(low.0) << 16 | u64::from(high.0)) ^ 1 << 40)
    }

    /// The lot of somebody at a seat.
    pub(crate) fn of_seat(self, entrant: Entrant, seat: usize) -> u64 {
        mixed(self.of(entrant) ^ (seat as u64 + 1) << 32)
    }

    /// A number of a row of numbers.
    pub(crate) fn number(self, index: u64) -> u64 {
        mixed(self.0.wrapping_add(mixed(index ^ 1 << 50)))
    }
}

/// Each bit of the number has its part in each bit of the result (the finisher of `SplitMix64`).
fn mixed(number: u64) -> u64 {
    let number = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let number = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ (number >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ (number >> 31)
}
