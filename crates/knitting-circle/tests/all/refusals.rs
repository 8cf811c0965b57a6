//! 3: who may act, and refusals; positions and notation that make no sense.

use bobbin_game::{Game as _, Rulebook, Seat};
use bobbin_knitting_circle::{Action, KnittingCircle};

use crate::table::{Table, setup};

/// 3.2: only a seat that is to act, only an action of the phase.
#[test]
fn only_who_is_to_act_may_act() {
    let mut table = Table::at(
        "players=3",
        "phase drafting 0\nfirst 2\ncircle purple/navy teal/green yellow/pink purple/navy teal/green",
    );
    table
        .refuse(0, "draft 1 inner", "not_your_turn")
        .refuse(7, "done", "not_your_turn");
    for action in [
        "coin",
        "done",
        "keep hats-01",
        "first hats",
        "paw teal",
        "retain teal",
        "center teal 0 inner",
        "complete hats-01",
    ] {
        table.refuse(2, action, "wrong_phase");
    }
    for action in [
        "start hats yellow-bowl",
        "knit teal-bowl hats-01",
        "flip teal-bowl pink-knit",
    ] {
        table.refuse(2, action, "wrong_phase");
    }
    let mut crafting = Table::at("players=3", "phase crafting");
    for action in [
        "coin",
        "draft 1 inner",
        "first hats",
        "retain teal",
        "center teal 0 inner",
    ] {
        crafting.refuse(0, action, "wrong_phase");
    }
}

/// 3.4: after the end nobody acts.
#[test]
fn after_the_end_nobody_acts() {
    let mut table = Table::at("players=2", "phase over");
    assert!(table.to_act().is_empty() && table.legal(0).is_empty());
    table
        .refuse(0, "done", "game_over")
        .refuse(1, "coin", "game_over");
}

/// The rules text parses, and its rulings are marked.
#[test]
fn the_rules_are_numbered_clauses() {
    let rules = Rulebook::parse(KnittingCircle::RULES).unwrap();
    assert!(rules.clauses.len() > 80);
    assert!(rules.clause("5.13").unwrap().is_ruling && !rules.clause("5.12").unwrap().is_ruling);
}

/// Every clause is cited by a test: its number stands in a doc line above a `#[test]`.
#[test]
fn every_clause_is_shown_by_a_test() {
    let sources = [
        include_str!("crafting.rs"),
        include_str!("drafting.rs"),
        include_str!("extras.rs"),
        include_str!("hidden.rs"),
        include_str!("packs.rs"),
        include_str!("patterns.rs"),
        include_str!("reading.rs"),
        include_str!("refusals.rs"),
        include_str!("requests.rs"),
        include_str!("round_end.rs"),
        include_str!("scoring.rs"),
        include_str!("setting_up.rs"),
        include_str!("solo.rs"),
    ];
    let cited: Vec<&str> = sources
        .iter()
        .flat_map(|source| source.lines())
        .filter_map(|line| line.strip_prefix("/// "))
        .filter_map(|line| line.split(':').next())
        .flat_map(|numbers| numbers.split(", "))
        .collect();
    let rules = Rulebook::parse(KnittingCircle::RULES).unwrap();
    let missing: Vec<&str> = rules
        .clauses
        .iter()
        .map(|clause| clause.number.as_str())
        .filter(|number| !cited.contains(number))
        .collect();
    assert!(missing.is_empty(), "no test shows {missing:?}");
}

#[test]
fn notation_that_makes_no_sense_is_refused() {
    for text in [
        "",
        "knit",
        "keep hats-17",
        "keep hats-1",
        "keep hats-00",
        "draft 12 inner",
        "draft 01 inner",
        "draft 3",
        "paw red",
        "retain",
        "retain pink purple",
        "retain teal teal teal teal teal",
        "flip teal teal-knit",
        "complete hats-01 garment-01 color-01",
        "complete hats-01 color-31",
        "done now",
        " done",
    ] {
        assert!(text.parse::<Action>().is_err(), "{text:?}");
    }
    let told = |text: &str| text.parse::<Action>().unwrap_err().to_string();
    assert_eq!(
        told("flip"),
        "\"flip\": expected something like \"flip teal-bowl pink-knit\""
    );
    assert_eq!(
        told("fly away"),
        "\"fly away\": expected an action: first, keep, center, draft, coin, start, knit, flip, paw, complete, done, retain"
    );
    let error = "draft x inner".parse::<Action>().unwrap_err();
    assert_eq!(
        error.to_string(),
        "\"x\": expected the number of a space, 0 to 11"
    );
}

