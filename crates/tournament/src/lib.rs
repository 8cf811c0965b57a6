#![doc = include_str!("../README.md")]

mod circle;
mod design;
mod groups;
mod history;
mod league;
mod lot;
mod matching;
mod pairs;
mod record;
mod rounds;
mod rules;
mod seating;
mod standings;
mod table_sizes;

pub use matching::cheapest_pairs;
pub use record::{Came, Entrant, Entry, Game, Pairing, Round, Seating};
pub use rounds::{Progress, next_round, progress, rounds_planned};
pub use rules::{Format, MOST_ENTRANTS, MOST_ROUNDS, Rules, RulesError, TableSize};
pub use standings::{Margin, Points, Share, Standing, standings};
