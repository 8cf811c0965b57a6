//! Cards, and sets of cards as bits of one word.

use std::fmt;
use std::str::FromStr;

use bobbin_game::NotationError;
use bobbin_game::position::joined;

bobbin_game::named! {
    /// A suit, in the order a hand is sorted.
    #[expect(missing_docs, reason = "the names say it")]
    Suit, "a suit", {
        Clubs = "clubs",
        Diamonds = "diamonds",
        Spades = "spades",
        Hearts = "hearts",
    }
}

impl Suit {
    /// The sign on the card.
    pub fn symbol(self) -> char {
        ['♣', '♦', '♠', '♥'][self as usize]
    }

    fn letter(self) -> char {
        char::from(SUITS[self as usize])
    }
}

/// The letters of the notation, and the words, from the lowest rank to the highest.
const RANKS: &[u8; 13] = b"23456789TJQKA";
const RANK_WORDS: [&str; 13] = [
    "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace",
];
const SUITS: &[u8; 4] = b"CDSH";

fn place(letters: &[u8], letter: u8) -> Option<usize> {
    letters.iter().position(|&known| known == letter)
}

/// A card, written rank then suit: `2C`, `TH`, `QS`. In memory four bits of suit, then four of rank.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(u8);

impl Card {
    /// Leads to the first trick.
    pub const TWO_OF_CLUBS: Card = Card::new(Suit::Clubs, 0);
    /// Thirteen points.
    pub const QUEEN_OF_SPADES: Card = Card::new(Suit::Spades, 10);

    const fn new(suit: Suit, rank: u8) -> Card {
        Card((suit as u8) << 4 | rank)
    }

    /// The suit.
    #[inline]
    pub const fn suit(self) -> Suit {
        Suit::ALL[(self.0 >> 4) as usize & 3]
    }

    /// 0 for a two, up to 12 for an ace.
    pub const fn rank(self) -> u8 {
        self.0 & 15
    }

    /// 1.3: what it costs to take this card.
    pub fn points(self) -> u8 {
        Cards::only(self).points()
    }

    /// In words: `queen of spades`.
    pub fn words(self) -> String {
        format!("{} of {}", RANK_WORDS[usize::from(self.rank())], self.suit())
    }

    /// As printed on the card: `Q♠`.
    pub fn face(self) -> String {
        format!("{}{}", self.rank_letter(), self.suit().symbol())
    }

    pub(crate) fn rank_letter(self) -> char {
        char::from(RANKS[usize::from(self.rank())])
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.rank_letter(), self.suit().letter())
    }
}

impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Card {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Card, NotationError> {
        let card = match text.as_bytes() {
            &[rank, suit] => place(RANKS, rank).zip(place(SUITS, suit)),
            _ => None,
        };
        let (rank, suit) = card.ok_or_else(|| NotationError::new(text, "a card such as QS, TH or 2C"))?;
        Ok(Card::new(Suit::ALL[suit], rank as u8))
    }
}

bobbin_game::text_serde!(Card);

bobbin_game::set_of! {
    /// A set of cards: sixteen bits a suit, of which thirteen are used.
    ///
    /// Written in words of one suit each, `25TC QS`; a suit alone is all of it: `H`.
    #[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(value_type = Vec<Card>))]
    Cards(u64) of Card, |card| card.0, |number| Card(number)
}

impl Cards {
    /// All 52.
    pub const DECK: Cards = Cards(0x1fff_1fff_1fff_1fff);
    /// All hearts.
    pub const HEARTS: Cards = Cards::suit(Suit::Hearts);
    /// 1.3: the hearts and the queen of spades.
    pub const PENALTY: Cards = Cards::HEARTS.with(Card::QUEEN_OF_SPADES);

    /// All cards of a suit.
    #[inline]
    pub const fn suit(suit: Suit) -> Cards {
        Cards(0x1fff << (16 * suit as u32))
    }

    /// The cards as 52 bits, from the two of clubs to the ace of hearts.
    #[inline]
    pub(crate) const fn packed(self) -> u64 {
        let suits = self.0;
        suits & 0x1fff | suits >> 3 & 0x1fff << 13 | suits >> 6 & 0x1fff << 26 | suits >> 9 & 0x1fff << 39
    }

    /// This set, or the other if this is empty.
    #[inline]
    #[must_use]
    pub const fn or_if_empty(self, other: Cards) -> Cards {
        if self.is_empty() { other } else { self }
    }

    /// 1.3: what it costs to take these cards.
    pub fn points(self) -> u8 {
        let hearts = (self & Cards::HEARTS).len() as u8;
        hearts + 13 * u8::from(self.contains(Card::QUEEN_OF_SPADES))
    }
}

impl fmt::Display for Cards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = |suit: Suit| match *self & Cards::suit(suit) {
            cards if cards.is_empty() => None,
            cards if cards == Cards::suit(suit) => Some(suit.letter().to_string()),
            cards => Some(
                cards
                    .iter()
                    .map(Card::rank_letter)
                    .chain([suit.letter()])
                    .collect(),
            ),
        };
        f.write_str(&joined(Suit::ALL.into_iter().filter_map(word)))
    }
}

impl fmt::Debug for Cards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{self}]")
    }
}

impl FromStr for Cards {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Cards, NotationError> {
        let wrong = || NotationError::new(text, "cards of a suit such as QS, 25TC or H");
        let mut cards = Cards::EMPTY;
        for word in text.split_whitespace() {
            let (&last, ranks) = word.as_bytes().split_last().ok_or_else(wrong)?;
            let suit = Suit::ALL[place(SUITS, last).ok_or_else(wrong)?];
            if ranks.is_empty() {
                cards |= Cards::suit(suit);
            }
            for &rank in ranks {
                let rank = place(RANKS, rank).ok_or_else(wrong)?;
                cards = cards.with(Card::new(suit, rank as u8));
            }
        }
        Ok(cards)
    }
}
