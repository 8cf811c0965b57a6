#![doc = include_str!("../README.md")]

pub mod csv;
mod elo;
mod hands;
pub mod html;
mod journal;
mod plan;
mod run;
mod sprt;
mod statistics;
mod summary;
pub mod text;

pub use elo::Elo;
pub use hands::{Elsewhere, Hands, Threads};
pub use journal::{Journal, JournalError};
pub use plan::{Plan, PlanError};
pub use run::{Finished, Progress, run};
pub use sprt::{Sprt, Verdict};
pub use statistics::{Interval, Mean, mean, wilson};
pub use summary::{BotSummary, FactSummary, LineSummary, SeatSummary, Summary};
