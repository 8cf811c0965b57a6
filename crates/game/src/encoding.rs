//! Views and actions as numbers, for programs that learn.
//!
//! An observation is a row of bytes with the same columns for all views of a setup. [`Encoded::observe`] says once what
//! is written and what it is called: a row is written by [`Row`], its columns are told by [`Described`].

use crate::chance::SearchChance;
use crate::game::Game;
use crate::seat::{Seat, Viewer};

/// A game whose views and actions are numbers, too. `bobbin-testkit` checks all that is promised here.
pub trait Encoded: Game {
    /// Writes what the seat of this view knows, its own side first: all of it, so that equal views give equal rows and
    /// different ones different rows. Which columns there are depends on the setup alone.
    fn observe(view: &Self::View, to: &mut impl Columns);

    /// The numbers of actions in this setup; none where there are too many for a list, as where places are free.
    /// Whoever needs a number there counts legal actions in their order, and reads what [`Encoded::describe`] writes.
    fn numbers(setup: &Self::Setup) -> Option<Numbers>;

    /// The number of an action that the seat of this view may do. No two of them have the same.
    ///
    /// # Panics
    /// If the game has no numbers.
    fn number(numbers: &Numbers, view: &Self::View, action: Self::Action) -> usize;

    /// Writes what an action is that the seat of this view may do, where actions have no numbers: no two of them have
    /// the same row.
    fn describe(_view: &Self::View, _action: Self::Action, _to: &mut impl Columns) {}
}

/// The columns of an observation in this setup.
pub fn observed_columns<G: Encoded>(setup: &G::Setup) -> Vec<Column> {
    let mut told = Described::default();
    let view = G::start(setup, &mut SearchChance::new(0)).view(Viewer::Seat(Seat::new(0)));
    G::observe(&view, &mut told);
    told.columns
}

/// The columns of what is written of an action in this setup; none where actions have numbers.
pub fn described_columns<G: Encoded>(setup: &G::Setup) -> Vec<Column> {
    let state = G::start(setup, &mut SearchChance::new(0));
    let mut told = Described::default();
    let mut legal = Vec::new();
    if let Some(seat) = state.to_act().iter().next() {
        state.legal_actions(seat, &mut legal);
        let view = state.view(Viewer::Seat(seat));
        legal
            .first()
            .inspect(|&&action| G::describe(&view, action, &mut told));
    }
    told.columns
}

