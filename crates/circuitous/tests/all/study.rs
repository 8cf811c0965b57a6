//! What bots read off a table.

use bobbin_circuitous::Circuitous;
use bobbin_game::{Game, SearchChance, play_out};

#[test]
fn what_is_remembered_of_other_tables_changes_nothing() {
    let mut states = Vec::new();
    for (place, setup) in Circuitous::setups().iter().enumerate() {
        let mut luck = SearchChance::new(place as u64);
        let mut state = Circuitous::start(setup, &mut luck);
        let mut random = luck.clone();
        play_out(&mut state, &mut random, &mut luck, |state, _, _| {
            states.push(state.clone());
        });
    }
    let states: Vec<_> = states.into_iter().step_by(3).collect();
    assert!(states.len() >= 100, "{}", states.len());
    for state in &states {
        let look = || {
            let survey = state.survey();
            let moves = [false, true].map(|slides| {
                let moved = survey
                    .finish_moves(slides)
                    .map(|action| survey.with_moved_finish(action));
                moved.collect::<Vec<_>>()
            });
            (survey.ways.clone(), moves)
        };
        // Memory is a thread's own: a new one has none.
        let afresh = std::thread::scope(|scope| scope.spawn(look).join().unwrap());
        // The second time much is remembered of this table, too.
        assert_eq!(look(), afresh);
        assert_eq!(look(), afresh);
    }
}
