//! One action: what it was worth, what luck added, and what would have been better.

use std::time::Duration;

use bobbin_bots::{Bot as _, Limit, Manner, Mind, Question, Search, Timer};
use bobbin_game::{Game, SearchChance, Seat, Sentence, Standing};
use serde::{Deserialize, Serialize};

use crate::amount::Amount;
use crate::course::Turnout;
use crate::estimate::{Estimate, Expected, Looks, differences};
use crate::expectation::{Reach, Referee, expected, mean};
use crate::{Effort, Outlook};

/// An action that stood.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Step {
    /// Its number among the actions that stand: the position before it has this number, too.
    pub index: usize,
    /// Who acted.
    pub seat: Seat,
    /// What was done, in the game's notation.
    pub action: String,
    /// The same in plain words.
    pub words: Sentence,
    /// What the choice was worth to each seat, in points, and how far off that may be: this and every error here is
    /// more than the true one in 95 of 100 cases.
    pub choice: Vec<Amount>,
    /// How far off.
    pub choice_error: Vec<Amount>,
    /// What luck added, in points.
    pub luck: Vec<Amount>,
    /// How far off.
    pub luck_error: Vec<Amount>,
    /// What the choice was worth to each seat, in shares of the victory.
    pub choice_chance: Vec<Amount>,
    /// How far off.
    pub choice_chance_error: Vec<Amount>,
    /// What luck added, in shares of the victory.
    pub luck_chance: Vec<Amount>,
    /// How far off.
    pub luck_chance_error: Vec<Amount>,
    /// What each seat expects now.
    pub after: Outlook,
    /// What the search would have done, if that is something else.
    #[cfg_attr(feature = "schema", schema(required))]
    pub best: Option<Best>,
    /// What the action lost against that, in points the actor could expect. It is measured for itself, apart from the
    /// search that found the other action, so it is below 0 now and then: what was found is no better then. 0 if
    /// nothing else was found.
    pub loss: Amount,
    /// How far off.
    pub loss_error: Amount,
    /// The same in shares of the victory.
    pub loss_chance: Amount,
    /// How far off.
    pub loss_chance_error: Amount,
}

impl Step {
    /// Was there something clearly better? More than chance would make it look so.
    pub fn is_mistake(&self) -> bool {
        self.loss > self.loss_error || self.loss_chance > self.loss_chance_error
    }
}

/// What the search holds for better.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Best {
    /// The action in the game's notation.
    pub action: String,
    /// The same in plain words.
    pub words: Sentence,
    /// The score that the actor could expect of it.
    pub score: Amount,
    /// What it is worth to the actor: 0 is a sure loss, 1 a sure win.
    pub value: Amount,
}

/// What was found out about a state and the action that was chosen in it.
pub(crate) struct Examined {
    /// What each seat expected before it, by games to the end.
    pub far: Vec<Estimate>,
    /// What each seat expected after it, by near looks.
    near: Vec<Estimate>,
    /// The same on the average of all luck; nothing if the action asked nothing of chance.
    on_average: Option<Vec<Estimate>>,
    /// The same after what a fair player would have done; nothing if there was no choice.
    fair: Option<Vec<Estimate>>,
    words: Sentence,
    best: Option<Best>,
    pub loss: Estimate,
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
    let question = Question::of(state, made.seat).expect("it acted, so it could");
    let has_choice = question.legal.len() > 1;
    let (to_the_end, near_by) = (
        Referee::<G, M>::new(Reach::End),
        Referee::<G, M>::new(Reach::Near),
    );
    let far = of_seats(players, |seat| {
        expected(&to_the_end, state, seat, effort.games, random.bits())
    });
    let seed = random.bits();
    let near = of_seats(players, |seat| {
        expected(&near_by, &made.after, seat, effort.looks, seed)
    });
    let with_other_luck = |action: G::Action, random: &mut SearchChance| {
        let mut after = state.clone();
        let mut luck = SearchChance::new(random.bits());
        after
            .apply(made.seat, action, &mut luck, &mut ())
            .unwrap_or_else(|refusal| unreachable!("{refusal}: luck does not make an action illegal"));
        after
    };
    let on_average = made.asked_chance.then(|| {
        of_seats(players, |seat| {
            mean(&near_by, seat, effort.looks, seed, |random| {
                with_other_luck(made.action, random)
            })
        })
    });
    let by_fair = has_choice.then(|| {
        let mut buffer = Vec::new();
        of_seats(players, |seat| {
            mean(&near_by, seat, effort.looks, seed, |random| {
                let action = to_the_end
                    .player
                    .fair_action(state, made.seat, random, &mut buffer);
                with_other_luck(action, random)
            })
        })
    });
    let told = G::tell(&question.view, made.action);
    let (best, loss) = better::<G, M>(&question, made.action, effort, &mut random);
    Examined {
        far,
        near,
        on_average,
        fair: by_fair,
        words: told.label,
        best,
        loss,
    }
}

