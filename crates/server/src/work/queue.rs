//! Whose turn it is. Pure: time is an argument.

use std::collections::{BTreeMap, VecDeque};
use std::time::Duration;

/// Whose work it is.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Owner {
    /// A person's, by their id.
    Person(String),
    /// Somebody's who has not said who they are, by where they come from.
    Client(String),
    /// Of all tables that somebody has made, by their id: a table is loaded once, so it needs no bound.
    Table(String),
}

/// What comes first, whosever it is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Class {
    /// Somebody waits for it.
    People,
    /// A table where only bots are left.
    BotsOnly,
}

/// How long it takes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Size {
    /// Some hundredths of a second at the most.
    Quick,
    /// Up to a second.
    Long,
}

/// Too much of an owner's waits already.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Full {
    /// About when there will be room.
    pub(crate) wait: Duration,
}

/// So much of one owner may wait.
const MOST_OF_ONE: usize = 32;

/// So much may wait in all.
const MOST: usize = 4096;

/// After this time what was used counts half.
const HALF_LIFE: f64 = 10.0;

/// What waits, by owner.
pub(super) struct Queue<J> {
    lanes: BTreeMap<Owner, Lane<J>>,
    /// How much waits, by class: what tables of bots ask for takes no place from people.
    waiting: [usize; 2],
    arrivals: u64,
    taken: u64,
    is_closed: bool,
}

impl<J> Default for Queue<J> {
    fn default() -> Self {
        Queue {
            lanes: BTreeMap::new(),
            waiting: [0; 2],
            arrivals: 0,
            taken: 0,
            is_closed: false,
        }
    }
}

/// What waits of one owner, and what was done for them lately.
struct Lane<J> {
    /// Seconds of processor time, the older the less, as of `at`.
    used: f64,
    at: Duration,
    jobs: VecDeque<Waiting<J>>,
}

struct Waiting<J> {
    class: Class,
    size: Size,
    arrival: u64,
    job: J,
}

impl<J> Lane<J> {
    fn used(&self, now: Duration) -> f64 {
        let since = now.saturating_sub(self.at).as_secs_f64();
        self.used * 0.5_f64.powf(since / HALF_LIFE)
    }

    /// The first that may be taken: by class, then in order.
    fn first(&self, may: &impl Fn(Size, &J) -> bool, is_bots_turn: bool) -> Option<(Class, u64, usize)> {
        let jobs = self.jobs.iter().enumerate();
        let may = jobs.filter(|(_, waiting)| may(waiting.size, &waiting.job));
        let all = may.map(|(place, job)| (job.class, job.arrival, place));
        all.min_by_key(|(class, arrival, _)| ((*class == Class::BotsOnly) != is_bots_turn, *arrival))
    }
}

impl<J> Queue<J> {
    /// Adds a piece of work.
    pub(super) fn push(&mut self, owner: Owner, class: Class, size: Size, job: J) -> Result<(), Full> {
        let of_owner = self.lanes.get(&owner).map_or(0, |lane| lane.jobs.len());
        let is_bounded = !matches!(owner, Owner::Table(_));
        if is_bounded && (of_owner >= MOST_OF_ONE || self.waiting[class as usize] >= MOST) {
            let wait = Duration::from_secs(if size == Size::Long { 5 } else { 1 });
            return Err(Full { wait });
        }
        self.put(owner, class, size, job);
        Ok(())
    }

    /// Adds a piece of work however much waits already: it has been taken out before.
    pub(super) fn put(&mut self, owner: Owner, class: Class, size: Size, job: J) {
        self.arrivals += 1;
        self.waiting[class as usize] += 1;
        let lane = self.lanes.entry(owner).or_insert_with(|| Lane {
            used: 0.0,
            at: Duration::ZERO,
            jobs: VecDeque::new(),
        });
        lane.jobs.push_back(Waiting {
            class,
            size,
            arrival: self.arrivals,
            job,
        });
    }

    /// The next piece of work of those that may be taken: of those with people the one whose owner has used the least.
    pub(super) fn pop(&mut self, now: Duration, may: impl Fn(Size, &J) -> bool) -> Option<(Owner, J)> {
        // Now and then it is the turn of tables of bots, or a busy server would leave them for ever.
        let is_bots_turn = self.taken % BOTS_TURN == BOTS_TURN - 1;
        let mut best: Option<(bool, f64, u64, usize, &Owner)> = None;
        for (owner, lane) in &self.lanes {
            let Some((class, arrival, place)) = lane.first(&may, is_bots_turn) else {
                continue;
            };
            let is_later = (class == Class::BotsOnly) != is_bots_turn;
            let used = lane.used(now);
            let is_better = best.is_none_or(|(best_is_later, best_used, best_arrival, ..)| {
                is_later
                    .cmp(&best_is_later)
                    .then(used.total_cmp(&best_used))
                    .then(arrival.cmp(&best_arrival))
                    .is_lt()
            });
            if is_better {
                best = Some((is_later, used, arrival, place, owner));
            }
        }
        let (.., place, owner) = best?;
        let owner = owner.clone();
        let lane = self.lanes.get_mut(&owner)?;
        let waiting = lane.jobs.remove(place)?;
        self.waiting[waiting.class as usize] -= 1;
        self.taken += 1;
        // Until it is known what it took: so that a second thread does not take the same owner's next at once.
        lane.used = lane.used(now) + GUESS;
        lane.at = now;
        Some((owner, waiting.job))
    }

