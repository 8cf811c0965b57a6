//! Section 3.

use bobbin_game::{Event as _, Game as _, Names, Seat, SeatSet, Viewer};
use bobbin_hearts::{Cards, Event, Hearts, Phase};

use crate::table::{after, cards, legal, play, refusal, situation};

/// Everybody has one suit: seat 0 the clubs.
const SUITS: &str = "hand 0 C\n hand 1 H\n hand 2 D\n hand 3 S";

fn lacks(state: &Hearts, seat: usize) -> Cards {
    state.view(Viewer::Spectator).seats[seat].lacks
}

/// 3.1: the two of clubs is led to the first trick.
#[test]
fn the_two_of_clubs_leads() {
    let state = situation("hand 0 D\n hand 1 C\n hand 2 S\n hand 3 H");
    assert_eq!(state.to_act(), SeatSet::only(Seat::new(1)));
    assert_eq!(legal(&state, 1), "play 2C");
    assert_eq!(refusal(&state, 1, "play 3C"), ("lead_the_two_of_clubs", "3.1"));
}

/// 3.2: in turn order, one card each, from the hand.
#[test]
fn each_plays_one_card_in_turn() {
    let state = after(situation(SUITS), "0 play 2C");
    assert_eq!(state.to_act(), SeatSet::only(Seat::new(1)));
    assert_eq!(refusal(&state, 0, "play 3C"), ("not_your_turn", "3.2"));
    assert_eq!(refusal(&state, 2, "play 2D"), ("not_your_turn", "3.2"));
    assert_eq!(refusal(&state, 1, "play 2D"), ("not_in_hand", "3.2"));
    let state = after(state, "1 play 2H, 2 play 2D");
    assert_eq!(state.to_act(), SeatSet::only(Seat::new(3)));
}

/// 3.3: who has a card of the suit plays one.
#[test]
fn suit_is_followed() {
    let state = situation("hand 0 2C 5D\n hand 1 7D 4H\n hand 2 AKS\n hand 3 T9D\n trick 0");
    let state = after(state, "0 play 5D");
    assert_eq!(legal(&state, 1), "play 7D");
    assert_eq!(refusal(&state, 1, "play 4H"), ("follow_suit", "3.3"));
}

/// 3.3: who has none plays any card.
#[test]
fn who_has_nothing_of_the_suit_plays_anything() {
    let state = situation("hand 0 2C 5D\n hand 1 7S 4H\n hand 2 AKS\n hand 3 QS 9D\n trick 0");
    assert_eq!(legal(&after(state, "0 play 5D"), 1), "play 7S, play 4H");
}

/// 3.4: the highest card of the suit that was led takes the trick and leads.
#[test]
fn the_highest_of_the_suit_takes_the_trick() {
    let mut state = situation("hand 0 2C 5D\n hand 1 7D 4H\n hand 2 AKS\n hand 3 T9D\n trick 0");
    let events = play(&mut state, "0 play 5D, 1 play 7D, 2 play AS, 3 play TD");
    assert_eq!(
        events.last().unwrap().event,
        Event::Took {
            seat: Seat::new(3),
            points: 0
        }
    );
    assert_eq!(state.to_act(), SeatSet::only(Seat::new(3)));
    assert!(
        state.view(Viewer::Spectator).seats[3]
            .taken
            .contains_all(cards("57TD AS"))
    );
}

/// 3.5: no points on the first trick.
#[test]
fn no_penalty_card_goes_to_the_first_trick() {
    let state =
        situation("hand 0 C\n hand 1 2D 23456789TJQS AH\n hand 2 3456789TJQKAD 2H\n hand 3 KAS 3456789TJQKH");
    let state = after(state, "0 play 2C");
    assert_eq!(refusal(&state, 1, "play QS"), ("first_trick_is_free", "3.5"));
    assert_eq!(refusal(&state, 1, "play AH"), ("first_trick_is_free", "3.5"));
    assert!(legal(&state, 1).starts_with("play 2D, play 2S") && legal(&state, 1).ends_with("play JS"));
    assert_eq!(
        legal(&after(state, "1 play 2S, 2 play 3D"), 3),
        "play KS, play AS"
    );
}

/// 3.5: who holds nothing but penalty cards plays one, the queen as well as a heart.
#[test]
fn a_hand_of_penalty_cards_may_play_them() {
    let state = situation("hand 0 C\n hand 1 QS 23456789TJQKH\n hand 2 D\n hand 3 23456789TJKAS AH");
    let state = after(state, "0 play 2C");
    assert_eq!(legal(&state, 1).split(", ").count(), 13);
    assert_eq!(lacks(&after(state, "1 play QS"), 1), cards("C D 23456789TJKAS"));
    assert_eq!(lacks(&after(state, "1 play 2H"), 1), cards("C D 23456789TJKAS"));
}

/// 3.6: hearts are not led before they are broken.
#[test]
fn hearts_are_not_led_unbroken() {
    let state = situation("hand 0 5D 234H\n hand 1 7D 567H\n hand 2 89TJH\n hand 3 8D QKAH\n trick 0");
    assert_eq!(legal(&state, 0), "play 5D");
    assert_eq!(refusal(&state, 0, "play 2H"), ("hearts_not_broken", "3.6"));
}

