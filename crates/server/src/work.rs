//! Work that takes processor time: bots that think, positions, replays, previews, uploads.
//!
//! It is done on a few threads of low priority, never where requests are answered. Whose turn it is, is decided by
//! owner: whoever has used the least time lately comes first, so that one person's work makes only that person wait.
//! Tables with people come before tables of bots only. What one owner may have waiting is bounded.
//!
//! While there are workers elsewhere, what they can do as well is left to them, in the same order and never more at a
//! time than they do; their time is charged to the owner like one's own. What comes back undone is done here.

mod queue;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use bobbin_workers::Workers;
use futures_util::future::BoxFuture;
use queue::Queue;
pub(crate) use queue::{Class, Full, Owner, Size};
use tokio::sync::{Notify, oneshot};

use crate::error::Problem;
use crate::metrics::{Gauged, Metrics};

/// What is done.
enum Job {
    /// By a thread of this server.
    Here(Box<dyn FnOnce() + Send>),
    /// By a worker, if there is one.
    Anywhere(Box<dyn Anywhere>),
}

/// A piece of work that a worker elsewhere can do as well, to the same end.
pub(crate) trait Errand: Send + Sync + 'static {
    /// What comes of it.
    type Output: Send + 'static;

    /// Does it here.
    fn here(&self) -> Self::Output;

    /// Has it done by a worker: what came of it, and the time it took there. None if it has to be done here.
    fn there<'a>(&'a self, workers: &'a Workers) -> BoxFuture<'a, Option<(Self::Output, Duration)>>;
}

/// An errand without its types.
trait Anywhere: Send {
    fn here(self: Box<Self>);

    /// The time it took elsewhere, or the errand back with whose it is.
    fn there(
        self: Box<Self>,
        workers: Arc<Workers>,
    ) -> BoxFuture<'static, Result<Duration, Box<dyn Anywhere>>>;

    fn place(&self) -> (Class, Size);
}

struct Sent<E: Errand> {
    errand: E,
    answer: oneshot::Sender<E::Output>,
    waiting: Gauged,
    place: (Class, Size),
}

impl<E: Errand> Anywhere for Sent<E> {
    fn here(self: Box<Self>) {
        drop(self.waiting);
        if !self.answer.is_closed() {
            let _ = self.answer.send(self.errand.here());
        }
    }

    fn there(
        self: Box<Self>,
        workers: Arc<Workers>,
    ) -> BoxFuture<'static, Result<Duration, Box<dyn Anywhere>>> {
        Box::pin(async move {
            if self.answer.is_closed() {
                return Ok(Duration::ZERO);
            }
            match self.errand.there(&workers).await {
                Some((output, spent)) => {
                    let _ = self.answer.send(output);
                    Ok(spent)
                }
                None => Err(self as Box<dyn Anywhere>),
            }
        })
    }

    fn place(&self) -> (Class, Size) {
        self.place
    }
}

/// The threads that work, and what waits for them.
pub(crate) struct Work {
    shared: Arc<Shared>,
    metrics: Arc<Metrics>,
    workers: Option<Arc<Workers>>,
    /// Without threads: whoever asks works. For simulations, in which nothing may hang on how fast a thread is.
    is_inline: bool,
}

#[derive(Default)]
struct Shared {
    queue: Mutex<Queue<Job>>,
    something: Condvar,
    /// The same for whoever hands out errands.
    errand: Notify,
    /// How many threads workers have elsewhere: while there are any, errands are left to them. Like the next it changes
    /// under the queue's lock, or who is about to wait would not hear of it.
    helpers: AtomicUsize,
    /// How many errands they have.
    underway: AtomicUsize,
}

impl Shared {
    fn locked(&self) -> MutexGuard<'_, Queue<Job>> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn has_helpers(&self) -> bool {
        self.helpers.load(Relaxed) > 0
    }

    /// Have all helpers something to do?
    fn are_helpers_busy(&self) -> bool {
        self.underway.load(Relaxed) >= self.helpers.load(Relaxed)
    }
}

impl Work {
    /// So many threads for whatever comes, and one more that takes only what is quick: long work never keeps it
    /// waiting.
    pub(crate) fn new(threads: usize, metrics: &Arc<Metrics>, workers: Option<Arc<Workers>>) -> Self {
        let shared = Arc::new(Shared::default());
        if let Some(workers) = &workers {
            tokio::spawn(hand_out(Arc::clone(&shared), Arc::clone(workers)));
        }
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
            workers,
            is_inline: false,
        }
    }

    /// Who else works, if there may be anybody.
    pub(crate) fn workers(&self) -> Option<&Arc<Workers>> {
        self.workers.as_ref()
    }

    /// Without threads.
    #[cfg(test)]
    pub(crate) fn inline() -> Self {
        Work {
            shared: Arc::default(),
            metrics: Arc::default(),
            workers: None,
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
        let pushed = self.shared.locked().push(owner, class, size, Job::Here(job));
        pushed.map_err(|Full { wait }| Busy::Full { wait })?;
        self.shared.something.notify_all();
        answered.await.map_err(|_| Busy::Failed)
    }

    /// The same for what a worker can do as well.
    pub(crate) async fn send<E: Errand>(
        &self,
        owner: Owner,
        class: Class,
        size: Size,
        errand: E,
    ) -> Result<E::Output, Busy> {
        if self.is_inline {
            return Ok(errand.here());
        }
        let (answer, answered) = oneshot::channel();
        let job = Job::Anywhere(Box::new(Sent {
            errand,
            answer,
            waiting: Gauged::new(&self.metrics, |metrics| &metrics.work_waiting),
            place: (class, size),
        }));
        let pushed = self.shared.locked().push(owner, class, size, job);
        pushed.map_err(|Full { wait }| Busy::Full { wait })?;
        self.shared.something.notify_all();
        self.shared.errand.notify_one();
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
        self.shared.errand.notify_one();
    }
}

