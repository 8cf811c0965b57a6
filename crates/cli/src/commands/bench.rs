//! `bobbin bench`

use std::io::Write;
use std::time::{Duration, Instant};

use bobbin_bots::BotKind;
use bobbin_catalog::{AnswerTimes, Choosing, Playouts, Work};
use clap::ValueEnum;
use serde::Serialize;

use crate::Answer;
use crate::args::{GameArg, SetupArgs};
use crate::commands::write_json;
use crate::style::{FAINT, STRONG};

/// Measure a game: random playouts on one core.
///
/// A playout is a whole game from its start to its outcome. Time per action is the time of all that, divided by the
/// actions made. "sampled" chooses by the game's own way of picking a random legal action, as search does; "listed"
/// lists all legal actions and picks one. A game that has no faster way of its own shows about the same for both.
#[derive(clap::Args, Debug)]
#[command(after_long_help = "\
Heap allocations are counted by a build that can:
  cargo run --release -p bobbin-cli --features count-allocations -- bench GAME

Instruction counts do not depend on what else the machine does. Compare a little work with more, so that what happens once falls out:
  valgrind --tool=callgrind --callgrind-out-file=/dev/null bobbin bench GAME --actions 100000
  valgrind --tool=callgrind --callgrind-out-file=/dev/null bobbin bench GAME --actions 1100000")]
pub(crate) struct Args {
    /// The game; `bobbin games` lists them.
    #[arg(value_parser = GameArg::parser(), hide_possible_values = true)]
    game: GameArg,

    #[command(flatten)]
    setup: SetupArgs,

    /// How long to measure each way of choosing, in seconds.
    #[arg(long, value_name = "S", default_value_t = 2.0, value_parser = seconds)]
    seconds: f64,

    /// Measure the same work every time: at least so many actions, in whole games, without warm-up; one way of
    /// choosing only. For instruction counts.
    #[arg(long, value_name = "N", conflicts_with = "seconds")]
    actions: Option<u64>,

    /// Measure only this way of choosing.
    #[arg(long, value_enum)]
    choose: Option<Choose>,

    /// Measure the search, too: iterations a second, and the part of them that its tree costs.
    #[arg(long, conflicts_with = "actions")]
    search: bool,

    /// Measure how long the levels take for an answer, too, each for as long as a way of choosing: by processor time,
    /// so that nothing else that the machine does counts.
    #[arg(long, conflicts_with = "actions")]
    levels: bool,

    /// The seed of the playouts' luck.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// For programs.
    #[arg(long)]
    json: bool,
}

#[derive(ValueEnum, Clone, Copy, Debug)]
enum Choose {
    Sampled,
    Listed,
}

fn seconds(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(seconds) if (0.01..=3600.0).contains(&seconds) => Ok(seconds),
        _ => Err("expected seconds from 0.01 to 3600".to_owned()),
    }
}

#[derive(Serialize)]
struct BenchReport {
    game: &'static str,
    setup: bobbin_game::Options,
    state_bytes: usize,
    measured: Vec<Measured>,
    /// None where it was not asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    search: Option<Searched>,
    /// None where they were not asked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    levels: Vec<AnswerTimes>,
}

#[derive(Serialize)]
struct Searched {
    iterations: u64,
    iterations_per_second: f64,
    share_of_tree: f64,
}

#[derive(Serialize)]
struct Measured {
    choosing: Choosing,
    #[serde(flatten)]
    work: Work,
    seconds: f64,
    playouts_per_second: f64,
    actions_per_second: f64,
    nanoseconds_per_action: f64,
    actions_per_playout: f64,
    /// None where this build does not count.
    allocations_per_action: Option<f64>,
}

/// Enough for buffers to reach their size and for content to be read.
const WARM_UP: u64 = 20_000;
/// How many actions are made between two looks at the clock.
const SLICE: u64 = 5_000;
/// How many actions allocations are counted over.
const COUNTED: u64 = 100_000;

pub(crate) fn run(args: &Args, out: &mut impl Write) -> anyhow::Result<Answer> {
    let game = args.game.0;
    let content = args.setup.load_content(game)?;
    let options = args.setup.options()?;
    let mut playouts = game.playouts(&options, content, args.seed)?;
    let ways: &[Choosing] = match (args.choose, args.actions) {
        (Some(Choose::Listed), _) => &[Choosing::Listed],
        (Some(Choose::Sampled), _) | (None, Some(_)) => &[Choosing::Sampled],
        (None, None) => &[Choosing::Sampled, Choosing::Listed],
    };
    let measured = ways.iter().map(|&choosing| match args.actions {
        Some(actions) => fixed(&mut *playouts, choosing, actions),
        None => timed(&mut *playouts, choosing, Duration::from_secs_f64(args.seconds)),
    });
    let measured = measured.collect();
    let time = Duration::from_secs_f64(args.seconds);
    let costs = args
        .search
        .then(|| game.search_costs(&options, content, args.seed, time));
    let search = costs.transpose()?.map(|costs| Searched {
        iterations: costs.iterations,
        iterations_per_second: costs.per_second(),
        share_of_tree: costs.share_of_tree(),
    });
    let mut levels = Vec::new();
    for &level in BotKind::LEVELS.iter().filter(|_| args.levels) {
        levels.push(game.answer_times(&options, content, level, time)?);
    }
    let report = BenchReport {
        game: game.id(),
        setup: game.check_options(&options, content)?,
        state_bytes: playouts.state_bytes(),
        measured,
        search,
        levels,
    };
    if args.json {
        write_json(out, &report)?;
    } else {
        write_text(out, &report)?;
    }
    Ok(Answer::Yes)
}

