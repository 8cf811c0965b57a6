//! What happened, for the log and for animation.

use bobbin_game::glance::did;
use bobbin_game::sentence::listed;
use bobbin_game::{Glance, Points, Seat, Sentence, say};
use serde::Serialize;

use crate::cards::{Card, Cards};
use crate::setup::Pass;

/// What happened.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Event {
    /// 2.2: told only to who chose.
    Chose {
        /// Who chose.
        seat: Seat,
        /// What is to be passed.
        card: Card,
    },
    /// 2.4: a player has chosen.
    Ready {
        /// Who has.
        seat: Seat,
    },
    /// 2.5: the cards have changed hands.
    Exchanged {
        /// Where they went.
        pass: Pass,
    },
    /// 2.5: told only to who got the cards.
    Got {
        /// Who got them.
        seat: Seat,
        /// From whom.
        from: Seat,
        /// What they are.
        cards: Cards,
    },
    /// 3.1: it is known who holds the two of clubs.
    Opens {
        /// Who does.
        seat: Seat,
    },
    /// 3.2: a card was played.
    Played {
        /// By whom.
        seat: Seat,
        /// Which.
        card: Card,
    },
    /// 3.7: the first heart was played.
    HeartsBroken,
    /// 3.4: a trick was taken.
    Took {
        /// By whom.
        seat: Seat,
        /// What it cost.
        points: u8,
    },
    /// 4.2: all penalty cards were taken by one player.
    ShotTheMoon {
        /// By whom.
        seat: Seat,
    },
}

impl bobbin_game::Event for Event {
    fn words(&self) -> Sentence {
        match self {
            Event::Chose { seat, card } => say!("{} will pass the {}", seat.said(), card.words()),
            Event::Ready { seat } => say!("{} is ready to pass", seat.said()),
            Event::Exchanged { pass } => say!("Three cards each are passed {}", pass.words()),
            Event::Got { seat, from, cards } => {
                let cards = listed(
                    cards.iter().map(|card| format!("the {}", card.words())),
                    "nothing",
                );
                say!("{} gets {cards} from {}", seat.said(), from.said())
            }
            Event::Opens { seat } => say!("{} has the two of clubs and leads", seat.said()),
            Event::Played { seat, card } => say!("{} plays the {}", seat.said(), card.words()),
            Event::HeartsBroken => say!("Hearts are broken"),
            Event::Took { seat, points: 0 } => say!("{} takes the trick", seat.said()),
            Event::Took { seat, points: 1 } => say!("{} takes the trick and 1 point", seat.said()),
            Event::Took { seat, points } => say!("{} takes the trick and {points} points", seat.said()),
            Event::ShotTheMoon { seat } => say!("{} has shot the moon", seat.said()),
        }
    }

    fn glance(&self) -> Option<Glance> {
        let card = |verb, card: &Card| did(verb).with(format!("card:{card}"), card.words());
        let done = match self {
            Event::Chose { card: chosen, .. } => card("chose to pass", chosen),
            Event::Got { seat, from, cards } => {
                let got = did("got").by(*seat).then(say!("from {}", from.said()));
                cards
                    .iter()
                    .fold(got, |got, card| got.with(format!("card:{card}"), card.words()))
            }
            Event::Played { card: played, .. } => card("played", played),
            Event::Took { seat, points: 0 } => did("took the trick").by(*seat),
            Event::Took { seat, points } => did("took the trick")
                .by(*seat)
                .scoring(Points::whole(i32::from(*points))),
            Event::ShotTheMoon { seat } => did("shot the moon").by(*seat),
            Event::Exchanged { .. } | Event::HeartsBroken => return Some(Glance::note(self.words())),
            Event::Ready { .. } | Event::Opens { .. } => return None,
        };
        Some(done.into())
    }
}
