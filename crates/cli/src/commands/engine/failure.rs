//! Answers, and why there is none.

use bobbin_bots::BotSpecError;
use bobbin_catalog::{Json, NameError, NoSuchSeat, PlayError, PositionLoadError, Refused, StartError};
use bobbin_game::{RecordError, UndoRefusal};
use serde_json::{Map, Value, json};

use super::lines::LineError;

/// A good answer's fields.
pub(crate) type Fields = Map<String, Value>;

/// Why there is none.
pub(crate) enum Failure {
    /// The request makes no sense here.
    Error {
        code: &'static str,
        message: String,
        place: Option<(usize, usize)>,
    },
    /// The rules say no.
    Refusal(Value),
}

/// The answer to a line that could not be read.
pub(crate) fn refuse_line(error: &LineError) -> Json {
    let code = match error {
        LineError::TooLong => "line_too_long",
        LineError::NotText => "not_utf8",
    };
    render(None, Err(Failure::error(code, error.to_string())))
}

pub(crate) fn render(id: Option<Value>, answer: Result<Fields, Failure>) -> Json {
    let mut rendered = Map::new();
    if let Some(id) = id {
        rendered.insert("id".to_owned(), id);
    }
    rendered.insert("ok".to_owned(), Value::Bool(answer.is_ok()));
    match answer {
        Ok(fields) => rendered.extend(fields),
        Err(Failure::Refusal(refusal)) => {
            rendered.insert("refusal".to_owned(), refusal);
        }
        Err(Failure::Error { code, message, place }) => {
            let mut error = fields(json!({ "code": code, "message": message }));
            if let Some((line, column)) = place {
                error.append(&mut fields(json!({ "line": line, "column": column })));
            }
            rendered.insert("error".to_owned(), Value::Object(error));
        }
    }
    Json::of(&rendered)
}

pub(crate) fn fields(object: Value) -> Fields {
    match object {
        Value::Object(fields) => fields,
        other => unreachable!("{other} is no object"),
    }
}

impl Failure {
    pub(crate) fn error(code: &'static str, message: impl Into<String>) -> Self {
        Failure::Error {
            code,
            message: message.into(),
            place: None,
        }
    }
}

impl From<NoSuchSeat> for Failure {
    fn from(error: NoSuchSeat) -> Self {
        Failure::error("no_such_seat", error.to_string())
    }
}

impl From<NameError> for Failure {
    fn from(error: NameError) -> Self {
        Failure::error("bad_name", error.to_string())
    }
}

impl From<StartError> for Failure {
    fn from(error: StartError) -> Self {
        Failure::error("bad_setup", error.to_string())
    }
}

impl From<BotSpecError> for Failure {
    fn from(error: BotSpecError) -> Self {
        Failure::error("bad_bot", error.to_string())
    }
}

impl From<PositionLoadError> for Failure {
    fn from(error: PositionLoadError) -> Self {
        match error {
            PositionLoadError::Start(error) => error.into(),
            PositionLoadError::Position(error) => Failure::Error {
                code: "bad_position",
                message: error.message,
                place: Some((error.line, error.column)),
            },
        }
    }
}

impl From<RecordError> for Failure {
    fn from(error: RecordError) -> Self {
        Failure::Error {
            code: "bad_record",
            message: error.message,
            place: Some((error.line, error.column)),
        }
    }
}

impl From<PlayError> for Failure {
    fn from(error: PlayError) -> Self {
        match error {
            PlayError::NoSuchSeat(error) => error.into(),
            PlayError::Notation(error) => Failure::error("bad_notation", error.to_string()),
            PlayError::Refused(refused) => {
                let Refused {
                    code,
                    clause,
                    message,
                    detail,
                } = *refused;
                Failure::Refusal(
                    json!({ "code": code, "clause": clause, "message": message, "detail": detail }),
                )
            }
        }
    }
}

impl From<UndoRefusal> for Failure {
    fn from(refusal: UndoRefusal) -> Self {
        let mut told = json!({ "code": refusal.code(), "message": refusal.to_string() });
        if let Some(clause) = refusal.clause() {
            told["clause"] = clause.into();
        }
        Failure::Refusal(told)
    }
}
