//! A match.

use std::collections::BTreeMap;

use bobbin_catalog::envs::Reward;
use bobbin_catalog::{AnyMatch, Replay};
use bobbin_game::{Names, Record, Seat, Seed, Viewer};
use numpy::{PyArray1, PyArray2};
use pyo3::prelude::*;
use pyo3::types::{PyMapping, PyString, PyTuple};

use crate::encoding::{Chosen, as_dict, find};
use crate::error::{not_played, not_undone, wrong};
use crate::view::{self, View, loads};

/// A match of a game: its referee, who knows everything. Players are given views.
#[pyclass(module = "bobbin")]
pub(crate) struct Match {
    played: Box<dyn AnyMatch>,
}

impl From<Box<dyn AnyMatch>> for Match {
    fn from(played: Box<dyn AnyMatch>) -> Self {
        Match { played }
    }
}

impl Match {
    /// The seat that is named, or the first that is to act.
    fn seat_or_next(&self, seat: Option<usize>) -> PyResult<Seat> {
        match seat {
            Some(seat) if seat < self.played.players() => Ok(Seat::new(seat)),
            Some(seat) => Err(wrong(format!(
                "there is no seat {seat}: this match has seats 0 to {}",
                self.played.players() - 1
            ))),
            None => self
                .next_seat()
                .ok_or_else(|| wrong("the match is over: nobody is to act")),
        }
    }

    fn next_seat(&self) -> Option<Seat> {
        self.played.to_act().first()
    }

    /// A seat's number, "spectator", "everything", or whoever acts next.
    fn viewer(&self, viewer: Option<&Bound<'_, PyAny>>) -> PyResult<Viewer> {
        let Some(viewer) = viewer else {
            return Ok(self.next_seat().map_or(Viewer::Spectator, Viewer::Seat));
        };
        if let Ok(word) = viewer.cast::<PyString>() {
            let word = word.to_string();
            return match word.as_str() {
                "spectator" => Ok(Viewer::Spectator),
                "everything" => Ok(Viewer::Everything),
                _ => Err(wrong(format!(
                    "there is no viewer {word:?}: expected a seat, \"spectator\" or \"everything\""
                ))),
            };
        }
        Ok(Viewer::Seat(self.seat_or_next(Some(viewer.extract()?))?))
    }

    /// An action's notation, by itself or by its number.
    fn action(&self, seat: Seat, action: &Bound<'_, PyAny>) -> PyResult<String> {
        if let Ok(text) = action.cast::<PyString>() {
            return Ok(text.to_string());
        }
        let number: i64 = action.extract()?;
        let numbered = self.played.numbered(seat).map_err(wrong)?;
        let mut found = numbered.into_iter();
        let found = found.find(|(known, _)| i64::try_from(*known) == Ok(number));
        let found = found.ok_or_else(|| wrong(format!("action {number} is not legal for seat {seat}")))?;
        Ok(found.1)
    }
}

#[pymethods]
impl Match {
    #[new]
    #[pyo3(signature = (game, seed = None, *, setup = None, content = None, names = None, position = None))]
    fn new(
        game: &str,
        seed: Option<&Bound<'_, PyAny>>,
        setup: Option<&Bound<'_, PyMapping>>,
        content: Option<&str>,
        names: Option<Vec<String>>,
        position: Option<&str>,
    ) -> PyResult<Self> {
        let Chosen {
            game,
            options,
            content,
        } = Chosen::new(game, setup, content)?;
        let seed = match seed {
            Some(seed) => Seed::named(&seed.str()?.to_string()),
            None => random_seed()?,
        };
        let mut played = match position {
            None => game.start(&options, content, seed).map_err(wrong)?,
            Some(position) => game
                .start_from(position, &options, content, seed)
                .map_err(wrong)?,
        };
        for (seat, name) in names.into_iter().flatten().enumerate() {
            if seat >= played.players() {
                return Err(wrong(format!(
                    "there are more names than the {} seats",
                    played.players()
                )));
            }
            played.set_name(Seat::new(seat), &name).map_err(wrong)?;
        }
        Ok(Match { played })
    }

    /// A match played again from its record, with everything in it checked.
    #[staticmethod]
    #[pyo3(signature = (record, *, seed = None, position = None, at = None))]
    fn from_record(
        record: &str,
        seed: Option<&str>,
        position: Option<&str>,
        at: Option<usize>,
    ) -> PyResult<Self> {
        let record: Record = record.parse().map_err(wrong)?;
        let replay = Replay {
            seed: seed.map(Seed::named),
            position,
            entries: at,
        };
        let played = find(&record.game)?.replay(&record, replay).map_err(wrong)?;
        Ok(Match { played })
    }

