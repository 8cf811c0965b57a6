//! Handing out work.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use bobbin_bots::Thought;
use bobbin_catalog::insight::Insight;
use bobbin_catalog::{AnyGame, Asked, Contest, Legal, Played};
use bobbin_game::{ContentHash, Options, Record, Seed};
use bobbin_nats::{Listening, Nats, is_nobody};
use futures_util::StreamExt as _;
use tokio::sync::watch;
use tokio::time::Instant;

use crate::Manner;
use crate::roster::Roster;
use crate::wire::{self, Done, HELLO, Hello, Job, Outcome, Reply, Request, SILENCE};

/// So many workers may be lost over one piece of work. Then it may be the work that ends them.
const MOST_LOST: u32 = 3;

/// A worker that has enough to do is asked again after this time.
const BUSY: Duration = Duration::from_millis(25);

/// So long an answer of a bot may take in all, before whoever asked thinks for itself; and so long a game is looked
/// into by nobody because all workers have enough to do.
const PATIENCE: Duration = Duration::from_secs(10);

/// At so many seats it is known which worker thought for them last.
const MOST_HOMES: usize = 20_000;

/// The texts of content packs by the hash of what they say: workers are sent what they do not know.
pub type Packs = BTreeMap<ContentHash, String>;

/// Why some work was not done elsewhere. Whoever wanted it does it.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NotDone {
    /// There is no worker, or none that answers.
    #[error("no worker answers")]
    Nobody,
    /// No worker can do this.
    #[error("a worker refuses: {0}")]
    Refused(String),
}

/// A bot's thought, and the processor time it took somewhere.
pub struct Thinking {
    /// What it thinks; none if it failed.
    pub thought: Option<Thought<Legal>>,
    /// The time of the worker.
    pub spent: Duration,
}

/// All workers that can be reached.
pub struct Workers {
    nats: Nats,
    packs: Packs,
    threads: watch::Receiver<usize>,
    homes: Mutex<Homes>,
}

impl Workers {
    /// Listens from now on for workers that are there.
    pub fn new(nats: &Nats, packs: Packs) -> Arc<Workers> {
        let (count, threads) = watch::channel(0);
        tokio::spawn(follow_roster(nats.clone(), count));
        Arc::new(Workers {
            nats: nats.clone(),
            packs,
            threads,
            homes: Mutex::default(),
        })
    }

    /// How much all workers do at a time, as far as it is known, and when that changes. 0 if there is none.
    pub fn threads(&self) -> watch::Receiver<usize> {
        self.threads.clone()
    }

    /// Asks a bot. Its table goes by a name that tells nobody which it is; by it the same worker is asked again, which
    /// keeps the bot.
    pub async fn think(
        &self,
        game: &dyn AnyGame,
        asked: &Asked,
        manner: Manner,
        kept: Option<String>,
    ) -> Result<Thinking, NotDone> {
        // Only what is made up: the world of the question need not be another one each time.
        let written = asked.written(manner.luck);
        let home = kept.as_ref().map(|table| (table.clone(), asked.seat().index()));
        let at_home = home.as_ref().and_then(|key| self.homes().find(key));
        let request = Request {
            within: Some(PATIENCE.as_millis() as u64),
            ..request(game, written.content)(Job::Question {
                written,
                manner,
                kept,
            })
        };
        let asked_at = Instant::now();
        let done = self.hand_out(request, at_home, PATIENCE, &|_, _| {}).await?;
        if let Some(key) = home {
            self.homes().note(key, done.worker.clone());
        }
        let Outcome::Thought(thought) = done.result else {
            return Err(NotDone::Refused("it answers something else".to_owned()));
        };
        let thought = match thought {
            None => None,
            Some(thought) => Some(
                asked
                    .understand(thought)
                    .ok_or_else(|| NotDone::Refused("it answers what is not legal".to_owned()))?,
            ),
        };
        Ok(Thinking {
            thought,
            // Whoever answers has not worked longer than since it was asked.
            spent: Duration::from_micros(done.spent).min(asked_at.elapsed()),
        })
    }

    /// Has a finished game looked into. It comes to the same as here.
    pub async fn insight(
        &self,
        game: &dyn AnyGame,
        record: &Record,
        seed: Seed,
        total: u64,
        progress: &(dyn Fn(usize, usize) + Sync),
    ) -> Result<Insight, NotDone> {
        let request = request(game, record.content)(Job::Insight {
            record: record.to_string(),
            seed,
            total,
        });
        match self.hand_out(request, None, PATIENCE, progress).await?.result {
            Outcome::Insight(insight) => Ok(*insight),
            _ => Err(NotDone::Refused("it answers something else".to_owned())),
        }
    }

    /// Has bots play a whole game. It comes to the same as here, but for the time they took.
    pub async fn contest(
        &self,
        game: &dyn AnyGame,
        options: &Options,
        content: ContentHash,
        asked: &Contest,
    ) -> Result<Played, NotDone> {
        let request = request(game, content)(Job::Contest {
            options: options.clone(),
            contest: asked.clone(),
        });
        let done = self.hand_out(request, None, Duration::MAX, &|_, _| {});
        match done.await?.result {
            Outcome::Played(played) => Ok(*played),
            _ => Err(NotDone::Refused("it answers something else".to_owned())),
        }
    }

