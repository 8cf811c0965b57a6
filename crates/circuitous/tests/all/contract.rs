use bobbin_circuitous::Circuitous;
use bobbin_game::encoding::{Row, observed_columns};
use bobbin_game::{Encoded as _, Game as _, SearchChance, Viewer};
use bobbin_testkit::{abridged, assert_encoding, assert_game_contract, playthrough};

use crate::situation::setup;

#[test]
fn keeps_the_contract() {
    assert_game_contract::<Circuitous>();
}

#[test]
fn views_and_actions_are_numbers_that_tell_them_apart() {
    assert_encoding::<Circuitous>();
}

/// What is kept up to date about the table is worked out anew where a position is read.
#[test]
fn equal_views_are_written_alike_however_they_came_about() {
    for (number, setup) in Circuitous::setups().into_iter().enumerate() {
        let columns = observed_columns::<Circuitous>(&setup).len();
        let mut random = SearchChance::new(number as u64);
        let mut state = Circuitous::start(&setup, &mut random);
        let mut legal = Vec::new();
        loop {
            let read = Circuitous::from_position(&setup, &state.to_position()).unwrap();
            let seat = state.turn();
            let rows = [&state, &read].map(|state| {
                let mut row = vec![0; columns];
                Circuitous::observe(&state.view(Viewer::Seat(seat)), &mut Row::new(&mut row));
                row
            });
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
