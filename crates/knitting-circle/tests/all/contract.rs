//! The promises that every game makes.

use bobbin_game::encoding::{Row, observed_columns};
use bobbin_game::{Content as _, Encoded as _, Game as _, Options, Seat, Setup as _, Viewer};
use bobbin_knitting_circle::{KnittingCircle, KnittingContent, KnittingSetup};

#[test]
fn the_game_keeps_the_contract() {
    bobbin_testkit::assert_game_contract::<KnittingCircle>();
}

#[test]
fn views_and_actions_are_numbers_that_tell_them_apart() {
    bobbin_testkit::assert_encoding::<KnittingCircle>();
}

/// What hardly ever differs alone in a game: there the rest of the table gives it away.
#[test]
fn rows_tell_positions_apart_that_differ_in_one_thing() {
    let options = Options::new().with("players", 3);
    let setup = KnittingSetup::new(&options, KnittingContent::house()).expect("a game for three");
    let columns = observed_columns::<KnittingCircle>(&setup).len();
    let row = |lines: &str| {
        let position = format!("phase crafting\nround 2\n{lines}");
        let game = KnittingCircle::from_position(&setup, &position).expect(lines);
        let mut bytes = vec![0; columns];
        let view = game.view(Viewer::Seat(Seat::new(1)));
        KnittingCircle::observe(&view, &mut Row::new(&mut bytes));
        (view, bytes)
    };
    for (one, other) in [
        ("first 0", "first 2"),
        ("finished 0", "finished 2"),
        ("request blocks met 0", "request blocks met 2"),
        ("request blocks met 0", "request blocks met 0 flipped"),
        ("bottom socks-01@012 0", "bottom socks-01@012 2"),
        ("bottom socks-01 0", "bottom socks-01 2"),
        (
            "bottom socks-01 1\nbottom socks-02 1",
            "bottom socks-02 1\nbottom socks-01 1",
        ),
        ("bottom socks-01@1 0", "bottom socks-01 0"),
        ("offer 0 hats-01 hats-02@1", "offer 0 hats-01 hats-02"),
        (
            "completed 0 hats-01 teal teal teal teal + color-01\ncompleted 0 hats-02 teal teal teal teal + color-02",
            "completed 0 hats-01 teal teal teal teal + color-02\ncompleted 0 hats-02 teal teal teal teal + color-01",
        ),
        (
            "completed 0 hats-01 teal teal pink pink",
            "completed 0 hats-01 pink pink teal teal",
        ),
        (
            "completed 0 hats-01 pink pink pink pink\ncompleted 0 hats-02 teal teal teal teal",
            "completed 0 hats-02 teal teal teal teal\ncompleted 0 hats-01 pink pink pink pink",
        ),
        ("workspace 2 color-01 color-02", "workspace 2 color-02 color-01"),
        (
            "garment 0 hats-01 teal pink teal",
            "garment 0 hats-01 pink teal teal",
        ),
    ] {
        let ((view, bytes), (other_view, other_bytes)) = (row(one), row(other));
        assert!(view != other_view, "{one} and {other} look alike");
        assert!(bytes != other_bytes, "{one} and {other} are written alike");
    }
}
