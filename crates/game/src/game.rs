//! The contract of a game.

use std::fmt::{Debug, Display};
use std::hash::Hash;
use std::str::FromStr;

use serde::Serialize;

use crate::chance::{Chance, SearchChance};
use crate::glance::Glance;
use crate::notation::NotationError;
use crate::outcome::Outcome;
use crate::position::PositionError;
use crate::seat::{Seat, SeatSet, Viewer};
use crate::sentence::Sentence;
use crate::setup::Setup;

/// A state of a game, and the rules that lead from one to the next.
///
/// A state is small, clones fast and holds as little hidden information as the game allows: decks and bags are
/// counts, and a card is drawn when it is turned over. It never implements `Serialize`: only a [`Game::View`] leaves.
///
/// `bobbin-testkit` checks all that is promised here on random games.
pub trait Game: Clone + Eq + Debug + Send + Sync + 'static {
    /// The name in records, addresses and on the command line: `knitting-circle`.
    const ID: &'static str;
    /// The name people see.
    const NAME: &'static str;
    /// Raised whenever an old record would replay differently.
    const RULES_VERSION: u32;
    /// The rules in our own words with numbered clauses; see [`crate::rulebook`] for the form.
    const RULES: &'static str;
    /// No game takes more actions than this.
    const MAX_ACTIONS: usize;

    /// Players, variants and content, checked.
    type Setup: Setup;
    /// What a seat can do.
    type Action: Action;
    /// All that one viewer may know, and nothing else. `Display` is the table as plain text.
    type View: Clone + Eq + Debug + Display + Serialize + Send + Sync + 'static;
    /// What happened, step by step.
    type Event: Event;
    /// Why an action is not legal.
    type Refusal: Refusal;

    /// Setups that together show every option and player count: what the test kit plays.
    fn setups() -> Vec<Self::Setup>;

    /// The state before the first action.
    fn start(setup: &Self::Setup, chance: &mut impl Chance) -> Self;

    /// What this game was started from.
    fn setup(&self) -> &Self::Setup;

    /// Who may act now: several seats in a simultaneous phase, none once the game is over.
    fn to_act(&self) -> SeatSet;

    /// Appends every legal action of a seat, each once, in a fixed order; none if it is not to act. Never more than
    /// about 300: larger choices are split into steps. `out` is the caller's, so that a playout does not allocate.
    fn legal_actions(&self, seat: Seat, out: &mut Vec<Self::Action>);

    /// A legal action of a seat that is to act, all equally likely. Override it where that is faster than
    /// listing them all; `buffer` is scratch space.
    fn random_action(
        &self,
        seat: Seat,
        random: &mut SearchChance,
        buffer: &mut Vec<Self::Action>,
    ) -> Self::Action {
        buffer.clear();
        self.legal_actions(seat, buffer);
        buffer[random.below(buffer.len() as u32) as usize]
    }

    /// Carries out an action if it is legal; otherwise says why not and leaves the state equal.
    fn apply(
        &mut self,
        seat: Seat,
        action: Self::Action,
        chance: &mut impl Chance,
        log: &mut impl Log<Self::Event>,
    ) -> Result<(), Self::Refusal>;

    /// The clause by which this action of a seat that may act, once done, closes a phase that all play at once: neither
    /// it nor anything before it is taken back, whether or not it asks chance.
    fn closes(&self, _seat: Seat, _action: Self::Action) -> Option<&'static str> {
        None
    }

    /// What a viewer may know. The view of [`Viewer::Everything`] is enough to build the state again.
    fn view(&self, viewer: Viewer) -> Self::View;

    /// A full state that looks like this view: uniform over all deals that are consistent with it.
    fn sample(view: &Self::View, chance: &mut impl Chance) -> Self;

    /// What [`Game::sample`] gives for this view and this chance. The receiver is an earlier sample of the same view:
    /// override it where dealing that one anew is faster than building all that the view shows again, as searches do
    /// for each iteration.
    #[must_use]
    fn sample_again(&self, view: &Self::View, chance: &mut impl Chance) -> Self {
        Self::sample(view, chance)
    }

    /// How a person says this action at the table of this view.
    fn tell(view: &Self::View, action: Self::Action) -> Telling;

    /// The action that someone means who touches these pieces one after the other, legal or not, so that a refusal
    /// can be explained. For every legal action it is the inverse of [`Game::tell`].
    fn meant(view: &Self::View, picks: &[String]) -> Option<Self::Action>;

    /// What the viewer has to do now.
    fn prompt(view: &Self::View) -> Prompt;

    /// How the game ended, once it has.
    fn outcome(&self) -> Option<Outcome>;

    /// Totals that never change during a game (cards, tiles, tokens), by name.
    fn census(&self) -> Vec<(&'static str, i64)>;

    /// The full state in the game's own notation: a few lines that a person can write and read.
    fn to_position(&self) -> String;

    /// The state that a position describes; what it leaves out is as at the start of a game or empty.
    fn from_position(setup: &Self::Setup, position: &str) -> Result<Self, PositionError>;
}

