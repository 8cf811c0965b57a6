//! What a viewer may know.
//!
//! Hidden are only the cards of open offers and those under the decks, from everyone who has not seen them.

use std::collections::BTreeMap;

use bobbin_game::{Game, Seat, SeatSet, Setup as _, Viewer};
use serde::{Deserialize, Serialize};

use crate::button::{Button, ButtonType, ColorSet};
use crate::circle::{Ring, Slot};
use crate::condition::Progress;
use crate::deck::SeenCard;
use crate::garment::{Card, Garment, GarmentType};
use crate::pattern::Pattern;
use crate::setup::{KnittingSetup, Mode};
use crate::state::{KnittingCircle, Phase, UGLY_BUTTONS, WORKSPACE};
use crate::tally::Score;
use crate::yarn::{Color, Stitch, Tile};

/// The table as one viewer knows it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct View {
    /// Whose view it is.
    pub viewer: Viewer,
    /// What the game was started from.
    pub setup: KnittingSetup,
    /// Where the game stands.
    pub phase: PhaseName,
    /// The round, from 1.
    pub round: u8,
    /// How many rounds there are.
    pub rounds: u8,
    /// Who has the first player marker.
    pub first: Seat,
    /// Who may act.
    pub to_act: SeatSet,
    /// In a phase that all play at once: who has finished their part.
    pub finished: SeatSet,
    /// How many draft turns of this round have been taken.
    pub turn: Option<u8>,
    /// The central board, clockwise from the star.
    pub circle: Vec<SpaceView>,
    /// The space of each cat; in a solo game the second is the opponent's.
    pub cats: Vec<u8>,
    /// The colors in the center.
    pub center: ColorSet,
    /// The bag by color.
    pub bag: BTreeMap<Color, u8>,
    /// Tiles taken by the solo opponent, by color.
    pub out_of_game: BTreeMap<Color, u8>,
    /// Grabby paws in the supply.
    pub paws: u8,
    /// Ugly buttons in the supply.
    pub ugly_buttons: u8,
    /// How many buttons are left in each pile.
    pub buttons: BTreeMap<ButtonType, u8>,
    /// The garment decks.
    pub decks: Vec<DeckView>,
    /// The requests in play.
    pub requests: Vec<RequestView>,
    /// The scenario, if it is one.
    pub scenario: Option<ScenarioView>,
    /// The boards of the players.
    pub boards: Vec<BoardView>,
}

/// The phase of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PhaseName {
    /// 2.10
    FirstGarments,
    /// 2.12
    PlacingCenter,
    /// 4
    Drafting,
    /// 10.3
    Coin,
    /// 5
    Crafting,
    /// 8.2
    Retaining,
    /// 3.4
    Over,
}

/// A space of the central board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SpaceView {
    /// Its side.
    pub stitch: Stitch,
    /// The tile nearest the board.
    pub inner: Option<Color>,
    /// The other one.
    pub outer: Option<Color>,
    /// Which cat stands there.
    pub cat: Option<u8>,
    /// Can the cat whose turn it is go there?
    pub in_reach: bool,
}

/// A garment deck.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct DeckView {
    /// Its type.
    pub garment: GarmentType,
    /// All its cards.
    pub size: u8,
    /// Cards that nobody has seen.
    pub unseen: u8,
    /// The cards under those, the first to be drawn in front.
    pub bottom: Vec<BottomView>,
}

/// A card under a deck.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct BottomView {
    /// Who laid it there.
    pub by: Seat,
    /// The card, if the viewer has seen it.
    pub card: Option<Card>,
    /// Who has seen it; told only to a viewer of everything.
    pub known_by: Option<SeatSet>,
}

/// A request in play.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RequestView {
    /// Its number in the content.
    pub card: u8,
    /// What it asks for.
    pub wants: String,
    /// Its points.
    pub points: u8,
    /// Who has fulfilled it.
    pub met_by: SeatSet,
    /// Has it been turned over, so that it gives no more paws?
    pub is_flipped: bool,
    /// Would it give a paw now? In the last rounds of a solo game none does, turned over or not.
    pub gives_paw: bool,
}

/// 11.1: the scenario that is played.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ScenarioView {
    /// Its number, from 1.
    pub number: u8,
    /// Its name.
    pub name: String,
    /// What each seat has to reach: the minimum score, then the objectives.
    pub goals: Vec<GoalView>,
}

/// A goal of a scenario.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct GoalView {
    /// What it asks for.
    pub wants: String,
    /// How many it asks for; none where it is not about a number.
    pub of: Option<u8>,
    /// How far each seat has come.
    pub seats: Vec<Progress>,
}

