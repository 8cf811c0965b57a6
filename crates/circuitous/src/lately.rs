//! What was worked out lately is not worked out again: the tables that a search looks at differ by a card or two, so most of their
//! exits are the same.

use std::cell::RefCell;

use arrayvec::ArrayVec;

use crate::course::{Ahead, Seen, Worked};
use crate::geometry::Port;

/// What it takes from an exit depends on this, as long as no finish is reached by the next card.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Asked {
    /// From which deck; all that are worked out stay where they are as long as the program runs.
    worked: usize,
    /// Where each finish lies.
    finishes: u128,
    port: Port,
    fits: u128,
}

impl Asked {
    pub(crate) fn new(worked: &'static Worked, finishes: &ArrayVec<Seen, 3>, port: Port, fits: u128) -> Self {
        let all = finishes
            .iter()
            .fold(0, |all, finish| all << 40 | u128::from(finish.packed()));
        Asked {
            worked: std::ptr::from_ref(worked).addr(),
            finishes: all,
            port,
            fits,
        }
    }

    /// Where it is looked for.
    fn place(&self) -> usize {
        const ODD: u64 = 0x9e37_79b9_7f4a_7c15;
        let Port { at, out } = self.port;
        let port = u64::from(at.x as u16) | u64::from(at.y as u16) << 16 | (out as u64) << 32;
        let fits = self.fits as u64 ^ ((self.fits >> 64) as u64).rotate_left(31);
        let finishes = self.finishes as u64 ^ (self.finishes >> 64) as u64;
        let mixed = port.wrapping_mul(ODD) ^ fits;
        let mixed = (mixed.wrapping_mul(ODD) ^ finishes).wrapping_mul(ODD);
        (mixed >> (64 - PLACES.trailing_zeros())) as usize
    }
}

/// How many answers a thread remembers.
const PLACES: usize = 4096;

thread_local! {
    static LATELY: RefCell<Vec<Option<(Asked, Ahead)>>> = const { RefCell::new(Vec::new()) };
}

/// The answer from memory, or worked out. It is remembered if `work_out` says that nothing else had a say in it.
pub(crate) fn recall(asked: Asked, work_out: impl FnOnce() -> (Ahead, bool)) -> Ahead {
    let place = asked.place();
    let known = LATELY.with_borrow(|lately| *lately.get(place)?);
    if let Some((known, ahead)) = known
        && known == asked
    {
        return ahead;
    }
    let (ahead, is_certain) = work_out();
    if is_certain {
        LATELY.with_borrow_mut(|lately| {
            lately.resize(PLACES, None);
            lately[place] = Some((asked, ahead));
        });
    }
    ahead
}
