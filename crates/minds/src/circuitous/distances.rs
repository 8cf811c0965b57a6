//! How many cards it takes to get from an exit to a finish, if nothing else is in the way.

use std::sync::{Mutex, OnceLock, PoisonError};

use arrayvec::ArrayVec;
use bobbin_circuitous::content::{DECK, FINISH};
use bobbin_circuitous::geometry::{Dir, HALF_INCH, HALF_WIDTH, Point, Port, Rect, Turn, is_on_black};
use bobbin_circuitous::{Decks, Piece};
use bobbin_game::Shelf;

/// Seen from a finish whose black edge is in the south, its middle at the origin: how far the table reaches that is
/// worked out.
const WEST: i16 = -104;
const EAST: i16 = 104;
const SOUTH: i16 = -152;
const NORTH: i16 = 40;
const WIDTH: usize = (EAST - WEST + 1) as usize;
const HEIGHT: usize = (NORTH - SOUTH + 1) as usize;

/// Cards to go that nobody has worked out.
const UNKNOWN: u8 = u8::MAX;
/// Where nothing is worked out, a card leads on by about so many units.
const STRIDE: i16 = 12;

/// A step of the way: a card that is joined to an exit, and another exit of the path that it is joined by.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Step {
    /// The ways to join a card that make this step, one bit each.
    ways: u128,
    /// The centre of the card, and half its extent, seen from the exit it is joined to.
    centre: Point,
    half: (i16, i16),
    /// Where the way goes on, seen from there.
    to: Port,
}

/// The steps of a deck, and what it takes to get to a finish from everywhere. It is worked out once for each deck.
#[derive(Debug)]
pub(super) struct Distances {
    /// Counted from 1 in the order in which decks are asked for.
    pub(super) number: u32,
    /// By the direction of the exit, each rectangle apart.
    steps: [Vec<Step>; 4],
    /// By the direction of the exit, cards that lead to the same exit together.
    leads: [Vec<(u128, Port)>; 4],
    /// By the direction of the exit and the way a card is joined: where its path goes on.
    pub(super) beyond: [Vec<ArrayVec<Port, 5>>; 4],
    /// By direction and place of an exit, seen from the finish.
    aheads: [Vec<Ahead>; 4],
    /// By way: the shape.
    shapes: Vec<u8>,
    /// By shape: how many cards of a deck have it.
    copies: [u8; 32],
    /// No card reaches farther from the exits of a step.
    stretch: i16,
    /// By how many cards of a deck would do: how likely a hand has none of them, in 1/65536.
    none: [u32; DECK + 1],
}

/// What a way from an exit to a finish takes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Ahead {
    /// The turns that are to be expected until someone has laid it, in eighths: not every hand has a card that leads
    /// on. It is 0 where the finish is reached, and [`Ahead::NOWHERE`] where no way leads on.
    pub turns: u8,
    /// The fewest cards.
    pub cards: u8,
}

impl Ahead {
    /// No way leads on from there.
    pub const NOWHERE: Ahead = Ahead {
        turns: u8::MAX,
        cards: u8::MAX,
    };
    /// The finish is reached.
    pub const HERE: Ahead = Ahead { turns: 0, cards: 0 };

    /// Does a way lead on from there?
    pub const fn leads_on(self) -> bool {
        self.turns < u8::MAX
    }
}

/// Farther away turns are not worked out one by one.
const WORKED_OUT: u8 = 9;

/// Turns from here on are as good as none.
const TOO_MANY: u8 = 240;

/// Shapes of cards that lead on, by the turns that are expected behind them.
struct Tiers {
    shapes: [u32; 256],
    /// Which of them there are, one bit each.
    some: [u64; 4],
}

impl Tiers {
    fn new() -> Self {
        Tiers {
            shapes: [0; 256],
            some: [0; 4],
        }
    }

    fn add(&mut self, turns: u8, shapes: u32) {
        self.shapes[usize::from(turns)] |= shapes;
        self.some[usize::from(turns / 64)] |= 1 << (turns % 64);
    }

