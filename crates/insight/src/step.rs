//! One action: what it was worth, what luck added, and what would have been better.

use std::time::Duration;

use bobbin_bots::{Bot as _, Candidate, Clock, Limit, Manner, Mind, Question, Search};
use bobbin_game::{Game, SearchChance, Seat, Standing};
use serde::{Deserialize, Serialize};

use crate::amount::Amount;
use crate::expectation::{Expected, luck};
use crate::{Effort, Outlook, outlook};

/// An action that stood.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Step {
    /// Its number among the actions that stand: the position before it has this number, too.
    pub index: usize,
    /// Who acted.
    pub seat: Seat,
    /// What was done, in the game's notation.
    pub action: String,
    /// The same in plain words.
    pub words: String,
    /// What the choice was worth to each seat, in points.
    pub choice: Vec<Amount>,
    /// What luck added, in points.
    pub luck: Vec<Amount>,
    /// What the choice was worth to each seat, in shares of the victory.
    pub choice_chance: Vec<Amount>,
    /// What luck added, in shares of the victory.
    pub luck_chance: Vec<Amount>,
    /// What each seat expects now.
    pub after: Outlook,
    /// What the search would have done, if that is something else.
    pub best: Option<Best>,
    /// What the action lost against the best, in points the actor could expect. 0 if it was the best.
    pub loss: Amount,
    /// The same in shares of the victory.
    pub loss_chance: Amount,
}

/// What the search holds for better.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Best {
    /// The action in the game's notation.
    pub action: String,
    /// The same in plain words.
    pub words: String,
    /// The score that the actor could expect of it.
    pub score: Amount,
    /// What it is worth to the actor: 0 is a sure loss, 1 a sure win.
    pub value: Amount,
}

/// What was found out about a state and the action that was chosen in it.
pub(crate) struct Examined {
    /// What each seat expected before it.
    pub before: Vec<Expected>,
    /// What luck gave each; nothing if the action asked nothing of chance.
    luck: Vec<Expected>,
    words: String,
    best: Option<Best>,
    loss: Amount,
    loss_chance: Amount,
}

/// An action and where it was chosen.
pub(crate) struct Move<G: Game> {
    pub before: G,
    pub seat: Seat,
    pub action: G::Action,
    pub after: G,
    pub asked_chance: bool,
}

/// Looks into one action. Nothing here depends on another step, or on time.
pub(crate) fn examine<G: Game, M: Mind<G>>(
    made: &Move<G>,
    index: usize,
    players: usize,
    effort: Effort,
) -> Examined {
    let state = &made.before;
    let mut random = SearchChance::new(0x1000 + index as u64);
    let before = outlook::<G, M>(state, players, effort.looks, &mut random);
    let act = |random: &mut SearchChance| {
        let mut after = state.clone();
        let mut luck = SearchChance::new(random.bits());
        after
            .apply(made.seat, made.action, &mut luck, &mut ())
            .unwrap_or_else(|refusal| unreachable!("{refusal}: luck does not make an action illegal"));
        after
    };
    let luck = Seat::all(players)
        .map(|seat| {
            if made.asked_chance {
                luck::<G, M>(&made.after, seat, effort.looks, &mut random, act)
            } else {
                Expected::default()
            }
        })
        .collect();
    let question = Question::of(state, made.seat).expect("it acted, so it could");
    let told = G::tell(&question.view, made.action);
    let (best, loss, loss_chance) = better::<G, M>(&question, made.action, effort, &mut random);
    Examined {
        before,
        luck,
        words: told.label,
        best,
        loss,
        loss_chance,
    }
}

/// An action that was tried less often than this is not known well enough to be blamed.
const TRIED: u64 = 8;

/// What the search, knowing what the seat knew, holds for best, and what was lost against it.
fn better<G: Game, M: Mind<G>>(
    question: &Question<G>,
    action: G::Action,
    effort: Effort,
    random: &mut SearchChance,
) -> (Option<Best>, Amount, Amount) {
    let nothing = (None, Amount::ZERO, Amount::ZERO);
    if question.legal.len() < 2 {
        return nothing;
    }
    let limit = Limit {
        time: None,
        iterations: Some(effort.iterations),
    };
    let mut search = Search::<G, M>::new(M::default(), Manner::serious(limit));
    let thought = search.think(question, random, &Timeless);
    let best = &thought.best[0];
    if best.action == action {
        return nothing;
    }
    let known = |candidate: &&Candidate<G::Action>| candidate.visits >= Some(TRIED);
    // What the search hardly looked at is at most as good as the least of what it did look at.
    let chosen = thought.best.iter().find(|candidate| candidate.action == action);
    let chosen = chosen.filter(known).or_else(|| {
        let tried = thought.best.iter().filter(known);
        tried.min_by(|a, b| a.value.partial_cmp(&b.value).unwrap_or(std::cmp::Ordering::Equal))
    });
    let number = |number: Option<f64>| number.unwrap_or(0.0);
    let (score, value) = (number(best.expected_score), number(best.value));
    let lost = |better: f64, chosen: Option<f64>| Amount::near((better - chosen.unwrap_or(better)).max(0.0));
    let found = Best {
        action: best.action.to_string(),
        words: G::tell(&question.view, best.action).label,
        score: Amount::near(score),
        value: Amount::near(value),
    };
    (
        Some(found),
        lost(score, chosen.and_then(|chosen| chosen.expected_score)),
        lost(value, chosen.and_then(|chosen| chosen.value)),
    )
}

/// Iterations are counted, time is not.
struct Timeless;

impl Clock for Timeless {
    fn elapsed(&self) -> Duration {
        Duration::ZERO
    }
}

impl Step {
    pub(crate) fn of<G: Game>(
        index: usize,
        standing: &Standing<G>,
        examined: &Examined,
        after: &[Expected],
    ) -> Step {
        let change = after.iter().zip(&examined.before);
        let choices: Vec<Expected> = change
            .zip(&examined.luck)
            .map(|((&after, &before), &luck)| after - before - luck)
            .collect();
        let points = |expected: &[Expected]| expected.iter().map(|expected| expected.points).collect();
        let chances = |expected: &[Expected]| expected.iter().map(|expected| expected.chance).collect();
        Step {
            index,
            seat: standing.seat,
            action: standing.action.to_string(),
            words: examined.words.clone(),
            choice: points(&choices),
            luck: points(&examined.luck),
            choice_chance: chances(&choices),
            luck_chance: chances(&examined.luck),
            after: Outlook::of(after),
            best: examined.best.clone(),
            loss: examined.loss,
            loss_chance: examined.loss_chance,
        }
    }
}
