//! Reading content packs: what all games check of the values in a pack, with errors that point at the place.

use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;

use toml::Spanned;

use crate::content::{ContentError, Source};

/// A text in a pack and its place.
pub type Text = Spanned<String>;

impl Source {
    /// An error at a value.
    pub fn wrong<T>(&self, at: &Spanned<T>, message: impl Into<String>) -> ContentError {
        self.error_at(&at.span(), message)
    }

    /// Refuses a value unless `holds`.
    pub fn check<T>(
        &self,
        holds: bool,
        at: &Spanned<T>,
        message: impl Into<String>,
    ) -> Result<(), ContentError> {
        if holds {
            return Ok(());
        }
        Err(self.wrong(at, message))
    }

    /// The value that a text is the notation of.
    pub fn word<T: FromStr<Err: Display>>(&self, text: &Text) -> Result<T, ContentError> {
        let parsed = text.get_ref().parse();
        parsed.map_err(|error: T::Err| self.wrong(text, error.to_string()))
    }

    /// The values that texts are the notation of.
    pub fn words<T: FromStr<Err: Display>>(&self, texts: &[Text]) -> Result<Vec<T>, ContentError> {
        texts.iter().map(|text| self.word(text)).collect()
    }

    /// A number that is in a range.
    pub fn number(&self, number: &Spanned<i64>, range: RangeInclusive<i64>) -> Result<u8, ContentError> {
        let value = *number.get_ref();
        let fitting = u8::try_from(value).ok().filter(|_| range.contains(&value));
        fitting.ok_or_else(|| {
            let (from, to) = range.into_inner();
            self.wrong(number, format!("{value}: expected a number from {from} to {to}"))
        })
    }

    /// A number of something that is in a range: `41 copies: expected 1 to 40`.
    pub fn amount(
        &self,
        amount: &Spanned<u8>,
        range: RangeInclusive<u8>,
        what: &str,
    ) -> Result<u8, ContentError> {
        let found = *amount.get_ref();
        let message = format!("{found} {what}: expected {}", from_to(&range));
        self.check(range.contains(&found), amount, message)?;
        Ok(found)
    }

    /// Refuses a list that has not as many entries as it should have.
    pub fn count<T>(
        &self,
        list: &Spanned<Vec<T>>,
        range: RangeInclusive<usize>,
        what: &str,
    ) -> Result<(), ContentError> {
        let found = list.get_ref().len();
        let message = format!("{found} {what}: expected {}", from_to(&range));
        self.check(range.contains(&found), list, message)
    }

    /// Refuses a value that an earlier entry has.
    pub fn once<T>(&self, at: &Spanned<T>, value: impl Display, is_known: bool) -> Result<(), ContentError> {
        self.check(!is_known, at, format!("\"{value}\" stands here a second time"))
    }

    /// An id that no earlier entry has. `expected` says what is wrong with one that is none.
    pub fn id(
        &self,
        text: &Text,
        is_id: impl Fn(&str) -> bool,
        expected: &str,
        earlier: impl IntoIterator<Item: AsRef<str>>,
    ) -> Result<String, ContentError> {
        let id = text.get_ref().as_str();
        self.check(is_id(id), text, format!("\"{id}\"{expected}"))?;
        let is_known = earlier.into_iter().any(|other| other.as_ref() == id);
        self.once(text, id, is_known)?;
        Ok(id.to_owned())
    }

    /// The place among `ids` that a text names.
    pub fn place(
        &self,
        text: &Text,
        ids: impl IntoIterator<Item: AsRef<str>>,
        what: &str,
    ) -> Result<u8, ContentError> {
        let place = ids.into_iter().position(|id| id.as_ref() == text.get_ref());
        let place =
            place.ok_or_else(|| self.wrong(text, format!("there is no {what} \"{}\"", text.get_ref())));
        place.map(|place| place as u8)
    }
}

/// `3` or `1 to 40`.
fn from_to<T: PartialEq + Display>(range: &RangeInclusive<T>) -> String {
    let (from, to) = (range.start(), range.end());
    if from == to {
        return from.to_string();
    }
    format!("{from} to {to}")
}
