//! Who sees what happens at a table.

use bobbin_game::{MAX_SEATS, Seat, SeatSet, Viewer};

/// Who sees something: a bit for each seat and one for those without a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Watchers(u16);

impl Watchers {
    pub(super) const NOBODY: Watchers = Watchers(0);
    pub(super) const EVERYBODY: Watchers = Watchers(0x1ff);

    /// The place of a viewer in arrays with one entry for each.
    pub(crate) fn place(viewer: Viewer) -> usize {
        viewer.seat().map_or(MAX_SEATS, Seat::index)
    }

    pub(super) fn with(self, viewer: Viewer) -> Self {
        Watchers(self.0 | 1 << Watchers::place(viewer))
    }

    pub(super) fn and(self, others: Self) -> Self {
        Watchers(self.0 | others.0)
    }

    pub(super) fn without(self, seats: SeatSet) -> Self {
        let places = seats.iter().fold(0, |places, seat| places | 1 << seat.index());
        Watchers(self.0 & !places)
    }

    pub(crate) fn include(self, viewer: Viewer) -> bool {
        self.include_place(Watchers::place(viewer))
    }

    pub(super) fn include_place(self, place: usize) -> bool {
        self.0 & 1 << place != 0
    }
}

/// The number of different ways to look at a table.
pub(super) const VIEWERS: usize = MAX_SEATS + 1;
