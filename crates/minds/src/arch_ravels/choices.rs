//! What a policy is shown of a choice in Arch Ravels.

use std::cell::OnceCell;

use bobbin_arch_ravels::{Action, ArchRavels, Bundle, Color, Item, Phase};
use bobbin_game::Seat;

use super::{
    ArchRavelsMind, Prospect, features, left, points, points_by_hand, project_gain, promise, weight,
    yarn_weights,
};
use crate::net::Features;
use crate::policy::Choosing;

/// What is worked out once for all actions of a choice.
pub struct Choice<'a> {
    state: &'a ArchRavels,
    seat: Seat,
    look: Prospect,
    /// The points that are expected, by hand.
    now: f32,
    /// What one more yarn of each color adds to them, and what one less takes, once somebody has asked.
    more: OnceCell<[f32; Color::ALL.len()]>,
    less: OnceCell<[f32; Color::ALL.len()]>,
    actions: usize,
}

impl Choice<'_> {
    fn with(&self, color: Color, by: i16) -> f32 {
        let bowl = self.state.bowl_of(self.seat).changed(color, by);
        promise(&self.state.with_bowl(self.seat, bowl), self.seat) - self.now
    }

    fn more(&self, color: Color) -> f32 {
        self.more
            .get_or_init(|| Color::ALL.map(|color| self.with(color, 1)))[color.index()]
    }

    /// What a yarn of a color is worth that is given up: nothing if there is none.
    fn less(&self, color: Color) -> f32 {
        let bowl = self.state.bowl_of(self.seat);
        let known = self.less.get_or_init(|| {
            Color::ALL.map(|color| {
                if bowl.count(color) > 0 {
                    -self.with(color, -1)
                } else {
                    0.0
                }
            })
        });
        known[color.index()]
    }

    fn cost(&self, bundle: Bundle) -> f32 {
        bundle
            .iter()
            .map(|(color, count)| f32::from(count) * self.less(color))
            .sum()
    }
}

impl Choosing<ArchRavels> for ArchRavelsMind {
    type Choice<'a> = Choice<'a>;

    fn deliberate<'a>(
        &'a self,
        state: &'a ArchRavels,
        seat: Seat,
        legal: &[Action],
        by_hand: &mut Vec<f32>,
    ) -> Choice<'a> {
        by_hand.clear();
        match legal {
            [Action::Yarn(_), _, ..] => yarn_weights(state, seat, legal, by_hand),
            _ => by_hand.extend(legal.iter().map(|&action| weight(state, seat, action))),
        }
        let look = Prospect::of(state, seat);
        Choice {
            state,
            seat,
            now: points_by_hand(&features(state, seat, &look)),
            look,
            more: OnceCell::new(),
            less: OnceCell::new(),
            actions: legal.len(),
        }
    }

    fn show_choice(&self, choice: &Choice<'_>, to: &mut impl Features) {
        let Choice {
            state, seat, look, ..
        } = choice;
        let phase = match state.phase() {
            Phase::Marker => 0,
            Phase::Actions(_) => 1,
            Phase::Resolving { .. } => 2,
            Phase::RestockActions => 3,
            Phase::FinalCraft { .. } | Phase::Over => 4,
        };
        to.one_of("step of the turn", Some(phase), 5);
        to.put("players", state.players() as f32);
        to.put("left", left(state));
        to.put("projects left", state.projects_left() as f32);
        to.flag("the last project", state.projects_left() <= 1);
        let yarn = f32::from(state.bowl_of(*seat).total());
        to.put("yarn", yarn);
        to.put("yarn, too much", (yarn - 10.0).max(0.0));
        to.flag("tangled", state.is_tangled(*seat));
        to.put("items", f32::from(state.items_of(*seat).total()));
        to.put("requests held", look.requests.len() as f32);
        let can_make = look.shares.iter().filter(|&&share| share >= 1.0).count();
        to.put("items that can be made", can_make as f32);
        let best = look.projects.iter().map(|(share, ..)| *share).fold(0.0, f32::max);
        to.put("the share of the nearest project", best);
        let own = look.lines.iter().sum::<f32>();
        let others = Seat::all(state.players()).filter(|other| other != seat);
        let others = others
            .map(|other| points(state.sheet(other).total))
            .fold(f32::MIN, f32::max);
        to.put("lead", (own - others).clamp(-40.0, 40.0));
        to.put("actions", (choice.actions as f32).ln());
        to.one_of("character", Some(state.character_of(*seat).index()), 8);
    }

    fn show_action(&self, choice: &Choice<'_>, _place: usize, action: Action, to: &mut impl Features) {
        let mut seen = Seen::default();
        seen.look(choice, action);
        seen.show(to);
    }
}

