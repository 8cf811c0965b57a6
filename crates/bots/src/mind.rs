//! What a bot knows of a game beyond its rules.

use bobbin_game::{Aim, Game, MAX_SEATS, Outcome, SearchChance, Seat};

use crate::Levels;

/// Knowledge of one game that makes a search worth playing against: what a position promises, and which actions
/// deserve a look first. It is written beside the rules, never in them.
///
/// Everything here works on states that were sampled from some seat's view, so a mind that looks at a whole state
/// sees a guess, not a secret. Only [`Mind::weigh`], [`Mind::playout_action`] and [`Mind::fair_action`] are asked on
/// behalf of *other* seats, and must look at nothing that the seat they act for may not know.
///
/// Whoever searches owns a mind for as long as the search lasts, so a mind may keep a cache. What it keeps changes no
/// answer.
pub trait Mind<G: Game>: Default + Send + 'static {
    /// Who chooses for the other seats in a search.
    const OTHERS: Others;

    /// How many looks ahead this mind has in the time in which others have one, roughly: who has work to spread over
    /// games of all kinds gives it so many more.
    const PACE: u64 = 1;

    /// How the levels that people choose from play this game.
    const LEVELS: Levels = Levels::USUAL;

    /// Works out what is worked out once in a program. It is done when a bot is made, so that no answer has to wait for
    /// it.
    fn prepare() {}

    /// A change that is on trial: it becomes the default once the arena has shown that it wins.
    fn on_trial() -> Self {
        Self::default()
    }

    /// What was written by hand alone, where the default has learned more: what it is measured against.
    fn by_hand() -> Self {
        Self::default()
    }

    /// The same mind as a judge: what it promises is the chance to win, without what else guides a search.
    #[must_use]
    fn impartial(self) -> Self {
        self
    }

    /// What an unfinished game promises each seat, or nothing if only playing on can tell.
    fn forecast(&self, state: &G) -> Option<Forecast>;

    /// What a finished game gave each seat.
    fn conclude(&self, outcome: &Outcome) -> Forecast {
        conclude(outcome, 10.0)
    }

    /// How much each legal action of a seat deserves to be tried, in proportion: one positive number each.
    fn weigh(&self, _state: &G, _seat: Seat, legal: &[G::Action], weights: &mut Vec<f32>) {
        weights.clear();
        weights.resize(legal.len(), 1.0);
    }

    /// A quick choice, for playing on from the edge of the tree.
    fn playout_action(
        &self,
        state: &G,
        seat: Seat,
        random: &mut SearchChance,
        buffer: &mut Vec<G::Action>,
    ) -> G::Action {
        state.random_action(seat, random, buffer)
    }

    /// A choice as a fair player makes it, for playing whole games: slower than a quick one, and the games are like
    /// those that people play.
    fn fair_action(
        &self,
        state: &G,
        seat: Seat,
        random: &mut SearchChance,
        buffer: &mut Vec<G::Action>,
    ) -> G::Action {
        self.playout_action(state, seat, random, buffer)
    }

    /// How many actions to play on from the edge of the tree before [`Mind::forecast`] is asked.
    fn playout_length(&self, _state: &G) -> u32 {
        u32::MAX
    }

    /// How curious a search with this mind is, in units of the spread of what it has seen.
    fn curiosity(&self, _state: &G) -> f32 {
        CURIOSITY
    }

    /// A search with this mind expects an untried action to be worse than the node by so much of that spread.
    fn reserve(&self, _state: &G) -> f32 {
        RESERVE
    }

    /// Is this a good moment to ask [`Mind::forecast`]? Once the playout has its length it goes on until it is.
    fn is_quiet(&self, _state: &G) -> bool {
        true
    }
}

/// How curious a search usually is.
pub const CURIOSITY: f32 = 1.5;
/// How much worse it usually expects an untried action to be.
pub const RESERVE: f32 = 0.3;

/// Who chooses for the other seats in a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Others {
    /// The tree itself: right where nothing is hidden that matters, so that they know no more than they may.
    Tree,
    /// [`Mind::weigh`], which looks only at what the seat knows: right where hands are hidden. A tree would let them
    /// learn to act on the searcher's own hand.
    Policy,
}

/// What each seat can expect.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Forecast {
    /// 0 is a sure loss, 1 a sure win.
    pub worth: [f32; MAX_SEATS],
    /// The final score in points.
    pub points: [f32; MAX_SEATS],
}

