//! Kinds of things that have one name each, the same in Rust, records, data and JSON.

/// Defines an enum whose members have one text each: `Display`, `FromStr`, serde, and numbering for tables.
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
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.name())
            }
        }

        impl std::str::FromStr for $name {
            type Err = bobbin_game::NotationError;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                match text {
                    $($text => Ok($name::$member),)+
                    _ => Err(bobbin_game::NotationError::new(
                        text,
                        format!("{}: {}", $expected, [$($text),+].join(", ")),
                    )),
                }
            }
        }

        crate::named::text_serde!($name);
    };
}

/// Implements serde by the one text form, `Display` and `FromStr`.
macro_rules! text_serde {
    ($name:ident) => {
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

pub(crate) use {named, text_serde};
