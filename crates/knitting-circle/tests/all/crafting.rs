//! 5: crafting.

use bobbin_game::{Game as _, Match, Seat, Seed, Stream};
use bobbin_knitting_circle::{Color, KnittingCircle};

use crate::table::{Table, setup};

const BAG: Stream = Stream(0);

fn crafting(lines: &str) -> Table {
    Table::at("players=2", &format!("phase crafting\n{lines}"))
}

/// Lines that leave nothing in the bag but what `left` says: all other tiles are out of the game.
fn bag_of(used: [usize; 6], left: [usize; 6]) -> String {
    let out = Color::ALL.into_iter().flat_map(|color| {
        let count = 24 - used[color.index()] - left[color.index()];
        std::iter::repeat_n(format!(" {color}"), count)
    });
    format!("out{}", out.collect::<String>())
}

/// All long johns from this card on, completed by seat 1 in colors that take turns.
fn long_johns(from: usize) -> String {
    let line = |number: usize| {
        let tiles = [Color::ALL[number % 6].name(); 5].join(" ");
        format!("completed 1 long-johns-{number:02} {tiles}\n")
    };
    (from..=12).map(line).collect()
}

/// 5.1, 3.3: all craft at once, in any order, until each says Done.
#[test]
fn all_craft_at_once() {
    let mut table =
        crafting("garment 0 mittens-01\ngarment 1 mittens-02\ntiles 0 teal-knit\ntiles 1 teal-knit");
    assert_eq!(table.to_act(), [0, 1]);
    table
        .play(1, "knit teal-knit mittens-02")
        .play(0, "knit teal-knit mittens-01")
        .play(1, "done");
    table.refuse(1, "done", "already_done");
    assert_eq!(table.to_act(), [0]);
}

/// 5.2: drafted tiles and the bowl pay and knit alike; a bowl tile has either side.
#[test]
fn bowl_tiles_have_either_side() {
    let mut table = crafting("garment 0 mittens-01 teal teal\ntiles 0 pink-bowl pink-knit pink-purl");
    assert_eq!(
        table.legal_of(0, "knit"),
        ["knit pink-purl mittens-01", "knit pink-bowl mittens-01"]
    );
    assert_eq!(
        table.legal_of(0, "start"),
        [
            "start mittens pink-knit",
            "start mittens pink-purl",
            "start mittens pink-bowl"
        ]
    );
    table.refuse(0, "knit teal-bowl mittens-01", "no_such_tile");
    table.play(0, "knit pink-bowl mittens-01");
}

/// 5.3: two needles, so two garments in progress.
#[test]
fn a_garment_needs_a_free_needle() {
    let mut table = crafting("garment 0 mittens-01\ngarment 0 hats-01\ntiles 0 pink-knit");
    assert!(table.legal_of(0, "start").is_empty());
    table.refuse(0, "start mittens pink-knit", "no_needle");
}

/// 5.4: a tile of the deck's color goes into the bag.
#[test]
fn starting_costs_a_tile_of_the_decks_color() {
    let mut table = crafting("tiles 0 pink-knit teal-bowl");
    table.refuse(0, "start mittens teal-bowl", "wrong_payment");
    let bag = table.everything().bag[&Color::Pink];
    table.play(0, "start mittens pink-knit");
    assert_eq!(table.everything().bag[&Color::Pink], bag + 1);
    assert_eq!(table.lines("tiles"), ["tiles 0 teal-bowl"]);
}

/// 5.5: two cards are drawn, one is kept, the other goes under the deck.
#[test]
fn one_of_two_cards_is_kept() {
    let mut table = crafting("tiles 0 pink-knit").luck(&[4, 9]);
    table.play(0, "start mittens pink-knit");
    assert_eq!(table.lines("offer"), ["offer 0 mittens-05 mittens-11"]);
    table
        .refuse(0, "keep mittens-01", "not_offered")
        .play(0, "keep mittens-11");
    assert_eq!(table.lines("garment"), ["garment 0 mittens-11"]);
    assert_eq!(table.lines("bottom"), ["bottom mittens-05 0"]);
    table.refuse(0, "keep mittens-05", "no_offer");
}

