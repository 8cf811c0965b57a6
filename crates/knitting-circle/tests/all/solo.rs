//! 10: solo.

use bobbin_game::{Content as _, Game as _, Match, Rulebook, Seat, Seed};
use bobbin_knitting_circle::{Color, KnittingCircle, KnittingContent};

use crate::table::{Table, setup};

fn solo(lines: &str) -> Table {
    Table::at("players=1", lines)
}

const KNIT: u32 = 0;
const PURL: u32 = 1;

/// 10.1: the player's cat on the star, the opponent's on the other starting space.
#[test]
fn the_player_stands_on_the_star() {
    let table = Table::start("players=1");
    assert_eq!(table.everything().cats, [0, 4]);
    assert_eq!(table.everything().boards.len(), 1);
}

/// 10.2: the player is always first.
#[test]
fn the_marker_never_passes() {
    let mut table = solo("phase crafting\ncenter teal pink\ncats 3 5");
    table.play(0, "done");
    let view = table.everything();
    assert_eq!(
        (view.round, view.first.index(), view.phase),
        (2, 0, "placing_center")
    );
    let first = table.events.iter().find_map(|told| match told.event {
        bobbin_knitting_circle::Event::Refilled { slot, .. } => Some(slot.space()),
        _ => None,
    });
    assert_eq!(first, Some(3), "the refill begins at the player's cat");
    table.play(0, "center teal 0 inner");
    let draft = table.legal(0).remove(0);
    table.play(0, &draft);
}

/// 10.3, 10.6: after each draft the coin is flipped by an action of its own; the inner tile leaves the game.
#[test]
fn the_opponent_moves_by_the_coin() {
    let circle =
        "circle purple/navy teal/green yellow/pink purple/navy teal/green yellow/pink purple/navy teal/green";
    let mut table = solo(&format!("phase drafting 0\n{circle}")).luck(&[PURL]);
    table.play(0, "draft 1 inner");
    assert_eq!(table.legal(0), ["coin"]);
    assert!(table.chance.asked.is_empty(), "the draft itself asks no chance");
    table.play(0, "coin");
    let view = table.everything();
    assert_eq!((view.cats.as_slice(), view.circle[5].inner), (&[1, 5][..], None));
    assert_eq!(view.out_of_game[&Color::Yellow], 1);
    assert_eq!(table.total_tiles(), 144);
    for _ in 0..3 {
        let draft = table.legal(0).remove(0);
        table.play(0, &draft).play(0, "coin");
    }
    assert_eq!(table.everything().phase, "crafting");
    assert_eq!(table.everything().out_of_game.values().sum::<u8>(), 4);
}

/// 10.6: the draft before the coin can be taken back, the coin cannot.
#[test]
fn a_draft_can_be_taken_back_before_the_coin() {
    let setup = setup("players=1");
    let circle =
        "phase drafting 0\ncircle purple/navy teal/green yellow/pink purple/navy teal/green yellow/pink";
    let state = KnittingCircle::from_position(&setup, circle).unwrap();
    let mut table = Match::from_position(setup, Seed::named("x"), state);
    let you = Seat::new(0);
    table.play(you, "draft 1 inner".parse().unwrap()).unwrap();
    table.undo(you).unwrap();
    table.play(you, "draft 2 inner".parse().unwrap()).unwrap();
    table.play(you, "coin".parse().unwrap()).unwrap();
    assert_eq!(table.undo(you).unwrap_err().code(), "chance_asked");
}

/// 10.4: without an available space of the flipped kind it goes to the next one of the other kind.
#[test]
fn without_a_space_of_that_side_the_opponent_takes_the_other() {
    let mut table =
        solo("phase coin 0\ncats 0 4\ncircle purple/navy -/- -/- teal/green -/- pink/-").luck(&[KNIT]);
    table.play(0, "coin");
    assert_eq!(
        table.everything().cats,
        [0, 5],
        "space 0 is knit, but the player's cat stands there"
    );
}

/// 10.4: its own space is its last candidate.
#[test]
fn the_opponents_own_space_is_its_last_candidate() {
    let mut table =
        solo("phase coin 0\ncats 0 4\ncircle purple/navy -/- -/- teal/green navy/- pink/-").luck(&[KNIT]);
    table.play(0, "coin");
    assert_eq!(
        table.everything().cats,
        [0, 4],
        "only its own space is knit and available"
    );
    assert_eq!(table.everything().out_of_game[&Color::Navy], 1);
    let mut other = solo("phase coin 0\ncats 0 4\ncircle purple/navy -/- teal/- -/- navy/-").luck(&[KNIT]);
    other.play(0, "coin");
    assert_eq!(
        other.everything().cats,
        [0, 2],
        "another knit space comes before its own"
    );
}