#[test]
fn positions_that_make_no_sense_are_refused_at_the_word() {
    let error = |text: &str| {
        KnittingCircle::from_position(&setup("players=2"), text)
            .unwrap_err()
            .to_string()
    };
    assert_eq!(
        error("phase crafting\ngarment 0 mittens-01 teal teal teal teal teal"),
        "line 2, column 42: mittens-01 has only 4 spaces"
    );
    assert_eq!(
        error("tiles 2 teal-knit"),
        "line 1, column 7: \"2\": expected the number of a seat in this game"
    );
    assert_eq!(
        error("garment 0 hats-01\ngarment 1 hats-01"),
        "line 2, column 11: hats-01 is somewhere else already"
    );
    assert_eq!(error("cats 1 1"), "line 1, column 8: two cats on space 1");
    assert!(error("phase coin 0").contains("coin (solo)"));
    assert!(error("workspace 0 pattern-01").contains("expected a color button or -"));
    assert!(error("workspace 0 color-01 color-01").contains("no more buttons"));
    assert!(error("completed 0 mittens-01 teal").contains("3 mandatory spaces"));
    assert!(error("what 1").contains("expected phase"));
    assert!(error("phase drafting 0").contains("seat 0 is to act and would have nothing to do"));
    assert!(error("round 1\nround 2").contains("a second line"));
    let needles = "phase crafting\noffer 0 hats-01 hats-02\ngarment 0 mittens-01\ngarment 0 mittens-02";
    assert!(error(needles).contains("seat 0 has drawn cards and no needle for one of them"));
    assert!(error("phase crafting\nfinished 0\noffer 0 hats-01").contains("could not keep one now"));
    assert!(error("phase center\ncenter teal\noffer 0 hats-01").contains("could not keep one now"));
    assert!(
        error("phase crafting\noffer 0 hats-01\noffer 0 hats-02").ends_with("a second offer of seat 0"),
        "its first cards would be lost"
    );
    assert!(error("workspace 0 color-01\nworkspace 0 color-02").ends_with("a second workspace of seat 0"));
    let three = "teal-knit teal-bowl pink-purl";
    assert!(
        error(&format!(
            "phase retaining\nfinished 1\ntiles 0 {three}\ntiles 1 {three}"
        ))
        .contains("seat 1 has finished and holds more than 2 tiles")
    );
    assert!(error(&format!("out{}", " teal".repeat(25))).contains("no more teal tiles"));
}

#[test]
fn a_position_is_read_as_it_is_written() {
    let text = "phase crafting\nround 2\nfirst 1\nfinished 0\ncats 3 5\ncenter navy teal\ncircle purple/- -/pink\n\
                request purple met 0 1 flipped\ntiles 0 teal-knit pink-bowl\npaws 1 2\n\
                workspace 0 color-01 - pattern-02 pattern-03 - garment-01\ngarment 0 mittens-07 teal teal\n\
                completed 1 hats-01 teal teal teal teal + color-03\noffer 1 socks-03 socks-05@01\nbottom socks-01@01 0\n";
    let game = KnittingCircle::from_position(&setup("players=2"), text).unwrap();
    let again = game.to_position();
    for line in text.lines().filter(|line| !line.starts_with("circle")) {
        assert!(again.lines().any(|written| written == line), "{line}\n{again}");
    }
    assert_eq!(game.first_player(), Seat::new(1));
}

/// What a touch on this piece alone is refused with.
fn touched(table: &mut Table, piece: &str) -> String {
    let meant = KnittingCircle::meant(&table.view(0), &[piece.to_owned()]);
    let action = meant.unwrap_or_else(|| panic!("{piece} means nothing"));
    let refused = table.try_play(0, &action.to_string());
    refused.expect_err(piece).to_string()
}

/// 3.2: that it is not done now, or what is missing for it, is said for a piece that begins nothing, too.
#[test]
fn a_piece_that_begins_nothing_is_explained() {
    let board = "garment 0 hats-01 yellow yellow\ntiles 0 teal-knit pink-bowl";
    let circle = "circle purple/navy teal/green yellow/pink purple/navy";
    let mut drafting = Table::at("players=2", &format!("phase drafting 0\n{circle}\n{board}"));
    for piece in [
        "tile:teal-knit",
        "garment:hats-01",
        "deck:hats",
        "center:teal",
        "bag:teal",
        "paw",
    ] {
        assert_eq!(
            touched(&mut drafting, piece),
            "That is not done now: the drafting phase is on.",
            "{piece}"
        );
    }
    let mut crafting = Table::at("players=2", &format!("phase crafting\n{board}"));
    for (piece, why) in [
        ("bag:teal", "You have no grabby paw."),
        ("paw", "You have no grabby paw."),
        ("deck:socks", "Starting socks costs a navy tile."),
    ] {
        assert_eq!(touched(&mut crafting, piece), why);
    }
    let full = "garment 0 hats-01 yellow yellow yellow yellow yellow\ntiles 0 teal-knit pink-bowl";
    let mut full = Table::at("players=2", &format!("phase crafting\n{full}"));
    for piece in ["tile:pink-bowl", "garment:hats-01"] {
        assert_eq!(
            touched(&mut full, piece),
            "All spaces of the hat are filled: complete the garment.",
            "{piece}"
        );
    }
    let mut bare = Table::at(
        "players=2",
        &format!("phase drafting 0\n{circle}\ntiles 0 pink-bowl"),
    );
    assert!(touched(&mut bare, "tile:pink-bowl").starts_with("That is not done now"));
}
