//! What a seat can do while it crafts: listed, counted or picked from, without a list where none is asked for.

use arrayvec::ArrayVec;
use bobbin_game::{SearchChance, Seat};

use crate::action::{Action, Placed};
use crate::button::{Button, ButtonType};
use crate::deck::nth_bit;
use crate::garment::{Card, GarmentType};
use crate::state::{KnittingCircle, MAX_NEEDLES};
use crate::yarn::{Color, Tile};

/// Actions that differ in one thing only, mostly a tile out of a bit set.
#[derive(Clone, Copy)]
enum Choice {
    Start {
        garment: GarmentType,
        payments: u32,
    },
    Knit {
        card: Card,
        tiles: u32,
    },
    Complete {
        card: Card,
        buttons: [Fitting; ButtonType::COUNT],
    },
    Flip {
        turned: Tile,
        discards: u32,
    },
    Paw {
        colors: u32,
    },
    Done,
}

/// The buttons of a type that may be placed, in front, and how many ways there are: one, nothing, if none fits.
type Fitting = ([Option<Button>; 2], u8);

/// Six decks, needles to knit and complete with, drafted kinds to flip, paws and Done.
const MAX_CHOICES: usize = GarmentType::COUNT + 2 * MAX_NEEDLES + 2 * Color::COUNT + 2;

/// The kinds of tiles that a knit and a purl space take, as bit sets over tile numbers.
const FITTING: [u32; 2] = [0o555_555, 0o666_666];
/// The kinds of tiles that are drafted, not in the bowl.
const DRAFTED: u32 = 0o333_333;

/// All choices of a seat, each with the number of actions it stands for.
#[derive(Default)]
struct Choices {
    list: ArrayVec<(Choice, u8), MAX_CHOICES>,
    total: u32,
}

impl Choices {
    #[inline]
    fn add(&mut self, choice: Choice, count: u32) {
        self.list.push((choice, count as u8));
        self.total += count;
    }
}

impl Choice {
    #[inline]
    fn nth(&self, rank: u32) -> Action {
        let tile = |set: u32| Tile::at(usize::from(nth_bit(set, rank)));
        match *self {
            Choice::Start { garment, payments } => Action::Start {
                garment,
                payment: tile(payments),
            },
            Choice::Knit { card, tiles } => Action::Knit {
                tile: tile(tiles),
                card,
            },
            Choice::Flip { turned, discards } => Action::Flip {
                discard: tile(discards),
                turned,
            },
            Choice::Paw { colors } => Action::Paw(Color::ALL[usize::from(nth_bit(colors, rank))]),
            Choice::Complete { card, buttons } => {
                let mut rank = rank;
                let mut placed = Placed::default();
                for (fitting, ways) in buttons {
                    if let Some(button) = fitting[(rank % u32::from(ways)) as usize] {
                        placed = placed.with(button);
                    }
                    rank /= u32::from(ways);
                }
                Action::Complete {
                    card,
                    buttons: placed,
                }
            }
            Choice::Done => Action::Done,
        }
    }
}

impl KnittingCircle {
    /// Everything a seat can do while it crafts and has no cards to choose from.
    #[inline]
    fn choices(&self, seat: Seat) -> Choices {
        let mut choices = Choices::default();
        let (player, content) = (self.player(seat), self.content());
        let kinds = player.tiles.kinds();
        if self.check_needle(seat).is_ok() {
            for garment in GarmentType::ALL {
                let color = content.garment(garment).color;
                let payments = kinds & 7 << (3 * color.index());
                if payments != 0 && self.check_deck(garment).is_ok() {
                    choices.add(Choice::Start { garment, payments }, count_bits(payments));
                }
            }
        }
        for garment in player.in_progress() {
            let card = garment.card();
            let table = content.garment(card.garment());
            if let Some(space) = table.spaces.get(garment.len()) {
                let tiles = kinds & FITTING[space.stitch.index()];
                choices.add(Choice::Knit { card, tiles }, count_bits(tiles));
            }
            if garment.len() >= usize::from(table.mandatory) {
                let buttons = self.fitting(seat, *garment).map(in_front);
                let ways = buttons.iter().map(|(_, ways)| u32::from(*ways)).product();
                choices.add(Choice::Complete { card, buttons }, ways);
            }
        }
        if self.setup.rules().flips {
            let kind_count = count_bits(kinds);
            let mut drafted = kinds & DRAFTED;
            while drafted != 0 {
                let turned = Tile::at(drafted.trailing_zeros() as usize);
                drafted &= drafted - 1;
                let is_single = u32::from(player.tiles.count(turned) < 2);
                let discards = kinds & !(is_single << turned.index());
                choices.add(Choice::Flip { turned, discards }, kind_count - is_single);
            }
        }
        if player.paws > 0 {
            let mut colors = 0;
            for (color, &left) in self.bag.iter().enumerate() {
                colors |= u32::from(left > 0) << color;
            }
            choices.add(Choice::Paw { colors }, count_bits(colors));
        }
        choices.add(Choice::Done, 1);
        choices
    }

    pub(crate) fn crafting_actions(&self, seat: Seat, out: &mut Vec<Action>) {
        if self.player(seat).has_offer() {
            return self.keep_actions(seat, out);
        }
        for (choice, count) in self.choices(seat).list {
            out.extend((0..u32::from(count)).map(|rank| choice.nth(rank)));
        }
    }

    /// One of [`KnittingCircle::crafting_actions`], all equally likely.
    #[inline]
    pub(crate) fn random_crafting_action(&self, seat: Seat, random: &mut SearchChance) -> Action {
        let player = self.player(seat);
        if player.has_offer() {
            let count = player.offer().count() as u32;
            let kept = player.offer().nth(random.below(count) as usize);
            return Action::Keep(kept.expect("below their number").card);
        }
        let choices = self.choices(seat);
        let mut rank = random.below(choices.total);
        for (choice, count) in &choices.list {
            let count = u32::from(*count);
            if rank < count {
                return choice.nth(rank);
            }
            rank -= count;
        }
        Action::Done
    }

    /// One of [`KnittingCircle::center_actions`], all equally likely.
    pub(crate) fn random_center_action(&self, random: &mut SearchChance) -> Action {
        let slots = u32::from(self.circle.spaces) * 2;
        let rank = random.below(self.center.len() as u32 * slots);
        let color = nth_bit(self.center.index() as u32, rank / slots);
        Action::Center {
            color: Color::ALL[usize::from(color)],
            slot: crate::circle::Slot::at((rank % slots) as usize),
        }
    }
}

/// The number of bits in a set over tile numbers. Baseline processors count them in software, so the counts of
/// six bits are looked up.
#[inline]
fn count_bits(set: u32) -> u32 {
    let six = |shift: u32| u32::from(BITS_OF_SIX[(set >> shift & 63) as usize]);
    six(0) + six(6) + six(12)
}

const BITS_OF_SIX: [u8; 64] = {
    let mut table = [0; 64];
    let mut set = 0;
    while set < 64 {
        table[set] = (set as u32).count_ones() as u8;
        set += 1;
    }
    table
};

#[inline]
fn in_front([first, second]: [Option<Button>; 2]) -> Fitting {
    match (first, second) {
        (None, other) => ([other, None], 1),
        (Some(_), None) => ([first, None], 1),
        (Some(_), Some(_)) => ([first, second], 2),
    }
}
