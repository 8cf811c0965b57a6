//! How it stands: points, and what decides between equal ones. All in whole numbers.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};

use crate::lot::Lots;
use crate::record::{Came, Entrant, Entry, Game, Round};
use crate::rounds::progress;
use crate::rules::Rules;

/// Points of a tournament, counted in twelfths.
///
/// A game gives one point for coming before all others, and of it the share of those whom one came before: at a table
/// of four 1, ⅔, ⅓ and 0. Who is equal shares. A bye gives one point.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Points(pub u32);

impl Points {
    const ONE: u32 = 12;

    /// How far apart two are, in twelfths.
    pub(crate) fn distance(self, other: Points) -> u32 {
        self.0.abs_diff(other.0)
    }
}

impl fmt::Display for Points {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const PARTS: [&str; 12] = [
            "", "1/12", "⅙", "¼", "⅓", "5/12", "½", "7/12", "⅔", "¾", "⅚", "11/12",
        ];
        let (whole, part) = (self.0 / Points::ONE, PARTS[(self.0 % Points::ONE) as usize]);
        match (whole, part.contains('/')) {
            (0, _) if !part.is_empty() => f.write_str(part),
            (whole, true) => write!(f, "{whole} {part}"),
            (whole, false) => write!(f, "{whole}{part}"),
        }
    }
}

/// Points of others, or shares of them, in 1/144 of a point.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Share(pub i64);

impl fmt::Display for Share {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        decimal(f, self.0, 144)
    }
}

/// How far one's scores were from those of the table, in 1/12 of what scores are counted in. More is better.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Margin(pub i64);

impl Margin {
    /// In 1/`parts` of what scores are counted in, with at most two digits after the point, rounded.
    pub fn words(self, parts: i64) -> String {
        struct Words(i64, i64);
        impl fmt::Display for Words {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                decimal(f, self.0, self.1)
            }
        }
        Words(self.0, 12 * parts).to_string()
    }
}

/// A fraction with at most two digits after the point, rounded.
fn decimal(f: &mut fmt::Formatter<'_>, value: i64, of: i64) -> fmt::Result {
    let hundredths = (200 * value.abs() + of) / (2 * of);
    let sign = if value < 0 && hundredths > 0 { "−" } else { "" };
    match (hundredths / 100, hundredths % 100) {
        (whole, 0) => write!(f, "{sign}{whole}"),
        (whole, part) if part % 10 == 0 => write!(f, "{sign}{whole}.{}", part / 10),
        (whole, part) => write!(f, "{sign}{whole}.{part:02}"),
    }
}

/// Where somebody stands. What decides is told in its order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Standing {
    /// Who.
    pub entrant: Entrant,
    /// From 1. Nobody shares a place: at last lots decide.
    pub place: usize,
    /// Games that are over.
    pub games: usize,
    /// Rounds without a game.
    pub byes: usize,
    /// What comes first.
    pub points: Points,
    /// Buchholz: the mean points of whom one met in each game, added up, the best and the worst game left out where
    /// there are three or more.
    pub median: Share,
    /// Sonneborn and Berger: of each game the points of those whom one came before, and half of those one was equal
    /// with, as a mean over all others at the table.
    pub sonneborn: Share,
    /// Direct encounter: how often one came before those who are equal so far, in halves. 0 unless all of them have
    /// met.
    pub direct: u32,
    /// Games in which nobody came before one.
    pub wins: u32,
    /// One's scores beside the mean of each table.
    pub margin: Margin,
}

/// How it stands: of a league one list for each division of the season that is played, elsewhere a single one. Games
/// that are not over count for nothing yet. The order of rounds, games and entrants makes no difference.
pub fn standings(rules: &Rules, entries: &[Entry], rounds: &[Round]) -> Vec<Vec<Standing>> {
    let progress = progress(rules, entries, rounds);
    let played = &rounds[progress.first_round.min(rounds.len())..];
    progress
        .divisions
        .iter()
        .map(|people| division_standings(people, played, rules.seed))
        .collect()
}

/// The points of all who have any.
pub(crate) fn points(rounds: &[Round]) -> BTreeMap<Entrant, Points> {
    let mut points: BTreeMap<Entrant, Points> = BTreeMap::new();
    for round in rounds {
        for game in &round.games {
            for (seat, entrant) in game.seats.iter().enumerate() {
                let halves: u32 = others(game, seat)
                    .map(|other| game.came.halves(seat, other))
                    .sum();
                let of = 2 * (game.seats.len() as u32 - 1).max(1);
                points.entry(*entrant).or_default().0 += halves * Points::ONE / of;
            }
        }
        for bye in &round.byes {
            points.entry(*bye).or_default().0 += Points::ONE;
        }
    }
    points
}

fn others(game: &Game, seat: usize) -> impl Iterator<Item = usize> {
    (0..game.seats.len()).filter(move |other| *other != seat)
}

/// How these stand after these rounds.
pub(crate) fn division_standings(people: &[Entrant], rounds: &[Round], seed: u64) -> Vec<Standing> {
    let points = points(rounds);
    let mut all: Vec<Standing> = people
        .iter()
        .map(|entrant| standing(*entrant, rounds, &points))
        .collect();
    let so_far = |standing: &Standing| {
        (
            Reverse(standing.points),
            Reverse(standing.median),
            Reverse(standing.sonneborn),
        )
    };
    all.sort_by_key(so_far);
    for equal in all.chunk_by_mut(|one, other| so_far(one) == so_far(other)) {
        direct_encounter(equal, rounds);
    }
    let lots = Lots::new(seed, 0);
    all.sort_by_key(|standing| {
        let last = (standing.direct, standing.wins, standing.margin);
        (
            so_far(standing),
            Reverse(last),
            lots.of(standing.entrant),
            standing.entrant,
        )
    });
    for (place, standing) in all.iter_mut().enumerate() {
        standing.place = place + 1;
    }
    all
}

