//! What an action would come to, before anybody decides.

use axum::extract::State;
use bobbin_catalog::{Happening, Json, Legal, PlayError};
use bobbin_game::Viewer;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::play::own_part;
use super::{Answer, Body, Path, Problems};
use crate::App;
use crate::differences::{Difference, differences};
use crate::error::Problem;
use crate::identity::Looker;
use crate::table::Reject;
use crate::work::Owner;

/// The most actions that are tried at once.
const MOST: usize = 64;

/// Actions to think about.
#[derive(Deserialize, ToSchema)]
pub(crate) struct PreviewBody {
    /// Which of your seats; not needed if you have one.
    #[serde(default)]
    #[schema(maximum = 7)]
    seat: Option<u8>,
    /// The actions in the game's notation. Several with semicolons between them are tried one after the other, as far
    /// as can be known.
    #[schema(max_items = 64)]
    actions: Vec<String>,
    /// Tell what you could do next, too?
    #[serde(default)]
    next: bool,
}

/// What one action would come to.
#[derive(Serialize, ToSchema)]
pub(crate) struct PreviewLine {
    /// The action.
    action: String,
    /// May it be done? If not, the rest is empty.
    is_legal: bool,
    /// Is `changes` all that would change? Otherwise luck or hidden things have a say in it, and it is empty.
    is_sure: bool,
    /// Could it be taken back? It cannot once luck was asked, something was shown or the turn has passed on.
    can_undo: bool,
    /// What would happen, up to where luck is asked.
    happenings: Vec<Happening>,
    /// What would change in your view.
    #[schema(value_type = Vec<Difference>)]
    changes: Json,
    /// What you could do next, if that was asked and `changes` is all that would change.
    next: Vec<Legal>,
}

/// What would it come to?
///
/// Each action is tried by itself, from what your seat knows and nothing else. Changes nothing.
#[utoipa::path(post, path = "/api/tables/{table}/preview", tag = "play", params(("table" = String, Path,)),
    request_body = PreviewBody, responses((status = 200, body = Vec<PreviewLine>), Problems))]
pub(crate) async fn preview(
    State(app): State<App>,
    Looker(person): Looker,
    Path(id): Path<String>,
    Body(body): Body<PreviewBody>,
) -> Result<Answer<Vec<PreviewLine>>, Problem> {
    if body.actions.len() > MOST {
        let message = format!("At most {MOST} actions are tried at once.");
        return Err(Problem::unacceptable("actions", message));
    }
    let table = app.live.table(&id).await?;
    let owner = Owner::Person(person.id.clone());
    let lines = app.work.answer(owner, move || {
        let (seat, playing) = own_part(&table, &person, body.seat)?;
        let now = playing
            .view_json(Viewer::Seat(seat))
            .map_err(|_| Problem::not_found("seat"))?;
        let lines = body.actions.iter().map(|action| {
            let refused = PreviewLine {
                action: action.clone(),
                is_legal: false,
                is_sure: false,
                can_undo: false,
                happenings: Vec::new(),
                changes: Json::of(&[(); 0]),
                next: Vec::new(),
            };
            match playing.preview(seat, action) {
                Ok(preview) => Ok(PreviewLine {
                    is_legal: true,
                    is_sure: preview.view.is_some(),
                    can_undo: preview.can_undo && table.plan.manners.undo,
                    happenings: preview.happenings,
                    changes: match preview.view {
                        Some(then) => differences(&now, &then),
                        None => refused.changes,
                    },
                    next: if body.next { preview.next } else { Vec::new() },
                    action: refused.action,
                }),
                Err(PlayError::Refused(_)) => Ok(refused),
                Err(PlayError::Notation(wrong)) => Err(Reject::Notation(wrong.to_string()).into()),
                Err(PlayError::NoSuchSeat(_)) => Err(Problem::not_found("seat")),
            }
        });
        lines.collect()
    });
    Ok(Answer(lines.await?))
}
