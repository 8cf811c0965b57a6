//! The rules of Arch Ravels, shown clause by clause.

mod content;
mod craft;
mod deck;
mod end;
mod events;
mod finish;
mod laws;
mod opening;
mod positions;
mod requests;
mod restock;
mod scoring;
mod shop;
mod table;
mod turn;
mod views;
