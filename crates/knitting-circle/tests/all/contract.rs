//! The promises that every game makes.

use bobbin_knitting_circle::KnittingCircle;

#[test]
fn the_game_keeps_the_contract() {
    bobbin_testkit::assert_game_contract::<KnittingCircle>();
}

#[test]
fn views_and_actions_are_numbers_that_tell_them_apart() {
    bobbin_testkit::assert_encoding::<KnittingCircle>();
}
