//! What pairing promises, tried out on random lobbies, and the book's own rules.

use std::collections::{BTreeMap, BTreeSet};

use proptest::collection::{btree_set, vec};
use proptest::prelude::*;

use super::book::*;

const NOW: i64 = 10_000_000;
const GAMES: [&str; 2] = ["knots", "loops"];

fn wish(fewest: u8, most: u8, speed: Speed, reach: Reach) -> Wish {
    Wish {
        fewest,
        most,
        speed,
        reach,
    }
}

fn seeker(person: &str, rating: u16, wish: Wish, since: i64) -> Seeker {
    Seeker {
        person: person.to_owned(),
        name: person.to_uppercase(),
        rating: Some(rating),
        wish,
        since,
    }
}

fn taker(person: &str, rating: u16) -> Taker {
    Taker {
        person: person.to_owned(),
        name: person.to_uppercase(),
        rating: Some(rating),
    }
}

fn two(speed: Speed) -> Wish {
    wish(2, 2, speed, Reach::Anyone)
}

fn at(now: i64, here: &[&str]) -> Moment {
    Moment {
        now,
        here: here.iter().map(|person| (*person).to_owned()).collect(),
        apart: BTreeSet::new(),
    }
}

/// Ids in order: "1", "2", …
fn ids() -> impl FnMut() -> String {
    let mut last = 0;
    move || {
        last += 1;
        last.to_string()
    }
}

fn book(seeks: &[(&str, Seeker)]) -> Book {
    let mut book = Book::default();
    for (place, (game, seeker)) in seeks.iter().enumerate() {
        book.look(format!("seek{place}"), game, seeker.clone()).unwrap();
    }
    book
}

fn together(meeting: &Meeting) -> Vec<&str> {
    meeting.people.iter().map(|met| met.person.as_str()).collect()
}

#[derive(Clone, Debug)]
struct Looks {
    person: usize,
    game: usize,
    rating: u16,
    wish: Wish,
    waited: i64,
}

fn looks() -> impl Strategy<Value = Looks> {
    let speed = prop_oneof![Just(Speed::Live), Just(Speed::Days), Just(Speed::Any)];
    let reach = prop_oneof![
        Just(Reach::Anyone),
        Just(Reach::Near),
        (50..400_u16).prop_map(Reach::Within)
    ];
    let numbers = (2..=4_u8, 0..=2_u8).prop_map(|(fewest, more)| (fewest, (fewest + more).min(4)));
    // Some have just come, some would be gone if they were not there.
    let waited = prop_oneof![0..200_000_i64, 0..3_600_000_i64];
    (
        0..8_usize,
        0..2_usize,
        1100..1900_u16,
        numbers,
        speed,
        reach,
        waited,
    )
        .prop_map(
            |(person, game, rating, (fewest, most), speed, reach, waited)| Looks {
                person,
                game,
                rating,
                wish: wish(fewest, most, speed, reach),
                waited,
            },
        )
}

