//! Room in front of the finishes (4.7).

use arrayvec::ArrayVec;

use crate::content::Decks;
use crate::geometry::{Contact, Face, HALF_INCH, Port, Rect, Turn, contact};
use crate::table::{Near, Piece, REACH, Table, each_fit};

/// The index of no piece.
const ELSEWHERE: usize = usize::MAX - 1;

/// A place in front of a finish where a card would end the game if its exit were live.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Room {
    card: Rect,
    /// 6.2: where the finish has to slide to for it.
    slid: Option<Rect>,
}

impl Room {
    /// Does a piece that lies there surely leave it?
    pub(crate) fn is_clear_of(&self, rect: Rect) -> bool {
        !self.card.touches(rect) && self.slid.is_none_or(|slid| !slid.touches(rect))
    }
}

impl Table {
    /// Looks for room again where the piece that was just laid or put may have taken it.
    pub(crate) fn keep_rooms(&mut self, decks: &Decks, index: usize) {
        let rect = self.pieces[index].rect();
        for finish in 0..usize::from(self.finishes) {
            let is_kept = finish + 1 != index && self.room[finish].is_some_and(|room| room.is_clear_of(rect));
            if !is_kept {
                self.room[finish] = self.find_room(decks, finish + 1, &self.pieces[finish + 1], None);
            }
        }
    }

    /// 4.7: a place in front of a finish (which lies as `finish` says, with `beside` on the table, too) where some card
    /// reaches black with an exit, by 6.1 or 6.2.
    pub(crate) fn find_room(
        &self,
        decks: &Decks,
        index: usize,
        finish: &Piece,
        beside: Option<&Piece>,
    ) -> Option<Room> {
        let face = finish.face(decks);
        let side = face.black?;
        let (across, along) = (side.step(), side.turned(Turn::new(1)).step());
        let mut near = Near::new();
        let middle = finish.at.moved((across.0 * 5, across.1 * 5));
        self.near(decks, middle, (REACH + 9, REACH + 9), index, &mut near);
        near.extend(beside.map(|piece| (usize::MAX, piece.at, piece.face(decks))));
        let others = near.len();
        near.push((index, finish.at, face));
        // A card at an exit so far in front of the edge and so far from its middle.
        let card_at = |far: i16, place: i16, origin: usize| {
            let exit = Port {
                at: middle
                    .moved((across.0 * far, across.1 * far))
                    .moved((along.0 * place, along.1 * place)),
                out: side,
            };
            let mut found = None;
            each_fit(decks, exit, origin, &near, |_, rect, _| {
                found = Some(rect);
                false
            });
            found
        };
        let mut places = (0..=7).flat_map(|place| [place, -place]);
        if let Some(card) = places.find_map(|place| card_at(0, place, index)) {
            return Some(Room { card, slid: None });
        }
        let mut slides: ArrayVec<(i16, i16), 13> = ArrayVec::new();
        for (far, place) in HALF_INCH {
            let there = finish
                .at
                .moved((across.0 * far + along.0 * place, across.1 * far + along.1 * place));
            let is_legal = |&(_, at, other): &(_, _, &Face)| {
                matches!(contact(face, there, other, at), Contact::Apart | Contact::Touch)
            };
            // Away from the edge a card in front of it would lie on the finish.
            if far >= 0 && near[..others].iter().all(is_legal) {
                slides.push((far, place));
            }
        }
        // Whatever fits in front of the edge fits in front of it wherever the finish slides to: it has no exits.
        let exits = (0..=2).flat_map(|far| (-9..=9).map(move |place: i16| (far, place)));
        exits
            .filter(|&(far, place)| far > 0 || place.abs() > 7)
            .find_map(|(far, place)| {
                let reaches = |&&(toward, aside): &&(i16, i16)| toward == far && (place - aside).abs() <= 7;
                let &(toward, aside) = slides.iter().find(reaches)?;
                let card = card_at(far, place, ELSEWHERE)?;
                let by = (
                    across.0 * toward + along.0 * aside,
                    across.1 * toward + along.1 * aside,
                );
                let slid = Some(face.rect(finish.at.moved(by)));
                Some(Room { card, slid })
            })
    }
}
