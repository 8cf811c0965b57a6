//! A view read back from JSON.

use bobbin_game::{Seat, Setup as _, Viewer};
use serde::Deserialize;

use super::{CardView, FinishView, PhaseView, SeatView, View};
use crate::content::Code;
use crate::going_on::Left;
use crate::player::Counts;
use crate::setup::Setup;
use crate::state::{Circuitous, Phase};
use crate::table::{Piece, Table};

impl<'de> Deserialize<'de> for View {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let written = Written::deserialize(deserializer)?;
        written
            .read()
            .ok_or_else(|| serde::de::Error::custom("no view shows this"))
    }
}

/// What is read of a view; the rest follows from it.
#[derive(Deserialize)]
struct Written {
    viewer: Viewer,
    setup: Setup,
    first: Seat,
    turn: Seat,
    phase: PhaseView,
    finishes: Vec<FinishView>,
    cards: Vec<CardView>,
    seats: Vec<SeatView>,
}

impl Written {
    fn read(self) -> Option<View> {
        let decks = self.setup.content().get();
        let kind = |card: Code| decks.find(card).map(|kind| kind as u8);
        let mut masked = Circuitous::new(&self.setup, self.first);
        masked.turn = self.turn;
        let finishes = self.finishes.iter().map(|finish| finish.spot);
        masked.table = Table::new(decks, self.setup.start_spot(), finishes);
        for card in &self.cards {
            let (kind, owner) = (kind(card.card)?, card.owner.index());
            let player = masked.players.get_mut(owner)?;
            take(&mut player.deck, usize::from(kind), 1)?;
            let piece = Piece {
                at: card.spot.at,
                turn: card.spot.turn,
                shape: decks.kinds[usize::from(kind)].shape,
                kind,
                owner: owner as u8,
                number: card.number,
            };
            masked.table.add(decks, piece);
        }
        for (player, seen) in masked.players.iter_mut().zip(&self.seats) {
            for (pile, cards) in [
                (&mut player.discard, &seen.discard),
                (&mut player.hand, seen.hand.as_ref().unwrap_or(&Vec::new())),
            ] {
                for held in cards {
                    let kind = usize::from(kind(held.card)?);
                    take(&mut player.deck, kind, held.count)?;
                    pile[kind] += held.count;
                }
            }
            (player.hand_size, player.deck_size) = (seen.hand_size, seen.deck_size);
            (player.turns, player.proof) = (seen.turns, seen.proof);
        }
        masked.in_play = Left::of(decks, &masked.players);
        masked.phase = match self.phase {
            PhaseView::Choosing { drew_two } => Phase::Choosing { drew_two },
            PhaseView::Laying { card, drew_two } => Phase::Laying {
                kind: kind(card)?,
                drew_two,
            },
            PhaseView::Using { card, .. } => Phase::Using { kind: kind(card)? },
            PhaseView::Replacing { card, with } => Phase::Replacing {
                kind: kind(card)?,
                with: kind(with)?,
            },
            PhaseView::Done => Phase::Done,
            PhaseView::Over => Phase::Over(masked.table.reached(decks)),
        };
        Some(View::masked(masked, self.viewer))
    }
}

/// Takes cards out of a deck, if it has so many.
fn take(deck: &mut Counts, kind: usize, count: u8) -> Option<()> {
    deck[kind] = deck[kind].checked_sub(count)?;
    Some(())
}
