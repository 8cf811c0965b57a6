//! 4: drafting.

use bobbin_knitting_circle::Event;

use crate::table::Table;

const FULL: &str =
    "circle purple/navy teal/green yellow/pink purple/navy teal/green yellow/pink purple/navy teal/green";

fn drafting(extra: &str) -> Table {
    Table::at("players=2", &format!("phase drafting 0\n{extra}"))
}

/// 4.1, 4.8: each seat takes four turns, beginning with the first player; then crafting begins.
#[test]
fn seats_take_four_turns_each_in_order() {
    let mut table = drafting(&format!("first 1\n{FULL}"));
    let mut order = Vec::new();
    while table.everything().phase == "drafting" {
        let seat = table.to_act()[0];
        order.push(seat);
        let action = table.legal(seat).remove(0);
        table.play(seat, &action);
    }
    assert_eq!(order, [1, 0, 1, 0, 1, 0, 1, 0]);
    assert_eq!(table.everything().phase, "crafting");
    assert_eq!(table.to_act(), [0, 1]);
    assert!(
        table
            .everything()
            .boards
            .iter()
            .all(|board| board.drafted.len() == 4)
    );
    let left = table
        .everything()
        .circle
        .iter()
        .flat_map(|space| [space.inner, space.outer])
        .flatten()
        .count();
    assert_eq!(left, 8, "eight tiles are left");
}

/// 4.2: one of the next two available spaces.
#[test]
fn a_cat_moves_to_one_of_the_next_two_spaces() {
    let mut table = drafting(FULL);
    assert_eq!(
        table.legal(0),
        ["draft 1 inner", "draft 1 outer", "draft 2 inner", "draft 2 outer"]
    );
    table
        .refuse(0, "draft 3 inner", "too_far")
        .refuse(0, "draft 9 inner", "no_such_slot");
    table
        .refuse(1, "draft 5 inner", "not_your_turn")
        .refuse(0, "done", "wrong_phase");
}

/// 4.3: occupied and empty spaces are skipped and not counted.
#[test]
fn occupied_and_empty_spaces_are_skipped() {
    let mut table = drafting("cats 0 1\ncircle purple/navy teal/green -/- -/pink purple/navy");
    assert_eq!(
        table.legal(0),
        ["draft 3 outer", "draft 4 inner", "draft 4 outer"]
    );
    table
        .refuse(0, "draft 1 inner", "space_taken")
        .refuse(0, "draft 2 inner", "open_slot");
}

/// 4.4: cat lapping: after a whole lap its own space is the last candidate.
#[test]
fn a_cat_may_come_round_to_its_own_space() {
    let table = drafting("cats 2 4\ncircle -/- -/- teal/- -/- navy/- -/- -/- pink/-");
    assert_eq!(table.legal(0), ["draft 7 inner", "draft 2 inner"]);
    let far = drafting("cats 2 4\ncircle purple/- -/- teal/- -/- navy/- -/- -/- pink/-");
    assert_eq!(
        far.legal(0),
        ["draft 7 inner", "draft 0 inner"],
        "two others come before it"
    );
}

/// 4.4: with only one available space the cat must go there, even if that is its own.
#[test]
fn with_one_available_space_the_cat_must_go_there() {
    let mut table = drafting("cats 2 4\ncircle -/- -/- teal/green -/- navy/-");
    assert_eq!(table.legal(0), ["draft 2 inner", "draft 2 outer"]);
    table.play(0, "draft 2 outer");
    assert_eq!(table.lines("cats"), ["cats 2 4"]);
    assert_eq!(table.legal(1), ["draft 4 inner"]);
}

/// 4.5: a drafted tile keeps the side of its space.
#[test]
fn a_drafted_tile_keeps_its_side() {
    let mut table = drafting(FULL);
    table.play(0, "draft 1 inner").play(1, "draft 6 outer");
    assert_eq!(table.lines("tiles"), ["tiles 0 teal-purl", "tiles 1 navy-knit"]);
}

/// 4.6: an outer tile does not slide in.
#[test]
fn an_outer_tile_does_not_slide_in() {
    let mut table = drafting(FULL);
    table.play(0, "draft 1 inner");
    let space = &table.everything().circle[1];
    assert_eq!((space.inner, space.outer.is_some()), (None, true));
}

/// 4.7: a player without an available space passes; the others go on.
#[test]
fn without_an_available_space_a_turn_is_passed() {
    let mut table = drafting("cats 0 4\ncircle teal/- -/- -/- -/- navy/green");
    table.play(0, "draft 0 inner");
    table.play(1, "draft 4 inner");
    // Seat 0 found nothing and passed; seat 1 takes the last tile; then nobody can move.
    assert_eq!(table.to_act(), [1]);
    table.play(1, "draft 4 outer");
    assert_eq!(table.everything().phase, "crafting");
    let passes = table.events.iter().filter_map(|told| match told.event {
        Event::Passed { seat } => Some(seat.index()),
        _ => None,
    });
    assert_eq!(
        passes.collect::<Vec<_>>(),
        [0, 0, 1, 0, 1],
        "five of the eight turns"
    );
}

/// 4.1, 8.7: turns and the first player's marker go round by the seats, from one to the next, also where that is not
/// back and forth.
#[test]
fn turns_and_marker_go_round_in_one_direction() {
    let mut table = Table::start("players=3");
    let (mut order, mut first) = (Vec::new(), Vec::new());
    while first.len() < 4 {
        let view = table.everything();
        let seat = table.to_act()[0];
        if view.phase == "drafting" {
            if order.len() % 12 == 0 {
                first.push(view.first.index());
            }
            order.push(seat);
        }
        let legal = table.legal(seat);
        let action = legal.iter().find(|action| *action == "done").unwrap_or(&legal[0]);
        table.play(seat, &action.clone());
    }
    for (round, &begins) in first.iter().enumerate().take(3) {
        assert_eq!(begins, (first[0] + round) % 3);
        let expected: Vec<usize> = (0..12).map(|turn| (begins + turn) % 3).collect();
        assert_eq!(order[round * 12..][..12], expected);
    }
}
