//! 11.3, 11.4: the progress chart, computed from finished games.

use bobbin_game::{Match, Record, RecordError, Seat, Setup as _, Shelf};
use serde::Serialize;

use crate::content::KnittingContent;
use crate::setup::{KnittingSetup, Mode};
use crate::state::KnittingCircle;
use crate::tally::Facts;

/// A finished game of one person: all that the chart needs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FinishedGame {
    /// What it can earn achievements in.
    pub mode: Mode,
    /// How many played.
    pub players: u8,
    /// What the person's seat came to.
    pub facts: Facts,
    /// With what it was played.
    pub content: Shelf<KnittingContent>,
}

/// A record that gives no finished game.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum UnfinishedRecord {
    /// It cannot be replayed.
    #[error(transparent)]
    Broken(#[from] RecordError),
    /// It is not over, so its seed is not known.
    #[error("the game of this record is not over")]
    NotOver,
    /// It was played with other cards and boards than these.
    #[error("this record was played with other content")]
    OtherContent,
    /// Nobody sat there.
    #[error("there is no seat {0} in this game")]
    NoSuchSeat(Seat),
    /// Its options make no setup.
    #[error(transparent)]
    Setup(#[from] bobbin_game::SetupError),
}

impl FinishedGame {
    /// What a seat has of a game, once it is over.
    pub fn of(game: &KnittingCircle, seat: Seat) -> Option<FinishedGame> {
        if seat.index() >= game.setup.players() {
            return None;
        }
        Some(FinishedGame {
            mode: game.setup.mode(),
            players: game.setup.players() as u8,
            facts: game.facts(seat)?,
            content: game.setup.content(),
        })
    }

    /// The same from a record, played again.
    pub fn from_record(
        record: &Record,
        content: Shelf<KnittingContent>,
        seat: Seat,
    ) -> Result<FinishedGame, UnfinishedRecord> {
        if record.content != content.hash() {
            return Err(UnfinishedRecord::OtherContent);
        }
        let setup = KnittingSetup::new(&record.setup, content)?;
        if seat.index() >= setup.players() {
            return Err(UnfinishedRecord::NoSuchSeat(seat));
        }
        let seed = record.seed.ok_or(UnfinishedRecord::NotOver)?;
        let replayed = Match::<KnittingCircle>::replay(record, setup, seed)?;
        FinishedGame::of(replayed.state(), seat).ok_or(UnfinishedRecord::NotOver)
    }

    /// 11.2: did it succeed in its scenario?
    pub fn succeeded(&self) -> bool {
        let Mode::Scenario(number) = self.mode else {
            return false;
        };
        let scenario = &self.content.scenarios[usize::from(number) - 1];
        scenario.goals().all(|(_, wants)| wants.was_met(&self.facts))
    }

    /// 11.3: the achievements this game earns, by id, in the mode it was played in and no other.
    pub fn achievements(&self) -> Vec<String> {
        let modification = match self.mode {
            Mode::Scenario(number) => {
                return self
                    .succeeded()
                    .then(|| scenario_id(usize::from(number)))
                    .into_iter()
                    .collect();
            }
            Mode::Normal => None,
            Mode::Modification(modification) => Some(modification),
        };
        let earned = self.content.achievements.iter().filter(|achievement| {
            achievement.modification == modification
                && self.players >= achievement.players
                && achievement.wants.iter().all(|wants| wants.was_met(&self.facts))
        });
        earned.map(|achievement| achievement.id.clone()).collect()
    }
}

/// One person's row of the chart.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Chart {
    /// What was achieved, in the order of the games, each once.
    pub stitches: Vec<Stitch>,
    /// How many stitches the row has.
    pub of: usize,
}

/// A filled stitch of the chart.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Stitch {
    /// The id of the achievement; `scenario-4` for a scenario.
    pub achievement: String,
    /// Its name for people.
    pub name: String,
    /// Which of the games earned it first, from 0.
    pub game: usize,
}

/// 11.3, 11.4: the chart of one person's finished games, in the order they were played.
pub fn chart(games: &[FinishedGame]) -> Chart {
    let mut chart = Chart::default();
    for (number, game) in games.iter().enumerate() {
        chart.of = chart
            .of
            .max(game.content.scenarios.len() + game.content.achievements.len());
        for achievement in game.achievements() {
            if chart
                .stitches
                .iter()
                .all(|stitch| stitch.achievement != achievement)
            {
                chart.stitches.push(Stitch {
                    name: name_of(&game.content, &achievement),
                    achievement,
                    game: number,
                });
            }
        }
    }
    chart
}

fn scenario_id(number: usize) -> String {
    format!("scenario-{number}")
}

fn name_of(content: &KnittingContent, id: &str) -> String {
    let achievement = content
        .achievements
        .iter()
        .find(|achievement| achievement.id == id);
    let scenarios = content.scenarios.iter().enumerate();
    let scenario = || {
        scenarios
            .into_iter()
            .find(|(place, _)| scenario_id(place + 1) == id)
            .map(|(_, scenario)| &scenario.name)
    };
    achievement
        .map(|achievement| &achievement.name)
        .or_else(scenario)
        .map_or_else(|| id.to_owned(), Clone::clone)
}
