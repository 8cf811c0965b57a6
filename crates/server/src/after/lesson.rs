//! The guided first game: the same deal and the same answers of the same bot for everybody.

use bobbin_catalog::{Occasion, options_on};
use bobbin_game::Seed;

use crate::api::tables::{self, NewTable};
use crate::error::Problem;
use crate::identity::Someone;
use crate::table::{BOT_NAMES, ClockPlan, Level, Manners, Place, Plan, Purpose};

pub(crate) fn plan(wish: &NewTable, someone: &Someone) -> Result<Plan, Problem> {
    let none = || Problem::unacceptable("lesson", "There is no guided first game of this.");
    let game = bobbin_catalog::find(&wish.game).map_err(|_| none())?;
    let options = options_on(Occasion::Lesson, game).ok_or_else(none)?;
    let manners = Manners {
        listed: false,
        clock: ClockPlan::None,
        undo: true,
        chat: false,
        hints: true,
        level: Level::Gentle,
        pace: wish.manners.pace,
    };
    let plan = tables::plan(game.id(), &options, None, manners, someone)?;
    Ok(Plan {
        seed: Seed::named(&format!("lesson {} 1", game.id())),
        seats: against(Level::Gentle, plan.seats.len(), someone),
        purpose: Purpose::Lesson,
        ..plan
    })
}

/// A person at the first seat, bots at the others.
pub(crate) fn against(level: Level, players: usize, someone: &Someone) -> Vec<Place> {
    seated_among(level, 0, players, someone)
}

/// A person at this seat, bots at the others.
pub(crate) fn seated_among(level: Level, seat: usize, players: usize, someone: &Someone) -> Vec<Place> {
    let bots = BOT_NAMES.iter().take(players).map(|name| Place::Bot {
        level,
        name: (*name).to_owned(),
    });
    let mut places: Vec<Place> = bots.collect();
    places[seat] = Place::Person {
        person: someone.person.id.clone(),
        name: someone.person.name.clone(),
    };
    places
}
