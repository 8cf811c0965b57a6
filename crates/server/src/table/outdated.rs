//! Tables of another version of the rules than this program's. They cannot be played on, and what was to be seen at
//! them cannot be worked out any more; but what was done stays readable as a record.

use bobbin_catalog::each_of;
use bobbin_game::{Deed, Record, Seat};

use sha2::{Digest as _, Sha256};

use super::{Change, Entry, Plan, Reject, Status, Table, Watchers, What};

/// What is known of a game that cannot be played on.
#[derive(Clone, Debug, Default)]
pub(crate) struct Outdated {
    has_begun: bool,
    entries: Vec<bobbin_game::RecordEntry>,
    /// Whose actions stand, and how many were done together: so many are taken back together.
    together: Vec<(Seat, usize)>,
}

/// By which rules a log is read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Rules {
    /// Those it was made for: if they are not this program's, nothing can be worked out.
    OfItsTime,
    /// This program's.
    Current,
}

pub(super) fn is_of_current_rules(plan: &Plan) -> bool {
    bobbin_catalog::find(&plan.game).is_ok_and(|game| game.rules_version() == plan.rules)
}

impl Table {
    /// The table as the first entry of its log made it. Where the rules have changed since and make the same of all
    /// that was done, it goes on by them.
    pub(crate) fn begin(id: &str, log: &[(i64, Entry)]) -> Result<Self, Reject> {
        let (at, first) = log.first().ok_or(Reject::Damaged)?;
        let rules = if Table::comes_out_the_same(id, log) {
            Rules::Current
        } else {
            Rules::OfItsTime
        };
        Table::create_under(rules, id, *at, first)
    }

    /// Do newer rules make the same of a log?
    fn comes_out_the_same(id: &str, log: &[(i64, Entry)]) -> bool {
        let Some((at, first @ Entry::Created(plan))) = log.first() else {
            return false;
        };
        // What was brought along or begun from a position says of itself by which rules.
        if is_of_current_rules(plan) || !plan.purpose.is_normal() || plan.position.is_some() {
            return false;
        }
        let Ok(mut table) = Table::create_under(Rules::Current, id, *at, first) else {
            return false;
        };
        log[1..].iter().all(|(at, entry)| {
            let came = table.apply(*at, entry);
            match (came, entry) {
                (Ok(change), Entry::Played { digest, .. }) => {
                    digest.is_some() && *digest == table.digest(entry, &change)
                }
                (came, _) => came.is_ok(),
            }
        })
    }

    /// A digest of what came of an action, right after it: everything that anybody was told, and who may act now.
    pub(crate) fn digest(&self, entry: &Entry, change: &Change) -> Option<String> {
        let Entry::Played { seat, action, .. } = entry else {
            return None;
        };
        let mut hash = Sha256::new().chain_update(format!("{seat} {action} {:?}", self.to_act()));
        for told in &change.told {
            hash.update(format!("\n{:?} {}", told.audience, told.event.event));
        }
        let hash = hash.finalize();
        Some(
            hash[..8]
                .iter()
                .fold(String::new(), |text, byte| format!("{text}{byte:02x}")),
        )
    }

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
        let (seat, played, what) = match entry {
            Entry::Played { seat, action, .. } => (*seat, Some(action), What::Played { seat: *seat }),
            Entry::Undone { seat, .. } => (*seat, None, What::Undone { seat: *seat }),
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
        let deeds: Vec<Deed> = if let Some(actions) = played {
            let deeds: Vec<Deed> = each_of(actions).map(|each| Deed::Play(each.to_owned())).collect();
            outdated.together.push((seat, deeds.len()));
            deeds
        } else {
            let latest = outdated.together.iter().rposition(|(whose, _)| *whose == seat);
            let count = latest.map_or(1, |place| outdated.together.remove(place).1);
            vec![Deed::Undo; count]
        };
        let entries = deeds
            .into_iter()
            .map(|deed| bobbin_game::RecordEntry { seat, deed });
        outdated.entries.extend(entries);
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
