//! Bots without the game's types.

use std::any::Any;
use std::time::{Duration, Instant};

use bobbin_bots::{Bot, Question, Thought, Timer};
use bobbin_game::{ContentHash, Game, Options, SearchChance, Seat, Setup as _};
use serde::{Deserialize, Serialize};

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
/// thread while the match goes on, or [written down](Asked::written) for another machine. Two are equal if they are
/// about the same view and the same legal actions.
pub struct Asked {
    seat: Seat,
    question: Box<dyn AnyQuestion>,
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

    /// The question as text. It holds a world that was made up from the view and looks the same to the seat, so whoever
    /// reads it learns no more than the seat knows. [`crate::AnyGame::read_question`] gives an equal question.
    pub fn written(&self, luck: u64) -> WrittenQuestion {
        self.question.written(&mut SearchChance::new(luck))
    }

    /// What somebody else thinks of this very question, their actions in the game's notation. None if one of these is
    /// not legal, or there is none.
    pub fn understand(&self, thought: Thought<String>) -> Option<Thought<Legal>> {
        thought.try_map(|action| self.question.legal(&action))
    }
}

impl PartialEq for Asked {
    fn eq(&self, other: &Self) -> bool {
        self.seat == other.seat && self.question.is_equal(&*other.question)
    }
}

/// A question as text: see [`Asked::written`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct WrittenQuestion {
    /// The options of the match.
    pub options: Options,
    /// Its content.
    pub content: ContentHash,
    /// A position that looks to the seat as the match does.
    pub position: String,
    /// Whose action is asked for.
    pub seat: Seat,
}

/// A question without its game's types.
trait AnyQuestion: Send + Sync {
    fn as_any(&self) -> &dyn Any;

    fn is_equal(&self, other: &dyn AnyQuestion) -> bool;

    fn written(&self, luck: &mut SearchChance) -> WrittenQuestion;

    /// The legal action that is written so.
    fn legal(&self, action: &str) -> Option<Legal>;
}

impl<G: Game> AnyQuestion for Question<G> {
    fn as_any(&self) -> &dyn Any {
        self
    }

    fn is_equal(&self, other: &dyn AnyQuestion) -> bool {
        let other = other.as_any().downcast_ref::<Question<G>>();
        other.is_some_and(|other| other.view == self.view && other.legal == self.legal)
    }

    fn written(&self, luck: &mut SearchChance) -> WrittenQuestion {
        let world = G::sample(&self.view, luck);
        WrittenQuestion {
            options: world.setup().to_options(),
            content: world.setup().content().hash(),
            position: world.to_position(),
            seat: self.seat,
        }
    }

    fn legal(&self, action: &str) -> Option<Legal> {
        let action: G::Action = action.parse().ok()?;
        let is_legal = self.legal.contains(&action);
        is_legal.then(|| Legal::new::<G>(&self.view, action))
    }
}

/// A bot of a game behind the common face.
pub(crate) struct Erased<G: Game>(pub Box<dyn Bot<G>>);

impl<G: Game> AnyBot for Erased<G> {
    fn think(&mut self, asked: &Asked, random: &mut SearchChance, clock: &dyn Timer) -> Thought<Legal> {
        let question = asked.question.as_any().downcast_ref::<Question<G>>();
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
