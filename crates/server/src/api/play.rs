//! Acting at a table.

use axum::extract::State;
use axum::http::StatusCode;
use bobbin_bots::worth_telling;
use bobbin_catalog::{AnyMatch, Legal, PlayError};
use bobbin_game::{Seat, Viewer};
use bobbin_store::Person;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::tables::{SeatQuery, own_seat, viewer};
use super::{Answer, Body, Path, Problems, Query, Written};
use crate::App;
use crate::bots::{self, Question, Wanted};
use crate::error::Problem;
use crate::identity::{Actor, Asker, Looker, Scope, Someone, Visitor};
use crate::live::Decision;
use crate::metrics::count;
use crate::names::checked_chat;
use crate::people::neighbors::{heard, kept_by, out_of_earshot};
use crate::people::reports::check_may_speak;
use crate::table::{Applied, ChatLine, Entry, LogSeen, Reject, Status, Table, check_together};
use crate::work::{Class, Owner};

/// An action.
#[derive(Deserialize, ToSchema)]
pub(crate) struct ActionBody {
    /// Which of your seats; not needed if you have one.
    #[serde(default)]
    #[schema(maximum = 7)]
    seat: Option<u8>,
    /// The version that the seat saw.
    version: u32,
    /// The action in the game's notation, as the list of legal actions gives it. Several with semicolons between them,
    /// at most eight, are done together: all of them or none, and they are taken back together. Only the last of them
    /// may draw or show something.
    #[schema(max_length = 200)]
    action: String,
    /// A text of your own that makes the request known if you have to send it again: it is then answered, not applied
    /// a second time.
    #[serde(default)]
    #[schema(min_length = 1, max_length = 64)]
    key: Option<String>,
}

/// A wish to take back.
#[derive(Deserialize, ToSchema)]
pub(crate) struct UndoBody {
    /// Which of your seats; not needed if you have one.
    #[serde(default)]
    #[schema(maximum = 7)]
    seat: Option<u8>,
    /// The version that the seat saw.
    version: u32,
    /// As with an action.
    #[serde(default)]
    #[schema(min_length = 1, max_length = 64)]
    key: Option<String>,
}

/// It is done, and on disk.
#[derive(Serialize, ToSchema)]
pub(crate) struct Done {
    /// The version of the seat's part after it.
    version: u32,
    /// The number of the seat's event that tells of it.
    event: u32,
}

fn check_key(key: Option<&String>) -> Result<(), Problem> {
    match key {
        Some(key) if key.is_empty() || key.chars().count() > 64 || key.contains('\0') => {
            Err(Problem::unacceptable("key", "A key has 1 to 64 characters."))
        }
        _ => Ok(()),
    }
}

/// What to do about a request of a seat: nothing if it was done before, and nothing if the seat has acted since.
fn decided(
    table: &Table,
    seat: Seat,
    version: u32,
    key: Option<&String>,
    entry: Entry,
) -> Result<(Viewer, Decision), Problem> {
    let viewer = Viewer::Seat(seat);
    if let Some(key) = key
        && let Some(applied) = table.answered(seat, key, &entry)?
    {
        return Ok((viewer, Decision::Done(applied)));
    }
    if table.status == Status::Running && table.version(viewer) != version {
        return Err(Problem::stale(table.version(viewer)));
    }
    if table.seats[seat.index()].away.is_some() {
        return Err(Problem::conflict(
            "away",
            "A bot plays for you: take your seat back first.",
        ));
    }
    Ok((viewer, Decision::Add(entry)))
}

/// Act
///
/// The answer comes when the action is on disk. `409 stale`: the seat has acted, or its turn has come or gone, since
/// the version you sent; what others do at the same time makes nothing stale. `422`: the rules say no, with the clause.
#[utoipa::path(post, path = "/api/tables/{table}/actions", tag = "play", params(("table" = String, Path,)),
    request_body = ActionBody, responses((status = 200, body = Done), Problems))]