/// 5.6: with one card left one is drawn; an empty deck is closed.
#[test]
fn an_empty_deck_is_closed() {
    let mut table = crafting(&format!("{}tiles 0 green-bowl green-bowl", long_johns(2)));
    table.play(0, "start long-johns green-bowl");
    assert_eq!(table.legal(0), ["keep long-johns-01"]);
    table.play(0, "keep long-johns-01");
    assert!(table.lines("bottom").is_empty());
    assert!(table.legal_of(0, "start").is_empty());
    table.refuse(0, "start long-johns green-bowl", "empty_deck");
}

/// 5.6, 5.7, 2.11: a deck of bottom cards only, drawn by another seat: nothing is drawn by chance, but something hidden
/// is shown.
#[test]
fn a_bottom_card_drawn_by_another_seat_is_a_reveal() {
    let lines = format!(
        "bottom long-johns-01 0\nbottom long-johns-02 1\ntiles 0 green-bowl\ntiles 1 green-bowl\n{}",
        long_johns(3)
    );
    let mut table = crafting(&lines);
    table.play(1, "start long-johns green-bowl");
    assert_eq!(
        (table.chance.asked.len(), table.chance.reveals),
        (0, 1),
        "seat 1 did not know the first card"
    );
    assert_eq!(table.lines("offer"), ["offer 1 long-johns-01@01 long-johns-02"]);
    let seen = table.told(0).boards[1].offer.clone().unwrap();
    assert_eq!(
        seen.cards.len(),
        1,
        "seat 0 laid that card down and knows where it went"
    );
    table.play(1, "keep long-johns-02");
    assert_eq!(table.lines("bottom"), ["bottom long-johns-01@01 1"]);
    let mut alone = crafting(&lines.replace("bottom long-johns-02 1", "bottom long-johns-02 0"));
    alone.play(0, "start long-johns green-bowl");
    assert_eq!(alone.chance.reveals, 0, "seat 0 knew both cards");
}

/// 5.7: until a card is kept its drawer can do nothing else.
#[test]
fn an_open_offer_comes_first() {
    let mut table = crafting(
        "garment 0 mittens-01 teal teal teal\ntiles 0 pink-knit teal-purl\npaws 0 1\noffer 0 hats-01 hats-02",
    );
    assert_eq!(table.legal(0), ["keep hats-01", "keep hats-02"]);
    for action in [
        "done",
        "paw teal",
        "knit teal-purl mittens-01",
        "complete mittens-01",
        "flip pink-knit teal-purl",
    ] {
        table.refuse(0, action, "offer_open");
    }
    table.refuse(0, "start mittens pink-knit", "offer_open");
}

/// 5.8: tiles go onto the topmost open space of one's own garments in progress.
#[test]
fn spaces_are_filled_from_top_to_bottom() {
    let mut table = crafting(
        "garment 0 mittens-01\ngarment 1 mittens-02\ntiles 0 teal-knit teal-knit teal-purl pink-purl pink-purl",
    );
    table.refuse(0, "knit teal-knit mittens-02", "not_in_progress");
    for tile in ["teal-knit", "teal-knit", "teal-purl", "pink-purl"] {
        table.play(0, &format!("knit {tile} mittens-01"));
    }
    assert_eq!(
        table.lines("garment")[0],
        "garment 0 mittens-01 teal teal teal pink"
    );
    table.refuse(0, "knit pink-purl mittens-01", "full");
}

/// 5.9: knit on knit, purl on purl.
#[test]
fn a_tile_goes_only_onto_its_own_side() {
    let mut table = crafting("garment 0 mittens-01\ntiles 0 teal-knit teal-purl");
    table.refuse(0, "knit teal-purl mittens-01", "wrong_side");
    table.play(0, "knit teal-knit mittens-01");
}