impl Examined {
    /// What the action changed.
    pub(crate) fn turnout(&self) -> Turnout {
        let nothing = || vec![Estimate::default(); self.near.len()];
        let on_average = self.on_average.as_ref().unwrap_or(&self.near);
        Turnout {
            choice: self
                .fair
                .as_ref()
                .map_or_else(nothing, |fair| differences(on_average, fair)),
            luck: differences(&self.near, on_average),
        }
    }
}

fn of_seats(players: usize, estimate: impl FnMut(Seat) -> Estimate) -> Vec<Estimate> {
    Seat::all(players).map(estimate).collect()
}

/// What the search, knowing what the seat knew, holds for best, and what was lost against it. One search finds it; both
/// actions are then tried out anew, in the same states and with the same luck: what looked best by luck alone does not
/// count for more than it is.
fn better<G: Game, M: Mind<G>>(
    question: &Question<G>,
    action: G::Action,
    effort: Effort,
    random: &mut SearchChance,
) -> (Option<Best>, Estimate) {
    if question.legal.len() < 2 {
        return (None, Estimate::default());
    }
    let limit = Limit {
        time: None,
        iterations: Some(effort.iterations),
    };
    let manner = Manner::serious(limit);
    let mut search = Search::<G, M>::new(M::by_hand(), manner);
    let thought = search.think(question, random, &Timeless);
    let best = *thought.choice();
    if best == action {
        return (None, Estimate::default());
    }
    let seed = random.bits();
    let judge = Search::<G, Referee<G, M>>::new(Referee::default(), manner);
    let try_out = |action| {
        let mut looks = Looks::default();
        judge.try_out(question, action, effort.tries(), seed, |forecast| {
            looks.note(forecast, question.seat);
        });
        looks.estimate()
    };
    let (promised, chosen) = (try_out(best), try_out(action));
    let found = Best {
        action: best.to_string(),
        words: G::tell(&question.view, best).label,
        score: promised.rounded().points,
        value: promised.rounded().chance,
    };
    (Some(found), promised - chosen)
}

/// Iterations are counted, time is not.
struct Timeless;

impl Timer for Timeless {
    fn elapsed(&self) -> Duration {
        Duration::ZERO
    }
}

/// What an action changed of what each seat expected: exact sums, and how far off they may be.
pub(crate) struct Change {
    pub choice: Vec<Expected>,
    pub choice_error: Vec<Expected>,
    pub luck: Vec<Expected>,
    pub luck_error: Vec<Expected>,
    pub after: Vec<Expected>,
}

impl Step {
    pub(crate) fn of<G: Game>(
        index: usize,
        standing: &Standing<G>,
        examined: &Examined,
        change: &Change,
    ) -> Step {
        let points = |expected: &[Expected]| expected.iter().map(|expected| expected.points).collect();
        let chances = |expected: &[Expected]| expected.iter().map(|expected| expected.chance).collect();
        let (loss, loss_error) = (examined.loss.rounded(), examined.loss.error());
        Step {
            index,
            seat: standing.seat,
            action: standing.action.to_string(),
            words: examined.words.clone(),
            choice: points(&change.choice),
            choice_error: points(&change.choice_error),
            luck: points(&change.luck),
            luck_error: points(&change.luck_error),
            choice_chance: chances(&change.choice),
            choice_chance_error: chances(&change.choice_error),
            luck_chance: chances(&change.luck),
            luck_chance_error: chances(&change.luck_error),
            after: Outlook::of(&change.after),
            best: examined.best.clone(),
            loss: loss.points,
            loss_error: loss_error.points,
            loss_chance: loss.chance,
            loss_chance_error: loss_error.chance,
        }
    }
}
