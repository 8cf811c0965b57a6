//! One match in which chance is a player: every draw is a step of its own.

use std::sync::Arc;

use bobbin_game::encoding::{Encoded, observed_columns};
use bobbin_game::position::load;
use bobbin_game::{
    Chance, MAX_SEATS, Outcome, SearchChance, Seat, SeatSet, Setup as _, Stream, Told, Viewer,
};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::numbered;

/// Who steps next.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Moment {
    /// One of these seats.
    Seats(SeatSet),
    /// Chance: one of several outcomes, each as likely as its weight.
    Chance(Vec<u32>),
    /// Nobody: it is over.
    Over,
}

/// A step that cannot be made now: nothing was changed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum WrongStep {
    /// Chance is to draw.
    #[error("chance is to draw next")]
    ChanceIsNext,
    /// A seat is to act.
    #[error("chance is not to draw next")]
    ChanceIsNotNext,
    /// There is no such outcome, or it cannot happen.
    #[error("outcome {outcome} cannot be drawn: expected one of {of} with a weight above 0")]
    NoSuchOutcome {
        /// What was asked for.
        outcome: usize,
        /// How many there are.
        of: usize,
    },
    /// The rules say no.
    #[error("{0}")]
    Refused(String),
    /// There is no such action, or it is not legal.
    #[error("action {0} is not legal")]
    NotLegal(usize),
    /// What was written cannot be read.
    #[error("this is no match that was written down: {0}")]
    NotWritten(String),
}

/// What a seat has been told so far: a hash of it, so that two matches in which it heard the same have the same.
type Heard = [u8; 16];

/// A match in which every draw is a step of its own. What the rules do in one go (an action and all that is drawn for
/// it) is tried again with each draw that becomes known, until no more is asked for.
#[derive(Clone)]
pub struct Unfolded<G: Encoded> {
    setup: G::Setup,
    /// None while the first deal is drawn.
    state: Option<Arc<G>>,
    /// The action whose draws are made now.
    acting: Option<(Seat, G::Action)>,
    /// What has been drawn for it.
    drawn: Vec<u32>,
    /// The weights of what is drawn next.
    asked: Option<Vec<u32>>,
    heard: [Heard; MAX_SEATS],
}

impl<G: Encoded> Unfolded<G> {
    /// Before the first deal.
    pub fn new(setup: G::Setup) -> Self {
        let mut new = Unfolded::bare(setup, None);
        new.go_on().expect("a deal is no action that could be refused");
        new
    }

    /// From this state on.
    pub fn from_state(state: G) -> Self {
        Unfolded::bare(state.setup().clone(), Some(Arc::new(state)))
    }

    fn bare(setup: G::Setup, state: Option<Arc<G>>) -> Self {
        Unfolded {
            setup,
            state,
            acting: None,
            drawn: Vec::new(),
            asked: None,
            heard: [Heard::default(); MAX_SEATS],
        }
    }

    /// The state, as it was before the action whose draws are made now; none while the first deal is drawn.
    pub fn state(&self) -> Option<&G> {
        self.state.as_deref()
    }

    /// Who steps next.
    pub fn moment(&self) -> Moment {
        match (&self.asked, &self.state) {
            (Some(weights), _) => Moment::Chance(weights.clone()),
            (None, Some(state)) if !state.to_act().is_empty() => Moment::Seats(state.to_act()),
            (None, _) => Moment::Over,
        }
    }

    /// A seat acts.
    pub fn act(&mut self, seat: Seat, action: G::Action) -> Result<(), WrongStep> {
        if self.asked.is_some() {
            return Err(WrongStep::ChanceIsNext);
        }
        let before = self.clone();
        self.acting = Some((seat, action));
        self.go_on().inspect_err(|_| *self = before)
    }

    /// Chance draws.
    pub fn draw(&mut self, outcome: usize) -> Result<(), WrongStep> {
        let weights = self.asked.as_ref().ok_or(WrongStep::ChanceIsNotNext)?;
        if weights.get(outcome).is_none_or(|&weight| weight == 0) {
            let of = weights.len();
            return Err(WrongStep::NoSuchOutcome { outcome, of });
        }
        self.drawn.push(outcome as u32);
        let known = self.drawn.len() - 1;
        self.go_on().inspect_err(|_| self.drawn.truncate(known))
    }

