use bobbin_circuitous::{Circuitous, PhaseView, Refusal};
use bobbin_game::{Game, Match, SearchChance, Seat, Seed, Viewer};

use crate::situation::{all_but, legal, played, refused, setup, situation};

const ZERO: Seat = Seat::new(0);

/// 2.1: one thing a turn: play, use or discard.
#[test]
fn a_turn_is_one_of_three_things() {
    let state = situation("players=2", "card 1 0 branch 0,14,0\nhand 0 straight tee-turn");
    assert_eq!(
        legal(&state),
        [
            "play straight",
            "play tee-turn",
            "use tee-turn",
            "discard straight",
            "discard tee-turn"
        ]
    );
    for actions in [
        "play straight; at 0,28,0",
        "use tee-turn; finish A left",
        "discard straight",
    ] {
        let done = played(&state, actions);
        assert_eq!(legal(&done), ["end"]);
        assert_eq!(refused(&done, "discard tee-turn"), Refusal::EndTurn);
    }
    assert_eq!(refused(&state, "end"), Refusal::NotDone);
}

/// 2.2: at the end of a turn one draws up to five.
#[test]
fn a_turn_ends_by_drawing_to_five() {
    let state = situation(
        "players=2",
        "card 1 0 branch 0,14,0\nhand 0 straight tee\nhand 1 left",
    );
    let next = played(&state, "discard straight; end").view(Viewer::Spectator);
    assert_eq!((next.seats[0].hand_size, next.turn), (5, Seat::new(1)));
    assert_eq!(next.seats[0].deck_size, 26 - 2 - 1 - 4);
}

/// 2.2: who has more than five keeps them.
#[test]
fn nobody_discards_down_to_five() {
    let state = situation(
        "players=2",
        "card 1 0 branch 0,14,0\nhand 0 straight*2 across*2 left*2 right\nhand 1 left",
    );
    assert_eq!(
        played(&state, "discard straight; end")
            .view(Viewer::Spectator)
            .seats[0]
            .hand_size,
        6
    );
}

/// 2.3: without a deck one plays on from the hand, and without either one is passed over, which is no turn.
#[test]
fn a_player_without_cards_is_passed_over() {
    let gone = all_but("");
    let text = format!(
        "turn 2\ncard 1 2 branch 0,14,0\ndiscard 0 {gone}\nhand 1 left\nhand 2 right straight\nturns 3 3 3"
    );
    let next = played(&situation("players=3", &text), "discard right; end").view(Viewer::Spectator);
    assert_eq!(next.turn, Seat::new(1));
    assert_eq!(next.seats[0].turns, 3);
    let left = all_but("left right branch");
    let text = format!("card 1 0 branch 0,14,0\ndiscard 0 {left}\nhand 0 left right\nhand 1 left");
    let next = played(&situation("players=2", &text), "discard right; end").view(Viewer::Spectator);
    assert_eq!(next.seats[0].hand_size, 1);
}

/// 2.4: a choice that is not complete is seen by its seat only.
#[test]
fn an_unfinished_choice_is_hidden() {
    let state = situation(
        "players=2",
        "card 1 0 branch 0,14,0\nhand 0 straight tee-turn\nhand 1 left",
    );
    let laying = played(&state, "play straight");
    assert!(matches!(
        laying.view(Viewer::Seat(ZERO)).phase,
        PhaseView::Laying { .. }
    ));
    for viewer in [Viewer::Seat(Seat::new(1)), Viewer::Spectator] {
        assert_eq!(laying.view(viewer), state.view(viewer));
    }
    assert_eq!(refused(&laying, "discard straight"), Refusal::LayIt);
    assert_eq!(refused(&state, "at 0,28,0"), Refusal::ChooseFirst);
}

/// 2.4: the choice of a card can be taken back, and so can the play until the turn is ended.
#[test]
fn a_choice_can_be_taken_back() {
    let text = "card 1 0 branch 0,14,0\nhand 0 straight\nhand 1 left";
    let state = situation("players=2", text);
    let mut game = Match::from_position(setup("players=2"), Seed::named("undo"), state.clone());
    game.play(ZERO, "play straight".parse().unwrap()).unwrap();
    game.play(ZERO, "at 0,28,0".parse().unwrap()).unwrap();
    game.undo(ZERO).unwrap();
    game.undo(ZERO).unwrap();
    assert_eq!(game.state(), &state);
    game.play(ZERO, "discard straight".parse().unwrap()).unwrap();
    game.play(ZERO, "end".parse().unwrap()).unwrap();
    assert!(game.undo(ZERO).is_err(), "cards were drawn");
}

