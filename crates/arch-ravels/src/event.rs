//! What happened, step by step: the log in plain words, and what a page animates.
//!
//! Every yarn and item that comes or goes is told by exactly one event.

use std::borrow::Cow;

use bobbin_game::{Glance, Points, Seat, Sentence};
use serde::{Deserialize, Serialize};

use crate::content::{ArchRavelsContent, Face};
use crate::deck::Card;
use crate::patterns::{Item, Items};
use crate::yarn::{Bundle, Color};

/// The id and name of a card, borrowed from the content where it is made: an unread log costs nothing.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct CardName {
    /// Its id.
    pub id: Cow<'static, str>,
    /// Its name.
    pub name: Cow<'static, str>,
}

impl CardName {
    pub(crate) fn of_request(content: &'static ArchRavelsContent, request: u8) -> CardName {
        let card = &content.requests[usize::from(request)];
        CardName {
            id: Cow::Borrowed(&card.id),
            name: Cow::Borrowed(&card.name),
        }
    }

    pub(crate) fn of_project(content: &'static ArchRavelsContent, project: u8) -> CardName {
        let card = &content.projects[usize::from(project)];
        CardName {
            id: Cow::Borrowed(&card.id),
            name: Cow::Borrowed(&card.name),
        }
    }
}

/// What a card that was turned over is.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum CardFace {
    /// A yarn card.
    Yarn(Face),
    /// An event.
    Event(CardName),
    /// A special request.
    Request(CardName),
}

impl CardFace {
    pub(crate) fn of(content: &'static ArchRavelsContent, card: Card) -> CardFace {
        match card {
            Card::Yarn(kind) => CardFace::Yarn(content.yarn[usize::from(kind)].face),
            Card::Event(event) => CardFace::Event(CardName {
                id: Cow::Borrowed(event.id()),
                name: Cow::Borrowed(&content.events[event as usize].name),
            }),
            Card::Request(request) => CardFace::Request(CardName::of_request(content, request)),
        }
    }
}

