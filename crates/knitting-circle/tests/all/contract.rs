//! The promises that every game makes.

use bobbin_knitting_circle::KnittingCircle;

#[test]
fn the_game_keeps_the_contract() {
    bobbin_testkit::assert_game_contract::<KnittingCircle>();
}
