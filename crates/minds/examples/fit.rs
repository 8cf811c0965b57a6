//! Fits the weights of a forecast on games that the search plays against itself:
//! `cargo run --release -p bobbin-minds --example fit -- arch-ravels 400 100 2` (games, iterations a move, players).
//!
//! Every quiet moment of every game gives one observation a seat: its features less those of the others on average, and
//! by how much it was ahead of them in the end. What is the same for all (how long the game has still to go) cannot
//! decide who wins and falls out. The weights are printed; put them into the mind, and keep them only if the arena says
//! that they win.

use std::time::Duration;

use bobbin_arch_ravels::ArchRavels;
use bobbin_bots::{Bot, BotSpec, Mind, Question, Timer};
use bobbin_game::{Content, Game, Options, SearchChance, Seat, Setup};
use bobbin_knitting_circle::KnittingCircle;
use bobbin_minds::{ArchRavelsMind, Fitted, KnittingMind, Regression};

/// Iterations are the bound, so no time passes.
struct NoClock;

impl Timer for NoClock {
    fn elapsed(&self) -> Duration {
        Duration::ZERO
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [game, games, iterations, players] = &words[..] else {
        return Err("expected: fit GAME GAMES ITERATIONS PLAYERS".into());
    };
    let options = Options::new().with("players", players);
    let spec: BotSpec = format!("search:{iterations}i").parse()?;
    match game.as_str() {
        "knitting-circle" => fit::<KnittingCircle, KnittingMind>(&options, spec, games.parse()?),
        "arch-ravels" => fit::<ArchRavels, ArchRavelsMind>(&options, spec, games.parse()?),
        other => Err(format!("{other} has no fitted weights").into()),
    }
}

fn fit<G: Game, M: Mind<G> + Fitted<G>>(
    options: &Options,
    spec: BotSpec,
    games: u64,
) -> Result<(), Box<dyn std::error::Error>>
where
    G::Setup: Sync,
{
    let content = <<G::Setup as Setup>::Content as Content>::house();
    let setup = G::Setup::new(options, content)?;
    let mind = M::default();
    let size = mind.weights().len();
    let halves: Vec<Vec<(Vec<f32>, f32)>> = std::thread::scope(|scope| {
        let play = |from: u64| {
            let setup = &setup;
            scope.spawn(move || {
                let numbers = (from..games).step_by(2);
                numbers
                    .flat_map(|number| observe::<G, M>(setup, spec, number))
                    .collect()
            })
        };
        let threads = [play(0), play(1)];
        threads
            .into_iter()
            .map(|thread| thread.join().expect("it plays to the end"))
            .collect()
    });
    let mut regression = Regression::new(size);
    for (features, result) in halves.iter().flatten() {
        regression.add(features, *result);
    }
    let weights = regression.solve(mind.weights(), 20.0);
    println!("{} observations", halves.iter().flatten().count());
    println!(
        "error {:.2} points before, {:.2} after",
        regression.error(mind.weights()),
        regression.error(&weights)
    );
    for (name, (before, after)) in M::NAMES.iter().zip(mind.weights().iter().zip(&weights)) {
        println!("{before:8.3} {after:8.3}  {name}");
    }
    println!("{weights:.3?}");
    Ok(())
}

/// What was seen of each seat at every quiet moment of a game, and what came of it.
fn observe<G: Game, M: Mind<G> + Fitted<G>>(
    setup: &G::Setup,
    spec: BotSpec,
    number: u64,
) -> Vec<(Vec<f32>, f32)> {
    let mind = M::default();
    let mut luck = SearchChance::new(number);
    let mut random = SearchChance::new(!number);
    let mut state = G::start(setup, &mut luck);
    let seats = || Seat::all(setup.players());
    let mut bots: Vec<Box<dyn Bot<G>>> = seats().map(|_| spec.build(M::default())).collect();
    let mut seen: Vec<Vec<Vec<f32>>> = Vec::new();
    while let Some(seat) = state.to_act().first() {
        if mind.is_quiet(&state) {
            let features = seats().map(|seat| {
                let mut features = Vec::new();
                mind.features(&state, seat, &mut features);
                features
            });
            seen.push(features.collect());
        }
        let question = Question::of(&state, seat).expect("it is to act");
        let action = *bots[seat.index()]
            .think(&question, &mut random, &NoClock)
            .choice();
        state
            .apply(seat, action, &mut luck, &mut ())
            .expect("it is legal");
    }
    let outcome = state.outcome().expect("the game is over");
    let totals: Vec<Vec<f32>> = seats()
        .map(|seat| vec![outcome.total(seat).as_quarters() as f32 / 4.0])
        .collect();
    let mut all = Vec::new();
    for moment in &seen {
        for seat in seats() {
            all.push((ahead(moment, seat), ahead(&totals, seat)[0]));
        }
    }
    all
}

/// By how much a seat is ahead of the others on average.
fn ahead(values: &[Vec<f32>], seat: Seat) -> Vec<f32> {
    let others = (values.len() - 1).max(1) as f32;
    let own = &values[seat.index()];
    let sum = |place: usize| values.iter().map(|of| of[place]).sum::<f32>();
    (0..own.len())
        .map(|place| own[place] - (sum(place) - own[place]) / others)
        .collect()
}
