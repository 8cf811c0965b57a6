//! Who plays in the next round.

use std::cmp::Reverse;

use crate::circle;
use crate::design::design;
use crate::groups::groups;
use crate::history::History;
use crate::league::{Season, season_of};
use crate::lot::Lots;
use crate::pairs::pairs;
use crate::record::{Entrant, Entry, Pairing, Round, Seating};
use crate::rules::{Format, MOST_ROUNDS, Rules, TableSize};
use crate::seating::seated;
use crate::table_sizes::table_sizes;

/// How far a tournament is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Progress {
    /// The season of a league, from 0.
    pub season: u8,
    /// The index of the first round that counts for the standings.
    pub first_round: usize,
    /// How many rounds there are with this season's, if nobody withdraws.
    pub rounds: usize,
    /// Who is compared with whom: the divisions of a league, the highest first; elsewhere everybody.
    pub divisions: Vec<Vec<Entrant>>,
}

/// Who sits where next. None if the tournament is over, or too few are left to play.
///
/// All games of the rounds so far are over. Who has withdrawn is in no later round; whom they should have played has a
/// bye. The same rules, entrants and rounds give the same answer, in whatever order they are told.
pub fn next_round(rules: &Rules, entries: &[Entry], rounds: &[Round]) -> Option<Pairing> {
    let number = rounds.len();
    if number >= MOST_ROUNDS {
        return None;
    }
    let lots = Lots::new(rules.seed, number as u64 + 1);
    let pairing = match rules.format {
        Format::Swiss { .. } => {
            let planned = rounds_planned(rules, entries.len());
            (number < planned).then(|| swiss(rules.table, &in_round(entries, number), rounds, lots))
        }
        Format::RoundRobin { times } => {
            let planned = planned_robin(entries.len(), rules.table, times);
            (number < planned).then(|| robin(rules, entries, rounds, number, lots))
        }
        Format::League { .. } => {
            let season = season_of(rules, entries, rounds, number)?;
            (number < season.first_round + season.rounds)
                .then(|| league_round(rules, entries, rounds, &season, lots))
        }
    };
    // At tables of two a round may have byes only, and all who are left meet later.
    let left = in_round(entries, number).len();
    pairing.filter(|pairing| !pairing.tables.is_empty() || (rules.table.most() == 2 && left >= 2))
}

/// How many rounds there are if nobody withdraws; of a league those of its first season.
pub fn rounds_planned(rules: &Rules, entrants: usize) -> usize {
    match rules.format {
        // Nobody has to meet twice.
        Format::Swiss { rounds } if rules.table.most() == 2 => circle::rounds(entrants).min(rounds.into()),
        Format::Swiss { rounds } => rounds.into(),
        Format::RoundRobin { times } => planned_robin(entrants, rules.table, times),
        Format::League { division, .. } => {
            let divisions = entrants.div_ceil(usize::from(division).max(1)).max(1);
            planned_robin(entrants.div_ceil(divisions), rules.table, 1)
        }
    }
}

/// How far a tournament is when these rounds have been made, the last of them perhaps still being played.
pub fn progress(rules: &Rules, entries: &[Entry], rounds: &[Round]) -> Progress {
    let whole = || {
        let mut all: Vec<Entrant> = entries.iter().map(|entry| entry.entrant).collect();
        all.sort_unstable();
        Progress {
            season: 0,
            first_round: 0,
            rounds: rounds_planned(rules, entries.len()),
            divisions: vec![all],
        }
    };
    let Format::League { .. } = rules.format else {
        return whole();
    };
    season_of(rules, entries, rounds, rounds.len().saturating_sub(1)).map_or_else(whole, |season| Progress {
        season: season.number,
        first_round: season.first_round,
        rounds: season.first_round + season.rounds,
        divisions: season.divisions,
    })
}

fn in_round(entries: &[Entry], round: usize) -> Vec<Entrant> {
    let mut people: Vec<Entrant> = entries
        .iter()
        .filter(|entry| entry.is_in(round))
        .map(|entry| entry.entrant)
        .collect();
    people.sort_unstable();
    people.dedup();
    people
}

fn swiss(table: TableSize, people: &[Entrant], rounds: &[Round], lots: Lots) -> Pairing {
    let history = History::of(rounds);
    let mut people = people.to_vec();
    people.sort_by_key(|entrant| (Reverse(history.points(*entrant)), lots.of(*entrant)));
    if table.most() == 2 {
        pairs(&people, &history, lots)
    } else {
        grouped(table, people, &history, lots)
    }
}