    /// The turns, the fewest first, and how many cards of a deck have no fewer.
    fn each<'a>(&'a self, copies: &'a [u8; 32]) -> impl Iterator<Item = (u8, u8)> + 'a {
        let mut seen = 0;
        bits(self.some)
            .take_while(|&turns| turns < TOO_MANY)
            .map(move |turns| {
                let mut new = self.shapes[usize::from(turns)] & !seen;
                seen |= new;
                let mut cards = 0;
                while new != 0 {
                    cards += copies[new.trailing_zeros() as usize];
                    new &= new - 1;
                }
                (turns, cards)
            })
    }

    fn clear(&mut self) {
        let Tiers { shapes, some } = self;
        for turns in bits(std::mem::take(some)) {
            shapes[usize::from(turns)] = 0;
        }
    }
}

/// The places of the bits that are set, in order.
fn bits(parts: [u64; 4]) -> impl Iterator<Item = u8> {
    parts.into_iter().zip(0u8..).flat_map(|(mut bits, part)| {
        std::iter::from_fn(move || {
            let bit = bits.trailing_zeros() as u8;
            bits &= bits.wrapping_sub(1);
            (bit < 64).then(|| part * 64 + bit)
        })
    })
}

/// A step backwards: from an exit of this direction there, by any of these cards.
struct Lead {
    out: Dir,
    to: Port,
    cards: Vec<(Point, (i16, i16))>,
}

impl Distances {
    /// Those of these decks, worked out when they are first asked for: that takes a moment. They are kept as long as
    /// the program runs, as the decks are.
    pub(super) fn of(decks: Shelf<Decks>) -> &'static Distances {
        static KNOWN: Mutex<Vec<(Shelf<Decks>, &'static OnceLock<Distances>)>> = Mutex::new(Vec::new());
        let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        let found = known.iter().position(|(other, _)| *other == decks);
        let place = found.unwrap_or_else(|| {
            known.push((decks, Box::leak(Box::default())));
            known.len() - 1
        });
        let distances = known[place].1;
        // Who asks for other decks does not wait while these are worked out.
        drop(known);
        distances.get_or_init(|| Distances::new(decks.get(), place as u32 + 1))
    }

    fn new(decks: &Decks, number: u32) -> Distances {
        let steps = Dir::ALL.map(|out| steps(decks, out));
        let leads = [0, 1, 2, 3].map(|out: usize| {
            let mut leads: Vec<(u128, Port)> = Vec::new();
            for step in &steps[out] {
                match leads.iter_mut().find(|(_, to)| *to == step.to) {
                    Some((ways, _)) => *ways |= step.ways,
                    None => leads.push((step.ways, step.to)),
                }
            }
            leads
        });
        let mut distances = Distances {
            number,
            steps,
            leads,
            beyond: Dir::ALL.map(|out| {
                let exits = |way| exits_beyond(decks, way, out).collect();
                (0..decks.ways.len()).map(exits).collect()
            }),
            aheads: [0, 1, 2, 3].map(|_| vec![Ahead::NOWHERE; WIDTH * HEIGHT]),
            shapes: decks.ways.iter().map(|way| way.shape).collect(),
            copies: std::array::from_fn(|shape| copies(decks, shape as u8)),
            stretch: 0,
            none: none_in_hand(),
        };
        distances.stretch = distances.stretch();
        let levels = distances.work_out(decks);
        distances.expect(decks, &levels);
        distances
    }

    /// From the black edge backwards, card by card.
    fn work_out(&mut self, decks: &Decks) -> Vec<Vec<Port>> {
        let mut levels = Vec::new();
        let finish = decks.face(FINISH, Turn::new(1));
        let centre = Point::new(0, HALF_WIDTH);
        let rect = finish.rect(centre);
        let mut front: Vec<Port> = Vec::new();
        for x in -9..=9 {
            for y in -2..=0 {
                let port = Port {
                    at: Point::new(x, y),
                    out: Dir::North,
                };
                if HALF_INCH
                    .iter()
                    .any(|&slide| is_on_black(finish, centre.moved(slide), port))
                {
                    self.note(port, 0);
                    front.push(port);
                }
            }
        }
        let into = Dir::ALL.map(|out| self.steps_into(out));
        let mut cards = 0;
        while !front.is_empty() {
            cards += 1;
            let mut next = Vec::new();
            for &port in &front {
                let is_clear = self.is_clear(port, rect);
                for lead in &into[port.out as usize] {
                    let from = Port {
                        at: port.at.minus(lead.to.at),
                        out: lead.out,
                    };
                    let fits = |&(centre, half): &(Point, (i16, i16))| {
                        let at = from.at.plus(centre);
                        !Rect { at, half }.overlaps(rect)
                    };
                    if self.is_news(from) && (is_clear || lead.cards.iter().any(fits)) {
                        self.note(from, cards);
                        next.push(from);
                    }
                }
            }
            levels.push(std::mem::replace(&mut front, next));
        }
        levels
    }