/// So many kinds of actions there are.
const KINDS: usize = 19;

/// What is seen of an action; what has nothing to do with its kind is nothing.
#[derive(Default)]
struct Seen {
    kind: usize,
    /// What it gains and what it costs in points that are expected, by hand.
    gain: f32,
    cost: f32,
    /// Yarn that comes or goes.
    yarn: f32,
    any: f32,
    colors: f32,
    item: Option<usize>,
    points: f32,
    share: f32,
    is_wanted: bool,
    completes: bool,
    shop: f32,
    craft: f32,
    craft_any: f32,
    take: f32,
    exchange: bool,
    can_craft: f32,
    space: Option<usize>,
    is_own: bool,
    lead: f32,
}

impl Seen {
    fn look(&mut self, choice: &Choice<'_>, action: Action) {
        let Choice {
            state, seat, look, ..
        } = choice;
        let tables = state.tables();
        let (state, seat) = (*state, *seat);
        match action {
            Action::Move(space) => {
                self.kind = 0;
                self.space(choice, space);
            }
            Action::Shop(space) => {
                self.kind = 1;
                self.shop(choice, space);
            }
            Action::Craft { item, pay } => {
                self.kind = 2;
                self.craft(choice, item);
                self.pay(choice, pay);
            }
            Action::Request { request, pay } => {
                self.kind = 3;
                self.request(choice, request);
                self.pay(choice, pay);
            }
            Action::AnyItem(item) => {
                self.kind = 4;
                self.craft(choice, item);
            }
            Action::AnyRequest(request) => {
                self.kind = 5;
                self.request(choice, request);
            }
            Action::Exchange { give, get } => {
                self.kind = 6;
                self.gain = choice.more(get);
                self.cost = choice.less(give);
                self.yarn = f32::from(state.bowl_of(seat).count(give));
            }
            Action::Amount(count) => {
                self.kind = 7;
                self.yarn = f32::from(count);
            }
            Action::Take(color) => {
                self.kind = 8;
                self.gain = choice.with(color, 3);
                self.yarn = f32::from(state.bowl_of(seat).count(color));
            }
            Action::Yarn(yarn) => {
                self.kind = if state.is_taking() { 9 } else { 10 };
                self.colors = yarn.iter().count() as f32;
                self.yarn = f32::from(yarn.len());
            }
            Action::Restock => self.kind = 11,
            Action::Tangle(to) => {
                self.kind = 12;
                self.to(choice, to);
            }
            Action::Donate { color, to } => {
                self.kind = 13;
                self.cost = choice.less(color);
                self.to(choice, to);
            }
            Action::Give(to) => {
                self.kind = 14;
                self.to(choice, to);
            }
            Action::Finish(place) => {
                self.kind = 15;
                if let Some(project) = state.listed_projects().nth(usize::from(place)) {
                    self.gain = project_gain(state, project);
                    self.points = points(project.points);
                }
            }
            Action::Learn(item) => {
                self.kind = 16;
                self.item = Some(item.index());
                self.points = points(tables.items[item.index()].points);
                self.share = look.shares[item.index()];
            }
            Action::Frog(item) => {
                self.kind = 17;
                self.craft(choice, item);
            }
            Action::Pass => {
                self.kind = 18;
                self.is_own = true;
            }
            Action::End => self.kind = 18,
        }
    }

