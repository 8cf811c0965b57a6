//! A view in JSON: the table in full words, for pages and programs.

use std::collections::BTreeMap;

use bobbin_game::{Game, Seat, SeatSet, Setup as _, Viewer};
use serde::Serialize;

use crate::button::{Button, ButtonType, ColorSet};
use crate::circle::Slot;
use crate::condition::Progress;
use crate::deck::{Deck, SeenCard};
use crate::garment::{Card, Garment, GarmentType};
use crate::pattern::Pattern;
use crate::setup::{KnittingSetup, Mode};
use crate::state::{KnittingCircle, Phase, Player, UGLY_BUTTONS, WORKSPACE};
use crate::tally::Score;
use crate::view::View;
use crate::yarn::{Color, Stitch, Tile};

/// The table as one viewer knows it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct TableView {
    /// Whose view it is.
    pub viewer: Viewer,
    /// What the game was started from.
    #[serde(serialize_with = "bobbin_game::setup::written")]
    #[cfg_attr(feature = "schema", schema(value_type = bobbin_game::setup::Written))]
    pub setup: KnittingSetup,
    /// Where the game stands.
    #[cfg_attr(feature = "schema", schema(value_type = Phase))]
    pub phase: &'static str,
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
    #[cfg_attr(feature = "schema", schema(schema_with = bobbin_game::schema::each::<Color, u8>))]
    pub bag: BTreeMap<Color, u8>,
    /// Tiles taken by the solo opponent, by color.
    #[cfg_attr(feature = "schema", schema(schema_with = bobbin_game::schema::each::<Color, u8>))]
    pub out_of_game: BTreeMap<Color, u8>,
    /// Grabby paws in the supply.
    pub paws: u8,
    /// Ugly buttons in the supply.
    pub ugly_buttons: u8,
    /// How many buttons are left in each pile.
    #[cfg_attr(feature = "schema", schema(schema_with = bobbin_game::schema::each::<ButtonType, u8>))]
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

/// A space of the central board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
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
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
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
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct BottomView {
    /// Who laid it there.
    pub by: Seat,
    /// The card, if the viewer has seen it.
    pub card: Option<Card>,
    /// Who has seen it; told only to a viewer of everything.
    pub known_by: Option<SeatSet>,
}

/// A request in play.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
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
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ScenarioView {
    /// Its number, from 1.
    pub number: u8,
    /// Its name.
    pub name: &'static str,
    /// What each seat has to reach: the minimum score, then the objectives.
    pub goals: Vec<GoalView>,
}

/// A goal of a scenario.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct GoalView {
    /// What it asks for.
    pub wants: &'static str,
    /// How many it asks for; none where it is not about a number.
    pub of: Option<u8>,
    /// How far each seat has come.
    pub seats: Vec<Progress>,
}

/// A player's board and garments.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
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
    #[cfg_attr(feature = "schema", schema(schema_with = bobbin_game::schema::each::<ButtonType, Slots>))]
    pub workspace: BTreeMap<ButtonType, Slots>,
    /// Garments in progress.
    pub in_progress: Vec<GarmentView>,
    /// Completed garments.
    pub completed: Vec<GarmentView>,
    /// Drawn cards of which one is to be kept.
    pub offer: Option<OfferView>,
    /// What it would score now.
    pub score: Score,
}

/// The slots of a workspace for one type of button.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Slots(pub [Option<Button>; WORKSPACE]);

/// A garment on the table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct GarmentView {
    /// Its card.
    pub card: Card,
    /// Its tiles from top to bottom.
    pub tiles: Vec<Color>,
    /// The buttons on it.
    pub buttons: Vec<Button>,
    /// Its pattern, as it is now.
    pub pattern: Option<Pattern>,
    /// What it can be cast off as; of a completed one what it is.
    pub reachable: Vec<Prospect>,
    /// Are all mandatory spaces filled?
    pub is_completable: bool,
    /// The points of its lowest filled space.
    pub points: u8,
    /// Of the tiles that are drafted those that can be knitted on next; none on a completed one.
    pub takes: Vec<Tile>,
}

