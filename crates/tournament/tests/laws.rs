//! What holds in every tournament, whatever comes of its games.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::collections::BTreeMap;

use bobbin_tournament::{
    Came, Entrant, Entry, Format, Game, Pairing, Round, Rules, TableSize, next_round, rounds_planned,
    standings,
};
use proptest::prelude::*;

fn entries(count: u16) -> Vec<Entry> {
    let entry = |number| Entry {
        entrant: Entrant(number),
        withdrew_after: None,
    };
    (0..count).map(entry).collect()
}

fn rules(format: Format, most: u8, least: u8, seed: u64) -> Rules {
    Rules {
        format,
        table: TableSize::new(most, least).unwrap(),
        seed,
    }
}

/// Luck of the tests' own.
struct Luck(u64);

impl Luck {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % bound
    }
}

/// The tables of a pairing with results by luck; one in ten ends without one.
fn played(pairing: &Pairing, luck: &mut Luck) -> Round {
    let game = |seats: &Vec<Entrant>, luck: &mut Luck| {
        let totals: Vec<i32> = seats.iter().map(|_| luck.below(5) as i32).collect();
        let rank = |total: &i32| 1 + totals.iter().filter(|other| *other > total).count() as u8;
        Game {
            seats: seats.clone(),
            came: if luck.below(10) == 0 {
                Came::Shared
            } else {
                Came::Finished {
                    ranks: totals.iter().map(rank).collect(),
                    totals,
                }
            },
        }
    };
    Round {
        games: pairing
            .tables
            .iter()
            .map(|table| game(&table.seats, luck))
            .collect(),
        byes: pairing.byes.clone(),
    }
}

/// A tournament to its end, with what was said before each round.
fn whole(rules: &Rules, entries: &[Entry], luck: u64) -> (Vec<Pairing>, Vec<Round>) {
    let mut luck = Luck(luck | 1);
    let (mut pairings, mut rounds) = (Vec::new(), Vec::new());
    while let Some(pairing) = next_round(rules, entries, &rounds) {
        rounds.push(played(&pairing, &mut luck));
        pairings.push(pairing);
    }
    (pairings, rounds)
}

fn meetings(rounds: &[Round]) -> BTreeMap<(Entrant, Entrant), usize> {
    let mut met = BTreeMap::new();
    for game in rounds.iter().flat_map(|round| &round.games) {
        for (place, one) in game.seats.iter().enumerate() {
            for other in &game.seats[place + 1..] {
                *met.entry((*one.min(other), *one.max(other))).or_default() += 1;
            }
        }
    }
    met
}

/// How often each had each seat.
fn seat_counts(rounds: &[Round]) -> BTreeMap<Entrant, [i32; 4]> {
    let mut counts: BTreeMap<Entrant, [i32; 4]> = BTreeMap::new();
    for game in rounds.iter().flat_map(|round| &round.games) {
        for (seat, entrant) in game.seats.iter().enumerate() {
            counts.entry(*entrant).or_default()[seat] += 1;
        }
    }
    counts
}

fn most_apart(rounds: &[Round], seats: usize) -> i32 {
    let apart = |counts: &[i32; 4]| {
        let counts = &counts[..seats];
        counts.iter().max().unwrap() - counts.iter().min().unwrap()
    };
    seat_counts(rounds).values().map(apart).max().unwrap_or(0)
}

fn byes(rounds: &[Round]) -> BTreeMap<Entrant, usize> {
    let mut byes = BTreeMap::new();
    for bye in rounds.iter().flat_map(|round| &round.byes) {
        *byes.entry(*bye).or_default() += 1;
    }
    byes
}

fn formats() -> impl Strategy<Value = Format> {
    prop_oneof![
        (1..9_u8).prop_map(|rounds| Format::Swiss { rounds }),
        (1..3_u8).prop_map(|times| Format::RoundRobin { times }),
        (4..9_u8, 0..2_u8, 1..4_u8).prop_map(|(division, moves, seasons)| Format::League {
            division,
            moves,
            seasons
        }),
    ]
}

