//! The deal of a day: one seed for each title, the same for everybody, and one ranked attempt each.
//!
//! While the day lasts nobody may learn what lies in the decks but by playing: a table of a daily deal is shown only to
//! who plays there or has finished an attempt of their own, and its seed is told to nobody.

mod door;

use bobbin_catalog::{AnyGame, Occasion, options_on};
use bobbin_game::Seed;
use bobbin_store::{Document, Store};
pub(crate) use door::check_may_look;
use hmac::{Hmac, KeyInit as _, Mac as _};
use serde::{Deserialize, Serialize};
use sha2::Sha256;

use crate::App;
use crate::clock::Clock;
use crate::date::Date;
use crate::error::Problem;
use crate::identity::Someone;
use crate::new_table::{against_bots, begin_game, plan};
use crate::secrets;
use crate::summary::{Finished, Summarized, Summary};
use crate::table::{ClockPlan, Entry, Level, Manners, Plan, Purpose, SOMEONE_WHO_LEFT, Status};

/// How strong the bots of daily deals are: a level that thinks by iterations, not by time.
pub(crate) const LEVEL: Level = Level::Sharp;

/// How ids of daily tables begin, so that all others pass the door without being looked at. No other id can: these have
/// letters that unguessable ones do not.
const PREFIX: &str = "daily-";

/// An attempt, as it is kept.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Attempt {
    /// Where it is played.
    pub(crate) table: String,
    /// What came of it, once it is over.
    #[serde(default)]
    pub(crate) result: Option<Scored>,
}

/// What came of an attempt.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Scored {
    /// Whose it is, as others see it.
    pub(crate) name: String,
    /// Was it over before the day was?
    pub(crate) in_time: bool,
    /// The score; none if the table ended before the game.
    pub(crate) score: Option<Score>,
}

/// What a game came to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Score {
    /// Against a bot: was it won? It counts before the points.
    pub(crate) won: Option<bool>,
    /// Alone the points, against a bot the points ahead of it; in quarters, turned round where few points are good.
    pub(crate) value: i32,
    /// The points, in quarters.
    pub(crate) total: i32,
}

impl Score {
    /// What is compared with others of the same deal: the greater the better.
    pub(crate) fn worth(&self) -> (Option<bool>, i32) {
        (self.won, self.value)
    }

    fn of(finished: &Finished) -> Option<Self> {
        let worth = |total: i32| if finished.low { -total } else { total };
        let (own, others) = finished.seats.split_first()?;
        let best = others.iter().map(|seat| worth(seat.total)).max();
        Some(Score {
            won: best.map(|_| own.won),
            value: worth(own.total) - best.unwrap_or(0),
            total: own.total,
        })
    }
}

/// Today.
pub(crate) fn today(clock: &Clock) -> Date {
    Date::of(clock.wall())
}

/// What the documents of a deal are called.
fn kind(game: &str, date: Date) -> String {
    format!("daily {date} {game}")
}

/// The seed of a deal: nobody can work it out who does not know the secret, which is kept in the database.
async fn seed(store: &dyn Store, clock: &Clock, game: &str, date: Date) -> Result<Seed, Problem> {
    const KIND: &str = "secret";
    const ID: &str = "daily";
    let mut secret = store.document(KIND, ID).await?;
    if secret.is_none() {
        let made = Document {
            kind: KIND.to_owned(),
            id: ID.to_owned(),
            person: None,
            body: secrets::unguessable::<52>(),
            created_at: clock.wall(),
        };
        // Another server may have made one at the same moment: then theirs is the one.
        store.add_document(&made).await?;
        secret = store.document(KIND, ID).await?;
    }
    let secret = secret.ok_or_else(Problem::unavailable)?;
    let mut mac =
        Hmac::<Sha256>::new_from_slice(secret.body.as_bytes()).map_err(|_| Problem::unavailable())?;
    mac.update(format!("{game} {date}").as_bytes());
    Ok(Seed(mac.finalize().into_bytes().into()))
}

