//! What is kept of a tournament, and how it is changed.

use bobbin_game::{ContentHash, Options};
use bobbin_store::{Document, Store};
use bobbin_tournament::{Entrant, Entry, Pairing, Rules};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::lists;
use crate::App;
use crate::error::Problem;
use crate::table::{ClockPlan, Level};

/// How the database calls tournaments.
const KIND: &str = "tournament";

/// A tournament.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct Tournament {
    pub(crate) name: String,
    /// What is played.
    pub(crate) game: String,
    /// The options of a full table, checked. A smaller one has another number of players.
    pub(crate) options: Options,
    pub(crate) content: Option<ContentHash>,
    pub(crate) rules: Rules,
    /// Whoever made it; empty once they were forgotten.
    pub(crate) director: String,
    pub(crate) director_name: String,
    pub(crate) listed: bool,
    pub(crate) entrance: Entrance,
    /// So many may enter.
    pub(crate) most: u16,
    pub(crate) clock: ClockPlan,
    /// How strong the bot is that plays for whoever is away.
    pub(crate) level: Level,
    /// How long a round may take, in seconds.
    pub(crate) round_seconds: Option<u32>,
    /// When it begins by itself, in milliseconds since 1970.
    pub(crate) starts_at: Option<i64>,
    pub(crate) created_at: i64,
    pub(crate) entrants: Vec<KeptEntrant>,
    pub(crate) stage: Stage,
    /// Of so many rounds those who play were told.
    pub(crate) announced: u16,
}

/// Who may enter.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Entrance {
    /// Whoever comes.
    #[default]
    All,
    /// Only people: who comes with a token is sent away.
    People,
    /// Only programs, which come with a token.
    Programs,
}

/// Someone in a tournament.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct KeptEntrant {
    pub(crate) number: Entrant,
    pub(crate) who: Who,
    /// How many rounds had been made when they withdrew.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) withdrew_after: Option<u16>,
}

/// Who an entrant is.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub(crate) enum Who {
    /// A person, or a program with a token of its person.
    Person {
        person: String,
        name: String,
        /// Did they come in with a token?
        program: bool,
    },
    /// A bot of the house.
    Bot { level: Level, name: String },
    /// Someone who was forgotten.
    Forgotten,
}

/// How far it is.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "stage", rename_all = "snake_case")]
pub(crate) enum Stage {
    /// One may enter.
    Open,
    /// It is being played.
    Running { rounds: Vec<KeptRound> },
    /// Nothing more is played.
    Over {
        rounds: Vec<KeptRound>,
        at: i64,
        /// Was it called off before its end?
        cancelled: bool,
        /// Were those in it told?
        announced: bool,
    },
}

/// A round that was made.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct KeptRound {
    pub(crate) season: u8,
    pub(crate) made_at: i64,
    /// When its time is over.
    pub(crate) until: Option<i64>,
    pub(crate) boards: Vec<KeptBoard>,
    pub(crate) byes: Vec<Entrant>,
}

/// A game of a round. Its table is called by [`table_id`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct KeptBoard {
    pub(crate) division: u8,
    pub(crate) seats: Vec<Entrant>,
}

impl KeptRound {
    pub(crate) fn of(pairing: Pairing, made_at: i64, round_seconds: Option<u32>) -> Self {
        let board = |table: bobbin_tournament::Seating| KeptBoard {
            division: table.division,
            seats: table.seats,
        };
        KeptRound {
            season: pairing.season,
            made_at,
            until: round_seconds.map(|seconds| made_at + i64::from(seconds) * 1000),
            boards: pairing.tables.into_iter().map(board).collect(),
            byes: pairing.byes,
        }
    }
}

impl KeptEntrant {
    pub(crate) fn person(&self) -> Option<&str> {
        match &self.who {
            Who::Person { person, .. } => Some(person),
            Who::Bot { .. } | Who::Forgotten => None,
        }
    }

