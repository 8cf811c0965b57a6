#![doc = include_str!("../README.md")]

mod reward;
mod unfolded;
mod vector;

pub use reward::Reward;
pub use unfolded::{AnyUnfolded, Moment, Unfolded, WrongStep};
pub use vector::{AnyVector, Arrays, MOST_LEGAL, MOST_THREADS, NotLegal, Shape, Vector};

use bobbin_game::{Encoded, Seat, Viewer};

/// What a seat may do, each with its number: where the game has none, its place.
pub fn numbered<G: Encoded>(state: &G, seat: Seat) -> Vec<(usize, G::Action)> {
    let mut legal = Vec::new();
    state.legal_actions(seat, &mut legal);
    let Some(numbers) = G::numbers(state.setup()) else {
        return legal.into_iter().enumerate().collect();
    };
    let view = state.view(Viewer::Seat(seat));
    let legal = legal.into_iter();
    legal
        .map(|action| (G::number(&numbers, &view, action), action))
        .collect()
}
