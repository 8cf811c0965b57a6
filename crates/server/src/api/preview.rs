//! What an action would come to, before anybody decides.

use axum::extract::State;
use bobbin_catalog::{Happening, Legal, PlayError};
use bobbin_game::Viewer;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use super::play::own_part;
use super::{Answer, Body, Path, Problems};
use crate::App;
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
    changes: Vec<Difference>,
    /// What you could do next, if that was asked and `changes` is all that would change.
    next: Vec<Legal>,
}

/// A part of a view that would be different.
#[derive(Serialize, ToSchema, PartialEq, Debug)]
pub(crate) struct Difference {
    /// Where: a JSON pointer into the view.
    path: String,
    /// What it would be.
    to: Value,
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
            .view(Viewer::Seat(seat))
            .map_err(|_| Problem::not_found("seat"))?;
        let lines = body.actions.iter().map(|action| {
            let refused = PreviewLine {
                action: action.clone(),
                is_legal: false,
                is_sure: false,
                can_undo: false,
                happenings: Vec::new(),
                changes: Vec::new(),
                next: Vec::new(),
            };
            match playing.preview(seat, action) {
                Ok(preview) => Ok(PreviewLine {
                    is_legal: true,
                    is_sure: preview.view.is_some(),
                    can_undo: preview.can_undo && table.plan.manners.undo,
                    happenings: preview.happenings,
                    changes: preview.view.map_or(Vec::new(), |then| differences(&now, &then)),
                    next: if body.next { preview.next } else { Vec::new() },
                    ..refused
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

/// The smallest parts in which two views differ; a list of another length differs as a whole.
fn differences(now: &Value, then: &Value) -> Vec<Difference> {
    let mut found = Vec::new();
    compare(now, then, &mut String::new(), &mut found);
    found
}

fn compare(now: &Value, then: &Value, path: &mut String, found: &mut Vec<Difference>) {
    let mut step = |key: &str, now: &Value, then: &Value| {
        let length = path.len();
        path.push('/');
        path.push_str(&key.replace('~', "~0").replace('/', "~1"));
        compare(now, then, path, found);
        path.truncate(length);
    };
    match (now, then) {
        (Value::Object(a), Value::Object(b)) if a.keys().eq(b.keys()) => {
            for (key, value) in a {
                step(key, value, &b[key]);
            }
        }
        (Value::Array(a), Value::Array(b)) if a.len() == b.len() => {
            for (index, (value, other)) in a.iter().zip(b).enumerate() {
                step(&index.to_string(), value, other);
            }
        }
        _ if now != then => found.push(Difference {
            path: path.clone(),
            to: then.clone(),
        }),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn only_what_differs_is_told_and_where() {
        let now = json!({ "bowl": [1, 2], "seats": [{ "a/b": 1, "hand": ["x"] }], "turn": 0 });
        let then = json!({ "bowl": [1, 3], "seats": [{ "a/b": 2, "hand": [] }], "turn": 0 });
        let told = differences(&now, &then);
        let told: Vec<(&str, &Value)> = told.iter().map(|part| (part.path.as_str(), &part.to)).collect();
        let expected = [
            ("/bowl/1", &json!(3)),
            ("/seats/0/a~1b", &json!(2)),
            ("/seats/0/hand", &json!([])),
        ];
        assert_eq!(told, expected);
        assert!(differences(&now, &now).is_empty());
    }
}
