//! The rules of Arch Ravels, shown clause by clause.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on says so by its line")]

mod content;
mod craft;
mod deck;
mod end;
mod events;
mod finish;
mod laws;
mod opening;
mod pieces;
mod positions;
mod powers;
mod requests;
mod restock;
mod scoring;
mod sensible;
mod shop;
mod table;
mod turn;
mod views;
mod yarn;
