//! The cache of a search: the tables that it looks at differ by a card or two, so most of their exits are the same.

use std::cell::{Cell, OnceCell};

use arrayvec::ArrayVec;
use bobbin_circuitous::Decks;
use bobbin_circuitous::geometry::Port;
use bobbin_game::Shelf;

use super::distances::{Ahead, BlackEdge, Distances};

/// How many answers are kept.
const SLOTS: usize = 4096;

/// What it takes from an exit depends on this, as long as no finish is reached by the next card.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Key {
    /// Where each finish lies.
    finishes: u128,
    /// The ways to join a card that fit.
    fits: u128,
    /// The exit and the decks. It is never 0: so the default is the key of nothing.
    port: u64,
}

impl Key {
    pub(super) fn new(
        distances: &Distances,
        finishes: &ArrayVec<BlackEdge, 3>,
        port: Port,
        fits: u128,
    ) -> Self {
        let all = finishes
            .iter()
            .fold(0, |all, finish| all << 40 | u128::from(finish.packed()));
        let Port { at, out } = port;
        let exit = u64::from(at.x as u16) | u64::from(at.y as u16) << 16 | (out as u64) << 32;
        Key {
            finishes: all,
            fits,
            port: exit | u64::from(distances.number) << 34,
        }
    }

    /// The slot of its answer.
    fn slot(&self) -> usize {
        const ODD: u64 = 0x9e37_79b9_7f4a_7c15;
        let fits = self.fits as u64 ^ ((self.fits >> 64) as u64).rotate_left(31);
        let finishes = self.finishes as u64 ^ (self.finishes >> 64) as u64;
        let mixed = self.port.wrapping_mul(ODD) ^ fits;
        let mixed = (mixed.wrapping_mul(ODD) ^ finishes).wrapping_mul(ODD);
        (mixed >> (64 - SLOTS.trailing_zeros())) as usize
    }
}

/// An answer, and to what.
type Slot = Cell<(Key, Ahead)>;

/// The distances of the decks that are played with, and what was asked of them. It changes no answer, only how soon it
/// comes.
#[derive(Debug, Default)]
pub(super) struct Cache {
    decks: Cell<Option<(Shelf<Decks>, &'static Distances)>>,
    slots: OnceCell<Box<[Slot]>>,
}

impl Cache {
    /// The distances of these decks.
    pub(super) fn distances(&self, decks: Shelf<Decks>) -> &'static Distances {
        if let Some((known, distances)) = self.decks.get()
            && known == decks
        {
            return distances;
        }
        let distances = Distances::of(decks);
        self.decks.set(Some((decks, distances)));
        distances
    }

    /// The answer that is kept, or a new one. That is kept if `work_out` says that nothing but the key had a say in it.
    pub(super) fn get_or_insert(&self, key: Key, work_out: impl FnOnce() -> (Ahead, bool)) -> Ahead {
        let empty = || vec![Slot::new((Key::default(), Ahead::NOWHERE)); SLOTS].into_boxed_slice();
        let slot = &self.slots.get_or_init(empty)[key.slot()];
        let (known, ahead) = slot.get();
        if known == key {
            return ahead;
        }
        let (ahead, is_certain) = work_out();
        if is_certain {
            slot.set((key, ahead));
        }
        ahead
    }
}
