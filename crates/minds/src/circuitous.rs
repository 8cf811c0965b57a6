//! What bots know of Circuitous: who leads along the way that is nearest to a finish.

use bobbin_bots::{Forecast, Mind, Others};
use bobbin_circuitous::{Action, Circuitous, Event};
use bobbin_game::{Aim, Game as _, Outcome, SearchChance, Seat, Setup as _};

use crate::study::{Fact, Facts, Study};

/// What bots know of Circuitous.
#[derive(Clone, Copy, Debug, Default)]
pub struct CircuitousMind;

/// How far a card leads on, in units.
const STRIDE: f32 = 12.0;
/// A game that nobody wins is worth this part of an even chance.
const UNDECIDED: f32 = 0.6;

impl CircuitousMind {
    /// What a way that is nearly there promises each seat.
    fn of_points(points: &[f32], cards_to_go: f32) -> Forecast {
        // Each card still to be laid may be anyone's and brings two points or three.
        Forecast::of_points(points, Aim::High, 0.8 + 1.1 * cards_to_go.sqrt())
    }
}

impl Mind<Circuitous> for CircuitousMind {
    // Hands are hidden: a tree would let the others learn to act on the searcher's own.
    const OTHERS: Others = Others::Policy;

    fn forecast(&self, state: &Circuitous) -> Option<Forecast> {
        let players = state.setup().players();
        let fair = 1.0 / players as f32;
        let mut forecast = Forecast::default();
        let prospects = state.prospects();
        let mut sum = 0.0;
        for prospect in &prospects {
            let cards = (f32::from(prospect.distance) / STRIDE).max(0.3);
            let weight = (-cards * 0.7).exp() + 1e-6;
            // Who is to move lays the next card of the way.
            let mut points: [f32; 4] = prospect.points.map(f32::from);
            let share = (cards - 1.0).max(0.0) * 2.4 / players as f32;
            for points in &mut points[..players] {
                *points += share;
            }
            points[state.turn().index()] += 1.2;
            let own = Self::of_points(&points[..players], cards);
            let left: f32 = Seat::all(players)
                .map(|seat| f32::from(state.cards_left(seat)))
                .sum();
            // Not every card helps: about one in three.
            let reach = (left / 3.0 / cards).min(1.0);
            for seat in 0..players {
                forecast.worth[seat] += weight * (reach * own.worth[seat] + (1.0 - reach) * UNDECIDED * fair);
                forecast.points[seat] += weight * own.points[seat];
            }
            sum += weight;
        }
        if sum == 0.0 {
            forecast.worth[..players].fill(UNDECIDED * fair);
            return Some(forecast);
        }
        for seat in 0..players {
            forecast.worth[seat] /= sum;
            forecast.points[seat] /= sum;
        }
        Some(forecast)
    }

    fn conclude(&self, outcome: &Outcome) -> Forecast {
        let players = outcome.players();
        let mut forecast = bobbin_bots::conclude(outcome, 4.0);
        if outcome.winners.is_empty() {
            forecast.worth[..players].fill(UNDECIDED / players as f32);
            return forecast;
        }
        let shares = bobbin_bots::win_shares(outcome);
        for (worth, share) in forecast.worth.iter_mut().zip(shares) {
            *worth = 0.15 * *worth + 0.85 * share;
        }
        forecast
    }

    fn weigh(&self, state: &Circuitous, _seat: Seat, legal: &[Action], weights: &mut Vec<f32>) {
        weights.clear();
        let nearest = state.prospects().first().map_or(96, |prospect| prospect.distance);
        weights.extend(legal.iter().map(|&action| weight(state, action, nearest)));
    }

    fn playout_action(
        &self,
        state: &Circuitous,
        seat: Seat,
        random: &mut SearchChance,
        buffer: &mut Vec<Action>,
    ) -> Action {
        state.random_action(seat, random, buffer)
    }

    fn playout_length(&self, _state: &Circuitous) -> u32 {
        0
    }

    fn is_quiet(&self, state: &Circuitous) -> bool {
        state.is_choosing()
    }
}

/// How much an action deserves a look.
fn weight(state: &Circuitous, action: Action, nearest: i16) -> f32 {
    match action {
        Action::At(_) => {
            let after = state.distance_after(action).unwrap_or(nearest + 20);
            (f32::from(nearest - after) / 6.0).clamp(-4.0, 4.0).exp()
        }
        Action::Play(_) => 3.0,
        Action::Use(_) => 0.7,
        Action::Discard(_) => 0.15,
        _ => 1.0,
    }
}

impl Study<Circuitous> for CircuitousMind {
    fn note_start(state: &Circuitous, facts: &mut Facts) {
        for kind in &state.tables().kinds {
            facts
                .offered
                .push(Fact::new("card played", kind.code.to_string()));
            if let Some(ability) = kind.ability {
                let fact = Fact::new("ability", ability.name());
                if !facts.offered.contains(&fact) {
                    facts.offered.push(fact);
                }
            }
        }
    }

    fn note_event(_state: &Circuitous, event: &Event, facts: &mut Facts) {
        let mut note = |seat: &Seat, kind, name: String| facts.taken.push((*seat, Fact::new(kind, name)));
        match event {
            Event::Laid { seat, card, .. } => {
                note(seat, "card played", card.card.to_string());
                note(seat, "course", "turn".to_owned());
            }
            Event::Replaced { seat, card, .. } => note(seat, "card played", card.card.to_string()),
            Event::Used { seat, ability, .. } => {
                note(seat, "ability", ability.name().to_owned());
                note(seat, "course", "turn".to_owned());
            }
            Event::Discarded { seat, .. } => {
                note(seat, "discard", "discard".to_owned());
                note(seat, "course", "turn".to_owned());
            }
            _ => {}
        }
    }
}
