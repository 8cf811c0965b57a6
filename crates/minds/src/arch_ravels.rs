//! What bots know of Arch Ravels: projects make the score, items make projects, yarn makes items.

mod choices;
mod shown;

use arrayvec::ArrayVec;
use bobbin_arch_ravels::{
    Action, ArchRavels, ArchRavelsContent, CharacterId, Color, ColorRule, Cost, Event, Item, LISTED, Phase,
    ProjectCard, RequestCard,
};
use bobbin_bots::{CURIOSITY, Forecast, Levels, Mind, Others, RESERVE, conclude};
use bobbin_game::{Aim, Content as _, Game as _, MAX_SEATS, Outcome, SearchChance, Seat, Setup as _};

use crate::net::{Names, Net, Shelved, weighed};
use crate::policy::Choosing as _;
use crate::study::{Fact, Facts, Study};

/// What bots know of Arch Ravels.
#[derive(Clone, Copy, Debug)]
pub struct ArchRavelsMind {
    /// What was learned, where the cards are those it was learned with.
    net: Option<&'static Net>,
}

impl Default for ArchRavelsMind {
    fn default() -> Self {
        ArchRavelsMind {
            net: NETS.house(names),
        }
    }
}

/// The networks of this game.
pub(crate) static NETS: Shelved = Shelved::new(include_bytes!("../weights/arch-ravels.net"));

/// The features that its networks are shown.
pub(crate) fn names() -> Names {
    let by_hand = ArchRavelsMind { net: None };
    let setup = &ArchRavels::setups()[0];
    Names::of(&by_hand, &ArchRavels::start(setup, &mut SearchChance::new(0)))
}

/// A lead of so many points makes winning e times as likely as losing.
const SPREAD: f32 = 9.0;

/// What a seat's points are made of, and the weights, set by hand. Networks are shown what this comes
/// to: whoever changes a weight or what a feature means trains them anew.
const BY_HAND: [(&str, f32); FEATURES] = [
    ("score now, without yarn and open requests", 1.0),
    ("yarn, while there is time", 1.0),
    ("yarn, when there is none, or too much", -1.0),
    ("best project under way", 1.0),
    ("other projects under way", 0.4),
    ("open requests, as they will cost", 0.3),
    ("open requests under way", 0.5),
    ("yarn for items", 0.3),
    ("tangled", -2.5),
    ("patterns learned, while there is time", 1.8),
    ("time left", 0.0),
];
const FEATURES: usize = 11;

/// A playout of so many actions sees what the yarn of this turn becomes in the next (won 67 % against none at 20 ms).
const PLAYOUT: u32 = 20;
/// A network sees some of it without: as strong, and a fifth more iterations a second.
const PLAYOUT_OF_NET: u32 = 10;

/// What a yarn of Take is worth, in cards of a Shop: a card has two on the average.
const TAKEN: f32 = 0.5;

/// Sets of yarn that promise so many points less deserve e times fewer looks.
const YARN_SPREAD: f32 = 1.0;
/// From so many of a color on one more changes little.
const MOST_OF_A_COLOR: usize = 6;

/// So many requests are looked at.
const MOST_HELD: usize = 32;

/// So many quick choices are compared where a fair one is wanted.
const LOOKED_AT: usize = 4;

fn points(points: bobbin_game::Points) -> f32 {
    points.as_quarters() as f32 / 4.0
}

/// What items alone are worth of a project, and how much more the project scores.
fn project_gain(state: &ArchRavels, project: &ProjectCard) -> f32 {
    let items = state.tables().items.iter().zip(Item::ALL);
    let alone: f32 = items
        .map(|(facts, item)| points(facts.points) * f32::from(project.items.count(item)))
        .sum();
    points(project.points) - alone
}

/// The share of a project's items that a seat has.
fn project_share(state: &ArchRavels, seat: Seat, project: &ProjectCard) -> f32 {
    let items = state.items_of(seat);
    let have: u16 = Item::ALL
        .into_iter()
        .map(|item| items.count(item).min(project.items.count(item)))
        .sum();
    f32::from(have) / f32::from(project.items.total().max(1))
}

/// The share of the yarn for a rule that a seat has.
fn rule_share(state: &ArchRavels, seat: Seat, rule: ColorRule) -> f32 {
    let bowl = state.bowl_of(seat);
    let mut counts = Color::ALL.map(|color| bowl.count(color));
    counts.sort_unstable_by(|a, b| b.cmp(a));
    let of = |have: u16, need: u8| f32::from(have.min(u16::from(need))) / f32::from(need.max(1));
    match rule {
        ColorRule::Different(need) => of(counts.iter().filter(|&&count| count > 0).count() as u16, need),
        ColorRule::Same(need) => of(counts[0], need),
        ColorRule::TwoColors(most, rest) => {
            let have = counts[0].min(u16::from(most)) + counts[1].min(u16::from(rest));
            of(have, most + rest)
        }
    }
}

