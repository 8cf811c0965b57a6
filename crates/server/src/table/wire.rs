//! What leaves a table, as JSON.

use bobbin_catalog::{Happening, Json, Legal};
use bobbin_game::{Outcome, Prompt, Seat, SeatSet, Viewer};
use serde::Serialize;
use utoipa::ToSchema;

use super::{Began, Ending, Fixture, Leaving, Level, Manners, TableKind};

/// How far a table is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, serde::Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// Waiting for people or for the start.
    Open,
    /// The game is under way.
    Running,
    /// The game or the table has ended.
    Over,
}

impl Status {
    /// Its name in lists.
    pub fn name(self) -> &'static str {
        match self {
            Status::Open => "open",
            Status::Running => "running",
            Status::Over => "over",
        }
    }
}

/// What everybody may know of a table.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct TableInfo {
    /// The table's id: who knows it finds the table.
    pub id: String,
    /// The game's id.
    pub game: String,
    /// The hash of the content it is played with: `GET /api/games/{game}/content/{hash}` sends it.
    pub content: String,
    /// The options, defaults included.
    #[schema(value_type = std::collections::BTreeMap<String, String>)]
    pub options: bobbin_game::Options,
    /// What it is for.
    pub kind: TableKind,
    /// How far it is.
    pub status: Status,
    /// How the table is run.
    #[serde(flatten)]
    pub manners: Manners,
    /// When it was made, in milliseconds since 1970.
    pub created_at: i64,
    /// The hash of the seed: it is told before the first action, so the luck cannot be changed later.
    pub commitment: String,
    /// The seed itself, once the table is over; that of a daily deal once the day is over.
    #[schema(required)]
    pub seed: Option<String>,
    /// Why the table ended, if it was not by the end of the game.
    #[schema(required)]
    pub ended: Option<Ending>,
    /// Where the rematch is.
    #[schema(required)]
    pub rematch: Option<String>,
    /// The table that this is a rematch of.
    #[schema(required)]
    pub previous: Option<String>,
    /// The position of a finished game that this game began from.
    #[schema(required)]
    pub began: Option<Began>,
    /// Which game of a tournament it is.
    #[schema(required)]
    pub fixture: Option<Fixture>,
    /// The day whose deal is played: `2026-11-16`.
    #[schema(required)]
    pub date: Option<String>,
    /// Did you make this table? Then you may start it.
    pub yours: bool,
    /// Does one person play several seats at one screen, and see all their hands?
    pub one_device: bool,
    /// The seats that are yours.
    #[schema(value_type = Vec<u8>)]
    pub your_seats: Vec<Seat>,
    /// Could you sit down where a seat is free? Not if you have one, if you were removed, or if you had a seat of this
    /// game that somebody else has taken since.
    pub may_sit: bool,
}

/// A seat as everybody sees it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct SeatInfo {
    /// Who sits there.
    pub kind: SeatKind,
    /// Their name; empty for an open seat.
    pub name: String,
    /// How strong the bot is.
    #[schema(required)]
    pub level: Option<Level>,
    /// Why a bot plays for the person just now.
    #[schema(required)]
    pub away: Option<Leaving>,
    /// Can somebody without a seat sit down here? Before the game at an open one; while it runs where a bot plays for
    /// somebody who did not come or who has left.
    pub free: bool,
    /// Would whoever sits there end the game without a result? It ends once all who are there would.
    pub wants_end: bool,
    /// Until when they have days off, or had, in milliseconds since 1970: no time passes for them till then.
    #[schema(required)]
    pub off_until: Option<i64>,
    /// What is chosen for this seat before the game begins, by whoever sits there.
    pub choices: Vec<SeatChoice>,
}

/// An option of a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct SeatChoice {
    /// Its key among the game's options.
    pub option: String,
    /// What it is now.
    pub value: String,
}

/// What sits at a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum SeatKind {
    /// Nobody yet.
    Open,
    /// A person.
    Person,
    /// A bot.
    Bot,
}

/// The table as one viewer sees it now.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Seen {
    /// Who looks: the number of a seat, or "spectator".
    #[schema(value_type = serde_json::Value)]
    pub viewer: Viewer,
    /// The number of the viewer's latest event.
    pub event: u32,
    /// The version to send along with an action: that of the seat's own part. It does not change with what others do
    /// at the same time.
    pub version: u32,
    /// How far the table is.
    pub status: Status,
    /// Who sits where.
    #[schema(value_type = Vec<SeatInfo>)]
    pub seats: Json,
    /// Who may act now.
    #[schema(value_type = Vec<u8>)]
    pub to_act: Vec<Seat>,
    /// What the viewer sees, as the game's own type says it; null before the game begins.
    #[schema(value_type = Option<serde_json::Value>, required)]
    pub view: Option<Json>,
    /// What the viewer may do now, and how each is played.
    pub legal: Vec<Legal>,
    /// What the viewer has to do now.
    #[schema(required)]
    pub prompt: Option<Prompt>,
    /// May the viewer take back its latest action?
    pub undo: UndoInfo,
    /// What the viewer has said ahead of its turn; null for who has no seat. Nobody else is told of it.
    #[schema(required)]
    pub in_advance: Option<InAdvanceSeen>,
    /// The time of each seat; null where there is no clock.
    #[schema(required)]
    pub clocks: Option<Vec<SeatClock>>,
    /// How the game ended.
    #[schema(required)]
    pub outcome: Option<Outcome>,
}

