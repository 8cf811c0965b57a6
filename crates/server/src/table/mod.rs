//! A table: what its log says, and what may happen next. Pure: it knows no clock, network or database; whoever keeps
//! it brings the time and writes the entries down.

mod clock;
mod entry;
mod forgotten;
mod outdated;
mod purpose;
mod reject;
mod seen;
#[cfg(test)]
mod tests;
mod waiting;

use std::collections::VecDeque;
use std::sync::Arc;

use bobbin_catalog::{AnyMatch, Happening};
use bobbin_game::{MAX_SEATS, Names, Record, Seat, SeatSet, Told, Viewer};
use clock::Clocks;
pub use entry::{ClockPlan, Ending, Entry, Leaving, Level, Manners, Place, Plan};
pub(crate) use forgotten::SOMEONE_WHO_LEFT;
use outdated::{Outdated, Rules, is_of_current_rules};
use purpose::uploaded;
pub use purpose::{Began, Purpose, TableKind};
pub use reject::Reject;
pub(crate) use seen::prompt;
pub use seen::{
    ChatLine, EventBody, LegalAction, LogSeen, Outcome, PromptLine, ScoreLine, Seen, Status, TableInfo,
    TellingEvent, What,
};
pub use waiting::Patience;

/// The least time, in milliseconds, with which someone comes back to a seat whose time was out.
const TIME_AFTER_RETURN: i64 = 30_000;

/// So many requests with a key are remembered: whoever sends one again does it within moments.
const MOST_KEYS: usize = 512;

/// So many actions can be taken back at a table.
const MOST_UNDOS: u32 = 2_000;

/// Names of bots, one for each seat.
pub(crate) const BOT_NAMES: [&str; MAX_SEATS] = [
    "Hazel", "Basil", "Olive", "Ash", "Ivy", "Rowan", "Clover", "Linden",
];

/// Who sees something: a bit for each seat and one for those without a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Watchers(u16);

impl Watchers {
    const NOBODY: Watchers = Watchers(0);
    const EVERYBODY: Watchers = Watchers(0x1ff);

    /// The place of a viewer in arrays with one entry for each.
    pub(crate) fn place(viewer: Viewer) -> usize {
        viewer.seat().map_or(MAX_SEATS, Seat::index)
    }

    fn with(self, viewer: Viewer) -> Self {
        Watchers(self.0 | 1 << Watchers::place(viewer))
    }

    pub(crate) fn include(self, viewer: Viewer) -> bool {
        self.0 & 1 << Watchers::place(viewer) != 0
    }
}

/// The number of different ways to look at a table.
const VIEWERS: usize = MAX_SEATS + 1;

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
    /// People whom the owner has removed: they do not sit down here again.
    removed: Vec<String>,
    /// The version of each seat's own part: it counts what the seat did and when it became free to act or stopped
    /// being so, and nothing that others do beside it.
    versions: [u32; VIEWERS],
    /// Whose each action that stands is, and who saw it.
    standing: Vec<(Seat, Watchers)>,
    /// Requests with a key that were carried out, the latest last.
    keys: VecDeque<Arc<Answered>>,
    /// Set where the rules are not those that the table was made for.
    outdated: Option<Outdated>,
}

/// A request with a key that was carried out.
#[derive(Clone, Debug)]
struct Answered {
    seat: Seat,
    key: String,
    /// What was asked: an action, or to take one back.
    action: Option<String>,
    applied: Applied,
}

/// Who sits at a seat now.
#[derive(Clone, Debug)]
pub(crate) struct SeatState {
    pub(crate) place: Place,
    /// A bot plays for the person.
    pub(crate) away: Option<Leaving>,
    /// A bot has played for the person at some time.
    pub(crate) was_away: bool,
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
            removed: Vec::new(),
            versions: [0; VIEWERS],
            standing: Vec::new(),
            keys: VecDeque::new(),
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
            if change.watchers.0 & 1 << place != 0 {
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
        let (seat, action, key) = match entry {
            Entry::Played {
                seat, action, key, ..
            } => (seat, Some(action), key),
            Entry::Undone { seat, key } => (seat, None, key),
            _ => return Ok(change),
        };
        if let Some(key) = key {
            let answered = Answered {
                seat: *seat,
                key: key.clone(),
                action: action.cloned(),
                applied: self.applied(Viewer::Seat(*seat)),
            };
            if self.keys.len() == MOST_KEYS {
                self.keys.pop_front();
            }
            self.keys.push_back(Arc::new(answered));
        }
        Ok(change)
    }

