//! All cards, boards and tokens as typed tables, from `data/*.toml` or from a pack.

use std::fmt;
use std::str::FromStr;
use std::sync::OnceLock;

use bobbin_game::{Content, ContentError, NotationError, Points, Shelf, Source};
use serde::{Deserialize, Serialize};

use crate::characters::{Abilities, BOARDS, CharacterId, SPACES};
use crate::pack;
use crate::patterns::{ColorRule, Cost, ITEMS, Items};
use crate::yarn::Bundle;

/// The most kinds of yarn cards, special requests or projects that a pack may have.
pub const MOST_KINDS: usize = 32;

/// What the game is played with.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ArchRavelsContent {
    /// The eight characters, in the order of [`CharacterId`].
    pub characters: Vec<Character>,
    /// The five items, in the order of [`crate::Item`].
    pub items: [ItemFacts; ITEMS],
    /// The yarn cards.
    pub yarn: Vec<YarnCard>,
    /// The events, in the order of [`EventKind`].
    pub events: [EventCard; EVENTS],
    /// The special requests.
    pub requests: Vec<RequestCard>,
    /// The projects.
    pub projects: Vec<ProjectCard>,
}

/// One side of a character board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Character {
    /// Which.
    pub id: CharacterId,
    /// The name people see.
    pub name: String,
    /// The type of crafter.
    #[serde(rename = "type")]
    pub kind: String,
    /// The request that scores 5 more, as its place among the requests.
    pub favorite: u8,
    /// The four action spaces.
    pub spaces: [Abilities; SPACES],
    /// The four action spaces of the house's balanced boards (1.12).
    pub balanced: [Abilities; SPACES],
    /// How hard it is to win with the printed board, where that was measured.
    pub difficulty: Option<Difficulty>,
    /// Where this is known from.
    pub source: String,
}

/// How hard it is to win with a board between equal players.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Difficulty {
    /// It wins more than its share.
    Easy,
    /// It wins about its share.
    Fair,
    /// It wins less than its share.
    Hard,
}

impl Difficulty {
    /// The word people see.
    pub const fn word(self) -> &'static str {
        ["easy", "fair", "hard"][self as usize]
    }
}

/// An item, its general pattern and its tiles.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ItemFacts {
    /// The name people see.
    pub name: String,
    /// The general color pattern.
    pub pattern: ColorRule,
    /// What an item left at the end scores.
    pub points: Points,
    /// What a learned tile scores.
    pub learned: Points,
    /// The exact patterns of its tiles; empty where the general pattern is printed on the board.
    pub tiles: Vec<Bundle>,
    /// Where this is known from.
    pub source: String,
    /// Every payment that follows the general pattern.
    #[serde(skip)]
    pub(crate) payments: Vec<Bundle>,
    /// How many payments the items before it have.
    #[serde(skip)]
    pub(crate) payments_before: usize,
}

/// A kind of yarn card.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct YarnCard {
    /// What is on it.
    pub face: Face,
    /// How many there are.
    pub copies: u8,
    /// Where this is known from.
    pub source: String,
}

/// The yarn that a card gives: of fixed colors, and of free ones. The text form is `RR` or `??`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Face {
    /// Of fixed colors.
    pub yarn: Bundle,
    /// So many of any color.
    pub any: u8,
}

impl Face {
    /// "2 green", "2 of any color".
    pub fn words(self) -> String {
        match (self.yarn.is_empty(), self.any) {
            (false, 0) => self.yarn.words(),
            (false, any) => format!("{} and {any} of any color", self.yarn.words()),
            (true, any) => format!("{any} of any color"),
        }
    }
}

impl fmt::Display for Face {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.yarn, "?".repeat(usize::from(self.any)))
    }
}

impl FromStr for Face {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let letters = text.trim_end_matches('?');
        let any = (text.len() - letters.len()) as u8;
        match Bundle::of_letters(letters) {
            Some(yarn) if !text.is_empty() && any <= 7 => Ok(Face { yarn, any }),
            _ => Err(NotationError::new(
                text,
                "yarn as letters (R, B, G, Y, O, P), then ? for each of any color",
            )),
        }
    }
}

