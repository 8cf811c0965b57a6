//! What happened, for the log and for animation.

use bobbin_game::{Seat, Sentence};
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
        self.text().into()
    }
}

impl Event {
    /// The sentence as it is written.
    fn text(&self) -> String {
        let name = |seat: &Seat| seat.said();
        match self {
            Event::Chose { seat, card } => format!("{} will pass the {}", name(seat), card.words()),
            Event::Ready { seat } => format!("{} is ready to pass", name(seat)),
            Event::Exchanged { pass } => format!("Three cards each are passed {}", pass.words()),
            Event::Got { seat, from, cards } => {
                let cards: Vec<String> = cards.iter().map(|card| format!("the {}", card.words())).collect();
                let (last, first) = cards
                    .split_last()
                    .map_or(("", &[][..]), |(last, first)| (last, first));
                let cards = format!("{} and {last}", first.join(", "));
                format!("{} gets {cards} from {}", name(seat), name(from))
            }
            Event::Opens { seat } => format!("{} has the two of clubs and leads", name(seat)),
            Event::Played { seat, card } => format!("{} plays the {}", name(seat), card.words()),
            Event::HeartsBroken => "Hearts are broken".to_owned(),
            Event::Took { seat, points } => match points {
                0 => format!("{} takes the trick", name(seat)),
                1 => format!("{} takes the trick and 1 point", name(seat)),
                _ => format!("{} takes the trick and {points} points", name(seat)),
            },
            Event::ShotTheMoon { seat } => format!("{} has shot the moon", name(seat)),
        }
    }
}
