//! A tournament as somebody sees it.

use bobbin_game::Options;
use bobbin_tournament::{Came, Entrant, Standing, progress, standings};
use serde::Serialize;
use utoipa::ToSchema;

use super::wish::FormatInfo;
use crate::App;
use crate::error::Problem;
use crate::table::{ClockPlan, Level};
use crate::tournaments::{
    self, Board, BoardState, Ended, Entrance, Kept, KeptEntrant, Stage, Tournament, TournamentStatus, Who,
    boards_of, rounds_of,
};

/// A tournament, and where you are in it.
#[derive(Serialize, ToSchema)]
pub(crate) struct TournamentSeen {
    /// Its id: who knows it finds the tournament.
    id: String,
    /// Its name.
    name: String,
    /// The game's id.
    game: String,
    /// The options, defaults included.
    #[schema(value_type = std::collections::BTreeMap<String, String>)]
    options: Options,
    /// How many play at a table.
    seats: usize,
    /// How many play at the smallest, where the number does not divide.
    least: usize,
    /// What decides who plays whom.
    format: FormatInfo,
    /// Who may enter.
    entrance: Entrance,
    /// How many may enter.
    most: u16,
    /// Is it in the list of tournaments?
    listed: bool,
    /// The clock of each game.
    clock: ClockPlan,
    /// How long a round may take, in seconds.
    #[schema(required)]
    round_seconds: Option<u32>,
    /// How strong the bot is that plays for whoever is away.
    level: Level,
    /// When it begins by itself, in milliseconds since 1970.
    #[schema(required)]
    starts_at: Option<i64>,
    /// When it was made.
    created_at: i64,
    /// When it was over.
    #[schema(required)]
    over_at: Option<i64>,
    /// How far it is.
    status: TournamentStatus,
    /// The name of whoever made it.
    director: String,
    /// Did you make it? Then you begin it, put bots in, send somebody away and call it off.
    yours: bool,
    /// Your number among the entrants.
    #[schema(required)]
    you: Option<u16>,
    /// Who is in it, or was, in the order in which they came.
    entrants: Vec<EntrantSeen>,
    /// The season of a league, from 1.
    season: u8,
    /// How many rounds there are, with those of this season; of one that has not begun as many as it would have now.
    rounds_planned: usize,
    /// What you have to do in the latest round; null if you are not in it.
    #[schema(required)]
    now: Option<NowSeen>,
    /// The rounds that were made, the first first; none with `rounds=false`.
    rounds: Vec<RoundSeen>,
    /// How it stands: one list, or one for each division of a league, the highest first.
    standings: Vec<Vec<StandingSeen>>,
}

/// Someone in a tournament.
#[derive(Serialize, ToSchema)]
pub(crate) struct EntrantSeen {
    /// The number that rounds and standings call them by.
    number: u16,
    /// Their name.
    name: String,
    /// Who they are.
    kind: EntrantKind,
    /// How strong a bot of the house is.
    #[schema(required)]
    level: Option<Level>,
    /// Have they withdrawn?
    withdrawn: bool,
}

/// Who an entrant is.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum EntrantKind {
    /// A person.
    Person,
    /// A program of somebody's.
    Program,
    /// A bot of the house.
    Bot,
}

/// What somebody has to do in the latest round.
#[derive(Serialize, ToSchema)]
pub(crate) struct NowSeen {
    /// The round, from 1.
    round: usize,
    /// The table of their game; null where they have none in this round.
    #[schema(required)]
    table: Option<String>,
    /// How far it is.
    state: BoardStatus,
    /// Is it their turn?
    waits_for_you: bool,
}

/// A round.
#[derive(Serialize, ToSchema)]
pub(crate) struct RoundSeen {
    /// From 1.
    number: usize,
    /// The season of a league, from 1.
    season: u8,
    /// When it was made, in milliseconds since 1970.
    made_at: i64,
    /// When its time is over.
    #[schema(required)]
    until: Option<i64>,
    /// Its games.
    boards: Vec<BoardSeen>,
    /// The numbers of those who have no game in it.
    #[schema(value_type = Vec<u16>)]
    byes: Vec<Entrant>,
}

