//! Why an action is not legal.

use bobbin_game::Seat;
use serde::Serialize;

use crate::cards::{Card, Suit};

/// Why an action is not legal, and what to do instead.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, thiserror::Error, bobbin_game::Refusal)]
#[serde(tag = "code", rename_all = "snake_case")]
#[expect(missing_docs, reason = "the sentences say it")]
pub enum Refusal {
    #[clause("1.1")]
    #[error("There is no {}: Hearts is for four.", seat.said())]
    NoSuchSeat { seat: Seat },
    #[clause("4.1")]
    #[error("The game is over.")]
    GameOver,
    #[clause("2.1")]
    #[error("The pass comes first: choose three cards.")]
    StillPassing,
    #[clause("2.5")]
    #[error("The pass is over: play a card.")]
    PassIsOver,
    #[clause("2.4")]
    #[error("You have passed: wait for the others.")]
    PassedAlready,
    #[clause("2.2")]
    #[error("You were not dealt the {}: choose one of your own cards.", card.words())]
    NotYoursToPass { card: Card },
    #[clause("2.2")]
    #[error("The {} is among your three cards already: choose another.", card.words())]
    ChosenAlready { card: Card },
    #[clause("2.3")]
    #[error("You have chosen three cards: say done.")]
    ThreeChosen,
    #[clause("2.4")]
    #[error("Choose three cards before you say done: {} to go.", missing)]
    TooFewChosen { missing: u8 },
    #[clause("3.2")]
    #[error("It is the turn of {}.", turn.said())]
    NotYourTurn { turn: Seat },
    #[clause("3.2")]
    #[error("You do not hold the {}.", card.words())]
    NotInHand { card: Card },
    #[clause("3.1")]
    #[error("The first trick begins with the two of clubs: lead it.")]
    LeadTheTwoOfClubs,
    #[clause("3.3")]
    #[error("You have {suit}: follow suit.")]
    FollowSuit { suit: Suit },
    #[clause("3.5")]
    #[error("No penalty card goes to the first trick while you hold another: play one without points.")]
    FirstTrickIsFree,
    #[clause("3.6")]
    #[error("Hearts are not broken: lead another suit.")]
    HeartsNotBroken,
}
