//! Bots think where all work is done, so that they never delay people.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::{Duration, Instant};

use bobbin_bots::{BotSpec, Budget, Clock, Thought};
use bobbin_catalog::{AnyGame, Asked, Legal, Stopwatch};
use bobbin_game::SearchChance;

use crate::metrics::Metrics;
use crate::table::Level;
use crate::work::{Busy, Class, Owner, Size, Work};

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
        match self {
            Wanted::Advice => BotSpec::search(Budget::Iterations(ITERATIONS_OF_ADVICE)),
            Wanted::Move(level) => BotSpec::of(level.into()),
        }
    }

    /// The levels that think for long must not keep the others waiting.
    fn size(self) -> Size {
        match self {
            Wanted::Advice | Wanted::Move(Level::Gentle | Level::Steady) => Size::Quick,
            Wanted::Move(Level::Sharp | Level::Expert) => Size::Long,
        }
    }
}

/// A question for a bot.
pub(crate) struct Question {
    pub(crate) game: &'static dyn AnyGame,
    pub(crate) asked: Asked,
    /// With a luck of its own a bot thinks as long as its iterations take and answers the same each time.
    pub(crate) luck: Option<u64>,
    pub(crate) wanted: Wanted,
}

/// What a bot thinks of a question. `Failed` if it fails to give advice.
pub(crate) async fn ask(
    work: &Work,
    metrics: &Arc<Metrics>,
    owner: Owner,
    class: Class,
    question: Question,
) -> Result<Thought<Legal>, Busy> {
    let size = question.wanted.size();
    let metrics = Arc::clone(metrics);
    let thought = work.run(owner, class, size, move || think(&question, &metrics));
    thought.await?.ok_or(Busy::Failed)
}

/// Works out what bots work out once, beside the threads that think: only a game that needs it has to wait.
pub(crate) fn prepare() {
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

fn think(question: &Question, metrics: &Metrics) -> Option<Thought<Legal>> {
    let began = Instant::now();
    // The expert knows no iterations, only time.
    let luck = question
        .luck
        .filter(|_| question.wanted != Wanted::Move(Level::Expert));
    let ask = |spec| {
        let mut bot = question.game.bot(spec);
        if let Some(luck) = luck {
            bot.think(&question.asked, &mut SearchChance::new(luck), &NoTime)
        } else {
            let mut luck = SearchChance::new(crate::secrets::random_u64());
            bot.think(&question.asked, &mut luck, &Stopwatch::start())
        }
    };
    let spec = question.wanted.spec();
    let thought = caught(|| ask(spec)).or_else(|| {
        tracing::error!(game = question.game.id(), bot = %spec, "a bot failed");
        let must_act = question.wanted != Wanted::Advice;
        must_act.then(|| caught(|| ask(BotSpec::RANDOM))).flatten()
    });
    metrics.bot_thoughts.took(began.elapsed());
    thought
}

/// A fault in a bot must not leave its table waiting.
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
            let written = serde_json::to_value(level).unwrap();
            assert_eq!(written, level.name(), "as the log and the API write it");
        }
    }

    #[test]
    fn a_bot_that_fails_is_caught() {
        assert_eq!(caught(|| [1, 2].iter().sum::<i32>()), Some(3));
        assert_eq!(caught(|| "3 or so".parse::<i32>().unwrap()), None);
    }
}
