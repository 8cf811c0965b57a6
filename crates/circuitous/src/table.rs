//! The table: the pieces that lie on it, and what is kept up to date about them.

use std::cmp::Ordering;

use arrayvec::ArrayVec;

use crate::content::{DECK, Decks, FINISH, MAX_OPEN, START};
use crate::front::ground;
use crate::geometry::{Face, HALF_HEIGHT, MAX_EXITS, MAX_PATHS, Point, Port, Rect, Spot, Turn};
use crate::index::PlaneIndex;
use crate::room::Room;

/// Start, finishes and all cards of four decks.
pub const MAX_PIECES: usize = 4 + 4 * DECK;
/// No card reaches farther than this from an exit it is joined to.
pub(crate) const REACH: i16 = 14;
/// How many pieces can lie within reach of an exit or of a black edge: more have no room there.
const MAX_NEAR: usize = 48;

/// A card on the table. Start and finishes have no kind, owner or number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Piece {
    /// The centre.
    pub at: Point,
    /// Quarter turns clockwise.
    pub turn: Turn,
    /// The place of its shape in [`Decks::shapes`].
    pub shape: u8,
    /// The place of its kind in [`Decks::kinds`].
    pub kind: u8,
    /// The seat that laid it.
    pub owner: u8,
    /// 6.6: counted from 1 in the order of play.
    pub number: u8,
}

impl Piece {
    /// A piece of the set-up.
    pub(crate) fn fixed(shape: u8, spot: Spot) -> Piece {
        Piece {
            at: spot.at,
            turn: spot.turn,
            shape,
            kind: u8::MAX,
            owner: u8::MAX,
            number: 0,
        }
    }

    /// Where it lies.
    pub fn spot(&self) -> Spot {
        Spot {
            at: self.at,
            turn: self.turn,
        }
    }

    /// What it shows as it lies.
    #[inline]
    pub fn face(self, decks: &Decks) -> &Face {
        decks.face(self.shape, self.turn)
    }

    #[inline]
    pub(crate) fn rect(&self) -> Rect {
        self.spot().rect()
    }
}

/// An exit of a piece: which piece, which exit.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct ExitId {
    /// The place of the piece on the table.
    pub piece: u8,
    /// The place of the exit on its face.
    pub exit: u8,
}

const UNJOINED: ExitId = ExitId {
    piece: u8::MAX,
    exit: u8::MAX,
};

/// An exit that is joined to nothing.
#[derive(Clone, Copy, Debug)]
pub struct Open {
    /// Which exit of which piece.
    pub id: ExitId,
    /// The path of its piece that it belongs to.
    pub path: u8,
    /// Where it is and where it leads.
    pub port: Port,
    /// The ways to join a card here that 4.2 to 4.5 allow: one bit for each of [`Decks::ways`].
    pub fits: u128,
    /// Those of them that join no open exit before this one: each place is told once (4.10).
    pub own: u128,
}

/// A distance that no path has: the start is not reached.
pub(crate) const DEAD: u16 = u16::MAX;

/// A path of a piece.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Node {
    /// The place of the piece on the table.
    pub piece: u8,
    /// Which of its paths.
    pub path: u8,
}

/// The table. Everything but the pieces follows from them.
#[derive(Debug)]
pub struct Table {
    /// The start, the finishes, then the cards in the order they were laid; a replacement takes the old one's place.
    pub(crate) pieces: ArrayVec<Piece, MAX_PIECES>,
    pub(crate) finishes: u8,
    /// The number of the card that was laid last.
    pub(crate) latest: u8,
    index: PlaneIndex,
    /// What each exit of each piece is joined to.
    links: ArrayVec<[ExitId; MAX_EXITS], MAX_PIECES>,
    /// 6.4: passages from the start through each path of each piece, that path included.
    pub(crate) length: ArrayVec<[u16; MAX_PATHS], MAX_PIECES>,
    /// In the order of pieces and exits.
    pub(crate) open: ArrayVec<Open, MAX_OPEN>,
    /// 4.7: room in front of each finish, if there is some. Any will do, so two equal tables may remember different
    /// ones.
    pub(crate) room: [Option<Room>; 3],
}

/// Copies what lies there, not the room for more.
impl Clone for Table {
    fn clone(&self) -> Table {
        let mut copy = Table::empty();
        copy.clone_from(self);
        copy
    }

