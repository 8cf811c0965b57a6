//! Cards, buttons, requests, boards, ladders, scenarios and achievements: the typed tables.
//!
//! `pack.rs` reads them from TOML; the house tables are in `data/`.

use std::sync::LazyLock;

use arrayvec::ArrayVec;
use bobbin_game::{Content, ContentError, Shelf, Source};
use serde::Serialize;

use crate::bonus::Bonus;
use crate::button::{BUTTONS_PER_TYPE, Button, ButtonFace, ButtonType, ColorSet, Wish};
use crate::condition::Condition;
use crate::garment::{Card, GarmentType, MAX_SPACES};
use crate::pack;
use crate::pattern::Pattern;
use crate::setup::Modification;
use crate::yarn::{Color, Stitch};

/// Everything a game is played with that is data.
#[derive(PartialEq, Eq, Debug, Serialize)]
pub struct KnittingContent {
    /// The six types of garments, in the order of [`GarmentType::ALL`].
    pub garments: Vec<GarmentTable>,
    /// The three piles of buttons, in the order of [`ButtonType::ALL`].
    pub buttons: Vec<Pile>,
    /// The 18 requests.
    pub requests: Vec<RequestCard>,
    /// The central boards for two (and one), three and four players.
    pub boards: Vec<Board>,
    /// The four cats.
    pub cats: Vec<Cat>,
    /// 10.8: titles for a solo score, from the lowest.
    pub tiers: Vec<Tier>,
    /// 11.1: the 14 scenarios.
    pub scenarios: Vec<Scenario>,
    /// 11.3: achievements for normal games and rule modifications.
    pub achievements: Vec<Achievement>,
}

/// 1.2: a type of garment: what all its cards share, and its cards.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct GarmentTable {
    /// Which type.
    pub garment: GarmentType,
    /// The color of its deck (5.4).
    pub color: Color,
    /// The spaces from top to bottom.
    pub spaces: ArrayVec<Space, MAX_SPACES>,
    /// How many spaces must be filled before it can be completed (5.17).
    pub mandatory: u8,
    /// The bonuses of each card.
    pub cards: Vec<Vec<Bonus>>,
}

impl GarmentTable {
    /// 9.4: the points if this many spaces are filled.
    pub fn points_at(&self, filled: usize) -> u8 {
        filled
            .checked_sub(1)
            .and_then(|lowest| self.spaces.get(lowest))
            .map_or(0, |space| space.points)
    }
}

/// A space of a garment.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Space {
    /// The side it takes (5.9).
    pub stitch: Stitch,
    /// The points beside it; 0 above the last mandatory space.
    pub points: u8,
    /// What it gives at once (5.10).
    pub gives: Option<Gift>,
}

bobbin_game::named! {
    /// 5.10: what a space gives.
    Gift, "what a space gives", {
        /// A tile from the bag.
        Yarn = "yarn",
        /// A grabby paw.
        Paw = "paw",
    }
}

/// A pile of buttons of one type.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Pile {
    /// Which type.
    pub shape: ButtonType,
    /// Its kinds; the counts add up to 30.
    pub kinds: Vec<ButtonKind>,
    /// The kind of each of the 30 buttons; buttons of one kind lie side by side.
    #[serde(skip)]
    pub(crate) kind_of: [u8; BUTTONS_PER_TYPE],
    /// The buttons of each kind as a bit set over the 30.
    #[serde(skip)]
    pub(crate) members: Vec<u32>,
}

/// A kind of button.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct ButtonKind {
    /// What it asks for.
    pub wish: Wish,
    /// Its points.
    pub points: u8,
    /// How many there are.
    pub count: u8,
}

impl ButtonKind {
    /// What is printed on it.
    pub const fn face(self) -> ButtonFace {
        ButtonFace {
            wish: self.wish,
            points: self.points,
        }
    }

    /// 5.20: does it fit a garment with these colors, this pattern and this type?
    #[inline]
    pub(crate) fn fits(self, colors: ColorSet, pattern: Option<Pattern>, garment: GarmentType) -> bool {
        match self.wish {
            Wish::Colors(wanted) => colors.contains_all(wanted),
            Wish::Pattern(wanted) => pattern == Some(wanted),
            Wish::Garment(wanted) => garment == wanted,
        }
    }
}

/// A request card.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct RequestCard {
    /// Its name in records and data: `purple-8`.
    pub id: String,
    /// What it asks for.
    pub wants: Condition,
    /// Its points.
    pub points: u8,
}

