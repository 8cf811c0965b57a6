//! What whoever sits at a seat chooses for it before the game: whom they play.

use std::sync::Arc;

use bobbin_game::{OptionSpec, Options, Seat};

use super::apply::all;
use super::wire::SeatChoice;
use super::{Change, Plan, Reject, Status, Table, What};

impl Table {
    /// The options that are about a seat.
    fn options_of(&self, seat: Seat) -> impl Iterator<Item = &'static OptionSpec> + use<> {
        let game = bobbin_catalog::find(&self.plan.game).ok();
        let options = game.map_or(&[][..], |game| game.options());
        options.iter().filter(move |spec| spec.seat == Some(seat.index()))
    }

    /// What stands for a seat before the game; after that the game itself shows it.
    pub(super) fn choices_of(&self, seat: Seat) -> Vec<SeatChoice> {
        if self.status != Status::Open {
            return Vec::new();
        }
        let choice = |spec: &OptionSpec| SeatChoice {
            option: spec.key.to_owned(),
            value: self.plan.options.get(spec.key).unwrap_or(spec.default).to_owned(),
        };
        self.options_of(seat).map(choice).collect()
    }

    /// Something is chosen for a seat, if it goes with all that was chosen before.
    pub(super) fn choose(&mut self, seat: Seat, option: &str, value: &str) -> Result<Change, Reject> {
        self.check_open()?;
        self.seat(seat)?;
        let options = self.plan.options.clone().with(option, value);
        // What was chosen by rules that have changed since is taken as it was.
        if !self.is_outdated() {
            let mut known = self.options_of(seat);
            if !known.any(|spec| spec.key == option) {
                return Err(Reject::NoSuchOption);
            }
            self.check_options(&options)?;
        }
        self.set_options(options);
        self.chosen.retain(|(_, known)| known != option);
        self.chosen.push((seat, option.to_owned()));
        Ok(all(What::Chose {
            seat,
            option: option.to_owned(),
            value: value.to_owned(),
        }))
    }

    /// Whoever chose for this seat has gone: whoever comes chooses anew.
    pub(super) fn forget_chosen(&mut self, seat: Seat) {
        let mut options = self.plan.options.clone();
        for spec in self.options_of(seat) {
            if self.chosen.iter().any(|(_, option)| option == spec.key) {
                options.set(spec.key, spec.default);
            }
        }
        self.chosen.retain(|(whose, _)| *whose != seat);
        if options != self.plan.options {
            self.set_options(options);
        }
    }

    /// The options with everything that is about a seat moved one seat further, as people move for a rematch.
    pub(crate) fn options_moved_on(&self) -> Options {
        let (before, players) = (&self.plan.options, self.seats.len());
        let mut moved = before.clone();
        for seat in Seat::all(players) {
            let next = Seat::new((seat.index() + 1) % players);
            for from in self.options_of(seat) {
                let value = before.get(from.key).unwrap_or(from.default);
                if let Some(to) = self.options_of(next).find(|to| to.label == from.label) {
                    moved.set(to.key, value);
                }
            }
        }
        if self.check_options(&moved).is_ok() {
            moved
        } else {
            before.clone()
        }
    }

    fn check_options(&self, options: &Options) -> Result<(), Reject> {
        let no = |error: &dyn std::fmt::Display| Reject::Options(error.to_string());
        let game = bobbin_catalog::find(&self.plan.game).map_err(|error| no(&error))?;
        let checked = game.check_options(options, Some(self.plan.content));
        checked.map(drop).map_err(|error| no(&error))
    }

    fn set_options(&mut self, options: Options) {
        self.plan = Arc::new(Plan {
            options,
            ..Plan::clone(&self.plan)
        });
    }
}