    /// What a piece of work took.
    pub(super) fn charge(&mut self, owner: &Owner, spent: Duration, now: Duration) {
        if let Some(lane) = self.lanes.get_mut(owner) {
            lane.used = (lane.used(now) - GUESS).max(0.0) + spent.as_secs_f64();
            lane.at = now;
        }
        // Whoever has nothing waiting and has used next to nothing is forgotten.
        if self.lanes.len() > MOST {
            self.lanes
                .retain(|_, lane| !lane.jobs.is_empty() || lane.used(now) > 0.001);
        }
    }

    /// Nothing more is to be done.
    pub(super) fn close(&mut self) {
        self.is_closed = true;
        self.lanes.clear();
    }

    pub(super) fn is_closed(&self) -> bool {
        self.is_closed
    }
}

/// One of so many pieces of work is taken from tables of bots first.
const BOTS_TURN: u64 = 8;

/// What a piece of work counts for as long as it is under way, in seconds.
const GUESS: f64 = 0.01;

#[cfg(test)]
mod tests {
    use super::*;

    fn person(name: &str) -> Owner {
        Owner::Person(name.to_owned())
    }

    const NOW: Duration = Duration::from_secs(1000);

    fn names(queue: &mut Queue<&'static str>, longest: Size) -> Vec<&'static str> {
        let mut order = Vec::new();
        while let Some((owner, job)) = queue.pop(NOW, |size, _| size <= longest) {
            queue.charge(&owner, Duration::from_millis(500), NOW);
            order.push(job);
        }
        order
    }

    #[test]
    fn whoever_has_used_the_least_comes_first_and_owners_take_turns() {
        let mut queue = Queue::default();
        for job in ["eve 1", "eve 2", "eve 3"] {
            queue.push(person("eve"), Class::People, Size::Long, job).unwrap();
        }
        queue
            .push(person("ann"), Class::People, Size::Quick, "ann")
            .unwrap();
        assert_eq!(names(&mut queue, Size::Long), ["eve 1", "ann", "eve 2", "eve 3"]);
        // Eve has used a second and a half, Ann half of one.
        queue
            .push(person("eve"), Class::People, Size::Long, "eve 4")
            .unwrap();
        queue
            .push(person("ann"), Class::People, Size::Long, "ann 2")
            .unwrap();
        assert_eq!(names(&mut queue, Size::Long), ["ann 2", "eve 4"]);
    }

    #[test]
    fn tables_with_people_come_before_tables_of_bots_and_quick_threads_take_only_what_is_quick() {
        let mut queue = Queue::default();
        queue
            .push(person("eve"), Class::BotsOnly, Size::Quick, "bots")
            .unwrap();
        queue
            .push(person("eve"), Class::People, Size::Long, "long")
            .unwrap();
        queue
            .push(person("ann"), Class::People, Size::Quick, "quick")
            .unwrap();
        assert_eq!(names(&mut queue, Size::Quick), ["quick", "bots"]);
        assert_eq!(names(&mut queue, Size::Long), ["long"]);
    }

    #[test]
    fn one_owner_fills_only_their_own_part_of_the_queue() {
        let mut queue = Queue::default();
        let mut push = |name: &str| queue.push(person(name), Class::People, Size::Quick, ());
        assert!((0..MOST_OF_ONE).all(|_| push("eve").is_ok()));
        assert!(push("eve").is_err());
        assert_eq!(push("ann"), Ok(()));
    }

    #[test]
    fn what_was_used_is_forgotten_with_time() {
        let mut queue: Queue<&str> = Queue::default();
        queue
            .push(person("eve"), Class::People, Size::Long, "eve")
            .unwrap();
        let (owner, _) = queue.pop(NOW, |_, _| true).unwrap();
        queue.charge(&owner, Duration::from_secs(8), NOW);
        let later = NOW + Duration::from_secs(30);
        assert!((queue.lanes[&owner].used(later) - 1.0).abs() < 0.01);
    }
}
