//! Tables of another version of the rules than this program's. They cannot be played on, and what was to be seen at them
//! cannot be worked out any more; but what was done stays readable as a record.

use bobbin_game::{Deed, Record, Seat};

use super::{Change, Entry, Reject, Status, Table, Watchers, What};

/// What is known of a game that cannot be played on.
#[derive(Clone, Debug, Default)]
pub(crate) struct Outdated {
    has_begun: bool,
    entries: Vec<bobbin_game::Entry>,
}

impl Table {
    /// Is it of another version of the rules than this program's?
    pub(crate) fn is_outdated(&self) -> bool {
        self.outdated.is_some()
    }

    /// The table was over before the rules changed: its log alone does not say so.
    pub(crate) fn was_over_before(&mut self) {
        self.status = Status::Over;
    }

    /// Takes in an entry that only the game's own rules could carry out. None if it is no such entry.
    pub(super) fn take_down(&mut self, entry: &Entry) -> Option<Result<Change, Reject>> {
        self.outdated.as_ref()?;
        let (seat, deed, what) = match entry {
            Entry::Played { seat, action, .. } => {
                (*seat, Deed::Play(action.clone()), What::Played { seat: *seat })
            }
            Entry::Undone { seat, .. } => (*seat, Deed::Undo, What::Undone { seat: *seat }),
            // It is asked for after the end only.
            Entry::Rematch { .. } => {
                self.status = Status::Over;
                return None;
            }
            _ => return None,
        };
        if let Err(reject) = self.check_running() {
            return Some(Err(reject));
        }
        let outdated = self.outdated.as_mut()?;
        outdated.entries.push(bobbin_game::Entry { seat, deed });
        Some(Ok(Change {
            watchers: Watchers::EVERYBODY,
            what,
            told: Vec::new(),
        }))
    }

    /// The game began, by the rules of that time.
    pub(super) fn began_outdated(&mut self) -> bool {
        let Some(outdated) = &mut self.outdated else {
            return false;
        };
        outdated.has_begun = true;
        self.status = Status::Running;
        true
    }

    /// What was done, as the log says it.
    pub(super) fn outdated_record(&self) -> Option<Record> {
        let outdated = self.outdated.as_ref().filter(|outdated| outdated.has_begun)?;
        let seats = Seat::all(self.seats.len()).zip(&self.seats);
        Some(Record {
            game: self.plan.game.clone(),
            rules: self.plan.rules,
            content: self.plan.content,
            setup: self.plan.options.clone(),
            commitment: self.plan.seed.commitment(),
            seed: None,
            names: seats
                .map(|(seat, state)| (seat, state.name().to_owned()))
                .collect(),
            entries: outdated.entries.clone(),
            result: None,
        })
    }
}
