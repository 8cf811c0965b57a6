#![doc = include_str!("../README.md")]

mod ability;
mod action;
pub mod content;
mod encoding;
mod event;
mod front;
mod game;
pub mod geometry;
mod glance;
mod going_on;
mod index;
mod placement;
mod player;
mod position;
mod reach;
mod refusal;
mod room;
mod setup;
mod state;
mod table;
mod tell;
mod text;
mod turn;
mod view;

pub use action::{Action, Quarter};
pub use content::{Ability, Code, Decks};
pub use event::{CardName, Event, NearestWay};
pub use player::Proof;
pub use refusal::Refusal;
pub use setup::Setup;
pub use state::Circuitous;
pub use table::{ExitId, MAX_PIECES, Node, Open, Piece, Table};
pub use view::{
    CardView, Color, FinishView, Held, KindView, OpenView, PhaseView, SeatView, StepView, TableView, View,
    WayView,
};