/// Tables of three or four for these, the best first.
fn grouped(table: TableSize, mut people: Vec<Entrant>, history: &History, lots: Lots) -> Pairing {
    let sizes = table_sizes(people.len(), table);
    let mut byes = Vec::new();
    // Who has had fewest byes, and of those the lowest.
    while people.len() > sizes.iter().sum() {
        let fewest = people.iter().map(|entrant| history.byes(*entrant)).min();
        let lowest = people
            .iter()
            .rposition(|entrant| Some(history.byes(*entrant)) == fewest);
        let Some(lowest) = lowest else { break };
        byes.push(people.remove(lowest));
    }
    let groups = groups(&people, &sizes, history, lots);
    let seating = |group: Vec<Entrant>| Seating {
        division: 0,
        seats: seated(&group, history, lots),
    };
    Pairing {
        season: 0,
        tables: groups.into_iter().map(seating).collect(),
        byes,
    }
}

/// How many rounds it takes until all have met so often, about.
pub(crate) fn planned_robin(people: usize, table: TableSize, times: u8) -> usize {
    let times = usize::from(times);
    if table.most() == 2 {
        return circle::rounds(people) * times;
    }
    if let Some(design) = design(people, table.most()) {
        return design.len() * times;
    }
    let sizes = table_sizes(people, table);
    let meetings: usize = sizes.iter().map(|size| size * (size - 1) / 2).sum();
    if meetings == 0 {
        return 0;
    }
    let byes = people - sizes.iter().sum::<usize>();
    let all = times * people * (people - 1) / 2;
    // As many byes for everybody.
    let mut rounds = all.div_ceil(meetings);
    while !(rounds * byes).is_multiple_of(people) {
        rounds += 1;
    }
    rounds
}

/// All play all; luck decides the order. `rounds` are those of this round robin, and this is the one with the number.
fn robin(rules: &Rules, entries: &[Entry], rounds: &[Round], round: usize, lots: Lots) -> Pairing {
    let number = rounds.len();
    let mut field: Vec<Entrant> = entries.iter().map(|entry| entry.entrant).collect();
    let order = Lots::new(rules.seed, 0);
    field.sort_by_key(|entrant| (order.of(*entrant), *entrant));
    let people = in_round(entries, round);
    if rules.table.most() == 2 {
        return opposite(&field, &people, number);
    }
    let history = History::of(rounds);
    if people.len() == field.len()
        && let Some(design) = design(field.len(), rules.table.most())
        && let Some(tables) = design.get(number % design.len())
    {
        let group = |table: &Vec<usize>| table.iter().map(|place| field[*place]).collect::<Vec<_>>();
        return Pairing {
            season: 0,
            tables: tables
                .iter()
                .map(|table| Seating {
                    division: 0,
                    seats: seated(&group(table), &history, lots),
                })
                .collect(),
            byes: Vec::new(),
        };
    }
    let mut people = people;
    people.sort_by_key(|entrant| (lots.of(*entrant), *entrant));
    grouped(rules.table, people, &history.without_points(), lots)
}

/// A round at tables of two: of the whole field, those who are still there.
fn opposite(field: &[Entrant], people: &[Entrant], number: usize) -> Pairing {
    let (all, alone) = circle::round(field, number);
    let mut pairing = Pairing {
        season: 0,
        tables: Vec::new(),
        byes: alone.into_iter().filter(|alone| people.contains(alone)).collect(),
    };
    for pair in all {
        match pair.map(|entrant| people.contains(&entrant)) {
            [true, true] => pairing.tables.push(Seating {
                division: 0,
                seats: pair.to_vec(),
            }),
            [true, false] => pairing.byes.push(pair[0]),
            [false, true] => pairing.byes.push(pair[1]),
            [false, false] => {}
        }
    }
    pairing
}

fn league_round(rules: &Rules, entries: &[Entry], rounds: &[Round], season: &Season, lots: Lots) -> Pairing {
    let (past, number) = (&rounds[season.first_round..], rounds.len());
    let mut whole = Pairing {
        season: season.number,
        tables: Vec::new(),
        byes: Vec::new(),
    };
    for (place, division) in season.divisions.iter().enumerate() {
        if past.len() >= planned_robin(division.len(), rules.table, 1) {
            continue;
        }
        let own: Vec<Entry> = entries
            .iter()
            .filter(|entry| division.contains(&entry.entrant))
            .copied()
            .collect();
        let pairing = robin(rules, &own, past, number, lots);
        whole
            .tables
            .extend(pairing.tables.into_iter().map(|table| Seating {
                division: place as u8,
                ..table
            }));
        whole.byes.extend(pairing.byes);
    }
    whole
}
