//! The state of a game.

use arrayvec::ArrayVec;
use bobbin_game::{Chance, Seat, SeatSet, Setup as _, Stream};
use serde::{Serialize, Serializer};

use crate::button::{BUTTONS_PER_TYPE, Button, ButtonType, ColorSet};
use crate::circle::Circle;
use crate::content::KnittingContent;
use crate::deck::{Deck, Drawn, MAX_OFFER, SeenCard, nth_bit};
use crate::garment::{Garment, GarmentType, MIN_MANDATORY};
use crate::refusal::Refusal;
use crate::setup::KnittingSetup;
use crate::tally::Tally;
use crate::yarn::{Color, TILES_PER_COLOR, Tile, Tiles};

/// 1.4: grabby paws in the game.
pub const PAWS: u8 = 12;
/// 1.4: ugly buttons in the game.
pub const UGLY_BUTTONS: u8 = 12;
/// 1.4: knitting needles in the game.
pub const NEEDLES: u8 = 8;
/// 2.14: requests in play.
pub const REQUESTS_IN_PLAY: usize = 4;
/// The most players.
pub(crate) const MAX_PLAYERS: usize = 4;
/// 2.8: buttons of each type in a workspace.
pub(crate) const WORKSPACE: usize = 2;
/// 11.7: the most needles a player has.
pub(crate) const MAX_NEEDLES: usize = 3;
/// Tiles of a completed garment never leave it, so no more garments than this can be completed.
pub(crate) const MAX_COMPLETED: usize = Color::COUNT * TILES_PER_COLOR as usize / MIN_MANDATORY;

/// Which luck is asked; the garment decks have 16 and on.
pub(crate) const BAG: Stream = Stream(0);
pub(crate) const CATS: Stream = Stream(1);
pub(crate) const REQUEST_DEAL: Stream = Stream(2);
pub(crate) const COIN: Stream = Stream(3);
/// The first stream of the button piles.
const PILES: u32 = 8;

/// A game of Knitting Circle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KnittingCircle {
    pub(crate) setup: KnittingSetup,
    pub(crate) phase: Phase,
    pub(crate) round: u8,
    pub(crate) first: Seat,
    /// 5.15: the bag, counted by color.
    pub(crate) bag: [u8; Color::COUNT],
    /// 10.3: tiles that the solo opponent took.
    pub(crate) out_of_game: [u8; Color::COUNT],
    /// 2.5: the colors still in the center.
    pub(crate) center: ColorSet,
    /// Grabby paws in the supply.
    pub(crate) paws: u8,
    pub(crate) circle: Circle,
    pub(crate) decks: [Deck; GarmentType::COUNT],
    /// The buttons left in each pile, as a set over its thirty. Of several of a kind the highest is taken first,
    /// so that a pile is the same whatever was drawn in which order.
    pub(crate) piles: [u32; ButtonType::COUNT],
    pub(crate) requests: ArrayVec<Request, REQUESTS_IN_PLAY>,
    pub(crate) players: [Player; MAX_PLAYERS],
    completed: Completed,
}

/// Where the game stands: `turn` turns have been taken in this round, `waiting` have not finished their part. In JSON
/// it is its name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the two kinds of fields are told above")]
pub enum Phase {
    /// 2.10
    FirstGarments { waiting: SeatSet },
    /// 2.12, 8.7
    PlacingCenter,
    /// 4.1
    Drafting { turn: u8 },
    /// 10.3: the coin is flipped after the player's turn.
    Coin { turn: u8 },
    /// 5.1
    Crafting { waiting: SeatSet },
    /// 8.2
    Retaining { waiting: SeatSet },
    /// 3.4
    Over,
}

impl Phase {
    /// Its name: `first_garments`.
    pub const fn name(self) -> &'static str {
        match self {
            Phase::FirstGarments { .. } => "first_garments",
            Phase::PlacingCenter => "placing_center",
            Phase::Drafting { .. } => "drafting",
            Phase::Coin { .. } => "coin",
            Phase::Crafting { .. } => "crafting",
            Phase::Retaining { .. } => "retaining",
            Phase::Over => "over",
        }
    }

    /// Every phase as it begins, with these seats to act in it.
    pub(crate) const fn all(waiting: SeatSet) -> [Phase; 7] {
        [
            Phase::FirstGarments { waiting },
            Phase::PlacingCenter,
            Phase::Drafting { turn: 0 },
            Phase::Coin { turn: 0 },
            Phase::Crafting { waiting },
            Phase::Retaining { waiting },
            Phase::Over,
        ]
    }

    /// How many draft turns of this round have been taken.
    pub const fn turn(self) -> Option<u8> {
        match self {
            Phase::Drafting { turn } | Phase::Coin { turn } => Some(turn),
            _ => None,
        }
    }

    /// In a phase that all play at once: who has not finished their part.
    pub fn waiting(mut self) -> Option<SeatSet> {
        self.waiting_mut().copied()
    }

    pub(crate) const fn waiting_mut(&mut self) -> Option<&mut SeatSet> {
        match self {
            Phase::FirstGarments { waiting } | Phase::Crafting { waiting } | Phase::Retaining { waiting } => {
                Some(waiting)
            }
            _ => None,
        }
    }
}

