//! What a network is shown of Arch Ravels.

use arrayvec::ArrayVec;
use bobbin_arch_ravels::{ArchRavels, Color, Item, LISTED, Phase, ProjectCard};
use bobbin_game::{Game as _, Seat};

use super::{ArchRavelsMind, BY_HAND, FEATURES, Prospect, left, points_by_hand, project_gain};
use crate::net::{Features, Shown};

/// The requests that are looked at one by one.
const REQUESTS: usize = 3;

impl Shown<ArchRavels> for ArchRavelsMind {
    type Look<'a> = ();

    fn look(&self, _state: &ArchRavels) {}

    fn show_seat(&self, state: &ArchRavels, (): &(), seat: Seat, to: &mut impl Features) {
        let look = Prospect::of(state, seat);
        let hand: [f32; FEATURES] = super::features(state, seat, &look);
        to.put("by hand", points_by_hand(&hand));
        for ((name, _), value) in BY_HAND.iter().zip(hand) {
            to.put(name, value);
        }
        for points in look.lines {
            to.put("points of a line", points);
        }

        let bowl = state.bowl_of(seat);
        let mut colors = Color::ALL.map(|color| f32::from(bowl.count(color)));
        for count in colors {
            to.put("yarn of a color", count);
        }
        colors.sort_unstable_by(|a, b| b.total_cmp(a));
        for count in colors {
            to.put("yarn of a color, most first", count);
        }

        let items = state.items_of(seat);
        for (item, share) in Item::ALL.into_iter().zip(look.shares) {
            to.put("items of a kind", f32::from(items.count(item)));
            to.put("the share of its yarn", share);
            to.flag("can be made", share >= 1.0);
            to.flag("by its exact pattern", state.exact(seat, item).is_some());
        }
        to.put("items", f32::from(items.total()));

        let character = state.character_of(seat);
        to.one_of("character", Some(character.index()), 8);
        let spaces = state.spaces_of(seat);
        let marker = state.marker_of(seat);
        let (mut shop, mut craft, mut any, mut take) = (0, 0, 0, 0);
        for (place, space) in spaces.iter().enumerate() {
            if marker == Some(place as u8) {
                continue;
            }
            shop = shop.max(space.shop);
            craft = craft.max(space.craft + space.craft_any);
            any = any.max(space.craft_any);
            take = take.max(space.take);
        }
        to.put("shop on the next turn", f32::from(shop));
        to.put("craft on the next turn", f32::from(craft));
        to.put("craft any colors on the next turn", f32::from(any));
        to.put("take on the next turn", f32::from(take));
        to.one_of("marker", marker.map(usize::from), spaces.len());

        show_projects(state, seat, &look, to);
        show_requests(state, seat, look, to);

        let players = state.players();
        let turns = (seat.index() + players - state.active().index()) % players;
        to.put("turns until its own", turns as f32);
        to.flag("its turn", turns == 0);
    }

    fn show_table(&self, state: &ArchRavels, (): &(), to: &mut impl Features) {
        let players = state.players();
        to.one_of("players", Some(players - 2), 3);
        to.put("projects left", state.projects_left() as f32);
        for most in [1, 2, 3] {
            to.flag("so few projects left", state.projects_left() <= most);
        }
        to.put("left", left(state));
        to.flag("balanced boards", state.setup().is_balanced());
        to.put("round", f32::from(state.round()));
        let phase = match state.phase() {
            Phase::Marker => 0,
            Phase::Actions(_) => 1,
            Phase::Resolving { .. } => 2,
            Phase::RestockActions => 3,
            Phase::FinalCraft { .. } | Phase::Over => 4,
        };
        to.one_of("step of the turn", Some(phase), 5);
        let mut gains: ArrayVec<f32, 3> = state
            .listed_projects()
            .map(|project| project_gain(state, project))
            .take(3)
            .collect();
        gains.sort_by(|a, b| b.total_cmp(a));
        for place in 0..3 {
            to.put("what a project gains", gains.get(place).copied().unwrap_or(0.0));
        }
    }
}

/// The projects of the list, the nearest first.
fn show_projects(state: &ArchRavels, seat: Seat, look: &Prospect, to: &mut impl Features) {
    let items = state.items_of(seat);
    let missing = |project: &ProjectCard| {
        let mut sums = (0.0, 0.0);
        for (item, share) in Item::ALL.into_iter().zip(look.shares) {
            let lacks = project.items.count(item).saturating_sub(items.count(item));
            sums.0 += f32::from(lacks);
            sums.1 += f32::from(lacks) * (1.0 - share);
        }
        sums
    };
    let mut projects = look.projects.clone();
    projects.sort_by(|a, b| b.0.total_cmp(&a.0).then(b.1.total_cmp(&a.1)));
    for place in 0..LISTED {
        let project = projects.get(place);
        let (share, gain) = project.map_or((0.0, 0.0), |(share, gain, _)| (*share, *gain));
        let (count, yarn) = project.map_or((0.0, 0.0), |(_, _, project)| missing(project));
        to.put("a project: the share of its items", share);
        to.put("what it gains", gain);
        to.put("items it lacks", count);
        to.put("how much of their yarn", yarn);
        to.flag("is done", project.is_some() && count < 0.5);
    }
}

/// The requests a seat holds, the nearest first.
fn show_requests(state: &ArchRavels, seat: Seat, look: Prospect, to: &mut impl Features) {
    let mut requests = look.requests;
    requests.sort_by(|a, b| (b.0 * b.1).total_cmp(&(a.0 * a.1)));
    to.put("requests held", requests.len() as f32);
    for place in 0..REQUESTS {
        let (share, worth) = requests.get(place).copied().unwrap_or_default();
        to.put("a request: the share of its yarn", share);
        to.put("its points", worth);
    }
    let favorite = state.tables().character(state.character_of(seat)).favorite;
    let wanted = &state.tables().requests[usize::from(favorite)];
    to.flag(
        "holds the favorite",
        state.requests_held(seat).any(|held| std::ptr::eq(held, wanted)),
    );
}
