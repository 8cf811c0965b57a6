//! After the game, and reasons to come back: first games, "what if", daily deals, uploads, statistics, the campaign and
//! insight. The routes are in `api`; here is what they stand on.

pub(crate) mod daily;
pub(crate) mod games;
pub(crate) mod goodbye;
pub(crate) mod insight;
pub(crate) mod lesson;
pub(crate) mod rating;
pub(crate) mod statistics;
pub(crate) mod upload;
pub(crate) mod what_if;

use crate::App;
use crate::api::tables::NewTable;
use crate::error::Problem;
use crate::identity::Someone;
use crate::table::Plan;

/// The plan of a table that is for more than a game, if that is the wish.
pub(crate) async fn planned(app: &App, wish: &NewTable, someone: &Someone) -> Result<Option<Plan>, Problem> {
    match (&wish.from, wish.lesson) {
        (Some(_), true) => Err(Problem::unacceptable(
            "lesson",
            "A lesson has a deal of its own: leave out \"from\" or \"lesson\".",
        )),
        (Some(began), false) => what_if::plan(app, wish, began, someone).await.map(Some),
        (None, true) => lesson::plan(wish, someone).map(Some),
        (None, false) => Ok(None),
    }
}
