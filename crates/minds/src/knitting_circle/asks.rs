//! What a seat of Knitting Circle is asked for: the requests it has not fulfilled and, in a scenario, the objectives.

use arrayvec::ArrayVec;
use bobbin_game::{Game as _, Outcome, Seat, SeatSet};
use bobbin_knitting_circle::{
    ButtonType, Color, Condition, GarmentType, KnittingCircle, Pattern, RequestCard, Tally,
};

use super::PAW;

/// What a request or an objective is worth before it is met: so much of its points times the square of how far it is.
const UNDER_WAY: f32 = 0.8;
/// What an objective is worth to whoever weighs actions, in points.
const OBJECTIVE: f32 = 8.0;
/// What the search gives for each goal of a scenario, and for all of them together, in points.
const GOAL: f32 = 6.0;
const SUCCESS: f32 = 24.0;

/// What somebody asks a seat for, and the points of it.
#[derive(Clone, Copy)]
struct Ask {
    wants: Condition,
    points: f32,
}

/// About how many points one step towards what is asked for is worth.
#[derive(Default)]
pub(super) struct Pulls {
    /// A tile of each color on a garment.
    pub(super) colors: [f32; Color::COUNT],
    /// A garment of each type.
    pub(super) garments: [f32; GarmentType::COUNT],
    /// A garment of each pattern.
    pub(super) patterns: [f32; Pattern::COUNT],
    /// A button of each type.
    pub(super) buttons: [f32; ButtonType::COUNT],
    /// A full garment.
    pub(super) full: f32,
    /// A garment with three buttons.
    pub(super) three_buttons: f32,
    /// Any garment.
    pub(super) garment: f32,
    /// A garment without a pattern: what it costs beyond its ugly button.
    pub(super) ugly: f32,
}

impl Pulls {
    /// With the tiles and types that are on the needles.
    pub(super) fn of(state: &KnittingCircle, seat: Seat, tally: &Tally, with_goals: bool) -> Pulls {
        let mut tiles = tally.tiles;
        let mut types = tally.types;
        for garment in state.player(seat).in_progress() {
            types[garment.card().garment().index()] += 1;
            for color in garment.colors() {
                tiles[color.index()] += 1;
            }
        }
        let mut pulls = Pulls::default();
        for ask in asks(state, seat, with_goals) {
            pulls.add(ask, tally, tiles, types);
        }
        pulls
    }

    fn add(&mut self, ask: Ask, tally: &Tally, tiles: [u8; Color::COUNT], types: [u8; GarmentType::COUNT]) {
        // The square of what is done grows by so much with the next one.
        let step = |have: u8, need: u8| {
            if have >= need {
                return 0.0;
            }
            let (have, need) = (f32::from(have), f32::from(need));
            UNDER_WAY * ask.points * (2.0 * have + 1.0) / (need * need)
        };
        match ask.wants {
            Condition::Tiles(color, need) => {
                self.colors[color.index()] += step(tiles[color.index()], need);
            }
            Condition::EachColor(need) => {
                for (pull, have) in self.colors.iter_mut().zip(tiles) {
                    *pull += step(have, need) / Color::COUNT as f32;
                }
            }
            Condition::Buttons(shape, need) => {
                self.buttons[shape.index()] += step(tally.buttons[shape.index()], need);
            }
            Condition::AnyButtons(need) => {
                let each = step(tally.buttons.iter().sum(), need);
                self.buttons.iter_mut().for_each(|pull| *pull += each);
            }
            Condition::Pattern(pattern, need) => {
                self.patterns[pattern.index()] += step(tally.patterns[pattern.index()], need);
            }
            Condition::IdenticalStripes(_) => self.patterns[Pattern::Striped.index()] += 0.5,
            Condition::Patterns(need) => {
                let each = step(made(&tally.patterns), need);
                let missing = self.patterns.iter_mut().zip(tally.patterns);
                missing.for_each(|(pull, made)| *pull += if made == 0 { each } else { 0.0 });
            }
            Condition::Garment(garment, need) => {
                self.garments[garment.index()] += step(types[garment.index()], need);
            }
            Condition::Types(need) => {
                let each = step(made(&types), need);
                let missing = self.garments.iter_mut().zip(types);
                missing.for_each(|(pull, made)| *pull += if made == 0 { each } else { 0.0 });
            }
            Condition::OneType(need) => {
                let most = types.into_iter().max().unwrap_or(0);
                let each = step(most, need);
                let nearest = self.garments.iter_mut().zip(types);
                nearest.for_each(|(pull, made)| *pull += if made == most { each } else { 0.0 });
            }
            Condition::Full(need) => self.full += step(tally.full, need),
            Condition::ThreeButtons(need) => self.three_buttons += step(tally.with_three_buttons, need),
            Condition::Garments(need) => self.garment += step(tally.garments, need),
            Condition::NoUgly if tally.ugly == 0 => self.ugly += ask.points,
            _ => {}
        }
    }
}

/// What meeting a request brings: its points, and the grabby paw as long as nobody has met it.
pub(super) fn worth(request: &RequestCard, met_by: SeatSet) -> f32 {
    f32::from(request.points) + if met_by.is_empty() { PAW } else { 0.0 }
}

