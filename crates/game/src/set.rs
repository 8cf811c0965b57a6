//! Sets of small things: seats, cards, colors.

/// Defines a set as the bits of one word. Members are numbered: one expression gives the number of a member, another
/// the member of a number. Its JSON is the list of its members.
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
///
/// bobbin_game::set_of! {
///     /// Suits.
///     #[derive(Debug)]
///     Suits(u8) of Suit, |suit| suit as u8, |number| Suit::ALL[number as usize]
/// }
///
/// let suits = Suits::only(Suit::Hearts).with(Suit::Spades);
/// assert!(suits.iter().eq(Suit::ALL));
/// assert_eq!(suits - Suits::only(Suit::Spades), Suits::only(Suit::Hearts));
/// ```
#[macro_export]
macro_rules! set_of {
    (
        $(#[$meta:meta])*
        $set:ident($word:ident) of $member:ident, |$value:ident| $number:expr, |$place:ident| $back:expr
    ) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
        pub struct $set($word);

        impl $set {
            /// Nothing at all.
            pub const EMPTY: $set = $set(0);

            /// Just this one.
            #[inline]
            pub const fn only($value: $member) -> $set {
                $set(1 << $number)
            }

            /// Is this one in the set?
            #[inline]
            pub const fn contains(self, $value: $member) -> bool {
                self.0 & (1 << $number) != 0
            }

            /// Is all of `other` in this set, too?
            #[inline]
            pub const fn contains_all(self, other: $set) -> bool {
                other.0 & !self.0 == 0
            }

            /// Is anything in both sets?
            #[inline]
            pub const fn meets(self, other: $set) -> bool {
                self.0 & other.0 != 0
            }

            /// Is nothing in the set?
            #[inline]
            pub const fn is_empty(self) -> bool {
                self.0 == 0
            }

            /// How many are in the set.
            #[inline]
            pub const fn len(self) -> usize {
                self.0.count_ones() as usize
            }

            /// The lowest of the set.
            #[inline]
            pub const fn first(self) -> Option<$member> {
                let $place = self.0.trailing_zeros() as u8;
                if self.is_empty() { None } else { Some($back) }
            }

            /// The set with this one added.
            #[inline]
            #[must_use]
            pub const fn with(self, $value: $member) -> $set {
                $set(self.0 | 1 << $number)
            }

            /// The set with this one taken out.
            #[inline]
            #[must_use]
            pub const fn without(self, $value: $member) -> $set {
                $set(self.0 & !(1 << $number))
            }

            /// From the lowest to the highest.
            #[inline]
            pub fn iter(self) -> impl Iterator<Item = $member> {
                let mut left = self;
                ::std::iter::from_fn(move || {
                    let first = left.first();
                    left.0 &= left.0.wrapping_sub(1);
                    first
                })
            }

            /// The one at this place of `iter`, which must be below `len`.
            #[inline]
            pub fn nth(self, place: usize) -> $member {
                let left = (0..place).fold(self.0, |left, _| left & left.wrapping_sub(1));
                $set(left).first().expect("the place is below the length")
            }
        }

        impl ::std::ops::BitOr for $set {
            type Output = $set;
            #[inline]
            fn bitor(self, other: $set) -> $set {
                $set(self.0 | other.0)
            }
        }

        impl ::std::ops::BitAnd for $set {
            type Output = $set;
            #[inline]
            fn bitand(self, other: $set) -> $set {
                $set(self.0 & other.0)
            }
        }

        impl ::std::ops::Sub for $set {
            type Output = $set;
            #[inline]
            fn sub(self, other: $set) -> $set {
                $set(self.0 & !other.0)
            }
        }

        impl ::std::ops::BitOrAssign for $set {
            #[inline]
            fn bitor_assign(&mut self, other: $set) {
                *self = *self | other;
            }
        }

        impl ::std::ops::SubAssign for $set {
            #[inline]
            fn sub_assign(&mut self, other: $set) {
                *self = *self - other;
            }
        }

        impl FromIterator<$member> for $set {
            fn from_iter<I: IntoIterator<Item = $member>>(members: I) -> $set {
                members.into_iter().fold($set::EMPTY, $set::with)
            }
        }

        /// All that is in any of them.
        impl FromIterator<$set> for $set {
            #[inline]
            fn from_iter<I: IntoIterator<Item = $set>>(sets: I) -> $set {
                sets.into_iter().fold($set::EMPTY, |all, set| all | set)
            }
        }

        impl ::serde::Serialize for $set {
            fn serialize<S: ::serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_seq(self.iter())
            }
        }
    };
}
