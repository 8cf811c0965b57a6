//! What a policy is shown of a choice in Knitting Circle.

use bobbin_game::{Game as _, Seat, Setup as _};
use bobbin_knitting_circle::{
    Action, ButtonType, Card, ColorSet, GarmentType, KnittingCircle, Pattern, Phase, Ring, Slot, Stitch, Tile,
};

use super::KnittingMind;
use super::desk::Desk;
use crate::net::Features;
use crate::policy::Choosing;

/// What is worked out once for all actions of a choice.
pub struct Choice<'a> {
    state: &'a KnittingCircle,
    seat: Seat,
    desk: Desk<'a>,
    /// What the best action gains, by hand.
    best: f32,
    /// The space of the first slot that can be drafted from.
    near: Option<u8>,
    actions: usize,
}

impl Choosing<KnittingCircle> for KnittingMind {
    type Choice<'a> = Choice<'a>;

    fn deliberate<'a>(
        &'a self,
        state: &'a KnittingCircle,
        seat: Seat,
        legal: &[Action],
        by_hand: &mut Vec<f32>,
    ) -> Choice<'a> {
        let desk = Desk::of(state, seat, self.wants_goals);
        by_hand.clear();
        let mut best = f32::MIN;
        for &action in legal {
            let gain = desk.gain(action);
            best = best.max(gain);
            by_hand.push((gain / 0.8).clamp(-8.0, 8.0).exp());
        }
        let near = legal.iter().find_map(|action| match action {
            Action::Draft(slot) => Some(slot.space()),
            _ => None,
        });
        Choice {
            state,
            seat,
            desk,
            best,
            near,
            actions: legal.len(),
        }
    }

    fn show_choice(&self, choice: &Choice<'_>, to: &mut impl Features) {
        let (state, desk) = (choice.state, &choice.desk);
        let player = state.player(choice.seat);
        let rules = state.setup().rules();
        let phase = match state.phase() {
            Phase::FirstGarments { .. } => 0,
            Phase::PlacingCenter => 1,
            Phase::Drafting { .. } | Phase::Coin { .. } => 2,
            Phase::Crafting { .. } => 3,
            Phase::Retaining { .. } | Phase::Over => 4,
        };
        to.one_of("phase", Some(phase), 5);
        let players = state.setup().players();
        to.flag("alone", players == 1);
        to.put("players", players as f32);
        let rounds = f32::from(rules.rounds - state.round());
        to.put("rounds to come", rounds);
        to.flag("the last round", rounds < 0.5);
        to.put("drafts to come", desk.drafts as f32);
        to.put(
            "drafts to come now",
            desk.drafts as f32 - rounds * f32::from(rules.drafts),
        );
        let tiles = player.tiles.total() as f32;
        to.put("tiles", tiles);
        to.put(
            "tiles that will be lost",
            (tiles - f32::from(rules.bowl)).max(0.0),
        );
        to.put("paws", f32::from(player.paws));
        let begun = player.in_progress().len() as f32;
        to.put("garments in progress", begun);
        to.flag("all needles in use", begun > f32::from(rules.needles) - 0.5);
        to.put("actions", (choice.actions as f32).ln());
        to.put("the best gains", choice.best);
        let mut nearest: Option<super::desk::NeedleSeen> = None;
        for needle in desk.needles_seen() {
            if nearest.is_none_or(|known| needle.outlook > known.outlook) {
                nearest = Some(needle);
            }
        }
        let needle = nearest.unwrap_or_default();
        to.put("best needle: its outlook", needle.outlook);
        to.put("best needle: mandatory tiles to come", needle.mandatory_left);
        to.put("best needle: tiles to come", needle.left);
        to.put("best needle: tiles that fit now", needle.fitting);
    }

    fn show_action(&self, choice: &Choice<'_>, _place: usize, action: Action, to: &mut impl Features) {
        let desk = &choice.desk;
        let mut seen = Seen {
            gain: desk.gain(action),
            ..Seen::default()
        };
        seen.look(choice, action);
        seen.show(choice.best, to);
    }
}

/// So many kinds of actions there are.
const KINDS: usize = 12;

/// What is seen of an action; what has nothing to do with its kind is nothing.
#[derive(Default)]
struct Seen {
    kind: usize,
    gain: f32,
    garment: Option<usize>,
    pattern: Option<usize>,
    /// What a tile is good for: the one that is taken, laid or kept; and the one that it costs.
    use_of_tile: f32,
    cost: f32,
    hand: f32,
    from_bowl: bool,
    side: Option<usize>,
    is_near: bool,
    left_at_space: f32,
    fits: f32,
    done: f32,
    left: f32,
    mandatory_left: f32,
    patterns_left: f32,
    patterns_lost: f32,
    gives: bool,
    buttons: f32,
    points_of_buttons: f32,
    points: f32,
    outlook: f32,
    is_full: bool,
    is_ugly: bool,
    asked: f32,
    count: f32,
}

