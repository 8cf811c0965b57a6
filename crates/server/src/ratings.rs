//! Ratings: Glicko-2, one pool a title, in which people and the levels of bots are players alike. A level whose
//! strength was measured keeps that rating, so that people are rated beside something that stands still.
//!
//! A rating is nothing that is kept: it is worked out from the finished games in the order in which they were finished,
//! each game a period of its own in which every two seats have met.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;
use std::time::{Duration, Instant};

use bobbin_catalog::AnyGame;
use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, glicko2_rating_period};
use tokio::sync::Mutex;

use crate::error::Problem;
use crate::finished_games::{FinishedGame, of_title};
use crate::live::LiveTables;
use crate::summary::FinishedSeat;
use crate::table::Level;
use crate::work::{Class, Owner, Size};

/// Who has a rating.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Player {
    /// Someone.
    Person(String),
    /// All bots of a level.
    Bot(Level),
}

/// A rating and how many games it rests on.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(crate) struct Rated {
    pub(crate) rating: Glicko2Rating,
    pub(crate) games: usize,
}

/// How sure the rating of a level is that was measured.
const DEVIATION_OF_MEASURED: f64 = 30.0;

/// The ratings of a title.
pub(crate) type Ratings = BTreeMap<Player, Rated>;

/// The ratings after these games of a title.
pub(crate) fn rate(title: &dyn AnyGame, games: &[FinishedGame]) -> Ratings {
    let mut ratings = Ratings::new();
    let measured = |player: &Player| match player {
        Player::Bot(level) => title.rating((*level).into()).map(|rating| Glicko2Rating {
            rating: f64::from(rating),
            deviation: DEVIATION_OF_MEASURED,
            ..Glicko2Rating::new()
        }),
        Player::Person(_) => None,
    };
    for game in games.iter().filter(|game| is_rated(game)) {
        let seats = &game.finished.seats;
        let before: Vec<Glicko2Rating> = seats
            .iter()
            .map(|seat| {
                let rating_of = |player: &Player| {
                    measured(player).or_else(|| ratings.get(player).map(|rated| rated.rating))
                };
                let known = player(seat).and_then(|player| rating_of(&player));
                known.unwrap_or_default()
            })
            .collect();
        for (place, seat) in seats.iter().enumerate() {
            let Some(player) = player(seat) else { continue };
            // Two bots of one level have nothing to show each other.
            let others = (0..seats.len())
                .filter(|other| *other != place && self::player(&seats[*other]).as_ref() != Some(&player));
            let met: Vec<(Glicko2Rating, Outcomes)> = others
                .map(|other| (before[other], outcome(seat.rank, seats[other].rank)))
                .collect();
            if met.is_empty() {
                continue;
            }
            let measured = measured(&player);
            let rated = ratings.entry(player).or_default();
            rated.rating = match measured {
                Some(rating) => rating,
                None => glicko2_rating_period(&before[place], &met, &Glicko2Config::new()),
            };
            rated.games += 1;
        }
    }
    ratings
}

/// A game of people and bots of fixed levels that everybody played from start to end.
fn is_rated(game: &FinishedGame) -> bool {
    let seats = &game.finished.seats;
    let mut people: Vec<&str> = seats.iter().filter_map(|seat| seat.person.as_deref()).collect();
    let seated = people.len();
    people.sort_unstable();
    people.dedup();
    game.kind.counts() && seats.len() > 1 && people.len() == seated && seats.iter().all(|seat| !seat.was_away)
}

/// None for someone who was forgotten: a stranger to everybody, each time anew.
fn player(seat: &FinishedSeat) -> Option<Player> {
    match (&seat.person, seat.level) {
        (Some(person), _) => Some(Player::Person(person.clone())),
        (None, Some(level)) => Some(Player::Bot(level)),
        (None, None) => None,
    }
}

fn outcome(rank: u8, other: u8) -> Outcomes {
    match rank.cmp(&other) {
        std::cmp::Ordering::Less => Outcomes::WIN,
        std::cmp::Ordering::Equal => Outcomes::DRAW,
        std::cmp::Ordering::Greater => Outcomes::LOSS,
    }
}

/// A cache of the ratings of the last moments, so that many who ask at once do not each have them worked out.
#[derive(Default)]
pub(crate) struct RatingsCache(Mutex<HashMap<&'static str, (Instant, Arc<Ratings>)>>);

/// So old a rating may be.
const MAX_AGE: Duration = Duration::from_secs(2);

impl RatingsCache {
    pub(crate) async fn of(
        &self,
        tables: &LiveTables,
        title: &'static dyn AnyGame,
    ) -> Result<Arc<Ratings>, Problem> {
        let game = title.id();
        let mut cached = self.0.lock().await;
        if let Some((since, ratings)) = cached.get(game)
            && since.elapsed() < MAX_AGE
        {
            return Ok(Arc::clone(ratings));
        }
        let games = of_title(&*tables.store, game).await?;
        // Nobody's in particular: it is worked out once for all who ask.
        let owner = Owner::Table(format!("ratings of {game}"));
        let ratings = tables
            .work
            .run(owner, Class::People, Size::Long, move || rate(title, &games));
        let ratings = Arc::new(ratings.await?);
        cached.insert(game, (Instant::now(), Arc::clone(&ratings)));
        Ok(ratings)
    }
}
