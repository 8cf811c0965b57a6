//! Hearts keeps the contract.

use bobbin_game::{Game as _, Viewer};
use bobbin_game::{Rulebook, SearchChance, Seat, play_out};
use bobbin_hearts::Hearts;
use bobbin_testkit::{abridged, assert_encoding, assert_game_contract, playthrough};

use crate::table::setup;

#[test]
fn keeps_the_contract() {
    assert_game_contract::<Hearts>();
}

#[test]
fn views_and_actions_are_numbers_that_tell_them_apart() {
    assert_encoding::<Hearts>();
}

#[test]
fn a_whole_game_looks_like_this() {
    let game = playthrough::<Hearts>(&setup("pass=left"), "golden");
    insta::assert_snapshot!(abridged("hearts", &game));
}

#[test]
fn a_state_is_a_few_words_and_owns_no_heap() {
    fn owns_no_heap<T: Copy>() {}
    owns_no_heap::<Hearts>();
    assert!(size_of::<Hearts>() <= 192);
}

#[test]
fn a_game_takes_as_many_actions_as_promised() {
    let actions = |options| {
        let mut chance = SearchChance::new(3);
        let mut state = Hearts::start(&setup(options), &mut chance);
        let mut actions = 0;
        play_out(&mut state, &mut SearchChance::new(4), &mut chance, |_, _, _| {
            actions += 1;
        });
        actions
    };
    assert_eq!(actions("pass=across"), Hearts::MAX_ACTIONS);
    assert_eq!(actions("pass=none"), 52);
}

#[test]
fn the_rules_parse_and_every_player_is_told_what_to_do() {
    let rules = Rulebook::parse(Hearts::RULES).unwrap();
    let state = Hearts::start(&setup("pass=right"), &mut SearchChance::new(1));
    let prompt = Hearts::prompt(&state.view(Viewer::Seat(Seat::new(0))));
    assert_eq!(prompt.text, "Choose three cards to pass to seat 3.");
    assert!(rules.clause(prompt.clause).is_some());
}
