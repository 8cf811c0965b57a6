//! A view read back from JSON.

use bobbin_game::Setup as _;

use super::{PhaseView, TableView, View};
use crate::content::Code;
use crate::going_on::Left;
use crate::player::Counts;
use crate::state::{Circuitous, Phase};
use crate::table::{Piece, Table};

impl TryFrom<TableView> for View {
    type Error = &'static str;

    fn try_from(written: TableView) -> Result<View, &'static str> {
        let masked = read(&written).ok_or("no view shows these cards")?;
        Ok(View::masked(masked, written.viewer))
    }
}

/// The masked state, if its decks have the cards that are shown.
fn read(written: &TableView) -> Option<Circuitous> {
    let decks = written.setup.content().get();
    let kind = |card: Code| decks.find(card).map(|kind| kind as u8);
    let mut masked = Circuitous::new(&written.setup, written.first);
    masked.turn = written.turn;
    let finishes = written.finishes.iter().map(|finish| finish.spot);
    masked.table = Table::new(decks, written.start, finishes);
    for card in &written.cards {
        let (kind, owner) = (kind(card.card)?, card.owner.index());
        take(&mut masked.players.get_mut(owner)?.deck, usize::from(kind), 1)?;
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
    for (player, seen) in masked.players.iter_mut().zip(&written.seats) {
        let discard = seen.discard.iter().map(|held| (held, false));
        let hand = seen.hand.iter().flatten().map(|held| (held, true));
        for (held, is_in_hand) in discard.chain(hand) {
            let kind = usize::from(kind(held.card)?);
            take(&mut player.deck, kind, held.count)?;
            let pile = if is_in_hand {
                &mut player.hand
            } else {
                &mut player.discard
            };
            pile[kind] += held.count;
        }
        (player.hand_size, player.deck_size) = (seen.hand_size, seen.deck_size);
        (player.turns, player.proof) = (seen.turns, seen.proof);
    }
    masked.in_play = Left::of(decks, &masked.players);
    masked.phase = match written.phase {
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
    Some(masked)
}

/// Takes cards out of a deck, if it has so many.
fn take(deck: &mut Counts, kind: usize, count: u8) -> Option<()> {
    deck[kind] = deck[kind].checked_sub(count)?;
    Some(())
}