pub(crate) async fn act(
    State(app): State<App>,
    Actor(person): Actor,
    Path(id): Path<String>,
    Body(body): Body<ActionBody>,
) -> Result<Answer<Done>, Problem> {
    let wish = Wish {
        seat: body.seat,
        version: body.version,
        key: body.key,
    };
    let entry = move |seat, key| Entry::Played {
        seat,
        action: body.action.clone(),
        key,
        digest: None,
    };
    carry_out(&app, &id, person, wish, entry).await
}

/// What acting and taking back have in common.
struct Wish {
    seat: Option<u8>,
    version: u32,
    key: Option<String>,
}

async fn carry_out(
    app: &App,
    id: &str,
    person: Person,
    wish: Wish,
    entry: impl Fn(Seat, Option<String>) -> Entry + Send + 'static,
) -> Result<Answer<Done>, Problem> {
    check_key(wish.key.as_ref())?;
    let done = app.live.change(id, move |table| {
        let seat = own_seat(table, &person.id, wish.seat)?;
        let entry = entry(seat, wish.key.clone());
        decided(table, seat, wish.version, wish.key.as_ref(), entry)
    });
    answer(app, done.await)
}

fn answer(app: &App, done: Result<Applied, Problem>) -> Result<Answer<Done>, Problem> {
    match &done {
        Ok(_) => count(&app.metrics.actions),
        Err(problem) if problem.status() == StatusCode::UNPROCESSABLE_ENTITY => {
            count(&app.metrics.refusals);
        }
        Err(problem) if problem.code == "stale" => count(&app.metrics.stale),
        Err(_) => {}
    }
    done.map(|applied| {
        Answer(Done {
            version: applied.version,
            event: applied.event,
        })
    })
}

/// Take back
///
/// Your latest action, if nothing was drawn or shown by it and nobody's later action rests on it.
#[utoipa::path(post, path = "/api/tables/{table}/undo", tag = "play", params(("table" = String, Path,)),
    request_body = UndoBody, responses((status = 200, body = Done), Problems))]
pub(crate) async fn undo(
    State(app): State<App>,
    Actor(person): Actor,
    Path(id): Path<String>,
    Body(body): Body<UndoBody>,
) -> Result<Answer<Done>, Problem> {
    let wish = Wish {
        seat: body.seat,
        version: body.version,
        key: body.key,
    };
    carry_out(&app, &id, person, wish, |seat, key| Entry::Undone { seat, key }).await
}

/// The seat of someone who asks about their own part of a game, and the game.
pub(super) fn own_part<'a>(
    table: &'a Table,
    person: &Person,
    number: Option<u8>,
) -> Result<(Seat, &'a dyn AnyMatch), Problem> {
    let seat = own_seat(table, &person.id, number)?;
    let playing = table.playing.as_deref().ok_or(Reject::NotBegun)?;
    Ok((seat, playing))
}

/// Pieces that someone touches, or an action.
#[derive(Deserialize, ToSchema)]
pub(crate) struct WhyNotBody {
    /// Which of your seats; not needed if you have one.
    #[serde(default)]
    #[schema(maximum = 7)]
    seat: Option<u8>,
    /// The pieces, in order.
    #[serde(default)]
    #[schema(max_items = 20)]
    picks: Vec<String>,
    /// An action in the game's notation instead of pieces. Several with semicolons between them are asked about as far
    /// as can be known.
    #[serde(default)]
    #[schema(max_length = 200)]
    action: Option<String>,
}

/// What the rules say to someone who touches some pieces or thinks of an action.
#[derive(Serialize, ToSchema)]
#[serde(tag = "answer", rename_all = "snake_case")]
pub(crate) enum WhyNot {
    /// These pieces, touched in this order, say nothing.
    NothingMeant,
    /// It can be done.
    Legal {
        /// What is meant.
        action: String,
    },
    /// It cannot be done.
    Refused {
        /// What is meant.
        action: String,
        /// A stable name of the reason.
        code: String,
        /// The clause of the rules that forbids it.
        clause: String,
        /// A sentence that says what to do instead.
        message: String,
    },
}

