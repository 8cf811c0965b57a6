//! Hearts, clause by clause and as a whole.

mod cards;
mod contract;
mod guide;
mod notation;
mod sampling;
mod table;
mod the_deal;
mod the_pass;
mod the_score;
mod the_tricks;
