#![doc = include_str!("../README.md")]

mod action;
mod cards;
mod encoding;
mod event;
mod hearts;
mod position;
mod refusal;
mod sample;
mod setup;
mod table;
mod trick;
mod view;

pub use action::Action;
pub use cards::{Card, Cards, Suit};
pub use event::Event;
pub use hearts::{Hearts, Phase};
pub use refusal::Refusal;
pub use setup::{Moon, Pass, Setup};
pub use trick::Trick;
pub use view::{SeatView, View};

/// 1.1: Hearts is for four.
pub const PLAYERS: usize = 4;