    #[getter]
    fn game(&self) -> &'static str {
        self.played.game().id()
    }

    #[getter]
    fn players(&self) -> usize {
        self.played.players()
    }

    /// The options it is played with.
    #[getter]
    fn setup(&self) -> BTreeMap<String, String> {
        as_dict(&self.played.options())
    }

    /// The hash of the cards and boards it is played with.
    #[getter]
    fn content(&self) -> String {
        self.played.content().to_string()
    }

    /// The seed, as 64 hexadecimal digits: it tells all luck to come.
    #[getter]
    fn seed(&self) -> String {
        self.played.seed().to_string()
    }

    /// The SHA-256 of the seed, told before the first action.
    #[getter]
    fn commitment(&self) -> String {
        self.played.commitment().to_string()
    }

    /// How many entries the record has.
    #[getter]
    fn version(&self) -> usize {
        self.played.version()
    }

    /// The seats that may act now.
    #[getter]
    fn to_act(&self) -> Vec<usize> {
        self.played.to_act().iter().map(Seat::index).collect()
    }

    /// The first seat that may act now; None once it is over.
    #[getter]
    fn seat(&self) -> Option<usize> {
        self.next_seat().map(Seat::index)
    }

    #[getter]
    fn over(&self) -> bool {
        self.played.to_act().is_empty()
    }

    /// The same match once more: what happens to one does not happen to the other.
    fn clone(&self) -> Self {
        Match {
            played: self.played.boxed_clone(),
        }
    }

    fn __copy__(&self) -> Self {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.clone()
    }

    /// Pickled as its record, with the seed and where it began.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let again = py.import("bobbin")?.getattr("_match_again")?;
        let record = self.played.record().to_string();
        let (seed, position) = (self.seed(), self.played.began_from());
        Ok((again, (record, seed, position).into_pyobject(py)?))
    }

    /// Carries out an action (its notation or its number) and returns what happened, each step with its audience.
    #[pyo3(signature = (action, seat = None))]
    fn play<'py>(
        &mut self,
        py: Python<'py>,
        action: &Bound<'_, PyAny>,
        seat: Option<usize>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let seat = self.seat_or_next(seat)?;
        let action = self.action(seat, action)?;
        let told = self.played.play(seat, &action);
        let told = told.map_err(|error| not_played(py, error))?;
        let names = self.played.names();
        let tell = |told: &bobbin_game::Told<bobbin_catalog::Happening>| {
            serde_json::json!({
                "audience": told.audience,
                "words": told.event.words.in_full(&Names(&names)),
                "event": told.event.event,
            })
        };
        let told: serde_json::Value = told.iter().map(tell).collect();
        loads(py, &told.to_string())
    }

    /// Takes back the latest action of a seat, or says why not.
    fn undo(&mut self, py: Python<'_>, seat: usize) -> PyResult<()> {
        let seat = self.seat_or_next(Some(seat))?;
        let undone = self.played.undo(seat);
        undone.map(drop).map_err(|error| not_undone(py, error))
    }

    /// What a viewer knows, and nothing else: a seat (the one that acts next, if none is named), "spectator" or
    /// "everything".
    #[pyo3(signature = (viewer = None))]
    fn view(&self, viewer: Option<&Bound<'_, PyAny>>) -> PyResult<View> {
        View::of(&*self.played, self.viewer(viewer)?)
    }

    /// The table as plain text.
    #[pyo3(signature = (viewer = None))]
    fn text(&self, viewer: Option<&Bound<'_, PyAny>>) -> PyResult<String> {
        self.played.view_text(self.viewer(viewer)?).map_err(wrong)
    }

    /// The table as a picture, where there is a drawing of the game.
    #[pyo3(signature = (viewer = None))]
    fn svg(&self, viewer: Option<&Bound<'_, PyAny>>) -> PyResult<Option<String>> {
        self.played.svg(self.viewer(viewer)?).map_err(wrong)
    }

    /// What a viewer has to do now, in words.
    #[pyo3(signature = (viewer = None))]
    fn prompt(&self, viewer: Option<&Bound<'_, PyAny>>) -> PyResult<String> {
        let prompt = self.played.prompt(self.viewer(viewer)?).map_err(wrong)?;
        Ok(prompt.text.in_full(&Names(&self.played.names())))
    }

    /// What a seat may do, in the game's notation.
    #[pyo3(signature = (seat = None))]
    fn legal(&self, seat: Option<usize>) -> PyResult<Vec<String>> {
        view::legal(&*self.played, self.seat_or_next(seat)?)
    }

    /// What a seat may do, in words, in the order of `legal`.
    #[pyo3(signature = (seat = None))]
    fn labels(&self, seat: Option<usize>) -> PyResult<Vec<String>> {
        view::labels(&*self.played, self.seat_or_next(seat)?)
    }

    /// What a seat may do, by number, in the order of `legal`.
    #[pyo3(signature = (seat = None))]
    fn numbers(&self, seat: Option<usize>) -> PyResult<Vec<usize>> {
        view::numbers(&*self.played, self.seat_or_next(seat)?)
    }

    /// What the rules say to somebody who touches these pieces one after the other.
    #[pyo3(signature = (picks, seat = None))]
    fn why_not<'py>(
        &self,
        py: Python<'py>,
        picks: Vec<String>,
        seat: Option<usize>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let answer = self
            .played
            .why_not(self.seat_or_next(seat)?, &picks)
            .map_err(wrong)?;
        loads(py, &serde_json::to_string(&answer).map_err(wrong)?)
    }

    /// What has happened, as far as a viewer may know.
    #[pyo3(signature = (viewer = None, since = 0))]
    fn log(&self, viewer: Option<&Bound<'_, PyAny>>, since: usize) -> PyResult<Vec<String>> {
        let lines = self.played.log(self.viewer(viewer)?, since).map_err(wrong)?;
        let names = self.played.names();
        let happenings = lines.iter().flat_map(|line| &line.happenings);
        Ok(happenings
            .map(|told| told.words.in_full(&Names(&names)))
            .collect())
    }

    /// How it ended, once it has: sheets, ranks, winners.
    #[getter]
    fn outcome<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let outcome = self.played.outcome();
        let told = outcome.map(|outcome| serde_json::to_string(&outcome)).transpose();
        told.map_err(wrong)?.map(|told| loads(py, &told)).transpose()
    }

    /// What the end is worth to each seat: "victory", "points" or "margin". All 0 as long as it has not come.
    #[pyo3(signature = (reward = "victory"))]
    fn rewards(&self, reward: &str) -> PyResult<Vec<f32>> {
        let reward: Reward = reward.parse().map_err(wrong)?;
        let players = self.played.players();
        let worth = self.played.outcome().map(|outcome| reward.of(&outcome));
        Ok(worth.unwrap_or_default()[..players].to_vec())
    }

    /// The match as text, as `bobbin replay` reads it.
    fn record(&self) -> String {
        self.played.record().to_string()
    }

    /// The full state in the game's own notation.
    fn position(&self) -> String {
        self.played.position()
    }

    /// What a seat sees, as a row of numbers.
    #[pyo3(signature = (seat = None))]
    fn observe<'py>(&self, py: Python<'py>, seat: Option<usize>) -> PyResult<Bound<'py, PyArray1<u8>>> {
        view::observe(py, &*self.played, self.seat_or_next(seat)?)
    }

    /// Which numbers of actions are legal.
    #[pyo3(signature = (seat = None))]
    fn mask<'py>(&self, py: Python<'py>, seat: Option<usize>) -> PyResult<Bound<'py, PyArray1<bool>>> {
        view::mask(py, &*self.played, self.seat_or_next(seat)?)
    }

    /// What is written of each legal action, where a game has no numbers.
    #[pyo3(signature = (seat = None))]
    fn described<'py>(&self, py: Python<'py>, seat: Option<usize>) -> PyResult<Bound<'py, PyArray2<u8>>> {
        view::described(py, &*self.played, self.seat_or_next(seat)?)
    }

    fn __str__(&self) -> PyResult<String> {
        self.text(None)
    }

    fn __repr__(&self) -> String {
        let to_act = self.to_act();
        format!(
            "Match({:?}, {} players, to act: {to_act:?})",
            self.game(),
            self.players()
        )
    }

    fn _repr_html_(&self) -> PyResult<String> {
        view::as_html(&*self.played, self.viewer(None)?)
    }
}

fn random_seed() -> PyResult<Seed> {
    let mut seed = [0; 32];
    getrandom::fill(&mut seed).map_err(wrong)?;
    Ok(Seed(seed))
}