fn sizes() -> impl Strategy<Value = (u8, u8)> {
    (2..5_u8).prop_flat_map(|most| (Just(most), 2..=most))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn everybody_has_one_game_or_a_bye_in_each_round(
        format in formats(), (most, least) in sizes(), count in 2..20_u16, seed: u64, luck: u64,
    ) {
        let rules = rules(format, most, least, seed);
        let (pairings, _) = whole(&rules, &entries(count), luck);
        for pairing in &pairings {
            let seated = pairing.tables.iter().flat_map(|table| table.seats.iter().copied());
            let mut all: Vec<Entrant> = seated.chain(pairing.byes.iter().copied()).collect();
            let told = all.len();
            all.sort_unstable();
            all.dedup();
            prop_assert_eq!(told, all.len(), "somebody is named twice");
            if !matches!(format, Format::League { .. }) {
                prop_assert_eq!(told, usize::from(count), "somebody is left out");
            }
            for table in &pairing.tables {
                prop_assert!((usize::from(least)..=usize::from(most)).contains(&table.seats.len()));
            }
        }
        if !matches!(format, Format::League { .. }) && count >= u16::from(most) {
            prop_assert_eq!(pairings.len(), rounds_planned(&rules, count.into()));
        }
    }

    #[test]
    fn whoever_withdraws_is_in_no_later_round_and_all_others_are(
        format in formats(), (most, least) in sizes(), count in 4..16_u16, seed: u64, luck: u64,
        gone in prop::collection::btree_map(0..16_u16, 0..6_u16, 0..4),
    ) {
        let rules = rules(format, most, least, seed);
        let mut all = entries(count);
        for entry in &mut all {
            entry.withdrew_after = gone.get(&entry.entrant.0).copied();
        }
        let (pairings, rounds) = whole(&rules, &all, luck);
        for (number, pairing) in pairings.iter().enumerate() {
            let seated = pairing.tables.iter().flat_map(|table| table.seats.iter().copied());
            for entrant in seated.chain(pairing.byes.iter().copied()) {
                let left = gone.get(&entrant.0);
                prop_assert!(left.is_none_or(|left| number < usize::from(*left)));
            }
        }
        let told: usize = standings(&rules, &all, &rounds).iter().map(Vec::len).sum();
        prop_assert!(told <= usize::from(count));
    }

    #[test]
    fn nobody_has_a_second_bye_before_all_have_had_one(
        (most, least) in sizes(), rounds in 1..10_u8, count in 2..20_u16, seed: u64, luck: u64,
    ) {
        let rules = rules(Format::Swiss { rounds }, most, least, seed);
        let (_, rounds) = whole(&rules, &entries(count), luck);
        let byes = byes(&rounds);
        let had = |number| byes.get(&Entrant(number)).copied().unwrap_or(0);
        let (fewest, most) = ((0..count).map(had).min().unwrap(), (0..count).map(had).max().unwrap());
        prop_assert!(most <= fewest + 1);
    }

    #[test]
    fn in_a_swiss_of_pairs_nobody_meets_again_while_there_are_pairs_who_have_not(
        rounds in 1..10_u8, count in 2..11_u16, seed: u64, luck: u64,
    ) {
        let rules = rules(Format::Swiss { rounds }, 2, 2, seed);
        let (pairings, rounds) = whole(&rules, &entries(count), luck);
        for (number, pairing) in pairings.iter().enumerate() {
            let met = meetings(&rounds[..number]);
            let (byes, fewest) = (byes(&rounds[..number]), number / usize::from(count));
            let again = |one: Entrant, other: Entrant| {
                let met = met.get(&(one.min(other), one.max(other))).copied().unwrap_or(0);
                met * met
            };
            let cost: usize = pairing.tables.iter().map(|table| again(table.seats[0], table.seats[1])).sum();
            let all: Vec<Entrant> = (0..count).map(Entrant).collect();
            // Of those who may have the bye.
            let may = |one: Entrant| byes.get(&one).copied().unwrap_or(0) <= fewest;
            prop_assert_eq!(cost, fewest_again(&all, &again, &may));
        }
    }

    #[test]
    fn at_larger_tables_as_few_meet_again_as_can_be(
        most in 3..5_u8, tables in 2..4_u16, rounds in 2..6_u8, seed: u64, luck: u64,
    ) {
        let count = u16::from(most) * tables;
        prop_assume!(count <= 9);
        let rules = rules(Format::Swiss { rounds }, most, most, seed);
        let (pairings, rounds) = whole(&rules, &entries(count), luck);
        for (number, pairing) in pairings.iter().enumerate() {
            let met = meetings(&rounds[..number]);
            let again = |group: &[Entrant]| -> usize {
                let pairs = group.iter().enumerate().flat_map(|(place, one)| {
                    group[place + 1..].iter().map(move |other| (*one.min(other), *one.max(other)))
                });
                pairs.map(|pair| met.get(&pair).copied().unwrap_or(0).pow(2)).sum()
            };
            let cost: usize = pairing.tables.iter().map(|table| again(&table.seats)).sum();
            let all: Vec<Entrant> = (0..count).map(Entrant).collect();
            prop_assert_eq!(cost, fewest_in_groups(&all, usize::from(most), &again));
        }
    }

    #[test]
    fn seats_are_shared_out(
        format in formats(), most in 2..5_u8, tables in 1..5_u16, seed: u64, luck: u64,
    ) {
        let rules = rules(format, most, most, seed);
        let (_, rounds) = whole(&rules, &entries(u16::from(most) * tables), luck);
        let count = usize::from(most) * usize::from(tables);
        let bound = match format {
            Format::RoundRobin { .. } if most == 2 => 1,
            // Where nearly all meet there may be one pair left only, whatever their seats were.
            Format::Swiss { rounds } if most == 2 && usize::from(rounds) > count / 2 => return Ok(()),
            Format::Swiss { .. } | Format::RoundRobin { .. } => 2,
            // From one season to the next people come from other divisions with other seats behind them.
            Format::League { .. } => return Ok(()),
        };
        prop_assert!(most_apart(&rounds, most.into()) <= bound, "{:?}", seat_counts(&rounds));
    }

    #[test]
    fn the_order_in_which_things_are_told_makes_no_difference(
        format in formats(), (most, least) in sizes(), count in 2..16_u16, seed: u64, luck: u64,
    ) {
        let rules = rules(format, most, least, seed);
        let all = entries(count);
        let (pairings, rounds) = whole(&rules, &all, luck);
        let mut turned = all.clone();
        turned.reverse();
        let mut mixed = rounds.clone();
        for round in &mut mixed {
            round.games.reverse();
            round.byes.reverse();
        }
        prop_assert_eq!(&whole(&rules, &turned, luck).0, &pairings);
        for number in 0..rounds.len() {
            prop_assert_eq!(&next_round(&rules, &turned, &mixed[..number]).unwrap(), &pairings[number]);
        }
        prop_assert_eq!(standings(&rules, &turned, &mixed), standings(&rules, &all, &rounds));
    }

    #[test]
    fn places_are_told_once_and_points_decide_first(
        format in formats(), (most, least) in sizes(), count in 2..16_u16, seed: u64, luck: u64,
    ) {
        let rules = rules(format, most, least, seed);
        let all = entries(count);
        let (_, rounds) = whole(&rules, &all, luck);
        for division in standings(&rules, &all, &rounds) {
            for (place, standing) in division.iter().enumerate() {
                prop_assert_eq!(standing.place, place + 1);
            }
            for pair in division.windows(2) {
                prop_assert!(pair[0].points >= pair[1].points);
            }
            if matches!(format, Format::Swiss { .. } | Format::RoundRobin { .. }) {
                let given: u32 = division.iter().map(|standing| standing.points.0).sum();
                let games: u32 = rounds
                    .iter()
                    .map(|round| {
                        let seats: usize = round.games.iter().map(|game| game.seats.len()).sum();
                        6 * seats as u32 + 12 * round.byes.len() as u32
                    })
                    .sum();
                prop_assert_eq!(given, games);
            }
        }
    }
}

