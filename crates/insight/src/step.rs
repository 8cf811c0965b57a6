//! One action: what it was worth, what luck added, and what would have been better.

use std::time::Duration;

use bobbin_bots::{Bot as _, Clock, Limit, Manner, Mind, Question, Search};
use bobbin_game::{Game, SearchChance, Seat, Standing};
use serde::{Deserialize, Serialize};

use crate::amount::Amount;
use crate::expectation::{Expected, luck, mean};
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

/// What an action was worth is believed of the search if it tried it so often; else it is played out for itself.
const TRIED: u64 = 30;

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
    let chosen = thought.best.iter().find(|candidate| candidate.action == action);
    let chosen = chosen.filter(|candidate| candidate.visits >= Some(TRIED));
    let (loss, loss_chance) = if let Some(chosen) = chosen {
        (
            lost(best.expected_score, chosen.expected_score),
            lost(best.value, chosen.value),
        )
    } else {
        let better = worth::<G, M>(question, best.action, effort.looks);
        let chosen = worth::<G, M>(question, action, effort.looks);
        let lost = better - chosen;
        (lost.points.max(Amount::ZERO), lost.chance.max(Amount::ZERO))
    };
    let found = Best {
        action: best.action.to_string(),
        words: G::tell(&question.view, best.action).label,
        score: Amount::near(best.expected_score.unwrap_or_default()),
        value: Amount::near(best.value.unwrap_or_default()),
    };
    (Some(found), loss, loss_chance)
}

fn lost(better: Option<f64>, chosen: Option<f64>) -> Amount {
    Amount::near((better.unwrap_or_default() - chosen.unwrap_or_default()).max(0.0))
}

/// What an action promises the seat that is asked, whatever the luck. Two actions are tried in the same worlds, so that
/// their difference is theirs.
fn worth<G: Game, M: Mind<G>>(question: &Question<G>, action: G::Action, looks: u32) -> Expected {
    let mut random = SearchChance::new(0x2000);
    mean::<G, M>(question.seat, looks, &mut random, |random| {
        let mut world = G::sample(&question.view, random);
        let mut luck = SearchChance::new(random.bits());
        world
            .apply(question.seat, action, &mut luck, &mut ())
            .unwrap_or_else(|refusal| {
                unreachable!("{refusal}: it is legal in every world that looks the same")
            });
        world
    })
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
