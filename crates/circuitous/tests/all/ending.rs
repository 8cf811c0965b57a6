use bobbin_circuitous::Circuitous;
use bobbin_game::{Game, Points, Seat, Viewer};

use crate::situation::{all_but, is_over, outcome, played, players, refused, situation};

fn totals(state: &Circuitous) -> Vec<Points> {
    Seat::all(players(state))
        .map(|seat| outcome(state).total(seat))
        .collect()
}

fn whole(points: &[i32]) -> Vec<Points> {
    points.iter().copied().map(Points::whole).collect()
}

fn winner(state: &Circuitous) -> usize {
    let winners = outcome(state).winners;
    assert_eq!(winners.len(), 1);
    winners.first().unwrap().index()
}

/// Lays a straight with its exit at 0,35 towards a finish that lies there.
fn straight_towards(finish: &str) -> Circuitous {
    let text = format!("card 1 0 branch 0,14,0\nfinish A {finish}\nhand 0 straight");
    played(&situation("players=2", &text), "play straight; at 0,28,0")
}

/// 6.1: touching black ends the game.
#[test]
fn an_exit_on_black_ends_the_game() {
    assert!(is_over(&straight_towards("0,40,1")));
    assert!(
        is_over(&straight_towards("7,40,1")),
        "the end point of the edge is black"
    );
    assert!(refused(&straight_towards("0,40,1"), "end") == bobbin_circuitous::Refusal::GameOver);
}

/// 6.2: a slide of exactly two units is near enough, three are not.
#[test]
fn a_finish_slides_two_units_but_not_three() {
    assert!(is_over(&straight_towards("0,41,1")));
    assert!(is_over(&straight_towards("0,42,1")));
    assert!(is_over(&straight_towards("6,42,1")));
    assert!(!is_over(&straight_towards("6,43,1")));
    assert!(is_over(&straight_towards("9,40,1")), "two to the side");
    assert!(!is_over(&straight_towards("10,40,1")));
}

/// 6.2: one across and one along is near enough; two and one is too far.
#[test]
fn a_slide_is_measured_in_a_straight_line() {
    assert!(is_over(&straight_towards("8,41,1")));
    assert!(!is_over(&straight_towards("9,41,1")));
    assert!(!is_over(&straight_towards("8,42,1")));
}

/// 6.2: a slide onto another exit's white or into a card is none.
#[test]
fn a_slide_must_be_legal() {
    let beside = |other: &str| {
        let text = format!("card 1 0 branch 0,14,0\ncard 2 1 {other}\nfinish A 6,42,1\nhand 0 straight");
        situation("players=2", &text)
    };
    // A card whose top the finish would only touch is not in its way, one unit higher it is.
    assert!(is_over(&played(
        &beside("across 11,28,0"),
        "play straight; at 0,28,0"
    )));
    let walled = refused(&beside("across 11,29,0"), "play straight; at 0,28,0");
    assert_eq!(
        walled,
        bobbin_circuitous::Refusal::WallsFinish { finish: 0 },
        "it would not end the game (4.8)"
    );
    // Nor is a dead exit that would come to lie on black.
    assert!(is_over(&played(
        &beside("straight 11,28,0"),
        "play straight; at 0,28,0"
    )));
}

/// 6.1, 4.9: a dead exit on black has no effect until it comes alive.
#[test]
fn a_dead_exit_on_black_waits() {
    let text = "card 1 0 bridge 0,14,0\ncard 2 1 right 0,28,0\ncard 3 1 left 10,28,0\nfinish A -10,14,0\nhand 0 right";
    let state = situation("players=2", text);
    assert!(!is_over(&state));
    let over = played(&state, "play right; at 10,14,2");
    // 6.5: the bridge is crossed twice and counts twice.
    assert_eq!(totals(&over), whole(&[7, 6]));
    let way = &over.view(Viewer::Spectator).ways[0];
    assert_eq!((way.length, way.reached), (5, true));
    assert_eq!(
        way.steps.iter().map(|step| step.card).collect::<Vec<_>>(),
        [1, 2, 3, 4, 1]
    );
}

/// 6.5: a bridge that is passed twice scores twice, for who owns it now.
#[test]
fn a_bridge_passed_twice_counts_twice() {
    let text = "card 1 1 bridge 0,14,0\ncard 2 0 right 0,28,0\ncard 3 0 left 10,28,0\ncard 4 0 right 10,14,2\nfinish A -10,14,0\nphase over";
    assert_eq!(totals(&situation("players=2", text)), whole(&[9, 4]));
}

/// Two finishes, to the west and to the east of a cross, both reached.
fn between_two(west: &str, east: &str) -> Circuitous {
    let text = format!(
        "card 1 0 cross 0,14,0\ncard {west} -12,14,1\ncard {east} 12,14,1\nfinish A -24,14,0\nfinish B 24,14,2\nphase over"
    );
    situation("players=3", &text)
}

