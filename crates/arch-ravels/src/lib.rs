#![doc = include_str!("../README.md")]

mod action;
mod characters;
mod content;
mod craft;
mod deck;
mod display;
mod encoding;
mod event;
mod finish;
mod game;
mod glance;
mod legal;
mod numbers;
mod pack;
mod patterns;
mod position;
mod refusal;
mod restock;
mod scoring;
mod setup;
mod shop;
mod state;
mod study;
mod tell;
mod turn;
pub mod view;
mod yarn;

pub use action::Action;
pub use characters::{Abilities, CharacterId};
pub use content::{
    ArchRavelsContent, Character, Difficulty, EventCard, EventKind, Face, ItemFacts, ProjectCard,
    RequestCard, YarnCard,
};
pub use deck::{Card, LISTED};
pub use event::{CardFace, CardName, Event};
pub use patterns::{ColorRule, Cost, Item, Items};
pub use refusal::{Refusal, Step};
pub use scoring::FAVORITE_BONUS;
pub use setup::{ArchRavelsSetup, PLAYERS};
pub use state::{ArchRavels, BAZAAR, Goal, Pending, Phase, Turn, View};
pub use turn::{LAST_ROUND, MOST_AT_ONCE};
pub use yarn::{Bowl, Bundle, Color};