/// What is not met yet. Without a scenario these are the requests.
fn asks(state: &KnittingCircle, seat: Seat, with_goals: bool) -> ArrayVec<Ask, 6> {
    let mut asks = ArrayVec::new();
    for (request, met_by) in state.requests_in_play() {
        if !met_by.contains(seat) {
            asks.push(Ask {
                wants: request.wants,
                points: worth(request, met_by),
            });
        }
    }
    let scenario = state.setup().scenario().filter(|_| with_goals);
    for objective in scenario.iter().flat_map(|scenario| &scenario.objectives) {
        asks.push(Ask {
            wants: objective.wants,
            points: OBJECTIVE,
        });
    }
    asks
}

/// How many of each color a seat has on its needles, a little less for not being completed.
fn on_needles(state: &KnittingCircle, seat: Seat) -> [f32; Color::COUNT] {
    let mut tiles = [0.0; Color::COUNT];
    let garments = state.player(seat).in_progress().iter();
    for color in garments.flat_map(|garment| garment.colors()) {
        tiles[color.index()] += 0.8;
    }
    tiles
}

fn made(counts: &[u8]) -> u8 {
    counts.iter().filter(|&&count| count > 0).count() as u8
}

/// How far a seat has come towards a condition, from 0 to 1. Tiles on the needles count as what they may become.
fn progress(wants: Condition, tally: &Tally, on_needles: &[f32; Color::COUNT]) -> f32 {
    let of = |have: u8, need: u8| f32::from(have.min(need)) / f32::from(need.max(1));
    match wants {
        Condition::Tiles(color, need) => {
            let have = f32::from(tally.tiles[color.index()]) + on_needles[color.index()];
            (have / f32::from(need.max(1))).min(1.0)
        }
        Condition::AnyTiles(need) => of(tally.tiles.iter().sum(), need),
        Condition::EachColor(need) => tally.tiles.iter().map(|&have| of(have, need)).sum::<f32>() / 6.0,
        Condition::Buttons(shape, need) => of(tally.buttons[shape.index()], need),
        Condition::AnyButtons(need) => of(tally.buttons.iter().sum(), need),
        Condition::IdenticalStripes(need) => of(tally.identical_stripes, need),
        Condition::Pattern(pattern, need) => of(tally.patterns[pattern.index()], need),
        Condition::Patterns(need) => of(made(&tally.patterns), need),
        Condition::Garment(garment, need) => of(tally.types[garment.index()], need),
        Condition::Types(need) => of(made(&tally.types), need),
        Condition::OneType(need) => of(tally.types.into_iter().max().unwrap_or(0), need),
        Condition::Full(need) => of(tally.full, need),
        Condition::ThreeButtons(need) => of(tally.with_three_buttons, need),
        Condition::ColorsInOne(need) => of(tally.most_colors, need),
        Condition::Garments(need) => of(tally.garments, need),
        _ => 0.0,
    }
}

/// What the requests under way promise.
pub(super) fn requests_under_way(state: &KnittingCircle, seat: Seat, tally: &Tally) -> f32 {
    let on_needles = on_needles(state, seat);
    state
        .requests_in_play()
        .filter(|(_, met_by)| !met_by.contains(seat))
        .map(|(request, met_by)| progress(request.wants, tally, &on_needles).powi(2) * worth(request, met_by))
        .sum()
}

/// How far a seat has come with each request that it has not fulfilled, and what that is worth.
pub(super) fn open(state: &KnittingCircle, seat: Seat) -> ArrayVec<(f32, f32), 4> {
    let tally = state.tally(seat);
    let on_needles = on_needles(state, seat);
    let requests = state
        .requests_in_play()
        .filter(|(_, met_by)| !met_by.contains(seat));
    requests
        .map(|(request, met_by)| {
            (
                progress(request.wants, &tally, &on_needles),
                worth(request, met_by),
            )
        })
        .take(4)
        .collect()
}

/// What the goals of a scenario promise a seat that can expect so many points; nothing without a scenario.
pub(super) fn goals(state: &KnittingCircle, seat: Seat, points: f32, to_come: f32) -> f32 {
    let Some(scenario) = state.setup().scenario() else {
        return 0.0;
    };
    let above = (points - f32::from(scenario.minimum)) / (3.0 + 0.4 * to_come);
    let minimum = 1.0 / (1.0 + (-above).exp());
    let tally = state.tally(seat);
    let on_needles = on_needles(state, seat);
    let score = state.score(seat);
    let requests_met = state
        .requests_in_play()
        .filter(|(_, met_by)| met_by.contains(seat))
        .count();
    let objectives = scenario.objectives.iter().map(|objective| {
        let share = |have: f32, need: u8| (have / f32::from(need.max(1))).clamp(0.0, 1.0).powi(2);
        match objective.wants {
            Condition::NoUgly => f32::from(u8::from(tally.ugly == 0)),
            Condition::Points(need) => share(points, need),
            Condition::PointsFrom(line, need) => share(score.line(line) as f32, need),
            Condition::Requests(need) => share(requests_met as f32, need),
            Condition::TilesLeft(_) => 0.5,
            wants => progress(wants, &tally, &on_needles).powi(2),
        }
    });
    success(std::iter::once(minimum).chain(objectives))
}

/// What the goals of a finished game gave a seat.
pub(super) fn goals_met(outcome: &Outcome, seat: Seat) -> f32 {
    if outcome.goals.is_empty() {
        return 0.0;
    }
    success(
        outcome
            .goals
            .iter()
            .map(|goal| f32::from(u8::from(goal.met_by.contains(seat)))),
    )
}

/// Points for goals that are met with these chances.
fn success(chances: impl Iterator<Item = f32>) -> f32 {
    let (sum, all) = chances.fold((0.0, 1.0), |(sum, all), chance| (sum + chance, all * chance));
    GOAL * sum + SUCCESS * all
}
