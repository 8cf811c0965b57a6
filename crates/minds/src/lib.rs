//! What bots know of each game beyond its rules, and what a balance report asks of it.
//!
//! Rules do not know bots and bots do not know rules; here they meet.

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