/// 5.10: yarn and paws on spaces are taken at once.
#[test]
fn a_space_gives_yarn_or_a_paw_at_once() {
    let mut table = crafting(
        "garment 0 socks-01 teal teal\ngarment 0 hats-01 teal teal teal teal\ntiles 0 teal-knit teal-knit",
    );
    table.play(0, "knit teal-knit socks-01");
    assert_eq!(table.chance.asked, [(BAG, 144 - 8)]);
    assert_eq!(table.everything().boards[0].bowl, [Color::Purple]);
    table.play(0, "knit teal-knit hats-01");
    assert_eq!(
        (table.everything().boards[0].paws, table.everything().paws),
        (1, 11)
    );
}

/// 5.11: from an empty bag nothing is taken, of several tiles as many as there are.
#[test]
fn an_empty_bag_gives_nothing() {
    let lines = |left: [usize; 6]| {
        format!(
            "garment 0 socks-09 teal teal teal teal\ngarment 0 long-johns-01 teal teal\ntiles 0 teal-purl\n{}",
            bag_of([0, 0, 7, 0, 0, 0], left)
        )
    };
    let mut empty = crafting(&lines([0; 6]));
    empty.play(0, "knit teal-purl long-johns-01");
    assert!(empty.everything().boards[0].bowl.is_empty() && empty.chance.asked.is_empty());
    let mut one = crafting(&lines([0, 1, 0, 0, 0, 0]));
    one.play(0, "complete socks-09");
    assert_eq!(
        one.everything().boards[0].bowl,
        [Color::Navy],
        "two yarn, but only one is left"
    );
    assert_eq!(one.total_tiles(), 144);
}

/// 5.12: one tile goes into the bag, another is turned over.
#[test]
fn a_flip_costs_a_tile() {
    let mut table = crafting("tiles 0 teal-knit pink-bowl");
    assert_eq!(table.legal_of(0, "flip"), ["flip pink-bowl teal-knit"]);
    table.refuse(0, "flip teal-knit teal-knit", "no_other_tile");
    table.play(0, "flip pink-bowl teal-knit");
    assert_eq!(table.lines("tiles"), ["tiles 0 teal-purl"]);
    let mut pair = crafting("tiles 0 teal-knit teal-knit");
    pair.play(0, "flip teal-knit teal-knit");
    assert_eq!(pair.lines("tiles"), ["tiles 0 teal-purl"]);
}

/// 5.13: a bowl tile is no target of a flip.
#[test]
fn a_bowl_tile_is_not_flipped() {
    crafting("tiles 0 teal-knit pink-bowl").refuse(0, "flip teal-knit pink-bowl", "bowl_needs_no_flip");
}

/// 5.14: a paw brings a tile of a chosen color.
#[test]
fn a_paw_brings_a_chosen_color() {
    let mut table = crafting("paws 0 1");
    table.play(0, "paw yellow").refuse(0, "paw yellow", "no_paw");
    assert_eq!(table.lines("tiles"), ["tiles 0 yellow-bowl"]);
    assert_eq!(table.everything().paws, 12);
    assert!(table.chance.asked.is_empty());
}

/// 5.15: only a color that is in the bag.
#[test]
fn a_paw_finds_only_what_is_in_the_bag() {
    let mut table = crafting(&format!("paws 0 1\n{}", bag_of([0; 6], [0, 2, 0, 0, 0, 1])));
    assert_eq!(table.legal_of(0, "paw"), ["paw navy", "paw pink"]);
    table.refuse(0, "paw teal", "not_in_bag");
}

/// 5.16: no limit to paws and bowl.
#[test]
fn paws_and_bowl_have_no_limit() {
    let mut table = crafting("paws 0 12");
    for _ in 0..12 {
        table.play(0, "paw teal");
    }
    assert_eq!(table.everything().boards[0].bowl.len(), 12);
}

