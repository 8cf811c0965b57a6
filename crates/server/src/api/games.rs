//! What can be played.

use bobbin_catalog::AnyGame;
use bobbin_game::OptionSpec;
use serde::Serialize;
use utoipa::ToSchema;

use super::{Answer, Path, Problems};
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
    /// What its content is, in one line.
    content: Option<String>,
    /// Is it here only to show how a game is written?
    example: bool,
    /// How strong bots can be.
    levels: Vec<Level>,
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

fn info(game: &'static dyn AnyGame) -> GameInfo {
    let option = |spec: &OptionSpec| GameOption {
        key: spec.key.to_owned(),
        label: spec.label.to_owned(),
        help: spec.help.to_owned(),
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
        content: game.house_content().map(|content| content.summary),
        example: bobbin_catalog::examples()
            .iter()
            .any(|example| example.id() == game.id()),
        levels: Level::ALL.to_vec(),
    }
}

/// All games
#[utoipa::path(get, path = "/api/games", tag = "games", responses((status = 200, body = Vec<GameInfo>), Problems))]
pub(crate) async fn list() -> Answer<Vec<GameInfo>> {
    Answer(bobbin_catalog::games().map(info).collect())
}

/// One game with its rules
#[utoipa::path(get, path = "/api/games/{game}", tag = "games", params(("game" = String, Path,)),
    responses((status = 200, body = GameWithRules), Problems))]
pub(crate) async fn one(Path(id): Path<String>) -> Result<Answer<GameWithRules>, Problem> {
    let game = bobbin_catalog::find(&id).map_err(|_| Problem::not_found("game"))?;
    Ok(Answer(GameWithRules {
        game: info(game),
        rules: game.rules().to_owned(),
    }))
}
