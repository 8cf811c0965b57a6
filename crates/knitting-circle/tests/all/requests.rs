//! 7: requests.

use bobbin_game::{Content as _, Game as _, Rulebook, Seat};
use bobbin_knitting_circle::{Condition, KnittingCircle, KnittingContent, Scenario};

use crate::table::Table;

fn crafting(lines: &str) -> Table {
    Table::at("players=2", &format!("phase crafting\n{lines}"))
}

const STRIPES: &str = "request identical-stripes\n";

/// 7.1, 9.8: everyone who fulfills a request scores it.
#[test]
fn everyone_scores_a_fulfilled_request() {
    let table = Table::at(
        "players=2",
        "phase over\nrequest purple met 0 1 flipped\nrequest navy met 1",
    );
    let score = |seat| table.game.score(Seat::new(seat)).requests;
    assert_eq!((score(0), score(1)), (4, 8));
}

/// 7.2: two players who fulfill a request in one round both take a paw.
#[test]
fn two_players_in_one_round_both_take_a_paw() {
    let lines = "completed 0 mittens-01 teal pink teal\ngarment 0 mittens-02 pink teal pink\n\
                 completed 1 hats-01 navy green navy green\ngarment 1 mittens-03 green navy green\n";
    let mut table = crafting(&format!("{STRIPES}{lines}"));
    table
        .play(1, "complete mittens-03")
        .play(0, "complete mittens-02");
    let view = table.everything();
    assert_eq!((view.boards[0].paws, view.boards[1].paws), (1, 1));
    assert_eq!(view.requests[0].met_by.len(), 2);
    assert!(
        !view.requests[0].is_flipped,
        "it is turned over at the end of the round"
    );
}

/// 7.3: a fulfilled request is turned over at the end of the round and gives no more paws.
#[test]
fn a_fulfilled_request_is_turned_over_at_the_round_end() {
    let lines = "completed 0 mittens-01 teal pink teal\ngarment 0 mittens-02 pink teal pink\n\
                 completed 1 hats-01 navy green navy green\ngarment 1 mittens-03 green navy green\n";
    let mut table = crafting(&format!("{STRIPES}{lines}center teal pink\n"));
    table
        .play(0, "complete mittens-02")
        .play(0, "done")
        .play(1, "done");
    assert!(table.everything().requests[0].is_flipped);
    let mut later = Table::at(
        "players=2",
        &format!("phase crafting\nround 2\nrequest identical-stripes met 0 flipped\n{lines}"),
    );
    later.play(1, "complete mittens-03");
    let view = later.everything();
    assert_eq!((view.boards[1].paws, view.requests[0].met_by.len()), (0, 2));
}

/// 7.4: only completed garments count; one may serve several requests.
#[test]
fn only_completed_garments_count_and_one_may_serve_several() {
    let mut table = crafting(
        "request stripes\nrequest identical-stripes\ncompleted 0 mittens-01 teal pink teal\ncompleted 0 mittens-04 teal green teal\ngarment 0 mittens-02 pink teal pink",
    );
    assert!(
        table
            .everything()
            .requests
            .iter()
            .all(|request| request.met_by.is_empty())
    );
    table.play(0, "complete mittens-02");
    assert!(
        table
            .everything()
            .requests
            .iter()
            .all(|request| request.met_by.contains(Seat::new(0)))
    );
    assert_eq!(table.everything().boards[0].paws, 2);
}

/// 7.5, 5.24: the last paw with two claimants: first come, first served; it may be used at once.
#[test]
fn the_last_paw_goes_to_the_first_claimant() {
    let lines = "completed 0 mittens-01 teal pink teal\ngarment 0 mittens-02 pink teal pink\n\
                 completed 1 hats-01 navy green navy green\ngarment 1 mittens-03 green navy green\n\
                 completed 0 socks-01 purple purple purple purple\npaws 0 11\n";
    let mut table = crafting(&format!("{STRIPES}{lines}"));
    table
        .play(1, "complete mittens-03")
        .play(0, "complete mittens-02");
    let view = table.everything();
    assert_eq!((view.boards[0].paws, view.boards[1].paws, view.paws), (11, 1, 0));
    assert_eq!(view.requests[0].met_by.len(), 2, "it is fulfilled all the same");
    table.play(1, "paw teal");
}

