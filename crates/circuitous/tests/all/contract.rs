use bobbin_circuitous::Circuitous;
use bobbin_testkit::{assert_game_contract, playthrough};

use crate::situation::setup;

#[test]
fn keeps_the_contract() {
    assert_game_contract::<Circuitous>();
}

#[test]
fn a_whole_game_reads_as_it_always_did() {
    insta::assert_snapshot!(playthrough::<Circuitous>(
        &setup("players=2 distance=short"),
        "golden"
    ));
}
