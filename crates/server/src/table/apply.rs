//! What each kind of entry does to a table.

use std::sync::Arc;

use bobbin_bots::BOT_NAMES;
use bobbin_catalog::{Happening, PlayError, each_of};
use bobbin_game::{Seat, SeatSet, Told, Viewer};

use super::{Change, ChatLine, Entry, Leaving, Place, Reject, Standing, Status, Table, Watchers, What};

/// The least time, in milliseconds, with which someone comes back to a seat whose time was out.
pub(super) const TIME_AFTER_RETURN: i64 = 30_000;

/// So many actions can be taken back at a table.
const MOST_UNDOS: u32 = 2_000;

/// So many actions are done together.
const MOST_TOGETHER: usize = 8;

/// Not too many actions at once.
pub(crate) fn check_together(actions: &str) -> Result<(), Reject> {
    if each_of(actions).count() > MOST_TOGETHER {
        return Err(Reject::TooManyTogether);
    }
    Ok(())
}

/// A change that everybody is told of.
pub(super) fn all(what: What) -> Change {
    Change {
        watchers: Watchers::EVERYBODY,
        what,
        told: Vec::new(),
    }
}

impl Table {
    /// Does what an entry says, or says why it cannot be and changes nothing.
    pub(super) fn carry_out(&mut self, at: i64, entry: &Entry) -> Result<Change, Reject> {
        if let Some(taken) = self.take_down(entry) {
            return taken;
        }
        match entry {
            Entry::Created(_) => Err(Reject::Damaged),
            Entry::Sat { seat, person, name } => self.sit(
                *seat,
                name,
                Place::Person {
                    person: person.clone(),
                    name: name.clone(),
                },
            ),
            Entry::BotSat { seat, level } => {
                let name = BOT_NAMES.get(seat.index()).ok_or(Reject::NoSuchSeat)?;
                let bot = Place::Bot {
                    level: *level,
                    name: (*name).to_owned(),
                };
                self.sit(*seat, name, bot)
            }
            Entry::Stood { seat } => {
                self.check_open()?;
                let state = self.seat_mut(*seat)?;
                if state.person().is_none() {
                    return Err(Reject::NobodyThere);
                }
                state.place = Place::Open;
                self.forget_chosen(*seat);
                Ok(all(What::Stood { seat: *seat }))
            }
            Entry::Removed { seat } => {
                self.remove(*seat)?;
                Ok(all(What::Removed { seat: *seat }))
            }
            Entry::Chose { seat, option, value } => self.choose(*seat, option, value),
            Entry::Started => {
                self.start()?;
                Ok(all(What::Started))
            }
            Entry::Played { seat, action, .. } => self.play(*seat, action),
            Entry::Undone { seat, .. } => self.undo(*seat),
            Entry::Said { seat, text, unheard } => self.say(at, *seat, text, *unheard),
            Entry::Left { seat, why } => {
                self.check_running()?;
                let state = self.seat_mut(*seat)?;
                if !state.is_present() {
                    return Err(Reject::NobodyThere);
                }
                state.away = Some(*why);
                state.was_away = true;
                state.wants_end = false;
                state.in_advance.clear();
                self.end_if_agreed();
                Ok(all(What::Left {
                    seat: *seat,
                    why: *why,
                }))
            }
            Entry::TookBack { seat } => self.take_back(at, *seat),
            Entry::GaveTime { seat, to, seconds } => self.give_time(*seat, *to, *seconds),
            Entry::WantsEnd { seat, wants } => self.want_end(*seat, *wants),
            Entry::DaysOff { seat, until } => self.take_days_off(at, *seat, *until),
            Entry::Prepared { seat, action, words } => self.prepare(*seat, action.as_deref(), words.as_ref()),
            Entry::NotDone {
                seat,
                message,
                clause,
            } => self.not_done(*seat, message, clause.as_deref()),
            Entry::Skips { seat, on } => self.skip(*seat, *on),
            Entry::Forgotten { seat } => {
                self.forget(*seat)?;
                self.end_if_agreed();
                Ok(all(What::Left {
                    seat: *seat,
                    why: Leaving::Left,
                }))
            }
            Entry::Resumed => Ok(Change {
                watchers: Watchers::NOBODY,
                ..all(What::Started)
            }),
            Entry::Ended { why } => {
                if self.status == Status::Over {
                    return Err(Reject::Over);
                }
                self.status = Status::Over;
                self.ended = Some(*why);
                Ok(all(What::Ended { why: *why }))
            }
            Entry::Rematch { table } => {
                self.check_over()?;
                self.rematch = Some(table.clone());
                Ok(all(What::Rematch { table: table.clone() }))
            }
        }
    }

