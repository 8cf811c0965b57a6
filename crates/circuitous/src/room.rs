//! Room in front of the finishes (4.7).

use arrayvec::ArrayVec;

use crate::content::Decks;
use crate::front::ground;
use crate::geometry::{
    Contact, Dir, HALF_HEIGHT, HALF_INCH, HALF_WIDTH, Point, Port, Rect, Spot, Turn, contact,
};
use crate::table::{Near, Piece, REACH, Table};

/// The index of no piece, for one that is not on the table and for an exit of none.
const NO_PIECE: usize = usize::MAX - 1;

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

    /// 4.7: a place in front of a finish where some card reaches black with an exit, by 6.1 or 6.2. It lies as `finish`
    /// says; `instead` is a piece that lies in the place of that one, or of none.
    pub(crate) fn find_room(
        &self,
        decks: &Decks,
        index: usize,
        finish: &Piece,
        instead: Option<(usize, &Piece)>,
    ) -> Option<Room> {
        let edge = Edge::of(finish, decks)?;
        let mut near = Near::new();
        let look_around = |rect: Rect, near: &mut Near| {
            near.clear();
            self.each_near(rect, |other, piece| {
                if other != index && instead.is_none_or(|(changed, _)| changed != other) {
                    near.push((other, *piece));
                }
            });
            near.extend(instead.map(|(changed, &piece)| (changed, piece)));
            near.push((index, *finish));
        };
        look_around(edge.ground(), &mut near);
        edge.room_at(decks, index, &near).or_else(|| {
            look_around(edge.far_around(), &mut near);
            edge.room_by_slide(decks, finish, &near)
        })
    }
}

/// The black edge of a finish.
pub(crate) struct Edge {
    pub(crate) middle: Point,
    pub(crate) side: Dir,
}

impl Edge {
    pub(crate) fn of(finish: &Piece, decks: &Decks) -> Option<Edge> {
        let side = finish.face(decks).black?;
        let (x, y) = side.step();
        let middle = finish.at.moved((x * HALF_WIDTH, y * HALF_WIDTH));
        Some(Edge { middle, side })
    }

    /// How many units are between a point and the edge, along the axes.
    #[inline]
    pub(crate) fn missing_from(&self, point: Point) -> i16 {
        let Point { x, y } = point.minus(self.middle);
        let (beside, off) = match self.side {
            Dir::North | Dir::South => (x.abs(), y.abs()),
            Dir::East | Dir::West => (y.abs(), x.abs()),
        };
        (beside - HALF_HEIGHT).max(0) + off
    }

    /// So far in front of something and so far aside.
    fn step(&self, far: i16, place: i16) -> (i16, i16) {
        let (across, along) = (self.side.step(), self.side.turned(Turn::new(1)).step());
        (across.0 * far + along.0 * place, across.1 * far + along.1 * place)
    }

    /// An exit that leads to the edge from so far in front of it, so far from its middle: seen from the edge.
    fn exit(&self, far: i16, place: i16) -> Port {
        Port {
            at: self.middle.moved(self.step(far, place)),
            out: self.side,
        }
    }

    /// The rectangle that all cards lie in that reach the edge as it lies.
    fn ground(&self) -> Rect {
        let Rect { at, half: (x, y) } = ground(self.exit(0, 0));
        let (aside_x, aside_y) = self.step(0, HALF_HEIGHT);
        let half = (x + aside_x.abs(), y + aside_y.abs());
        Rect { at, half }
    }

    /// One that holds all pieces that matter to cards that reach the edge after a slide, and to the slide.
    fn far_around(&self) -> Rect {
        Rect {
            at: self.middle,
            half: (REACH + 9, REACH + 9),
        }
    }

    /// 6.1: room at the edge as it lies, beside these pieces.
    fn room_at(&self, decks: &Decks, index: usize, near: &Near) -> Option<Room> {
        let mut places = (0..=HALF_HEIGHT).flat_map(|place| [place, -place]);
        let card = places.find_map(|place| card_at(decks, self.exit(0, place), index, near))?;
        Some(Room { card, slid: None })
    }

    /// 6.2: room at the edge after a slide, beside these pieces, of which the finish is the last.
    fn room_by_slide(&self, decks: &Decks, finish: &Piece, near: &Near) -> Option<Room> {
        let face = finish.face(decks);
        let others = &near[..near.len() - 1];
        let mut slides: ArrayVec<(i16, i16), 13> = ArrayVec::new();
        for (far, place) in HALF_INCH {
            let there = finish.at.moved(self.step(far, place));
            let is_legal = |(_, other): &(usize, Piece)| {
                let contact = contact(face, there, other.face(decks), other.at);
                matches!(contact, Contact::Apart | Contact::Touch)
            };
            // Away from the edge a card in front of it would lie on the finish.
            if far >= 0 && others.iter().all(is_legal) {
                slides.push((far, place));
            }
        }
        // Whatever fits in front of the edge fits in front of it wherever the finish slides to: it has no exits.
        let exits = (0..=2).flat_map(|far| (-9..=9).map(move |place: i16| (far, place)));
        exits
            .filter(|&(far, place)| far > 0 || place.abs() > HALF_HEIGHT)
            .find_map(|(far, place)| {
                let reaches =
                    |&&(toward, aside): &&(i16, i16)| toward == far && (place - aside).abs() <= HALF_HEIGHT;
                let &(toward, aside) = slides.iter().find(reaches)?;
                let card = card_at(decks, self.exit(far, place), NO_PIECE, near)?;
                let slid = Some(face.rect(finish.at.moved(self.step(toward, aside))));
                Some(Room { card, slid })
            })
    }
}

/// Where a card can lie that is joined to an exit of `origin`, beside these pieces.
fn card_at(decks: &Decks, exit: Port, origin: usize, near: &Near) -> Option<Rect> {
    let mut ways = decks.all_ways();
    for (index, piece) in near {
        if !decks.is_untroubled(*index == origin) {
            ways &= !decks.spoiled(exit, piece);
        }
    }
    let way = (ways != 0).then(|| &decks.ways[ways.trailing_zeros() as usize])?;
    let (from, turn) = way.by_out[exit.out as usize];
    let at = exit.at.plus(from);
    Some(Spot { at, turn }.rect())
}
