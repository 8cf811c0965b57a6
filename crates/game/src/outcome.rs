//! How a game ended: ranks, the score sheet, and what decided.

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Mul, Neg, Sub};

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

use crate::seat::{MAX_SEATS, Seat, SeatSet};

/// Points, exact to a quarter.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Points {
    quarters: i32,
}

impl Points {
    /// No points.
    pub const ZERO: Points = Points { quarters: 0 };

    /// So many whole points.
    pub const fn whole(points: i32) -> Self {
        Points { quarters: points * 4 }
    }

    /// So many quarters of a point.
    pub const fn quarters(quarters: i32) -> Self {
        Points { quarters }
    }

    /// The number of quarters.
    pub const fn as_quarters(self) -> i32 {
        self.quarters
    }

    /// As a sentence says it: `1 point`, `9¾ points`.
    pub fn words(self) -> String {
        let is_one = self.quarters.abs() == 4;
        format!("{self} point{}", if is_one { "" } else { "s" })
    }
}

impl fmt::Display for Points {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (whole, rest) = (self.quarters.abs() / 4, self.quarters.abs() % 4);
        let sign = if self.quarters < 0 { "−" } else { "" };
        let fraction = ["", "¼", "½", "¾"][rest as usize];
        let text = match (whole, rest) {
            (0, 1..) => format!("{sign}{fraction}"),
            _ => format!("{sign}{whole}{fraction}"),
        };
        f.pad(&text)
    }
}

impl fmt::Debug for Points {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.words())
    }
}

impl Add for Points {
    type Output = Points;
    fn add(self, other: Points) -> Points {
        Points::quarters(self.quarters + other.quarters)
    }
}

impl AddAssign for Points {
    fn add_assign(&mut self, other: Points) {
        self.quarters += other.quarters;
    }
}

impl Sub for Points {
    type Output = Points;
    fn sub(self, other: Points) -> Points {
        Points::quarters(self.quarters - other.quarters)
    }
}

impl Neg for Points {
    type Output = Points;
    fn neg(self) -> Points {
        Points::quarters(-self.quarters)
    }
}

impl Mul<i32> for Points {
    type Output = Points;
    fn mul(self, times: i32) -> Points {
        Points::quarters(self.quarters * times)
    }
}

impl Sum for Points {
    fn sum<I: Iterator<Item = Points>>(points: I) -> Points {
        points.fold(Points::ZERO, Points::add)
    }
}

/// A number in JSON and TOML: `12`, or `9.75` where it is not whole. Quarters are exact in binary.
impl Serialize for Points {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.quarters % 4 == 0 {
            serializer.serialize_i32(self.quarters / 4)
        } else {
            serializer.serialize_f64(f64::from(self.quarters) / 4.0)
        }
    }
}

impl<'de> Deserialize<'de> for Points {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let quarters = f64::deserialize(deserializer)? * 4.0;
        if quarters.fract() == 0.0 && quarters.abs() < 1e9 {
            Ok(Points::quarters(quarters as i32))
        } else {
            Err(serde::de::Error::custom(
                "points are whole, or have a fraction of .25, .5 or .75",
            ))
        }
    }
}

/// One line of a score sheet.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Line {
    /// What the points are for, in the rulebook's word.
    pub name: &'static str,
    /// How many, negative for a loss.
    pub points: Points,
}

/// The most lines a score sheet has.
pub const MAX_LINES: usize = 8;

/// The score of one seat, line by line as on paper.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Sheet {
    /// The lines, the same names in the same order for every seat.
    #[cfg_attr(feature = "schema", schema(value_type = Vec<Line>))]
    pub lines: ArrayVec<Line, MAX_LINES>,
    /// The sum of the lines.
    pub total: Points,
}

impl Sheet {
    /// A sheet of these lines, added up.
    ///
    /// # Panics
    /// If there are more than [`MAX_LINES`].
    pub fn new(lines: impl IntoIterator<Item = (&'static str, Points)>) -> Self {
        let lines: ArrayVec<Line, MAX_LINES> = lines
            .into_iter()
            .map(|(name, points)| Line { name, points })
            .collect();
        let total = lines.iter().map(|line| line.points).sum();
        Sheet { lines, total }
    }
}

/// Which total is better.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Aim {
    /// Most points win.
    High,
    /// Fewest points win.
    Low,
}

