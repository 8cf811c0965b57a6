//! Section 2.

use bobbin_game::{Game as _, Match, SearchChance, Seat, SeatSet, Seed, UndoRefusal, Viewer};
use bobbin_hearts::{Event, Hearts, Phase};

use crate::table::{action, after, cards, legal, play, refusal, setup};

const SUITS: &str = "hand 0 C\n hand 1 D\n hand 2 S\n hand 3 H";
const ALL_CHOOSE: &str = "
    0 pass 2C, 0 pass 3C, 0 pass 4C, 1 pass 2D, 1 pass 3D, 1 pass 4D,
    2 pass 2S, 2 pass 3S, 2 pass QS, 3 pass 2H, 3 pass 3H, 3 pass 4H";
const ALL_DONE: &str = "0 done, 1 done, 2 done, 3 done";

fn dealt(options: &str) -> Hearts {
    Hearts::from_position(&setup(options), SUITS).unwrap_or_else(|error| panic!("{error}"))
}

fn passed(options: &str) -> Hearts {
    after(after(dealt(options), ALL_CHOOSE), ALL_DONE)
}

/// 2.1: to the left, to the right or across.
#[test]
fn cards_go_where_the_setup_says() {
    let hand = |options: &str, seat: usize| passed(options).view(Viewer::Everything).seats[seat].hand;
    assert_eq!(hand("pass=left", 1), Some(cards("56789TJQKAD 234C")));
    assert_eq!(hand("pass=right", 3), Some(cards("56789TJQKAH 234C")));
    assert_eq!(hand("pass=across", 2), Some(cards("456789TJKAS 234C")));
    assert_eq!(hand("pass=across", 0), Some(cards("56789TJQKAC 23QS")));
}

/// 2.1: with no pass the first trick begins.
#[test]
fn without_a_pass_play_begins_at_once() {
    let state = dealt("pass=none");
    assert_eq!(legal(&state, 0), "play 2C");
    assert_eq!(refusal(&state, 0, "pass 2C"), ("pass_is_over", "2.5"));
}

/// 2.1: the pass comes first.
#[test]
fn nobody_plays_during_the_pass() {
    assert_eq!(
        refusal(&dealt("pass=left"), 0, "play 2C"),
        ("still_passing", "2.1")
    );
}

/// 2.2: all choose at the same time, from their own hand.
#[test]
fn everyone_may_choose_any_card_of_the_hand() {
    let state = dealt("pass=left");
    assert_eq!(state.to_act(), SeatSet::all(4));
    assert_eq!(
        legal(&state, 3),
        "pass 2H, pass 3H, pass 4H, pass 5H, pass 6H, pass 7H, pass 8H, pass 9H, pass TH, pass JH, pass QH, pass KH, pass AH"
    );
    assert_eq!(refusal(&state, 3, "pass 2C"), ("not_yours_to_pass", "2.2"));
    let state = after(state, "3 pass 2H");
    assert_eq!(refusal(&state, 3, "pass 2H"), ("chosen_already", "2.2"));
}

/// 2.2: the others learn nothing of an unfinished choice.
#[test]
fn a_choice_is_secret() {
    let before = dealt("pass=left");
    let mut state = before;
    let events = play(&mut state, "2 pass QS, 2 pass 2S");
    let me = Viewer::Seat(Seat::new(2));
    for viewer in Viewer::all(4) {
        let knows = viewer == me || viewer == Viewer::Everything;
        assert_eq!(state.view(viewer) != before.view(viewer), knows, "{viewer}");
        assert!(events.iter().all(|told| told.audience.includes(viewer) == knows));
    }
    assert_eq!(state.view(me).seats[2].passed, Some(cards("2QS")));
}

/// 2.3: three cards, no more.
#[test]
fn a_fourth_card_is_refused() {
    let state = after(dealt("pass=left"), "0 pass 2C, 0 pass 3C, 0 pass 4C");
    assert_eq!(refusal(&state, 0, "pass 5C"), ("three_chosen", "2.3"));
    assert_eq!(legal(&state, 0), "done");
}

/// 2.4: done after three cards, not before, and only once.
#[test]
fn done_ends_the_choice() {
    let state = after(dealt("pass=left"), "0 pass 2C, 0 pass 3C");
    assert_eq!(refusal(&state, 0, "done"), ("too_few_chosen", "2.4"));
    let state = after(state, "0 pass 4C, 0 done");
    assert_eq!(state.to_act(), SeatSet::all(4).without(Seat::new(0)));
    assert_eq!(refusal(&state, 0, "done"), ("passed_already", "2.4"));
    assert_eq!(refusal(&state, 0, "pass 5C"), ("passed_already", "2.4"));
    let choosing = SeatSet::all(4).without(Seat::new(0));
    assert_eq!(state.view(Viewer::Spectator).phase, Phase::Passing { choosing });
}