impl Seen {
    fn look(&mut self, choice: &Choice<'_>, action: Action) {
        let (state, desk) = (choice.state, &choice.desk);
        let tables = state.content();
        let player = state.player(choice.seat);
        let tally = &desk.tally;
        match action {
            Action::First(garment) => {
                self.kind = 0;
                self.garment = Some(garment.index());
            }
            Action::Keep(card) => {
                self.kind = 1;
                let table = tables.garment(card.garment());
                self.garment = Some(card.garment().index());
                self.outlook = self.gain;
                self.mandatory_left = f32::from(table.mandatory);
                self.left = table.spaces.len() as f32;
                self.points = f32::from(table.points_at(table.spaces.len()));
                self.count = tables.bonuses(card).len() as f32;
                self.asked = desk.bonus(card, None, false);
                self.done = f32::from(tally.types[card.garment().index()]);
            }
            Action::Center { color, slot } => {
                self.kind = 2;
                self.use_of_tile = desk.usefulness(Tile::in_bowl(color));
                self.is_near = slot.ring() == Ring::Inner;
            }
            Action::Draft(slot) => {
                self.kind = 3;
                self.draft(choice, slot);
            }
            Action::Coin => self.kind = 4,
            Action::Start { garment, payment } => {
                self.kind = 5;
                self.garment = Some(garment.index());
                self.cost = desk.usefulness(payment);
                self.hand = desk.at_hand(payment.color());
                self.done = f32::from(tally.types[garment.index()]);
                self.outlook = desk.start_pull(garment);
            }
            Action::Knit { tile, card } => {
                self.kind = 6;
                self.knit(choice, tile, card);
            }
            Action::Flip { discard, turned } => {
                self.kind = 7;
                self.cost = desk.usefulness(discard);
                let other = turned.side().map(Stitch::other);
                self.use_of_tile = other.map_or(0.0, |side| desk.need(turned.color(), side));
                self.fits = other.map_or(0.0, |side| desk.fitting(side));
                self.hand = desk.at_hand(turned.color());
            }
            Action::Paw(color) => {
                self.kind = 8;
                self.use_of_tile = desk.usefulness(Tile::in_bowl(color));
                self.hand = desk.at_hand(color);
                self.fits = desk.fitting(Stitch::Knit).max(desk.fitting(Stitch::Purl));
            }
            Action::Complete { card, buttons } => {
                self.kind = 9;
                self.garment = Some(card.garment().index());
                if let Some((pattern, tiles, outlook)) = desk.as_it_is(card) {
                    let table = tables.garment(card.garment());
                    self.pattern = pattern.map(Pattern::index);
                    self.is_ugly = pattern.is_none();
                    self.outlook = outlook;
                    self.done = tiles as f32;
                    self.left = (table.spaces.len() - tiles) as f32;
                    self.is_full = tiles == table.spaces.len();
                    self.points = f32::from(table.points_at(tiles));
                }
                for button in buttons.iter() {
                    self.buttons += 1.0;
                    self.points_of_buttons += f32::from(tables.button(button).points);
                }
                self.asked = self.gain;
            }
            Action::Done => {
                self.kind = 10;
                self.cost = (player.tiles.total() as f32 - f32::from(state.setup().rules().bowl)).max(0.0);
            }
            Action::Retain(kept) => {
                self.kind = 11;
                for color in kept.iter() {
                    self.count += 1.0;
                    self.use_of_tile += desk.usefulness(Tile::in_bowl(color));
                }
                self.done = kept.iter().collect::<ColorSet>().len() as f32;
            }
        }
    }

    fn draft(&mut self, choice: &Choice<'_>, slot: Slot) {
        let (state, desk) = (choice.state, &choice.desk);
        if let Some((color, side)) = state.tile_at(slot) {
            self.use_of_tile = desk.need(color, side);
            self.hand = desk.at_hand(color);
            self.side = Some(usize::from(side == Stitch::Purl));
            self.fits = desk.fitting(side);
            self.cost = desk.color_need(color);
        }
        self.is_near = choice.near == Some(slot.space());
        let other = match slot.ring() {
            Ring::Inner => Ring::Outer,
            Ring::Outer => Ring::Inner,
        };
        if let Some((color, side)) = state.tile_at(Slot::new(slot.space(), other)) {
            self.left_at_space = desk.need(color, side);
            self.count = 1.0;
        }
    }

    fn knit(&mut self, choice: &Choice<'_>, tile: Tile, card: Card) {
        let desk = &choice.desk;
        self.garment = Some(card.garment().index());
        self.cost = desk.color_need(tile.color());
        self.hand = desk.at_hand(tile.color());
        self.from_bowl = tile.side().is_none();
        if let Some(knit) = desk.knit(card, tile.color()) {
            self.use_of_tile = knit.gain;
            self.outlook = knit.outlook;
            self.done = knit.done;
            self.left = knit.left;
            self.mandatory_left = knit.mandatory_left;
            self.patterns_left = knit.patterns_left;
            self.patterns_lost = knit.patterns_lost;
            self.gives = knit.gives;
        }
    }

    fn show(&self, best: f32, to: &mut impl Features) {
        to.one_of("kind", Some(self.kind), KINDS);
        to.put("gain", self.gain.clamp(-15.0, 25.0));
        to.put("less than the best gain", (best - self.gain).min(15.0));
        to.flag("is the best", best - self.gain < 0.01);
        to.one_of("garment", self.garment, GarmentType::COUNT);
        to.one_of("pattern", self.pattern, Pattern::COUNT);
        to.put("what a tile is good for", self.use_of_tile);
        to.put("what it costs", self.cost);
        to.put("tiles of its color", self.hand);
        to.flag("out of the bowl", self.from_bowl);
        to.one_of("side", self.side, 2);
        to.flag("near", self.is_near);
        to.put("what is left at the space", self.left_at_space);
        to.put("garments it fits now", self.fits);
        to.put("done", self.done);
        to.put("left", self.left);
        to.put("mandatory tiles left", self.mandatory_left);
        to.put("patterns left", self.patterns_left);
        to.put("patterns lost", self.patterns_lost);
        to.flag("gives something", self.gives);
        to.put("buttons", self.buttons);
        to.flag("all buttons", self.buttons > ButtonType::COUNT as f32 - 0.5);
        to.put("points of buttons", self.points_of_buttons);
        to.put("points", self.points);
        to.put("outlook", self.outlook);
        to.flag("full", self.is_full);
        to.flag("ugly", self.is_ugly);
        to.put("asked for", self.asked);
        to.put("count", self.count);
    }
}
