//! A table: what its log says, and what may happen next. Pure: it knows no clock, network or database; whoever keeps
//! it brings the time and writes the entries down.

mod announcement;
mod apply;
mod chosen;
mod clock;
mod entry;
mod forgotten;
mod free;
mod in_advance;
mod keys;
mod outdated;
mod purpose;
mod reject;
#[cfg(test)]
mod tests;
mod together;
mod views;
mod waiting;
mod watchers;
mod wire;

use std::sync::Arc;

pub(crate) use announcement::{Announcement, EventChanges, Form, ToldViews};
pub(crate) use apply::check_together;
use bobbin_catalog::{AnyMatch, Happening};
use bobbin_game::{Record, Seat, SeatSet, Told, Viewer};
use clock::Clocks;
pub use entry::{ClockPlan, Ending, Entry, Leaving, Level, Manners, Place, Plan, Watch};
pub(crate) use forgotten::SOMEONE_WHO_LEFT;
use in_advance::InAdvance;
use keys::AnsweredKeys;
use outdated::{Outdated, Rules, is_of_current_rules};
use purpose::uploaded;
pub use purpose::{Began, Fixture, Purpose, TableKind};
pub use reject::Reject;
pub use waiting::Patience;
use watchers::VIEWERS;
pub(crate) use watchers::Watchers;
pub use wire::{ChatLine, EventBody, LogEntry, LogSeen, ScoreLine, Seen, Status, TableInfo, What};

/// What an entry changed.
#[derive(Clone, Debug)]
pub(crate) struct Change {
    /// Who is told. Who sees nothing of it is told nothing, not even that it happened.
    pub(crate) watchers: Watchers,
    /// What they are told.
    pub(crate) what: What,
    /// What the game tells, each to whom it may know.
    pub(crate) told: Vec<Told<Happening>>,
}

/// What a request with a key came to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Applied {
    /// The version of the seat's part after it.
    pub(crate) version: u32,
    /// The number of the seat's latest event after it.
    pub(crate) event: u32,
}

/// A table. A copy is cheap: what grows with the game is shared.
#[derive(Clone)]
pub(crate) struct Table {
    pub(crate) id: String,
    pub(crate) plan: Arc<Plan>,
    pub(crate) created_at: i64,
    pub(crate) updated_at: i64,
    /// The number of entries so far.
    pub(crate) length: u64,
    pub(crate) seats: Vec<SeatState>,
    pub(crate) status: Status,
    /// When it was over.
    pub(crate) over_at: Option<i64>,
    pub(crate) ended: Option<Ending>,
    pub(crate) playing: Option<Box<dyn AnyMatch>>,
    pub(crate) rematch: Option<String>,
    pub(crate) chat: Arc<Vec<ChatLine>>,
    clocks: Clocks,
    /// The number of the latest event of each viewer.
    events: [u32; VIEWERS],
    /// When each viewer was last told something.
    told_at: [i64; VIEWERS],
    /// How many entries the match had then: what a viewer reads must not change without an event.
    told_entries: [usize; VIEWERS],
    /// How many actions were taken back.
    undone: u32,
    /// How often somebody has said something ahead of their turn.
    said_in_advance: u32,
    /// People whom the owner has removed: they do not sit down here again.
    removed: Vec<String>,
    /// People whose seat of this game somebody else has taken: they know a hand of it.
    former: Vec<String>,
    /// The options that were chosen at the table, each by whoever sat at that seat.
    chosen: Vec<(Seat, String)>,
    /// The version of each seat's own part: it counts what the seat did and when it became free to act or stopped
    /// being so, and nothing that others do beside it.
    versions: [u32; VIEWERS],
    /// The actions that stand.
    standing: Vec<Standing>,
    /// Requests with a key that were carried out, the latest last.
    keys: AnsweredKeys,
    /// Set where the rules are not those that the table was made for.
    outdated: Option<Outdated>,
}

/// An action that stands.
#[derive(Clone, Copy, Debug)]
struct Standing {
    /// Who saw it.
    watchers: Watchers,
    /// Was it done together with the seat's action before it? Then they are taken back together, too.
    is_joined: bool,
}

/// Who sits at a seat now.
#[derive(Clone, Debug)]
pub(crate) struct SeatState {
    pub(crate) place: Place,
    /// A bot plays for the person.
    pub(crate) away: Option<Leaving>,
    /// A bot has played for the person at some time.
    pub(crate) was_away: bool,
    /// Would they end the game without a result?
    pub(crate) wants_end: bool,
    /// A bot that keeps the seat, for somebody who did not come or who went for good.
    pub(crate) stands_in: bool,
    /// What whoever sits there has said ahead of their turn.
    pub(crate) in_advance: InAdvance,
}

