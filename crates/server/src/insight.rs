//! Insight into finished games, worked out in the background: one game at a time, once for each, and kept.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use bobbin_catalog::Replay;
use bobbin_catalog::insight::{Inquiry, Insight};
use bobbin_game::{Record, Seed};
use bobbin_store::{Document, Store};
use bobbin_workers::{NotDone, Workers};
use tokio::sync::{Semaphore, oneshot};

use crate::clock::Clock;
use crate::error::Problem;
use crate::secrets::log_id;

/// How the database calls them.
const KIND: &str = "insight";

/// No more games than this wait at a time.
const MOST_WAITING: usize = 50;

/// And no more of one person's.
const MOST_OF_ONE: usize = 3;

/// One of those that wait is done in about this time.
const NEXT_TURN: Duration = Duration::from_secs(10);

/// How much goes into one game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct InsightEffort {
    /// Quick games and search iterations in all.
    pub(crate) total: u64,
    /// How many threads work on it.
    pub(crate) threads: usize,
}

/// A finished game to be looked into.
pub(crate) struct InsightJob {
    /// Its record.
    pub(crate) record: Record,
    /// Its luck, which the record may not tell yet.
    pub(crate) seed: Seed,
}

/// How far the work on a game is.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Progress {
    /// Nobody has asked for it.
    None,
    /// So many of so many actions are done; of none while it waits for its turn.
    Working { done: usize, of: usize },
    /// Here it is.
    Ready(Box<Insight>),
}

#[derive(Default)]
struct Working {
    person: String,
    done: AtomicUsize,
    of: AtomicUsize,
}

/// The queue of games to be looked into, and what came of it.
pub(crate) struct Insights {
    store: Arc<dyn Store>,
    clock: Clock,
    effort: InsightEffort,
    working: Arc<Mutex<BTreeMap<String, Arc<Working>>>>,
    turn: Arc<Semaphore>,
    workers: Option<Arc<Workers>>,
}

impl Insights {
    pub(crate) fn new(
        store: Arc<dyn Store>,
        clock: Clock,
        effort: InsightEffort,
        workers: Option<Arc<Workers>>,
    ) -> Self {
        Insights {
            workers,
            store,
            clock,
            effort,
            working: Arc::default(),
            turn: Arc::new(Semaphore::new(1)),
        }
    }

    /// How far the work on a table's game is.
    pub(crate) async fn progress(&self, table: &str) -> Result<Progress, Problem> {
        // In this order: work that ends in between is found among what is kept.
        let working = self.locked().get(table).cloned();
        if let Some(working) = working {
            return Ok(Progress::Working {
                done: working.done.load(Relaxed),
                of: working.of.load(Relaxed),
            });
        }
        let kept = self.store.document(KIND, table).await?;
        // What an earlier version has written in another form is worked out anew.
        let kept = kept.and_then(|kept| serde_json::from_str(&kept.body).ok());
        Ok(kept.map_or(Progress::None, Progress::Ready))
    }

    /// Begins the work, if it was not begun before.
    pub(crate) async fn begin(&self, table: &str, person: &str, job: InsightJob) -> Result<(), Problem> {
        if self.progress(table).await? != Progress::None {
            return Ok(());
        }
        let working = Arc::new(Working {
            person: person.to_owned(),
            ..Working::default()
        });
        {
            let mut known = self.locked();
            if known.contains_key(table) {
                return Ok(());
            }
            let own = known.values().filter(|working| working.person == person);
            if known.len() >= MOST_WAITING || own.count() >= MOST_OF_ONE {
                return Err(Problem::too_many(NEXT_TURN));
            }
            known.insert(table.to_owned(), Arc::clone(&working));
        }
        let (store, clock, effort) = (Arc::clone(&self.store), self.clock.clone(), self.effort);
        let (all, turn) = (Arc::clone(&self.working), Arc::clone(&self.turn));
        let (table, workers) = (table.to_owned(), self.workers.clone());
        tokio::spawn(async move {
            let _turn = turn.acquire().await;
            let elsewhere = match workers {
                Some(workers) => at_a_worker(&workers, effort, &job, &working).await,
                None => None,
            };
            let insight = match elsewhere {
                Some(insight) => Some(insight),
                None => on_a_thread_of_its_own(effort, job, working).await,
            };
            if let Some(insight) = insight {
                keep(&*store, &table, &insight, clock.wall()).await;
            }
            let mut all = all.lock().unwrap_or_else(PoisonError::into_inner);
            all.remove(&table);
        });
        Ok(())
    }