/// A central board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Board {
    /// For how many cats.
    pub cats: u8,
    /// The side of each space, clockwise.
    pub spaces: Vec<Stitch>,
    /// Where cats start; the first is the star.
    pub starts: Vec<u8>,
}

/// A cat: for looks.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Cat {
    /// Its name.
    pub name: String,
    /// How it looks, in a few words.
    pub looks: String,
}

/// A title for a solo score.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Tier {
    /// From this score on.
    pub from: u16,
    /// The title.
    pub title: String,
}

/// 11.1: a scenario.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Scenario {
    /// Its name.
    pub name: String,
    /// Its four requests, as numbers into [`KnittingContent::requests`].
    pub requests: [u8; 4],
    /// The score to reach.
    pub minimum: u8,
    /// The minimum in words, for the score sheet.
    pub minimum_text: String,
    /// What else must be reached.
    pub objectives: Vec<Objective>,
}

impl Scenario {
    /// 11.2: what each seat has to reach, in words and as a condition: the minimum score first.
    pub fn goals(&self) -> impl Iterator<Item = (&str, Condition)> {
        let minimum = (self.minimum_text.as_str(), Condition::Points(self.minimum));
        let objectives = self.objectives.iter();
        std::iter::once(minimum).chain(objectives.map(|objective| (objective.text.as_str(), objective.wants)))
    }

    /// What a list tells of it: its name, and after ` · ` its goals and its requests with their points.
    pub(crate) fn label(&self, number: usize, requests: &[RequestCard]) -> String {
        let goals: Vec<&str> = self.goals().map(|(text, _)| text).collect();
        let requests: Vec<String> = self
            .requests
            .iter()
            .map(|&card| &requests[usize::from(card)])
            .map(|request| format!("{} ({})", request.wants, request.points))
            .collect();
        let (goals, requests) = (goals.join(", "), requests.join(", "));
        format!("{number} {} · {goals} · requests: {requests}", self.name)
    }
}

/// An objective of a scenario.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Objective {
    /// What must be reached.
    pub wants: Condition,
    /// The same in words, for the score sheet.
    pub text: String,
}

/// 11.3: something to be achieved once.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Achievement {
    /// Its name in data and charts: `no-ugly`.
    pub id: String,
    /// Its name for people.
    pub name: String,
    /// The rule modification it belongs to; none for a normal game.
    pub modification: Option<Modification>,
    /// The least number of players, 1 where it can be had alone.
    pub players: u8,
    /// All of this must be reached.
    pub wants: Vec<Condition>,
}

impl KnittingContent {
    /// What all cards of a type share.
    #[inline]
    pub fn garment(&self, garment: GarmentType) -> &GarmentTable {
        &self.garments[garment.index()]
    }

    /// The bonuses of a card.
    pub fn bonuses(&self, card: Card) -> &[Bonus] {
        &self.garment(card.garment()).cards[card.number()]
    }

    /// Is there such a card?
    pub(crate) fn has_card(&self, card: Card) -> bool {
        card.number() < self.garment(card.garment()).cards.len()
    }

    /// A kind of button.
    #[inline]
    pub fn button(&self, button: Button) -> &ButtonKind {
        &self.buttons[button.shape.index()].kinds[button.kind()]
    }

    /// Is there such a button?
    pub(crate) fn has_button(&self, button: Button) -> bool {
        button.kind() < self.buttons[button.shape.index()].kinds.len()
    }

    /// 2.2: the board for this many players.
    pub fn board(&self, players: usize) -> &Board {
        &self.boards[players.max(2) - 2]
    }
}

impl Content for KnittingContent {
    fn house() -> Shelf<Self> {
        static HOUSE: LazyLock<Shelf<KnittingContent>> = LazyLock::new(|| {
            let house = pack::house().unwrap_or_else(|error| panic!("the house content is broken: {error}"));
            Shelf::put(house)
        });
        *HOUSE
    }

    fn from_pack(pack: &Source) -> Result<Self, ContentError> {
        pack::with_house(pack)
    }

    fn summary(&self) -> String {
        let cards: usize = self.garments.iter().map(|garment| garment.cards.len()).sum();
        let buttons: usize = self
            .buttons
            .iter()
            .flat_map(|pile| &pile.kinds)
            .map(|kind| usize::from(kind.count))
            .sum();
        format!(
            "{cards} garment cards of {} types, {buttons} buttons, {} requests, {} boards, {} scenarios, {} achievements",
            self.garments.len(),
            self.requests.len(),
            self.boards.len(),
            self.scenarios.len(),
            self.achievements.len(),
        )
    }
}