fn name(person: usize) -> String {
    format!("p{person}")
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn pairing_is_fair(
        all in vec(looks(), 0..14),
        here in btree_set(0..8_usize, 0..8),
        apart in btree_set((0..8_usize, 0..8_usize), 0..6),
    ) {
        let moment = Moment {
            now: NOW,
            here: here.into_iter().map(name).collect(),
            apart: apart.into_iter().map(|(one, other)| pair_of(&name(one), &name(other))).collect(),
        };
        let mut before = Book::default();
        for (place, one) in all.iter().enumerate() {
            let seeker = seeker(&name(one.person), one.rating, one.wish.clone(), NOW - one.waited);
            before.look(format!("seek{place}"), GAMES[one.game], seeker).unwrap();
        }
        let mut new_id = ids();
        before.end_stale(&moment, &mut new_id);
        let mut after = before.clone();
        after.pair(&moment, &mut new_id);

        let found = |person: &str, game: &str| {
            let seek = before.seek_of(person, game).expect("they looked for it");
            seek.seekers.iter().find(|one| one.person == person).expect("they are in it").clone()
        };
        let mut playing = BTreeMap::<&str, usize>::new();
        for meeting in &after.meetings {
            let people = together(meeting);
            let seekers: Vec<Seeker> = people.iter().map(|person| found(person, &meeting.game)).collect();
            for (place, one) in seekers.iter().enumerate() {
                prop_assert!((usize::from(one.wish.fewest)..=usize::from(one.wish.most)).contains(&people.len()));
                prop_assert!(!meeting.is_live || moment.is_here(one), "live, and gone: {one:?}");
                prop_assert!(!meeting.is_live || one.wish.speed != Speed::Days);
                prop_assert!(meeting.is_live || one.wish.speed != Speed::Live);
                for other in &seekers[place + 1..] {
                    prop_assert!(one.person != other.person, "at one table twice");
                    prop_assert!(!moment.are_apart(&one.person, &other.person));
                    let apart = one.rating.unwrap().abs_diff(other.rating.unwrap());
                    for wanted in [one, other] {
                        prop_assert!(apart <= wanted.wish.reach.after(NOW - wanted.since), "{wanted:?}: {apart}");
                    }
                }
            }
            if meeting.is_live {
                for person in people {
                    *playing.entry(person).or_default() += 1;
                }
            }
        }
        prop_assert!(playing.values().all(|games| *games == 1), "at two live tables: {playing:?}");

        // Nobody is lost: whoever looked looks on, plays that, or plays something else at once.
        for seek in &before.seeks {
            for one in &seek.seekers {
                let looks_on = after.seek_of(&one.person, &seek.game).is_some();
                let plays = after.meetings.iter().any(|meeting| {
                    meeting.game == seek.game && together(meeting).contains(&one.person.as_str())
                });
                let is_busy = playing.contains_key(one.person.as_str()) && one.wish.speed != Speed::Days;
                prop_assert!(looks_on || plays || is_busy, "{one:?}");
            }
        }
        // Nobody waits beside somebody who fits, and asking once more changes nothing.
        for (place, one) in after.seeks.iter().enumerate() {
            prop_assert!(after.seeks[place + 1..].iter().all(|other| !one.fits(other, &moment)));
        }
        let mut again = after.clone();
        again.pair(&moment, &mut new_id);
        prop_assert_eq!(&again, &after);
        // What is kept of it is read back.
        let kept = serde_json::to_string(&after).unwrap();
        prop_assert_eq!(serde_json::from_str::<Book>(&kept).unwrap(), after);
    }

    #[test]
    fn two_who_want_to_play_now_meet_within_two_minutes_whatever_their_ratings(
        one in 0..3_000_u16, other in 0..3_000_u16, later in 0..60_000_i64,
    ) {
        let near = || wish(2, 2, Speed::Live, Reach::Near);
        let mut book = book(&[
            ("knots", seeker("a", one, near(), NOW)),
            ("knots", seeker("b", other, near(), NOW + later)),
        ]);
        let mut new_id = ids();
        for second in 0..=120 {
            let moment = at(NOW + later + second * 1000, &["a", "b"]);
            book.end_stale(&moment, &mut new_id);
            book.pair(&moment, &mut new_id);
        }
        prop_assert_eq!(book.meetings.len(), 1);
    }
}

#[test]
fn the_one_who_has_waited_longest_is_found_first() {
    let mut book = book(&[
        ("knots", seeker("a", 1500, two(Speed::Live), NOW - 2_000)),
        (
            "knots",
            seeker("b", 1500, wish(2, 2, Speed::Live, Reach::Within(50)), NOW - 1_000),
        ),
        ("knots", seeker("c", 1600, two(Speed::Live), NOW)),
    ]);
    book.pair(&at(NOW, &[]), &mut ids());
    assert_eq!(together(&book.meetings[0]), ["a", "b"]);
    assert_eq!(book.seek_of("c", "knots").unwrap().seekers.len(), 1);
}

#[test]
fn whoever_completes_a_game_completes_it_though_somebody_else_came_first() {
    let three = || wish(3, 3, Speed::Days, Reach::Anyone);
    let mut book = book(&[("knots", seeker("a", 1500, three(), NOW))]);
    let mut moment = at(NOW, &[]);
    for (one, other) in [("a", "b"), ("a", "c")] {
        moment.apart.insert(pair_of(one, other));
    }
    for person in ["b", "c", "d"] {
        book.look(person.to_owned(), "knots", seeker(person, 1500, three(), NOW))
            .unwrap();
        book.pair(&moment, &mut ids());
    }
    assert_eq!(together(&book.meetings[0]), ["b", "c", "d"]);
}

#[test]
fn where_more_could_come_they_are_waited_for_a_little() {
    let some = || wish(2, 4, Speed::Live, Reach::Anyone);
    let mut book = book(&[
        ("knots", seeker("a", 1500, some(), NOW)),
        ("knots", seeker("b", 1500, some(), NOW)),
    ]);
    let (here, mut new_id) = (["a", "b"], ids());
    book.pair(&at(NOW, &here), &mut new_id);
    assert_eq!((book.seeks.len(), book.meetings.len()), (1, 0));
    book.pair(&at(NOW + 7_999, &here), &mut new_id);
    assert_eq!(book.meetings.len(), 0);
    book.pair(&at(NOW + 8_000, &here), &mut new_id);
    assert_eq!(together(&book.meetings[0]), here);
}

