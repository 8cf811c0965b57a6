//! Craft.

use crate::table::{at, two};

/// 4.1, 4.2: the rulebook's example, mittens from 2 blue and 1 yellow.
#[test]
fn mittens_from_two_blue_and_one_yellow() {
    let mut play = two("patterns 0 RRR BBY PBOY\nbowl 0 B3Y1R1\nstep actions craft 2");
    play.act("craft mittens BBY");
    assert_eq!(
        (play.bowl(0).as_str(), play.line("items 0").as_str()),
        ("R1B1", "mittens*1")
    );
    assert_eq!(play.log(), ["Ann crafts mittens from 2 blue and 1 yellow"]);
}

/// 4.2: an exact pattern takes just its yarn, and all of it must be there.
#[test]
fn an_exact_pattern_takes_exactly_its_yarn() {
    let mut play = two("patterns 0 RRR BBY PBOY\nbowl 0 B3Y2R2\nstep actions craft 2");
    assert_eq!(play.refused("craft mittens BYY"), ("4.2", "not_the_pattern"));
    assert_eq!(play.refused("craft bear BBB"), ("4.2", "not_the_pattern"));
    assert_eq!(play.refused("craft bear RRR"), ("4.1", "not_enough_yarn"));
    assert_eq!(
        play.legal_with("craft"),
        [
            "craft hat RB",
            "craft hat RY",
            "craft hat BY",
            "craft mittens BBY"
        ]
    );
}

/// 4.2, 4.3: the rulebook's scarves: purple, blue, orange and yellow by the exact side, any four colors by the other.
#[test]
fn the_four_color_scarf_by_both_sides_of_its_tile() {
    let position = "patterns 0 RRR BBY PBOY\nbowl 0 RBGYOP\nstep actions craft 1";
    let mut exact = two(position);
    assert_eq!(
        exact
            .legal_with("craft")
            .iter()
            .filter(|it| it.contains("scarf"))
            .count(),
        1
    );
    assert_eq!(exact.refused("craft scarf RGYO"), ("4.2", "not_the_pattern"));
    exact.act("craft scarf BYOP");
    let mut general = two(&format!("{position}\nlearned 0 scarf"));
    assert_eq!(
        general
            .legal_with("craft")
            .iter()
            .filter(|it| it.contains("scarf"))
            .count(),
        15
    );
    assert_eq!(general.refused("craft scarf RRGY"), ("4.3", "not_the_rule"));
    general.act("craft scarf RGYO");
    assert_eq!(general.bowl(0), "B1P1");
}

/// 4.3, 4.4: each item by its general pattern; hats and blankets have no other.
#[test]
fn general_patterns_take_what_follows_their_rule() {
    let all = "learned 0 bear mittens scarf\nbowl 0 R5B5G5Y5O5P5\nstep actions craft 1";
    for (item, fits, ways) in [
        ("hat", "RB", 15),
        ("bear", "OOO", 6),
        ("mittens", "GGP", 30),
        ("scarf", "BGYP", 15),
        ("blanket", "YYYYY", 6),
    ] {
        let mut play = two(all);
        let listed = play.legal_with("craft");
        assert_eq!(
            listed.iter().filter(|it| it.contains(item)).count(),
            ways,
            "{item}"
        );
        let wrong = match item {
            "hat" => "RR",
            "bear" => "OOP",
            "mittens" => "GGG",
            "scarf" => "BBGP",
            _ => "YYYYO",
        };
        assert_eq!(
            play.refused(&format!("craft {item} {wrong}")),
            ("4.3", "not_the_rule"),
            "{item}"
        );
        play.act(&format!("craft {item} {fits}"));
        assert_eq!(play.line("items 0"), format!("{item}*1"));
    }
    let unlearned = two("patterns 0 RRR BBY PBOY\nbowl 0 R5B5G5Y5O5P5\nstep actions craft 1");
    let ways = |item: &str| {
        unlearned
            .legal_with("craft")
            .iter()
            .filter(|it| it.contains(item))
            .count()
    };
    assert_eq!(
        [
            ways("hat"),
            ways("bear"),
            ways("mittens"),
            ways("scarf"),
            ways("blanket")
        ],
        [15, 1, 1, 1, 6]
    );
}

/// 4.5: up to the number of crafts, the same item again if the yarn is there.
#[test]
fn craft_two_makes_up_to_two_items() {
    let mut play = two("bowl 0 R3B3\nstep actions craft 2");
    play.act("craft hat RB; craft hat RB");
    assert_eq!(play.refused("craft hat RB"), ("4.5", "no_craft"));
    assert_eq!(play.line("items 0"), "hat*2");
    two("bowl 0 R3B3\nstep actions craft 2").act("craft hat RB; restock");
}

/// 4.6: a craft is an item or a request, mixed at will.
#[test]
fn crafts_are_items_and_requests_mixed() {
    let mut play = two("bowl 0 R3B4\nheld 0 prodigy-cowl\nstep actions craft 2");
    play.act("craft hat RB");
    assert_eq!(play.refused("request 3 BBBB"), ("4.1", "not_enough_yarn"));
    let mut play = two("bowl 0 R3B5\nheld 0 prodigy-cowl\nstep actions craft 2");
    play.act("craft hat RB; request 3 BBBB");
    assert_eq!(play.refused("craft hat RB"), ("4.5", "no_craft"));
    assert_eq!(
        (play.line("items 0").as_str(), play.line("done 0").as_str()),
        ("hat*1", "prodigy-cowl")
    );
}

/// 4.7, 4.8: any five yarn make a blanket, a scarf, mittens or a bear need only their number, too.
#[test]
fn any_colors_make_every_item() {
    for (item, yarn) in [
        ("hat", "GG"),
        ("bear", "YGG"),
        ("mittens", "OYP"),
        ("scarf", "YYGG"),
        ("blanket", "OYYGG"),
    ] {
        let mut play = at(
            "players=2 seat0=neeha",
            "patterns 0 RRR BBY PBOY\nbowl 0 G2Y2O1P9\nstep actions craft 1 any colors",
        );
        play.act(&format!("any {item}; yarn {yarn}"));
        assert_eq!(play.line("items 0"), format!("{item}*1"));
        assert_eq!(play.refused("any hat"), ("4.7", "no_craft_any"), "{item}");
    }
}

/// 4.7: the number must be right.
#[test]
fn any_colors_still_take_the_right_number() {
    let mut play = at(
        "players=2 seat0=neeha",
        "bowl 0 RBGY\nstep actions craft 1 any colors",
    );
    assert_eq!(play.refused("any blanket"), ("4.1", "too_few_yarn"));
    assert_eq!(
        play.legal_with("any"),
        ["any hat", "any bear", "any mittens", "any scarf"]
    );
    play.act("any scarf");
    assert_eq!(play.bowl(0), "", "only one way was left, so it was paid");
}

/// 4.8: any colors work for a special request.
#[test]
fn any_colors_make_a_request() {
    let mut play = at(
        "players=2 seat0=neeha",
        "held 0 undone\nbowl 0 RBGYOP\nstep actions craft 1 any colors",
    );
    play.act("any request 25; yarn OYGBR");
    assert_eq!(
        (play.bowl(0).as_str(), play.line("done 0").as_str()),
        ("P1", "undone")
    );
    let mut plain = two("held 0 undone\nbowl 0 RBGYOP\nstep actions craft 1");
    assert_eq!(plain.refused("any request 25"), ("4.7", "no_craft_any"));
}
