//! An action that may be chosen as numbers: what it is done with, where, and what comes of it.

use bobbin_game::{Columns, Setup as _};

use super::{FAR, FINISHES, MOST_POINTS, MOST_TURNS, from_own, live_length, near, spot};
use crate::action::{Action, Quarter};
use crate::content::{Ability, DECK, Decks};
use crate::geometry::{Dir, HALF_HEIGHT, MAX_EXITS, MAX_PATHS, Port, Spot, Turn};
use crate::room::Edge;
use crate::state::{Circuitous, Phase};
use crate::table::{DEAD, Node, Piece, Table};

/// How many kinds of actions there are.
const ACTIONS: usize = 10;

/// What an action is, apart from what it changes.
pub(super) struct Candidate {
    /// Which kind of action.
    action: usize,
    /// The card that is played, used, discarded, laid or turned.
    kind: Option<usize>,
    /// What lies on the table after it and did not before.
    piece: Option<Piece>,
    /// In the place of which piece that is.
    instead: Option<usize>,
    finish: Option<usize>,
    quarter: Option<Quarter>,
    to: Option<Dir>,
}

impl Candidate {
    pub(super) fn of(state: &Circuitous, action: Action) -> Candidate {
        let (decks, table) = (state.decks(), &state.table);
        let plain = |action: usize, kind: Option<usize>| Candidate {
            action,
            kind,
            piece: None,
            instead: None,
            finish: None,
            quarter: None,
            to: None,
        };
        let laid = |kind: usize, Spot { at, turn }: Spot| Piece {
            at,
            turn,
            ..state.card(kind)
        };
        let finish_moved = |action: usize, finish: u8, piece: Piece| Candidate {
            piece: Some(piece),
            instead: Some(usize::from(finish) + 1),
            finish: Some(usize::from(finish)),
            ..plain(action, used_kind(state))
        };
        match action {
            Action::Play(card) => plain(0, decks.find(card)),
            Action::Use(card) => plain(1, decks.find(card)),
            Action::Discard(card) => plain(2, decks.find(card)),
            Action::With(card) => plain(3, decks.find(card)),
            Action::At(spot) => Candidate {
                piece: state.chosen_kind().map(|kind| laid(kind, spot)),
                ..plain(4, state.chosen_kind())
            },
            Action::Over(number, turn) => {
                let (kind, instead) = (state.chosen_kind(), table.find(number));
                let piece = instead.zip(kind).map(|(index, kind)| {
                    let at = table.pieces[index].at;
                    laid(kind, Spot { at, turn })
                });
                Candidate {
                    piece,
                    instead,
                    ..plain(5, kind)
                }
            }
            Action::TurnEnd(number, Spot { at, turn }) => {
                let instead = table.find(number);
                let piece = instead.map(|index| Piece {
                    at,
                    turn,
                    ..table.pieces[index]
                });
                Candidate {
                    piece,
                    instead,
                    ..plain(6, piece.map(|piece| usize::from(piece.kind)))
                }
            }
            Action::TurnFinish(finish, quarter) => Candidate {
                quarter: Some(quarter),
                ..finish_moved(7, finish, table.quarter_turned(finish, quarter))
            },
            Action::SlideFinish(finish, to) => Candidate {
                to: Some(to),
                ..finish_moved(8, finish, table.slid(finish, to))
            },
            Action::End => plain(9, None),
        }
    }

    pub(super) fn describe(&self, state: &Circuitous, to: &mut impl Columns) {
        let (table, players) = (&state.table, state.setup.players());
        to.one_hot("action", Some(self.action), ACTIONS);
        self.describe_card(state, to);
        spot(to, self.piece.as_ref().map(Piece::spot));
        to.one_hot("finish", self.finish, FINISHES);
        to.one_hot("quarter", self.quarter.map(Quarter::index), Quarter::COUNT);
        to.one_hot("slides", self.to.map(Dir::index), Dir::COUNT);
        // Whose points it brings, and whose it takes away; a finish is nobody's.
        let owner = |piece: &Piece| {
            let is_card = usize::from(piece.owner) < players;
            is_card.then(|| from_own(state.turn, piece.owner, players))
        };
        let old = self.instead.map(|index| &table.pieces[index]);
        to.one_hot("owner", self.piece.as_ref().and_then(owner), players);
        to.count("over number", old.map_or(0, |old| old.number.into()), MOST_TURNS);
        to.one_hot("over owner", old.and_then(owner), players);
        let worth = |old: &Piece| {
            state
                .decks()
                .kinds
                .get(usize::from(old.kind))
                .map(|kind| kind.points)
        };
        to.count(
            "over points",
            old.and_then(worth).map_or(0, u64::from),
            MOST_POINTS,
        );
        to.flag("is first", self.piece.is_some() && table.is_bare());
        Ends::of(state, self).describe(to);
    }

