//! A match as text: what was chosen, what luck was promised, and every action.
//!
//! ```text
//! bobbin-record 1
//! game hearts
//! rules 1
//! content 3f2c…
//! setup pass=left
//! commitment 9be1…
//! seed 07aa…
//! seat 0 Ann
//! seat 1 bot:steady
//!
//! 0 0 pass QS
//! 1 0 undo
//! 2 1 pass 2C
//! result ranks 2 1 totals 13 0 winners 1
//! ```
//!
//! `seed` stands there only once the match is over; `seat` lines and `result` may be missing. A text that is
//! accepted is written again byte for byte.

use std::fmt::{self, Write as _};
use std::str::FromStr;

use serde::Serialize;

use crate::chance::{Commitment, Seed};
use crate::content::ContentHash;
use crate::seat::{MAX_SEATS, Seat};
use crate::setup::Options;

/// A match as it is kept and exchanged. Actions are text in the game's notation.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Record {
    /// The game's id.
    pub game: String,
    /// The version of the rules it is played by.
    pub rules: u32,
    /// The content it is played with.
    pub content: ContentHash,
    /// The options of its setup, defaults included.
    pub setup: Options,
    /// The hash of the seed, known from the start.
    pub commitment: Commitment,
    /// The seed, revealed at the end.
    pub seed: Option<Seed>,
    /// Names of the seats, as far as they have one.
    pub names: Vec<(Seat, String)>,
    /// What was done, in order.
    pub entries: Vec<RecordEntry>,
    /// How it ended, as [`crate::Outcome::summary`] says it.
    pub result: Option<String>,
}

/// One line of a record.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct RecordEntry {
    /// Who did it.
    pub seat: Seat,
    /// What it was.
    #[serde(flatten)]
    pub deed: Deed,
}

/// What a seat did.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Deed {
    /// An action in the game's notation.
    Play(String),
    /// Took its latest action back.
    Undo,
}

/// What is wrong with a record, and where.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}, column {column}: {message}")]
pub struct RecordError {
    /// Counted from 1.
    pub line: usize,
    /// Counted from 1, in characters.
    pub column: usize,
    /// What was found and what was expected.
    pub message: String,
}

/// The first line of every record.
const FIRST_LINE: &str = "bobbin-record 1";

impl Record {
    /// The number of the entry of each action that stands: an undo takes back the latest of its seat.
    pub fn standing(&self) -> Vec<usize> {
        let mut standing: Vec<usize> = Vec::new();
        for (number, entry) in self.entries.iter().enumerate() {
            match entry.deed {
                Deed::Play(_) => standing.push(number),
                Deed::Undo => {
                    let is_own = |kept: &usize| self.entries[*kept].seat == entry.seat;
                    if let Some(place) = standing.iter().rposition(is_own) {
                        standing.remove(place);
                    }
                }
            }
        }
        standing
    }

    /// The error that the action of an entry is no good: it points at its line.
    pub fn error_at_entry(&self, index: usize, message: impl Into<String>) -> RecordError {
        let header = 6 + usize::from(self.seed.is_some()) + self.names.len();
        let seat = self
            .entries
            .get(index)
            .map_or(String::new(), |entry| entry.seat.to_string());
        RecordError {
            line: header + 2 + index,
            column: index.to_string().len() + seat.len() + 3,
            message: message.into(),
        }
    }

    /// The name of each of the first `players` seats, empty where there is none.
    pub fn names(&self, players: usize) -> Vec<String> {
        Seat::all(players)
            .map(|seat| {
                let found = self.names.iter().find(|(named, _)| *named == seat);
                found.map_or(String::new(), |(_, name)| name.clone())
            })
            .collect()
    }
}

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{FIRST_LINE}")?;
        writeln!(f, "game {}", self.game)?;
        writeln!(f, "rules {}", self.rules)?;
        writeln!(f, "content {}", self.content)?;
        writeln!(f, "setup {}", self.setup)?;
        writeln!(f, "commitment {}", self.commitment)?;
        if let Some(seed) = self.seed {
            writeln!(f, "seed {seed}")?;
        }
        for (seat, name) in &self.names {
            writeln!(f, "seat {seat} {name}")?;
        }
        f.write_char('\n')?;
        for (index, entry) in self.entries.iter().enumerate() {
            match &entry.deed {
                Deed::Play(action) => writeln!(f, "{index} {} {action}", entry.seat)?,
                Deed::Undo => writeln!(f, "{index} {} undo", entry.seat)?,
            }
        }
        if let Some(result) = &self.result {
            writeln!(f, "result {result}")?;
        }
        Ok(())
    }
}

