//! What there is: games, their rules, and how views and actions are written as numbers.

use std::collections::BTreeMap;

use bobbin_catalog::AnyGame;
use bobbin_game::encoding::Column;
use bobbin_game::{ContentHash, Options, Source};
use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::types::{PyMapping, PyMappingMethods};

use crate::error::wrong;
use crate::view::loads;

/// The ids of all games.
#[pyfunction]
pub(crate) fn games() -> Vec<&'static str> {
    bobbin_catalog::games().map(AnyGame::id).collect()
}

/// The rules of a game in our words, as Markdown with numbered clauses; of one clause if one is named.
#[pyfunction]
#[pyo3(signature = (game, clause = None))]
pub(crate) fn rules(game: &str, clause: Option<&str>) -> PyResult<String> {
    let game = find(game)?;
    let Some(clause) = clause else {
        return Ok(game.rules().to_owned());
    };
    let rulebook = game.rulebook();
    let found = rulebook.clause(clause);
    let found = found.ok_or_else(|| wrong(format!("{} has no clause {clause}", game.name())))?;
    Ok(found.text.clone())
}

/// What views and events of a game look like in JSON: an OpenAPI document with the components `View` and `Event`.
#[pyfunction]
pub(crate) fn schema<'py>(py: Python<'py>, game: &str) -> PyResult<Bound<'py, PyAny>> {
    loads(py, &find(game)?.schema().to_string())
}

/// Reads a content pack (TOML) and returns its hash: matches are played with it by `content=hash`.
#[pyfunction]
pub(crate) fn load_content(game: &str, path: std::path::PathBuf) -> PyResult<String> {
    let text =
        std::fs::read_to_string(&path).map_err(|error| wrong(format!("{}: {error}", path.display())))?;
    let source = Source::new(path.display().to_string(), text);
    let info = find(game)?.load_content(&source).map_err(wrong)?;
    Ok(info.hash.to_string())
}

pub(crate) fn find(game: &str) -> PyResult<&'static dyn AnyGame> {
    bobbin_catalog::find(game).map_err(wrong)
}

/// What a match is played with, as Python says it.
pub(crate) struct Chosen {
    pub(crate) game: &'static dyn AnyGame,
    pub(crate) options: Options,
    pub(crate) content: Option<ContentHash>,
}

impl Chosen {
    /// Checked: options that are left out have their defaults.
    pub(crate) fn new(
        game: &str,
        setup: Option<&Bound<'_, PyMapping>>,
        content: Option<&str>,
    ) -> PyResult<Self> {
        let game = find(game)?;
        let mut options = Options::new();
        let items = setup.map(PyMappingMethods::items).transpose()?;
        for item in items.iter().flatten() {
            let (key, value): (Bound<'_, PyAny>, Bound<'_, PyAny>) = item.extract()?;
            let value = value.str()?.to_string();
            // Python says True where our options say true.
            let value = match value.as_str() {
                "True" => "true",
                "False" => "false",
                other => other,
            };
            options.set(key.extract::<String>()?.as_str(), value);
        }
        let content: Option<ContentHash> = content.map(str::parse).transpose().map_err(wrong)?;
        let options = game.check_options(&options, content).map_err(wrong)?;
        Ok(Chosen {
            game,
            options,
            content,
        })
    }
}

pub(crate) fn as_dict(options: &Options) -> BTreeMap<String, String> {
    let pairs = options.iter();
    pairs
        .map(|(key, value)| (key.to_owned(), value.to_owned()))
        .collect()
}

/// How views and actions of a game are written as numbers.
#[pyclass(frozen, module = "bobbin")]
pub(crate) struct Encoding {
    told: bobbin_catalog::Encoding,
    #[pyo3(get)]
    game: &'static str,
    #[pyo3(get)]
    players: usize,
    /// No match has more actions.
    #[pyo3(get)]
    longest: usize,
}

#[pymethods]
impl Encoding {
    #[new]
    #[pyo3(signature = (game, *, setup = None, content = None))]
    fn new(game: &str, setup: Option<&Bound<'_, PyMapping>>, content: Option<&str>) -> PyResult<Self> {
        let Chosen {
            game,
            options,
            content,
        } = Chosen::new(game, setup, content)?;
        let told = game.encoding(&options, content).map_err(wrong)?;
        let players = options.get("players").and_then(|players| players.parse().ok());
        Ok(Encoding {
            told,
            game: game.id(),
            players: players.unwrap_or(1),
            longest: game.max_actions(),
        })
    }

    /// The columns of an observation: `(name, kind, most)`.
    #[getter]
    fn columns(&self) -> Vec<(String, &'static str, u8)> {
        triples(&self.told.columns)
    }

    /// The highest value of each column of an observation.
    #[getter]
    fn most<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u8>> {
        PyArray1::from_iter(py, self.told.columns.iter().map(|column| column.most))
    }

    /// How many numbers there are for actions.
    #[getter]
    fn actions(&self) -> usize {
        self.told.actions
    }

    /// What the numbers say: `(name, first, count)`. Empty where a game has none.
    #[getter]
    fn ranges(&self) -> Vec<(&'static str, usize, usize)> {
        let ranges = self.told.ranges.iter();
        ranges
            .map(|range| (range.name, range.first, range.count))
            .collect()
    }

    /// The columns of what is written of each legal action, where a game has no numbers.
    #[getter]
    fn described(&self) -> Vec<(String, &'static str, u8)> {
        triples(&self.told.described)
    }

    fn __repr__(&self) -> String {
        let (columns, actions) = (self.told.columns.len(), self.told.actions);
        format!("Encoding({:?}, {columns} columns, {actions} actions)", self.game)
    }
}

fn triples(columns: &[Column]) -> Vec<(String, &'static str, u8)> {
    let tell = |column: &Column| (column.name.clone(), column.kind.name(), column.most);
    columns.iter().map(tell).collect()
}
