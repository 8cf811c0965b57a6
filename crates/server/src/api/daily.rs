//! The deal of a day.

use std::collections::BTreeMap;

use axum::extract::State;
use bobbin_catalog::{AnyGame, Occasion, options_on};
use bobbin_game::Points;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::uploads::TableMade;
use super::{Answer, Path, Problems, Query};
use crate::App;
use crate::daily::{self, Attempt, Score, Scored};
use crate::date::Date;
use crate::error::Problem;
use crate::identity::{Scope, Someone, Visitor};
use crate::table::Level;

/// Which day.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct DailyQuery {
    /// A day that was, as `2026-11-16`; today if you do not say. Days begin at midnight at Greenwich.
    date: Option<String>,
}

/// The deals of a day.
#[derive(Serialize, ToSchema)]
pub(crate) struct DailySeen {
    /// The day: `2026-11-16`.
    date: String,
    /// One a title.
    deals: Vec<Deal>,
}

/// The deal of a title.
#[derive(Serialize, ToSchema)]
pub(crate) struct Deal {
    /// The game's id.
    game: String,
    /// The game's name.
    name: String,
    /// The options it is played with.
    setup: BTreeMap<String, String>,
    /// How strong the bot is that you play against; null where you play alone.
    #[schema(required)]
    level: Option<Level>,
    /// How many have played it to its end in time.
    played: usize,
    /// Your attempt.
    #[schema(required)]
    mine: Option<OwnAttempt>,
    /// The best of all, at most a hundred; null until you have played or the day is over.
    #[schema(required)]
    board: Option<Vec<BoardLine>>,
}

/// Your attempt.
#[derive(Serialize, ToSchema)]
pub(crate) struct OwnAttempt {
    /// Where it is played.
    table: String,
    /// How far it is.
    status: AttemptStatus,
    /// What it came to.
    #[schema(required)]
    score: Option<DailyScore>,
}

/// How far an attempt is.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum AttemptStatus {
    /// Under way.
    Running,
    /// Finished, and on the board.
    Over,
    /// Finished when the day was over: not on the board.
    Late,
    /// Ended without a result.
    Ended,
}

/// What an attempt came to.
#[derive(Serialize, ToSchema)]
pub(crate) struct DailyScore {
    /// Alone the points, against a bot the points ahead of it: the greater the better.
    value: f64,
    /// The same in words.
    words: String,
    /// The points.
    total: f64,
    /// Was it won? Null where you play alone. A victory counts before the points.
    #[schema(required)]
    won: Option<bool>,
}

/// A line of the board.
#[derive(Serialize, ToSchema)]
pub(crate) struct BoardLine {
    /// 1 is the best; equal scores share it.
    rank: usize,
    /// Whose it is.
    name: String,
    /// What it came to.
    score: DailyScore,
    /// Where it was played: look back there.
    table: String,
    /// Is it yours?
    you: bool,
}

impl From<Score> for DailyScore {
    fn from(score: Score) -> Self {
        let points = |quarters: i32| f64::from(quarters) / 4.0;
        let ahead = Points::quarters(score.value.abs());
        let words = match score.won {
            None => Points::quarters(score.total).words(),
            Some(true) if score.value > 0 => format!("won by {ahead}"),
            Some(true) => "won".to_owned(),
            Some(false) if score.value < 0 => format!("lost by {ahead}"),
            Some(false) => "not won".to_owned(),
        };
        DailyScore {
            value: points(score.value),
            words,
            total: points(score.total),
            won: score.won,
        }
    }
}

/// Deals are there since.
const FIRST_YEAR: &str = "2026-01-01";

/// The deals of a day
///
/// One for each title, the same for everybody: alone, or against a bot that thinks the same each time. Everybody has
/// one attempt. Boards, and the games of others, are shown once you have finished yours, and to all when the day is
/// over.
#[utoipa::path(get, path = "/api/daily", operation_id = "daily_deals", tag = "again", params(DailyQuery),
    responses((status = 200, body = DailySeen), Problems))]
pub(crate) async fn deals(
    State(app): State<App>,
    visitor: Visitor,
    Query(query): Query<DailyQuery>,
) -> Result<Answer<DailySeen>, Problem> {
    let today = daily::today(&app.clock);
    let date = match &query.date {
        None => today,
        Some(text) => {
            let none = || Problem::unacceptable("date", "There is no deal of that day.");
            let date: Date = text.parse().map_err(|_| none())?;
            let first: Date = FIRST_YEAR.parse().map_err(|_| none())?;
            if !(first..=today).contains(&date) {
                return Err(none());
            }
            date
        }
    };
    Ok(Answer(deals_of(&app, date, visitor.reader()).await?))
}

