//! What a game was worth: luck told apart from choices, and the moments that mattered.
//!
//! At every moment of a finished game each seat expects something, from its own knowledge only: the mean of many quick
//! games played on from states that look the same to it. What an action changes of that is the choice and, if it asked
//! chance, luck. Luck is measured for itself: the same action is carried out many times with other luck, and how far the
//! luck that fell came off the mean of those is luck; the rest is what the choice was worth. The deal is luck, too. So, for
//! each player and to the last thousandth of a point:
//!
//! start + luck + own choices + the others' choices = result
//!
//! What an action lost against the best is told by the search, again from the acting seat's knowledge only.

mod amount;
mod expectation;
mod moment;
mod step;

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use bobbin_bots::Mind;
use bobbin_game::{Game, Match, MatchChance, Outcome, SearchChance, Seat, Setup as _};
use serde::{Deserialize, Serialize};

pub use amount::Amount;
pub use moment::{Moment, MomentKind};
pub use step::{Best, Step};

use expectation::{Expected, Reach, expected, of_outcome};
use step::Move;

/// How much work an analysis is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Effort {
    /// How many quick games make one expectation.
    pub looks: u32,
    /// How many iterations the search makes for each action.
    pub iterations: u64,
}

impl Effort {
    /// So many quick games and iterations in all, spread over the actions of a game. It follows from the length of the
    /// game alone, never from time, so that equal games give equal reports on every machine.
    pub fn spread(total: u64, actions: usize, players: usize) -> Effort {
        // An action costs up to three expectations for each player and one search of four.
        let each = total / (actions.max(1) * (3 * players + 4)) as u64;
        Effort {
            looks: each.clamp(24, 2_000) as u32,
            iterations: (4 * each).clamp(100, 8_000),
        }
    }
}

/// How a game is looked into.
pub struct Inquiry<'a> {
    /// Quick games and search iterations in all.
    pub total: u64,
    /// How many threads work on it. The report does not depend on it.
    pub threads: usize,
    /// Told after each step how many of how many are done; `false` ends the work.
    pub progress: &'a (dyn Fn(usize, usize) -> bool + Sync),
}

impl Inquiry<'_> {
    /// Enough for a plain picture within half a minute on two cores.
    pub const TOTAL: u64 = 400_000;
}

/// What a finished game was worth.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Insight {
    /// How much work went into it.
    #[serde(flatten)]
    pub effort: Effort,
    /// Start, luck, choices and result of each seat.
    pub players: Vec<Account>,
    /// What each seat could expect before anything was dealt.
    pub start: Outlook,
    /// What the deal gave each.
    pub deal: Outlook,
    /// Every action that stood.
    pub steps: Vec<Step>,
    /// The moments that mattered most, at most five, in order.
    pub moments: Vec<Moment>,
}

/// What each seat expects, in the order of the seats.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Outlook {
    /// Points.
    pub points: Vec<Amount>,
    /// The share of the victory; empty for a lone player.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub chances: Vec<Amount>,
}

impl Outlook {
    fn of(expected: &[Expected]) -> Self {
        let chances = expected.iter().map(|expected| expected.chance);
        Outlook {
            points: expected.iter().map(|expected| expected.points).collect(),
            chances: if expected.len() > 1 {
                chances.collect()
            } else {
                Vec::new()
            },
        }
    }
}

/// What a player's game was made of.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Account {
    /// Whose.
    pub seat: Seat,
    /// In points.
    pub points: Tally,
    /// In shares of the victory; none for a lone player.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chances: Option<Tally>,
    /// The points that this player's actions lost against the best, all together.
    pub lost: Amount,
}

/// start + luck + own + others = result.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Tally {
    /// What could be expected before the deal.
    pub start: Amount,
    /// What chance gave, the deal included.
    pub luck: Amount,
    /// What the player's own choices were worth.
    pub own: Amount,
    /// What the other players' choices were worth to this one.
    pub others: Amount,
    /// What it came to.
    pub result: Amount,
}

impl Tally {
    /// What choices were worth: the player's own and the others'.
    pub fn skill(&self) -> Amount {
        self.own + self.others
    }
}

/// The work was ended before it was done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ended;

/// Looks into a match that is over.
///
/// # Panics
/// If it is not over.
pub fn analyze<G: Game, M: Mind<G>>(played: &Match<G>, inquiry: &Inquiry<'_>) -> Result<Insight, Ended> {
    let outcome = played
        .state()
        .outcome()
        .expect("only a finished game is analyzed");
    let players = played.setup().players();
    let effort = Effort::spread(inquiry.total, played.standing().len(), players);
    let examined = in_parallel(moves(played), inquiry, |index, chosen| {
        step::examine::<G, M>(&chosen, index, players, effort)
    })?;
    Ok(report::<G, M>(played, &outcome, effort, examined))
}