    fn take_back(&mut self, at: i64, seat: Seat) -> Result<Change, Reject> {
        self.check_running()?;
        if self.is_round_over(at) {
            return Err(Reject::RoundOver);
        }
        // Who comes back is given time: nobody holds up a tournament by leaving and coming back in one turn.
        let is_held_up = self.plan.purpose.fixture().is_some() && self.to_act().contains(seat);
        let state = self.seat_mut(seat)?;
        if state.person().is_none() || state.away.is_none() {
            return Err(Reject::NobodyThere);
        }
        if is_held_up {
            return Err(Reject::BotActsFirst);
        }
        state.away = None;
        self.clocks.give_at_least(seat, TIME_AFTER_RETURN);
        Ok(all(What::TookBack { seat }))
    }

    /// A person or a bot takes an open seat, or a person a free one of the game that runs.
    fn sit(&mut self, seat: Seat, name: &str, place: Place) -> Result<Change, Reject> {
        if self.status == Status::Running && matches!(place, Place::Person { .. }) {
            return self.take_free_seat(seat, name, place);
        }
        self.check_open()?;
        let state = self.seat_mut(seat)?;
        if state.place != Place::Open {
            return Err(Reject::Taken);
        }
        state.place = place;
        let name = name.to_owned();
        Ok(all(What::Sat { seat, name }))
    }

    fn remove(&mut self, seat: Seat) -> Result<(), Reject> {
        self.check_open()?;
        let state = self.seat_mut(seat)?;
        let person = match &state.place {
            // A bot may come back.
            Place::Bot { .. } => None,
            _ => Some(state.person().ok_or(Reject::NobodyThere)?.to_owned()),
        };
        state.place = Place::Open;
        self.forget_chosen(seat);
        // Of someone who was forgotten nothing is known any more.
        self.removed.extend(person);
        Ok(())
    }

    fn say(&mut self, at: i64, seat: Seat, text: &str, unheard: SeatSet) -> Result<Change, Reject> {
        if !self.plan.manners.chat {
            return Err(Reject::ChatOff);
        }
        let line = ChatLine {
            at,
            seat,
            name: self.seat(seat)?.name().to_owned(),
            text: text.to_owned(),
            unheard,
        };
        Arc::make_mut(&mut self.chat).push(line.clone());
        Ok(Change {
            watchers: Watchers::EVERYBODY.without(unheard),
            ..all(What::Said(line))
        })
    }

    fn start(&mut self) -> Result<(), Reject> {
        self.check_open()?;
        let level = self.plan.manners.level;
        for (state, name) in self.seats.iter_mut().zip(BOT_NAMES) {
            if state.place == Place::Open {
                state.place = Place::Bot {
                    level,
                    name: name.to_owned(),
                };
                state.stands_in = true;
            }
        }
        if self.began_outdated() {
            return Ok(());
        }
        let not_playable = |error: &dyn std::fmt::Display| Reject::NotPlayable(error.to_string());
        let game = bobbin_catalog::find(&self.plan.game).map_err(|error| not_playable(&error))?;
        let (options, content, seed) = (&self.plan.options, Some(self.plan.content), self.plan.seed);
        let mut playing = match &self.plan.position {
            None => game
                .start(options, content, seed)
                .map_err(|error| not_playable(&error))?,
            Some(position) => {
                let started = game.start_from(position, options, content, seed);
                started.map_err(|error| not_playable(&error))?
            }
        };
        for (seat, state) in Seat::all(self.seats.len()).zip(&self.seats) {
            playing
                .set_name(seat, state.name())
                .map_err(|error| not_playable(&error))?;
        }
        self.status = if playing.to_act().is_empty() {
            Status::Over
        } else {
            Status::Running
        };
        self.playing = Some(playing);
        Ok(())
    }

