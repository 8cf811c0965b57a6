//! Why an action is not legal.

use serde::Serialize;

use crate::content::{Ability, Code};
use crate::geometry::{Point, Turn};

/// Why an action is not legal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, thiserror::Error)]
#[serde(rename_all = "snake_case", tag = "code")]
pub enum Refusal {
    /// It is someone else's turn.
    #[error("It is not your turn.")]
    NotYourTurn,
    /// The game is over.
    #[error("The game is over.")]
    GameOver,
    /// A card has to be chosen first.
    #[error("Choose a card from your hand first, and what to do with it.")]
    ChooseFirst,
    /// A card was chosen and has to be laid.
    #[error("Lay the card that you have chosen, or take the choice back.")]
    LayIt,
    /// An ability was chosen and has to be carried out.
    #[error("Carry out the ability that you have chosen ({}), or take the choice back.", ability.name())]
    CarryOut {
        /// The ability.
        ability: Ability,
    },
    /// Nothing is left to do in this turn.
    #[error("You have had your turn: end it.")]
    EndTurn,
    /// Something is still to be done in this turn.
    #[error("Play a card, use one or discard one before you end your turn.")]
    NotDone,
    /// The card is not in hand.
    #[error("There is no card \"{card}\" in your hand.")]
    NotInHand {
        /// The card.
        card: Code,
    },
    /// The card has no ability.
    #[error("The card \"{card}\" has no ability.")]
    NoAbility {
        /// The card.
        card: Code,
    },
    /// 3.3
    #[error("Before the first card there are no abilities.")]
    NotBeforeFirst,
    /// 5.2
    #[error("After drawing two, play a card or discard one: no further ability.")]
    NoFurtherAbility,
    /// 3.2
    #[error("You hold a card that can be laid first: lay it.")]
    MustLayFirst,
    /// 3.1
    #[error("The first card needs a path with at least two more exits than the one on the start.")]
    NoFirstCard,
    /// 2.4
    #[error("There is no place for this card.")]
    NoPlace,
    /// 5.1
    #[error("There is nothing that this ability ({}) could do.", ability.name())]
    NothingToDo {
        /// The ability.
        ability: Ability,
    },
    /// 4.1
    #[error("There the card is joined to nothing: an exit of it has to meet an open exit.")]
    JoinsNothing,
    /// 4.2
    #[error("The card would overlap the one at {},{}.", at.x, at.y)]
    Overlaps {
        /// The centre of the other card.
        at: Point,
    },
    /// 4.3
    #[error("A path would end on the white of a card: look at the one at {},{}.", at.x, at.y)]
    OnWhite {
        /// The centre of the other card.
        at: Point,
    },
    /// 4.6
    #[error("That would block the last live exit: nobody could play on.")]
    LastExit,
    /// 4.7
    #[error("That would wall finish {}: nothing could reach its black edge.", (b'A' + finish) as char)]
    WallsFinish {
        /// Which finish, from 0.
        finish: u8,
    },
    /// 4.10
    #[error("This card looks the same upside down: say turn {}.", turn.quarters())]
    SayOtherTurn {
        /// The turn to say.
        turn: Turn,
    },
    /// There is no such finish.
    #[error("There is no such finish on the table.")]
    NoSuchFinish,
    /// 5.5, 5.7
    #[error("There is no card with the number {number} on the table.")]
    NoSuchCard {
        /// The number.
        number: u8,
        /// What was to be done with it.
        ability: Ability,
    },
    /// 5.5
    #[error("Card {number} is no end card: it must have exactly one joined exit.")]
    NoEndCard {
        /// The number.
        number: u8,
    },
    /// 5.5
    #[error("An end card is turned by a quarter, and an exit of it joined where it was joined before.")]
    NoQuarterTurn,
    /// 5.7
    #[error("A replacement lies exactly where the old card lay, either way up.")]
    OtherRectangle,
    /// 5.7
    #[error("An exit that was joined to the old card would not be joined again.")]
    BreaksJoin,
    /// 5.7
    #[error("To replace a card you need a second card in hand.")]
    NeedsSecond,
    /// 5.7
    #[error("There is no card on the table that \"{card}\" could replace.")]
    ReplacesNothing {
        /// The card.
        card: Code,
    },
    /// 5.8
    #[error(
        "The only card on the table is replaced by one whose path leads on from the start in two ways: \"{card}\" does not."
    )]
    ReplacesOnlyCard {
        /// The card.
        card: Code,
    },
    /// 5.3
    #[error("Drawing two would leave no card in hand to play: that would be a discard.")]
    NothingToDraw,
}