bobbin_game::text_serde!(Face);

/// What an event does.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[repr(u8)]
pub enum EventKind {
    /// 7.1
    TangledCat,
    /// 7.5
    YarnSale,
    /// 7.6
    Donate,
    /// 7.8
    FriendlyClerk,
    /// 7.9
    CraftCircle,
}

/// How many kinds of events there are.
pub const EVENTS: usize = 5;

impl EventKind {
    /// All kinds, in order.
    pub const ALL: [EventKind; EVENTS] = [
        EventKind::TangledCat,
        EventKind::YarnSale,
        EventKind::Donate,
        EventKind::FriendlyClerk,
        EventKind::CraftCircle,
    ];

    /// Its id in data and positions.
    pub const fn id(self) -> &'static str {
        [
            "tangled-cat",
            "yarn-sale",
            "donate",
            "friendly-clerk",
            "craft-circle",
        ][self as usize]
    }
}

/// A kind of event card.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct EventCard {
    /// What it does.
    pub id: EventKind,
    /// The name people see.
    pub name: String,
    /// How many there are.
    pub copies: u8,
    /// Where this is known from.
    pub source: String,
}

/// A special request.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct RequestCard {
    /// Its id in picks and positions.
    pub id: String,
    /// The name people see.
    pub name: String,
    /// What it takes.
    pub cost: Cost,
    /// What it scores when finished, and costs when not.
    pub points: Points,
    /// Where this is known from.
    pub source: String,
    /// Every payment that fits, as far as it is said in one go.
    #[serde(skip)]
    pub(crate) payments: Vec<Bundle>,
    /// How many ways to begin them the requests before it have.
    #[serde(skip)]
    pub(crate) ways_before: usize,
}

impl RequestCard {
    /// In how many ways it can be begun: by each payment, or by the one word that yarn is named next.
    pub(crate) fn ways(&self) -> usize {
        self.payments.len().max(1)
    }
}

/// A project.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ProjectCard {
    /// Its id in picks and positions.
    pub id: String,
    /// The name people see.
    pub name: String,
    /// The items to turn in, in the order of [`crate::Item`].
    pub items: Items,
    /// What it scores.
    pub points: Points,
    /// Where this is known from.
    pub source: String,
}

impl ArchRavelsContent {
    /// The character with this id.
    pub fn character(&self, id: CharacterId) -> &Character {
        &self.characters[id.index()]
    }

    /// The number of yarn cards and events.
    pub fn deck_size(&self) -> u8 {
        let yarn: u8 = self.yarn.iter().map(|card| card.copies).sum();
        yarn + self.events.iter().map(|card| card.copies).sum::<u8>()
    }

    /// The place of a request by its id.
    pub fn request_of_id(&self, id: &str) -> Option<u8> {
        let place = self.requests.iter().position(|card| card.id == id);
        place.map(|place| place as u8)
    }

    /// The place of a project by its id.
    pub fn project_of_id(&self, id: &str) -> Option<u8> {
        let place = self.projects.iter().position(|card| card.id == id);
        place.map(|place| place as u8)
    }
}

impl Content for ArchRavelsContent {
    fn house() -> Shelf<Self> {
        static HOUSE: OnceLock<Shelf<ArchRavelsContent>> = OnceLock::new();
        *HOUSE.get_or_init(|| {
            Shelf::put(pack::house().unwrap_or_else(|error| unreachable!("our own data: {error}")))
        })
    }

    fn from_pack(source: &Source) -> Result<Self, ContentError> {
        pack::read(source, &Self::house())
    }

    fn summary(&self) -> String {
        let tiles: usize = self.items.iter().map(|item| item.tiles.len()).sum();
        let yarn: u32 = self.yarn.iter().map(|card| u32::from(card.copies)).sum();
        let events: u32 = self.events.iter().map(|card| u32::from(card.copies)).sum();
        format!(
            "{BOARDS} characters with two sides, {ITEMS} items, {tiles} pattern tiles, {yarn} yarn cards, \
             {events} events, {} special requests, {} projects",
            self.requests.len(),
            self.projects.len(),
        )
    }
}
