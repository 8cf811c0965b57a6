#![doc = include_str!("../README.md")]

mod advice;
mod costs;
mod greedy;
mod ismcts;
mod limit;
mod mind;
mod random;
mod search;
mod spec;
mod tree;

use std::time::Duration;

use bobbin_game::{Game, SearchChance, Seat};
use serde::{Deserialize, Serialize};

pub use advice::{BOT_NAMES, GUEST_NAME, with_guests, worth_telling};
pub use costs::Costs;
pub use greedy::Greedy;
pub use ismcts::Ismcts;
pub use limit::Limit;
pub use mind::{
    CURIOSITY, Forecast, Mind, Others, Plain, RESERVE, conclude, next_seat, play_on, totals, weighed_choice,
    win_shares,
};
pub use random::Random;
pub use search::{Manner, Search, pick};
pub use spec::{BotKind, BotSpec, BotSpecError, Budget, Levels};
pub use tree::MAX_EDGES;

/// A player made of code.
pub trait Bot<G: Game>: Send {
    /// What it would do and why. It is asked only where there is a legal action, and names legal ones only.
    ///
    /// Between questions of one match a bot may keep what it worked out; it is told nothing but what it is asked.
    fn think(
        &mut self,
        question: &Question<G>,
        random: &mut SearchChance,
        clock: &dyn Timer,
    ) -> Thought<G::Action>;
}

/// All that a bot may know.
#[derive(Clone, Debug)]
pub struct Question<G: Game> {
    /// Whose action is asked for.
    pub seat: Seat,
    /// What this seat sees.
    pub view: G::View,
    /// What it may do; never empty.
    pub legal: Vec<G::Action>,
}

impl<G: Game> Question<G> {
    /// The question what a seat should do, if it may act at all.
    pub fn of(state: &G, seat: Seat) -> Option<Self> {
        let mut legal = Vec::new();
        state.legal_actions(seat, &mut legal);
        let view = state.view(bobbin_game::Viewer::Seat(seat));
        (!legal.is_empty()).then_some(Question { seat, view, legal })
    }
}

/// Tells how long a bot has been thinking. The caller brings it, because bots have no clock: with a budget of
/// iterations the same question and luck give the same thought on every machine.
pub trait Timer: Sync {
    /// The time since the question was asked.
    fn elapsed(&self) -> Duration;
}

/// What a bot thinks of its actions.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Thought<A> {
    /// The actions it considered, the best first: that is the one it plays. Never empty.
    pub best: Vec<Candidate<A>>,
    /// How many iterations it made, 0 for a bot that makes none.
    pub iterations: u64,
}

/// One action and what a bot expects of it. A bot that does not weigh gives no figures.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Candidate<A> {
    /// The action.
    pub action: A,
    /// What it is worth to the seat: 0 is a sure loss, 1 a sure win.
    pub value: Option<f64>,
    /// How often the search tried it.
    pub visits: Option<u64>,
    /// The final score the seat can expect, in points.
    pub expected_score: Option<f64>,
}

impl<A> Candidate<A> {
    /// An action without figures.
    pub fn unweighed(action: A) -> Self {
        Candidate {
            action,
            value: None,
            visits: None,
            expected_score: None,
        }
    }
}

impl<A: Copy> Candidate<A> {
    /// What a tree knows of an action that was tried.
    pub(crate) fn of_edge(edge: &tree::Edge<A>) -> Self {
        Candidate {
            action: edge.action,
            value: Some(edge.mean()),
            visits: Some(u64::from(edge.visits)),
            expected_score: Some(edge.points / f64::from(edge.visits.max(1))),
        }
    }
}

impl<A> Thought<A> {
    /// There was nothing to think about.
    pub(crate) fn forced(only: A) -> Self {
        Thought {
            best: vec![Candidate::unweighed(only)],
            iterations: 0,
        }
    }

    /// The action that the bot plays.
    pub fn choice(&self) -> &A {
        &self.best[0].action
    }

    /// The same thought with its actions said in another way.
    pub fn map<B>(self, mut say: impl FnMut(A) -> B) -> Thought<B> {
        let best = self.best.into_iter().map(|candidate| Candidate {
            action: say(candidate.action),
            value: candidate.value,
            visits: candidate.visits,
            expected_score: candidate.expected_score,
        });
        Thought {
            best: best.collect(),
            iterations: self.iterations,
        }
    }

    /// The same where not everything can be said in the other way: none if one of its actions cannot, or it has none.
    pub fn try_map<B>(self, mut say: impl FnMut(A) -> Option<B>) -> Option<Thought<B>> {
        let best: Option<Vec<Candidate<B>>> = self
            .best
            .into_iter()
            .map(|candidate| {
                Some(Candidate {
                    action: say(candidate.action)?,
                    value: candidate.value,
                    visits: candidate.visits,
                    expected_score: candidate.expected_score,
                })
            })
            .collect();
        let best = best.filter(|best| !best.is_empty())?;
        Some(Thought {
            best,
            iterations: self.iterations,
        })
    }
}
