//! All ways in the making on a table, and what cards would make of them. What is hidden from some seat is not here.

use std::cell::Cell;

use arrayvec::ArrayVec;
use bobbin_circuitous::geometry::{Dir, HALF_INCH, MAX_PATHS, Port, Spot, is_on_black};
use bobbin_circuitous::{Action, Circuitous, Decks, ExitId, MAX_PIECES, Node, Piece, Quarter, Table};
use bobbin_game::{Game as _, Seat, Setup as _};

use super::cache::{Cache, Key};
use super::distances::{Ahead, BlackEdge, Distances};

/// How many ways are looked at.
pub const MAX_WAYS_ON: usize = 64;
/// What it takes from each new exit of a card that leads a way on.
pub type Extension = ArrayVec<Ahead, 5>;

/// A way in the making: a live exit where some card fits from which a finish can be reached.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WayOn {
    /// What it takes from here to a finish. The first card fits; behind it nothing but the finish is supposed to be in
    /// the way.
    pub ahead: Ahead,
    /// The points of each seat along the way so far.
    pub points: [u16; 4],
    /// The cards of the way so far, one bit for each piece on the table.
    pub pieces: u128,
    /// The place of the exit among those that are open.
    place: u8,
    /// The piece that has it.
    piece: u8,
}

/// What the table promises: all ways in the making, and what cards would make of them.
#[derive(Debug)]
pub struct Survey<'a> {
    table: &'a Table,
    decks: &'static Decks,
    distances: &'static Distances,
    cache: &'a Cache,
    finishes: ArrayVec<BlackEdge, 3>,
    /// In the order of their exits.
    pub ways: ArrayVec<WayOn, MAX_WAYS_ON>,
}

impl<'a> Survey<'a> {
    /// A look at all ways in the making.
    pub(super) fn of(state: &'a Circuitous, cache: &'a Cache) -> Self {
        let (table, decks) = (state.table(), state.decks());
        let finishes = table.finish_cards().iter();
        let mut survey = Survey {
            table,
            decks,
            distances: cache.distances(state.setup().content()),
            cache,
            finishes: finishes.map(|finish| BlackEdge::of(decks, *finish)).collect(),
            ways: ArrayVec::new(),
        };
        survey.find_ways();
        survey
    }

    fn find_ways(&mut self) {
        let table = self.table;
        let trails = Trails::of(table, self.decks);
        for (place, open) in table.open().iter().enumerate() {
            if open.fits == 0 || !table.is_live(open) || self.ways.is_full() {
                continue;
            }
            let ahead = self.through(open.port, open.fits, &self.finishes);
            if ahead.leads_on() {
                let trail = &trails.0[usize::from(open.id.piece)][usize::from(open.path)];
                self.ways.push(WayOn {
                    ahead,
                    points: trail.points,
                    pieces: trail.pieces,
                    place: place as u8,
                    piece: open.id.piece,
                });
            }
        }
    }

    /// What it takes from an exit where these ways to join a card fit.
    fn through(&self, port: Port, fits: u128, finishes: &ArrayVec<BlackEdge, 3>) -> Ahead {
        let key = Key::new(self.distances, finishes, port, fits);
        self.cache.get_or_insert(key, || {
            let is_here = Cell::new(false);
            let ahead = self.distances.through(port, fits, |exit| {
                self.nearest_noting(exit, finishes, || is_here.set(true))
            });
            (ahead, !is_here.get())
        })
    }

    fn nearest(&self, port: Port, finishes: &ArrayVec<BlackEdge, 3>) -> Ahead {
        self.nearest_noting(port, finishes, || {})
    }

    /// Calls `here` if a finish may be reached: then all that is on the table decides whether it is.
    #[inline]
    fn nearest_noting(&self, port: Port, finishes: &ArrayVec<BlackEdge, 3>, here: impl Fn()) -> Ahead {
        let each = finishes.iter().enumerate().map(|(place, finish)| {
            let ahead = self.distances.ahead(*finish, port);
            if ahead == Ahead::HERE {
                here();
                if !self.ends_the_game(place, port) {
                    return Ahead::NOWHERE;
                }
            }
            ahead
        });
        each.min().unwrap_or(Ahead::NOWHERE)
    }

