//! What holds in every game.

use bobbin_arch_ravels::{Action, ArchRavels};
use bobbin_game::{Chance as _, Game, SearchChance};

#[test]
fn smoke() {
    let mut stats = std::collections::BTreeMap::new();
    for setup in ArchRavels::setups() {
        for seed in 0..6 {
            let mut chance = SearchChance::new(seed);
            let mut state = ArchRavels::start(&setup, &mut chance);
            let census = state.census();
            let mut actions: Vec<Action> = Vec::new();
            let mut count = 0;
            let mut most = 0;
            while let Some(seat) = state.to_act().first() {
                actions.clear();
                state.legal_actions(seat, &mut actions);
                assert!(!actions.is_empty(), "{}", state.to_position());
                most = most.max(actions.len());
                assert_eq!(
                    ArchRavels::from_position(&setup, &state.to_position()).as_ref(),
                    Ok(&state)
                );
                let pick = chance.draw(bobbin_game::Stream(0), actions.len() as u32) as usize;
                let action = actions[pick];
                state.apply(seat, action, &mut chance, &mut ()).unwrap();
                assert_eq!(state.census(), census);
                count += 1;
            }
            *stats
                .entry(bobbin_game::Setup::to_options(&setup).to_string())
                .or_insert((0, 0, 0)) = (count, most, seed);
            if seed == 3 {
                println!("{}", state.view(bobbin_game::Viewer::Spectator));
                println!("{}", state.to_position());
            }
        }
    }
    println!("{stats:#?}");
    println!("{}", size_of::<ArchRavels>());
    println!("{}", size_of::<Action>());
}
