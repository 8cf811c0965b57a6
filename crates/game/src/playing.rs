//! A match in play: a state, its luck and its record, with undo bounded by proof.

use std::sync::Arc;

use crate::chance::{Chance, MatchChance, Seed, Trace};
use crate::game::{Game, Told};
use crate::record::{Deed, Entry, Record, RecordError};
use crate::seat::{Seat, SeatSet, Viewer};
use crate::setup::Setup as _;

/// A match in play.
///
/// A seat may take back its latest action if that action asked no chance and revealed nothing, and either no seat
/// has acted since or all who did were free to act beside it and would have done and got exactly the same without
/// it: shown by playing the match again without that action. No game lists what may be undone.
///
/// A clone shares every entry and every action with the match it was made of: it costs a state and some pointers.
#[derive(Clone, Debug)]
pub struct Match<G: Game> {
    setup: G::Setup,
    seed: Seed,
    opening: G,
    opening_chance: MatchChance,
    state: G,
    chance: MatchChance,
    names: Vec<(Seat, String)>,
    entries: Vec<Arc<Entry>>,
    standing: Vec<Arc<Standing<G>>>,
}

/// An action that has not been taken back, and all that came of it.
#[derive(Clone, Debug)]
pub struct Standing<G: Game> {
    /// Who acted.
    pub seat: Seat,
    /// What was done.
    pub action: G::Action,
    /// What it asked of chance.
    pub trace: Trace,
    /// What happened.
    pub events: Vec<Told<G::Event>>,
    /// Who was free to act before it.
    pub to_act: SeatSet,
}

/// Why an action cannot be taken back.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum UndoRefusal {
    /// The seat has not acted.
    #[error("You have done nothing yet that could be taken back.")]
    NothingDone,
    /// The game is over and its hidden things are open.
    #[error("The game is over.")]
    GameOver,
    /// The action asked chance.
    #[error("Something was drawn: from here on there is no way back.")]
    ChanceAsked,
    /// The action showed something hidden.
    #[error("Something hidden was shown: from here on there is no way back.")]
    Revealed,
    /// In turn: someone else has acted since.
    #[error("Another player has acted since.")]
    OthersActed,
    /// At the same time: someone else's action would not have come out the same.
    #[error("Another player has since done something that rests on it.")]
    OthersRelyOnIt,
}

impl UndoRefusal {
    /// A stable name for programs.
    pub fn code(self) -> &'static str {
        match self {
            UndoRefusal::NothingDone => "nothing_done",
            UndoRefusal::GameOver => "game_over",
            UndoRefusal::ChanceAsked => "chance_asked",
            UndoRefusal::Revealed => "revealed",
            UndoRefusal::OthersActed => "others_acted",
            UndoRefusal::OthersRelyOnIt => "others_rely_on_it",
        }
    }
}

impl<G: Game> Match<G> {
    /// Starts a match.
    pub fn start(setup: G::Setup, seed: Seed) -> Self {
        let mut chance = MatchChance::new(seed);
        let state = G::start(&setup, &mut chance);
        chance.take_trace();
        Match::from_opening(setup, seed, state, chance)
    }

    /// Starts from a position; its record holds only what comes after.
    pub fn from_position(setup: G::Setup, seed: Seed, state: G) -> Self {
        Match::from_opening(setup, seed, state, MatchChance::new(seed))
    }

    fn from_opening(setup: G::Setup, seed: Seed, state: G, chance: MatchChance) -> Self {
        Match {
            setup,
            seed,
            opening: state.clone(),
            opening_chance: chance.clone(),
            state,
            chance,
            names: Vec::new(),
            entries: Vec::new(),
            standing: Vec::new(),
        }
    }

    /// The state now. It may hold hidden things: show views, never this.
    pub fn state(&self) -> &G {
        &self.state
    }

    /// What the match was started from.
    pub fn setup(&self) -> &G::Setup {
        &self.setup
    }

