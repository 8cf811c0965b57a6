//! What bots know of Knitting Circle: a tile is worth points, and a garment is worth what it will score less the tiles it
//! still takes.

mod desk;
mod study;

use bobbin_bots::{Forecast, Levels, Mind, Others, conclude};
use bobbin_game::{Aim, Game as _, MAX_SEATS, Outcome, SearchChance, Seat, Setup as _};
use bobbin_knitting_circle::{Action, Condition, KnittingCircle, PhaseName, Tally};

use self::desk::Desk;
use crate::fit::Fitted;

/// What bots know of Knitting Circle.
#[derive(Clone, Copy, Debug)]
pub struct KnittingMind {
    weights: &'static [f32; FEATURES],
}

impl Default for KnittingMind {
    fn default() -> Self {
        KnittingMind { weights: &WEIGHTS }
    }
}

/// A lead of so many points makes winning e times as likely as losing.
const SPREAD: f32 = 8.0;

/// What a tile costs a garment: about what it would score elsewhere.
const TILE: f32 = 2.2;
/// What a grabby paw is worth in hand.
const PAW: f32 = 2.0;

/// Weights of the features, set by hand. `docs/bots.md` says how they are fitted and what came of trying that.
const WEIGHTS: [f32; FEATURES] = [1.0, 1.0, TILE, 0.5, PAW, 0.5, TILE, 0.8];
const FEATURES: usize = 8;

/// How far a seat has come towards a request, from 0 to 1.
fn progress(wants: Condition, tally: &Tally) -> f32 {
    let of = |have: u8, need: u8| f32::from(have.min(need)) / f32::from(need.max(1));
    let some = |counts: &[u8]| counts.iter().filter(|&&count| count > 0).count() as u8;
    match wants {
        Condition::Tiles(color, need) => of(tally.tiles[color.index()], need),
        Condition::AnyTiles(need) => of(tally.tiles.iter().sum(), need),
        Condition::EachColor(need) => tally.tiles.iter().map(|&have| of(have, need)).sum::<f32>() / 6.0,
        Condition::Buttons(shape, need) => of(tally.buttons[shape.index()], need),
        Condition::AnyButtons(need) => of(tally.buttons.iter().sum(), need),
        Condition::IdenticalStripes(need) => of(tally.identical_stripes, need),
        Condition::Pattern(pattern, need) => of(tally.patterns[pattern.index()], need),
        Condition::Patterns(need) => of(some(&tally.patterns), need),
        Condition::Garment(garment, need) => of(tally.types[garment.index()], need),
        Condition::Types(need) => of(some(&tally.types), need),
        Condition::OneType(need) => of(tally.types.into_iter().max().unwrap_or(0), need),
        Condition::Full(need) => of(tally.full, need),
        Condition::ThreeButtons(need) => of(tally.with_three_buttons, need),
        Condition::ColorsInOne(need) => of(tally.most_colors, need),
        Condition::Garments(need) => of(tally.garments, need),
        _ => 0.0,
    }
}

/// The tiles of a seat, those that the end of the round will take counted for less.
fn worth_keeping(state: &KnittingCircle, seat: Seat) -> f32 {
    let tiles = state.available_tiles(seat) as f32;
    let kept = tiles.min(f32::from(state.setup().rules().bowl));
    match state.current_phase() {
        PhaseName::Crafting if state.to_act().contains(seat) => kept + 0.6 * (tiles - kept),
        PhaseName::Crafting | PhaseName::Retaining => kept,
        _ => tiles,
    }
}

impl Fitted<KnittingCircle> for KnittingMind {
    fn weights(&self) -> &[f32] {
        self.weights
    }

    const NAMES: &'static [&'static str] = &[
        "score now",
        "garments on needles",
        "tiles, more drafts to come",
        "tiles, no more drafts",
        "paws, more drafts to come",
        "paws, no more drafts",
        "drafts to come",
        "requests under way",
    ];

    fn features(&self, state: &KnittingCircle, seat: Seat, features: &mut Vec<f32>) {
        let desk = Desk::of(state, seat);
        let tiles = worth_keeping(state, seat);
        let paws = f32::from(state.paws_of(seat));
        let drafts = desk.drafts as f32;
        let is_late = desk.drafts == 0;
        let early = |value: f32| if is_late { 0.0 } else { value };
        let late = |value: f32| if is_late { value } else { 0.0 };
        let requests: f32 = state
            .requests_in_play()
            .filter(|(_, met_by)| !met_by.contains(seat))
            .map(|(request, _)| progress(request.wants, &desk.tally).powi(2) * f32::from(request.points))
            .sum();
        let now = state.score(seat).total() as f32;
        features.clear();
        features.extend([
            now,
            desk.promise(),
            early(tiles),
            late(tiles),
            early(paws),
            late(paws),
            drafts,
            early(requests),
        ]);
    }
}

impl Mind<KnittingCircle> for KnittingMind {
    // Only offers and cards under decks are hidden, and nobody can act on another's.
    const OTHERS: Others = Others::Tree;

    // Looking on for longer gains little, so what makes a level weaker is mostly that it confuses more.
    const LEVELS: Levels = Levels {
        gentle: (12, 2.0),
        steady: (30, 0.5),
        sharp: (120, 0.25),
    };

    fn forecast(&self, state: &KnittingCircle) -> Option<Forecast> {
        let players = state.setup().players();
        let mut points = [0.0; MAX_SEATS];
        let mut features = Vec::with_capacity(FEATURES);
        for seat in Seat::all(players) {
            points[seat.index()] = self.points(state, seat, &mut features);
        }
        // What is still to come can turn everything.
        let to_come = state.drafts_left(Seat::new(0)) as f32;
        Some(Forecast::of_points(
            &points[..players],
            Aim::High,
            SPREAD + 0.4 * to_come,
        ))
    }

    fn conclude(&self, outcome: &Outcome) -> Forecast {
        conclude(outcome, SPREAD)
    }

    fn weigh(&self, state: &KnittingCircle, seat: Seat, legal: &[Action], weights: &mut Vec<f32>) {
        let desk = Desk::of(state, seat);
        weights.clear();
        weights.extend(
            legal
                .iter()
                .map(|&action| (desk.gain(action) / 0.8).clamp(-8.0, 8.0).exp()),
        );
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
        let desk = Desk::of(state, seat);
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

    fn playout_length(&self, state: &KnittingCircle) -> u32 {
        // The last round is played to its end; before, to the next moment when nothing is half done.
        if state.drafts_left(Seat::new(0)) <= u32::from(state.setup().rules().drafts) {
            u32::MAX
        } else {
            0
        }
    }

    fn is_quiet(&self, state: &KnittingCircle) -> bool {
        matches!(
            state.current_phase(),
            PhaseName::Drafting | PhaseName::Coin | PhaseName::PlacingCenter
        )
    }
}