#[cfg(feature = "schema")]
bobbin_game::described!(Phase as one of Phase::all(SeatSet::EMPTY).map(Phase::name));

impl Serialize for Phase {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

/// A request in play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Request {
    /// Its number in the content.
    pub(crate) card: u8,
    pub(crate) met_by: SeatSet,
    /// 7.3: it gives no more paws.
    pub(crate) is_flipped: bool,
}

/// What lies on and at a player's board, but for completed garments.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Player {
    /// The available tiles.
    pub tiles: Tiles,
    /// Grabby paws.
    pub paws: u8,
    /// Two slots for each type of button: the kind's number plus one, 0 for an empty slot.
    workspace: [[u8; WORKSPACE]; ButtonType::COUNT],
    /// Garments in progress, the oldest first.
    in_progress: [Garment; MAX_NEEDLES],
    in_progress_len: u8,
    offer: Offer,
}

/// 5.7: cards drawn and not yet chosen from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Offer {
    cards: [Option<SeenCard>; MAX_OFFER],
}

/// All completed garments: those of each seat together, in the order of completion.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Completed {
    garments: [Garment; MAX_COMPLETED],
    /// Where the garments of each seat end.
    ends: [u8; MAX_PLAYERS],
}

impl Player {
    /// Garments in progress, the oldest first.
    pub fn in_progress(&self) -> &[Garment] {
        &self.in_progress[..usize::from(self.in_progress_len)]
    }

    pub(crate) fn garment_mut(&mut self, place: usize) -> &mut Garment {
        &mut self.in_progress[place]
    }

    pub(crate) fn add_garment(&mut self, garment: Garment) {
        self.in_progress[usize::from(self.in_progress_len)] = garment;
        self.in_progress_len += 1;
    }

    pub(crate) fn remove_garment(&mut self, place: usize) -> Garment {
        let garment = self.in_progress[place];
        let len = usize::from(self.in_progress_len);
        self.in_progress.copy_within(place + 1..len, place);
        self.in_progress[len - 1] = Garment::default();
        self.in_progress_len -= 1;
        garment
    }

    /// The buttons of a type in the workspace, slot by slot.
    #[inline]
    pub fn workspace(&self, shape: ButtonType) -> [Option<Button>; WORKSPACE] {
        let button = |kind: u8| kind.checked_sub(1).map(|kind| Button::new(shape, kind));
        let [first, second] = self.workspace[shape.index()];
        [button(first), button(second)]
    }

    /// The buttons in the workspace.
    pub fn buttons(&self) -> impl Iterator<Item = Button> + '_ {
        let slots = ButtonType::ALL
            .into_iter()
            .flat_map(|shape| self.workspace(shape));
        slots.flatten()
    }

    pub(crate) fn set_workspace(&mut self, shape: ButtonType, slot: usize, button: Option<Button>) {
        self.workspace[shape.index()][slot] = button.map_or(0, |button| button.kind() as u8 + 1);
    }

    #[inline]
    pub(crate) fn has_offer(&self) -> bool {
        self.offer.cards[0].is_some()
    }

    pub(crate) fn offer(&self) -> impl Iterator<Item = SeenCard> + '_ {
        self.offer.cards.iter().flatten().copied()
    }

    pub(crate) fn set_offer(&mut self, drawn: &Drawn) {
        self.offer.cards = std::array::from_fn(|place| drawn.get(place).copied());
    }
}

impl KnittingCircle {
    /// A table with everything in its box: no tile but in the bag, no card but in its deck.
    pub(crate) fn empty(setup: KnittingSetup) -> KnittingCircle {
        let content = setup.content().get();
        let board = content.board(setup.players());
        KnittingCircle {
            setup,
            phase: Phase::FirstGarments {
                waiting: SeatSet::all(setup.players()),
            },
            round: 1,
            first: Seat::new(0),
            bag: [TILES_PER_COLOR; Color::COUNT],
            out_of_game: [0; Color::COUNT],
            center: ColorSet::default(),
            paws: PAWS,
            circle: Circle::new(board.spaces.len(), &board.starts),
            decks: std::array::from_fn(|garment| Deck::new(content.garments[garment].cards.len())),
            piles: [(1 << BUTTONS_PER_TYPE) - 1; ButtonType::COUNT],
            requests: ArrayVec::new(),
            players: [Player::default(); MAX_PLAYERS],
            completed: Completed {
                garments: [Garment::default(); MAX_COMPLETED],
                ends: [0; MAX_PLAYERS],
            },
        }
    }

