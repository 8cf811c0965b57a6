//! Random play on one core: `cargo bench -p bobbin-arch-ravels` prints the time of an action.
//!
//! With a number, that many games of the four-player setup are played and nothing else, so that instructions
//! (callgrind) and allocations (memcheck's total) of two runs can be subtracted.

use std::hint::black_box;
use std::time::{Duration, Instant};

use bobbin_arch_ravels::ArchRavels;
use bobbin_game::{Game, SearchChance, Setup as _, Viewer, play_out};

fn main() {
    let games: Option<u32> = std::env::args().nth(1).and_then(|games| games.parse().ok());
    if let Some(games) = games {
        let setup = &ArchRavels::setups()[2];
        let (mut random, mut chance) = (SearchChance::new(1), SearchChance::new(2));
        let actions: u32 = (0..games).map(|_| game(setup, &mut random, &mut chance)).sum();
        println!("{games} games, {actions} actions");
        return;
    }
    println!("{} bytes of state", size_of::<ArchRavels>());
    for setup in &ArchRavels::setups()[..3] {
        let (mut random, mut chance) = (SearchChance::new(1), SearchChance::new(2));
        game(setup, &mut random, &mut chance);
        let (mut games, mut actions) = (0u32, 0u32);
        let start = Instant::now();
        while start.elapsed() < Duration::from_secs(2) {
            actions += game(setup, &mut random, &mut chance);
            games += 1;
        }
        let seconds = start.elapsed().as_secs_f64();
        println!(
            "{}: {:.0} games/s, {:.1} M actions/s, {:.1} ns an action",
            setup.to_options(),
            f64::from(games) / seconds,
            f64::from(actions) / seconds / 1e6,
            seconds * 1e9 / f64::from(actions),
        );
    }
    let mut chance = SearchChance::new(3);
    let state = ArchRavels::start(&ArchRavels::setups()[2], &mut chance);
    let view = state.view(Viewer::Spectator);
    let start = Instant::now();
    for _ in 0..1_000_000 {
        black_box(ArchRavels::sample(black_box(&view), &mut chance));
    }
    println!("sample: {:.1} ns", start.elapsed().as_secs_f64() * 1e3);
}

/// One random game: how many actions it took.
fn game(setup: &<ArchRavels as Game>::Setup, random: &mut SearchChance, chance: &mut SearchChance) -> u32 {
    let mut actions = 0;
    let mut state = ArchRavels::start(setup, chance);
    play_out(&mut state, random, chance, |_, _, _| actions += 1);
    black_box(state);
    actions
}
