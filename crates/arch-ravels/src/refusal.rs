//! Why an action is not legal, with the clause that forbids it.

use std::fmt;

use bobbin_game::Seat;
use serde::Serialize;

use crate::patterns::{ColorRule, Cost, Item, Items};
use crate::yarn::{Bundle, Color};

/// Why an action is not legal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, thiserror::Error, bobbin_game::Refusal)]
#[serde(rename_all = "snake_case", tag = "code")]
#[expect(missing_docs, reason = "the sentences say it")]
pub enum Refusal {
    #[clause("2.1")]
    #[error("It is the choice of {}.", chooser.said())]
    NotYourChoice { chooser: Seat },
    #[clause("2.1")]
    #[error("The game is over.")]
    GameOver,
    #[clause("2.1")]
    #[error("This is not the step of the turn for it: now {step}.")]
    WrongStep { step: Step },
    #[clause("2.3")]
    #[error("Finish first what you have begun: name its yarn or number.")]
    UnfinishedChoice,
    #[clause("3.4")]
    #[error("Complete your Shop first: {left} more to take.")]
    UnfinishedShop { left: u8 },
    #[clause("2.2")]
    #[error("Your marker stands on that space: move it to a different one.")]
    SameSpace,
    #[clause("2.3")]
    #[error("There is no Shop left for you this turn.")]
    NoShop,
    #[clause("3.3")]
    #[error("You have just emptied that space: take a different one.")]
    SpaceTaken,
    #[clause("4.5")]
    #[error("There is no Craft left for you this turn.")]
    NoCraft,
    #[clause("4.7")]
    #[error("There is no Craft any colors for you now.")]
    NoCraftAny,
    #[clause("7.10")]
    #[error("In the Craft Circle colors matter: craft by a pattern of your board.")]
    ColorsMatterInCircle,
    #[clause("10.4")]
    #[error("In the final craft colors matter: craft by a pattern of your board.")]
    ColorsMatterAtTheEnd,
    #[clause("7.2")]
    #[error("Your yarn is tangled: you cannot craft this turn.")]
    Tangled,
    #[clause("4.2")]
    #[error("Your {item} pattern is exact: turn in {}.", pattern.words())]
    NotThePattern { item: Item, pattern: Bundle },
    #[clause("4.3")]
    #[error("Your {item} pattern takes {}.", Cost::Rule(*rule).words())]
    NotTheRule { item: Item, rule: ColorRule },
    #[clause("4.1")]
    #[error("For that you lack {}.", missing.words())]
    NotEnoughYarn { missing: Bundle },
    #[clause("4.1")]
    #[error("That takes {need} yarn, and you have {have}.")]
    TooFewYarn { need: u16, have: u16 },
    #[clause("8.2")]
    #[error("You do not hold that special request.")]
    RequestNotHeld,
    #[clause("8.3")]
    #[error("That special request takes other yarn: {}.", cost.words())]
    NotTheRequest { cost: Cost },
    #[clause("7.10")]
    #[error("In the Craft Circle only items are crafted.")]
    ItemsOnly,
    #[clause("5.1")]
    #[error("There is no Exchange for you now.")]
    NoExchange,
    #[clause("5.1")]
    #[error("Exchange for a different color.")]
    SameColor,
    #[clause("5.1")]
    #[error("You have no {} yarn.", color.name())]
    NoSuchYarn { color: Color },
    #[clause("7.6")]
    #[error("You have no {} yarn to donate.", color.name())]
    NoYarnToDonate { color: Color },
    #[clause("5.2")]
    #[error("Exchange at least 1 and at most {most}.")]
    WrongAmount { most: u16 },
    #[clause("5.5")]
    #[error("Choose the two colors of an Exchange first.")]
    NoAmount,
    #[clause("5.3")]
    #[error("There is no Take for you now.")]
    NoTake,
    #[clause("2.5")]
    #[error("There is no yarn to name now.")]
    NoYarnAsked,
    #[clause("2.5")]
    #[error("Name {asked} yarn at once, in any order.")]
    WrongCount { asked: u8 },
    #[clause("6.6")]
    #[error("That is not what the revealed card asks.")]
    NotTheCard,
    #[clause("7.2")]
    #[error("The cat goes to another player, not to yourself.")]
    CatForOneself,
    #[clause("7.6")]
    #[error("Donate to another player, not to yourself.")]
    GiftForOneself,
    #[clause("1.1")]
    #[error("Nobody sits there.")]
    NoSuchSeat,
    #[clause("6.6")]
    #[error("You can pass only in the Craft Circle and in the final craft.")]
    NoPass,
    #[clause("9.3")]
    #[error("There is no project at that place of the list.")]
    NoProject,
    #[clause("9.2")]
    #[error("For that project you lack: {}.", missing.words())]
    ItemsMissing { missing: Items },
    #[clause("9.5")]
    #[error("The pattern for {} cannot be learned.", item.one())]
    NotLearnable { item: Item },
    #[clause("9.4")]
    #[error("You have learned that pattern already.")]
    AlreadyLearned,
    #[clause("9.4")]
    #[error("You need {} to turn in.", item.one())]
    NoItemToLearn { item: Item },
    #[clause("9.7")]
    #[error("You do not have {} to frog.", item.one())]
    NoItemToFrog { item: Item },
    #[clause("9.6")]
    #[error("Your {item} pattern gives {}.", Cost::Rule(*rule).words())]
    NotTheFrogged { item: Item, rule: ColorRule },
}

/// The step that the game is in, and what is to be done in it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Step {
    /// The marker is to be moved.
    Marker,
    /// The actions of the space.
    Actions,
    /// A revealed card.
    Resolving,
    /// Projects, patterns, frogs.
    RestockActions,
    /// The final craft.
    FinalCraft,
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Step::Marker => "move your marker",
            Step::Actions => "take the actions of your space, or restock",
            Step::Resolving => "do what the revealed card asks",
            Step::RestockActions => "finish a project, learn, frog, or end your turn",
            Step::FinalCraft => "craft once more, or pass",
        })
    }
}