/// A pattern that a garment can be cast off with.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Prospect {
    /// The pattern.
    pub pattern: Pattern,
    /// The colors that the next tile may have for it; none where no tile follows.
    pub next: ColorSet,
    /// The buttons of the workspace that it would earn with its colors so far: of each type the best one that fits.
    pub earns: Vec<Button>,
}

/// Drawn cards of which one is to be kept.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct OfferView {
    /// Their type.
    pub garment: GarmentType,
    /// How many.
    pub count: u8,
    /// Those that the viewer has seen.
    pub cards: Vec<OfferedView>,
}

/// A drawn card that the viewer has seen.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct OfferedView {
    /// The card.
    pub card: Card,
    /// Who has seen it; told only to a viewer of everything.
    pub known_by: Option<SeatSet>,
}

impl TableView {
    pub(crate) fn of(View { viewer, table }: &View) -> TableView {
        let ugly: u8 = table.seats().map(|seat| table.tally(seat).ugly).sum();
        TableView {
            viewer: *viewer,
            setup: table.setup,
            phase: table.phase.name(),
            round: table.round,
            rounds: table.setup.rules().rounds,
            first: table.first,
            to_act: table.to_act(),
            finished: table.finished(),
            turn: table.phase.turn(),
            circle: table.space_views().collect(),
            cats: table.circle.cats().to_vec(),
            center: table.center,
            bag: counts(table.bag),
            out_of_game: counts(table.out_of_game),
            paws: table.paws,
            ugly_buttons: UGLY_BUTTONS.saturating_sub(ugly),
            buttons: table.buttons_left().collect(),
            decks: GarmentType::ALL
                .map(|garment| DeckView::of(&table.decks[garment.index()], garment, *viewer))
                .to_vec(),
            requests: table.request_views().collect(),
            scenario: table.scenario_view(),
            boards: table
                .seats()
                .map(|seat| table.board_view(seat, *viewer))
                .collect(),
        }
    }
}

impl DeckView {
    fn of(deck: &Deck, garment: GarmentType, viewer: Viewer) -> DeckView {
        let bottom = deck.bottom(garment).map(|(seen, by)| BottomView {
            by,
            card: Some(seen.card).filter(|card| !card.is_face_down()),
            known_by: known_by(seen, viewer),
        });
        DeckView {
            garment,
            size: deck.len() as u8,
            unseen: deck.unseen_count() as u8,
            bottom: bottom.collect(),
        }
    }
}

impl OfferView {
    /// The open offer of a player, if there is one.
    fn of(player: &Player, viewer: Viewer) -> Option<OfferView> {
        let seen = player.offer().filter(|seen| !seen.card.is_face_down());
        Some(OfferView {
            garment: player.offer().next()?.card.garment(),
            count: player.offer().count() as u8,
            cards: seen
                .map(|seen| OfferedView {
                    card: seen.card,
                    known_by: known_by(seen, viewer),
                })
                .collect(),
        })
    }
}

/// Who has seen a card; told only to a viewer of everything.
fn known_by(seen: SeenCard, viewer: Viewer) -> Option<SeatSet> {
    (viewer == Viewer::Everything).then_some(seen.known_by)
}

fn counts(colors: [u8; Color::COUNT]) -> BTreeMap<Color, u8> {
    Color::ALL.into_iter().zip(colors).collect()
}

impl KnittingCircle {
    pub(crate) fn space_views(&self) -> impl Iterator<Item = SpaceView> {
        let reach: Vec<u8> = match self.phase {
            Phase::Drafting { turn } => {
                let reach = self.setup.rules().reach;
                self.circle.reach(self.drafter(turn).index(), reach).collect()
            }
            _ => Vec::new(),
        };
        let sides = &self.content().board(self.setup.players()).spaces;
        (0..).zip(sides).map(move |(space, &stitch)| {
            let [inner, outer] = Slot::of(space).map(|slot| self.circle.tile(slot));
            let cat = self.circle.cats().iter().position(|&place| place == space);
            SpaceView {
                stitch,
                inner,
                outer,
                cat: cat.map(|cat| cat as u8),
                in_reach: reach.contains(&space),
            }
        })
    }

