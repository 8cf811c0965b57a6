//! What a designer wants to know of a game: which cards were taken, and by whom.

use bobbin_bots::Plain;
use bobbin_game::{Game, Seat};

/// Something that a seat can take, meet or use: a card, a button, a character.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Fact {
    /// What sort of thing: `garment`, `request`, `ability`.
    pub kind: &'static str,
    /// Which one.
    pub name: String,
}

impl Fact {
    /// A thing of some kind.
    pub fn new(kind: &'static str, name: impl Into<String>) -> Self {
        Fact {
            kind,
            name: name.into(),
        }
    }
}

/// What was noted of a game.
#[derive(Clone, Default, Debug)]
pub struct Facts {
    /// What was there to be had in this game, taken or not.
    pub offered: Vec<Fact>,
    /// Who took what, once for each time.
    pub taken: Vec<(Seat, Fact)>,
}

/// Reads off a game what a balance report counts.
pub trait Study<G: Game> {
    /// Notes what can be had in this game, so that what nobody takes is seen, too, and what a seat has from the start.
    fn note_start(_state: &G, _facts: &mut Facts) {}

    /// Notes what was taken. `state` is the one after the action.
    fn note_event(_state: &G, _event: &G::Event, _facts: &mut Facts) {}
}

impl<G: Game> Study<G> for Plain {}