/// What happened.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case", tag = "event")]
pub enum Event {
    /// The marker moved.
    Moved {
        /// Whose.
        seat: Seat,
        /// To which space, counted from 1.
        space: u8,
        /// What it allows.
        allows: crate::Abilities,
    },
    /// A card, or an empty space, was taken from the bazaar. Yarn of free colors follows as [`Event::Took`].
    Shopped {
        /// By whom.
        seat: Seat,
        /// From which space, counted from 1.
        space: u8,
        /// The card; none for an empty space.
        face: Option<Face>,
        /// The yarn of fixed colors that came.
        yarn: Bundle,
    },
    /// Yarn that a player chose came from the supply.
    Took {
        /// To whom.
        seat: Seat,
        /// Which.
        yarn: Bundle,
    },
    /// An exchange begins: how many is said next.
    ExchangeBegan {
        /// By whom.
        seat: Seat,
        /// What is given back.
        give: Color,
        /// What comes.
        get: Color,
    },
    /// An item is made from any colors, which are named next.
    CraftBegan {
        /// By whom.
        seat: Seat,
        /// Which.
        item: Item,
    },
    /// The yarn of a special request is named next.
    RequestBegan {
        /// By whom.
        seat: Seat,
        /// Which.
        request: CardName,
    },
    /// Yarn was exchanged.
    Exchanged {
        /// By whom.
        seat: Seat,
        /// What was given back.
        give: Color,
        /// What came.
        get: Color,
        /// How many.
        count: u16,
    },
    /// Yarn of free colors went back to the supply; what it makes follows.
    Paid {
        /// By whom.
        seat: Seat,
        /// Which.
        color: Color,
        /// How many.
        count: u16,
    },
    /// An item was made.
    Crafted {
        /// By whom.
        seat: Seat,
        /// What.
        item: Item,
        /// The yarn turned in, as far as it was not told before.
        yarn: Bundle,
    },
    /// A special request was finished.
    RequestFinished {
        /// By whom.
        seat: Seat,
        /// Which.
        request: CardName,
        /// The yarn turned in, as far as it was not told before.
        yarn: Bundle,
        /// Is it the character's favorite?
        favorite: bool,
    },
    /// A yarn went from one player to another.
    Gave {
        /// From whom.
        seat: Seat,
        /// To whom.
        to: Seat,
        /// Which.
        color: Color,
    },
    /// The discard pile became the yarn deck.
    Reshuffled {
        /// So many cards.
        cards: u8,
    },
    /// A card was turned over.
    Revealed {
        /// At which space of the bazaar, counted from 1.
        space: u8,
        /// What it is.
        card: CardFace,
        /// Is it one that had been set aside while the first bazaar was laid out (1.11)?
        set_aside: bool,
    },
    /// The actions are over, and no card was turned over: the bazaar was full, or no card is left.
    NothingRestocked {
        /// Whose actions.
        seat: Seat,
    },
    /// Someone's yarn is tangled.
    Tangled {
        /// Whose.
        seat: Seat,
        /// By whose choice.
        by: Seat,
    },
    /// There was nothing to donate.
    NothingToDonate {
        /// By whom.
        seat: Seat,
    },
    /// A request went to a player.
    RequestGiven {
        /// Who chose.
        seat: Seat,
        /// Who got it.
        to: Seat,
        /// Which.
        request: CardName,
    },
    /// An event was resolved and discarded.
    Resolved {
        /// Its space of the bazaar, counted from 1.
        space: u8,
    },
    /// A project was finished.
    ProjectFinished {
        /// By whom.
        seat: Seat,
        /// Which.
        project: CardName,
        /// The items turned in.
        items: Items,
        /// What it scores.
        points: Points,
    },
    /// A tile was flipped for an item.
    Learned {
        /// By whom.
        seat: Seat,
        /// Which pattern; one such item was turned in.
        item: Item,
    },
    /// An item went back into yarn.
    Frogged {
        /// By whom.
        seat: Seat,
        /// Which item.
        item: Item,
        /// The yarn that came by an exact pattern; by a general one it follows as [`Event::Took`].
        yarn: Bundle,
    },
    /// Nothing was crafted.
    Passed {
        /// By whom.
        seat: Seat,
    },
    /// A project was turned over.
    Listed {
        /// At which place of the list, counted from 1.
        place: u8,
        /// Which.
        project: CardName,
    },
    /// A turn began.
    TurnBegan {
        /// Whose.
        seat: Seat,
        /// In which round.
        round: u8,
    },
    /// The game is about to end.
    EndTriggered {
        /// By the hundredth round, not by the projects.
        house_stop: bool,
    },
    /// The game is over.
    GameOver,
}

impl bobbin_game::Event for Event {
    fn words(&self) -> Sentence {
        self.text().into()
    }

    fn glance(&self) -> Option<Glance> {
        self.seen()
    }
}

impl Event {
    /// The sentence as it is written.
    pub(crate) fn text(&self) -> String {
        let name = Seat::said;
        match self {
            Event::Moved { seat, allows, .. } => format!("{} moves to {allows}", name(*seat)),
            Event::Shopped {
                seat,
                face: None,
                space,
                ..
            } => {
                format!(
                    "{} takes the empty space {space}: one yarn of any color",
                    name(*seat)
                )
            }
            Event::Shopped {
                seat,
                face: Some(face),
                ..
            } => format!("{} takes {}", name(*seat), face.words()),
            Event::Took { seat, yarn } => format!("{} takes {}", name(*seat), yarn.words()),
            Event::ExchangeBegan { seat, give, get } => {
                format!(
                    "{} begins to exchange {} for {}",
                    name(*seat),
                    give.name(),
                    get.name()
                )
            }
            Event::CraftBegan { seat, item } => format!("{} begins to craft {}", name(*seat), item.one()),
            Event::RequestBegan { seat, request } => {
                format!(
                    "{} begins to craft the special request {}",
                    name(*seat),
                    request.name
                )
            }
            Event::Exchanged {
                seat,
                give,
                get,
                count,
            } => {
                format!(
                    "{} exchanges {count} {} for {count} {}",
                    name(*seat),
                    give.name(),
                    get.name()
                )
            }
            Event::Paid { seat, color, count } => format!("{} pays {count} {}", name(*seat), color.name()),
            Event::Crafted { seat, item, yarn } if yarn.is_empty() => {
                format!("{} crafts {} from any colors", name(*seat), item.one())
            }
            Event::Crafted { seat, item, yarn } => {
                format!("{} crafts {} from {}", name(*seat), item.one(), yarn.words())
            }
            Event::RequestFinished {
                seat,
                request,
                yarn,
                favorite,
            } => {
                let from = if yarn.is_empty() {
                    String::new()
                } else {
                    format!(" from {}", yarn.words())
                };
                let heart = if *favorite { ", a favorite" } else { "" };
                format!("{} finishes {}{from}{heart}", name(*seat), request.name)
            }
            Event::Gave { seat, to, color } => {
                format!("{} gives 1 {} to {}", name(*seat), color.name(), name(*to))
            }
            _ => self.table_words(),
        }
    }
}