/// Where a row is written, column by column.
pub trait Columns: Sized {
    /// Columns that belong together: theirs are called `name.column`, or `name 2.column` of several such parts.
    fn part(&mut self, name: &'static str, number: Option<usize>, write: impl FnOnce(&mut Self));

    /// A column that is 0 or 1.
    fn flag(&mut self, name: &'static str, is_set: bool);

    /// A number from 0 to `most`. Where `most` does not fit into a byte it takes several columns, the highest first.
    fn count(&mut self, name: &'static str, count: u64, most: u64);

    /// One of `of` things as a single column: 0 for none, else its place and 1.
    fn category(&mut self, name: &'static str, choice: Option<usize>, of: usize);

    /// One of `of` things, a column each, of which one is 1; all 0 for none.
    fn one_hot(&mut self, name: &'static str, choice: Option<usize>, of: usize);

    /// The lowest `of` bits, a column each.
    fn bits(&mut self, name: &'static str, bits: u64, of: usize);

    /// A number from `least` to `most`, written as how far it is above the least.
    fn number(&mut self, name: &'static str, number: i64, least: i64, most: i64) {
        self.count(name, (number - least) as u64, (most - least) as u64);
    }

    /// Several numbers from 0 to `most`.
    fn counts(&mut self, name: &'static str, counts: impl IntoIterator<Item = u64>, most: u64) {
        for (number, count) in counts.into_iter().enumerate() {
            self.part(name, Some(number), |part| part.count("", count, most));
        }
    }
}

/// A column of a row.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize)]
pub struct Column {
    /// What it is called: `seat 1.played 17`.
    pub name: String,
    /// How it is read.
    pub kind: ColumnKind,
    /// No value is above this.
    pub most: u8,
}

crate::named! {
    /// How a column is read.
    ColumnKind, "a kind of column", {
        /// 0 or 1.
        Flag = "flag",
        /// A number of things, or one byte of a larger number.
        Count = "count",
        /// 0 for none, else which of several things.
        Category = "category",
    }
}

/// Tells the columns of a row.
#[derive(Default, Debug)]
pub struct Described {
    /// The columns so far.
    pub columns: Vec<Column>,
    within: Vec<String>,
}

impl Described {
    fn add(&mut self, name: &str, kind: ColumnKind, most: u8) {
        let words = self.within.iter().map(String::as_str).chain([name]);
        let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
        self.columns.push(Column {
            name: words.join("."),
            kind,
            most,
        });
    }
}

impl Columns for Described {
    fn part(&mut self, name: &'static str, number: Option<usize>, write: impl FnOnce(&mut Self)) {
        self.within.push(match number {
            Some(number) => format!("{name} {number}"),
            None => name.to_owned(),
        });
        write(self);
        self.within.pop();
    }

    fn flag(&mut self, name: &'static str, _is_set: bool) {
        self.add(name, ColumnKind::Flag, 1);
    }

    fn count(&mut self, name: &'static str, _count: u64, most: u64) {
        let last = bytes_for(most) - 1;
        for place in (1..=last).rev() {
            let highest = if place == last {
                (most >> (8 * last)) as u8
            } else {
                u8::MAX
            };
            self.add(&format!("{name} / 256^{place}"), ColumnKind::Count, highest);
        }
        let most = if last > 0 { u8::MAX } else { most as u8 };
        self.add(name, ColumnKind::Count, most);
    }

    fn category(&mut self, name: &'static str, _choice: Option<usize>, of: usize) {
        let most = u8::try_from(of).expect("a category is one of at most 255 things");
        self.add(name, ColumnKind::Category, most);
    }

    fn one_hot(&mut self, name: &'static str, _choice: Option<usize>, of: usize) {
        for place in 0..of {
            self.add(&format!("{name} {place}"), ColumnKind::Flag, 1);
        }
    }

    fn bits(&mut self, name: &'static str, _bits: u64, of: usize) {
        self.one_hot(name, None, of);
    }
}

/// Writes a row into bytes that somebody else keeps.
#[derive(Debug)]
pub struct Row<'a> {
    rest: &'a mut [u8],
}

impl<'a> Row<'a> {
    /// Writes from the first of these bytes on.
    ///
    /// # Panics
    /// Later, if there are fewer bytes than columns.
    pub fn new(bytes: &'a mut [u8]) -> Self {
        Row { rest: bytes }
    }

    /// How many bytes have not been written.
    pub fn left(&self) -> usize {
        self.rest.len()
    }

    #[inline]
    fn take(&mut self, columns: usize) -> &'a mut [u8] {
        let (taken, rest) = std::mem::take(&mut self.rest).split_at_mut(columns);
        self.rest = rest;
        taken
    }
}

impl Columns for Row<'_> {
    #[inline]
    fn part(&mut self, _name: &'static str, _number: Option<usize>, write: impl FnOnce(&mut Self)) {
        write(self);
    }

    #[inline]
    fn flag(&mut self, _name: &'static str, is_set: bool) {
        self.take(1)[0] = u8::from(is_set);
    }

    #[inline]
    fn count(&mut self, name: &'static str, count: u64, most: u64) {
        debug_assert!(count <= most, "{name}: {count} of at most {most}");
        let columns = bytes_for(most);
        let bytes = count.to_be_bytes();
        self.take(columns)
            .copy_from_slice(&bytes[bytes.len() - columns..]);
    }

    #[inline]
    fn category(&mut self, name: &'static str, choice: Option<usize>, of: usize) {
        debug_assert!(
            choice.is_none_or(|choice| choice < of),
            "{name}: {choice:?} of {of}"
        );
        self.take(1)[0] = choice.map_or(0, |choice| choice as u8 + 1);
    }

    #[inline]
    fn one_hot(&mut self, _name: &'static str, choice: Option<usize>, of: usize) {
        let columns = self.take(of);
        columns.fill(0);
        if let Some(choice) = choice {
            columns[choice] = 1;
        }
    }

    #[inline]
    fn bits(&mut self, _name: &'static str, bits: u64, of: usize) {
        let (eights, rest) = self.take(of).as_chunks_mut::<8>();
        let mut bytes = bits.to_le_bytes().into_iter();
        for (eight, byte) in eights.iter_mut().zip(bytes.by_ref()) {
            *eight = SPREAD[usize::from(byte)];
        }
        if let Some(byte) = bytes.next() {
            rest.copy_from_slice(&SPREAD[usize::from(byte)][..rest.len()]);
        }
    }
}

/// Writes a row at the end of these bytes.
impl Columns for Vec<u8> {
    fn part(&mut self, _name: &'static str, _number: Option<usize>, write: impl FnOnce(&mut Self)) {
        write(self);
    }

    fn flag(&mut self, _name: &'static str, is_set: bool) {
        self.push(u8::from(is_set));
    }

    fn count(&mut self, _name: &'static str, count: u64, most: u64) {
        let bytes = count.to_be_bytes();
        self.extend_from_slice(&bytes[bytes.len() - bytes_for(most)..]);
    }

    fn category(&mut self, _name: &'static str, choice: Option<usize>, _of: usize) {
        self.push(choice.map_or(0, |choice| choice as u8 + 1));
    }

    fn one_hot(&mut self, _name: &'static str, choice: Option<usize>, of: usize) {
        self.extend((0..of).map(|place| u8::from(choice == Some(place))));
    }

    fn bits(&mut self, _name: &'static str, bits: u64, of: usize) {
        self.extend((0..of).map(|bit| (bits >> bit & 1) as u8));
    }
}

/// The bits of each byte as bytes, the lowest first.
static SPREAD: [[u8; 8]; 256] = {
    let mut spread = [[0; 8]; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut bit = 0;
        while bit < 8 {
            spread[byte][bit] = (byte >> bit & 1) as u8;
            bit += 1;
        }
        byte += 1;
    }
    spread
};

/// How many columns a number of this size takes.
const fn bytes_for(most: u64) -> usize {
    let bits = (u64::BITS - most.leading_zeros()) as usize;
    if bits == 0 { 1 } else { bits.div_ceil(8) }
}

/// The numbers of a game's actions: ranges, one after the other.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Numbers {
    ranges: Vec<NumberRange>,
}

/// Numbers of one kind of action.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize)]
pub struct NumberRange {
    /// What they say: `play a card`.
    pub name: &'static str,
    /// The first of them.
    pub first: usize,
    /// How many there are.
    pub count: usize,
}

impl Numbers {
    /// Ranges with these names and sizes, in order.
    pub fn new(ranges: impl IntoIterator<Item = (&'static str, usize)>) -> Self {
        let mut first = 0;
        let ranges = ranges.into_iter().map(|(name, count)| {
            let range = NumberRange { name, first, count };
            first += count;
            range
        });
        Numbers {
            ranges: ranges.collect(),
        }
    }

    /// How many numbers there are.
    pub fn count(&self) -> usize {
        self.ranges.last().map_or(0, |last| last.first + last.count)
    }

    /// The ranges, in order.
    pub fn ranges(&self) -> &[NumberRange] {
        &self.ranges
    }

    /// The number at a place of a range.
    #[inline]
    pub fn at(&self, range: usize, place: usize) -> usize {
        let NumberRange { name, first, count } = self.ranges[range];
        debug_assert!(place < count, "{name}: {place} of {count}");
        first + place
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn write(to: &mut impl Columns) {
        to.part("seat", Some(1), |to| {
            to.bits("hand", 0b1_0000_0101, 9);
            to.one_hot("suit", Some(2), 4);
            to.counts("bag", [3, 0], 9);
        });
        to.flag("first", true);
        to.count("points", 0x1234, 0x2fff);
        to.number("x", -3, -5, 5);
        to.category("card", None, 20);
        to.category("card", Some(0), 20);
    }

    #[test]
    fn a_row_has_the_columns_that_are_told() {
        let mut told = Described::default();
        write(&mut told);
        let mut bytes = [9; 21];
        let mut row = Row::new(&mut bytes);
        write(&mut row);
        assert_eq!(row.left(), 0);
        let mut grown = Vec::new();
        write(&mut grown);
        assert_eq!(grown, bytes);
        let first = [1, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 1, 0, 3, 0, 1];
        assert_eq!(bytes[..16], first);
        assert_eq!(bytes[16..], [0x12, 0x34, 2, 0, 1]);
        let names: Vec<&str> = told.columns.iter().map(|column| column.name.as_str()).collect();
        assert_eq!(names.len(), 21);
        assert_eq!(
            names[8..13],
            [
                "seat 1.hand 8",
                "seat 1.suit 0",
                "seat 1.suit 1",
                "seat 1.suit 2",
                "seat 1.suit 3"
            ]
        );
        assert_eq!(
            names[13..],
            [
                "seat 1.bag 0",
                "seat 1.bag 1",
                "first",
                "points / 256^1",
                "points",
                "x",
                "card",
                "card"
            ]
        );
        let within = told
            .columns
            .iter()
            .zip(&bytes)
            .all(|(column, &byte)| byte <= column.most);
        assert!(within);
    }

    #[test]
    fn a_number_has_as_many_columns_as_it_needs() {
        assert_eq!(
            [0, 1, 255, 256, 65_535, 65_536, u64::MAX].map(bytes_for),
            [1, 1, 1, 2, 2, 3, 8]
        );
    }

    #[test]
    fn ranges_follow_each_other() {
        let numbers = Numbers::new([("pass", 52), ("done", 1), ("play", 52)]);
        assert_eq!(
            (
                numbers.at(0, 51),
                numbers.at(1, 0),
                numbers.at(2, 0),
                numbers.count()
            ),
            (51, 52, 53, 105)
        );
    }
}
