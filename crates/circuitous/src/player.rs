//! A player's cards, and what is proved about them.

use bobbin_game::{Chance, Stream};

use crate::content::DECK;

/// How many cards a player draws up to.
pub(crate) const HAND: u8 = 5;

/// How many of each kind.
pub(crate) type Counts = [u8; DECK];

pub(crate) fn size(counts: &Counts) -> u8 {
    counts.iter().sum()
}

/// A player's cards. A deck is counts: a card is drawn when it is taken.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Player {
    pub(crate) hand: Counts,
    pub(crate) deck: Counts,
    pub(crate) discard: Counts,
    pub(crate) hand_size: u8,
    pub(crate) deck_size: u8,
    pub(crate) turns: u8,
    pub(crate) proof: Proof,
}

impl Player {
    pub(crate) fn new(deck: Counts) -> Player {
        Player {
            hand: [0; DECK],
            deck,
            discard: [0; DECK],
            hand_size: 0,
            deck_size: size(&deck),
            turns: 0,
            proof: Proof::NOTHING,
        }
    }

    /// 2.3: neither hand nor deck.
    pub(crate) fn is_out(&self) -> bool {
        self.hand_size == 0 && self.deck_size == 0
    }

    /// Draws a card, if there is one.
    pub(crate) fn draw(&mut self, stream: Stream, chance: &mut impl Chance) -> Option<usize> {
        if self.deck_size == 0 {
            return None;
        }
        let kind = chance.draw_counted(stream, &self.deck);
        self.deck[kind] -= 1;
        self.deck_size -= 1;
        self.hand[kind] += 1;
        self.hand_size += 1;
        Some(kind)
    }

    /// Puts the hand among the cards of the deck, as it looks to whoever does not see it. The sizes stay.
    pub(crate) fn hide_hand(&mut self) {
        for (left, held) in self.deck.iter_mut().zip(&mut self.hand) {
            *left += std::mem::take(held);
        }
    }

    /// The inverse of [`Player::hide_hand`].
    pub(crate) fn hold(&mut self, hand: &Counts) {
        self.hand = *hand;
        for (left, held) in self.deck.iter_mut().zip(hand) {
            *left -= held;
        }
    }

    /// Takes a card out of the hand; `is_first` says whether it could have been laid first.
    pub(crate) fn take(&mut self, kind: usize, is_first: bool) {
        self.proof.take(self.hand_size, is_first);
        self.hand[kind] -= 1;
        self.hand_size -= 1;
    }
}

/// 3.4: what failing to lay a first card has proved about a hand.
///
/// Of the cards held then ("old" cards) each is known not to be a first card; those drawn later may be anything. When
/// such a card leaves the hand nobody else knows whether it was an old one. `ways[n]` counts in how many ways the cards
/// that have left can have come from the old and from the later cards such that `n` old ones are still held; only the
/// proportions matter, so the numbers have no common divisor. Every order of the deck is equally likely, copies of a
/// card being different cards, so the hands that are consistent with all this are exactly weighed by these numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Proof {
    ways: [u64; HAND as usize],
}

impl Proof {
    /// Nothing is proved.
    pub(crate) const NOTHING: Proof = Proof {
        ways: [1, 0, 0, 0, 0],
    };

    /// All cards of a hand of this size are old.
    pub(crate) fn of_all(hand: u8) -> Proof {
        let mut ways = [0; HAND as usize];
        ways[usize::from(hand)] = 1;
        Proof { ways }
    }

    /// These numbers, if they can say something about a hand of this size after so many cards have left it. A hand has
    /// five or, after drawing two, six cards, so each two cards that leave it multiply the ways by 30 at most, and no
    /// count overflows.
    pub(crate) fn from_ways(ways: [u64; HAND as usize], hand: u8, gone: u8) -> Option<Proof> {
        let proof = Proof { ways };
        let is_possible = ways
            .iter()
            .enumerate()
            .all(|(old, &count)| count == 0 || old <= usize::from(hand));
        let sum: u128 = ways.iter().map(|&count| u128::from(count)).sum();
        let is_small = sum
            .checked_mul(sum)
            .is_some_and(|square| square <= 30u128.pow(u32::from(gone)));
        (is_possible && is_small && ways.iter().copied().fold(0, divisor) == 1).then_some(proof)
    }

    /// By number of old cards still held.
    pub fn ways(&self) -> &[u64; HAND as usize] {
        &self.ways
    }

    /// Is nothing known?
    pub fn is_nothing(&self) -> bool {
        *self == Proof::NOTHING
    }

    /// A card leaves a hand of this size.
    fn take(&mut self, hand: u8, is_first: bool) {
        if self.is_nothing() {
            return;
        }
        let mut after = [0; HAND as usize];
        for (old, &count) in self.ways.iter().enumerate() {
            let later = u64::from(hand) - (old as u64).min(u64::from(hand));
            after[old] += count * later;
            if old > 0 && !is_first {
                after[old - 1] += count * old as u64;
            }
        }
        let common = after.iter().copied().fold(0, divisor).max(1);
        self.ways = after.map(|count| count / common);
    }
}

fn divisor(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { divisor(b, a % b) }
}
