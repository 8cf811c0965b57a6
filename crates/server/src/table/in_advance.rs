//! What somebody says ahead of their turn: what they will do when it comes, and that their only choice is done for
//! them. Nobody else is told, not even that there is something.

use bobbin_game::{Seat, Viewer};
use serde_json::Value;

use super::apply::check_together;
use super::wire::{InAdvanceSeen, PreparedSeen, PreparedState};
use super::{Change, Entry, Reject, Status, Table, Watchers, What};

/// So often something can be said ahead of a turn at a table.
const MOST: u32 = 2_000;

/// What whoever sits at a seat has said ahead of their turn.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct InAdvance {
    prepared: Option<PreparedSeen>,
    /// Their only choice is done for them.
    skips: bool,
    /// They have taken something back: what they do next they do themselves.
    is_held: bool,
}

impl InAdvance {
    /// Nothing is prepared any more.
    pub(super) fn clear(&mut self) {
        self.prepared = None;
    }

    fn waits(&self) -> Option<&PreparedSeen> {
        let prepared = self.prepared.as_ref();
        prepared.filter(|prepared| prepared.state == PreparedState::Waits)
    }
}

/// A change that only this seat is told of.
fn only(seat: Seat) -> Change {
    Change {
        watchers: Watchers::NOBODY.with(Viewer::Seat(seat)),
        what: What::InAdvance { seat },
        told: Vec::new(),
    }
}

impl Table {
    pub(super) fn prepare(
        &mut self,
        seat: Seat,
        action: Option<&str>,
        words: Option<&Value>,
    ) -> Result<Change, Reject> {
        self.check_says_in_advance(seat)?;
        if action.is_none() && self.seat(seat)?.in_advance.prepared.is_none() {
            return Err(Reject::NothingPrepared);
        }
        if let Some(action) = action {
            check_together(action)?;
            if self.to_act().contains(seat) {
                return Err(Reject::YourTurn);
            }
        }
        self.said_in_advance += 1;
        self.seat_mut(seat)?.in_advance.prepared = action.map(|action| PreparedSeen {
            action: action.to_owned(),
            words: words.cloned(),
            state: PreparedState::Waits,
            message: None,
            clause: None,
        });
        Ok(only(seat))
    }

    pub(super) fn not_done(
        &mut self,
        seat: Seat,
        message: &str,
        clause: Option<&str>,
    ) -> Result<Change, Reject> {
        self.check_running()?;
        let prepared = self.seat_mut(seat)?.in_advance.prepared.as_mut();
        let prepared = prepared.filter(|prepared| prepared.state == PreparedState::Waits);
        let prepared = prepared.ok_or(Reject::NothingPrepared)?;
        prepared.state = PreparedState::NotDone;
        prepared.message = Some(message.to_owned());
        prepared.clause = clause.map(str::to_owned);
        Ok(only(seat))
    }

    pub(super) fn skip(&mut self, seat: Seat, on: bool) -> Result<Change, Reject> {
        self.check_says_in_advance(seat)?;
        self.said_in_advance += 1;
        let in_advance = &mut self.seat_mut(seat)?.in_advance;
        in_advance.skips = on;
        in_advance.is_held = false;
        Ok(only(seat))
    }

    fn check_says_in_advance(&self, seat: Seat) -> Result<(), Reject> {
        self.check_running()?;
        if !self.seat(seat)?.is_present() {
            return Err(Reject::NobodyThere);
        }
        if self.said_in_advance >= MOST {
            return Err(Reject::EnoughPrepared);
        }
        Ok(())
    }

    /// Whoever acts or takes back has thought again: what they had prepared goes, unless it is what was done.
    pub(super) fn note_deed(&mut self, entry: &Entry) {
        match entry {
            Entry::Played { seat, action, .. } => {
                let Some(state) = self.seats.get_mut(seat.index()) else {
                    return;
                };
                let in_advance = &mut state.in_advance;
                in_advance.is_held = false;
                let is_it = in_advance
                    .waits()
                    .is_some_and(|waiting| waiting.action == *action);
                match &mut in_advance.prepared {
                    Some(prepared) if is_it => prepared.state = PreparedState::Done,
                    prepared => *prepared = None,
                }
            }
            Entry::Undone { seat, .. } => {
                if let Some(state) = self.seats.get_mut(seat.index()) {
                    state.in_advance.prepared = None;
                    state.in_advance.is_held = true;
                }
            }
            _ => {}
        }
    }

    /// Is the only choice of this seat done for it?
    pub(crate) fn skips(&self, seat: Seat) -> bool {
        self.seats[seat.index()].in_advance.skips
    }

    /// What a seat has said ahead of its turn, for itself.
    pub(super) fn in_advance_seen(&self, viewer: Viewer) -> Option<InAdvanceSeen> {
        let in_advance = &self.seats.get(viewer.seat()?.index())?.in_advance;
        Some(InAdvanceSeen {
            prepared: in_advance.prepared.clone(),
            skips: in_advance.skips,
        })
    }

    /// What is to be done now that somebody has said ahead of their turn: it is done if it can be, or they are told why
    /// it cannot.
    pub(crate) fn said_before(&self) -> Option<Entry> {
        if self.status != Status::Running || self.is_outdated() {
            return None;
        }
        let mut present = self
            .to_act()
            .iter()
            .filter(|seat| self.seats[seat.index()].is_present());
        present.find_map(|seat| self.prepared_by(seat).or_else(|| self.only_choice_of(seat)))
    }

    fn prepared_by(&self, seat: Seat) -> Option<Entry> {
        let action = &self.seats[seat.index()].in_advance.waits()?.action;
        Some(match self.clone().play(seat, action) {
            Ok(_) => played(seat, action.clone()),
            Err(reject) => Entry::NotDone {
                seat,
                clause: match &reject {
                    Reject::Refused(refused) => Some(refused.clause.to_owned()),
                    _ => None,
                },
                message: reject.to_string(),
            },
        })
    }

    /// The only thing that a seat can do, if it wants that done for it. Whoever could take something back has a choice.
    fn only_choice_of(&self, seat: Seat) -> Option<Entry> {
        let in_advance = &self.seats[seat.index()].in_advance;
        let playing = self.playing.as_deref()?;
        if !in_advance.skips || in_advance.is_held {
            return None;
        }
        if self.plan.manners.undo && playing.check_undo(seat).is_ok() {
            return None;
        }
        let mut legal = playing.legal(seat).ok()?.into_iter();
        let choice = legal.next()?;
        legal.next().is_none().then(|| played(seat, choice.action))
    }
}

fn played(seat: Seat, action: String) -> Entry {
    Entry::Played {
        seat,
        action,
        key: None,
        digest: None,
    }
}