impl FromStr for Record {
    type Err = RecordError;

    fn from_str(text: &str) -> Result<Record, RecordError> {
        let mut reader = Reader { rest: text, line: 0 };
        let first = reader.line("the line \"bobbin-record 1\"")?;
        if first != FIRST_LINE {
            return Err(reader.error(1, format!("expected \"{FIRST_LINE}\"")));
        }
        let game = reader.field("game")?.to_owned();
        let rules: u32 = reader.parsed("rules", "a version number")?;
        let content = reader.parsed("content", "64 hexadecimal digits")?;
        let setup_text = reader.field_or_empty("setup")?;
        let setup: Options = setup_text
            .parse()
            .map_err(|error| reader.error("setup ".len() + 1, format!("{error}")))?;
        if setup.to_string() != setup_text {
            return Err(reader.error(
                "setup ".len() + 1,
                format!("expected the options in order: {setup}"),
            ));
        }
        let commitment: Commitment = reader.parsed("commitment", "64 hexadecimal digits")?;
        let has_seed = reader.peek().starts_with("seed ");
        let seed: Option<Seed> = if has_seed {
            Some(reader.parsed("seed", "64 hexadecimal digits")?)
        } else {
            None
        };
        let names = reader.names()?;
        if !reader.line("an empty line")?.is_empty() {
            return Err(reader.error(1, "expected an empty line before the actions"));
        }
        let mut entries = Vec::new();
        while reader.peek().starts_with(|first: char| first.is_ascii_digit()) {
            entries.push(reader.entry(entries.len())?);
        }
        let has_result = reader.peek().starts_with("result ");
        let result = if has_result {
            Some(reader.field("result")?.to_owned())
        } else {
            None
        };
        if !reader.rest.is_empty() {
            reader.line += 1;
            let expected = if result.is_some() {
                "the end of the record"
            } else {
                "an action or the result"
            };
            return Err(reader.error(1, format!("expected {expected}")));
        }
        let record = Record {
            game,
            rules,
            content,
            setup,
            commitment,
            seed,
            names,
            entries,
            result,
        };
        reject_other_spellings(text, &record)?;
        Ok(record)
    }
}

/// What numbers with leading zeros or a plus sign would slip past: only the one canonical spelling is accepted.
fn reject_other_spellings(text: &str, record: &Record) -> Result<(), RecordError> {
    let canonical = record.to_string();
    for (index, (found, expected)) in text.lines().zip(canonical.lines()).enumerate() {
        if found != expected {
            let same = found
                .chars()
                .zip(expected.chars())
                .take_while(|(a, b)| a == b)
                .count();
            let message = format!("expected the line to read \"{expected}\"");
            return Err(RecordError {
                line: index + 1,
                column: same + 1,
                message,
            });
        }
    }
    Ok(())
}

/// The text that is still to be read, and the number of the line read last.
struct Reader<'a> {
    rest: &'a str,
    line: usize,
}

impl<'a> Reader<'a> {
    fn error(&self, column: usize, message: impl Into<String>) -> RecordError {
        RecordError {
            line: self.line,
            column,
            message: message.into(),
        }
    }