/// A goal of a solo game or scenario, and whether it was met.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Goal {
    /// The goal in plain words.
    pub name: &'static str,
    /// Who met it.
    pub met_by: SeatSet,
}

/// The most goals a game sets.
pub const MAX_GOALS: usize = 8;

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Outcome {
    /// Which total is better.
    pub aim: Aim,
    /// One sheet a seat.
    #[cfg_attr(feature = "schema", schema(value_type = Vec<Sheet>))]
    pub sheets: ArrayVec<Sheet, MAX_SEATS>,
    /// One rank a seat, 1 the best; those who share a place share the number. Where nobody wins all have the
    /// same rank.
    #[cfg_attr(feature = "schema", schema(value_type = Vec<u8>))]
    pub ranks: ArrayVec<u8, MAX_SEATS>,
    /// Who won: usually one seat, several share a victory, none where the rules say that nobody wins. A lone player's
    /// game is not won but scored.
    pub winners: SeatSet,
    /// What decided between equal totals for the first place, or why nobody won: the rule in plain words.
    #[cfg_attr(feature = "schema", schema(required))]
    pub decided_by: Option<&'static str>,
    /// The title a lone player's score earns.
    #[cfg_attr(feature = "schema", schema(required))]
    pub tier: Option<&'static str>,
    /// Goals set by a scenario. Each seat meets its own.
    #[cfg_attr(feature = "schema", schema(value_type = Vec<Goal>))]
    pub goals: ArrayVec<Goal, MAX_GOALS>,
}

impl Outcome {
    /// Ranks seats by total, then by `tie_break` (the greater the better), and names it if it decided who is first
    /// among equal totals. Seats equal in both share their rank; all of rank 1 win. A lone player does not.
    ///
    /// # Panics
    /// If there are more than [`MAX_SEATS`] sheets.
    pub fn ranked<K: Ord>(
        aim: Aim,
        sheets: impl IntoIterator<Item = Sheet>,
        tie_break: impl Fn(Seat) -> K,
        tie_break_words: &'static str,
    ) -> Self {
        let sheets: ArrayVec<Sheet, MAX_SEATS> = sheets.into_iter().collect();
        let worth = |seat: Seat| match aim {
            Aim::High => sheets[seat.index()].total,
            Aim::Low => -sheets[seat.index()].total,
        };
        let seats = || Seat::all(sheets.len());
        let key = |seat: Seat| (worth(seat), tie_break(seat));
        let ranks: ArrayVec<u8, MAX_SEATS> = seats()
            .map(|seat| 1 + seats().filter(|&other| key(other) > key(seat)).count() as u8)
            .collect();
        let first: SeatSet = seats().filter(|seat| ranks[seat.index()] == 1).collect();
        let is_behind = |seat: Seat| !first.contains(seat);
        let best = first.iter().next().map(worth);
        let broke_the_tie = seats().any(|seat| is_behind(seat) && Some(worth(seat)) == best);
        let winners = if sheets.len() > 1 { first } else { SeatSet::EMPTY };
        Outcome {
            aim,
            sheets,
            ranks,
            winners,
            decided_by: broke_the_tie.then_some(tie_break_words),
            tier: None,
            goals: ArrayVec::new(),
        }
    }

    /// Nobody wins, for the reason given.
    ///
    /// # Panics
    /// If there are more than [`MAX_SEATS`] sheets.
    pub fn without_winner(aim: Aim, sheets: impl IntoIterator<Item = Sheet>, reason: &'static str) -> Self {
        let sheets: ArrayVec<Sheet, MAX_SEATS> = sheets.into_iter().collect();
        let ranks = sheets.iter().map(|_| 1).collect();
        Outcome {
            aim,
            sheets,
            ranks,
            winners: SeatSet::EMPTY,
            decided_by: Some(reason),
            tier: None,
            goals: ArrayVec::new(),
        }
    }

    /// The total of a seat.
    pub fn total(&self, seat: Seat) -> Points {
        self.sheets[seat.index()].total
    }

    /// The number of seats.
    pub fn players(&self) -> usize {
        self.sheets.len()
    }

