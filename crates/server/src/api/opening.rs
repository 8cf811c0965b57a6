//! All that a page needs to show a table, in one answer and of one moment.

use std::sync::Arc;

use axum::extract::State;
use bobbin_game::Viewer;
use serde::Serialize;
use utoipa::ToSchema;

use super::games::{GameInfo, info as game_info};
use super::neighbors::muted_at;
use super::people::Me;
use super::tables::{SeatQuery, seen_by, viewer};
use super::{Path, Problems, Query, Written};
use crate::App;
use crate::error::Problem;
use crate::identity::{Asker, Visitor};
use crate::people::neighbors::{heard, kept_by};
use crate::sessions::Session;
use crate::table::{ChatLine, LogSeen, Seen, Table, TableInfo};

/// A table as you see it, with all that was before.
#[derive(Serialize, ToSchema)]
pub(crate) struct Opening {
    /// You; null for someone who has not come in yet.
    #[schema(required)]
    me: Option<Me>,
    /// What is played.
    game: GameInfo,
    /// What everybody may know.
    table: TableInfo,
    /// What you see.
    now: Seen,
    /// How many follow the table without a seat, at this server.
    watching: usize,
    /// What has happened: up to `now.event`, so that a stream that begins after that goes on from here.
    log: LogSeen,
    /// What was said.
    chat: Vec<ChatLine>,
    /// The seats of people you have muted or blocked: what they say is yours to hide.
    muted: Vec<u16>,
}

/// Works out an opening: a long log takes its time.
pub(crate) async fn opening(
    app: &App,
    table: Arc<Table>,
    session: Option<Arc<Session>>,
    viewer: Viewer,
) -> Result<impl FnOnce() -> Result<Written, Problem> + Send + 'static, Problem> {
    let reader = session.as_ref().filter(|session| session.reads());
    let muted = match reader {
        Some(reader) => muted_at(&table, &kept_by(&*app.store, &reader.person.id).await?),
        None => Vec::new(),
    };
    let game = bobbin_catalog::find(&table.plan.game).map_err(|_| Problem::not_found("game"))?;
    let game = game_info(app, game);
    let chat = heard(&*app.store, &table, session.as_deref()).await?;
    let watching = app.live.watching(&table.id).await?;
    let (info, now) = seen_by(app, &table, session.as_deref(), viewer);
    Ok(move || {
        Written::of(&Opening {
            me: session.map(|session| Me::from(&session.person)),
            game,
            table: info,
            now,
            watching,
            log: table.log(viewer),
            chat,
            muted,
        })
    })
}

/// A table as you see it, with all that was before
///
/// What a page needs to show a table and then follow its stream with `after` = `now.event`.
#[utoipa::path(get, path = "/api/tables/{table}/opening", operation_id = "open_table", tag = "tables",
    params(("table" = String, Path,), SeatQuery), responses((status = 200, body = Opening), Problems))]
pub(crate) async fn one(
    State(app): State<App>,
    visitor: Visitor,
    Asker(owner): Asker,
    Path(id): Path<String>,
    Query(query): Query<SeatQuery>,
) -> Result<Written, Problem> {
    let who = |table: &Table| viewer(table, visitor.0.as_deref(), query.seat.as_deref());
    let (table, viewer) = app.live.table_for(&id, who, visitor.0.is_some()).await?;
    let opening = opening(&app, table, visitor.0, viewer).await?;
    app.work.answer(owner, opening).await
}
