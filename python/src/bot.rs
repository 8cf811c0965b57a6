//! Our bots, and what a finished match was worth.

use bobbin_bots::BotSpec;
use bobbin_catalog::insight::Inquiry;
use bobbin_catalog::{AnyBot, Replay, Stopwatch};
use bobbin_game::{Record, SearchChance, Seed};
use pyo3::prelude::*;
use std::sync::Mutex;

use crate::encoding::find;
use crate::error::wrong;
use crate::view::{View, loads};

/// An action as a bot thinks of it: notation, value (0 a sure loss, 1 a sure win), visits, expected score.
pub(crate) type Considered = (String, Option<f64>, Option<u64>, Option<f64>);

/// One of our bots, for one seat of one match.
#[pyclass(frozen, module = "bobbin")]
pub(crate) struct Bot {
    #[pyo3(get)]
    game: String,
    /// What it was made from: "search:1000i".
    #[pyo3(get)]
    spec: String,
    thinking: Mutex<(Box<dyn AnyBot>, SearchChance)>,
}

#[pymethods]
impl Bot {
    #[new]
    #[pyo3(signature = (game, spec = "steady", luck = 0))]
    fn new(game: &str, spec: &str, luck: u64) -> PyResult<Self> {
        Ok(Bot {
            game: game.to_owned(),
            spec: spec.to_owned(),
            thinking: Mutex::new((made(game, spec)?, SearchChance::new(luck))),
        })
    }

    /// What it would do: an action's notation.
    fn choose(&self, py: Python<'_>, view: &View) -> PyResult<String> {
        let mut best = self.think(py, view)?;
        Ok(best.swap_remove(0).0)
    }

    /// What it thinks of the actions it considered, the best first.
    fn think(&self, py: Python<'_>, view: &View) -> PyResult<Vec<Considered>> {
        if view.world().game().id() != self.game {
            return Err(wrong(format!(
                "this bot plays {}, the view is of {}",
                self.game,
                view.world().game().id()
            )));
        }
        let mut thinking = self.thinking.lock().map_err(wrong)?;
        let luck = thinking.1.bits();
        think(py, &mut *thinking.0, view, luck)
    }

    fn __call__(&self, py: Python<'_>, view: &View) -> PyResult<String> {
        self.choose(py, view)
    }

    fn __repr__(&self) -> String {
        format!("Bot({:?}, {:?})", self.game, self.spec)
    }
}

pub(crate) fn made(game: &str, spec: &str) -> PyResult<Box<dyn AnyBot>> {
    Ok(find(game)?.bot(spec.parse::<BotSpec>().map_err(wrong)?))
}

pub(crate) fn think(
    py: Python<'_>,
    bot: &mut dyn AnyBot,
    view: &View,
    luck: u64,
) -> PyResult<Vec<Considered>> {
    let seat = view.own_seat()?;
    let asked = view.world().ask(seat).map_err(wrong)?;
    let asked = asked.ok_or_else(|| wrong(format!("seat {seat} has nothing to do now")))?;
    let mut random = SearchChance::new(luck);
    let thought = py.detach(|| bot.think(&asked, &mut random, &Stopwatch::start()));
    let told = thought.best.into_iter().map(|considered| {
        let action = considered.action.action;
        (
            action,
            considered.value,
            considered.visits,
            considered.expected_score,
        )
    });
    Ok(told.collect())
}

/// What a finished match was worth: luck told apart from choices. `total` says how much work it is.
#[pyfunction]
#[pyo3(signature = (record, *, seed = None, total = Inquiry::TOTAL, threads = 1))]
pub(crate) fn insight<'py>(
    py: Python<'py>,
    record: &str,
    seed: Option<&str>,
    total: u64,
    threads: usize,
) -> PyResult<Bound<'py, PyAny>> {
    let record: Record = record.parse().map_err(wrong)?;
    let game = find(&record.game)?;
    let replay = Replay {
        seed: seed.map(Seed::named),
        ..Replay::default()
    };
    let inquiry = Inquiry {
        total,
        threads,
        progress: &|_, _| true,
    };
    let insight = py
        .detach(|| game.analyze(&record, replay, &inquiry))
        .map_err(wrong)?;
    loads(py, &serde_json::to_string(&insight).map_err(wrong)?)
}
