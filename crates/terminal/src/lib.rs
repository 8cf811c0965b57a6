#![doc = include_str!("../README.md")]

mod canvas;
mod content;
mod lines;
mod menu;
mod picks;
#[cfg(test)]
mod recordings;
mod saving;
mod screen;
mod sheet;
mod table;
mod titles;
mod words;

pub use content::{Article, articles};
pub use lines::{Keyboard, farewell, play as play_in_lines};
pub use saving::{data_folder, usual_file};
pub use screen::play as play_on_screen;
pub use table::LocalTable;

/// What bots are called, in the order of their seats, as at a server.
pub const BOT_NAMES: [&str; bobbin_game::MAX_SEATS] = [
    "Hazel", "Basil", "Olive", "Ash", "Ivy", "Rowan", "Clover", "Linden",
];
