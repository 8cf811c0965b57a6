//! `bobbin analyze`

use std::io::{IsTerminal as _, Write};
use std::path::PathBuf;

use bobbin_bots::with_guests;
use bobbin_catalog::insight::{Amount, Inquiry, Insight, Moment, MomentKind, Step, Tally};
use bobbin_catalog::{AnalyzeError, Replay};
use bobbin_game::{Names, Seat, Sentence};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::Answer;
use crate::args::{read, read_pack};
use crate::commands::replay::open;
use crate::commands::write_json;
use crate::style::{FAINT, STRONG};

/// Look into a finished game: luck told apart from choices, and the moments that mattered.
///
/// At every moment each seat expects something, from what it knew itself. What an action changed of that is what the
/// choice was worth; how far the luck that fell came off the mean of all that could have fallen is luck. For each
/// player start, luck and choices add up to the result. Every estimate is told with how far off it may be. Equal
/// records give equal reports.
#[derive(clap::Args, Debug)]
#[command(after_long_help = "\
Example:
  bobbin arena knitting-circle --players 2 --bots steady --games 2 --records games/
  bobbin analyze games/000000.record")]
pub(crate) struct Args {
    /// The record of a finished game.
    file: PathBuf,

    /// How many looks and search iterations it may take in all: more is slower and less noisy.
    #[arg(long, value_name = "N", default_value_t = Inquiry::TOTAL, value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    effort: u64,

    /// How many threads work on it; all cores if it is not said. The report does not depend on it.
    #[arg(long, value_name = "N")]
    threads: Option<usize>,

    /// List every action with what it was worth.
    #[arg(long)]
    steps: bool,

    /// The content pack that the match was played with, if it was not the house's.
    #[arg(long, value_name = "FILE")]
    content: Option<PathBuf>,

    /// For programs.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> anyhow::Result<Answer> {
    let text = read(&args.file)?;
    let content = args.content.as_deref().map(read_pack).transpose()?;
    let (game, record) = open(&text, content.as_ref()).map_err(|error| error.located(&args.file))?;
    let bar = progress_bar();
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let inquiry = Inquiry {
        total: args.effort,
        threads: args.threads.unwrap_or(cores),
        progress: &|done, all| {
            bar.set_length(all as u64);
            bar.set_position(done as u64);
            true
        },
    };
    let looked = game.analyze(&record, Replay::default(), &inquiry);
    bar.finish_and_clear();
    let insight = looked.map_err(|error| match error {
        AnalyzeError::Record(wrong) => super::replay::OpenError::Record(wrong).located(&args.file),
        other => other.into(),
    })?;
    if args.json {
        write_json(out, &insight)?;
        return Ok(Answer::Yes);
    }
    let names = with_guests(&record.names(insight.players.len()));
    let report = AnalysisReport {
        insight: &insight,
        names: Names(&names),
    };
    writeln!(
        out,
        "{STRONG}{}{STRONG:#}, {} actions",
        game.name(),
        insight.steps.len()
    )?;
    report.write(args.steps, out)?;
    Ok(Answer::Yes)
}

fn progress_bar() -> ProgressBar {
    let target = if std::io::stderr().is_terminal() {
        ProgressDrawTarget::stderr()
    } else {
        ProgressDrawTarget::hidden()
    };
    let style = ProgressStyle::with_template("{bar:40} {pos} of {len} actions, {eta} left")
        .expect("the template is right");
    ProgressBar::with_draw_target(None, target).with_style(style)
}

/// A report for the terminal.
struct AnalysisReport<'a> {
    insight: &'a Insight,
    names: Names<'a>,
}

