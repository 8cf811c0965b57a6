#![doc = include_str!("../README.md")]

mod action;
mod bonus;
mod button;
mod census;
mod choices;
mod circle;
mod condition;
mod content;
mod crafting;
mod deck;
mod drafting;
mod encoding;
mod event;
mod game;
mod garment;
mod glance;
mod pack;
mod pattern;
mod position;
pub mod progress;
mod refusal;
mod round_end;
mod scoring;
mod setting_up;
mod setup;
mod show;
mod state;
mod study;
mod table;
mod tally;
mod tell;
mod view;
mod yarn;

pub use action::{Action, Placed, Retained};
pub use bonus::Bonus;
pub use button::{BUTTONS_PER_TYPE, Button, ButtonFace, ButtonType, ColorSet, Wish};
pub use circle::{Ring, Slot};
pub use condition::{Condition, Progress, ScoreLine};
pub use content::{
    Achievement, Board, ButtonKind, Cat, GarmentTable, Gift, KnittingContent, Objective, Pile, RequestCard,
    Scenario, Space, Tier,
};
pub use event::{Event, STRAY};
pub use garment::{
    Card, Garment, GarmentType, MAX_CARDS_PER_TYPE, MAX_SPACES, MIN_CARDS_PER_TYPE, MIN_MANDATORY,
};
pub use pattern::Pattern;
pub use refusal::Refusal;
pub use setup::{HouseRules, KnittingSetup, Mode, Modification};
pub use state::{KnittingCircle, NEEDLES, PAWS, Phase, Player, REQUESTS_IN_PLAY, UGLY_BUTTONS};
pub use table::{
    BoardView, BottomView, DeckView, GarmentView, GoalView, OfferView, OfferedView, Prospect, RequestView,
    ScenarioView, SpaceView, TableView,
};
pub use tally::{Facts, Score, Tally};
pub use view::View;
pub use yarn::{Color, Stitch, TILES_PER_COLOR, Tile, Tiles};