    fn clone_from(&mut self, other: &Table) {
        self.pieces.clone_from(&other.pieces);
        self.finishes = other.finishes;
        self.latest = other.latest;
        self.index.clone_from(&other.index);
        self.links.clone_from(&other.links);
        self.length.clone_from(&other.length);
        self.open.clone_from(&other.open);
        self.room = other.room;
    }
}

impl PartialEq for Table {
    fn eq(&self, other: &Table) -> bool {
        self.finishes == other.finishes && self.pieces == other.pieces
    }
}

impl Eq for Table {}

/// The pieces near a place, and their places among the pieces.
pub(crate) type Near = ArrayVec<(usize, Piece), MAX_NEAR>;

impl Table {
    #[inline]
    pub(crate) fn empty() -> Table {
        Table {
            pieces: ArrayVec::new(),
            finishes: 0,
            latest: 0,
            index: PlaneIndex::new(),
            links: ArrayVec::new(),
            length: ArrayVec::new(),
            open: ArrayVec::new(),
            room: [None; 3],
        }
    }

    /// A table with the start and the finishes.
    pub(crate) fn new(decks: &Decks, start: Spot, finishes: impl IntoIterator<Item = Spot>) -> Table {
        let mut table = Table::empty();
        table.add(decks, Piece::fixed(START, start));
        for spot in finishes {
            table.finishes += 1;
            table.add(decks, Piece::fixed(FINISH, spot));
        }
        table
    }

    /// The start, the finishes, then the cards in the order they were laid; a replacement takes the old one's place.
    #[inline]
    pub fn pieces(&self) -> &[Piece] {
        &self.pieces
    }

    /// The finishes.
    #[inline]
    pub fn finish_cards(&self) -> &[Piece] {
        &self.pieces[1..self.first_card()]
    }

    /// The open exits, in the order of pieces and exits.
    #[inline]
    pub fn open(&self) -> &[Open] {
        &self.open
    }

    /// The cards that players have laid, with their places among the pieces.
    pub(crate) fn cards(&self) -> impl DoubleEndedIterator<Item = (usize, &Piece)> {
        self.pieces.iter().enumerate().skip(self.first_card())
    }

    pub(crate) fn first_card(&self) -> usize {
        1 + usize::from(self.finishes)
    }

    pub(crate) fn is_bare(&self) -> bool {
        self.pieces.len() == self.first_card()
    }

    /// The place of the card with this number among the pieces.
    pub fn find(&self, number: u8) -> Option<usize> {
        let is_it = |&(_, card): &(usize, &Piece)| card.number == number;
        self.cards().find(is_it).map(|(index, _)| index)
    }

    /// What an exit is joined to.
    #[inline]
    pub fn joined(&self, id: ExitId) -> Option<ExitId> {
        let link = self.links[usize::from(id.piece)][usize::from(id.exit)];
        (link != UNJOINED).then_some(link)
    }

    /// The joined exits of a piece and what each is joined to.
    pub(crate) fn joins(&self, piece: usize) -> impl Iterator<Item = (usize, ExitId)> {
        let links = self.links[piece].iter().enumerate();
        links
            .filter(|&(_, link)| *link != UNJOINED)
            .map(|(exit, link)| (exit, *link))
    }

    /// The path that an exit belongs to.
    #[inline]
    pub fn node(&self, decks: &Decks, id: ExitId) -> Node {
        let face = self.pieces[usize::from(id.piece)].face(decks);
        Node {
            piece: id.piece,
            path: face.path_of[usize::from(id.exit)],
        }
    }

    /// 6.4: passages from the start through this path, that path included; `u16::MAX` if joined paths do not lead
    /// there.
    #[inline]
    pub fn length(&self, node: Node) -> u16 {
        self.length[usize::from(node.piece)][usize::from(node.path)]
    }

    /// 4.9: do joined paths lead from this exit to the start?
    #[inline]
    pub fn is_live(&self, open: &Open) -> bool {
        self.length[usize::from(open.id.piece)][usize::from(open.path)] != DEAD
    }

    /// Adds the pieces that touch a rectangle, but for `skip`. The list is the caller's: to return one by value costs
    /// more than to fill it.
    pub(crate) fn near(&self, rect: Rect, skip: usize, near: &mut Near) {
        self.each_near(rect, |index, piece| {
            if index != skip {
                near.push((index, *piece));
            }
        });
    }

