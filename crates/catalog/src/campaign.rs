//! The solo campaign of Knitting Circle: its chart, filled from the records of one person's finished games.

use bobbin_game::{Content as _, Options, Points, Record, Seat, Shelf};
use bobbin_knitting_circle::progress::{FinishedGame, chart};
use bobbin_knitting_circle::{KnittingContent, Mode, Modification};
use serde::Serialize;

/// The game that has a campaign.
pub const CAMPAIGN_GAME: &str = "knitting-circle";

/// A finished game of the person whose chart it is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CampaignGame {
    /// Its record, with the seed.
    pub record: Record,
    /// Where the person sat.
    pub seat: Seat,
}

/// The chart of one person.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Campaign {
    /// Everything that can be achieved, in the order of the content.
    pub goals: Vec<CampaignGoal>,
    /// How many of them are.
    pub done: usize,
    /// Games that could not be read: of other content or other rules.
    pub unread: usize,
}

/// Something to be achieved once.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct CampaignGoal {
    /// Its name for programs: `scenario-4`, `tidy`.
    pub id: String,
    /// Its name for people.
    pub name: String,
    /// What kind it is.
    pub kind: CampaignKind,
    /// The clause of the rules it belongs to.
    pub clause: &'static str,
    /// The least score of a scenario.
    pub minimum: Option<u16>,
    /// That in words.
    pub minimum_text: Option<String>,
    /// What else must be reached, in words.
    pub objectives: Vec<String>,
    /// The options of a game in which it can be achieved.
    pub options: Options,
    /// How many games were finished in which it could have been achieved.
    pub tries: usize,
    /// The best score of all of them.
    pub best: Option<Points>,
    /// Which of the games achieved it first, from 0.
    pub done_by: Option<usize>,
}

/// What kind of goal it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum CampaignKind {
    /// A scenario.
    Scenario,
    /// An achievement of a normal game.
    Achievement,
    /// An achievement of a rule modification.
    Modification,
}

/// 11.3, 11.4: the chart of these games, in the order they were played. Nothing but the records is needed.
pub fn campaign(games: &[CampaignGame]) -> Campaign {
    let content = KnittingContent::house();
    let read: Vec<(usize, FinishedGame)> = games
        .iter()
        .enumerate()
        .filter_map(|(number, game)| {
            let finished = FinishedGame::from_record(&game.record, content, game.seat).ok()?;
            Some((number, finished))
        })
        .collect();
    let finished: Vec<FinishedGame> = read.iter().map(|(_, game)| game.clone()).collect();
    let filled = chart(&finished);
    let mut goals = goals(content);
    for (goal, (mode, players)) in &mut goals {
        let fitting = finished
            .iter()
            .filter(|game| game.mode == *mode && game.players >= *players);
        goal.tries = fitting.clone().count();
        let best = fitting.map(|game| game.facts.score.total()).max();
        goal.best = best.map(Points::whole);
        let stitch = filled
            .stitches
            .iter()
            .find(|stitch| stitch.achievement == goal.id);
        goal.done_by = stitch.map(|stitch| read[stitch.game].0);
    }
    Campaign {
        goals: goals.into_iter().map(|(goal, _)| goal).collect(),
        done: filled.stitches.len(),
        unread: games.len() - read.len(),
    }
}

/// All goals, each with the mode and the least number of players it can be achieved with.
fn goals(content: Shelf<KnittingContent>) -> Vec<(CampaignGoal, (Mode, u8))> {
    let scenarios = (1_u8..).zip(&content.get().scenarios).map(|(number, scenario)| {
        let objectives = scenario.objectives.iter().map(|objective| objective.text.clone());
        let goal = CampaignGoal {
            id: format!("scenario-{number}"),
            name: scenario.name.clone(),
            kind: CampaignKind::Scenario,
            clause: "11.2",
            minimum: Some(scenario.minimum.into()),
            minimum_text: Some(scenario.minimum_text.clone()),
            objectives: objectives.collect(),
            options: Options::new().with("players", 1).with("scenario", number),
            tries: 0,
            best: None,
            done_by: None,
        };
        (goal, (Mode::Scenario(number), 1))
    });
    let achievements = content.get().achievements.iter().map(|achievement| {
        let options = Options::new().with("players", achievement.players);
        let (mode, kind, clause, options) = match achievement.modification {
            None => (Mode::Normal, CampaignKind::Achievement, "11.3", options),
            Some(modification) => (
                Mode::Modification(modification),
                CampaignKind::Modification,
                clause_of(modification),
                options.with("modification", modification),
            ),
        };
        let goal = CampaignGoal {
            id: achievement.id.clone(),
            name: achievement.name.clone(),
            kind,
            clause,
            minimum: None,
            minimum_text: None,
            objectives: achievement.wants.iter().map(ToString::to_string).collect(),
            options,
            tries: 0,
            best: None,
            done_by: None,
        };
        (goal, (mode, achievement.players))
    });
    scenarios.chain(achievements).collect()
}

fn clause_of(modification: Modification) -> &'static str {
    match modification {
        Modification::LongBowl => "11.5",
        Modification::StubbornYarn => "11.6",
        Modification::ThirdNeedle => "11.7",
        Modification::FullBasket => "11.8",
        Modification::RoamingCats => "11.9",
        Modification::SurpriseGarments => "11.10",
        Modification::StrictTaste => "11.11",
        Modification::ShortEvening => "11.12",
    }
}