    /// Hands out work until it is done: again when a worker is lost, elsewhere when one has enough to do. Gives up
    /// where all have, for so long.
    async fn hand_out(
        &self,
        mut request: Request,
        mut home: Option<String>,
        patience: Duration,
        progress: &(dyn Fn(usize, usize) + Sync),
    ) -> Result<Done, NotDone> {
        let began = Instant::now();
        let within = request.within.map(Duration::from_millis);
        let deadline = within.map(|within| Instant::now() + within);
        let mut lost = 0;
        while lost < MOST_LOST && deadline.is_none_or(|deadline| Instant::now() < deadline) {
            let subject = home
                .as_deref()
                .map_or_else(|| request.job.subject().to_owned(), wire::at);
            let heard = self.ask(&subject, &request, deadline, progress).await?;
            match heard {
                Heard::Said(Reply::Done(done)) => return Ok(*done),
                Heard::Said(Reply::Refused { why }) => return Err(NotDone::Refused(why)),
                Heard::Said(Reply::NeedsPack) => {
                    let pack = self.packs.get(&request.content);
                    let unknown = || NotDone::Refused("its content is known to nobody".to_owned());
                    if request.pack.is_some() {
                        return Err(unknown());
                    }
                    request.pack = Some(pack.ok_or_else(unknown)?.clone());
                }
                // The worker that thought before is gone or has enough to do: any other.
                Heard::Nobody | Heard::Said(Reply::Busy) if home.is_some() => home = None,
                Heard::Nobody => return Err(NotDone::Nobody),
                Heard::Said(Reply::Busy) if began.elapsed() > patience => break,
                Heard::Said(Reply::Busy | Reply::Working { .. }) => tokio::time::sleep(BUSY).await,
                Heard::Nothing => {
                    lost += 1;
                    home = None;
                }
            }
        }
        Err(NotDone::Nobody)
    }

    /// Hands out work once, and hears what comes of it.
    async fn ask(
        &self,
        subject: &str,
        request: &Request,
        deadline: Option<Instant>,
        progress: &(dyn Fn(usize, usize) + Sync),
    ) -> Result<Heard, NotDone> {
        let message = wire::written(request);
        if message.len() > self.nats.longest() {
            return Err(NotDone::Refused("it is longer than NATS lets pass".to_owned()));
        }
        let away = |_| NotDone::Nobody;
        // A way back for this one time: nobody who is late is heard.
        let inbox = self.nats.inbox();
        let mut answers = self.nats.listen(&inbox).await.map_err(away)?;
        self.nats.ask(subject, &inbox, message).await.map_err(away)?;
        Ok(heard(&mut answers, deadline, progress).await)
    }

    fn homes(&self) -> MutexGuard<'_, Homes> {
        self.homes.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What came back.
enum Heard {
    /// The last word.
    Said(Reply),
    /// Nobody takes work there.
    Nobody,
    /// Nothing more: whoever took it is lost.
    Nothing,
}

async fn heard(
    answers: &mut Listening,
    deadline: Option<Instant>,
    progress: &(dyn Fn(usize, usize) + Sync),
) -> Heard {
    loop {
        let silence = Instant::now() + SILENCE;
        let until = deadline.map_or(silence, |deadline| deadline.min(silence));
        let Ok(Some(answer)) = tokio::time::timeout_at(until, answers.next()).await else {
            return Heard::Nothing;
        };
        if is_nobody(&answer) {
            return Heard::Nobody;
        }
        match wire::read::<Reply>(&answer.payload) {
            Some(Reply::Working { done, of }) => progress(done, of),
            Some(reply) => return Heard::Said(reply),
            None => return Heard::Nothing,
        }
    }
}

fn request(game: &dyn AnyGame, content: ContentHash) -> impl FnOnce(Job) -> Request {
    let (id, rules) = (game.id().to_owned(), game.rules_version());
    move |job| Request {
        game: id,
        rules,
        content,
        pack: None,
        within: None,
        job,
    }
}

/// Counts the workers that say they are there.
async fn follow_roster(nats: Nats, count: watch::Sender<usize>) {
    let mut roster = Roster::default();
    let mut listening = loop {
        match nats.listen(HELLO).await {
            Ok(listening) => break listening,
            Err(_) if count.is_closed() => return,
            Err(_) => tokio::time::sleep(SILENCE).await,
        }
    };
    while !count.is_closed() {
        let heard = tokio::time::timeout(wire::TICK, listening.next()).await;
        match heard {
            Ok(Some(message)) => {
                if let Some(hello) = wire::read::<Hello>(&message.payload) {
                    roster.heard(hello, Instant::now());
                }
            }
            Ok(None) => return,
            Err(_) => {}
        }
        let threads = if nats.is_up() {
            roster.threads(Instant::now())
        } else {
            0
        };
        count.send_if_modified(|known| std::mem::replace(known, threads) != threads);
    }
}

/// Which worker thought last for a seat.
#[derive(Default)]
struct Homes {
    by_seat: BTreeMap<(String, usize), String>,
}

impl Homes {
    fn find(&self, key: &(String, usize)) -> Option<String> {
        self.by_seat.get(key).cloned()
    }

    fn note(&mut self, key: (String, usize), worker: String) {
        // Whoever is forgotten only loses a head start, and so many are not at their tables at a time.
        if self.by_seat.len() >= MOST_HOMES {
            self.by_seat.clear();
        }
        self.by_seat.insert(key, worker);
    }
}
