//! Finding a game: looking for one, taking what others look for, and hearing of it.

pub(super) mod events;
mod seen;

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use bobbin_catalog::AnyGame;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use self::seen::{Eyes, LobbySeen};
use super::{Answer, Body, Path, Problems};
use crate::App;
use crate::error::Problem;
use crate::identity::{Scope, Someone, Visitor};
use crate::lobby::{Found, Reach, Seeker, Speed, Taker, Wish};
use crate::ratings::Player;

/// The bounds of what somebody may say of how near a rating has to be.
const NEAREST: u16 = 50;
const FURTHEST: u16 = 1_000;

/// What you look for.
#[derive(Deserialize, ToSchema)]
pub(crate) struct SeekBody {
    /// The game's id.
    #[schema(example = "circuitous", max_length = 40)]
    game: String,
    /// The fewest who play; as few as can if you do not say. At least two.
    #[serde(default)]
    #[schema(minimum = 2, maximum = 8)]
    fewest: Option<u8>,
    /// The most who play; as many as can if you do not say. If enough are there, more are waited for a little.
    #[serde(default)]
    #[schema(minimum = 2, maximum = 8)]
    most: Option<u8>,
    /// How fast.
    speed: Speed,
    /// So near to yours the ratings of the others have to be; whoever comes if you do not say.
    #[serde(default)]
    #[schema(minimum = 50, maximum = 1000)]
    within: Option<u16>,
}

/// A wish to play at once.
#[derive(Deserialize, ToSchema)]
pub(crate) struct QuickBody {
    /// The game's id.
    #[schema(example = "circuitous", max_length = 40)]
    game: String,
}

/// What you have come to.
#[derive(Serialize, ToSchema)]
pub(crate) struct Looking {
    /// The seek you are in; null if your game has begun.
    #[schema(required)]
    seek: Option<String>,
    /// The table where your game has begun; null while you look for it.
    #[schema(required)]
    table: Option<String>,
}

impl From<Found> for Looking {
    fn from(Found { seek, table }: Found) -> Self {
        Looking { seek, table }
    }
}

/// What goes on in the lobby
///
/// Who looks for a game, which tables wait for players, which games one can watch. Seeks and tables of people who have
/// blocked you, or whom you have, are not among them.
#[utoipa::path(get, path = "/api/lobby", operation_id = "lobby", tag = "lobby",
    responses((status = 200, body = LobbySeen), Problems))]
pub(crate) async fn lobby(State(app): State<App>, visitor: Visitor) -> Result<Answer<LobbySeen>, Problem> {
    let now = app.lobby.look().await?;
    let seen = Eyes::default().see(&app, visitor.reader(), &now).await?;
    Ok(Answer(seen))
}

/// Look for a game
///
/// You join those whose wishes go with yours, or wait for others. You are in one seek of each title: a new one takes
/// its place. A seek for a live game ends soon after you have gone: follow `/api/lobby/events` or a table meanwhile.
/// Any other stands for a week.
#[utoipa::path(post, path = "/api/lobby/seeks", operation_id = "look_for_game", tag = "lobby", request_body = SeekBody,
    responses((status = 201, body = Looking), Problems))]
pub(crate) async fn look_for(
    State(app): State<App>,
    someone: Someone,
    Body(body): Body<SeekBody>,
) -> Result<Response, Problem> {
    let title = title(&body.game)?;
    let (least, greatest) = numbers(title)?;
    let (fewest, most) = (body.fewest.unwrap_or(least), body.most.unwrap_or(greatest));
    let can_play = |players: u8| title.player_counts().contains(&usize::from(players));
    if fewest < 2 || fewest > most || !(fewest..=most).all(can_play) {
        let message = format!(
            "{} is for {least} to {greatest} who look for each other.",
            title.name()
        );
        return Err(Problem::unacceptable("players", message));
    }
    let reach = match body.within {
        None => Reach::Anyone,
        Some(points) if (NEAREST..=FURTHEST).contains(&points) => Reach::Within(points),
        Some(_) => {
            let message = format!("How near a rating has to be is {NEAREST} to {FURTHEST} points.");
            return Err(Problem::unacceptable("within", message));
        }
    };
    let wish = Wish {
        fewest,
        most,
        speed: body.speed,
        reach,
    };
    wait(&app, &someone, title, wish).await
}

