//! A view in full words, for pages, pictures and people: this is its JSON.

mod mask;

use bobbin_game::{Seat, Setup as _, Viewer};
use serde::Serialize;

use crate::content::{Ability, Code, Kind};
use crate::geometry::{Dir, Exit, Port, Spot};
use crate::player::{Counts, Player, Proof};
use crate::setup::Setup;
use crate::state::{Circuitous, Phase};
use crate::table::{ExitId, Node, Piece};
pub use mask::View;

/// The table and the hands as one viewer may know them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct TableView {
    /// Who looks.
    pub viewer: Viewer,
    /// What the game was started from.
    #[serde(serialize_with = "bobbin_game::setup::written")]
    #[cfg_attr(feature = "schema", schema(value_type = bobbin_game::setup::Written))]
    pub setup: Setup,
    /// Who began.
    pub first: Seat,
    /// Whose turn it is, or was when the game ended.
    pub turn: Seat,
    /// What the turn waits for.
    pub phase: PhaseView,
    /// Where the start lies; its exit is in the north when upright.
    pub start: Spot,
    /// The finishes.
    pub finishes: Vec<FinishView>,
    /// The cards on the table, in the order they were laid; a replacement stands where the old card stood.
    pub cards: Vec<CardView>,
    /// The open exits.
    pub open: Vec<OpenView>,
    /// The players.
    pub seats: Vec<SeatView>,
    /// The way that counted, or the ways in the making: to each finish the nearest live end.
    pub ways: Vec<WayView>,
    /// The kinds of cards in a deck.
    pub kinds: Vec<KindView>,
}

/// What a turn waits for. A choice that is not complete is seen by its seat only: others see `choosing`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case", tag = "is")]
pub enum PhaseView {
    /// A card has to be chosen.
    Choosing {
        /// After drawing two: no ability.
        drew_two: bool,
    },
    /// The chosen card has to be laid.
    Laying {
        /// The card.
        card: Code,
        /// After drawing two.
        drew_two: bool,
    },
    /// The chosen ability has to be carried out.
    Using {
        /// The card.
        card: Code,
        /// What it does.
        ability: Ability,
    },
    /// The chosen card has to be laid over another.
    Replacing {
        /// The card that is discarded for it.
        card: Code,
        /// The card that is laid.
        with: Code,
    },
    /// The turn has to be ended.
    Done,
    /// The game is over.
    Over,
}

/// A finish.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct FinishView {
    /// `A`, `B` or `C`.
    pub letter: char,
    /// Where it lies.
    #[serde(flatten)]
    pub spot: Spot,
    /// The side of its black edge.
    pub black: Dir,
    /// 6.2: how far it slides from there to the way that reached it.
    pub slide: (i16, i16),
}

impl FinishView {
    /// Where it lies in the end: slid, if it is reached.
    pub fn lies(&self) -> Spot {
        Spot {
            at: self.spot.at.moved(self.slide),
            ..self.spot
        }
    }
}

/// A card on the table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct CardView {
    /// Its number in the order of play.
    pub number: u8,
    /// Whose it is.
    pub owner: Seat,
    /// Which card.
    pub card: Code,
    /// What a passage through it is worth.
    pub points: u8,
    /// Where it lies.
    #[serde(flatten)]
    pub spot: Spot,
    /// Its paths as they lie on the table.
    pub paths: Vec<Vec<Port>>,
}

/// An open exit.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct OpenView {
    /// Where it is and where it leads.
    #[serde(flatten)]
    pub port: Port,
    /// The card it belongs to; 0 is the start.
    pub card: u8,
    /// Do joined paths lead from it to the start?
    pub live: bool,
}

/// A player.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct SeatView {
    /// The color of the deck.
    pub color: Color,
    /// The cards in hand, where the viewer may see them.
    pub hand: Option<Vec<Held>>,
    /// How many cards are in hand.
    pub hand_size: u8,
    /// How many cards are in the deck.
    pub deck_size: u8,
    /// The discard pile.
    pub discard: Vec<Held>,
    /// Turns taken.
    pub turns: u8,
    /// What failing to lay the first card has proved about the hand.
    pub proof: Proof,
}

