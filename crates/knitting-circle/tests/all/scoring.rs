//! 9: scoring.

use bobbin_game::{Content as _, Game as _, Points, Rulebook, Seat};
use bobbin_knitting_circle::{Bonus, GarmentType, KnittingCircle, KnittingContent};

use crate::table::Table;

fn over(lines: &str) -> Table {
    Table::at("players=2", &format!("phase over\nround 6\n{lines}"))
}

fn score(table: &Table) -> [i32; 5] {
    let score = table.game.score(Seat::new(0));
    [
        score.buttons,
        score.garments,
        score.bonuses,
        score.ugly,
        score.requests,
    ]
}

/// 9.1, 9.2: a garment that was never cast off scores nothing, not even a full one.
#[test]
fn a_full_garment_that_was_never_cast_off_scores_nothing() {
    let table = over("garment 0 mittens-06 teal teal teal teal\ngarment 0 hats-01 teal pink");
    assert_eq!(score(&table), [0; 5]);
}

/// 9.3: the points on all buttons.
#[test]
fn buttons_score_their_points() {
    let table = over("completed 0 mittens-08 teal pink teal + color-18 pattern-02 garment-02");
    assert_eq!(score(&table)[0], 3 + 4 + 3);
}

/// 9.4: the points of the lowest filled space.
#[test]
fn garments_score_their_lowest_filled_space() {
    assert_eq!(score(&over("completed 0 mittens-08 teal teal teal"))[1], 2);
    assert_eq!(score(&over("completed 0 mittens-08 teal teal teal teal"))[1], 4);
    assert_eq!(
        score(&over("completed 0 scarves-09 teal teal teal teal teal teal teal"))[1],
        8
    );
}

/// 9.5, 9.6: bonuses count all completed garments of their owner, the own one among them.
#[test]
fn bonuses_count_all_completed_garments() {
    let bonus = |lines: &str| score(&over(lines))[2];
    // Three full garments on "1 per full garment".
    let full = "completed 0 mittens-03 teal teal teal teal\ncompleted 0 mittens-08 pink pink pink pink\ncompleted 0 mittens-09 navy navy navy navy";
    assert_eq!(bonus(full), 3);
    assert_eq!(
        bonus("completed 0 socks-02 teal pink teal pink\ncompleted 1 mittens-08 teal pink teal"),
        2,
        "only the owner's"
    );
    assert_eq!(bonus("completed 0 mittens-06 teal teal teal"), 2, "flat points");
    assert_eq!(
        bonus("completed 0 mittens-13 teal teal teal\ncompleted 0 mittens-08 pink pink pink"),
        2,
        "one type with two"
    );
    assert_eq!(
        bonus("completed 0 mittens-12 teal teal teal\ncompleted 0 hats-09 pink pink pink pink"),
        2,
        "two types with one"
    );
    let three = "completed 0 mittens-15 teal teal teal + color-03 pattern-07 garment-01";
    assert_eq!(bonus(three), 2, "its own three buttons count");
    assert_eq!(
        bonus("completed 0 mittens-10 teal teal teal"),
        0,
        "a paw is no points"
    );
    assert_eq!(
        bonus("completed 0 mittens-14 teal teal teal"),
        1,
        "yarn and a point"
    );
}

/// 5.25, 9.11, 9.12: every kind of bonus beside the same garments: two solid, one striped, one colorblock, one
/// symmetrical; three of them full, one with three buttons; two types, of one of them four.
#[test]
fn every_kind_of_bonus_scores_as_it_reads() {
    let bonus = |card: usize| {
        let lines = format!(
            "completed 0 mittens-{card:02} teal teal teal teal + color-03 pattern-07 garment-01\n\
             completed 0 mittens-08 pink teal pink\ncompleted 0 mittens-09 pink pink navy navy\n\
             completed 0 mittens-10 navy pink pink navy\ncompleted 0 hats-09 navy navy navy navy"
        );
        score(&over(&lines))[2]
    };
    let cards = &crate::table::fixed().get().garment(GarmentType::Mittens).cards;
    let expected = [
        (1, "1 per striped garment", 1),
        (2, "1 per solid garment", 2),
        (3, "1 per full garment", 3),
        (4, "1 per colorblock garment", 1),
        (5, "1 per symmetrical garment", 1),
        (6, "2 points", 2),
        (12, "1 per garment type with 1 or more", 2),
        (13, "2 per garment type with 2 or more", 2),
        (15, "2 per garment with three buttons", 2),
        (16, "1 paw", 0),
    ];
    for (card, words, points) in expected {
        assert_eq!(cards[card - 1][0].to_string(), words);
        assert_eq!(bonus(card), points, "{words}");
    }
}

