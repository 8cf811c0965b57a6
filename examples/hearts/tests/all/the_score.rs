//! Section 4.

use bobbin_game::{Event as _, Game as _, Names, Outcome};
use bobbin_hearts::Hearts;

use crate::table::{after, play, refusal, setup, situation};

/// The last trick, after which seat 0 has taken all but what the lines say.
fn ended(options: &str, taken: &str) -> Outcome {
    let last = "hand 0 3C\n hand 1 4C\n hand 2 5C\n hand 3 6C\n trick 0\n";
    let state = Hearts::from_position(&setup(options), &format!("{last}{taken}"))
        .unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(state.outcome(), None);
    let state = after(state, "0 play 3C, 1 play 4C, 2 play 5C, 3 play 6C");
    assert!(state.to_act().is_empty());
    state.outcome().expect("thirteen tricks are played")
}

fn sheet(outcome: &Outcome, seat: usize) -> Vec<String> {
    let line = |line: &bobbin_game::Line| format!("{} {}", line.name, line.points);
    outcome.sheets[seat].lines.iter().map(line).collect()
}

/// 4.1: each player counts the penalty cards they took.
#[test]
fn penalty_cards_are_counted() {
    let outcome = ended(
        "pass=none",
        "taken 0 23H\n taken 1 456789TH\n taken 2 JQKAH\n taken 3 QS",
    );
    assert_eq!(outcome.summary(), "ranks 1 3 2 4 totals 2 7 4 13 winners 0");
    assert_eq!(
        sheet(&outcome, 3),
        ["hearts 0", "queen of spades 13", "the moon 0"]
    );
    assert_eq!(
        sheet(&outcome, 1),
        ["hearts 7", "queen of spades 0", "the moon 0"]
    );
}

/// 4.1: after the last trick there is nothing to play.
#[test]
fn nothing_is_played_after_the_end() {
    let state = situation("taken 0 H");
    assert_eq!(refusal(&state, 0, "play 2C"), ("game_over", "4.1"));
    assert_eq!(refusal(&state, 0, "done"), ("game_over", "4.1"));
}

/// 4.2: all 26 points to each of the others.
#[test]
fn shooting_the_moon_costs_the_others_26() {
    let outcome = ended("pass=none", "taken 2 H QS");
    assert_eq!(outcome.summary(), "ranks 2 2 1 2 totals 26 26 0 26 winners 2");
    assert_eq!(
        sheet(&outcome, 2),
        ["hearts 13", "queen of spades 13", "the moon −26"]
    );
}

/// 4.2: thirteen hearts without the queen are no moon.
#[test]
fn the_queen_is_needed_for_the_moon() {
    let outcome = ended("pass=none", "taken 2 H\n taken 1 QS");
    assert_eq!(outcome.summary(), "ranks 1 3 3 1 totals 0 13 13 0 winners 0 3");
}

/// 4.2: it is told.
#[test]
fn the_moon_is_told() {
    let last = "hand 0 3C\n hand 1 4C\n hand 2 5C\n hand 3 AH\n trick 0\n taken 2 23456789TJQKH QS";
    let events = play(&mut situation(last), "0 play 3C, 1 play 4C, 2 play 5C, 3 play AH");
    let names = ["Ann", "Ben", "Cat", "Dan"].map(str::to_owned);
    let words: Vec<String> = events
        .iter()
        .map(|told| told.event.words().in_full(&Names(&names)))
        .collect();
    assert_eq!(
        words[4..],
        ["Cat takes the trick and 1 point", "Cat has shot the moon"]
    );
}

/// 4.3: 26 less than nothing in the variant.
#[test]
fn the_shooter_may_be_rewarded_instead() {
    let outcome = ended("pass=none moon=shooter", "taken 2 H QS");
    assert_eq!(outcome.summary(), "ranks 2 2 1 2 totals 0 0 −26 0 winners 2");
}

/// 4.4: fewest points win, and ties share.
#[test]
fn equally_few_points_share_the_victory() {
    let outcome = ended("pass=none", "taken 1 QS\n taken 3 H");
    assert_eq!(outcome.summary(), "ranks 1 3 1 3 totals 0 13 0 13 winners 0 2");
    assert_eq!(outcome.decided_by, None);
}
