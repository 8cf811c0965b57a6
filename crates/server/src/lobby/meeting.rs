//! The tables of those who have found each other.

use std::sync::Arc;

use bobbin_game::Options;

use super::book::{Meeting, Met};
use crate::app::Services;
use crate::error::Problem;
use crate::live::LiveTables;
use crate::names::told_apart;
use crate::new_table::{begin_game_at, plan_of};
use crate::secrets;
use crate::table::{ClockPlan, Entry, Manners, Place, Plan};

/// The clocks of the lobby: all who look for a game have the same, so that they find each other.
const LIVE: ClockPlan = ClockPlan::Live {
    seconds: 600,
    increment: 5,
};
const DAYS: ClockPlan = ClockPlan::PerTurn {
    seconds: 86_400,
    weekends_off: false,
};

/// The manners among people who do not know each other: the table is listed, and nobody asks a bot.
fn manners(meeting: &Meeting) -> Manners {
    Manners {
        listed: true,
        clock: if meeting.is_live { LIVE } else { DAYS },
        hints: false,
        pace: 0,
        ..Manners::default()
    }
}

/// The plan of a meeting's table. Luck says who sits first.
fn plan(meeting: &Meeting) -> Result<Plan, Problem> {
    let owner = meeting.people.first().ok_or_else(Problem::unavailable)?;
    let title = bobbin_catalog::find(&meeting.game).map_err(|_| Problem::not_found("game"))?;
    let asks = title.options().iter().any(|option| option.key == "players");
    let options = if asks {
        Options::new().with("players", meeting.people.len())
    } else {
        Options::new()
    };
    let plan = plan_of(&meeting.game, &options, None, manners(meeting), &owner.person)?;
    if plan.seats.len() != meeting.people.len() {
        return Err(Problem::conflict("players", "So many do not play this."));
    }
    let mut seats: Vec<Place> = Vec::new();
    let mut names: Vec<String> = Vec::new();
    for Met { person, name } in &meeting.people {
        let name = told_apart(name, names.iter().map(String::as_str));
        names.push(name.clone());
        seats.push(Place::Person {
            person: person.clone(),
            name,
        });
    }
    let first = secrets::random_u64() % seats.len() as u64;
    seats.rotate_left(first as usize);
    Ok(Plan { seats, ..plan })
}

/// Makes the table of a meeting and begins its game, if nobody has: another server may be at it, or a server that was
/// killed was. The id was chosen when they met, so there is one table.
pub(crate) async fn make(
    services: &Services,
    live: &Arc<LiveTables>,
    meeting: &Meeting,
) -> Result<(), Problem> {
    let id = &meeting.table;
    if services.store.table(id).await?.is_none() {
        let entry = Entry::Created(Box::new(plan(meeting)?));
        let made = live.create(id, entry).await;
        if made.is_err() && services.store.table(id).await?.is_none() {
            return made;
        }
    }
    begin_game_at(live, id).await
}
