//! A match in play: a state, its luck and its record, with undo bounded by proof.

use std::sync::Arc;

use crate::chance::{Chance, MatchChance, Seed, Trace};
use crate::game::{Game, Told};
use crate::history::{History, Step};
use crate::ladder::Ladder;
use crate::record::{Deed, Record, RecordEntry, RecordError};
use crate::seat::{Seat, SeatSet, Viewer};
use crate::setup::Setup as _;

/// A match in play.
///
/// A seat may take back its latest action if that action asked no chance and revealed nothing, and either no seat has
/// acted since or all who did were free to act beside it and would have done and got exactly the same without it: shown
/// by playing the match again without that action. No game lists what may be undone; one may say that an action closes
/// a phase ([`Game::closes`]), and then all that was done in it stands.
///
/// On the way a match keeps checkpoints, so that neither that nor [`Match::at`] plays it again from its opening: at
/// most some 64 actions, and where several seats act at the same time those of the phase. A checkpoint is a state, and
/// there is one for every 32 entries (or two, where many are taken back): a table of 320 entries keeps 4 kB in Arch
/// Ravels, 10 kB in Knitting Circle and 160 kB in Circuitous. A clone shares them and all that was played: it costs a
/// state and some hundred pointers.
#[derive(Clone, Debug)]
pub struct Match<G: Game> {
    setup: G::Setup,
    seed: Seed,
    state: G,
    chance: MatchChance,
    /// What was before the latest action that stands, if it was just played.
    before: Option<Arc<(G, MatchChance)>>,
    names: Vec<(Seat, String)>,
    ladder: Ladder<G>,
    history: History<G>,
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
    /// By which clause it closed a phase, if it did.
    pub closes: Option<&'static str>,
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
    /// The phase in which the action was done has been closed.
    #[error("The phase is over: what was done in it stands.")]
    PhaseOver {
        /// The clause that says so.
        clause: &'static str,
    },
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
            UndoRefusal::PhaseOver { .. } => "phase_over",
            UndoRefusal::ChanceAsked => "chance_asked",
            UndoRefusal::Revealed => "revealed",
            UndoRefusal::OthersActed => "others_acted",
            UndoRefusal::OthersRelyOnIt => "others_rely_on_it",
        }
    }

    /// The number of the clause that forbids it, where it is a rule of the game.
    pub fn clause(self) -> Option<&'static str> {
        match self {
            UndoRefusal::PhaseOver { clause } => Some(clause),
            _ => None,
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
        let ladder = Ladder::new(state.clone(), chance.clone());
        Match {
            setup,
            seed,
            state,
            chance,
            before: None,
            names: Vec::new(),
            history: History::new(ladder.clone()),
            ladder,
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
        self.history.len()
    }

    /// The actions that stand, with what came of each.
    pub fn standing(&self) -> &Ladder<G> {
        &self.ladder
    }

    /// The entry of this number in the record, counted from 0.
    pub fn entry(&self, index: usize) -> Option<RecordEntry> {
        self.history.entry(index)
    }

    /// The match as it was after so many entries of its record, undos included; none if there are not so many. The
    /// names are those of now.
    pub fn at(&self, entries: usize) -> Option<Self> {
        let (history, ladder) = self.history.first(entries)?;
        let (state, chance) = ladder.state_after(ladder.len());
        Some(Match {
            setup: self.setup.clone(),
            seed: self.seed,
            state,
            chance,
            before: None,
            names: self.names.clone(),
            ladder,
            history,
        })
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
        let before = (self.state.clone(), self.chance.clone());
        let standing = Arc::new(advance(&mut self.state, &mut self.chance, seat, action)?);
        self.before = Some(Arc::new(before));
        self.ladder.push(Arc::clone(&standing), &self.state, &self.chance);
        self.history.push(Step::Played(standing), &self.ladder);
        Ok(self.ladder.last().map_or(&[], |standing| &standing.events))
    }

    /// May this seat take back its latest action?
    pub fn check_undo(&self, seat: Seat) -> Result<(), UndoRefusal> {
        let place = self.undoable(seat)?;
        if place + 1 < self.ladder.len() {
            self.without(place)?;
        }
        Ok(())
    }

    /// Takes back a seat's latest action, or says why not and changes nothing. Tells its number among the actions that
    /// stood.
    pub fn undo(&mut self, seat: Seat) -> Result<usize, UndoRefusal> {
        let place = self.undoable(seat)?;
        let without = self.without(place)?;
        self.state = without.state;
        self.chance = without.chance;
        self.before = None;
        self.ladder.take_out(place, &without.later);
        let later = without.later.into();
        self.history.push(Step::Undone { seat, later }, &self.ladder);
        Ok(place)
    }

    /// The number of a seat's latest action, if it can be taken back as far as nobody relies on it.
    fn undoable(&self, seat: Seat) -> Result<usize, UndoRefusal> {
        let place = self.ladder.latest_of(seat).ok_or(UndoRefusal::NothingDone)?;
        if self.state.to_act().is_empty() {
            return Err(UndoRefusal::GameOver);
        }
        if let Some(clause) = self.ladder.iter_from(place).find_map(|standing| standing.closes) {
            return Err(UndoRefusal::PhaseOver { clause });
        }
        let undone = &self.ladder[place];
        if !undone.trace.draws.is_empty() {
            return Err(UndoRefusal::ChanceAsked);
        }
        if undone.trace.reveals > 0 {
            return Err(UndoRefusal::Revealed);
        }
        let mut later = self.ladder.iter_from(place + 1);
        if later.any(|standing| !undone.to_act.contains(standing.seat)) {
            return Err(UndoRefusal::OthersActed);
        }
        Ok(place)
    }

    /// The match as it would be without the action of this number, if what came later comes out the same.
    fn without(&self, place: usize) -> Result<Without<G>, UndoRefusal> {
        let is_latest = place + 1 == self.ladder.len();
        let (mut state, mut chance) = match &self.before {
            Some(before) if is_latest => (**before).clone(),
            _ => self.ladder.state_after(place),
        };
        let mut later = Vec::new();
        for before in self.ladder.shared_from(place + 1) {
            let again = advance(&mut state, &mut chance, before.seat, before.action)
                .map_err(|_| UndoRefusal::OthersRelyOnIt)?;
            if again.trace != before.trace || again.events != before.events {
                return Err(UndoRefusal::OthersRelyOnIt);
            }
            let is_same = again.to_act == before.to_act && again.closes == before.closes;
            later.push(if is_same {
                Arc::clone(before)
            } else {
                Arc::new(again)
            });
        }
        Ok(Without { state, chance, later })
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
            entries: self.history.entries().collect(),
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
                .map(drop)
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
    /// The actions that had come later.
    later: Vec<Arc<Standing<G>>>,
}

fn advance<G: Game>(
    state: &mut G,
    chance: &mut MatchChance,
    seat: Seat,
    action: G::Action,
) -> Result<Standing<G>, G::Refusal> {
    let (to_act, closes) = (state.to_act(), state.closes(seat, action));
    let mut events = Vec::new();
    state.apply(seat, action, chance, &mut events)?;
    Ok(Standing {
        seat,
        action,
        trace: chance.take_trace(),
        events,
        to_act,
        closes,
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
