//! Circuitous, clause by clause.

#![expect(clippy::unwrap_used, reason = "a test that fails says where")]

mod abilities;
mod brute_force;
mod clauses;
mod contract;
mod decks;
mod ending;
mod geometry;
mod pictures;
mod placing;
mod proof;
mod set_up;
mod situation;
mod telling;
mod turns;
