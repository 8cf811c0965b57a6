//! Work that takes processor time: bots that think, positions, replays, previews, uploads.
//!
//! It is done on a few threads of low priority, never where requests are answered. Whose turn it is, is decided by
//! owner: whoever has used the least time lately comes first, so that one person's work makes only that person wait.
//! Tables with people come before tables of bots only. What one owner may have waiting is bounded.

mod queue;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use queue::Queue;
pub(crate) use queue::{Class, Full, Owner, Size};
use tokio::sync::oneshot;

use crate::error::Problem;
use crate::metrics::{Gauged, Metrics};

/// What is done: told whether anybody still waits for it.
type Job = Box<dyn FnOnce() + Send>;

/// The threads that work, and what waits for them.
pub(crate) struct Work {
    shared: Arc<Shared>,
    metrics: Arc<Metrics>,
    /// Without threads: whoever asks works. For simulations, in which nothing may hang on how fast a thread is.
    is_inline: bool,
}

struct Shared {
    queue: Mutex<Queue<Job>>,
    something: Condvar,
}

impl Shared {
    fn locked(&self) -> MutexGuard<'_, Queue<Job>> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Work {
    /// So many threads for whatever comes, and one more that takes only what is quick: long work never keeps it
    /// waiting.
    pub(crate) fn new(threads: usize, metrics: &Arc<Metrics>) -> Self {
        let shared = Arc::new(Shared {
            queue: Mutex::default(),
            something: Condvar::new(),
        });
        for number in 0..=threads.max(1) {
            let shared = Arc::clone(&shared);
            let longest = if number == 0 { Size::Quick } else { Size::Long };
            let started = std::thread::Builder::new()
                .name(format!("work-{number}"))
                .spawn(move || {
                    // Requests come first.
                    let _ = rustix::process::nice(10);
                    work(&shared, longest);
                });
            if let Err(error) = started {
                tracing::error!(%error, "a thread for work could not be started");
            }
        }
        Work {
            shared,
            metrics: Arc::clone(metrics),
            is_inline: false,
        }
    }

    /// Without threads.
    #[cfg(test)]
    pub(crate) fn inline() -> Self {
        Work {
            shared: Arc::new(Shared {
                queue: Mutex::default(),
                something: Condvar::new(),
            }),
            metrics: Arc::default(),
            is_inline: true,
        }
    }

    /// Does something for an owner and gives back what came of it. Refused if too much of theirs waits already. What
    /// nobody waits for any more is not begun.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        owner: Owner,
        class: Class,
        size: Size,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Busy> {
        if self.is_inline {
            return Ok(work());
        }
        let (answer, answered) = oneshot::channel();
        let waiting = Gauged::new(&self.metrics, |metrics| &metrics.work_waiting);
        let job = Box::new(move || {
            drop(waiting);
            if !answer.is_closed() {
                let _ = answer.send(work());
            }
        });
        let pushed = self.shared.locked().push(owner, class, size, job);
        pushed.map_err(|Full { wait }| Busy::Full { wait })?;
        self.shared.something.notify_all();
        answered.await.map_err(|_| Busy::Failed)
    }

    /// The same for a request: what a person waits for.
    pub(crate) async fn answer<T: Send + 'static>(
        &self,
        owner: Owner,
        work: impl FnOnce() -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        self.run(owner, Class::People, Size::Quick, work).await?
    }
}

impl Drop for Work {
    fn drop(&mut self) {
        self.shared.locked().close();
        self.shared.something.notify_all();
    }
}

/// Why there is no answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Busy {
    /// Too much of this owner's waits already.
    Full {
        /// When to come again.
        wait: Duration,
    },
    /// The work failed.
    Failed,
}

impl From<Busy> for Problem {
    fn from(busy: Busy) -> Self {
        match busy {
            Busy::Full { wait } => Problem::too_many(wait),
            Busy::Failed => Problem::unavailable(),
        }
    }
}

fn work(shared: &Shared, longest: Size) {
    let mut queue = shared.locked();
    while !queue.is_closed() {
        let Some((owner, job)) = queue.pop(longest, used()) else {
            queue = shared
                .something
                .wait(queue)
                .unwrap_or_else(PoisonError::into_inner);
            continue;
        };
        drop(queue);
        let before = thread_time();
        // A fault in one piece of work must not end the thread that works for all.
        if catch_unwind(AssertUnwindSafe(job)).is_err() {
            tracing::error!("a piece of work failed");
        }
        let spent = thread_time().saturating_sub(before);
        queue = shared.locked();
        queue.charge(&owner, spent, used());
    }
}

/// The time by which what was used is forgotten.
fn used() -> Duration {
    time_of(rustix::time::ClockId::Monotonic)
}

/// The processor time of this thread.
fn thread_time() -> Duration {
    time_of(rustix::time::ClockId::ThreadCPUTime)
}

fn time_of(clock: rustix::time::ClockId) -> Duration {
    let time = rustix::time::clock_gettime(clock);
    Duration::new(time.tv_sec.unsigned_abs(), time.tv_nsec as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(flavor = "multi_thread")]
    async fn long_work_of_one_owner_does_not_keep_anothers_quick_work_waiting() {
        let work = Arc::new(Work::new(1, &Arc::new(Metrics::default())));
        let (let_go, held) = std::sync::mpsc::channel::<()>();
        let held = Arc::new(Mutex::new(held));
        let mut busy = Vec::new();
        for _ in 0..4 {
            let (pool, held) = (Arc::clone(&work), Arc::clone(&held));
            busy.push(tokio::spawn(async move {
                let owner = Owner::Person("eve".to_owned());
                let wait = move || held.lock().unwrap().recv().is_ok();
                pool.run(owner, Class::People, Size::Long, wait).await
            }));
        }
        let quick = work.run(Owner::Person("ann".to_owned()), Class::People, Size::Quick, || 7);
        let quick = tokio::time::timeout(Duration::from_secs(10), quick);
        assert_eq!(quick.await.unwrap(), Ok(7));
        drop(let_go);
        for busy in busy {
            assert_eq!(busy.await.unwrap(), Ok(false));
        }
    }

    #[tokio::test]
    async fn a_piece_of_work_that_fails_is_told_so_and_the_next_is_done() {
        let work = Work::new(1, &Arc::new(Metrics::default()));
        let owner = || Owner::Person("ann".to_owned());
        let failed = work.run(owner(), Class::People, Size::Quick, || {
            "3 or so".parse::<i32>().unwrap()
        });
        assert_eq!(failed.await, Err(Busy::Failed));
        assert_eq!(work.run(owner(), Class::People, Size::Quick, || 7).await, Ok(7));
    }
}
