//! Our bots, and what a finished match was worth.

use bobbin_bots::{BotSpec, Thought};
use bobbin_catalog::insight::Inquiry;
use bobbin_catalog::{AnyBot, Asked, Legal, Replay, Stopwatch};
use bobbin_game::{Record, SearchChance, Seed};
use pyo3::prelude::*;
use std::sync::{Mutex, PoisonError};

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
        let (asked, _) = question(view)?;
        // Python's other threads go on meanwhile; they wait for this bot as well if they ask it.
        let thought = py.detach(|| {
            let mut thinking = self.thinking.lock().unwrap_or_else(PoisonError::into_inner);
            let (bot, luck) = &mut *thinking;
            let mut random = SearchChance::new(luck.bits());
            bot.think(&asked, &mut random, &Stopwatch::start())
        });
        Ok(told(thought))
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

/// What a bot of this kind thinks of a view.
pub(crate) fn think(py: Python<'_>, spec: &str, view: &View, luck: u64) -> PyResult<Vec<Considered>> {
    let (asked, game) = question(view)?;
    let mut bot = made(game, spec)?;
    let mut random = SearchChance::new(luck);
    Ok(told(
        py.detach(|| bot.think(&asked, &mut random, &Stopwatch::start())),
    ))
}

/// What a bot is asked about a view, and of which game.
fn question(view: &View) -> PyResult<(Asked, &'static str)> {
    let seat = view.own_seat()?;
    let asked = view.world().ask(seat).map_err(wrong)?;
    let asked = asked.ok_or_else(|| wrong(format!("seat {seat} has nothing to do now")))?;
    Ok((asked, view.world().game().id()))
}

fn told(thought: Thought<Legal>) -> Vec<Considered> {
    let told = thought.best.into_iter().map(|considered| {
        let action = considered.action.action;
        (
            action,
            considered.value,
            considered.visits,
            considered.expected_score,
        )
    });
    told.collect()
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
