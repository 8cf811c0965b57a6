//! Pages of people.

use axum::extract::State;
use axum::http::StatusCode;
use bobbin_catalog::CAMPAIGN_GAME;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::campaign::GoalKind;
use super::statistics::games_of;
use super::{Answer, Body, Path, Problems};
use crate::App;
use crate::campaign;
use crate::daily::check_may_look;
use crate::error::Problem;
use crate::identity::{Asker, Scope, Someone, Visitor};
use crate::people::pages::{KeptPage, MOST_PINS, check_may_have, checked_handle, found, page_of, put};
use crate::people::ties::{ASK, Ends, FOLLOW, FRIEND, Tied};
use crate::statistics::ShownGame;
use crate::summary::{Summarized, Summary};
use crate::work::Owner;

/// What a page shows that is worked out from all games of its owner.
pub(crate) struct ShownWork {
    games: Vec<ShownGame>,
    goals: Vec<ShownGoal>,
    goals_of: usize,
}

/// Something that was achieved.
#[derive(Clone, Serialize, ToSchema)]
pub(crate) struct ShownGoal {
    /// The game's id.
    game: String,
    /// Its name for people.
    name: String,
    /// What kind it is.
    kind: GoalKind,
}

/// A finished game that somebody shows.
#[derive(Serialize, ToSchema)]
pub(crate) struct Pin {
    /// Where it is to be seen.
    table: String,
    /// The game's id.
    game: String,
    /// How many seats there were.
    players: usize,
    /// Their seat.
    seat: usize,
    /// Their points.
    total: f64,
    /// Did they win it against others?
    won: bool,
}

/// How you stand to somebody.
#[derive(Serialize, ToSchema)]
pub(crate) struct StandingTo {
    /// It is you.
    is_you: bool,
    /// The name of your friendship for the server, if you are friends.
    #[schema(required)]
    friend: Option<String>,
    /// The name of their request, if they ask to be your friend.
    #[schema(required)]
    asking: Option<String>,
    /// The name of your request, if you have asked them.
    #[schema(required)]
    asked: Option<String>,
    /// What your following them is called, if you do.
    #[schema(required)]
    follow: Option<String>,
}

/// What somebody shows of themselves.
#[derive(Serialize, ToSchema)]
pub(crate) struct PublicPage {
    /// The handle, as its owner writes it.
    handle: String,
    /// Their name.
    name: String,
    /// What their games come to, title by title.
    games: Vec<ShownGame>,
    /// What they have achieved.
    goals: Vec<ShownGoal>,
    /// Of how much there is.
    goals_of: usize,
    /// Games they show, the latest pinned first.
    pins: Vec<Pin>,
    /// How you stand to them; null for who has not come in.
    #[schema(required)]
    you: Option<StandingTo>,
}

/// Somebody's page
///
/// For those who want one: what their games come to, what they have achieved, and games they show. Nothing of when,
/// with whom or where they play. `404` where there is none, it is turned off, or it is not for you.
#[utoipa::path(get, path = "/api/people/{handle}", operation_id = "public_page", tag = "people",
    params(("handle" = String, Path,)), responses((status = 200, body = PublicPage), Problems))]
pub(crate) async fn one(
    State(app): State<App>,
    visitor: Visitor,
    Asker(owner): Asker,
    Path(handle): Path<String>,
) -> Result<Answer<PublicPage>, Problem> {
    let (person, page) = found(&*app.store, &handle, visitor.0.as_deref()).await?;
    let shown = match app.pages.get(&person.id) {
        Some(shown) => shown,
        None => app
            .pages
            .keep(&person.id, shown_work(&app, owner, &person.id).await?),
    };
    let mut pins = Vec::new();
    for table in &page.pins {
        // The deal of a day is a secret here, too.
        if check_may_look(&app, table, visitor.id()).await.is_ok() {
            pins.extend(pinned(&app, &person.id, table).await?);
        }
    }
    let you = match visitor.reader() {
        Some(me) => Some(standing_to(&app, me, &person.id).await?),
        None => None,
    };
    Ok(Answer(PublicPage {
        handle: page.handle,
        name: person.name,
        games: shown.games.clone(),
        goals: shown.goals.clone(),
        goals_of: shown.goals_of,
        pins,
        you,
    }))
}

async fn shown_work(app: &App, owner: Owner, person: &str) -> Result<ShownWork, Problem> {
    let games = games_of(app, person).await?;
    let (chart, _) = campaign::of(app, owner, person).await?;
    let done = chart.goals.iter().filter(|goal| goal.done_by.is_some());
    let goals = done.map(|goal| ShownGoal {
        game: CAMPAIGN_GAME.to_owned(),
        name: goal.name.clone(),
        kind: goal.kind.into(),
    });
    Ok(ShownWork {
        games: games.into_iter().map(ShownGame::from).collect(),
        goals: goals.collect(),
        goals_of: chart.goals.len(),
    })
}

async fn pinned(app: &App, person: &str, table: &str) -> Result<Option<Pin>, Problem> {
    let Some(row) = app.store.table(table).await? else {
        return Ok(None);
    };
    let summary: Summary = serde_json::from_str(&row.summary).unwrap_or_default();
    let Summarized::Some(finished) = summary.result else {
        return Ok(None);
    };
    let mut seats = finished.seats.iter();
    let seat = seats.position(|seat| seat.person.as_deref() == Some(person));
    Ok(seat.map(|seat| Pin {
        table: row.id,
        game: row.game,
        players: finished.seats.len(),
        seat,
        total: f64::from(finished.seats[seat].total) / 4.0,
        won: finished.seats.len() > 1 && finished.seats[seat].won,
    }))
}