/// Whether an action can be taken back.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct UndoInfo {
    /// Yes or no.
    pub possible: bool,
    /// Why not.
    #[schema(required)]
    pub why_not: Option<String>,
    /// The clause of the rules that forbids it, if one does.
    #[schema(required)]
    pub clause: Option<&'static str>,
}

/// What a seat has said ahead of its turn.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct InAdvanceSeen {
    /// What it will do when its turn comes, or what came of it when it did.
    #[schema(required)]
    pub prepared: Option<PreparedSeen>,
    /// Is its only choice done for it?
    pub skips: bool,
}

/// An action that was prepared.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct PreparedSeen {
    /// In the game's notation.
    pub action: String,
    /// The same in words: the parts of a sentence.
    #[schema(value_type = Option<bobbin_game::Sentence>, required)]
    pub words: Option<serde_json::Value>,
    /// How far it is.
    pub state: PreparedState,
    /// Why it could not be done.
    #[schema(required)]
    pub message: Option<String>,
    /// The clause of the rules that forbade it, if one did.
    #[schema(required)]
    pub clause: Option<String>,
}

/// How far something is that was prepared.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum PreparedState {
    /// The turn has not come yet.
    Waits,
    /// It was done when the turn came.
    Done,
    /// It could not be done any more when the turn came.
    NotDone,
}

/// The time of a seat.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SeatClock {
    /// Milliseconds left.
    pub left: i64,
    /// Does time pass for it now? Not on days off.
    pub running: bool,
}

/// One line of a score sheet.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ScoreLine {
    /// What the points are for.
    pub name: String,
    /// How many, exact to a quarter.
    pub points: f64,
}

/// Something that was said.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct ChatLine {
    /// When, in milliseconds since 1970.
    pub at: i64,
    /// From which seat.
    #[schema(value_type = u8)]
    pub seat: Seat,
    /// By whom.
    pub name: String,
    /// What. Plain text: show it as such.
    pub text: String,
    /// Past whom it was said: for the server only.
    #[serde(skip)]
    #[schema(ignore)]
    pub(crate) unheard: SeatSet,
}

/// What has happened, as far as a viewer may know.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct LogSeen {
    /// The latest event of this viewer's stream that is in it: what the stream tells after that comes on top.
    pub event: u32,
    /// The oldest first.
    pub lines: Vec<LogEntry>,
}

/// One action of the log.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct LogEntry {
    /// Its number among those this viewer may know of.
    pub number: usize,
    /// Who acted.
    #[schema(value_type = u8)]
    pub seat: Seat,
    /// What happened, step by step.
    pub happenings: Vec<Happening>,
}

/// What an event is about.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum What {
    /// The first event of a stream: how things stand.
    State,
    /// Someone sat down.
    Sat {
        /// Where.
        #[schema(value_type = u8)]
        seat: Seat,
        /// Who.
        name: String,
    },
    /// Someone got up.
    Stood {
        /// From where.
        #[schema(value_type = u8)]
        seat: Seat,
    },
    /// The owner of the table has removed someone.
    Removed {
        /// From where.
        #[schema(value_type = u8)]
        seat: Seat,
    },
    /// Something was chosen for a seat.
    Chose {
        /// For which.
        #[schema(value_type = u8)]
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
        #[schema(value_type = u8)]
        seat: Seat,
    },
    /// An action was taken back.
    Undone {
        /// Whose.
        #[schema(value_type = u8)]
        seat: Seat,
    },
    /// Someone said something.
    Said(ChatLine),
    /// A bot plays for this seat from now on.
    Left {
        /// Whose seat.
        #[schema(value_type = u8)]
        seat: Seat,
        /// Why.
        why: Leaving,
    },
    /// The person plays again.
    TookBack {
        /// Whose seat.
        #[schema(value_type = u8)]
        seat: Seat,
    },
    /// Somebody gave another seat time.
    GaveTime {
        /// Who.
        #[schema(value_type = u8)]
        seat: Seat,
        /// To whom.
        #[schema(value_type = u8)]
        to: Seat,
        /// How many seconds.
        seconds: u32,
    },
    /// Somebody would end the game without a result, or would not any more.
    WantsEnd {
        /// Who.
        #[schema(value_type = u8)]
        seat: Seat,
        /// Would they?
        wants: bool,
    },
    /// Somebody takes days off, or is back.
    DaysOff {
        /// Who.
        #[schema(value_type = u8)]
        seat: Seat,
        /// Until then, in milliseconds since 1970; when it happened if they are back.
        until: i64,
    },
    /// What you have said ahead of your turn has changed; nobody else is told.
    InAdvance {
        /// Your seat.
        #[schema(value_type = u8)]
        seat: Seat,
    },
    /// The table ended before the game.
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

/// What a stream sends: what changed, and how things stand after it.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct EventBody {
    /// Counted from 1 for each viewer, without gaps.
    pub event: u32,
    /// When, in milliseconds since 1970.
    pub at: i64,
    /// What it is about.
    pub what: What,
    /// What happened in the game, step by step: for the log and for animation.
    pub happenings: Vec<Happening>,
    /// How things stand after it.
    pub now: Seen,
}
