//! What if? A finished game is played on from one of its positions, with fresh luck.

use bobbin_game::Seed;

use super::{check_manners, seated_among_bots};
use crate::App;
use crate::daily;
use crate::error::Problem;
use crate::identity::Someone;
use crate::secrets;
use crate::table::{Began, Manners, Plan, Purpose, Reject, Status};
use crate::work::Owner;

/// `seat` is where the person sits: at the first that may act if none is named.
pub(crate) async fn plan(
    app: &App,
    began: Began,
    seat: Option<u8>,
    manners: Manners,
    someone: &Someone,
) -> Result<Plan, Problem> {
    check_manners(&manners)?;
    daily::check_may_look(app, &began.table, Some(&someone.person.id)).await?;
    let table = app.live.table(&began.table).await?;
    let someone = someone.clone();
    let owner = Owner::Person(someone.person.id.clone());
    let plan = app.work.answer(owner, move || {
        if table.status != Status::Over {
            return Err(Reject::NotOver.into());
        }
        let entries = table.playing.as_ref().ok_or(Reject::NotBegun)?.version();
        if began.index > entries {
            return Err(Problem::not_found("position"));
        }
        let playing = table.replayed(began.index)?;
        let to_act = playing.to_act();
        let first = to_act.first().ok_or_else(|| {
            Problem::unacceptable(
                "over",
                "The game is over at this position: begin from an earlier one.",
            )
        })?;
        let players = table.seats.len();
        let seat = seat.map_or(first.index(), usize::from);
        if seat >= players {
            return Err(Problem::not_found("seat"));
        }
        Ok(Plan {
            seed: Seed(secrets::random()),
            owner: someone.person.id.clone(),
            seats: seated_among_bots(manners.level, seat, players, &someone),
            manners: Manners {
                listed: false,
                ..manners
            },
            previous: None,
            position: Some(playing.position()),
            purpose: Purpose::WhatIf(began),
            ..Plan::clone(&table.plan)
        })
    });
    plan.await
}
