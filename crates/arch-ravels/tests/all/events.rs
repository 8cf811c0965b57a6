//! Events.

use crate::table::{at, four, two};

/// 7.1, 7.2: the cat goes to another player, who does not craft on the next turn.
#[test]
fn tangled_cat_stops_the_crafting_of_another_player() {
    let mut play =
        four("bazaar tangled-cat BB GG YY OO PP\nstep resolving 1 0\nrequests +0\nheld 1 loot\nbowl 1 Y9R9");
    assert_eq!(play.legal(), ["tangle 1", "tangle 2", "tangle 3"]);
    assert_eq!(play.refused("tangle 0"), ("7.2", "cat_for_oneself"));
    assert_eq!(play.refused("donate R 1"), ("6.6", "not_the_card"));
    play.act("tangle 1");
    assert!(play.has("tangled 1"));
    play.act("end; move 3");
    assert_eq!(
        play.step(),
        "actions shop 2",
        "the craft of shop 2 + craft 1 is void"
    );
    assert_eq!(play.refused("craft hat RY"), ("7.2", "tangled"));
    assert_eq!(
        play.refused("request 19 YYY"),
        ("7.2", "tangled"),
        "requests, too"
    );
    play.act("restock");
    while play.step() != "restock-actions" {
        let first = play.legal()[0].clone();
        play.act(&first);
    }
    play.act("end");
    assert!(!play.has("tangled 1"), "on that turn only");
}

/// 7.2: the marker may go to a space that has only Craft, and nothing is left to do there.
#[test]
fn a_tangled_player_may_move_to_a_craft_space() {
    let mut play = two("tangled 0\nbowl 0 R5B5\nbazaar RR BB GG YY OO PP");
    assert!(play.legal().contains(&"move 2".to_owned()));
    play.act("move 2");
    assert_eq!(play.legal(), ["restock"]);
    play.act("restock; end");
    assert!(!play.has("tangled 0"));
}

/// 7.2: Craft any colors is void, too.
#[test]
fn a_tangled_color_specialist_does_not_craft_any_colors() {
    let mut play = at(
        "players=2 seat0=neeha",
        "tangled 0\nbowl 0 R5B5\nbazaar RR BB GG YY OO PP",
    );
    play.act("move 3");
    assert_eq!(play.refused("any hat"), ("7.2", "tangled"));
}

/// 7.3: a second cat changes nothing.
#[test]
fn two_cats_on_one_player_do_not_add_up() {
    let mut play = two(
        "bazaar tangled-cat tangled-cat GG YY OO PP\nstep resolving 1 0\nrequests +0\nbowl 1 RB\nproject-deck 5\nlist lumberjack recess naptime",
    );
    play.act("tangle 1; end; move 2; restock");
    assert_eq!(play.chooser(), 1);
    play.act("end; move 4; restock");
    play.act("end; move 3");
    assert_eq!(play.step(), "actions shop 2 + craft 1", "the turn after is free");
}

/// 7.4: a tangled player crafts in the Craft Circle and in the final craft.
#[test]
fn the_circle_and_the_final_craft_know_no_cat() {
    let mut play =
        two("bazaar craft-circle BB GG YY OO PP\nstep resolving 1 1\nrequests +0\ntangled 1\nbowl 1 RB");
    play.act("craft hat RB");
    assert_eq!(play.line("items 1"), "hat*1");
    let mut play = two("step final-craft 1\ntangled 1\nbowl 1 RB");
    play.act("craft hat RB");
    assert_eq!(play.step(), "over");
}

/// 7.5, 7.11: three yarn of free colors, not to be passed.
#[test]
fn yarn_sale_gives_the_active_player_three() {
    let mut play =
        two("active 1\nbazaar - BB GG YY OO PP\nstep actions\ndeck yarn-sale\nrequests +0\nbowl 1");
    play.act("restock");
    assert_eq!((play.chooser(), play.legal().len()), (1, 56));
    assert_eq!(play.refused("pass"), ("2.3", "unfinished_choice"));
    play.act("yarn PRR");
    assert_eq!(
        (play.bowl(1).as_str(), play.step().as_str()),
        ("R2P1", "restock-actions")
    );
}

