//! Sentences for people, whose parts can be shown in their own way.
//!
//! What the rules say speaks of players and pieces. A rule knows no names, so a sentence keeps *who* and *which piece*
//! apart from its text: a page writes a name or "You", draws a piece, and leaves out what only those need who do not
//! see the table.
//!
//! A sentence is written with [`say!`](crate::say), like a text with `format!`; a player in it is [`Seat::said`], a
//! piece [`piece`], and what stands after ` · ` is for those without a picture:
//!
//! ```
//! use bobbin_game::{Names, Seat, say, sentence::piece};
//!
//! let line = say!("{} lays the {} · upright", Seat::new(1).said(), piece("card:3", "tee"));
//! let names = ["Ann".to_owned(), "Ben".to_owned()];
//! assert_eq!(line.in_full(&Names(&names)), "Ben lays the tee · upright");
//! assert_eq!(line.in_brief(&Names(&names)), "Ben lays the tee");
//! assert_eq!(
//!     serde_json::to_string(&line).unwrap(),
//!     r#"[{"seat":1}," lays the ",{"piece":"card:3","words":"tee"},{"aside":"upright"}]"#
//! );
//! ```

use std::fmt::{self, Display, Formatter};

use serde::{Deserialize, Serialize};

use crate::seat::Seat;

/// A sentence for people. In JSON it is a list of its parts, the text among them as it is; a text alone is read, too.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(into = "Vec<Part>", from = "Written")]
pub struct Sentence(Vec<Part>);

#[derive(Deserialize)]
#[serde(untagged)]
enum Written {
    Text(String),
    Parts(Vec<Part>),
}

impl From<Written> for Sentence {
    fn from(written: Written) -> Sentence {
        match written {
            Written::Text(text) => Sentence::read(&text),
            Written::Parts(parts) => Sentence(parts),
        }
    }
}

impl From<Sentence> for Vec<Part> {
    fn from(sentence: Sentence) -> Vec<Part> {
        sentence.0
    }
}

/// A part of a sentence.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(untagged)]
pub enum Part {
    /// Text.
    Text(String),
    /// A player.
    Player {
        /// Who.
        seat: Seat,
    },
    /// A piece, as it is called in picks.
    Piece {
        /// Which: `tile:teal-purl`.
        piece: String,
        /// What it is called.
        words: String,
    },
    /// What tells things apart to someone without a picture of the table: directions, places. It is the last part.
    Aside {
        /// The text.
        aside: String,
    },
}

/// Writes a [`Sentence`] as `format!` writes a text.
#[macro_export]
macro_rules! say {
    ($($words:tt)*) => { $crate::Sentence::read(&::std::format!($($words)*)) };
}

// Marks of the parts inside a text while it is being written. No name of a card has them: packs with control characters
// are refused.
const SEAT: char = '\u{1}';
const PIECE: char = '\u{2}';
const WORDS: char = '\u{3}';
const END: char = '\u{4}';
/// After it stands what is for those without a picture.
const ASIDE: &str = " · ";

/// A player, inside a sentence.
#[derive(Clone, Copy, Debug)]
pub struct Said(Seat);

impl Seat {
    /// This player, inside a sentence: see [`say!`](crate::say).
    pub const fn said(self) -> Said {
        Said(self)
    }
}

impl Display for Said {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{SEAT}{}{END}", self.0)
    }
}

/// Players, inside a sentence: "Ann, Ben and Cleo".
pub fn players(seats: impl IntoIterator<Item = Seat>) -> String {
    listed(seats.into_iter().map(Seat::said), "nobody")
}