    /// The steps that lead to an exit of this direction, cards that lead there from the same exit together.
    fn steps_into(&self, out: Dir) -> Vec<Lead> {
        let mut leads: Vec<Lead> = Vec::new();
        for from in Dir::ALL {
            for step in self.steps[from as usize].iter().filter(|step| step.to.out == out) {
                let card = (step.centre, step.half);
                match leads
                    .iter_mut()
                    .find(|lead| lead.out == from && lead.to == step.to)
                {
                    Some(lead) => lead.cards.push(card),
                    None => leads.push(Lead {
                        out: from,
                        to: step.to,
                        cards: vec![card],
                    }),
                }
            }
        }
        leads
    }

    fn stretch(&self) -> i16 {
        let from_both = |step: &Step| {
            let (x, y) = step.half;
            let behind = step.centre.minus(step.to.at);
            let reaches = [step.centre, behind].map(|at| (at.x.abs() + x).max(at.y.abs() + y));
            reaches.into_iter().max()
        };
        self.steps
            .iter()
            .flatten()
            .filter_map(from_both)
            .max()
            .unwrap_or(0)
    }

    /// The shapes of these ways, one bit each.
    fn shapes_of(&self, mut ways: u128) -> u32 {
        let mut shapes = 0;
        while ways != 0 {
            shapes |= 1 << self.shapes[ways.trailing_zeros() as usize];
            ways &= ways - 1;
        }
        shapes
    }

    /// Is an exit so far from the finish that no card before or behind it reaches that?
    fn is_clear(&self, port: Port, finish: Rect) -> bool {
        let away = port.at.minus(finish.at);
        away.x.abs() > finish.half.0 + self.stretch || away.y.abs() > finish.half.1 + self.stretch
    }

    /// Works out the turns, the nearest first. A step may lead to an exit that is not nearer, so it takes a second
    /// round.
    fn expect(&mut self, decks: &Decks, levels: &[Vec<Port>]) {
        let finish = decks.face(FINISH, Turn::new(1));
        let rect = finish.rect(Point::new(0, HALF_WIDTH));
        for (cards, ports) in levels.iter().enumerate() {
            let guess = (cards * 12).min(240) as u8;
            for port in ports {
                self.aheads[port.out as usize][place(port.at).unwrap_or(0)].turns = guess;
            }
        }
        let leads = [0, 1, 2, 3].map(|out: usize| {
            let of_lead = |&(ways, to): &(u128, Port)| (self.shapes_of(ways), to);
            self.leads[out].iter().map(of_lead).collect::<Vec<_>>()
        });
        let steps = [0, 1, 2, 3].map(|out: usize| {
            let of_step = |step: &Step| (self.shapes_of(step.ways), *step);
            self.steps[out].iter().map(of_step).collect::<Vec<_>>()
        });
        let mut tiers = Tiers::new();
        for _ in 0..2 {
            for &port in levels.iter().take(usize::from(WORKED_OUT)).skip(1).flatten() {
                let mut lead = |to: Port, shapes: u32| {
                    if let Some(there) = place(to.at) {
                        tiers.add(self.aheads[to.out as usize][there].turns, shapes);
                    }
                };
                if self.is_clear(port, rect) {
                    for &(shapes, to) in &leads[port.out as usize] {
                        lead(to.moved(port.at), shapes);
                    }
                } else {
                    for (shapes, step) in &steps[port.out as usize] {
                        let card = Rect {
                            at: port.at.plus(step.centre),
                            half: step.half,
                        };
                        if !card.overlaps(rect) {
                            lead(step.to.moved(port.at), *shapes);
                        }
                    }
                }
                let turns = self.turns_through(&tiers);
                tiers.clear();
                self.aheads[port.out as usize][place(port.at).unwrap_or(0)].turns = turns;
            }
        }
    }

