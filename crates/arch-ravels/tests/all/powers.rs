//! In whole games every board does what its spaces say, no more and, where that is asked, no less.

use std::collections::BTreeMap;

use bobbin_arch_ravels::{Action, ArchRavels};
use bobbin_game::{Game, SearchChance, play_out};

use crate::table::setup;

/// What was done since the marker moved.
#[derive(Default)]
struct Done {
    shop: u8,
    craft: u8,
    craft_any: u8,
    take: u8,
    exchange: u8,
}

/// 2.3, 3.1, 4.5, 4.7, 5.1, 5.3, 7.2, 12.1, 12.2, 12.3, 12.4: each turn's actions are those of the space, and each is
/// used to the full by someone.
#[test]
fn every_turn_keeps_to_the_space_of_its_marker() {
    for boards in ["printed", "balanced"] {
        let setup = setup(&format!("players=4 boards={boards}"));
        let mut fullest: BTreeMap<(String, u8), [u8; 5]> = BTreeMap::new();
        for seed in 0..30 {
            let mut luck = SearchChance::new(seed);
            let mut state = ArchRavels::start(&setup, &mut luck);
            let mut done = Done::default();
            play_out(
                &mut state,
                &mut SearchChance::new(seed),
                &mut luck,
                |state, seat, action| {
                    if matches!(action, Action::Move(_)) {
                        done = Done::default();
                    }
                    match action {
                        Action::Shop(_) => done.shop += 1,
                        Action::Take(_) => done.take += 1,
                        Action::Exchange { .. } => done.exchange += 1,
                        Action::AnyItem(_) | Action::AnyRequest(_) => done.craft_any += 1,
                        Action::Craft { .. } | Action::Request { .. } => done.craft += 1,
                        _ => {}
                    }
                    if action != Action::Restock {
                        return;
                    }
                    let space = state.marker_of(seat).unwrap();
                    let allows = state.spaces_of(seat)[usize::from(space)];
                    assert!(done.shop == 0 || done.shop == allows.shop);
                    assert!(done.craft <= allows.craft && done.craft_any <= allows.craft_any);
                    assert!(
                        done.take <= u8::from(allows.take > 0) && done.exchange <= u8::from(allows.exchange)
                    );
                    assert!(!state.is_tangled(seat) || done.craft + done.craft_any == 0);
                    let kind = state.tables().character(state.character_of(seat)).kind.clone();
                    let most = fullest.entry((kind, space)).or_default();
                    let now = [done.shop, done.craft, done.craft_any, done.take, done.exchange];
                    for (most, now) in most.iter_mut().zip(now) {
                        *most = now.max(*most);
                    }
                    done = Done::default();
                },
            );
        }
        assert_eq!(fullest.len(), 16, "every space of every board was used");
        for character in bobbin_game::Setup::content(&setup)
            .get()
            .characters
            .iter()
            .step_by(2)
        {
            let spaces = if boards == "balanced" {
                &character.balanced
            } else {
                &character.spaces
            };
            for (space, allows) in spaces.iter().enumerate() {
                let most = fullest[&(character.kind.clone(), space as u8)];
                let full = [
                    allows.shop,
                    allows.craft,
                    allows.craft_any,
                    u8::from(allows.take > 0),
                    u8::from(allows.exchange),
                ];
                assert_eq!(most, full, "{} space {}", character.kind, space + 1);
            }
        }
    }
}