/// A game of a round.
#[derive(Serialize, ToSchema)]
pub(crate) struct BoardSeen {
    /// Its table: watch or look back there.
    table: String,
    /// The division of a league, from 1.
    division: u8,
    /// The numbers of those who play, in the order of their seats.
    #[schema(value_type = Vec<u16>)]
    seats: Vec<Entrant>,
    /// How far it is.
    state: BoardStatus,
    /// The rank of each seat, 1 is the best; empty while it is played and where it ended without a result.
    ranks: Vec<u8>,
    /// The score of each seat, in the same way.
    totals: Vec<f64>,
}

/// How far a game is.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum BoardStatus {
    /// Its table is being made.
    Waiting,
    /// It is being played.
    Running,
    /// It is over.
    Over,
}

/// Where somebody stands. What decides is told in its order.
#[derive(Serialize, ToSchema)]
pub(crate) struct StandingSeen {
    /// Their number.
    number: u16,
    /// From 1.
    place: usize,
    /// Games that are over.
    games: usize,
    /// Rounds without a game.
    byes: usize,
    /// Points, as people write them: `2½`.
    points: String,
    /// The points in twelfths, for programs.
    twelfths: u32,
    /// First tie-break: Buchholz without the best and the worst game.
    buchholz: String,
    /// Second: Sonneborn and Berger.
    sonneborn: String,
    /// Third: direct encounter, in halves; 0 unless all who are equal so far have met.
    direct: u32,
    /// Fourth: games won, alone or shared.
    wins: u32,
    /// Fifth: the scores beside the mean of each table.
    margin: String,
}

/// A tournament as somebody sees it.
pub(super) async fn look(
    app: &App,
    id: &str,
    person: Option<&str>,
    with_rounds: bool,
) -> Result<TournamentSeen, Problem> {
    let kept = tournaments::read(&*app.store, id).await?;
    let Kept { id, tournament, .. } = kept.ok_or_else(|| Problem::not_found("tournament"))?;
    let mut boards = Vec::new();
    for round in 0..tournament.rounds().len() {
        boards.push(boards_of(app, &id, &tournament, round).await?);
    }
    let rounds = rounds_of(&tournament, &boards);
    let entries = tournament.entries();
    let progress = progress(&tournament.rules, &entries, &rounds);
    let standings = standings(&tournament.rules, &entries, &rounds);
    let you = person
        .and_then(|person| tournament.entrant_of(person))
        .map(|entrant| entrant.number);
    let table = tournament.rules.table;
    Ok(TournamentSeen {
        seats: table.most(),
        least: table.least(),
        format: tournament.rules.format.into(),
        over_at: match tournament.stage {
            Stage::Over { at, .. } => Some(at),
            Stage::Open | Stage::Running { .. } => None,
        },
        status: tournament.status(),
        yours: person == Some(tournament.director.as_str()),
        you: you.map(|number| number.0),
        entrants: tournament.entrants.iter().map(EntrantSeen::from).collect(),
        season: progress.season + 1,
        rounds_planned: progress.rounds,
        now: you.and_then(|you| now_of(&tournament, &boards, you, person)),
        rounds: if with_rounds {
            rounds_seen(&tournament, boards)
        } else {
            Vec::new()
        },
        standings: standings
            .iter()
            .map(|division| division.iter().map(StandingSeen::from).collect())
            .collect(),
        id,
        name: tournament.name,
        game: tournament.game,
        options: tournament.options,
        entrance: tournament.entrance,
        most: tournament.most,
        listed: tournament.listed,
        clock: tournament.clock,
        round_seconds: tournament.round_seconds,
        level: tournament.level,
        starts_at: tournament.starts_at,
        created_at: tournament.created_at,
        director: tournament.director_name,
    })
}

