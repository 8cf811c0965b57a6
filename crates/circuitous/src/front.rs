//! The ground in front of an exit: what a piece there leaves of the ways to join a card (4.2 to 4.5, 4.10).
//!
//! Seen from an exit that leads north, the card of a way lies on the same points at every table. So it is worked out
//! once for a deck which ways cover, join and touch what, and what a piece spoils takes a few lookups.

use std::fmt;

use crate::content::{Decks, Shape, Way};
use crate::geometry::{Dir, Face, HALF_HEIGHT, Point, Port, Rect, Turn, half, no_exit_on_white};
use crate::table::Piece;

/// How far cards reach to both sides of the exit they are joined to.
const WIDE: i16 = 13;
/// How far they reach to the front of it.
const DEEP: i16 = 14;

/// The tables of a deck. Sets of ways have one bit for each of [`Decks::ways`].
#[derive(Clone, PartialEq, Eq)]
pub struct Front {
    /// By point, in rows.
    points: Box<[[AtPoint; 2 * WIDE as usize + 1]]>,
    /// By the centre of a card that lies upright or across.
    cards: [Centres; 2],
    /// By the centre of a finish, and by its black side.
    finishes: [Centres; 4],
    /// The ways of cards with several exits on a side.
    several: u128,
}

/// By row and column.
type Centres = Box<[[AtCentre; 2 * (WIDE + HALF_HEIGHT) as usize + 1]]>;

/// Which cards have this point.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
struct AtPoint {
    /// Inside or on the edge.
    covered: u128,
    /// As an exit, by the direction that leads out of them.
    exit: [u128; 4],
}

/// How cards lie to a piece with this centre.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
struct AtCentre {
    /// 4.2: they overlap.
    overlaps: u128,
    /// An exit of theirs is on its edge, and not on black.
    beside: u128,
}

/// Tables say little to whoever reads a message.
impl fmt::Debug for Front {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Front").finish_non_exhaustive()
    }
}

impl Front {
    pub(crate) fn new(shapes: &[Shape], ways: &[Way]) -> Front {
        let centres =
            || vec![[AtCentre::default(); _]; (DEEP + 2 * HALF_HEIGHT) as usize + 1].into_boxed_slice();
        let mut front = Front {
            points: vec![[AtPoint::default(); _]; DEEP as usize + 1].into_boxed_slice(),
            cards: [centres(), centres()],
            finishes: [centres(), centres(), centres(), centres()],
            several: 0,
        };
        for (bit, way) in ways.iter().enumerate() {
            let (at, turn) = way.by_out[Dir::North as usize];
            let face = &shapes[usize::from(way.shape)].faces[usize::from(turn.quarters())];
            front.add(1 << bit, face, at);
        }
        front
    }

    /// Adds a way by which a card with this face lies there.
    fn add(&mut self, way: u128, face: &Face, at: Point) {
        let Rect {
            half: (wide, high), ..
        } = face.rect(at);
        for to in around(wide, high) {
            if let Some(point) = on_ground(at.moved(to)) {
                self.points[point.1][point.0].covered |= way;
            }
        }
        for turn in [Turn::UPRIGHT, Turn::new(1)] {
            let (other_wide, other_high) = half(turn);
            for to in around(wide + other_wide - 1, high + other_high - 1) {
                let Some(centre) = among_centres(at.moved(to)) else {
                    continue;
                };
                self.cards[usize::from(turn.is_across())][centre.1][centre.0].overlaps |= way;
                for black in [Dir::East.turned(turn), Dir::West.turned(turn)] {
                    self.finishes[black as usize][centre.1][centre.0].overlaps |= way;
                }
            }
        }
        for (place, exit) in face.exits.iter().enumerate() {
            let exit = exit.moved(at);
            if face.exits[..place].iter().any(|other| other.out == exit.out) {
                self.several |= way;
            }
            if let Some(point) = on_ground(exit.at) {
                self.points[point.1][point.0].exit[exit.out as usize] |= way;
            }
            self.add_beside(way, exit);
        }
    }

    /// Adds a way by which a card has this exit.
    fn add_beside(&mut self, way: u128, exit: Port) {
        let (x, y) = exit.out.step();
        for turn in [Turn::UPRIGHT, Turn::new(1)] {
            let (wide, high) = half(turn);
            // Where the middle of a piece is on whose edge the exit lies.
            let aside = if x == 0 { wide } else { high };
            for aside in -aside..=aside {
                let to = (x * wide + y * aside, y * high + x * aside);
                let Some(centre) = among_centres(exit.at.moved(to)) else {
                    continue;
                };
                self.cards[usize::from(turn.is_across())][centre.1][centre.0].beside |= way;
                for black in [Dir::East.turned(turn), Dir::West.turned(turn)] {
                    if black != exit.out.opposite() {
                        self.finishes[black as usize][centre.1][centre.0].beside |= way;
                    }
                }
            }
        }
    }

    #[inline]
    fn at_point(&self, point: Point) -> Option<&AtPoint> {
        on_ground(point).map(|(x, y)| &self.points[y][x])
    }
}

impl Decks {
    /// 4.2 to 4.5: the ways to join a card to this exit that are illegal beside this piece.
    pub(crate) fn spoiled(&self, exit: Port, piece: &Piece) -> u128 {
        let (at, face) = self.seen_from(exit, piece);
        let Some((x, y)) = among_centres(at) else { return 0 };
        let centres = match face.black {
            None => &self.front.cards[usize::from(face.half.0 == HALF_HEIGHT)],
            Some(side) => &self.front.finishes[side as usize],
        };
        let AtCentre { overlaps, beside } = centres[y][x];
        let (mut joined, mut on_white) = (0, 0);
        for exit in &face.exits {
            if let Some(point) = self.front.at_point(exit.at.plus(at)) {
                let joins = point.exit[exit.out.opposite() as usize];
                joined |= joins;
                on_white |= point.covered & !joins;
            }
        }
        let spoiled = overlaps | on_white | beside & !joined;
        let in_doubt = joined & self.front.several & !spoiled;
        spoiled | self.spoiled_again(in_doubt, face, at)
    }

