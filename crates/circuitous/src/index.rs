//! An index over the plane: which pieces lie near a point.

use crate::geometry::Point;
use crate::table::MAX_PIECES;

/// Cells are 16 units wide, a little more than the long side of a card.
const SHIFT: i16 = 4;
/// The plane is folded onto 16 × 16 cells: what lies 256 units away shares a cell, and is told apart by its place.
const SIDE: i16 = 16;
const NONE: u8 = u8::MAX;

/// Each piece is listed in the cell of its centre.
#[derive(Clone, Debug)]
pub(crate) struct PlaneIndex {
    heads: [u8; (SIDE * SIDE) as usize],
    next: [u8; MAX_PIECES],
}

impl PlaneIndex {
    pub(crate) fn new() -> Self {
        PlaneIndex {
            heads: [NONE; (SIDE * SIDE) as usize],
            next: [NONE; MAX_PIECES],
        }
    }

    pub(crate) fn insert(&mut self, piece: usize, at: Point) {
        let head = &mut self.heads[cell(at.x >> SHIFT, at.y >> SHIFT)];
        self.next[piece] = *head;
        *head = piece as u8;
    }

    pub(crate) fn remove(&mut self, piece: usize, at: Point) {
        let head = cell(at.x >> SHIFT, at.y >> SHIFT);
        let after = self.next[piece];
        if usize::from(self.heads[head]) == piece {
            self.heads[head] = after;
            return;
        }
        let mut before = usize::from(self.heads[head]);
        while usize::from(self.next[before]) != piece {
            before = usize::from(self.next[before]);
        }
        self.next[before] = after;
    }

    /// Calls `each` with every piece whose centre may be within `reach` of a point in x and in y. Pieces farther away
    /// come, too.
    #[inline]
    pub(crate) fn each_near(&self, at: Point, reach: (i16, i16), mut each: impl FnMut(usize)) {
        for y in (at.y - reach.1) >> SHIFT..=(at.y + reach.1) >> SHIFT {
            for x in (at.x - reach.0) >> SHIFT..=(at.x + reach.0) >> SHIFT {
                let mut piece = self.heads[cell(x, y)];
                while piece != NONE {
                    each(usize::from(piece));
                    piece = self.next[usize::from(piece)];
                }
            }
        }
    }
}

#[inline]
fn cell(x: i16, y: i16) -> usize {
    ((y & (SIDE - 1)) * SIDE + (x & (SIDE - 1))) as usize
}
