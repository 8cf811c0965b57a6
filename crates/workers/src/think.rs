//! A bot that thinks about a question, wherever that is.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use bobbin_bots::{BotSpec, Thought, Timer};
use bobbin_catalog::{AnyBot, AnyGame, Asked, Legal, Stopwatch};
use bobbin_game::SearchChance;
use serde::{Deserialize, Serialize};

use crate::BotCache;

/// Who thinks about a question, and how.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Manner {
    /// The bot.
    pub bot: BotSpec,
    /// Should it fail, any legal action is better than none.
    pub must_act: bool,
    /// Its luck.
    pub luck: u64,
    /// Does time end its thinking, or only its iterations? Without, the same question and luck give the same thought
    /// everywhere.
    pub is_timed: bool,
}

/// What a bot thinks of a question. None if it fails and need not act. With a cache, the bot that was asked for this
/// table and seat before thinks on; one that fails is not kept.
pub fn think(
    game: &dyn AnyGame,
    asked: &Asked,
    manner: &Manner,
    kept: Option<(&BotCache, &str)>,
) -> Option<Thought<Legal>> {
    let first = caught(|| match kept {
        Some((cache, table)) => {
            let bot = cache.take(table, asked.seat(), manner.bot);
            let mut bot = bot.unwrap_or_else(|| game.bot(manner.bot));
            let thought = ask(&mut *bot, asked, manner);
            cache.put(table, asked.seat(), manner.bot, bot);
            thought
        }
        None => ask(&mut *game.bot(manner.bot), asked, manner),
    });
    first.or_else(|| {
        tracing::error!(game = game.id(), bot = %manner.bot, "a bot failed");
        let random = || ask(&mut *game.bot(BotSpec::RANDOM), asked, manner);
        manner.must_act.then(|| caught(random)).flatten()
    })
}

fn ask(bot: &mut dyn AnyBot, asked: &Asked, manner: &Manner) -> Thought<Legal> {
    let mut luck = SearchChance::new(manner.luck);
    if manner.is_timed {
        bot.think(asked, &mut luck, &Stopwatch::start())
    } else {
        bot.think(asked, &mut luck, &NoTime)
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

#[cfg(test)]
mod tests {
    use super::caught;

    #[test]
    fn a_bot_that_fails_is_caught() {
        assert_eq!(caught(|| [1, 2].iter().sum::<i32>()), Some(3));
        assert_eq!(
            caught(|| "3 or so".parse::<i32>().unwrap_or_else(|_| panic!())),
            None
        );
    }
}
