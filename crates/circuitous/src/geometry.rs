//! The exact geometry of the table: integers only, the unit is a quarter inch.
//!
//! x grows to the east, y to the north. A card is 10 wide and 14 high; turns are quarters, clockwise.

use std::fmt;
use std::str::FromStr;

use arrayvec::ArrayVec;
use bobbin_game::NotationError;
use serde::{Deserialize, Serialize};

/// Half the width of an upright card.
pub const HALF_WIDTH: i16 = 5;
/// Half the height of an upright card.
pub const HALF_HEIGHT: i16 = 7;
/// The most exits a card may have.
pub const MAX_EXITS: usize = 6;
/// The most separate paths a card may have.
pub const MAX_PATHS: usize = 3;

bobbin_game::named! {
    /// A direction of the table, and a side of a card; clockwise from the north.
    Dir, "a direction", {
        /// Up, +y.
        North = "north",
        /// Right, +x.
        East = "east",
        /// Down, −y.
        South = "south",
        /// Left, −x.
        West = "west",
    }
}

impl Dir {
    /// One step in this direction.
    pub const fn step(self) -> (i16, i16) {
        match self {
            Dir::North => (0, 1),
            Dir::East => (1, 0),
            Dir::South => (0, -1),
            Dir::West => (-1, 0),
        }
    }

    /// The direction after turning.
    #[must_use]
    pub const fn turned(self, turn: Turn) -> Dir {
        Dir::ALL[(self as usize + turn.quarters() as usize) % 4]
    }

    /// The other way.
    #[must_use]
    pub const fn opposite(self) -> Dir {
        self.turned(Turn::new(2))
    }
}

/// Quarter turns clockwise, 0 to 3.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Turn(u8);

impl Turn {
    /// Upright.
    pub const UPRIGHT: Turn = Turn(0);

    /// So many quarters, whole rounds left out.
    pub const fn new(quarters: u8) -> Turn {
        Turn(quarters % 4)
    }

    /// The quarters.
    pub const fn quarters(self) -> u8 {
        self.0
    }

    /// Turned further.
    #[must_use]
    pub const fn and(self, more: Turn) -> Turn {
        Turn((self.0 + more.0) % 4)
    }

    /// The turn that takes the side `from` to the side `to`.
    pub const fn between(from: Dir, to: Dir) -> Turn {
        Turn((to as u8 + 4 - from as u8) % 4)
    }

    /// Does a card lie across, wider than high?
    pub const fn is_across(self) -> bool {
        self.0 % 2 == 1
    }
}

/// The number of quarters.
impl fmt::Display for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Turn {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Turn, NotationError> {
        match text {
            "0" | "1" | "2" | "3" => Ok(Turn(text.as_bytes()[0] - b'0')),
            _ => Err(NotationError::new(text, "a turn: 0, 1, 2 or 3")),
        }
    }
}

impl<'de> Deserialize<'de> for Turn {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match u8::deserialize(deserializer)? {
            quarters @ 0..4 => Ok(Turn(quarters)),
            _ => Err(serde::de::Error::custom("a turn is 0, 1, 2 or 3 quarters")),
        }
    }
}

/// A point of the table.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Point {
    /// To the east.
    pub x: i16,
    /// To the north.
    pub y: i16,
}

impl Point {
    /// The point at x and y.
    pub const fn new(x: i16, y: i16) -> Point {
        Point { x, y }
    }

    /// The point, moved by (x, y).
    #[must_use]
    pub const fn moved(self, (x, y): (i16, i16)) -> Point {
        Point::new(self.x + x, self.y + y)
    }

    /// The point, moved by as much as `other` is from the origin.
    #[must_use]
    pub const fn plus(self, other: Point) -> Point {
        self.moved((other.x, other.y))
    }

    /// The way from `other` to this point.
    #[must_use]
    pub const fn minus(self, other: Point) -> Point {
        Point::new(self.x - other.x, self.y - other.y)
    }

    /// The south-western corner of the rectangle around both points.
    #[must_use]
    pub(crate) fn low(self, other: Point) -> Point {
        Point::new(self.x.min(other.x), self.y.min(other.y))
    }

    /// The north-eastern corner of the rectangle around both points.
    #[must_use]
    pub(crate) fn high(self, other: Point) -> Point {
        Point::new(self.x.max(other.x), self.y.max(other.y))
    }

    /// Is it at most so far from the origin in x and in y?
    pub const fn is_within(self, far: i16) -> bool {
        self.x.unsigned_abs() <= far.unsigned_abs() && self.y.unsigned_abs() <= far.unsigned_abs()
    }

    /// The point, turned about the origin.
    #[must_use]
    pub const fn turned(self, turn: Turn) -> Point {
        let Point { x, y } = self;
        match turn.0 {
            0 => self,
            1 => Point::new(y, -x),
            2 => Point::new(-x, -y),
            _ => Point::new(-y, x),
        }
    }
}

/// Where a card lies: its centre and its turn. The notation is `x,y,turn`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(try_from = "PlainSpot")]
pub struct Spot {
    /// The centre.
    #[serde(flatten)]
    pub at: Point,
    /// Quarter turns clockwise.
    pub turn: Turn,
}