/// 7.5: no paw left: the request is met, nothing is taken.
#[test]
fn without_a_paw_left_nothing_is_taken() {
    let lines = "completed 0 mittens-01 teal pink teal\ngarment 0 mittens-02 pink teal pink\npaws 1 12\n";
    let mut table = crafting(&format!("{STRIPES}{lines}"));
    table.play(0, "complete mittens-02");
    assert_eq!(table.everything().boards[0].paws, 0);
    assert!(format!("{:?}", table.events).contains("NothingLeft"));
}

/// 7.6: the same two colors, any length, either color first.
#[test]
fn identical_stripes_have_the_same_two_colors() {
    let mut table = crafting(&format!(
        "{STRIPES}completed 0 mittens-01 teal pink teal\ngarment 0 hats-01 pink teal pink teal\ngarment 0 socks-01 green teal green teal"
    ));
    table.play(0, "complete socks-01");
    assert!(table.everything().requests[0].met_by.is_empty(), "other colors");
    table.play(0, "complete hats-01");
    assert!(table.everything().requests[0].met_by.contains(Seat::new(0)));
}

/// 7.4: every request of the content, just missed and then met: the same table with the last garment one short.
#[test]
#[expect(clippy::too_many_lines, reason = "one case for each request")]
fn conditions_are_met_exactly_at_their_count() {
    let solid = |card: &str, color: &str| format!("completed 0 {card} {}\n", [color; 4].join(" "));
    let button = |card: usize, color: &str, button: &str| {
        format!(
            "completed 0 mittens-{card:02} {} + {button}\n",
            [color; 3].join(" ")
        )
    };
    let color_buttons =
        button(1, "teal", "color-03") + &button(3, "navy", "color-02") + &button(4, "green", "color-04");
    let pattern_buttons = button(1, "teal", "pattern-07")
        + &button(3, "navy", "pattern-07")
        + &button(4, "green", "pattern-07");
    let garment_buttons = button(1, "teal", "garment-01")
        + &button(3, "navy", "garment-01")
        + &button(4, "green", "garment-01")
        + &button(5, "yellow", "garment-02");
    let rainbow = "completed 0 hats-01 purple purple purple navy navy\ncompleted 0 hats-02 navy teal teal teal green\n\
                   completed 0 hats-03 green green yellow yellow yellow\n";
    let mirror = "completed 0 hats-02 navy teal teal navy\n";
    // The request, what is completed before, a last garment that just misses it and one that meets it.
    let cases: [(&str, String, &str, &str); 18] = [
        (
            "identical-stripes",
            "completed 0 mittens-01 teal pink teal\n".into(),
            "mittens-02 teal navy teal",
            "mittens-02 pink teal pink",
        ),
        (
            "purple",
            solid("hats-01", "purple"),
            "hats-02 purple purple purple navy",
            "hats-02 purple purple purple purple",
        ),
        (
            "navy",
            solid("hats-01", "navy"),
            "hats-02 navy navy navy purple",
            "hats-02 navy navy navy navy",
        ),
        (
            "teal",
            solid("hats-01", "teal"),
            "hats-02 teal teal teal purple",
            "hats-02 teal teal teal teal",
        ),
        (
            "stripes",
            "completed 0 mittens-01 teal pink teal\ncompleted 0 mittens-02 navy pink navy\n".into(),
            "mittens-03 teal pink pink",
            "mittens-03 teal green teal",
        ),
        (
            "blocks",
            "completed 0 hats-01 teal teal pink pink\n".into(),
            "socks-01 pink green green pink",
            "socks-01 pink pink green green",
        ),
        (
            "mirrors",
            mirror.into(),
            "socks-01 pink teal pink teal",
            "socks-01 pink teal teal pink",
        ),
        (
            "solids",
            solid("hats-01", "teal") + &solid("hats-03", "navy"),
            "mittens-01 pink pink teal",
            "mittens-01 pink pink pink",
        ),
        (
            "patterns",
            solid("hats-01", "teal") + mirror,
            "mittens-01 pink pink pink",
            "mittens-01 pink teal pink",
        ),
        (
            "one-type",
            solid("hats-01", "teal") + mirror,
            "socks-03 pink teal pink teal",
            "hats-03 pink teal pink teal",
        ),
        (
            "types",
            solid("hats-01", "teal")
                + &solid("socks-02", "navy")
                + "completed 0 scarves-01 pink pink pink pink pink\n",
            "hats-03 pink teal pink teal",
            "mittens-03 pink teal pink",
        ),
        (
            "full",
            solid("mittens-01", "teal") + &solid("mittens-02", "navy"),
            "mittens-03 pink teal pink",
            "mittens-03 pink teal pink pink",
        ),
        (
            "four-colors",
            solid("mittens-01", "green"),
            "hats-03 pink teal navy pink",
            "hats-03 pink teal navy green",
        ),
        (
            "rainbow",
            rainbow.into(),
            "mittens-03 pink pink navy",
            "mittens-03 pink pink pink",
        ),
        (
            "three-buttons",
            button(1, "teal", "color-03 pattern-07 garment-01"),
            "mittens-02 pink pink teal",
            "mittens-02 pink pink pink",
        ),
        (
            "color-buttons",
            color_buttons,
            "mittens-02 teal teal teal",
            "mittens-02 pink pink pink",
        ),
        (
            "pattern-buttons",
            pattern_buttons,
            "mittens-02 pink pink teal",
            "mittens-02 pink pink pink",
        ),
        (
            "garment-buttons",
            garment_buttons,
            "hats-02 pink pink pink pink",
            "mittens-02 pink pink pink",
        ),
    ];
    let workspace = "workspace 0 color-06 - pattern-08 - garment-02 -";
    for (request, before, short, last) in cases {
        for (garment, is_met) in [(short, false), (last, true)] {
            let mut table = crafting(&format!(
                "request {request}\n{before}garment 0 {garment}\n{workspace}"
            ));
            let action = table.legal_of(0, "complete").remove(0);
            table.play(0, &action);
            let met_by = table.everything().requests[0].met_by;
            assert_eq!(met_by.contains(Seat::new(0)), is_met, "{request}: {garment}");
        }
    }
}