/// 5.17: only with all mandatory spaces filled, and never forced.
#[test]
fn mandatory_spaces_come_first() {
    let mut table = crafting("garment 0 mittens-01 teal teal\ntiles 0 teal-purl teal-purl");
    table
        .refuse(0, "complete mittens-01", "unfinished")
        .refuse(0, "complete mittens-02", "not_in_progress");
    table.play(0, "knit teal-purl mittens-01");
    assert!(
        table.legal(0).contains(&"knit teal-purl mittens-01".to_owned()),
        "it may grow on"
    );
    assert_eq!(table.legal_of(0, "complete"), ["complete mittens-01"]);
    table.play(0, "complete mittens-01");
}

/// 5.18: the needle is free at once; a completed garment gets no more tiles.
#[test]
fn a_completed_garment_frees_its_needle() {
    let mut table = crafting(
        "garment 0 mittens-01 teal teal teal\ngarment 0 hats-01\ntiles 0 teal-purl pink-purl\nworkspace 0 color-03 -",
    );
    table
        .play(0, "complete mittens-01 color-03")
        .refuse(0, "knit teal-purl mittens-01", "not_in_progress");
    assert_eq!(table.everything().boards[0].needles, 1);
    table.play(0, "start mittens pink-purl");
}

/// 5.19: immediate bonuses are taken.
#[test]
fn immediate_bonuses_are_taken() {
    let mut table = crafting("garment 0 mittens-08 teal teal teal\ngarment 0 mittens-10 pink pink pink");
    table
        .play(0, "complete mittens-08")
        .play(0, "complete mittens-10");
    let board = &table.everything().boards[0];
    assert_eq!((board.bowl.len(), board.paws), (1, 1));
}

/// 5.20: color, pattern and garment buttons, at most one of each.
#[test]
fn fitting_buttons_are_placed() {
    let mut table = crafting(
        "garment 0 mittens-01 teal pink teal\nworkspace 0 color-18 color-01 pattern-07 pattern-01 garment-03 garment-02",
    );
    table.refuse(
        0,
        "complete mittens-01 color-01 pattern-01 garment-02",
        "button_does_not_fit",
    );
    table.play(0, "complete mittens-01 color-18 pattern-01 garment-02");
    assert_eq!(
        table.lines("completed"),
        ["completed 0 mittens-01 teal pink teal + color-18 pattern-01 garment-02"]
    );
    assert_eq!(
        table.lines("workspace"),
        ["workspace 0 - color-01 pattern-07 - garment-03 -"]
    );
}

/// 5.21: fitting buttons are not left out; of two that fit one is chosen.
#[test]
fn of_two_fitting_buttons_one_is_chosen() {
    let mut table = crafting(
        "garment 0 mittens-01 teal pink teal\nworkspace 0 color-18 color-03 pattern-01 pattern-01 garment-03 -",
    );
    assert_eq!(
        table.legal_of(0, "complete"),
        [
            "complete mittens-01 color-18 pattern-01",
            "complete mittens-01 color-03 pattern-01"
        ],
        "two alike are one choice"
    );
    table.refuse(0, "complete mittens-01 color-18", "button_left_out");
    table.play(0, "complete mittens-01 color-03 pattern-01");
    assert_eq!(
        table.lines("workspace"),
        ["workspace 0 color-18 - - pattern-01 garment-03 -"]
    );
}

/// 5.22: the workspace is not filled up during crafting.
#[test]
fn the_workspace_waits_for_the_round_end() {
    let mut table = crafting("garment 0 mittens-01 teal teal teal\nworkspace 0 color-03 - - - - -");
    table.play(0, "complete mittens-01 color-03");
    assert!(table.lines("workspace").is_empty() && table.chance.asked.is_empty());
}

/// 5.23, 9.7: without a pattern there is an ugly button, for minus 3.
#[test]
fn a_garment_without_pattern_is_ugly() {
    let mut table = crafting("garment 0 mittens-01 teal pink green");
    table.play(0, "complete mittens-01");
    let view = table.everything();
    assert_eq!((view.boards[0].score.ugly, view.ugly_buttons), (-3, 11));
}

