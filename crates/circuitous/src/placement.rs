//! Where a card may lie (section 4).

use crate::content::Decks;
use crate::geometry::{Contact, Port, Rect, Spot, contact};
use crate::refusal::Refusal;
use crate::table::{ExitId, Near, Open, Piece, REACH, Table, each_fit, is_within_reach};

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

impl Table {
    /// 4.2 to 4.5: may a piece lie there, were it not for `skip`? The first piece in its way is told.
    pub(crate) fn check_contacts(&self, decks: &Decks, piece: &Piece, skip: usize) -> Result<(), Refusal> {
        let face = piece.face(decks);
        let mut near = Near::new();
        self.near(decks, piece.at, face.half, skip, &mut near);
        near.sort_unstable_by_key(|&(index, _, _)| index);
        for &(index, at, other) in &near {
            match contact(face, piece.at, other, at) {
                Contact::Apart | Contact::Touch => {}
                Contact::Overlap => {
                    return Err(Refusal::Overlaps {
                        at: self.pieces[index].at,
                    });
                }
                Contact::OnWhite => {
                    return Err(Refusal::OnWhite {
                        at: self.pieces[index].at,
                    });
                }
            }
        }
        Ok(())
    }

    /// The open exits that a piece would join, but for those of `skip`.
    pub(crate) fn would_join(&self, decks: &Decks, piece: &Piece, skip: usize) -> usize {
        let face = piece.face(decks);
        let mut near = Near::new();
        self.near(decks, piece.at, face.half, skip, &mut near);
        let ports = face.exits.iter().map(|port| port.moved(piece.at));
        let is_met = |port: &Port| {
            near.iter()
                .any(|&(_, at, other)| other.exits.iter().any(|exit| exit.moved(at).joins(*port)))
        };
        ports.filter(is_met).count()
    }

    /// 4.1 to 4.5, 4.10: may this card be played there?
    pub(crate) fn check_place(&self, decks: &Decks, piece: &Piece) -> Result<(), Refusal> {
        let named = decks.shapes[usize::from(piece.shape)].named(piece.turn);
        if named != piece.turn {
            return Err(Refusal::SayOtherTurn { turn: named });
        }
        self.check_contacts(decks, piece, usize::MAX)?;
        if self.would_join(decks, piece, usize::MAX) == 0 {
            return Err(Refusal::JoinsNothing);
        }
        Ok(())
    }

    /// 4.6 to 4.8: does the game go on, or end, after this change?
    pub(crate) fn check_leaves_play(&self, decks: &Decks, change: Change) -> Result<(), Refusal> {
        if self.surely_leaves_play(decks, change) {
            return Ok(());
        }
        let mut after = self.clone();
        match change {
            Change::Lay(piece) => after.add(decks, piece),
            Change::Put(index, piece) => after.change(decks, index, piece),
        }
        let blocked = match after.check_play_possible() {
            Ok(()) => return Ok(()),
            Err(refusal) => refusal,
        };
        if after.reached(decks).is_some() {
            Ok(())
        } else {
            Err(blocked)
        }
    }

    /// 4.6, 4.7: can the game go on?
    fn check_play_possible(&self) -> Result<(), Refusal> {
        let is_playable = |open: &Open| open.fits != 0 && self.is_live(open);
        if !self.open.iter().any(is_playable) {
            return Err(Refusal::LastExit);
        }
        match self
            .room
            .iter()
            .take(usize::from(self.finishes))
            .position(Option::is_none)
        {
            Some(finish) => Err(Refusal::WallsFinish { finish: finish as u8 }),
            None => Ok(()),
        }
    }

    /// A quick look that suffices almost always: some live exit away from the change takes a card, and the known room in front
    /// of each finish is not touched.
    fn surely_leaves_play(&self, decks: &Decks, change: Change) -> bool {
        let (index, piece) = change.parts();
        let rect = piece.rect();
        for finish in 1..=usize::from(self.finishes) {
            let is_kept = if finish == index {
                self.find_room(decks, finish, &piece, None).is_some()
            } else {
                self.room[finish - 1].is_some_and(|room| !room.touches(rect))
            };
            let has_other = || {
                let is_new = matches!(change, Change::Lay(_));
                is_new
                    && self
                        .find_room(decks, finish, &self.pieces[finish], Some(&piece))
                        .is_some()
            };
            if !is_kept && !has_other() {
                return false;
            }
        }
        if !self.keeps_ways_open(decks, change) {
            return false;
        }
        let stays =
            |open: &&Open| usize::from(open.id.piece) != index && open.fits != 0 && self.is_live(open);
        let is_far = |open: &Open| !is_within_reach(open.port.at, rect);
        let mut live = self.open.iter().filter(stays);
        live.clone().any(is_far)
            || live.any(|open| has_way_beside(decks, open, &piece))
            || matches!(change, Change::Lay(_)) && self.has_way_behind(decks, &piece)
    }

    /// Does some card fit at an exit that a new card makes live?
    fn has_way_behind(&self, decks: &Decks, piece: &Piece) -> bool {
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
                each_fit(decks, port, usize::MAX, &near, |_, _, _| {
                    found = true;
                    false
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
        let rest: arrayvec::ArrayVec<usize, 6> = joins.collect();
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

    /// Calls `each` with the legal places of a card until it says stop; `ways` are the bits of its shape. 3.1 is asked of the
    /// first card.
    pub(crate) fn each_place(
        &self,
        decks: &Decks,
        card: Piece,
        ways: u128,
        mut each: impl FnMut(Spot) -> bool,
    ) {
        for open in &self.open {
            let mut left = open.own & ways;
            while left != 0 {
                let way = &decks.ways[left.trailing_zeros() as usize];
                left &= left - 1;
                let (from, turn) = way.by_out[open.port.out as usize];
                let at = open.port.at.plus(from);
                let piece = Piece { at, turn, ..card };
                if self.is_bare() && self.check_first(decks, &piece, 0).is_err() {
                    continue;
                }
                if self.check_leaves_play(decks, Change::Lay(piece)).is_ok() && !each(piece.spot()) {
                    return;
                }
            }
        }
    }

    /// 3.1: does the path that is joined to the start have two further exits?
    pub(crate) fn check_first(&self, decks: &Decks, piece: &Piece, start: usize) -> Result<(), Refusal> {
        let start = self.pieces[start];
        let exit = start.face(decks).exits[0].moved(start.at);
        let face = piece.face(decks);
        let joined = face
            .exits
            .iter()
            .position(|port| port.moved(piece.at).joins(exit));
        let path = joined
            .map(|joined| face.path_of[joined])
            .ok_or(Refusal::JoinsNothing)?;
        let exits = (0..face.exits.len()).filter(|&exit| face.path_of[exit] == path);
        if exits.count() >= 3 {
            Ok(())
        } else {
            Err(Refusal::NoFirstCard)
        }
    }

    /// An exit as it lies on the table.
    pub(crate) fn port(&self, decks: &Decks, id: ExitId) -> Port {
        let piece = self.pieces[usize::from(id.piece)];
        piece.face(decks).exits[usize::from(id.exit)].moved(piece.at)
    }
}

/// Does some card fit at this exit without touching the piece?
fn has_way_beside(decks: &Decks, open: &Open, piece: &Piece) -> bool {
    decks.covers[open.port.out as usize].iter().any(|cover| {
        let rect = Rect {
            at: open.port.at.plus(cover.at),
            half: cover.half,
        };
        open.fits & cover.ways != 0 && !rect.touches(piece.rect())
    })
}
