#![doc = include_str!("../README.md")]

mod arch_ravels;
mod circuitous;
mod knitting_circle;
mod net;
mod policy;
mod study;

pub use arch_ravels::ArchRavelsMind;
pub use bobbin_bots::Plain;
pub use circuitous::{Ahead, CircuitousMind, Extension, Survey, WayOn};
pub use knitting_circle::KnittingMind;
pub use net::{Names, Net, NetError, Seen, Shown, put_on_trial, replace_house};
pub use policy::{ChoiceNames, ChoiceSeen, Choosing};
pub use study::{Fact, Facts, Study};
