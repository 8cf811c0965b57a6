use bobbin_circuitous::{Ability, Circuitous, Decks, Refusal, Setup};
use bobbin_game::{Content, Game, Options, Seat, Setup as _, Shelf, Source, Viewer};

use crate::situation::{all_but, is_over, legal, outcome, played, refused, situation};

/// 5.1, 5.4: a finish is turned a quarter, either way, about its centre.
#[test]
fn a_finish_is_turned() {
    let state = situation("players=2", "card 1 0 branch 0,14,0\nhand 0 tee-turn");
    let using = played(&state, "use tee-turn");
    assert_eq!(legal(&using), ["finish A left", "finish A right"]);
    let after = played(&using, "finish A left").view(Viewer::Spectator);
    assert_eq!(after.finishes[0].spot.to_string(), "0,108,0");
    assert_eq!(after.seats[0].discard[0].card.as_str(), "tee-turn");
    assert_eq!(refused(&using, "finish B left"), Refusal::NoSuchFinish);
}

/// 5.9: a finish slides by the width of a card, in one of four directions.
#[test]
fn a_finish_slides() {
    let state = situation("players=2", "card 1 0 branch 0,14,0\nhand 0 branch-slide");
    let using = played(&state, "use branch-slide");
    assert_eq!(
        legal(&using),
        [
            "finish A north",
            "finish A east",
            "finish A south",
            "finish A west"
        ]
    );
    let after = played(&using, "finish A west").view(Viewer::Spectator);
    assert_eq!(after.finishes[0].spot.to_string(), "-10,108,1");
}

/// 5.1: the result obeys 4.2 and 4.3: a finish does not slide into a card, nor its white onto an exit.
#[test]
fn a_finish_keeps_off_the_cards() {
    let state = situation(
        "players=2",
        "card 1 0 branch 0,14,0\nfinish A 0,43,1\ncard 2 1 straight 0,28,0\nhand 0 branch-slide",
    );
    let using = played(&state, "use branch-slide");
    assert!(matches!(
        refused(&using, "finish A south"),
        Refusal::Overlaps { .. }
    ));
    assert_eq!(
        legal(&using),
        ["finish A north", "finish A east", "finish A west"]
    );
}

/// 5.4, 5.10, 6.2: a finish that is turned into contact ends the game.
#[test]
fn a_finish_turned_into_contact_ends_the_game() {
    let state = situation(
        "players=2",
        "card 1 1 branch 0,14,0\nfinish A 6,28,0\nhand 0 tee-turn",
    );
    assert!(!is_over(&state));
    let over = played(&state, "use tee-turn; finish A right");
    assert_eq!(outcome(&over).total(Seat::new(1)), bobbin_game::Points::whole(2));
}

/// 5.9, 5.10: a finish that slides into contact ends the game.
#[test]
fn a_finish_slid_into_contact_ends_the_game() {
    let state = situation(
        "players=2",
        "card 1 1 branch 0,14,0\nfinish A 0,36,1\nhand 0 branch-slide",
    );
    assert!(is_over(&played(&state, "use branch-slide; finish A south")));
}

/// 5.5, 5.6: a card that is joined to the start only is an end card.
#[test]
fn an_end_card_on_the_start_is_turned() {
    let state = situation("players=2", "card 1 1 branch 0,14,0\nhand 0 branch-turn");
    let using = played(&state, "use branch-turn");
    // Turned right its eastern exit meets the start; turned left a white side would.
    assert_eq!(legal(&using), ["card 1 to 0,12,1"]);
    assert_eq!(refused(&using, "card 1 to 0,12,3"), Refusal::NoQuarterTurn);
    assert_eq!(
        refused(&using, "card 2 to 0,12,1"),
        Refusal::NoCardToTurn { number: 2 }
    );
    let after = played(&using, "card 1 to 0,12,1").view(Viewer::Spectator);
    assert_eq!((after.cards[0].number, after.cards[0].owner), (1, Seat::new(1)));
    assert_eq!(after.open.len(), 2);
}

/// 5.5: a straight has no exit on the side that would face its neighbour.
#[test]
fn a_straight_cannot_be_turned() {
    let state = situation(
        "players=2",
        "card 1 0 branch 0,14,0\ncard 2 0 straight 0,28,0\nhand 0 branch-turn",
    );
    assert!(matches!(
        refused(&state, "use branch-turn"),
        Refusal::NothingToDo {
            ability: Ability::TurnEnd
        }
    ));
}

/// 5.5, 5.6: a card that is joined at two exits is no end card.
#[test]
fn a_card_joined_twice_is_no_end_card() {
    let text = "card 1 0 branch 0,14,0\ncard 2 1 across 10,28,0\ncard 3 0 cross 0,28,0\ncard 4 1 right -10,28,0\nhand 0 branch-turn";
    let state = situation("players=2", text);
    let using = played(&state, "use branch-turn");
    assert_eq!(
        refused(&using, "card 3 to 0,26,1"),
        Refusal::NoEndCard { number: 3 }
    );
    assert!(legal(&using).iter().all(|action| action.starts_with("card 4 ")));
}

