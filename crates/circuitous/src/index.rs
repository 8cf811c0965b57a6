//! An index over the plane: which pieces lie near a point.

use crate::geometry::Point;
use crate::table::MAX_PIECES;

/// Columns and rows are 16 units wide, a little more than the long side of a card.
const SHIFT: i16 = 4;
/// The plane is folded onto 16 columns and rows: what lies 256 units away shares them, and is told apart by its place.
const SIDE: usize = 16;

/// Each piece is in the column and in the row of its centre.
#[derive(Clone, Debug)]
pub(crate) struct PlaneIndex {
    columns: [Pieces; SIDE],
    rows: [Pieces; SIDE],
}

/// One bit for each place among the pieces.
type Pieces = u128;
const _: () = assert!(MAX_PIECES <= Pieces::BITS as usize);

impl PlaneIndex {
    pub(crate) fn new() -> Self {
        PlaneIndex {
            columns: [0; SIDE],
            rows: [0; SIDE],
        }
    }

    pub(crate) fn insert(&mut self, piece: usize, at: Point) {
        self.columns[place(at.x)] |= 1 << piece;
        self.rows[place(at.y)] |= 1 << piece;
    }

    pub(crate) fn remove(&mut self, piece: usize, at: Point) {
        self.columns[place(at.x)] &= !(1 << piece);
        self.rows[place(at.y)] &= !(1 << piece);
    }

    /// Calls `each` with every piece whose centre may be within `reach` of a point in x and in y, in their order.
    /// Pieces farther away come, too.
    #[inline]
    pub(crate) fn each_near(&self, at: Point, reach: (i16, i16), mut each: impl FnMut(usize)) {
        let columns = gather(&self.columns, at.x - reach.0, at.x + reach.0);
        let mut near = columns & gather(&self.rows, at.y - reach.1, at.y + reach.1);
        while near != 0 {
            each(near.trailing_zeros() as usize);
            near &= near - 1;
        }
    }
}

/// All that is in the stripes from here to there.
#[inline]
fn gather(stripes: &[Pieces; SIDE], from: i16, to: i16) -> Pieces {
    let mut pieces = 0;
    let behind = (to >> SHIFT) + 1;
    for stripe in from >> SHIFT..behind {
        pieces |= stripes[stripe as usize % SIDE];
    }
    pieces
}

#[inline]
fn place(coordinate: i16) -> usize {
    (coordinate >> SHIFT) as usize % SIDE
}
