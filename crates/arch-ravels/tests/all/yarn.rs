//! Yarn of free colors, named all at once (2.5).

use crate::table::{at, two};

/// 2.5: free colors are named at once, in any order and case; what is refused never rests on the order.
#[test]
fn yarn_is_named_at_once_in_any_order() {
    for named in ["yarn YP", "yarn PY", "yarn py"] {
        let mut play = two("bazaar ?? BB GG YY OO PP\nstep actions shop 1");
        assert_eq!(play.refused(named), ("2.5", "no_yarn_asked"));
        play.act("shop 1");
        assert_eq!(play.legal().len(), 21);
        assert_eq!(play.refused("yarn G"), ("2.5", "wrong_count"));
        assert_eq!(play.refused("yarn GGG"), ("2.5", "wrong_count"));
        play.act(named);
        assert_eq!(play.refused(named), ("2.5", "no_yarn_asked"));
        assert_eq!(play.bowl(0), "R1B1G1Y2O1P2");
    }
}

/// 2.5: a payment is any set that is there.
#[test]
fn a_payment_is_any_set_of_the_bowl() {
    let mut play = at(
        "players=2 seat0=neeha",
        "bowl 0 R2B2O1P1\nstep actions craft 1 any colors",
    );
    play.act("any scarf");
    assert_eq!(
        play.legal(),
        [
            "yarn RRBB",
            "yarn RRBO",
            "yarn RRBP",
            "yarn RROP",
            "yarn RBBO",
            "yarn RBBP",
            "yarn RBOP",
            "yarn BBOP"
        ]
    );
    assert_eq!(play.refused("yarn POBG"), ("4.1", "not_enough_yarn"));
    play.act("yarn POBR");
    assert_eq!(
        (play.bowl(0).as_str(), play.line("items 0").as_str()),
        ("R1B1", "scarf*1")
    );
}

/// 2.5: where only one way to pay, give or exchange is left nobody is asked, and the log tells it.
#[test]
fn what_is_forced_is_not_asked() {
    let cat = "bazaar - BB GG YY OO PP\nstep actions\nrequests +0\ndeck";
    for (position, action, log) in [
        (
            "bowl 0 P7\nstep actions craft 1 any colors".to_owned(),
            "any blanket",
            &["Ann pays 5 purple", "Ann crafts a blanket from any colors"][..],
        ),
        (
            "bowl 0 R1P1\nstep actions craft 1 any colors".to_owned(),
            "any hat",
            &[
                "Ann pays 1 red",
                "Ann pays 1 purple",
                "Ann crafts a hat from any colors",
            ],
        ),
        (
            "held 0 friendship-bracelets\nbowl 0 R3\nstep actions craft 1".to_owned(),
            "request 10",
            &[
                "Ann gives 1 red to Ben",
                "Ann gives 1 red to Ben",
                "Ann finishes Friendship Bracelets",
            ],
        ),
        (
            "bowl 0 R1B4\nstep actions exchange".to_owned(),
            "exchange R P",
            &["Ann exchanges 1 red for 1 purple"],
        ),
        (
            format!("{cat} tangled-cat"),
            "restock",
            &[
                "The event Tangled Cat comes to space 1",
                "Ann tangles the yarn of Ben",
                "The event at space 1 is over",
            ],
        ),
        (
            format!("{cat} donate\nbowl 0 G2"),
            "restock",
            &[
                "The event Donate comes to space 1",
                "Ann gives 1 green to Ben",
                "The event at space 1 is over",
            ],
        ),
    ] {
        let mut play = two(&position);
        play.act(action);
        assert_eq!(play.log(), log, "{action}");
        assert_eq!(play.line("pending"), "");
    }
}

/// 2.5: a choice of more than 252 ways is made in parts, so that no list is too long.
#[test]
fn a_very_large_choice_is_made_in_parts() {
    let mut play = two("held 0 snugglesaurus\nbowl 0 R9B9G9Y9O9P9\nstep actions craft 1");
    play.act("request 1");
    assert_eq!(play.legal().len(), 252);
    assert_eq!(play.refused("yarn RRRRRRRRR"), ("2.5", "wrong_count"));
    play.act("yarn PPPPP; yarn PPPR");
    assert_eq!(
        (play.bowl(0).as_str(), play.line("done 0").as_str()),
        ("R8B9G9Y9O9P1", "snugglesaurus")
    );
}
