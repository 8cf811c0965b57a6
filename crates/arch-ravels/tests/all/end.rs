//! The end of the game.

use bobbin_game::{Game, Seat};

use crate::table::{at, four, two};

/// 10.1, 10.2: an empty project deck with three listed is not the end; one missing at the refill is.
#[test]
fn the_game_ends_when_the_list_cannot_be_refilled() {
    let last = "step restock-actions\nlist lumberjack recess naptime\nproject-deck 0\nbowl 1\nbazaar RR BB GG YY OO PP";
    let mut play = two(last);
    play.act("end");
    assert_eq!(play.step(), "marker");
    let mut play = two(&format!("{last}\nitems 0 hat scarf"));
    play.act("finish 1; end");
    assert_eq!(play.step(), "over");
    assert!(play.state.outcome().is_some());
    let log = play.log();
    assert_eq!(
        log[log.len() - 2..],
        [
            "The project list cannot be filled any more: the game ends",
            "The game is over"
        ]
    );
}

/// 10.1, 9.1: the active player finishes the turn first, learning and frogging included.
#[test]
fn the_last_turn_is_played_to_its_end() {
    let mut play = two(
        "step restock-actions\nlist lumberjack recess naptime\nproject-deck 0\nbowl 0\nbowl 1\npatterns 0 RRR BBY PBOY\nitems 0 hat scarf*2 bear*2\nbazaar RR BB GG YY OO PP",
    );
    play.act("finish 1; learn bear; frog bear; yarn OOO; learn scarf; end");
    assert_eq!((play.step().as_str(), play.bowl(0).as_str()), ("over", "O3"));
    let sheet = play.state.sheet(Seat::new(0));
    let points: Vec<String> = sheet.lines.iter().map(|line| line.points.to_string()).collect();
    assert_eq!(points, ["13", "0", "7", "0", "0", "−3"]);
}

/// 10.1: one project left in the deck for two open places is not enough.
#[test]
fn a_partial_refill_is_the_end_too() {
    let mut play =
        two("step restock-actions\nlist - - naptime\nproject-deck 1\nbowl 1\nfinished 0 lumberjack");
    play.act("end");
    assert_eq!(play.step(), "over");
}

/// 10.3, 10.4: each other player in turn order may craft once; the active one may not.
#[test]
fn the_others_craft_once_more_in_turn_order() {
    let mut play = four(
        "active 2\nstep restock-actions\nlist - recess naptime\nproject-deck 0\nheld 3 loot\nbowl 3 YYY\nbowl 0 RB\nbowl 1 GO",
    );
    play.act("end");
    assert_eq!((play.chooser(), play.step().as_str()), (3, "final-craft 3"));
    assert_eq!(play.refused("any hat"), ("10.4", "colors_matter_at_the_end"));
    for other in ["frog hat", "learn bear", "finish 2", "end", "shop 1", "restock"] {
        assert_eq!(play.refused(other), ("2.1", "wrong_step"), "{other}");
    }
    play.act("request 19 YYY");
    assert_eq!(play.chooser(), 0);
    play.act("pass");
    assert_eq!(play.chooser(), 1);
    play.act("craft hat GO");
    assert_eq!(
        (
            play.step().as_str(),
            play.line("items 0").as_str(),
            play.line("items 1").as_str()
        ),
        ("over", "", "hat*1")
    );
}

/// 10.4: current patterns only, and who can craft nothing is passed over.
#[test]
fn the_final_craft_is_an_ordinary_one() {
    let mut play = four(
        "step restock-actions\nlist - recess naptime\nproject-deck 0\nbowl 1\nbowl 2 R1\nbowl 3 G3\npatterns 3 RRR BBY PBOY",
    );
    play.act("end");
    assert_eq!(
        play.step(),
        "over",
        "one red makes nothing, and Ted's bear is red"
    );
}

/// 10.4, 8.5: bracelets may be the final craft; the yarn reaches players who craft later.
#[test]
fn bracelets_can_be_the_final_craft() {
    let mut play = at(
        "players=3 seat0=rebecca seat1=derrick seat2=ted",
        "step restock-actions\nlist - recess naptime\nproject-deck 0\nheld 1 friendship-bracelets\nbowl 1 R1B1P2\nbowl 2\nbowl 0",
    );
    play.act("end; request 10; yarn RB");
    assert_eq!(
        (play.chooser(), play.bowl(0).as_str(), play.bowl(2).as_str()),
        (2, "P2", "R1B1")
    );
    play.act("craft hat RB");
    assert_eq!(
        (play.step().as_str(), play.line("done 1").as_str()),
        ("over", "friendship-bracelets")
    );
}

/// 10.5: the house stop comes behind the last turn of round 100, with the final craft.
#[test]
fn a_hundred_rounds_are_the_end() {
    let lines = "round 100\nfirst 1\nlist lumberjack recess naptime\nproject-deck 3\nbazaar RR BB GG YY OO PP\nbowl 1 RB";
    let mut play = two(&format!("{lines}\nactive 1\nstep restock-actions"));
    play.act("end");
    assert_eq!(
        (play.step().as_str(), play.chooser()),
        ("marker", 0),
        "seat 0 has its hundredth turn"
    );
    play.act("move 4; restock; end");
    assert_eq!((play.step().as_str(), play.chooser()), ("final-craft 1", 1));
    assert!(
        play.log()
            .contains(&"A hundred rounds are over: the game ends".to_owned())
    );
    play.act("pass");
    assert_eq!(play.step(), "over");
    let mut before = two(&format!(
        "{}\nactive 0\nstep restock-actions",
        lines.replace("100", "99")
    ));
    before.act("end");
    assert_eq!(
        (before.step().as_str(), before.line("round").as_str()),
        ("marker", "100")
    );
}

/// 2.1: nobody acts when the game is over.
#[test]
fn when_it_is_over_it_is_over() {
    let mut play = two("step over");
    assert!(play.state.to_act().is_empty() && play.legal().is_empty());
    assert_eq!(play.refusal(Seat::new(0), "end").to_string(), "The game is over.");
}