/// Why can't I?
///
/// Changes nothing.
#[utoipa::path(post, path = "/api/tables/{table}/why-not", tag = "play", params(("table" = String, Path,)),
    request_body = WhyNotBody, responses((status = 200, body = WhyNot), Problems))]
pub(crate) async fn why_not(
    State(app): State<App>,
    Looker(person): Looker,
    Path(id): Path<String>,
    Body(body): Body<WhyNotBody>,
) -> Result<Answer<WhyNot>, Problem> {
    let table = app.live.table(&id).await?;
    let said = match body.action {
        None => {
            let (seat, playing) = own_part(&table, &person, body.seat)?;
            let said = playing.why_not(seat, &body.picks);
            said.map_err(|_| Problem::not_found("seat"))?
        }
        // An action is tried out, as in a preview.
        Some(action) => {
            check_together(&action)?;
            let owner = Owner::Person(person.id.clone());
            let tried = app.work.answer(owner, move || {
                let (seat, playing) = own_part(&table, &person, body.seat)?;
                match playing.preview(seat, &action) {
                    Ok(_) => Ok(bobbin_catalog::WhyNot::Legal { action }),
                    Err(PlayError::Refused(refusal)) => {
                        Ok(bobbin_catalog::WhyNot::Refused { action, refusal })
                    }
                    Err(PlayError::Notation(wrong)) => Err(Reject::Notation(wrong.to_string()).into()),
                    Err(PlayError::NoSuchSeat(_)) => Err(Problem::not_found("seat")),
                }
            });
            tried.await?
        }
    };
    Ok(Answer(match said {
        bobbin_catalog::WhyNot::NothingMeant => WhyNot::NothingMeant,
        bobbin_catalog::WhyNot::Legal { action } => WhyNot::Legal { action },
        bobbin_catalog::WhyNot::Refused { action, refusal } => WhyNot::Refused {
            action,
            code: refusal.code.to_owned(),
            clause: refusal.clause.to_owned(),
            message: refusal.message,
        },
    }))
}

/// A wish for a hint.
#[derive(Deserialize, ToSchema)]
pub(crate) struct HintBody {
    /// Which of your seats; not needed if you have one.
    #[serde(default)]
    #[schema(maximum = 7)]
    seat: Option<u8>,
}

/// What a bot thinks of your actions, knowing only what you know.
#[derive(Serialize, ToSchema)]
pub(crate) struct Hint {
    /// The best, at most three.
    best: Vec<HintLine>,
    /// How many iterations it made.
    iterations: u64,
}

/// One action and what it is worth.
#[derive(Serialize, ToSchema)]
pub(crate) struct HintLine {
    #[serde(flatten)]
    action: Legal,
    /// 0 is a sure loss, 1 a sure win.
    #[schema(required)]
    value: Option<f64>,
    /// The final score you can expect.
    #[schema(required)]
    expected_score: Option<f64>,
}

/// Ask a bot
#[utoipa::path(post, path = "/api/tables/{table}/hint", tag = "play", params(("table" = String, Path,)),
    request_body = HintBody, responses((status = 200, body = Hint), Problems))]
pub(crate) async fn hint(
    State(app): State<App>,
    Looker(person): Looker,
    Path(id): Path<String>,
    Body(body): Body<HintBody>,
) -> Result<Answer<Hint>, Problem> {
    app.limits.hints.check(&person.id)?;
    let asked = app.live.look(&id, |table| {
        let (seat, playing) = own_part(table, &person, body.seat)?;
        if !table.plan.manners.hints {
            return Err(Problem::unacceptable(
                "hints_off",
                "At this table there are no hints.",
            ));
        }
        let asked = playing.ask(seat).map_err(|_| Problem::not_found("seat"))?;
        let asked = asked.filter(|_| table.status == Status::Running);
        let asked = asked.ok_or_else(|| Problem::conflict("not_your_turn", "You have nothing to do now."))?;
        let question = Question {
            game: playing.game(),
            asked,
            luck: Some(table.hint_luck(seat)),
            wanted: Wanted::Advice,
            kept_in: None,
        };
        Ok(question)
    });
    let question = asked.await?;
    let (work, owner) = (&app.work, Owner::Person(person.id.clone()));
    let thought = bots::ask(work, &app.metrics, owner, Class::People, question).await?;
    let best = worth_telling(thought.best).into_iter().map(|candidate| HintLine {
        action: candidate.action,
        value: candidate.value,
        expected_score: candidate.expected_score,
    });
    Ok(Answer(Hint {
        best: best.collect(),
        iterations: thought.iterations,
    }))
}

