//! What a policy is shown of a choice in Circuitous: all of it lies on the table or is in the hand of whoever chooses.

use arrayvec::ArrayVec;
use bobbin_circuitous::{Ability, Action, Circuitous, Code};
use bobbin_game::{Game as _, Seat, Setup as _};

use super::outlook::Outlook;
use super::{CircuitousMind, LEAST, weigh_drawing, worth_of_choice};
use crate::net::Features;
use crate::policy::Choosing;

/// So many places of a card are looked at closely; a table seldom has more.
const PLACES: usize = 96;

/// What is worked out once for all actions of a choice.
pub struct Choice<'a> {
    outlook: Outlook<'a>,
    state: &'a Circuitous,
    seat: Seat,
    /// What the table promises as it is.
    base: f32,
    /// What the best action promises.
    best: f32,
    /// What each action promises.
    worths: ArrayVec<f32, PLACES>,
    /// Where a chosen card can be laid.
    places: ArrayVec<Place, PLACES>,
    actions: usize,
}

/// What laying the chosen card at a place does.
#[derive(Clone, Copy, Default)]
struct Place {
    /// Is a way led on, or closed?
    is_on_way: bool,
    ends: bool,
    exits: f32,
    /// The turns that the way takes before and after.
    before: f32,
    after: f32,
    share: f32,
    lead: f32,
}

impl Choosing<Circuitous> for CircuitousMind {
    type Choice<'a> = Choice<'a>;

    fn deliberate<'a>(
        &'a self,
        state: &'a Circuitous,
        seat: Seat,
        legal: &[Action],
        weights: &mut Vec<f32>,
    ) -> Choice<'a> {
        weights.clear();
        let outlook = Outlook::of(state, self);
        let base = outlook.as_it_is()[seat.index()];
        let mut places = ArrayVec::new();
        if legal.len() < 2 {
            weights.resize(legal.len(), base);
        } else if legal.iter().all(|action| matches!(action, Action::At(_))) {
            look_at_places(&outlook, state, seat, legal, weights, &mut places);
        } else {
            weights.extend(
                legal
                    .iter()
                    .map(|&action| worth_of_choice(&outlook, state, seat, action).unwrap_or(base)),
            );
            weigh_drawing(state, legal, weights);
        }
        let best = weights.iter().copied().fold(f32::MIN, f32::max);
        let worths = weights.iter().copied().take(PLACES).collect();
        for (weight, action) in weights.iter_mut().zip(legal) {
            let factor = if matches!(action, Action::Discard(_)) {
                0.3
            } else {
                1.0
            };
            *weight = factor * ((*weight - best) / self.taste.warmth).exp().max(LEAST);
        }
        Choice {
            outlook,
            state,
            seat,
            base,
            best,
            worths,
            places,
            actions: legal.len(),
        }
    }

    fn show_choice(&self, choice: &Choice<'_>, to: &mut impl Features) {
        let Choice {
            outlook, state, seat, ..
        } = choice;
        let players = state.setup().players();
        to.put("players", players as f32);
        to.put("actions", (choice.actions as f32).ln());
        to.put("as it is", choice.base);
        to.put("at best", choice.best);
        to.put("what the best adds", choice.best - choice.base);
        to.put("how likely somebody wins", outlook.decided_now());
        to.put("cards left", f32::from(state.cards_left(*seat)));
        let ways = &outlook.survey.ways;
        to.put("ways", ways.len() as f32);
        let nearest = ways.iter().map(|way| way.ahead).min();
        to.put(
            "turns of the nearest",
            nearest.map_or(8.0, |ahead| turns(ahead.turns)),
        );
        to.put(
            "its cards",
            nearest.map_or(6.0, |ahead| f32::from(ahead.cards).min(6.0)),
        );
        let near = ways.iter().min_by_key(|way| way.ahead);
        to.put(
            "its lead along it",
            near.map_or(0.0, |way| lead(way.points, *seat, players)),
        );
        let (mut leads, mut ahead) = (0.0, 0.0);
        for (place, way) in ways.iter().enumerate() {
            let share = outlook.share(place);
            let by = lead(way.points, *seat, players);
            leads += share * by;
            ahead += if by > 0.0 { share } else { 0.0 };
        }
        to.put("its lead on average", leads);
        to.put("the share of ways that it leads along", ahead);
        to.flag("a turn begins", state.is_choosing());
    }

    fn show_action(&self, choice: &Choice<'_>, place: usize, action: Action, to: &mut impl Features) {
        let state = choice.state;
        let worth = choice.worths.get(place).copied().unwrap_or(choice.base);
        let kind = match action {
            Action::Play(_) => 0,
            Action::At(_) => 1,
            Action::Use(_) => 2,
            Action::TurnFinish(..) => 3,
            Action::SlideFinish(..) => 4,
            Action::TurnEnd(..) => 5,
            Action::With(_) => 6,
            Action::Over(..) => 7,
            Action::Discard(_) => 8,
            Action::End => 9,
        };
        to.one_of("kind", Some(kind), 10);
        to.put("worth", worth);
        to.put("what it adds", worth - choice.base);
        to.put("less than the best", choice.best - worth);
        to.flag("is the best", choice.best - worth < 1e-6);

        let decks = state.decks();
        let code: Option<Code> = match action {
            Action::Play(card) | Action::Use(card) | Action::With(card) | Action::Discard(card) => Some(card),
            _ => None,
        };
        let card = match code {
            Some(card) => decks.find(card),
            None => state.chosen_kind(),
        };
        let card = card.map(|kind| &decks.kinds[kind]);
        to.put(
            "points of the card",
            card.map_or(0.0, |card| f32::from(card.points)),
        );
        to.put("its paths", card.map_or(0.0, |card| card.paths.len() as f32));
        let exits = card.map_or(0, |card| card.paths.iter().map(ArrayVec::len).sum::<usize>());
        to.put("its exits", exits as f32);
        let ability = card.and_then(|card| card.ability);
        let abilities = [
            Ability::DrawTwo,
            Ability::TurnFinish,
            Ability::TurnEnd,
            Ability::Replace,
            Ability::SlideFinish,
        ];
        let which = ability.and_then(|ability| abilities.iter().position(|known| *known == ability));
        to.one_of("its ability", which, abilities.len());
        to.one_of("its ability, used", which.filter(|_| kind == 2), abilities.len());

        let there = choice.places.get(place).copied().unwrap_or_default();
        to.flag("on a way", there.is_on_way);
        to.flag("ends the game", there.ends);
        to.flag(
            "closes the way",
            there.is_on_way && there.exits < 0.5 && !there.ends,
        );
        to.put("exits that lead on", there.exits);
        to.put("turns before", there.before);
        to.put("turns after", there.after);
        to.put("turns fewer", there.before - there.after);
        to.put("how likely the way", there.share);
        to.put("its lead along the way", there.lead);
        to.put("its lead along a likely way", there.lead * there.share);
    }
}

