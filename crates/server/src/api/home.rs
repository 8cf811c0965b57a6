//! What the home page shows, in one answer: where the net is slow each question costs a round trip.

use axum::extract::State;
use bobbin_store::TableFilter;
use serde::Serialize;
use utoipa::ToSchema;

use super::daily::{DailySeen, deals_of};
use super::games::{GameInfo, all_games};
use super::invitations::{InvitationSeen, of_visitor};
use super::lists::{TableLine, lines, tables_of_friends};
use super::people::Me;
use super::{Answer, Problems};
use crate::App;
use crate::daily::today;
use crate::error::Problem;
use crate::identity::Visitor;
use crate::people::ties::ASK;
use crate::table::Status;

/// What the home page shows.
#[derive(Serialize, ToSchema)]
pub(crate) struct Home {
    /// You; null for someone who has not come in yet.
    #[schema(required)]
    me: Option<Me>,
    /// All games.
    games: Vec<GameInfo>,
    /// Your tables that are not over, the latest first.
    mine: Vec<TableLine>,
    /// Listed tables that wait for players, the latest first.
    open: Vec<TableLine>,
    /// Listed games under way, the latest first.
    running: Vec<TableLine>,
    /// Your finished games, the latest first.
    finished: Vec<TableLine>,
    /// Today's deals.
    daily: DailySeen,
    /// What you are invited to, the latest first.
    invitations: Vec<InvitationSeen>,
    /// Listed tables that are not over where your friends sit, or people you follow, the latest first.
    friends: Vec<TableLine>,
    /// How many ask to be your friend.
    asking: usize,
}

/// The most lines of a list.
const MOST_LINES: u32 = 30;

/// What the home page shows
///
/// Who you are, the games, your tables and those that wait for players, and today's deals. Nobody has to come in
/// as a guest for it: without a cookie there is just nothing of yours in it.
#[utoipa::path(get, path = "/api/home", operation_id = "home_page", tag = "games", responses((status = 200, body = Home), Problems))]
pub(crate) async fn home(State(app): State<App>, visitor: Visitor) -> Result<Answer<Home>, Problem> {
    let person = visitor.reader();
    let of = async |status: Status, is_own: bool| {
        if is_own && person.is_none() {
            return Ok(Vec::new());
        }
        let filter = TableFilter {
            game: None,
            status: Some(status.name().to_owned()),
            person: person.filter(|_| is_own).map(str::to_owned),
            unlisted: false,
            before: None,
            limit: MOST_LINES,
        };
        lines(&app, &filter, &visitor).await
    };
    let mut mine = of(Status::Running, true).await?;
    mine.extend(of(Status::Open, true).await?);
    mine.sort_by_key(|line| std::cmp::Reverse(line.updated_at));
    let asking = match person {
        Some(me) => ASK.all_to(&*app.store, me).await?.len(),
        None => 0,
    };
    Ok(Answer(Home {
        me: visitor.0.as_ref().map(|session| Me::from(&session.person)),
        games: all_games(&app),
        mine,
        open: of(Status::Open, false).await?,
        running: of(Status::Running, false).await?,
        finished: of(Status::Over, true).await?,
        daily: deals_of(&app, today(&app.clock), person).await?,
        invitations: of_visitor(&app, &visitor).await?,
        friends: tables_of_friends(&app, &visitor).await?,
        asking,
    }))
}