/// 3.6, 3.8: who holds nothing but hearts leads one, and has shown it.
#[test]
fn who_holds_only_hearts_leads_one() {
    let state =
        situation("hand 0 234H\n hand 1 7D 56H\n hand 2 89TH\n hand 3 7H QKH\n trick 0\n played 1 JH");
    assert!(legal(&state, 0).contains("play 2H"), "broken by the jack");
    let unbroken = situation("hand 0 2345H\n hand 1 7D 678H\n hand 2 9TJQH\n hand 3 QS 8D KAH\n trick 0");
    assert_eq!(legal(&unbroken, 0), "play 2H, play 3H, play 4H, play 5H");
    assert_eq!(lacks(&after(unbroken, "0 play 2H"), 0), cards("C D S"));
}

/// 3.7: any heart breaks hearts, also one that is thrown away; it is told.
#[test]
fn a_heart_breaks_hearts() {
    let mut state = situation("hand 0 5D 234H\n hand 1 7C 567H\n hand 2 89TJH\n hand 3 8D QKAH\n trick 0");
    let events = play(&mut state, "0 play 5D, 1 play 5H");
    assert_eq!(events.last().unwrap().event, Event::HeartsBroken);
    let events = play(&mut state, "2 play 8H, 3 play 8D");
    assert!(events.iter().all(|told| told.event != Event::HeartsBroken));
    assert_eq!(legal(&state, 3), "play QH, play KH, play AH");
}

/// 3.7: the queen of spades does not.
#[test]
fn the_queen_of_spades_does_not_break_hearts() {
    let state =
        situation("hand 0 59D 234H\n hand 1 2QS 567H\n hand 2 7D KS 89TH\n hand 3 8D JQKAH\n trick 0");
    let state = after(state, "0 play 9D, 1 play QS, 2 play 7D, 3 play 8D");
    assert_eq!(legal(&state, 0), "play 5D");
}

/// 3.8: a suit that is not followed is missing, and all can see it.
#[test]
fn a_missing_suit_is_shown() {
    let state = after(situation(SUITS), "0 play 2C, 1 play 2H, 2 play 2D");
    assert_eq!(lacks(&state, 0), Cards::EMPTY);
    assert_eq!(lacks(&state, 1), cards("C D 23456789TJKAS"));
    assert_eq!(lacks(&state, 2), cards("C"));
    let text = state.view(Viewer::Spectator).to_string();
    assert!(
        text.contains("had nothing but penalty cards") && text.contains("has no ♣"),
        "{text}"
    );
}

/// 3.2, 3.4: the log tells the trick in words.
#[test]
fn events_are_sentences() {
    let mut state = situation("hand 0 2C 5D\n hand 1 7D 4H\n hand 2 QS 2S\n hand 3 T9D\n trick 0");
    let events = play(&mut state, "0 play 5D, 1 play 7D, 2 play QS, 3 play TD");
    let names = ["Ann", "Ben", "Cat", "Dan"].map(str::to_owned);
    let words: Vec<String> = events
        .iter()
        .map(|told| told.event.words().in_full(&Names(&names)))
        .collect();
    assert_eq!(
        words,
        [
            "Ann plays the five of diamonds",
            "Ben plays the seven of diamonds",
            "Cat plays the queen of spades",
            "Dan plays the ten of diamonds",
            "Dan takes the trick and 13 points",
        ]
    );
}

/// 3.1, 3.3, 3.5, 3.6: the prompt names the rule that binds.
#[test]
fn the_prompt_names_the_rule_that_binds() {
    let prompt = |state: &Hearts| {
        let seat = state.to_act().first().unwrap();
        let prompt = Hearts::prompt(&state.view(Viewer::Seat(seat)));
        format!("{} ({})", prompt.text, prompt.clause)
    };
    let first =
        situation("hand 0 C\n hand 1 2D 23456789TJQS AH\n hand 2 3456789TJQKAD 2H\n hand 3 KAS 3456789TJQKH");
    assert_eq!(prompt(&first), "Lead the two of clubs. (3.1)");
    let void = after(first, "0 play 2C");
    assert_eq!(
        prompt(&void),
        "You have no clubs: play any card without points. (3.5)"
    );
    let unbroken = situation("hand 0 5D 234H\n hand 1 7D 567H\n hand 2 89TJH\n hand 3 8D QKAH\n trick 0");
    assert_eq!(
        prompt(&unbroken),
        "Lead any card but a heart: hearts are not broken. (3.6)"
    );
    let led = after(unbroken, "0 play 5D");
    assert_eq!(prompt(&led), "Follow suit: play diamonds. (3.3)");
    assert_eq!(
        prompt(&after(led, "1 play 7D")),
        "You have no diamonds: play any card. (3.3)"
    );
    let waiting = Hearts::prompt(&led.view(Viewer::Spectator));
    assert_eq!(waiting.text, "Wait for seat 1 to play.");
    assert!(matches!(led.view(Viewer::Spectator).phase, Phase::Playing { .. }));
}
