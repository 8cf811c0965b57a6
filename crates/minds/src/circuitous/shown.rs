//! What a network is shown of Circuitous.

use arrayvec::ArrayVec;
use bobbin_circuitous::{Ability, Circuitous};
use bobbin_game::{Game as _, Seat, Setup as _};

use super::outlook::{Outlook, Worth};
use super::{Ahead, CircuitousMind, best_by_hand};
use crate::net::{Features, Shown};

/// The nearest ways are looked at one by one.
const WAYS: usize = 5;
/// Of these it is seen what a hand does for them.
const NEAR: usize = 2;

/// All ways in the making, and what is promised once whoever plays has done their best.
pub struct Look<'a> {
    pub(super) outlook: Outlook<'a>,
    pub(super) best: Worth,
}

impl Shown<Circuitous> for CircuitousMind {
    type Look<'a> = Look<'a>;

    const CAN_BE_LOST_BY_ALL: bool = true;

    fn look<'a>(&'a self, state: &'a Circuitous) -> Look<'a> {
        let outlook = Outlook::of(state, self);
        let best = best_by_hand(&outlook, state);
        Look { outlook, best }
    }

    fn show_seat(&self, state: &Circuitous, look: &Look<'_>, seat: Seat, to: &mut impl Features) {
        let (outlook, index) = (&look.outlook, seat.index());
        to.put("points of the ways", outlook.points()[index]);
        to.put("by hand, after this turn", look.best[index]);
        to.put("by hand", outlook.as_it_is()[index]);
        let players = state.setup().players();
        let turns = (index + players - state.turn().index()) % players;
        to.one_of("turns until its own", Some(turns), 4);
        to.put("cards left", f32::from(state.cards_left(seat)));
        to.put("turns taken", f32::from(state.turns_taken(seat)));

        let ways = &outlook.survey.ways;
        let mut order: ArrayVec<usize, { super::MAX_WAYS_ON }> = (0..ways.len()).collect();
        order.sort_by_key(|&place| ways[place].ahead);
        let lead = |points: &[u16; 4]| {
            let rivals = (0..players).filter(|&other| other != index);
            let most = rivals.map(|other| points[other]).max().unwrap_or(0);
            f32::from(points[index]) - f32::from(most)
        };
        for place in 0..WAYS {
            let way = order.get(place).map(|&place| &ways[place]);
            to.put("its lead along a way", way.map_or(0.0, |way| lead(&way.points)));
            to.put(
                "its points along it",
                way.map_or(0.0, |way| f32::from(way.points[index])),
            );
        }
        let (mut leads, mut ahead) = (0.0, 0.0);
        for (place, way) in ways.iter().enumerate() {
            let share = outlook.share(place);
            let by = lead(&way.points);
            leads += share * by.clamp(-6.0, 6.0);
            ahead += if by > 0.0 { share } else { 0.0 };
        }
        to.put("its lead on average", leads);
        to.put("the share of ways that it leads along", ahead);

        let held: ArrayVec<usize, 16> = state.held_kinds(seat).take(16).collect();
        to.put("kinds of cards held", held.len() as f32);
        for place in 0..NEAR {
            let (mut helps, mut ends, mut best) = (0.0, 0.0, 0.0_f32);
            if let Some(&place) = order.get(place) {
                let way = &ways[place];
                for &kind in &held {
                    let (mut nearer, mut reached) = (0.0_f32, false);
                    outlook.survey.extensions(way, kind, |exits| {
                        reached |= exits.contains(&Ahead::HERE);
                        let turns = exits.iter().map(|exit| exit.turns).min().unwrap_or(u8::MAX);
                        nearer = nearer.max(f32::from(way.ahead.turns.saturating_sub(turns)) / 8.0);
                    });
                    ends += f32::from(u8::from(reached));
                    helps += f32::from(u8::from(nearer > 0.0));
                    best = best.max(nearer);
                }
            }
            to.put("cards that lead a near way on", helps);
            to.put("by how many turns at most", best);
            to.put("cards that end it", ends);
        }
        let decks = state.decks();
        let has = |ability: &dyn Fn(Ability) -> bool| {
            let abilities = held.iter().filter_map(|&kind| decks.kinds[kind].ability);
            abilities.filter(|&found| ability(found)).count() as f32
        };
        to.put("turns a finish", has(&|ability| ability == Ability::TurnFinish));
        to.put("slides a finish", has(&|ability| ability == Ability::SlideFinish));
        to.put("draws two", has(&|ability| ability == Ability::DrawTwo));
        to.put("other abilities", {
            let known = [Ability::TurnFinish, Ability::SlideFinish, Ability::DrawTwo];
            has(&|ability| !known.contains(&ability))
        });
    }

    fn show_table(&self, state: &Circuitous, look: &Look<'_>, to: &mut impl Features) {
        let outlook = &look.outlook;
        let players = state.setup().players();
        to.one_of("players", Some(players - 2), 3);
        let left: f32 = Seat::all(players)
            .map(|seat| f32::from(state.cards_left(seat)))
            .sum();
        to.put("cards left in all", left);
        to.put("finishes", state.table().finish_cards().len() as f32);
        to.put("cards on the table", state.table().pieces().len() as f32);
        let ways = &outlook.survey.ways;
        to.put("ways", ways.len() as f32);
        let mut aheads: ArrayVec<Ahead, { super::MAX_WAYS_ON }> = ways.iter().map(|way| way.ahead).collect();
        aheads.sort();
        for place in 0..WAYS {
            let ahead = aheads.get(place);
            to.flag("a way", ahead.is_some());
            to.put(
                "its turns",
                ahead.map_or(8.0, |ahead| (f32::from(ahead.turns) / 8.0).min(8.0)),
            );
            to.put(
                "its cards",
                ahead.map_or(6.0, |ahead| f32::from(ahead.cards).min(6.0)),
            );
        }
        to.put("how likely somebody wins", outlook.decided_now());
        to.flag("a turn begins", state.is_choosing());
    }
}
