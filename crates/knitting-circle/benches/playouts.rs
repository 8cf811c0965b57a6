//! Random playouts: nanoseconds per action and actions per game, on one core.
//!
//! `cargo bench -p bobbin-knitting-circle` measures every player count; with `--fixed N` it plays N games at four
//! players and prints nothing but the number of actions: work that is the same every time, for counting
//! instructions under callgrind.

use std::time::Instant;

use bobbin_game::{Content as _, Game, Options, SearchChance, Setup as _, random_seat};
use bobbin_knitting_circle::{KnittingCircle, KnittingContent, KnittingSetup};

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let fixed = arguments.iter().position(|argument| argument == "--fixed");
    if let Some(place) = fixed {
        let games = arguments
            .get(place + 1)
            .and_then(|number| number.parse().ok())
            .unwrap_or(100);
        println!("{} actions", play(&setup(4), games, 1));
        return;
    }
    println!("state: {} bytes", size_of::<KnittingCircle>());
    println!("action: {} bytes", size_of::<bobbin_knitting_circle::Action>());
    for players in 1..=4 {
        let setup = setup(players);
        play(&setup, 200, 7);
        let mut best = f64::MAX;
        let mut actions = 0;
        for pass in 0..5 {
            let begin = Instant::now();
            actions = play(&setup, 2000, pass);
            best = best.min(begin.elapsed().as_secs_f64() * 1e9 / actions as f64);
        }
        println!(
            "{players} players: {best:.1} ns per action, {} actions per game",
            actions / 2000
        );
    }
}

fn setup(players: usize) -> KnittingSetup {
    let options = Options::new().with("players", players);
    KnittingSetup::new(&options, KnittingContent::house()).expect("one to four players")
}

fn play(setup: &KnittingSetup, games: u64, seed: u64) -> u64 {
    let mut random = SearchChance::new(seed);
    let mut chance = SearchChance::new(seed + 1_000_000);
    let mut buffer = Vec::new();
    let mut actions = 0;
    for _ in 0..games {
        let mut game = KnittingCircle::start(setup, &mut chance);
        while let Some(seat) = random_seat(game.to_act(), &mut random) {
            let action = game.random_action(seat, &mut random, &mut buffer);
            game.apply(seat, action, &mut chance, &mut ())
                .expect("a legal action is accepted");
            actions += 1;
        }
        std::hint::black_box(&game);
    }
    actions
}