/// Something to say.
#[derive(Deserialize, ToSchema)]
pub(crate) struct ChatBody {
    /// From which of your seats; not needed if you have one.
    #[serde(default)]
    #[schema(maximum = 7)]
    seat: Option<u8>,
    /// 1 to 300 visible characters of plain text.
    #[schema(max_length = 4000)]
    text: String,
}

/// The most that is said at a table.
const MOST_CHAT: usize = 1000;

/// Say something to the table
///
/// Whom you have blocked and who has blocked you does not hear it.
#[utoipa::path(post, path = "/api/tables/{table}/chat", tag = "play", params(("table" = String, Path,)),
    request_body = ChatBody, responses((status = 200, body = Done), Problems))]
pub(crate) async fn say(
    State(app): State<App>,
    someone: Someone,
    Path(id): Path<String>,
    Body(body): Body<ChatBody>,
) -> Result<Answer<Done>, Problem> {
    someone.check(Scope::Play)?;
    let text = checked_chat(&body.text)?;
    let session = someone.session();
    app.limits.chat.check(&session.person.id)?;
    check_may_speak(&*app.store, &app.clock, &session.person.id).await?;
    let kept = kept_by(&*app.store, &session.person.id).await?;
    let said = app.live.change(&id, move |table| {
        // With several seats it does not matter which one speaks.
        let person = &session.person.id;
        let first = table.seats_of(person).next().map(|seat| seat.index() as u8);
        let seat = own_seat(table, person, body.seat.or(first))?;
        if table.chat.len() >= MOST_CHAT {
            return Err(Problem::conflict(
                "chat_full",
                "Enough has been said at this table.",
            ));
        }
        Ok((
            Viewer::Seat(seat),
            Decision::Add(Entry::Said {
                seat,
                text: text.clone(),
                unheard: out_of_earshot(table, &session, &kept),
            }),
        ))
    });
    let applied = said.await?;
    Ok(Answer(Done {
        version: applied.version,
        event: applied.event,
    }))
}

/// What was said at the table
#[utoipa::path(get, path = "/api/tables/{table}/chat", tag = "play", params(("table" = String, Path,)),
    responses((status = 200, body = Vec<ChatLine>), Problems))]
pub(crate) async fn chat(
    State(app): State<App>,
    visitor: Visitor,
    Path(id): Path<String>,
) -> Result<Answer<Vec<ChatLine>>, Problem> {
    let table = app.live.table(&id).await?;
    Ok(Answer(heard(&*app.store, &table, visitor.0.as_deref()).await?))
}

/// What happened, in plain words
///
/// Actions that were taken back are not in it.
#[utoipa::path(get, path = "/api/tables/{table}/log", tag = "play", params(("table" = String, Path,), SeatQuery),
    responses((status = 200, body = LogSeen), Problems))]
pub(crate) async fn log(
    State(app): State<App>,
    visitor: Visitor,
    Asker(owner): Asker,
    Path(id): Path<String>,
    Query(query): Query<SeatQuery>,
) -> Result<Written, Problem> {
    let who = |table: &Table| viewer(table, visitor.0.as_deref(), query.seat.as_deref());
    let (table, viewer) = app.live.table_for(&id, who, visitor.0.is_some()).await?;
    let log = move || Written::of(&table.log(viewer));
    app.work.answer(owner, log).await
}