/// 2.5: the cards change hands when the last player is done.
#[test]
fn new_cards_are_seen_only_when_all_are_done() {
    let viewer = Viewer::Seat(Seat::new(1));
    let mut state = after(after(dealt("pass=left"), ALL_CHOOSE), "0 done, 2 done, 3 done");
    assert_eq!(state.view(viewer).seats[1].hand, Some(cards("D")));
    assert_eq!(state.view(viewer).seats[0].passed, None);
    let events = play(&mut state, "1 done");
    let told: Vec<&Event> = events
        .iter()
        .filter(|told| told.audience.includes(viewer))
        .map(|told| &told.event)
        .collect();
    let got = Event::Got {
        seat: Seat::new(1),
        from: Seat::new(0),
        cards: cards("234C"),
    };
    assert_eq!(told[2], &got);
    assert_eq!(told.len(), 4, "ready, exchanged, got, opens: not what others got");
    assert_eq!(refusal(&state, 1, "done"), ("pass_is_over", "2.5"));
}

/// 2.6: what was passed and got can be looked up to the end, by the two who know.
#[test]
fn the_pass_is_remembered() {
    let state = passed("pass=left");
    let knows = |viewer: Viewer| state.view(viewer).seats.map(|seat| seat.passed.is_some());
    assert_eq!(knows(Viewer::Seat(Seat::new(0))), [true, false, false, true]);
    assert_eq!(knows(Viewer::Seat(Seat::new(2))), [false, true, true, false]);
    assert_eq!(knows(Viewer::Spectator), [false; 4]);
    let view = state.view(Viewer::Seat(Seat::new(2)));
    assert_eq!(view.known(Seat::new(3)), cards("23QS"));
    assert!(
        view.to_string()
            .contains("You passed 2♠ 3♠ Q♠ to seat 3 and got 2♦ 3♦ 4♦ from seat 1.")
    );
}

/// 2.4: what was chosen and said may be taken back until the cards change hands.
#[test]
fn done_may_be_taken_back_while_others_choose() {
    let mut game: Match<Hearts> =
        Match::from_position(setup("pass=left"), Seed::named("undo"), dealt("pass=left"));
    let [ann, ben] = [Seat::new(0), Seat::new(1)];
    for (seat, text) in [
        (0, "pass 2C"),
        (0, "pass 3C"),
        (1, "pass 2D"),
        (0, "pass 4C"),
        (0, "done"),
        (1, "pass 3D"),
    ] {
        game.play(Seat::new(seat), action(text)).unwrap();
    }
    game.undo(ann).unwrap();
    game.undo(ann).unwrap();
    assert_eq!(
        game.state().view(Viewer::Seat(ann)).seats[0].passed,
        Some(cards("23C"))
    );
    assert_eq!(
        game.state().view(Viewer::Seat(ben)).seats[1].passed,
        Some(cards("23D"))
    );
    for line in format!("{ALL_CHOOSE},{ALL_DONE}").split(',').map(str::trim) {
        let (seat, text) = line.split_once(' ').unwrap();
        // What stands already is refused as chosen twice.
        let _ = game.play(Seat::new(seat.parse().unwrap()), action(text));
    }
    assert!(matches!(
        game.state().view(Viewer::Spectator).phase,
        Phase::Playing { .. }
    ));
    assert_eq!(game.undo(Seat::new(3)), Err(UndoRefusal::Revealed));
    assert_eq!(game.undo(ann), Err(UndoRefusal::OthersRelyOnIt));
}

/// 2.2: the prompt counts down.
#[test]
fn the_prompt_says_how_many_cards_to_go() {
    let prompt = |actions: &str, seat: usize| {
        let state = after(dealt("pass=left"), actions);
        Hearts::prompt(&state.view(Viewer::Seat(Seat::new(seat))))
            .text
            .to_string()
    };
    assert_eq!(prompt("", 0), "Choose three cards to pass to seat 1.");
    assert_eq!(prompt("0 pass 2C", 0), "Choose two more cards to pass to seat 1.");
    assert_eq!(
        prompt("0 pass 2C, 0 pass 3C", 0),
        "Choose one more card to pass to seat 1."
    );
    assert_eq!(
        prompt("0 pass 2C, 0 pass 3C, 0 pass 4C", 0),
        "Say done to pass these three cards to seat 1."
    );
    assert_eq!(
        prompt("0 pass 2C, 0 pass 3C, 0 pass 4C, 0 done", 0),
        "Wait for seat 1, seat 2 and seat 3 to choose three cards."
    );
}

/// 2.2: a random choice of cards is any choice of cards.
#[test]
fn random_choices_are_uniform() {
    let state = after(dealt("pass=left"), "0 pass 2C, 0 pass 3C");
    let mut random = SearchChance::new(9);
    let mut buffer = Vec::new();
    let mut expected = Vec::new();
    state.legal_actions(Seat::new(0), &mut expected);
    bobbin_testkit::assert_uniform(&expected, 5000, || {
        state.random_action(Seat::new(0), &mut random, &mut buffer)
    });
}