    fn carry_out(&mut self, at: i64, entry: &Entry) -> Result<Change, Reject> {
        let all = |what| Change {
            watchers: Watchers::EVERYBODY,
            what,
            told: Vec::new(),
        };
        if let Some(taken) = self.take_down(entry) {
            return taken;
        }
        match entry {
            Entry::Created(_) => Err(Reject::Damaged),
            Entry::Sat { seat, person, name } => {
                self.check_open()?;
                let state = self.seat_mut(*seat)?;
                if state.place != Place::Open {
                    return Err(Reject::Taken);
                }
                state.place = Place::Person {
                    person: person.clone(),
                    name: name.clone(),
                };
                Ok(all(What::Sat {
                    seat: *seat,
                    name: name.clone(),
                }))
            }
            Entry::Stood { seat } => {
                self.check_open()?;
                let state = self.seat_mut(*seat)?;
                if state.person().is_none() {
                    return Err(Reject::NobodyThere);
                }
                state.place = Place::Open;
                Ok(all(What::Stood { seat: *seat }))
            }
            Entry::Removed { seat } => {
                self.check_open()?;
                let state = self.seat_mut(*seat)?;
                let person = state.person().ok_or(Reject::NobodyThere)?.to_owned();
                state.place = Place::Open;
                // Of someone who was forgotten nothing is known any more.
                self.removed.push(person);
                Ok(all(What::Removed { seat: *seat }))
            }
            Entry::Started => {
                self.start()?;
                Ok(all(What::Started))
            }
            Entry::Played { seat, action, .. } => self.play(*seat, action),
            Entry::Undone { seat, .. } => self.undo(*seat),
            Entry::Said { seat, text } => Ok(all(What::Said(self.say(at, *seat, text)?))),
            Entry::Left { seat, why } => {
                self.check_running()?;
                let state = self.seat_mut(*seat)?;
                if !state.is_present() {
                    return Err(Reject::NobodyThere);
                }
                state.away = Some(*why);
                state.was_away = true;
                Ok(all(What::Left {
                    seat: *seat,
                    why: *why,
                }))
            }
            Entry::TookBack { seat } => {
                self.check_running()?;
                let state = self.seat_mut(*seat)?;
                if state.person().is_none() || state.away.is_none() {
                    return Err(Reject::NobodyThere);
                }
                state.away = None;
                self.clocks.give_at_least(*seat, TIME_AFTER_RETURN);
                Ok(all(What::TookBack { seat: *seat }))
            }
            Entry::Forgotten { seat } => {
                self.forget(*seat)?;
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

    fn say(&mut self, at: i64, seat: Seat, text: &str) -> Result<ChatLine, Reject> {
        if !self.plan.manners.chat {
            return Err(Reject::ChatOff);
        }
        let line = ChatLine {
            at,
            seat,
            name: self.seat(seat)?.name().to_owned(),
            text: text.to_owned(),
        };
        Arc::make_mut(&mut self.chat).push(line.clone());
        Ok(line)
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

    fn play(&mut self, seat: Seat, action: &str) -> Result<Change, Reject> {
        self.seat(seat)?;
        let playing = self.running()?;
        let before = playing.to_act();
        let told = playing.play(seat, action).map_err(|error| match error {
            bobbin_catalog::PlayError::NoSuchSeat(_) => Reject::NoSuchSeat,
            bobbin_catalog::PlayError::Notation(wrong) => Reject::Notation(wrong.to_string()),
            bobbin_catalog::PlayError::Refused(mut refused) => {
                refused.message = Names(&playing.names()).put_into(&refused.message);
                Reject::Refused(refused)
            }
        })?;
        let after = playing.to_act();
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
        self.standing.push((seat, watchers));
        Ok(Change {
            watchers,
            what: What::Played { seat },
            told,
        })
    }

    fn undo(&mut self, seat: Seat) -> Result<Change, Reject> {
        self.seat(seat)?;
        if !self.plan.manners.undo {
            return Err(Reject::UndoOff);
        }
        if self.undone >= MOST_UNDOS {
            return Err(Reject::EnoughUndone);
        }
        let before = self.to_act();
        self.running()?.undo(seat).map_err(Reject::Undo)?;
        let after = self.to_act();
        let place = self.standing.iter().rposition(|(actor, _)| *actor == seat);
        let (_, watchers) = self.standing.remove(place.ok_or(Reject::Damaged)?);
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
    fn run_clocks(&mut self) {
        let to_act = self.to_act();
        let present = |seat: &Seat| self.seats[seat.index()].is_present();
        self.clocks
            .run(to_act.iter().filter(present).collect(), self.updated_at);
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

    /// What an earlier request of the seat with this key came to; an error if it asked for something else.
    pub(crate) fn answered(&self, seat: Seat, key: &str, entry: &Entry) -> Result<Option<Applied>, Reject> {
        let mut latest = self.keys.iter().rev();
        let Some(answered) = latest.find(|known| known.seat == seat && known.key == key) else {
            return Ok(None);
        };
        let is_same = match entry {
            Entry::Played { action, .. } => answered.action.as_ref() == Some(action),
            _ => answered.action.is_none(),
        };
        if is_same {
            Ok(Some(answered.applied))
        } else {
            Err(Reject::KeyReused)
        }
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
