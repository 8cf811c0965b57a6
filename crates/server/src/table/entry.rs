//! What happens at a table, as it is kept. A table is nothing but its entries in order.

use bobbin_bots::BotKind;
use bobbin_game::{ContentHash, Options, Seat, SeatSet, Seed};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::Purpose;

/// One entry of a table's log.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Entry {
    /// The table was made: always the first entry.
    Created(Box<Plan>),
    /// Someone sat down: before the game at an open seat, while it runs at a free one.
    Sat {
        /// Where.
        seat: Seat,
        /// Who.
        person: String,
        /// As others see them.
        name: String,
    },
    /// The owner has given an open seat to a bot before the game began.
    BotSat {
        /// Where.
        seat: Seat,
        /// How strong it is.
        level: Level,
    },
    /// Someone got up before the game began.
    Stood {
        /// From where.
        seat: Seat,
    },
    /// The owner has removed someone, or a bot, before the game began.
    Removed {
        /// From where.
        seat: Seat,
    },
    /// Whoever sits there has chosen an option of their seat before the game began.
    Chose {
        /// For which seat.
        seat: Seat,
        /// The option's key.
        option: String,
        /// What it is now.
        value: String,
    },
    /// The game began.
    Started,
    /// An action.
    Played {
        /// Whose.
        seat: Seat,
        /// In the game's notation; several that were done together have semicolons between them.
        action: String,
        /// What makes a repeated request known.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        key: Option<String>,
        /// A digest of what came of it: so that it shows whether newer rules make the same of it. Earlier versions kept
        /// none.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        digest: Option<String>,
    },
    /// An action was taken back.
    Undone {
        /// Whose.
        seat: Seat,
        /// What makes a repeated request known.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        key: Option<String>,
    },
    /// Someone said something.
    Said {
        /// Who.
        seat: Seat,
        /// What.
        text: String,
        /// Past whom: those who keep whoever says it at a distance, or are kept there.
        #[serde(default, skip_serializing_if = "is_nobody")]
        unheard: SeatSet,
    },
    /// A bot plays for this seat from now on.
    Left {
        /// Whose seat.
        seat: Seat,
        /// Why.
        why: Leaving,
    },
    /// The person plays again.
    TookBack {
        /// Whose seat.
        seat: Seat,
    },
    /// Someone has given another seat time.
    GaveTime {
        /// Who.
        seat: Seat,
        /// To whom.
        to: Seat,
        /// How many seconds.
        seconds: u32,
    },
    /// Someone would end the game, or would not any more. It ends once all who are there would.
    WantsEnd {
        /// Who; all seats of the same person.
        seat: Seat,
        /// Would they?
        wants: bool,
    },
    /// Someone takes days off, or is back.
    DaysOff {
        /// Who.
        seat: Seat,
        /// Until then, in milliseconds since 1970; now if they are back.
        until: i64,
    },
    /// Someone has said what they will do when their turn comes, or that they will do nothing of it.
    Prepared {
        /// Who.
        seat: Seat,
        /// In the game's notation; several with semicolons between them.
        action: Option<String>,
        /// The same as it is said to them: the parts of a sentence.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        words: Option<serde_json::Value>,
    },
    /// What someone had prepared was tried when their turn came, and could not be done.
    NotDone {
        /// Whose.
        seat: Seat,
        /// Why.
        message: String,
        /// The clause of the rules that forbids it, if one does.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        clause: Option<String>,
    },
    /// Someone wants their only choice to be done for them, or not any more.
    Skips {
        /// Who.
        seat: Seat,
        /// Is it wanted?
        on: bool,
    },
    /// The owner was forgotten: while the game is under way the seat is a bot's for good.
    Forgotten {
        /// Whose seat.
        seat: Seat,
    },
    /// The server has started again: the time it was away counts for nobody.
    Resumed,
    /// The table ended without the game being over.
    Ended {
        /// Why.
        why: Ending,
    },
    /// The same people play again there.
    Rematch {
        /// The other table.
        table: String,
    },
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks it so")]
fn is_nobody(seats: &SeatSet) -> bool {
    seats.is_empty()
}

impl Entry {
    /// Does it bring a whole game along?
    pub(crate) fn is_upload(&self) -> bool {
        matches!(self, Entry::Created(plan) if matches!(plan.purpose, Purpose::Upload { .. }))
    }
}

/// Why a bot plays for a person.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Leaving {
    /// They left.
    Left,
    /// Their time was out.
    TimeOut,
}