#[test]
fn whoever_sits_down_to_a_live_game_looks_for_no_other_and_goes_on_with_games_by_days() {
    let mut book = book(&[
        ("knots", seeker("a", 1500, two(Speed::Live), NOW)),
        ("loops", seeker("a", 1500, two(Speed::Any), NOW)),
        (
            "loops",
            seeker("c", 1500, wish(3, 3, Speed::Live, Reach::Anyone), NOW),
        ),
        ("knots", seeker("b", 1500, two(Speed::Live), NOW)),
    ]);
    book.pair(&at(NOW, &["a", "b", "c"]), &mut ids());
    assert_eq!(together(&book.meetings[0]), ["a", "b"]);
    assert_eq!(book.seek_of("a", "loops").unwrap().speed(), Speed::Days);
}

#[test]
fn a_live_seek_ends_when_its_person_is_gone_and_others_stand_a_week() {
    let mut book = book(&[
        ("knots", seeker("live", 1500, two(Speed::Live), NOW)),
        (
            "loops",
            seeker("days", 1500, wish(2, 2, Speed::Days, Reach::Within(50)), NOW),
        ),
    ]);
    let mut new_id = ids();
    book.end_stale(&at(NOW + 3_600_000, &["live"]), &mut new_id);
    assert_eq!(book.seeks.len(), 2);
    book.end_stale(&at(NOW + 3_600_000, &[]), &mut new_id);
    assert!(book.seek_of("live", "knots").is_none() && book.seek_of("days", "loops").is_some());
    book.end_stale(&at(NOW + 7 * 24 * 3_600_000, &[]), &mut new_id);
    assert!(book.seeks.is_empty());
}

#[test]
fn one_is_in_one_seek_of_each_title_and_a_double_click_changes_nothing() {
    let mut book = book(&[("knots", seeker("a", 1500, two(Speed::Days), NOW))]);
    let before = book.clone();
    book.look(
        "again".to_owned(),
        "knots",
        seeker("a", 1500, two(Speed::Days), NOW + 5),
    )
    .unwrap();
    assert_eq!(book, before);
    book.look(
        "new".to_owned(),
        "knots",
        seeker("a", 1500, two(Speed::Live), NOW + 5),
    )
    .unwrap();
    assert_eq!(book.seeks.len(), 1);
    assert_eq!(book.seek_of("a", "knots").unwrap().id, "new");
}

#[test]
fn a_seek_is_taken_on_its_terms_or_not_at_all() {
    let near = wish(2, 3, Speed::Days, Reach::Within(100));
    let mut book = book(&[("knots", seeker("a", 1500, near, NOW))]);
    let mut moment = at(NOW, &[]);
    assert_eq!(book.take("other", taker("b", 1500), &moment), Err(NotTaken::Gone));
    assert_eq!(
        book.take("seek0", taker("b", 1601), &moment),
        Err(NotTaken::TooFar)
    );
    moment.apart.insert(pair_of("a", "b"));
    let before = book.clone();
    assert_eq!(book.take("seek0", taker("b", 1500), &moment), Err(NotTaken::Gone));
    assert_eq!(book, before);
    moment.apart.clear();
    for person in ["b", "b", "a"] {
        assert_eq!(book.take("seek0", taker(person, 1500), &moment), Ok(()));
    }
    assert_eq!(book.take("seek0", taker("c", 1500), &moment), Ok(()));
    assert_eq!(
        book.take("seek0", taker("d", 1500), &moment),
        Err(NotTaken::Gone),
        "it is full"
    );
    assert_eq!(book.seeks[0].people().collect::<Vec<_>>(), ["a", "b", "c"]);
}

#[test]
fn those_who_block_each_other_after_they_met_in_a_seek_look_on_apart() {
    let mut book = book(&[(
        "knots",
        seeker("a", 1500, wish(3, 3, Speed::Days, Reach::Anyone), NOW),
    )]);
    let mut moment = at(NOW, &[]);
    book.take("seek0", taker("b", 1500), &moment).unwrap();
    moment.apart.insert(pair_of("b", "a"));
    let mut new_id = ids();
    book.set_those_apart_apart(&moment, &mut new_id);
    book.pair(&moment, &mut new_id);
    assert_eq!(book.seeks.len(), 2);
    assert!(
        book.seek_of("b", "knots")
            .is_some_and(|seek| seek.seekers.len() == 1)
    );
}

#[test]
fn there_is_room_for_so_many_seeks_and_no_more() {
    let mut book = Book::default();
    let look = |book: &mut Book, person: usize, speed: Speed| {
        let seeker = seeker(&name(person), 1500, two(speed), NOW);
        book.look(format!("seek{person}"), "knots", seeker)
    };
    for person in 0..300 {
        look(&mut book, person, Speed::Days).unwrap();
    }
    assert_eq!(look(&mut book, 300, Speed::Days), Err(NotTaken::Full));
    assert_eq!(
        look(&mut book, 299, Speed::Live),
        Ok(()),
        "who has one may look for something else"
    );
}
