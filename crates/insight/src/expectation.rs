//! What a seat could expect, knowing what it knew.

use std::ops::Sub;

use bobbin_bots::{Forecast, Mind, Others, play_on, totals, win_shares};
use bobbin_game::{Game, Outcome, SearchChance, Seat, Viewer};

use crate::amount::Amount;

/// What a seat can expect of a game: points, and its share of the victory.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Expected {
    pub points: Amount,
    pub chance: Amount,
}

impl Sub for Expected {
    type Output = Expected;
    fn sub(self, other: Expected) -> Expected {
        Expected {
            points: self.points - other.points,
            chance: self.chance - other.chance,
        }
    }
}

/// How far ahead an expectation looks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Reach {
    /// To the end of the game by quick choices: what is counted is what a game would have given. Right on the average at
    /// every moment, but one game differs much from another.
    End,
    /// As far as a search looks, then by the mind's forecast: it leans towards good play, and not in every phase alike, but
    /// differs little from one try to the next. Right for comparing states of the same moment.
    Near,
}

/// What a seat of this state expects, from what it sees: the mean over so many states that look the same to it.
pub(crate) fn expected<G: Game, M: Mind<G>>(
    state: &G,
    seat: Seat,
    looks: u32,
    reach: Reach,
    random: &mut SearchChance,
) -> Expected {
    if let Some(outcome) = state.outcome() {
        return of_outcome(&outcome, seat);
    }
    let mut sums = Sums::default();
    let view = state.view(Viewer::Seat(seat));
    for _ in 0..looks {
        let world = G::sample(&view, random);
        sums.note(&forecast::<G, M>(world, seat, reach, random), seat);
    }
    sums.mean()
}

/// What luck gave a seat: what it can expect of the state that luck made, less the mean over other luck. `fall` gives
/// such another state, a new one each time.
pub(crate) fn luck<G: Game, M: Mind<G>>(
    fallen: &G,
    seat: Seat,
    looks: u32,
    random: &mut SearchChance,
    fall: impl FnMut(&mut SearchChance) -> G,
) -> Expected {
    let others = mean::<G, M>(seat, looks, random, fall);
    expected::<G, M>(fallen, seat, looks, Reach::Near, random) - others
}

/// What a seat expects on the average of states that `next` gives, one look at each.
pub(crate) fn mean<G: Game, M: Mind<G>>(
    seat: Seat,
    looks: u32,
    random: &mut SearchChance,
    mut next: impl FnMut(&mut SearchChance) -> G,
) -> Expected {
    let mut sums = Sums::default();
    for _ in 0..looks {
        let state = next(random);
        if let Some(outcome) = state.outcome() {
            sums.note(&certain(&outcome), seat);
            continue;
        }
        let world = G::sample(&state.view(Viewer::Seat(seat)), random);
        sums.note(&forecast::<G, M>(world, seat, Reach::Near, random), seat);
    }
    sums.mean()
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
            let referee = Referee::<M, true>(M::default());
            play_on(&referee, &mut world, seat, &mut luck, random, &mut buffer)
        }
        Reach::Near => {
            let referee = Referee::<M, false>(M::default());
            play_on(&referee, &mut world, seat, &mut luck, random, &mut buffer)
        }
    }
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

/// Plays on like the mind, and counts a finished game as what it was: the mind's own conclusion leans towards wide
/// margins, to guide a search.
#[derive(Clone, Copy, Default)]
struct Referee<M, const TO_THE_END: bool>(M);

impl<G: Game, M: Mind<G>, const TO_THE_END: bool> Mind<G> for Referee<M, TO_THE_END> {
    const OTHERS: Others = M::OTHERS;

    fn forecast(&self, state: &G) -> Option<Forecast> {
        if TO_THE_END { None } else { self.0.forecast(state) }
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
