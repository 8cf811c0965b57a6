//! A worker: takes work, does it, says what it came to.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, Weak};
use std::time::{Duration, Instant};

use bobbin_bots::Timer as _;
use bobbin_catalog::insight::Inquiry;
use bobbin_catalog::{AnyGame, OwnTime, Replay};
use bobbin_game::Source;
use bobbin_nats::{Away, Listening, Nats, NatsMessage};
use futures_util::StreamExt as _;
use futures_util::stream::select_all;
use tokio::sync::mpsc;

use crate::wire::{self, Done, GROUP, HELLO, Hello, Job, Outcome, Reply, Request, SUBJECTS, TICK};
use crate::{BotCache, think};

/// How many questions may wait at a worker for each of its threads.
const MOST_QUESTIONS: usize = 8;

/// What is under way when the worker is stopped may take so long. The rest is asked again elsewhere.
const GOODBYE: Duration = Duration::from_secs(2);

/// Takes work until `stop` comes. So many threads do what comes, and one more only what is quick, so that nobody waits
/// for a bot because games are played.
pub async fn run(nats: &Nats, threads: usize, stop: impl Future<Output = ()>) -> Result<(), Away> {
    let threads = threads.max(1);
    let id = id();
    let (said, mut saying) = mpsc::unbounded_channel::<(String, Reply)>();
    let bench = Arc::new(Bench {
        id: id.clone(),
        threads,
        waiting: Mutex::default(),
        something: Condvar::new(),
        bots: BotCache::default(),
        said,
    });
    for number in 0..=threads {
        let bench = Arc::clone(&bench);
        let started = std::thread::Builder::new()
            .name(format!("work-{number}"))
            .spawn(move || {
                let _ = rustix::process::nice(10);
                bench.work(number == 0);
            });
        if let Err(error) = started {
            tracing::error!(%error, "a thread for work could not be started");
        }
    }
    let mut all = Vec::new();
    for subject in SUBJECTS {
        all.push(nats.take_part(subject, GROUP).await?);
    }
    all.push(nats.listen(&wire::at(&id)).await?);
    let mut taken = select_all(all);
    let mut tick = tokio::time::interval(TICK);
    let mut open: Vec<Weak<Ticket>> = Vec::new();
    tokio::pin!(stop);
    loop {
        tokio::select! {
            () = &mut stop => break,
            Some(message) = taken.next() => {
                if let Some(ticket) = bench.take(&message) {
                    open.push(ticket);
                }
            }
            Some((to, reply)) = saying.recv() => tell(nats, &to, &reply).await,
            _ = tick.tick() => {
                open.retain(|ticket| ticket.strong_count() > 0);
                for ticket in open.iter().filter_map(Weak::upgrade) {
                    tell(nats, &ticket.to, &ticket.working()).await;
                }
                greet(nats, &id, threads).await;
            }
        }
    }
    greet(nats, &id, 0).await;
    drop::<futures_util::stream::SelectAll<Listening>>(taken);
    bench.close();
    let rest = async {
        while open.iter().any(|ticket| ticket.strong_count() > 0) {
            tokio::select! {
                Some((to, reply)) = saying.recv() => tell(nats, &to, &reply).await,
                () = tokio::time::sleep(TICK / 10) => {}
            }
        }
        while let Ok((to, reply)) = saying.try_recv() {
            tell(nats, &to, &reply).await;
        }
    };
    let _ = tokio::time::timeout(GOODBYE, rest).await;
    let _ = nats.flush().await;
    Ok(())
}

/// A name that no other worker has.
fn id() -> String {
    let mut bytes = [0; 8];
    getrandom::fill(&mut bytes).expect("the system gives random bytes");
    format!("{:016x}", u64::from_le_bytes(bytes))
}

async fn greet(nats: &Nats, id: &str, threads: usize) {
    let hello = Hello {
        worker: id.to_owned(),
        threads,
    };
    // Who is not heard is thought to be gone, which is right.
    let _ = nats.publish(HELLO, wire::written(&hello)).await;
}

async fn tell(nats: &Nats, to: &str, reply: &Reply) {
    let mut message = wire::written(reply);
    if message.len() > nats.longest() {
        let why = "what it came to is longer than NATS lets pass".to_owned();
        message = wire::written(&Reply::Refused { why });
    }
    // If it is lost the work is handed out again.
    let _ = nats.publish(to, message).await;
}

/// Work that was taken, until it is answered.
struct Ticket {
    to: String,
    done: AtomicUsize,
    of: AtomicUsize,
}

impl Ticket {
    fn working(&self) -> Reply {
        Reply::Working {
            done: self.done.load(Relaxed),
            of: self.of.load(Relaxed),
        }
    }
}

struct Taken {
    request: Request,
    came: Instant,
    ticket: Arc<Ticket>,
}

/// Where the threads of a worker find what there is to do.
struct Bench {
    id: String,
    threads: usize,
    waiting: Mutex<Waiting>,
    something: Condvar,
    bots: BotCache,
    said: mpsc::UnboundedSender<(String, Reply)>,
}

#[derive(Default)]
struct Waiting {
    /// Somebody waits for these from moment to moment.
    quick: VecDeque<Taken>,
    long: VecDeque<Taken>,
    is_closed: bool,
}