/// What a seat can do: small, with one text notation. `FromStr` is the inverse of `Display`; the notation is one
/// line without leading or trailing space. Two actions with equal results are one action.
pub trait Action:
    Copy + Eq + Ord + Hash + Debug + Display + FromStr<Err = NotationError> + Serialize + Send + Sync + 'static
{
}

impl<T> Action for T where
    T: Copy
        + Eq
        + Ord
        + Hash
        + Debug
        + Display
        + FromStr<Err = NotationError>
        + Serialize
        + Send
        + Sync
        + 'static
{
}

/// One step of what happened: the log in plain words, and what a page animates. Everything that changes in a view is
/// told by some event, the beginning of a phase among them: undo compares events to see whether others rely on an
/// action.
pub trait Event: Clone + Eq + Debug + Serialize + Send + Sync + 'static {
    /// The whole sentence: "Ann takes a purple tile".
    fn words(&self) -> Sentence;

    /// The same for a log that draws pieces and puts a turn together; nothing for bookkeeping.
    fn glance(&self) -> Option<Glance> {
        Some(Glance::note(self.words()))
    }
}

/// Why an action is not legal. `Display` is a sentence that tells the player what to do instead.
pub trait Refusal: Clone + Eq + std::error::Error + Serialize + Send + 'static {
    /// A stable name for programs: `not_your_turn`.
    fn code(&self) -> &'static str;
    /// The number of the clause that forbids it: `5.3`.
    fn clause(&self) -> &'static str;
    /// What is told to the player: `Display`, with the players in it as parts.
    fn sentence(&self) -> Sentence {
        Sentence::read(&self.to_string())
    }
}

/// How an action is played by a person.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Telling {
    /// The pieces to touch, in order. No legal action's picks are the beginning of another's, so after each touch
    /// either some are left to choose between or the one that is meant is known. Empty for an action that is a
    /// button of its own.
    pub picks: Vec<String>,
    /// The verb on a button or in a menu, one or two words: "Pass", "Done".
    pub verb: &'static str,
    /// The whole action in plain words: "Pass the queen of spades". No two legal actions have the same.
    pub label: Sentence,
}

/// What a viewer has to do now.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Prompt {
    /// A sentence.
    pub text: Sentence,
    /// The clause that matters now, for opening the rules there.
    pub clause: &'static str,
}

impl Prompt {
    /// This sentence, by this clause.
    pub fn new(text: impl Into<Sentence>, clause: &'static str) -> Self {
        let text = text.into();
        Prompt { text, clause }
    }
}

/// Who may know of an event.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Audience {
    /// All.
    Everyone,
    /// Only this seat.
    Only(Seat),
    /// All but this seat, which is told more by an event of its own.
    Except(Seat),
}

impl Audience {
    /// May this viewer know?
    pub fn includes(self, viewer: Viewer) -> bool {
        match (self, viewer) {
            (Audience::Everyone, _) => true,
            (Audience::Only(seat), _) => viewer.sees_hand_of(seat),
            // Who sees everything is told the event with more in it.
            (Audience::Except(_), Viewer::Everything) => false,
            (Audience::Except(seat), _) => viewer != Viewer::Seat(seat),
        }
    }
}

/// An event and who may know of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Told<E> {
    /// Who may know.
    pub audience: Audience,
    /// What happened.
    pub event: E,
}

/// Takes down what happens.
pub trait Log<E> {
    /// Notes an event.
    fn note(&mut self, audience: Audience, event: E);

    /// Does anybody read it? What costs time to find out and is only told is left out otherwise.
    fn listens(&self) -> bool {
        true
    }
}

/// No log, for search: costs nothing.
impl<E> Log<E> for () {
    #[inline]
    fn note(&mut self, _audience: Audience, _event: E) {}

    #[inline]
    fn listens(&self) -> bool {
        false
    }
}

impl<E> Log<E> for Vec<Told<E>> {
    fn note(&mut self, audience: Audience, event: E) {
        self.push(Told { audience, event });
    }
}
