//! Thousands of matches stepped by one call, into arrays that Python keeps.

use std::num::NonZero;

use bobbin_catalog::envs::{AnyVector, Arrays, Shape};
use numpy::ndarray::Dimension;
use numpy::{
    Element, PyArray, PyArray1, PyArray2, PyArray3, PyArrayMethods, PyReadonlyArray1, PyReadwriteArray,
    PyUntypedArrayMethods,
};
use pyo3::prelude::*;
use pyo3::types::PyMapping;

use crate::encoding::Chosen;
use crate::error::wrong;

/// More would not fit into the memory of any machine that steps them in time.
const MOST_MATCHES: usize = 1_000_000;

/// Many matches of a game, stepped together. The arrays are written in place by `reset` and `step`.
#[pyclass(module = "bobbin")]
pub(crate) struct Vector {
    matches: Box<dyn AnyVector>,
    shape: Shape,
    #[pyo3(get)]
    game: &'static str,
    /// What the seat that acts next sees, one row a match.
    #[pyo3(get)]
    observations: Py<PyArray2<u8>>,
    /// What it may do, one row a match.
    #[pyo3(get)]
    masks: Py<PyArray2<bool>>,
    /// What is written of each legal action, where the game has no numbers.
    #[pyo3(get)]
    described: Py<PyArray3<u8>>,
    /// Whose turn it is.
    #[pyo3(get)]
    seats: Py<PyArray1<i32>>,
    /// What the latest step was worth to each seat.
    #[pyo3(get)]
    rewards: Py<PyArray2<f32>>,
    /// Did the latest step end the match, so that a new one stands in the row?
    #[pyo3(get)]
    ended: Py<PyArray1<bool>>,
}

#[pymethods]
impl Vector {
    #[new]
    #[pyo3(signature = (
        game, matches, *, setup = None, content = None, reward = "victory", threads = None, seed = 0
    ))]
    fn new(
        py: Python<'_>,
        game: &str,
        matches: usize,
        setup: Option<&Bound<'_, PyMapping>>,
        content: Option<&str>,
        reward: &str,
        threads: Option<usize>,
        seed: u64,
    ) -> PyResult<Self> {
        let Chosen {
            game,
            options,
            content,
        } = Chosen::new(game, setup, content)?;
        if !(1..=MOST_MATCHES).contains(&matches) {
            return Err(wrong(format!("{matches} matches: expected 1 to {MOST_MATCHES}")));
        }
        let reward = reward.parse().map_err(wrong)?;
        let threads = threads.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, NonZero::get));
        let vector = game
            .vector(&options, content, matches, reward, threads)
            .map_err(wrong)?;
        let shape = vector.shape();
        let mut new = Vector {
            matches: vector,
            shape,
            game: game.id(),
            observations: PyArray2::zeros(py, [matches, shape.columns], false).unbind(),
            masks: PyArray2::zeros(py, [matches, shape.actions], false).unbind(),
            described: PyArray3::zeros(py, described_shape(shape), false).unbind(),
            seats: PyArray1::zeros(py, [matches], false).unbind(),
            rewards: PyArray2::zeros(py, [matches, shape.players], false).unbind(),
            ended: PyArray1::zeros(py, [matches], false).unbind(),
        };
        new.reset(py, seed)?;
        Ok(new)
    }

    /// How many matches there are.
    #[getter]
    fn matches(&self) -> usize {
        self.shape.matches
    }

    #[getter]
    fn players(&self) -> usize {
        self.shape.players
    }

    /// How many numbers there are for actions.
    #[getter]
    fn actions(&self) -> usize {
        self.shape.actions
    }

    /// Begins all matches anew, as this seed has it.
    #[pyo3(signature = (seed = 0))]
    fn reset(&mut self, py: Python<'_>, seed: u64) -> PyResult<()> {
        self.write(py, |vector, arrays| {
            vector.reset(seed, arrays);
            Ok(())
        })
    }

    /// Plays one action in every match, that of the seat whose turn it is. A match that ends begins anew. If one of
    /// them is not legal, nothing is played in any match.
    fn step(&mut self, py: Python<'_>, actions: &Bound<'_, PyAny>) -> PyResult<()> {
        let actions: PyReadonlyArray1<'_, i32> = actions.extract().map_err(|_| {
            wrong("expected one action a match as an array of int32: np.asarray(actions, np.int32)")
        })?;
        let actions = actions.as_slice().map_err(wrong)?;
        if actions.len() != self.shape.matches {
            let matches = self.shape.matches;
            return Err(wrong(format!("{} actions for {matches} matches", actions.len())));
        }
        self.write(py, |vector, arrays| vector.step(actions, arrays).map_err(wrong))
    }

    /// A legal action for every match, all equally likely.
    fn random_actions<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i32>>> {
        let actions = PyArray1::zeros(py, [self.shape.matches], false);
        let mut writable = actions.readwrite();
        self.matches
            .random_actions(writable.as_slice_mut().map_err(wrong)?);
        drop(writable);
        Ok(actions)
    }

    /// Steps so often, with actions chosen at random: for measuring.
    fn run(&mut self, py: Python<'_>, steps: usize) -> PyResult<usize> {
        let matches = self.shape.matches;
        self.write(py, |vector, arrays| {
            let mut actions = vec![0; matches];
            for _ in 0..steps {
                vector.random_actions(&mut actions);
                vector.step(&actions, arrays).map_err(wrong)?;
            }
            Ok(steps * matches)
        })
    }

    fn __len__(&self) -> usize {
        self.shape.matches
    }

    fn __repr__(&self) -> String {
        format!("Vector({:?}, {} matches)", self.game, self.shape.matches)
    }
}