    /// Calls `each` with the pieces that touch a rectangle.
    #[inline]
    pub(crate) fn each_near(&self, rect: Rect, mut each: impl FnMut(usize, &Piece)) {
        let Rect { at, half: (x, y) } = rect;
        self.index
            .each_near(at, (x + HALF_HEIGHT, y + HALF_HEIGHT), |index| {
                let piece = &self.pieces[index];
                if piece.rect().touches(rect) {
                    each(index, piece);
                }
            });
    }

    /// Lays a piece.
    pub(crate) fn add(&mut self, decks: &Decks, piece: Piece) {
        self.lay(decks, piece);
        self.keep_rooms(decks, self.pieces.len() - 1);
    }

    /// Lays a piece without looking for room again.
    pub(crate) fn lay(&mut self, decks: &Decks, piece: Piece) {
        let index = self.pieces.len();
        self.pieces.push(piece);
        self.latest = self.latest.max(piece.number);
        self.index.insert(index, piece.at);
        self.links.push([UNJOINED; MAX_EXITS]);
        self.length.push([DEAD; MAX_PATHS]);
        if index == 0 {
            self.length[0][0] = 0;
        }
        // Only ways that fitted before can fit now, and only this piece can spoil them.
        for open in &mut self.open {
            if is_within_reach(open.port.at, piece.rect()) {
                let spoiled = decks.spoiled(open.port, &piece);
                open.fits &= !spoiled;
                open.own &= !spoiled;
            }
        }
        self.join(decks, index);
        self.open_exits(decks, index);
        self.relax_from(decks, index);
    }

    /// Puts a piece in the place of another: turned, moved, or another card.
    pub(crate) fn change(&mut self, decks: &Decks, index: usize, piece: Piece) {
        self.put(decks, index, piece);
        self.keep_rooms(decks, index);
    }

    /// Puts a piece in the place of another without looking for room again.
    pub(crate) fn put(&mut self, decks: &Decks, index: usize, piece: Piece) {
        let old = self.pieces[index];
        self.index.remove(index, old.at);
        self.open.retain(|open| usize::from(open.id.piece) != index);
        for exit in 0..MAX_EXITS {
            let link = std::mem::replace(&mut self.links[index][exit], UNJOINED);
            if link != UNJOINED {
                self.links[usize::from(link.piece)][usize::from(link.exit)] = UNJOINED;
                self.insert_open(decks, link);
            }
        }
        self.pieces[index] = piece;
        self.latest = self.latest.max(piece.number);
        self.index.insert(index, piece.at);
        self.join(decks, index);
        for exit in 0..piece.face(decks).exits.len() {
            let id = ExitId {
                piece: index as u8,
                exit: exit as u8,
            };
            if self.joined(id).is_none() {
                self.insert_open(decks, id);
            }
        }
        self.refit(decks, |open| {
            is_within_reach(open.port.at, old.rect()) || is_within_reach(open.port.at, piece.rect())
        });
        self.length
            .iter_mut()
            .for_each(|lengths| *lengths = [DEAD; MAX_PATHS]);
        self.length[0][0] = 0;
        self.relax(decks, Node { piece: 0, path: 0 });
    }

    /// 4.1: joins the exits of a piece to those that meet them, which are open no longer.
    fn join(&mut self, decks: &Decks, index: usize) {
        let piece = self.pieces[index];
        let face = piece.face(decks);
        let mut near = Near::new();
        self.near(piece.rect(), index, &mut near);
        for (other, beside) in &near {
            let (other, at, other_face) = (*other, beside.at, beside.face(decks));
            for (exit, port) in face.exits.iter().enumerate() {
                let port = port.moved(piece.at);
                let met = other_face
                    .exits
                    .iter()
                    .position(|exit| exit.moved(at).joins(port));
                let Some(other_exit) = met else { continue };
                let (own, theirs) = (id(index, exit), id(other, other_exit));
                self.links[index][exit] = theirs;
                self.links[other][other_exit] = own;
                if let Ok(place) = self.open.binary_search_by_key(&theirs, |open| open.id) {
                    self.open.remove(place);
                }
            }
        }
    }

    /// Appends the open exits of the piece that was laid last.
    fn open_exits(&mut self, decks: &Decks, index: usize) {
        let piece = self.pieces[index];
        for (exit, port) in piece.face(decks).exits.iter().enumerate() {
            if self.links[index][exit] == UNJOINED {
                let mut open = Open {
                    id: id(index, exit),
                    path: piece.face(decks).path_of[exit],
                    port: port.moved(piece.at),
                    fits: 0,
                    own: 0,
                };
                self.fit(decks, &mut open);
                self.open.push(open);
            }
        }
    }