    /// Is a finish reached by an exit that lies there, with all that is on the table? A finish that an ability would
    /// move is supposed to find nothing in its way.
    fn ends_the_game(&self, finish: usize, port: Port) -> bool {
        let table = self.table;
        let lies = table.finish_cards()[finish];
        let face = lies.face(self.decks);
        let mut is_its_own = false;
        let reaches = HALF_INCH.iter().any(|&slide| {
            let touches = is_on_black(face, lies.at.moved(slide), port);
            is_its_own |= touches;
            touches && table.may_slide(self.decks, finish + 1, slide)
        });
        reaches || !is_its_own
    }

    /// Calls `each` with what becomes of a way if a card of this kind is laid there, in each way it fits.
    pub fn extensions(&self, way: &WayOn, kind: usize, mut each: impl FnMut(&Extension)) {
        let open = &self.table.open()[usize::from(way.place)];
        let mut left = open.fits & self.decks.shape_of(kind).ways;
        while left != 0 {
            let bit = left.trailing_zeros() as usize;
            left &= left - 1;
            each(&self.extension(open.port, bit));
        }
    }

    fn extension(&self, port: Port, bit: usize) -> Extension {
        let exits = self.distances.beyond[port.out as usize][bit].iter();
        exits
            .map(|exit| self.nearest(exit.moved(port.at), &self.finishes))
            .collect()
    }

    /// Calls `each` with every place of a card of this kind, in the order of the legal actions, some of them not legal:
    /// the place, the way that is led on there (none if it leads nowhere), and what becomes of it.
    pub fn placements(&self, kind: usize, mut each: impl FnMut(Spot, Option<usize>, &Extension)) {
        let shape = self.decks.shape_of(kind);
        let mut next = 0;
        for (place, open) in self.table.open().iter().enumerate() {
            let way = self
                .ways
                .get(next)
                .is_some_and(|way| usize::from(way.place) == place);
            let way = way.then_some(next);
            next += usize::from(way.is_some());
            let mut left = open.own & shape.ways;
            while left != 0 {
                let bit = left.trailing_zeros() as usize;
                left &= left - 1;
                let (from, turn) = self.decks.ways[bit].by_out[open.port.out as usize];
                let at = open.port.at.plus(from);
                let extension = if way.is_some() {
                    self.extension(open.port, bit)
                } else {
                    Extension::new()
                };
                each(Spot { at, turn }, way, &extension);
            }
        }
    }

    /// Where finishes would lie after an ability.
    fn with_finish(&self, finish: u8, change: impl Fn(Piece) -> Piece) -> ArrayVec<BlackEdge, 3> {
        let mut finishes = self.finishes.clone();
        let lies = self.table.finish_cards()[usize::from(finish)];
        finishes[usize::from(finish)] = BlackEdge::of(self.decks, change(lies));
        finishes
    }

    /// What each way takes after a finish was moved by this action.
    pub fn with_moved_finish(&self, action: Action) -> Option<ArrayVec<Ahead, MAX_WAYS_ON>> {
        let finishes = match action {
            Action::TurnFinish(finish, quarter) => self.with_finish(finish, |lies| Piece {
                turn: lies.turn.and(quarter.turn()),
                ..lies
            }),
            Action::SlideFinish(finish, to) => self.with_finish(finish, |lies| {
                let (x, y) = to.step();
                let at = lies.at.moved((x * 10, y * 10));
                Piece { at, ..lies }
            }),
            _ => return None,
        };
        let after = |way: &WayOn| {
            let open = &self.table.open()[usize::from(way.place)];
            match self.nearest(open.port, &finishes) {
                Ahead::HERE => Ahead::HERE,
                _ => self.through(open.port, open.fits, &finishes),
            }
        };
        Some(self.ways.iter().map(after).collect())
    }

