//! Swiss pairs: a matching in which what matters more is not given away for anything that matters less.
//!
//! In this order: nobody has a second bye as long as somebody has had none; as few meet again as possible; the bye goes
//! as far down as possible; nobody gets one seat three times more than the other; who plays has about as many points
//! (the sum of the squares of the differences is the least); seats are balanced; lots.

use crate::history::History;
use crate::lot::Lots;
use crate::matching::cheapest_pairs;
use crate::record::{Entrant, Pairing, Seating};
use crate::seating::seated;

/// Who plays whom, the best first. `people` are in the order of the standings.
pub(crate) fn pairs(people: &[Entrant], history: &History, lots: Lots) -> Pairing {
    let count = people.len();
    let with_bye = count + count % 2;
    let cost = |one: usize, other: usize| {
        let (high, low) = (one.min(other), one.max(other));
        match people.get(low) {
            None => bye_cost(people[high], count - 1 - high, history),
            Some(low) => pair_cost(people[high], *low, history, lots),
        }
    };
    let mates = cheapest_pairs(with_bye, cost).unwrap_or_default();
    let mut pairing = Pairing {
        season: 0,
        tables: Vec::new(),
        byes: Vec::new(),
    };
    for (one, mate) in mates.into_iter().enumerate().take(count) {
        if mate >= count {
            pairing.byes.push(people[one]);
        } else if one < mate {
            pairing.tables.push(Seating {
                division: 0,
                seats: seated(&[people[one], people[mate]], history, lots),
            });
        }
    }
    pairing
}

/// What a pair costs, in fields of which a higher one is never outweighed by all lower ones of 64 pairs.
struct Cost {
    byes: i128,
    met: i128,
    height: i128,
    tilted: i128,
    distance: i128,
    tilt: i128,
    lot: i128,
}

impl Cost {
    const NONE: Cost = Cost {
        byes: 0,
        met: 0,
        height: 0,
        tilted: 0,
        distance: 0,
        tilt: 0,
        lot: 0,
    };

    fn packed(&self) -> i128 {
        // With 64 pairs each field has room for 64 times the most that one pair may say.
        let fields = [
            (self.byes, 7),
            (self.met, 14),
            (self.height, 7),
            (self.tilted, 7),
            (self.distance, 20),
            (self.tilt, 12),
            (self.lot, 10),
        ];
        fields.into_iter().fold(0, |packed, (value, bits)| {
            packed << (bits + 6) | value.min((1 << bits) - 1)
        })
    }
}

fn bye_cost(entrant: Entrant, height: usize, history: &History) -> i128 {
    let cost = Cost {
        byes: history.byes(entrant).into(),
        height: height as i128,
        ..Cost::NONE
    };
    cost.packed()
}

fn pair_cost(one: Entrant, other: Entrant, history: &History, lots: Lots) -> i128 {
    let met = i128::from(history.met(one, other));
    let distance = history.points(one).distance(history.points(other));
    let leads = [history.lead(one), history.lead(other)];
    let (less, more) = (leads[0].min(leads[1]), leads[0].max(leads[1]));
    // Who had the first seat more often gets the second.
    let after = [less + 1, more - 1].map(|lead| i128::from(lead.abs()));
    let cost = Cost {
        met: met * met,
        tilted: after.iter().map(|lead| (lead - 2).max(0)).sum(),
        // Half a point is 6.
        distance: i128::from(distance / 6).pow(2),
        tilt: after.iter().map(|lead| lead * lead).sum(),
        lot: i128::from(lots.of_both(one, other) % 1024),
        ..Cost::NONE
    };
    cost.packed()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::{Came, Game, Round};

    fn all(count: u16) -> Vec<Entrant> {
        (0..count).map(Entrant).collect()
    }

    /// The least cost of all ways to pair these.
    fn tried(people: &[Entrant], left: &[usize], history: &History, lots: Lots) -> i128 {
        let Some((one, others)) = left.split_first() else {
            return 0;
        };
        let rest = |gone: Option<usize>| {
            let rest: Vec<usize> = others
                .iter()
                .copied()
                .filter(|other| Some(*other) != gone)
                .collect();
            tried(people, &rest, history, lots)
        };
        let with = others
            .iter()
            .map(|other| pair_cost(people[*one], people[*other], history, lots) + rest(Some(*other)));
        let alone = (left.len() % 2 == 1)
            .then(|| bye_cost(people[*one], people.len() - 1 - one, history) + rest(None));
        with.chain(alone).min().unwrap_or(0)
    }

    #[test]
    fn no_other_pairs_are_better() {
        for seed in 0..60 {
            for count in [3, 4, 5, 6, 7, 8] {
                let people = all(count);
                let mut rounds: Vec<Round> = Vec::new();
                for number in 0..6 {
                    let history = History::of(&rounds);
                    let lots = Lots::new(seed, number);
                    let pairing = pairs(&people, &history, lots);
                    let place = |entrant: &Entrant| people.iter().position(|other| other == entrant).unwrap();
                    let cost: i128 = pairing
                        .tables
                        .iter()
                        .map(|table| pair_cost(table.seats[0], table.seats[1], &history, lots))
                        .sum();
                    let byes = pairing
                        .byes
                        .iter()
                        .map(|bye| bye_cost(*bye, people.len() - 1 - place(bye), &history));
                    let left: Vec<usize> = (0..people.len()).collect();
                    assert_eq!(cost + byes.sum::<i128>(), tried(&people, &left, &history, lots));
                    rounds.push(Round {
                        games: pairing
                            .tables
                            .into_iter()
                            .map(|table| {
                                let rank = (lots.of(table.seats[0]) % 2) as u8;
                                Game {
                                    seats: table.seats,
                                    came: Came::Finished {
                                        ranks: vec![1 + rank, 2 - rank],
                                        totals: vec![0, 0],
                                    },
                                }
                            })
                            .collect(),
                        byes: pairing.byes,
                    });
                }
            }
        }
    }
}
