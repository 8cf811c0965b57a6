//! Why an action is not legal, with the clause that forbids it.

use std::fmt;

use bobbin_game::Seat;
use serde::Serialize;

use crate::patterns::{ColorRule, Cost, Item, Items};
use crate::yarn::{Bundle, Color};

/// Why an action is not legal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, thiserror::Error)]
#[serde(rename_all = "snake_case", tag = "code")]
pub enum Refusal {
    /// Someone else chooses.
    #[error("It is the choice of seat {chooser}.")]
    NotYourChoice {
        /// Who chooses.
        chooser: Seat,
    },
    /// Nobody chooses any more.
    #[error("The game is over.")]
    GameOver,
    /// It belongs to another step of the turn.
    #[error("This is not the step of the turn for it: now {step}.")]
    WrongStep {
        /// The step that the game is in.
        step: Step,
    },
    /// A choice of several steps has begun.
    #[error("Finish first what you have begun: name its yarn or number.")]
    UnfinishedChoice,
    /// A Shop has begun.
    #[error("Complete your Shop first: {left} more to take.")]
    UnfinishedShop {
        /// So many cards are left.
        left: u8,
    },
    /// The marker stands there.
    #[error("Your marker stands on that space: move it to a different one.")]
    SameSpace,
    /// No Shop, or it is done.
    #[error("There is no Shop left for you this turn.")]
    NoShop,
    /// Emptied by this Shop.
    #[error("You have just emptied that space: take a different one.")]
    SpaceTaken,
    /// No Craft, or it is used up.
    #[error("There is no Craft left for you this turn.")]
    NoCraft,
    /// No Craft any colors, or it is used up.
    #[error("There is no Craft any colors for you now.")]
    NoCraftAny,
    /// Any colors in the Craft Circle.
    #[error("In the Craft Circle colors matter: craft by a pattern of your board.")]
    ColorsMatterInCircle,
    /// Any colors in the final craft.
    #[error("In the final craft colors matter: craft by a pattern of your board.")]
    ColorsMatterAtTheEnd,
    /// A cat holds the player.
    #[error("Your yarn is tangled: you cannot craft this turn.")]
    Tangled,
    /// The yarn is not what the exact pattern shows.
    #[error("Your {item} pattern is exact: turn in {}.", pattern.words())]
    NotThePattern {
        /// Of this item.
        item: Item,
        /// What it shows.
        pattern: Bundle,
    },
    /// The yarn does not follow the general pattern.
    #[error("Your {item} pattern takes {}.", Cost::Rule(*rule).words())]
    NotTheRule {
        /// Of this item.
        item: Item,
        /// The general pattern.
        rule: ColorRule,
    },
    /// The bowl holds too little.
    #[error("For that you lack {}.", missing.words())]
    NotEnoughYarn {
        /// What is missing.
        missing: Bundle,
    },
    /// The bowl holds too little of all colors together.
    #[error("That takes {need} yarn, and you have {have}.")]
    TooFewYarn {
        /// How many it takes.
        need: u16,
        /// How many there are.
        have: u16,
    },
    /// The player does not hold the request.
    #[error("You do not hold that special request.")]
    RequestNotHeld,
    /// The yarn is not what the request costs.
    #[error("That special request takes other yarn: {}.", cost.words())]
    NotTheRequest {
        /// What it takes.
        cost: Cost,
    },
    /// In the Craft Circle.
    #[error("In the Craft Circle only items are crafted.")]
    ItemsOnly,
    /// No Exchange, or it is done.
    #[error("There is no Exchange for you now.")]
    NoExchange,
    /// The same color twice.
    #[error("Exchange for a different color.")]
    SameColor,
    /// None of this color.
    #[error("You have no {} yarn.", color.name())]
    NoSuchYarn {
        /// Which color.
        color: Color,
    },
    /// None of this color to donate.
    #[error("You have no {} yarn to donate.", color.name())]
    NoYarnToDonate {
        /// Which color.
        color: Color,
    },
    /// The number is not possible.
    #[error("Exchange at least 1 and at most {most}.")]
    WrongAmount {
        /// The most that can be said now.
        most: u16,
    },
    /// No number to say.
    #[error("Choose the two colors of an Exchange first.")]
    NoAmount,
    /// No Take, or it is done.
    #[error("There is no Take for you now.")]
    NoTake,
    /// No yarn to name.
    #[error("There is no yarn to name now.")]
    NoYarnAsked,
    /// Too few yarn, or too many.
    #[error("Name {asked} yarn at once, in any order.")]
    WrongCount {
        /// So many are asked for.
        asked: u8,
    },
    /// Another card is resolved.
    #[error("That is not what the revealed card asks.")]
    NotTheCard,
    /// No cat for oneself.
    #[error("The cat goes to another player, not to yourself.")]
    CatForOneself,
    /// No gift for oneself.
    #[error("Donate to another player, not to yourself.")]
    GiftForOneself,
    /// Nobody sits there.
    #[error("Nobody sits there.")]
    NoSuchSeat,
    /// Nothing to pass on.
    #[error("You can pass only in the Craft Circle and in the final craft.")]
    NoPass,
    /// No project there.
    #[error("There is no project at that place of the list.")]
    NoProject,
    /// Items are missing.
    #[error("For that project you lack: {}.", missing.words())]
    ItemsMissing {
        /// What is missing.
        missing: Items,
    },
    /// Hats and blankets.
    #[error("The pattern for {} cannot be learned.", item.one())]
    NotLearnable {
        /// Which item.
        item: Item,
    },
    /// Flipped already.
    #[error("You have learned that pattern already.")]
    AlreadyLearned,
    /// None to learn from.
    #[error("You need {} to turn in.", item.one())]
    NoItemToLearn {
        /// Which item.
        item: Item,
    },
    /// None to frog.
    #[error("You do not have {} to frog.", item.one())]
    NoItemToFrog {
        /// Which item.
        item: Item,
    },
    /// The yarn does not follow the general pattern of what is frogged.
    #[error("Your {item} pattern gives {}.", Cost::Rule(*rule).words())]
    NotTheFrogged {
        /// What is frogged.
        item: Item,
        /// The general pattern.
        rule: ColorRule,
    },
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

impl bobbin_game::Refusal for Refusal {
    fn code(&self) -> &'static str {
        match self {
            Refusal::NotYourChoice { .. } => "not_your_choice",
            Refusal::GameOver => "game_over",
            Refusal::WrongStep { .. } => "wrong_step",
            Refusal::UnfinishedChoice => "unfinished_choice",
            Refusal::UnfinishedShop { .. } => "unfinished_shop",
            Refusal::SameSpace => "same_space",
            Refusal::NoShop => "no_shop",
            Refusal::SpaceTaken => "space_taken",
            Refusal::NoCraft => "no_craft",
            Refusal::NoCraftAny => "no_craft_any",
            Refusal::ColorsMatterInCircle => "colors_matter_in_circle",
            Refusal::ColorsMatterAtTheEnd => "colors_matter_at_the_end",
            Refusal::Tangled => "tangled",
            Refusal::NotThePattern { .. } => "not_the_pattern",
            Refusal::NotTheRule { .. } => "not_the_rule",
            Refusal::NotEnoughYarn { .. } => "not_enough_yarn",
            Refusal::TooFewYarn { .. } => "too_few_yarn",
            Refusal::RequestNotHeld => "request_not_held",
            Refusal::NotTheRequest { .. } => "not_the_request",
            Refusal::ItemsOnly => "items_only",
            Refusal::NoExchange => "no_exchange",
            Refusal::SameColor => "same_color",
            Refusal::NoSuchYarn { .. } => "no_such_yarn",
            Refusal::NoYarnToDonate { .. } => "no_yarn_to_donate",
            Refusal::WrongAmount { .. } => "wrong_amount",
            Refusal::NoAmount => "no_amount",
            Refusal::NoTake => "no_take",
            Refusal::NoYarnAsked => "no_yarn_asked",
            Refusal::WrongCount { .. } => "wrong_count",
            Refusal::NotTheCard => "not_the_card",
            Refusal::CatForOneself => "cat_for_oneself",
            Refusal::GiftForOneself => "gift_for_oneself",
            Refusal::NoSuchSeat => "no_such_seat",
            Refusal::NoPass => "no_pass",
            Refusal::NoProject => "no_project",
            Refusal::ItemsMissing { .. } => "items_missing",
            Refusal::NotLearnable { .. } => "not_learnable",
            Refusal::AlreadyLearned => "already_learned",
            Refusal::NoItemToLearn { .. } => "no_item_to_learn",
            Refusal::NoItemToFrog { .. } => "no_item_to_frog",
            Refusal::NotTheFrogged { .. } => "not_the_frogged",
        }
    }

