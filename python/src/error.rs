//! What goes wrong, as Python's exceptions.

use std::fmt::Display;

use bobbin_catalog::PlayError;
use bobbin_game::UndoRefusal;
use pyo3::create_exception;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

create_exception!(
    bobbin,
    BobbinError,
    PyValueError,
    "What was asked for makes no sense here; nothing has changed."
);
create_exception!(
    bobbin,
    Refused,
    BobbinError,
    "The rules say no: `code` is a stable name, `clause` the number of the rule. Nothing has changed."
);

/// Whatever makes no sense, with its sentence.
pub(crate) fn wrong(error: impl Display) -> PyErr {
    BobbinError::new_err(error.to_string())
}

/// An action that was not done, and why.
pub(crate) fn not_played(py: Python<'_>, error: PlayError) -> PyErr {
    match error {
        PlayError::Refused(refused) => refusal(py, &refused.message, refused.code, Some(refused.clause)),
        other => wrong(other),
    }
}

/// An action that was not taken back, and why.
pub(crate) fn not_undone(py: Python<'_>, error: UndoRefusal) -> PyErr {
    refusal(py, &error.to_string(), error.code(), error.clause())
}

fn refusal(py: Python<'_>, message: &str, code: &str, clause: Option<&str>) -> PyErr {
    let error = Refused::new_err(message.to_owned());
    let value = error.value(py);
    // Attributes of an exception of ours: setting them cannot fail but by running out of memory.
    let _ = value.setattr("code", code);
    let _ = value.setattr("clause", clause);
    error
}
