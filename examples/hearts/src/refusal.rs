//! Why an action is not legal.

use bobbin_game::Seat;
use serde::Serialize;

use crate::cards::{Card, Suit};

/// Why an action is not legal, and what to do instead.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, thiserror::Error)]
#[serde(tag = "code", rename_all = "snake_case")]
#[expect(missing_docs, reason = "the sentences say it")]
pub enum Refusal {
    #[error("There is no seat {seat}: Hearts is for four.")]
    NoSuchSeat { seat: Seat },
    #[error("The game is over.")]
    GameOver,
    #[error("The pass comes first: choose three cards.")]
    StillPassing,
    #[error("The pass is over: play a card.")]
    PassIsOver,
    #[error("You have passed: wait for the others.")]
    PassedAlready,
    #[error("You were not dealt the {}: choose one of your own cards.", card.words())]
    NotYoursToPass { card: Card },
    #[error("The {} is among your three cards already: choose another.", card.words())]
    ChosenAlready { card: Card },
    #[error("You have chosen three cards: say done.")]
    ThreeChosen,
    #[error("Choose three cards before you say done: {} to go.", missing)]
    TooFewChosen { missing: u8 },
    #[error("It is the turn of seat {turn}.")]
    NotYourTurn { turn: Seat },
    #[error("You do not hold the {}.", card.words())]
    NotInHand { card: Card },
    #[error("The first trick begins with the two of clubs: lead it.")]
    LeadTheTwoOfClubs,
    #[error("You have {suit}: follow suit.")]
    FollowSuit { suit: Suit },
    #[error("No penalty card goes to the first trick while you hold another: play one without points.")]
    FirstTrickIsFree,
    #[error("Hearts are not broken: lead another suit.")]
    HeartsNotBroken,
}

impl bobbin_game::Refusal for Refusal {
    fn code(&self) -> &'static str {
        match self {
            Refusal::NoSuchSeat { .. } => "no_such_seat",
            Refusal::GameOver => "game_over",
            Refusal::StillPassing => "still_passing",
            Refusal::PassIsOver => "pass_is_over",
            Refusal::PassedAlready => "passed_already",
            Refusal::NotYoursToPass { .. } => "not_yours_to_pass",
            Refusal::ChosenAlready { .. } => "chosen_already",
            Refusal::ThreeChosen => "three_chosen",
            Refusal::TooFewChosen { .. } => "too_few_chosen",
            Refusal::NotYourTurn { .. } => "not_your_turn",
            Refusal::NotInHand { .. } => "not_in_hand",
            Refusal::LeadTheTwoOfClubs => "lead_the_two_of_clubs",
            Refusal::FollowSuit { .. } => "follow_suit",
            Refusal::FirstTrickIsFree => "first_trick_is_free",
            Refusal::HeartsNotBroken => "hearts_not_broken",
        }
    }

    fn clause(&self) -> &'static str {
        match self {
            Refusal::NoSuchSeat { .. } => "1.1",
            Refusal::GameOver => "4.1",
            Refusal::StillPassing => "2.1",
            Refusal::PassIsOver => "2.5",
            Refusal::PassedAlready | Refusal::TooFewChosen { .. } => "2.4",
            Refusal::NotYoursToPass { .. } | Refusal::ChosenAlready { .. } => "2.2",
            Refusal::ThreeChosen => "2.3",
            Refusal::NotYourTurn { .. } | Refusal::NotInHand { .. } => "3.2",
            Refusal::LeadTheTwoOfClubs => "3.1",
            Refusal::FollowSuit { .. } => "3.3",
            Refusal::FirstTrickIsFree => "3.5",
            Refusal::HeartsNotBroken => "3.6",
        }
    }
}