    fn locked(&self) -> std::sync::MutexGuard<'_, BTreeMap<String, Arc<Working>>> {
        self.working.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

async fn keep(store: &dyn Store, table: &str, insight: &Insight, now: i64) {
    let document = Document {
        kind: KIND.to_owned(),
        id: table.to_owned(),
        person: None,
        body: serde_json::to_string(insight).expect("an insight is plain data"),
        created_at: now,
    };
    if let Err(error) = store.put_document(&document).await {
        tracing::error!(%error, table = log_id(table), "an insight could not be kept");
    }
}

/// It comes to the same, and takes nothing from whoever plays here. None if no worker does it.
async fn at_a_worker(
    workers: &Workers,
    effort: InsightEffort,
    job: &InsightJob,
    working: &Working,
) -> Option<Insight> {
    let game = bobbin_catalog::find(&job.record.game).ok()?;
    let tell = |done: usize, of: usize| {
        working.done.store(done, Relaxed);
        working.of.store(of, Relaxed);
    };
    let insight = workers.insight(game, &job.record, job.seed, effort.total, &tell);
    match insight.await {
        Ok(mut insight) => {
            by_entries(&mut insight, &job.record);
            Some(insight)
        }
        Err(NotDone::Nobody) => None,
        Err(error @ NotDone::Refused(_)) => {
            tracing::warn!(%error, "a game is looked into here");
            None
        }
    }
}

/// People's requests and bots come first.
async fn on_a_thread_of_its_own(
    effort: InsightEffort,
    job: InsightJob,
    working: Arc<Working>,
) -> Option<Insight> {
    let (answer, answered) = oneshot::channel::<Option<Insight>>();
    let started = std::thread::Builder::new()
        .name("insight".to_owned())
        .spawn(move || {
            let _ = rustix::process::nice(15);
            // When the server stops nobody waits for the answer any more.
            let tell = |done: usize, of: usize| {
                working.done.store(done, Relaxed);
                working.of.store(of, Relaxed);
                !answer.is_closed()
            };
            let mut insight = analyzed(&job, effort, &tell);
            if let Some(insight) = &mut insight {
                by_entries(insight, &job.record);
            }
            let _ = answer.send(insight);
        });
    if let Err(error) = started {
        tracing::error!(%error, "a thread for insight could not be started");
    }
    answered.await.ok().flatten()
}

fn analyzed(
    job: &InsightJob,
    effort: InsightEffort,
    progress: &(dyn Fn(usize, usize) -> bool + Sync),
) -> Option<Insight> {
    let game = bobbin_catalog::find(&job.record.game).ok()?;
    let replay = Replay {
        seed: Some(job.seed),
        ..Replay::default()
    };
    let inquiry = Inquiry {
        total: effort.total,
        threads: effort.threads,
        progress,
    };
    match game.analyze(&job.record, replay, &inquiry) {
        Ok(insight) => Some(insight),
        Err(error) => {
            tracing::warn!(%error, "a game could not be looked into");
            None
        }
    }
}

/// An insight counts the actions that stand; positions of a table count all entries of its record. Where something was
/// taken back the two differ, so the numbers are put into the latter here.
fn by_entries(insight: &mut Insight, record: &Record) {
    let standing = record.standing();
    let steps = insight.steps.iter_mut().map(|step| &mut step.index);
    let moments = insight.moments.iter_mut().map(|moment| &mut moment.index);
    for index in steps.chain(moments) {
        *index = standing.get(*index).copied().unwrap_or(*index);
    }
}
