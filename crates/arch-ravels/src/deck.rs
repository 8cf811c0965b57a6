//! The yarn deck and the project deck, drawn lazily: which card comes next is decided when it is turned over.
//!
//! That is exact, not an approximation, because all cards that a deck may still hold are known and those of one
//! part are exchangeable:
//! - The 86 yarn cards and events lie in random order, so whichever half is drawn from, each of those not yet seen is
//!   equally likely. They are one pool of counts.
//! - Requests lie only in the top part, at random places: the next card of it is a request with probability
//!   (requests left) / (cards left in the top part). A favorite in play is there once; the others are random ones of
//!   those not yet seen.
//! - Cards set aside while the first bazaar was laid out went back to random places of all that was left: the next card
//!   is one of them with probability (set aside) / (all cards left); else it is the next of the rest.

use bobbin_game::{Chance, Stream};

use crate::content::{ArchRavelsContent, EVENTS, EventKind, MOST_KINDS};

/// The stream of the yarn deck.
pub(crate) const YARN_DECK: Stream = Stream(0);
/// The stream that picks which of the other requests is in play.
pub(crate) const REQUESTS: Stream = Stream(1);
/// The stream of the project deck.
pub(crate) const PROJECTS: Stream = Stream(2);

/// A card of the yarn deck.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Card {
    /// A yarn card, by its place in the content.
    Yarn(u8),
    /// An event.
    Event(EventKind),
    /// A special request, by its place in the content.
    Request(u8),
}

/// Yarn cards and events as counts: first the yarn cards, behind them the events.
pub(crate) type Counts = [u8; MOST_KINDS + EVENTS];

/// The place of a yarn card or event in [`Counts`].
pub(crate) fn place(card: Card) -> Option<usize> {
    match card {
        Card::Yarn(kind) => Some(usize::from(kind)),
        Card::Event(event) => Some(MOST_KINDS + event as usize),
        Card::Request(_) => None,
    }
}

/// The card at a place of [`Counts`].
pub(crate) fn card_at(place: usize) -> Card {
    match place.checked_sub(MOST_KINDS) {
        Some(event) => Card::Event(EventKind::ALL[event]),
        None => Card::Yarn(place as u8),
    }
}

/// The yarn deck and its discard pile.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct YarnDeck {
    /// Yarn cards and events in the deck, those set aside not counted.
    pub(crate) pool: Counts,
    pub(crate) pool_size: u8,
    pub(crate) discard: Counts,
    pub(crate) discard_size: u8,
    /// How many cards are left of the top part, requests counted, those set aside not.
    pub(crate) top: u8,
    /// Favorites of characters in play that are still in the deck.
    pub(crate) favorites: u32,
    /// How many other requests are still in the deck.
    pub(crate) others: u8,
    /// Which requests those may be.
    pub(crate) candidates: u32,
    /// Events set aside while the bazaar was laid out, back in the deck.
    pub(crate) aside_events: [u8; EVENTS],
    /// Requests set aside while the bazaar was laid out, back in the deck.
    pub(crate) aside_requests: u32,
}

/// All yarn cards and events of the content.
pub(crate) fn all_cards(content: &ArchRavelsContent) -> Counts {
    let mut counts = [0; MOST_KINDS + EVENTS];
    for (count, card) in counts.iter_mut().zip(&content.yarn) {
        *count = card.copies;
    }
    for (count, card) in counts[MOST_KINDS..].iter_mut().zip(&content.events) {
        *count = card.copies;
    }
    counts
}

/// As many low bits as there are requests or projects.
pub(crate) fn first_bits(count: usize) -> u32 {
    ((1u64 << count) - 1) as u32
}

/// The bit at this place among the set bits, counted from the lowest.
pub(crate) fn nth_bit(set: u32, nth: u32) -> u8 {
    let mut rest = set;
    for _ in 0..nth {
        rest &= rest - 1;
    }
    rest.trailing_zeros() as u8
}

/// The places of the set bits.
pub(crate) fn bits(set: u32) -> impl Iterator<Item = u8> {
    let mut rest = set;
    std::iter::from_fn(move || {
        let bit = rest.trailing_zeros() as u8;
        let some = rest != 0;
        rest &= rest.wrapping_sub(1);
        some.then_some(bit)
    })
}

impl YarnDeck {
    /// 1.5, 1.6: the whole deck, with these favorites in play.
    pub(crate) fn new(content: &ArchRavelsContent, favorites: u32) -> Self {
        let pool = all_cards(content);
        let pool_size = pool.iter().sum();
        let players = favorites.count_ones() as u8;
        YarnDeck {
            pool,
            pool_size,
            discard: [0; MOST_KINDS + EVENTS],
            discard_size: 0,
            top: pool_size / 2 + 2 * players,
            favorites,
            others: players,
            candidates: first_bits(content.requests.len()) & !favorites,
            aside_events: [0; EVENTS],
            aside_requests: 0,
        }
    }

