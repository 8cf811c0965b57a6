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
    // Twice, so that the second time all that can be remembered is.
    for state in states.iter().chain(&states) {
        let here = state.survey().ways;
        // Memory is a thread's own: a new one has none.
        let afresh = std::thread::scope(|scope| scope.spawn(|| state.survey().ways).join().unwrap());
        assert_eq!(here, afresh);
    }
}
