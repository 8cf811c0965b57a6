use std::collections::BTreeMap;

use bobbin_circuitous::{Circuitous, View};
use bobbin_game::encoding::{Row, observed_columns};
use bobbin_game::{Encoded as _, Game as _, SearchChance, Seat, Viewer};
use bobbin_testkit::{abridged, assert_encoding, assert_game_contract, playthrough};

use crate::situation::{setup, situation};

#[test]
fn keeps_the_contract() {
    assert_game_contract::<Circuitous>();
}

#[test]
fn views_and_actions_are_numbers_that_tell_them_apart() {
    assert_encoding::<Circuitous>();
}

/// Random games seldom come close enough to each other to show what is forgotten: these differ in one thing each.
#[test]
fn views_that_differ_in_one_thing_are_written_differently() {
    let same = [
        "finish A 0,108,1",
        "card 1 0 branch 0,14,0",
        "card 2 1 straight 0,28,0",
        "hand 0 straight tee-turn cross-replace",
        "hand 1 drift-slide",
        "turns 1 1",
    ];
    let other = [
        "first 1\nturn 0",
        "turn 1",
        "phase drew-two",
        "phase laying straight",
        "phase drew-two laying straight",
        "phase laying tee-turn",
        "phase using tee-turn",
        "phase using cross-replace",
        "phase replacing cross-replace straight",
        "phase replacing cross-replace tee-turn",
        "phase done",
        "finish A 0,98,1",
        "finish A 1,108,1",
        "finish A 0,108,2",
        "card 2 0 straight 0,28,0",
        "card 2 1 straight-draw 0,28,0",
        "card 2 1 branch 0,28,0",
        "card 2 1 branch 0,28,2",
        "card 2 1 straight 40,28,0",
        "card 3 1 straight 0,28,0",
        "hand 0 straight tee-turn cross",
        "hand 1 drift-slide left",
        "discard 1 left",
        "discard 0 left",
        "turns 1 2",
        "turns 2 1",
        "proof 1 0 1 0 0 0",
        "proof 1 1 1 0 0 0",
        "proof 0 0 1 0 0 0",
    ];
    let options = ["", "finishes=1", "distance=short", "finish-turn=turned"];
    let mut rows = BTreeMap::new();
    let mut note = |options: &str, position: &str| {
        let state = situation(&format!("players=2 {options}"), position);
        for seat in Seat::all(2) {
            let view = state.view(Viewer::Seat(seat));
            let of = format!("seat {seat} {options}\n{position}");
            if let Some((known, alike)) = rows.insert(row(&view), (view.clone(), of.clone())) {
                assert_eq!(known, view, "written alike: {alike}\nand {of}");
            }
        }
    };
    for options in options {
        note(options, &same.join("\n"));
    }
    for other in other {
        // Of what is told twice the later line counts, but for cards and hands, which are added.
        let is_instead = |line: &str| match &other[..6] {
            "hand 0" | "hand 1" => line[..6] == other[..6],
            "card 2" | "card 3" => line.contains("0,28,"),
            _ => false,
        };
        let kept = same.iter().filter(|line| !is_instead(line));
        let lines: Vec<&str> = kept.copied().chain([other]).collect();
        note("", &lines.join("\n"));
    }
}

fn row(view: &View) -> Vec<u8> {
    let mut row = vec![0; observed_columns::<Circuitous>(&view.setup).len()];
    Circuitous::observe(view, &mut Row::new(&mut row));
    row
}

/// What is kept up to date about the table is worked out anew where a position is read.
#[test]
fn equal_views_are_written_alike_however_they_came_about() {
    for (number, setup) in Circuitous::setups().into_iter().enumerate() {
        let mut random = SearchChance::new(number as u64);
        let mut state = Circuitous::start(&setup, &mut random);
        let mut legal = Vec::new();
        loop {
            let read = Circuitous::from_position(&setup, &state.to_position()).unwrap();
            let seat = state.turn();
            let rows = [&state, &read].map(|state| row(&state.view(Viewer::Seat(seat))));
            assert_eq!(rows[0], rows[1], "{}", state.to_position());
            if state.to_act().is_empty() {
                break;
            }
            let action = state.random_action(seat, &mut random, &mut legal);
            state.apply(seat, action, &mut random, &mut ()).unwrap();
        }
    }
}

#[test]
fn a_whole_game_reads_as_it_always_did() {
    let game = playthrough::<Circuitous>(&setup("players=2 distance=short"), "golden");
    insta::assert_snapshot!(abridged("circuitous", &game));
}
