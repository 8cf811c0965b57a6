//! The report: what each player's game was made of.

use bobbin_bots::Mind;
use bobbin_game::{Game, Match, MatchChance, Outcome, SearchChance, Seat, Setup as _};
use serde::{Deserialize, Serialize};

use crate::Effort;
use crate::amount::Amount;
use crate::course::{Turnout, course};
use crate::estimate::{Estimate, Expected, differences};
use crate::expectation::{Reach, Referee, expected, mean, of_outcome};
use crate::moment::{self, Moment};
use crate::step::{Change, Examined, Step};

/// What a finished game was worth.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Insight {
    /// How much work went into it.
    #[serde(flatten)]
    pub effort: Effort,
    /// Start, luck, choices and result of each seat.
    pub players: Vec<Account>,
    /// What each seat could expect before anything was dealt.
    pub start: Outlook,
    /// What the deal gave each.
    pub deal: Outlook,
    /// Every action that stood.
    pub steps: Vec<Step>,
    /// The moments that mattered most, at most five, in order.
    pub moments: Vec<Moment>,
}

/// What each seat expects, in the order of the seats.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Outlook {
    /// Points.
    pub points: Vec<Amount>,
    /// The share of the victory; empty for a lone player.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub chances: Vec<Amount>,
}

impl Outlook {
    pub(crate) fn of(expected: &[Expected]) -> Self {
        let chances = expected.iter().map(|expected| expected.chance);
        Outlook {
            points: expected.iter().map(|expected| expected.points).collect(),
            chances: if expected.len() > 1 {
                chances.collect()
            } else {
                Vec::new()
            },
        }
    }
}

/// What a player's game was made of.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Account {
    /// Whose.
    pub seat: Seat,
    /// In points.
    pub points: Tally,
    /// In shares of the victory; none for a lone player.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chances: Option<Tally>,
    /// The points that this player's actions lost against what the search found, all together.
    pub lost: Amount,
    /// How far off that may be.
    pub lost_error: Amount,
    /// The same in shares of the victory; nothing for a lone player.
    pub lost_chance: Amount,
    /// How far off that may be.
    pub lost_chance_error: Amount,
}

/// start + luck + own + others = result.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Tally {
    /// What could be expected before the deal.
    pub start: Amount,
    /// What chance gave, the deal included.
    pub luck: Amount,
    /// What the player's own choices were worth.
    pub own: Amount,
    /// What the other players' choices were worth to this one.
    pub others: Amount,
    /// What it came to.
    pub result: Amount,
    /// How far off the estimates may be.
    pub error: Errors,
}

impl Tally {
    /// What choices were worth: the player's own and the others'.
    pub fn skill(&self) -> Amount {
        self.own + self.others
    }
}

/// How far off the estimates of a [`Tally`] may be: by less in 95 of 100 cases.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Errors {
    /// Of the start.
    pub start: Amount,
    /// Of luck.
    pub luck: Amount,
    /// Of the player's own choices.
    pub own: Amount,
    /// Of the others' choices.
    pub others: Amount,
}

/// A seat's sums, exact and as estimates.
#[derive(Clone, Copy, Default)]
struct Sums {
    exact: Expected,
    estimate: Estimate,
}

impl Sums {
    fn add(&mut self, exact: Expected, estimate: Estimate) {
        self.exact.points += exact.points;
        self.exact.chance += exact.chance;
        self.estimate += estimate;
    }
}

/// What a seat's account is made of.
#[derive(Clone, Copy, Default)]
struct Ledger {
    start: Sums,
    luck: Sums,
    own: Sums,
    others: Sums,
    lost: Sums,
}

impl Ledger {
    fn tally(&self, result: Amount, of: impl Fn(&Expected) -> Amount) -> Tally {
        let error = |sums: &Sums| of(&sums.estimate.error());
        Tally {
            start: of(&self.start.exact),
            luck: of(&self.luck.exact),
            own: of(&self.own.exact),
            others: of(&self.others.exact),
            result,
            error: Errors {
                start: error(&self.start),
                luck: error(&self.luck),
                own: error(&self.own),
                others: error(&self.others),
            },
        }
    }
}