/// Why a table ended before its game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Ending {
    /// Nobody was there any more: there is no result.
    Abandoned,
    /// Everybody who was there agreed to end it: there is no result.
    Agreed,
    /// Whoever runs the server ended it: there is no result.
    Stopped,
    /// The rules have changed since it was made, and a game goes on by the rules it began with only: there is no
    /// result.
    Outdated,
}

/// All that was agreed before the game.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Plan {
    /// The game.
    pub game: String,
    /// The version of its rules.
    pub rules: u32,
    /// The content.
    pub content: ContentHash,
    /// The options, checked.
    pub options: Options,
    /// The luck. A secret until the end.
    pub seed: Seed,
    /// Who made the table.
    pub owner: String,
    /// Who is to sit where.
    pub seats: Vec<Place>,
    /// Everything else.
    #[serde(flatten)]
    pub manners: Manners,
    /// The table that this is a rematch of.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub previous: Option<String>,
    /// The position to begin from, in the game's notation, if it is not the start of a game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// What the table is for.
    #[serde(default, skip_serializing_if = "Purpose::is_normal")]
    pub purpose: Purpose,
}

/// Who sits at a place.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Place {
    /// Nobody yet.
    Open,
    /// A person; several places may be the same person's, who passes the screen around.
    Person {
        /// Who.
        person: String,
        /// As others see them.
        name: String,
    },
    /// A bot.
    Bot {
        /// How strong.
        level: Level,
        /// As others see it.
        name: String,
    },
    /// Someone of whom only a name is known: from an uploaded record, or forgotten.
    Someone {
        /// The name.
        name: String,
    },
}

/// How a table is run.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct Manners {
    /// Shown in the list of tables; otherwise only who has the link finds it.
    pub listed: bool,
    /// Who may watch once the game has begun.
    pub watch: Watch,
    /// How much time there is.
    pub clock: ClockPlan,
    /// May actions be taken back, as far as the rules of undo allow?
    pub undo: bool,
    /// May players talk?
    pub chat: bool,
    /// May players ask a bot for a hint?
    pub hints: bool,
    /// How strong the bot is that plays for someone who is away.
    pub level: Level,
    /// How long a bot waits before it acts, in milliseconds, so that people can follow.
    #[schema(maximum = 10_000)]
    pub pace: u32,
}

impl Default for Manners {
    fn default() -> Self {
        Manners {
            listed: false,
            watch: Watch::Anyone,
            clock: ClockPlan::None,
            undo: true,
            chat: true,
            hints: true,
            level: Level::Steady,
            pace: 700,
        }
    }
}

/// Who may watch a game.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Watch {
    /// Whoever finds the table or has its link.
    #[default]
    Anyone,
    /// As long as it goes on nobody but those who sit there.
    Seated,
}

/// How much time the players have.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum ClockPlan {
    /// As much as they like.
    None,
    /// So much for the whole game, and more with each turn.
    Live {
        /// Seconds for the whole game.
        #[schema(minimum = 1, maximum = 86_400)]
        seconds: u32,
        /// Seconds added after each turn.
        #[serde(default)]
        #[schema(maximum = 3600)]
        increment: u32,
    },
    /// So much for each turn.
    PerTurn {
        /// Seconds for a turn: 86400 is a day.
        #[schema(minimum = 1, maximum = 2_592_000)]
        seconds: u32,
        /// Does no time pass on Saturdays and Sundays (UTC)?
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        weekends_off: bool,
    },
}

/// How strong a bot is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Level {
    /// For a first game, and for children.
    Playful,
    /// For a relaxed game.
    Gentle,
    /// Plays soundly.
    Steady,
    /// Thinks ahead.
    Keen,
    /// Makes few mistakes.
    Sharp,
    /// As strong as it gets.
    Expert,
}

impl Level {
    /// All, the weakest first.
    pub const ALL: [Level; 6] = [
        Level::Playful,
        Level::Gentle,
        Level::Steady,
        Level::Keen,
        Level::Sharp,
        Level::Expert,
    ];

    /// Its name everywhere.
    pub fn name(self) -> &'static str {
        BotKind::from(self).name()
    }
}

impl From<Level> for BotKind {
    fn from(level: Level) -> Self {
        match level {
            Level::Playful => BotKind::Playful,
            Level::Gentle => BotKind::Gentle,
            Level::Steady => BotKind::Steady,
            Level::Keen => BotKind::Keen,
            Level::Sharp => BotKind::Sharp,
            Level::Expert => BotKind::Expert,
        }
    }
}
