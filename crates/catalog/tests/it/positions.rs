//! Whatever position is taken can be played to its end. Positions of real games are spoiled: a line or a word is left
//! out.

use bobbin_arch_ravels::ArchRavels;
use bobbin_circuitous::Circuitous;
use bobbin_game::{Game, SearchChance, play_out, position, random_seat};
use bobbin_hearts::Hearts;
use bobbin_knitting_circle::KnittingCircle;

/// More than any game takes.
const LONG: usize = 5000;

fn spoiled(position: &str) -> Vec<String> {
    let lines: Vec<&str> = position.lines().collect();
    let with = |place: usize, line: Option<String>| {
        let changed = lines.iter().enumerate().filter_map(|(other, text)| {
            if other == place {
                line.clone()
            } else {
                Some((*text).to_owned())
            }
        });
        changed.collect::<Vec<_>>().join("\n")
    };
    let mut texts = Vec::new();
    for (place, line) in lines.iter().enumerate() {
        texts.push(with(place, None));
        let words: Vec<&str> = line.split_whitespace().collect();
        for left_out in 1..words.len() {
            let rest = [&words[..left_out], &words[left_out + 1..]].concat();
            texts.push(with(place, Some(rest.join(" "))));
        }
        texts.push(with(place, words.first().map(|key| (*key).to_owned())));
    }
    texts
}

/// How many spoiled positions were taken.
fn plays_on<G: Game>(games: u64, every: usize) -> usize {
    let mut taken = 0;
    for setup in G::setups() {
        for seed in 0..games {
            let mut chance = SearchChance::new(seed);
            let mut state = G::start(&setup, &mut chance);
            let (mut seen, mut positions) = (0, Vec::new());
            play_out(
                &mut state,
                &mut SearchChance::new(seed + 1),
                &mut chance,
                |state: &G, _, _| {
                    seen += 1;
                    if seen % every == 1 {
                        positions.push(state.to_position());
                    }
                },
            );
            for text in positions.iter().flat_map(|position| spoiled(position)) {
                let Ok(state) = position::load::<G>(&setup, &text) else {
                    continue;
                };
                taken += 1;
                ends(state, &text);
            }
        }
    }
    taken
}

fn ends<G: Game>(mut state: G, text: &str) {
    let (mut chance, mut random) = (SearchChance::new(7), SearchChance::new(8));
    let mut actions = Vec::new();
    for _ in 0..LONG {
        let Some(seat) = random_seat(state.to_act(), &mut random) else {
            assert!(
                state.outcome().is_some(),
                "nobody is to act, and it is not over:\n{text}"
            );
            return;
        };
        actions.clear();
        state.legal_actions(seat, &mut actions);
        assert!(
            !actions.is_empty(),
            "seat {seat} is stuck at\n{}\nfrom\n{text}",
            state.to_position()
        );
        let action = actions[random.below(actions.len() as u32) as usize];
        state.apply(seat, action, &mut chance, &mut ()).unwrap();
    }
    panic!("it does not end:\n{text}");
}

#[test]
fn a_position_of_circuitous_that_is_taken_can_be_played() {
    assert!(plays_on::<Circuitous>(1, 29) > 100);
}

#[test]
fn a_position_of_knitting_circle_that_is_taken_can_be_played() {
    assert!(plays_on::<KnittingCircle>(1, 31) > 100);
}

#[test]
fn a_position_of_arch_ravels_that_is_taken_can_be_played() {
    assert!(plays_on::<ArchRavels>(1, 61) > 100);
}

#[test]
fn a_position_of_hearts_that_is_taken_can_be_played() {
    assert!(plays_on::<Hearts>(2, 7) > 10);
}
