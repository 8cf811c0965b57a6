//! Where luck comes from.
//!
//! Chance is an argument of the rules, never a field of a state: so a state holds no future, a draw is visible, and
//! whoever searches brings luck of its own.

use std::fmt;

use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// Which deck, bag or coin is drawn from. A game numbers its own; draws of one stream do not disturb another.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Stream(pub u32);

/// A source of luck that the rules ask.
pub trait Chance {
    /// A number from 0 up to but not including `bound`, all equally likely.
    ///
    /// # Panics
    /// May panic if `bound` is 0: there is nothing to draw.
    fn draw(&mut self, stream: Stream, bound: u32) -> u32;

    /// A number below a bound that may be too large for [`Chance::draw`], all equally likely. For who counts all
    /// possible deals and draws one of them. As many random bits as the bound has are drawn, until they are below it.
    ///
    /// # Panics
    /// If `bound` is 0.
    fn draw_wide(&mut self, stream: Stream, bound: u128) -> u128 {
        assert!(bound > 0, "there is nothing to draw");
        loop {
            let mut number = 0;
            let mut bits = u128::BITS - (bound - 1).leading_zeros();
            while bits > 0 {
                let some = bits.min(16);
                number = number << some | u128::from(self.draw(stream, 1 << some));
                bits -= some;
            }
            if number < bound {
                return number;
            }
        }
    }

    /// The rules say: something hidden from the acting seat has just become visible without a draw (a known bottom
    /// card shown to someone new, say). It bounds undo as a draw does. What a player shows of their own secrets
    /// (a card played from the hand) is no reveal: the action names it.
    fn reveal(&mut self);

    /// Draws one of several kinds, each as likely as its count: the way to draw from a deck or bag kept as counts.
    ///
    /// # Panics
    /// If all counts are 0.
    fn draw_counted(&mut self, stream: Stream, counts: &[impl Copy + Into<u32>]) -> usize
    where
        Self: Sized,
    {
        let total = counts.iter().map(|&count| count.into()).sum();
        let mut left: u32 = self.draw(stream, total);
        for (kind, &count) in counts.iter().enumerate() {
            let count = count.into();
            if left < count {
                return kind;
            }
            left -= count;
        }
        unreachable!("a draw is below its bound, the sum of the counts")
    }

    /// Shuffles a slice: every order is equally likely.
    fn shuffle<T>(&mut self, stream: Stream, items: &mut [T])
    where
        Self: Sized,
    {
        for last in (1..items.len()).rev() {
            let other = self.draw(stream, last as u32 + 1) as usize;
            items.swap(last, other);
        }
    }
}

impl<C: Chance + ?Sized> Chance for &mut C {
    fn draw(&mut self, stream: Stream, bound: u32) -> u32 {
        (**self).draw(stream, bound)
    }

    fn reveal(&mut self) {
        (**self).reveal();
    }
}

/// The secret a match's luck is made of.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Seed(pub [u8; 32]);

impl Seed {
    /// The seed with this name: 64 hexadecimal digits are the seed itself, any other text stands for its SHA-256.
    pub fn named(name: &str) -> Seed {
        parse_hex(name).map_or_else(|| Seed(Sha256::digest(name.as_bytes()).into()), Seed)
    }

    /// What is published before the first action, so that the seed cannot be changed later.
    pub fn commitment(&self) -> Commitment {
        Commitment(Sha256::digest(self.0).into())
    }
}

/// The SHA-256 of a seed.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Commitment(pub [u8; 32]);

impl Commitment {
    /// Is this the seed that was committed to?
    pub fn is_of(&self, seed: &Seed) -> bool {
        seed.commitment() == *self
    }
}

/// Implements the hexadecimal text form of a 32-byte value: `Display`, `Debug`, `FromStr` and serde.
macro_rules! hex_text {
    ($name:ident) => {
        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
            }
        }

        impl std::fmt::Debug for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, "{}({self})", stringify!($name))
            }
        }

        impl std::str::FromStr for $name {
            type Err = $crate::chance::HexError;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                $crate::chance::parse_hex(text)
                    .map($name)
                    .ok_or($crate::chance::HexError)
            }
        }

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
pub(crate) use hex_text;

hex_text!(Seed);
hex_text!(Commitment);

/// A text that is not 64 lower-case hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("expected 64 hexadecimal digits (0-9, a-f)")]
pub struct HexError;

