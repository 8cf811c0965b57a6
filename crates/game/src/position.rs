//! Help for reading positions: lines of words, with errors that point at the word.
//!
//! A position is text of lines `key word word …`; `#` begins a comment; empty lines and indentation do not matter.

use std::fmt::{self, Display};
use std::str::FromStr;

use crate::{Game, Seat};

/// What is wrong with a position, and where.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}, column {column}: {message}")]
pub struct PositionError {
    /// Counted from 1.
    pub line: usize,
    /// Counted from 1, in characters.
    pub column: usize,
    /// What was found and what was expected.
    pub message: String,
}

/// The state that a position describes, if the game is over or can go on: everyone who is to act has something to do.
pub fn load<G: Game>(setup: &G::Setup, position: &str) -> Result<G, PositionError> {
    let state = G::from_position(setup, position)?;
    if state.outcome().is_some() {
        return Ok(state);
    }
    if state.to_act().is_empty() {
        return Err(whole("nobody is to act, and the game is not over"));
    }
    let mut actions = Vec::new();
    for seat in state.to_act().iter() {
        actions.clear();
        state.legal_actions(seat, &mut actions);
        if actions.is_empty() {
            return Err(whole(format!("seat {seat} is to act and has no legal action")));
        }
    }
    Ok(state)
}

/// A line of a position.
#[derive(Clone, Debug)]
pub struct PositionLine<'a> {
    /// The first word.
    pub key: Word<'a>,
    /// The words after it.
    pub words: Vec<Word<'a>>,
}

/// A word and where it stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Word<'a> {
    /// The word.
    pub text: &'a str,
    /// Its line, counted from 1.
    pub line: usize,
    /// Its first column, counted from 1.
    pub column: usize,
}

/// The lines of a position that are not empty.
pub fn lines(position: &str) -> impl Iterator<Item = PositionLine<'_>> {
    position.lines().enumerate().filter_map(|(index, line)| {
        let line = line.split('#').next().unwrap_or("");
        let mut words = line.split_whitespace().map(|text| Word {
            text,
            line: index + 1,
            column: line[..text.as_ptr() as usize - line.as_ptr() as usize]
                .chars()
                .count()
                + 1,
        });
        let key = words.next()?;
        Some(PositionLine {
            key,
            words: words.collect(),
        })
    })
}

impl<'a> PositionLine<'a> {
    /// The word at this place behind the key.
    pub fn word(&self, place: usize, expected: impl Display) -> Result<Word<'a>, PositionError> {
        self.words.get(place).copied().ok_or_else(|| {
            let last = self.words.last().unwrap_or(&self.key);
            PositionError {
                line: last.line,
                column: last.column + last.text.chars().count() + 1,
                message: format!("the line ends here: expected {expected}"),
            }
        })
    }

    /// The seat at this place behind the key, in a game for `players`.
    pub fn seat(&self, place: usize, players: usize) -> Result<Seat, PositionError> {
        self.word(place, a_seat(players))?.seat(players)
    }

    /// Refuses words behind the first `count`.
    pub fn at_most(&self, count: usize) -> Result<(), PositionError> {
        match self.words.get(count) {
            Some(word) => Err(word.expected("the end of the line")),
            None => Ok(()),
        }
    }
}

impl Word<'_> {
    /// The word as a value.
    pub fn parse<T: FromStr>(&self, expected: impl Display) -> Result<T, PositionError> {
        self.text.parse().map_err(|_| self.expected(expected))
    }

    /// The word as a seat of a game for `players`.
    pub fn seat(&self, players: usize) -> Result<Seat, PositionError> {
        let seat = Seat::all(players).find(|seat| self.text.parse() == Ok(seat.index()));
        seat.ok_or_else(|| self.expected(a_seat(players)))
    }

    /// The error that something else was expected here.
    pub fn expected(&self, expected: impl Display) -> PositionError {
        self.error(format!("\"{}\": expected {expected}", self.text))
    }

    /// An error at this word.
    pub fn error(&self, message: impl Into<String>) -> PositionError {
        PositionError {
            line: self.line,
            column: self.column,
            message: message.into(),
        }
    }
}

fn a_seat(players: usize) -> impl Display {
    fmt::from_fn(move |f| write!(f, "a seat from 0 to {}", players - 1))
}

/// Things as words, with a space between them.
pub fn joined(things: impl IntoIterator<Item: Display>) -> String {
    let words: Vec<String> = things.into_iter().map(|thing| thing.to_string()).collect();
    words.join(" ")
}

/// An error of the position as a whole: it is told at its first line.
pub fn whole(message: impl Into<String>) -> PositionError {
    PositionError {
        line: 1,
        column: 1,
        message: message.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_know_their_place() {
        let text = "# a comment\n\n  hand Ä 7x # more\n";
        let line = lines(text).next().unwrap();
        assert_eq!((line.key.text, line.key.line, line.key.column), ("hand", 3, 3));
        let error = line
            .word(1, "a number")
            .unwrap()
            .parse::<u8>("a number")
            .unwrap_err();
        assert_eq!(error.to_string(), "line 3, column 10: \"7x\": expected a number");
        let error = line.word(2, "a card").unwrap_err();
        assert_eq!(
            error.to_string(),
            "line 3, column 13: the line ends here: expected a card"
        );
        assert_eq!(
            line.at_most(1).unwrap_err().to_string(),
            "line 3, column 10: \"7x\": expected the end of the line"
        );
        let error = line.seat(1, 3).unwrap_err();
        assert_eq!(
            error.to_string(),
            "line 3, column 10: \"7x\": expected a seat from 0 to 2"
        );
        assert_eq!(lines("turn 2").next().unwrap().seat(0, 3), Ok(Seat::new(2)));
    }
}