/// 9.11: the rules tell every kind of bonus that a card may have.
#[test]
fn the_rules_tell_every_kind_of_bonus() {
    let rules = Rulebook::parse(KnittingCircle::RULES).unwrap();
    let clause = &rules.clause("9.11").unwrap().text;
    let told = |bonus: Bonus| match bonus {
        Bonus::Points(_) => "points as such",
        Bonus::PerPattern(..) => "for each garment with a pattern",
        Bonus::PerFull(_) => "for each full garment",
        Bonus::PerThreeButtons(_) => "for each garment with three buttons",
        Bonus::PerType { .. } => "for each garment type with so many or more",
        Bonus::Yarn(_) => "yarn tiles",
        Bonus::Paws(_) => "grabby paws",
    };
    let cards = KnittingContent::house()
        .get()
        .garments
        .iter()
        .flat_map(|table| &table.cards);
    for bonus in cards.flatten() {
        assert!(clause.contains(told(*bonus)), "{bonus}: {clause}");
    }
}

/// 9.7: minus 3 for each garment without a pattern.
#[test]
fn each_ugly_button_costs_three() {
    assert_eq!(
        score(&over(
            "completed 0 mittens-08 teal pink navy\ncompleted 0 mittens-09 teal pink navy"
        ))[3],
        -6
    );
}

/// 9.9: most points win; among equals most tiles left; else the victory is shared.
#[test]
fn ties_are_broken_by_tiles_left() {
    let outcome = |lines: &str| over(lines).game.outcome().unwrap();
    let clear = outcome("completed 1 mittens-08 teal teal teal\ntiles 0 teal-bowl");
    assert_eq!((clear.ranks.as_slice(), clear.decided_by), (&[2, 1][..], None));
    let tied = outcome("tiles 0 teal-bowl\ntiles 1 teal-bowl teal-knit");
    assert_eq!(
        (tied.ranks.as_slice(), tied.decided_by),
        (&[2, 1][..], Some("most yarn tiles left"))
    );
    let shared = outcome("tiles 0 teal-bowl\ntiles 1 pink-knit");
    assert_eq!((shared.ranks.as_slice(), shared.winners.len()), (&[1, 1][..], 2));
}

/// 9.10: all tiles left count, drafted ones, too, and not only two.
#[test]
fn tiles_left_are_not_capped() {
    let outcome = over("tiles 0 teal-bowl teal-knit pink-purl\ntiles 1 teal-bowl teal-knit")
        .game
        .outcome()
        .unwrap();
    assert_eq!(outcome.ranks.as_slice(), [1, 2]);
}

/// 9.3 to 9.8: the sheet has five lines that add up, as on paper.
#[test]
fn the_sheet_has_five_lines() {
    let table = over("completed 0 mittens-06 teal pink navy + color-18\nrequest purple met 0");
    let outcome = table.game.outcome().unwrap();
    let lines: Vec<(&str, Points)> = outcome.sheets[0]
        .lines
        .iter()
        .map(|line| (line.name, line.points))
        .collect();
    let expected = [
        ("Buttons", 3),
        ("Garments", 2),
        ("Garment bonuses", 2),
        ("Ugly buttons", -3),
        ("Requests", 4),
    ];
    assert_eq!(
        lines,
        expected.map(|(name, points)| (name, Points::whole(points)))
    );
    assert_eq!(outcome.total(Seat::new(0)), Points::whole(8));
}

/// 9.10: tiles on a garment that was not completed are not left.
#[test]
fn tiles_on_an_unfinished_garment_are_not_left() {
    let outcome = over("garment 0 mittens-01 teal pink teal\ntiles 0 teal-bowl\ntiles 1 teal-bowl teal-knit")
        .game
        .outcome()
        .unwrap();
    assert_eq!(outcome.ranks.as_slice(), [2, 1]);
}
