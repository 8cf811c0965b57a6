//! Insight into finished games.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use bobbin_catalog::insight::Insight;
use serde::Serialize;
use utoipa::ToSchema;

use super::records::finished;
use super::{Answer, Path, Problems};
use crate::App;
use crate::error::Problem;
use crate::identity::{Scope, Someone};
use crate::insight::{InsightJob, Progress};
use crate::table::Table;

/// How far the work on an insight is.
#[derive(Serialize, ToSchema)]
#[serde(tag = "status", rename_all = "snake_case")]
pub(crate) enum InsightSeen {
    /// Nobody has asked for it.
    None,
    /// It is being worked out.
    Working {
        /// So many actions are done.
        done: usize,
        /// Of so many; 0 while other games are before it.
        of: usize,
    },
    /// Here it is.
    Ready {
        /// Luck told apart from choices, what each action lost, and the moments that mattered. `index` is that of the
        /// position before the action.
        insight: Box<Insight>,
    },
}

impl From<Progress> for InsightSeen {
    fn from(progress: Progress) -> Self {
        match progress {
            Progress::None => InsightSeen::None,
            Progress::Working { done, of } => InsightSeen::Working { done, of },
            Progress::Ready(insight) => InsightSeen::Ready { insight },
        }
    }
}

/// What there is to look into: a game that was played from its start to its end.
fn job(table: &Table) -> Result<InsightJob, Problem> {
    let playing = finished(table)?;
    if playing.outcome().is_none() {
        let message = "This table ended before its game: there is no result to explain.";
        return Err(Problem::unacceptable("no_result", message));
    }
    if table.plan.position.is_some() {
        let message = "This game began from a position: only a whole game can be looked into.";
        return Err(Problem::unacceptable("from_position", message));
    }
    Ok(InsightJob {
        record: playing.record(),
        seed: table.plan.seed,
    })
}

/// Ask for an insight
///
/// What a finished game was worth, worked out in the background by the search bot with each seat's own knowledge. Once
/// for each game: who asks again is told how far it is.
#[utoipa::path(post, path = "/api/tables/{table}/insight", operation_id = "ask_insight", tag = "again",
    params(("table" = String, Path,)), responses((status = 202, body = InsightSeen), Problems))]
pub(crate) async fn ask(
    State(app): State<App>,
    someone: Someone,
    Path(id): Path<String>,
) -> Result<Response, Problem> {
    someone.check(Scope::Play)?;
    app.limits.hints.check(&someone.person.id)?;
    let job = app.live.look(&id, job).await?;
    app.insights.begin(&id, &someone.person.id, job).await?;
    let progress = app.insights.progress(&id).await?;
    Ok((StatusCode::ACCEPTED, Answer(InsightSeen::from(progress))).into_response())
}

/// An insight, or how far it is
#[utoipa::path(get, path = "/api/tables/{table}/insight", operation_id = "insight", tag = "again",
    params(("table" = String, Path,)), responses((status = 200, body = InsightSeen), Problems))]
pub(crate) async fn look(
    State(app): State<App>,
    Path(id): Path<String>,
) -> Result<Answer<InsightSeen>, Problem> {
    app.live.look(&id, |table| finished(table).map(drop)).await?;
    Ok(Answer(app.insights.progress(&id).await?.into()))
}
