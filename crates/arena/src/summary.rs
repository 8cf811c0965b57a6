//! All figures of a run.

use std::collections::BTreeMap;

use bobbin_catalog::{Played, SeatPlayed};
use serde::Serialize;

use crate::elo::{self, Elo};
use crate::plan::Plan;
use crate::run::Finished;
use crate::sprt::Verdict;
use crate::statistics::{Interval, Mean, mean, wilson};

/// All figures of a run.
#[derive(Clone, Debug, Serialize)]
pub struct Summary {
    /// The game's id.
    pub game: &'static str,
    /// The game's name.
    pub name: &'static str,
    /// The options.
    pub options: String,
    /// The hash of the content, if the game has any.
    pub content: Option<String>,
    /// The name of the luck.
    pub seed: String,
    /// How many games were played.
    pub games: u64,
    /// How many of them have a winner.
    pub decided: u64,
    /// The share of games with a winner.
    pub decided_share: Interval,
    /// The games that nobody won, by the reason.
    pub without_winner: BTreeMap<String, u64>,
    /// One a bot, in the order they were named.
    pub bots: Vec<BotSummary>,
    /// One a seat.
    pub seats: Vec<SeatSummary>,
    /// The score sheet, line by line and in total, over all seats.
    pub lines: Vec<LineSummary>,
    /// Actions in a game.
    pub actions: Mean,
    /// Actions of a seat that were a choice.
    pub choices: Mean,
    /// How often another seat came to lead.
    pub lead_changes: Option<Mean>,
    /// Points between the first and the second.
    pub margin: Option<Mean>,
    /// What was taken, by kind.
    pub facts: BTreeMap<String, Vec<FactSummary>>,
    /// What the test says, if there was one.
    pub verdict: Option<Verdict>,
    /// Was it broken off?
    pub was_stopped: bool,
}

/// How a bot did.
#[derive(Clone, Debug, Serialize)]
pub struct BotSummary {
    /// Its spec.
    pub name: String,
    /// Games it took part in.
    pub games: u64,
    /// Its share of the victories in games that have a winner.
    pub won: Interval,
    /// What it would win if all played alike.
    pub fair: f64,
    /// Its score.
    pub score: Mean,
    /// Its rating beside the other bots, if there are any.
    pub elo: Option<Elo>,
    /// Milliseconds for a choice, on average and at most.
    pub millis: (f64, f64),
    /// Iterations in a second of thinking, 0 for a bot that makes none.
    pub iterations_per_second: f64,
}

/// How a seat did.
#[derive(Clone, Debug, Serialize)]
pub struct SeatSummary {
    /// Its share of the victories.
    pub won: Interval,
    /// Its score.
    pub score: Mean,
}

/// A line of the score sheet.
#[derive(Clone, Debug, Serialize)]
pub struct LineSummary {
    /// Its name.
    pub name: String,
    /// The points.
    pub points: Mean,
    /// The points of winners.
    pub of_winners: Mean,
}

/// A card, button, request, character or ability.
#[derive(Clone, Debug, Serialize)]
pub struct FactSummary {
    /// Which.
    pub name: String,
    /// Games in which it was to be had.
    pub offered: u64,
    /// How often a seat took it, in a game where it was to be had.
    pub per_game: f64,
    /// That, as a multiple of the average of its kind.
    pub relative: f64,
    /// Seats of decided games that took it at least once.
    pub takers: u64,
    /// The share of those that won.
    pub won: Interval,
}

impl Summary {
    /// The figures of what was played.
    pub fn of(plan: &Plan, finished: &Finished) -> Summary {
        let games: Vec<(&[usize], &Played)> = finished
            .games
            .iter()
            .map(|(&game, played)| (plan.seating(game), played))
            .collect();
        let played = || games.iter().map(|(_, played)| *played);
        let decided = played().filter(|played| has_winner(played)).count() as u64;
        let mut without_winner = BTreeMap::new();
        for undecided in played().filter(|played| played.seats.len() > 1 && !has_winner(played)) {
            let reason = undecided.decided_by.clone().unwrap_or_default();
            *without_winner.entry(reason).or_default() += 1;
        }
        let lead_changes: Vec<f64> = played()
            .filter_map(|played| played.lead_changes.map(f64::from))
            .collect();
        let seats = || played().flat_map(|played| &played.seats);
        Summary {
            game: plan.game.id(),
            name: plan.game.name(),
            options: plan.options.to_string(),
            content: plan
                .content
                .or_else(|| plan.game.house_content().map(|info| info.hash))
                .map(|hash| hash.to_string()),
            seed: plan.seed.clone(),
            games: games.len() as u64,
            decided,
            decided_share: wilson(decided as f64, games.len() as f64),
            without_winner,
            bots: bots(plan, &games),
            seats: (0..plan.players())
                .map(|seat| seat_summary(seat, &games))
                .collect(),
            lines: lines(&games),
            actions: mean(played().map(|played| f64::from(played.actions))),
            choices: mean(seats().map(|seat| f64::from(seat.choices))),
            lead_changes: (!lead_changes.is_empty()).then(|| mean(lead_changes)),
            margin: (plan.players() > 1).then(|| mean(played().map(margin))),
            facts: facts(&games),
            verdict: finished.verdict,
            was_stopped: finished.was_stopped,
        }
    }
}

impl Summary {
    /// How many games have a winner. A lone player's are scored, not won.
    pub(crate) fn winners_words(&self) -> String {
        if self.seats.len() == 1 {
            return String::new();
        }
        format!(", {} with a winner", self.decided)
    }
}

