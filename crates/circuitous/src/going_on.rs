//! Whether the game can go on (4.6 to 4.8).

use arrayvec::ArrayVec;

use crate::content::{DECK, Decks};
use crate::geometry::{Port, Rect};
use crate::player::Player;
use crate::refusal::Refusal;
use crate::table::{Near, Open, Piece, REACH, Table, each_fit, is_within_reach};

/// A change of the table that is being weighed.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Change {
    /// A new card.
    Lay(Piece),
    /// This piece is put in the place of the one with that index.
    Put(usize, Piece),
}

impl Change {
    fn parts(self) -> (usize, Piece) {
        match self {
            Change::Lay(piece) => (usize::MAX, piece),
            Change::Put(index, piece) => (index, piece),
        }
    }
}

/// The cards that are still in play, in a hand or a deck. Everyone can count them: they are all that are neither on the
/// table nor discarded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Left {
    /// By shape.
    counts: [u8; DECK + 2],
    /// The ways to join them.
    ways: u128,
}

impl Left {
    /// All shapes.
    pub(crate) const ALL: Left = Left {
        counts: [u8::MAX; DECK + 2],
        ways: u128::MAX,
    };

    /// What these players have in hands and decks.
    pub(crate) fn of(decks: &Decks, players: &[Player]) -> Left {
        let mut left = Left {
            counts: [0; DECK + 2],
            ways: 0,
        };
        for player in players {
            for ((kind, hand), deck) in decks.kinds.iter().zip(player.hand).zip(player.deck) {
                left.counts[usize::from(kind.shape)] += hand + deck;
            }
        }
        for (shape, count) in decks.shapes.iter().zip(left.counts) {
            left.ways |= if count > 0 { shape.ways } else { 0 };
        }
        left
    }

    /// A card is laid or discarded.
    pub(crate) fn take(&mut self, decks: &Decks, kind: usize) {
        let shape = usize::from(decks.kinds[kind].shape);
        self.counts[shape] -= 1;
        if self.counts[shape] == 0 {
            self.ways &= !decks.shapes[shape].ways;
        }
    }
}

impl Table {
    /// 4.6 to 4.8: does the game go on, or end, after this change, which leaves these cards in play?
    pub(crate) fn check_leaves_play(&self, decks: &Decks, change: Change, left: Left) -> Result<(), Refusal> {
        let walled = self.find_walled(decks, change);
        // What nobody could lay before is not made impossible.
        let needs_one = self.takes_one_of(left);
        if walled.is_none() && (!needs_one || self.surely_takes_one_of(decks, change, left)) {
            return Ok(());
        }
        let mut after = self.clone();
        let walled = match change {
            Change::Lay(piece) => {
                after.lay(decks, piece);
                walled
            }
            Change::Put(index, piece) => {
                after.change(decks, index, piece);
                let finishes = &after.room[..usize::from(after.finishes)];
                finishes.iter().position(Option::is_none)
            }
        };
        if after.reached(decks).is_some() {
            Ok(())
        } else if let Some(finish) = walled {
            Err(Refusal::WallsFinish { finish: finish as u8 })
        } else if after.takes_one_of(left) || !needs_one {
            Ok(())
        } else {
            Err(Refusal::LastExit)
        }
    }

    /// 4.7: a finish that has no room in front after this change, as far as the room that is known now tells: what is
    /// put elsewhere may leave some.
    fn find_walled(&self, decks: &Decks, change: Change) -> Option<usize> {
        let (index, piece) = change.parts();
        let has_room = |finish: usize| {
            let lies = &self.pieces[finish];
            match change {
                Change::Put(..) if finish == index => self.find_room(decks, finish, &piece, None).is_some(),
                _ if self.room[finish - 1].is_some_and(|room| room.is_clear_of(piece.rect())) => true,
                Change::Lay(_) => self.find_room(decks, finish, lies, Some(&piece)).is_some(),
                Change::Put(..) => false,
            }
        };
        (0..usize::from(self.finishes)).find(|finish| !has_room(finish + 1))
    }

    /// 4.6: does one of these cards fit at a live exit?
    fn takes_one_of(&self, left: Left) -> bool {
        let takes = |open: &Open| open.fits & left.ways != 0 && self.is_live(open);
        self.open.iter().any(takes)
    }

    /// A quick look that suffices almost always: some live exit away from the change takes a card.
    fn surely_takes_one_of(&self, decks: &Decks, change: Change, left: Left) -> bool {
        if !self.keeps_ways_open(decks, change) {
            return false;
        }
        let (index, piece) = change.parts();
        let rect = piece.rect();
        let stays = |open: &&Open| {
            usize::from(open.id.piece) != index && open.fits & left.ways != 0 && self.is_live(open)
        };
        let is_far = |open: &Open| !is_within_reach(open.port.at, rect);
        let mut live = self.open.iter().filter(stays);
        live.clone().any(is_far)
            || live.any(|open| has_way_beside(decks, open, left.ways, rect))
            || matches!(change, Change::Lay(_)) && self.has_way_behind(decks, &piece, left.ways)
    }

    /// Does one of these cards fit at an exit that a new card makes live?
    fn has_way_behind(&self, decks: &Decks, piece: &Piece, ways: u128) -> bool {
        let face = piece.face(decks);
        let ports = || {
            face.exits
                .iter()
                .map(|port| port.moved(piece.at))
                .zip(&face.path_of)
        };
        let joined = |port: Port| self.open.iter().find(|open| open.port.joins(port));
        let is_live = |path: u8| {
            let mut own = ports().filter(|(_, own)| **own == path);
            own.any(|(port, _)| joined(port).is_some_and(|open| self.is_live(open)))
        };
        ports().any(|(port, &path)| {
            let mut found = false;
            if joined(port).is_none() && is_live(path) {
                let mut near = Near::new();
                self.near(decks, port.at, (REACH, REACH), usize::MAX, &mut near);
                near.push((usize::MAX, piece.at, face));
                each_fit(decks, port, usize::MAX, &near, |legal, _, _| {
                    found = legal & ways != 0;
                    !found
                });
            }
            found
        })
    }

    /// Is every exit that was live before surely live after the change?
    fn keeps_ways_open(&self, decks: &Decks, change: Change) -> bool {
        let Change::Put(index, piece) = change else {
            return true;
        };
        let (old, new) = (self.pieces[index], piece);
        let (old_face, new_face) = (old.face(decks), new.face(decks));
        let mut joins = self.joins(index).map(|(exit, _)| exit);
        let Some(first) = joins.next() else { return true };
        // An end card leads nowhere else; of any other the joined exits must be as connected as they were.
        let rest: ArrayVec<usize, 6> = joins.collect();
        let new_path = |exit: usize| {
            let port = old_face.exits[exit].moved(old.at);
            let place = new_face.exits.iter().position(|own| own.moved(new.at) == port)?;
            Some(new_face.path_of[place])
        };
        rest.iter().enumerate().all(|(place, &exit)| {
            let mut others = rest[..place].iter().chain([&first]);
            others.all(|&other| {
                let was_linked = old_face.path_of[exit] == old_face.path_of[other];
                !was_linked || new_path(exit).is_some_and(|path| new_path(other) == Some(path))
            })
        })
    }
}

/// Does one of these cards fit at this exit without touching the rectangle?
fn has_way_beside(decks: &Decks, open: &Open, ways: u128, apart: Rect) -> bool {
    decks.covers[open.port.out as usize].iter().any(|cover| {
        let rect = Rect {
            at: open.port.at.plus(cover.at),
            half: cover.half,
        };
        open.fits & cover.ways & ways != 0 && !rect.touches(apart)
    })
}
