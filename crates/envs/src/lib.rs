#![doc = include_str!("../README.md")]

mod reward;
mod unfolded;
mod vector;

pub use reward::Reward;
pub use unfolded::{AnyUnfolded, Moment, Unfolded, WrongStep};
pub use vector::{AnyVector, Arrays, MOST_LEGAL, NotLegal, Shape, Vector};
