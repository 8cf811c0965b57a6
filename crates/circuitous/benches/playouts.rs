//! Random playouts: time per action, legal actions included, and its growth with the cards on the table.
//! `cargo bench -p bobbin-circuitous`; arguments: games, players.

use std::hint::black_box;
use std::time::Instant;

use bobbin_circuitous::{Action, Circuitous, Setup};
use bobbin_game::{Game, Options, SearchChance, random_seat};

fn main() {
    let mut arguments = std::env::args()
        .skip(1)
        .filter(|argument| !argument.starts_with('-'));
    let games: u64 = arguments
        .next()
        .map_or(2000, |word| word.parse().expect("a number of games"));
    let players: usize = arguments
        .next()
        .map_or(4, |word| word.parse().expect("a number of players"));
    let setup = Setup::house(&Options::new().with("players", players)).expect("two to four players");
    curve(&setup, games);
    whole_games(&setup, games);
}

/// Nothing but playing, as search does it.
fn whole_games(setup: &Setup, games: u64) {
    let mut buffer = Vec::with_capacity(512);
    let (mut actions, mut finished, mut laid, mut turns, mut most) = (0u64, 0u64, 0u64, 0u64, 0);
    let began = Instant::now();
    for game in 0..games {
        let mut random = SearchChance::new(game);
        let mut chance = SearchChance::new(game ^ 0x5eed);
        let mut state = Circuitous::start(setup, &mut chance);
        while let Some(seat) = random_seat(state.to_act(), &mut random) {
            buffer.clear();
            state.legal_actions(seat, &mut buffer);
            most = most.max(buffer.len());
            let action = buffer[random.below(buffer.len() as u32) as usize];
            state.apply(seat, action, &mut chance, &mut ()).expect("legal");
            actions += 1;
            laid += u64::from(matches!(action, Action::At(_)));
            turns += u64::from(matches!(action, Action::End));
        }
        let outcome = state.outcome().expect("over");
        finished += u64::from(!outcome.winners.is_empty());
    }
    let nanos = began.elapsed().as_nanos() as u64;
    println!(
        "{games} games, {actions} actions: {} ns per action, legal actions included",
        nanos / actions
    );
    println!(
        "{:.1} % reach a finish; {} cards laid, {} turns, {} actions a game; at most {most} legal actions",
        finished as f64 * 100.0 / games as f64,
        laid / games,
        turns / games,
        actions / games
    );
}

/// Time per action by cards on the table.
fn curve(setup: &Setup, games: u64) {
    const STEP: usize = 8;
    let mut buffer = Vec::with_capacity(512);
    let mut sums = [(0u64, 0u64, 0u64); 14];
    for game in 0..games {
        let mut random = SearchChance::new(game);
        let mut chance = SearchChance::new(game ^ 0x5eed);
        let mut state = Circuitous::start(setup, &mut chance);
        let mut cards = 0;
        while let Some(seat) = random_seat(state.to_act(), &mut random) {
            let began = Instant::now();
            buffer.clear();
            state.legal_actions(seat, &mut buffer);
            let action = buffer[random.below(buffer.len() as u32) as usize];
            state.apply(seat, action, &mut chance, &mut ()).expect("legal");
            let nanos = began.elapsed().as_nanos() as u64;
            let sum = &mut sums[(cards / STEP).min(13)];
            (sum.0, sum.1, sum.2) = (sum.0 + nanos, sum.1 + 1, sum.2 + buffer.len() as u64);
            cards += usize::from(matches!(action, Action::At(_)));
        }
        black_box(&state);
    }
    println!("cards on the table   ns per action   legal actions");
    for (place, (nanos, count, legal)) in sums.into_iter().enumerate().filter(|(_, sum)| sum.1 > 100) {
        println!(
            "{:>8} to {:<8} {:>12} {:>15}",
            place * STEP,
            place * STEP + STEP - 1,
            nanos / count,
            legal / count
        );
    }
}