    fn space(&mut self, choice: &Choice<'_>, space: u8) {
        let (state, seat) = (choice.state, choice.seat);
        let allows = state.spaces_of(seat)[usize::from(space)];
        self.shop = f32::from(allows.shop);
        self.craft = f32::from(allows.craft);
        self.craft_any = f32::from(allows.craft_any);
        self.take = f32::from(allows.take);
        self.exchange = allows.exchange;
        let crafts = f32::from(allows.craft + allows.craft_any);
        let can_make = choice.look.shares.iter().filter(|&&share| share >= 1.0).count() as f32;
        self.can_craft = if state.is_tangled(seat) {
            0.0
        } else {
            crafts.min(can_make)
        };
        self.space = Some(usize::from(space));
    }

    fn shop(&mut self, choice: &Choice<'_>, space: u8) {
        let face = choice.state.yarn_at(space);
        for (color, count) in face.yarn.iter() {
            self.gain += f32::from(count) * choice.more(color);
            self.yarn += f32::from(count);
            self.colors += 1.0;
        }
        self.any = f32::from(face.any);
        if face.any > 0 {
            let best = Color::ALL.map(|color| choice.more(color)).into_iter();
            self.gain += f32::from(face.any) * best.fold(f32::MIN, f32::max);
        }
    }

    fn craft(&mut self, choice: &Choice<'_>, item: Item) {
        let (state, seat) = (choice.state, choice.seat);
        self.item = Some(item.index());
        self.points = points(state.tables().items[item.index()].points);
        let have = state.items_of(seat);
        for project in state.listed_projects() {
            let lacking = |kind: Item| project.items.count(kind).saturating_sub(have.count(kind));
            if lacking(item) == 0 {
                continue;
            }
            self.is_wanted = true;
            let all: u16 = Item::ALL.into_iter().map(lacking).sum();
            self.completes |= all == 1;
            self.share = self.share.max(1.0 / f32::from(all));
            self.gain = self.gain.max(project_gain(state, project) / f32::from(all));
        }
    }

    fn request(&mut self, choice: &Choice<'_>, request: u8) {
        let tables = choice.state.tables();
        self.points = points(tables.requests[usize::from(request)].points);
        let character = tables.character(choice.state.character_of(choice.seat));
        self.is_wanted = character.favorite == request;
    }

    fn pay(&mut self, choice: &Choice<'_>, pay: Bundle) {
        self.cost = choice.cost(pay);
        self.yarn = f32::from(pay.len());
        self.colors = pay.iter().count() as f32;
    }

    fn to(&mut self, choice: &Choice<'_>, to: Seat) {
        self.is_own = to == choice.seat;
        let total = |seat: Seat| points(choice.state.sheet(seat).total);
        self.lead = (total(choice.seat) - total(to)).clamp(-40.0, 40.0);
    }

    fn show(&self, to: &mut impl Features) {
        to.one_of("kind", Some(self.kind), KINDS);
        to.put("gain", self.gain);
        to.put("cost", self.cost);
        to.put("yarn", self.yarn);
        to.put("of any color", self.any);
        to.put("colors", self.colors);
        to.one_of("item", self.item, Item::ALL.len());
        to.put("points", self.points);
        to.put("share", self.share);
        to.flag("wanted", self.is_wanted);
        to.flag("completes a project", self.completes);
        to.put("shop", self.shop);
        to.put("craft", self.craft);
        to.put("craft any colors", self.craft_any);
        to.put("take", self.take);
        to.flag("exchange", self.exchange);
        to.put("items to be made there", self.can_craft);
        to.one_of("space", self.space, 4);
        to.flag("oneself", self.is_own);
        to.put("lead", self.lead);
    }
}
