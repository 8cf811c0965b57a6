//! Making tables.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use bobbin_bots::BOT_NAMES;
use bobbin_game::Options;
use serde::Deserialize;
use utoipa::ToSchema;

use super::opening::{Opening, opening};
use super::tables::viewer;
use super::{Body, Problems};
use crate::App;
use crate::error::Problem;
use crate::identity::{Scope, Someone};
use crate::names::{checked_name, told_apart};
use crate::new_table::{Deal, begin, begin_game, lesson, plan, what_if};
use crate::secrets;
use crate::table::{Began, Entry, Level, Manners, Place, Plan};

/// A wish for a table.
#[derive(Deserialize, ToSchema)]
pub(crate) struct NewTable {
    /// The game's id; not needed with `from`.
    #[serde(default)]
    #[schema(example = "hearts")]
    game: String,
    /// The options; what is left out is as the game says.
    #[serde(default)]
    #[schema(value_type = BTreeMap<String, String>)]
    options: Options,
    /// The hash of the content to play with, one of the game's `packs`; the house's if you do not say.
    #[serde(default)]
    #[schema(pattern = "^[0-9a-f]{64}$")]
    content: Option<String>,
    /// Who sits where, in turn order. What is left out is open; if there are none at all you sit at the first.
    #[serde(default)]
    #[schema(max_items = 8)]
    seats: Vec<SeatWish>,
    /// Begin at once; open seats go to bots.
    #[serde(default)]
    start: bool,
    /// The guided first game: a fixed deal against one gentle bot, begun at once. Of the other wishes only `pace`
    /// counts.
    #[serde(default)]
    lesson: bool,
    /// What if? The position of a finished game to go on from, with fresh luck, you at `seat` and bots of `level` at
    /// the other seats; begun at once.
    #[serde(default)]
    from: Option<Began>,
    /// Where you sit with `from`; at the first that may act if you do not say.
    #[serde(default)]
    #[schema(maximum = 7)]
    seat: Option<u8>,
    #[serde(flatten)]
    manners: Manners,
}

/// Who is to sit at a place.
#[derive(Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub(crate) enum SeatWish {
    /// Whoever comes.
    Open,
    /// You.
    Me,
    /// Someone beside you, at the same screen.
    Guest {
        /// Their name.
        #[schema(max_length = 200)]
        name: String,
    },
    /// A bot.
    Bot {
        /// How strong.
        level: Level,
    },
}

/// Make a table
///
/// Share its id with those who shall join. The answer is the table as you open it.
#[utoipa::path(post, path = "/api/tables", tag = "tables", request_body = NewTable,
    responses((status = 201, body = Opening), Problems))]
pub(crate) async fn create(
    State(app): State<App>,
    someone: Someone,
    deal: Deal,
    Body(wish): Body<NewTable>,
) -> Result<Response, Problem> {
    someone.check(Scope::Play)?;
    app.limits.tables.check(&someone.person.id)?;
    let special = match (wish.from, wish.lesson) {
        (Some(_), true) => Err(Problem::unacceptable(
            "lesson",
            "A lesson has a deal of its own: leave out \"from\" or \"lesson\".",
        )),
        (Some(began), false) => {
            let plan = what_if::plan(&app, began, wish.seat, wish.manners.clone(), &someone);
            plan.await.map(Some)
        }
        (None, true) => lesson::plan(&wish.game, wish.manners.pace, &someone).map(Some),
        (None, false) => Ok(None),
    };
    if let Some(plan) = special? {
        let id = secrets::unguessable::<12>();
        begin(&app, &id, plan).await?;
        return made(&app, &id, &someone).await;
    }
    let content = wish.content.as_deref().map(|hash| {
        let unknown =
            || Problem::unacceptable("content", "There is no such content here: see the game's packs.");
        hash.parse().map_err(|_| unknown())
    });
    let plan = plan(
        &wish.game,
        &wish.options,
        content.transpose()?,
        wish.manners,
        &someone,
    )?;
    let seats = places(&wish.seats, plan.seats.len(), &someone)?;
    let id = secrets::unguessable::<12>();
    app.live
        .create(
            &id,
            Entry::Created(Box::new(Plan {
                seed: deal.0,
                seats,
                ..plan
            })),
        )
        .await?;
    if wish.start {
        begin_game(&app, &id).await?;
    }
    made(&app, &id, &someone).await
}

/// The new table, as whoever made it sees it. Its log is short: the answer waits for nobody else's work.
async fn made(app: &App, id: &str, someone: &Someone) -> Result<Response, Problem> {
    let table = app.live.table(id).await?;
    let session = someone.session();
    let viewer = viewer(&table, Some(&session), None)?;
    let opening = opening(app, table, Some(session), viewer).await?;
    Ok((StatusCode::CREATED, opening()?).into_response())
}

fn places(wishes: &[SeatWish], players: usize, someone: &Someone) -> Result<Vec<Place>, Problem> {
    if wishes.len() > players {
        let message = format!("This game has {players} seats: you named {}.", wishes.len());
        return Err(Problem::unacceptable("seats", message));
    }
    let person = |name: String| Place::Person {
        person: someone.person.id.clone(),
        name,
    };
    let mut places = Vec::with_capacity(players);
    for (number, wish) in wishes.iter().enumerate() {
        places.push(match wish {
            SeatWish::Open => Place::Open,
            SeatWish::Me => person(someone.person.name.clone()),
            SeatWish::Guest { name } => {
                let others = places.iter().filter_map(|place| match place {
                    Place::Person { name, .. } => Some(name.as_str()),
                    _ => None,
                });
                person(told_apart(&checked_name(name)?, others))
            }
            SeatWish::Bot { level } => Place::Bot {
                level: *level,
                name: BOT_NAMES[number].to_owned(),
            },
        });
    }
    if places.is_empty() {
        places.push(person(someone.person.name.clone()));
    }
    places.resize(players, Place::Open);
    Ok(places)
}