impl SeatState {
    pub(crate) fn person(&self) -> Option<&str> {
        match &self.place {
            Place::Person { person, .. } => Some(person),
            Place::Open | Place::Bot { .. } | Place::Someone { .. } => None,
        }
    }

    pub(crate) fn name(&self) -> &str {
        match &self.place {
            Place::Person { name, .. } | Place::Bot { name, .. } | Place::Someone { name } => name,
            Place::Open => "",
        }
    }

    /// A person who is there.
    fn is_present(&self) -> bool {
        self.person().is_some() && self.away.is_none()
    }
}

impl Table {
    /// A new table from its first entry.
    pub(crate) fn create(id: &str, at: i64, entry: &Entry) -> Result<Self, Reject> {
        Table::create_under(Rules::OfItsTime, id, at, entry)
    }

    fn create_under(rules: Rules, id: &str, at: i64, entry: &Entry) -> Result<Self, Reject> {
        let Entry::Created(plan) = entry else {
            return Err(Reject::Damaged);
        };
        let players = plan.seats.len();
        let is_current = rules == Rules::Current || is_of_current_rules(plan);
        let (status, playing) = match &plan.purpose {
            Purpose::Upload { record } if is_current => (Status::Over, Some(uploaded(plan, record)?)),
            Purpose::Upload { .. } => (Status::Over, None),
            _ => (Status::Open, None),
        };
        Ok(Table {
            id: id.to_owned(),
            created_at: at,
            updated_at: at,
            length: 1,
            seats: plan
                .seats
                .iter()
                .map(|place| SeatState {
                    place: place.clone(),
                    away: None,
                    was_away: false,
                    wants_end: false,
                    stands_in: false,
                    in_advance: InAdvance::default(),
                })
                .collect(),
            over_at: (status == Status::Over).then_some(at),
            status,
            ended: None,
            playing,
            rematch: None,
            chat: Arc::default(),
            clocks: Clocks::new(plan.manners.clock, players),
            events: [1; VIEWERS],
            told_at: [at; VIEWERS],
            told_entries: [0; VIEWERS],
            undone: 0,
            said_in_advance: 0,
            removed: Vec::new(),
            former: Vec::new(),
            chosen: Vec::new(),
            versions: [0; VIEWERS],
            standing: Vec::new(),
            keys: AnsweredKeys::default(),
            outdated: (!is_current).then(Outdated::default),
            plan: Arc::new((**plan).clone()),
        })
    }

    /// A table from its log.
    pub(crate) fn load(id: &str, log: &[(i64, Entry)]) -> Result<Self, Reject> {
        let mut table = Table::begin(id, log)?;
        for (at, entry) in &log[1..] {
            table.apply(*at, entry)?;
        }
        Ok(table)
    }

    /// Carries out an entry, or says why it cannot be and changes nothing.
    pub(crate) fn apply(&mut self, at: i64, entry: &Entry) -> Result<Change, Reject> {
        let before = self.to_act();
        let change = self.carry_out(at, entry)?;
        self.note_deed(entry);
        self.length += 1;
        let (last, now) = (self.updated_at, at.max(self.updated_at));
        self.updated_at = now;
        if self.status == Status::Over && self.over_at.is_none() {
            self.over_at = Some(now);
        }
        if matches!(entry, Entry::Resumed) {
            self.clocks.skip(last, now);
        }
        self.run_clocks();
        let after = self.to_act();
        let entries = self.playing.as_ref().map_or(0, |playing| playing.version());
        for place in 0..VIEWERS {
            if change.watchers.include_place(place) {
                self.events[place] += 1;
                self.told_at[place] = now;
                self.told_entries[place] = entries;
            }
        }
        for seat in Seat::all(self.seats.len()) {
            let acted = matches!(entry, Entry::Played { seat: actor, .. } | Entry::Undone { seat: actor, .. } if *actor == seat);
            if acted || before.contains(seat) != after.contains(seat) {
                self.versions[seat.index()] += 1;
            }
        }
        self.remember_key(entry);
        Ok(change)
    }

    fn running(&mut self) -> Result<&mut dyn AnyMatch, Reject> {
        self.check_running()?;
        match &mut self.playing {
            Some(playing) => Ok(&mut **playing),
            None => Err(Reject::NotBegun),
        }
    }

    fn check_open(&self) -> Result<(), Reject> {
        match self.status {
            Status::Open => Ok(()),
            Status::Running => Err(Reject::Begun),
            Status::Over => Err(Reject::Over),
        }
    }