impl AnalysisReport<'_> {
    fn write(&self, all_steps: bool, out: &mut impl Write) -> anyhow::Result<()> {
        writeln!(out, "\nPoints")?;
        self.write_tallies(out, 1, |account| Some(account.points))?;
        if self.insight.players.len() > 1 {
            writeln!(out, "\nShare of the victory")?;
            self.write_tallies(out, 2, |account| account.chances)?;
        }
        self.write_losses(out)?;
        writeln!(out, "\nExpected points over time")?;
        for account in &self.insight.players {
            let seat = account.seat.index();
            let expected = self.insight.steps.iter().map(|step| step.after.points[seat]);
            writeln!(
                out,
                "  {:>12}  {}",
                self.names.of(account.seat),
                curve(&expected.collect::<Vec<_>>())
            )?;
        }
        writeln!(out, "\nThe moments that mattered")?;
        for moment in &self.insight.moments {
            self.write_moment(moment, out)?;
        }
        if self.insight.moments.is_empty() {
            writeln!(out, "  none stood out from the noise of the estimates")?;
        }
        if all_steps {
            writeln!(out, "\nEvery action")?;
            for step in &self.insight.steps {
                self.write_step(step, out)?;
            }
        }
        let effort = self.insight.effort;
        writeln!(
            out,
            "\n{FAINT}{} games and {} near looks for each expectation, {} iterations of search for each action; each seat by its own knowledge. ± holds in 95 of 100 cases.{FAINT:#}",
            effort.games, effort.looks, effort.iterations
        )?;
        Ok(())
    }

    fn write_tallies(
        &self,
        out: &mut impl Write,
        digits: usize,
        tally: impl Fn(&bobbin_catalog::insight::Account) -> Option<Tally>,
    ) -> anyhow::Result<()> {
        writeln!(
            out,
            "  {FAINT}{:>12}  {:>14}  {:>14}  {:>14}  {:>14}  {:>7}{FAINT:#}",
            "", "start", "luck", "own", "others'", "result"
        )?;
        for account in &self.insight.players {
            let Some(tally) = tally(account) else { continue };
            let told = |amount: Amount, error: Amount| format!("{amount:+7.digits$} ±{error:<5.digits$}");
            let error = tally.error;
            writeln!(
                out,
                "  {:>12}  {:>14}  {:>14}  {:>14}  {:>14}  {STRONG}{:7.digits$}{STRONG:#}",
                self.names.of(account.seat),
                format!("{:7.digits$} ±{:<5.digits$}", tally.start, error.start),
                told(tally.luck, error.luck),
                told(tally.own, error.own),
                told(tally.others, error.others),
                tally.result
            )?;
        }
        Ok(())
    }

    fn write_losses(&self, out: &mut impl Write) -> anyhow::Result<()> {
        writeln!(out, "\nLost against what the search found")?;
        for account in &self.insight.players {
            write!(
                out,
                "  {:>12}  {:7} ±{:<5} points",
                self.names.of(account.seat),
                account.lost.max(Amount::ZERO),
                account.lost_error
            )?;
            if account.chances.is_some() {
                let (lost, error) = (account.lost_chance.max(Amount::ZERO), account.lost_chance_error);
                write!(out, "  {lost:7.2} ±{error:.2} of the victory")?;
            }
            writeln!(out)?;
        }
        Ok(())
    }

    fn write_moment(&self, moment: &Moment, out: &mut impl Write) -> anyhow::Result<()> {
        let step = &self.insight.steps[moment.index];
        let who = self.names.of(moment.seat);
        let how_much = self.how_much(moment);
        write!(out, "  {:>4}  ", moment.index + 1)?;
        match (moment.kind, &step.best) {
            (MomentKind::Mistake, Some(best)) => {
                let (done, better) = (self.told(&step.words), self.told(&best.words));
                writeln!(out, "{who}: {done} ({how_much}); better: {better}")?;
            }
            _ => writeln!(
                out,
                "luck for {who} ({how_much}) when {} did this: {}",
                self.names.of(step.seat),
                self.told(&step.words)
            )?,
        }
        Ok(())
    }

    fn told(&self, words: &Sentence) -> String {
        words.in_full(&self.names)
    }

    fn how_much(&self, moment: &Moment) -> String {
        let (amount, error) = (moment.amount, moment.error);
        if self.insight.players.len() > 1 {
            let percent = |amount: Amount| Amount(amount.0 * 100);
            format!(
                "{:+} ±{} % to win, {:+} points",
                percent(amount),
                percent(error),
                moment.points
            )
        } else {
            format!("{amount:+} ±{error} points")
        }
    }

    fn write_step(&self, step: &Step, out: &mut impl Write) -> anyhow::Result<()> {
        let seat = step.seat.index();
        let who = self.names.of(Seat::new(seat));
        write!(
            out,
            "  {:>4}  {who}: {}  {FAINT}choice {:+} ±{}, luck {:+} ±{}",
            step.index + 1,
            self.told(&step.words),
            step.choice[seat],
            step.choice_error[seat],
            step.luck[seat],
            step.luck_error[seat]
        )?;
        if let Some(best) = step.best.as_ref().filter(|_| step.is_mistake()) {
            write!(
                out,
                "; better by {} ±{}: {}",
                step.loss,
                step.loss_error,
                self.told(&best.words)
            )?;
        }
        writeln!(out, "{FAINT:#}")?;
        Ok(())
    }
}

/// How wide a curve is on the terminal.
const WIDTH: usize = 60;

/// Amounts over time in one line.
fn curve(amounts: &[Amount]) -> String {
    const LEVELS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
    let (low, high) = (amounts.iter().min(), amounts.iter().max());
    let (Some(low), Some(high)) = (low, high) else {
        return String::new();
    };
    let range = (high.0 - low.0).max(1);
    let places = amounts.len().min(WIDTH);
    let level = |place: usize| {
        let amount = amounts[place * amounts.len() / places];
        LEVELS[((amount.0 - low.0) * 7 / range) as usize]
    };
    let line: String = (0..places).map(level).collect();
    format!("{line}  {low} to {high}")
}