    /// One line that says it all, for records: `ranks 1 3 2 totals 73 70¾ 72`.
    pub fn summary(&self) -> String {
        let join = |words: Vec<String>| words.join(" ");
        let winners = join(self.winners.iter().map(|seat| seat.to_string()).collect());
        format!(
            "ranks {} totals {} winners {}",
            join(self.ranks.iter().map(u8::to_string).collect()),
            join(self.sheets.iter().map(|sheet| sheet.total.to_string()).collect()),
            if winners.is_empty() { "none" } else { &winners },
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sheets(totals: &[i32]) -> Vec<Sheet> {
        totals
            .iter()
            .map(|&total| Sheet::new([("points", Points::whole(total))]))
            .collect()
    }

    #[test]
    fn quarters_are_shown_as_fractions() {
        let shown = |quarters| Points::quarters(quarters).to_string();
        assert_eq!(
            [39, 3, 4, 0, -3, -4, -6].map(shown),
            ["9¾", "¾", "1", "0", "−¾", "−1", "−1½"]
        );
        assert_eq!(serde_json::to_string(&Points::quarters(39)).unwrap(), "9.75");
        assert_eq!(
            serde_json::from_str::<Points>("9.75").unwrap(),
            Points::quarters(39)
        );
        assert_eq!(serde_json::from_str::<Points>("-3").unwrap(), Points::whole(-3));
        assert!(serde_json::from_str::<Points>("0.3").is_err());
    }

    #[test]
    fn ties_share_a_rank_and_the_next_is_left_out() {
        let outcome = Outcome::ranked(Aim::High, sheets(&[5, 9, 9, 7]), |_| 0, "most cats");
        assert_eq!(outcome.ranks.as_slice(), [4, 1, 1, 3]);
        assert_eq!(
            outcome.winners,
            [Seat::new(1), Seat::new(2)].into_iter().collect()
        );
        assert_eq!(outcome.decided_by, None);
        assert_eq!(outcome.summary(), "ranks 4 1 1 3 totals 5 9 9 7 winners 1 2");
    }

    #[test]
    fn a_tie_break_is_told_only_where_it_decided() {
        let outcome = Outcome::ranked(Aim::Low, sheets(&[5, 5]), Seat::index, "later seat");
        assert_eq!(
            (outcome.ranks.as_slice(), outcome.decided_by),
            (&[2, 1][..], Some("later seat"))
        );
        let outcome = Outcome::ranked(Aim::Low, sheets(&[4, 5]), Seat::index, "later seat");
        assert_eq!(
            (outcome.ranks.as_slice(), outcome.decided_by),
            (&[1, 2][..], None)
        );
    }

    #[test]
    fn a_tie_behind_the_winner_decides_nothing() {
        let outcome = Outcome::ranked(Aim::High, sheets(&[9, 5, 5]), Seat::index, "later seat");
        assert_eq!(
            (outcome.ranks.as_slice(), outcome.decided_by),
            (&[1, 3, 2][..], None)
        );
        let outcome = Outcome::ranked(Aim::High, sheets(&[9, 5, 9]), Seat::index, "later seat");
        assert_eq!(
            (outcome.ranks.as_slice(), outcome.decided_by),
            (&[2, 3, 1][..], Some("later seat"))
        );
    }

    #[test]
    fn a_lone_player_does_not_win() {
        let outcome = Outcome::ranked(Aim::High, sheets(&[90]), |_| 0, "most cats");
        assert!(outcome.winners.is_empty());
        assert_eq!(outcome.summary(), "ranks 1 totals 90 winners none");
    }

    #[test]
    fn one_point_is_not_points() {
        let words = |quarters| Points::quarters(quarters).words();
        assert_eq!(
            [4, 8, 0, -4, 39].map(words),
            ["1 point", "2 points", "0 points", "−1 point", "9¾ points"]
        );
    }

    #[test]
    fn nobody_may_win() {
        let outcome = Outcome::without_winner(Aim::High, sheets(&[5, 9]), "all out of cards");
        assert!(outcome.winners.is_empty());
        assert_eq!(outcome.summary(), "ranks 1 1 totals 5 9 winners none");
    }
}
