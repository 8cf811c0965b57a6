//! Why something cannot happen at a table.

use bobbin_catalog::Refused;

/// Why an entry cannot be added.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum Reject {
    /// The first entry makes the table, no other does.
    #[error("The log of this table is damaged.")]
    Damaged,
    /// The content or rules of the match are not there.
    #[error("This match cannot be played here: {0}")]
    NotPlayable(String),
    /// The game is still to begin.
    #[error("The game has not begun yet.")]
    NotBegun,
    /// The game has begun.
    #[error("The game has already begun.")]
    Begun,
    /// The game is over.
    #[error("The game is over.")]
    Over,
    /// The game is not over.
    #[error("The game is not over yet.")]
    NotOver,
    /// There is no such seat.
    #[error("There is no such seat at this table.")]
    NoSuchSeat,
    /// Someone sits there.
    #[error("Someone else sits there already.")]
    Taken,
    /// Each person has one seat.
    #[error(
        "You sit here already: each person has one seat. Several people at one screen take their seats when the table is made."
    )]
    OneSeat,
    /// The owner has removed them.
    #[error("Whoever made this table has given your seat away: look for another table.")]
    Removed,
    /// Someone else has taken their seat of this game.
    #[error("You had a seat in this game and know what others may not: you can watch it.")]
    HadASeat,
    /// The seat has no such option.
    #[error("There is no such thing to choose for this seat.")]
    NoSuchOption,
    /// It does not go with what others have chosen.
    #[error("This cannot be chosen now: {0}.")]
    Options(String),
    /// Nobody sits there.
    #[error("Nobody sits there whom this could be about.")]
    NobodyThere,
    /// The text is no action.
    #[error("This is no action of the game: {0}")]
    Notation(String),
    /// The rules say no.
    #[error("{}", .0.message)]
    Refused(Box<Refused>),
    /// Something was drawn or shown before the last of several actions.
    #[error(
        "Only the last of several actions may draw or show something: send what comes before it by itself."
    )]
    NotTogether,
    /// Too many actions at once.
    #[error("So many actions are not done together.")]
    TooManyTogether,
    /// Taking back is off.
    #[error("At this table nothing is taken back.")]
    UndoOff,
    /// Too much was.
    #[error("Enough has been taken back at this table.")]
    EnoughUndone,
    /// It cannot be taken back.
    #[error("{0}")]
    Undo(bobbin_game::UndoRefusal),
    /// The key of a request was used for another one.
    #[error("This key belongs to another request of yours: take a new one for each.")]
    KeyReused,
    /// There is no clock, or it does not run for them.
    #[error(
        "No time runs there that could be made more: time is given to somebody else while their clock runs."
    )]
    NoTimeThere,
    /// They were given much already.
    #[error("They have been given as much time as they had twice over: that is enough.")]
    EnoughTime,
    /// Nobody takes days off here.
    #[error("Days off are for games with a clock of a day or more for each turn.")]
    NoDaysOff,
    /// So many are not left.
    #[error("You have {0} days off left in this game.")]
    TooManyDaysOff(i64),
    /// It is their turn.
    #[error("It is your turn: what you would prepare you can do now.")]
    YourTurn,
    /// Nothing is prepared.
    #[error("Nothing is prepared for this seat.")]
    NothingPrepared,
    /// Too much was.
    #[error("Enough has been prepared at this table.")]
    EnoughPrepared,
    /// The time of a tournament's round is over.
    #[error("The time of this round is over: bots play its games to their end.")]
    RoundOver,
    /// A bot is about to act for them in a game of a tournament.
    #[error("In a tournament the bot finishes this turn for you: take your seat back when it is done.")]
    BotActsFirst,
    /// A game of a tournament has a result.
    #[error(
        "A game of a tournament is played to its end: whoever does not want to go on can leave it to a bot."
    )]
    NeedsResult,
    /// Talking is off.
    #[error("At this table there is no chat.")]
    ChatOff,
}