/// 2.4: a card without a place cannot be chosen; nor can one that is not held.
#[test]
fn only_what_can_be_completed_is_offered() {
    let state = situation("players=2", "card 1 0 straight 0,14,0\nhand 0 end-turn straight");
    assert!(!legal(&state).contains(&"play end-turn".to_owned()));
    assert!(matches!(refused(&state, "play left"), Refusal::NotInHand { .. }));
}

/// 2.5: discard piles and sizes are public, hands are not.
#[test]
fn hands_are_hidden_and_piles_are_not() {
    let state = situation(
        "players=2",
        "card 1 0 branch 0,14,0\nhand 0 straight\nhand 1 left right\ndiscard 1 tee",
    );
    let view = state.view(Viewer::Seat(ZERO));
    assert!(view.seats[0].hand.is_some() && view.seats[1].hand.is_none());
    assert_eq!((view.seats[1].hand_size, view.seats[1].deck_size), (2, 23));
    assert_eq!(view.seats[1].discard[0].card.as_str(), "tee");
}

/// 2.6: a player who cannot play discards, and the game goes on.
#[test]
fn who_cannot_play_discards() {
    let state = situation(
        "players=2",
        "card 1 0 straight 0,14,0\nhand 0 end-turn\nhand 1 left",
    );
    assert_eq!(legal(&state), ["discard end-turn"]);
    assert!(played(&state, "discard end-turn; end").outcome().is_none());
}

/// 3.1: the first card is joined to the start, and its path there has two further exits.
#[test]
fn the_first_card_opens_two_ways() {
    let state = situation("players=2", "hand 0 straight bridge tee");
    assert_eq!(legal(&state), ["play tee"]);
    assert_eq!(refused(&state, "play bridge"), Refusal::NoFirstCard);
    assert_eq!(
        legal(&played(&state, "play tee")),
        ["at 0,14,0", "at 0,12,1", "at 0,12,3"]
    );
}

/// 3.2: who holds a first card must lay one; who holds none discards, draws and passes, and that was a turn.
#[test]
fn a_player_without_a_first_card_discards() {
    let state = situation("players=2", "hand 0 straight tee\nhand 1 tee");
    assert_eq!(refused(&state, "discard straight"), Refusal::MustLayFirst);
    let state = situation("players=2", "hand 0 straight left\nhand 1 tee");
    assert_eq!(legal(&state), ["discard straight", "discard left"]);
    let next = played(&state, "discard left; end").view(Viewer::Spectator);
    assert_eq!(
        (next.turn, next.seats[0].turns, next.seats[0].hand_size),
        (Seat::new(1), 1, 5)
    );
    assert!(next.cards.is_empty());
}

/// 3.3: no abilities before the first card.
#[test]
fn no_ability_comes_before_the_first_card() {
    let state = situation("players=2", "hand 0 straight-draw\nhand 1 tee");
    assert_eq!(refused(&state, "use straight-draw"), Refusal::NotBeforeFirst);
}

/// 1.10: it is one seat's turn at a time.
#[test]
fn others_have_to_wait() {
    let mut state = situation("players=2", "hand 0 tee\nhand 1 tee");
    let action = "play tee".parse().unwrap();
    let refusal = state.apply(Seat::new(1), action, &mut SearchChance::new(1), &mut ());
    assert_eq!(refusal, Err(Refusal::NotYourTurn));
}

#[test]
fn no_seat_has_ever_many_legal_actions() {
    let mut most = 0;
    for setup in Circuitous::setups() {
        for seed in 0..40 {
            let mut chance = SearchChance::new(seed);
            let mut state = Circuitous::start(&setup, &mut chance);
            bobbin_game::play_out(
                &mut state,
                &mut SearchChance::new(seed),
                &mut chance,
                |state, seat, _| {
                    let mut actions = Vec::new();
                    state.legal_actions(seat, &mut actions);
                    most = most.max(actions.len());
                },
            );
        }
    }
    println!("at most {most} legal actions");
    assert!(most <= 200, "{most}");
}
