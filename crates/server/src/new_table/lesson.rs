//! The guided first game: the same deal and the same answers of the same bot for everybody.

use bobbin_catalog::{Occasion, options_on};
use bobbin_game::Seed;

use super::against_bots;
use crate::error::Problem;
use crate::identity::Someone;
use crate::table::{ClockPlan, Level, Manners, Plan, Purpose, Watch};

/// `pace` is how long the bot waits before it acts, in milliseconds.
pub(crate) fn plan(game: &str, pace: u32, someone: &Someone) -> Result<Plan, Problem> {
    let none = || Problem::unacceptable("lesson", "There is no guided first game of this.");
    let game = bobbin_catalog::find(game).map_err(|_| none())?;
    let options = options_on(Occasion::Lesson, game).ok_or_else(none)?;
    let manners = Manners {
        listed: false,
        watch: Watch::Anyone,
        clock: ClockPlan::None,
        undo: true,
        chat: false,
        hints: true,
        level: Level::Gentle,
        pace,
    };
    let plan = super::plan(game.id(), &options, None, manners, someone)?;
    Ok(Plan {
        seed: Seed::named(&format!("lesson {} 1", game.id())),
        seats: against_bots(Level::Gentle, plan.seats.len(), someone),
        purpose: Purpose::Lesson,
        ..plan
    })
}
