//! What leaves a table: for each viewer only what that viewer may know. Everything here is JSON on its way out.

use bobbin_catalog::{AnyMatch, Happening};
use bobbin_game::{Names, Seat, Viewer};
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

use super::{Began, Change, Ending, Leaving, Level, Manners, Place, Purpose, Table, TableKind};

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
    #[schema(value_type = Value)]
    pub viewer: Viewer,
    /// The number of the viewer's latest event.
    pub event: u32,
    /// The version to send along with an action: that of the seat's own part. It does not change with what others do
    /// at the same time.
    pub version: u32,
    /// How far the table is.
    pub status: Status,
    /// Who sits where.
    pub seats: Vec<SeatInfo>,
    /// Who may act now.
    #[schema(value_type = Vec<u8>)]
    pub to_act: Vec<Seat>,
    /// What the viewer sees, as the game's own type says it; null before the game begins.
    #[schema(required)]
    pub view: Option<Value>,
    /// What the viewer may do now, and how each is played.
    pub legal: Vec<LegalAction>,
    /// What the viewer has to do now.
    #[schema(required)]
    pub prompt: Option<PromptLine>,
    /// May the viewer take back its latest action?
    pub undo: UndoInfo,
    /// The time of each seat; null where there is no clock.
    #[schema(required)]
    pub clocks: Option<Vec<SeatClock>>,
    /// How the game ended.
    #[schema(required)]
    pub outcome: Option<Outcome>,
}

/// An action and how it is played.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct LegalAction {
    /// The action in the game's notation: send this.
    pub action: String,
    /// The pieces to touch, in order; none for a button.
    pub picks: Vec<String>,
    /// The verb on a button.
    pub verb: String,
    /// The whole action in plain words.
    pub label: String,
}

impl LegalAction {
    /// An action that is told with the names of those at the table.
    pub(crate) fn named(legal: bobbin_catalog::Legal, names: &[String]) -> Self {
        LegalAction {
            action: legal.action,
            picks: legal.telling.picks,
            verb: legal.telling.verb.to_owned(),
            label: Names(names).put_into(&legal.telling.label),
        }
    }
}

/// What a viewer has to do now.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PromptLine {
    /// A sentence.
    pub text: String,
    /// The clause of the rules that matters now.
    pub clause: String,
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

/// The time of a seat.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SeatClock {
    /// Milliseconds left.
    pub left: i64,
    /// Does it run now?
    pub running: bool,
}

/// How a game ended.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Outcome {
    /// Which total is better.
    pub aim: Aim,
    /// One sheet a seat.
    pub sheets: Vec<Sheet>,
    /// One rank a seat, 1 the best.
    pub ranks: Vec<u8>,
    /// Who won. Nobody where one plays alone: that is scored, not won.
    #[schema(value_type = Vec<u8>)]
    pub winners: Vec<Seat>,
    /// What decided between equal totals for the first place, or why nobody won.
    #[schema(required)]
    pub decided_by: Option<String>,
    /// The title a solo score earns.
    #[schema(required)]
    pub tier: Option<String>,
    /// Goals of a scenario and who met them.
    pub goals: Vec<Goal>,
}

/// Which total is better.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Aim {
    /// Most points win.
    High,
    /// Fewest points win.
    Low,
}

/// A goal of a solo game or scenario.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Goal {
    /// The goal in plain words.
    pub name: String,
    /// Who met it.
    #[schema(value_type = Vec<u8>)]
    pub met_by: Vec<Seat>,
}

/// The score of one seat.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Sheet {
    /// Line by line.
    pub lines: Vec<ScoreLine>,
    /// The sum, exact to a quarter.
    pub total: f64,
}

/// One line of a score sheet.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ScoreLine {
    /// What the points are for.
    pub name: String,
    /// How many, exact to a quarter.
    pub points: f64,
}

