//! What each viewer sees of a table: only what that viewer may know.

use bobbin_catalog::{AnyMatch, Json, Shown};
use bobbin_game::{Seat, Viewer};

use super::wire::{LogEntry, LogSeen, SeatClock, SeatInfo, SeatKind, Seen, Status, TableInfo, UndoInfo};
use super::{Place, Purpose, Table};

impl Table {
    /// What everybody may know of the table, with what concerns this person.
    pub(crate) fn info(&self, person: Option<&str>, now: i64) -> TableInfo {
        TableInfo {
            id: self.id.clone(),
            game: self.plan.game.clone(),
            content: self.plan.content.to_string(),
            options: self.plan.options.clone(),
            kind: self.plan.purpose.kind(),
            status: self.status,
            manners: self.plan.manners.clone(),
            created_at: self.created_at,
            commitment: self.plan.seed.commitment().to_string(),
            seed: self.tells_seed(now).then(|| self.plan.seed.to_string()),
            ended: self.ended,
            rematch: self.rematch.clone(),
            previous: self.plan.previous.clone(),
            began: match &self.plan.purpose {
                Purpose::WhatIf(began) => Some(began.clone()),
                _ => None,
            },
            fixture: self.plan.purpose.fixture().cloned(),
            date: self.plan.purpose.date().map(|date| date.to_string()),
            yours: person == Some(&self.plan.owner),
            one_device: self.is_for_one_device(),
            your_seats: person.map_or(Vec::new(), |person| self.seats_of(person).collect()),
            may_sit: person.is_none_or(|person| {
                self.seats_of(person).next().is_none() && self.check_may_sit(person).is_ok()
            }),
        }
    }

    /// The seats as everybody sees them.
    pub(crate) fn seat_infos(&self) -> Vec<SeatInfo> {
        let info = |(seat, state): (Seat, &super::SeatState)| SeatInfo {
            kind: match state.place {
                Place::Open => SeatKind::Open,
                Place::Person { .. } | Place::Someone { .. } => SeatKind::Person,
                Place::Bot { .. } => SeatKind::Bot,
            },
            name: state.name().to_owned(),
            level: match state.place {
                Place::Bot { level, .. } => Some(level),
                Place::Open | Place::Person { .. } | Place::Someone { .. } => None,
            },
            away: state.away,
            free: self.is_free(seat),
            wants_end: state.wants_end,
            off_until: self.clocks.off_until(seat),
            choices: self.choices_of(seat),
        };
        Seat::all(self.seats.len()).zip(&self.seats).map(info).collect()
    }

    /// The table as one viewer sees it now.
    pub(crate) fn seen(&self, viewer: Viewer, now: i64) -> Seen {
        self.seen_with(viewer, now, Json::of(&self.seat_infos()))
    }

    /// The same, where it is written already who sits where.
    pub(super) fn seen_with(&self, viewer: Viewer, now: i64, seats: Json) -> Seen {
        let shown = self.shown(viewer, true);
        let (view, prompt, legal) = shown.map_or((None, None, Vec::new()), |shown| {
            (Some(shown.view), Some(shown.prompt), shown.legal)
        });
        Seen {
            viewer,
            event: self.event(viewer),
            version: self.version(viewer),
            status: self.status,
            seats,
            to_act: self.to_act().iter().collect(),
            view,
            legal,
            prompt,
            undo: self.undo_info(viewer.seat()),
            in_advance: self.in_advance_seen(viewer),
            clocks: self.seat_clocks(now),
            outcome: self.playing.as_deref().and_then(AnyMatch::outcome),
        }
    }

    /// What a viewer sees of the game and what there is to do; nothing before it begins.
    pub(super) fn shown(&self, viewer: Viewer, with_legal: bool) -> Option<Shown> {
        let is_running = self.status == Status::Running;
        self.playing
            .as_ref()?
            .shown(viewer, with_legal && is_running)
            .ok()
    }

    /// The time of each seat, where there is a clock.
    pub(super) fn seat_clocks(&self, now: i64) -> Option<Vec<SeatClock>> {
        let clock = |seat| SeatClock {
            left: self.clocks.left(seat, now),
            running: self.clocks.passes(seat, now),
        };
        let has_time = self.clocks.has_time();
        has_time.then(|| Seat::all(self.seats.len()).map(clock).collect())
    }

    pub(super) fn undo_info(&self, seat: Option<Seat>) -> UndoInfo {
        let no = |why: String, clause| UndoInfo {
            possible: false,
            why_not: Some(why),
            clause,
        };
        match (&self.playing, seat) {
            (Some(playing), Some(seat)) if self.plan.manners.undo => {
                match self.check_undo(&**playing, seat) {
                    Ok(()) if self.status == Status::Running => UndoInfo {
                        possible: true,
                        why_not: None,
                        clause: None,
                    },
                    Ok(()) => no(super::Reject::Over.to_string(), None),
                    Err(refusal) => no(refusal.to_string(), refusal.clause()),
                }
            }
            (Some(_), Some(_)) => no(super::Reject::UndoOff.to_string(), None),
            _ => UndoInfo {
                possible: false,
                why_not: None,
                clause: None,
            },
        }
    }

    /// May a seat take back its latest action, as far as it has been told? What others have done in secret since then
    /// shows only when it tries.
    fn check_undo(&self, playing: &dyn AnyMatch, seat: Seat) -> Result<(), bobbin_game::UndoRefusal> {
        let told = self.told_entries[super::Watchers::place(Viewer::Seat(seat))];
        if told == playing.version() {
            return playing.check_undo(seat);
        }
        match playing.at(told) {
            Some(then) => then.check_undo(seat),
            None => playing.check_undo(seat),
        }
    }

    /// The log in plain words, as far as a viewer may know. Numbered anew, so that the numbers tell nothing of what is
    /// left out.
    pub(crate) fn log(&self, viewer: Viewer) -> LogSeen {
        let lines = self
            .playing
            .as_ref()
            .and_then(|playing| playing.log(viewer, 0).ok());
        let lines = lines.unwrap_or_default().into_iter().enumerate();
        let told = lines.map(|(number, line)| LogEntry {
            number,
            seat: line.seat,
            happenings: line.happenings,
        });
        LogSeen {
            event: self.event(viewer),
            lines: told.collect(),
        }
    }
}