impl Bench {
    fn locked(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes what was handed out, unless there is enough to do.
    fn take(&self, message: &NatsMessage) -> Option<Weak<Ticket>> {
        let to = message.reply.as_ref()?.to_string();
        let Some(request) = wire::read::<Request>(&message.payload) else {
            let why = "it is no work of this version".to_owned();
            let _ = self.said.send((to, Reply::Refused { why }));
            return None;
        };
        let mut waiting = self.locked();
        let (lane, most) = if request.job.is_quick() {
            (&mut waiting.quick, MOST_QUESTIONS * self.threads)
        } else {
            (&mut waiting.long, self.threads)
        };
        if lane.len() >= most {
            let _ = self.said.send((to, Reply::Busy));
            return None;
        }
        let ticket = Arc::new(Ticket {
            to,
            done: AtomicUsize::new(0),
            of: AtomicUsize::new(0),
        });
        let open = Arc::downgrade(&ticket);
        lane.push_back(Taken {
            request,
            came: Instant::now(),
            ticket,
        });
        self.something.notify_all();
        Some(open)
    }

    fn close(&self) {
        let mut waiting = self.locked();
        waiting.is_closed = true;
        // Whoever handed it out hears nothing more, and hands it out again.
        waiting.quick.clear();
        waiting.long.clear();
        self.something.notify_all();
    }

    fn work(&self, only_quick: bool) {
        let mut waiting = self.locked();
        while !waiting.is_closed {
            let next = waiting.quick.pop_front();
            let next = next.or_else(|| (!only_quick).then(|| waiting.long.pop_front()).flatten());
            let Some(taken) = next else {
                let woken = self.something.wait(waiting);
                waiting = woken.unwrap_or_else(PoisonError::into_inner);
                continue;
            };
            drop(waiting);
            if let Some(reply) = self.reply(&taken) {
                let _ = self.said.send((taken.ticket.to.clone(), reply));
            }
            drop(taken);
            waiting = self.locked();
        }
    }

    /// Does what was taken. None if nobody waits for it any more.
    fn reply(&self, taken: &Taken) -> Option<Reply> {
        let within = taken.request.within.map(Duration::from_millis);
        if within.is_some_and(|within| taken.came.elapsed() > within) {
            return None;
        }
        let clock = OwnTime::start();
        let done = catch_unwind(AssertUnwindSafe(|| self.done(&taken.request, &taken.ticket)));
        let failed = || {
            Err(Reply::Refused {
                why: "the work failed".to_owned(),
            })
        };
        Some(match done.unwrap_or_else(|_| failed()) {
            Ok(result) => Reply::Done(Box::new(Done {
                worker: self.id.clone(),
                spent: clock.elapsed().as_micros() as u64,
                result,
            })),
            Err(reply) => reply,
        })
    }

    fn done(&self, request: &Request, ticket: &Ticket) -> Result<Outcome, Reply> {
        let refused = |why: String| Reply::Refused { why };
        let game = bobbin_catalog::find(&request.game).map_err(|error| refused(error.to_string()))?;
        if game.rules_version() != request.rules {
            return Err(refused("it goes by other rules".to_owned()));
        }
        learn(game, request)?;
        match &request.job {
            Job::Question {
                written,
                manner,
                kept,
            } => {
                let asked = game
                    .read_question(written)
                    .map_err(|error| refused(error.to_string()))?;
                let asked = asked.ok_or_else(|| refused("there is nothing to do".to_owned()))?;
                let kept = kept.as_deref().map(|table| (&self.bots, table));
                let thought = think(game, &asked, manner, kept);
                Ok(Outcome::Thought(
                    thought.map(|thought| thought.map(|legal| legal.action)),
                ))
            }
            Job::Insight { record, seed, total } => {
                let record = record
                    .parse()
                    .map_err(|_| refused("it is no record".to_owned()))?;
                let replay = Replay {
                    seed: Some(*seed),
                    ..Replay::default()
                };
                let progress = |done: usize, of: usize| {
                    ticket.done.store(done, Relaxed);
                    ticket.of.store(of, Relaxed);
                    true
                };
                let inquiry = Inquiry {
                    total: *total,
                    threads: self.threads,
                    progress: &progress,
                };
                let insight = game.analyze(&record, replay, &inquiry);
                let insight = insight.map_err(|error| refused(error.to_string()))?;
                Ok(Outcome::Insight(Box::new(insight)))
            }
            Job::Contest { options, contest } => {
                let played = game.contest(options, Some(request.content), contest);
                let played = played.map_err(|error| refused(error.to_string()))?;
                Ok(Outcome::Played(Box::new(played)))
            }
        }
    }
}

/// Makes sure that the content of some work is there.
fn learn(game: &dyn AnyGame, request: &Request) -> Result<(), Reply> {
    if game.content_json(request.content).is_some() {
        return Ok(());
    }
    let pack = request.pack.as_deref().ok_or(Reply::NeedsPack)?;
    let learned = game.load_content(&Source::new("pack", pack));
    match learned {
        Ok(info) if info.hash == request.content => Ok(()),
        Ok(_) => Err(Reply::Refused {
            why: "the pack says something else".to_owned(),
        }),
        Err(error) => Err(Reply::Refused {
            why: error.to_string(),
        }),
    }
}
