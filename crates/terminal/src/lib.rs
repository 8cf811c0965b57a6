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
pub mod sheet;
mod table;
mod titles;
mod words;

pub use content::{Article, articles};
pub use lines::{Keyboard, farewell, play as play_in_lines};
pub use saving::{data_folder, usual_file};
pub use screen::play as play_on_screen;
pub use table::LocalTable;
pub use words::Company;