    /// Tries what is under way with all that has been drawn for it.
    fn go_on(&mut self) -> Result<(), WrongStep> {
        let mut chance = Script {
            drawn: &self.drawn,
            next: 0,
            asked: None,
            is_wrong: false,
        };
        let mut told: Vec<Told<G::Event>> = Vec::new();
        let after = match (&self.state, self.acting) {
            (None, _) => G::start(&self.setup, &mut chance),
            (Some(state), Some((seat, action))) => {
                let mut after = G::clone(state);
                let applied = after.apply(seat, action, &mut chance, &mut told);
                applied.map_err(|refusal| WrongStep::Refused(refusal.to_string()))?;
                after
            }
            (Some(_), None) => return Ok(()),
        };
        if chance.is_wrong || chance.asked.is_none() && chance.next < self.drawn.len() {
            return Err(WrongStep::NotWritten("what was drawn could not be".to_owned()));
        }
        self.asked = chance.asked;
        if self.asked.is_none() {
            if let Some((seat, action)) = self.acting.take() {
                self.hear(seat, action, &told);
            }
            let is_dealt = self.state.replace(Arc::new(after)).is_none();
            self.drawn.clear();
            for seat in Seat::all(if is_dealt { self.setup.players() } else { 0 }) {
                // What a seat saw of the deal is remembered, too.
                let seen = Sha256::digest(self.observe(seat));
                self.heard[seat].copy_from_slice(&seen[..16]);
            }
        }
        Ok(())
    }

    /// Adds what each seat is told of an action to what it has heard.
    fn hear(&mut self, actor: Seat, action: G::Action, told: &[Told<G::Event>]) {
        for seat in Seat::all(self.setup.players()) {
            let heard = told
                .iter()
                .filter(|told| told.audience.includes(Viewer::Seat(seat)));
            let heard: Vec<&G::Event> = heard.map(|told| &told.event).collect();
            let own = (seat == actor).then(|| action.to_string());
            if heard.is_empty() && own.is_none() {
                continue;
            }
            let mut hash = Sha256::new();
            hash.update(self.heard[seat]);
            hash.update(serde_json::to_vec(&(own, heard)).expect("an event is JSON"));
            self.heard[seat].copy_from_slice(&hash.finalize()[..16]);
        }
    }

    fn of_seat(&self) -> Option<(&G, Seat)> {
        let state = self.state.as_deref().filter(|_| self.asked.is_none())?;
        Some((state, state.to_act().first()?))
    }
}

/// Chance that says what it is told to, and notes the first question beyond that.
struct Script<'a> {
    drawn: &'a [u32],
    next: usize,
    asked: Option<Vec<u32>>,
    /// Something is said to have been drawn that could not be.
    is_wrong: bool,
}

impl Script<'_> {
    /// What is drawn of several with these weights; once more is asked than is known, whatever is possible: the result
    /// is thrown away.
    fn answer(&mut self, weights: impl Iterator<Item = u32> + Clone) -> usize {
        let known = self.drawn.get(self.next).map(|&known| known as usize);
        self.next += 1;
        let is_possible = |known: &usize| weights.clone().nth(*known).is_some_and(|weight| weight > 0);
        if let Some(known) = known.filter(is_possible) {
            return known;
        }
        let any = weights.clone().position(|weight| weight > 0);
        if known.is_none() {
            self.asked.get_or_insert_with(|| weights.collect());
        }
        self.is_wrong |= known.is_some();
        any.expect("something can be drawn")
    }
}

impl Chance for Script<'_> {
    fn draw(&mut self, _stream: Stream, bound: u32) -> u32 {
        // What is sure is no question.
        if bound == 1 {
            return 0;
        }
        self.answer(std::iter::repeat_n(1, bound as usize)) as u32
    }

    fn reveal(&mut self) {}

    fn draw_counted(&mut self, _stream: Stream, counts: &[impl Copy + Into<u32>]) -> usize {
        let weights = counts.iter().map(|&count| count.into());
        let mut possible = weights.clone().enumerate().filter(|&(_, weight)| weight > 0);
        if let (Some((only, _)), None) = (possible.next(), possible.next()) {
            return only;
        }
        self.answer(weights)
    }
}

/// An unfolded match without its game's types. Where several seats may act, the first of them does.
pub trait AnyUnfolded: Send + Sync {
    /// The same once more.
    fn boxed_clone(&self) -> Box<dyn AnyUnfolded>;

    /// How many seats there are.
    fn players(&self) -> usize;

    /// Who steps next.
    fn moment(&self) -> Moment;

    /// What the seat that acts next may do: the number of each legal action, in their order, and its notation.
    fn legal(&self) -> Vec<(usize, String)>;