    /// The line that comes next, without reading it.
    fn peek(&self) -> &'a str {
        self.rest.split('\n').next().unwrap_or("")
    }

    fn line(&mut self, expected: &str) -> Result<&'a str, RecordError> {
        self.line += 1;
        let Some((line, rest)) = self.rest.split_once('\n') else {
            let column = self.rest.chars().count() + 1;
            return Err(self.error(
                column,
                format!("the text ends here: expected {expected} and a line end"),
            ));
        };
        if let Some(place) = line.chars().position(char::is_control) {
            return Err(self.error(place + 1, "a control character has no place in a record"));
        }
        self.rest = rest;
        Ok(line)
    }

    /// The value of a line `key value`, which may be empty.
    fn field_or_empty(&mut self, key: &str) -> Result<&'a str, RecordError> {
        let line = self.line(&format!("\"{key} …\""))?;
        let value = line.strip_prefix(key).and_then(|rest| rest.strip_prefix(' '));
        value.ok_or_else(|| self.error(1, format!("expected \"{key} …\"")))
    }

    fn field(&mut self, key: &str) -> Result<&'a str, RecordError> {
        let value = self.field_or_empty(key)?;
        if value.is_empty() || value.trim() != value {
            return Err(self.error(key.len() + 2, "expected text without spaces around it"));
        }
        Ok(value)
    }

    fn parsed<T: FromStr>(&mut self, key: &str, expected: &str) -> Result<T, RecordError> {
        let value = self.field(key)?;
        value
            .parse()
            .map_err(|_| self.error(key.len() + 2, format!("expected {expected}")))
    }

    fn names(&mut self) -> Result<Vec<(Seat, String)>, RecordError> {
        let mut names: Vec<(Seat, String)> = Vec::new();
        while self.peek().starts_with("seat ") {
            let value = self.field("seat")?;
            let (number, name) = value
                .split_once(' ')
                .ok_or_else(|| self.error("seat ".len() + 1, "expected a seat's number and a name"))?;
            let seat = self.seat(number, "seat ".len() + 1)?;
            if name.is_empty() || name.trim() != name {
                return Err(self.error(
                    "seat ".len() + number.len() + 2,
                    "expected a name without spaces around it",
                ));
            }
            if names.last().is_some_and(|(before, _)| *before >= seat) {
                return Err(self.error("seat ".len() + 1, "expected the seats in order, each once"));
            }
            names.push((seat, name.to_owned()));
        }
        Ok(names)
    }

    fn entry(&mut self, index: usize) -> Result<RecordEntry, RecordError> {
        let line = self.line("an action")?;
        let mut parts = line.splitn(3, ' ');
        let number = parts.next().unwrap_or("");
        if number != index.to_string() {
            return Err(self.error(1, format!("expected the number {index}")));
        }
        let seat_text = parts.next().unwrap_or("");
        let seat = self.seat(seat_text, number.len() + 2)?;
        let action = parts.next().unwrap_or("");
        if action.is_empty() || action.trim() != action {
            let column = number.len() + seat_text.len() + 3;
            return Err(self.error(column, "expected an action or \"undo\" without spaces around it"));
        }
        let deed = if action == "undo" {
            Deed::Undo
        } else {
            Deed::Play(action.to_owned())
        };
        Ok(RecordEntry { seat, deed })
    }

    fn seat(&self, number: &str, column: usize) -> Result<Seat, RecordError> {
        match number.parse::<usize>() {
            Ok(index) if index < MAX_SEATS => Ok(Seat::new(index)),
            _ => Err(self.error(column, "expected the number of a seat, 0 to 7")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn example() -> Record {
        let play = |seat, action: &str| RecordEntry {
            seat: Seat::new(seat),
            deed: Deed::Play(action.into()),
        };
        let seed = Seed::named("example");
        Record {
            game: "hearts".into(),
            rules: 1,
            content: ContentHash([7; 32]),
            setup: Options::new().with("pass", "left"),
            commitment: seed.commitment(),
            seed: Some(seed),
            names: vec![
                (Seat::new(0), "Ann Lee".into()),
                (Seat::new(3), "bot:steady".into()),
            ],
            entries: vec![
                play(0, "pass QS"),
                RecordEntry {
                    seat: Seat::new(0),
                    deed: Deed::Undo,
                },
                play(1, "pass 2C"),
            ],
            result: Some("ranks 1 2 totals 0 13 winners 0".into()),
        }
    }

    #[test]
    fn what_was_taken_back_does_not_stand() {
        let entry = |seat: usize, action: Option<&str>| RecordEntry {
            seat: Seat::new(seat),
            deed: action.map_or(Deed::Undo, |action| Deed::Play(action.to_owned())),
        };
        let mut record = example();
        record.entries = vec![
            entry(0, Some("a")),
            entry(0, None),
            entry(0, Some("b")),
            entry(1, Some("c")),
            entry(0, None),
            entry(0, Some("d")),
        ];
        assert_eq!(record.standing(), [3, 5]);
    }

    #[test]
    fn a_record_round_trips_byte_for_byte() {
        let running = Record {
            seed: None,
            names: Vec::new(),
            result: None,
            setup: Options::new(),
            ..example()
        };
        for record in [example(), running] {
            let text = record.to_string();
            assert_eq!(text.parse::<Record>(), Ok(record), "{text}");
        }
    }

    #[test]
    fn an_error_points_at_line_and_column() {
        let text = example().to_string();
        let error = |from: &str, to: &str| {
            text.replacen(from, to, 1)
                .parse::<Record>()
                .unwrap_err()
                .to_string()
        };
        assert_eq!(
            error("bobbin-record 1", "bobbin-record 9"),
            "line 1, column 1: expected \"bobbin-record 1\""
        );
        assert_eq!(
            error("rules 1", "rules x"),
            "line 3, column 7: expected a version number"
        );
        assert_eq!(
            error("rules 1", "rules 01"),
            "line 3, column 7: expected the line to read \"rules 1\""
        );
        assert_eq!(
            error("pass=left", "pass"),
            "line 5, column 7: \"pass\" is no option: expected key=value"
        );
        assert_eq!(
            error("seat 3", "seat 9"),
            "line 9, column 6: expected the number of a seat, 0 to 7"
        );
        assert_eq!(
            error("seat 0 Ann", "seat 0  Ann"),
            "line 8, column 8: expected a name without spaces around it"
        );
        assert_eq!(
            error("\n1 0 undo", "\n7 0 undo"),
            "line 12, column 1: expected the number 1"
        );
        assert_eq!(
            error("1 0 undo", "1 0"),
            "line 12, column 5: expected an action or \"undo\" without spaces around it"
        );
        assert_eq!(
            error("winners 0\n", "winners 0\n3 0 x\n"),
            "line 15, column 1: expected the end of the record"
        );
        assert_eq!(
            error("pass 2C\n", "pass 2C\n\n"),
            "line 14, column 1: expected an action or the result"
        );
        assert_eq!(
            error("pass 2C", "pass\t2C"),
            "line 13, column 9: a control character has no place in a record"
        );
        assert_eq!(
            text.trim_end().parse::<Record>().unwrap_err().to_string(),
            "line 14, column 39: the text ends here: expected \"result …\" and a line end"
        );
    }

    #[test]
    fn an_entry_knows_its_place_in_the_text() {
        let record = example();
        let error = record.error_at_entry(2, "no such card");
        let line = record.to_string().lines().nth(error.line - 1).unwrap().to_owned();
        assert_eq!(&line[error.column - 1..], "pass 2C");
    }

    proptest::proptest! {
        /// Whatever bytes come in: an error or a record that is written again just so.
        #[test]
        fn accepted_text_is_written_again_byte_for_byte(
            place in 0usize..600, with in ".{0,3}", cut in 0usize..4,
        ) {
            let text = example().to_string();
            let mut chars: Vec<char> = text.chars().collect();
            let place = place.min(chars.len());
            let end = (place + cut).min(chars.len());
            chars.splice(place..end, with.chars());
            let mutated: String = chars.into_iter().collect();
            if let Ok(record) = mutated.parse::<Record>() {
                proptest::prop_assert_eq!(record.to_string(), mutated);
            }
        }
    }
}
