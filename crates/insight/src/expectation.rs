//! What a seat could expect, knowing what it knew.

use std::marker::PhantomData;

use bobbin_bots::{Forecast, Mind, Others, play_on, totals, win_shares};
use bobbin_game::{Game, Outcome, SearchChance, Seat, Viewer};

use crate::estimate::{Estimate, Looks};

/// How far ahead an expectation looks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Reach {
    /// To the end of the game by fair choices: what is counted is what a game would have given. Right on the average at
    /// every moment, but one game differs much from another.
    End,
    /// As far as a search looks, then by the mind's forecast: it leans towards good play, and not in every phase alike,
    /// but differs little from one try to the next.
    Near,
}

/// What a seat of this state expects, from what it sees: the mean over so many states that look the same to it. With
/// the same seed the looks at two states that are much alike go alike, so that their difference is told better than
/// either.
pub(crate) fn expected<G: Game, M: Mind<G>>(
    referee: &Referee<G, M>,
    state: &G,
    seat: Seat,
    looks: u32,
    seed: u64,
) -> Estimate {
    if let Some(outcome) = state.outcome() {
        return of_outcome(&outcome, seat);
    }
    let mut noted = Looks::default();
    let view = state.view(Viewer::Seat(seat));
    let mut seeds = SearchChance::new(seed);
    for _ in 0..looks {
        let mut random = SearchChance::new(seeds.bits());
        let world = G::sample(&view, &mut random);
        noted.note(&forecast(referee, world, seat, &mut random), seat);
    }
    noted.estimate()
}

/// What a seat expects on the average of states that `next` gives, one look at each.
pub(crate) fn mean<G: Game, M: Mind<G>>(
    referee: &Referee<G, M>,
    seat: Seat,
    looks: u32,
    seed: u64,
    mut next: impl FnMut(&mut SearchChance) -> G,
) -> Estimate {
    let mut noted = Looks::default();
    let (mut seeds, mut others) = (SearchChance::new(seed), SearchChance::new(!seed));
    for _ in 0..looks {
        let mut random = SearchChance::new(seeds.bits());
        let state = next(&mut others);
        if let Some(outcome) = state.outcome() {
            noted.note(&certain(&outcome), seat);
            continue;
        }
        let world = G::sample(&state.view(Viewer::Seat(seat)), &mut random);
        noted.note(&forecast(referee, world, seat, &mut random), seat);
    }
    noted.estimate()
}

fn forecast<G: Game, M: Mind<G>>(
    referee: &Referee<G, M>,
    mut world: G,
    seat: Seat,
    random: &mut SearchChance,
) -> Forecast {
    let mut luck = SearchChance::new(random.bits());
    play_on(referee, &mut world, seat, &mut luck, random, &mut Vec::new())
}

/// What a seat got.
pub(crate) fn of_outcome(outcome: &Outcome, seat: Seat) -> Estimate {
    Estimate::certain(&certain(outcome), seat)
}

fn certain(outcome: &Outcome) -> Forecast {
    Forecast {
        worth: win_shares(outcome),
        points: totals(outcome),
    }
}

/// Plays on like the mind, and counts a finished game as what it was: the mind's own conclusion leans towards wide
/// margins, to guide a search.
pub(crate) struct Referee<G, M> {
    reach: Reach,
    /// Chooses for fair players.
    pub(crate) player: M,
    judge: M,
    game: PhantomData<fn() -> G>,
}

impl<G: Game, M: Mind<G>> Referee<G, M> {
    /// One who looks so far ahead.
    pub(crate) fn new(reach: Reach) -> Self {
        Referee {
            reach,
            player: M::default(),
            judge: M::default().impartial(),
            game: PhantomData,
        }
    }
}

impl<G: Game, M: Mind<G>> Default for Referee<G, M> {
    fn default() -> Self {
        Referee::new(Reach::Near)
    }
}

impl<G: Game, M: Mind<G>> Mind<G> for Referee<G, M> {
    const OTHERS: Others = M::OTHERS;

    fn forecast(&self, state: &G) -> Option<Forecast> {
        match self.reach {
            Reach::End => None,
            Reach::Near => self.judge.forecast(state),
        }
    }

    fn conclude(&self, outcome: &Outcome) -> Forecast {
        certain(outcome)
    }

    fn weigh(&self, state: &G, seat: Seat, legal: &[G::Action], weights: &mut Vec<f32>) {
        self.player.weigh(state, seat, legal, weights);
    }

    fn playout_action(
        &self,
        state: &G,
        seat: Seat,
        random: &mut SearchChance,
        buffer: &mut Vec<G::Action>,
    ) -> G::Action {
        match self.reach {
            Reach::End => self.player.fair_action(state, seat, random, buffer),
            Reach::Near => self.judge.playout_action(state, seat, random, buffer),
        }
    }

    fn playout_length(&self, state: &G) -> u32 {
        self.judge.playout_length(state)
    }

    fn is_quiet(&self, state: &G) -> bool {
        self.player.is_quiet(state)
    }
}
