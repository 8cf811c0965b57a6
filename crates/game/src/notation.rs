//! How things are written: names, numbers and actions, each said once and read both ways.
//!
//! [`named!`](crate::named) defines things with one name each, [`text_serde!`](crate::text_serde) gives a type whose
//! text says it all that text in JSON, and [`Notation`] derives how an action is written. What the derive expands to is
//! here, too.

use std::fmt::{self, Display, Formatter, Write as _};
use std::str::FromStr;

pub use bobbin_derive::Notation;

/// A text that is not what was expected there.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("\"{found}\": expected {expected}")]
pub struct NotationError {
    /// What was written.
    pub found: String,
    /// What would have been understood.
    pub expected: String,
}

impl NotationError {
    /// `found` was written where `expected` should be.
    pub fn new(found: impl Into<String>, expected: impl Into<String>) -> Self {
        NotationError {
            found: found.into(),
            expected: expected.into(),
        }
    }
}

/// A way to write a value where it is not its own `Display` and `FromStr`.
pub trait Spelling<T> {
    /// Writes it.
    fn write(value: &T, f: &mut Formatter<'_>) -> fmt::Result;
    /// Reads it again.
    fn read(text: &str) -> Result<T, NotationError>;
}

/// As the value writes itself.
#[derive(Debug)]
pub struct Plain;

impl<T: Display + FromStr<Err = NotationError>> Spelling<T> for Plain {
    fn write(value: &T, f: &mut Formatter<'_>) -> fmt::Result {
        value.fmt(f)
    }

    fn read(text: &str) -> Result<T, NotationError> {
        text.parse()
    }
}

/// A number without sign or leading zeros, so that one value has one text.
#[derive(Debug)]
pub struct Number;

impl<T: Display + FromStr> Spelling<T> for Number {
    fn write(value: &T, f: &mut Formatter<'_>) -> fmt::Result {
        value.fmt(f)
    }

    fn read(text: &str) -> Result<T, NotationError> {
        let number = text.parse().ok().filter(|number: &T| number.to_string() == text);
        number.ok_or_else(|| NotationError::new(text, "a number"))
    }
}

/// A place that is counted from 0 in the program and from 1 to `MOST` by people.
#[derive(Debug)]
pub struct FromOne<const MOST: u8>;

impl<const MOST: u8> Spelling<u8> for FromOne<MOST> {
    fn write(place: &u8, f: &mut Formatter<'_>) -> fmt::Result {
        (place + 1).fmt(f)
    }

    fn read(text: &str) -> Result<u8, NotationError> {
        let number: Option<u8> = <Number as Spelling<u8>>::read(text).ok();
        let number = number.filter(|number| (1..=MOST).contains(number));
        let number = number.ok_or_else(|| NotationError::new(text, format!("a number from 1 to {MOST}")))?;
        Ok(number - 1)
    }
}

/// A word of a pattern.
#[derive(Clone, Copy, Debug)]
pub enum Word {
    /// Exactly this.
    Literal(&'static str),
    /// A field: one word, the last field all that is left.
    Field,
    /// A field that may be missing, at the end.
    Optional,
}

/// The fields of a text that has the form of a pattern.
fn split<'t>(pattern: &[Word], text: &'t str) -> Option<Vec<&'t str>> {
    let mut fields = Vec::with_capacity(pattern.len());
    let mut rest = Some(text);
    for (place, word) in pattern.iter().enumerate() {
        let is_last = place + 1 == pattern.len();
        let Some(text) = rest else {
            match word {
                Word::Optional => fields.push(""),
                Word::Literal(_) | Word::Field => return None,
            }
            continue;
        };
        let (first, after) = match text.split_once(' ') {
            Some((first, after)) if !is_last || matches!(word, Word::Literal(_)) => (first, Some(after)),
            _ => (text, None),
        };
        match word {
            Word::Literal(literal) if *literal != first => return None,
            Word::Literal(_) => {}
            // A space with nothing after it is no field.
            Word::Field | Word::Optional if first.is_empty() => return None,
            Word::Field | Word::Optional => fields.push(first),
        }
        rest = after;
    }
    rest.is_none().then_some(fields)
}

/// An attempt to read a text as one variant after the other.
#[derive(Debug)]
pub struct Reading<'t> {
    text: &'t str,
    wrong: Vec<NotationError>,
}

impl<'t> Reading<'t> {
    /// Of this text.
    pub fn new(text: &'t str) -> Self {
        Reading {
            text,
            wrong: Vec::new(),
        }
    }