    /// The turns until someone has laid a card and the way is completed behind it: one for each hand that has none that
    /// is good enough, and it is as good as the hand is.
    fn turns_through(&self, tiers: &Tiers) -> u8 {
        let mut cards = 0u8;
        // How likely a hand has a card so far, and the turns behind it.
        let (mut likely, mut sum) = (0u64, 0u64);
        let mut best = u64::from(UNKNOWN);
        for (turns, more) in tiers.each(&self.copies) {
            if u64::from(turns) >= best {
                break;
            }
            let before = cards;
            cards += more;
            if cards > before {
                let more = u64::from(self.none[usize::from(before)] - self.none[usize::from(cards)]);
                likely += more;
                sum += more * u64::from(turns);
                best = best.min(((8 << 16) + sum) / likely.max(1));
            }
        }
        best.min(u64::from(UNKNOWN)) as u8
    }

    /// What it takes from an exit if the next card is one of these ways; `ahead` says what it takes from an exit behind
    /// it.
    pub(super) fn through(&self, port: Port, fits: u128, ahead: impl Fn(Port) -> Ahead) -> Ahead {
        let mut tiers = Tiers::new();
        let mut cards = UNKNOWN;
        for &(ways, to) in &self.leads[port.out as usize] {
            if ways & fits != 0 {
                let ahead = ahead(to.moved(port.at));
                tiers.add(ahead.turns, self.shapes_of(ways & fits));
                cards = cards.min(ahead.cards);
            }
        }
        Ahead {
            turns: self.turns_through(&tiers),
            cards: cards.saturating_add(1),
        }
    }

    /// Has nobody noted yet how many cards it takes from there, on the part of the table that is worked out?
    fn is_news(&self, port: Port) -> bool {
        place(port.at).is_some_and(|place| self.aheads[port.out as usize][place].cards == UNKNOWN)
    }

    /// Notes how many cards it takes from there.
    fn note(&mut self, port: Port, cards: u8) {
        if let Some(place) = place(port.at) {
            self.aheads[port.out as usize][place].cards = cards;
        }
    }

    /// What it takes from an exit to a finish.
    #[inline]
    pub(super) fn ahead(&self, finish: BlackEdge, exit: Port) -> Ahead {
        let at = exit.at.minus(finish.middle).turned(finish.turn);
        let out = exit.out.turned(finish.turn);
        if let Some(place) = place(at) {
            return self.aheads[out as usize][place];
        }
        let cards = ((at.x.abs() + at.y.abs()) / STRIDE).min(19) as u8 + 1;
        Ahead {
            turns: cards * 12,
            cards,
        }
    }
}

fn place(at: Point) -> Option<usize> {
    let is_known = (WEST..=EAST).contains(&at.x) && (SOUTH..=NORTH).contains(&at.y);
    is_known.then(|| (at.y - SOUTH) as usize * WIDTH + (at.x - WEST) as usize)
}

/// A finish as it lies: the middle of its black edge, and the turn that takes that edge to the south.
#[derive(Clone, Copy, Debug)]
pub(super) struct BlackEdge {
    middle: Point,
    turn: Turn,
}

impl BlackEdge {
    /// A number of its own for each place and turn, above 0 and below 2^40.
    pub(super) fn packed(self) -> u64 {
        let Point { x, y } = self.middle;
        u64::from(x as u16) | u64::from(y as u16) << 16 | u64::from(self.turn.quarters()) << 32 | 1 << 34
    }

    pub(super) fn of(decks: &Decks, finish: Piece) -> BlackEdge {
        let side = finish.face(decks).black.unwrap_or(Dir::South);
        let (x, y) = side.step();
        BlackEdge {
            middle: finish.at.moved((x * HALF_WIDTH, y * HALF_WIDTH)),
            turn: Turn::between(side, Dir::South),
        }
    }
}

/// How likely a hand of five has none of so many cards of a deck, in 1/65536.
fn none_in_hand() -> [u32; DECK + 1] {
    let mut none = [0; DECK + 1];
    for (cards, none) in none.iter_mut().enumerate() {
        let others = DECK - cards;
        let ways = |of: usize| {
            (0..5)
                .map(|taken| of.saturating_sub(taken) as u64)
                .product::<u64>()
        };
        *none = ((ways(others) << 16) / ways(DECK)) as u32;
    }
    none
}

