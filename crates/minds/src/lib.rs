#![doc = include_str!("../README.md")]

mod arch_ravels;
mod circuitous;
mod fit;
mod knitting_circle;
mod study;

pub use arch_ravels::ArchRavelsMind;
pub use bobbin_bots::Plain;
pub use circuitous::{Ahead, CircuitousMind, Extension, Survey, WayOn};
pub use fit::{Fitted, Regression};
pub use knitting_circle::KnittingMind;
pub use study::{Fact, Facts, Study};
