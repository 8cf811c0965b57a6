//! A garment deck: cards nobody has seen, above those laid under it.

use arrayvec::ArrayVec;
use bobbin_game::{Chance, Seat, SeatSet, Stream, Viewer};

use crate::garment::{Card, GarmentType, MAX_CARDS_PER_TYPE};

/// The most cards that are drawn at once.
pub(crate) const MAX_OFFER: usize = 2;

/// A card that someone has seen although it is not public, and who has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct SeenCard {
    pub(crate) card: Card,
    pub(crate) known_by: SeatSet,
}

impl SeenCard {
    /// What a viewer knows of it: of those who have seen it only who drew it and itself, else a card face down.
    pub(crate) fn known_to(self, viewer: Viewer, drawer: Seat) -> SeenCard {
        match viewer {
            Viewer::Everything => self,
            Viewer::Seat(seat) if self.known_by.contains(seat) => SeenCard {
                known_by: SeatSet::only(drawer).with(seat),
                ..self
            },
            Viewer::Seat(_) | Viewer::Spectator => SeenCard {
                card: Card::face_down(self.card.garment()),
                known_by: SeatSet::only(drawer),
            },
        }
    }
}

/// A card under a deck: its number and who laid it there, and who knows it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Bottom {
    number_and_by: u8,
    known_by: SeatSet,
}

impl Bottom {
    /// The bits of the number.
    const NUMBER: u32 = 5;

    fn new(seen: SeenCard, by: Seat) -> Bottom {
        Bottom {
            number_and_by: seen.card.number() as u8 | (by.index() as u8) << Bottom::NUMBER,
            known_by: seen.known_by,
        }
    }

    fn seen(self, garment: GarmentType) -> SeenCard {
        SeenCard {
            card: Card::new(garment, self.number_and_by & ((1 << Bottom::NUMBER) - 1)),
            known_by: self.known_by,
        }
    }

    fn by(self) -> Seat {
        Seat::new(usize::from(self.number_and_by >> Bottom::NUMBER))
    }
}

/// A garment deck. The cards that nobody has seen are a set, drawn from by chance; the others lie under them in
/// order, the first to be drawn in front.
///
/// In a view the cards that lie face down, here or in an offer, are among the unseen ones, and only counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Deck {
    unseen: u16,
    bottom: [Bottom; MAX_CARDS_PER_TYPE],
    bottom_len: u8,
    face_down: u8,
}

/// The cards a player draws to keep one of, lowest first.
pub(crate) type Drawn = ArrayVec<SeenCard, MAX_OFFER>;

impl Deck {
    pub(crate) fn new(cards: usize) -> Deck {
        Deck {
            unseen: ((1u32 << cards) - 1) as u16,
            bottom: [Bottom::default(); MAX_CARDS_PER_TYPE],
            bottom_len: 0,
            face_down: 0,
        }
    }

    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.bottom_len == 0 && (self.unseen == 0 || self.face_down > 0 && self.unseen_count() == 0)
    }

    pub(crate) fn len(&self) -> usize {
        self.unseen_count() + usize::from(self.bottom_len)
    }

    #[inline]
    pub(crate) fn unseen_count(&self) -> usize {
        self.unseen.count_ones() as usize - usize::from(self.face_down)
    }

    /// For a view: these cards, as a bit set over their numbers, lie face down.
    pub(crate) fn hide(&mut self, cards: u16) {
        self.unseen |= cards;
        self.face_down = cards.count_ones() as u8;
    }

    /// None lies face down: nobody has seen these.
    pub(crate) fn set_unseen(&mut self, cards: &[Card]) {
        self.unseen = cards.iter().fold(0, |set, card| set | 1 << card.number());
        self.face_down = 0;
    }

    /// Takes a card that is placed by hand out of the unseen ones.
    pub(crate) fn remove(&mut self, card: Card) -> bool {
        let bit = 1 << card.number();
        let was_there = self.unseen & bit != 0;
        self.unseen &= !bit;
        was_there
    }

    /// The unseen cards as a bit set over their numbers, with those that lie face down in a view.
    #[inline]
    pub(crate) fn unseen_set(&self) -> u16 {
        self.unseen
    }

    pub(crate) fn unseen(&self, garment: GarmentType) -> impl Iterator<Item = Card> + use<> {
        crate::yarn::bits(u32::from(self.unseen)).map(move |number| Card::new(garment, number as u8))
    }

    /// 5.5, 5.6: draws up to `count` cards for a seat. Says `reveal` for a card that others know and it does not.
    pub(crate) fn draw(
        &mut self,
        garment: GarmentType,
        seat: Seat,
        count: u8,
        chance: &mut impl Chance,
    ) -> Drawn {
        let stream = Stream(DECKS + garment.index() as u32);
        let mut drawn = Drawn::new();
        while drawn.len() < usize::from(count) {
            let unseen = self.unseen.count_ones();
            let seen = if unseen > 0 {
                let number = nth_bit(u32::from(self.unseen), chance.draw(stream, unseen));
                self.unseen &= !(1 << number);
                SeenCard {
                    card: Card::new(garment, number),
                    known_by: SeatSet::only(seat),
                }
            } else if self.bottom_len > 0 {
                let top = self.pop(garment);
                if !top.known_by.contains(seat) {
                    chance.reveal();
                }
                SeenCard {
                    card: top.card,
                    known_by: top.known_by.with(seat),
                }
            } else {
                break;
            };
            drawn.push(seen);
        }
        drawn.sort_by_key(|seen| seen.card);
        drawn
    }

    fn pop(&mut self, garment: GarmentType) -> SeenCard {
        let first = self.bottom[0];
        let len = usize::from(self.bottom_len);
        self.bottom.copy_within(1..len, 0);
        self.bottom[len - 1] = Bottom::default();
        self.bottom_len -= 1;
        first.seen(garment)
    }

    /// 2.10, 5.5: lays a card under the deck.
    pub(crate) fn lay_under(&mut self, seen: SeenCard, by: Seat) {
        self.bottom[usize::from(self.bottom_len)] = Bottom::new(seen, by);
        self.bottom_len += 1;
    }

    /// Puts another card in the place of each one under the deck.
    pub(crate) fn replace_bottom(
        &mut self,
        garment: GarmentType,
        replace: &mut impl FnMut(SeenCard, Seat) -> SeenCard,
    ) {
        for bottom in &mut self.bottom[..usize::from(self.bottom_len)] {
            *bottom = Bottom::new(replace(bottom.seen(garment), bottom.by()), bottom.by());
        }
    }

    /// The cards under the deck, the first to be drawn in front, each with who laid it there.
    pub(crate) fn bottom(&self, garment: GarmentType) -> impl Iterator<Item = (SeenCard, Seat)> + '_ {
        let bottom = self.bottom[..usize::from(self.bottom_len)].iter();
        bottom.map(move |bottom| (bottom.seen(garment), bottom.by()))
    }
}

/// The first stream of the garment decks; see [`crate::state`] for the others.
pub(crate) const DECKS: u32 = 16;

/// The number of the set bit that has `rank` set bits below it.
#[inline]
pub(crate) fn nth_bit(mut set: u32, rank: u32) -> u8 {
    for _ in 0..rank {
        set &= set - 1;
    }
    set.trailing_zeros() as u8
}
