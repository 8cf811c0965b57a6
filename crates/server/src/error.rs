//! What is answered when something is not done: each reason has one status, one stable code and one sentence.

use std::time::Duration;

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use bobbin_store::StoreError;
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

use crate::table::Reject;

/// An answer that is no success.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Problem {
    #[serde(skip)]
    status: StatusCode,
    /// After so many seconds it is worth another try.
    #[serde(skip)]
    retry_after: Option<u32>,
    /// A stable name for programs.
    #[schema(example = "stale")]
    pub code: &'static str,
    /// A sentence that says what to do.
    pub message: String,
    /// The clause of the rules that forbids it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clause: Option<&'static str>,
    /// What the reason is about, as the game's own type says it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub detail: Option<Box<Value>>,
    /// The current version, where the sent one is out of date.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub version: Option<u32>,
    /// The line of a record that is wrong, counted from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
    /// The character of that line, counted from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<usize>,
}

impl Problem {
    fn new(status: StatusCode, code: &'static str, message: impl Into<String>) -> Self {
        Problem {
            status,
            retry_after: None,
            code,
            message: message.into(),
            clause: None,
            detail: None,
            version: None,
            line: None,
            column: None,
        }
    }

    /// The request makes no sense.
    pub fn bad_request(message: impl Into<String>) -> Self {
        Problem::new(StatusCode::BAD_REQUEST, "bad_request", message)
    }

    /// Nobody is signed in.
    pub fn who_are_you() -> Self {
        let message = "Say who you are first: POST /api/guests with a name, or sign in.";
        Problem::new(StatusCode::UNAUTHORIZED, "who_are_you", message)
    }

    /// Only whoever has a token comes in here.
    pub fn no_token() -> Self {
        let message = "Bring a token: \"Authorization: Bearer TOKEN\". It is made at POST /api/me/tokens, or on your page.";
        Problem::new(StatusCode::UNAUTHORIZED, "who_are_you", message)
    }

    /// Signing in failed.
    pub fn wrong_password() -> Self {
        let message = "There is no account with this login and password.";
        Problem::new(StatusCode::UNAUTHORIZED, "wrong_password", message)
    }

    /// A passkey was not accepted.
    pub fn wrong_passkey() -> Self {
        let message = "This passkey is not known here, or its answer is not right.";
        Problem::new(StatusCode::UNAUTHORIZED, "wrong_passkey", message)
    }

    /// A challenge was not asked, or answered before, or too long ago.
    pub fn passkey_too_late() -> Self {
        let message = "That took too long, or was answered before: try again.";
        Problem::new(StatusCode::UNAUTHORIZED, "passkey_too_late", message)
    }

    /// It is not allowed.
    pub fn forbidden(code: &'static str, message: impl Into<String>) -> Self {
        Problem::new(StatusCode::FORBIDDEN, code, message)
    }

    /// There is no such thing.
    pub fn not_found(what: &str) -> Self {
        Problem::new(
            StatusCode::NOT_FOUND,
            "not_found",
            format!("There is no such {what}."),
        )
    }

    /// It does not go together with how things stand.
    pub fn conflict(code: &'static str, message: impl Into<String>) -> Self {
        Problem::new(StatusCode::CONFLICT, code, message)
    }

    /// The seat has acted since the client looked.
    pub fn stale(version: u32) -> Self {
        let message =
            format!("Something has happened since: you are at an older version than {version}. Look again.");
        Problem {
            version: Some(version),
            ..Problem::new(StatusCode::CONFLICT, "stale", message)
        }
    }

    /// What was sent is understood and not acceptable.
    pub fn unacceptable(code: &'static str, message: impl Into<String>) -> Self {
        Problem::new(StatusCode::UNPROCESSABLE_ENTITY, code, message)
    }

    /// A record is not what it says.
    pub fn wrong_record(error: &bobbin_game::RecordError) -> Self {
        let message = format!("This record is wrong in line {}: {}.", error.line, error.message);
        Problem {
            line: Some(error.line),
            column: Some(error.column),
            ..Problem::unacceptable("record", message)
        }
    }

