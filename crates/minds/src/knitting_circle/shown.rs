//! What a network is shown of Knitting Circle.

use arrayvec::ArrayVec;
use bobbin_game::{Game as _, Seat, Setup as _};
use bobbin_knitting_circle::{Bonus, ButtonType, KnittingCircle, Pattern, Phase, Stitch, Tile, Wish};

use super::asks;
use super::desk::{Desk, NeedleSeen};
use super::{BY_HAND, FEATURES, KnittingMind, points_by_hand};
use crate::net::{Features, Shown};

/// The needles that are looked at: a third one is seldom.
const NEEDLES: usize = 2;

impl Shown<KnittingCircle> for KnittingMind {
    type Look<'a> = ();

    fn look(&self, _state: &KnittingCircle) {}

    fn show_seat(&self, state: &KnittingCircle, (): &(), seat: Seat, to: &mut impl Features) {
        let player = state.player(seat);
        let tables = state.content();
        let desk = Desk::of(state, seat, false);
        let hand: [f32; FEATURES] = super::features(state, seat, &desk);
        to.put("by hand", points_by_hand(&hand));
        for ((name, _), value) in BY_HAND.iter().zip(hand) {
            to.put(name, value);
        }

        let score = state.score(seat);
        to.put("points of buttons", score.buttons as f32);
        to.put("points of garments", score.garments as f32);
        to.put("points of bonuses", score.bonuses as f32);
        to.put("points of ugly buttons", score.ugly as f32);
        to.put("points of requests", score.requests as f32);

        let tally = &desk.tally;
        to.put("garments", f32::from(tally.garments));
        let kinds = |counts: &[u8]| counts.iter().filter(|&&count| count > 0).count() as f32;
        to.put("types", kinds(&tally.types));
        to.put(
            "most of a type",
            f32::from(tally.types.into_iter().max().unwrap_or(0)),
        );
        for count in tally.patterns {
            to.put("garments of a pattern", f32::from(count));
        }
        to.put("ugly", f32::from(tally.ugly));
        to.put("full", f32::from(tally.full));
        to.put("with three buttons", f32::from(tally.with_three_buttons));

        let mut colors = player.tiles.by_color();
        colors.sort_unstable_by(|a, b| b.cmp(a));
        for count in colors.into_iter().take(3) {
            to.put("tiles of a color, most first", f32::from(count));
        }
        to.put("colors at hand", kinds(&colors));
        let lying = |side| {
            let tiles = Tile::all().filter(|tile| tile.side() == side);
            tiles.map(|tile| f32::from(player.tiles.count(tile))).sum::<f32>()
        };
        to.put("knit tiles", lying(Some(Stitch::Knit)));
        to.put("purl tiles", lying(Some(Stitch::Purl)));
        to.put("tiles in the bowl", lying(None));
        to.put("paws", f32::from(player.paws));

        let mut needles: ArrayVec<NeedleSeen, 3> = desk.needles_seen().collect();
        needles.sort_by(|a, b| b.outlook.total_cmp(&a.outlook));
        for place in 0..NEEDLES {
            show_needle(needles.get(place), to);
        }
        to.put("garments in progress", player.in_progress().len() as f32);

        let mut sums = [0.0_f32; ButtonType::COUNT];
        let mut best = [0.0_f32; ButtonType::COUNT];
        let mut of_pattern = [0.0_f32; Pattern::COUNT];
        for button in player.buttons() {
            let kind = tables.button(button);
            let points = f32::from(kind.points);
            sums[button.shape.index()] += points;
            best[button.shape.index()] = best[button.shape.index()].max(points);
            if let Wish::Pattern(pattern) = kind.wish {
                of_pattern[pattern.index()] = of_pattern[pattern.index()].max(points);
            }
        }
        for (sum, best) in sums.into_iter().zip(best) {
            to.put("points of buttons at hand", sum);
            to.put("best of them", best);
        }
        for points in of_pattern {
            to.put("best button for a pattern", points);
        }

        show_bonuses(state, seat, to);
        show_asks(state, seat, to);

        let players = state.setup().players();
        let place = (seat.index() + players - state.first_player().index()) % players;
        to.put("place in the round", place as f32);
        to.put("drafts to come now", desk.drafts as f32 - later_drafts(state));
        let waits = matches!(state.phase(), Phase::Crafting { waiting } if waiting.contains(seat));
        to.flag("still crafts", waits);
        let needed = desk.needed_on_circle();
        to.put("what lies on the circle: the best", needed.0);
        to.put("what lies on the circle: the mean", needed.1);
    }

