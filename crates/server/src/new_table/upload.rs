//! A record from outside, checked by playing it again.

use bobbin_bots::with_guests;
use bobbin_catalog::Replay;
use bobbin_game::{Deed, Record, RecordError};

use crate::error::Problem;
use crate::names::is_readable;
use crate::table::{Manners, Place, Plan, Purpose};
use crate::work::{Class, Owner, Size, Work};

/// The most actions taken back in one record: each means to play the game again from its start.
const MOST_UNDOS: usize = 500;

/// The longest name of a seat, in characters.
const LONGEST_NAME: usize = 64;

/// The plan of a table that holds this record, if all that it says is true.
pub(crate) async fn checked(work: &Work, bytes: Vec<u8>, owner: String) -> Result<Plan, Problem> {
    let by = Owner::Person(owner.clone());
    let plan = work.run(by, Class::People, Size::Long, move || plan(bytes, owner));
    plan.await?.map_err(|error| Problem::wrong_record(&error))
}

fn plan(bytes: Vec<u8>, owner: String) -> Result<Plan, RecordError> {
    let text = String::from_utf8(bytes).map_err(|error| {
        let good = error.utf8_error().valid_up_to();
        let good = String::from_utf8_lossy(&error.as_bytes()[..good]).into_owned();
        let last = good.rsplit('\n').next().unwrap_or_default();
        RecordError {
            line: 1 + good.matches('\n').count(),
            column: 1 + last.chars().count(),
            message: "these bytes are no text".to_owned(),
        }
    })?;
    let record: Record = text.parse()?;
    check_bounds(&record)?;
    let game = bobbin_catalog::find(&record.game).map_err(|error| RecordError {
        line: 2,
        column: "game ".len() + 1,
        message: error.to_string(),
    })?;
    let played = game.replay(&record, Replay::default())?;
    if record.result.is_none() {
        let end = record.error_at_entry(
            record.entries.len(),
            "expected the result: only finished games are kept",
        );
        return Err(RecordError { column: 1, ..end });
    }
    let names = with_guests(&record.names(played.players()));
    let seats = names.into_iter().map(|name| Place::Someone { name });
    Ok(Plan {
        game: record.game.clone(),
        rules: record.rules,
        content: record.content,
        options: record.setup.clone(),
        // A record without its seed has been refused.
        seed: played.seed(),
        owner,
        seats: seats.collect(),
        manners: Manners {
            chat: false,
            ..Manners::default()
        },
        previous: None,
        position: None,
        purpose: Purpose::Upload { record: text },
    })
}

/// What cannot be played again in a moment, or not be shown, is refused before it is tried.
fn check_bounds(record: &Record) -> Result<(), RecordError> {
    let mut undos = record
        .entries
        .iter()
        .enumerate()
        .filter(|(_, entry)| entry.deed == Deed::Undo);
    if let Some((index, _)) = undos.nth(MOST_UNDOS) {
        let message = format!("more than {MOST_UNDOS} actions are taken back");
        return Err(record.error_at_entry(index, message));
    }
    let wrong = record
        .names
        .iter()
        .position(|(_, name)| name.chars().count() > LONGEST_NAME || !is_readable(name));
    wrong.map_or(Ok(()), |place| {
        Err(RecordError {
            line: 7 + usize::from(record.seed.is_some()) + place,
            column: "seat 0 ".len() + 1,
            message: format!("a name has 1 to {LONGEST_NAME} characters, all of them visible"),
        })
    })
}