fn fixed(playouts: &mut dyn Playouts, choosing: Choosing, actions: u64) -> Measured {
    let start = Instant::now();
    let work = playouts.run(actions, choosing);
    measured(choosing, work, start.elapsed(), None)
}

fn timed(playouts: &mut dyn Playouts, choosing: Choosing, time: Duration) -> Measured {
    playouts.run(WARM_UP, choosing);
    let allocations = allocations_per_action(playouts, choosing);
    let mut work = Work::default();
    let start = Instant::now();
    while start.elapsed() < time {
        let slice = playouts.run(SLICE, choosing);
        work.playouts += slice.playouts;
        work.actions += slice.actions;
    }
    measured(choosing, work, start.elapsed(), allocations)
}

#[expect(clippy::cast_precision_loss, reason = "figures for people, far below 2^52")]
fn measured(choosing: Choosing, work: Work, time: Duration, allocations: Option<f64>) -> Measured {
    let (playouts, actions, seconds) = (work.playouts as f64, work.actions as f64, time.as_secs_f64());
    Measured {
        choosing,
        work,
        seconds,
        playouts_per_second: playouts / seconds,
        actions_per_second: actions / seconds,
        nanoseconds_per_action: seconds * 1e9 / actions,
        actions_per_playout: actions / playouts,
        allocations_per_action: allocations,
    }
}

#[cfg(feature = "count-allocations")]
#[expect(clippy::cast_precision_loss, reason = "figures for people, far below 2^52")]
#[expect(clippy::unnecessary_wraps, reason = "the other build does not count")]
fn allocations_per_action(playouts: &mut dyn Playouts, choosing: Choosing) -> Option<f64> {
    let mut work = Work::default();
    let counted = allocation_counter::measure(|| work = playouts.run(COUNTED, choosing));
    Some(counted.count_total as f64 / work.actions as f64)
}

#[cfg(not(feature = "count-allocations"))]
fn allocations_per_action(playouts: &mut dyn Playouts, choosing: Choosing) -> Option<f64> {
    // The same work, so that both builds measure the same games.
    playouts.run(COUNTED, choosing);
    None
}

fn write_text(out: &mut impl Write, report: &BenchReport) -> anyhow::Result<()> {
    writeln!(out, "{STRONG}{}{STRONG:#}  {}", report.game, report.setup)?;
    writeln!(
        out,
        "{:22}{:>12} bytes",
        "state",
        grouped(report.state_bytes as f64)
    )?;
    let first = &report.measured[0];
    writeln!(
        out,
        "{:22}{:>14.1}",
        "actions a playout", first.actions_per_playout
    )?;
    for measured in &report.measured {
        let name = match measured.choosing {
            Choosing::Sampled => "sampled",
            Choosing::Listed => "listed",
        };
        let done = format!(
            "{} actions in {:.2} s",
            grouped(measured.work.actions as f64),
            measured.seconds
        );
        writeln!(out, "{STRONG}{name}{STRONG:#}  {FAINT}{done}{FAINT:#}")?;
        writeln!(
            out,
            "  {:20}{:>12}",
            "playouts/s",
            grouped(measured.playouts_per_second)
        )?;
        writeln!(
            out,
            "  {:20}{:>12}",
            "actions/s",
            grouped(measured.actions_per_second)
        )?;
        writeln!(
            out,
            "  {:20}{:>14.1}",
            "ns per action", measured.nanoseconds_per_action
        )?;
        match measured.allocations_per_action {
            Some(count) => writeln!(out, "  {:20}{count:>14.3}", "allocations/action")?,
            None => writeln!(out, "  {:20}{:>12}", "allocations/action", "not counted")?,
        }
    }
    if let Some(search) = &report.search {
        let done = format!("{} iterations", grouped(search.iterations as f64));
        writeln!(out, "{STRONG}search{STRONG:#}  {FAINT}{done}{FAINT:#}")?;
        let per_second = grouped(search.iterations_per_second);
        writeln!(out, "  {:20}{per_second:>12}", "iterations/s")?;
        let share = search.share_of_tree * 100.0;
        writeln!(out, "  {:20}{share:>12.0} %", "the tree's part")?;
    }
    if !report.levels.is_empty() {
        writeln!(
            out,
            "{STRONG}levels{STRONG:#}  {FAINT}milliseconds of processor time an answer{FAINT:#}"
        )?;
        writeln!(
            out,
            "  {FAINT}{:10}{:>10}{:>10}{:>10}{:>10}{FAINT:#}",
            "", "choices", "mean", "most", "allowed"
        )?;
    }
    for level in &report.levels {
        let allowed = level
            .allowed
            .map_or_else(String::new, |allowed| format!("{allowed:.1}"));
        writeln!(
            out,
            "  {:10}{:>10}{:>10.1}{:>10.1}{allowed:>10}",
            level.bot, level.choices, level.mean, level.most
        )?;
    }
    if report
        .measured
        .iter()
        .all(|measured| measured.allocations_per_action.is_none())
    {
        writeln!(
            out,
            "{FAINT}A build with --features count-allocations counts; see `bobbin bench --help`.{FAINT:#}"
        )?;
    }
    Ok(())
}

/// 1234567 as 1,234,567.
fn grouped(number: f64) -> String {
    let digits = format!("{number:.0}");
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place) % 3 == 0 {
            text.push(',');
        }
        text.push(digit);
    }
    text
}