impl From<bobbin_game::Outcome> for Outcome {
    fn from(outcome: bobbin_game::Outcome) -> Self {
        let points = |points: bobbin_game::Points| f64::from(points.as_quarters()) / 4.0;
        let sheets = outcome.sheets.iter().map(|sheet| Sheet {
            lines: sheet
                .lines
                .iter()
                .map(|line| ScoreLine {
                    name: line.name.to_owned(),
                    points: points(line.points),
                })
                .collect(),
            total: points(sheet.total),
        });
        Outcome {
            aim: match outcome.aim {
                bobbin_game::Aim::High => Aim::High,
                bobbin_game::Aim::Low => Aim::Low,
            },
            sheets: sheets.collect(),
            ranks: outcome.ranks.to_vec(),
            winners: outcome.winners.iter().collect(),
            decided_by: outcome.decided_by.map(str::to_owned),
            tier: outcome.tier.map(str::to_owned),
            goals: outcome
                .goals
                .iter()
                .map(|goal| Goal {
                    name: goal.name.to_owned(),
                    met_by: goal.met_by.iter().collect(),
                })
                .collect(),
        }
    }
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
    pub happenings: Vec<TellingEvent>,
}

/// One step of what happened.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct TellingEvent {
    /// A sentence.
    pub words: String,
    /// What a page animates, as the game's own type says it.
    pub event: Value,
}

impl From<Happening> for TellingEvent {
    fn from(happening: Happening) -> Self {
        TellingEvent {
            words: happening.words,
            event: happening.event,
        }
    }
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
    pub happenings: Vec<TellingEvent>,
    /// How things stand after it.
    pub now: Seen,
}

impl Table {
    /// What everybody may know of the table, with what concerns this person.
    pub(crate) fn info(&self, person: Option<&str>, now: i64) -> TableInfo {
        TableInfo {
            id: self.id.clone(),
            game: self.plan.game.clone(),
            content: self.plan.content.to_string(),
            options: self.plan.options.clone(),
            kind: self.plan.purpose.kind(),
            status: self.status,
            manners: self.plan.manners.clone(),
            created_at: self.created_at,
            commitment: self.plan.seed.commitment().to_string(),
            seed: self.tells_seed(now).then(|| self.plan.seed.to_string()),
            ended: self.ended,
            rematch: self.rematch.clone(),
            previous: self.plan.previous.clone(),
            began: match &self.plan.purpose {
                Purpose::WhatIf(began) => Some(began.clone()),
                _ => None,
            },
            date: self.plan.purpose.date().map(|date| date.to_string()),
            yours: person == Some(&self.plan.owner),
            one_device: self.is_for_one_device(),
            your_seats: person.map_or(Vec::new(), |person| self.seats_of(person).collect()),
        }
    }

    /// The seats as everybody sees them.
    pub(crate) fn seat_infos(&self) -> Vec<SeatInfo> {
        let info = |state: &super::SeatState| SeatInfo {
            kind: match state.place {
                Place::Open => SeatKind::Open,
                Place::Person { .. } | Place::Someone { .. } => SeatKind::Person,
                Place::Bot { .. } => SeatKind::Bot,
            },
            name: state.name().to_owned(),
            level: match state.place {
                Place::Bot { level, .. } => Some(level),
                Place::Open | Place::Person { .. } | Place::Someone { .. } => None,
            },
            away: state.away,
        };
        self.seats.iter().map(info).collect()
    }

