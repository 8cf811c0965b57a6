//! What can be played.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use bobbin_bots::BotKind;
use bobbin_catalog::{AnyGame, ContentInfo};
use bobbin_game::OptionSpec;
use serde::Serialize;
use utoipa::ToSchema;

use super::{Answer, Path, Problems};
use crate::App;
use crate::error::Problem;
use crate::table::Level;

/// A game.
#[derive(Serialize, ToSchema)]
pub(crate) struct GameInfo {
    /// Its id.
    id: String,
    /// The name people see.
    name: String,
    /// The version of its rules.
    rules_version: u32,
    /// How many can play.
    players: Vec<usize>,
    /// What can be chosen before a game.
    options: Vec<GameOption>,
    /// What its content is, in one line; null if the game has none.
    #[schema(required)]
    content: Option<String>,
    /// The content it can be played with, the house's first; none if the game has none.
    packs: Vec<PackInfo>,
    /// Is it here only to show how a game is written?
    example: bool,
    /// How strong bots can be, the weakest first.
    levels: Vec<LevelInfo>,
}

/// A strength of bots.
#[derive(Serialize, ToSchema)]
pub(crate) struct LevelInfo {
    /// Its name.
    level: Level,
    /// What it is like, in a sentence.
    help: &'static str,
    /// Its rating with two players, on the scale on which people are rated; null where it was not measured.
    #[schema(required)]
    rating: Option<u16>,
}

/// Content that a game can be played with.
#[derive(Serialize, ToSchema)]
pub(crate) struct PackInfo {
    /// Its hash: `GET /api/games/{game}/content/{hash}` sends it.
    hash: String,
    /// What it is called; "house" for what comes with the program.
    name: String,
    /// What is in it, in one line.
    summary: String,
}

impl PackInfo {
    fn new(name: &str, info: &ContentInfo) -> Self {
        PackInfo {
            hash: info.hash.to_string(),
            name: name.to_owned(),
            summary: info.summary.clone(),
        }
    }
}

/// One thing that can be chosen.
#[derive(Serialize, ToSchema)]
pub(crate) struct GameOption {
    /// Its name in requests and records.
    key: String,
    /// The name people see.
    label: String,
    /// A sentence that explains it.
    help: String,
    /// What it may be.
    choices: Vec<GameChoice>,
    /// What it is if nobody says.
    default: String,
    /// The seat that it is about: who sits there chooses it before the game begins. Null for what is about the game.
    #[schema(required)]
    seat: Option<usize>,
}

/// One value of an option.
#[derive(Serialize, ToSchema)]
pub(crate) struct GameChoice {
    /// The value in requests and records.
    value: String,
    /// The value as people see it.
    label: String,
}

/// A game with its rules.
#[derive(Serialize, ToSchema)]
pub(crate) struct GameWithRules {
    #[serde(flatten)]
    game: GameInfo,
    /// The rules in our own words, as Markdown with numbered clauses.
    rules: String,
}

pub(crate) fn info(app: &App, game: &'static dyn AnyGame) -> GameInfo {
    let house = game.house_content();
    let own = app.packs.iter().filter(|pack| pack.game == game.id());
    let own = own.map(|pack| PackInfo::new(&pack.name, &pack.info));
    let option = |spec: &OptionSpec| GameOption {
        key: spec.key.to_owned(),
        label: spec.label.to_owned(),
        help: spec.help.to_owned(),
        seat: spec.seat,
        choices: spec
            .choices
            .iter()
            .map(|choice| GameChoice {
                value: choice.value.to_owned(),
                label: choice.label.to_owned(),
            })
            .collect(),
        default: spec.default.to_owned(),
    };
    GameInfo {
        id: game.id().to_owned(),
        name: game.name().to_owned(),
        rules_version: game.rules_version(),
        players: game.player_counts(),
        options: game.options().iter().map(option).collect(),
        packs: house
            .iter()
            .map(|house| PackInfo::new("house", house))
            .chain(own)
            .collect(),
        content: house.map(|content| content.summary),
        example: bobbin_catalog::examples()
            .iter()
            .any(|example| example.id() == game.id()),
        levels: Level::ALL
            .into_iter()
            .map(|level| LevelInfo {
                level,
                help: BotKind::from(level).help(),
                rating: game.rating(level.into()),
            })
            .collect(),
    }
}

pub(crate) fn all_games(app: &App) -> Vec<GameInfo> {
    bobbin_catalog::games().map(|game| info(app, game)).collect()
}

/// All games
#[utoipa::path(get, path = "/api/games", operation_id = "list_games", tag = "games", responses((status = 200, body = Vec<GameInfo>), Problems))]
pub(crate) async fn list(State(app): State<App>) -> Answer<Vec<GameInfo>> {
    Answer(all_games(&app))
}

/// One game with its rules
#[utoipa::path(get, path = "/api/games/{game}", operation_id = "one_game", tag = "games", params(("game" = String, Path,)),
    responses((status = 200, body = GameWithRules), Problems))]
pub(crate) async fn one(
    State(app): State<App>,
    Path(id): Path<String>,
) -> Result<Answer<GameWithRules>, Problem> {
    let game = bobbin_catalog::find(&id).map_err(|_| Problem::not_found("game"))?;
    Ok(Answer(GameWithRules {
        game: info(&app, game),
        rules: game.rules().to_owned(),
    }))
}

/// Made once: a description takes longer to make than to send.
static SCHEMAS: LazyLock<BTreeMap<&'static str, String>> = LazyLock::new(|| {
    let described = bobbin_catalog::games().map(|game| (game.id(), game.schema().to_string()));
    described.collect()
});

/// What views and events of a game look like
///
/// An OpenAPI document without paths: its components are `View`, `Event` and what these refer to.
#[utoipa::path(get, path = "/api/games/{game}/schema", tag = "games", params(("game" = String, Path,)),
    responses((status = 200, body = serde_json::Value), Problems))]
pub(crate) async fn schema(Path(id): Path<String>) -> Result<Response, Problem> {
    let schema = SCHEMAS.get(&*id).ok_or_else(|| Problem::not_found("game"))?;
    Ok(([(header::CONTENT_TYPE, "application/json")], schema.as_str()).into_response())
}

/// The cards, boards and ladders a game is played with
///
/// As JSON in the game's own words; a table names it by `content`. The SHA-256 of the answer's bytes is the hash, so it
/// never changes and can be kept for ever.
#[utoipa::path(get, path = "/api/games/{game}/content/{hash}", tag = "games",
    params(("game" = String, Path,), ("hash" = String, Path,)),
    responses((status = 200, body = serde_json::Value), Problems))]
pub(crate) async fn content(Path((id, hash)): Path<(String, String)>) -> Result<Response, Problem> {
    let game = bobbin_catalog::find(&id).map_err(|_| Problem::not_found("game"))?;
    let content = hash.parse().ok().and_then(|hash| game.content_json(hash));
    let content = content.ok_or_else(|| Problem::not_found("content"))?;
    let headers = [
        (header::CONTENT_TYPE, "application/json"),
        (header::CACHE_CONTROL, "public, max-age=31536000, immutable"),
    ];
    Ok((headers, content).into_response())
}
