//! A view in JSON: the table in full words, for pages and programs.

use bobbin_game::{Game, Points, Seat, SeatSet, Sheet, Viewer};
use serde::Serialize;

use crate::characters::{Abilities, CharacterId};
use crate::deck::{Card, LISTED, bits, card_at};
use crate::event::CardFace;
use crate::patterns::{Cost, ITEMS, Item, Items};
use crate::setup::ArchRavelsSetup;
use crate::state::{ArchRavels, BAZAAR, Pending, Phase, View};
use crate::yarn::{Bowl, Bundle};

/// The table as it is written in JSON.
#[derive(Serialize, Debug)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Table {
    /// Who looks.
    pub viewer: Viewer,
    /// Options and content.
    #[serde(serialize_with = "bobbin_game::setup::written")]
    #[cfg_attr(feature = "schema", schema(value_type = bobbin_game::setup::Written))]
    pub setup: ArchRavelsSetup,
    /// The position in the game's notation: all there is, in short.
    pub position: String,
    /// Counted from 1.
    pub round: u8,
    /// Who began.
    pub first: Seat,
    /// Whose turn it is.
    pub active: Seat,
    /// Whose choice it is.
    pub to_act: SeatSet,
    /// Where in the turn the game is.
    pub phase: Phase,
    /// A choice of several steps that has begun.
    pub pending: Pending,
    /// The card that is being resolved.
    pub resolving: Option<CardFace>,
    /// Two rows of three, top row first; null is an empty space.
    pub bazaar: [Option<CardFace>; BAZAAR],
    /// The requests that lie in the bazaar, from left to right; a favorite is one of the active player.
    pub bazaar_requests: Vec<RequestInfo>,
    /// The yarn deck.
    pub deck: DeckInfo,
    /// The discard pile.
    pub discard: Vec<Pile>,
    /// The project list; null is an open place.
    pub list: [Option<ProjectInfo>; LISTED],
    /// How many projects are left in the deck.
    pub project_deck: u8,
    /// One board a seat.
    pub boards: Vec<BoardInfo>,
}

/// What is known of the yarn deck.
#[derive(Serialize, Debug)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct DeckInfo {
    /// All cards.
    pub cards: u32,
    /// How many of them are left of the top part, where the requests are.
    pub top: u8,
    /// How many requests are in it.
    pub requests: u32,
    /// The yarn cards and events in it.
    pub pool: Vec<Pile>,
    /// Cards that were turned over for the first bazaar and went back.
    pub set_aside: Vec<CardFace>,
}

/// So many cards of a kind.
#[derive(Serialize, Debug)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Pile {
    /// What they are.
    pub card: CardFace,
    /// How many.
    pub count: u8,
}

/// A project.
#[derive(Serialize, Debug)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ProjectInfo {
    /// Its id.
    pub id: &'static str,
    /// Its name.
    pub name: &'static str,
    /// Its items, as hats, bears, mittens, scarves, blankets.
    pub items: Items,
    /// What it scores.
    pub points: Points,
}

/// A special request.
#[derive(Serialize, Debug)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct RequestInfo {
    /// Its number in actions, counted from 1.
    pub number: u8,
    /// Its id.
    pub id: &'static str,
    /// Its name.
    pub name: &'static str,
    /// What it takes, as notation.
    pub cost: Cost,
    /// What it takes, in words.
    pub cost_words: String,
    /// How many yarn that is in this game.
    pub size: u16,
    /// What it scores.
    pub points: Points,
    /// Is it the favorite of this player?
    pub favorite: bool,
}

/// How an item is made now.
#[derive(Serialize, Debug)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct PatternInfo {
    /// What.
    pub item: Item,
    /// The exact yarn, or null for a general pattern.
    pub exact: Option<Bundle>,
    /// The general pattern in words.
    pub general: String,
    /// Was it learned?
    pub learned: bool,
    /// Can it be learned?
    pub learnable: bool,
    /// How many yarn it takes.
    pub size: u8,
    /// What the item scores at the end.
    pub points: Points,
    /// What the learned pattern scores.
    pub learned_points: Points,
}

/// What lies before one player.
#[derive(Serialize, Debug)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct BoardInfo {
    /// Who.
    pub seat: Seat,
    /// Which character.
    pub character: CharacterId,
    /// The character's name.
    pub name: &'static str,
    /// The type of crafter.
    #[serde(rename = "type")]
    pub kind: &'static str,
    /// The favorite request.
    pub favorite: &'static str,
    /// The four action spaces.
    pub spaces: [Abilities; 4],
    /// Where the marker stands, counted from 1.
    pub marker: Option<u8>,
    /// Is the yarn tangled?
    pub tangled: bool,
    /// Yarn by color: red, blue, green, yellow, orange, purple.
    pub bowl: Bowl,
    /// The five patterns.
    pub patterns: [PatternInfo; ITEMS],
    /// Items made: hats, bears, mittens, scarves, blankets.
    pub items: Items,
    /// Requests to do.
    pub requests: Vec<RequestInfo>,
    /// Requests done.
    pub finished_requests: Vec<RequestInfo>,
    /// Projects finished.
    pub finished_projects: Vec<ProjectInfo>,
    /// The score if the game ended now.
    pub score: Sheet,
}