/// Play somebody now
///
/// You join whoever looks for this, or wait for them: at first for those whose rating is near to yours, then for
/// others, too.
#[utoipa::path(post, path = "/api/lobby/quick", operation_id = "play_somebody", tag = "lobby", request_body = QuickBody,
    responses((status = 201, body = Looking), Problems))]
pub(crate) async fn quick(
    State(app): State<App>,
    someone: Someone,
    Body(body): Body<QuickBody>,
) -> Result<Response, Problem> {
    let title = title(&body.game)?;
    let (fewest, most) = numbers(title)?;
    let wish = Wish {
        fewest,
        most,
        speed: Speed::Live,
        reach: Reach::Near,
    };
    wait(&app, &someone, title, wish).await
}

/// Take a seek
///
/// You join those who look for it, on their terms. Once enough are there the game begins.
#[utoipa::path(post, path = "/api/lobby/seeks/{seek}/join", operation_id = "take_seek", tag = "lobby",
    params(("seek" = String, Path,)),
    responses((status = 200, body = Looking), Problems))]
pub(crate) async fn take(
    State(app): State<App>,
    someone: Someone,
    Path(id): Path<String>,
) -> Result<Answer<Looking>, Problem> {
    check(&app, &someone)?;
    let game = app.lobby.game_of(&id).await?;
    let person = &someone.person;
    let taker = Taker {
        person: person.id.clone(),
        name: person.name.clone(),
        rating: rating(&app, title(&game)?, &person.id).await?,
    };
    Ok(Answer(app.lobby.take(&id, &taker).await?.into()))
}

/// Stop looking
///
/// Those who would have played with you look on.
#[utoipa::path(delete, path = "/api/lobby/seeks/{seek}", operation_id = "stop_looking", tag = "lobby",
    params(("seek" = String, Path,)),
    responses((status = 204), Problems))]
pub(crate) async fn stop(
    State(app): State<App>,
    someone: Someone,
    Path(id): Path<String>,
) -> Result<StatusCode, Problem> {
    check(&app, &someone)?;
    if app.lobby.stop(&id, &someone.person.id).await? {
        Ok(StatusCode::NO_CONTENT)
    } else {
        Err(Problem::not_found("seek of yours"))
    }
}

fn check(app: &App, someone: &Someone) -> Result<(), Problem> {
    someone.check(Scope::Play)?;
    app.limits.seeks.check(&someone.person.id)
}

fn title(game: &str) -> Result<&'static dyn AnyGame, Problem> {
    bobbin_catalog::find(game)
        .map_err(|error| Problem::unacceptable("game", format!("This cannot be played: {error}.")))
}

/// With how many others a title is played, the fewest and the most.
fn numbers(title: &dyn AnyGame) -> Result<(u8, u8), Problem> {
    let counts = title.player_counts().into_iter().filter(|count| *count > 1);
    let counts: Vec<u8> = counts.filter_map(|count| u8::try_from(count).ok()).collect();
    match (counts.iter().min(), counts.iter().max()) {
        (Some(fewest), Some(most)) => Ok((*fewest, *most)),
        _ => Err(Problem::unacceptable(
            "players",
            format!("{} is played alone.", title.name()),
        )),
    }
}

/// Somebody's rating in a title, in whole points.
async fn rating(app: &App, title: &'static dyn AnyGame, person: &str) -> Result<Option<u16>, Problem> {
    let ratings = app.ratings.of(&app.live, title).await?;
    let rated = ratings.get(&Player::Person(person.to_owned()));
    Ok(rated.map(|rated| rated.rating.rating.round().clamp(0.0, f64::from(u16::MAX)) as u16))
}

async fn wait(
    app: &App,
    someone: &Someone,
    title: &'static dyn AnyGame,
    wish: Wish,
) -> Result<Response, Problem> {
    check(app, someone)?;
    let person = &someone.person;
    let seeker = Seeker {
        person: person.id.clone(),
        name: person.name.clone(),
        rating: rating(app, title, &person.id).await?,
        wish,
        since: app.clock.wall(),
    };
    let found: Looking = app.lobby.look_for(title.id(), seeker).await?.into();
    Ok((StatusCode::CREATED, Answer(found)).into_response())
}
