//! Why an action is not legal.

use serde::Serialize;

use crate::content::{Ability, Code};
use crate::geometry::{Point, Turn};

/// Why an action is not legal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, thiserror::Error, bobbin_game::Refusal)]
#[serde(rename_all = "snake_case", tag = "code")]
#[expect(missing_docs, reason = "the sentences say it")]
pub enum Refusal {
    #[clause("1.10")]
    #[error("It is not your turn.")]
    NotYourTurn,
    #[clause("6.3")]
    #[error("The game is over.")]
    GameOver,
    #[clause("2.4")]
    #[error("Choose a card from your hand first, and what to do with it.")]
    ChooseFirst,
    #[clause("2.4")]
    #[error("Lay the card that you have chosen, or take the choice back.")]
    LayIt,
    #[clause("2.4")]
    #[error("Carry out the ability that you have chosen ({}), or take the choice back.", ability.words())]
    CarryOut { ability: Ability },
    #[clause("2.1")]
    #[error("You have had your turn: end it.")]
    EndTurn,
    #[clause("2.1")]
    #[error("Play a card, use one or discard one before you end your turn.")]
    NotDone,
    #[clause("2.4")]
    #[error("There is no card \"{card}\" in your hand.")]
    NotInHand { card: Code },
    #[clause("5.1")]
    #[error("The card \"{card}\" has no ability.")]
    NoAbility { card: Code },
    #[clause("3.3")]
    #[error("Before the first card there are no abilities.")]
    NotBeforeFirst,
    #[clause("5.2")]
    #[error("After drawing two, play a card or discard one: no further ability.")]
    NoFurtherAbility,
    #[clause("3.2")]
    #[error("You hold a card that can be laid first: lay it.")]
    MustLayFirst,
    #[clause("3.1")]
    #[error("The first card needs a path with at least two more exits than the one on the start.")]
    NoFirstCard,
    #[clause("2.4")]
    #[error("There is no place for this card.")]
    NoPlace,
    #[clause("5.1")]
    #[error("There is nothing that this ability ({}) could do.", ability.words())]
    NothingToDo { ability: Ability },
    #[clause("4.1")]
    #[error("There the card is joined to nothing: an exit of it has to meet an open exit.")]
    JoinsNothing,
    #[clause("4.2")]
    #[error("The card would overlap the one at {},{}.", at.x, at.y)]
    Overlaps { at: Point },
    #[clause("4.3")]
    #[error("A path would end on the white of a card: look at the one at {},{}.", at.x, at.y)]
    OnWhite { at: Point },
    #[clause("4.6")]
    #[error("That would block the last live exit: nobody could play on.")]
    LastExit,
    #[clause("4.7")]
    #[error("That would wall finish {}: nothing could reach its black edge.", (b'A' + finish) as char)]
    WallsFinish { finish: u8 },
    #[clause("4.10")]
    #[error("This card looks the same upside down: say turn {}.", turn.quarters())]
    SayOtherTurn { turn: Turn },
    #[clause("1.7")]
    #[error("There is no such finish on the table.")]
    NoSuchFinish,
    #[clause("5.5")]
    #[error("There is no card with the number {number} on the table.")]
    NoCardToTurn { number: u8 },
    #[clause("5.7")]
    #[error("There is no card with the number {number} on the table.")]
    NoCardToReplace { number: u8 },
    #[clause("5.5")]
    #[error("Card {number} is no end card: it must have exactly one joined exit.")]
    NoEndCard { number: u8 },
    #[clause("5.5")]
    #[error("An end card is turned by a quarter, and an exit of it joined where it was joined before.")]
    NoQuarterTurn,
    #[clause("5.7")]
    #[error("A replacement lies exactly where the old card lay, either way up.")]
    OtherRectangle,
    #[clause("5.7")]
    #[error("An exit that was joined to the old card would not be joined again.")]
    BreaksJoin,
    #[clause("5.7")]
    #[error("To replace a card you need a second card in hand.")]
    NeedsSecond,
    #[clause("5.7")]
    #[error("There is no card on the table that \"{card}\" could replace.")]
    ReplacesNothing { card: Code },
    #[clause("5.8")]
    #[error(
        "The only card on the table is replaced by one whose path leads on from the start in two ways: \"{card}\" does not."
    )]
    ReplacesOnlyCard { card: Code },
    #[clause("5.3")]
    #[error("Drawing two would leave no card in hand to play: that would be a discard.")]
    NothingToDraw,
}
