//! The moments that mattered.

use bobbin_game::Seat;
use serde::{Deserialize, Serialize};

use crate::amount::Amount;
use crate::step::Step;

/// A moment that mattered.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Moment {
    /// The action it came with.
    pub index: usize,
    /// Whom it mattered to.
    pub seat: Seat,
    /// What it was.
    pub kind: MomentKind,
    /// How much it mattered: a share of the victory, or points for a lone player.
    pub amount: Amount,
    /// How far off that may be; it is always less than the amount.
    pub error: Amount,
    /// The points it gave the seat or cost it.
    pub points: Amount,
}

/// What a moment was.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum MomentKind {
    /// There was something clearly better to do.
    Mistake,
    /// Chance gave more or less than could be expected.
    Luck,
}

/// As many as are told.
const TOLD: usize = 5;

/// The moments that mattered most, one an action at most, in the order in which they came. What may be nothing but the
/// noise of an estimate is none, and one that is certain comes before one that may be large.
pub(crate) fn that_mattered(steps: &[Step], players: usize) -> Vec<Moment> {
    let mut moments: Vec<Moment> = steps.iter().filter_map(|step| of_step(step, players)).collect();
    moments.sort_by_key(|moment| (std::cmp::Reverse(moment.for_certain()), moment.index));
    moments.truncate(TOLD);
    moments.sort_by_key(|moment| moment.index);
    moments
}

impl Moment {
    /// How much it mattered almost for certain. Among hundreds of actions some are off by more than their error; by
    /// twice as much hardly one is.
    fn for_certain(&self) -> Amount {
        self.amount.abs() - self.error - self.error
    }
}

fn of_step(step: &Step, players: usize) -> Option<Moment> {
    let is_shared = players > 1;
    let (loss, loss_error) = if is_shared {
        (step.loss_chance, step.loss_chance_error)
    } else {
        (step.loss, step.loss_error)
    };
    let (luck, luck_error) = if is_shared {
        (&step.luck_chance, &step.luck_chance_error)
    } else {
        (&step.luck, &step.luck_error)
    };
    let mistake = Moment {
        index: step.index,
        seat: step.seat,
        kind: MomentKind::Mistake,
        amount: Amount::ZERO - loss.max(Amount::ZERO),
        error: loss_error,
        points: Amount::ZERO - step.loss,
    };
    let lucky = Seat::all(players).map(|seat| Moment {
        index: step.index,
        seat,
        kind: MomentKind::Luck,
        amount: luck[seat.index()],
        error: luck_error[seat.index()],
        points: step.luck[seat.index()],
    });
    // Of equals the first: the mistake, then the seats in their order.
    std::iter::once(mistake)
        .chain(lucky)
        .rev()
        .max_by_key(Moment::for_certain)
        .filter(|moment| moment.amount.abs() > moment.error)
}
