//! Section 1.

use bobbin_game::{Content as _, Game as _, NoContent, SearchChance, Seat, Setup as _, Viewer};
use bobbin_hearts::{Card, Cards, Hearts, Setup};
use bobbin_testkit::check_weighted;

use crate::table::{cards, refusal, setup, situation};

/// 1.1: Hearts is for four.
#[test]
fn there_is_no_fifth_seat_and_no_other_number_of_players() {
    let state = Hearts::start(&setup(""), &mut SearchChance::new(0));
    assert_eq!(refusal(&state, 4, "pass QS"), ("no_such_seat", "1.1"));
    let five = "players=5".parse().unwrap();
    assert_eq!(
        Setup::new(&five, NoContent::house()).unwrap_err().to_string(),
        "option players cannot be 5: expected one of 4"
    );
}

/// 1.2: all cards are dealt, thirteen to each.
#[test]
fn each_hand_has_thirteen_cards_and_each_card_is_in_one_hand() {
    let state = Hearts::start(&setup(""), &mut SearchChance::new(0));
    let view = state.view(Viewer::Everything);
    let hands = view.seats.map(|seat| seat.hand.unwrap());
    assert_eq!(hands.map(Cards::len), [13; 4]);
    assert_eq!(
        hands.into_iter().fold(Cards::EMPTY, |all, hand| all | hand),
        Cards::DECK
    );
}

/// 1.2: every player is as likely as another to be dealt a pair of cards.
#[test]
fn the_deal_is_fair() {
    let mut chance = SearchChance::new(5);
    let pair = [Card::TWO_OF_CLUBS, Card::QUEEN_OF_SPADES];
    let places: Vec<[usize; 2]> = (0..16).map(|place| [place / 4, place % 4]).collect();
    // Two cards of the same hand are rarer than of two given hands, as 12 is to 13.
    let expected: Vec<(&[usize; 2], u64)> = places
        .iter()
        .map(|place| (place, if place[0] == place[1] { 12 } else { 13 }))
        .collect();
    let draw = || {
        let view = Hearts::start(&setup(""), &mut chance).view(Viewer::Everything);
        let holds = |card| {
            (0..4)
                .find(|&seat| view.seats[seat].hand.unwrap().contains(card))
                .unwrap()
        };
        pair.map(holds)
    };
    check_weighted(&expected, 40_000, draw).unwrap();
}

/// 1.2: the ace is highest.
#[test]
fn ranks_go_from_the_two_to_the_ace() {
    let ranks: Vec<String> = cards("AKQJT98765432C")
        .iter()
        .map(|card| card.to_string())
        .collect();
    assert_eq!(ranks.join(" "), "2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC AC");
}

/// 1.3: the hearts and the queen of spades, 26 points.
#[test]
fn penalty_cards_cost_points() {
    assert_eq!(cards("2AH").points(), 2);
    assert_eq!(cards("QS").points(), 13);
    assert_eq!(cards("C D AKJS").points(), 0);
    assert_eq!(Cards::PENALTY, cards("H QS"));
    assert_eq!(Cards::DECK.points(), 26);
}

/// 1.4: after one deal there is a result and nothing left to do.
#[test]
fn one_deal_is_a_game() {
    let state = situation("taken 1 QS");
    assert!(state.to_act().is_empty() && state.outcome().is_some());
    assert!(Seat::all(4).all(|seat| refusal(&state, seat.index(), "play 2C") == ("game_over", "4.1")));
}
