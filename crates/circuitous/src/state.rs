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

impl Circuitous {
    pub(crate) fn decks(&self) -> &'static Decks {
        self.setup.content().get()
    }

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
