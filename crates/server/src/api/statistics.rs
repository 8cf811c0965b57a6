//! What one's games come to, and all of them to take along.

use std::convert::Infallible;

use axum::body::Body as HttpBody;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use bobbin_game::Seat;
use bytes::Bytes;
use futures_util::{StreamExt as _, stream};
use serde::Serialize;
use utoipa::ToSchema;

use super::records::{RecordSeen, told};
use super::{Answer, Problems};
use crate::App;
use crate::daily::today;
use crate::error::Problem;
use crate::finished_games::{FinishedGame, of_person};
use crate::identity::{Scope, Someone};
use crate::ratings::Player;
use crate::statistics::{GameStatistics, Statistics};
use crate::table::{Table, TableKind};
use crate::work::Owner;

/// What your games come to
///
/// Games from the start to the end that you played yourself, alone or against others; not first games, "what if",
/// uploads, games at which you had several seats, and games in which a bot played for you. For the rating, by Glicko-2,
/// nobody may have been away; the levels of bots are players like people.
#[utoipa::path(get, path = "/api/me/statistics", operation_id = "statistics", tag = "again",
    responses((status = 200, body = Statistics), Problems))]
pub(crate) async fn statistics(
    State(app): State<App>,
    someone: Someone,
) -> Result<Answer<Statistics>, Problem> {
    someone.check(Scope::Read)?;
    let games = games_of(&app, &someone.person.id).await?;
    Ok(Answer(Statistics { games }))
}

/// What somebody's games come to, title by title.
pub(super) async fn games_of(app: &App, person: &str) -> Result<Vec<GameStatistics>, Problem> {
    let (store, today) = (&*app.store, today(&app.clock));
    let mut games = Vec::new();
    for title in bobbin_catalog::games() {
        let own = of_person(store, person, Some(title.id())).await?;
        if own.is_empty() {
            continue;
        }
        let ratings = app.ratings.of(&app.live, title).await?;
        let rated = ratings.get(&Player::Person(person.to_owned())).copied();
        games.extend(GameStatistics::of(title, &own, person, rated, today));
    }
    Ok(games)
}

/// A game of yours.
#[derive(Serialize, ToSchema)]
pub(crate) struct GameExported {
    /// Where it was played.
    table: String,
    /// What the table was for.
    kind: TableKind,
    /// When it was finished, in milliseconds since 1970.
    finished_at: i64,
    /// Where you sat.
    #[schema(value_type = Vec<u8>)]
    your_seats: Vec<Seat>,
    /// All that happened.
    record: RecordSeen,
}

/// All your finished games as text
///
/// One record after the other, the oldest first, with an empty line between them. Games that began from a position of
/// another one are left out: a record tells only what came after.
#[utoipa::path(get, path = "/api/me/games.txt", operation_id = "games_text", tag = "again",
    responses((status = 200, content_type = "text/plain", body = String), Problems))]
pub(crate) async fn games_text(State(app): State<App>, someone: Someone) -> Result<Response, Problem> {
    let written = |of: &Exporting| {
        let is_whole = of.table.plan.position.is_none();
        Some(told(of.table, of.now).ok().filter(|_| is_whole)?.to_string())
    };
    let format = Format {
        content_type: "text/plain; charset=utf-8",
        around: ["", ""],
        between: "\n",
    };
    exported(&app, &someone, format, written).await
}

/// All your finished games
#[utoipa::path(get, path = "/api/me/games.json", operation_id = "games_json", tag = "again",
    responses((status = 200, body = Vec<GameExported>), Problems))]
pub(crate) async fn games_json(State(app): State<App>, someone: Someone) -> Result<Response, Problem> {
    let written = |of: &Exporting| {
        let exported = GameExported {
            table: of.game.table.clone(),
            kind: of.game.kind,
            finished_at: of.game.finished.at,
            your_seats: of.table.seats_of(of.person).collect(),
            record: RecordSeen::of(of.table, of.now).ok()?,
        };
        serde_json::to_string(&exported).ok()
    };
    let format = Format {
        content_type: "application/json",
        around: ["[", "]"],
        between: ",",
    };
    exported(&app, &someone, format, written).await
}

/// A game that is exported, for whom, and when.
struct Exporting<'a> {
    game: &'a FinishedGame,
    table: &'a Table,
    person: &'a str,
    now: i64,
}

/// What stands around and between the games of an export.
struct Format {
    content_type: &'static str,
    around: [&'static str; 2],
    between: &'static str,
}

/// One game after the other, each read from its log when the one before has been sent.
async fn exported(
    app: &App,
    someone: &Someone,
    format: Format,
    write: fn(&Exporting) -> Option<String>,
) -> Result<Response, Problem> {
    someone.check(Scope::Read)?;
    let person = someone.person.id.clone();
    let mut games = of_person(&*app.store, &person, None).await?;
    games.retain(|game| {
        let mut seats = game.finished.seats.iter();
        seats.any(|seat| seat.person.as_ref() == Some(&person))
    });
    let live = std::sync::Arc::clone(&app.live);
    let sending = stream::unfold((games.into_iter(), true), move |(mut games, is_first)| {
        let (live, person) = (std::sync::Arc::clone(&live), person.clone());
        async move {
            loop {
                let game = games.next()?;
                let owner = Owner::Person(person.clone());
                let table = live.past(owner, &game.table).await;
                let Ok(Some(table)) = table else { continue };
                let exporting = Exporting {
                    game: &game,
                    table: &table,
                    person: &person,
                    now: live.clock.wall(),
                };
                if let Some(text) = write(&exporting) {
                    let between = if is_first { "" } else { format.between };
                    return Some((format!("{between}{text}"), (games, false)));
                }
            }
        }
    });
    let [before, after] = format.around.map(|text| stream::iter([text.to_owned()]));
    let sending = before.chain(sending).chain(after);
    let body = HttpBody::from_stream(sending.map(|text| Ok::<Bytes, Infallible>(Bytes::from(text))));
    let headers = [
        (header::CONTENT_TYPE, format.content_type),
        (header::CACHE_CONTROL, "no-store"),
    ];
    Ok((headers, body).into_response())
}
