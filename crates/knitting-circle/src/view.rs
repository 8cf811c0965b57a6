//! What a viewer may know: the table, with the cards that it has not seen face down.
//!
//! Hidden are only the cards of open offers and those under the decks, from everyone who has not seen them.

use arrayvec::ArrayVec;
use bobbin_game::{Chance, Seat, Stream, Viewer};
use serde::{Serialize, Serializer};

use crate::deck::{Drawn, SeenCard};
use crate::garment::{Card, GarmentType, MAX_CARDS_PER_TYPE};
use crate::state::KnittingCircle;
use crate::table::TableView;

/// Luck of samples; no match asks it.
const SAMPLE: Stream = Stream(64);

/// The table as one viewer knows it.
///
/// In JSON it is the table in full words (see [`TableView`]).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct View {
    pub(crate) viewer: Viewer,
    pub(crate) table: KnittingCircle,
}

impl View {
    pub(crate) fn of(table: &KnittingCircle, viewer: Viewer) -> View {
        let mut table = table.clone();
        for garment in GarmentType::ALL {
            let mut hidden = 0;
            table.replace_drawn(garment, |seen, drawer| {
                let known = seen.known_to(viewer, drawer);
                if known.card.is_face_down() {
                    hidden |= 1 << seen.card.number();
                }
                known
            });
            table.decks[garment.index()].hide(hidden);
        }
        View { viewer, table }
    }

    /// Who looks.
    pub fn viewer(&self) -> Viewer {
        self.viewer
    }

    /// The table in full words.
    pub fn told(&self) -> TableView {
        TableView::of(self)
    }

    /// The table with the cards that lie face down dealt anew: every way to place the cards that the viewer has not
    /// seen is equally likely.
    pub(crate) fn sample(&self, chance: &mut impl Chance) -> KnittingCircle {
        let mut table = self.table.clone();
        for garment in GarmentType::ALL {
            let mut cards: ArrayVec<Card, MAX_CARDS_PER_TYPE> =
                table.decks[garment.index()].unseen(garment).collect();
            chance.shuffle(SAMPLE, &mut cards);
            table.replace_drawn(garment, |seen, _| SeenCard {
                card: if seen.card.is_face_down() {
                    cards.pop().expect("a card that lies face down is unseen")
                } else {
                    seen.card
                },
                ..seen
            });
            table.decks[garment.index()].set_unseen(&cards);
        }
        table
    }
}

impl KnittingCircle {
    /// Puts another card in the place of each one of a type that was drawn and is not public: under the deck and in
    /// offers. `replace` is told who drew it.
    fn replace_drawn(&mut self, garment: GarmentType, mut replace: impl FnMut(SeenCard, Seat) -> SeenCard) {
        self.decks[garment.index()].replace_bottom(garment, &mut replace);
        for seat in self.seats() {
            let mut drawn: Drawn = self.player(seat).offer().collect();
            if drawn.first().is_some_and(|seen| seen.card.garment() == garment) {
                drawn.iter_mut().for_each(|seen| *seen = replace(*seen, seat));
                drawn.sort_by_key(|seen| seen.card);
                self.player_mut(seat).set_offer(&drawn);
            }
        }
    }
}

#[cfg(feature = "schema")]
bobbin_game::described!(View as TableView);

impl Serialize for View {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.told().serialize(serializer)
    }
}
