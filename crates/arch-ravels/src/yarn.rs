//! Colors, small sets of yarn, and bowls.

use std::fmt;
use std::str::FromStr;

use bobbin_game::NotationError;
use bobbin_game::sentence::listed;
use serde::{Deserialize, Serialize};

/// A color of yarn.
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

    /// The color with this letter, capital or small.
    pub fn of_letter(letter: char) -> Option<Color> {
        let letter = letter.to_ascii_uppercase();
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

bobbin_game::text_serde!(Color, one of Color::ALL);

/// A few yarn: at most fifteen of each color. Five bits a color, so that "is all of this in the bowl?" is one
/// subtraction. The text form is one letter for each yarn: `BBY`. It is written in color order and read in any.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Bundle(u32);

impl Bundle {
    /// No yarn.
    pub const EMPTY: Bundle = Bundle(0);
    /// The most of one color.
    pub const MOST: u8 = 15;
    const BITS: u32 = 5;
    /// The fifth bit of every color: never set in a bundle.
    const GUARDS: u32 = 0b10000_10000_10000_10000_10000_10000;

    /// So many of one color.
    ///
    /// # Panics
    /// If `count` is above [`Bundle::MOST`].
    pub const fn of(color: Color, count: u8) -> Bundle {
        assert!(count <= Bundle::MOST, "a bundle holds at most fifteen of a color");
        Bundle((count as u32) << (Bundle::BITS * color as u32))
    }

    /// How many of this color.
    pub const fn count(self, color: Color) -> u8 {
        (self.0 >> (Bundle::BITS * color as u32)) as u8 & Bundle::MOST
    }

    /// How many in all.
    pub fn len(self) -> u8 {
        Color::ALL.into_iter().map(|color| self.count(color)).sum()
    }

    /// No yarn at all?
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// With one more of this color, unless it has fifteen already.
    pub fn checked_with(self, color: Color) -> Option<Bundle> {
        (self.count(color) < Bundle::MOST).then(|| Bundle(self.0 + (1 << (Bundle::BITS * color as u32))))
    }

    /// Is all of `other` in it?
    pub fn holds(self, other: Bundle) -> bool {
        Purse(self.0 | Bundle::GUARDS).covers(other)
    }

    /// The colors and how many of each, as far as there are any.
    pub fn iter(self) -> impl Iterator<Item = (Color, u8)> {
        Color::ALL
            .into_iter()
            .map(move |color| (color, self.count(color)))
            .filter(|&(_, count)| count > 0)
    }

    /// Reads letters, in any order and case.
    pub fn of_letters(text: &str) -> Option<Bundle> {
        text.chars().try_fold(Bundle::EMPTY, |bundle, letter| {
            bundle.checked_with(Color::of_letter(letter)?)
        })
    }

    /// "2 blue and 1 yellow".
    pub fn words(self) -> String {
        let parts = self
            .iter()
            .map(|(color, count)| format!("{count} {}", color.name()));
        listed(parts, "no yarn")
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

impl FromStr for Bundle {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        Bundle::of_letters(text)
            .ok_or_else(|| NotationError::new(text, "yarn as letters: R, B, G, Y, O, P, at most 15 of each"))
    }
}

bobbin_game::text_serde!(Bundle);

/// A player's yarn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
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

    /// In how many ways so many can be taken out of it.
    pub(crate) fn ways(&self, count: u8) -> u32 {
        let mut ways = [0; Self::MOST_TAKEN + 1];
        ways[0] = 1;
        for &have in &self.0 {
            for taken in (1..=usize::from(count)).rev() {
                let fewer = taken - taken.min(usize::from(have));
                ways[taken] = ways[fewer..=taken].iter().sum();
            }
        }
        ways[usize::from(count)]
    }
    /// No cost is greater (a pack's `42 any`).
    const MOST_TAKEN: usize = 42;

    /// What there is to take if there is only one way to take so many.
    pub(crate) fn only_way(&self, count: u8) -> Option<Bowl> {
        if self.total() == u16::from(count) {
            return Some(*self);
        }
        let color = self.only_color().filter(|_| self.total() > u16::from(count))?;
        let mut taken = Bowl::default();
        taken.add(color, u16::from(count));
        Some(taken)
    }

    /// The color of all its yarn, if that is one.
    pub(crate) fn only_color(&self) -> Option<Color> {
        let mut colors = Color::ALL.into_iter().filter(|&color| self.count(color) > 0);
        colors.next().filter(|_| colors.next().is_none())
    }

    /// Every set of so many that can be taken out of it, each once.
    pub(crate) fn each_way(&self, count: u8, mut each: impl FnMut(Bundle)) {
        fn next(bowl: &Bowl, color: usize, left: u8, taken: Bundle, each: &mut impl FnMut(Bundle)) {
            if left == 0 {
                return each(taken);
            }
            if color == COLORS {
                return;
            }
            let most = bowl.0[color].min(u16::from(left)) as u8;
            for count in (0..=most).rev() {
                let with = Bundle(taken.0 + Bundle::of(Color::ALL[color], count).0);
                next(bowl, color + 1, left - count, with, each);
            }
        }
        next(self, 0, count, Bundle::EMPTY, &mut each);
    }

    /// With so many more or fewer of this color, never less than none.
    #[must_use]
    pub fn changed(mut self, color: Color, by: i16) -> Bowl {
        let count = &mut self.0[color as usize];
        *count = count.saturating_add_signed(by);
        self
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
            packed |= u32::from(count.min(u16::from(Bundle::MOST))) << (Bundle::BITS * place as u32);
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
    fn a_bundle_is_written_in_color_order_and_read_in_any() {
        let bundle = Bundle::of_letters("YBB").unwrap();
        assert_eq!(bundle.to_string(), "BBY");
        for text in ["BBY", "YBB", "byb"] {
            assert_eq!(text.parse(), Ok(bundle));
        }
        assert!("RX".parse::<Bundle>().is_err() && Bundle::of_letters(&"R".repeat(16)).is_none());
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
            ("YYYYYYYYYYYYYYY", true),
            ("OOOOOOOO", false),
            ("PP", false),
        ] {
            assert_eq!(bowl.holds(Bundle::of_letters(text).unwrap()), covered, "{text}");
        }
        assert_eq!(bowl.total(), 310);
    }

    #[test]
    fn every_way_to_take_some_is_counted_and_listed_once() {
        for (bowl, count, ways) in [
            ([9; COLORS], 3, 56),
            ([9; COLORS], 5, 252),
            ([1; COLORS], 6, 1),
            ([0, 2, 0, 1, 0, 0], 2, 2),
            ([0, 0, 0, 7, 0, 0], 5, 1),
            ([1, 0, 0, 0, 0, 0], 2, 0),
        ] {
            let bowl = Bowl(bowl);
            let mut listed = Vec::new();
            bowl.each_way(count, |bundle| listed.push(bundle));
            assert!(
                listed
                    .iter()
                    .all(|&bundle| bundle.len() == count && bowl.holds(bundle))
            );
            listed.sort();
            listed.dedup();
            assert_eq!(
                (listed.len(), bowl.ways(count)),
                (ways, ways as u32),
                "{bowl:?} {count}"
            );
            assert_eq!(bowl.only_way(count).is_some(), ways == 1, "{bowl:?} {count}");
        }
    }
}