/// The least sum over all pairs, one of those who may having a bye where the number is odd.
fn fewest_again(
    left: &[Entrant],
    again: &impl Fn(Entrant, Entrant) -> usize,
    may_have_bye: &impl Fn(Entrant) -> bool,
) -> usize {
    if left.len() % 2 == 1 {
        let without = (0..left.len()).filter(|one| may_have_bye(left[*one])).map(|one| {
            let mut others = left.to_vec();
            others.remove(one);
            fewest_again(&others, again, may_have_bye)
        });
        return without.min().unwrap();
    }
    let Some((one, others)) = left.split_first() else {
        return 0;
    };
    let with = others.iter().map(|other| {
        let rest: Vec<Entrant> = others
            .iter()
            .copied()
            .filter(|entrant| entrant != other)
            .collect();
        again(*one, *other) + fewest_again(&rest, again, may_have_bye)
    });
    with.min().unwrap()
}

/// The least sum over all divisions into groups of so many.
fn fewest_in_groups(left: &[Entrant], size: usize, again: &impl Fn(&[Entrant]) -> usize) -> usize {
    if left.is_empty() {
        return 0;
    }
    let count = left.len();
    let groups = (0..1_u32 << count).filter(|set| set & 1 == 1 && set.count_ones() as usize == size);
    let costs = groups.map(|set| {
        let (group, rest): (Vec<usize>, Vec<usize>) = (0..count).partition(|place| set >> place & 1 == 1);
        let named = |places: Vec<usize>| places.into_iter().map(|place| left[place]).collect::<Vec<_>>();
        again(&named(group)) + fewest_in_groups(&named(rest), size, again)
    });
    costs.min().unwrap()
}

