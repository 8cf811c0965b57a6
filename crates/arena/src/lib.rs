//! Many games at once: who plays better, and whether the game itself is fair.
//!
//! A [`Plan`] says what is played; it gives the same games whatever the number of threads. [`run`] plays them and keeps
//! them in a [`Journal`] if there is one, so that a run can be broken off and taken up again. A [`Summary`] holds all
//! figures; [`text`], [`csv`] and [`html`] show them.

pub mod csv;
pub mod html;
mod journal;
mod plan;
mod run;
mod sprt;
mod statistics;
mod summary;
pub mod text;

pub use journal::{Journal, JournalError};
pub use plan::{Plan, PlanError};
pub use run::{Finished, Progress, run};
pub use sprt::{Sprt, Verdict};
pub use statistics::{Interval, Mean, mean, wilson};
pub use summary::{BotSummary, FactSummary, LineSummary, SeatSummary, Summary};
