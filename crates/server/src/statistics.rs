//! What a person's finished games come to, worked out from them and from nothing else.

use std::collections::BTreeMap;

use bobbin_catalog::AnyGame;
use serde::Serialize;
use utoipa::ToSchema;

use crate::date::Date;
use crate::finished_games::FinishedGame;
use crate::ratings::Rated;
use crate::summary::FinishedSeat;
use crate::table::ScoreLine;

/// What came of all one's games.
#[derive(Serialize, ToSchema)]
pub(crate) struct Statistics {
    /// One a game that was played, titles first.
    pub(crate) games: Vec<GameStatistics>,
}

/// What came of all games of one title.
#[derive(Serialize, ToSchema)]
pub(crate) struct GameStatistics {
    /// The game's id.
    game: String,
    /// The game's name.
    name: String,
    /// How many were finished.
    games: usize,
    /// How many of those against others were won.
    wins: usize,
    /// By the number of seats.
    by_players: Vec<ByPlayers>,
    /// By where one sat, in games against others.
    by_seat: Vec<BySeat>,
    /// By whom one played against: a game against two kinds counts for both.
    by_opponent: Vec<ByOpponent>,
    /// The best score for each number of seats.
    best: Vec<BestScore>,
    /// The mean of each line of the score sheet.
    lines: Vec<ScoreLine>,
    /// Every game, the oldest first.
    history: Vec<PastGame>,
    /// How strong one is; null before the first game against others.
    #[schema(required)]
    rating: Option<Rating>,
    /// Games won one after the other.
    wins_in_a_row: Streak,
    /// Days one after the other with a game finished on each.
    days_in_a_row: Streak,
}

/// What a page shows of somebody's games of one title: nothing of when, where and with whom they were played.
#[derive(Clone, Serialize, ToSchema)]
pub(crate) struct ShownGame {
    /// The game's id.
    game: String,
    /// The game's name.
    name: String,
    /// How many were finished.
    games: usize,
    /// How many of those against others were won.
    wins: usize,
    /// How many were against others.
    against_others: usize,
    /// The best score for each number of seats.
    best: Vec<ShownBest>,
    /// How strong they are; null before the first game against others.
    #[schema(required)]
    rating: Option<Rating>,
}

/// A best score.
#[derive(Clone, Serialize, ToSchema)]
pub(crate) struct ShownBest {
    /// With how many seats.
    players: usize,
    /// The points.
    total: f64,
}

impl From<GameStatistics> for ShownGame {
    fn from(all: GameStatistics) -> Self {
        let best = |best: BestScore| ShownBest {
            players: best.players,
            total: best.total,
        };
        let against = all.by_players.iter().filter(|by| by.players > 1);
        ShownGame {
            against_others: against.map(|by| by.games).sum(),
            game: all.game,
            name: all.name,
            games: all.games,
            wins: all.wins,
            best: all.best.into_iter().map(best).collect(),
            rating: all.rating,
        }
    }
}

/// Games with so many seats.
#[derive(Serialize, ToSchema)]
pub(crate) struct ByPlayers {
    /// How many seats.
    players: usize,
    /// Games.
    games: usize,
    /// Of which won; 0 for one seat.
    wins: usize,
}

/// Games at a seat.
#[derive(Serialize, ToSchema)]
pub(crate) struct BySeat {
    /// The seat.
    seat: usize,
    /// Games.
    games: usize,
    /// Of which won.
    wins: usize,
}

/// Games against someone.
#[derive(Serialize, ToSchema)]
pub(crate) struct ByOpponent {
    /// "people", or the level of a bot.
    opponent: String,
    /// Games.
    games: usize,
    /// Of which won.
    wins: usize,
}

/// A best score.
#[derive(Serialize, ToSchema)]
pub(crate) struct BestScore {
    /// With how many seats.
    players: usize,
    /// The points.
    total: f64,
    /// Where.
    table: String,
}

/// A finished game.
#[derive(Serialize, ToSchema)]
pub(crate) struct PastGame {
    /// Where.
    table: String,
    /// When it was finished, in milliseconds since 1970.
    at: i64,
    /// How many seats there were.
    players: usize,
    /// One's own seat.
    seat: usize,
    /// One's points.
    total: f64,
    /// Was it won against others?
    won: bool,
    /// The score sheet, line by line.
    lines: Vec<ScoreLine>,
}

/// A rating by Glicko-2.
#[derive(Clone, Serialize, ToSchema)]
pub(crate) struct Rating {
    /// 1500 is where everybody begins.
    value: f64,
    /// How uncertain it is: the true value is between two deviations below and above, most likely.
    deviation: f64,
    /// The games it rests on.
    games: usize,
}

/// Something one after the other.
#[derive(Serialize, ToSchema)]
pub(crate) struct Streak {
    /// Now.
    now: usize,
    /// The longest so far.
    longest: usize,
}

fn points(quarters: i32) -> f64 {
    f64::from(quarters) / 4.0
}

fn to_one_digit(value: f64) -> f64 {
    (value * 10.0).round() / 10.0
}

fn lines(seat: &FinishedSeat) -> Vec<ScoreLine> {
    let line = |(name, quarters): &(String, i32)| ScoreLine {
        name: name.clone(),
        points: points(*quarters),
    };
    seat.lines.iter().map(line).collect()
}

/// A game together with one's own seat.
type Own<'a> = (&'a FinishedGame, usize);

fn won((game, place): &Own) -> bool {
    game.finished.seats.len() > 1 && game.finished.seats[*place].won
}

