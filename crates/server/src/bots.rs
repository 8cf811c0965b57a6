//! Bots think on threads of their own, few and of low priority, so that they never delay people.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::time::{Duration, Instant};

use bobbin_bots::{BotKind, BotSpec, Budget, Clock, Thought};
use bobbin_catalog::{AnyGame, Asked, Legal, Stopwatch};
use bobbin_game::SearchChance;
use tokio::sync::oneshot;

use crate::metrics::{Gauged, Metrics};
use crate::table::Level;

/// The threads that think.
pub(crate) struct BotPool {
    questions: mpsc::Sender<Question>,
    metrics: Arc<Metrics>,
}

/// What a bot is asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Wanted {
    /// What it holds best, without the mistakes of a level. Should it fail, there is no answer.
    Advice,
    /// What a bot of this level does. Should it fail, any legal action is better than a table that waits for ever.
    Move(Level),
}

/// So many iterations are thought about advice: about a tenth of a second on one core, and the same advice on every
/// machine.
const ITERATIONS_OF_ADVICE: u64 = 3_000;

impl Wanted {
    fn spec(self) -> BotSpec {
        let spec = match self {
            Wanted::Advice => {
                let budget = Budget::Iterations(ITERATIONS_OF_ADVICE);
                BotSpec::new(BotKind::Search, Some(budget))
            }
            Wanted::Move(level) => level.name().parse(),
        };
        spec.unwrap_or(BotSpec::RANDOM)
    }
}

struct Question {
    game: &'static dyn AnyGame,
    spec: BotSpec,
    asked: Asked,
    luck: Option<u64>,
    wanted: Wanted,
    answer: oneshot::Sender<Thought<Legal>>,
    waiting: Gauged,
}

impl BotPool {
    pub(crate) fn new(threads: usize, metrics: &Arc<Metrics>) -> Self {
        let (questions, waiting) = mpsc::channel::<Question>();
        let waiting = Arc::new(Mutex::new(waiting));
        for number in 0..threads.max(1) {
            let (waiting, metrics) = (Arc::clone(&waiting), Arc::clone(metrics));
            let started = std::thread::Builder::new()
                .name(format!("bot-{number}"))
                .spawn(move || {
                    // People's requests come first.
                    let _ = rustix::process::nice(10);
                    while let Ok(question) = next(&waiting) {
                        think(question, &metrics);
                    }
                });
            if let Err(error) = started {
                tracing::error!(%error, "a thread for bots could not be started");
            }
        }
        prepare();
        BotPool {
            questions,
            metrics: Arc::clone(metrics),
        }
    }

    /// What a bot thinks of a question. With a luck of its own it thinks as long as its iterations take and answers the
    /// same each time. None if it fails to give advice, or if nobody thinks any more.
    pub(crate) async fn ask(
        &self,
        game: &'static dyn AnyGame,
        asked: Asked,
        luck: Option<u64>,
        wanted: Wanted,
    ) -> Option<Thought<Legal>> {
        let (answer, answered) = oneshot::channel();
        let waiting = Gauged::new(&self.metrics, |metrics| &metrics.bots_waiting);
        let question = Question {
            game,
            spec: wanted.spec(),
            asked,
            // The expert knows no iterations, only time.
            luck: luck.filter(|_| wanted != Wanted::Move(Level::Expert)),
            wanted,
            answer,
            waiting,
        };
        self.questions.send(question).ok()?;
        answered.await.ok()
    }
}

/// Works out what bots work out once, beside the threads that think: only a game that needs it has to wait.
fn prepare() {
    let started = std::thread::Builder::new()
        .name("bots-prepare".to_owned())
        .spawn(|| {
            let _ = rustix::process::nice(10);
            bobbin_catalog::games().for_each(AnyGame::prepare);
        });
    if let Err(error) = started {
        tracing::warn!(%error, "bots work out what they need when they are first asked");
    }
}

fn next(waiting: &Mutex<mpsc::Receiver<Question>>) -> Result<Question, mpsc::RecvError> {
    waiting.lock().unwrap_or_else(PoisonError::into_inner).recv()
}

fn think(question: Question, metrics: &Metrics) {
    // Whoever asked may have gone while the question waited.
    if question.answer.is_closed() {
        return;
    }
    drop(question.waiting);
    let began = Instant::now();
    let ask = |spec| {
        let mut bot = question.game.bot(spec);
        if let Some(luck) = question.luck {
            bot.think(&question.asked, &mut SearchChance::new(luck), &NoTime)
        } else {
            let mut luck = SearchChance::new(crate::secrets::random_u64());
            bot.think(&question.asked, &mut luck, &Stopwatch::start())
        }
    };
    let thought = caught(|| ask(question.spec)).or_else(|| {
        tracing::error!(game = question.game.id(), bot = %question.spec, "a bot failed");
        let must_act = question.wanted != Wanted::Advice;
        must_act.then(|| caught(|| ask(BotSpec::RANDOM))).flatten()
    });
    metrics.bot_thoughts.took(began.elapsed());
    if let Some(thought) = thought {
        let _ = question.answer.send(thought);
    }
}

/// A fault in a bot must not end the thread that thinks for all tables.
fn caught<T>(think: impl FnOnce() -> T) -> Option<T> {
    catch_unwind(AssertUnwindSafe(think)).ok()
}

/// A clock that stands still, so that only iterations end the thinking.
struct NoTime;

impl Clock for NoTime {
    fn elapsed(&self) -> Duration {
        Duration::ZERO
    }
}

#[cfg(test)]
mod tests {
    use super::{Wanted, caught};
    use crate::table::Level;

    #[test]
    fn advice_comes_from_a_search_and_moves_from_the_level() {
        assert_eq!(Wanted::Advice.spec().to_string(), "search:3000i");
        for level in Level::ALL {
            assert_eq!(Wanted::Move(level).spec().to_string(), level.name());
        }
    }

    #[test]
    fn a_bot_that_fails_does_not_end_the_thread() {
        assert_eq!(caught(|| [1, 2].iter().sum::<i32>()), Some(3));
        assert_eq!(caught(|| "3 or so".parse::<i32>().unwrap()), None);
    }
}