impl Table {
    /// The table of a view.
    pub fn of(view: &View) -> Table {
        let state = &view.table;
        let content = state.content();
        let face = |card: Card| CardFace::of(content, card);
        let piles = |counts: &crate::deck::Counts| -> Vec<Pile> {
            let present = counts.iter().enumerate().filter(|&(_, &count)| count > 0);
            let pile = |(place, &count): (usize, &u8)| Pile {
                card: face(card_at(place)),
                count,
            };
            present.map(pile).collect()
        };
        let events = crate::EventKind::ALL.into_iter().flat_map(|event| {
            let count = usize::from(state.deck.aside_events[event as usize]);
            std::iter::repeat_n(Card::Event(event), count)
        });
        let set_aside = events.chain(bits(state.deck.aside_requests).map(Card::Request));
        let resolving = match state.phase {
            Phase::Resolving { space, .. } => state.bazaar[usize::from(space)].map(face),
            _ => None,
        };
        let requests = state.bazaar.into_iter().flatten().filter_map(|card| match card {
            Card::Request(request) => Some(request),
            Card::Yarn(_) | Card::Event(_) => None,
        });
        Table {
            viewer: view.viewer,
            setup: state.setup,
            position: state.to_position(),
            round: state.round,
            first: state.first,
            active: state.active,
            to_act: state.to_act(),
            phase: state.phase,
            pending: state.pending,
            resolving,
            bazaar: state.bazaar.map(|space| space.map(face)),
            bazaar_requests: requests
                .map(|request| request_info(state, state.active, request))
                .collect(),
            deck: DeckInfo {
                cards: state.deck.len(),
                top: state.deck.top,
                requests: state.deck.requests_left() + state.deck.aside_requests.count_ones(),
                pool: piles(&state.deck.pool),
                set_aside: set_aside.map(face).collect(),
            },
            discard: piles(&state.deck.discard),
            list: state
                .projects
                .list
                .map(|place| place.map(|project| project_info(state, project))),
            project_deck: state.projects.deck,
            boards: Seat::all(state.players())
                .map(|seat| board_info(state, seat))
                .collect(),
        }
    }
}

fn project_info(state: &ArchRavels, project: u8) -> ProjectInfo {
    let card = &state.content().projects[usize::from(project)];
    ProjectInfo {
        id: &card.id,
        name: &card.name,
        items: card.items,
        points: card.points,
    }
}

fn request_info(state: &ArchRavels, seat: Seat, request: u8) -> RequestInfo {
    let content = state.content();
    let card = &content.requests[usize::from(request)];
    RequestInfo {
        number: request + 1,
        id: &card.id,
        name: &card.name,
        cost: card.cost,
        cost_words: card.cost.words(),
        size: state.request_size(request),
        points: card.points,
        favorite: content.character(state.board(seat).character).favorite == request,
    }
}

fn pattern_info(state: &ArchRavels, seat: Seat, item: Item) -> PatternInfo {
    let facts = &state.content().items[item.index()];
    let learned = item.tile().map(|tile| state.board(seat).learned[tile]);
    PatternInfo {
        item,
        exact: state.exact_pattern(seat, item).copied(),
        general: crate::tell::rule_words(facts.pattern),
        learned: learned == Some(true),
        learnable: learned == Some(false),
        size: facts.pattern.size(),
        points: facts.points,
        learned_points: facts.learned,
    }
}

fn board_info(state: &ArchRavels, seat: Seat) -> BoardInfo {
    let content = state.content();
    let board = state.board(seat);
    let character = content.character(board.character);
    let requests = |set: u32| {
        bits(set)
            .map(|request| request_info(state, seat, request))
            .collect()
    };
    BoardInfo {
        seat,
        character: board.character,
        name: &character.name,
        kind: &character.kind,
        favorite: &content.requests[usize::from(character.favorite)].name,
        spaces: *state.spaces_of(seat),
        marker: board.marker.map(|space| space + 1),
        tangled: board.tangled,
        bowl: board.bowl,
        patterns: Item::ALL.map(|item| pattern_info(state, seat, item)),
        items: board.items,
        requests: requests(board.held),
        finished_requests: requests(board.done),
        finished_projects: bits(board.finished)
            .map(|project| project_info(state, project))
            .collect(),
        score: state.sheet(seat),
    }
}

#[cfg(feature = "schema")]
bobbin_game::described!(View as Table);

impl Serialize for View {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Table::of(self).serialize(serializer)
    }
}
