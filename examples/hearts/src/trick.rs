//! A trick.

use bobbin_game::Seat;
use serde::Serialize;

use crate::PLAYERS;
use crate::cards::{Card, Suit};

/// The trick on the table: at most three cards, for with the fourth it is taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Trick {
    /// Who led or is to lead.
    pub leader: Seat,
    /// Whose turn it is.
    pub turn: Seat,
    /// The card of each seat, if it has played.
    pub cards: [Option<Card>; PLAYERS],
}

impl Trick {
    pub(crate) fn led_by(leader: Seat) -> Self {
        Trick {
            leader,
            turn: leader,
            cards: [None; PLAYERS],
        }
    }

    /// The seat whose turn it is plays this card.
    pub(crate) fn add(&mut self, card: Card) {
        self.cards[self.turn] = Some(card);
        self.turn = self.turn.next(PLAYERS);
    }

    /// The suit that was led.
    #[inline]
    pub fn suit(&self) -> Option<Suit> {
        self.cards[self.leader].map(Card::suit)
    }

    /// The cards on the table in the order they were played.
    pub fn in_order(&self) -> impl Iterator<Item = Card> {
        let seats = self.leader.onwards(PLAYERS);
        seats.map_while(|seat| self.cards[seat])
    }

    /// 3.4: who has the highest card of the suit that was led.
    pub(crate) fn winner(&self) -> Seat {
        let follows = |card: &Card| Some(card.suit()) == self.suit();
        let best = Seat::all(PLAYERS).max_by_key(|&seat| self.cards[seat].filter(follows));
        best.unwrap_or(self.leader)
    }
}
