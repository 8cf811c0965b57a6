use bobbin_circuitous::{Circuitous, Refusal};
use bobbin_game::{Game, Viewer};

use crate::situation::{all_but, is_over, legal, played, refused, setup, situation};

/// A branch on the start (exits at 0,21 to the north and 5,14 to the east), and another card.
fn branch_and(card: &str, hand: &str) -> Circuitous {
    situation(
        "players=2",
        &format!("card 1 0 branch 0,14,0\ncard 2 1 {card}\nhand 0 {hand}"),
    )
}

/// 4.1: a card is joined by an exit that meets an open one; elsewhere it cannot lie.
#[test]
fn a_card_is_joined_to_an_open_exit() {
    let state = situation("players=2", "card 1 0 branch 0,14,0\nhand 0 straight");
    let laying = played(&state, "play straight");
    assert_eq!(legal(&laying), ["at 0,28,0", "at 12,14,1"]);
    assert_eq!(refused(&laying, "at 0,29,0"), Refusal::JoinsNothing);
    assert_eq!(refused(&laying, "at 40,40,0"), Refusal::JoinsNothing);
}

/// 4.2: shared edges are fine, a shared unit is not.
#[test]
fn cards_do_not_overlap() {
    let beside = |x: i16| branch_and(&format!("straight {x},29,0"), "straight");
    assert!(legal(&played(&beside(10), "play straight")).contains(&"at 0,28,0".to_owned()));
    assert!(matches!(
        refused(&beside(9), "play straight; at 0,28,0"),
        Refusal::Overlaps { .. }
    ));
}

/// 4.3: an exit of the new card may not end on the white of an old one.
#[test]
fn a_new_exit_may_not_end_on_white() {
    let state = branch_and("straight 10,28,0", "branch");
    assert!(matches!(
        refused(&state, "play branch; at 0,28,0"),
        Refusal::OnWhite { .. }
    ));
}

/// 4.3: the new card may not cover an old open exit with its white.
#[test]
fn an_old_exit_may_not_end_on_white() {
    let state = branch_and("across 10,28,0", "straight");
    assert!(matches!(
        refused(&state, "play straight; at 0,28,0"),
        Refusal::OnWhite { .. }
    ));
}

/// 4.3: the start's edges and three edges of a finish are white, too.
#[test]
fn start_and_finish_have_white_edges() {
    let state = situation(
        "players=2",
        "card 1 0 branch 0,14,0\nfinish A 10,28,3\nhand 0 branch",
    );
    // The black edge is in the north: the finish covers x 3..17, y 23..33 and the exit at 5,28 would lie inside.
    assert!(matches!(
        refused(&state, "play branch; at 0,28,0"),
        Refusal::Overlaps { .. }
    ));
    let state = situation(
        "players=2",
        "card 1 0 branch 0,14,0\nfinish A 12,28,3\nhand 0 branch",
    );
    assert!(matches!(
        refused(&state, "play branch; at 0,28,0"),
        Refusal::OnWhite { .. }
    ));
    // Beside the start, a western exit would end on its eastern edge.
    let state = situation(
        "players=2",
        "card 1 0 branch 0,14,0\ncard 2 0 left 10,14,0\nhand 0 cross",
    );
    assert!(matches!(
        refused(&state, "play cross; at 10,0,0"),
        Refusal::OnWhite { .. }
    ));
}

/// 4.4: an exit at a corner of another card is on its edge.
#[test]
fn a_corner_touch_is_a_touch() {
    let state = branch_and("straight 10,35,0", "branch");
    assert!(matches!(
        refused(&state, "play branch; at 0,28,0"),
        Refusal::OnWhite { .. }
    ));
    let one_higher = branch_and("straight 10,36,0", "branch");
    played(&one_higher, "play branch; at 0,28,0");
}

/// 4.4: the slightest gap is enough.
#[test]
fn a_gap_of_one_unit_is_no_touch() {
    let state = branch_and("straight 11,28,0", "branch");
    played(&state, "play branch; at 0,28,0");
}