    /// The table as one viewer sees it now.
    pub(crate) fn seen(&self, viewer: Viewer, now: i64) -> Seen {
        let playing = self.playing.as_deref();
        let names = playing.map_or(Vec::new(), AnyMatch::names);
        let seat = viewer.seat();
        let legal = match (playing, seat, self.status) {
            (Some(playing), Some(seat), Status::Running) => playing.legal(seat).unwrap_or_default(),
            _ => Vec::new(),
        };
        Seen {
            viewer,
            event: self.event(viewer),
            version: self.version(viewer),
            status: self.status,
            seats: self.seat_infos(),
            to_act: self.to_act().iter().collect(),
            view: playing.and_then(|playing| playing.view(viewer).ok()),
            legal: legal
                .into_iter()
                .map(|legal| LegalAction::named(legal, &names))
                .collect(),
            prompt: playing.and_then(|playing| prompt(playing, viewer)),
            undo: self.undo_info(seat),
            clocks: self.clocks.has_time().then(|| {
                let clock = |seat| SeatClock {
                    left: self.clocks.left(seat, now),
                    running: self.clocks.runs(seat),
                };
                Seat::all(self.seats.len()).map(clock).collect()
            }),
            outcome: playing.and_then(AnyMatch::outcome).map(Outcome::from),
        }
    }

    fn undo_info(&self, seat: Option<Seat>) -> UndoInfo {
        let no = |why: String, clause| UndoInfo {
            possible: false,
            why_not: Some(why),
            clause,
        };
        match (&self.playing, seat) {
            (Some(playing), Some(seat)) if self.plan.manners.undo => {
                match self.check_undo(&**playing, seat) {
                    Ok(()) if self.status == Status::Running => UndoInfo {
                        possible: true,
                        why_not: None,
                        clause: None,
                    },
                    Ok(()) => no(super::Reject::Over.to_string(), None),
                    Err(refusal) => no(refusal.to_string(), refusal.clause()),
                }
            }
            (Some(_), Some(_)) => no(super::Reject::UndoOff.to_string(), None),
            _ => UndoInfo {
                possible: false,
                why_not: None,
                clause: None,
            },
        }
    }

    /// May a seat take back its latest action, as far as it has been told? What others have done in secret since then
    /// shows only when it tries.
    fn check_undo(&self, playing: &dyn AnyMatch, seat: Seat) -> Result<(), bobbin_game::UndoRefusal> {
        let told = self.told_entries[super::Watchers::place(Viewer::Seat(seat))];
        if told == playing.version() {
            return playing.check_undo(seat);
        }
        match playing.at(told) {
            Some(then) => then.check_undo(seat),
            None => playing.check_undo(seat),
        }
    }

    /// What a viewer is told of a change, right after it.
    pub(crate) fn event_body(&self, change: &Change, viewer: Viewer, at: i64) -> EventBody {
        let happenings = bobbin_catalog::heard(&change.told, viewer);
        EventBody {
            event: self.event(viewer),
            at,
            what: change.what.clone(),
            happenings: happenings.into_iter().map(TellingEvent::from).collect(),
            now: self.seen(viewer, at),
        }
    }

    /// The first event of a stream.
    pub(crate) fn state_body(&self, viewer: Viewer, now: i64) -> EventBody {
        EventBody {
            event: self.event(viewer),
            at: self.updated_for(viewer),
            what: What::State,
            happenings: Vec::new(),
            now: self.seen(viewer, now),
        }
    }

    /// The log in plain words, as far as a viewer may know. Numbered anew, so that the numbers tell nothing of what is
    /// left out.
    pub(crate) fn log(&self, viewer: Viewer) -> LogSeen {
        let lines = self
            .playing
            .as_ref()
            .and_then(|playing| playing.log(viewer, 0).ok());
        let lines = lines.unwrap_or_default().into_iter().enumerate();
        let told = lines.map(|(number, line)| LogEntry {
            number,
            seat: line.seat,
            happenings: line.happenings.into_iter().map(TellingEvent::from).collect(),
        });
        LogSeen {
            event: self.event(viewer),
            lines: told.collect(),
        }
    }
}

/// What a viewer has to do.
pub(crate) fn prompt(playing: &dyn AnyMatch, viewer: Viewer) -> Option<PromptLine> {
    let prompt = playing.prompt(viewer).ok()?;
    Some(PromptLine {
        text: Names(&playing.names()).put_into(&prompt.text),
        clause: prompt.clause.to_owned(),
    })
}
