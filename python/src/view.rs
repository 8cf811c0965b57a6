//! What one seat knows: all that a bot is given.

use bobbin_catalog::AnyMatch;
use bobbin_game::{Names, Seat, Viewer};
use numpy::{PyArray1, PyArray2, PyArrayMethods};
use pyo3::prelude::*;

use crate::bot::{self, Considered};
use crate::error::wrong;
use crate::played::Match;

/// What one viewer knows of a match, and nothing else: inside is a world that was made up from it.
#[pyclass(frozen, module = "bobbin")]
pub(crate) struct View {
    world: Box<dyn AnyMatch>,
    viewer: Viewer,
}

impl View {
    pub(crate) fn of(played: &dyn AnyMatch, viewer: Viewer) -> PyResult<Self> {
        let world = played.imagine(viewer, 0).map_err(wrong)?;
        Ok(View { world, viewer })
    }

    pub(crate) fn world(&self) -> &dyn AnyMatch {
        &*self.world
    }

    pub(crate) fn own_seat(&self) -> PyResult<Seat> {
        let seat = self.viewer.seat();
        seat.ok_or_else(|| wrong("this is the view of no seat: only seats act"))
    }
}

#[pymethods]
impl View {
    /// Whose view it is; None for a spectator or for one who sees everything.
    #[getter]
    fn seat(&self) -> Option<usize> {
        self.viewer.seat().map(Seat::index)
    }

    #[getter]
    fn game(&self) -> &'static str {
        self.world.game().id()
    }

    /// The game's own JSON as a dictionary.
    #[getter]
    fn json<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let json = self.world.view_json(self.viewer).map_err(wrong)?;
        loads(py, json.text())
    }

    /// The table as plain text.
    #[getter]
    fn text(&self) -> PyResult<String> {
        self.world.view_text(self.viewer).map_err(wrong)
    }

    /// The table as a picture, where there is a drawing of the game.
    #[getter]
    fn svg(&self) -> PyResult<Option<String>> {
        self.world.svg(self.viewer).map_err(wrong)
    }

    /// What the viewer has to do now, in words.
    #[getter]
    fn prompt(&self) -> PyResult<String> {
        let prompt = self.world.prompt(self.viewer).map_err(wrong)?;
        Ok(prompt.text.in_full(&Names(&self.world.names())))
    }

    /// What the seat may do, in the game's notation.
    #[getter]
    fn legal(&self) -> PyResult<Vec<String>> {
        legal(self.world(), self.own_seat()?)
    }

    /// What the seat may do, in words, in the order of `legal`.
    #[getter]
    fn labels(&self) -> PyResult<Vec<String>> {
        labels(self.world(), self.own_seat()?)
    }

    /// What the seat may do, by number, in the order of `legal`.
    #[getter]
    fn numbers(&self) -> PyResult<Vec<usize>> {
        numbers(self.world(), self.own_seat()?)
    }

    /// The view as a row of numbers.
    fn observe<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<u8>>> {
        observe(py, self.world(), self.own_seat()?)
    }

    /// Which numbers of actions are legal.
    fn mask<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<bool>>> {
        mask(py, self.world(), self.own_seat()?)
    }

    /// What is written of each legal action, where a game has no numbers.
    fn described<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<u8>>> {
        described(py, self.world(), self.own_seat()?)
    }

    /// A match that looks the same to this viewer: what is hidden is dealt anew.
    #[pyo3(signature = (luck = 0))]
    fn sample(&self, luck: u64) -> PyResult<Match> {
        Ok(Match::from(self.world.imagine(self.viewer, luck).map_err(wrong)?))
    }

    /// What our search thinks of the legal actions, the best first.
    #[pyo3(signature = (iterations = 1000, luck = 0))]
    fn search(&self, py: Python<'_>, iterations: u64, luck: u64) -> PyResult<Vec<Considered>> {
        bot::think(py, &format!("search:{iterations}i"), self, luck)
    }

    fn __str__(&self) -> PyResult<String> {
        self.text()
    }

    fn __repr__(&self) -> String {
        format!("View({:?}, {})", self.game(), self.viewer)
    }

    fn _repr_html_(&self) -> PyResult<String> {
        as_html(self.world(), self.viewer)
    }
}

/// A JSON text as Python's objects.
pub(crate) fn loads<'py>(py: Python<'py>, json: &str) -> PyResult<Bound<'py, PyAny>> {
    py.import("json")?.call_method1("loads", (json,))
}

/// A picture for a notebook's cell, or the text where there is none.
pub(crate) fn as_html(played: &dyn AnyMatch, viewer: Viewer) -> PyResult<String> {
    if let Some(svg) = played.svg(viewer).map_err(wrong)? {
        return Ok(svg);
    }
    let text = played.view_text(viewer).map_err(wrong)?;
    let text = text.replace('&', "&amp;").replace('<', "&lt;");
    Ok(format!("<pre>{text}</pre>"))
}

pub(crate) fn legal(played: &dyn AnyMatch, seat: Seat) -> PyResult<Vec<String>> {
    let numbered = played.numbered(seat).map_err(wrong)?;
    Ok(numbered.into_iter().map(|(_, action)| action).collect())
}

pub(crate) fn numbers(played: &dyn AnyMatch, seat: Seat) -> PyResult<Vec<usize>> {
    let numbered = played.numbered(seat).map_err(wrong)?;
    Ok(numbered.into_iter().map(|(number, _)| number).collect())
}

pub(crate) fn labels(played: &dyn AnyMatch, seat: Seat) -> PyResult<Vec<String>> {
    let names = played.names();
    let legal = played.legal(seat).map_err(wrong)?;
    let label = |legal: bobbin_catalog::Legal| legal.telling.label.in_full(&Names(&names));
    Ok(legal.into_iter().map(label).collect())
}

pub(crate) fn observe<'py>(
    py: Python<'py>,
    played: &dyn AnyMatch,
    seat: Seat,
) -> PyResult<Bound<'py, PyArray1<u8>>> {
    Ok(PyArray1::from_vec(py, played.observe(seat).map_err(wrong)?))
}

pub(crate) fn mask<'py>(
    py: Python<'py>,
    played: &dyn AnyMatch,
    seat: Seat,
) -> PyResult<Bound<'py, PyArray1<bool>>> {
    let mut mask = vec![false; played.actions()];
    for (number, _) in played.numbered(seat).map_err(wrong)? {
        if let Some(is_legal) = mask.get_mut(number) {
            *is_legal = true;
        }
    }
    Ok(PyArray1::from_vec(py, mask))
}

pub(crate) fn described<'py>(
    py: Python<'py>,
    played: &dyn AnyMatch,
    seat: Seat,
) -> PyResult<Bound<'py, PyArray2<u8>>> {
    let rows = played.described(seat).map_err(wrong)?;
    let count = played.numbered(seat).map_err(wrong)?.len();
    let width = rows.len().checked_div(count).unwrap_or(0);
    PyArray1::from_vec(py, rows).reshape([count, width])
}
