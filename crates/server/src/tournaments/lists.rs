//! Which tournaments there are: small documents beside the tournaments, which can always be written anew from them.

use bobbin_store::Document;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::kept::{Stage, Tournament};
use crate::App;
use crate::date::Date;
use crate::error::Problem;

/// How the database calls the lines of those that are not over.
const LIVE: &str = "tournament live";
/// How it calls what tells in which tournaments somebody is or was.
const OF_PERSON: &str = "tournament of";

/// The most that are not over: of one person's, and in all.
const MOST_OF_ONE: usize = 5;
const MOST: usize = 1_000;
/// The most of those that are not over that somebody may be in.
const MOST_ENTERED: usize = 20;
/// So many that are over are shown.
const MOST_OVER: usize = 30;

/// A tournament in a list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub(crate) struct TournamentLine {
    /// The tournament's id.
    pub(crate) id: String,
    /// Its name.
    pub(crate) name: String,
    /// The game's id.
    pub(crate) game: String,
    /// How many play at a table.
    pub(crate) seats: usize,
    /// How far it is.
    pub(crate) status: TournamentStatus,
    /// How many are in it.
    pub(crate) entrants: usize,
    /// How many may be.
    pub(crate) most: u16,
    /// How many rounds have been made.
    pub(crate) rounds: usize,
    /// When it begins by itself, in milliseconds since 1970.
    #[schema(required)]
    pub(crate) starts_at: Option<i64>,
    /// When it was made.
    pub(crate) created_at: i64,
    /// When it was over.
    #[schema(required)]
    pub(crate) over_at: Option<i64>,
    /// Are you in it, or its director?
    #[serde(default)]
    pub(crate) yours: bool,
}

/// A line, as it is kept.
#[derive(Serialize, Deserialize)]
struct KeptLine {
    #[serde(flatten)]
    line: TournamentLine,
    /// Is it in the lists for everybody?
    listed: bool,
}

/// How far a tournament is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum TournamentStatus {
    /// One may enter.
    Open,
    /// It is being played.
    Running,
    /// It was played to its end.
    Over,
    /// It was called off.
    Cancelled,
}

impl Tournament {
    pub(crate) fn status(&self) -> TournamentStatus {
        match self.stage {
            Stage::Open => TournamentStatus::Open,
            Stage::Running { .. } => TournamentStatus::Running,
            Stage::Over { cancelled: false, .. } => TournamentStatus::Over,
            Stage::Over { cancelled: true, .. } => TournamentStatus::Cancelled,
        }
    }
}

fn line(id: &str, tournament: &Tournament) -> TournamentLine {
    TournamentLine {
        id: id.to_owned(),
        name: tournament.name.clone(),
        game: tournament.game.clone(),
        seats: tournament.rules.table.most(),
        status: tournament.status(),
        entrants: tournament.entrants.len(),
        most: tournament.most,
        rounds: tournament.rounds().len(),
        starts_at: tournament.starts_at,
        created_at: tournament.created_at,
        over_at: match tournament.stage {
            Stage::Over { at, .. } => Some(at),
            Stage::Open | Stage::Running { .. } => None,
        },
        yours: false,
    }
}

/// The lines of those that were over in a month: a list never has to read all that ever were.
fn over_in(month: &str) -> String {
    format!("tournament over {month}")
}

fn month(at: i64) -> String {
    Date::of(at).to_string().chars().take(7).collect()
}

/// Writes the line of a tournament. One that is over stays among the live ones until all were told of it
/// ([`super::advance`]), so that nobody forgets to.
pub(super) async fn tell(app: &App, id: &str, tournament: &Tournament) -> Result<(), Problem> {
    let line = line(id, tournament);
    let kind = match line.over_at {
        Some(at) => over_in(&month(at)),
        None => LIVE.to_owned(),
    };
    let kept = KeptLine {
        line,
        listed: tournament.listed,
    };
    let document = Document {
        kind,
        id: id.to_owned(),
        person: None,
        body: serde_json::to_string(&kept).map_err(|_| Problem::unavailable())?,
        created_at: tournament.created_at,
    };
    Ok(app.store.put_document(&document).await?)
}

/// It is over and everybody was told.
pub(super) async fn retire(app: &App, id: &str) -> Result<(), Problem> {
    app.store.delete_document(LIVE, id).await?;
    Ok(())
}