    /// Those of these ways, of cards with several exits on a side, of which one exit is joined and another on white.
    fn spoiled_again(&self, mut ways: u128, face: &Face, at: Point) -> u128 {
        let mut spoiled = 0;
        while ways != 0 {
            let bit = ways.trailing_zeros() as usize;
            ways &= ways - 1;
            let way = &self.ways[bit];
            let (way_at, turn) = way.by_out[Dir::North as usize];
            if !no_exit_on_white(self.face(way.shape, turn), way_at, face, at) {
                spoiled |= 1 << bit;
            }
        }
        spoiled
    }

    /// Two joined cards never trouble each other if every card has at most one exit on each side.
    #[inline]
    pub(crate) fn is_untroubled(&self, is_joined: bool) -> bool {
        is_joined && self.front.several == 0
    }

    /// The ways to join a card to this exit by which it joins one of the first exits of this piece, too.
    pub(crate) fn also_joined(&self, exit: Port, piece: &Piece, exits: usize) -> u128 {
        let (at, face) = self.seen_from(exit, piece);
        let points = face.exits.iter().take(exits).map(|exit| {
            let point = self.front.at_point(exit.at.plus(at));
            point.map_or(0, |point| point.exit[exit.out.opposite() as usize])
        });
        points.fold(0, |ways, joined| ways | joined)
    }

    /// A piece as it lies to whoever looks north along this exit.
    #[inline]
    fn seen_from(&self, exit: Port, piece: &Piece) -> (Point, &Face) {
        let back = Turn::between(exit.out, Dir::North);
        let at = piece.at.minus(exit.at).turned(back);
        (at, self.face(piece.shape, piece.turn.and(back)))
    }
}

/// The rectangle that all cards lie in that can be joined to this exit.
pub(crate) fn ground(exit: Port) -> Rect {
    let (x, y) = exit.out.step();
    Rect {
        at: exit.at.moved((x * DEEP / 2, y * DEEP / 2)),
        half: if x == 0 {
            (WIDE, DEEP / 2)
        } else {
            (DEEP / 2, WIDE)
        },
    }
}

/// Column and row of a point of the ground.
#[inline]
fn on_ground(point: Point) -> Option<(usize, usize)> {
    let (x, y) = ((point.x + WIDE) as usize, point.y as usize);
    (x <= 2 * WIDE as usize && y <= DEEP as usize).then_some((x, y))
}

/// Column and row of the centre of a piece that touches the ground.
#[inline]
fn among_centres(centre: Point) -> Option<(usize, usize)> {
    const SIDE: i16 = WIDE + HALF_HEIGHT;
    let (x, y) = ((centre.x + SIDE) as usize, (centre.y + HALF_HEIGHT) as usize);
    (x <= 2 * SIDE as usize && y <= (DEEP + 2 * HALF_HEIGHT) as usize).then_some((x, y))
}

/// All steps of at most so much in x and in y.
fn around(wide: i16, high: i16) -> impl Iterator<Item = (i16, i16)> {
    (-high..=high).flat_map(move |y| (-wide..=wide).map(move |x| (x, y)))
}

#[cfg(test)]
mod tests {
    use bobbin_game::{Content as _, Source};

    use super::*;
    use crate::geometry::{Contact, Spot, contact};

    /// 4.2 to 4.5: a table says of each way what geometry says of the card.
    fn assert_as_by_geometry(decks: &Decks, turns: &[Turn]) {
        for (shape, out) in (0..decks.shapes.len() as u8).flat_map(|shape| Dir::ALL.map(|out| (shape, out))) {
            let exit = Port {
                at: Point::new(40, -3),
                out,
            };
            for (to, &turn) in around(22, 22).flat_map(|to| turns.iter().map(move |turn| (to, turn))) {
                let spot = Spot {
                    at: exit.at.moved(to),
                    turn,
                };
                let piece = Piece::fixed(shape, spot);
                let spoiled = decks.spoiled(exit, &piece);
                for (bit, way) in decks.ways.iter().enumerate() {
                    let (from, turn) = way.by_out[out as usize];
                    let (card, at) = (decks.face(way.shape, turn), exit.at.plus(from));
                    let contact = contact(card, at, piece.face(decks), piece.at);
                    let is_legal = matches!(contact, Contact::Apart | Contact::Touch);
                    assert_eq!(
                        spoiled >> bit & 1 == 0,
                        is_legal,
                        "{shape} at {spot}, way {bit} at {exit:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn a_piece_spoils_what_geometry_forbids() {
        assert_as_by_geometry(Decks::house().get(), &[Turn::UPRIGHT]);
    }

    #[test]
    fn cards_with_several_exits_on_a_side_are_told_exactly() {
        let card = |code: &str, paths: &str, count: u8| {
            format!(
                "[[card]]\ncode = {code:?}\nname = {code:?}\npoints = 1\npaths = [{paths}]\ncount = {count}\n"
            )
        };
        let pack = card("several", r#""N-2 N+2 S", "E-3 E+1""#, 5) + &card("plain", r#""N S""#, 21);
        let decks = Decks::from_pack(&Source::new("several.toml", &pack)).expect("these cards can be played");
        assert_ne!(decks.front.several, 0);
        assert_as_by_geometry(&decks, &[0, 1, 2, 3].map(Turn::new));
    }
}