fn steps(decks: &Decks, out: Dir) -> Vec<Step> {
    let mut steps: Vec<Step> = Vec::new();
    for (bit, way) in decks.ways.iter().enumerate() {
        let (centre, turn) = way.by_out[out as usize];
        let face = decks.face(way.shape, turn);
        for to in exits_beyond(decks, bit, out) {
            let known = |step: &&mut Step| (step.centre, step.half, step.to) == (centre, face.half, to);
            match steps.iter_mut().find(known) {
                Some(step) => step.ways |= 1 << bit,
                None => steps.push(Step {
                    ways: 1 << bit,
                    centre,
                    half: face.half,
                    to,
                }),
            }
        }
    }
    steps
}

/// How many cards of a deck have this shape.
fn copies(decks: &Decks, shape: u8) -> u8 {
    let kinds = decks.kinds.iter().filter(|kind| kind.shape == shape);
    kinds.map(|kind| kind.count).sum()
}

/// The other exits of the path that is joined, seen from the exit that it is joined to.
fn exits_beyond(decks: &Decks, way: usize, out: Dir) -> impl Iterator<Item = Port> {
    let (centre, turn) = decks.ways[way].by_out[out as usize];
    let face = decks.face(decks.ways[way].shape, turn);
    let origin = Port {
        at: Point::default(),
        out,
    };
    let joined = face
        .exits
        .iter()
        .position(|exit| exit.moved(centre).joins(origin));
    let path = joined.map(|joined| face.path_of[joined]);
    let exits = face.exits.iter().zip(&face.path_of).enumerate();
    exits
        .filter(move |&(place, (_, own))| Some(*own) == path && Some(place) != joined)
        .map(move |(_, (exit, _))| exit.moved(centre))
}

#[cfg(test)]
mod tests {
    use bobbin_game::Content as _;

    use super::*;

    /// A finish 100 units to the north of the origin, as the set-up puts it.
    fn ahead(at: Point, out: Dir) -> Ahead {
        let decks = Decks::house();
        let finish = Piece {
            at: Point::new(0, 105),
            turn: Turn::new(1),
            shape: FINISH,
            kind: u8::MAX,
            owner: u8::MAX,
            number: 0,
        };
        Distances::of(decks).ahead(BlackEdge::of(decks.get(), finish), Port { at, out })
    }

    #[test]
    fn cards_are_counted_from_the_black_edge_on() {
        assert_eq!(ahead(Point::new(0, 100), Dir::North), Ahead::HERE);
        assert_eq!(ahead(Point::new(-7, 98), Dir::North), Ahead::HERE);
        assert_eq!(ahead(Point::new(0, 86), Dir::North).cards, 1);
        assert_eq!(ahead(Point::new(0, 90), Dir::North).cards, 1);
        assert_eq!(ahead(Point::new(0, 72), Dir::North).cards, 2);
        assert!(ahead(Point::new(0, 86), Dir::South).cards > 2);
    }

    #[test]
    fn what_is_worked_out_stays_the_same() {
        let distances = Distances::of(Decks::house());
        let mut hash = 0xcbf2_9ce4_8422_2325_u64;
        let all = || distances.aheads.iter().flatten();
        for value in all()
            .map(|ahead| ahead.cards)
            .chain(all().map(|ahead| ahead.turns))
        {
            hash = (hash ^ u64::from(value)).wrapping_mul(0x0100_0000_01b3);
        }
        assert_eq!(hash, 0x3ee5_12aa_d539_c60e, "{hash:#x}");
    }

    #[test]
    fn where_no_card_fits_the_way_is_longer() {
        assert_ne!(ahead(Point::new(0, 94), Dir::North).cards, 1);
    }

    #[test]
    fn it_takes_a_turn_for_each_card_at_least() {
        for x in -40..=40 {
            for out in Dir::ALL {
                let ahead = ahead(Point::new(x, 80), out);
                assert!(ahead.turns >= ahead.cards * 8, "{x} {out:?} {ahead:?}");
            }
        }
    }
}