/// 6.3, 6.4, 6.6: of two finishes reached at once the way with the higher sum counts.
#[test]
fn two_finishes_are_reached_at_once() {
    assert_eq!(
        totals(&between_two("2 1 straight", "3 2 bridge")),
        whole(&[1, 3, 0])
    );
}

/// 6.6: of equally short ways with equal sums the one played earlier counts.
#[test]
fn equal_shortest_ways_are_told_apart_by_age() {
    assert_eq!(
        totals(&between_two("2 1 straight", "3 2 straight")),
        whole(&[1, 3, 0])
    );
    assert_eq!(
        totals(&between_two("4 1 straight", "3 2 straight")),
        whole(&[1, 0, 3])
    );
}

/// 6.6: the higher sum comes before age.
#[test]
fn equal_shortest_ways_are_told_apart_by_their_sum() {
    assert_eq!(
        totals(&between_two("2 1 bridge", "3 2 straight")),
        whole(&[1, 0, 3])
    );
}

/// 6.4, 6.7: the way with fewer cards counts, whatever it is worth, and each seat scores its own cards.
#[test]
fn the_shortest_way_counts() {
    let text = "card 1 0 cross 0,14,0\ncard 2 1 bridge -12,14,1\ncard 3 2 straight 12,14,1\ncard 4 2 straight 26,14,1\nfinish A -24,14,0\nfinish B 38,14,2\nphase over";
    let state = situation("players=3", text);
    assert_eq!(totals(&state), whole(&[1, 2, 0]));
    assert_eq!(winner(&state), 1);
}

/// 6.8: equal totals: fewer turns, then later in turn order, counted from who began.
#[test]
fn ties_are_broken_by_turns_and_then_by_seat() {
    let tie = |more: &str| {
        let text = format!(
            "card 1 0 straight 0,14,0\ncard 2 1 straight 0,28,0\nfinish A 0,40,1\nphase over\n{more}"
        );
        situation("players=2", &text)
    };
    assert_eq!(winner(&tie("turns 2 1")), 1);
    assert_eq!(winner(&tie("turns 1 2")), 0);
    assert_eq!(winner(&tie("turns 1 1\nfirst 0")), 1);
    assert_eq!(winner(&tie("turns 1 1\nfirst 1")), 0);
    assert_eq!(
        outcome(&tie("turns 1 1")).decided_by,
        Some("fewer turns, then later in turn order")
    );
}

/// 6.8: the turn that ends the game counts.
#[test]
fn the_last_turn_counts() {
    let text = "card 1 1 straight 0,14,0\nfinish A 0,40,1\nhand 0 straight\nturns 1 1";
    let over = played(&situation("players=2", text), "play straight; at 0,28,0");
    assert_eq!(winner(&over), 1);
    assert_eq!(over.view(Viewer::Spectator).seats[0].turns, 2);
}

/// 6.9, 2.3, 2.6: when all are out of cards nobody wins, even before the first card.
#[test]
fn nobody_wins_when_all_are_out_of_cards() {
    let (all, last) = (all_but(""), all_but("straight"));
    let text = format!("turn 1\ndiscard 0 {all}\ndiscard 1 {last}\nhand 1 straight");
    let over = played(&situation("players=2", &text), "discard straight; end");
    assert!(outcome(&over).winners.is_empty());
    assert_eq!(totals(&over), whole(&[0, 0]));
}

/// 6.2: a slide that would put an exit on the white of the finish is none.
#[test]
fn a_slide_puts_no_exit_on_white() {
    // Only two units to the west bring the end of black to the exit at 0,35. A card stands there whose eastern edge the
    // white western edge of the finish would then touch at 0,36 to 0,45.
    let beside = |card: &str| {
        let text = format!(
            "card 1 0 branch 0,14,0\ncard 2 1 {card} -5,43,0\nfinish A 9,40,1\nhand 0 straight\nhand 1 tee"
        );
        played(&situation("players=2", &text), "play straight; at 0,28,0")
    };
    assert!(is_over(&beside("straight")), "white touches white");
    assert!(!is_over(&beside("across")), "its eastern exit would end on white");
}

/// 6.3, 6.4: one card may reach two finishes at once; its way counts once.
#[test]
fn one_card_reaches_two_finishes() {
    let text = "card 1 1 branch 0,14,0\nfinish A -10,28,0\nfinish B 10,28,2\nhand 0 tee";
    let state = situation("players=3", text);
    assert!(!is_over(&state));
    let over = played(&state, "play tee; at 0,28,0");
    assert_eq!(totals(&over), whole(&[2, 2, 0]));
    let view = over.view(Viewer::Spectator);
    assert_eq!(view.ways.len(), 1);
    assert_eq!((view.ways[0].finish, view.ways[0].length), ('A', 2));
}