/// The deals of a day as `person` sees them.
pub(crate) async fn deals_of(app: &App, date: Date, person: Option<&str>) -> Result<DailySeen, Problem> {
    let is_over = date < daily::today(&app.clock);
    let mut deals = Vec::new();
    for game in bobbin_catalog::titles() {
        deals.push(deal(app, *game, date, is_over, person).await?);
    }
    Ok(DailySeen {
        date: date.to_string(),
        deals,
    })
}

async fn deal(
    app: &App,
    game: &'static dyn AnyGame,
    date: Date,
    is_over: bool,
    person: Option<&str>,
) -> Result<Deal, Problem> {
    let store = &*app.store;
    let options = options_on(Occasion::Daily, game).ok_or_else(Problem::unavailable)?;
    let options = game
        .check_options(&options, None)
        .map_err(|_| Problem::unavailable())?;
    let own = match person {
        Some(person) => daily::attempt_of(store, game.id(), date, person).await?,
        None => None,
    };
    // Whoever claimed it may have gone before there was a table: then it can be played still.
    let own = match own {
        Some(own) if own.result.is_none() && store.table(&own.table).await?.is_none() => None,
        own => own,
    };
    let has_played = own.as_ref().is_some_and(|own| own.result.is_some());
    let attempts = daily::attempts(store, game.id(), date).await?;
    let in_time = |attempt: &Attempt| attempt.result.as_ref().is_some_and(|result| result.in_time);
    let played = attempts.iter().filter(|(_, attempt)| in_time(attempt)).count();
    let board = (has_played || is_over).then(|| board(attempts, person));
    let is_alone = options.get("players") == Some("1");
    Ok(Deal {
        game: game.id().to_owned(),
        name: game.name().to_owned(),
        setup: options
            .iter()
            .map(|(key, value)| (key.to_owned(), value.to_owned()))
            .collect(),
        level: (!is_alone).then_some(daily::LEVEL),
        played,
        mine: own.map(OwnAttempt::from),
        board,
    })
}

impl From<Attempt> for OwnAttempt {
    fn from(attempt: Attempt) -> Self {
        let status = match &attempt.result {
            None => AttemptStatus::Running,
            Some(Scored { score: None, .. }) => AttemptStatus::Ended,
            Some(Scored { in_time: true, .. }) => AttemptStatus::Over,
            Some(Scored { in_time: false, .. }) => AttemptStatus::Late,
        };
        let score = attempt.result.and_then(|result| result.score);
        OwnAttempt {
            table: attempt.table,
            status,
            score: score.map(DailyScore::from),
        }
    }
}

/// The longest board that is sent.
const MOST_LINES: usize = 100;

fn board(attempts: Vec<(String, Attempt)>, person: Option<&str>) -> Vec<BoardLine> {
    let ranked = attempts.into_iter().filter_map(|(id, attempt)| {
        let result = attempt.result.filter(|result| result.in_time)?;
        let you = person == Some(id.as_str());
        Some((result.score?, result.name, attempt.table, you))
    });
    let mut ranked: Vec<(Score, String, String, bool)> = ranked.collect();
    ranked.sort_by(|a, b| (b.0.worth(), &a.2).cmp(&(a.0.worth(), &b.2)));
    let scores: Vec<Score> = ranked.iter().map(|(score, ..)| *score).collect();
    let rank = |score: &Score| {
        1 + scores
            .iter()
            .take_while(|better| better.worth() > score.worth())
            .count()
    };
    ranked
        .into_iter()
        .enumerate()
        .filter(|(place, (.., you))| *place < MOST_LINES || *you)
        .map(|(_, (score, name, table, you))| BoardLine {
            rank: rank(&score),
            name,
            score: score.into(),
            table,
            you,
        })
        .collect()
}

/// Play today's deal
///
/// The table of your one attempt: it is begun by the first request, and found again by those after it.
#[utoipa::path(post, path = "/api/daily/{game}", operation_id = "play_daily_deal", tag = "again",
    params(("game" = String, Path,)), responses((status = 200, body = TableMade), Problems))]
pub(crate) async fn play(
    State(app): State<App>,
    someone: Someone,
    Path(game): Path<String>,
) -> Result<Answer<TableMade>, Problem> {
    someone.check(Scope::Play)?;
    app.limits.tables.check(&someone.person.id)?;
    let game = bobbin_catalog::find(&game).map_err(|_| Problem::not_found("game"))?;
    let table = daily::attempt(&app, game, &someone).await?;
    Ok(Answer(TableMade { table }))
}