impl Forecast {
    /// The worth of these final points, if `spread` points of lead make winning about three times as likely as
    /// losing. A lone player's worth grows with the score.
    pub fn of_points(points: &[f32], aim: Aim, spread: f32) -> Forecast {
        let mut forecast = Forecast::default();
        forecast.points[..points.len()].copy_from_slice(points);
        let sign = if aim == Aim::High { 1.0 } else { -1.0 };
        if let [alone] = *points {
            forecast.worth[0] = solo_worth(sign * alone);
            return forecast;
        }
        let best = points.iter().map(|points| sign * points).fold(f32::MIN, f32::max);
        let mut sum = 0.0;
        for (worth, points) in forecast.worth.iter_mut().zip(points) {
            *worth = ((sign * points - best) / spread).exp();
            sum += *worth;
        }
        for worth in &mut forecast.worth[..points.len()] {
            *worth /= sum;
        }
        forecast
    }
}

/// Without anyone to beat, each point counts the same.
fn solo_worth(points: f32) -> f32 {
    (0.5 + points / 400.0).clamp(0.0, 1.0)
}

/// The final points of an outcome as numbers.
pub fn totals(outcome: &Outcome) -> [f32; MAX_SEATS] {
    let mut totals = [0.0; MAX_SEATS];
    for (total, sheet) in totals.iter_mut().zip(&outcome.sheets) {
        *total = sheet.total.as_quarters() as f32 / 4.0;
    }
    totals
}

/// One victory, shared among the winners. A lone player's is the score.
pub fn win_shares(outcome: &Outcome) -> [f32; MAX_SEATS] {
    let mut shares = [0.0; MAX_SEATS];
    if outcome.players() == 1 {
        shares[0] = solo_worth(totals(outcome)[0]);
        return shares;
    }
    for winner in outcome.winners.iter() {
        shares[winner.index()] = 1.0 / outcome.winners.len() as f32;
    }
    shares
}

/// Winning, and a little of by how much: the margin tells a search which way to lean long before it can see who wins.
pub fn conclude(outcome: &Outcome, spread: f32) -> Forecast {
    let players = outcome.players();
    let mut forecast = Forecast::of_points(&totals(outcome)[..players], outcome.aim, spread);
    if players > 1 {
        let shares = win_shares(outcome);
        for (worth, share) in forecast.worth.iter_mut().zip(shares) {
            *worth = 0.4 * *worth + 0.6 * share;
        }
    }
    forecast
}

/// Knows nothing but the rules: playouts go to the end of the game, and every action is as good as another.
#[derive(Clone, Copy, Debug, Default)]
pub struct Plain;

impl<G: Game> Mind<G> for Plain {
    const OTHERS: Others = Others::Tree;

    fn forecast(&self, _state: &G) -> Option<Forecast> {
        None
    }
}

/// An action, each as likely as the mind's weight for it says.
pub fn weighed_choice<G: Game, M: Mind<G>>(
    mind: &M,
    state: &G,
    seat: Seat,
    random: &mut SearchChance,
    buffer: &mut Vec<G::Action>,
) -> G::Action {
    buffer.clear();
    state.legal_actions(seat, buffer);
    if let [only] = buffer[..] {
        return only;
    }
    let mut weights = Vec::with_capacity(buffer.len());
    mind.weigh(state, seat, buffer, &mut weights);
    buffer[crate::pick(&weights, random)]
}

/// Plays on by quick choices until the mind can tell, and says what it tells.
pub fn play_on<G: Game, M: Mind<G>>(
    mind: &M,
    state: &mut G,
    first: Seat,
    luck: &mut impl bobbin_game::Chance,
    random: &mut SearchChance,
    buffer: &mut Vec<G::Action>,
) -> Forecast {
    let length = mind.playout_length(state);
    let mut played = 0;
    while let Some(seat) = next_seat(state, first) {
        if played >= length
            && mind.is_quiet(state)
            && let Some(forecast) = mind.forecast(state)
        {
            return forecast;
        }
        let action = mind.playout_action(state, seat, random, buffer);
        state
            .apply(seat, action, luck, &mut ())
            .expect("a legal action is accepted");
        played += 1;
    }
    let outcome = state.outcome().expect("nobody is to act, so the game is over");
    mind.conclude(&outcome)
}

/// Where several seats may act at once, `first` does all it wants before the others, who follow in turn order.
pub fn next_seat<G: Game>(state: &G, first: Seat) -> Option<Seat> {
    let to_act = state.to_act();
    if to_act.contains(first) {
        return Some(first);
    }
    to_act
        .iter()
        .find(|&seat| seat > first)
        .or_else(|| to_act.first())
}