fn bundle_share(state: &ArchRavels, seat: Seat, bundle: bobbin_arch_ravels::Bundle) -> f32 {
    let bowl = state.bowl_of(seat);
    let have: u16 = bundle
        .iter()
        .map(|(color, need)| bowl.count(color).min(u16::from(need)))
        .sum();
    f32::from(have) / f32::from(bundle.len().max(1))
}

fn request_share(state: &ArchRavels, seat: Seat, request: &RequestCard) -> f32 {
    match request.cost {
        Cost::Exact(bundle) => bundle_share(state, seat, bundle),
        Cost::Rule(rule) => rule_share(state, seat, rule),
        cost => {
            let need = f32::from(cost.size(state.players()).max(1));
            (f32::from(state.bowl_of(seat).total()) / need).min(1.0)
        }
    }
}

/// The share of the yarn for an item that a seat has, by its current pattern.
fn item_share(state: &ArchRavels, seat: Seat, item: Item) -> f32 {
    match state.exact(seat, item) {
        Some(exact) => bundle_share(state, seat, *exact),
        None => rule_share(state, seat, state.tables().items[item.index()].pattern),
    }
}

/// How much of the game is left, from 1 to 0: it ends with the last project.
fn left(state: &ArchRavels) -> f32 {
    (state.projects_left() as f32 / (4.0 + state.players() as f32)).min(1.0)
}

/// What is worked out of a seat once for all that looks at it.
struct Prospect {
    /// The lines of its sheet.
    lines: [f32; 6],
    /// The share of the yarn for each item.
    shares: [f32; Item::ALL.len()],
    /// For each project of the list, the share of its items and what it gains.
    projects: ArrayVec<(f32, f32, &'static ProjectCard), LISTED>,
    /// For each request that it holds, the share of its yarn and its points.
    requests: ArrayVec<(f32, f32), MOST_HELD>,
}

impl Prospect {
    fn of(state: &ArchRavels, seat: Seat) -> Self {
        let sheet = state.sheet(seat);
        let mut lines = [0.0; 6];
        for (line, told) in lines.iter_mut().zip(&sheet.lines) {
            *line = points(told.points);
        }
        let projects = state.listed_projects().map(|project| {
            let share = project_share(state, seat, project);
            (share, project_gain(state, project), project)
        });
        let requests = state
            .requests_held(seat)
            .map(|request| (request_share(state, seat, request), points(request.points)));
        Prospect {
            lines,
            shares: Item::ALL.map(|item| item_share(state, seat, item)),
            projects: projects.take(LISTED).collect(),
            requests: requests.take(MOST_HELD).collect(),
        }
    }
}

/// The final points that a seat can expect.
fn promise(state: &ArchRavels, seat: Seat) -> f32 {
    points_by_hand(&features(state, seat, &Prospect::of(state, seat)))
}

/// What can be seen of a seat's chances at a glance.
fn features(state: &ArchRavels, seat: Seat, look: &Prospect) -> [f32; FEATURES] {
    let left = left(state);
    let yarn = f32::from(state.bowl_of(seat).total());
    let now = look.lines[..4].iter().sum::<f32>();
    let (mut best, mut others) = (0.0_f32, 0.0);
    for (share, gain, _) in &look.projects {
        let worth = gain * share.powi(2);
        others += worth;
        best = best.max(worth);
    }
    let requests = look.requests.iter();
    let requests: f32 = requests
        .map(|(share, points)| points * (0.35 * left + 1.4 * share * share))
        .sum();
    let facts = state.tables().items.iter().zip(look.shares);
    let items: f32 = facts
        .map(|(facts, share)| points(facts.points) * share * share)
        .sum();
    let learned = Item::WITH_TILE
        .into_iter()
        .filter(|&item| state.exact(seat, item).is_none())
        .count() as f32;
    let soon = (left * 4.0).min(1.0);
    [
        now,
        yarn.min(14.0) * soon,
        yarn * (1.0 - soon) + (yarn - 14.0).max(0.0) * soon,
        best,
        others - best,
        look.lines[4],
        requests,
        items * 0.25 * soon,
        f32::from(u8::from(state.is_tangled(seat))),
        learned * left,
        left * 10.0,
    ]
}

fn points_by_hand(features: &[f32; FEATURES]) -> f32 {
    weighed(&BY_HAND, features)
}

impl ArchRavelsMind {
    /// The network, where the cards are those that it was trained with.
    fn net_for(self, state: &ArchRavels) -> Option<&'static Net> {
        self.net
            .filter(|_| state.setup().content() == ArchRavelsContent::house())
    }
}