/// The table of someone's attempt at today's deal, begun now if it was not.
pub(crate) async fn attempt(
    app: &App,
    game: &'static dyn AnyGame,
    someone: &Someone,
) -> Result<String, Problem> {
    let (store, date, person) = (&*app.store, today(&app.clock), &someone.person.id);
    let options = options_on(Occasion::Daily, game).ok_or_else(|| Problem::not_found("daily deal"))?;
    let claim = Attempt {
        table: format!("{PREFIX}{}", secrets::unguessable::<12>()),
        result: None,
    };
    store
        .add_document(&Document {
            kind: kind(game.id(), date),
            id: person.clone(),
            person: Some(person.clone()),
            body: written(&claim),
            created_at: app.clock.wall(),
        })
        .await?;
    // The first claim counts, be it this one or an earlier one.
    let attempt = attempt_of(store, game.id(), date, person).await?;
    let table = attempt.ok_or_else(Problem::unavailable)?.table;
    let row = store.table(&table).await?;
    if row.is_none() {
        let manners = Manners {
            listed: false,
            clock: ClockPlan::None,
            undo: true,
            chat: false,
            hints: false,
            level: LEVEL,
            ..Manners::default()
        };
        let plan = plan(game.id(), &options, None, manners, someone)?;
        let plan = Plan {
            seed: seed(store, &app.clock, game.id(), date).await?,
            seats: against_bots(LEVEL, plan.seats.len(), someone),
            purpose: Purpose::Daily { date },
            ..plan
        };
        let made = app.live.create(&table, Entry::Created(Box::new(plan))).await;
        // A double click may have made it.
        if made.is_err() && store.table(&table).await?.is_none() {
            made?;
        }
    }
    // Whoever made the table, the other half of a double click or a server that was stopped then, may not have come
    // to begin the game; or the row says that it has begun and the table in memory does not yet.
    if row.is_none_or(|row| row.status != Status::Over.name()) {
        begin_game(app, &table).await?;
    }
    Ok(table)
}

/// Someone's attempt at a deal.
pub(crate) async fn attempt_of(
    store: &dyn Store,
    game: &str,
    date: Date,
    person: &str,
) -> Result<Option<Attempt>, Problem> {
    let found = store.document(&kind(game, date), person).await?;
    match found {
        Some(document) => scored(store, document, date).await,
        None => Ok(None),
    }
}

/// All attempts at a deal, each with the id of the person, or of the table where the person was forgotten.
pub(crate) async fn attempts(
    store: &dyn Store,
    game: &str,
    date: Date,
) -> Result<Vec<(String, Attempt)>, Problem> {
    let mut attempts = Vec::new();
    for document in store.documents(&kind(game, date), None).await? {
        let id = document.id.clone();
        if let Some(attempt) = scored(store, document, date).await? {
            attempts.push((id, attempt));
        }
    }
    Ok(attempts)
}

/// An attempt with its result, which is worked out and kept when it is first asked for.
async fn scored(store: &dyn Store, document: Document, date: Date) -> Result<Option<Attempt>, Problem> {
    let Ok(mut attempt) = serde_json::from_str::<Attempt>(&document.body) else {
        return Ok(None);
    };
    if attempt.result.is_none()
        && let Some(row) = store.table(&attempt.table).await?
        && row.status == Status::Over.name()
    {
        let summary: Summary = serde_json::from_str(&row.summary).unwrap_or_default();
        let finished = match summary.result {
            Summarized::Some(finished) => Some(finished),
            Summarized::None | Summarized::Unknown => None,
        };
        attempt.result = Some(Scored {
            name: summary.names.into_iter().next().unwrap_or_default(),
            in_time: finished
                .as_ref()
                .is_some_and(|finished| !date.is_over(finished.at)),
            score: finished.as_ref().and_then(Score::of),
        });
        let body = written(&attempt);
        store.put_document(&Document { body, ..document }).await?;
    }
    Ok(Some(attempt))
}

fn written(attempt: &Attempt) -> String {
    serde_json::to_string(attempt).unwrap_or_default()
}

/// Before a person is forgotten: what they scored stays on the board without them.
pub(crate) async fn forget(
    store: &dyn Store,
    clock: &Clock,
    game: &str,
    date: Date,
    person: &str,
) -> Result<(), Problem> {
    let Some(attempt) = attempt_of(store, game, date, person).await? else {
        return Ok(());
    };
    if let Some(result) = attempt.result {
        let nameless = Attempt {
            result: Some(Scored {
                name: SOMEONE_WHO_LEFT.to_owned(),
                ..result
            }),
            ..attempt
        };
        let document = Document {
            kind: kind(game, date),
            id: nameless.table.clone(),
            person: None,
            body: written(&nameless),
            created_at: clock.wall(),
        };
        store.put_document(&document).await?;
    }
    store.delete_document(&kind(game, date), person).await?;
    Ok(())
}