/// 10.4, 4.7: without any space it passes, and so does the player.
#[test]
fn without_any_space_the_opponent_passes() {
    let mut table = solo("phase coin 0\ncats 0 4\ncircle purple/-");
    table.play(0, "coin").play(0, "draft 0 inner").play(0, "coin");
    assert!(format!("{:?}", table.events).contains("OpponentPassed"));
    // Nothing is left: the player passes each turn, the coin is still flipped.
    table.play(0, "coin").play(0, "coin");
    assert_eq!(table.everything().phase, "crafting");
}

/// 10.5: without an inner tile it takes the outer; its cat blocks its space.
#[test]
fn the_opponent_takes_the_outer_tile_if_it_must() {
    let mut table =
        solo("phase coin 0\ncats 2 4\ncircle -/- -/- -/- teal/green -/- -/pink -/- purple/-").luck(&[PURL]);
    table.play(0, "coin");
    let view = table.everything();
    assert_eq!(
        (view.cats.as_slice(), view.out_of_game[&Color::Pink]),
        (&[2, 5][..], 1)
    );
    let blocked = solo("phase drafting 1\ncats 2 3\ncircle -/- -/- -/- teal/green -/- -/pink");
    assert_eq!(blocked.legal(0), ["draft 5 outer"]);
}

/// 10.7: a request gives a paw in rounds 1 to 4, none in 5 and 6.
#[test]
fn requests_give_paws_until_round_four() {
    for (round, paws) in [(1, 1), (4, 1), (5, 0), (6, 0)] {
        let mut table = solo(&format!(
            "phase crafting\nround {round}\nrequest identical-stripes\ncompleted 0 mittens-01 teal pink teal\ngarment 0 mittens-02 pink teal pink"
        ));
        assert_eq!(
            table.view(0).to_string().contains("points) +paw\n"),
            paws == 1,
            "the table promises a paw only where there is one"
        );
        table.play(0, "complete mittens-02");
        let view = table.everything();
        assert_eq!(
            (view.boards[0].paws, view.requests[0].met_by.len()),
            (paws, 1),
            "round {round}"
        );
    }
}

/// 10.8, 10.9: titles from 40 points on.
#[test]
fn a_solo_score_earns_a_title() {
    let title = |lines: &str| {
        solo(&format!("phase over\nround 6\n{lines}"))
            .game
            .outcome()
            .unwrap()
    };
    let full = |card: &str, color: &str| format!("completed 0 {card} {}\n", [color; 8].join(" "));
    // Scarves 8 to 10 give 10 points each for eight tiles, and 4, 3 and 2 on their cards.
    let three = full("scarves-08", "teal") + &full("scarves-09", "pink") + &full("scarves-10", "navy");
    let outcome = title(&three);
    assert_eq!(
        (outcome.total(Seat::new(0)), outcome.tier),
        (bobbin_game::Points::whole(39), None)
    );
    let forty = title(&(three + "completed 0 mittens-08 green green green\n"));
    assert_eq!(forty.total(Seat::new(0)), bobbin_game::Points::whole(41));
    assert_eq!(forty.tier, Some("Great Start!"));
    assert_eq!(forty.sheets.len(), 1, "the opponent has no sheet");
    let content = crate::table::fixed();
    let ladder: Vec<u16> = content.tiers.iter().map(|tier| tier.from).collect();
    assert_eq!(ladder, [40, 50, 60, 70, 80, 90, 100]);
    assert_eq!(content.tiers[6].title, "Knitting Master!");
}

/// 10.8: the clause names every title of the house with the score it takes.
#[test]
fn the_rules_name_every_title() {
    let rules = Rulebook::parse(KnittingCircle::RULES).unwrap();
    let clause = rules.clause("10.8").unwrap().text.replace(" points on ", " ");
    for tier in &KnittingContent::house().tiers {
        let told = format!("from {} {}", tier.from, tier.title);
        assert!(clause.contains(&told), "{told}: {clause}");
    }
}