impl Event {
    /// What happens at the table rather than to the yarn of a player.
    fn table_words(&self) -> String {
        let name = Seat::said;
        match self {
            Event::Reshuffled { cards } => {
                format!("The {cards} discarded cards are shuffled into a new yarn deck")
            }
            Event::Revealed {
                space,
                card,
                set_aside,
            } => {
                let card = match card {
                    CardFace::Yarn(face) => format!("A card with {}", face.words()),
                    CardFace::Event(card) => format!("The event {}", card.name),
                    CardFace::Request(card) => format!("The special request {}", card.name),
                };
                let again = if *set_aside {
                    ", set aside at the start,"
                } else {
                    ""
                };
                format!("{card}{again} comes to space {space}")
            }
            Event::NothingRestocked { seat } => {
                format!("{} ends the actions; the bazaar stays as it is", name(*seat))
            }
            Event::Tangled { seat, by } => format!("{} tangles the yarn of {}", name(*by), name(*seat)),
            Event::NothingToDonate { seat } => format!("{} has nothing to donate", name(*seat)),
            Event::RequestGiven { seat, to, request } if seat == to => {
                format!("{} takes the special request {}", name(*seat), request.name)
            }
            Event::RequestGiven { seat, to, request } => {
                format!(
                    "{} gives the special request {} to {}",
                    name(*seat),
                    request.name,
                    name(*to)
                )
            }
            Event::Resolved { space } => format!("The event at space {space} is over"),
            Event::ProjectFinished {
                seat,
                project,
                points,
                ..
            } => {
                format!("{} finishes {} for {}", name(*seat), project.name, points.words())
            }
            Event::Learned { seat, item } => format!("{} learns the pattern for {}", name(*seat), item.one()),
            Event::Frogged { seat, item, yarn } if yarn.is_empty() => {
                format!("{} frogs {}", name(*seat), item.one())
            }
            Event::Frogged { seat, item, yarn } => {
                format!("{} frogs {} into {}", name(*seat), item.one(), yarn.words())
            }
            Event::Passed { seat } => format!("{} crafts nothing", name(*seat)),
            Event::Listed { project, .. } => format!("{} joins the project list", project.name),
            Event::TurnBegan { seat, round } => format!("Round {round}: it is the turn of {}", name(*seat)),
            Event::EndTriggered { house_stop: true } => "A hundred rounds are over: the game ends".to_owned(),
            Event::EndTriggered { house_stop: false } => {
                "The project list cannot be filled any more: the game ends".to_owned()
            }
            Event::GameOver => "The game is over".to_owned(),
            Event::Moved { .. }
            | Event::Shopped { .. }
            | Event::Took { .. }
            | Event::ExchangeBegan { .. }
            | Event::CraftBegan { .. }
            | Event::RequestBegan { .. }
            | Event::Exchanged { .. }
            | Event::Paid { .. }
            | Event::Crafted { .. }
            | Event::RequestFinished { .. }
            | Event::Gave { .. } => unreachable!("told by the yarn"),
        }
    }
}
