//! Where a card may lie (section 4).

use crate::content::Decks;
use crate::geometry::{Contact, Port, Spot, contact};
use crate::going_on::{Change, Outlook};
use crate::refusal::Refusal;
use crate::table::{ExitId, Near, Piece, Table};

impl Table {
    /// 4.2 to 4.5: may a piece lie there, were it not for `skip`? The first piece in its way is told.
    pub(crate) fn check_contacts(&self, decks: &Decks, piece: &Piece, skip: usize) -> Result<(), Refusal> {
        let face = piece.face(decks);
        let mut near = Near::new();
        self.near(piece.rect(), skip, &mut near);
        for &(_, other) in &near {
            match contact(face, piece.at, other.face(decks), other.at) {
                Contact::Apart | Contact::Touch => {}
                Contact::Overlap => return Err(Refusal::Overlaps { at: other.at }),
                Contact::OnWhite => return Err(Refusal::OnWhite { at: other.at }),
            }
        }
        Ok(())
    }

    /// The open exits that a piece would join, but for those of `skip`.
    pub(crate) fn would_join(&self, decks: &Decks, piece: &Piece, skip: usize) -> usize {
        let face = piece.face(decks);
        let mut near = Near::new();
        self.near(piece.rect(), skip, &mut near);
        let ports = face.exits.iter().map(|port| port.moved(piece.at));
        let is_met = |port: &Port| {
            near.iter().any(|(_, other)| {
                let mut exits = other.face(decks).exits.iter();
                exits.any(|exit| exit.moved(other.at).joins(*port))
            })
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

    /// Calls `each` with the legal places of a card until it says stop; `ways` are the bits of its shape, and the
    /// outlook is the one after that. 3.1 is asked of the first card.
    pub(crate) fn each_place(
        &self,
        decks: &Decks,
        card: Piece,
        ways: u128,
        outlook: &Outlook,
        mut each: impl FnMut(Spot) -> bool,
    ) {
        let is_first = self.is_bare();
        for open in &self.open {
            let mut places = open.own & ways;
            while places != 0 {
                let way = &decks.ways[places.trailing_zeros() as usize];
                places &= places - 1;
                let (from, turn) = way.by_out[open.port.out as usize];
                let at = open.port.at.plus(from);
                let spot = Spot { at, turn };
                let is_legal = || {
                    let piece = Piece { at, turn, ..card };
                    (!is_first || self.check_first(decks, &piece, 0).is_ok())
                        && self.check_leaves_play(decks, Change::Lay(piece), outlook).is_ok()
                };
                let is_clear = !is_first && self.is_out_of_the_way(spot.rect(), outlook);
                if (is_clear || is_legal()) && !each(spot) {
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