    /// The tables this game is played with.
    #[inline]
    pub fn content(&self) -> &'static KnittingContent {
        self.setup.content().get()
    }

    /// A player's board.
    #[inline]
    pub fn player(&self, seat: Seat) -> &Player {
        &self.players[seat.index()]
    }

    #[inline]
    pub(crate) fn player_mut(&mut self, seat: Seat) -> &mut Player {
        &mut self.players[seat.index()]
    }

    pub(crate) fn seats(&self) -> impl DoubleEndedIterator<Item = Seat> + ExactSizeIterator + Clone + use<> {
        Seat::all(self.setup.players())
    }

    /// Where the game stands.
    #[inline]
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// Who has finished their part of a phase that all play at once.
    pub(crate) fn finished(&self) -> SeatSet {
        let is_finished = |seat: &Seat| {
            self.phase
                .waiting()
                .is_some_and(|waiting| !waiting.contains(*seat))
        };
        self.seats().filter(is_finished).collect()
    }

    /// The number of the round, from 1.
    pub fn round(&self) -> u8 {
        self.round
    }

    /// Who has the first player marker.
    pub fn first_player(&self) -> Seat {
        self.first
    }

    /// A seat's completed garments, in the order of completion.
    pub(crate) fn completed(&self, seat: Seat) -> &[Garment] {
        let begin = match seat.index() {
            0 => 0,
            index => usize::from(self.completed.ends[index - 1]),
        };
        &self.completed.garments[begin..usize::from(self.completed.ends[seat.index()])]
    }

    pub(crate) fn add_completed(&mut self, garment: Garment) {
        let seat = garment.owner().index();
        let all = usize::from(self.completed.ends[MAX_PLAYERS - 1]);
        let place = usize::from(self.completed.ends[seat]);
        self.completed.garments.copy_within(place..all, place + 1);
        self.completed.garments[place] = garment;
        for end in &mut self.completed.ends[seat..] {
            *end += 1;
        }
    }

    /// What a seat's completed garments come to.
    pub fn tally(&self, seat: Seat) -> Tally {
        Tally::of(self.content(), self.completed(seat).iter())
    }

    /// A tile drawn from the bag, if there is one.
    #[inline]
    pub(crate) fn draw_tile(&mut self, chance: &mut impl Chance) -> Option<Color> {
        if self.bag == [0; Color::COUNT] {
            return None;
        }
        let color = Color::ALL[chance.draw_counted(BAG, &self.bag)];
        self.bag[color.index()] -= 1;
        Some(color)
    }

    /// A button drawn from its pile, if there is one.
    pub(crate) fn draw_button(&mut self, shape: ButtonType, chance: &mut impl Chance) -> Option<Button> {
        let pile = self.piles[shape.index()];
        if pile == 0 {
            return None;
        }
        let stream = Stream(PILES + shape.index() as u32);
        let place = nth_bit(pile, chance.draw(stream, pile.count_ones()));
        let button = Button::new(
            shape,
            self.content().buttons[shape.index()].kind_of[usize::from(place)],
        );
        self.take_button(button);
        Some(button)
    }

    /// Takes a button of this kind out of its pile, if there is one.
    pub(crate) fn take_button(&mut self, button: Button) -> bool {
        let pile = &mut self.piles[button.shape.index()];
        let left = *pile & self.setup.content().get().buttons[button.shape.index()].members[button.kind()];
        if left == 0 {
            return false;
        }
        *pile &= !(1 << left.ilog2());
        true
    }

    /// 5.2: refuses a tile that the seat does not have.
    #[inline]
    pub(crate) fn check_tile(&self, seat: Seat, tile: Tile) -> Result<(), Refusal> {
        if self.player(seat).tiles.has(tile) {
            Ok(())
        } else {
            Err(Refusal::NoSuchTile { tile })
        }
    }

    /// Puts one of a seat's tiles into the bag.
    #[inline]
    pub(crate) fn discard(&mut self, seat: Seat, tile: Tile) {
        self.player_mut(seat).tiles.take(tile);
        self.bag[tile.color().index()] += 1;
    }
}