/// 7.6, 7.7: color and receiver are the giver's choice.
#[test]
fn donate_gives_one_yarn_to_another_player() {
    let mut play = four("bazaar donate BB GG YY OO PP\nstep resolving 1 0\nrequests +0\nbowl 0 R2P1\nbowl 2");
    assert_eq!(
        play.legal(),
        [
            "donate R 1",
            "donate R 2",
            "donate R 3",
            "donate P 1",
            "donate P 2",
            "donate P 3"
        ]
    );
    assert_eq!(play.refused("donate R 0"), ("7.6", "gift_for_oneself"));
    assert_eq!(play.refused("donate G 2"), ("7.6", "no_yarn_to_donate"));
    assert_eq!(play.refused("pass"), ("6.6", "no_pass"));
    play.act("donate P 2");
    assert_eq!((play.bowl(0).as_str(), play.bowl(2).as_str()), ("R2", "P1"));
}

/// 7.7: with an empty bowl nothing is given.
#[test]
fn donate_with_an_empty_bowl_does_nothing() {
    let mut play = two("bazaar - BB GG YY OO PP\nstep actions\ndeck donate\nrequests +0\nbowl 0");
    play.act("restock");
    assert_eq!(
        (play.step().as_str(), play.bowl(1).as_str()),
        ("restock-actions", "R1B1G1Y1O1P1")
    );
    assert!(play.log().contains(&"Ann has nothing to donate".to_owned()));
    assert!(play.line("discard").contains("donate"));
}

/// 6.6, 7.8, 7.11: everyone takes one, the active player first, then in turn order.
#[test]
fn friendly_clerk_gives_one_to_everyone() {
    let mut play = four("active 2\nbazaar - BB GG YY OO PP\nstep actions\ndeck friendly-clerk\nrequests +0");
    play.act("restock");
    let mut order = Vec::new();
    while play.step() != "restock-actions" {
        order.push(play.chooser());
        assert_eq!(play.legal().len(), 6);
        play.act("yarn B");
    }
    assert_eq!(order, [2, 3, 0, 1]);
    assert_eq!(
        [0, 1, 2, 3].map(|seat| play.bowl(seat)),
        ["R1B2G1Y1O1P1"; 4].map(str::to_owned)
    );
}

/// 6.6, 7.9: everyone may craft one item, the active player first; a pass is a pass.
#[test]
fn craft_circle_lets_everyone_craft_one_item() {
    let mut play = four("active 3\nbazaar - BB GG YY OO PP\nstep actions\ndeck craft-circle\nrequests +0");
    play.act("restock");
    assert_eq!(play.chooser(), 3);
    play.act("craft hat RB");
    assert_eq!(play.chooser(), 0);
    play.act("pass; craft hat YP; craft hat GO");
    assert_eq!(play.step(), "restock-actions");
    assert_eq!(
        [0, 1, 2, 3].map(|seat| play.line(&format!("items {seat}"))),
        ["", "hat*1", "hat*1", "hat*1"]
    );
}

/// 7.10: no requests and no any colors in the circle, and who can craft nothing is passed over.
#[test]
fn the_circle_is_for_items_by_pattern() {
    let mut play = four(
        "active 2\nbazaar - BB GG YY OO PP\nstep actions\ndeck craft-circle\nrequests +0\nheld 1 loot\nbowl 0\nbowl 1 Y3R1\nbowl 2\nbowl 3",
    );
    play.act("restock");
    assert_eq!(play.chooser(), 1, "the others have no yarn");
    assert_eq!(play.refused("request 19 YYY"), ("7.10", "items_only"));
    assert_eq!(play.refused("any hat"), ("7.10", "colors_matter_in_circle"));
    play.act("craft hat RY");
    assert_eq!(play.step(), "restock-actions");
    let mut nobody =
        two("bazaar - BB GG YY OO PP\nstep actions\ndeck craft-circle\nrequests +0\nbowl 0\nbowl 1");
    nobody.act("restock");
    assert_eq!(nobody.step(), "restock-actions");
}
