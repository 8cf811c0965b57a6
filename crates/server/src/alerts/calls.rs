//! Whom an entry concerns.

use std::collections::BTreeSet;

use bobbin_game::{Seat, Viewer};
use bobbin_store::Call;

use super::{Kind, Said, call_id};
use crate::table::{Change, ClockPlan, Entry, Status, Table, TableKind};

/// The calls that an entry causes, from the table before and after it. Each says only what whoever is called may know:
/// that their own turn came, or that a game of theirs began or is over. Who is told nothing of an entry is not called.
pub(crate) fn caused_by(
    entry: &Entry,
    before: &Table,
    table: &Table,
    change: &Change,
    at: i64,
    due_at: i64,
) -> Vec<Call> {
    let people = people(table);
    // Bots do not keep anybody waiting who would have to be called.
    if people.len() < 2 {
        return Vec::new();
    }
    let doer = doer(entry).and_then(|seat| table.seat(seat).ok()?.person());
    let kind_for = |person: &str| {
        if doer == Some(person) {
            return None;
        }
        if before.status != table.status && table.status == Status::Over {
            return Some(Kind::Over);
        }
        let mut seats = table.seats_of(person);
        let is_turn = seats.any(|seat| {
            waits(table, seat) && !waits(before, seat) && change.watchers.include(Viewer::Seat(seat))
        });
        let had_turn = before.seats_of(person).any(|seat| waits(before, seat));
        match entry {
            _ if is_turn && !had_turn => Some(Kind::Turn),
            // Who is in a tournament is called to its round.
            Entry::Started if table.plan.purpose.kind() != TableKind::Tournament => Some(Kind::Started),
            _ => None,
        }
    };
    let calls = people.iter().filter_map(|person| {
        let kind = kind_for(person)?;
        let said = Said {
            kind,
            path: format!("/table/{}", table.id),
            table: Some(table.id.clone()),
            game: Some(table.plan.game.clone()),
            name: None,
            live: is_short(table.plan.manners.clock),
        };
        let index = before.length.to_string();
        Some(Call {
            id: call_id(&["entry", &table.id, &index, person, kind.name()]),
            person: (*person).to_owned(),
            about: None,
            body: serde_json::to_string(&said).ok()?,
            progress: String::new(),
            created_at: at,
            due_at,
        })
    });
    calls.collect()
}

/// The people at a table.
fn people(table: &Table) -> BTreeSet<&str> {
    table.seats.iter().filter_map(|seat| seat.person()).collect()
}

/// Does a table wait for the person at a seat?
fn waits(table: &Table, seat: Seat) -> bool {
    let is_there = |seat: Seat| {
        table
            .seat(seat)
            .is_ok_and(|state| state.person().is_some() && state.away.is_none())
    };
    table.to_act().contains(seat) && is_there(seat)
}

/// Is a turn a matter of minutes, so that a digest of it is of no use?
fn is_short(clock: ClockPlan) -> bool {
    match clock {
        ClockPlan::None => false,
        ClockPlan::Live { .. } => true,
        ClockPlan::PerTurn { seconds, .. } => seconds < 3600,
    }
}

/// Who has done it: they know.
fn doer(entry: &Entry) -> Option<Seat> {
    match entry {
        Entry::Sat { seat, .. }
        | Entry::Played { seat, .. }
        | Entry::Undone { seat, .. }
        | Entry::Said { seat, .. }
        | Entry::TookBack { seat }
        | Entry::GaveTime { seat, .. }
        | Entry::WantsEnd { seat, .. }
        | Entry::DaysOff { seat, .. } => Some(*seat),
        _ => None,
    }
}