    /// The text as a variant with this pattern. Without `any_case` it must be what the variant is written as.
    pub fn variant<T: Display>(
        &mut self,
        pattern: &[Word],
        any_case: bool,
        read: impl FnOnce(std::vec::IntoIter<&'t str>) -> Result<T, NotationError>,
    ) -> Option<T> {
        match read(split(pattern, self.text)?.into_iter()) {
            Ok(value) if any_case || value.to_string() == self.text => Some(value),
            Ok(value) => {
                let spelling = format!("the spelling \"{value}\"");
                self.wrong.push(NotationError::new(self.text, spelling));
                None
            }
            Err(error) => {
                self.wrong.push(error);
                None
            }
        }
    }

    /// What is wrong with a text that is no variant: what the only one says whose form it has, or else what it could
    /// look like.
    pub fn error(self, examples: &[&str]) -> NotationError {
        if let [_] = self.wrong[..] {
            return self.wrong.into_iter().next().expect("there is one");
        }
        let verb = |text: &str| text.split(' ').next().unwrap_or_default().to_owned();
        let alike: Vec<String> = examples
            .iter()
            .filter(|example| verb(example) == verb(self.text))
            .map(|example| format!("\"{example}\""))
            .collect();
        if !alike.is_empty() {
            return NotationError::new(self.text, format!("something like {}", alike.join(" or ")));
        }
        // A few are shown; of many only how they begin.
        match examples {
            [only] => return NotationError::new(self.text, format!("something like \"{only}\"")),
            [first @ .., last] if first.len() < 3 => {
                let expected = format!("\"{}\" or \"{last}\"", first.join("\", \""));
                return NotationError::new(self.text, expected);
            }
            _ => {}
        }
        let mut verbs: Vec<String> = examples.iter().map(|example| verb(example)).collect();
        verbs.dedup();
        NotationError::new(self.text, format!("an action: {}", verbs.join(", ")))
    }
}

/// Writes a field after `space`; one that may be missing is left out together with it.
pub fn write<S: Spelling<T>, T>(
    value: &T,
    space: &str,
    is_optional: bool,
    f: &mut Formatter<'_>,
) -> fmt::Result {
    let text = Spelt::<S, T>(value, std::marker::PhantomData);
    if !is_optional {
        return write!(f, "{space}{text}");
    }
    let text = text.to_string();
    if text.is_empty() {
        Ok(())
    } else {
        write!(f, "{space}{text}")
    }
}

/// Reads the next field.
pub fn read<'t, S: Spelling<T>, T>(words: &mut impl Iterator<Item = &'t str>) -> Result<T, NotationError> {
    S::read(words.next().unwrap_or_default())
}

/// The name of a piece: its kind, and which.
pub fn pick<S: Spelling<T>, T>(kind: &str, which: &T) -> String {
    let mut name = kind.to_owned();
    let which = Spelt::<S, T>(which, std::marker::PhantomData);
    write!(name, "{which}").expect("a string takes everything");
    name
}

/// Which piece of a kind has this name.
pub fn picked<S: Spelling<T>, T>(kind: &str, name: &str) -> Option<T> {
    S::read(name.strip_prefix(kind)?).ok()
}

struct Spelt<'a, S, T>(&'a T, std::marker::PhantomData<S>);

impl<S: Spelling<T>, T> Display for Spelt<'_, S, T> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        S::write(self.0, f)
    }
}