/// A player's board and garments.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct BoardView {
    /// Whose it is.
    pub seat: Seat,
    /// The drafted tiles.
    pub drafted: Vec<Tile>,
    /// The tiles in the bowl.
    pub bowl: Vec<Color>,
    /// Grabby paws.
    pub paws: u8,
    /// Needles that are not in use.
    pub needles: u8,
    /// The workspace: two slots for each type of button.
    pub workspace: BTreeMap<ButtonType, [Option<Button>; WORKSPACE]>,
    /// Garments in progress.
    pub in_progress: Vec<GarmentView>,
    /// Completed garments.
    pub completed: Vec<GarmentView>,
    /// Drawn cards of which one is to be kept.
    pub offer: Option<OfferView>,
    /// What it would score now.
    pub score: Score,
}

/// A garment on the table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct GarmentView {
    /// Its card.
    pub card: Card,
    /// Its tiles from top to bottom.
    pub tiles: Vec<Color>,
    /// The buttons on it.
    pub buttons: Vec<Button>,
    /// Its pattern, as it is now.
    pub pattern: Option<Pattern>,
    /// Patterns that it can be cast off with; of a completed one the pattern it has.
    pub reachable: Vec<Pattern>,
    /// Are all mandatory spaces filled?
    pub is_completable: bool,
    /// The points of its lowest filled space.
    pub points: u8,
}

/// Drawn cards of which one is to be kept.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct OfferView {
    /// Their type.
    pub garment: GarmentType,
    /// How many.
    pub count: u8,
    /// Those that the viewer has seen.
    pub cards: Vec<OfferedView>,
}

/// A drawn card that the viewer has seen.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct OfferedView {
    /// The card.
    pub card: Card,
    /// Who has seen it; told only to a viewer of everything.
    pub known_by: Option<SeatSet>,
}

impl View {
    /// A player's board.
    pub fn board(&self, seat: Seat) -> &BoardView {
        &self.boards[seat.index()]
    }

    /// The color at a yarn slot.
    pub fn tile(&self, slot: Slot) -> Option<Color> {
        let space = self.circle.get(usize::from(slot.space()))?;
        match slot.ring() {
            Ring::Inner => space.inner,
            Ring::Outer => space.outer,
        }
    }
}

fn sees(viewer: Viewer, known_by: SeatSet) -> bool {
    match viewer {
        Viewer::Seat(seat) => known_by.contains(seat),
        Viewer::Spectator => false,
        Viewer::Everything => true,
    }
}

fn counts(colors: [u8; Color::COUNT]) -> BTreeMap<Color, u8> {
    Color::ALL.into_iter().zip(colors).collect()
}

impl KnittingCircle {
    pub(crate) fn view_for(&self, viewer: Viewer) -> View {
        let players = self.setup.players();
        let (phase, turn) = self.phase_name();
        let ugly: u32 = self.seats().map(|seat| u32::from(self.tally(seat).ugly)).sum();
        let cats = self.circle.cats[..usize::from(self.circle.cat_count)].to_vec();
        View {
            viewer,
            setup: self.setup,
            phase,
            round: self.round,
            rounds: self.setup.rules().rounds,
            first: self.first,
            to_act: self.to_act(),
            finished: self.finished(),
            turn,
            circle: self.circle_view(&cats),
            cats,
            center: self.center,
            bag: counts(self.bag),
            out_of_game: counts(self.out_of_game),
            paws: self.paws,
            ugly_buttons: (u32::from(UGLY_BUTTONS)).saturating_sub(ugly) as u8,
            buttons: ButtonType::ALL
                .into_iter()
                .map(|shape| (shape, self.piles[shape.index()].count_ones() as u8))
                .collect(),
            decks: GarmentType::ALL
                .into_iter()
                .map(|garment| self.deck_view(garment, viewer))
                .collect(),
            requests: self.request_views(),
            scenario: self.scenario_view(),
            boards: Seat::all(players)
                .map(|seat| self.board_view(seat, viewer))
                .collect(),
        }
    }

    pub(crate) fn phase_name(&self) -> (PhaseName, Option<u8>) {
        match self.phase {
            Phase::FirstGarments { .. } => (PhaseName::FirstGarments, None),
            Phase::PlacingCenter => (PhaseName::PlacingCenter, None),
            Phase::Drafting { turn } => (PhaseName::Drafting, Some(turn)),
            Phase::Coin { turn } => (PhaseName::Coin, Some(turn)),
            Phase::Crafting { .. } => (PhaseName::Crafting, None),
            Phase::Retaining { .. } => (PhaseName::Retaining, None),
            Phase::Over => (PhaseName::Over, None),
        }
    }