    /// All turns or slides of all finishes, legal or not.
    pub fn finish_moves(&self, slides: bool) -> impl Iterator<Item = Action> {
        let finishes = 0..self.finishes.len() as u8;
        finishes.flat_map(move |finish| {
            let turned = Quarter::ALL.map(|quarter| Action::TurnFinish(finish, quarter));
            let slid = Dir::ALL.map(|to| Action::SlideFinish(finish, to));
            let (turned, slid) = if slides {
                (&[][..], &slid[..])
            } else {
                (&turned[..], &[][..])
            };
            turned.iter().chain(slid).copied().collect::<ArrayVec<_, 4>>()
        })
    }

    /// What becomes of the ways over the end card with this number if it is turned to that place: which way it was (the
    /// first of them, which leads to the same cards as the others), and the new exits.
    pub fn with_turned_end(&self, number: u8, spot: Spot) -> Option<(WayOn, Extension)> {
        let index = self.table.find(number)?;
        let way = self.ways.iter().find(|way| usize::from(way.piece) == index)?;
        let face = self.decks.face(self.table.pieces()[index].shape, spot.turn);
        let exits = face.exits.iter().map(|exit| exit.moved(spot.at));
        let open = self.table.open();
        let own = |exit: &Port| !open.iter().any(|other| other.port.joins(*exit));
        let ahead = exits.filter(own).map(|exit| self.nearest(exit, &self.finishes));
        Some((*way, ahead.take(5).collect()))
    }

    /// Does the way end on this card?
    pub fn ends_on(&self, way: &WayOn, number: u8) -> bool {
        self.table.pieces()[usize::from(way.piece)].number == number
    }

    /// The card with this number: its bit in [`WayOn::pieces`], its owner and its points.
    pub fn card(&self, number: u8) -> Option<(u128, Seat, u16)> {
        let index = self.table.find(number)?;
        let piece = &self.table.pieces()[index];
        let points = self.decks.kinds[usize::from(piece.kind)].points;
        Some((1 << index, Seat::new(usize::from(piece.owner)), u16::from(points)))
    }
}

/// The shortest way to a path: the one with the most points.
#[derive(Clone, Copy, Default)]
struct TrailTo {
    is_known: bool,
    sum: u16,
    points: [u16; 4],
    pieces: u128,
}

struct Trails(Vec<[TrailTo; MAX_PATHS]>);

impl Trails {
    /// From the start on, the nearest first: once a path's turn comes all that lead to it have had theirs.
    fn of(table: &Table, decks: &Decks) -> Trails {
        let mut trails = vec![[TrailTo::default(); MAX_PATHS]; table.pieces().len()];
        let mut waiting: ArrayVec<Node, { MAX_PIECES * MAX_PATHS }> = ArrayVec::new();
        waiting.push(Node { piece: 0, path: 0 });
        trails[0][0].is_known = true;
        let mut next = 0;
        while let Some(&node) = waiting.get(next) {
            next += 1;
            let so_far = trails[usize::from(node.piece)][usize::from(node.path)];
            let length = table.length(node);
            debug_assert_ne!(length, u16::MAX);
            let face = table.pieces()[usize::from(node.piece)].face(decks);
            for (exit, &path) in face.path_of.iter().enumerate() {
                let id = ExitId {
                    piece: node.piece,
                    exit: exit as u8,
                };
                let Some(link) = table.joined(id).filter(|_| path == node.path) else {
                    continue;
                };
                let other = table.node(decks, link);
                if table.length(other) != length + 1 {
                    continue;
                }
                let piece = &table.pieces()[usize::from(other.piece)];
                let worth = decks
                    .kinds
                    .get(usize::from(piece.kind))
                    .map_or(0, |kind| u16::from(kind.points));
                let known = &mut trails[usize::from(other.piece)][usize::from(other.path)];
                if !known.is_known {
                    waiting.push(other);
                }
                if !known.is_known || so_far.sum + worth > known.sum {
                    let mut points = so_far.points;
                    points[usize::from(piece.owner) % 4] += worth;
                    *known = TrailTo {
                        is_known: true,
                        sum: so_far.sum + worth,
                        points,
                        pieces: so_far.pieces | 1 << other.piece,
                    };
                }
            }
        }
        Trails(trails)
    }
}

const _: () = assert!(MAX_PIECES <= 128, "pieces are bits of a u128");
