//! Random games on one core: `cargo bench -p bobbin-hearts`.

use std::hint::black_box;
use std::time::{Duration, Instant};

use bobbin_game::{Game, SearchChance, Setup as _, Viewer, play_out};
use bobbin_hearts::Hearts;

fn main() {
    println!("{} bytes of state", size_of::<Hearts>());
    for setup in Hearts::setups() {
        let (games, actions, seconds) = measure(|random, chance| {
            let mut actions = 0;
            let mut state = Hearts::start(&setup, chance);
            play_out(&mut state, random, chance, |_, _, _| actions += 1);
            black_box(state);
            actions
        });
        println!(
            "{}: {:.0} games/s, {:.1} M actions/s, {:.1} ns an action",
            setup.to_options(),
            games / seconds,
            actions / seconds / 1e6,
            seconds * 1e9 / actions,
        );
    }
    for tricks in [0, 3, 6, 9] {
        let mut random = SearchChance::new(tricks);
        let views: Vec<_> = (0..100).map(|_| view_after(tricks, &mut random)).collect();
        let mut next = views.iter().cycle();
        let (samples, _, seconds) = measure(|_, chance| {
            black_box(Hearts::sample(next.next().expect("a cycle has no end"), chance));
            1
        });
        println!("sample after {tricks} tricks: {:.2} µs", seconds * 1e6 / samples);
    }
}

/// What the player to act sees after so many tricks of a random game.
fn view_after(tricks: u64, random: &mut SearchChance) -> <Hearts as Game>::View {
    let setup = &Hearts::setups()[0];
    let mut chance = SearchChance::new(random.bits());
    let mut state = Hearts::start(setup, &mut chance);
    let mut buffer = Vec::new();
    for _ in 0..16 + 4 * tricks {
        let seat = state.to_act().first().expect("the game is not over");
        let action = state.random_action(seat, random, &mut buffer);
        state
            .apply(seat, action, &mut chance, &mut ())
            .expect("it is legal");
    }
    let seat = state.to_act().first().expect("the game is not over");
    state.view(Viewer::Seat(seat))
}

/// Repeats for two seconds after a short warm-up: how often, what the rounds add up to, and the seconds it took.
fn measure(mut round: impl FnMut(&mut SearchChance, &mut SearchChance) -> u32) -> (f64, f64, f64) {
    let (mut random, mut chance) = (SearchChance::new(1), SearchChance::new(2));
    let (mut rounds, mut sum) = (0.0, 0.0);
    let mut start = Instant::now();
    for batch in 0.. {
        if batch == 10 {
            (rounds, sum, start) = (0.0, 0.0, Instant::now());
        }
        for _ in 0..100 {
            rounds += 1.0;
            sum += f64::from(round(&mut random, &mut chance));
        }
        if batch > 10 && start.elapsed() > Duration::from_secs(2) {
            break;
        }
    }
    (rounds, sum, start.elapsed().as_secs_f64())
}
