//! What bots know of Knitting Circle: a tile is worth points, and a garment is worth what it will score less the tiles
//! it still takes.

mod asks;
mod choices;
mod desk;
mod shown;
mod study;

use bobbin_bots::{Forecast, Levels, Mind, Others, RESERVE, conclude, totals, weighed_choice};
use bobbin_game::{Aim, Content as _, Game as _, MAX_SEATS, Outcome, SearchChance, Seat, Setup as _};
use bobbin_knitting_circle::{Action, KnittingCircle, KnittingContent, Phase};

use self::desk::Desk;
use crate::net::{Names, Net, Shelved, weighed};
use crate::policy::Choosing as _;

/// What bots know of Knitting Circle.
#[derive(Clone, Copy, Debug)]
pub struct KnittingMind {
    /// What was learned, where the cards are those it was learned with.
    net: Option<&'static Net>,
    /// Does it want the goals of a scenario, or only points?
    wants_goals: bool,
}

impl Default for KnittingMind {
    fn default() -> Self {
        KnittingMind {
            net: NETS.house(names),
            wants_goals: true,
        }
    }
}

/// The networks of this game.
pub(crate) static NETS: Shelved = Shelved::new(include_bytes!("../weights/knitting-circle.net"));

/// The features that its networks are shown.
pub(crate) fn names() -> Names {
    let by_hand = KnittingMind {
        net: None,
        wants_goals: false,
    };
    let setup = &KnittingCircle::setups()[0];
    Names::of(&by_hand, &KnittingCircle::start(setup, &mut SearchChance::new(0)))
}

/// A lead of so many points makes winning e times as likely as losing.
const SPREAD: f32 = 8.0;

/// What a tile costs a garment: about what it would score elsewhere.
const TILE: f32 = 2.2;
/// What a grabby paw is worth in hand.
const PAW: f32 = 2.0;

/// What a seat's points are made of, and the weights, set by hand. Networks are shown what this comes
/// to: whoever changes a weight or what a feature means trains them anew.
const BY_HAND: [(&str, f32); FEATURES] = [
    ("score now", 1.0),
    ("garments on needles", 1.0),
    ("tiles, more drafts to come", TILE),
    ("tiles, no more drafts", 0.5),
    ("paws, more drafts to come", PAW),
    ("paws, no more drafts", 0.5),
    ("drafts to come", TILE),
    ("requests under way", 0.8),
];
const FEATURES: usize = 8;

/// A forecast whose worth counts the goals of a scenario as points; the points that it tells stay those of the score.
fn with_goals(forecast: Forecast, players: usize, goals: impl Fn(Seat) -> f32, spread: f32) -> Forecast {
    let mut wanted = forecast.points;
    for seat in Seat::all(players) {
        wanted[seat.index()] += goals(seat);
    }
    Forecast {
        worth: Forecast::of_points(&wanted[..players], Aim::High, spread).worth,
        ..forecast
    }
}

/// The tiles of a seat, those that the end of the round will take counted for less.
fn worth_keeping(state: &KnittingCircle, seat: Seat) -> f32 {
    let tiles = state.player(seat).tiles.total() as f32;
    let kept = tiles.min(f32::from(state.setup().rules().bowl));
    match state.phase() {
        Phase::Crafting { waiting } if waiting.contains(seat) => kept + 0.6 * (tiles - kept),
        Phase::Crafting { .. } | Phase::Retaining { .. } => kept,
        _ => tiles,
    }
}

/// What can be seen of a seat's chances at a glance.
fn features(state: &KnittingCircle, seat: Seat, desk: &Desk<'_>) -> [f32; FEATURES] {
    let tiles = worth_keeping(state, seat);
    let paws = f32::from(state.player(seat).paws);
    let drafts = desk.drafts as f32;
    let is_late = desk.drafts == 0;
    let early = |value: f32| if is_late { 0.0 } else { value };
    let late = |value: f32| if is_late { value } else { 0.0 };
    let requests = asks::requests_under_way(state, seat, &desk.tally);
    let now = state.score(seat).total() as f32;
    [
        now,
        desk.promise(),
        early(tiles),
        late(tiles),
        early(paws),
        late(paws),
        drafts,
        early(requests),
    ]
}

fn points_by_hand(features: &[f32; FEATURES]) -> f32 {
    weighed(&BY_HAND, features)
}

impl KnittingMind {
    /// The network, where the cards are those that it was trained with.
    fn net_for(&self, state: &KnittingCircle) -> Option<&'static Net> {
        self.net
            .filter(|_| state.setup().content() == KnittingContent::house())
    }
}

impl Mind<KnittingCircle> for KnittingMind {
    // Only offers and cards under decks are hidden, and nobody can act on another's.
    const OTHERS: Others = Others::Tree;

