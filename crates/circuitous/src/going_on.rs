//! Whether the game can go on (4.6 to 4.8).

use arrayvec::ArrayVec;

use crate::content::{DECK, Decks};
use crate::geometry::{HALF_HEIGHT, Point, Port, Rect};
use crate::player::Player;
use crate::refusal::Refusal;
use crate::table::{Open, Piece, REACH, Table, is_within_reach};

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

    /// The ways to join the cards that are left once these are laid or discarded.
    pub(crate) fn ways_without(&self, decks: &Decks, gone: &[usize]) -> u128 {
        let shape = |kind: usize| usize::from(decks.kinds[kind].shape);
        let mut ways = self.ways;
        for &kind in gone {
            let count = usize::from(self.counts[shape(kind)]);
            let is_last = || gone.iter().filter(|&&other| shape(other) == shape(kind)).count() == count;
            if count <= gone.len() && is_last() {
                ways &= !decks.shape_of(kind).ways;
            }
        }
        ways
    }
}

/// 4.6: what the cards that are in play after a change find on the table as it lies. It is the same for all changes
/// that leave the same cards.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Outlook {
    /// The ways to join these cards.
    pub(crate) ways: u128,
    /// The corners of a rectangle around live exits that take one of them, if there are any: around all, or around some
    /// that are far apart.
    takers: Option<(Point, Point)>,
    /// Are they so far apart that no card comes near all of them?
    are_far_apart: bool,
}

/// Exits that a card comes near are no farther apart than this.
const NEAR_ONE_CARD: i16 = 2 * (REACH + HALF_HEIGHT);

impl Outlook {
    /// Do some of these exits surely take any card as before once a piece lies there?
    #[inline]
    fn is_far_from(&self, rect: Rect) -> bool {
        let is_far = |corner: Point| !is_within_reach(corner, rect);
        self.are_far_apart || self.takers.is_some_and(|(low, high)| is_far(low) || is_far(high))
    }
}

impl Table {
    /// What cards with these ways find.
    pub(crate) fn outlook(&self, ways: u128) -> Outlook {
        let mut takers = self.takers_of(ways).map(|open| open.port.at);
        let Some(first) = takers.next() else {
            return Outlook {
                ways,
                takers: None,
                are_far_apart: false,
            };
        };
        // What was laid first and what was laid last mostly lie so far apart that no card comes near both.
        let (mut around, mut are_far_apart) = ((first, first), false);
        while let Some(at) = takers.next_back() {
            around = (around.0.low(at), around.1.high(at));
            are_far_apart = !around.1.minus(around.0).is_within(NEAR_ONE_CARD);
            if are_far_apart {
                break;
            }
        }
        Outlook {
            ways,
            takers: Some(around),
            are_far_apart,
        }
    }

    /// The live exits that take a card in one of these ways.
    fn takers_of(&self, ways: u128) -> impl DoubleEndedIterator<Item = &Open> {
        let takes = move |open: &&Open| open.fits & ways != 0 && self.is_live(open);
        self.open.iter().filter(takes)
    }

    /// 4.6 to 4.8: does the game go on, or end, after this change, with this outlook?
    pub(crate) fn check_leaves_play(
        &self,
        decks: &Decks,
        change: Change,
        outlook: &Outlook,
    ) -> Result<(), Refusal> {
        let walled = self.find_walled(decks, change);
        // What nobody could lay before is not made impossible.
        let needs_one = outlook.takers.is_some();
        if walled.is_none() && (!needs_one || self.surely_takes_one(decks, change, outlook)) {
            return Ok(());
        }
        let mut after = Table::empty();
        after.clone_from(self);
        match change {
            Change::Lay(piece) => after.lay(decks, piece),
            Change::Put(index, piece) => after.put(decks, index, piece),
        }
        if after.reached(decks).is_some() {
            Ok(())
        } else if let Some(finish) = walled {
            Err(Refusal::WallsFinish { finish: finish as u8 })
        } else if !needs_one || after.takers_of(outlook.ways).next().is_some() {
            Ok(())
        } else {
            Err(Refusal::LastExit)
        }
    }

    /// Is a new card there far from the room in front of all finishes, and from some exit that takes a card? Then it
    /// leaves play.
    #[inline]
    pub(crate) fn is_out_of_the_way(&self, rect: Rect, outlook: &Outlook) -> bool {
        let mut rooms = self.room[..usize::from(self.finishes)].iter();
        (outlook.takers.is_none() || outlook.is_far_from(rect))
            && rooms.all(|room| room.is_some_and(|room| room.is_clear_of(rect)))
    }

    /// 4.7: a finish that has no room in front after this change.
    fn find_walled(&self, decks: &Decks, change: Change) -> Option<usize> {
        let (index, piece) = change.parts();
        let has_room = |finish: usize| {
            if finish == index {
                return self.find_room(decks, finish, &piece, None).is_some();
            }
            let lies = &self.pieces[finish];
            self.room[finish - 1].is_some_and(|room| room.is_clear_of(piece.rect()))
                || self
                    .find_room(decks, finish, lies, Some((index, &piece)))
                    .is_some()
        };
        (0..usize::from(self.finishes)).find(|finish| !has_room(finish + 1))
    }

    /// A quick look that suffices almost always: some exit that is live now takes a card beside what is changed.
    fn surely_takes_one(&self, decks: &Decks, change: Change, outlook: &Outlook) -> bool {
        let (index, piece) = change.parts();
        if matches!(change, Change::Lay(_)) && outlook.is_far_from(piece.rect()) {
            return true;
        }
        if !self.keeps_ways_open(decks, change) {
            return false;
        }
        let takes = |open: &Open| outlook.ways & open.fits & !decks.spoiled(open.port, &piece) != 0;
        self.takers_of(outlook.ways)
            .any(|open| usize::from(open.id.piece) != index && takes(open))
            || matches!(change, Change::Lay(_)) && self.has_way_behind(decks, &piece, outlook.ways)
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
            let is_open = joined(port).is_none() && is_live(path);
            is_open && decks.all_ways() & ways & !self.spoiled(decks, port) & !decks.spoiled(port, piece) != 0
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