#[test]
fn in_a_round_robin_of_pairs_all_meet_as_often_and_seats_are_even() {
    for count in 2..18 {
        for times in 1..4 {
            let rules = rules(Format::RoundRobin { times }, 2, 2, 7);
            let (_, rounds) = whole(&rules, &entries(count), 3);
            let met = meetings(&rounds);
            assert_eq!(met.len(), usize::from(count * (count - 1) / 2));
            assert!(met.values().all(|often| *often == usize::from(times)));
            assert!(most_apart(&rounds, 2) <= 1, "{count}: {:?}", seat_counts(&rounds));
        }
    }
}

#[test]
fn where_a_design_is_known_all_meet_exactly_once() {
    for (count, seats, rounds_needed) in [(9, 3, 4), (15, 3, 7), (16, 4, 5), (4, 4, 1), (3, 3, 1)] {
        let rules = rules(Format::RoundRobin { times: 1 }, seats, seats, 11);
        let (_, rounds) = whole(&rules, &entries(count), 5);
        assert_eq!(rounds.len(), rounds_needed);
        let met = meetings(&rounds);
        assert_eq!(met.len(), usize::from(count * (count - 1) / 2));
        assert!(met.values().all(|often| *often == 1));
    }
}

#[test]
fn elsewhere_all_meet_about_equally_often() {
    for seats in 3..5_u8 {
        for count in u16::from(seats) + 1..17 {
            let rules = rules(Format::RoundRobin { times: 1 }, seats, 2, 11);
            let (_, rounds) = whole(&rules, &entries(count), 5);
            let most = meetings(&rounds).values().copied().max().unwrap();
            let missed = usize::from(count * (count - 1) / 2) - meetings(&rounds).len();
            assert!(most <= 3, "{count} at {seats}: {most}");
            assert!(
                missed * 4 <= usize::from(count * (count - 1) / 2),
                "{count} at {seats}: {missed}"
            );
        }
    }
}

#[test]
fn a_field_of_128_is_paired_in_a_moment() {
    for most in 2..5 {
        let rules = rules(Format::Swiss { rounds: 9 }, most, most, 1);
        let (pairings, rounds) = whole(&rules, &entries(128), 9);
        assert_eq!(pairings.len(), 9);
        assert_eq!(meetings(&rounds).values().max(), Some(&1), "tables of {most}");
    }
}

#[test]
fn a_league_moves_people_up_and_down_between_its_seasons() {
    let format = Format::League {
        division: 4,
        moves: 1,
        seasons: 2,
    };
    let rules = rules(format, 2, 2, 3);
    let all = entries(8);
    let (pairings, rounds) = whole(&rules, &all, 21);
    assert_eq!(pairings.len(), 6, "two seasons of three rounds");
    let of_division = |pairing: &Pairing, division: u8| {
        let tables = pairing.tables.iter().filter(|table| table.division == division);
        let mut people: Vec<Entrant> = tables.flat_map(|table| table.seats.iter().copied()).collect();
        people.sort_unstable();
        people
    };
    assert_eq!(of_division(&pairings[0], 0), [0, 1, 2, 3].map(Entrant));
    let first = standings(&rules, &all, &rounds[..3]);
    let mut expected: Vec<Entrant> = first[0][..3].iter().map(|standing| standing.entrant).collect();
    expected.push(first[1][0].entrant);
    expected.sort_unstable();
    assert_eq!(of_division(&pairings[3], 0), expected);
    assert_eq!((pairings[2].season, pairings[3].season), (0, 1));
}