impl Spot {
    /// A spot.
    pub const fn new(x: i16, y: i16, quarters: u8) -> Spot {
        Spot {
            at: Point::new(x, y),
            turn: Turn::new(quarters),
        }
    }

    /// The rectangle a card covers there.
    pub const fn rect(self) -> Rect {
        Rect {
            at: self.at,
            half: half(self.turn),
        }
    }
}

/// A spot that may lie anywhere, as it comes from outside.
#[derive(Deserialize)]
struct PlainSpot {
    x: i16,
    y: i16,
    turn: Turn,
}

impl TryFrom<PlainSpot> for Spot {
    type Error = &'static str;

    fn try_from(PlainSpot { x, y, turn }: PlainSpot) -> Result<Spot, &'static str> {
        let at = Point::new(x, y);
        if at.is_within(FARTHEST) {
            Ok(Spot { at, turn })
        } else {
            Err("no card lies so far out")
        }
    }
}

impl fmt::Display for Spot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{},{}", self.at.x, self.at.y, self.turn.quarters())
    }
}

/// Farther out no card can lie: 104 cards in a row do not reach it.
pub const FARTHEST: i16 = 4000;

impl FromStr for Spot {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Spot, NotationError> {
        let numbers: Option<Vec<i16>> = text.split(',').map(|word| word.parse().ok()).collect();
        let spot = match numbers.as_deref() {
            Some(&[x, y, turn @ 0..4]) => Some(Spot::new(x, y, turn as u8)),
            _ => None,
        };
        // Only the one spelling that is written is read.
        spot.filter(|spot| spot.at.is_within(FARTHEST) && spot.to_string() == text)
            .ok_or_else(|| NotationError::new(text, "a place: X,Y,TURN"))
    }
}

/// Half the extent of a card in x and y.
pub const fn half(turn: Turn) -> (i16, i16) {
    if turn.is_across() {
        (HALF_HEIGHT, HALF_WIDTH)
    } else {
        (HALF_WIDTH, HALF_HEIGHT)
    }
}

/// A rectangle: its centre and half its extent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rect {
    /// The centre.
    pub at: Point,
    /// Half the extent in x and y.
    pub half: (i16, i16),
}

impl Rect {
    /// Is the point inside or on the edge?
    pub const fn contains(self, point: Point) -> bool {
        (point.x - self.at.x).abs() <= self.half.0 && (point.y - self.at.y).abs() <= self.half.1
    }

    /// Do the interiors meet?
    pub const fn overlaps(self, other: Rect) -> bool {
        (other.at.x - self.at.x).abs() < self.half.0 + other.half.0
            && (other.at.y - self.at.y).abs() < self.half.1 + other.half.1
    }

    /// Is there a point that belongs to both, a corner perhaps?
    pub const fn touches(self, other: Rect) -> bool {
        (other.at.x - self.at.x).abs() <= self.half.0 + other.half.0
            && (other.at.y - self.at.y).abs() <= self.half.1 + other.half.1
    }
}

/// An exit of an upright card: a side and an offset from the middle of that side, to the east or to the north.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Exit {
    /// The side.
    pub side: Dir,
    /// From the middle of the side.
    pub offset: i8,
}

impl Exit {
    /// The largest offset on this side: one unit from the corner.
    pub const fn farthest(side: Dir) -> i8 {
        match side {
            Dir::North | Dir::South => HALF_WIDTH as i8 - 1,
            Dir::East | Dir::West => HALF_HEIGHT as i8 - 1,
        }
    }

    /// The exit on a card that lies upright at the origin.
    pub const fn port(self) -> Port {
        let offset = self.offset as i16;
        let at = match self.side {
            Dir::North => Point::new(offset, HALF_HEIGHT),
            Dir::East => Point::new(HALF_WIDTH, offset),
            Dir::South => Point::new(offset, -HALF_HEIGHT),
            Dir::West => Point::new(-HALF_WIDTH, offset),
        };
        Port { at, out: self.side }
    }

    /// The exit upside down.
    #[must_use]
    pub const fn upside_down(self) -> Exit {
        Exit {
            side: self.side.opposite(),
            offset: -self.offset,
        }
    }
}

/// An exit as it lies on the table: a point, and the direction that leads out of the card.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Port {
    /// The point.
    #[serde(flatten)]
    pub at: Point,
    /// The way out.
    pub out: Dir,
}

impl Port {
    /// Turned about the origin.
    #[must_use]
    pub const fn turned(self, turn: Turn) -> Port {
        Port {
            at: self.at.turned(turn),
            out: self.out.turned(turn),
        }
    }

    /// Moved by as much as `by` is from the origin.
    #[must_use]
    pub const fn moved(self, by: Point) -> Port {
        Port {
            at: self.at.plus(by),
            out: self.out,
        }
    }

