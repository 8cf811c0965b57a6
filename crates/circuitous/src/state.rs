//! The state of a game.

use bobbin_game::{Aim, Chance, Outcome, Points, Seat, SeatSet, Sheet, Stream};

use crate::content::Decks;
use crate::going_on::Left;
use crate::player::{HAND, Player};
use crate::reach::Reached;
use crate::setup::Setup;
use crate::table::Table;
use bobbin_game::Setup as _;

/// The stream of the lot that decides who begins; the decks are the streams of their seats.
const LOT: Stream = Stream(8);

/// A state of Circuitous.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Circuitous {
    pub(crate) setup: Setup,
    pub(crate) table: Table,
    /// By seat; seats that nobody holds have no cards.
    pub(crate) players: [Player; 4],
    /// 4.6: what all of them have in hands and decks.
    pub(crate) in_play: Left,
    /// Who began.
    pub(crate) first: Seat,
    /// Whose turn it is.
    pub(crate) turn: Seat,
    pub(crate) phase: Phase,
}

/// What the turn is waiting for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Phase {
    /// A card has to be chosen; `drew_two` after that ability (5.2).
    Choosing { drew_two: bool },
    /// A card was chosen and has to be laid.
    Laying { kind: u8, drew_two: bool },
    /// A card was chosen for its ability, which has to be carried out.
    Using { kind: u8 },
    /// A card was chosen to replace another.
    Replacing { kind: u8, with: u8 },
    /// The turn has to be ended.
    Done,
    /// 6.1, 6.9: the game is over.
    Over(Option<Reached>),
}

/// What may be read off a state. What is hidden from some seat is in [`Circuitous::held_kinds`] and
/// [`Circuitous::chosen_kind`] only.
impl Circuitous {
    /// The cards this game is played with.
    #[inline]
    pub fn decks(&self) -> &'static Decks {
        self.setup.content().get()
    }

    /// What lies on the table.
    #[inline]
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// Must a card be chosen now, so that nothing is half done?
    pub fn is_choosing(&self) -> bool {
        matches!(self.phase, Phase::Choosing { drew_two: false })
    }

    /// Must a card be chosen now, after drawing two perhaps?
    pub fn is_to_choose(&self) -> bool {
        matches!(self.phase, Phase::Choosing { .. })
    }

    /// Whose turn it is.
    pub fn turn(&self) -> Seat {
        self.turn
    }

    /// Who has to play after that, if the others have cards.
    pub fn turn_after(&self) -> Seat {
        if self.is_over() {
            return self.turn;
        }
        let players = self.setup.players();
        let mut seats = self.turn.next(players).onwards(players);
        seats
            .find(|seat| !self.players[seat.index()].is_out())
            .unwrap_or(self.turn)
    }

    /// How many cards a seat has in hand and deck together.
    pub fn cards_left(&self, seat: Seat) -> u8 {
        let player = &self.players[seat.index()];
        player.hand_size + player.deck_size
    }

    /// How many turns a seat has taken.
    pub fn turns_taken(&self, seat: Seat) -> u8 {
        self.players[seat.index()].turns
    }

    /// 6.8: of two seats with equal points and turns the later one wins.
    pub fn comes_later(&self, seat: Seat, other: Seat) -> bool {
        self.lateness(seat) > self.lateness(other)
    }

    /// The kinds in the hand of a seat.
    pub fn held_kinds(&self, seat: Seat) -> impl Iterator<Item = usize> {
        let hand = &self.players[seat.index()].hand;
        (0..self.decks().kinds.len()).filter(|&kind| hand[kind] > 0)
    }

    /// The kind that was chosen to be laid, or to replace another.
    pub fn chosen_kind(&self) -> Option<usize> {
        match self.phase {
            Phase::Laying { kind, .. } => Some(usize::from(kind)),
            Phase::Replacing { with, .. } => Some(usize::from(with)),
            _ => None,
        }
    }

    /// How many cards the way has that ended the game.
    pub fn way_length(&self) -> Option<u16> {
        match self.phase {
            Phase::Over(reached) => reached.map(|reached| reached.length),
            _ => None,
        }
    }
}

impl Circuitous {
    pub(crate) fn new(setup: &Setup, first: Seat) -> Circuitous {
        let counts = setup.content().counts();
        let player = |seat: usize| Player::new(if seat < setup.players() { counts } else { [0; 26] });
        let players = [0, 1, 2, 3].map(player);
        Circuitous {
            in_play: Left::of(setup.content().get(), &players),
            setup: setup.clone(),
            table: setup.table(),
            players,
            first,
            turn: first,
            phase: Phase::Choosing { drew_two: false },
        }
    }

    /// 1.9, 1.10: a new game.
    pub(crate) fn deal(setup: &Setup, chance: &mut impl Chance) -> Circuitous {
        let first = Seat::new(chance.draw(LOT, setup.players() as u32) as usize);
        let mut state = Circuitous::new(setup, first);
        for seat in Seat::all(setup.players()) {
            for _ in 0..HAND {
                state.players[seat.index()].draw(stream(seat), chance);
            }
        }
        state
    }

    pub(crate) fn player(&self) -> &Player {
        &self.players[self.turn.index()]
    }

    pub(crate) fn is_over(&self) -> bool {
        matches!(self.phase, Phase::Over(_))
    }

    pub(crate) fn seats_to_act(&self) -> SeatSet {
        if self.is_over() {
            SeatSet::EMPTY
        } else {
            SeatSet::only(self.turn)
        }
    }

    /// 6.8: how late a seat comes in turn order.
    pub(crate) fn lateness(&self, seat: Seat) -> usize {
        let players = self.setup.players();
        (seat.index() + players - self.first.index()) % players
    }

    /// 6.7 to 6.9: how the game ended.
    pub(crate) fn result(&self) -> Option<Outcome> {
        let Phase::Over(reached) = self.phase else {
            return None;
        };
        let points = reached.map_or([0; 4], |reached| reached.points);
        let sheet =
            |seat: Seat| Sheet::new([("along the way", Points::whole(i32::from(points[seat.index()])))]);
        let sheets = Seat::all(self.setup.players()).map(sheet);
        Some(if reached.is_some() {
            let tie_break = |seat: Seat| {
                let turns = self.players[seat.index()].turns;
                (std::cmp::Reverse(turns), self.lateness(seat))
            };
            Outcome::ranked(
                Aim::High,
                sheets,
                tie_break,
                "fewer turns, then later in turn order",
            )
        } else {
            Outcome::without_winner(Aim::High, sheets, "all are out of cards and no finish is reached")
        })
    }
}

/// The deck of a seat.
pub(crate) fn stream(seat: Seat) -> Stream {
    Stream(seat.index() as u32)
}
