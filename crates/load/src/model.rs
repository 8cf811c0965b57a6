//! What more or fewer tables would come to: a simulation of the queues that an action waits in, from what a run has
//! measured. See docs/scale.md for what it leaves out.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};
use std::fmt;

use bobbin_game::SearchChance;

/// What one run has shown of a server and its players on one machine. Times in microseconds.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Measured {
    /// Cores that server and players share.
    pub cores: usize,
    /// Tables in that run.
    pub tables: usize,
    /// Actions a second, of all tables.
    pub actions: f64,
    /// Events an action.
    pub fan_out: f64,
    /// The server's processor time for an action.
    pub server: f64,
    /// The players' processor time for an action.
    pub players: f64,
    /// How long a commit took.
    pub commit: f64,
}

/// What a number of tables would come to.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Predicted {
    /// How many tables.
    pub tables: usize,
    /// Cores that are at work on the average.
    pub cores: f64,
    /// Entries in a commit, on the average.
    pub batch: f64,
    /// From sending an action to the answer, in milliseconds: half of all, and 99 of 100, take at most so long.
    pub answer: [f64; 2],
    /// The same until another player has seen it.
    pub seen: [f64; 2],
}

impl fmt::Display for Predicted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [[answer, answer_most], [seen, seen_most]] = [self.answer, self.seen];
        write!(
            f,
            "{:6} tables: answer p50 {answer:.1} ms, p99 {answer_most:.1} ms, seen p50 {seen:.1} ms, p99 {seen_most:.1} ms; {:.2} cores, {:.1} entries a commit",
            self.tables, self.cores, self.batch
        )
    }
}

/// Of the server's time for an action, where it is alone: so much goes into the commit, which others may share, so much
/// comes before it, so much goes to those who listen, and the rest into the answer (docs/performance.md).
const COMMIT: f64 = 0.3;
const BEFORE: f64 = 0.2;
const TELLING: f64 = 0.35;

/// The most entries in a commit, as the store has it.
const BATCH: usize = 128;

/// So many actions are played through, after as many again of which nothing is counted.
const ACTIONS: usize = 40_000;

impl Measured {
    /// Plays so many tables through, with the same luck each time.
    pub fn predict(&self, tables: usize) -> Predicted {
        Simulation::new(self, tables).run()
    }
}

/// A piece of work for a core, in the order in which it comes.
#[derive(Clone, Copy)]
enum Task {
    /// An action comes in and is checked.
    Receive(usize),
    /// A commit's own work, of the actions in the batch.
    Commit,
    /// It is on disk: the answer.
    Answer(usize),
    /// Somebody is told of it.
    Tell(usize),
}

#[derive(Clone, Copy)]
enum Event {
    /// Somebody acts.
    Act,
    /// A core has done a piece of work.
    Done(Task),
    /// The disk has what it was given.
    Written,
}

struct Simulation<'a> {
    measured: &'a Measured,
    tables: usize,
    luck: SearchChance,
    now: f64,
    /// What happens when, by nanoseconds and the order in which it was thought of.
    agenda: BinaryHeap<Reverse<(u64, usize)>>,
    events: Vec<Event>,
    idle: usize,
    tasks: VecDeque<Task>,
    busy: f64,
    /// Actions that wait for the disk, and those that it is being given.
    waiting: VecDeque<usize>,
    writing: Vec<usize>,
    commits: usize,
    /// When each action was sent.
    sent: Vec<f64>,
    answers: Vec<f64>,
    seen: Vec<f64>,
}

impl<'a> Simulation<'a> {
    fn new(measured: &'a Measured, tables: usize) -> Self {
        Simulation {
            measured,
            tables,
            luck: SearchChance::new(1),
            now: 0.0,
            agenda: BinaryHeap::new(),
            events: Vec::new(),
            idle: measured.cores.max(1),
            tasks: VecDeque::new(),
            busy: 0.0,
            waiting: VecDeque::new(),
            writing: Vec::new(),
            commits: 0,
            sent: Vec::new(),
            answers: Vec::new(),
            seen: Vec::new(),
        }
    }

    fn run(mut self) -> Predicted {
        self.plan(0.0, Event::Act);
        while let Some(Reverse((at, event))) = self.agenda.pop() {
            self.now = at as f64 / 1000.0;
            match self.events[event] {
                Event::Act => self.act(),
                Event::Done(task) => self.done(task),
                Event::Written => {
                    let written = std::mem::take(&mut self.writing);
                    for action in written {
                        self.give(Task::Answer(action));
                    }
                    self.commit();
                }
            }
            if self.answers.len() >= 2 * ACTIONS {
                break;
            }
        }
        let milliseconds = |times: &mut Vec<f64>| {
            let mut counted = times.split_off(times.len() / 2);
            counted.sort_by(f64::total_cmp);
            let at = |share: f64| counted.get((counted.len() as f64 * share) as usize).copied();
            [0.5, 0.99].map(|share| at(share).unwrap_or(0.0) / 1000.0)
        };
        Predicted {
            tables: self.tables,
            cores: self.busy / self.now.max(1.0),
            batch: self.sent.len() as f64 / self.commits.max(1) as f64,
            answer: milliseconds(&mut self.answers),
            seen: milliseconds(&mut self.seen),
        }
    }

