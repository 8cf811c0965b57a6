//! Draws a random game: `cargo run -p bobbin-drawing --example picture -- OPTIONS SEED ACTIONS > table.svg`.

use bobbin_circuitous::{Action, Circuitous, Setup};
use bobbin_drawing::{CircuitousDrawing, Drawing as _};
use bobbin_game::{Game, Options, SearchChance, Viewer};

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let options: Options = words.first().map_or("", String::as_str).parse().expect("options");
    let seed = words.get(1).map_or(1, |word| word.parse().expect("a seed"));
    let actions = words
        .get(2)
        .map_or(120, |word| word.parse().expect("a number of actions"));
    let setup = Setup::house(&options).expect("a setup");
    let mut chance = SearchChance::new(seed);
    let mut random = SearchChance::new(seed + 1);
    let mut state = Circuitous::start(&setup, &mut chance);
    let mut legal = Vec::new();
    for _ in 0..actions {
        let Some(seat) = state.to_act().first() else { break };
        legal.clear();
        state.legal_actions(seat, &mut legal);
        // Towards the finishes, most of the time, so that the picture looks like a game.
        let height = |action: &Action| match action {
            Action::At(spot) => i32::from(spot.at.y) + random.below(20) as i32,
            Action::Play(_) => 30 + random.below(20) as i32,
            Action::Use(_) => 12 + random.below(20) as i32,
            _ => random.below(20) as i32,
        };
        let action = legal.iter().copied().max_by_key(height).expect("a legal action");
        state
            .apply(seat, action, &mut chance, &mut ())
            .expect("it is legal");
    }
    println!(
        "{}",
        CircuitousDrawing::svg(&state.view(Viewer::Spectator)).expect("a picture")
    );
}