/// The decks of these tests with one card changed.
fn pack(from: &str, to: &str) -> Setup {
    let text = include_str!("rules.toml").replacen(from, to, 1);
    let decks = Decks::from_pack(&Source::new("twin.toml", text)).unwrap();
    Setup::new(&Options::new(), Shelf::put(decks)).unwrap()
}

/// 5.6: two joins to the same card are two; with several exits on the side that faces the neighbour one chooses.
#[test]
fn a_double_join_is_no_end_card() {
    let setup = pack("paths = [\"N S E+3\"]", "paths = [\"N-2 N+2 S\"]");
    let twins = "card 1 0 high-branch-turn 0,14,0\ncard 2 1 high-branch-turn 0,28,2\ncard 3 1 cross 0,42,0\nhand 0 branch-turn\nhand 1 tee";
    let state = Circuitous::from_position(&setup, twins).unwrap();
    let using = played(&state, "use branch-turn");
    assert_eq!(
        refused(&using, "card 2 to 0,28,1"),
        Refusal::NoEndCard { number: 2 }
    );
    let setup = pack("paths = [\"N S E+3\"]", "paths = [\"S E-3 E+3\"]");
    let end = "card 1 0 branch 0,14,0\ncard 2 1 high-branch-turn 0,28,0\nhand 0 branch-turn\nhand 1 tee";
    let state = Circuitous::from_position(&setup, end).unwrap();
    assert_eq!(
        legal(&played(&state, "use branch-turn")),
        ["card 2 to 3,26,1", "card 2 to -3,26,1"]
    );
}

/// 5.7: a replacement lies exactly where the old card lay, and the old card goes to its owner's pile.
#[test]
fn a_card_is_replaced() {
    let text = "card 1 1 branch 0,14,0\ncard 2 1 straight 0,28,0\nhand 0 cross-replace straight";
    let state = situation("players=2", text);
    let replacing = played(&state, "use cross-replace; with straight");
    assert_eq!(legal(&replacing), ["over 1 turn 0", "over 2 turn 0"]);
    assert_eq!(refused(&replacing, "over 1 turn 1"), Refusal::OtherRectangle);
    assert!(matches!(
        refused(&replacing, "over 1 turn 2"),
        Refusal::SayOtherTurn { .. }
    ));
    assert_eq!(
        refused(&replacing, "over 3 turn 0"),
        Refusal::NoCardToReplace { number: 3 }
    );
    let after = played(&replacing, "over 2 turn 0").view(Viewer::Spectator);
    assert_eq!((after.cards[1].owner, after.cards[1].number), (Seat::new(0), 3));
    assert_eq!(after.seats[1].discard[0].card.as_str(), "straight");
    assert_eq!(after.seats[0].discard[0].card.as_str(), "cross-replace");
    assert_eq!(after.seats[0].hand_size, 0);
}

/// 5.7: every exit that was joined to the old card is joined again.
#[test]
fn a_replacement_breaks_no_join() {
    let text = "card 1 1 branch 0,14,0\ncard 2 1 straight 0,28,0\nhand 0 cross-replace across left tee";
    let state = situation("players=2", text);
    let using = played(&state, "use cross-replace");
    assert_eq!(
        legal(&using),
        ["with left", "with tee"],
        "crossways cards would break a join everywhere"
    );
    assert!(matches!(
        refused(&using, "with across"),
        Refusal::ReplacesNothing { .. }
    ));
    let replacing = played(&using, "with left");
    assert_eq!(refused(&replacing, "over 1 turn 0"), Refusal::BreaksJoin);
    assert_eq!(legal(&replacing), ["over 2 turn 0"]);
}

/// 5.7: it takes a second card; two of the same kind will do.
#[test]
fn replacing_needs_a_second_card() {
    let state = situation("players=2", "card 1 1 branch 0,14,0\nhand 0 cross-replace");
    assert_eq!(refused(&state, "use cross-replace"), Refusal::NeedsSecond);
    let state = situation("players=2", "card 1 1 branch 0,14,0\nhand 0 cross-replace cross");
    let using = played(&state, "use cross-replace");
    assert!(matches!(
        refused(&using, "with cross-replace"),
        Refusal::NotInHand { .. }
    ));
    played(&using, "with cross; over 1 turn 0");
}

/// 5.8: the only card on the table is replaced by one that could be the first.
#[test]
fn the_only_card_is_replaced_by_a_first_card() {
    let state = situation(
        "players=2",
        "card 1 1 branch 0,14,0\nhand 0 cross-replace straight tee",
    );
    let using = played(&state, "use cross-replace");
    assert_eq!(legal(&using), ["with tee"]);
    assert!(matches!(
        refused(&using, "with straight"),
        Refusal::ReplacesOnlyCard { .. }
    ));
    assert_eq!(legal(&played(&using, "with tee")), ["over 1 turn 0"]);
}