/// The actions that stand, each with the state before it.
fn moves<G: Game>(played: &Match<G>) -> Vec<Move<G>> {
    let mut chance = MatchChance::new(played.seed());
    let mut state = G::start(played.setup(), &mut chance);
    let mut moves = Vec::with_capacity(played.standing().len());
    for standing in played.standing() {
        let before = state.clone();
        state
            .apply(standing.seat, standing.action, &mut chance, &mut ())
            .unwrap_or_else(|refusal| unreachable!("{refusal}: it was legal before"));
        moves.push(Move {
            before,
            seat: standing.seat,
            action: standing.action,
            after: state.clone(),
            asked_chance: !standing.trace.draws.is_empty(),
        });
    }
    assert!(state == *played.state(), "a match is what its actions made it");
    moves
}

/// Does the work of all items, several at a time.
fn in_parallel<I: Send, T: Send>(
    items: Vec<I>,
    inquiry: &Inquiry<'_>,
    work: impl Fn(usize, I) -> T + Sync,
) -> Result<Vec<T>, Ended> {
    let count = items.len();
    let threads = inquiry.threads.clamp(1, count.max(1));
    let waiting = Mutex::new(items.into_iter().enumerate());
    let done = Mutex::new(Vec::with_capacity(count));
    let is_ended = AtomicBool::new(false);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while !is_ended.load(Ordering::Relaxed) {
                    let next = locked(&waiting).next();
                    let Some((index, item)) = next else { return };
                    let result = work(index, item);
                    let so_far = {
                        let mut done = locked(&done);
                        done.push((index, result));
                        done.len()
                    };
                    if !(inquiry.progress)(so_far, count) {
                        is_ended.store(true, Ordering::Relaxed);
                    }
                }
            });
        }
    });
    let mut done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
    if done.len() < count {
        return Err(Ended);
    }
    done.sort_by_key(|(index, _)| *index);
    Ok(done.into_iter().map(|(_, result)| result).collect())
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What the deal gave each seat.
fn luck_of_the_deal<G: Game, M: Mind<G>>(played: &Match<G>, looks: u32) -> Vec<Expected> {
    let dealt = G::start(played.setup(), &mut MatchChance::new(played.seed()));
    Seat::all(played.setup().players())
        .map(|seat| {
            let mut random = SearchChance::new(seat.index() as u64);
            let deal = |random: &mut SearchChance| G::start(played.setup(), random);
            expectation::luck::<G, M>(&dealt, seat, looks, &mut random, deal)
        })
        .collect()
}

fn report<G: Game, M: Mind<G>>(
    played: &Match<G>,
    outcome: &Outcome,
    effort: Effort,
    examined: Vec<step::Examined>,
) -> Insight {
    let players = outcome.players();
    let deal = luck_of_the_deal::<G, M>(played, effort.looks * 4);
    let result: Vec<Expected> = Seat::all(players).map(|seat| of_outcome(outcome, seat)).collect();
    let dealt = examined.first().map_or(&result, |first| &first.before);
    let start: Vec<Expected> = dealt
        .iter()
        .zip(&deal)
        .map(|(&dealt, &deal)| dealt - deal)
        .collect();
    let mut accounts: Vec<Account> = Seat::all(players)
        .map(|seat| {
            let (start, deal, result) = (start[seat.index()], deal[seat.index()], result[seat.index()]);
            let tally = |start, luck, result| Tally {
                start,
                luck,
                result,
                ..Tally::default()
            };
            Account {
                seat,
                points: tally(start.points, deal.points, result.points),
                chances: (players > 1).then(|| tally(start.chance, deal.chance, result.chance)),
                lost: Amount::ZERO,
            }
        })
        .collect();
    let afters: Vec<Vec<Expected>> = examined
        .iter()
        .skip(1)
        .map(|next| next.before.clone())
        .chain([result])
        .collect();
    let mut steps = Vec::with_capacity(examined.len());
    for (index, (examined, after)) in examined.into_iter().zip(&afters).enumerate() {
        let step = Step::of(index, &played.standing()[index], &examined, after);
        for account in &mut accounts {
            let (seat, is_own) = (account.seat.index(), account.seat == step.seat);
            let add = |tally: &mut Tally, choice, luck| {
                *(if is_own { &mut tally.own } else { &mut tally.others }) += choice;
                tally.luck += luck;
            };
            add(&mut account.points, step.choice[seat], step.luck[seat]);
            if let Some(chances) = &mut account.chances {
                add(chances, step.choice_chance[seat], step.luck_chance[seat]);
            }
            if is_own {
                account.lost += step.loss;
            }
        }
        steps.push(step);
    }
    Insight {
        effort,
        moments: moment::that_mattered(&steps, players),
        deal: Outlook::of(&deal),
        start: Outlook::of(&start),
        players: accounts,
        steps,
    }
}

/// What the seats of a state expect.
fn outlook<G: Game, M: Mind<G>>(
    state: &G,
    players: usize,
    looks: u32,
    random: &mut SearchChance,
) -> Vec<Expected> {
    Seat::all(players)
        .map(|seat| expected::<G, M>(state, seat, looks, Reach::End, random))
        .collect()
}