fn has_winner(played: &Played) -> bool {
    played.seats.iter().any(|seat| seat.won > 0.0)
}

fn margin(played: &Played) -> f64 {
    let mut totals: Vec<f64> = played.seats.iter().map(|seat| seat.total).collect();
    totals.sort_by(|a, b| b.total_cmp(a));
    totals[0] - totals[1]
}

fn bots(plan: &Plan, games: &[(&[usize], &Played)]) -> Vec<BotSummary> {
    let ratings = if plan.bots.len() > 1 && plan.players() > 1 {
        elo::ratings(plan.bots.len(), games)
    } else {
        Vec::new()
    };
    let summary = |bot: usize| {
        let own = |game: &&(&[usize], &Played)| game.0.contains(&bot);
        let seats = || {
            let both = games
                .iter()
                .flat_map(|(seating, played)| seating.iter().zip(&played.seats));
            both.filter(move |(who, _)| **who == bot).map(|(_, seat)| seat)
        };
        let decided = games.iter().filter(own).filter(|game| has_winner(game.1));
        let count = decided.clone().count() as f64;
        let fair: f64 = decided
            .map(|(seating, _)| {
                let own = seating.iter().filter(|&&who| who == bot).count();
                own as f64 / seating.len() as f64
            })
            .sum();
        let choices: f64 = seats().map(|seat| f64::from(seat.choices)).sum();
        let millis: f64 = seats().map(|seat| seat.millis.0).sum();
        let iterations: f64 = seats().map(|seat| seat.iterations as f64).sum();
        BotSummary {
            name: plan.bots[bot].to_string(),
            games: games.iter().filter(own).count() as u64,
            won: wilson(won_by(bot, games), count),
            fair: fair / count.max(1.0),
            score: mean(seats().map(|seat| seat.total)),
            elo: ratings.get(bot).copied(),
            millis: (
                millis / choices.max(1.0),
                seats().map(|seat| seat.millis.1).fold(0.0, f64::max),
            ),
            iterations_per_second: iterations * 1000.0 / millis.max(1e-9),
        }
    };
    (0..plan.bots.len()).map(summary).collect()
}

fn won_by(bot: usize, games: &[(&[usize], &Played)]) -> f64 {
    let seats = games
        .iter()
        .flat_map(|(seating, played)| seating.iter().zip(&played.seats));
    seats
        .filter(|(who, _)| **who == bot)
        .map(|(_, seat)| seat.won)
        .sum()
}

fn seat_summary(seat: usize, games: &[(&[usize], &Played)]) -> SeatSummary {
    let decided = games.iter().filter(|(_, played)| has_winner(played));
    let won = decided.clone().map(|(_, played)| played.seats[seat].won).sum();
    SeatSummary {
        won: wilson(won, decided.count() as f64),
        score: mean(games.iter().map(|(_, played)| played.seats[seat].total)),
    }
}

fn lines(games: &[(&[usize], &Played)]) -> Vec<LineSummary> {
    let seats = || games.iter().flat_map(|(_, played)| &played.seats);
    let Some(first) = seats().next() else {
        return Vec::new();
    };
    let summary = |name: &str, points: &dyn Fn(&SeatPlayed) -> f64| LineSummary {
        name: name.to_owned(),
        points: mean(seats().map(points)),
        of_winners: mean(seats().filter(|seat| seat.won > 0.0).map(points)),
    };
    let mut all: Vec<LineSummary> = first
        .lines
        .iter()
        .enumerate()
        .map(|(place, (name, _))| summary(name, &|seat| seat.lines[place].1))
        .collect();
    all.push(summary("total", &|seat| seat.total));
    all
}

#[derive(Default)]
struct Tally {
    offered: u64,
    taken: u64,
    takers: u64,
    won: f64,
}

fn facts(games: &[(&[usize], &Played)]) -> BTreeMap<String, Vec<FactSummary>> {
    let mut tallies: BTreeMap<&str, BTreeMap<&str, Tally>> = BTreeMap::new();
    for (_, played) in games {
        for (kind, names) in &played.offered {
            for name in names {
                tallies.entry(kind).or_default().entry(name).or_default().offered += 1;
            }
        }
        let is_decided = has_winner(played);
        for seat in &played.seats {
            for (kind, names) in &seat.taken {
                for (name, &count) in names {
                    let tally = tallies.entry(kind).or_default().entry(name).or_default();
                    tally.taken += u64::from(count);
                    if is_decided {
                        tally.takers += 1;
                        tally.won += seat.won;
                    }
                }
            }
        }
    }
    let all_games = games.len() as u64;
    tallies
        .into_iter()
        .map(|(kind, names)| (kind.to_owned(), kind_summary(&names, all_games)))
        .collect()
}

fn kind_summary(names: &BTreeMap<&str, Tally>, all_games: u64) -> Vec<FactSummary> {
    let rate = |tally: &Tally| {
        // What is not said to be offered in some games only is there in all of them.
        let offered = if tally.offered == 0 {
            all_games
        } else {
            tally.offered
        };
        tally.taken as f64 / offered.max(1) as f64
    };
    let average = names.values().map(rate).sum::<f64>() / names.len().max(1) as f64;
    names
        .iter()
        .map(|(name, tally)| FactSummary {
            name: (*name).to_owned(),
            offered: if tally.offered == 0 {
                all_games
            } else {
                tally.offered
            },
            per_game: rate(tally),
            relative: rate(tally) / average.max(1e-9),
            takers: tally.takers,
            won: wilson(tally.won, tally.takers as f64),
        })
        .collect()
}