/// 5.24: paws run out; ugly buttons count beyond the twelve tokens.
#[test]
fn paws_run_out_but_ugliness_does_not() {
    let ugly: String = (1..=14)
        .map(|number| format!("completed 0 socks-{number:02} purple navy teal green\n"))
        .collect();
    let lines = format!("paws 1 12\ngarment 0 mittens-10 teal pink green\n{ugly}");
    let mut table = crafting(&lines);
    table.play(0, "complete mittens-10");
    let view = table.everything();
    assert_eq!((view.boards[0].paws, view.ugly_buttons), (0, 0));
    assert_eq!(view.boards[0].score.ugly, -45);
}

/// 3.3: Done is taken back by undo, also after another seat drew.
#[test]
fn done_is_undone_after_another_seat_drew() {
    let lines = "phase crafting\ngarment 0 mittens-01\ngarment 1 socks-01 teal teal\ntiles 1 teal-knit";
    let setup = setup("players=2");
    let state = KnittingCircle::from_position(&setup, lines).unwrap();
    let mut table = Match::from_position(setup, Seed::named("x"), state);
    let (ann, ben) = (Seat::new(0), Seat::new(1));
    table.play(ann, "done".parse().unwrap()).unwrap();
    table
        .play(ben, "knit teal-knit socks-01".parse().unwrap())
        .unwrap();
    table.undo(ann).unwrap();
    assert!(table.state().to_act().contains(ann));
    assert_eq!(table.undo(ben).unwrap_err().code(), "chance_asked");
    // A discard into the bag changes what others draw from it, so it cannot be taken back after their draw.
    let state =
        KnittingCircle::from_position(&setup, &format!("{lines}\ntiles 0 pink-knit teal-bowl")).unwrap();
    let mut table = Match::from_position(setup, Seed::named("x"), state);
    table
        .play(ann, "flip teal-bowl pink-knit".parse().unwrap())
        .unwrap();
    table
        .play(ben, "knit teal-knit socks-01".parse().unwrap())
        .unwrap();
    assert_eq!(table.undo(ann).unwrap_err().code(), "others_rely_on_it");
}

/// A match for this many at a position that all play at once.
fn all_at_once(players: usize, lines: &str) -> Match<KnittingCircle> {
    let setup = setup(&format!("players={players}"));
    let state = KnittingCircle::from_position(&setup, lines).expect("a position");
    Match::from_position(setup, Seed::named("x"), state)
}

#[track_caller]
fn refuse_undo(table: &mut Match<KnittingCircle>, seats: &[Seat]) {
    for &seat in seats {
        let refusal = table.undo(seat).expect_err("the phase is over");
        assert_eq!((refusal.code(), refusal.clause()), ("phase_over", Some("3.3")));
    }
}

/// 3.3, 8.2: once all are done crafting is over: nobody's Done is taken back while tiles to keep are chosen, not even
/// the last.
#[test]
fn done_cannot_be_undone_once_crafting_is_over() {
    let lines = "phase crafting\ncenter teal\ntiles 0 teal-knit teal-bowl pink-purl\ntiles 1 teal-knit teal-bowl pink-purl";
    let mut table = all_at_once(2, lines);
    let (ann, ben) = (Seat::new(0), Seat::new(1));
    let done = |table: &mut Match<KnittingCircle>, seat| {
        table.play(seat, "done".parse().unwrap()).unwrap();
    };
    done(&mut table, ann);
    table.undo(ann).unwrap();
    done(&mut table, ann);
    done(&mut table, ben);
    refuse_undo(&mut table, &[ann, ben]);
    // The choice itself can be taken back as long as others are still choosing, and no further.
    table.play(ann, "retain teal teal".parse().unwrap()).unwrap();
    table.undo(ann).unwrap();
    refuse_undo(&mut table, &[ann, ben]);
}