impl Mind<ArchRavels> for ArchRavelsMind {
    // Nothing is hidden.
    const OTHERS: Others = Others::Tree;
    const PACE: u64 = 3;

    const LEVELS: Levels = Levels {
        playful: (40, 8.0),
        gentle: (28, 3.2),
        steady: (24, 1.0),
        keen: (40, 0.35),
        sharp: (600, 0.03),
        ratings: Some([1110, 1310, 1500, 1670, 1840, 2030]),
    };

    fn by_hand() -> Self {
        ArchRavelsMind { net: None }
    }

    fn on_trial() -> Self {
        ArchRavelsMind {
            net: NETS.on_trial().or(Self::default().net),
        }
    }

    fn forecast(&self, state: &ArchRavels) -> Option<Forecast> {
        let players = state.players();
        if let Some(net) = self.net_for(state) {
            return Some(net.forecast(self, state, &()));
        }
        let mut points = [0.0; MAX_SEATS];
        for seat in Seat::all(players) {
            points[seat.index()] = promise(state, seat);
        }
        Some(Forecast::of_points(
            &points[..players],
            Aim::High,
            SPREAD + 10.0 * left(state),
        ))
    }

    fn conclude(&self, outcome: &Outcome) -> Forecast {
        conclude(outcome, SPREAD)
    }

    fn weigh(&self, state: &ArchRavels, seat: Seat, legal: &[Action], weights: &mut Vec<f32>) {
        let choice = self.deliberate(state, seat, legal, weights);
        if let Some(net) = self.net_for(state) {
            net.weigh(self, &choice, legal, weights);
        }
    }

    fn playout_action(
        &self,
        state: &ArchRavels,
        seat: Seat,
        random: &mut SearchChance,
        buffer: &mut Vec<Action>,
    ) -> Action {
        buffer.clear();
        state.legal_actions(seat, buffer);
        let total: f32 = buffer.iter().map(|&action| weight(state, seat, action)).sum();
        let mut rest = total * (random.bits() >> 40) as f32 / (1u64 << 24) as f32;
        for &action in buffer.iter() {
            rest -= weight(state, seat, action);
            if rest < 0.0 {
                return action;
            }
        }
        buffer[buffer.len() - 1]
    }

    /// The best of a few quick choices, by what each promises at once: games by the policy differ twice as much.
    fn fair_action(
        &self,
        state: &ArchRavels,
        seat: Seat,
        random: &mut SearchChance,
        buffer: &mut Vec<Action>,
    ) -> Action {
        let mut best = (f32::MIN, self.playout_action(state, seat, random, buffer));
        if buffer.len() == 1 {
            return best.1;
        }
        let mut tried: [Option<Action>; LOOKED_AT] = [None; LOOKED_AT];
        for place in 0..LOOKED_AT {
            let action = if place == 0 {
                best.1
            } else {
                self.playout_action(state, seat, random, buffer)
            };
            if tried.contains(&Some(action)) {
                continue;
            }
            tried[place] = Some(action);
            let mut after = state.clone();
            if after.apply(seat, action, random, &mut ()).is_ok() {
                let points = promise(&after, seat);
                if points > best.0 {
                    best = (points, action);
                }
            }
        }
        best.1
    }

    fn playout_length(&self, state: &ArchRavels) -> u32 {
        if self.net_for(state).is_some() {
            PLAYOUT_OF_NET
        } else {
            PLAYOUT
        }
    }

    fn curiosity(&self, state: &ArchRavels) -> f32 {
        if self.net_for(state).is_some() {
            2.0
        } else {
            CURIOSITY
        }
    }

    fn reserve(&self, state: &ArchRavels) -> f32 {
        if self.net_for(state).is_some() {
            0.0
        } else {
            RESERVE
        }
    }

    fn is_quiet(&self, state: &ArchRavels) -> bool {
        matches!(state.phase(), Phase::Marker)
    }
}