    fn plan(&mut self, after: f64, event: Event) {
        let at = ((self.now + after) * 1000.0) as u64;
        self.agenda.push(Reverse((at, self.events.len())));
        self.events.push(event);
    }

    /// A time about this mean, as waiting for a person is, and work that differs from case to case.
    fn about(&mut self, mean: f64) -> f64 {
        let share = f64::from(self.luck.below(1 << 24) + 1) / f64::from(1 << 24);
        -mean * share.ln()
    }

    fn act(&mut self) {
        let action = self.sent.len();
        self.sent.push(self.now);
        self.give(Task::Receive(action));
        let rate = self.measured.actions * self.tables as f64 / self.measured.tables.max(1) as f64;
        let next = self.about(1e6 / rate.max(0.001));
        self.plan(next, Event::Act);
    }

    /// Work for the next core that has nothing to do.
    fn give(&mut self, task: Task) {
        self.tasks.push_back(task);
        self.work();
    }

    fn work(&mut self) {
        while self.idle > 0
            && let Some(task) = self.tasks.pop_front()
        {
            self.idle -= 1;
            let Measured {
                server,
                players,
                fan_out,
                ..
            } = *self.measured;
            let listeners = fan_out.max(1.0);
            let mean = match task {
                Task::Receive(_) => server * BEFORE + players * 0.25,
                Task::Commit => server * COMMIT,
                Task::Answer(_) => server * (1.0 - BEFORE - COMMIT - TELLING) + players * 0.25,
                Task::Tell(_) => (server * TELLING + players * 0.5) / listeners,
            };
            let time = self.about(mean);
            self.busy += time;
            self.plan(time, Event::Done(task));
        }
    }

    fn done(&mut self, task: Task) {
        self.idle += 1;
        match task {
            Task::Receive(action) => {
                self.waiting.push_back(action);
                self.commit();
            }
            // What is left of a commit's time is the disk's.
            Task::Commit => {
                let disk = (self.measured.commit - self.measured.server * COMMIT).max(0.0);
                let time = self.about(disk);
                self.plan(time, Event::Written);
            }
            Task::Answer(action) => {
                self.answers.push(self.now - self.sent[action]);
                for _ in 0..self.measured.fan_out.round() as usize {
                    self.give(Task::Tell(action));
                }
            }
            Task::Tell(action) => self.seen.push(self.now - self.sent[action]),
        }
        self.work();
    }

    /// All that waits shares the next commit, once the one before is on disk.
    fn commit(&mut self) {
        if self.writing.is_empty() && !self.waiting.is_empty() {
            let most = self.waiting.len().min(BATCH);
            self.writing = self.waiting.drain(..most).collect();
            self.commits += 1;
            self.give(Task::Commit);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MEASURED: Measured = Measured {
        cores: 2,
        tables: 500,
        actions: 140.0,
        fan_out: 4.0,
        server: 700.0,
        players: 500.0,
        commit: 800.0,
    };

    #[test]
    fn with_little_to_do_nobody_waits() {
        let alone = MEASURED.predict(50);
        // Checked, committed and answered: 0.95 ms of work in the mean, and the disk.
        assert!((1.0..2.0).contains(&alone.answer[0]), "{alone}");
        assert!(alone.batch < 1.1, "{alone}");
        let work = 50.0 / 500.0 * 140.0 * 1200.0 / 1e6;
        assert!((alone.cores - work).abs() < 0.002, "{alone}");
    }

    #[test]
    fn more_tables_wait_longer_and_share_commits() {
        let all = [500, 2000, 4000, 5000].map(|tables| MEASURED.predict(tables));
        for pair in all.windows(2) {
            assert!(pair[0].answer[1] < pair[1].answer[1], "{} {}", pair[0], pair[1]);
            assert!(pair[0].batch < pair[1].batch && pair[0].cores < pair[1].cores);
        }
    }

    #[test]
    fn where_there_is_more_to_do_than_cores_can_the_queue_grows_without_end() {
        let full = MEASURED.predict(20_000);
        assert!(full.answer[1] > 1000.0 && full.cores > 1.9, "{full}");
    }

    #[test]
    fn the_same_is_predicted_each_time() {
        assert_eq!(MEASURED.predict(1234), MEASURED.predict(1234));
    }
}