/// 5.7, 5.10: a replacement can complete a way.
#[test]
fn a_replacement_can_end_the_game() {
    let text =
        "card 1 1 branch 0,14,0\ncard 2 1 right 0,28,0\nfinish A 0,42,1\nhand 0 cross-replace straight";
    let state = situation("players=2", text);
    assert!(is_over(&played(
        &state,
        "use cross-replace; with straight; over 2 turn 0"
    )));
}

/// 4.6, 5.1, 5.7: a replacement that cuts off every live exit is not legal.
#[test]
fn a_replacement_may_not_cut_off_the_last_way() {
    let text = "card 1 1 branch 0,14,0\ncard 2 1 end-turn 12,14,1\ncard 3 1 straight 0,28,0\nhand 0 cross-replace end-turn straight";
    let state = situation("players=2", text);
    let using = played(&state, "use cross-replace");
    assert_eq!(refused(&using, "with end-turn; over 3 turn 0"), Refusal::LastExit);
    // A straight in place of the dead end opens a second way.
    played(&using, "with straight; over 2 turn 1");
}

/// 5.2: draw two cards, then play or discard one; no further ability.
#[test]
fn draw_two_then_play_one() {
    let state = situation(
        "players=2",
        "card 1 0 branch 0,14,0\nhand 0 straight-draw branch-slide",
    );
    let drawn = played(&state, "use straight-draw");
    assert_eq!(drawn.view(Viewer::Spectator).seats[0].hand_size, 3);
    assert_eq!(refused(&drawn, "use branch-slide"), Refusal::NoFurtherAbility);
    assert!(legal(&drawn).iter().all(|action| !action.starts_with("use")));
    assert_eq!(refused(&drawn, "end"), Refusal::NotDone);
    played(&drawn, "discard branch-slide; end");
    played(&drawn, "play branch-slide");
}

/// 5.2, 5.3: draw two with a deck of one card, of none, and of none with no other card.
#[test]
fn draw_two_with_a_deck_of_one_and_of_none() {
    let with = |hand: &str, deck: &str| {
        let gone = all_but(&format!("{hand} {deck}"));
        situation(
            "players=2",
            &format!("card 1 1 branch 0,14,0\nhand 0 {hand}\ndiscard 0 {gone}\nhand 1 tee"),
        )
    };
    let one =
        played(&with("straight-draw left", "right"), "use straight-draw").view(Viewer::Seat(Seat::new(0)));
    assert_eq!((one.seats[0].hand_size, one.seats[0].deck_size), (2, 0));
    let none = played(&with("straight-draw left", ""), "use straight-draw");
    assert_eq!(none.view(Viewer::Spectator).seats[0].hand_size, 1);
    played(&none, "discard left; end");
    assert_eq!(
        refused(&with("straight-draw", ""), "use straight-draw"),
        Refusal::NothingToDraw
    );
    assert_eq!(
        played(&with("straight-draw", "left"), "use straight-draw")
            .view(Viewer::Spectator)
            .seats[0]
            .hand_size,
        1
    );
}

/// 5.1: a card without an ability cannot be used, and an ability that is chosen has to be carried out.
#[test]
fn abilities_belong_to_their_cards() {
    let state = situation("players=2", "card 1 0 branch 0,14,0\nhand 0 straight tee-turn");
    assert!(matches!(
        refused(&state, "use straight"),
        Refusal::NoAbility { .. }
    ));
    let using = played(&state, "use tee-turn");
    assert!(matches!(
        refused(&using, "finish A north"),
        Refusal::CarryOut {
            ability: Ability::TurnFinish
        }
    ));
    assert!(matches!(
        refused(&using, "discard straight"),
        Refusal::CarryOut { .. }
    ));
}

/// 5.3, 5.5, 5.7, 5.8: a refusal names the clause of what was tried.
#[test]
fn a_refusal_names_the_clause_of_its_ability() {
    let clause = |position: &str, actions: &str| {
        let state = situation("players=2", position);
        bobbin_game::Refusal::clause(&refused(&state, actions))
    };
    let one = "card 1 1 branch 0,14,0\nhand 0 branch-turn cross-replace straight across tee";
    let two = "card 1 1 branch 0,14,0\ncard 2 1 straight 0,28,0\nhand 0 cross-replace straight across";
    assert_eq!(clause(one, "use branch-turn; card 99 to 0,12,1"), "5.5");
    assert_eq!(
        clause(two, "use cross-replace; with straight; over 99 turn 0"),
        "5.7"
    );
    assert_eq!(clause(two, "use cross-replace; with across"), "5.7");
    assert_eq!(clause(one, "use cross-replace; with straight"), "5.8");
    let last = format!(
        "card 1 1 branch 0,14,0\nhand 0 straight-draw\ndiscard 0 {}\nhand 1 tee",
        all_but("straight-draw")
    );
    assert_eq!(clause(&last, "use straight-draw"), "5.3");
}