/// Sets of yarn by what each of their colors would add to the forecast, or take from it.
fn yarn_weights(state: &ArchRavels, seat: Seat, legal: &[Action], weights: &mut Vec<f32>) {
    let sign = if state.is_taking() { 1 } else { -1 };
    let bowl = *state.bowl_of(seat);
    let now = promise(state, seat);
    let mut worth = [[0.0_f32; MOST_OF_A_COLOR]; 6];
    for color in Color::ALL {
        for (count, worth) in worth[color.index()].iter_mut().enumerate().skip(1) {
            let changed = bowl.changed(color, sign * count as i16);
            let after = promise(&state.with_bowl(seat, changed), seat);
            *worth = after - now;
        }
    }
    weights.extend(legal.iter().map(|action| {
        match action {
            Action::Yarn(yarn) => yarn
                .iter()
                .map(|(color, count)| worth[color.index()][usize::from(count).min(MOST_OF_A_COLOR - 1)])
                .sum(),
            _ => 0.0,
        }
    }));
    let best = weights.iter().copied().fold(f32::MIN, f32::max);
    for weight in weights {
        *weight = 0.05 + ((*weight - best) / YARN_SPREAD).exp();
    }
}

/// How much an action deserves a look.
fn weight(state: &ArchRavels, seat: Seat, action: Action) -> f32 {
    match action {
        Action::Finish(_) => 40.0,
        Action::Request { .. } | Action::AnyRequest(_) => 20.0,
        Action::Craft { item, .. } | Action::AnyItem(item) => {
            let wanted = state
                .listed_projects()
                .any(|project| project.items.count(item) > state.items_of(seat).count(item));
            if wanted { 12.0 } else { 4.0 }
        }
        Action::Move(space) => {
            let allows = state.spaces_of(seat)[usize::from(space)];
            let can_craft = !state.is_tangled(seat)
                && Item::ALL
                    .into_iter()
                    .any(|item| item_share(state, seat, item) >= 1.0);
            let crafts = f32::from(allows.craft + allows.craft_any);
            let has_room = if state.bowl_of(seat).total() < 12 {
                0.8
            } else {
                0.2
            };
            let shops = (f32::from(allows.shop) + TAKEN * f32::from(allows.take)) * has_room;
            0.3 + shops + if can_craft { 1.5 * crafts.min(2.0) } else { 0.0 }
        }
        Action::Shop(_) | Action::Take(_) | Action::Yarn(_) => 2.0,
        Action::Exchange { .. } => 0.3,
        Action::Restock => 0.4,
        Action::Learn(_)
        | Action::Amount(_)
        | Action::Tangle(_)
        | Action::Donate { .. }
        | Action::Give(_)
        | Action::End => 1.0,
        Action::Pass => 0.1,
        Action::Frog { .. } => 0.03,
    }
}

impl Study<ArchRavels> for ArchRavelsMind {
    fn note_start(state: &ArchRavels, facts: &mut Facts) {
        let tables = state.tables();
        for seat in Seat::all(state.setup().players()) {
            let name = |id: CharacterId| tables.character(id).name.clone();
            let own = state.character_of(seat);
            facts.offered.push(Fact::new("character", name(own)));
            facts.taken.push((seat, Fact::new("character", name(own))));
            let kind = tables.character(own).kind.clone();
            facts.taken.push((seat, Fact::new("type of crafter", kind)));
        }
        for project in &tables.projects {
            facts.offered.push(Fact::new("project", project.name.clone()));
        }
        for request in &tables.requests {
            facts
                .offered
                .push(Fact::new("special request", request.name.clone()));
        }
    }

    fn note_event(state: &ArchRavels, event: &Event, facts: &mut Facts) {
        let tables = state.tables();
        let mut note = |seat: &Seat, kind, name: String| facts.taken.push((*seat, Fact::new(kind, name)));
        match event {
            Event::ProjectFinished { seat, project, .. } => note(seat, "project", project.name.to_string()),
            Event::RequestFinished {
                seat,
                request,
                favorite,
                ..
            } => {
                note(seat, "special request", request.name.to_string());
                if *favorite {
                    note(seat, "milestone", "favorite finished".to_owned());
                }
            }
            Event::RequestGiven { seat, to, .. } => {
                let how = if seat == to {
                    "request kept"
                } else {
                    "request given away"
                };
                note(seat, "milestone", how.to_owned());
            }
            Event::Learned { seat, item } => note(seat, "pattern learned", item.to_string()),
            Event::Crafted { seat, item, .. } => note(seat, "item", item.to_string()),
            Event::Moved { seat, space, .. } => {
                let kind = &tables.character(state.character_of(*seat)).kind;
                note(seat, "ability", format!("{kind}: space {space}"));
                note(seat, "course", "turn".to_owned());
            }
            _ => {}
        }
    }
}
