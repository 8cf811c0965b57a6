//! Reaching a finish, and the shortest way to it (section 6).

use std::cmp::Ordering;

use arrayvec::ArrayVec;

use crate::content::Decks;
use crate::geometry::{Contact, HALF_INCH, MAX_PATHS, contact, is_on_black};
use crate::room::Edge;
use crate::table::{DEAD, ExitId, MAX_PIECES, Near, Node, Table};

/// The most paths that can lie on a table.
pub(crate) const MAX_NODES: usize = MAX_PIECES * MAX_PATHS;
/// Paths from the start's on, one after the other.
pub(crate) type Trail = ArrayVec<Node, MAX_NODES>;

/// How a finish was reached.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Reached {
    /// Which finish.
    pub(crate) finish: u8,
    /// By which exit.
    pub(crate) exit: ExitId,
    /// How far the finish has to slide for it.
    pub(crate) slide: (i16, i16),
    /// Cards on the way.
    pub(crate) length: u16,
    /// Points of each seat along the way.
    pub(crate) points: [u16; 4],
}

impl Table {
    /// 6.1 to 6.6: the way that counts, if a finish is reached.
    pub(crate) fn reached(&self, decks: &Decks) -> Option<Reached> {
        let mut best: Option<(Reached, Trail)> = None;
        for finish in 1..=usize::from(self.finishes) {
            let lies = self.pieces[finish];
            let face = lies.face(decks);
            let into = face.black.map(crate::geometry::Dir::opposite);
            for open in &self.open {
                let at = open.port.at;
                let is_near = (at.x - lies.at.x).abs() <= 9 && (at.y - lies.at.y).abs() <= 9;
                if !is_near || Some(open.port.out) != into || !self.is_live(open) {
                    continue;
                }
                let ends = |&&(x, y): &&(i16, i16)| {
                    let there = lies.at.moved((x, y));
                    is_on_black(face, there, open.port) && self.may_slide(decks, finish, (x, y))
                };
                let Some(&slide) = HALF_INCH.iter().find(ends) else {
                    continue;
                };
                let node = self.node(decks, open.id);
                if best
                    .as_ref()
                    .is_some_and(|(best, _)| best.length < self.length(node))
                {
                    continue;
                }
                let trail = self.trail(decks, node);
                let is_better = best.as_ref().is_none_or(|(best, known)| {
                    self.length(node) < best.length || self.order(decks, &trail, known) == Ordering::Less
                });
                if is_better {
                    let reached = Reached {
                        finish: finish as u8 - 1,
                        exit: open.id,
                        slide,
                        length: self.length(node),
                        points: self.points(decks, &trail),
                    };
                    best = Some((reached, trail));
                }
            }
        }
        best.map(|(reached, _)| reached)
    }

    /// 6.2: may this piece, a finish, slide by this much?
    pub fn may_slide(&self, decks: &Decks, finish: usize, by: (i16, i16)) -> bool {
        let lies = self.pieces[finish];
        let (face, there) = (lies.face(decks), lies.at.moved(by));
        let mut near = Near::new();
        self.near(face.rect(there), finish, &mut near);
        near.iter().all(|(_, other)| {
            let contact = contact(face, there, other.face(decks), other.at);
            matches!(contact, Contact::Apart | Contact::Touch)
        })
    }