pub(crate) fn parse_hex(text: &str) -> Option<[u8; 32]> {
    let digit = |byte: u8| match byte {
        b'0'..=b'9' => Some(byte - b'0'),
        b'a'..=b'f' => Some(byte - b'a' + 10),
        _ => None,
    };
    let digits: &[u8; 64] = text.as_bytes().try_into().ok()?;
    let mut bytes = [0; 32];
    for (byte, pair) in bytes.iter_mut().zip(digits.chunks_exact(2)) {
        *byte = digit(pair[0])? << 4 | digit(pair[1])?;
    }
    Some(bytes)
}

/// One answer of a match's chance.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Draw {
    /// Which deck, bag or coin.
    pub stream: Stream,
    /// How many draws this stream had given before.
    pub number: u64,
    /// The answer is below this.
    pub bound: u32,
    /// The answer.
    pub value: u32,
}

/// What chance was asked for, and whether something was revealed.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Trace {
    /// The draws, in order.
    pub draws: Vec<Draw>,
    /// How often the rules said that something became visible.
    pub reveals: u32,
}

impl Trace {
    /// Nothing drawn and nothing revealed.
    pub fn is_silent(&self) -> bool {
        self.draws.is_empty() && self.reveals == 0
    }
}

/// The luck of a match: `ChaCha8` keyed by the seed, with the stream as nonce and the number of the draw as block
/// counter. Each draw has a block of its own, so the same seed and the same actions give the same game on every
/// machine, for ever, whatever is drawn from other streams in between.
#[derive(Clone, Debug)]
pub struct MatchChance {
    seed: Seed,
    drawn: Vec<(Stream, u64)>,
    trace: Trace,
}

impl MatchChance {
    /// Chance at the start of a match.
    pub fn new(seed: Seed) -> Self {
        MatchChance {
            seed,
            drawn: Vec::new(),
            trace: Trace::default(),
        }
    }

    /// What has been asked and revealed since the last call.
    pub fn take_trace(&mut self) -> Trace {
        std::mem::take(&mut self.trace)
    }

    fn next_number(&mut self, stream: Stream) -> u64 {
        let place = self
            .drawn
            .iter()
            .position(|&(known, _)| known == stream)
            .unwrap_or_else(|| {
                self.drawn.push((stream, 0));
                self.drawn.len() - 1
            });
        let number = self.drawn[place].1;
        self.drawn[place].1 += 1;
        number
    }
}

impl Chance for MatchChance {
    fn draw(&mut self, stream: Stream, bound: u32) -> u32 {
        assert!(bound > 0, "drew from nothing: {stream:?}");
        let number = self.next_number(stream);
        let mut block = ChaCha8Rng::from_seed(self.seed.0);
        block.set_stream(u64::from(stream.0));
        block.set_word_pos(u128::from(number) * 16);
        let value = (0..8).find_map(|_| below(block.next_u64(), bound)).unwrap_or(0);
        self.trace.draws.push(Draw {
            stream,
            number,
            bound,
            value,
        });
        value
    }

    fn reveal(&mut self) {
        self.trace.reveals += 1;
    }
}

/// `word` mapped to a number below `bound`, or nothing if it falls into the part that would make some numbers
/// likelier than others: less than one word in four billion, so eight in a row never happen.
fn below(word: u64, bound: u32) -> Option<u32> {
    let bound = u64::from(bound);
    let wide = u128::from(word) * u128::from(bound);
    ((wide as u64) >= bound.wrapping_neg() % bound).then_some((wide >> 64) as u32)
}

/// Luck for search and simulation: fast, reproducible from its seed, not secret.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SearchChance(u64);

impl SearchChance {
    /// A generator that gives the same numbers for the same seed on every machine.
    pub fn new(seed: u64) -> Self {
        SearchChance(seed)
    }

    /// The next 64 random bits (wyrand: one addition and one wide multiplication).
    #[inline]
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0xa076_1d64_78bd_642f);
        let wide = u128::from(self.0) * u128::from(self.0 ^ 0xe703_7ed1_a0b4_28db);
        (wide >> 64) as u64 ^ wide as u64
    }

    /// A number below `bound`, which must not be 0. The bias is below `bound` / 2³², far under what any simulation
    /// can see; [`MatchChance`] has none.
    #[inline]
    pub fn below(&mut self, bound: u32) -> u32 {
        ((u64::from(self.bits() as u32) * u64::from(bound)) >> 32) as u32
    }
}

impl Chance for SearchChance {
    #[inline]
    fn draw(&mut self, _stream: Stream, bound: u32) -> u32 {
        debug_assert!(bound > 0, "drew from nothing");
        self.below(bound)
    }

    #[inline]
    fn reveal(&mut self) {}
}

/// Any source of luck, watched: for whoever must know whether an action asked.
pub struct Watched<C> {
    /// The source that answers.
    pub inner: C,
    /// How many draws were made.
    pub draws: u32,
    /// How often something was revealed.
    pub reveals: u32,
}