    /// Its place on the edge of a card, seen from the centre: one bit for each.
    #[inline]
    pub(crate) const fn place(self) -> ExitPlaces {
        let along = match self.out {
            Dir::North | Dir::South => self.at.x,
            Dir::East | Dir::West => self.at.y,
        };
        1 << (self.out as i16 * 16 + along + HALF_HEIGHT)
    }

    /// 4.1: the same point with opposite directions.
    pub fn joins(self, other: Port) -> bool {
        self.at == other.at && self.out == other.out.opposite()
    }
}

/// Places of exits on the edge of a card, as bits.
pub(crate) type ExitPlaces = u64;

/// What a card shows in one of its turns, seen from its centre.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Face {
    /// Half the extent.
    pub half: (i16, i16),
    /// The exits.
    pub exits: ArrayVec<Port, MAX_EXITS>,
    /// To which path each exit belongs.
    pub path_of: ArrayVec<u8, MAX_EXITS>,
    places: ExitPlaces,
    /// The side with the black edge, on a finish.
    pub black: Option<Dir>,
}

impl Face {
    /// The face of a card with these paths.
    pub fn of_paths<'a>(paths: impl IntoIterator<Item = &'a [Exit]>, turn: Turn) -> Face {
        let mut face = Face {
            half: half(turn),
            exits: ArrayVec::new(),
            path_of: ArrayVec::new(),
            places: 0,
            black: None,
        };
        for (path, exits) in paths.into_iter().enumerate() {
            for exit in exits {
                let port = exit.port().turned(turn);
                face.exits.push(port);
                face.places |= port.place();
                face.path_of.push(path as u8);
            }
        }
        face
    }

    /// 1.6: the face of a finish; upright its black edge is in the east.
    pub fn of_finish(turn: Turn) -> Face {
        Face {
            black: Some(Dir::East.turned(turn)),
            ..Face::of_paths([], turn)
        }
    }

    /// Are there exits at all of these places?
    #[inline]
    pub(crate) fn has_exits(&self, places: ExitPlaces) -> bool {
        places & !self.places == 0
    }

    /// The rectangle it covers with its centre here.
    #[inline]
    pub fn rect(&self, at: Point) -> Rect {
        Rect { at, half: self.half }
    }

    /// 4.3, 4.5: may this exit of another card end here, on a card with this face at `at`?
    fn takes(&self, at: Point, exit: Port) -> bool {
        let exit = Port {
            at: exit.at.minus(at),
            out: exit.out,
        };
        self.exits.iter().any(|own| own.joins(exit))
            || self.black.is_some_and(|side| self.is_into_black(side, exit))
    }

    /// Does the exit, seen from the centre, lie on the black edge and point into it? The end points belong to it.
    fn is_into_black(&self, side: Dir, exit: Port) -> bool {
        let (x, y) = side.step();
        let is_on_line = exit.at.x * x + exit.at.y * y == HALF_WIDTH;
        exit.out == side.opposite() && is_on_line && self.rect(Point::default()).contains(exit.at)
    }
}

/// How two cards lie to each other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Contact {
    /// No point in common.
    Apart,
    /// A common edge or corner, and no exit on white.
    Touch,
    /// 4.2: they overlap.
    Overlap,
    /// 4.3: an exit of one lies on the white of the other.
    OnWhite,
}

/// 4.2 to 4.5: how two cards lie to each other.
#[inline]
pub fn contact(a: &Face, a_at: Point, b: &Face, b_at: Point) -> Contact {
    let (rect_a, rect_b) = (a.rect(a_at), b.rect(b_at));
    if !rect_a.touches(rect_b) {
        return Contact::Apart;
    }
    if rect_a.overlaps(rect_b) {
        return Contact::Overlap;
    }
    if no_exit_on_white(a, a_at, b, b_at) {
        Contact::Touch
    } else {
        Contact::OnWhite
    }
}

/// 4.3 to 4.5: does every exit of two cards that lies on the other one's edge end well there?
#[inline]
pub fn no_exit_on_white(a: &Face, a_at: Point, b: &Face, b_at: Point) -> bool {
    let ends_well = |from: &Face, on: &Face, on_from_here: Point| {
        let rect = on.rect(on_from_here);
        from.exits
            .iter()
            .all(|exit| !rect.contains(exit.at) || on.takes(on_from_here, *exit))
    };
    ends_well(a, b, b_at.minus(a_at)) && ends_well(b, a, a_at.minus(b_at))
}

/// 6.1: does an exit touch the black edge of a finish that lies here, and point into it?
pub fn is_on_black(finish: &Face, at: Point, exit: Port) -> bool {
    let seen = Port {
        at: exit.at.minus(at),
        out: exit.out,
    };
    finish.black.is_some_and(|side| finish.is_into_black(side, seen))
}

/// 6.2: the slides of half an inch at most, the shortest first.
pub const HALF_INCH: [(i16, i16); 13] = [
    (0, 0),
    (0, 1),
    (1, 0),
    (0, -1),
    (-1, 0),
    (1, 1),
    (1, -1),
    (-1, -1),
    (-1, 1),
    (0, 2),
    (2, 0),
    (0, -2),
    (-2, 0),
];