/// 3.3, 8.2: the choice of tiles that ends the round stands, even if there is nothing left to draw after it.
#[test]
fn the_last_choice_of_tiles_stands() {
    let nothing = bag_of([1, 0, 5, 0, 0, 2], [0; 6]);
    let lines = format!(
        "phase retaining\ncenter teal\n{nothing}\ntiles 0 teal-bowl teal-bowl pink-bowl\n\
         tiles 1 teal-bowl teal-bowl pink-bowl"
    );
    let mut table = all_at_once(2, &lines);
    let (ann, ben) = (Seat::new(0), Seat::new(1));
    for seat in [ann, ben] {
        table.play(seat, "retain teal teal".parse().unwrap()).unwrap();
    }
    refuse_undo(&mut table, &[ann, ben]);
}

/// 3.3, 10.2: alone one ends the phase with one's own Done: it stands.
#[test]
fn alone_done_stands_at_once() {
    let mut table = all_at_once(
        1,
        "phase crafting\ncenter teal\ntiles 0 teal-knit teal-bowl pink-purl",
    );
    let you = Seat::new(0);
    table.play(you, "done".parse().unwrap()).unwrap();
    refuse_undo(&mut table, &[you]);
}

/// 2.10, 3.3: a first garment cannot be given back once the last one has been kept, by nobody.
#[test]
fn a_first_garment_is_kept_once_all_have_one() {
    let (ann, ben) = (Seat::new(0), Seat::new(1));
    let keep = |table: &mut Match<KnittingCircle>, seat| {
        let mut legal = Vec::new();
        table.state().legal_actions(seat, &mut legal);
        table.play(seat, legal[0]).unwrap();
    };
    let mut table = Match::<KnittingCircle>::start(setup("players=2"), Seed::named("x"));
    for seat in [ann, ben] {
        table.play(seat, "first hats".parse().unwrap()).unwrap();
    }
    keep(&mut table, ann);
    table.undo(ann).unwrap();
    keep(&mut table, ann);
    keep(&mut table, ben);
    refuse_undo(&mut table, &[ann, ben]);
    let mut alone = Match::<KnittingCircle>::start(setup("players=1"), Seed::named("x"));
    alone.play(ann, "first hats".parse().unwrap()).unwrap();
    keep(&mut alone, ann);
    refuse_undo(&mut alone, &[ann]);
}

/// 5.11: the last tile of the bag goes to whose action comes first.
#[test]
fn draws_are_served_in_the_order_of_the_actions() {
    let lines = format!(
        "garment 0 socks-01 teal teal\ngarment 1 socks-02 teal teal\ntiles 0 teal-knit\ntiles 1 teal-knit\n{}",
        bag_of([0, 0, 6, 0, 0, 0], [0, 1, 0, 0, 0, 0])
    );
    let mut table = crafting(&lines);
    table
        .play(1, "knit teal-knit socks-02")
        .play(0, "knit teal-knit socks-01");
    let boards = table.everything().boards;
    assert_eq!((boards[0].bowl.len(), boards[1].bowl.len()), (0, 1));
}

/// 5.18: a button that comes later does not go onto a garment that is completed.
#[test]
fn a_completed_garment_gets_no_later_button() {
    let mut table = crafting("center teal\ngarment 0 mittens-01 purple purple purple");
    table
        .play(0, "complete mittens-01")
        .play(0, "done")
        .play(1, "done");
    assert!(
        table.lines("workspace")[0].contains("color-01"),
        "a button that would fit"
    );
    assert_eq!(
        table.lines("completed"),
        ["completed 0 mittens-01 purple purple purple"]
    );
}

/// 5.20: a color button fits only if all its colors are in the garment.
#[test]
fn some_of_a_buttons_colors_are_not_enough() {
    let mut table = crafting(
        "garment 0 mittens-01 teal pink teal\nworkspace 0 color-12 color-30 pattern-07 pattern-07 garment-05 garment-05",
    );
    assert_eq!(
        table.legal_of(0, "complete"),
        ["complete mittens-01"],
        "navy is missing for navy and teal, yellow for teal, yellow and pink"
    );
    table.refuse(0, "complete mittens-01 color-12", "button_does_not_fit");
}