impl From<&KeptEntrant> for EntrantSeen {
    fn from(entrant: &KeptEntrant) -> Self {
        EntrantSeen {
            number: entrant.number.0,
            name: entrant.name().to_owned(),
            kind: match entrant.who {
                Who::Person { program: true, .. } => EntrantKind::Program,
                Who::Person { program: false, .. } | Who::Forgotten => EntrantKind::Person,
                Who::Bot { .. } => EntrantKind::Bot,
            },
            level: match entrant.who {
                Who::Bot { level, .. } => Some(level),
                Who::Person { .. } | Who::Forgotten => None,
            },
            withdrawn: entrant.withdrew_after.is_some(),
        }
    }
}

impl From<&Standing> for StandingSeen {
    fn from(standing: &Standing) -> Self {
        StandingSeen {
            number: standing.entrant.0,
            place: standing.place,
            games: standing.games,
            byes: standing.byes,
            points: standing.points.to_string(),
            twelfths: standing.points.0,
            buchholz: standing.median.to_string(),
            sonneborn: standing.sonneborn.to_string(),
            direct: standing.direct,
            wins: standing.wins,
            // Scores are kept in quarters.
            margin: standing.margin.words(4),
        }
    }
}

impl From<&BoardState> for BoardStatus {
    fn from(state: &BoardState) -> Self {
        match state {
            BoardState::Missing | BoardState::Made => BoardStatus::Waiting,
            BoardState::Running { .. } => BoardStatus::Running,
            BoardState::Over(_) => BoardStatus::Over,
        }
    }
}

fn now_of(
    tournament: &Tournament,
    boards: &[Vec<Board>],
    you: Entrant,
    person: Option<&str>,
) -> Option<NowSeen> {
    let (latest, boards) = tournament.rounds().last().zip(boards.last())?;
    if !matches!(tournament.stage, Stage::Running { .. }) {
        return None;
    }
    let round = tournament.rounds().len();
    let own = latest.boards.iter().zip(boards);
    let own = own.clone().find(|(kept, _)| kept.seats.contains(&you));
    let is_bye = latest.byes.contains(&you);
    match own {
        Some((_, board)) => Some(NowSeen {
            round,
            table: Some(board.table.clone()),
            state: BoardStatus::from(&board.state),
            waits_for_you: match &board.state {
                BoardState::Running { waiting } => waiting.iter().any(|waiting| person == Some(waiting)),
                BoardState::Missing | BoardState::Made | BoardState::Over(_) => false,
            },
        }),
        None if is_bye => Some(NowSeen {
            round,
            table: None,
            state: BoardStatus::Over,
            waits_for_you: false,
        }),
        None => None,
    }
}

fn rounds_seen(tournament: &Tournament, boards: Vec<Vec<Board>>) -> Vec<RoundSeen> {
    let rounds = tournament.rounds().iter().zip(boards).enumerate();
    let round = |(place, (kept, boards)): (usize, (&tournaments::KeptRound, Vec<Board>))| RoundSeen {
        number: place + 1,
        season: kept.season + 1,
        made_at: kept.made_at,
        until: kept.until,
        boards: kept
            .boards
            .iter()
            .zip(boards)
            .map(|(kept, board)| {
                let (ranks, totals) = match &board.state {
                    BoardState::Over(ended) => outcome(ended),
                    BoardState::Missing | BoardState::Made | BoardState::Running { .. } => {
                        (Vec::new(), Vec::new())
                    }
                };
                BoardSeen {
                    state: BoardStatus::from(&board.state),
                    table: board.table,
                    division: kept.division + 1,
                    seats: kept.seats.clone(),
                    ranks,
                    totals,
                }
            })
            .collect(),
        byes: kept.byes.clone(),
    };
    rounds.map(round).collect()
}

/// Ranks, and scores as the game counts them.
fn outcome(ended: &Ended) -> (Vec<u8>, Vec<f64>) {
    let ranks = match &ended.came {
        Came::Finished { ranks, .. } => ranks.clone(),
        Came::Shared => Vec::new(),
    };
    let scores = ended.scores.iter().map(|score| f64::from(*score) / 4.0);
    (ranks, scores.collect())
}
