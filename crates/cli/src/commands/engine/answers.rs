//! What is told of one match.

use bobbin_bots::{BotSpec, Budget, Candidate};
use bobbin_catalog::{AnyMatch, Happening, Legal, Stopwatch};
use bobbin_game::{Names, SearchChance, Seat, Told, Viewer};
use serde::Serialize;
use serde_json::{Value, json};

use super::failure::{Failure, Fields, fields};
use super::request::{Play, Think};
use crate::plain;

/// Where a match stands.
pub(crate) fn standing(playing: &dyn AnyMatch) -> Fields {
    let to_act = playing.to_act();
    fields(json!({ "version": playing.version(), "to_act": to_act, "over": to_act.is_empty() }))
}

/// Where a match stands, and what it was begun from.
pub(crate) fn opening(playing: &dyn AnyMatch) -> Fields {
    let mut answer = standing(playing);
    answer.append(&mut fields(json!({
        "players": playing.players(),
        "setup": playing.options(),
        "content": playing.content(),
        "commitment": playing.commitment(),
    })));
    answer
}

pub(crate) fn prompt(playing: &dyn AnyMatch, viewer: Viewer) -> Result<Fields, Failure> {
    let prompt = playing.prompt(viewer)?;
    let prompt = plain::prompt(&prompt, &Names(&playing.names()));
    Ok(fields(json!({ "prompt": prompt })))
}

pub(crate) fn legal(playing: &dyn AnyMatch, seat: Seat) -> Result<Fields, Failure> {
    let (legal, names) = (playing.legal(seat)?, playing.names());
    // Both are in the order in which the game lists them.
    let numbered = legal.iter().zip(playing.numbered(seat)?);
    let legal = numbered.map(|(legal, (number, _))| {
        let mut legal = plain::legal(legal, &Names(&names));
        legal["number"] = number.into();
        legal
    });
    Ok(fields(json!({ "legal": legal.collect::<Vec<Value>>() })))
}

/// What a seat may do, by number only: far shorter than [`legal`].
pub(crate) fn numbers(playing: &dyn AnyMatch, seat: Seat) -> Result<Vec<usize>, Failure> {
    let numbered = playing.numbered(seat)?.into_iter();
    Ok(numbered.map(|(number, _)| number).collect())
}

pub(crate) fn encoding(playing: &dyn AnyMatch) -> Result<Fields, Failure> {
    let encoding = playing
        .game()
        .encoding(&playing.options(), Some(playing.content()))?;
    Ok(fields(json!(encoding)))
}

/// What a seat sees and may do, as numbers.
pub(crate) fn observe(playing: &dyn AnyMatch, seat: Seat) -> Result<Fields, Failure> {
    let numbers = numbers(playing, seat)?;
    let described = playing.described(seat)?;
    let mut answer = fields(json!({ "row": playing.observe(seat)?, "numbers": numbers }));
    if !described.is_empty() {
        let rows = described.chunks_exact(described.len() / numbers.len());
        answer.insert("described".to_owned(), rows.collect::<Vec<&[u8]>>().into());
    }
    Ok(answer)
}

pub(crate) fn play(playing: &mut dyn AnyMatch, asked: &Play) -> Result<Fields, Failure> {
    let told = match (&asked.action, asked.number) {
        (Some(action), None) => playing.play(asked.seat, action)?,
        (None, Some(number)) => {
            let action = action_of(playing, asked.seat, number)?;
            playing.play(asked.seat, &action)?
        }
        _ => {
            let message = "expected either `action` or `number`";
            return Err(Failure::error("bad_request", message));
        }
    };
    let names = playing.names();
    let event = |told: &Told<Happening>| {
        let mut event = fields(json!({ "audience": told.audience }));
        event.append(&mut fields(plain::happening(&told.event, &Names(&names))));
        Value::Object(event)
    };
    let events: Vec<Value> = told.iter().map(event).collect();
    let mut answer = standing(playing);
    answer.insert("events".to_owned(), Value::Array(events));
    Ok(answer)
}

fn action_of(playing: &dyn AnyMatch, seat: Seat, number: usize) -> Result<String, Failure> {
    let mut numbered = playing.numbered(seat)?.into_iter();
    let action = numbered.find(|&(other, _)| other == number);
    action.map(|(_, action)| action).ok_or_else(|| {
        let message = format!("{number} is the number of nothing that seat {seat} may do now");
        Failure::error("not_legal", message)
    })
}

pub(crate) fn log(playing: &dyn AnyMatch, viewer: Viewer, from: usize) -> Result<Fields, Failure> {
    let lines = playing.log(viewer, from)?;
    let log = plain::log(&lines, &Names(&playing.names()));
    Ok(fields(json!({ "log": log })))
}

pub(crate) fn record(playing: &dyn AnyMatch) -> Fields {
    let (record, seed) = (playing.record().to_string(), playing.seed());
    fields(json!({ "record": record, "seed": seed, "position": playing.began_from() }))
}

pub(crate) fn think(playing: &dyn AnyMatch, think: &Think, luck: u64) -> Result<Fields, Failure> {
    let mut spec: BotSpec = think.bot.parse()?;
    if let Some(budget) = &think.budget {
        spec = BotSpec::new(spec.kind(), Some(budget.parse::<Budget>()?))?;
    }
    let Some(asked) = playing.ask(think.seat)? else {
        let message = format!("seat {} has nothing to do now", think.seat);
        return Err(Failure::error("not_to_act", message));
    };
    let mut bot = playing.game().bot(spec);
    let thought = bot.think(&asked, &mut SearchChance::new(luck), &Stopwatch::start());
    let names = playing.names();
    let considered = |candidate: Candidate<Legal>| Considered {
        legal: plain::legal(&candidate.action, &Names(&names)),
        value: candidate.value,
        visits: candidate.visits,
        expected_score: candidate.expected_score,
    };
    let best: Vec<Considered> = thought.best.into_iter().map(considered).collect();
    Ok(fields(
        json!({ "bot": spec, "best": best, "iterations": thought.iterations }),
    ))
}

/// One action of a thought, flat.
#[derive(Serialize)]
struct Considered {
    #[serde(flatten)]
    legal: Value,
    value: Option<f64>,
    visits: Option<u64>,
    expected_score: Option<f64>,
}
