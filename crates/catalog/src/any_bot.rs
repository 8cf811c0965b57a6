//! Bots without the game's types.

use std::any::Any;
use std::time::{Duration, Instant};

use bobbin_bots::{Bot, Question, Thought, Timer};
use bobbin_game::{Game, SearchChance, Seat};

use crate::any_match::Legal;

/// A bot for one seat of one match of some game.
pub trait AnyBot: Send {
    /// What it would do and why.
    ///
    /// # Panics
    /// If the question is of another game than the bot.
    fn think(&mut self, asked: &Asked, random: &mut SearchChance, clock: &dyn Timer) -> Thought<Legal>;
}

/// A question to a bot. It holds what the seat may know and nothing of the match, so it can be answered on another
/// thread while the match goes on.
pub struct Asked {
    seat: Seat,
    question: Box<dyn Any + Send>,
}

impl Asked {
    /// The question what a seat of this state should do, if it may act at all.
    pub(crate) fn of<G: Game>(state: &G, seat: Seat) -> Option<Self> {
        let question = Box::new(Question::of(state, seat)?);
        Some(Asked { seat, question })
    }

    /// Whose action is asked for.
    pub fn seat(&self) -> Seat {
        self.seat
    }
}

/// A bot of a game behind the common face.
pub(crate) struct Erased<G: Game>(pub Box<dyn Bot<G>>);

impl<G: Game> AnyBot for Erased<G> {
    fn think(&mut self, asked: &Asked, random: &mut SearchChance, clock: &dyn Timer) -> Thought<Legal> {
        let question = asked.question.downcast_ref::<Question<G>>();
        let question = question.expect("a bot is asked about its own game");
        let thought = self.0.think(question, random, clock);
        thought.map(|action| Legal::new::<G>(&question.view, action))
    }
}

/// The time since it was made.
#[derive(Clone, Copy, Debug)]
pub struct Stopwatch(Instant);

impl Stopwatch {
    /// Begins now.
    pub fn start() -> Self {
        Stopwatch(Instant::now())
    }
}

impl Timer for Stopwatch {
    fn elapsed(&self) -> Duration {
        self.0.elapsed()
    }
}

/// The processor time that this thread has had since it was made. What is measured by it is the same on a busy machine
/// as on an idle one, up to what a shared cache costs.
#[derive(Clone, Copy, Debug)]
pub struct OwnTime(Duration);

impl OwnTime {
    /// Begins now.
    pub fn start() -> Self {
        OwnTime(own_time())
    }
}

impl Timer for OwnTime {
    fn elapsed(&self) -> Duration {
        own_time().saturating_sub(self.0)
    }
}

fn own_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::try_from(time).unwrap_or_default()
}