impl GameStatistics {
    /// What these games come to for a person, the oldest game first; none if there are none that count.
    pub(crate) fn of(
        title: &dyn AnyGame,
        games: &[FinishedGame],
        person: &str,
        rated: Option<Rated>,
        today: Date,
    ) -> Option<Self> {
        let own: Vec<Own> = games
            .iter()
            .filter_map(|game| Some((game, game.seat_of(person)?)))
            .collect();
        let first = own.first()?;
        let low = first.0.finished.low;
        let players = |(game, _): &Own| game.finished.seats.len();
        let against: Vec<Own> = own.iter().copied().filter(|own| players(own) > 1).collect();
        let by_players = counted(own.iter(), |own| vec![players(own)]);
        let by_seat = counted(against.iter(), |(_, place)| vec![*place]);
        let by_opponent = counted(against.iter(), opponents);
        Some(GameStatistics {
            game: title.id().to_owned(),
            name: title.name().to_owned(),
            games: own.len(),
            wins: against.iter().filter(|own| won(own)).count(),
            best: by_players
                .keys()
                .filter_map(|players| best(&own, *players, low))
                .collect(),
            by_players: by_players
                .into_iter()
                .map(|(players, (games, wins))| ByPlayers { players, games, wins })
                .collect(),
            by_seat: by_seat
                .into_iter()
                .map(|(seat, (games, wins))| BySeat { seat, games, wins })
                .collect(),
            by_opponent: by_opponent
                .into_iter()
                .map(|(opponent, (games, wins))| ByOpponent {
                    opponent,
                    games,
                    wins,
                })
                .collect(),
            lines: mean_lines(&own),
            history: own.iter().map(past).collect(),
            rating: rated.map(|rated| Rating {
                value: to_one_digit(rated.rating.rating),
                deviation: to_one_digit(rated.rating.deviation),
                games: rated.games,
            }),
            wins_in_a_row: wins_in_a_row(&against),
            days_in_a_row: days_in_a_row(&own, today),
        })
    }
}

/// Games and victories by something; a game can count for several.
fn counted<'a, K: Ord>(
    games: impl Iterator<Item = &'a Own<'a>>,
    keys: impl Fn(&Own<'a>) -> Vec<K>,
) -> BTreeMap<K, (usize, usize)> {
    let mut counts = BTreeMap::new();
    for own in games {
        for key in keys(own) {
            let (games, wins): &mut (usize, usize) = counts.entry(key).or_default();
            *games += 1;
            *wins += usize::from(won(own));
        }
    }
    counts
}

fn opponents((game, place): &Own) -> Vec<String> {
    let others = game.finished.seats.iter().enumerate();
    let mut kinds: Vec<String> = others
        .filter(|(other, _)| other != place)
        .map(|(_, seat)| seat.level.map_or("people", crate::table::Level::name).to_owned())
        .collect();
    kinds.sort();
    kinds.dedup();
    kinds
}

fn best(own: &[Own], players: usize, low: bool) -> Option<BestScore> {
    let fitting = own
        .iter()
        .filter(|(game, _)| game.finished.seats.len() == players);
    let totals = fitting.map(|(game, place)| (game.finished.seats[*place].total, &game.table));
    // The first of equal ones.
    let worth = |total: i32| if low { -total } else { total };
    let (total, table) =
        totals.reduce(|best, next| if worth(next.0) > worth(best.0) { next } else { best })?;
    Some(BestScore {
        players,
        total: points(total),
        table: table.clone(),
    })
}

fn past((game, place): &Own) -> PastGame {
    let seat = &game.finished.seats[*place];
    PastGame {
        table: game.table.clone(),
        at: game.finished.at,
        players: game.finished.seats.len(),
        seat: *place,
        total: points(seat.total),
        won: won(&(*game, *place)),
        lines: lines(seat),
    }
}

/// The mean of each line over all games, in the order of the sheet; a game whose sheet lacks a line has 0 there.
fn mean_lines(own: &[Own]) -> Vec<ScoreLine> {
    let mut sums: Vec<(String, i64)> = Vec::new();
    for (game, place) in own {
        for (name, quarters) in &game.finished.seats[*place].lines {
            match sums.iter_mut().find(|(known, _)| known == name) {
                Some((_, sum)) => *sum += i64::from(*quarters),
                None => sums.push((name.clone(), i64::from(*quarters))),
            }
        }
    }
    let mean = |sum: i64| sum as f64 / 4.0 / own.len() as f64;
    sums.into_iter()
        .map(|(name, sum)| ScoreLine {
            name,
            points: (mean(sum) * 100.0).round() / 100.0,
        })
        .collect()
}

fn wins_in_a_row(against: &[Own]) -> Streak {
    let mut streak = Streak { now: 0, longest: 0 };
    for own in against {
        streak.now = if won(own) { streak.now + 1 } else { 0 };
        streak.longest = streak.longest.max(streak.now);
    }
    streak
}

/// A day without a game is told apart from a day that is not over yet: what reached to yesterday still counts.
fn days_in_a_row(own: &[Own], today: Date) -> Streak {
    let mut streak = Streak { now: 0, longest: 0 };
    let mut last: Option<Date> = None;
    for (game, _) in own {
        let day = Date::of(game.finished.at);
        match last.map(|last| day.days_after(last)) {
            Some(0) => {}
            Some(1) => streak.now += 1,
            _ => streak.now = 1,
        }
        streak.longest = streak.longest.max(streak.now);
        last = Some(day);
    }
    if last.is_none_or(|last| today.days_after(last) > 1) {
        streak.now = 0;
    }
    streak
}
