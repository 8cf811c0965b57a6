//! What a seat can do while it crafts: listed, counted or picked from, without a list where none is asked for.

use arrayvec::ArrayVec;
use bobbin_game::{SearchChance, Seat};

use crate::action::{Action, Placed};
use crate::button::{Button, ButtonType};
use crate::deck::nth_bit;
use crate::garment::{Card, GarmentType};
use crate::state::{KnittingCircle, MAX_NEEDLES};
use crate::yarn::{Color, Tile, bits};

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
        kinds: u32,
        several: u32,
    },
    Paw {
        colors: u32,
    },
    Done,
}

/// The buttons of a type that may be placed, in front, and how many ways there are: one, nothing, if none fits.
type Fitting = ([Option<Button>; 2], u8);

/// Six decks, needles to knit and complete with, flips, paws and Done.
const MAX_CHOICES: usize = GarmentType::COUNT + 2 * MAX_NEEDLES + 3;

/// The kinds of tiles that a knit and a purl space take, as bit sets over tile numbers.
const FITTING: [u32; 2] = [0o555_555, 0o666_666];
/// The kinds of tiles that are drafted, not in the bowl.
const DRAFTED: u32 = 0o333_333;

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
            Choice::Flip { kinds, several } => {
                let (mut rank, kind_count) = (rank, count_bits(kinds));
                let mut drafted = kinds & DRAFTED;
                loop {
                    let lowest = drafted & drafted.wrapping_neg();
                    let count = kind_count - u32::from(several & lowest == 0);
                    if rank < count {
                        let discards = kinds & (several | !lowest);
                        return Action::Flip {
                            discard: Tile::at(usize::from(nth_bit(discards, rank))),
                            turned: Tile::at(lowest.trailing_zeros() as usize),
                        };
                    }
                    rank -= count;
                    drafted &= !lowest;
                }
            }
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

/// Takes down choices, each with the number of actions that it stands for.
trait Choices {
    fn add(&mut self, choice: Choice, count: u32);
}

/// All actions of each choice, in the order of their ranks.
impl Choices for Vec<Action> {
    #[expect(
        clippy::inline_always,
        reason = "where it is called the kind of choice is known"
    )]
    #[inline(always)]
    fn add(&mut self, choice: Choice, count: u32) {
        let tiles = |set: u32| bits(set).map(Tile::at);
        match choice {
            Choice::Start { garment, payments } => {
                self.extend(tiles(payments).map(|payment| Action::Start { garment, payment }));
            }
            Choice::Knit { card, tiles: fitting } => {
                self.extend(tiles(fitting).map(|tile| Action::Knit { tile, card }));
            }
            Choice::Flip { kinds, several } => {
                for turned in tiles(kinds & DRAFTED) {
                    let discards = kinds & (several | !(1 << turned.index()));
                    self.extend(tiles(discards).map(|discard| Action::Flip { discard, turned }));
                }
            }
            Choice::Paw { .. } | Choice::Complete { .. } => {
                self.extend((0..count).map(|rank| choice.nth(rank)));
            }
            Choice::Done => self.push(Action::Done),
        }
    }
}

/// To pick one of all actions.
#[derive(Default)]
struct Counted {
    choices: ArrayVec<(Choice, u32), MAX_CHOICES>,
    total: u32,
}

impl Choices for Counted {
    #[inline]
    fn add(&mut self, choice: Choice, count: u32) {
        self.choices.push((choice, count));
        self.total += count;
    }
}

impl KnittingCircle {
    /// Everything a seat can do while it crafts and has no cards to choose from.
    #[inline]
    fn choose_from(&self, seat: Seat, choices: &mut impl Choices) {
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
            let (drafted, several) = (kinds & DRAFTED, player.tiles.several());
            // Each drafted tile with each kind, but for itself where there is only one of it.
            let count = count_bits(drafted) * count_bits(kinds) - count_bits(drafted & !several);
            if count > 0 {
                choices.add(Choice::Flip { kinds, several }, count);
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
    }

    pub(crate) fn crafting_actions(&self, seat: Seat, out: &mut Vec<Action>) {
        if self.player(seat).has_offer() {
            return self.keep_actions(seat, out);
        }
        self.choose_from(seat, out);
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
        let mut counted = Counted::default();
        self.choose_from(seat, &mut counted);
        let mut rank = random.below(counted.total);
        for (choice, count) in &counted.choices {
            if rank < *count {
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
/// nine bits are looked up.
#[inline]
fn count_bits(set: u32) -> u32 {
    let nine = |shift: u32| u32::from(BITS_OF_NINE[(set >> shift & 511) as usize]);
    nine(0) + nine(9)
}

const _: () = assert!(Tile::COUNT <= 18);

static BITS_OF_NINE: [u8; 512] = {
    let mut table = [0; 512];
    let mut set = 0;
    while set < 512 {
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