impl Vector {
    /// Lends the arrays to the matches, while other threads of Python go on.
    fn write<T: Send>(
        &mut self,
        py: Python<'_>,
        work: impl FnOnce(&mut dyn AnyVector, &mut Arrays<'_>) -> PyResult<T> + Send,
    ) -> PyResult<T> {
        let shape = self.shape;
        let mut observations = lent(py, &self.observations, &[shape.matches, shape.columns])?;
        let mut masks = lent(py, &self.masks, &[shape.matches, shape.actions])?;
        let mut described = lent(py, &self.described, &described_shape(shape))?;
        let mut seats = lent(py, &self.seats, &[shape.matches])?;
        let mut rewards = lent(py, &self.rewards, &[shape.matches, shape.players])?;
        let mut ended = lent(py, &self.ended, &[shape.matches])?;
        let mut arrays = Arrays {
            observations: observations.as_slice_mut().map_err(wrong)?,
            masks: masks.as_slice_mut().map_err(wrong)?,
            described: described.as_slice_mut().map_err(wrong)?,
            seats: seats.as_slice_mut().map_err(wrong)?,
            rewards: rewards.as_slice_mut().map_err(wrong)?,
            ended: ended.as_slice_mut().map_err(wrong)?,
        };
        let vector = &mut *self.matches;
        py.detach(|| work(vector, &mut arrays))
    }
}

/// An array to write into, if it still is what it was made as: Python lets an array's shape and type be changed.
fn lent<'py, T: Element, D: Dimension>(
    py: Python<'py>,
    array: &Py<PyArray<T, D>>,
    shape: &[usize],
) -> PyResult<PyReadwriteArray<'py, T, D>> {
    let array = array.bind(py).as_any().cast::<PyArray<T, D>>();
    let array = array.map_err(|_| wrong("an array of the vector has another type than it was made with"))?;
    if array.shape() != shape {
        return Err(wrong(format!(
            "an array of the vector has the shape {:?} instead of {shape:?}",
            array.shape()
        )));
    }
    let lent = array.try_readwrite();
    lent.map_err(|error| wrong(format!("an array of the vector cannot be written: {error}")))
}

/// No rows where actions have numbers.
fn described_shape(shape: Shape) -> [usize; 3] {
    let rows = if shape.described > 0 { shape.actions } else { 0 };
    [shape.matches, rows, shape.described]
}