    /// Too much was sent.
    pub fn too_large() -> Self {
        Problem::new(
            StatusCode::PAYLOAD_TOO_LARGE,
            "too_large",
            "This is more than fits into a request.",
        )
    }

    /// Too often: after this time there is room again.
    pub fn too_many(wait: Duration) -> Self {
        let seconds = wait.as_nanos().div_ceil(1_000_000_000).max(1);
        let message = "That was too often: wait a little.";
        Problem {
            retry_after: Some(u32::try_from(seconds).unwrap_or(u32::MAX)),
            ..Problem::new(StatusCode::TOO_MANY_REQUESTS, "too_many", message)
        }
    }

    /// The server cannot do it just now.
    pub fn unavailable() -> Self {
        let message = "The server could not do it just now: try again.";
        Problem::new(StatusCode::SERVICE_UNAVAILABLE, "unavailable", message)
    }

    /// The status.
    pub fn status(&self) -> StatusCode {
        self.status
    }
}

impl From<Reject> for Problem {
    fn from(reject: Reject) -> Self {
        let message = reject.to_string();
        match reject {
            Reject::Damaged | Reject::NotPlayable(_) => {
                tracing::error!(%message, "a table cannot be used");
                Problem::conflict("not_playable", message)
            }
            Reject::NotBegun => Problem::conflict("not_begun", message),
            Reject::Begun => Problem::conflict("begun", message),
            Reject::Over => Problem::conflict("over", message),
            Reject::NotOver => Problem::conflict("not_over", message),
            Reject::NoSuchSeat => Problem::not_found("seat"),
            Reject::Taken => Problem::conflict("taken", message),
            Reject::OneSeat => Problem::conflict("one_seat", message),
            Reject::Removed => Problem::forbidden("removed", message),
            Reject::HadASeat => Problem::forbidden("had_a_seat", message),
            Reject::NoSuchOption => Problem::unacceptable("option", message),
            Reject::Options(_) => Problem::conflict("options", message),
            Reject::NobodyThere => Problem::conflict("nobody_there", message),
            Reject::Notation(_) => Problem::unacceptable("no_action", message),
            Reject::Refused(refused) => Problem {
                clause: Some(refused.clause),
                detail: Some(Box::new(refused.detail)),
                ..Problem::unacceptable(refused.code, refused.message)
            },
            Reject::NotTogether => Problem::unacceptable("not_together", message),
            Reject::TooManyTogether => Problem::unacceptable("too_many_together", message),
            Reject::EnoughUndone => Problem::unacceptable("enough_undone", message),
            Reject::UndoOff => Problem::unacceptable("undo_off", message),
            Reject::Undo(refusal) => Problem {
                clause: refusal.clause(),
                ..Problem::unacceptable(refusal.code(), message)
            },
            Reject::KeyReused => Problem::unacceptable("key_reused", message),
            Reject::NoTimeThere => Problem::conflict("no_time_there", message),
            Reject::EnoughTime => Problem::conflict("enough_time", message),
            Reject::NoDaysOff => Problem::conflict("no_days_off", message),
            Reject::TooManyDaysOff(_) => Problem::conflict("too_many_days_off", message),
            Reject::YourTurn => Problem::conflict("your_turn", message),
            Reject::NothingPrepared => Problem::conflict("nothing_prepared", message),
            Reject::EnoughPrepared => Problem::conflict("enough_prepared", message),
            Reject::RoundOver => Problem::conflict("round_over", message),
            Reject::BotActsFirst => Problem::conflict("bot_acts_first", message),
            Reject::NeedsResult => Problem::conflict("needs_result", message),
            Reject::ChatOff => Problem::unacceptable("chat_off", message),
        }
    }
}

impl From<StoreError> for Problem {
    fn from(error: StoreError) -> Self {
        if let StoreError::Damaged { .. } = error {
            tracing::error!(%error, "a table cannot be used");
            return Reject::Damaged.into();
        }
        tracing::error!(%error, "the store failed");
        Problem::unavailable()
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let body = serde_json::to_string(&self).unwrap_or_default();
        let mut response = (self.status, body).into_response();
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
        if let Some(seconds) = self.retry_after {
            headers.insert(header::RETRY_AFTER, seconds.into());
        }
        response
    }
}
