//! A view is the state with what is hidden from its viewer masked; a sample is a view with that filled in again.

use std::fmt;
use std::ops::Deref;
use std::sync::OnceLock;

use bobbin_game::{Chance, Seat, Setup as _, Stream, Viewer};
use serde::Serialize;

use super::TableView;
use crate::content::DECK;
use crate::player::{Counts, Player, size};
use crate::setup::Setup;
use crate::state::{Circuitous, Phase};

/// Which stream is asked does not matter here: what is drawn is a guess, not the luck of a match.
const GUESS: Stream = Stream(16);

/// All that one viewer may know: the state, where cards in hands that the viewer does not see are among those of the
/// deck, and a choice of another seat that is not complete has not begun.
///
/// It reads as the table in full words, and so it is written in JSON: see [`TableView`].
#[derive(Clone)]
pub struct View {
    pub(crate) viewer: Viewer,
    pub(crate) masked: Circuitous,
    /// Worked out when it is first read: a search never does.
    table: OnceLock<Box<TableView>>,
}

impl View {
    pub(crate) fn of(state: &Circuitous, viewer: Viewer) -> View {
        let mut masked = state.clone();
        for seat in Seat::all(masked.setup.players()) {
            if !viewer.sees_hand_of(seat) {
                masked.players[seat.index()].hide_hand();
            }
        }
        if !viewer.sees_hand_of(masked.turn) {
            masked.phase = masked.phase.seen_by_others();
        }
        View {
            viewer,
            masked,
            table: OnceLock::new(),
        }
    }

    /// A full state that looks like this: every order of the decks that is consistent with it is equally likely.
    pub(crate) fn sample(&self, chance: &mut impl Chance) -> Circuitous {
        let mut state = self.masked.clone();
        for seat in Seat::all(state.setup.players()) {
            if !self.viewer.sees_hand_of(seat) {
                let player = &mut state.players[seat.index()];
                player.hold(&guess_hand(player, &self.masked.setup, chance));
            }
        }
        state
    }
}

impl Phase {
    /// A choice that is not complete is seen by its seat only.
    fn seen_by_others(self) -> Phase {
        match self {
            Phase::Laying { drew_two, .. } => Phase::Choosing { drew_two },
            Phase::Using { .. } | Phase::Replacing { .. } => Phase::Choosing { drew_two: false },
            Phase::Choosing { .. } | Phase::Done | Phase::Over(_) => self,
        }
    }
}

impl Deref for View {
    type Target = TableView;

    fn deref(&self) -> &TableView {
        self.table
            .get_or_init(|| Box::new(TableView::of(&self.masked, self.viewer)))
    }
}

impl PartialEq for View {
    fn eq(&self, other: &View) -> bool {
        self.viewer == other.viewer && self.masked == other.masked
    }
}

impl Eq for View {}

impl fmt::Debug for View {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}

#[cfg(feature = "schema")]
bobbin_game::described!(View as TableView);

impl Serialize for View {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (**self).serialize(serializer)
    }
}

/// 3.4: a hand out of the cards that are left, weighed by what is proved: first how many old cards are still held, then
/// those out of the kinds that cannot be first, then the others out of all that remains.
fn guess_hand(player: &Player, setup: &Setup, chance: &mut impl Chance) -> Counts {
    let mut left = player.deck;
    let mut plain = left;
    for (kind, count) in plain.iter_mut().enumerate() {
        if setup.can_be_first(kind) {
            *count = 0;
        }
    }
    let (all, no_firsts, hand) = (
        u128::from(size(&left)),
        u128::from(size(&plain)),
        u128::from(player.hand_size),
    );
    let weigh = |old: usize, ways: u64| {
        let old = old as u128;
        if ways == 0 || old > hand {
            return 0;
        }
        u128::from(ways) * arrangements(no_firsts, old) * arrangements(all - old.min(all), hand - old)
    };
    let weights: Vec<u128> = player
        .proof
        .ways()
        .iter()
        .enumerate()
        .map(|(old, &ways)| weigh(old, ways))
        .collect();
    let mut lot = if player.proof.is_nothing() {
        0
    } else {
        draw_wide(weights.iter().sum(), chance)
    };
    let mut old = 0;
    while lot >= weights[old] {
        lot -= weights[old];
        old += 1;
    }
    let mut guessed: Counts = [0; DECK];
    for place in 0..usize::from(player.hand_size) {
        let kind = chance.draw_counted(GUESS, if place < old { &plain } else { &left });
        guessed[kind] += 1;
        left[kind] -= 1;
        plain[kind] = plain[kind].saturating_sub(1);
    }
    guessed
}

/// In how many ways `taken` of `all` cards can be put into as many places.
fn arrangements(all: u128, taken: u128) -> u128 {
    (0..taken).map(|place| all.saturating_sub(place)).product()
}

/// A number below `total`, all equally likely, however large it is.
fn draw_wide(total: u128, chance: &mut impl Chance) -> u128 {
    const LIMB: u32 = 1 << 31;
    let mut bound = u128::from(LIMB);
    let mut limbs = 1;
    while bound < total {
        bound *= u128::from(LIMB);
        limbs += 1;
    }
    let fair = bound / total * total;
    loop {
        let mut drawn = 0;
        for _ in 0..limbs {
            drawn = drawn * u128::from(LIMB) + u128::from(chance.draw(GUESS, LIMB));
        }
        if drawn < fair {
            return drawn % total;
        }
    }
}