    /// The seat that acts next does what has this number.
    fn act(&mut self, number: usize) -> Result<(), WrongStep>;

    /// Chance draws.
    fn draw(&mut self, outcome: usize) -> Result<(), WrongStep>;

    /// What a seat sees, as a row of numbers; all 0 while the first deal is drawn.
    fn observe(&self, seat: Seat) -> Vec<u8>;

    /// What a seat sees, as plain text; empty while the first deal is drawn.
    fn text(&self, seat: Seat) -> String;

    /// All that a seat knows: what it sees and what it was told and did so far, as one word. Two matches have the same
    /// if the seat cannot tell them apart.
    fn information(&self, seat: Seat) -> String;

    /// A match that looks the same to a seat: what is hidden from it is dealt anew. Not while chance is to draw: what
    /// is drawn then belongs to an action that may not be possible in another deal.
    fn resample(&self, seat: Seat, luck: u64) -> Result<Box<dyn AnyUnfolded>, WrongStep>;

    /// How it ended, once it has.
    fn outcome(&self) -> Option<Outcome>;

    /// All of it as text, hidden things included.
    fn written(&self) -> String;

    /// The match of the same setup that was [written](AnyUnfolded::written).
    fn read(&self, written: &str) -> Result<Box<dyn AnyUnfolded>, WrongStep>;
}

/// An unfolded match as text.
#[derive(Serialize, Deserialize)]
struct Written {
    position: Option<String>,
    acting: Option<(Seat, String)>,
    drawn: Vec<u32>,
    heard: Vec<Heard>,
}

impl<G: Encoded> AnyUnfolded for Unfolded<G> {
    fn boxed_clone(&self) -> Box<dyn AnyUnfolded> {
        Box::new(self.clone())
    }

    fn players(&self) -> usize {
        self.setup.players()
    }

    fn moment(&self) -> Moment {
        Unfolded::moment(self)
    }

    fn legal(&self) -> Vec<(usize, String)> {
        let Some((state, seat)) = self.of_seat() else {
            return Vec::new();
        };
        let legal = numbered(state, seat).into_iter();
        legal
            .map(|(number, action)| (number, action.to_string()))
            .collect()
    }

    fn act(&mut self, number: usize) -> Result<(), WrongStep> {
        let (state, seat) = self.of_seat().ok_or(WrongStep::ChanceIsNext)?;
        let legal = numbered(state, seat);
        let found = legal.into_iter().find(|&(known, _)| known == number);
        let (_, action) = found.ok_or(WrongStep::NotLegal(number))?;
        Unfolded::act(self, seat, action)
    }

    fn draw(&mut self, outcome: usize) -> Result<(), WrongStep> {
        Unfolded::draw(self, outcome)
    }

    fn observe(&self, seat: Seat) -> Vec<u8> {
        let mut row = Vec::new();
        match &self.state {
            Some(state) => G::observe(&state.view(Viewer::Seat(seat)), &mut row),
            None => row.resize(observed_columns::<G>(&self.setup).len(), 0),
        }
        row
    }

    fn text(&self, seat: Seat) -> String {
        let state = self.state.as_ref();
        state.map_or(String::new(), |state| state.view(Viewer::Seat(seat)).to_string())
    }

    fn information(&self, seat: Seat) -> String {
        let mut hash = Sha256::new();
        hash.update(self.heard[seat]);
        hash.update(self.observe(seat));
        let hash: [u8; 32] = hash.finalize().into();
        let half = hash.first_chunk().copied().unwrap_or_default();
        format!("{:032x}", u128::from_be_bytes(half))
    }

    fn resample(&self, seat: Seat, luck: u64) -> Result<Box<dyn AnyUnfolded>, WrongStep> {
        let state = self.state.as_ref().filter(|_| self.asked.is_none());
        let view = state.ok_or(WrongStep::ChanceIsNext)?.view(Viewer::Seat(seat));
        let mut resampled = self.clone();
        resampled.state = Some(Arc::new(G::sample(&view, &mut SearchChance::new(luck))));
        Ok(Box::new(resampled))
    }

    fn outcome(&self) -> Option<Outcome> {
        self.state.as_ref().and_then(|state| state.outcome())
    }

    fn written(&self) -> String {
        let written = Written {
            position: self.state.as_ref().map(|state| state.to_position()),
            acting: self.acting.map(|(seat, action)| (seat, action.to_string())),
            drawn: self.drawn.clone(),
            heard: self.heard.to_vec(),
        };
        serde_json::to_string(&written).expect("plain text is JSON")
    }