/// Turns as they are shown: more than eight are alike.
fn turns(eighths: u8) -> f32 {
    (f32::from(eighths) / 8.0).min(8.0)
}

fn lead(points: [u16; 4], seat: Seat, players: usize) -> f32 {
    let rivals = (0..players).filter(|&other| other != seat.index());
    let most = rivals.map(|other| points[other]).max().unwrap_or(0);
    (f32::from(points[seat.index()]) - f32::from(most)).clamp(-8.0, 8.0)
}

/// What each place of the chosen card promises a seat. The survey gives the places in the order of the legal actions.
fn look_at_places(
    outlook: &Outlook<'_>,
    state: &Circuitous,
    seat: Seat,
    legal: &[Action],
    worths: &mut Vec<f32>,
    places: &mut ArrayVec<Place, PLACES>,
) {
    let base = outlook.as_it_is()[seat.index()];
    worths.resize(legal.len(), base);
    let Some(kind) = state.chosen_kind() else { return };
    let players = state.setup().players();
    let mut next = 0;
    outlook.survey.placements(kind, |spot, way, exits| {
        if legal.get(next) != Some(&Action::At(spot)) {
            return;
        }
        let mut there = Place::default();
        if let Some(place) = way {
            let way = &outlook.survey.ways[place];
            let points = outlook.with_card(way, kind);
            worths[next] = outlook.led_on(place, exits, points)[seat.index()];
            let onward = exits.iter().filter(|ahead| ahead.leads_on());
            there = Place {
                is_on_way: true,
                ends: exits.contains(&super::Ahead::HERE),
                exits: onward.clone().count() as f32,
                before: turns(way.ahead.turns),
                after: turns(onward.map(|ahead| ahead.turns).min().unwrap_or(u8::MAX)),
                share: outlook.share(place),
                lead: lead(points, seat, players),
            };
        }
        // Places beyond what is kept are shown as if they were on no way.
        let _ = places.try_push(there);
        next += 1;
    });
}
