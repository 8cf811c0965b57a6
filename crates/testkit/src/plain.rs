//! A match that keeps no checkpoint: what [`bobbin_game::Match`] is held against.

use bobbin_game::{
    Deed, Game, Match, MatchChance, RecordEntry, Seat, Seed, Setup as _, Standing, UndoRefusal,
};

/// A match that plays all that stands from its opening for every undo: slow, and too plain to be wrong.
#[derive(Clone, Debug)]
pub struct PlainMatch<G: Game> {
    opening: (G, MatchChance),
    state: G,
    chance: MatchChance,
    standing: Vec<Standing<G>>,
    entries: Vec<RecordEntry>,
}

impl<G: Game> PlainMatch<G> {
    /// Starts a match.
    pub fn start(setup: &G::Setup, seed: Seed) -> Self {
        let mut chance = MatchChance::new(seed);
        let state = G::start(setup, &mut chance);
        chance.take_trace();
        PlainMatch {
            opening: (state.clone(), chance.clone()),
            state,
            chance,
            standing: Vec::new(),
            entries: Vec::new(),
        }
    }

    /// The number of entries so far, undos included.
    pub fn version(&self) -> usize {
        self.entries.len()
    }

    /// Carries out an action.
    pub fn play(&mut self, seat: Seat, action: G::Action) -> Result<(), G::Refusal> {
        let standing = carry_out(&mut self.state, &mut self.chance, seat, action)?;
        self.standing.push(standing);
        self.entries.push(RecordEntry {
            seat,
            deed: Deed::Play(action.to_string()),
        });
        Ok(())
    }

    /// May this seat take back its latest action?
    pub fn check_undo(&self, seat: Seat) -> Result<(), UndoRefusal> {
        self.clone().undo(seat).map(drop)
    }

    /// Takes back a seat's latest action and says how many had come later.
    pub fn undo(&mut self, seat: Seat) -> Result<usize, UndoRefusal> {
        let place = self.standing.iter().rposition(|standing| standing.seat == seat);
        let place = place.ok_or(UndoRefusal::NothingDone)?;
        if self.state.to_act().is_empty() {
            return Err(UndoRefusal::GameOver);
        }
        if let Some(clause) = self.standing[place..].iter().find_map(|standing| standing.closes) {
            return Err(UndoRefusal::PhaseOver { clause });
        }
        let (undone, later) = (&self.standing[place], &self.standing[place + 1..]);
        if !undone.trace.draws.is_empty() {
            return Err(UndoRefusal::ChanceAsked);
        }
        if undone.trace.reveals > 0 {
            return Err(UndoRefusal::Revealed);
        }
        if later.iter().any(|later| !undone.to_act.contains(later.seat)) {
            return Err(UndoRefusal::OthersActed);
        }
        let (mut state, mut chance) = self.opening.clone();
        let mut standing = Vec::with_capacity(self.standing.len());
        for before in self.standing[..place].iter().chain(later) {
            let again = carry_out(&mut state, &mut chance, before.seat, before.action)
                .map_err(|_| UndoRefusal::OthersRelyOnIt)?;
            if again.trace != before.trace || again.events != before.events {
                return Err(UndoRefusal::OthersRelyOnIt);
            }
            standing.push(again);
        }
        let later = later.len();
        *self = PlainMatch {
            opening: self.opening.clone(),
            state,
            chance,
            standing,
            entries: std::mem::take(&mut self.entries),
        };
        self.entries.push(RecordEntry {
            seat,
            deed: Deed::Undo,
        });
        Ok(later)
    }

    /// Is this the same match, in all that it says and will say? Whether seats may take back is slow to find out, and
    /// asked only with `undo`.
    pub fn check(&self, game: &Match<G>, undo: bool) -> Result<(), String> {
        if *game.state() != self.state {
            return Err(format!(
                "the state is\n{}\nnot\n{}",
                game.state().to_position(),
                self.state.to_position()
            ));
        }
        if game.record().entries != self.entries || game.version() != self.entries.len() {
            return Err("the record is another one".to_owned());
        }
        if game.standing().len() != self.standing.len() {
            return Err("another number of actions stands".to_owned());
        }
        for (number, (found, expected)) in game.standing().iter().zip(&self.standing).enumerate() {
            let is_same = (found.seat, found.action, found.to_act)
                == (expected.seat, expected.action, expected.to_act)
                && found.trace == expected.trace
                && found.events == expected.events;
            if !is_same {
                return Err(format!(
                    "action {number} is told as\n{found:?}\nnot\n{expected:?}"
                ));
            }
        }
        let seats = if undo { game.setup().players() } else { 0 };
        for seat in Seat::all(seats) {
            let (found, expected) = (game.check_undo(seat), self.check_undo(seat));
            if found != expected {
                return Err(format!(
                    "undo of {seat:?} is answered {found:?}, not {expected:?}"
                ));
            }
        }
        Ok(())
    }
}

fn carry_out<G: Game>(
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
