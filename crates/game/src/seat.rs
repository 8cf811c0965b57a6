//! Who sits at the table, and who looks at it.

use std::fmt;
use std::ops::{Index, IndexMut};

use serde::{Deserialize, Serialize};

/// The most seats a game may have.
pub const MAX_SEATS: usize = 8;

/// A place at the table, counted from 0 in turn order. The same number is used in Rust, in records, in JSON and
/// on the command line; people see names.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct Seat(u8);

impl Seat {
    /// The seat with this number.
    ///
    /// # Panics
    /// If `index` is not below [`MAX_SEATS`].
    pub const fn new(index: usize) -> Self {
        assert!(index < MAX_SEATS, "a game has at most eight seats");
        Seat(index as u8)
    }

    /// The seat's number, for indexing arrays.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// All seats of a game for `players`, in turn order.
    pub fn all(players: usize) -> impl DoubleEndedIterator<Item = Seat> + ExactSizeIterator + Clone {
        (0..players).map(Seat::new)
    }

    /// The next seat in turn order.
    #[must_use]
    pub const fn next(self, players: usize) -> Seat {
        let after = self.index() + 1;
        Seat::new(if after < players { after } else { 0 })
    }

    /// All seats in turn order, beginning with this one.
    pub fn onwards(self, players: usize) -> impl Iterator<Item = Seat> {
        (0..players).map(move |step| Seat::new((self.index() + step) % players))
    }

    /// A value for each seat, in turn order.
    pub fn each<T, const PLAYERS: usize>(mut value: impl FnMut(Seat) -> T) -> [T; PLAYERS] {
        std::array::from_fn(|index| value(Seat::new(index)))
    }
}

/// What has one entry a seat is asked by seat: `hands[seat]`.
impl<T> Index<Seat> for [T] {
    type Output = T;

    #[inline]
    fn index(&self, seat: Seat) -> &T {
        &self[seat.index()]
    }
}

impl<T> IndexMut<Seat> for [T] {
    #[inline]
    fn index_mut(&mut self, seat: Seat) -> &mut T {
        &mut self[seat.index()]
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Debug for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "seat {}", self.0)
    }
}

impl<'de> Deserialize<'de> for Seat {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let index = u8::deserialize(deserializer)?;
        if usize::from(index) < MAX_SEATS {
            Ok(Seat(index))
        } else {
            Err(serde::de::Error::custom(format!(
                "seat {index} is none: seats are numbered from 0 to 7"
            )))
        }
    }
}

crate::set_of! {
    /// A set of seats.
    SeatSet(u8) of Seat, |seat| seat.0, |index| Seat(index)
}

impl SeatSet {
    /// All seats of a game for `players`.
    pub const fn all(players: usize) -> Self {
        assert!(players <= MAX_SEATS, "a game has at most eight seats");
        SeatSet(((1u16 << players) - 1) as u8)
    }
}

impl fmt::Debug for SeatSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(Seat::index)).finish()
    }
}

impl<'de> Deserialize<'de> for SeatSet {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Vec::<Seat>::deserialize(deserializer)?.into_iter().collect())
    }
}

/// Who looks at the table, and so what may be shown.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Viewer {
    /// Whoever holds this seat: public things and what this seat knows.
    Seat(Seat),
    /// Someone without a seat: public things only.
    Spectator,
    /// Everything, hidden things included: for finished games, tests and the author of a position.
    Everything,
}

impl Viewer {
    /// Every way to look at a game for `players`.
    pub fn all(players: usize) -> impl Iterator<Item = Viewer> {
        Seat::all(players)
            .map(Viewer::Seat)
            .chain([Viewer::Spectator, Viewer::Everything])
    }

    /// Is this the viewer who holds `seat`, or one who sees everything?
    pub fn sees_hand_of(self, seat: Seat) -> bool {
        self == Viewer::Seat(seat) || self == Viewer::Everything
    }

    /// The seat of the viewer, if it has one.
    pub fn seat(self) -> Option<Seat> {
        match self {
            Viewer::Seat(seat) => Some(seat),
            Viewer::Spectator | Viewer::Everything => None,
        }
    }
}

/// `0` to `7`, `spectator` or `everything`.
impl fmt::Display for Viewer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Viewer::Seat(seat) => seat.fmt(f),
            Viewer::Spectator => f.pad("spectator"),
            Viewer::Everything => f.pad("everything"),
        }
    }
}

impl Serialize for Viewer {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Viewer::Seat(seat) => seat.serialize(serializer),
            other => serializer.collect_str(other),
        }
    }
}

impl<'de> Deserialize<'de> for Viewer {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Raw {
            Index(Seat),
            Word(String),
        }
        match Raw::deserialize(deserializer) {
            Ok(Raw::Index(seat)) => Ok(Viewer::Seat(seat)),
            Ok(Raw::Word(word)) if word == "spectator" => Ok(Viewer::Spectator),
            Ok(Raw::Word(word)) if word == "everything" => Ok(Viewer::Everything),
            _ => Err(serde::de::Error::custom(
                "a viewer is the number of a seat, \"spectator\" or \"everything\"",
            )),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turn_order_wraps_around() {
        assert_eq!(Seat::new(2).next(3), Seat::new(0));
        assert_eq!(
            Seat::new(2).onwards(4).map(Seat::index).collect::<Vec<_>>(),
            [2, 3, 0, 1]
        );
        let twice: [usize; 3] = Seat::each(|seat| 2 * seat.index());
        assert_eq!((twice, twice[Seat::new(2)]), ([0, 2, 4], 4));
    }

    #[test]
    fn a_set_is_its_members() {
        let set = SeatSet::all(4).without(Seat::new(1));
        assert_eq!(set.iter().map(Seat::index).collect::<Vec<_>>(), [0, 2, 3]);
        assert_eq!((set.len(), set.first()), (3, Some(Seat::new(0))));
        assert!(SeatSet::all(8).contains_all(set) && !set.contains_all(SeatSet::all(2)));
        assert_eq!(SeatSet::EMPTY.first(), None);
        assert_eq!(set.nth(1), Seat::new(2));
        let (low, high) = (SeatSet::all(2), SeatSet::all(3) - SeatSet::only(Seat::new(0)));
        assert_eq!([low, high].into_iter().collect::<SeatSet>(), SeatSet::all(3));
        assert_eq!(low & high, SeatSet::only(Seat::new(1)));
    }

    #[test]
    fn viewers_and_seats_survive_json() {
        for viewer in Viewer::all(3) {
            let json = serde_json::to_string(&viewer).unwrap();
            assert_eq!(serde_json::from_str::<Viewer>(&json).unwrap(), viewer);
        }
        assert!(serde_json::from_str::<Seat>("8").is_err());
        assert!(serde_json::from_str::<Viewer>("\"god\"").is_err());
        let set: SeatSet = serde_json::from_str("[2,0]").unwrap();
        assert_eq!(serde_json::to_string(&set).unwrap(), "[0,2]");
    }
}
