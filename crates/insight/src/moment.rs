//! The moments that mattered.

use bobbin_game::Seat;
use serde::{Deserialize, Serialize};

use crate::amount::Amount;
use crate::step::Step;

/// A moment that mattered.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Moment {
    /// The action it came with.
    pub index: usize,
    /// Whom it mattered to.
    pub seat: Seat,
    /// What it was.
    pub kind: MomentKind,
    /// How much it mattered: a share of the victory, or points for a lone player.
    pub amount: Amount,
    /// The points it gave the seat or cost it.
    pub points: Amount,
}

/// What a moment was.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MomentKind {
    /// There was something clearly better to do.
    Mistake,
    /// Chance gave more or less than could be expected.
    Luck,
}

/// As many as are told.
const TOLD: usize = 5;

/// The moments that mattered most, one an action at most, in the order in which they came.
pub(crate) fn that_mattered(steps: &[Step], players: usize) -> Vec<Moment> {
    let mut moments: Vec<Moment> = steps.iter().filter_map(|step| of_step(step, players)).collect();
    moments.sort_by_key(|moment| (std::cmp::Reverse(moment.amount.abs()), moment.index));
    moments.truncate(TOLD);
    moments.sort_by_key(|moment| moment.index);
    moments
}

fn of_step(step: &Step, players: usize) -> Option<Moment> {
    let luck = if players > 1 {
        &step.luck_chance
    } else {
        &step.luck
    };
    let loss = if players > 1 { step.loss_chance } else { step.loss };
    let mistake = Moment {
        index: step.index,
        seat: step.seat,
        kind: MomentKind::Mistake,
        amount: Amount::ZERO - loss,
        points: Amount::ZERO - step.loss,
    };
    let lucky = Seat::all(players).map(|seat| Moment {
        index: step.index,
        seat,
        kind: MomentKind::Luck,
        amount: luck[seat.index()],
        points: step.luck[seat.index()],
    });
    // Of equals the first: the mistake, then the seats in their order.
    lucky
        .chain([mistake])
        .rev()
        .max_by_key(|moment| moment.amount.abs())
        .filter(|moment| moment.amount != Amount::ZERO)
}