/// Defines an enum whose members have one name each, the same in Rust, records, data and JSON: `Display`, `FromStr`,
/// serde, and numbering for tables.
///
/// ```
/// bobbin_game::named! {
///     /// A suit.
///     Suit, "a suit", {
///         /// Black.
///         Spades = "spades",
///         /// Red.
///         Hearts = "hearts",
///     }
/// }
/// assert_eq!(Suit::Hearts.to_string(), "hearts");
/// assert_eq!("spades".parse(), Ok(Suit::Spades));
/// assert_eq!("clubs".parse::<Suit>().unwrap_err().to_string(), "\"clubs\": expected a suit: spades, hearts");
/// ```
#[macro_export]
macro_rules! named {
    ($(#[$meta:meta])* $name:ident, $expected:literal, { $($(#[$doc:meta])* $member:ident = $text:literal,)+ }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[repr(u8)]
        pub enum $name { $($(#[$doc])* $member,)+ }

        impl $name {
            /// All of them, in order.
            pub const ALL: [$name; [$($text),+].len()] = [$($name::$member),+];
            /// How many there are.
            pub const COUNT: usize = $name::ALL.len();

            /// The number for indexing tables.
            #[inline]
            pub const fn index(self) -> usize {
                self as usize
            }

            /// The one name.
            pub const fn name(self) -> &'static str {
                match self { $($name::$member => $text,)+ }
            }

            /// All of them as the choices of an option, with these labels.
            pub const fn choices(labels: [&'static str; Self::COUNT]) -> [$crate::Choice; Self::COUNT] {
                let mut choices = [$crate::setup::choice("", ""); Self::COUNT];
                let mut place = 0;
                while place < Self::COUNT {
                    choices[place] = $crate::setup::choice(Self::ALL[place].name(), labels[place]);
                    place += 1;
                }
                choices
            }
        }

        impl ::std::fmt::Display for $name {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                f.pad(self.name())
            }
        }

        impl ::std::str::FromStr for $name {
            type Err = $crate::NotationError;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                match text {
                    $($text => Ok($name::$member),)+
                    _ => Err($crate::NotationError::new(
                        text,
                        format!("{}: {}", $expected, [$($text),+].join(", ")),
                    )),
                }
            }
        }

        $crate::text_serde!(named $name);
    };
}

/// Implements serde by the one text form, `Display` and `FromStr`. Where an API is described it is a string; of a type
/// with few values these can be told, too: `text_serde!(Suit, one of Suit::ALL)`. What [`named!`](crate::named) makes
/// is written by its name.
#[macro_export]
macro_rules! text_serde {
    (named $name:ident) => {
        impl ::serde::Serialize for $name {
            fn serialize<S: ::serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.name())
            }
        }

        $crate::text_serde!(@read $name);
        $crate::described_as_one_of!($name, $name::ALL);
    };
    ($name:ident, one of $all:expr) => {
        $crate::text_serde!(@serde $name);
        $crate::described_as_one_of!($name, $all);
    };
    ($($name:ident),+) => {
        $($crate::text_serde!(@serde $name);
        $crate::described_as_text!($name);)+
    };
    (@serde $name:ident) => {
        impl ::serde::Serialize for $name {
            fn serialize<S: ::serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        $crate::text_serde!(@read $name);
    };
    (@read $name:ident) => {
        impl<'de> ::serde::Deserialize<'de> for $name {
            fn deserialize<D: ::serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let text = <::std::borrow::Cow<'_, str>>::deserialize(deserializer)?;
                text.parse().map_err(::serde::de::Error::custom)
            }
        }
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Clone, Copy, PartialEq, Eq, Debug, Notation)]
    enum Deed {
        /// `go 3`: to a place.
        #[notation("go {0: FromOne<4>}")]
        #[touch("place:{0: FromOne<4>}")]
        Go(u8),
        /// `pay 7 slowly`: so much, or without a number all.
        #[notation("pay {sum: Number} {how?: How}")]
        Pay { sum: u16, how: bool },
        /// `any 2 of 3`: some of them.
        #[notation("any {0: Number} of {1: Number}")]
        #[touch("some", "of:{1: Number}", "take:{0: Number}")]
        Any(u8, u8),
        /// `any place`: wherever.
        #[notation("any place")]
        #[touch]
        Anywhere,
    }

    struct How;

    impl Spelling<bool> for How {
        fn write(slowly: &bool, f: &mut Formatter<'_>) -> fmt::Result {
            f.write_str(if *slowly { "slowly" } else { "" })
        }

        fn read(text: &str) -> Result<bool, NotationError> {
            match text {
                "" => Ok(false),
                "slowly" => Ok(true),
                _ => Err(NotationError::new(text, "slowly or nothing")),
            }
        }
    }

    #[test]
    fn a_text_is_read_as_it_is_written() {
        for text in Deed::EXAMPLES.iter().chain(&["pay 7"]) {
            assert_eq!(text.parse::<Deed>().expect("it is a deed").to_string(), *text);
        }
        assert_eq!(
            Deed::EXAMPLES,
            ["go 3", "pay 7 slowly", "any 2 of 3", "any place"]
        );
    }

    #[test]
    fn what_is_wrong_is_told() {
        let error = |text: &str| text.parse::<Deed>().expect_err(text).to_string();
        assert_eq!(error("go 5"), "\"5\": expected a number from 1 to 4");
        assert_eq!(error("go 03"), "\"03\": expected a number from 1 to 4");
        assert_eq!(error("go 3 "), "\"3 \": expected a number from 1 to 4");
        assert_eq!(error("go"), "\"go\": expected something like \"go 3\"");
        assert_eq!(
            error("pay 7 "),
            "\"pay 7 \": expected something like \"pay 7 slowly\""
        );
        assert_eq!(error("pay 7 fast"), "\"fast\": expected slowly or nothing");
        assert_eq!(
            error("any"),
            "\"any\": expected something like \"any 2 of 3\" or \"any place\""
        );
        assert_eq!(
            error("any place "),
            "\"any place \": expected something like \"any 2 of 3\" or \"any place\""
        );
        assert_eq!(error(""), "\"\": expected an action: go, pay, any");
    }

    #[test]
    fn pieces_are_read_both_ways() {
        for (deed, picks) in [
            (Deed::Go(2), vec!["place:3"]),
            (Deed::Any(2, 3), vec!["some", "of:3", "take:2"]),
        ] {
            assert_eq!(deed.touches().expect("it is said by touching"), picks);
            assert_eq!(Deed::touched(&picks), [deed]);
        }
        assert_eq!(Deed::Anywhere.touches(), Some(Vec::new()));
        assert_eq!(Deed::Pay { sum: 1, how: true }.touches(), None);
        assert_eq!(Deed::touched(&["place:9"]), []);
        assert_eq!(Deed::touched(&["some", "of:3"]), []);
    }
}