    fn clause(&self) -> &'static str {
        match self {
            Refusal::NotYourChoice { .. } | Refusal::GameOver | Refusal::WrongStep { .. } => "2.1",
            Refusal::UnfinishedChoice | Refusal::NoShop => "2.3",
            Refusal::UnfinishedShop { .. } => "3.4",
            Refusal::SameSpace => "2.2",
            Refusal::SpaceTaken => "3.3",
            Refusal::NoCraft => "4.5",
            Refusal::NoCraftAny => "4.7",
            Refusal::Tangled | Refusal::CatForOneself => "7.2",
            Refusal::GiftForOneself | Refusal::NoYarnToDonate { .. } => "7.6",
            Refusal::NotThePattern { .. } => "4.2",
            Refusal::NotTheRule { .. } => "4.3",
            Refusal::NotEnoughYarn { .. } | Refusal::TooFewYarn { .. } => "4.1",
            Refusal::RequestNotHeld => "8.2",
            Refusal::NotTheRequest { .. } => "8.3",
            Refusal::ItemsOnly | Refusal::ColorsMatterInCircle => "7.10",
            Refusal::ColorsMatterAtTheEnd => "10.4",
            Refusal::NoExchange | Refusal::SameColor | Refusal::NoSuchYarn { .. } => "5.1",
            Refusal::WrongAmount { .. } => "5.2",
            Refusal::NoAmount => "5.5",
            Refusal::NoTake => "5.3",
            Refusal::NoYarnAsked | Refusal::WrongCount { .. } => "2.5",
            Refusal::NotTheCard | Refusal::NoPass => "6.6",
            Refusal::NoSuchSeat => "1.1",
            Refusal::NoProject => "9.3",
            Refusal::ItemsMissing { .. } => "9.2",
            Refusal::NotLearnable { .. } => "9.5",
            Refusal::AlreadyLearned | Refusal::NoItemToLearn { .. } => "9.4",
            Refusal::NoItemToFrog { .. } => "9.7",
            Refusal::NotTheFrogged { .. } => "9.6",
        }
    }
}
