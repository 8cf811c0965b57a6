//! What somebody says ahead of their turn.

use axum::extract::State;
use bobbin_game::{Seat, Viewer};
use serde::Deserialize;
use serde_json::Value;
use utoipa::ToSchema;

use super::play::own_part;
use super::tables::{TableSeen, changed, own_seat};
use super::{Answer, Body, Path, Problems};
use crate::App;
use crate::error::Problem;
use crate::identity::Someone;
use crate::live::Decision;
use crate::table::{Entry, Reject, Status, Table, check_together};
use crate::work::Owner;

/// What to do when one's turn comes.
#[derive(Deserialize, ToSchema)]
pub(crate) struct PreparedBody {
    /// Which of your seats; not needed if you have one.
    #[serde(default)]
    #[schema(maximum = 7)]
    seat: Option<u8>,
    /// The action in the game's notation; several with semicolons between them are done together, as when you act.
    /// Neither this nor pieces: what was prepared is done no more.
    #[serde(default)]
    #[schema(max_length = 200)]
    action: Option<String>,
    /// The pieces to touch for it, in order, instead of an action.
    #[serde(default)]
    #[schema(max_items = 20)]
    picks: Vec<String>,
}

/// Say what you will do when your turn comes
///
/// It is done then, if it is still legal, after the same pause as a bot makes, and counts as any action of yours.
/// `now.in_advance` tells you what is prepared, and what came of it; nobody else is told. Whatever you do yourself
/// before takes its place. `409 your_turn`: do it at once instead.
#[utoipa::path(post, path = "/api/tables/{table}/prepare", tag = "play", params(("table" = String, Path,)),
    request_body = PreparedBody, responses((status = 200, body = TableSeen), Problems))]
pub(crate) async fn prepare(
    State(app): State<App>,
    someone: Someone,
    Path(id): Path<String>,
    Body(body): Body<PreparedBody>,
) -> Result<Answer<TableSeen>, Problem> {
    app.limits.tables.check(&someone.person.id)?;
    let number = body.seat;
    let meant = if body.action.is_none() && body.picks.is_empty() {
        None
    } else {
        Some(meant(&app, &id, &someone, body).await?)
    };
    let prepare = move |table: &Table, person: &str| {
        let seat = own_seat(table, person, number)?;
        let (action, words) = meant.clone().unzip();
        let entry = Entry::Prepared {
            seat,
            action,
            words: words.flatten(),
        };
        Ok((Viewer::Seat(seat), Decision::Add(entry)))
    };
    changed(&app, &id, &someone, prepare).await
}

/// The action that is meant, and how it is said. Whether it is legal shows when the turn comes.
async fn meant(
    app: &App,
    id: &str,
    someone: &Someone,
    body: PreparedBody,
) -> Result<(String, Option<Value>), Problem> {
    let table = app.live.table(id).await?;
    if table.status != Status::Running {
        return Err(Reject::NotBegun.into());
    }
    let owner = || Owner::Person(someone.person.id.clone());
    let (person, number) = (someone.person.clone(), body.seat);
    let (seat, _) = own_part(&table, &person, number)?;
    let (looked, is_text) = (table.clone(), body.action.is_some());
    let action = app.work.answer(owner(), move || {
        let (seat, playing) = own_part(&looked, &person, number)?;
        let no_seat = |_| Problem::not_found("seat");
        match body.action {
            Some(action) => {
                check_together(&action)?;
                Ok(Some(action))
            }
            None => Ok(match playing.why_not(seat, &body.picks).map_err(no_seat)? {
                bobbin_catalog::WhyNot::NothingMeant => None,
                bobbin_catalog::WhyNot::Legal { action } | bobbin_catalog::WhyNot::Refused { action, .. } => {
                    Some(action)
                }
            }),
        }
    });
    let nothing = || Problem::unacceptable("nothing_meant", "These pieces say no action yet.");
    let action = action.await?.ok_or_else(nothing)?;
    let told = action.clone();
    let said = app.work.answer(owner(), move || {
        let playing = table.playing.as_deref().ok_or(Reject::NotBegun)?;
        let said = playing.said(seat, &told);
        said.map_err(|wrong| Reject::Notation(wrong.to_string()).into())
    });
    match said.await {
        Ok(sentences) => Ok((action, joined(sentences))),
        Err(problem) if is_text && problem.code == "no_action" => Err(problem),
        // No words are there for what nobody could do: it is shown as it is written.
        Err(_) => Ok((action, None)),
    }
}

/// Several sentences as one.
fn joined(sentences: Vec<bobbin_game::Sentence>) -> Option<Value> {
    let mut parts: Vec<Value> = Vec::new();
    for sentence in sentences {
        let Ok(Value::Array(more)) = serde_json::to_value(sentence) else {
            return None;
        };
        if !parts.is_empty() {
            parts.push(Value::from("; "));
        }
        parts.extend(more);
    }
    (!parts.is_empty()).then_some(Value::Array(parts))
}

/// Whether one's only choice is to be done for one.
#[derive(Deserialize, ToSchema)]
pub(crate) struct SkipBody {
    /// Which of your seats; all of yours if you do not say.
    #[serde(default)]
    #[schema(maximum = 7)]
    seat: Option<u8>,
    /// Is it?
    on: bool,
}

/// Have your only choice done for you, or not any more
///
/// Where there is one legal action and nothing that you could take back, it is done after the same pause as a bot
/// makes. Nobody else is told that you want it; how quick you were everybody sees.
#[utoipa::path(post, path = "/api/tables/{table}/skip", tag = "play", params(("table" = String, Path,)),
    request_body = SkipBody, responses((status = 200, body = TableSeen), Problems))]
pub(crate) async fn skip(
    State(app): State<App>,
    someone: Someone,
    Path(id): Path<String>,
    Body(body): Body<SkipBody>,
) -> Result<Answer<TableSeen>, Problem> {
    app.limits.tables.check(&someone.person.id)?;
    let on = body.on;
    let seats: Vec<Seat> = app
        .live
        .look(&id, |table| match body.seat {
            Some(_) => Ok(vec![own_seat(table, &someone.person.id, body.seat)?]),
            None => Ok(table.seats_of(&someone.person.id).collect()),
        })
        .await?;
    let (last, others) = seats.split_last().ok_or_else(|| Problem::not_found("seat"))?;
    for seat in others {
        changed(&app, &id, &someone, skipping(*seat, on)).await?;
    }
    changed(&app, &id, &someone, skipping(*last, on)).await
}

fn skipping(
    seat: Seat,
    on: bool,
) -> impl Fn(&Table, &str) -> Result<(Viewer, Decision), Problem> + Send + 'static {
    move |table, person| {
        let seat = own_seat(table, person, Some(seat.index() as u8))?;
        let viewer = Viewer::Seat(seat);
        if table.skips(seat) == on {
            return Ok((viewer, Decision::Done(table.applied(viewer))));
        }
        Ok((viewer, Decision::Add(Entry::Skips { seat, on })))
    }
}