    /// 6.4, 6.6: the shortest way from the start to a live path, the best of them. The start's own path is left out.
    pub(crate) fn trail(&self, decks: &Decks, to: Node) -> Trail {
        let length = self.length(to);
        let mut before = [[None; MAX_PATHS]; MAX_PIECES];
        let mut sums = [[0u16; MAX_PATHS]; MAX_PIECES];
        let start = Node { piece: 0, path: 0 };
        let mut level: Trail = Trail::new();
        level.push(start);
        for step in 1..=length {
            let mut next: Trail = Trail::new();
            for &node in &level {
                for other in self.after(decks, node) {
                    if self.length(other) != step {
                        continue;
                    }
                    let place = (usize::from(other.piece), usize::from(other.path));
                    let sum =
                        sums[usize::from(node.piece)][usize::from(node.path)] + self.worth(decks, other);
                    let is_better = match before[place.0][place.1] {
                        None => {
                            next.push(other);
                            true
                        }
                        Some(known) => {
                            let known_sum = sums[place.0][place.1];
                            let earlier = || {
                                self.numbers(&walk_back(&before, node))
                                    < self.numbers(&walk_back(&before, known))
                            };
                            sum > known_sum || sum == known_sum && earlier()
                        }
                    };
                    if is_better {
                        before[place.0][place.1] = Some(node);
                        sums[place.0][place.1] = sum;
                    }
                }
            }
            level = next;
        }
        walk_back(&before, to)
    }

    /// The paths that are joined to a path.
    pub(crate) fn after(&self, decks: &Decks, node: Node) -> impl Iterator<Item = Node> {
        let face = self.pieces[usize::from(node.piece)].face(decks);
        let exits = (0..face.exits.len()).filter(move |&exit| face.path_of[exit] == node.path);
        exits.filter_map(move |exit| {
            let id = ExitId {
                piece: node.piece,
                exit: exit as u8,
            };
            self.joined(id).map(|link| self.node(decks, link))
        })
    }

    pub(crate) fn worth(&self, decks: &Decks, node: Node) -> u16 {
        let kind = self.pieces[usize::from(node.piece)].kind;
        decks
            .kinds
            .get(usize::from(kind))
            .map_or(0, |kind| u16::from(kind.points))
    }

    fn numbers(&self, trail: &Trail) -> ArrayVec<u8, MAX_NODES> {
        trail
            .iter()
            .map(|node| self.pieces[usize::from(node.piece)].number)
            .collect()
    }

    /// 6.6: which of two equally short ways counts: the lesser.
    fn order(&self, decks: &Decks, a: &Trail, b: &Trail) -> Ordering {
        let sum = |trail: &Trail| trail.iter().map(|&node| self.worth(decks, node)).sum::<u16>();
        sum(b)
            .cmp(&sum(a))
            .then_with(|| self.numbers(a).cmp(&self.numbers(b)))
    }

    /// 6.5, 6.7: the points of each seat along a way.
    pub(crate) fn points(&self, decks: &Decks, trail: &Trail) -> [u16; 4] {
        let mut points = [0; 4];
        for &node in trail {
            let owner = usize::from(self.pieces[usize::from(node.piece)].owner);
            if let Some(own) = points.get_mut(owner) {
                *own += self.worth(decks, node);
            }
        }
        points
    }

    /// The live end that is nearest to a finish, cards laid and cards still to lay taken together: for showing ways in
    /// the making.
    pub(crate) fn nearest_end(&self, decks: &Decks, finish: usize) -> Option<(ExitId, i16)> {
        let edge = Edge::of(&self.pieces[finish], decks)?;
        let side = edge.side;
        let live = self.open.iter().filter(|open| self.is_live(open));
        let ends = live.map(|open| {
            let far = edge.missing_from(open.port.at);
            let length = self.length[usize::from(open.id.piece)][usize::from(open.path)];
            debug_assert_ne!(length, DEAD);
            // A card takes the way about nine units on; an exit that leads aside or away needs bends first.
            let bends = match open.port.out {
                out if out == side.opposite() => 0,
                out if out == side => 24,
                _ => 8,
            };
            (i32::from(length) * 9 + i32::from(far) + bends, open.id, far)
        });
        ends.min_by_key(|&(cost, id, _)| (cost, id))
            .map(|(_, id, far)| (id, far))
    }
}

/// From the path after the start's to this one.
fn walk_back(before: &[[Option<Node>; MAX_PATHS]; MAX_PIECES], to: Node) -> Trail {
    let mut trail = Trail::new();
    let mut node = to;
    while let Some(earlier) = before[usize::from(node.piece)][usize::from(node.path)] {
        trail.push(node);
        node = earlier;
    }
    trail.reverse();
    trail
}
