//! Bots think where all work is done, so that they never delay people, or at a worker elsewhere. A bot is given a
//! question, which holds a view and nothing of the match.

#[cfg(test)]
mod tests;

use std::sync::{Arc, LazyLock};
use std::time::{Duration, Instant};

use base64::Engine as _;
use bobbin_bots::{BotSpec, Thought};
use bobbin_catalog::{AnyGame, Asked, Legal};
use bobbin_workers::{BotCache, Manner, Workers};
use futures_util::future::BoxFuture;
use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::Sha256;

use crate::metrics::{Metrics, count};
use crate::secrets;
use crate::table::Level;
use crate::work::{Busy, Class, Errand, Owner, Size, Work};

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
            Wanted::Advice | Wanted::Move(Level::Playful | Level::Gentle | Level::Steady) => Size::Quick,
            Wanted::Move(Level::Keen | Level::Sharp | Level::Expert) => Size::Long,
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
    let thinking = ThinkingOf {
        question,
        metrics: Arc::clone(metrics),
    };
    work.send(owner, class, size, thinking).await?.ok_or(Busy::Failed)
}

/// A question on its way to whoever thinks about it.
struct ThinkingOf {
    question: Question,
    metrics: Arc<Metrics>,
}

impl Errand for ThinkingOf {
    type Output = Option<Thought<Legal>>;

    fn here(&self) -> Self::Output {
        think(&self.question, &self.metrics)
    }

    fn there<'a>(&'a self, workers: &'a Workers) -> BoxFuture<'a, Option<(Self::Output, Duration)>> {
        Box::pin(async move {
            let Question { game, asked, .. } = &self.question;
            let kept = self.question.kept().map(|(_, table)| disguised(table));
            let began = Instant::now();
            let done = workers.think(*game, asked, self.question.manner(), kept).await;
            match done {
                Ok(done) => {
                    self.metrics.bot_thoughts.took(began.elapsed());
                    count(&self.metrics.thoughts_elsewhere);
                    Some((done.thought, done.spent))
                }
                Err(error) => {
                    tracing::debug!(%error, "a bot thinks here");
                    None
                }
            }
        })
    }
}

impl Question {
    /// Who thinks about it, and how.
    fn manner(&self) -> Manner {
        // The expert knows no iterations, only time.
        let luck = self.luck.filter(|_| self.wanted != Wanted::Move(Level::Expert));
        Manner {
            bot: self.wanted.spec(),
            must_act: self.wanted != Wanted::Advice,
            luck: luck.unwrap_or_else(secrets::random_u64),
            is_timed: luck.is_none(),
        }
    }

    /// Where the bot is kept. What has to be the same for everybody must not hang on what a bot happens to remember.
    fn kept(&self) -> Option<(&BotCache, &str)> {
        let (cache, table) = self.kept_in.as_ref()?;
        let is_kept = self.luck.is_none() && self.wanted != Wanted::Advice;
        is_kept.then_some((&**cache, table.as_str()))
    }
}

/// How a table is called among workers. Its id is a key to it, and is told to nobody.
fn disguised(table: &str) -> String {
    static KEY: LazyLock<[u8; 32]> = LazyLock::new(secrets::random);
    let mut hash = Hmac::<Sha256>::new_from_slice(&*KEY).expect("a key has any length");
    hash.update(table.as_bytes());
    base64::engine::general_purpose::URL_SAFE_NO_PAD.encode(hash.finalize().into_bytes())
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
    let Question { game, asked, .. } = question;
    let thought = bobbin_workers::think(*game, asked, &question.manner(), question.kept());
    metrics.bot_thoughts.took(began.elapsed());
    thought
}
