//! What happened, to be taken in at a glance: a verb, pieces as pictures, what it was worth.
//!
//! [`Event::words`](crate::Event::words) is the whole sentence, for those who listen and for a replay. A [`Glance`] is
//! made to be put together: a log says a player's name once a turn, and what was done several times in a turn in one
//! line.

use serde::Serialize;

use crate::outcome::Points;
use crate::seat::Seat;
use crate::sentence::{Part, Sentence};

/// How a log shows an event. Bookkeeping (cards drawn, slots filled, "is done") has none.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Glance {
    /// Something that a player did.
    Did(Did),
    /// Something that happened to the table, by nobody's hand.
    Note {
        /// What.
        text: Sentence,
    },
    /// A round or a turn begins: a divider, unless the one before has the same title.
    Round {
        /// "Round 3".
        title: Sentence,
        /// What comes with it.
        #[serde(skip_serializing_if = "Option::is_none")]
        note: Option<Sentence>,
    },
    /// A phase begins that all play at once: until the next round, all that one player does is one turn.
    Together,
}

impl Glance {
    /// A round that begins.
    pub fn round(title: impl Into<Sentence>) -> Self {
        let (title, note) = (title.into(), None);
        Glance::Round { title, note }
    }

    /// Something that happened to the table.
    pub fn note(text: impl Into<Sentence>) -> Self {
        Glance::Note { text: text.into() }
    }
}

/// Something that a player did: "took", which pieces, "into the sweater", 4 of 7. It has no subject. Deeds of one turn
/// with the same verb and rest are one line with all their pieces.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Did {
    /// Who did it, if not who acted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by: Option<Doer>,
    /// What was done, in the past: "took".
    pub verb: &'static str,
    /// To what, in order; each of several alike by itself.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub pieces: Vec<NamedPiece>,
    /// What stands after the pieces: "into the sweater".
    #[serde(skip_serializing_if = "Sentence::is_empty")]
    pub rest: Sentence,
    /// What it was worth.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub worth: Option<Worth>,
}

/// Who did something.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(untagged)]
pub enum Doer {
    /// A player.
    Player(Seat),
    /// Someone without a seat, by name: an opponent that the rules play.
    Other(&'static str),
}

/// A piece that can be drawn.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct NamedPiece {
    /// Which, as the title's page knows it: `tile:teal-purl`.
    pub piece: String,
    /// What it is called in the sentence.
    pub words: String,
}

impl From<NamedPiece> for Part {
    fn from(NamedPiece { piece, words }: NamedPiece) -> Part {
        Part::Piece { piece, words }
    }
}

/// What a deed was worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(untagged)]
pub enum Worth {
    /// Points that it scored; those of a line are added up.
    Points {
        /// How many.
        points: Points,
    },
    /// How far something has come; of a line the latest counts.
    Progress {
        /// So much is done.
        done: u8,
        /// Of so much.
        of: u8,
    },
}

/// A deed of whoever acted, with this verb.
pub fn did(verb: &'static str) -> Did {
    Did {
        by: None,
        verb,
        pieces: Vec::new(),
        rest: Sentence::default(),
        worth: None,
    }
}

impl Did {
    /// Of this player, who may not be the one who acted.
    #[must_use]
    pub fn by(self, seat: Seat) -> Self {
        let by = Some(Doer::Player(seat));
        Did { by, ..self }
    }

    /// Of someone without a seat.
    #[must_use]
    pub fn by_other(self, name: &'static str) -> Self {
        let by = Some(Doer::Other(name));
        Did { by, ..self }
    }

    /// With this piece, by its name for the page and what the sentence calls it.
    #[must_use]
    pub fn with(mut self, piece: impl Into<String>, words: impl Into<String>) -> Self {
        let (piece, words) = (piece.into(), words.into());
        self.pieces.push(NamedPiece { piece, words });
        self
    }

    /// Followed by this.
    #[must_use]
    pub fn then(self, rest: impl Into<Sentence>) -> Self {
        let rest = rest.into();
        Did { rest, ..self }
    }

    /// It scored so many points.
    #[must_use]
    pub fn scoring(self, points: Points) -> Self {
        let worth = Some(Worth::Points { points });
        Did { worth, ..self }
    }

    /// With it so much is done.
    #[must_use]
    pub fn reaching(self, done: u8, of: u8) -> Self {
        let worth = Some(Worth::Progress { done, of });
        Did { worth, ..self }
    }
}

impl From<Did> for Glance {
    fn from(did: Did) -> Glance {
        Glance::Did(did)
    }
}