    /// Who has finished their part of a phase that all play at once.
    pub(crate) fn finished(&self) -> SeatSet {
        match self.phase {
            Phase::FirstGarments { waiting } | Phase::Crafting { waiting } | Phase::Retaining { waiting } => {
                self.seats().filter(|&seat| !waiting.contains(seat)).collect()
            }
            Phase::PlacingCenter | Phase::Drafting { .. } | Phase::Coin { .. } | Phase::Over => {
                SeatSet::EMPTY
            }
        }
    }

    fn circle_view(&self, cats: &[u8]) -> Vec<SpaceView> {
        let sides = &self.content().board(self.setup.players()).spaces;
        let reach = match self.phase {
            Phase::Drafting { turn } => self
                .circle
                .reach(self.drafter(turn).index(), self.setup.rules().reach),
            _ => arrayvec::ArrayVec::new(),
        };
        (0..self.circle.spaces)
            .map(|space| SpaceView {
                stitch: sides[usize::from(space)],
                inner: self.circle.tile(Slot::new(space, Ring::Inner)),
                outer: self.circle.tile(Slot::new(space, Ring::Outer)),
                cat: cats.iter().position(|&place| place == space).map(|cat| cat as u8),
                in_reach: reach.contains(&space),
            })
            .collect()
    }

    fn deck_view(&self, garment: GarmentType, viewer: Viewer) -> DeckView {
        let deck = &self.decks[garment.index()];
        let bottom = deck.bottom(garment).map(|(seen, by)| BottomView {
            by,
            card: sees(viewer, seen.known_by).then_some(seen.card),
            known_by: (viewer == Viewer::Everything).then_some(seen.known_by),
        });
        DeckView {
            garment,
            size: deck.len() as u8,
            unseen: deck.unseen_count() as u8,
            bottom: bottom.collect(),
        }
    }

    fn request_views(&self) -> Vec<RequestView> {
        let cards = &self.content().requests;
        let requests = self.requests.iter().map(|request| {
            let card = &cards[usize::from(request.card)];
            RequestView {
                card: request.card,
                wants: card.wants.to_string(),
                points: card.points,
                met_by: request.met_by,
                is_flipped: request.is_flipped,
                gives_paw: self.gives_paw(*request),
            }
        });
        requests.collect()
    }

    fn scenario_view(&self) -> Option<ScenarioView> {
        let Mode::Scenario(number) = self.setup.mode() else {
            return None;
        };
        let goals = self.goals().map(|(text, wants, seats)| GoalView {
            wants: text.to_owned(),
            of: wants.wanted(),
            seats,
        });
        Some(ScenarioView {
            number,
            name: self.setup.scenario()?.name.clone(),
            goals: goals.collect(),
        })
    }

    fn board_view(&self, seat: Seat, viewer: Viewer) -> BoardView {
        let player = self.player(seat);
        let needles = usize::from(self.setup.rules().needles);
        BoardView {
            seat,
            drafted: player.tiles.each().filter(|tile| tile.side().is_some()).collect(),
            bowl: player
                .tiles
                .each()
                .filter(|tile| tile.side().is_none())
                .map(Tile::color)
                .collect(),
            paws: player.paws,
            needles: (needles - player.in_progress().len()) as u8,
            workspace: ButtonType::ALL
                .into_iter()
                .map(|shape| (shape, player.workspace(shape)))
                .collect(),
            in_progress: player
                .in_progress()
                .iter()
                .map(|garment| self.garment_view(*garment, true))
                .collect(),
            completed: self
                .completed(seat)
                .iter()
                .map(|garment| self.garment_view(*garment, false))
                .collect(),
            offer: offer_view(&player.offer().collect::<Vec<_>>(), viewer),
            score: self.score(seat),
        }
    }

    fn garment_view(&self, garment: Garment, grows: bool) -> GarmentView {
        let table = self.content().garment(garment.card().garment());
        let tiles = garment.colors().to_vec();
        let lengths = if grows {
            usize::from(table.mandatory)..=table.spaces.len()
        } else {
            tiles.len()..=tiles.len()
        };
        let reachable = Pattern::ALL
            .into_iter()
            .filter(|pattern| pattern.is_reachable(&tiles, lengths.clone()))
            .collect();
        GarmentView {
            card: garment.card(),
            buttons: garment.buttons().collect(),
            pattern: garment.pattern(),
            reachable,
            is_completable: tiles.len() >= usize::from(table.mandatory),
            points: table.points_at(tiles.len()),
            tiles,
        }
    }
}

fn offer_view(offer: &[SeenCard], viewer: Viewer) -> Option<OfferView> {
    let garment = offer.first()?.card.garment();
    let seen = offer.iter().filter(|seen| sees(viewer, seen.known_by));
    Some(OfferView {
        garment,
        count: offer.len() as u8,
        cards: seen
            .map(|seen| OfferedView {
                card: seen.card,
                known_by: (viewer == Viewer::Everything).then_some(seen.known_by),
            })
            .collect(),
    })
}