/// "hats", "hats and mittens", "hats, mittens and socks"; of none what `none` says.
pub fn listed(things: impl IntoIterator<Item: Display>, none: &str) -> String {
    let words: Vec<String> = things.into_iter().map(|thing| thing.to_string()).collect();
    match &words[..] {
        [] => none.to_owned(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// A piece by its name in picks and what it is called, inside a sentence.
pub fn piece(piece: impl Display, words: impl Display) -> impl Display {
    fmt::from_fn(move |f| write!(f, "{PIECE}{piece}{WORDS}{words}{END}"))
}

impl Sentence {
    /// A sentence that was written with players and pieces in it, and what stands aside after ` · `.
    pub fn read(written: &str) -> Sentence {
        let (written, aside) = match written.split_once(ASIDE) {
            Some((written, aside)) => (written, Some(aside)),
            None => (written, None),
        };
        let mut parts = Vec::new();
        let mut rest = written;
        while let Some(begin) = rest.find([SEAT, PIECE]) {
            let (text, marked) = rest.split_at(begin);
            push_text(&mut parts, text);
            let (inner, after) = marked[1..].split_once(END).unwrap_or((&marked[1..], ""));
            parts.push(part(&marked[..1], inner));
            rest = after;
        }
        push_text(&mut parts, rest);
        parts.extend(aside.map(|aside| Part::Aside {
            aside: aside.to_owned(),
        }));
        Sentence(parts)
    }

    /// The parts, in order.
    pub fn parts(&self) -> &[Part] {
        &self.0
    }

    /// Does it say nothing?
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// As a text with names, what stands aside after ` · `.
    pub fn in_full(&self, names: &Names<'_>) -> String {
        self.text(names, true)
    }

    /// As a text with names, for someone who sees the table.
    pub fn in_brief(&self, names: &Names<'_>) -> String {
        self.text(names, false)
    }

    fn text(&self, names: &Names<'_>, in_full: bool) -> String {
        let mut text = String::new();
        for part in &self.0 {
            match part {
                Part::Text(words) | Part::Piece { words, .. } => text += words,
                Part::Player { seat } => text += &names.of(*seat),
                Part::Aside { aside } if in_full => text = text + ASIDE + aside,
                Part::Aside { .. } => {}
            }
        }
        // A sentence may begin with a player who has no name: "Seat 2 passes".
        match self.0.first() {
            Some(Part::Player { .. }) if text.starts_with("seat ") => text.replacen('s', "S", 1),
            _ => text,
        }
    }
}

fn push_text(parts: &mut Vec<Part>, text: &str) {
    if !text.is_empty() {
        parts.push(Part::Text(text.to_owned()));
    }
}

fn part(mark: &str, inner: &str) -> Part {
    if mark.starts_with(SEAT)
        && let Ok(seat) = inner.parse()
    {
        return Part::Player {
            seat: Seat::new(seat),
        };
    }
    if mark.starts_with(PIECE)
        && let Some((piece, words)) = inner.split_once(WORDS)
    {
        return Part::Piece {
            piece: piece.to_owned(),
            words: words.to_owned(),
        };
    }
    Part::Text(inner.to_owned())
}

/// Without names a player is "seat 2".
impl Display for Sentence {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.pad(&self.in_full(&Names(&[])))
    }
}

/// Compared with what it says without names.
impl PartialEq<&str> for Sentence {
    fn eq(&self, words: &&str) -> bool {
        self.to_string() == **words
    }
}

impl From<&str> for Sentence {
    fn from(words: &str) -> Sentence {
        Sentence::read(words)
    }
}

impl From<String> for Sentence {
    fn from(words: String) -> Sentence {
        Sentence::read(&words)
    }
}

/// The players' names, for sentences.
#[derive(Clone, Copy, Debug)]
pub struct Names<'a>(pub &'a [String]);

impl Names<'_> {
    /// The name of a seat; without one it is "seat 0".
    pub fn of(&self, seat: Seat) -> String {
        match self.0.get(seat.index()) {
            Some(name) if !name.is_empty() => name.clone(),
            _ => format!("seat {seat}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_may_contain_anything() {
        let names = ["seat 1 · and \u{1}2\u{4}".to_owned(), String::new()];
        let said = say!("{} waits for {}.", Seat::new(0).said(), players(Seat::all(3)));
        assert_eq!(
            said.in_brief(&Names(&names)),
            "Seat 1 · and \u{1}2\u{4} waits for seat 1 · and \u{1}2\u{4}, seat 1 and seat 2."
        );
        assert_eq!(said, "Seat 0 waits for seat 0, seat 1 and seat 2.");
    }

    #[test]
    fn a_sentence_is_the_list_of_its_parts() {
        let said = say!(
            "{}'s {} is turned · to the left",
            Seat::new(1).said(),
            piece("card:7", "tee")
        );
        let json = serde_json::to_string(&said).expect("it is plain data");
        assert_eq!(
            json,
            r#"[{"seat":1},"'s ",{"piece":"card:7","words":"tee"}," is turned",{"aside":"to the left"}]"#
        );
        assert_eq!(
            serde_json::from_str::<Sentence>(&json).expect("it was just written"),
            said
        );
        assert_eq!(
            serde_json::from_str::<Sentence>("\"as it was\"").expect("a text"),
            "as it was"
        );
        assert_eq!(players([]), "nobody");
    }
}