/// 7.7, 7.8, 11.13: the rules tell every kind of condition that a request, an objective or an achievement may have.
#[test]
fn the_rules_tell_every_kind_of_condition() {
    let rules = Rulebook::parse(KnittingCircle::RULES).unwrap();
    let told = |wants: Condition| match wants {
        Condition::Tiles(..) | Condition::AnyTiles(_) => ("7.7", "tiles, of a color or all"),
        Condition::Buttons(..) | Condition::AnyButtons(_) => ("7.7", "buttons, of a type or all"),
        Condition::Garment(..) | Condition::Garments(_) => ("7.7", "garments, of a type"),
        Condition::Pattern(..) => ("7.7", "with a pattern"),
        Condition::Full(_) => ("7.7", "full"),
        Condition::ThreeButtons(_) => ("7.7", "with three buttons"),
        Condition::IdenticalStripes(_) => ("7.7", "with identical stripes"),
        Condition::EachColor(_) => ("7.8", "\"Tiles of each color\""),
        Condition::OneType(_) => ("7.8", "\"garments of one type\""),
        Condition::Types(_) => ("7.8", "\"different garment types\""),
        Condition::Patterns(_) => ("7.8", "\"different patterns\""),
        Condition::ColorsInOne(_) => ("7.8", "\"colors in one garment\""),
        Condition::NoUgly => ("11.13", "no ugly buttons"),
        Condition::Points(_) => ("11.13", "points in all"),
        Condition::PointsFrom(..) => ("11.13", "of one line of the score sheet"),
        Condition::Requests(_) => ("11.13", "requests fulfilled"),
        Condition::TilesLeft(_) => ("11.13", "tiles left"),
        Condition::Victory => ("11.13", "victory"),
    };
    let content = KnittingContent::house();
    let requests = content.requests.iter().map(|request| request.wants);
    let objectives = content
        .scenarios
        .iter()
        .flat_map(Scenario::goals)
        .map(|(_, wants)| wants);
    let achievements = content
        .achievements
        .iter()
        .flat_map(|achievement| &achievement.wants)
        .copied();
    for wants in requests.chain(objectives).chain(achievements) {
        let (clause, words) = told(wants);
        assert!(
            rules.clause(clause).unwrap().text.contains(words),
            "{wants}: {clause}"
        );
    }
}