/// 4.1, 4.3, 4.10: a card may join two exits at once, and that place is offered once.
#[test]
fn two_paths_are_joined_at_once() {
    let state = branch_and("across 10,28,0", "cross");
    let laying = played(&state, "play cross");
    let places = legal(&laying);
    assert_eq!(places.iter().filter(|place| *place == "at 0,28,0").count(), 1);
    let after = played(&laying, "at 0,28,0").view(Viewer::Spectator);
    assert!(
        after
            .open
            .iter()
            .all(|open| open.port.at.y != 28 || open.port.at.x > 5 || open.port.at.x < 0)
    );
    // The western card has come alive through the cross.
    assert!(
        after
            .open
            .iter()
            .filter(|open| open.card == 2)
            .all(|open| open.live)
    );
}

/// 1.5, 4.9: the two ways over a bridge do not meet; its other exits are dead, and may be joined all the same.
#[test]
fn a_bridge_does_not_connect() {
    let state = situation("players=2", "card 1 0 bridge 0,14,0\nhand 0 straight");
    let live: Vec<(i16, bool)> = state
        .view(Viewer::Spectator)
        .open
        .iter()
        .map(|open| (open.port.at.x, open.live))
        .collect();
    assert_eq!(live, [(5, false), (-5, false), (0, true)]);
    let after = played(&state, "play straight; at 12,14,1").view(Viewer::Spectator);
    assert!(
        after
            .open
            .iter()
            .all(|open| open.live == (open.card == 1 && open.port.at.x == 0))
    );
}

/// 4.6: the last live exit may not be blocked.
#[test]
fn the_last_open_exit_is_not_blocked() {
    let state = situation("players=2", "card 1 0 straight 0,14,0\nhand 0 end-turn straight");
    assert_eq!(refused(&state, "play end-turn"), Refusal::NoPlace);
    let laying = situation(
        "players=2",
        "card 1 0 branch 0,14,0\ncard 2 0 end-turn 12,14,1\nhand 0 straight",
    );
    played(&laying, "play straight; at 0,28,0");
    // With a second exit the dead end may be laid at either, and then no more.
    let state = situation(
        "players=2",
        "card 1 0 branch 0,14,0\nhand 0 end-turn\nhand 1 straight",
    );
    let after = played(&state, "play end-turn; at 0,28,0");
    assert_eq!(after.view(Viewer::Spectator).open.len(), 1);
}

/// 4.6: a dead exit does not count as one to play on.
#[test]
fn a_dead_exit_leaves_no_play() {
    let state = situation("players=2", "card 1 0 bridge 0,14,0\nhand 0 end-turn");
    let laying = played(&state, "play end-turn");
    assert_eq!(refused(&laying, "at 0,28,0"), Refusal::LastExit);
    assert_eq!(legal(&laying).len(), 2, "at the dead exits of the bridge");
}

/// A branch whose eastern exit is in a corridor: only a straight fits there, and meets what lies at the end of it.
fn corridor(end: &str, cards: &str) -> Circuitous {
    let walls = "card 1 1 branch 0,14,0\ncard 3 0 straight 14,24,1\ncard 4 0 straight 14,4,1";
    situation("players=2", &format!("{walls}\ncard 2 1 {end} 26,14,1\n{cards}"))
}

/// 4.6: some card that is still in play must fit at a live exit.
#[test]
fn the_last_exit_takes_a_card_that_is_still_in_play() {
    let gone = "hand 0 end-turn\ndiscard 0 straight-draw\nhand 1 left\ndiscard 1 straight";
    let last = corridor("straight", gone);
    played(&last, "play end-turn; at 0,28,0");
    let none = corridor("straight", &format!("{gone} straight-draw"));
    assert_eq!(refused(&none, "play end-turn; at 0,28,0"), Refusal::LastExit);
}