    /// Plays an action, or several together: all of them, or none.
    pub(super) fn play(&mut self, seat: Seat, actions: &str) -> Result<Change, Reject> {
        self.seat(seat)?;
        let before = self.running()?.to_act();
        let kept = self.playing.clone();
        let told = self
            .play_each(seat, actions)
            .inspect_err(|_| self.playing = kept)?;
        let after = self.to_act();
        if after.is_empty() {
            self.status = Status::Over;
        }
        let viewers = Viewer::all(self.seats.len()).filter(|viewer| *viewer != Viewer::Everything);
        let watchers = viewers
            .filter(|viewer| {
                let is_free = |seats: SeatSet| viewer.seat().is_some_and(|seat| seats.contains(seat));
                viewer.seat() == Some(seat)
                    || is_free(before) != is_free(after)
                    || after.is_empty()
                    || told.iter().any(|told| told.audience.includes(*viewer))
            })
            .fold(Watchers::NOBODY, Watchers::with);
        let standing = each_of(actions).enumerate().map(|(place, _)| Standing {
            watchers,
            is_joined: place > 0,
        });
        self.standing.extend(standing);
        Ok(Change {
            watchers,
            what: What::Played { seat },
            told,
        })
    }

    fn play_each(&mut self, seat: Seat, actions: &str) -> Result<Vec<Told<Happening>>, Reject> {
        check_together(actions)?;
        let count = each_of(actions).count();
        let playing = self.running()?;
        let mut told = Vec::new();
        for (place, action) in each_of(actions).enumerate() {
            let happened = playing.play(seat, action).map_err(|error| match error {
                PlayError::NoSuchSeat(_) => Reject::NoSuchSeat,
                PlayError::Notation(wrong) => Reject::Notation(wrong.to_string()),
                PlayError::Refused(refused) => Reject::Refused(refused),
            })?;
            // Whoever learned something by the first and was refused the second would have learned it for nothing.
            if place + 1 < count && playing.check_undo(seat).is_err() {
                return Err(Reject::NotTogether);
            }
            told.extend(happened);
        }
        Ok(told)
    }

    /// Takes back the seat's latest action with those that were done together with it: all of them, or none.
    fn undo(&mut self, seat: Seat) -> Result<Change, Reject> {
        self.seat(seat)?;
        if !self.plan.manners.undo {
            return Err(Reject::UndoOff);
        }
        if self.undone >= MOST_UNDOS {
            return Err(Reject::EnoughUndone);
        }
        let before = self.to_act();
        let mut undone = self.clone();
        let mut watchers = Watchers::NOBODY;
        loop {
            let place = undone.running()?.undo(seat).map_err(Reject::Undo)?;
            let action = undone.standing.remove(place);
            watchers = watchers.and(action.watchers);
            if !action.is_joined {
                break;
            }
        }
        *self = undone;
        let after = self.to_act();
        self.undone += 1;
        // Who saw the action sees that it is gone, and whose turn comes or goes with it is told so, too.
        let turned =
            Seat::all(self.seats.len()).filter(|seat| before.contains(*seat) != after.contains(*seat));
        let watchers = turned.map(Viewer::Seat).fold(watchers, Watchers::with);
        Ok(Change {
            watchers,
            what: What::Undone { seat },
            told: Vec::new(),
        })
    }

    /// The clocks of those run who may act and are there to do so.
    pub(super) fn run_clocks(&mut self) {
        let to_act = self.to_act();
        let present = |seat: &Seat| self.seats[seat.index()].is_present();
        self.clocks
            .run(to_act.iter().filter(present).collect(), self.updated_at);
    }
}
