//! Tournaments and leagues: who plays whom follows from `bobbin-tournament`, games are tables like any other.
//!
//! A tournament is one document that only ever changes by comparing and swapping, so of several servers (or a server
//! that comes back) one at a time takes it a step further. A round is in it or it is not; the ids of its tables follow
//! from the tournament, the round and the board, and a table is made once by its id. So whoever dies in the middle of
//! making a round leaves nothing that the next does not find and finish.
//!
//! What came of a game is nowhere but in its table: points and standings are worked out from the finished games.

mod advance;
mod alerts;
mod changes;
mod forget;
mod games;
mod kept;
mod lists;
#[cfg(test)]
mod tests;

pub(crate) use advance::{advance, keep_going};
pub(crate) use changes::{BOTS_AT_ONCE, cancel, enter, enter_bot, leave, remove, start};
pub(crate) use forget::forget;
pub(crate) use games::{Board, BoardState, Ended, KnownGames, boards_of, rounds_of};
pub(crate) use kept::{Entrance, Kept, KeptEntrant, KeptRound, Stage, Tournament, Who, create, read};
pub(crate) use lists::{TournamentLine, TournamentStatus, check_may_make, lists};