/// 4.6: whether that card would leave an exit itself is not asked: it may be one that fills the last.
#[test]
fn nobody_has_to_look_further_ahead() {
    let state = corridor("end-turn", "hand 0 end-turn cross\nhand 1 straight left");
    let after = played(&state, "play end-turn; at 0,28,0; end");
    assert_eq!(refused(&after, "play straight; at 12,14,1"), Refusal::LastExit);
}

/// 4.6: what could not be laid before is not made impossible; nor is anything by the last card of all.
#[test]
fn a_card_blocks_only_what_could_be_laid() {
    let but = |cards: &str, laid: &str| all_but(&format!("{cards} {laid}"));
    let rest = |hand: &str| {
        let cards = format!(
            "card 5 0 end-turn 0,28,0\nhand 0 straight-draw\ndiscard 0 {}\n{}discard 1 {}",
            but("straight-draw", "straight straight end-turn"),
            if hand.is_empty() {
                String::new()
            } else {
                format!("hand 1 {hand}\n")
            },
            but(hand, "branch end-turn"),
        );
        corridor("end-turn", &cards)
    };
    for hand in ["", "tee"] {
        played(&rest(hand), "play straight-draw; at 12,14,1");
    }
    // A second straight could have been laid as the last card.
    assert_eq!(
        refused(&rest("straight"), "play straight-draw; at 12,14,1"),
        Refusal::LastExit
    );
}

/// 4.7: a card in front of black without room for another between them walls the finish.
#[test]
fn a_finish_is_not_walled() {
    let at = |finish: &str| {
        let text =
            format!("card 1 0 branch 0,14,0\ncard 2 1 across -12,30,0\nfinish A {finish}\nhand 0 straight");
        situation("players=2", &text)
    };
    assert_eq!(
        refused(&at("0,45,1"), "play straight; at 0,30,1"),
        Refusal::WallsFinish { finish: 0 }
    );
    // A wider ring is allowed.
    played(&at("0,51,1"), "play straight; at 0,30,1");
}

/// 4.7, 6.2: room for a finish that slides half an inch is room.
#[test]
fn room_for_a_slide_is_room() {
    let text = "turn 0\nfinish A 0,48,1\ncard 1 0 cross 0,14,0\ncard 2 1 cross 12,14,1\ncard 3 0 across 12,24,1\n\
                hand 0 straight tee branch left right\nhand 1 across sway-replace high-left bridge right\nturns 2 1";
    let state = situation("players=2", text);
    let after = played(&state, "play straight; at 0,28,0; end");
    assert!(is_over(&played(&after, "play sway-replace; at 10,36,0")));
}

/// 4.8: what ends the game may block everything.
#[test]
fn a_play_that_ends_the_game_need_not_leave_room() {
    let state = situation(
        "players=2",
        "card 1 0 straight 0,14,0\nfinish A 0,40,1\nhand 0 straight",
    );
    let over = played(&state, "play straight; at 0,28,0");
    assert!(is_over(&over));
}

/// 4.5: an exit may end on black if it points into it; beside it the same edge is white.
#[test]
fn black_is_no_white() {
    let text = "card 1 0 bridge 0,14,0\nfinish A -10,14,0\nhand 0 straight";
    let state = situation("players=2", text);
    assert!(!is_over(&state));
    let white = "card 1 0 bridge 0,14,0\nfinish A -10,14,2\nhand 0 straight";
    let error = Circuitous::from_position(&setup("players=2"), white).unwrap_err();
    assert!(error.message.contains("white"), "{error}");
}

/// 4.10: a card that looks the same upside down is named by its smaller turn.
#[test]
fn equal_turns_are_one() {
    let state = situation("players=2", "card 1 0 branch 0,14,0\nhand 0 straight");
    let refusal = refused(&state, "play straight; at 0,28,2");
    assert!(matches!(refusal, Refusal::SayOtherTurn { turn } if turn.quarters() == 0));
    let state = situation("players=2", "card 1 0 branch 0,14,0\nhand 0 cross tee");
    assert_eq!(legal(&played(&state, "play cross")).len(), 4);
    assert_eq!(legal(&played(&state, "play tee")).len(), 6);
}
