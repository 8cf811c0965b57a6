use bobbin_circuitous::Circuitous;
use bobbin_testkit::{abridged, assert_game_contract, playthrough};

use crate::situation::setup;

#[test]
fn keeps_the_contract() {
    assert_game_contract::<Circuitous>();
}

#[test]
fn a_whole_game_reads_as_it_always_did() {
    let game = playthrough::<Circuitous>(&setup("players=2 distance=short"), "golden");
    insta::assert_snapshot!(abridged("circuitous", &game));
}