/// Some cards of a kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Held {
    /// The kind.
    pub card: Code,
    /// How many.
    pub count: u8,
}

/// A way from the start to a live end.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct WayView {
    /// The letter of the finish.
    pub finish: char,
    /// Has it reached the finish? Then it is the way that counts.
    pub reached: bool,
    /// How many cards it has.
    pub length: u16,
    /// How many units are still between its end and the black edge, along the axes.
    pub missing: i16,
    /// The points of each seat along it.
    pub points: Vec<u16>,
    /// Where it leaves the start.
    pub start: Port,
    /// Its passages from the start on.
    pub steps: Vec<StepView>,
}

/// A passage through a card.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct StepView {
    /// The number of the card.
    pub card: u8,
    /// The exit of the card by which it is entered.
    pub enter: Port,
    /// The exit by which it is left.
    pub leave: Port,
}

/// A kind of card.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct KindView {
    /// Its name in actions.
    pub card: Code,
    /// Its name for people.
    pub name: String,
    /// What a passage through it is worth.
    pub points: u8,
    /// What it can do.
    pub ability: Option<Ability>,
    /// Its paths, upright.
    pub paths: Vec<Vec<Exit>>,
    /// How many of it are in a deck.
    pub count: u8,
    /// Can it be laid first?
    pub first: bool,
}

bobbin_game::named! {
    /// 1.1: the color of a deck.
    Color, "a color", {
        /// Seat 0.
        Black = "black",
        /// Seat 1.
        Blue = "blue",
        /// Seat 2.
        Red = "red",
        /// Seat 3.
        Purple = "purple",
    }
}

impl Color {
    /// The color of a seat's deck.
    pub const fn of(seat: Seat) -> Color {
        Color::ALL[seat.index() % 4]
    }
}

impl TableView {
    /// The kind with this code.
    pub fn kind(&self, card: Code) -> Option<&KindView> {
        self.kinds.iter().find(|kind| kind.card == card)
    }

    /// The words of a state from which all is masked that is hidden from this viewer.
    pub(crate) fn of(masked: &Circuitous, viewer: Viewer) -> TableView {
        let decks = masked.decks();
        let table = &masked.table;
        let reached = match masked.phase {
            Phase::Over(reached) => reached,
            _ => None,
        };
        let finish = |index: usize| {
            let piece = &table.pieces[index + 1];
            let reached = reached.filter(|reached| usize::from(reached.finish) == index);
            FinishView {
                slide: reached.map_or((0, 0), |reached| reached.slide),
                letter: crate::event::letter(index as u8),
                spot: piece.spot(),
                black: Dir::East.turned(piece.turn),
            }
        };
        let open = table.open.iter().map(|open| OpenView {
            port: open.port,
            card: table.pieces[usize::from(open.id.piece)].number,
            live: table.is_live(open),
        });
        TableView {
            viewer,
            setup: masked.setup.clone(),
            first: masked.first,
            turn: masked.turn,
            phase: masked.phase_view(),
            start: table.pieces[0].spot(),
            finishes: (0..usize::from(table.finishes)).map(finish).collect(),
            cards: table.cards().map(|(_, card)| masked.card_view(card)).collect(),
            open: open.collect(),
            seats: Seat::all(masked.setup.players())
                .map(|seat| masked.seat_view(seat, viewer))
                .collect(),
            ways: masked.ways(),
            kinds: (0..decks.kinds.len())
                .map(|kind| masked.kind_view(kind))
                .collect(),
        }
    }
}

impl Circuitous {
    fn phase_view(&self) -> PhaseView {
        let kind = |kind: u8| -> &Kind { &self.decks().kinds[usize::from(kind)] };
        match self.phase {
            Phase::Choosing { drew_two } => PhaseView::Choosing { drew_two },
            Phase::Laying {
                kind: chosen,
                drew_two,
            } => PhaseView::Laying {
                card: kind(chosen).code,
                drew_two,
            },
            Phase::Using { kind: chosen } => PhaseView::Using {
                card: kind(chosen).code,
                ability: kind(chosen).ability.unwrap_or(Ability::DrawTwo),
            },
            Phase::Replacing { kind: chosen, with } => PhaseView::Replacing {
                card: kind(chosen).code,
                with: kind(with).code,
            },
            Phase::Done => PhaseView::Done,
            Phase::Over(_) => PhaseView::Over,
        }
    }

