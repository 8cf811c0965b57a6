//! What came of the games of a tournament, as their tables say.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use bobbin_store::Store;
use bobbin_tournament::{Came, Game, Round};

use super::kept::{Tournament, table_id};
use crate::App;
use crate::error::Problem;
use crate::live;
use crate::summary::{Finished, Summarized, Summary};
use crate::table::Status;

/// A game of a round.
#[derive(Clone)]
pub(crate) struct Board {
    /// Its table.
    pub(crate) table: String,
    pub(crate) state: BoardState,
}

/// How far a game is.
#[derive(Clone)]
pub(crate) enum BoardState {
    /// Its table is not made yet.
    Missing,
    /// Its table is made and the game has not begun.
    Made,
    /// It is being played, and these people are to act.
    Running { waiting: Vec<String> },
    /// It is over.
    Over(Arc<Ended>),
}

/// What came of a game.
#[derive(Clone, Debug)]
pub(crate) struct Ended {
    pub(crate) came: Came,
    /// What each seat scored, in quarters, as the game counts it; nothing where it ended without a result.
    pub(crate) scores: Vec<i32>,
}

/// What is over stays as it is: so it is read once.
#[derive(Default)]
pub(crate) struct KnownGames(Mutex<BTreeMap<String, Arc<Ended>>>);

/// More than this many are not kept in memory.
const MOST_KNOWN: usize = 20_000;

impl KnownGames {
    fn find(&self, table: &str) -> Option<Arc<Ended>> {
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.get(table).cloned()
    }

    fn keep(&self, table: &str, ended: &Arc<Ended>) {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if known.len() >= MOST_KNOWN {
            known.clear();
        }
        known.insert(table.to_owned(), Arc::clone(ended));
    }
}

/// The games of a round (from 0), as they are now.
pub(crate) async fn boards_of(
    app: &App,
    id: &str,
    tournament: &Tournament,
    round: usize,
) -> Result<Vec<Board>, Problem> {
    let count = tournament.rounds()[round].boards.len();
    let mut boards = Vec::with_capacity(count);
    for board in 0..count {
        let table = table_id(id, round + 1, board + 1);
        let state = state(app, &table).await?;
        boards.push(Board { table, state });
    }
    Ok(boards)
}

async fn state(app: &App, table: &str) -> Result<BoardState, Problem> {
    if let Some(ended) = app.tournament_games.find(table) {
        return Ok(BoardState::Over(ended));
    }
    let Some(row) = app.store.table(table).await? else {
        return Ok(BoardState::Missing);
    };
    let summary: Summary = serde_json::from_str(&row.summary).unwrap_or_default();
    if row.status == Status::Open.name() {
        return Ok(BoardState::Made);
    }
    if row.status != Status::Over.name() {
        return Ok(BoardState::Running {
            waiting: summary.waiting,
        });
    }
    let ended = Arc::new(ended(&*app.store, table, summary.result).await?);
    app.tournament_games.keep(table, &ended);
    Ok(BoardState::Over(ended))
}

async fn ended(store: &dyn Store, table: &str, result: Summarized<Finished>) -> Result<Ended, Problem> {
    let finished = match result {
        Summarized::Some(finished) => Some(finished),
        Summarized::None => None,
        Summarized::Unknown => {
            let read = live::read(store, table).await?;
            read.and_then(|(table, _)| Finished::of(&table))
        }
    };
    let Some(finished) = finished else {
        return Ok(Ended {
            came: Came::Shared,
            scores: Vec::new(),
        });
    };
    let scores: Vec<i32> = finished.seats.iter().map(|seat| seat.total).collect();
    let worth = |score: &i32| if finished.low { -score } else { *score };
    Ok(Ended {
        came: Came::Finished {
            ranks: finished.seats.iter().map(|seat| seat.rank).collect(),
            totals: scores.iter().map(worth).collect(),
        },
        scores,
    })
}

/// The rounds as the standings need them: the games that are over, and who had none.
pub(crate) fn rounds_of(tournament: &Tournament, boards: &[Vec<Board>]) -> Vec<Round> {
    let rounds = tournament.rounds().iter().zip(boards);
    let round = |(kept, boards): (&super::kept::KeptRound, &Vec<Board>)| {
        let games = kept.boards.iter().zip(boards);
        let games = games.filter_map(|(kept, board)| match &board.state {
            BoardState::Over(ended) => Some(Game {
                seats: kept.seats.clone(),
                came: ended.came.clone(),
            }),
            BoardState::Missing | BoardState::Made | BoardState::Running { .. } => None,
        });
        Round {
            games: games.collect(),
            byes: kept.byes.clone(),
        }
    };
    rounds.map(round).collect()
}