    /// How many buttons are left in each pile.
    pub(crate) fn buttons_left(&self) -> impl Iterator<Item = (ButtonType, u8)> {
        let left = self.piles.map(|pile| pile.count_ones() as u8);
        ButtonType::ALL.into_iter().zip(left)
    }

    pub(crate) fn request_views(&self) -> impl Iterator<Item = RequestView> {
        self.requests.iter().map(|request| {
            let card = &self.content().requests[usize::from(request.card)];
            RequestView {
                card: request.card,
                wants: card.wants.to_string(),
                points: card.points,
                met_by: request.met_by,
                is_flipped: request.is_flipped,
                gives_paw: self.gives_paw(*request),
            }
        })
    }

    pub(crate) fn scenario_view(&self) -> Option<ScenarioView> {
        let Mode::Scenario(number) = self.setup.mode() else {
            return None;
        };
        let goals = self.goals().map(|(wants, condition, seats)| GoalView {
            wants,
            of: condition.wanted(),
            seats,
        });
        Some(ScenarioView {
            number,
            name: &self.setup.scenario()?.name,
            goals: goals.collect(),
        })
    }

    fn board_view(&self, seat: Seat, viewer: Viewer) -> BoardView {
        let player = self.player(seat);
        let (drafted, bowl): (Vec<Tile>, Vec<Tile>) =
            player.tiles.each().partition(|tile| tile.side().is_some());
        let garments = |garments: &[Garment], grows: bool| {
            let garments = garments.iter();
            garments
                .map(|garment| self.garment_view(seat, *garment, grows))
                .collect()
        };
        BoardView {
            seat,
            drafted,
            bowl: bowl.into_iter().map(Tile::color).collect(),
            paws: player.paws,
            needles: self.free_needles(seat),
            workspace: ButtonType::ALL
                .into_iter()
                .map(|shape| (shape, Slots(player.workspace(shape))))
                .collect(),
            in_progress: garments(player.in_progress(), true),
            completed: garments(self.completed(seat), false),
            offer: OfferView::of(player, viewer),
            score: self.score(seat),
        }
    }

    /// Needles that are not in use.
    pub(crate) fn free_needles(&self, seat: Seat) -> u8 {
        self.setup.rules().needles - self.player(seat).in_progress().len() as u8
    }

    pub(crate) fn garment_view(&self, seat: Seat, garment: Garment, grows: bool) -> GarmentView {
        let table = self.content().garment(garment.card().garment());
        let tiles = garment.colors().to_vec();
        let lengths = if grows {
            usize::from(table.mandatory)..=table.spaces.len()
        } else {
            tiles.len()..=tiles.len()
        };
        let prospect = |pattern: Pattern| Prospect {
            pattern,
            next: Color::ALL
                .into_iter()
                .filter(|&color| {
                    let more = [&tiles[..], &[color]].concat();
                    more.len() <= *lengths.end() && pattern.is_reachable(&more, lengths.clone())
                })
                .collect(),
            earns: if grows {
                self.would_earn(seat, garment, pattern)
            } else {
                Vec::new()
            },
        };
        let reachable = Pattern::ALL
            .into_iter()
            .filter(|pattern| pattern.is_reachable(&tiles, lengths.clone()))
            .map(prospect)
            .collect();
        GarmentView {
            card: garment.card(),
            buttons: garment.buttons().collect(),
            pattern: garment.pattern(),
            reachable,
            is_completable: tiles.len() >= usize::from(table.mandatory),
            points: table.points_at(tiles.len()),
            takes: if grows { self.takes(garment) } else { Vec::new() },
            tiles,
        }
    }

    fn takes(&self, garment: Garment) -> Vec<Tile> {
        let drafted = Tile::all().filter(|tile| tile.side().is_some());
        drafted
            .filter(|&tile| self.check_side(tile, garment).is_ok())
            .collect()
    }

    fn would_earn(&self, seat: Seat, garment: Garment, pattern: Pattern) -> Vec<Button> {
        self.fitting_as(seat, garment, Some(pattern))
            .into_iter()
            .filter_map(|fitting| {
                let fitting = fitting.into_iter().flatten();
                fitting.max_by_key(|&button| self.content().button(button).points)
            })
            .collect()
    }
}
