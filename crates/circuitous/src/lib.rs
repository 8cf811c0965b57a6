//! The rules of Circuitous: everyone lays one web of paths on a free table; the points along the way that reaches a finish
//! first decide.
//!
//! [`geometry`] is exact and in integers. [`content`] holds the cards. The rules in words are in `RULES.md`; each check names
//! its clause.

mod ability;
mod action;
pub mod content;
mod course;
mod event;
mod game;
pub mod geometry;
mod going_on;
mod index;
mod lately;
mod placement;
mod player;
mod position;
mod reach;
mod refusal;
mod room;
mod sample;
mod setup;
mod state;
mod study;
mod svg;
mod table;
mod tell;
mod text;
mod turn;
mod view;

pub use action::{Action, Quarter};
pub use content::{Ability, Code, Decks};
pub use course::Ahead;
pub use event::{CardName, Event};
pub use player::Proof;
pub use refusal::Refusal;
pub use setup::Setup;
pub use state::Circuitous;
pub use study::{Extension, MAX_WAYS_ON, Survey, WayOn};
pub use view::{
    CardView, Color, FinishView, Held, KindView, OpenView, PhaseView, SeatView, StepView, View, WayView,
};