    /// How many cards are left.
    pub(crate) fn len(&self) -> u32 {
        u32::from(self.pool_size) + self.requests_left() + self.aside()
    }

    /// Requests left in the top part.
    pub(crate) fn requests_left(&self) -> u32 {
        self.favorites.count_ones() + u32::from(self.others)
    }

    /// Cards that were set aside while the bazaar was laid out and are in the deck again.
    pub(crate) fn aside(&self) -> u32 {
        self.aside_events
            .iter()
            .map(|&count| u32::from(count))
            .sum::<u32>()
            + self.aside_requests.count_ones()
    }

    /// Turns over the next card, if there is one.
    pub(crate) fn draw(&mut self, chance: &mut impl Chance) -> Option<Card> {
        if self.len() == 0 {
            return None;
        }
        let aside = self.aside();
        if aside > 0 {
            let nth = chance.draw(YARN_DECK, self.len());
            if nth < aside {
                return Some(self.draw_aside(nth));
            }
        }
        if self.top > 0 {
            let requests = self.requests_left();
            let top = u32::from(self.top);
            self.top -= 1;
            if requests > 0 {
                let nth = chance.draw(YARN_DECK, top);
                if nth < requests {
                    return Some(self.draw_request(nth, chance));
                }
            }
        }
        let mut left = chance.draw(YARN_DECK, u32::from(self.pool_size)) as u8;
        let place = self.pool.iter().position(|&count| {
            let here = left < count;
            left = left.wrapping_sub(count);
            here
        });
        let place = place.expect("a draw is below its bound, the sum of the counts");
        self.pool[place] -= 1;
        self.pool_size -= 1;
        Some(card_at(place))
    }

    fn draw_aside(&mut self, nth: u32) -> Card {
        let mut left = nth;
        for event in EventKind::ALL {
            let count = &mut self.aside_events[event as usize];
            if left < u32::from(*count) {
                *count -= 1;
                return Card::Event(event);
            }
            left -= u32::from(*count);
        }
        let request = nth_bit(self.aside_requests, left);
        self.aside_requests &= !(1 << request);
        Card::Request(request)
    }

    fn draw_request(&mut self, nth: u32, chance: &mut impl Chance) -> Card {
        if nth < self.favorites.count_ones() {
            let request = nth_bit(self.favorites, nth);
            self.favorites &= !(1 << request);
            return Card::Request(request);
        }
        let request = nth_bit(
            self.candidates,
            chance.draw(REQUESTS, self.candidates.count_ones()),
        );
        self.candidates &= !(1 << request);
        self.others -= 1;
        Card::Request(request)
    }

    /// 1.8: a card turned over for the first bazaar goes back to a random place.
    pub(crate) fn put_back(&mut self, card: Card) {
        match card {
            Card::Event(event) => self.aside_events[event as usize] += 1,
            Card::Request(request) => self.aside_requests |= 1 << request,
            Card::Yarn(_) => unreachable!("yarn cards stay in the bazaar"),
        }
    }

    pub(crate) fn put_on_discard(&mut self, card: Card) {
        if let Some(place) = place(card) {
            self.discard[place] += 1;
            self.discard_size += 1;
        }
    }

    /// 6.3: the discard pile becomes the deck. Says how many cards that are.
    pub(crate) fn reshuffle(&mut self) -> u8 {
        debug_assert_eq!(self.len(), 0, "only an empty deck is made anew");
        self.pool = std::mem::replace(&mut self.discard, [0; MOST_KINDS + EVENTS]);
        self.pool_size = std::mem::take(&mut self.discard_size);
        self.top = 0;
        self.pool_size
    }
}

/// The project deck and the project list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Projects {
    /// The list: projects by their place in the content.
    pub(crate) list: [Option<u8>; LISTED],
    /// How many are left in the deck.
    pub(crate) deck: u8,
    /// Those that have not been seen: any of them may be in the deck.
    pub(crate) unseen: u32,
}

/// How many projects are listed.
pub const LISTED: usize = 3;

impl Projects {
    /// 1.9: the project deck for so many players, before the list is laid out.
    pub(crate) fn new(content: &ArchRavelsContent, players: usize) -> Self {
        Projects {
            list: [None; LISTED],
            deck: 6 + players as u8,
            unseen: first_bits(content.projects.len()),
        }
    }

    /// 9.3: fills the first open place, if there is one and a card for it. Says what came where.
    pub(crate) fn refill_one(&mut self, chance: &mut impl Chance) -> Option<(usize, u8)> {
        let place = self.list.iter().position(Option::is_none)?;
        self.deck = self.deck.checked_sub(1)?;
        let project = nth_bit(self.unseen, chance.draw(PROJECTS, self.unseen.count_ones()));
        self.unseen &= !(1 << project);
        self.list[place] = Some(project);
        Some((place, project))
    }

    /// Are all places of the list taken?
    pub(crate) fn is_full(&self) -> bool {
        self.list.iter().all(Option::is_some)
    }
}
