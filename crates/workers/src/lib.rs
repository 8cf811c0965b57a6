#![doc = include_str!("../README.md")]

mod cache;
mod roster;
mod think;
mod wire;
pub mod worker;
mod workers;

pub use cache::BotCache;
pub use think::{Manner, think};
pub use workers::{NotDone, Packs, Thinking, Workers};
