//! What a seat could expect, knowing what it knew.

use bobbin_bots::{Forecast, Mind, Others, play_on, totals, win_shares};
use bobbin_game::{Game, Outcome, SearchChance, Seat, Viewer};

use crate::estimate::{Estimate, Looks};

/// How far ahead an expectation looks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Reach {
    /// To the end of the game by fair choices: what is counted is what a game would have given. Right on the average at
    /// every moment, but one game differs much from another.
    End,
    /// As far as a search looks, then by the mind's forecast: it leans towards good play, and not in every phase alike, but
    /// differs little from one try to the next.
    Near,
}

/// What a seat of this state expects, from what it sees: the mean over so many states that look the same to it. With the same seed the
/// looks at two states that are much alike go alike, so that their difference is told better than either.
pub(crate) fn expected<G: Game, M: Mind<G>>(
    state: &G,
    seat: Seat,
    looks: u32,
    reach: Reach,
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
        noted.note(&forecast::<G, M>(world, seat, reach, &mut random), seat);
    }
    noted.estimate()
}

/// What a seat expects on the average of states that `next` gives, one near look at each.
pub(crate) fn mean<G: Game, M: Mind<G>>(
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
        noted.note(&forecast::<G, M>(world, seat, Reach::Near, &mut random), seat);
    }
    noted.estimate()
}

fn forecast<G: Game, M: Mind<G>>(
    mut world: G,
    seat: Seat,
    reach: Reach,
    random: &mut SearchChance,
) -> Forecast {
    let mut luck = SearchChance::new(random.bits());
    let mut buffer = Vec::new();
    match reach {
        Reach::End => {
            let referee = Referee::<M, true>::default();
            play_on(&referee, &mut world, seat, &mut luck, random, &mut buffer)
        }
        Reach::Near => {
            let referee = Referee::<M, false>::default();
            play_on(&referee, &mut world, seat, &mut luck, random, &mut buffer)
        }
    }
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
#[derive(Clone, Copy)]
pub(crate) struct Referee<M, const TO_THE_END: bool>(M);

impl<M: Default, const TO_THE_END: bool> Default for Referee<M, TO_THE_END> {
    fn default() -> Self {
        Referee(M::default())
    }
}

impl<G: Game, M: Mind<G>, const TO_THE_END: bool> Mind<G> for Referee<M, TO_THE_END> {
    const OTHERS: Others = M::OTHERS;

    fn forecast(&self, state: &G) -> Option<Forecast> {
        if TO_THE_END {
            None
        } else {
            self.0.impartial().forecast(state)
        }
    }

    fn conclude(&self, outcome: &Outcome) -> Forecast {
        certain(outcome)
    }

    fn weigh(&self, state: &G, seat: Seat, legal: &[G::Action], weights: &mut Vec<f32>) {
        self.0.weigh(state, seat, legal, weights);
    }

    fn playout_action(
        &self,
        state: &G,
        seat: Seat,
        random: &mut SearchChance,
        buffer: &mut Vec<G::Action>,
    ) -> G::Action {
        if TO_THE_END {
            self.0.fair_action(state, seat, random, buffer)
        } else {
            self.0.impartial().playout_action(state, seat, random, buffer)
        }
    }

    fn playout_length(&self, state: &G) -> u32 {
        self.0.impartial().playout_length(state)
    }

    fn is_quiet(&self, state: &G) -> bool {
        self.0.is_quiet(state)
    }
}
