//! 3.1, 8: the end of a round.

use bobbin_game::Stream;
use bobbin_knitting_circle::{ButtonType, Color, Event};

use crate::table::Table;

const BAG: Stream = Stream(0);

fn crafting(lines: &str) -> Table {
    Table::at("players=2", &format!("phase crafting\ncenter teal pink\n{lines}"))
}

/// 3.1: six rounds of drafting and crafting.
#[test]
fn a_game_has_six_rounds() {
    let mut table = Table::start("players=2");
    let (mut rounds, mut phases) = (Vec::new(), Vec::new());
    let mut random = bobbin_game::SearchChance::new(1);
    let mut buffer = Vec::new();
    while let Some(seat) = bobbin_game::random_seat(bobbin_game::Game::to_act(&table.game), &mut random) {
        let view = table.everything();
        if rounds.last() != Some(&view.round) {
            rounds.push(view.round);
        }
        if phases.last() != Some(&view.phase) && matches!(view.phase, "drafting" | "crafting") {
            phases.push(view.phase);
        }
        let action = bobbin_game::Game::random_action(&table.game, seat, &mut random, &mut buffer);
        table.play(seat.index(), &action.to_string());
    }
    assert_eq!(rounds, [1, 2, 3, 4, 5, 6]);
    assert_eq!(phases, ["drafting", "crafting"].repeat(6));
}

/// 8.1, 8.2: who has more than two tiles chooses two; the rest goes into the bag.
#[test]
fn two_tiles_are_kept() {
    let mut table = crafting("tiles 0 teal-knit teal-bowl pink-purl\ntiles 1 navy-knit green-purl");
    let bag = table.everything().bag[&Color::Teal];
    table.play(0, "done").play(1, "done");
    assert_eq!(table.everything().phase, "retaining");
    assert_eq!(table.to_act(), [0], "two or fewer are kept without asking");
    assert_eq!(table.legal(0), ["retain teal teal", "retain teal pink"]);
    table.refuse(0, "retain teal", "wrong_number_retained").refuse(
        0,
        "retain navy navy",
        "not_yours_to_retain",
    );
    table.refuse(1, "retain navy green", "tiles_settled");
    assert!(
        table.chance.asked.is_empty(),
        "nothing is drawn before all have chosen"
    );
    table.play(0, "retain teal pink");
    let boards = table.everything().boards;
    assert_eq!(
        (&boards[0].bowl, boards[0].drafted.len()),
        (&vec![Color::Teal, Color::Pink], 0)
    );
    assert_eq!(
        boards[1].bowl,
        [Color::Navy, Color::Green],
        "drafted tiles move into the bowl"
    );
    let refilled = table
        .everything()
        .circle
        .iter()
        .flat_map(|space| [space.inner, space.outer])
        .flatten()
        .filter(|&color| color == Color::Teal)
        .count();
    assert_eq!(
        usize::from(table.everything().bag[&Color::Teal]) + refilled,
        usize::from(bag) + 1
    );
}

/// 8.3: workspaces are filled up to two of each type.
#[test]
fn workspaces_are_filled_up() {
    let mut table = crafting("workspace 0 color-01 - - pattern-02 garment-01 garment-02");
    table.play(0, "done").play(1, "done");
    for board in table.everything().boards {
        assert!(
            board
                .workspace
                .values()
                .all(|slots| slots.0.iter().all(Option::is_some))
        );
    }
    assert!(
        table.lines("workspace")[0].starts_with("workspace 0 color-01 "),
        "what was there stays"
    );
    let drawn = table
        .chance
        .asked
        .iter()
        .filter(|(stream, _)| (8..11).contains(&stream.0))
        .count();
    assert_eq!(drawn, 8);
}

/// 8.4: a pile that has run out leaves slots empty.
#[test]
fn an_empty_pile_leaves_slots_empty() {
    let counts = [3, 2].repeat(6);
    let kinds = (1..)
        .zip(counts)
        .flat_map(|(kind, count)| std::iter::repeat_n(kind, count));
    let mut lines = String::new();
    for (number, kind) in (1..=30).zip(kinds) {
        let (card, tiles) = match number {
            1..=16 => (format!("mittens-{number:02}"), "purple navy teal"),
            _ => (format!("socks-{:02}", number - 16), "green yellow pink green"),
        };
        let tiles = if number > 26 {
            "yellow pink yellow pink"
        } else {
            tiles
        };
        lines += &format!("completed 0 {card} {tiles} + garment-{kind:02}\n");
    }
    let mut table = Table::at(
        "players=2 requests=no",
        &format!("phase crafting\ncenter teal\n{lines}"),
    );
    table.play(0, "done").play(1, "done");
    let view = table.everything();
    assert_eq!(view.buttons[&ButtonType::Garment], 0);
    assert!(
        view.boards[1].workspace[&ButtonType::Garment]
            .0
            .iter()
            .all(Option::is_none)
    );
    assert!(
        view.boards[1].workspace[&ButtonType::Color]
            .0
            .iter()
            .all(Option::is_some)
    );
}

