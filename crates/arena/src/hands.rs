//! Who plays the games of a plan.

use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

use bobbin_catalog::{Played, StartError};
use bobbin_workers::{NotDone, Workers};
use tokio::runtime::Handle;

use crate::plan::Plan;

/// Who plays the games of a plan. A game comes to the same whoever plays it, but for the time that bots took.
pub trait Hands: Sync {
    /// How many games are played at a time, at the most.
    fn at_once(&self) -> usize;

    /// Plays a game. Asked by several threads at once.
    fn play(&self, plan: &Plan, game: u64) -> Result<Played, StartError>;
}

/// Threads of this program.
#[derive(Clone, Copy, Debug)]
pub struct Threads(pub usize);

impl Hands for Threads {
    fn at_once(&self) -> usize {
        self.0.max(1)
    }

    fn play(&self, plan: &Plan, game: u64) -> Result<Played, StartError> {
        plan.game
            .contest(&plan.options, plan.content, &plan.contest(game))
    }
}

/// Workers, wherever they are. A game whose worker is lost is handed out again. What no worker plays for a while is
/// played here.
pub struct Elsewhere {
    workers: Arc<Workers>,
    handle: Handle,
    here: Slots,
}

/// So many games may be under way at a time, however many workers there are.
const MOST_AT_ONCE: usize = 128;

/// So long workers are waited for.
const PATIENCE: Duration = Duration::from_secs(10);

impl Elsewhere {
    /// Hands games out to these workers from threads beside this runtime; `threads` of this program stand in for them.
    pub fn new(workers: Arc<Workers>, handle: Handle, threads: usize) -> Self {
        Elsewhere {
            workers,
            handle,
            here: Slots::new(threads.max(1)),
        }
    }
}

impl Hands for Elsewhere {
    fn at_once(&self) -> usize {
        MOST_AT_ONCE
    }

    fn play(&self, plan: &Plan, game: u64) -> Result<Played, StartError> {
        let content = plan.content();
        let mut patience = Instant::now() + PATIENCE;
        while Instant::now() < patience {
            let mut threads = self.workers.threads();
            let most = *threads.borrow_and_update();
            // Twice what they do at a time, so that none has to wait for its next game.
            let Some(_slot) = (most > 0).then(|| self.here.under_way(2 * most)).flatten() else {
                if most > 0 {
                    patience = Instant::now() + PATIENCE;
                }
                std::thread::sleep(Duration::from_millis(20));
                continue;
            };
            let asked = plan.contest(game);
            let played = self.workers.contest(plan.game, &plan.options, content, &asked);
            match self.handle.block_on(played) {
                Ok(played) => return Ok(played),
                Err(NotDone::Nobody) => std::thread::sleep(Duration::from_millis(100)),
                // If it cannot be played here either, here is where that is told.
                Err(NotDone::Refused(_)) => break,
            }
        }
        let _slot = self.here.one();
        Threads(1).play(plan, game)
    }
}

/// How much is under way.
struct Slots {
    most_here: usize,
    counts: Mutex<Counts>,
    freed: Condvar,
}

#[derive(Default)]
struct Counts {
    here: usize,
    there: usize,
}

impl Slots {
    fn new(most_here: usize) -> Self {
        Slots {
            most_here,
            counts: Mutex::default(),
            freed: Condvar::new(),
        }
    }

    /// A place among those who wait for a worker, if fewer than so many do.
    fn under_way(&self, most: usize) -> Option<Slot<'_>> {
        let mut counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        (counts.there < most).then(|| {
            counts.there += 1;
            Slot {
                slots: self,
                is_here: false,
            }
        })
    }

    /// A place among those who play here, as soon as one is free.
    fn one(&self) -> Slot<'_> {
        let counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        let mut counts = self
            .freed
            .wait_while(counts, |counts| counts.here >= self.most_here)
            .unwrap_or_else(PoisonError::into_inner);
        counts.here += 1;
        Slot {
            slots: self,
            is_here: true,
        }
    }
}

struct Slot<'a> {
    slots: &'a Slots,
    is_here: bool,
}

impl Drop for Slot<'_> {
    fn drop(&mut self) {
        let mut counts = self.slots.counts.lock().unwrap_or_else(PoisonError::into_inner);
        if self.is_here {
            counts.here -= 1;
        } else {
            counts.there -= 1;
        }
        self.slots.freed.notify_all();
    }
}
