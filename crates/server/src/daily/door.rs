//! Who may look at a table of a daily deal: it is a secret as long as its day lasts.

use super::{PREFIX, attempt_of};
use crate::App;
use crate::error::Problem;

/// May this person look at this table? At one of a daily deal only who plays there or has played the deal, as long as
/// the day lasts.
pub(crate) async fn check_may_look(app: &App, table: &str, person: Option<&str>) -> Result<(), Problem> {
    if !table.starts_with(PREFIX) {
        return Ok(());
    }
    let (game, date, is_owner) = app
        .live
        .look(table, |table| {
            let is_owner = person == Some(table.plan.owner.as_str());
            Ok((table.plan.game.clone(), table.plan.purpose.date(), is_owner))
        })
        .await?;
    let Some(date) = date.filter(|date| !is_owner && !date.is_over(app.clock.wall())) else {
        return Ok(());
    };
    let own = match person {
        Some(person) => attempt_of(&*app.store, &game, date, person).await?,
        None => None,
    };
    if own.is_some_and(|attempt| attempt.result.is_some()) {
        return Ok(());
    }
    Err(Problem::forbidden(
        "daily",
        "This is today's deal: play it yourself first, then you may look.",
    ))
}
