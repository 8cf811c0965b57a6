//! A match in which every draw is a step: what `OpenSpiel` calls explicit chance.

use std::collections::BTreeMap;
use std::sync::Arc;

use bobbin_catalog::envs::{AnyUnfolded, Moment, Reward};
use bobbin_game::Seat;
use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::types::{PyMapping, PyTuple};

use crate::encoding::{Chosen, as_dict};
use crate::error::wrong;

/// A match in which every draw of chance is a step of its own.
#[pyclass(module = "bobbin")]
pub(crate) struct Unfolded {
    inner: Box<dyn AnyUnfolded>,
    #[pyo3(get)]
    game: &'static str,
    setup: Arc<BTreeMap<String, String>>,
    content: Option<Arc<str>>,
}

impl Unfolded {
    fn seat_of(&self, seat: usize) -> PyResult<Seat> {
        let players = self.inner.players();
        let is_one = seat < players;
        is_one
            .then(|| Seat::new(seat))
            .ok_or_else(|| wrong(format!("there is no seat {seat} of {players}")))
    }

    fn with(&self, inner: Box<dyn AnyUnfolded>) -> Self {
        Unfolded {
            inner,
            game: self.game,
            setup: self.setup.clone(),
            content: self.content.clone(),
        }
    }
}

#[pymethods]
impl Unfolded {
    #[new]
    #[pyo3(signature = (game, *, setup = None, content = None, position = None))]
    fn new(
        game: &str,
        setup: Option<&Bound<'_, PyMapping>>,
        content: Option<&str>,
        position: Option<&str>,
    ) -> PyResult<Self> {
        let named = content.map(Arc::from);
        let Chosen {
            game,
            options,
            content,
        } = Chosen::new(game, setup, content)?;
        let inner = game.unfolded(&options, content, position).map_err(wrong)?;
        Ok(Unfolded {
            inner,
            game: game.id(),
            setup: Arc::new(as_dict(&options)),
            content: named,
        })
    }

    #[getter]
    fn players(&self) -> usize {
        self.inner.players()
    }

    /// The seat that acts next; None if chance does, or it is over.
    #[getter]
    fn seat(&self) -> Option<usize> {
        match self.inner.moment() {
            Moment::Seats(seats) => seats.first().map(Seat::index),
            Moment::Chance(_) | Moment::Over => None,
        }
    }

    #[getter]
    fn over(&self) -> bool {
        self.inner.moment() == Moment::Over
    }

    /// What chance may draw next: each outcome that can happen with its weight. Empty if it is not to draw.
    #[getter]
    fn chances(&self) -> Vec<(usize, u32)> {
        match self.inner.moment() {
            Moment::Chance(weights) => {
                let possible = weights.into_iter().enumerate();
                possible.filter(|&(_, weight)| weight > 0).collect()
            }
            Moment::Seats(_) | Moment::Over => Vec::new(),
        }
    }

    /// What the seat that acts next may do: the number of each legal action and its notation.
    #[getter]
    fn legal(&self) -> Vec<(usize, String)> {
        self.inner.legal()
    }

    /// The seat that acts next does what has this number.
    fn act(&mut self, number: usize) -> PyResult<()> {
        self.inner.act(number).map_err(wrong)
    }

    /// Chance draws.
    fn draw(&mut self, outcome: usize) -> PyResult<()> {
        self.inner.draw(outcome).map_err(wrong)
    }

    fn clone(&self) -> Self {
        self.with(self.inner.boxed_clone())
    }

    fn __copy__(&self) -> Self {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.clone()
    }

    /// Pickled as it is written, with its setup: nothing is played again.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let again = py.import("bobbin")?.getattr("_unfolded_again")?;
        let (setup, content) = (self.setup.as_ref().clone(), self.content.as_deref());
        let written = self.inner.written();
        Ok((again, (self.game, setup, content, written).into_pyobject(py)?))
    }

    /// The options it is played with.
    #[getter]
    fn setup(&self) -> BTreeMap<String, String> {
        self.setup.as_ref().clone()
    }

    /// What a seat sees, as a row of numbers.
    fn observe<'py>(&self, py: Python<'py>, seat: usize) -> PyResult<Bound<'py, PyArray1<u8>>> {
        let seat = self.seat_of(seat)?;
        Ok(PyArray1::from_vec(py, self.inner.observe(seat)))
    }

    /// What a seat sees, as plain text.
    fn text(&self, seat: usize) -> PyResult<String> {
        Ok(self.inner.text(self.seat_of(seat)?))
    }

    /// All that a seat knows, what it was told and did so far included, as one word.
    fn information(&self, seat: usize) -> PyResult<String> {
        Ok(self.inner.information(self.seat_of(seat)?))
    }

    /// A match that looks the same to a seat: what is hidden from it is dealt anew.
    #[pyo3(signature = (seat, luck = 0))]
    fn resample(&self, seat: usize, luck: u64) -> PyResult<Self> {
        let seat = self.seat_of(seat)?;
        Ok(self.with(self.inner.resample(seat, luck).map_err(wrong)?))
    }

    /// What the end is worth to each seat; all 0 as long as it has not come.
    #[pyo3(signature = (reward = "victory"))]
    fn rewards(&self, reward: &str) -> PyResult<Vec<f32>> {
        let reward: Reward = reward.parse().map_err(wrong)?;
        let worth = self.inner.outcome().map(|outcome| reward.of(&outcome));
        Ok(worth.unwrap_or_default()[..self.inner.players()].to_vec())
    }

    /// All of it as text, hidden things included.
    fn written(&self) -> String {
        self.inner.written()
    }

    /// The match of the same setup that was written so.
    fn read(&self, written: &str) -> PyResult<Self> {
        Ok(self.with(self.inner.read(written).map_err(wrong)?))
    }
}