async fn standing_to(app: &App, me: &str, other: &str) -> Result<StandingTo, Problem> {
    let store = &*app.store;
    let with = |ties: Vec<Tied>| {
        ties.into_iter()
            .find(|tied| tied.other == other)
            .map(|tied| tied.id)
    };
    Ok(StandingTo {
        is_you: me == other,
        friend: with(FRIEND.all_from(store, me).await?),
        asking: with(ASK.all_to(store, me).await?),
        asked: if ASK.is_tied(store, Ends::of(me, other)).await? {
            with(ASK.all_from(store, me).await?)
        } else {
            None
        },
        follow: with(FOLLOW.all_from(store, me).await?),
    })
}

/// Your page.
#[derive(Serialize, ToSchema)]
pub(crate) struct OwnPage {
    /// Its handle; null as long as you have chosen none.
    #[schema(required)]
    handle: Option<String>,
    /// Is it shown?
    on: bool,
    /// Tables of finished games that it shows, the latest pinned first.
    pins: Vec<String>,
    /// May you have one? A guest may not: a login or a passkey comes first.
    allowed: bool,
}

/// Your page
#[utoipa::path(get, path = "/api/me/page", operation_id = "own_page", tag = "people",
    responses((status = 200, body = OwnPage), Problems))]
pub(crate) async fn own(State(app): State<App>, someone: Someone) -> Result<Answer<OwnPage>, Problem> {
    someone.check(Scope::Account)?;
    let page = page_of(&*app.store, &someone.person.id).await?;
    let allowed = check_may_have(&app, &someone.person).await.is_ok();
    Ok(Answer(told(page, allowed)))
}

fn told(page: Option<KeptPage>, allowed: bool) -> OwnPage {
    OwnPage {
        on: page.as_ref().is_some_and(|page| page.on),
        pins: page.as_ref().map_or(Vec::new(), |page| page.pins.clone()),
        handle: page.map(|page| page.handle),
        allowed,
    }
}

/// What your page shall be.
#[derive(Deserialize, ToSchema)]
pub(crate) struct PageBody {
    /// 3 to 20 letters, digits, hyphens and underscores, a letter first.
    #[schema(max_length = 40)]
    handle: String,
    /// Show it?
    on: bool,
}

/// Show or hide your page
///
/// Off, it is gone at once for everybody; its handle stays yours. `409 handle_taken`: somebody has it, or one that
/// looks like it.
#[utoipa::path(put, path = "/api/me/page", operation_id = "set_page", tag = "people", request_body = PageBody,
    responses((status = 200, body = OwnPage), Problems))]
pub(crate) async fn set(
    State(app): State<App>,
    someone: Someone,
    Body(body): Body<PageBody>,
) -> Result<Answer<OwnPage>, Problem> {
    someone.check(Scope::Account)?;
    let (store, me) = (&*app.store, &someone.person);
    let handle = checked_handle(&body.handle)?;
    check_may_have(&app, me).await?;
    app.limits.asks.check(&me.id)?;
    let before = page_of(store, &me.id).await?;
    let page = KeptPage {
        handle,
        on: body.on,
        pins: before.map_or(Vec::new(), |before| before.pins),
    };
    put(store, &app.clock, &me.id, &page).await?;
    Ok(Answer(told(Some(page), true)))
}

/// Show a finished game on your page
///
/// One in which you sat. Whoever sees your page can see its replay then.
#[utoipa::path(put, path = "/api/me/page/pins/{table}", operation_id = "pin", tag = "people",
    params(("table" = String, Path,)), responses((status = 204), Problems))]
pub(crate) async fn pin(
    State(app): State<App>,
    someone: Someone,
    Path(table): Path<String>,
) -> Result<StatusCode, Problem> {
    someone.check(Scope::Account)?;
    let (store, me) = (&*app.store, &someone.person.id);
    let page = page_of(store, me).await?;
    let mut page = page.ok_or_else(|| {
        let message = "Choose a handle for your page first.";
        Problem::conflict("no_page", message)
    })?;
    if pinned(&app, me, &table).await?.is_none() {
        let message = "A page shows games that you have played to their end.";
        return Err(Problem::unacceptable("not_finished", message));
    }
    page.pins.retain(|pin| *pin != table);
    if page.pins.len() >= MOST_PINS {
        let message = format!("A page shows {MOST_PINS} games: take one off it first.");
        return Err(Problem::conflict("too_many_pins", message));
    }
    page.pins.insert(0, table);
    put(store, &app.clock, me, &page).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Show a game no more
#[utoipa::path(delete, path = "/api/me/page/pins/{table}", operation_id = "unpin", tag = "people",
    params(("table" = String, Path,)), responses((status = 204), Problems))]
pub(crate) async fn unpin(
    State(app): State<App>,
    someone: Someone,
    Path(table): Path<String>,
) -> Result<StatusCode, Problem> {
    someone.check(Scope::Account)?;
    let (store, me) = (&*app.store, &someone.person.id);
    if let Some(mut page) = page_of(store, me).await? {
        page.pins.retain(|pin| *pin != table);
        put(store, &app.clock, me, &page).await?;
    }
    Ok(StatusCode::NO_CONTENT)
}