    /// The seed: a secret until the match is over.
    pub fn seed(&self) -> Seed {
        self.seed
    }

    /// The number of entries so far, undos included: the match's version.
    pub fn version(&self) -> usize {
        self.entries.len()
    }

    /// The actions that stand, with what came of each.
    pub fn standing(&self) -> &[Arc<Standing<G>>] {
        &self.standing
    }

    /// Names a seat in the record. Line breaks and the like become spaces, for a name stands on one line; an empty one
    /// takes the name away.
    pub fn set_name(&mut self, seat: Seat, name: &str) {
        let name: String = name
            .chars()
            .map(|letter| if letter.is_control() { ' ' } else { letter })
            .collect();
        self.names.retain(|(named, _)| *named != seat);
        if !name.trim().is_empty() {
            self.names.push((seat, name.trim().to_owned()));
        }
        self.names.sort_by_key(|(named, _)| *named);
    }

    /// The names of the seats, empty where there is none.
    pub fn names(&self) -> Vec<String> {
        let mut names = vec![String::new(); self.setup.players()];
        for (seat, name) in &self.names {
            if let Some(place) = names.get_mut(seat.index()) {
                place.clone_from(name);
            }
        }
        names
    }

    /// Carries out an action, or says why not and changes nothing.
    pub fn play(&mut self, seat: Seat, action: G::Action) -> Result<&[Told<G::Event>], G::Refusal> {
        let standing = advance(&mut self.state, &mut self.chance, seat, action)?;
        self.entries.push(Arc::new(Entry {
            seat,
            deed: Deed::Play(action.to_string()),
        }));
        self.standing.push(Arc::new(standing));
        Ok(&self.standing[self.standing.len() - 1].events)
    }

    /// May this seat take back its latest action?
    pub fn check_undo(&self, seat: Seat) -> Result<(), UndoRefusal> {
        self.without_latest(seat).map(drop)
    }

    /// Takes back a seat's latest action, or says why not and changes nothing.
    pub fn undo(&mut self, seat: Seat) -> Result<(), UndoRefusal> {
        let without = self.without_latest(seat)?;
        self.state = without.state;
        self.chance = without.chance;
        self.standing = without.standing;
        self.entries.push(Arc::new(Entry {
            seat,
            deed: Deed::Undo,
        }));
        Ok(())
    }

    /// The match as it would be without a seat's latest action.
    fn without_latest(&self, seat: Seat) -> Result<Without<G>, UndoRefusal> {
        let place = self.standing.iter().rposition(|standing| standing.seat == seat);
        let place = place.ok_or(UndoRefusal::NothingDone)?;
        if self.state.to_act().is_empty() {
            return Err(UndoRefusal::GameOver);
        }
        let (undone, later) = (&self.standing[place], &self.standing[place + 1..]);
        if !undone.trace.draws.is_empty() {
            return Err(UndoRefusal::ChanceAsked);
        }
        if undone.trace.reveals > 0 {
            return Err(UndoRefusal::Revealed);
        }
        if later
            .iter()
            .any(|standing| !undone.to_act.contains(standing.seat))
        {
            return Err(UndoRefusal::OthersActed);
        }
        let mut state = self.opening.clone();
        let mut chance = self.opening_chance.clone();
        let mut standing = Vec::with_capacity(self.standing.len());
        for before in &self.standing[..place] {
            advance(&mut state, &mut chance, before.seat, before.action)
                .unwrap_or_else(|refusal| unreachable!("{refusal}: it was legal before"));
            standing.push(Arc::clone(before));
        }
        for before in later {
            let again = advance(&mut state, &mut chance, before.seat, before.action)
                .map_err(|_| UndoRefusal::OthersRelyOnIt)?;
            if again.trace != before.trace || again.events != before.events {
                return Err(UndoRefusal::OthersRelyOnIt);
            }
            standing.push(Arc::new(again));
        }
        Ok(Without {
            state,
            chance,
            standing,
        })
    }