    fn show_table(&self, state: &KnittingCircle, (): &(), to: &mut impl Features) {
        let rules = state.setup().rules();
        let players = state.setup().players();
        to.one_of("players", Some(players - 1), 4);
        let left = f32::from(rules.rounds - state.round());
        to.put("rounds to come", left);
        to.flag("the last round", left < 0.5);
        to.put("drafts to come now, of all", {
            let seats = Seat::all(players);
            let drafts = seats.map(|seat| state.drafts_left(seat) as f32 - later_drafts(state));
            drafts.sum::<f32>() / players as f32
        });
        let phase = match state.phase() {
            Phase::FirstGarments { .. } => 0,
            Phase::PlacingCenter => 1,
            Phase::Drafting { .. } | Phase::Coin { .. } => 2,
            Phase::Crafting { .. } => 3,
            Phase::Retaining { .. } | Phase::Over => 4,
        };
        to.one_of("phase", Some(phase), 5);
        to.put("requests", state.requests_in_play().count() as f32);
        to.put("tiles kept", f32::from(rules.bowl));
        to.flag("flips", rules.flips);
        to.put("needles", f32::from(rules.needles));
        to.put("drafts a round", f32::from(rules.drafts));
        to.put("ugly", f32::from(rules.ugly));
        to.put("cards offered", f32::from(rules.offer));
    }
}

/// What is drafted in the rounds after this one.
fn later_drafts(state: &KnittingCircle) -> f32 {
    let rules = state.setup().rules();
    f32::from(rules.rounds - state.round()) * f32::from(rules.drafts)
}

fn show_needle(needle: Option<&NeedleSeen>, to: &mut impl Features) {
    let none = NeedleSeen::default();
    let is_there = needle.is_some();
    let needle = needle.unwrap_or(&none);
    to.flag("needle", is_there);
    to.put("its outlook", needle.outlook);
    to.put("its tiles", needle.tiles);
    to.put("mandatory tiles to come", needle.mandatory_left);
    to.put("tiles to come", needle.left);
    to.put("its points now", needle.points_now);
    to.put("its points when full", needle.points_full);
    to.put("its bonuses", needle.bonus);
    to.put("its button", needle.button);
    to.put("its pattern and color buttons, as short as can be", needle.finery);
    to.put("its pattern and color buttons, full", needle.finery_full);
    for reach in needle.patterns {
        to.put("what a pattern lacks", reach);
    }
    to.put("its colors", needle.colors);
    to.put("tiles that fit now", needle.fitting);
}

/// What another garment of a kind adds by the bonuses of those that are completed or in progress.
fn show_bonuses(state: &KnittingCircle, seat: Seat, to: &mut impl Features) {
    let tables = state.content();
    for done in [true, false] {
        let mut patterns = [0.0_f32; Pattern::COUNT];
        let (mut full, mut three, mut types, mut fixed) = (0.0, 0.0, 0.0, 0.0);
        let mut add = |bonus: &Bonus| match *bonus {
            Bonus::Points(points) => fixed += f32::from(points),
            Bonus::PerPattern(pattern, points) => patterns[pattern.index()] += f32::from(points),
            Bonus::PerFull(points) => full += f32::from(points),
            Bonus::PerThreeButtons(points) => three += f32::from(points),
            Bonus::PerType { points, .. } => types += f32::from(points),
            Bonus::Yarn(_) | Bonus::Paws(_) => {}
        };
        if done {
            for card in state.completed_cards(seat) {
                tables.bonuses(card).iter().for_each(&mut add);
            }
        } else {
            for garment in state.player(seat).in_progress() {
                tables.bonuses(garment.card()).iter().for_each(&mut add);
            }
        }
        for points in patterns {
            to.put("points for a garment of a pattern", points);
        }
        to.put("points for a full garment", full);
        to.put("points for three buttons", three);
        to.put("points for a type", types);
        if !done {
            to.put("points of bonuses in progress", fixed);
        }
    }
}

/// How far a seat has come with each request, the one with most points to come first.
fn show_asks(state: &KnittingCircle, seat: Seat, to: &mut impl Features) {
    let mut open = asks::open(state, seat);
    open.sort_by(|a, b| (b.0 * b.1).total_cmp(&(a.0 * a.1)));
    let mut sums = (0.0, 0.0);
    for place in 0..4 {
        let (progress, worth) = open.get(place).copied().unwrap_or_default();
        if place < 3 {
            to.put("a request: how far", progress);
            to.put("a request: its points", worth);
        }
        sums.0 += worth * progress * progress;
        sums.1 += worth;
    }
    to.put("requests under way", sums.0);
    to.put("requests open", sums.1);
}