    fn read(&self, written: &str) -> Result<Box<dyn AnyUnfolded>, WrongStep> {
        let wrong = |error: &dyn std::fmt::Display| WrongStep::NotWritten(error.to_string());
        let written: Written = serde_json::from_str(written).map_err(|error| wrong(&error))?;
        let position = written.position.as_deref();
        let state = position
            .map(|position| load::<G>(&self.setup, position))
            .transpose();
        let acting = written
            .acting
            .map(|(seat, action)| action.parse().map(|action| (seat, action)));
        let mut read = Unfolded {
            setup: self.setup.clone(),
            state: state.map_err(|error| wrong(&error))?.map(Arc::new),
            acting: acting.transpose().map_err(|error| wrong(&error))?,
            drawn: written.drawn,
            asked: None,
            heard: written
                .heard
                .try_into()
                .map_err(|_| wrong(&"expected one entry a seat"))?,
        };
        if read.state.is_none() || read.acting.is_some() {
            read.go_on()?;
        }
        Ok(Box::new(read))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bobbin_hearts::{Hearts, Setup};

    /// Steps at random to the end; tells what was drawn, acted and how often.
    fn play(
        match_: &mut dyn AnyUnfolded,
        luck: u64,
        mut look: impl FnMut(&dyn AnyUnfolded),
    ) -> (usize, usize) {
        let mut random = SearchChance::new(luck);
        let (mut draws, mut acts) = (0, 0);
        loop {
            look(match_);
            match match_.moment() {
                Moment::Over => return (draws, acts),
                Moment::Chance(weights) => {
                    let outcome = random.draw_counted(Stream(0), &weights);
                    match_.draw(outcome).unwrap();
                    draws += 1;
                }
                Moment::Seats(_) => {
                    let legal = match_.legal();
                    let (number, _) = legal[random.below(legal.len() as u32) as usize];
                    match_.act(number).unwrap();
                    acts += 1;
                }
            }
        }
    }

    #[test]
    fn every_draw_of_a_deal_is_a_step() {
        let mut deal = Unfolded::<Hearts>::new(Setup::default());
        assert_eq!(AnyUnfolded::moment(&deal), Moment::Chance(vec![1; 52]));
        assert_eq!(play(&mut deal, 3, |_| ()), (51, 68));
        assert!(deal.outcome().is_some());
    }

    #[test]
    fn what_is_written_is_read() {
        let mut deal = Unfolded::<Hearts>::new(Setup::default());
        let blank = deal.clone();
        play(&mut deal, 4, |now| {
            let written = now.written();
            let read = blank.read(&written).unwrap();
            assert_eq!(read.written(), written);
            assert_eq!((read.moment(), read.legal()), (now.moment(), now.legal()));
        });
        for wrong in [
            "",
            "{}",
            r#"{"position":"hand 9","acting":null,"drawn":[],"heard":[]}"#,
        ] {
            assert!(
                matches!(blank.read(wrong), Err(WrongStep::NotWritten(_))),
                "{wrong}"
            );
        }
    }

    #[test]
    fn a_seat_cannot_tell_a_resampled_match_apart() {
        let mut deal = Unfolded::<Hearts>::new(Setup::default());
        let mut differs = 0;
        play(&mut deal, 5, |now| {
            for seat in Seat::all(4).filter(|_| !matches!(now.moment(), Moment::Chance(_))) {
                let other = now.resample(seat, 9).unwrap();
                assert_eq!(other.information(seat), now.information(seat));
                assert_eq!(other.observe(seat), now.observe(seat));
                differs += usize::from(other.written() != now.written());
            }
        });
        assert!(differs > 200, "{differs}");
    }

    #[test]
    fn what_cannot_be_is_refused_and_changes_nothing() {
        let mut deal = Unfolded::<Hearts>::new(Setup::default());
        let written = deal.written();
        assert_eq!(AnyUnfolded::act(&mut deal, 3), Err(WrongStep::ChanceIsNext));
        let none = Err(WrongStep::NoSuchOutcome { outcome: 52, of: 52 });
        assert_eq!(AnyUnfolded::draw(&mut deal, 52), none);
        assert_eq!(deal.written(), written);
        while AnyUnfolded::draw(&mut deal, 0).is_ok() {}
        assert_eq!(AnyUnfolded::draw(&mut deal, 0), Err(WrongStep::ChanceIsNotNext));
        assert_eq!(AnyUnfolded::act(&mut deal, 104), Err(WrongStep::NotLegal(104)));
    }
}
