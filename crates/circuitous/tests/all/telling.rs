use bobbin_circuitous::{Action, Circuitous, Refusal};
use bobbin_game::{Audience, Event as _, Game, Names, SearchChance, Seat, Viewer};

use crate::situation::{legal, played, refused, situation};

/// What a player reads for each legal action.
fn labels(state: &Circuitous) -> Vec<String> {
    let seat = state.to_act().first().unwrap();
    let view = state.view(Viewer::Seat(seat));
    let label = |action: &String| {
        Circuitous::tell(&view, action.parse::<Action>().unwrap())
            .label
            .to_string()
    };
    legal(state).iter().map(label).collect()
}

#[test]
fn a_place_is_told_by_the_exit_and_the_turn() {
    let state = situation("players=2", "card 1 0 branch 0,14,0\nhand 0 straight\nhand 1 tee");
    assert_eq!(
        labels(&played(&state, "play straight")),
        [
            "Lay it at card 1 · north exit, upright, centre 0, 28",
            "Lay it at card 1 · east exit, turned right, centre 12, 14"
        ]
    );
    let first = situation("players=2", "hand 0 tee\nhand 1 tee");
    assert_eq!(
        labels(&played(&first, "play tee"))[0],
        "Lay it at the start · north exit, upright, centre 0, 14"
    );
    let two = situation(
        "players=2",
        "card 1 0 branch 0,14,0\ncard 2 1 across 10,28,0\nhand 0 cross",
    );
    let both = "Lay it at card 1 and card 2 · north and west exit, upright, centre 0, 28";
    assert!(labels(&played(&two, "play cross")).contains(&both.to_owned()));
}

#[test]
fn a_replacement_is_told_by_the_card_it_replaces() {
    let text = "card 1 1 branch 0,14,0\nhand 0 cross-replace tee branch\nhand 1 tee";
    let using = played(&situation("players=2", text), "use cross-replace");
    assert_eq!(
        labels(&using),
        [
            "Take the tee (2 points) to replace a card with",
            "Take the side branch (2 points) to replace a card with"
        ]
    );
    assert_eq!(
        labels(&played(&using, "with branch")),
        [
            "Replace card 1, the blue side branch · upright",
            "Replace card 1, the blue side branch · upside down"
        ]
    );
}

#[test]
fn one_is_no_plural() {
    let text = "card 1 0 tee 0,14,0\nhand 0 straight\nhand 1 left\nturns 1 0";
    let shown = situation("players=2", text).view(Viewer::Spectator).to_string();
    assert!(shown.contains("a way of 1 card: black 2, blue 0"), "{shown}");
    assert!(shown.contains("in deck, 1 turn\n"), "{shown}");
    assert!(shown.ends_with("in deck, 0 turns"), "{shown}");
}

#[test]
fn who_ends_a_turn_without_drawing_is_told_of() {
    let text = "card 1 0 branch 0,14,0\nhand 0 straight*2 across*2 left*2 right\nhand 1 left";
    let mut state = played(&situation("players=2", text), "discard straight");
    let (mut log, seat) = (Vec::new(), Seat::new(0));
    state
        .apply(seat, Action::End, &mut SearchChance::new(0), &mut log)
        .unwrap();
    let names = ["Ann", "Ben"].map(String::from);
    let told: Vec<_> = log
        .iter()
        .map(|told| (told.audience, told.event.words().in_full(&Names(&names))))
        .collect();
    assert_eq!(told, [(Audience::Everyone, "Ann draws no card".to_owned())]);
}

/// 2.1: what lies on the table is touched in vain before a card is chosen; that is said.
#[test]
fn a_card_or_a_finish_touched_alone_is_explained() {
    let state = situation("players=2", "card 1 0 branch 0,14,0\nhand 0 straight\nhand 1 tee");
    for piece in ["card:1", "finish:A"] {
        let meant = Circuitous::meant(&state.view(Viewer::Seat(Seat::new(0))), &[piece.to_owned()]);
        let why = refused(&state, &meant.expect(piece).to_string()).to_string();
        assert_eq!(why, "Choose a card from your hand first, and what to do with it.");
    }
    // While replacing: a card that lies across is refused for what is wrong with it.
    let text = "card 1 1 branch 0,14,0\ncard 2 0 straight 12,14,1\ncard 3 0 straight 26,14,1\n\
                hand 0 cross-replace left\nhand 1 tee";
    let replacing = played(&situation("players=2", text), "use cross-replace; with left");
    let view = replacing.view(Viewer::Seat(Seat::new(0)));
    let meant = Circuitous::meant(&view, &["card:2".to_owned()]);
    let why = refused(&replacing, &meant.unwrap().to_string());
    assert!(matches!(why, Refusal::BreaksJoin), "{why}");
}
