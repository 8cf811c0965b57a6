//! Shop.

use crate::table::two;

/// 3.1: exactly as many cards as the space says; the cards are discarded and not replaced before the restock.
#[test]
fn a_shop_takes_exactly_its_number_of_cards() {
    let mut play = two("bazaar RR BG GG YY OO PP\nbowl 0");
    play.act("move 1; shop 2; shop 4; shop 1");
    assert_eq!(play.refused("restock"), ("3.4", "unfinished_shop"));
    play.act("shop 6");
    assert_eq!(play.bowl(0), "R2B1G1Y2P2");
    assert_eq!(play.line("bazaar"), "- - GG - OO -");
    assert_eq!(play.line("discard"), "RR YY PP BG");
    assert_eq!(play.legal(), ["restock"]);
}

/// 3.2: an empty space gives one yarn of any color.
#[test]
fn an_empty_space_is_one_yarn_of_any_color() {
    let mut play = two("bazaar - BB - - OO PP\nbowl 0\nstep actions shop 3");
    play.act("shop 3; yarn P; shop 1");
    assert_eq!(play.legal().len(), 6, "any color");
    play.act("yarn P; shop 5");
    assert_eq!(
        (play.bowl(0).as_str(), play.line("discard").as_str()),
        ("O2P2", "OO")
    );
    assert_eq!(
        play.log()[..2],
        [
            "Ann takes the empty space 3: one yarn of any color",
            "Ann takes 1 purple"
        ]
    );
}

/// 3.2, 3.3: six empty spaces are enough for a Shop of four, each once.
#[test]
fn a_bazaar_of_empty_spaces_can_be_shopped() {
    let mut play = two("bazaar - - - - - -\nbowl 0\nmarker 0 2");
    play.act("move 1; shop 1; yarn R; shop 2; yarn R; shop 3; yarn R");
    assert_eq!(play.refused("shop 2"), ("3.3", "space_taken"));
    assert_eq!(play.legal(), ["shop 4", "shop 5", "shop 6"]);
    play.act("shop 6; yarn B");
    assert_eq!(play.bowl(0), "R3B1");
}

/// 3.3: a space emptied by this Shop is not an empty space for it.
#[test]
fn a_space_just_emptied_is_not_taken_again() {
    let mut play = two("bazaar RR BB GG YY OO PP\nstep actions shop 2");
    play.act("shop 1");
    assert_eq!(play.refused("shop 1"), ("3.3", "space_taken"));
}

/// 3.4: nothing comes between the cards of a Shop.
#[test]
fn a_shop_that_has_begun_is_completed() {
    let mut play = two("bazaar RR BB GG YY OO PP\nstep actions shop 2 + craft 1");
    play.act("shop 1");
    assert_eq!(play.refused("craft hat RB"), ("3.4", "unfinished_shop"));
    assert_eq!(play.legal(), ["shop 2", "shop 3", "shop 4", "shop 5", "shop 6"]);
}

/// 3.4: a Shop may be left out.
#[test]
fn a_shop_may_be_left_out() {
    let mut play = two("bazaar RR BB GG YY OO PP\nstep actions shop 4");
    play.act("restock");
    assert_eq!(play.line("bazaar"), "RR BB GG YY OO PP");
    assert_eq!(play.log(), ["Ann ends the actions; the bazaar stays as it is"]);
}

/// 3.5: the two yarn of a "2 any" card may differ or not.
#[test]
fn a_card_of_any_colors_gives_two_that_may_differ() {
    for (yarn, bowl) in [("BB", "B2"), ("PB", "B1P1")] {
        let mut play = two("bazaar ?? BB GG YY OO PP\nbowl 0\nstep actions shop 1");
        play.act(&format!("shop 1; yarn {yarn}"));
        assert_eq!(
            (play.bowl(0).as_str(), play.line("discard").as_str()),
            (bowl, "??")
        );
    }
}