/// 8.5: open slots are filled clockwise from the first player's cat.
#[test]
fn the_circle_is_filled_from_the_first_players_cat() {
    let mut table = crafting(
        "first 1\ncats 0 6\ncircle navy/- navy/navy -/navy navy/navy navy/navy navy/navy navy/navy -/-",
    );
    table.play(0, "done").play(1, "done");
    let order: Vec<String> = table
        .events
        .iter()
        .filter_map(|told| match told.event {
            Event::Refilled { slot, .. } => Some(slot.to_string()),
            _ => None,
        })
        .collect();
    assert_eq!(order, ["7 inner", "7 outer", "0 outer", "2 inner"]);
}

/// 8.6: a partial refill: when the bag is empty the other slots stay open, and the game goes on.
#[test]
fn an_empty_bag_leaves_slots_open() {
    let mut out = String::from("out");
    for color in Color::ALL {
        let used = usize::from(matches!(color, Color::Teal | Color::Pink));
        let left = usize::from(color == Color::Green) * 3;
        out += &format!(" {color}").repeat(24 - used - left);
    }
    let mut table = crafting(&format!("cats 6 2\n{out}"));
    table.play(0, "done").play(1, "done");
    let view = table.everything();
    let green = Some(Color::Green);
    assert_eq!(
        (view.circle[6].inner, view.circle[6].outer, view.circle[7].inner),
        (green, green, green)
    );
    assert_eq!(
        view.circle
            .iter()
            .flat_map(|space| [space.inner, space.outer])
            .flatten()
            .count(),
        3
    );
    assert_eq!((table.total_tiles(), table.to_act()), (144, vec![1]));
}

/// 8.7: the marker passes, and the new first player lays a tile from the center.
#[test]
fn the_first_player_marker_passes() {
    let mut table = crafting("first 1\nround 3");
    table.play(1, "done").play(0, "done");
    let view = table.everything();
    assert_eq!(
        (view.round, view.first.index(), view.phase),
        (4, 0, "placing_center")
    );
    table
        .refuse(1, "center teal 0 inner", "not_your_turn")
        .play(0, "center teal 0 inner");
}

/// 8.8: after round 6 there is no clean-up.
#[test]
fn after_round_six_there_is_no_clean_up() {
    let mut table =
        crafting("round 6\ntiles 0 teal-knit teal-bowl pink-purl\nworkspace 0 color-01 - - - - -");
    let before = table.game.clone();
    table.play(0, "done").play(1, "done");
    assert_eq!(table.everything().phase, "over");
    assert!(table.chance.asked.is_empty());
    for key in ["tiles", "workspace", "circle", "round"] {
        let old: Vec<String> = bobbin_game::Game::to_position(&before)
            .lines()
            .filter(|line| line.starts_with(key))
            .map(str::to_owned)
            .collect();
        assert_eq!(table.lines(key), old);
    }
    table.refuse(0, "done", "game_over");
}

/// 3.3, 8.2: a choice of tiles can be made in any order of seats; only the last one ends the round.
#[test]
fn choices_at_the_round_end_are_simultaneous() {
    let three = "teal-knit teal-bowl pink-purl";
    let mut table = crafting(&format!("tiles 0 {three}\ntiles 1 {three}"));
    table.play(0, "done").play(1, "done").play(1, "retain teal teal");
    assert_eq!(table.to_act(), [0]);
    assert!(table.chance.asked.is_empty(), "seat 0 has not chosen yet");
    table.play(0, "retain teal pink");
    assert_eq!(table.everything().round, 2);
}

/// 8.1, 8.3, 8.5, 8.7: tiles, then workspaces, then the circle, then the marker. Discarded tiles can come up again.
#[test]
fn the_steps_of_a_round_end_have_their_order() {
    let three = "teal-knit teal-bowl pink-purl";
    let mut table = crafting(&format!("first 1\ntiles 0 {three}"));
    table.play(0, "done").play(1, "done");
    let before: u8 = table.everything().bag.values().sum();
    table.play(0, "retain teal pink");
    let streams: Vec<u32> = table.chance.asked.iter().map(|(stream, _)| stream.0).collect();
    let (buttons, tiles) = streams.split_at(12);
    assert!(buttons.iter().all(|stream| (8..11).contains(stream)) && tiles == [BAG.0; 16]);
    assert_eq!(
        table.chance.asked[12],
        (BAG, u32::from(before) + 1),
        "the discarded tile is in the bag before the circle is filled"
    );
    let filled: Vec<usize> = table
        .events
        .iter()
        .filter_map(|told| match told.event {
            Event::DrewButton { seat, .. } => Some(seat.index()),
            _ => None,
        })
        .collect();
    assert_eq!(
        filled,
        [1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0],
        "from the first player on"
    );
    assert!(matches!(
        table.events.last().map(|told| &told.event),
        Some(Event::RoundBegan { round: 2, first, .. }) if first.index() == 0
    ));
}
