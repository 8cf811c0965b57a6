//! Colors, small sets of yarn, and bowls.

use std::fmt;
use std::str::FromStr;

use bobbin_game::NotationError;
use serde::{Deserialize, Serialize};

/// A color of yarn, in the order in which several are named (clause 2.5).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Color {
    /// R
    Red,
    /// B
    Blue,
    /// G
    Green,
    /// Y
    Yellow,
    /// O
    Orange,
    /// P
    Purple,
}

/// How many colors there are.
pub const COLORS: usize = 6;

impl Color {
    /// All colors, in order.
    pub const ALL: [Color; COLORS] = [
        Color::Red,
        Color::Blue,
        Color::Green,
        Color::Yellow,
        Color::Orange,
        Color::Purple,
    ];

    /// Its place in the order, for indexing arrays.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Its letter.
    pub const fn letter(self) -> char {
        b"RBGYOP"[self as usize] as char
    }

    /// Its name.
    pub const fn name(self) -> &'static str {
        ["red", "blue", "green", "yellow", "orange", "purple"][self as usize]
    }

    /// The color with this letter.
    pub fn of_letter(letter: char) -> Option<Color> {
        Color::ALL.into_iter().find(|color| color.letter() == letter)
    }
}

/// Its letter.
impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Write::write_char(f, self.letter())
    }
}

impl FromStr for Color {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let mut letters = text.chars();
        match (letters.next().and_then(Color::of_letter), letters.next()) {
            (Some(color), None) => Ok(color),
            _ => Err(NotationError::new(text, "a color: R, B, G, Y, O or P")),
        }
    }
}

/// Serialize and deserialize as the text form.
macro_rules! serde_as_text {
    ($name:ty) => {
        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let text = <std::borrow::Cow<'_, str>>::deserialize(deserializer)?;
                text.parse().map_err(serde::de::Error::custom)
            }
        }
    };
}
pub(crate) use serde_as_text;

serde_as_text!(Color);

/// A few yarn: at most seven of each color. Four bits a color, so that "is all of this in the bowl?" is one
/// subtraction. The text form is one letter for each yarn in color order: `BBY`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Bundle(u32);

impl Bundle {
    /// No yarn.
    pub const EMPTY: Bundle = Bundle(0);
    /// The most of one color.
    pub const MOST: u16 = 7;
    /// The fourth bit of every color: never set in a bundle.
    const GUARDS: u32 = 0x0088_8888;

    /// So many of one color.
    ///
    /// # Panics
    /// If `count` is above [`Bundle::MOST`].
    pub const fn of(color: Color, count: u8) -> Bundle {
        assert!(count <= 7, "a bundle holds at most seven of a color");
        Bundle((count as u32) << (4 * color as u32))
    }

    /// How many of this color.
    pub const fn count(self, color: Color) -> u8 {
        (self.0 >> (4 * color as u32) & 7) as u8
    }

    /// How many in all.
    pub fn len(self) -> u8 {
        Color::ALL.into_iter().map(|color| self.count(color)).sum()
    }

    /// No yarn at all?
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// With one more of this color, unless it has seven already.
    pub fn checked_with(self, color: Color) -> Option<Bundle> {
        (self.count(color) < 7).then(|| Bundle(self.0 + (1 << (4 * color as u32))))
    }

    /// The colors and how many of each, as far as there are any.
    pub fn iter(self) -> impl Iterator<Item = (Color, u8)> {
        Color::ALL
            .into_iter()
            .map(move |color| (color, self.count(color)))
            .filter(|&(_, count)| count > 0)
    }

    /// Reads letters in any order.
    pub fn of_letters(text: &str) -> Option<Bundle> {
        text.chars().try_fold(Bundle::EMPTY, |bundle, letter| {
            bundle.checked_with(Color::of_letter(letter)?)
        })
    }

    /// "2 blue and 1 yellow".
    pub fn words(self) -> String {
        let parts: Vec<String> = self
            .iter()
            .map(|(color, count)| format!("{count} {}", color.name()))
            .collect();
        match parts.split_last() {
            None => "no yarn".to_owned(),
            Some((only, [])) => only.clone(),
            Some((last, others)) => format!("{} and {last}", others.join(", ")),
        }
    }
}

