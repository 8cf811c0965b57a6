//! A full state that looks like a view: uniform over all deals that are consistent with it.
//!
//! What a viewer does not know are the hands, as far as they are not [`View::known`], and who passed what. A deal
//! of the unknown cards is possible if each seat gets as many as it holds and none that it is proved to lack
//! (3.8). And whatever the deal, there are equally many ways to have passed. So: one of the possible deals, all
//! equally likely, then one of the possible passes.

use arrayvec::ArrayVec;
use bobbin_game::{Chance, Seat, Stream};

use crate::PLAYERS;
use crate::cards::{Card, Cards};
use crate::hearts::{Hearts, PASSED, Phase};
use crate::setup::Pass;
use crate::view::View;

/// What the viewer imagines. It is not the luck of the deal, but may come from the same source.
const IMAGINED: Stream = Stream(1);

type Room = [usize; PLAYERS];

pub(crate) fn sample(view: &View, chance: &mut impl Chance) -> Hearts {
    let known: [Cards; PLAYERS] = Seat::each(|seat| view.known(seat));
    let unknown = Cards::DECK - view.played() - known.into_iter().collect();
    let room = Seat::each(|seat| usize::from(view.seats[seat].hand_size) - known[seat].len());
    let lacks = Seat::each(|seat| view.seats[seat].lacks);
    let imagined = deal(unknown, room, lacks, chance);
    let mut state = Hearts {
        setup: view.setup,
        phase: view.phase,
        hands: Seat::each(|seat| known[seat] | imagined[seat]),
        passed: Seat::each(|seat| view.seats[seat].passed.unwrap_or_default()),
        played: Seat::each(|seat| view.seats[seat].played),
        taken: Seat::each(|seat| view.seats[seat].taken),
        lacks,
    };
    for seat in Seat::all(PLAYERS).filter(|&seat| view.seats[seat].passed.is_none()) {
        state.passed[seat] = imagine_pass(&state, seat, chance);
    }
    state
}

/// 2.2: what a seat may have chosen or passed, all possibilities equally likely.
fn imagine_pass(state: &Hearts, seat: Seat, chance: &mut impl Chance) -> Cards {
    let pass = state.setup.pass;
    let (count, from) = match &state.phase {
        Phase::Passing { choosing } if choosing.contains(seat) => {
            // Of thirteen cards one can choose none in 1 way, one in 13, two in 78 and three in 286 ways.
            let chosen = chance.draw_counted(IMAGINED, &[1u16, 13, 78, 286]);
            (chosen, state.hands[seat])
        }
        Phase::Passing { .. } => (PASSED, state.hands[seat]),
        _ if pass == Pass::None => (0, Cards::EMPTY),
        _ => (PASSED, state.began_with(pass.receiver(seat))),
    };
    some(count, from, chance)
}

/// So many of these cards, each choice equally likely.
fn some(count: usize, mut cards: Cards, chance: &mut impl Chance) -> Cards {
    let all = cards;
    for _ in 0..count {
        cards = cards.without(cards.nth(chance.draw(IMAGINED, cards.len() as u32) as usize));
    }
    all - cards
}

/// Deals cards to seats with so much room, to none a card that it lacks. All such deals are equally likely.
fn deal(cards: Cards, room: Room, lacks: [Cards; PLAYERS], chance: &mut impl Chance) -> [Cards; PLAYERS] {
    let is_bound = |seat: usize| room[seat] > 0 && lacks[seat].meets(cards);
    if (0..PLAYERS).any(is_bound) {
        return Deals::count(cards, room, lacks).draw(chance);
    }
    let mut left: ArrayVec<Card, 52> = cards.iter().collect();
    chance.shuffle(IMAGINED, &mut left);
    room.map(|size| left.drain(..size).collect())
}

/// All possible deals of some cards, counted: so each has a number, and to draw a number is to draw a deal.
///
/// The cards are dealt from the last to the first. Once some are dealt, the room that is left says how many remain,
/// and so which card is next.
struct Deals {
    cards: ArrayVec<Card, 52>,
    room: Room,
    lacks: [Cards; PLAYERS],
    /// How far apart two entries of `ways` are that differ by one card of room at this seat.
    step: [usize; PLAYERS],
    /// In how many ways the first cards can be dealt into each smaller room. At most 52!/13!⁴, below 2⁹⁶.
    ways: Vec<u128>,
}

impl Deals {
    fn count(cards: Cards, room: Room, lacks: [Cards; PLAYERS]) -> Deals {
        let mut step = [1; PLAYERS];
        for seat in 1..PLAYERS {
            step[seat] = step[seat - 1] * (room[seat - 1] + 1);
        }
        let size = step[PLAYERS - 1] * (room[PLAYERS - 1] + 1);
        let mut deals = Deals {
            cards: cards.iter().collect(),
            room,
            lacks,
            step,
            ways: Vec::with_capacity(size),
        };
        // One way to deal no cards; then every room after all that are smaller by one card.
        deals.ways.push(1);
        let mut left = [0; PLAYERS];
        for _ in 1..size {
            for seat in 0..PLAYERS {
                if left[seat] < room[seat] {
                    left[seat] += 1;
                    break;
                }
                left[seat] = 0;
            }
            let ways = deals.next(left).map(|(_, ways)| ways).sum();
            deals.ways.push(ways);
        }
        deals
    }

    /// Who may get the next card into the room that is left, and in how many ways the rest can then be dealt.
    fn next(&self, left: Room) -> impl Iterator<Item = (usize, u128)> {
        let card = self.cards[left.iter().sum::<usize>() - 1];
        let place: usize = (0..PLAYERS).map(|seat| left[seat] * self.step[seat]).sum();
        (0..PLAYERS)
            .filter(move |&seat| left[seat] > 0 && !self.lacks[seat].contains(card))
            .map(move |seat| (seat, self.ways[place - self.step[seat]]))
    }

    fn draw(&self, chance: &mut impl Chance) -> [Cards; PLAYERS] {
        let &all = self.ways.last().expect("there is an entry for no cards");
        assert!(all > 0, "the view contradicts itself: no deal is possible");
        let mut number = chance.draw_wide(IMAGINED, all);
        let mut left = self.room;
        let mut hands = [Cards::EMPTY; PLAYERS];
        for &card in self.cards.iter().rev() {
            for (seat, ways) in self.next(left) {
                if number < ways {
                    hands[seat] = hands[seat].with(card);
                    left[seat] -= 1;
                    break;
                }
                number -= ways;
            }
        }
        hands
    }
}
