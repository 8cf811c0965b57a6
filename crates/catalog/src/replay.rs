//! A record played again, with everything in it checked.

use bobbin_game::{Game, Match, Record, RecordError, Seed};

use crate::any_game::{Face, setup};
use crate::any_match::Erased;
use crate::error::StartError;

/// How a record is played again. By default: from the start of a game to the record's end, by its own seed.
#[derive(Clone, Copy, Debug, Default)]
pub struct Replay<'a> {
    /// The seed, where its keeper knows it and the record does not yet tell it.
    pub seed: Option<Seed>,
    /// The position the match began from, if it was not the start of a game.
    pub position: Option<&'a str>,
    /// Only so many entries. The result is then not looked at.
    pub entries: Option<usize>,
}

/// Lines of the header, counted from 1, with the length of their key.
const GAME: (usize, usize) = (2, 4);
const RULES: (usize, usize) = (3, 5);
const CONTENT: (usize, usize) = (4, 7);
const SETUP: (usize, usize) = (5, 5);
const COMMITMENT: (usize, usize) = (6, 10);
const SEED: (usize, usize) = (7, 4);

fn error_at((line, key): (usize, usize), message: impl Into<String>) -> RecordError {
    RecordError {
        line,
        column: key + 2,
        message: message.into(),
    }
}

pub(crate) fn replay<G: Game>(
    record: &Record,
    replay: Replay<'_>,
    game: &'static dyn Face<G>,
) -> Result<Erased<G>, RecordError> {
    check_header::<G>(record)?;
    let setup = setup::<G>(&record.setup, Some(record.content)).map_err(|error| match error {
        StartError::Setup(wrong) => error_at(SETUP, wrong.to_string()),
        not_loaded @ StartError::ContentNotLoaded(_) => error_at(CONTENT, not_loaded.to_string()),
    })?;
    let seed = seed(record, replay.seed)?;
    let (mut playing, began) = match replay.position {
        None => (Match::<G>::start(setup, seed), None),
        Some(text) => {
            let state = bobbin_game::position::load::<G>(&setup, text)
                .map_err(|error| error_at(SETUP, format!("the position it began from is wrong: {error}")))?;
            let position = state.to_position();
            (Match::from_position(setup, seed, state), Some(position))
        }
    };
    if let Some((seat, _)) = record
        .names
        .iter()
        .find(|(seat, _)| seat.index() >= playing.names().len())
    {
        let line = 7 + usize::from(record.seed.is_some());
        let place = record
            .names
            .iter()
            .position(|(named, _)| named == seat)
            .unwrap_or(0);
        return Err(error_at(
            (line + place, 4),
            format!("there is no seat {seat} in this game"),
        ));
    }
    for (seat, name) in &record.names {
        playing.set_name(*seat, name);
    }
    let entries = replay.entries.unwrap_or(record.entries.len());
    if entries > record.entries.len() {
        let message = format!("the record ends here: it has {} entries", record.entries.len());
        return Err(record.error_at_entry(record.entries.len(), message));
    }
    for index in 0..entries {
        playing.repeat(record, index)?;
    }
    if replay.entries.is_none() {
        check_result(record, playing.state())?;
    }
    Ok(Erased::replayed(playing, began, game))
}

fn check_header<G: Game>(record: &Record) -> Result<(), RecordError> {
    if record.game != G::ID {
        return Err(error_at(GAME, format!("expected {}", G::ID)));
    }
    if record.rules != G::RULES_VERSION {
        let message = format!(
            "played by rules version {}, but this program has version {}: use the program it was played with",
            record.rules,
            G::RULES_VERSION
        );
        return Err(error_at(RULES, message));
    }
    Ok(())
}

/// The seed to play by: it must be the one that was committed to.
fn seed(record: &Record, known: Option<Seed>) -> Result<Seed, RecordError> {
    let (seed, place) = match (record.seed, known) {
        (Some(seed), _) => (seed, SEED),
        (None, Some(seed)) => (seed, COMMITMENT),
        (None, None) => {
            let message = "the seed is not told: a match keeps it secret until it is over";
            return Err(error_at(COMMITMENT, message));
        }
    };
    if record.commitment.is_of(&seed) {
        Ok(seed)
    } else {
        Err(error_at(
            place,
            "the seed is not the one that was committed to at the start",
        ))
    }
}

fn check_result<G: Game>(record: &Record, state: &G) -> Result<(), RecordError> {
    let expected = state.outcome().map(|outcome| outcome.summary());
    if record.result == expected {
        return Ok(());
    }
    let message = match (&record.result, expected) {
        (Some(_), Some(expected)) => format!("the result is another one: expected \"{expected}\""),
        (Some(_), None) => "the game is not over here: expected no result".to_owned(),
        (None, expected) => {
            let line = format!("result {}", expected.unwrap_or_default());
            return Err(RecordError {
                column: 1,
                ..record.error_at_entry(
                    record.entries.len(),
                    format!("the game is over here: expected \"{line}\""),
                )
            });
        }
    };
    let place = record.error_at_entry(record.entries.len(), message);
    Err(RecordError {
        column: "result ".len() + 1,
        ..place
    })
}