    /// The card as it will lie, or upright.
    fn describe_card(&self, state: &Circuitous, to: &mut impl Columns) {
        let decks = state.decks();
        let card = self.kind.map(|kind| &decks.kinds[kind]);
        let held = &state.players[state.turn.index()].hand;
        to.category("card", self.kind, decks.kinds.len());
        to.count("points", card.map_or(0, |card| card.points.into()), MOST_POINTS);
        let ability = card.and_then(|card| card.ability);
        to.one_hot("ability", ability.map(Ability::index), Ability::COUNT);
        to.count(
            "in hand",
            self.kind.map_or(0, |kind| held[kind].into()),
            DECK as u64,
        );
        to.flag(
            "can be first",
            self.kind.is_some_and(|kind| state.setup.can_be_first(kind)),
        );
        to.count(
            "paths",
            card.map_or(0, |card| card.paths.len() as u64),
            MAX_PATHS as u64,
        );
        let turn = match self.finish {
            None => self.piece.map_or(Turn::UPRIGHT, |piece| piece.turn),
            Some(_) => Turn::UPRIGHT,
        };
        let mut exits = [0; Dir::COUNT];
        for exit in card.iter().flat_map(|card| &decks.face(card.shape, turn).exits) {
            exits[exit.out.index()] += 1;
        }
        to.counts("exits", exits, MAX_EXITS as u64);
    }
}

/// The card that was chosen for its ability.
fn used_kind(state: &Circuitous) -> Option<usize> {
    match state.phase {
        Phase::Using { kind } | Phase::Replacing { kind, .. } => Some(usize::from(kind)),
        _ => None,
    }
}

/// The ends that an action makes, by what is live before it; where a finish moves, the live ends that there are.
#[derive(Default)]
struct Ends {
    joined: u8,
    joined_live: u8,
    /// 6.4: passages from the start to the nearest of its live ends, or paths.
    length: Option<u16>,
    live: u16,
    dead: u16,
    finishes: [Option<Approach>; FINISHES],
}

/// The end that is nearest to a finish.
#[derive(Clone, Copy)]
struct Approach {
    missing: i16,
    /// 6.1: is it on black? A finish may slide, too (6.2).
    is_on_black: bool,
}

impl Ends {
    fn of(state: &Circuitous, candidate: &Candidate) -> Ends {
        let (decks, table) = (state.decks(), &state.table);
        let mut ends = Ends::default();
        let Some(piece) = &candidate.piece else {
            return ends;
        };
        if let Some(finish) = candidate.finish {
            if let Some(edge) = Edge::of(piece, decks) {
                for open in table.open.iter().filter(|open| table.is_live(open)) {
                    ends.live += 1;
                    ends.approach(finish, &edge, open.port);
                }
            }
            return ends;
        }
        ends.of_card(table, decks, piece, candidate.instead);
        ends
    }

    fn of_card(&mut self, table: &Table, decks: &Decks, piece: &Piece, instead: Option<usize>) {
        let face = piece.face(decks);
        let (mut lengths, mut joined) = ([DEAD; MAX_PATHS], 0u8);
        let mut join = |port: Port, node: Node| {
            let own = face.exits.iter().position(|own| own.moved(piece.at).joins(port));
            let Some(own) = own else { return };
            let length = table.length(node);
            joined |= 1 << own;
            self.joined += 1;
            self.joined_live += u8::from(length != DEAD);
            let known = &mut lengths[usize::from(face.path_of[own])];
            *known = length.saturating_add(1).min(*known);
        };
        for open in &table.open {
            let is_near = open.port.at.minus(piece.at).is_within(HALF_HEIGHT);
            if is_near && Some(usize::from(open.id.piece)) != instead {
                let (piece, path) = (open.id.piece, open.path);
                join(open.port, Node { piece, path });
            }
        }
        for (_, link) in instead.into_iter().flat_map(|index| table.joins(index)) {
            join(table.port(decks, link), table.node(decks, link));
        }
        self.length = live_length(lengths);
        for (exit, &port) in face
            .exits
            .iter()
            .enumerate()
            .filter(|(exit, _)| joined >> exit & 1 == 0)
        {
            if lengths[usize::from(face.path_of[exit])] == DEAD {
                self.dead += 1;
                continue;
            }
            self.live += 1;
            for (finish, lies) in table.finish_cards().iter().enumerate() {
                if let Some(edge) = Edge::of(lies, decks) {
                    self.approach(finish, &edge, port.moved(piece.at));
                }
            }
        }
    }

    #[inline]
    fn approach(&mut self, finish: usize, edge: &Edge, end: Port) {
        let missing = edge.missing_from(end.at);
        let is_on_black = missing == 0 && end.out == edge.side.opposite();
        let nearest = &mut self.finishes[finish];
        match nearest {
            Some(known) if known.missing <= missing => known.is_on_black |= is_on_black,
            _ => *nearest = Some(Approach { missing, is_on_black }),
        }
    }

    fn describe(&self, to: &mut impl Columns) {
        to.count("joins", self.joined.into(), MAX_EXITS as u64);
        to.count("joins live", self.joined_live.into(), MAX_EXITS as u64);
        to.count("length", self.length.map_or(0, near), FAR);
        to.count("live ends", near(self.live), FAR);
        to.count("dead ends", near(self.dead), FAR);
        for (finish, nearest) in self.finishes.iter().enumerate() {
            to.part("finish", Some(finish), |to| {
                let missing = nearest.map_or(FAR, |nearest| near(nearest.missing as u16));
                to.count("missing", missing, FAR);
                to.flag("is reached", nearest.is_some_and(|nearest| nearest.is_on_black));
            });
        }
    }
}
