//! What the contract promises, on random games.

use bobbin_game::{Chance, Game, SearchChance, Seat, Viewer, random_seat};
use bobbin_hearts::{Action, Cards, Hearts, View};

#[test]
fn views_positions_and_actions_hold_together_on_random_games() {
    let mut random = SearchChance::new(7);
    for round in 0..10 {
        for setup in Hearts::setups() {
            let mut chance = SearchChance::new(round);
            let mut state = Hearts::start(&setup, &mut chance);
            let mut actions = 0;
            while let Some(seat) = random_seat(state.to_act(), &mut random) {
                check(&state, &mut random);
                let action = state.random_action(seat, &mut random, &mut Vec::new());
                state.apply(seat, action, &mut chance, &mut ()).unwrap();
                actions += 1;
            }
            check(&state, &mut random);
            assert!(state.outcome().is_some() && actions <= Hearts::MAX_ACTIONS);
        }
    }
}

fn check(state: &Hearts, chance: &mut impl Chance) {
    for viewer in Viewer::all(4) {
        let view = state.view(viewer);
        let imagined = Hearts::sample(&view, chance);
        assert_eq!(imagined.view(viewer), view, "{view}");
        let json = serde_json::to_string(&view).expect("a view is plain data");
        assert_eq!(
            serde_json::from_str::<View>(&json).expect("it was written so"),
            view
        );
        let position = imagined.to_position();
        assert_eq!(
            Hearts::from_position(state.setup(), &position),
            Ok(imagined),
            "{position}"
        );
    }
    assert_eq!(Hearts::sample(&state.view(Viewer::Everything), chance), *state);
    assert_eq!(state.census(), [("cards", 52), ("points", 26)]);
    for seat in Seat::all(5) {
        let mut legal = Vec::new();
        state.legal_actions(seat, &mut legal);
        let all = Cards::DECK
            .iter()
            .flat_map(|card| [Action::Pass(card), Action::Play(card)]);
        for action in all.chain([Action::Done]) {
            let mut after = state.clone();
            let result = after.apply(seat, action, &mut SearchChance::new(0), &mut ());
            assert_eq!(
                result.is_ok(),
                legal.contains(&action),
                "{action} by {seat}: {result:?}"
            );
            assert_eq!(result.is_ok(), after != *state);
        }
    }
}