impl<C: Chance> Watched<C> {
    /// Watches `inner` from now on.
    pub fn new(inner: C) -> Self {
        Watched {
            inner,
            draws: 0,
            reveals: 0,
        }
    }

    /// Nothing drawn and nothing revealed since watching began.
    pub fn is_silent(&self) -> bool {
        self.draws == 0 && self.reveals == 0
    }
}

impl<C: Chance> Chance for Watched<C> {
    fn draw(&mut self, stream: Stream, bound: u32) -> u32 {
        self.draws += 1;
        self.inner.draw(stream, bound)
    }

    fn reveal(&mut self) {
        self.reveals += 1;
        self.inner.reveal();
    }
}

impl<C> fmt::Debug for Watched<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Watched({} draws, {} reveals)", self.draws, self.reveals)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DECK: Stream = Stream(1);
    const BAG: Stream = Stream(2);

    #[test]
    fn a_stream_is_not_disturbed_by_another() {
        let mut alone = MatchChance::new(Seed::named("x"));
        let mut mixed = alone.clone();
        for round in 0..50 {
            for _ in 0..round % 3 {
                mixed.draw(BAG, 144);
            }
            assert_eq!(alone.draw(DECK, 52), mixed.draw(DECK, 52));
        }
    }

    #[test]
    fn the_first_draws_of_a_seed_are_pinned_for_ever() {
        let mut chance = MatchChance::new(Seed::named("pinned"));
        let deck: Vec<u32> = (0..8).map(|_| chance.draw(DECK, 1000)).collect();
        let bag: Vec<u32> = (0..8).map(|_| chance.draw(BAG, 1000)).collect();
        assert_eq!(deck, PINNED_DECK);
        assert_eq!(bag, PINNED_BAG);
        let mut search = SearchChance::new(7);
        assert_eq!([(); 4].map(|()| search.below(1000)), PINNED_SEARCH);
    }
    const PINNED_DECK: [u32; 8] = [752, 656, 945, 762, 480, 249, 725, 297];
    const PINNED_BAG: [u32; 8] = [180, 695, 387, 867, 188, 834, 826, 285];
    const PINNED_SEARCH: [u32; 4] = [883, 985, 441, 342];

    #[test]
    fn draws_and_reveals_are_told_once() {
        let mut chance = MatchChance::new(Seed::named("x"));
        assert!(chance.take_trace().is_silent());
        let value = chance.draw(DECK, 6);
        chance.reveal();
        let trace = chance.take_trace();
        assert_eq!(
            trace.draws,
            [Draw {
                stream: DECK,
                number: 0,
                bound: 6,
                value
            }]
        );
        assert_eq!(trace.reveals, 1);
        assert!(chance.take_trace().is_silent());
    }

    #[test]
    fn a_biased_word_is_drawn_again() {
        // With bound 3 exactly one word of 2^64 is refused, the one that would make 0 too likely.
        assert_eq!(below(0, 3), None);
        assert_eq!(below(1, 3), Some(0));
        assert_eq!(below(u64::MAX, 3), Some(2));
        assert_eq!(below(0, 4), Some(0));
    }

    #[test]
    fn wide_draws_reach_every_number_below_their_bound() {
        let mut chance = SearchChance::new(3);
        assert_eq!(chance.draw_wide(BAG, 1), 0);
        let mut seen = [0; 3];
        (0..300).for_each(|_| seen[chance.draw_wide(BAG, 3) as usize] += 1);
        assert!(seen.iter().all(|&count| count > 60), "{seen:?}");
        let high = (0..200)
            .filter(|_| chance.draw_wide(BAG, 3 << 90) >= 2 << 90)
            .count();
        assert!((40..95).contains(&high), "{high}");
    }

    #[test]
    fn counted_draws_never_give_what_is_not_there() {
        let mut chance = SearchChance::new(1);
        let mut seen = [0; 4];
        for _ in 0..4000 {
            seen[chance.draw_counted(BAG, &[0u8, 1, 0, 3])] += 1;
        }
        assert_eq!((seen[0], seen[2]), (0, 0));
        assert!((800..1200).contains(&seen[1]), "{seen:?}");
    }

    #[test]
    fn a_commitment_fits_one_seed() {
        let seed = Seed::named("a");
        assert!(seed.commitment().is_of(&seed));
        assert!(!seed.commitment().is_of(&Seed::named("b")));
        assert_eq!(
            Seed::named(&seed.to_string()),
            seed,
            "64 hex digits name the seed itself"
        );
        assert_eq!("zz".parse::<Seed>(), Err(HexError));
    }
}
