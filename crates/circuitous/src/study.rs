//! What whoever studies a game reads off a state. What is hidden from some seat is not here.

use arrayvec::ArrayVec;
use bobbin_game::Seat;

use crate::action::Action;
use crate::content::Decks;
use crate::geometry::{Dir, Port};
use crate::state::{Circuitous, Phase};

/// How many live exits are looked at: those nearest to a finish.
pub const MAX_PROSPECTS: usize = 3;

/// An open exit that leads from the start, and what the way to it is worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Prospect {
    /// How far it is from a finish, in units: across and along the table, and around if it points away.
    pub distance: i16,
    /// Cards on the way to it.
    pub length: u16,
    /// The points of each seat along the way.
    pub points: [u16; 4],
}

impl Circuitous {
    /// The tables this game is played with.
    pub fn tables(&self) -> &'static Decks {
        self.decks()
    }

    /// Must a card be chosen now, so that nothing is half done?
    pub fn is_choosing(&self) -> bool {
        matches!(self.phase, Phase::Choosing { drew_two: false })
    }

    /// Whose turn it is.
    pub fn turn(&self) -> Seat {
        self.turn
    }

    /// How many cards a seat has in hand and deck together.
    pub fn cards_left(&self, seat: Seat) -> u8 {
        let player = &self.players[seat.index()];
        player.hand_size + player.deck_size
    }

    /// The live exits that are nearest to a finish, the nearest first.
    pub fn prospects(&self) -> ArrayVec<Prospect, MAX_PROSPECTS> {
        let decks = self.decks();
        let mut nearest: ArrayVec<(i16, usize), MAX_PROSPECTS> = ArrayVec::new();
        for (place, open) in self.table.open.iter().enumerate() {
            if !self.table.is_live(open) || open.fits == 0 {
                continue;
            }
            let distance = self.distance(open.port);
            let rank = nearest
                .iter()
                .position(|&(known, _)| distance < known)
                .unwrap_or(nearest.len());
            if rank < MAX_PROSPECTS {
                if nearest.is_full() {
                    nearest.pop();
                }
                nearest.insert(rank, (distance, place));
            }
        }
        nearest
            .into_iter()
            .map(|(distance, place)| {
                let node = self.table.node(decks, self.table.open[place].id);
                Prospect {
                    distance,
                    length: self.table.length(node),
                    points: self.table.points(decks, &self.table.trail(decks, node)),
                }
            })
            .collect()
    }

    /// How far a port is from the nearest finish.
    fn distance(&self, port: Port) -> i16 {
        let decks = self.decks();
        let finishes = self.table.pieces[1..=usize::from(self.table.finishes)].iter();
        let from = |finish: &crate::table::Piece| {
            let into = finish.face(decks).black.map_or(Dir::North, Dir::opposite);
            let step = into.step();
            // The middle of the black edge, and how far the exit is in front of it and to its side.
            let middle = finish.at.moved((-step.0 * 5, -step.1 * 5));
            let (dx, dy) = (middle.x - port.at.x, middle.y - port.at.y);
            let ahead = dx * step.0 + dy * step.1;
            let aside = (dx * step.1).abs() + (dy * step.0).abs();
            let aside = (aside - 5).max(0);
            let behind = if ahead < 0 { 30 - ahead } else { ahead };
            let turned = if port.out == into {
                0
            } else if port.out == into.opposite() {
                20
            } else {
                // Across is no detour where one has to go across anyway.
                let out = port.out.step();
                let towards = dx * out.0 + dy * out.1;
                if towards > 5 { 0 } else { 10 }
            };
            behind + aside + turned
        };
        finishes.map(from).min().unwrap_or(0)
    }

    /// How far from a finish the nearest exit of the card would be that this action lays; none for other actions.
    pub fn distance_after(&self, action: Action) -> Option<i16> {
        let decks = self.decks();
        let (Action::At(spot), Phase::Laying { kind, .. }) = (action, self.phase) else {
            return None;
        };
        let shape = decks.kinds[usize::from(kind)].shape;
        let face = decks.face(shape, spot.turn);
        let ports = face.exits.iter().map(|port| port.moved(spot.at));
        // The exit that is joined points back; it is never the nearest but on a dead end.
        let free = ports.filter(|&port| !self.table.open.iter().any(|open| open.port.joins(port)));
        free.map(|port| self.distance(port)).min()
    }
}