    /// The record. The seed is in it only once the game is over.
    pub fn record(&self) -> Record {
        let outcome = self.state.outcome();
        Record {
            game: G::ID.to_owned(),
            rules: G::RULES_VERSION,
            content: self.setup.content().hash(),
            setup: self.setup.to_options(),
            commitment: self.seed.commitment(),
            seed: outcome.as_ref().map(|_| self.seed),
            names: self.names.clone(),
            entries: self.entries.iter().map(|entry| (**entry).clone()).collect(),
            result: outcome.map(|outcome| outcome.summary()),
        }
    }

    /// Plays a record again. The seed is the record's own, or the one that its keeper knows while it is secret.
    pub fn replay(record: &Record, setup: G::Setup, seed: Seed) -> Result<Self, RecordError> {
        let mut replayed = Match::start(setup, seed);
        for (seat, name) in &record.names {
            replayed.set_name(*seat, name);
        }
        for index in 0..record.entries.len() {
            replayed.repeat(record, index)?;
        }
        Ok(replayed)
    }

    /// Carries out one entry of a record.
    pub fn repeat(&mut self, record: &Record, index: usize) -> Result<(), RecordError> {
        let entry = &record.entries[index];
        let error = |message: String| record.error_at_entry(index, message);
        if entry.seat.index() >= self.setup.players() {
            return Err(error(format!("there is no seat {} in this game", entry.seat)));
        }
        match &entry.deed {
            Deed::Undo => self
                .undo(entry.seat)
                .map_err(|refusal| error(refusal.to_string())),
            Deed::Play(text) => {
                let action: G::Action = text.parse().map_err(|wrong| error(format!("{wrong}")))?;
                if action.to_string() != *text {
                    return Err(error(format!("expected the notation \"{action}\"")));
                }
                self.play(entry.seat, action).map(drop).map_err(|refusal| {
                    use crate::game::Refusal as _;
                    error(format!("{refusal} (rule {})", refusal.clause()))
                })
            }
        }
    }

    /// What a viewer may know of an action that stands.
    pub fn events_for(standing: &Standing<G>, viewer: Viewer) -> Vec<G::Event> {
        let told = standing
            .events
            .iter()
            .filter(|told| told.audience.includes(viewer));
        told.map(|told| told.event.clone()).collect()
    }
}

/// A match as it would be without an action.
struct Without<G: Game> {
    state: G,
    chance: MatchChance,
    standing: Vec<Arc<Standing<G>>>,
}

fn advance<G: Game>(
    state: &mut G,
    chance: &mut MatchChance,
    seat: Seat,
    action: G::Action,
) -> Result<Standing<G>, G::Refusal> {
    let to_act = state.to_act();
    let mut events = Vec::new();
    state.apply(seat, action, chance, &mut events)?;
    Ok(Standing {
        seat,
        action,
        trace: chance.take_trace(),
        events,
        to_act,
    })
}

/// Plays random legal actions until the game is over; `each` sees every action before it is applied.
pub fn play_out<G: Game>(
    state: &mut G,
    random: &mut crate::chance::SearchChance,
    chance: &mut impl Chance,
    mut each: impl FnMut(&G, Seat, G::Action),
) {
    let mut buffer = Vec::new();
    while let Some(seat) = random_seat(state.to_act(), random) {
        let action = state.random_action(seat, random, &mut buffer);
        each(state, seat, action);
        state
            .apply(seat, action, chance, &mut ())
            .expect("a legal action is accepted");
    }
}

/// One of the seats that may act, all equally likely.
pub fn random_seat(to_act: SeatSet, random: &mut crate::chance::SearchChance) -> Option<Seat> {
    match to_act.len() {
        0 | 1 => to_act.first(),
        several => to_act.iter().nth(random.below(several as u32) as usize),
    }
}
