//! The solo campaign of Knitting Circle.

use std::collections::BTreeMap;

use axum::extract::State;
use bobbin_catalog::{CAMPAIGN_GAME, Campaign, CampaignGoal, CampaignKind};
use serde::Serialize;
use utoipa::ToSchema;

use super::{Answer, Problems};
use crate::App;
use crate::campaign;
use crate::error::Problem;
use crate::identity::{Scope, Visitor};
use crate::work::Owner;

/// The chart of your campaign.
#[derive(Serialize, ToSchema)]
pub(crate) struct CampaignSeen {
    /// The game.
    game: String,
    /// How much you have done.
    done: usize,
    /// How much there is.
    of: usize,
    /// Your games that could not be read: of other content or older rules.
    unread: usize,
    /// Everything there is to do.
    goals: Vec<GoalSeen>,
}

/// Something to be achieved once.
#[derive(Serialize, ToSchema)]
pub(crate) struct GoalSeen {
    /// Its name for programs.
    key: String,
    /// Its name for people.
    name: String,
    /// What kind it is.
    kind: GoalKind,
    /// The clause of the rules it belongs to.
    clause: String,
    /// All that must be reached, in one sentence.
    text: String,
    /// The least score of a scenario.
    #[schema(required)]
    minimum: Option<u16>,
    /// What must be reached, one by one; for a scenario beside the least score.
    objectives: Vec<String>,
    /// How many games you have finished in which it could have been achieved.
    tries: usize,
    /// Your best score in them.
    #[schema(required)]
    best: Option<f64>,
    /// Have you achieved it?
    done: bool,
    /// Where you achieved it first.
    #[schema(required)]
    table: Option<String>,
    /// The options of a game in which it can be achieved.
    options: BTreeMap<String, String>,
}

/// What kind of goal it is.
#[derive(Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum GoalKind {
    /// A scenario.
    Scenario,
    /// An achievement of a normal game.
    Achievement,
    /// An achievement of a rule modification.
    Modification,
}

impl From<CampaignKind> for GoalKind {
    fn from(kind: CampaignKind) -> Self {
        match kind {
            CampaignKind::Scenario => GoalKind::Scenario,
            CampaignKind::Achievement => GoalKind::Achievement,
            CampaignKind::Modification => GoalKind::Modification,
        }
    }
}

impl GoalSeen {
    fn of(goal: CampaignGoal, tables: &[String]) -> Self {
        let table = goal.done_by.map(|number| tables[number].clone());
        let text: Vec<&str> = goal
            .minimum_text
            .iter()
            .chain(&goal.objectives)
            .map(String::as_str)
            .collect();
        GoalSeen {
            text: text.join(", "),
            key: goal.id,
            name: goal.name,
            kind: goal.kind.into(),
            clause: goal.clause.to_owned(),
            minimum: goal.minimum,
            objectives: goal.objectives,
            tries: goal.tries,
            best: goal.best.map(|points| f64::from(points.as_quarters()) / 4.0),
            done: table.is_some(),
            table,
            options: goal
                .options
                .iter()
                .map(|(key, value)| (key.to_owned(), value.to_owned()))
                .collect(),
        }
    }
}

/// Your campaign
///
/// The scenarios, achievements and rule modifications of Knitting Circle, as far as you have done them. It is worked
/// out from the records of your finished games each time, and from nothing else; for someone who has not come in yet
/// it is the empty chart.
#[utoipa::path(get, path = "/api/me/campaign", operation_id = "campaign", tag = "again",
    responses((status = 200, body = CampaignSeen), Problems))]
pub(crate) async fn chart(State(app): State<App>, visitor: Visitor) -> Result<Answer<CampaignSeen>, Problem> {
    if let Some(session) = &visitor.0 {
        session.check(Scope::Read)?;
    }
    let (Campaign { goals, done, unread }, tables) = match visitor.reader() {
        Some(person) => campaign::of(&app, Owner::Person(person.to_owned()), person).await?,
        None => (bobbin_catalog::campaign(&[]), Vec::new()),
    };
    Ok(Answer(CampaignSeen {
        game: CAMPAIGN_GAME.to_owned(),
        done,
        of: goals.len(),
        unread,
        goals: goals
            .into_iter()
            .map(|goal| GoalSeen::of(goal, &tables))
            .collect(),
    }))
}