    const LEVELS: Levels = Levels {
        playful: (40, 8.0),
        gentle: (28, 3.0),
        steady: (24, 1.2),
        keen: (45, 0.35),
        sharp: (300, 0.06),
        ratings: Some([1130, 1310, 1500, 1690, 1880, 2060]),
    };

    fn impartial(self) -> Self {
        KnittingMind {
            wants_goals: false,
            ..self
        }
    }

    fn by_hand() -> Self {
        KnittingMind {
            net: None,
            ..Self::default()
        }
    }

    fn on_trial() -> Self {
        let mind = Self::default();
        KnittingMind {
            net: NETS.on_trial().or(mind.net),
            ..mind
        }
    }

    fn forecast(&self, state: &KnittingCircle) -> Option<Forecast> {
        let players = state.setup().players();
        let to_come = state.drafts_left(Seat::new(0)) as f32;
        if let Some(net) = self.net_for(state) {
            let mut forecast = net.forecast(self, state, &());
            if players == 1 {
                forecast.worth = Forecast::of_points(&forecast.points[..1], Aim::High, SPREAD).worth;
            }
            if !self.wants_goals || state.setup().scenario().is_none() {
                return Some(forecast);
            }
            let goals = |seat: Seat| asks::goals(state, seat, forecast.points[seat.index()], to_come);
            return Some(with_goals(forecast, players, goals, SPREAD + 0.4 * to_come));
        }
        let mut points = [0.0; MAX_SEATS];
        for seat in Seat::all(players) {
            let desk = Desk::of(state, seat, self.wants_goals);
            points[seat.index()] = points_by_hand(&features(state, seat, &desk));
        }
        // What is still to come can turn everything.
        let spread = SPREAD + 0.4 * to_come;
        let forecast = Forecast::of_points(&points[..players], Aim::High, spread);
        if !self.wants_goals || state.setup().scenario().is_none() {
            return Some(forecast);
        }
        let goals = |seat: Seat| asks::goals(state, seat, points[seat.index()], to_come);
        Some(with_goals(forecast, players, goals, spread))
    }

    fn conclude(&self, outcome: &Outcome) -> Forecast {
        if !self.wants_goals || outcome.goals.is_empty() {
            return conclude(outcome, SPREAD);
        }
        let players = outcome.players();
        let forecast = Forecast {
            points: totals(outcome),
            ..Forecast::default()
        };
        with_goals(forecast, players, |seat| asks::goals_met(outcome, seat), SPREAD)
    }

    fn weigh(&self, state: &KnittingCircle, seat: Seat, legal: &[Action], weights: &mut Vec<f32>) {
        let choice = self.deliberate(state, seat, legal, weights);
        if let Some(net) = self.net_for(state) {
            net.weigh(self, &choice, legal, weights);
        }
    }

    fn playout_action(
        &self,
        state: &KnittingCircle,
        seat: Seat,
        random: &mut SearchChance,
        buffer: &mut Vec<Action>,
    ) -> Action {
        buffer.clear();
        state.legal_actions(seat, buffer);
        if buffer.len() == 1 {
            return buffer[0];
        }
        let desk = Desk::of(state, seat, self.wants_goals);
        let mut best = (f32::MIN, buffer[0]);
        for &action in buffer.iter() {
            let noise = (random.bits() >> 40) as f32 / (1u64 << 24) as f32;
            let gain = desk.gain(action) + 1.5 * noise;
            if gain > best.0 {
                best = (gain, action);
            }
        }
        best.1
    }

    /// As likely as the search would come to it.
    fn fair_action(
        &self,
        state: &KnittingCircle,
        seat: Seat,
        random: &mut SearchChance,
        buffer: &mut Vec<Action>,
    ) -> Action {
        if self.net_for(state).is_none() {
            return self.playout_action(state, seat, random, buffer);
        }
        weighed_choice(self, state, seat, random, buffer)
    }

    fn playout_length(&self, state: &KnittingCircle) -> u32 {
        // To the next moment when nothing is half done. What was written by hand plays the last round to its end, and
        // all do what is left once nothing is drafted any more.
        let last = match self.net_for(state) {
            Some(_) => 0,
            None => u32::from(state.setup().rules().drafts),
        };
        if state.drafts_left(Seat::new(0)) <= last {
            u32::MAX
        } else {
            0
        }
    }

    fn reserve(&self, state: &KnittingCircle) -> f32 {
        if self.net_for(state).is_some() {
            0.0
        } else {
            RESERVE
        }
    }

    fn is_quiet(&self, state: &KnittingCircle) -> bool {
        matches!(
            state.phase(),
            Phase::Drafting { .. } | Phase::Coin { .. } | Phase::PlacingCenter
        )
    }
}
