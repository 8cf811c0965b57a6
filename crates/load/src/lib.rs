#![doc = include_str!("../README.md")]

pub mod attack;
pub mod client;
pub mod model;
mod players;
mod random;
mod report;

pub use players::{Load, run, run_until};
pub use report::{LoadReport, Memory};