pub(crate) fn report<G: Game, M: Mind<G>>(
    played: &Match<G>,
    outcome: &Outcome,
    effort: Effort,
    examined: &[Examined],
) -> Insight {
    let players = outcome.players();
    let result: Vec<Estimate> = Seat::all(players).map(|seat| of_outcome(outcome, seat)).collect();
    let far: Vec<Vec<Estimate>> = examined.iter().map(|examined| examined.far.clone()).collect();
    let turnouts: Vec<Turnout> = examined.iter().map(Examined::turnout).collect();
    let course = course(&far, &turnouts, &result);
    let deal = luck_of_the_deal::<G, M>(played, effort.looks * 4);
    let mut ledgers = vec![Ledger::default(); players];
    for (seat, ledger) in ledgers.iter_mut().enumerate() {
        let luck = deal[seat].rounded();
        ledger.luck.add(luck, deal[seat]);
        let before = course[0][seat];
        ledger.start.add(before.rounded() - luck, before - deal[seat]);
    }

    let mut steps = Vec::with_capacity(examined.len());
    for (index, examined) in examined.iter().enumerate() {
        let standing = &played.standing()[index];
        let luck = &turnouts[index].luck;
        let (before, after) = (&course[index], &course[index + 1]);
        let choice: Vec<Estimate> = differences(&differences(after, before), luck);
        let rounded = |estimates: &[Estimate]| estimates.iter().map(Estimate::rounded).collect::<Vec<_>>();
        let errors = |estimates: &[Estimate]| estimates.iter().map(Estimate::error).collect();
        // Of the rounded amounts, not of the estimates: only so everything adds up to the last one.
        let exact = |seat: usize| after[seat].rounded() - before[seat].rounded() - luck[seat].rounded();
        let change = Change {
            choice: (0..players).map(exact).collect(),
            choice_error: errors(&choice),
            luck: rounded(luck),
            luck_error: errors(luck),
            after: rounded(after),
        };
        for (seat, ledger) in ledgers.iter_mut().enumerate() {
            let is_own = standing.seat.index() == seat;
            let choices = if is_own {
                &mut ledger.own
            } else {
                &mut ledger.others
            };
            choices.add(change.choice[seat], choice[seat]);
            ledger.luck.add(change.luck[seat], luck[seat]);
            if is_own {
                ledger.lost.add(examined.loss.rounded(), examined.loss);
            }
        }
        steps.push(Step::of(index, standing, examined, &change));
    }
    let accounts = Seat::all(players).zip(&ledgers).map(|(seat, ledger)| {
        let result = result[seat.index()].rounded();
        Account {
            seat,
            points: ledger.tally(result.points, |expected| expected.points),
            chances: (players > 1).then(|| ledger.tally(result.chance, |expected| expected.chance)),
            lost: ledger.lost.exact.points,
            lost_error: ledger.lost.estimate.error().points,
            lost_chance: if players > 1 {
                ledger.lost.exact.chance
            } else {
                Amount::ZERO
            },
            lost_chance_error: if players > 1 {
                ledger.lost.estimate.error().chance
            } else {
                Amount::ZERO
            },
        }
    });
    let start: Vec<Expected> = ledgers.iter().map(|ledger| ledger.start.exact).collect();
    let deal: Vec<Expected> = deal.iter().map(Estimate::rounded).collect();
    Insight {
        effort,
        moments: moment::that_mattered(&steps, players),
        deal: Outlook::of(&deal),
        start: Outlook::of(&start),
        players: accounts.collect(),
        steps,
    }
}

/// What the deal gave each seat.
fn luck_of_the_deal<G: Game, M: Mind<G>>(played: &Match<G>, looks: u32) -> Vec<Estimate> {
    let dealt = G::start(played.setup(), &mut MatchChance::new(played.seed()));
    let seats = Seat::all(played.setup().players());
    let referee = Referee::<G, M>::new(Reach::Near);
    seats
        .map(|seat| {
            let seed = seat.index() as u64;
            let own = expected(&referee, &dealt, seat, looks, seed);
            let deal = |random: &mut SearchChance| G::start(played.setup(), random);
            own - mean(&referee, seat, looks, seed, deal)
        })
        .collect()
}
