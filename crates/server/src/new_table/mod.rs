//! How tables are made: the plan of each, and the beginning of its game.

pub(crate) mod lesson;
pub(crate) mod upload;
pub(crate) mod what_if;

use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use bobbin_bots::BOT_NAMES;
use bobbin_game::{ContentHash, Options, Seed, Viewer};

use crate::App;
use crate::error::Problem;
use crate::identity::Someone;
use crate::live::{Decision, LiveTables};
use crate::secrets;
use crate::table::{ClockPlan, Entry, Level, Manners, Place, Plan, Purpose, Status};

/// The luck of a new table: a secret of the server, or the deal that a test names where the server lets it.
pub(crate) struct Deal(pub(crate) Seed);

impl FromRequestParts<App> for Deal {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        let named = parts
            .headers
            .get("x-bobbin-deal")
            .filter(|_| app.settings.named_deals);
        let named = named.and_then(|name| name.to_str().ok()).map(Seed::named);
        Ok(Deal(named.unwrap_or_else(|| Seed(secrets::random()))))
    }
}

/// Makes a table and begins its game.
pub(crate) async fn begin(app: &App, id: &str, plan: Plan) -> Result<(), Problem> {
    app.live.create(id, Entry::Created(Box::new(plan))).await?;
    begin_game(app, id).await
}

/// Begins the game of a table that is there, if nobody has.
pub(crate) async fn begin_game(app: &App, id: &str) -> Result<(), Problem> {
    begin_game_at(&app.live, id).await
}

/// The same for whoever has the tables only.
pub(crate) async fn begin_game_at(live: &Arc<LiveTables>, id: &str) -> Result<(), Problem> {
    let viewer = Viewer::Spectator;
    let started = live.change(id, move |table| {
        let decision = match table.status {
            Status::Open => Decision::Add(Entry::Started),
            Status::Running | Status::Over => Decision::Done(table.applied(viewer)),
        };
        Ok((viewer, decision))
    });
    started.await.map(drop)
}

/// The plan of a table with all seats open.
pub(crate) fn plan(
    game: &str,
    options: &Options,
    content: Option<ContentHash>,
    manners: Manners,
    someone: &Someone,
) -> Result<Plan, Problem> {
    plan_of(game, options, content, manners, &someone.person.id)
}

/// The same for a person by their id.
pub(crate) fn plan_of(
    game: &str,
    options: &Options,
    content: Option<ContentHash>,
    manners: Manners,
    owner: &str,
) -> Result<Plan, Problem> {
    let game = bobbin_catalog::find(game)
        .map_err(|error| Problem::unacceptable("game", format!("This cannot be played: {error}.")))?;
    let wrong = |error: bobbin_catalog::StartError| {
        Problem::unacceptable("options", format!("These options do not go: {error}."))
    };
    let options = game.check_options(options, content).map_err(wrong)?;
    // A start to try, to learn how many play and with which content.
    let trial = game.start(&options, content, Seed([0; 32])).map_err(wrong)?;
    check_manners(&manners)?;
    Ok(Plan {
        game: game.id().to_owned(),
        rules: game.rules_version(),
        content: trial.content(),
        options,
        seed: Seed(secrets::random()),
        owner: owner.to_owned(),
        seats: vec![Place::Open; trial.players()],
        manners,
        previous: None,
        position: None,
        purpose: Purpose::Normal,
    })
}

pub(crate) fn check_manners(manners: &Manners) -> Result<(), Problem> {
    let in_range = match manners.clock {
        ClockPlan::None => true,
        ClockPlan::Live { seconds, increment } => (1..=86_400).contains(&seconds) && increment <= 3_600,
        ClockPlan::PerTurn { seconds, .. } => (1..=2_592_000).contains(&seconds),
    };
    if !in_range || manners.pace > 10_000 {
        return Err(Problem::unacceptable(
            "manners",
            "The clock or the pace is out of range.",
        ));
    }
    Ok(())
}

/// A person at the first seat, bots at the others.
pub(crate) fn against_bots(level: Level, players: usize, someone: &Someone) -> Vec<Place> {
    seated_among_bots(level, 0, players, someone)
}

/// A person at this seat, bots at the others.
pub(crate) fn seated_among_bots(level: Level, seat: usize, players: usize, someone: &Someone) -> Vec<Place> {
    let bots = BOT_NAMES.iter().take(players).map(|name| Place::Bot {
        level,
        name: (*name).to_owned(),
    });
    let mut places: Vec<Place> = bots.collect();
    places[seat] = Place::Person {
        person: someone.person.id.clone(),
        name: someone.person.name.clone(),
    };
    places
}