impl fmt::Display for Bundle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use fmt::Write as _;
        for (color, count) in self.iter() {
            for _ in 0..count {
                f.write_char(color.letter())?;
            }
        }
        Ok(())
    }
}

impl fmt::Debug for Bundle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Bundle({self})")
    }
}

/// Letters in color order only: one bundle has one text.
impl FromStr for Bundle {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        Bundle::of_letters(text)
            .filter(|bundle| bundle.to_string() == text)
            .ok_or_else(|| NotationError::new(text, "yarn as letters in the order R, B, G, Y, O, P"))
    }
}

serde_as_text!(Bundle);

/// A player's yarn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Bowl(pub(crate) [u16; COLORS]);

impl Bowl {
    /// How many of this color.
    #[inline]
    pub const fn count(&self, color: Color) -> u16 {
        self.0[color as usize]
    }

    /// How many in all.
    #[inline]
    pub fn total(&self) -> u16 {
        self.0.iter().sum()
    }

    /// What of a bundle is not here.
    pub(crate) fn missing(&self, bundle: Bundle) -> Bundle {
        let lacks = |color: Color| u16::from(bundle.count(color)).saturating_sub(self.count(color)) as u8;
        let missing = Color::ALL.map(|color| Bundle::of(color, lacks(color)).0);
        Bundle(missing.into_iter().sum())
    }

    /// How many from this color on, in color order.
    #[inline]
    pub(crate) fn total_from(&self, color: Color) -> u16 {
        self.0[color as usize..].iter().sum()
    }

    pub(crate) fn add(&mut self, color: Color, count: u16) {
        self.0[color as usize] += count;
    }

    /// Takes yarn out that is known to be there.
    pub(crate) fn remove(&mut self, color: Color, count: u16) {
        self.0[color as usize] -= count;
    }

    pub(crate) fn add_all(&mut self, bundle: Bundle) {
        for (place, color) in Color::ALL.into_iter().enumerate() {
            self.0[place] += u16::from(bundle.count(color));
        }
    }

    /// Takes yarn out that is known to be there.
    pub(crate) fn remove_all(&mut self, bundle: Bundle) {
        for (place, color) in Color::ALL.into_iter().enumerate() {
            self.0[place] -= u16::from(bundle.count(color));
        }
    }

    /// What can be paid from this bowl, for many questions in a row.
    #[inline]
    pub(crate) fn purse(&self) -> Purse {
        let mut packed = Bundle::GUARDS;
        for (place, &count) in self.0.iter().enumerate() {
            packed |= u32::from(count.min(Bundle::MOST)) << (4 * place);
        }
        Purse(packed)
    }

    /// Is all of this in the bowl?
    pub fn holds(&self, bundle: Bundle) -> bool {
        self.purse().covers(bundle)
    }
}

/// A bowl packed for asking what it covers: a guard bit above each color survives the subtraction exactly when
/// there is enough of it.
#[derive(Clone, Copy)]
pub(crate) struct Purse(u32);

impl Purse {
    #[inline]
    pub(crate) fn covers(self, bundle: Bundle) -> bool {
        (self.0 - bundle.0) & Bundle::GUARDS == Bundle::GUARDS
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bundle_is_written_in_color_order_only() {
        let bundle = Bundle::of_letters("YBB").unwrap();
        assert_eq!(bundle.to_string(), "BBY");
        assert_eq!("BBY".parse(), Ok(bundle));
        assert!("YBB".parse::<Bundle>().is_err() && Bundle::of_letters("RRRRRRRR").is_none());
        assert_eq!(
            (bundle.len(), bundle.words().as_str()),
            (3, "2 blue and 1 yellow")
        );
    }

    #[test]
    fn a_bowl_covers_what_is_in_it_and_no_more() {
        let bowl = Bowl([0, 2, 0, 300, 7, 1]);
        for (text, covered) in [
            ("", true),
            ("BBY", true),
            ("BBB", false),
            ("R", false),
            ("YYYYYYYOOOOOOOP", true),
            ("PP", false),
        ] {
            assert_eq!(bowl.holds(Bundle::of_letters(text).unwrap()), covered, "{text}");
        }
        assert_eq!((bowl.total(), bowl.total_from(Color::Orange)), (310, 8));
    }
}