    pub(crate) fn name(&self) -> &str {
        match &self.who {
            Who::Person { name, .. } | Who::Bot { name, .. } => name,
            Who::Forgotten => crate::table::SOMEONE_WHO_LEFT,
        }
    }
}

impl Tournament {
    pub(crate) fn rounds(&self) -> &[KeptRound] {
        match &self.stage {
            Stage::Open => &[],
            Stage::Running { rounds } | Stage::Over { rounds, .. } => rounds,
        }
    }

    pub(crate) fn entrant(&self, number: Entrant) -> Option<&KeptEntrant> {
        self.entrants.iter().find(|entrant| entrant.number == number)
    }

    /// The entrant that a person is, withdrawn or not.
    pub(crate) fn entrant_of(&self, person: &str) -> Option<&KeptEntrant> {
        self.entrants
            .iter()
            .find(|entrant| entrant.person() == Some(person))
    }

    /// What the pairing knows of the entrants.
    pub(crate) fn entries(&self) -> Vec<Entry> {
        let entry = |entrant: &KeptEntrant| Entry {
            entrant: entrant.number,
            withdrew_after: entrant.withdrew_after,
        };
        self.entrants.iter().map(entry).collect()
    }
}

/// The table of a game: the same whoever makes it. Rounds and boards are counted from 1.
pub(crate) fn table_id(tournament: &str, round: usize, board: usize) -> String {
    format!("{tournament}-{round}-{board}")
}

/// A tournament as it was read: it is only written over what it was.
pub(crate) struct Kept {
    pub(crate) id: String,
    pub(crate) tournament: Tournament,
    document: Document,
}

/// The tournament with this id.
pub(crate) async fn read(store: &dyn Store, id: &str) -> Result<Option<Kept>, Problem> {
    let Some(document) = store.document(KIND, id).await? else {
        return Ok(None);
    };
    let tournament = serde_json::from_str(&document.body).map_err(|error| {
        tracing::error!(tournament = crate::secrets::log_id(id), %error, "a tournament cannot be read");
        Problem::unavailable()
    })?;
    Ok(Some(Kept {
        id: id.to_owned(),
        tournament,
        document,
    }))
}

impl Kept {
    /// Writes what it is from now on. False, and nothing is written, if somebody has changed it since it was read.
    pub(crate) async fn swap(&self, app: &App, tournament: &Tournament) -> Result<bool, Problem> {
        let body = written(tournament)?;
        if !app.store.swap_document(&self.document, &body).await? {
            return Ok(false);
        }
        lists::tell(app, &self.id, tournament).await?;
        Ok(true)
    }
}

fn written(tournament: &Tournament) -> Result<String, Problem> {
    serde_json::to_string(tournament).map_err(|_| Problem::unavailable())
}

/// Keeps a new tournament. It is in the lists first, so that whoever goes on with tournaments finds it in any case.
pub(crate) async fn create(app: &App, id: &str, tournament: &Tournament) -> Result<(), Problem> {
    lists::tell(app, id, tournament).await?;
    lists::remember(app, id, &tournament.director).await?;
    let document = Document {
        kind: KIND.to_owned(),
        id: id.to_owned(),
        person: None,
        body: written(tournament)?,
        created_at: app.clock.wall(),
    };
    app.store.add_document(&document).await?;
    Ok(())
}

/// So often a change is tried where others are faster.
const TRIES: usize = 32;

/// Changes a tournament; whoever is second looks again. What was so already is not written.
pub(crate) async fn change(
    app: &App,
    id: &str,
    decide: impl Fn(&mut Tournament) -> Result<(), Problem>,
) -> Result<(), Problem> {
    for _ in 0..TRIES {
        let kept = read(&*app.store, id).await?;
        let kept = kept.ok_or_else(|| Problem::not_found("tournament"))?;
        let mut tournament = kept.tournament.clone();
        decide(&mut tournament)?;
        if tournament == kept.tournament || kept.swap(app, &tournament).await? {
            return Ok(());
        }
    }
    Err(Problem::unavailable())
}
