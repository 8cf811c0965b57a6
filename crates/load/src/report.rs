//! What a load measured.

use std::fmt;
use std::time::Duration;

use crate::model::Measured;

/// What came of it.
#[derive(Debug, Default)]
pub struct LoadReport {
    /// Actions that were acknowledged.
    pub actions: u64,
    /// Events that were read.
    pub events: u64,
    /// The processor time of the servers, where they tell it.
    pub processor_time: Option<Duration>,
    /// The processor time of the players.
    pub players_time: Duration,
    /// How long a commit took at the server, on the average, where it tells it.
    pub commit: Option<Duration>,
    /// Games that were finished.
    pub games: u64,
    /// Requests that got no answer or one that was not expected.
    pub errors: u64,
    /// The first of them.
    pub first_errors: Vec<String>,
    /// Answers that an action was stale: it should not happen to these clients.
    pub stale: u64,
    /// Refusals: only what others have made impossible at the same time.
    pub refused: u64,
    /// Events that were missed.
    pub lost: u64,
    /// Events that came twice.
    pub doubled: u64,
    /// How often a stream was broken off and resumed.
    pub resumed: u64,
    /// How often so much had happened until then that the server told how things stand instead of what was missed.
    pub anew: u64,
    /// Times from sending an action to the answer, sorted, in microseconds.
    pub answers: Vec<u64>,
    /// Times from sending an action to another player's seeing it, sorted, in microseconds.
    pub seen: Vec<u64>,
    /// The same for what was sent while that player's stream was broken off: it counts the break, too.
    pub caught_up: Vec<u64>,
    /// How long it took, without the preparation.
    pub time: Duration,
    /// Acknowledged actions: the table and the key of each.
    pub acknowledged: Vec<(String, String)>,
    /// Every table that was made.
    pub tables: Vec<String>,
    /// The server's memory in bytes, if it was measured.
    pub memory: Option<Memory>,
}

/// What a server holds in memory, in bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Memory {
    /// How many tables were made.
    pub tables: u64,
    /// Before the first.
    pub empty: u64,
    /// With all of them begun and nobody looking.
    pub idle: u64,
    /// At the end of the play, with a stream for every seat.
    pub live: u64,
    /// After the last table has left the memory.
    pub forgotten: u64,
}

impl fmt::Display for Memory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let each = |bytes: u64| {
            let more = bytes as f64 - self.empty as f64;
            more / self.tables.max(1) as f64 / 1000.0
        };
        write!(
            f,
            "{:.1} MB empty; a table that nobody looks at {:.1} kB, a live one {:.1} kB, one that was forgotten {:.1} kB",
            self.empty as f64 / 1e6,
            each(self.idle),
            each(self.live),
            each(self.forgotten)
        )
    }
}

impl LoadReport {
    /// Nothing went wrong.
    pub fn is_clean(&self) -> bool {
        self.errors == 0 && self.stale == 0 && self.lost == 0 && self.doubled == 0
    }

    /// What this run has shown of so many tables, for a [simulation](crate::model) of other numbers; none where the
    /// server did not tell enough.
    pub fn measured(&self, tables: usize) -> Option<Measured> {
        let actions = self.actions.max(1) as f64;
        let each = |time: Duration| time.as_secs_f64() * 1e6 / actions;
        Some(Measured {
            cores: std::thread::available_parallelism().map_or(1, usize::from),
            tables,
            actions: self.actions as f64 / self.time.as_secs_f64().max(0.001),
            fan_out: self.events as f64 / actions,
            server: each(self.processor_time?),
            players: each(self.players_time),
            commit: self.commit?.as_secs_f64() * 1e6,
        })
    }
}

fn at(sorted: &[u64], share: f64) -> f64 {
    let place = (sorted.len() as f64 * share) as usize;
    sorted
        .get(place.min(sorted.len().saturating_sub(1)))
        .map_or(0.0, |micros| *micros as f64 / 1000.0)
}

impl fmt::Display for LoadReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rate = self.actions as f64 / self.time.as_secs_f64().max(0.001);
        writeln!(
            f,
            "actions      {} in {:.1} s: {rate:.0} a second",
            self.actions,
            self.time.as_secs_f64()
        )?;
        writeln!(
            f,
            "fan-out      {:.2} events an action",
            self.events as f64 / self.actions.max(1) as f64
        )?;
        if let Some(used) = self.processor_time {
            let each = used.as_secs_f64() * 1e6 / self.actions.max(1) as f64;
            let cores = used.as_secs_f64() / self.time.as_secs_f64().max(0.001);
            writeln!(
                f,
                "servers      {each:.0} µs of processor time an action, {cores:.2} cores"
            )?;
        }
        let each = self.players_time.as_secs_f64() * 1e6 / self.actions.max(1) as f64;
        writeln!(f, "players      {each:.0} µs of processor time an action")?;
        if let Some(commit) = self.commit {
            writeln!(f, "commit       {:.2} ms", commit.as_secs_f64() * 1e3)?;
        }
        writeln!(f, "games        {} finished", self.games)?;
        let line = |f: &mut fmt::Formatter<'_>, name: &str, times: &[u64]| {
            let [half, most, worst] = [0.5, 0.99, 1.0].map(|share| at(times, share));
            writeln!(
                f,
                "{name:12} p50 {half:.2} ms, p99 {most:.2} ms, max {worst:.2} ms"
            )
        };
        line(f, "answer", &self.answers)?;
        line(f, "seen", &self.seen)?;
        line(f, "caught up", &self.caught_up)?;
        writeln!(f, "errors       {}", self.errors)?;
        for error in &self.first_errors {
            writeln!(f, "             {error}")?;
        }
        writeln!(f, "stale        {}, refused {}", self.stale, self.refused)?;
        writeln!(
            f,
            "events       {} lost, {} doubled, {} streams resumed, {} by how things stand",
            self.lost, self.doubled, self.resumed, self.anew
        )?;
        match &self.memory {
            Some(memory) => writeln!(f, "memory       {memory}"),
            None => Ok(()),
        }
    }
}
