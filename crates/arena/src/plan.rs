//! What is played: which bots on which seats, by which luck.

use bobbin_catalog::{AnyGame, Contest, Contestant, StartError};
use bobbin_game::{ContentHash, Options, Seed};
use serde::{Deserialize, Serialize};

/// What is played. The same plan gives the same games, however many threads play them; with budgets of time the
/// bots' thoughts differ from machine to machine all the same.
#[derive(Clone)]
pub struct Plan {
    /// The game.
    pub game: &'static dyn AnyGame,
    /// Options, defaults filled in.
    pub options: Options,
    /// The content; the house's if none is named.
    pub content: Option<ContentHash>,
    /// The name of the luck: each deal's seed is made of it.
    pub seed: String,
    /// Who takes part.
    pub bots: Vec<Contestant>,
    /// How many games.
    pub games: u64,
    /// Write records?
    pub is_recorded: bool,
    /// Check that nothing hidden is shown, at every question?
    pub is_audited: bool,
    seatings: Vec<Vec<usize>>,
}

/// Why a plan cannot be made.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PlanError {
    /// Options or content.
    #[error(transparent)]
    Start(#[from] StartError),
    /// Nobody to play.
    #[error("name at least one bot")]
    NoBots,
    /// The same twice: their games could not be told apart.
    #[error("{0} stands twice among the bots")]
    Twice(String),
}

/// What makes two runs the same, for taking one up again.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Header {
    arena: u32,
    game: String,
    rules: u32,
    options: String,
    content: Option<String>,
    seed: String,
    bots: Vec<String>,
}

impl Plan {
    /// Checks options and seats the bots.
    pub fn new(
        game: &'static dyn AnyGame,
        options: &Options,
        content: Option<ContentHash>,
        seed: &str,
        bots: &[Contestant],
        games: u64,
    ) -> Result<Plan, PlanError> {
        let options = game.check_options(options, content)?;
        let players = game.start(&options, content, Seed::named(seed))?.players();
        if bots.is_empty() {
            return Err(PlanError::NoBots);
        }
        if let Some(place) = (1..bots.len()).find(|&place| bots[..place].contains(&bots[place])) {
            return Err(PlanError::Twice(bots[place].to_string()));
        }
        Ok(Plan {
            game,
            options,
            content,
            seed: seed.to_owned(),
            bots: bots.to_vec(),
            games,
            is_recorded: false,
            is_audited: false,
            seatings: seatings(bots.len(), players),
        })
    }

    /// How many games are played with the same deal, the seats rotated: one pair, or however many it takes until every
    /// bot has sat everywhere.
    pub fn games_per_deal(&self) -> u64 {
        self.seatings.len() as u64
    }

    /// How many seats there are.
    pub fn players(&self) -> usize {
        self.seatings[0].len()
    }

    /// Who sits where in a game, as places in the list of bots.
    pub fn seating(&self, game: u64) -> &[usize] {
        &self.seatings[(game % self.games_per_deal()) as usize]
    }

    /// How a game is played.
    pub fn contest(&self, game: u64) -> Contest {
        let deal = game / self.games_per_deal();
        let seed = Seed::named(&format!("{}/{deal}", self.seed));
        let luck = Seed::named(&format!(
            "{}/{deal}/bots/{}",
            self.seed,
            game % self.games_per_deal()
        ));
        let bytes = luck.0.into_iter().take(8);
        Contest {
            seed,
            luck: bytes.fold(0, |luck, byte| luck << 8 | u64::from(byte)),
            contestants: self.seating(game).iter().map(|&bot| self.bots[bot]).collect(),
            is_recorded: self.is_recorded,
            is_audited: self.is_audited,
        }
    }

    /// The content it is played with.
    pub(crate) fn content(&self) -> ContentHash {
        let house = || self.game.start(&self.options, None, Seed::named(&self.seed));
        self.content
            .unwrap_or_else(|| house().expect("the plan has checked the setup").content())
    }

    pub(crate) fn header(&self) -> Header {
        Header {
            arena: 1,
            game: self.game.id().to_owned(),
            rules: self.game.rules_version(),
            options: self.options.to_string(),
            content: self
                .content
                .or_else(|| self.game.house_content().map(|info| info.hash))
                .map(|hash| hash.to_string()),
            seed: self.seed.clone(),
            bots: self.bots.iter().map(Contestant::to_string).collect(),
        }
    }
}

/// Every way to seat the bots that one deal is played with.
fn seatings(bots: usize, players: usize) -> Vec<Vec<usize>> {
    if bots <= players {
        let seat = |turn: usize| (0..players).map(|seat| (seat + turn) % bots).collect();
        return (0..bots).map(seat).collect();
    }
    let mut all = Vec::new();
    for group in groups(bots, players) {
        for turn in 0..players {
            all.push((0..players).map(|seat| group[(seat + turn) % players]).collect());
        }
    }
    all
}

/// Every choice of so many out of `count`, in order.
fn groups(count: usize, size: usize) -> Vec<Vec<usize>> {
    if size == 0 {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for last in size - 1..count {
        for mut group in groups(last, size - 1) {
            group.push(last);
            all.push(group);
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_bot_sits_everywhere() {
        assert_eq!(seatings(1, 4), [[0, 0, 0, 0]]);
        assert_eq!(seatings(2, 2), [[0, 1], [1, 0]]);
        assert_eq!(seatings(2, 3), [[0, 1, 0], [1, 0, 1]]);
        assert_eq!(seatings(3, 2), [[0, 1], [1, 0], [0, 2], [2, 0], [1, 2], [2, 1]]);
        for (bots, players) in [(3, 3), (4, 2), (5, 3), (8, 4)] {
            let all = seatings(bots, players);
            for seat in 0..players {
                for bot in 0..bots {
                    let often = |bot: usize| all.iter().filter(|seating| seating[seat] == bot).count();
                    assert_eq!(often(bot), often(0));
                }
            }
        }
    }
}
