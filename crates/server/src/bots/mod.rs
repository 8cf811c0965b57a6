//! Bots think where all work is done, so that they never delay people. A bot is given a question, which holds a view
//! and nothing of the match.

mod cache;
#[cfg(test)]
mod tests;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::{Duration, Instant};

use bobbin_bots::{BotSpec, Thought, Timer};
use bobbin_catalog::{AnyBot, AnyGame, Asked, Legal, Stopwatch};
use bobbin_game::SearchChance;
pub(crate) use cache::BotCache;

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

impl Wanted {
    fn spec(self) -> BotSpec {
        match self {
            Wanted::Advice => BotSpec::ADVICE,
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
    /// Where the bot of the seat is kept between questions, if it is.
    pub(crate) kept_in: Option<(Arc<BotCache>, TableId)>,
}

/// The id of a table.
type TableId = String;

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
    let spec = question.wanted.spec();
    let thought = caught(|| think_on(question)).or_else(|| {
        tracing::error!(game = question.game.id(), bot = %spec, "a bot failed");
        let must_act = question.wanted != Wanted::Advice;
        let random = || asked(&mut *question.game.bot(BotSpec::RANDOM), question);
        must_act.then(|| caught(random)).flatten()
    });
    metrics.bot_thoughts.took(began.elapsed());
    thought
}

/// Asks the bot of the seat, made anew if it is not kept. A bot that fails is not kept.
fn think_on(question: &Question) -> Thought<Legal> {
    let new = || question.game.bot(question.wanted.spec());
    let seat = question.asked.seat();
    match (&question.kept_in, question.wanted) {
        // What has to be the same for everybody must not hang on what a bot happens to remember.
        (Some((cache, table)), Wanted::Move(level)) if question.luck.is_none() => {
            let mut bot = cache.take(table, seat, level).unwrap_or_else(new);
            let thought = asked(&mut *bot, question);
            cache.put(table, seat, level, bot);
            thought
        }
        _ => asked(&mut *new(), question),
    }
}

fn asked(bot: &mut dyn AnyBot, question: &Question) -> Thought<Legal> {
    // The expert knows no iterations, only time.
    let luck = question
        .luck
        .filter(|_| question.wanted != Wanted::Move(Level::Expert));
    if let Some(luck) = luck {
        bot.think(&question.asked, &mut SearchChance::new(luck), &NoTime)
    } else {
        let mut luck = SearchChance::new(crate::secrets::random_u64());
        bot.think(&question.asked, &mut luck, &Stopwatch::start())
    }
}

/// A fault in a bot must not leave its table waiting.
fn caught<T>(think: impl FnOnce() -> T) -> Option<T> {
    catch_unwind(AssertUnwindSafe(think)).ok()
}

/// A clock that stands still, so that only iterations end the thinking.
struct NoTime;

impl Timer for NoTime {
    fn elapsed(&self) -> Duration {
        Duration::ZERO
    }
}