    fn check_running(&self) -> Result<(), Reject> {
        match self.status {
            Status::Open => Err(Reject::NotBegun),
            Status::Running => Ok(()),
            Status::Over => Err(Reject::Over),
        }
    }

    fn check_over(&self) -> Result<(), Reject> {
        if self.status == Status::Over {
            Ok(())
        } else {
            Err(Reject::NotOver)
        }
    }

    pub(crate) fn seat(&self, seat: Seat) -> Result<&SeatState, Reject> {
        self.seats.get(seat.index()).ok_or(Reject::NoSuchSeat)
    }

    fn seat_mut(&mut self, seat: Seat) -> Result<&mut SeatState, Reject> {
        self.seats.get_mut(seat.index()).ok_or(Reject::NoSuchSeat)
    }

    /// Who may act now.
    pub(crate) fn to_act(&self) -> SeatSet {
        match (&self.playing, self.status) {
            (Some(playing), Status::Running) => playing.to_act(),
            _ => SeatSet::EMPTY,
        }
    }

    /// The seats of a person.
    pub(crate) fn seats_of<'a>(&'a self, person: &'a str) -> impl Iterator<Item = Seat> + 'a {
        Seat::all(self.seats.len()).filter(move |seat| self.seats[seat.index()].person() == Some(person))
    }

    /// The version of a seat's own part.
    pub(crate) fn version(&self, viewer: Viewer) -> u32 {
        self.versions[Watchers::place(viewer)]
    }

    /// The number of a viewer's latest event.
    pub(crate) fn event(&self, viewer: Viewer) -> u32 {
        self.events[Watchers::place(viewer)]
    }

    /// How far a viewer is: what a request that was done comes to.
    pub(crate) fn applied(&self, viewer: Viewer) -> Applied {
        Applied {
            version: self.version(viewer),
            event: self.event(viewer),
        }
    }

    /// When a viewer was last told something.
    pub(crate) fn updated_for(&self, viewer: Viewer) -> i64 {
        self.told_at[Watchers::place(viewer)]
    }

    /// How many actions that stand a spectator was told of when they were done.
    pub(crate) fn moves_told(&self) -> usize {
        let told = self.standing.iter();
        told.filter(|action| action.watchers.include(Viewer::Spectator))
            .count()
    }

    /// A seat for which a bot has to act now, and how strong it is.
    pub(crate) fn bot_to_act(&self) -> Option<(Seat, Level)> {
        // Who is faster where both may act must not matter to what the bot sees.
        let is_free = |seat: Seat| self.seats[seat.index()].is_present();
        if self.plan.purpose.is_same_for_all() && self.to_act().iter().any(is_free) {
            return None;
        }
        self.to_act().iter().find_map(|seat| {
            let state = &self.seats[seat.index()];
            match &state.place {
                Place::Bot { level, .. } => Some((seat, *level)),
                Place::Person { .. } if state.away.is_some() => Some((seat, self.plan.manners.level)),
                _ => None,
            }
        })
    }

    /// Has the owner removed this person?
    pub(crate) fn has_removed(&self, person: &str) -> bool {
        self.removed.iter().any(|removed| removed == person)
    }

    /// Do several seats belong to one person, who passes the screen around?
    pub(crate) fn is_for_one_device(&self) -> bool {
        let owners = self.seats.iter().filter_map(SeatState::person);
        let mut owners: Vec<&str> = owners.collect();
        owners.sort_unstable();
        owners.windows(2).any(|pair| pair[0] == pair[1])
    }

    /// Is anybody there?
    pub(crate) fn has_people(&self) -> bool {
        self.seats.iter().any(SeatState::is_present)
    }

    /// Does a bot act for this seat?
    pub(crate) fn is_bots_turn(&self, seat: Seat) -> bool {
        let state = &self.seats[seat.index()];
        let is_bot = matches!(state.place, Place::Bot { .. }) || state.away.is_some();
        is_bot && self.to_act().contains(seat)
    }

    /// The record, with the seed once it may be told, however the table ended.
    pub(crate) fn record(&self, now: i64) -> Option<Record> {
        let mut record = match &self.playing {
            Some(playing) => playing.record(),
            None => self.outdated_record()?,
        };
        record.seed = self.tells_seed(now).then_some(self.plan.seed);
        Some(record)
    }

    /// The match after so many entries of its record: for looking back.
    pub(crate) fn replayed(&self, entries: usize) -> Result<Box<dyn AnyMatch>, Reject> {
        self.check_over()?;
        let playing = self.playing.as_ref().ok_or(Reject::NotBegun)?;
        let too_far = || Reject::NotPlayable(format!("it has only {} entries", playing.version()));
        playing.at(entries).ok_or_else(too_far)
    }
}