/// Hands errands out to workers for as long as the server works.
async fn hand_out(shared: Arc<Shared>, workers: Arc<Workers>) {
    let mut threads = workers.threads();
    loop {
        let most = *threads.borrow_and_update();
        let mut taken = Vec::new();
        {
            let mut queue = shared.locked();
            shared.helpers.store(most, Relaxed);
            while !shared.are_helpers_busy()
                && let Some((owner, Job::Anywhere(errand))) =
                    queue.pop(used(), |_, job| matches!(job, Job::Anywhere(_)))
            {
                taken.push((owner, errand, Underway::new(&shared)));
            }
            if queue.is_closed() {
                return;
            }
        }
        // What was left to workers that are gone, or that have enough to do, is done here.
        if shared.are_helpers_busy() {
            shared.something.notify_all();
        }
        for (owner, errand, underway) in taken {
            tokio::spawn(see_to(errand, owner, Arc::clone(&workers), underway));
        }
        tokio::select! {
            changed = threads.changed() => {
                if changed.is_err() {
                    let _queue = shared.locked();
                    shared.helpers.store(0, Relaxed);
                    shared.something.notify_all();
                    return;
                }
            }
            () = shared.errand.notified() => {}
        }
    }
}

/// Has an errand done elsewhere; if it comes back undone it is done here.
async fn see_to(errand: Box<dyn Anywhere>, owner: Owner, workers: Arc<Workers>, underway: Underway) {
    let done = errand.there(workers).await;
    let shared = &underway.0;
    let mut queue = shared.locked();
    queue.charge(&owner, *done.as_ref().unwrap_or(&Duration::ZERO), used());
    if let Err(back) = done {
        let (class, size) = back.place();
        queue.put(owner, class, size, Job::Here(Box::new(|| back.here())));
        shared.something.notify_all();
    }
}

/// An errand that is elsewhere, until it is back in whatever way.
struct Underway(Arc<Shared>);

impl Underway {
    /// Whoever makes it has the queue locked.
    fn new(shared: &Arc<Shared>) -> Self {
        shared.underway.fetch_add(1, Relaxed);
        Underway(Arc::clone(shared))
    }
}

impl Drop for Underway {
    fn drop(&mut self) {
        self.0.underway.fetch_sub(1, Relaxed);
        self.0.errand.notify_one();
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
        // What is quick does not wait for helpers that have something else to do.
        let stands_in = !shared.has_helpers() || (longest == Size::Quick && shared.are_helpers_busy());
        let may = |size, job: &Job| size <= longest && (stands_in || matches!(job, Job::Here(_)));
        let Some((owner, job)) = queue.pop(used(), may) else {
            queue = shared
                .something
                .wait(queue)
                .unwrap_or_else(PoisonError::into_inner);
            continue;
        };
        drop(queue);
        let before = thread_time();
        // A fault in one piece of work must not end the thread that works for all.
        let done = catch_unwind(AssertUnwindSafe(|| match job {
            Job::Here(job) => job(),
            Job::Anywhere(errand) => errand.here(),
        }));
        if done.is_err() {
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
        let work = Arc::new(Work::new(1, &Arc::new(Metrics::default()), None));
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

    struct Seven;

    impl Errand for Seven {
        type Output = u32;

        fn here(&self) -> u32 {
            7
        }

        fn there<'a>(&'a self, _: &'a Workers) -> BoxFuture<'a, Option<(u32, Duration)>> {
            unreachable!("there is no worker")
        }
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn what_is_quick_is_left_to_helpers_only_while_one_of_them_has_nothing_to_do() {
        let work = Work::new(1, &Arc::new(Metrics::default()), None);
        let helpers = |count, underway| {
            let _queue = work.shared.locked();
            work.shared.helpers.store(count, Relaxed);
            work.shared.underway.store(underway, Relaxed);
            work.shared.something.notify_all();
        };
        let send = |size| work.send(Owner::Person("ann".to_owned()), Class::People, size, Seven);
        helpers(2, 1);
        let mut left = Box::pin(send(Size::Quick));
        let soon = Duration::from_millis(100);
        assert!(tokio::time::timeout(soon, &mut left).await.is_err());
        helpers(2, 2);
        assert_eq!(left.await, Ok(7));
        let mut left = Box::pin(send(Size::Long));
        assert!(tokio::time::timeout(soon, &mut left).await.is_err());
        helpers(0, 0);
        assert_eq!(left.await, Ok(7));
    }

    #[tokio::test]
    async fn a_piece_of_work_that_fails_is_told_so_and_the_next_is_done() {
        let work = Work::new(1, &Arc::new(Metrics::default()), None);
        let owner = || Owner::Person("ann".to_owned());
        let failed = work.run(owner(), Class::People, Size::Quick, || {
            "3 or so".parse::<i32>().unwrap()
        });
        assert_eq!(failed.await, Err(Busy::Failed));
        assert_eq!(work.run(owner(), Class::People, Size::Quick, || 7).await, Ok(7));
    }
}