/// Those that are not over, and since when they are there.
pub(super) async fn live(app: &App) -> Result<Vec<(String, i64)>, Problem> {
    let documents = app.store.documents(LIVE, None).await?;
    Ok(documents
        .into_iter()
        .map(|document| (document.id, document.created_at))
        .collect())
}

/// Keeps that a person is in a tournament, so that it is found when they look for theirs, and when they go for good.
pub(super) async fn remember(app: &App, id: &str, person: &str) -> Result<(), Problem> {
    let document = Document {
        kind: OF_PERSON.to_owned(),
        id: format!("{person} {id}"),
        person: Some(person.to_owned()),
        body: id.to_owned(),
        created_at: app.clock.wall(),
    };
    Ok(app.store.put_document(&document).await?)
}

/// Somebody may not be in a tournament any more: unless they are named in it, it is none of theirs.
pub(super) async fn let_go(app: &App, id: &str, person: &str) -> Result<(), Problem> {
    let kept = super::kept::read(&*app.store, id).await?;
    let is_named = kept.is_some_and(|kept| {
        kept.tournament.director == person || kept.tournament.entrant_of(person).is_some()
    });
    if !is_named {
        app.store
            .delete_document(OF_PERSON, &format!("{person} {id}"))
            .await?;
    }
    Ok(())
}

/// The tournaments that somebody is or was in, or made.
pub(super) async fn of_person(app: &App, person: &str) -> Result<Vec<String>, Problem> {
    let documents = app.store.documents(OF_PERSON, Some(person)).await?;
    Ok(documents.into_iter().map(|document| document.body).collect())
}

async fn live_of(app: &App, person: &str) -> Result<Vec<String>, Problem> {
    let live = live(app).await?;
    let mut own = of_person(app, person).await?;
    own.retain(|id| live.iter().any(|(live, _)| live == id));
    Ok(own)
}

/// May somebody make one more?
pub(crate) async fn check_may_make(app: &App, person: &str) -> Result<(), Problem> {
    let too_many = |message: &str| Err(Problem::conflict("too_many_tournaments", message));
    if live(app).await?.len() >= MOST {
        return too_many("There are too many tournaments here just now: come again later.");
    }
    let mut made = 0;
    for id in live_of(app, person).await? {
        let kept = super::kept::read(&*app.store, &id).await?;
        made += usize::from(kept.is_some_and(|kept| kept.tournament.director == person));
    }
    if made >= MOST_OF_ONE {
        return too_many("Five of your tournaments are not over yet: end one of them first.");
    }
    Ok(())
}

/// May somebody enter one more?
pub(super) async fn check_may_enter(app: &App, person: &str) -> Result<(), Problem> {
    if live_of(app, person).await?.len() >= MOST_ENTERED + MOST_OF_ONE {
        let message = "You are in too many tournaments already: play some of them first.";
        return Err(Problem::conflict("too_many_tournaments", message));
    }
    Ok(())
}

/// The tournaments that somebody may find: those that are listed, and their own. The latest first.
pub(crate) async fn lists(app: &App, person: Option<&str>) -> Result<Vec<TournamentLine>, Problem> {
    let own = match person {
        Some(person) => of_person(app, person).await?,
        None => Vec::new(),
    };
    let now = app.clock.wall();
    let this_month = month(now);
    // Some day of the month before this one.
    let days = Date::of(now).to_string()[8..].parse::<i64>().unwrap_or(1);
    let last_month = month(now - (days + 1) * 86_400_000);
    let mut over: Vec<TournamentLine> = Vec::new();
    for month in [this_month, last_month] {
        over.extend(lines(app, &over_in(&month), &own).await?);
    }
    over.sort_by_key(|line| std::cmp::Reverse((line.over_at, line.created_at)));
    over.truncate(MOST_OVER);
    let mut all = lines(app, LIVE, &own).await?;
    all.retain(|line| !over.iter().any(|over| over.id == line.id));
    all.sort_by_key(|line| std::cmp::Reverse(line.created_at));
    all.extend(over);
    Ok(all)
}

async fn lines(app: &App, kind: &str, own: &[String]) -> Result<Vec<TournamentLine>, Problem> {
    let documents = app.store.documents(kind, None).await?;
    let lines = documents.into_iter().filter_map(|document| {
        let KeptLine { line, listed } = serde_json::from_str(&document.body).ok()?;
        let yours = own.contains(&line.id);
        (listed || yours).then_some(TournamentLine { yours, ..line })
    });
    Ok(lines.collect())
}