    fn card_view(&self, card: &Piece) -> CardView {
        let kind = &self.decks().kinds[usize::from(card.kind)];
        let place = |exit: &Exit| exit.port().turned(card.turn).moved(card.at);
        CardView {
            number: card.number,
            owner: Seat::new(usize::from(card.owner)),
            card: kind.code,
            points: kind.points,
            spot: card.spot(),
            paths: kind
                .paths
                .iter()
                .map(|path| path.iter().map(place).collect())
                .collect(),
        }
    }

    fn seat_view(&self, seat: Seat, viewer: Viewer) -> SeatView {
        let player: &Player = &self.players[seat.index()];
        SeatView {
            color: Color::of(seat),
            hand: viewer.sees_hand_of(seat).then(|| self.held_cards(&player.hand)),
            hand_size: player.hand_size,
            deck_size: player.deck_size,
            discard: self.held_cards(&player.discard),
            turns: player.turns,
            proof: player.proof,
        }
    }

    fn held_cards(&self, counts: &Counts) -> Vec<Held> {
        let kinds = self.decks().kinds.iter().zip(counts);
        let held = kinds.filter(|&(_, count)| *count > 0);
        held.map(|(kind, &count)| Held {
            card: kind.code,
            count,
        })
        .collect()
    }

    fn kind_view(&self, kind: usize) -> KindView {
        let first = self.setup.can_be_first(kind);
        let kind = &self.decks().kinds[kind];
        KindView {
            card: kind.code,
            name: kind.name.clone(),
            points: kind.points,
            ability: kind.ability,
            paths: kind.paths.iter().map(|path| path.to_vec()).collect(),
            count: kind.count,
            first,
        }
    }

    fn ways(&self) -> Vec<WayView> {
        if let Phase::Over(reached) = self.phase {
            let way = reached.map(|reached| self.way(reached.finish, reached.exit, 0, true));
            return way.into_iter().collect();
        }
        let way = |finish: u8| {
            let (end, missing) = self.table.nearest_end(self.decks(), usize::from(finish) + 1)?;
            Some(self.way(finish, end, missing, false))
        };
        (0..self.table.finishes).filter_map(way).collect()
    }

    fn way(&self, finish: u8, end: ExitId, missing: i16, reached: bool) -> WayView {
        let (decks, table) = (self.decks(), &self.table);
        let to = table.node(decks, end);
        let trail = table.trail(decks, to);
        let start_exit = ExitId { piece: 0, exit: 0 };
        let mut steps = Vec::with_capacity(trail.len());
        let mut from = Node { piece: 0, path: 0 };
        for (place, &node) in trail.iter().enumerate() {
            let leave = match trail.get(place + 1) {
                Some(&next) => self.link_between(node, next),
                None => Some(end),
            };
            let enter = self.link_between(node, from);
            if let (Some(enter), Some(leave)) = (enter, leave) {
                steps.push(StepView {
                    card: table.pieces[usize::from(node.piece)].number,
                    enter: table.port(decks, enter),
                    leave: table.port(decks, leave),
                });
            }
            from = node;
        }
        WayView {
            finish: crate::event::letter(finish),
            reached,
            length: table.length(to),
            missing,
            points: table.points(decks, &trail)[..self.setup.players()].to_vec(),
            start: table.port(decks, start_exit),
            steps,
        }
    }

    /// The exit of a path that leads straight to another path.
    fn link_between(&self, from: Node, to: Node) -> Option<ExitId> {
        let face = self.table.pieces[usize::from(from.piece)].face(self.decks());
        let exits = (0..face.exits.len()).map(|exit| ExitId {
            piece: from.piece,
            exit: exit as u8,
        });
        exits
            .filter(|id| self.table.node(self.decks(), *id) == from)
            .find(|id| {
                self.table
                    .joined(*id)
                    .map(|link| self.table.node(self.decks(), link))
                    == Some(to)
            })
    }
}