fn standing(entrant: Entrant, rounds: &[Round], points: &BTreeMap<Entrant, Points>) -> Standing {
    let points_of = |entrant: Entrant| points.get(&entrant).copied().unwrap_or_default();
    let own = points_of(entrant);
    let mut standing = Standing {
        entrant,
        place: 0,
        games: 0,
        byes: 0,
        points: own,
        median: Share::default(),
        sonneborn: Share::default(),
        direct: 0,
        wins: 0,
        margin: Margin::default(),
    };
    let mut met: Vec<i64> = Vec::new();
    for round in rounds {
        for game in &round.games {
            let Some(seat) = game.seats.iter().position(|other| *other == entrant) else {
                continue;
            };
            // With two to four seats there are one, two or three others: twelfths of a point over six are exact.
            let mean = |sum: i64| sum * 6 / (game.seats.len() as i64 - 1).max(1);
            let worth = |other: usize| i64::from(points_of(game.seats[other]).0);
            let beaten = |other: usize| worth(other) * i64::from(game.came.halves(seat, other));
            standing.games += 1;
            met.push(2 * mean(others(game, seat).map(worth).sum()));
            standing.sonneborn.0 += mean(others(game, seat).map(beaten).sum());
            standing.wins += u32::from(is_won(game, seat));
            standing.margin.0 += margin(game, seat);
        }
        // A bye is like a game that was won against somebody with as many points as oneself.
        for _ in round.byes.iter().filter(|bye| **bye == entrant) {
            standing.byes += 1;
            met.push(12 * i64::from(own.0));
            standing.sonneborn.0 += 12 * i64::from(own.0);
        }
    }
    met.sort_unstable();
    let counted = if met.len() >= 3 {
        &met[1..met.len() - 1]
    } else {
        &met
    };
    standing.median = Share(counted.iter().sum());
    standing
}

fn is_won(game: &Game, seat: usize) -> bool {
    matches!(&game.came, Came::Finished { ranks, .. } if ranks[seat] == 1)
}

fn margin(game: &Game, seat: usize) -> i64 {
    let Came::Finished { totals, .. } = &game.came else {
        return 0;
    };
    let count = totals.len().max(1) as i64;
    let sum: i64 = totals.iter().map(|total| i64::from(*total)).sum();
    (count * i64::from(totals[seat]) - sum) * 12 / count
}

/// Only where each of them has met each other: elsewhere who has not met could not gain.
fn direct_encounter(equal: &mut [Standing], rounds: &[Round]) {
    if equal.len() < 2 {
        return;
    }
    let people: Vec<Entrant> = equal.iter().map(|standing| standing.entrant).collect();
    let count = people.len();
    let mut met = vec![false; count * count];
    let mut halves = vec![0; count];
    for game in rounds.iter().flat_map(|round| &round.games) {
        for (one, seat) in places(game, &people) {
            for (other, their_seat) in places(game, &people).filter(|(other, _)| *other != one) {
                met[one * count + other] = true;
                halves[one] += game.came.halves(seat, their_seat);
            }
        }
    }
    let have_all_met = (0..count).all(|one| (0..count).all(|other| one == other || met[one * count + other]));
    if have_all_met {
        for (standing, halves) in equal.iter_mut().zip(halves) {
            standing.direct = halves;
        }
    }
}

/// Which of these play in a game, and at which seats.
fn places<'a>(game: &'a Game, people: &'a [Entrant]) -> impl Iterator<Item = (usize, usize)> + 'a {
    people.iter().enumerate().filter_map(|(place, entrant)| {
        let seat = game.seats.iter().position(|other| other == entrant)?;
        Some((place, seat))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_and_shares_are_told_as_people_write_them() {
        let told = [0, 2, 5, 6, 12, 17, 18, 32].map(|twelfths| Points(twelfths).to_string());
        assert_eq!(told, ["0", "⅙", "5/12", "½", "1", "1 5/12", "1½", "2⅔"]);
        let told = [0, 1, 72, 144, 150, -216].map(|value| Share(value).to_string());
        assert_eq!(told, ["0", "0.01", "0.5", "1", "1.04", "−1.5"]);
        assert_eq!(Margin(-13 * 48).words(4), "−13");
    }

    #[test]
    fn at_every_table_the_same_number_of_points_is_shared_out() {
        for ranks in [
            vec![1, 2],
            vec![1, 1],
            vec![1, 2, 2],
            vec![1, 1, 3, 4],
            vec![1, 2, 2, 2],
            vec![2, 1, 3, 4],
        ] {
            let count = ranks.len() as u32;
            let game = Game {
                seats: (0..count as u16).map(Entrant).collect(),
                came: Came::Finished {
                    totals: vec![0; ranks.len()],
                    ranks: ranks.clone(),
                },
            };
            let round = Round {
                games: vec![game],
                byes: Vec::new(),
            };
            let sum: u32 = points(&[round]).values().map(|points| points.0).sum();
            assert_eq!(sum, count * 6, "{ranks:?}");
        }
    }
}