impl bobbin_game::Refusal for Refusal {
    fn code(&self) -> &'static str {
        match self {
            Refusal::NotYourTurn => "not_your_turn",
            Refusal::GameOver => "game_over",
            Refusal::ChooseFirst => "choose_first",
            Refusal::LayIt => "lay_it",
            Refusal::CarryOut { .. } => "carry_out",
            Refusal::EndTurn => "end_turn",
            Refusal::NotDone => "not_done",
            Refusal::NotInHand { .. } => "not_in_hand",
            Refusal::NoAbility { .. } => "no_ability",
            Refusal::NotBeforeFirst => "not_before_first",
            Refusal::NoFurtherAbility => "no_further_ability",
            Refusal::MustLayFirst => "must_lay_first",
            Refusal::NoFirstCard => "no_first_card",
            Refusal::NoPlace => "no_place",
            Refusal::NothingToDo { .. } => "nothing_to_do",
            Refusal::JoinsNothing => "joins_nothing",
            Refusal::Overlaps { .. } => "overlaps",
            Refusal::OnWhite { .. } => "on_white",
            Refusal::LastExit => "last_exit",
            Refusal::WallsFinish { .. } => "walls_finish",
            Refusal::SayOtherTurn { .. } => "say_other_turn",
            Refusal::NoSuchFinish => "no_such_finish",
            Refusal::NoSuchCard { .. } => "no_such_card",
            Refusal::NoEndCard { .. } => "no_end_card",
            Refusal::NoQuarterTurn => "no_quarter_turn",
            Refusal::OtherRectangle => "other_rectangle",
            Refusal::BreaksJoin => "breaks_join",
            Refusal::NeedsSecond => "needs_second",
            Refusal::ReplacesNothing { .. } => "replaces_nothing",
            Refusal::ReplacesOnlyCard { .. } => "replaces_only_card",
            Refusal::NothingToDraw => "nothing_to_draw",
        }
    }

    fn clause(&self) -> &'static str {
        match self {
            Refusal::NotYourTurn => "1.10",
            Refusal::GameOver => "6.3",
            Refusal::ChooseFirst
            | Refusal::LayIt
            | Refusal::CarryOut { .. }
            | Refusal::NoPlace
            | Refusal::NotInHand { .. } => "2.4",
            Refusal::EndTurn | Refusal::NotDone => "2.1",
            Refusal::NoAbility { .. } | Refusal::NothingToDo { .. } => "5.1",
            Refusal::NotBeforeFirst => "3.3",
            Refusal::NoFurtherAbility => "5.2",
            Refusal::MustLayFirst => "3.2",
            Refusal::NoFirstCard => "3.1",
            Refusal::JoinsNothing => "4.1",
            Refusal::Overlaps { .. } => "4.2",
            Refusal::OnWhite { .. } => "4.3",
            Refusal::LastExit => "4.6",
            Refusal::WallsFinish { .. } => "4.7",
            Refusal::SayOtherTurn { .. } => "4.10",
            Refusal::NoSuchFinish => "1.7",
            Refusal::NothingToDraw => "5.3",
            Refusal::NoSuchCard {
                ability: Ability::TurnEnd,
                ..
            }
            | Refusal::NoEndCard { .. }
            | Refusal::NoQuarterTurn => "5.5",
            Refusal::NoSuchCard { .. }
            | Refusal::OtherRectangle
            | Refusal::BreaksJoin
            | Refusal::NeedsSecond
            | Refusal::ReplacesNothing { .. } => "5.7",
            Refusal::ReplacesOnlyCard { .. } => "5.8",
        }
    }
}
