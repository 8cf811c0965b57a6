//! What the rounds so far say about who has met whom, who sat where and who had no game.

use std::collections::BTreeMap;

use crate::record::{Entrant, Round};
use crate::standings::{Points, points};

/// The most seats of a table.
pub(crate) const MOST_SEATS: usize = 4;

/// What the rounds so far come to.
#[derive(Clone, Debug, Default)]
pub(crate) struct History {
    met: BTreeMap<(Entrant, Entrant), u32>,
    seats: BTreeMap<Entrant, [u32; MOST_SEATS]>,
    byes: BTreeMap<Entrant, u32>,
    points: BTreeMap<Entrant, Points>,
}

impl History {
    pub(crate) fn of(rounds: &[Round]) -> Self {
        let mut history = History {
            points: points(rounds),
            ..History::default()
        };
        for round in rounds {
            for game in &round.games {
                history.add_table(&game.seats);
            }
            for bye in &round.byes {
                *history.byes.entry(*bye).or_default() += 1;
            }
        }
        history
    }

    fn add_table(&mut self, seats: &[Entrant]) {
        for (place, one) in seats.iter().enumerate() {
            self.seats.entry(*one).or_default()[place] += 1;
            for other in &seats[place + 1..] {
                *self.met.entry((*one.min(other), *one.max(other))).or_default() += 1;
            }
        }
    }

    /// The same where points do not matter to who meets whom.
    pub(crate) fn without_points(self) -> Self {
        History {
            points: BTreeMap::new(),
            ..self
        }
    }

    /// How often two have met.
    pub(crate) fn met(&self, one: Entrant, other: Entrant) -> u32 {
        let pair = (one.min(other), one.max(other));
        self.met.get(&pair).copied().unwrap_or_default()
    }

    /// How often somebody had each seat.
    pub(crate) fn seats(&self, entrant: Entrant) -> [u32; MOST_SEATS] {
        self.seats.get(&entrant).copied().unwrap_or_default()
    }

    /// How much more often somebody sat at the first of two seats than at the second.
    pub(crate) fn lead(&self, entrant: Entrant) -> i64 {
        let seats = self.seats(entrant);
        i64::from(seats[0]) - i64::from(seats[1])
    }

    /// How often somebody had no game.
    pub(crate) fn byes(&self, entrant: Entrant) -> u32 {
        self.byes.get(&entrant).copied().unwrap_or_default()
    }

    /// How many points somebody has.
    pub(crate) fn points(&self, entrant: Entrant) -> Points {
        self.points.get(&entrant).copied().unwrap_or_default()
    }
}
