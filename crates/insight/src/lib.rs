#![doc = include_str!("../README.md")]

mod account;
mod amount;
mod course;
mod estimate;
mod expectation;
mod moment;
mod step;

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use bobbin_bots::Mind;
use bobbin_game::{Game, Match, MatchChance, Setup as _};
use serde::{Deserialize, Serialize};

pub use account::{Account, Errors, Insight, Outlook, Tally};
pub use amount::Amount;
pub use moment::{Moment, MomentKind};
pub use step::{Best, Step};

use estimate::PARTS;
use step::Move;

/// How much work an analysis is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Effort {
    /// How many games to the end make one expectation.
    pub games: u32,
    /// And how many nearer looks.
    pub looks: u32,
    /// How many iterations the search makes for each action.
    pub iterations: u64,
}

impl Effort {
    /// So many looks and iterations in all, and more at a quicker pace ([`Mind::PACE`]), spread over the actions of a
    /// game. It follows from the length of the game, never from time, so that equal games give equal reports on every
    /// machine.
    pub fn spread(total: u64, pace: u64, actions: usize, players: usize) -> Effort {
        // An action costs up to three near looks and a game for each player, and searches.
        let each = total / (actions.max(1) * (3 * players + 4)) as u64;
        let whole = |count: u64| count.next_multiple_of(PARTS as u64);
        Effort {
            games: whole((each / 16).clamp(8, 80)) as u32,
            looks: whole((pace * each / 2).clamp(24, 240 * pace)) as u32,
            iterations: (2 * pace * each).clamp(100, 1_200 * pace),
        }
    }

    /// How often each of two actions is tried out.
    fn tries(self) -> u64 {
        (self.iterations / 2).next_multiple_of(PARTS as u64)
    }
}

/// How a game is looked into.
pub struct Inquiry<'a> {
    /// Looks and search iterations in all.
    pub total: u64,
    /// How many threads work on it. The report does not depend on it.
    pub threads: usize,
    /// Told after each step how many of how many are done; `false` ends the work.
    pub progress: &'a (dyn Fn(usize, usize) -> bool + Sync),
}

impl Inquiry<'_> {
    /// Enough for a plain picture within half a minute on two cores. What a short game has more for each action is
    /// bounded.
    pub const TOTAL: u64 = 400_000;
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
    let effort = Effort::spread(inquiry.total, M::PACE, played.standing().len(), players);
    let examined = in_parallel(moves(played), inquiry, |index, chosen| {
        step::examine::<G, M>(&chosen, index, players, effort)
    })?;
    Ok(account::report::<G, M>(played, &outcome, effort, &examined))
}

/// The actions that stand, each with the state before it.
fn moves<G: Game>(played: &Match<G>) -> Vec<Move<G>> {
    let mut chance = MatchChance::new(played.seed());
    let mut state = G::start(played.setup(), &mut chance);
    let mut moves = Vec::with_capacity(played.standing().len());
    for standing in played.standing().iter() {
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