    fn insert_open(&mut self, decks: &Decks, id: ExitId) {
        let piece = self.pieces[usize::from(id.piece)];
        let port = piece.face(decks).exits[usize::from(id.exit)].moved(piece.at);
        if let Err(place) = self.open.binary_search_by_key(&id, |open| open.id) {
            let open = Open {
                id,
                path: self.node(decks, id).path,
                port,
                fits: 0,
                own: 0,
            };
            self.open.insert(place, open);
        }
    }

    fn refit(&mut self, decks: &Decks, is_affected: impl Fn(&Open) -> bool) {
        for place in 0..self.open.len() {
            let mut open = self.open[place];
            if is_affected(&open) {
                self.fit(decks, &mut open);
                self.open[place] = open;
            }
        }
    }

    /// 4.2 to 4.5: the ways to join a card to this exit that are illegal beside the pieces that lie on the table.
    pub(crate) fn spoiled(&self, decks: &Decks, exit: Port) -> u128 {
        let mut spoiled = 0;
        self.each_near(ground(exit), |_, piece| spoiled |= decks.spoiled(exit, piece));
        spoiled
    }

    /// Works out which ways fit at an open exit.
    fn fit(&self, decks: &Decks, open: &mut Open) {
        let (id, port) = (open.id, open.port);
        let (mut spoiled, mut told_before) = (0, 0);
        self.each_near(ground(port), |index, piece| {
            if !decks.is_untroubled(index == usize::from(id.piece)) {
                spoiled |= decks.spoiled(port, piece);
                told_before |= match index.cmp(&usize::from(id.piece)) {
                    Ordering::Less => decks.also_joined(port, piece, MAX_EXITS),
                    Ordering::Equal => decks.also_joined(port, piece, usize::from(id.exit)),
                    Ordering::Greater => 0,
                };
            }
        });
        open.fits = decks.all_ways() & !spoiled;
        open.own = open.fits & !told_before;
    }

    fn relax_from(&mut self, decks: &Decks, index: usize) {
        let face = self.pieces[index].face(decks);
        for exit in 0..face.exits.len() {
            let Some(link) = self.joined(id(index, exit)) else {
                continue;
            };
            let length = self.length(self.node(decks, link)).saturating_add(1);
            let own = &mut self.length[index][usize::from(face.path_of[exit])];
            *own = length.min(*own);
        }
        for path in 0..MAX_PATHS {
            if self.length[index][path] != DEAD {
                self.relax(
                    decks,
                    Node {
                        piece: index as u8,
                        path: path as u8,
                    },
                );
            }
        }
    }

    /// Shortens what is reached sooner through this path.
    fn relax(&mut self, decks: &Decks, from: Node) {
        let mut waiting: ArrayVec<Node, { MAX_PIECES * MAX_PATHS }> = ArrayVec::new();
        let mut is_waiting = [[false; MAX_PATHS]; MAX_PIECES];
        waiting.push(from);
        while let Some(node) = waiting.pop() {
            is_waiting[usize::from(node.piece)][usize::from(node.path)] = false;
            let length = self.length(node) + 1;
            let face = self.pieces[usize::from(node.piece)].face(decks);
            for exit in 0..face.exits.len() {
                if face.path_of[exit] != node.path {
                    continue;
                }
                let Some(link) = self.joined(id(usize::from(node.piece), exit)) else {
                    continue;
                };
                let next = self.node(decks, link);
                if self.length(next) > length {
                    self.length[usize::from(next.piece)][usize::from(next.path)] = length;
                    let is_waiting = &mut is_waiting[usize::from(next.piece)][usize::from(next.path)];
                    if !std::mem::replace(is_waiting, true) {
                        waiting.push(next);
                    }
                }
            }
        }
    }
}

fn id(piece: usize, exit: usize) -> ExitId {
    ExitId {
        piece: piece as u8,
        exit: exit as u8,
    }
}

/// Can a card that is joined at this exit touch that rectangle?
#[inline]
pub(crate) fn is_within_reach(exit: Point, rect: Rect) -> bool {
    (exit.x - rect.at.x).abs() <= REACH + rect.half.0 && (exit.y - rect.at.y).abs() <= REACH + rect.half.1
}
