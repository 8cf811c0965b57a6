//! What a seat could expect, knowing what it knew.

use bobbin_bots::{Forecast, Mind, Others, play_on, totals, win_shares};
use bobbin_game::{Game, Outcome, SearchChance, Seat, Viewer};

use crate::amount::Amount;

/// What a seat can expect of a game: points, and its share of the victory.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Expected {
    pub points: Amount,
    pub chance: Amount,
}

/// What a seat of this state expects, from what it sees: the mean of so many quick games played on from states that
/// look the same to it.
pub(crate) fn expected<G: Game, M: Mind<G>>(
    state: &G,
    seat: Seat,
    looks: u32,
    random: &mut SearchChance,
) -> Expected {
    if let Some(outcome) = state.outcome() {
        return of_outcome(&outcome, seat);
    }
    let mut sums = Sums::default();
    let view = state.view(Viewer::Seat(seat));
    for _ in 0..looks {
        let world = G::sample(&view, random);
        sums.note(&forecast::<G, M>(world, seat, random), seat);
    }
    sums.mean()
}

/// The same as an average over luck that has not fallen yet: `fall` gives the state after it, a new one each time.
pub(crate) fn expected_of_luck<G: Game, M: Mind<G>>(
    seat: Seat,
    looks: u32,
    random: &mut SearchChance,
    mut fall: impl FnMut(&mut SearchChance) -> G,
) -> Expected {
    let mut sums = Sums::default();
    for _ in 0..looks {
        let fallen = fall(random);
        if let Some(outcome) = fallen.outcome() {
            sums.note(&certain(&outcome), seat);
            continue;
        }
        let world = G::sample(&fallen.view(Viewer::Seat(seat)), random);
        sums.note(&forecast::<G, M>(world, seat, random), seat);
    }
    sums.mean()
}

fn forecast<G: Game, M: Mind<G>>(mut world: G, seat: Seat, random: &mut SearchChance) -> Forecast {
    let mut luck = SearchChance::new(random.bits());
    let mut buffer = Vec::new();
    play_on(
        &Referee(M::default()),
        &mut world,
        seat,
        &mut luck,
        random,
        &mut buffer,
    )
}

#[derive(Default)]
struct Sums {
    points: f64,
    chance: f64,
    count: u32,
}

impl Sums {
    fn note(&mut self, forecast: &Forecast, seat: Seat) {
        self.points += f64::from(forecast.points[seat.index()]);
        self.chance += f64::from(forecast.worth[seat.index()]);
        self.count += 1;
    }

    fn mean(&self) -> Expected {
        let count = f64::from(self.count.max(1));
        Expected {
            points: Amount::near(self.points / count),
            chance: Amount::near(self.chance / count),
        }
    }
}

/// What a seat got.
pub(crate) fn of_outcome(outcome: &Outcome, seat: Seat) -> Expected {
    let mut sums = Sums::default();
    sums.note(&certain(outcome), seat);
    sums.mean()
}

fn certain(outcome: &Outcome) -> Forecast {
    Forecast {
        worth: win_shares(outcome),
        points: totals(outcome),
    }
}

/// Plays like the mind, and counts a finished game as what it was: the mind's own conclusion leans towards wide
/// margins, to guide a search.
#[derive(Clone, Copy, Default)]
struct Referee<M>(M);

impl<G: Game, M: Mind<G>> Mind<G> for Referee<M> {
    const OTHERS: Others = M::OTHERS;

    fn forecast(&self, state: &G) -> Option<Forecast> {
        self.0.forecast(state)
    }

    fn conclude(&self, outcome: &Outcome) -> Forecast {
        certain(outcome)
    }

    fn playout_action(
        &self,
        state: &G,
        seat: Seat,
        random: &mut SearchChance,
        buffer: &mut Vec<G::Action>,
    ) -> G::Action {
        self.0.playout_action(state, seat, random, buffer)
    }

    fn playout_length(&self, state: &G) -> u32 {
        self.0.playout_length(state)
    }

    fn is_quiet(&self, state: &G) -> bool {
        self.0.is_quiet(state)
    }
}
