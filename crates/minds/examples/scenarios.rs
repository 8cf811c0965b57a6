//! How often bots meet the goals of Knitting Circle's scenarios: `cargo run --release -p bobbin-minds --example
//! scenarios -- house search:300i 60 1` (a content pack or `house`, a bot for all seats, games, players, then the
//! numbers of scenarios or none for all).

use std::time::Instant;

use bobbin_bots::{BotSpec, Question, Timer};
use bobbin_game::{Content as _, Game as _, Options, SearchChance, Seat, Setup as _, Shelf, Source};
use bobbin_knitting_circle::{KnittingCircle, KnittingContent, KnittingSetup};
use bobbin_minds::KnittingMind;

struct Watch(Instant);

impl Timer for Watch {
    fn elapsed(&self) -> std::time::Duration {
        self.0.elapsed()
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [pack, bot, games, players, numbers @ ..] = &words[..] else {
        return Err("expected: scenarios PACK BOT GAMES PLAYERS [SCENARIO …]".into());
    };
    let content = if pack == "house" {
        KnittingContent::house()
    } else {
        let text = std::fs::read_to_string(pack)?;
        Shelf::put(KnittingContent::from_pack(&Source::new(pack, text))?)
    };
    let spec: BotSpec = bot.parse()?;
    let games: u64 = games.parse()?;
    let all: Vec<String> = (1..=content.scenarios.len())
        .map(|number| number.to_string())
        .collect();
    for number in if numbers.is_empty() { &all[..] } else { numbers } {
        let options = Options::new().with("players", players).with("scenario", number);
        let setup = KnittingSetup::new(&options, content)?;
        measure(&setup, spec, games, number);
    }
    Ok(())
}

/// Plays one scenario and prints how many seats succeeded, how many met each goal, and what they scored.
fn measure(setup: &KnittingSetup, spec: BotSpec, games: u64, number: &str) {
    let (mut succeeded, mut seats, mut points) = (0_u32, 0_u32, 0_i32);
    let mut goals: Vec<(&str, u32)> = Vec::new();
    for game in 0..games {
        let state = play(setup, spec, game);
        let outcome = state.outcome().expect("it was played to the end");
        goals.resize(outcome.goals.len(), ("", 0));
        for seat in Seat::all(setup.players()) {
            seats += 1;
            points += state.score(seat).total();
            let mut all = true;
            for (sum, goal) in goals.iter_mut().zip(&outcome.goals) {
                let met = goal.met_by.contains(seat);
                *sum = (goal.name, sum.1 + u32::from(met));
                all &= met;
            }
            succeeded += u32::from(all);
        }
    }
    let share = |count: u32| 100.0 * f64::from(count) / f64::from(seats);
    let told: Vec<String> = goals
        .iter()
        .map(|&(name, met)| format!("{name} {:.0} %", share(met)))
        .collect();
    println!(
        "scenario {number}: {:.0} % of {seats} seats succeed, {:.1} points ({})",
        share(succeeded),
        f64::from(points) / f64::from(seats),
        told.join(", ")
    );
}

fn play(setup: &KnittingSetup, spec: BotSpec, number: u64) -> KnittingCircle {
    let mut luck = SearchChance::new(number + 177);
    let mut random = SearchChance::new(!number);
    let mut state = KnittingCircle::start(setup, &mut luck);
    let mut bots: Vec<_> = Seat::all(setup.players())
        .map(|_| spec.build::<KnittingCircle, KnittingMind>())
        .collect();
    while let Some(seat) = state.to_act().first() {
        let question = Question::of(&state, seat).expect("it is to act");
        let thought = bots[seat.index()].think(&question, &mut random, &Watch(Instant::now()));
        let action = *thought.choice();
        state
            .apply(seat, action, &mut luck, &mut ())
            .expect("it is legal");
    }
    state
}
