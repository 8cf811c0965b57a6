//! The figures of a run for a terminal.

use std::fmt::Write as _;

use crate::elo::Elo;
use crate::statistics::{Interval, Mean};
use crate::summary::Summary;

/// A share with its interval, in percent; a dash where there was nothing to have a share of.
pub fn percent(interval: &Interval) -> String {
    if interval.high - interval.low >= 1.0 {
        return "–".to_owned();
    }
    format!(
        "{:.1} % ({:.1} to {:.1})",
        interval.share * 100.0,
        interval.low * 100.0,
        interval.high * 100.0
    )
}

/// A mean with its interval.
pub fn plus_minus(mean: &Mean) -> String {
    format!("{:.2} ± {:.2}", mean.mean, mean.within)
}

/// A rating with its interval; a dash where there was nobody to be rated beside.
pub fn elo(elo: Option<&Elo>) -> String {
    elo.map_or("–".to_owned(), |elo| {
        format!("{:+.0} ± {:.0}", elo.value, elo.within)
    })
}

/// The figures of a run as tables.
pub fn tables(summary: &Summary) -> String {
    let mut out = String::new();
    let mut say = |line: String| {
        let _ = writeln!(out, "{line}");
    };
    say(format!(
        "{}: {} games{}. {} (seed {})",
        summary.name,
        summary.games,
        summary.winners_words(),
        summary.options,
        summary.seed
    ));
    for (reason, count) in &summary.without_winner {
        say(format!("  {count} without a winner: {reason}"));
    }
    say(String::new());
    let mut rows =
        vec![["bot", "won", "score", "Elo", "ms a choice (most)", "iterations/s"].map(str::to_owned)];
    for bot in &summary.bots {
        rows.push([
            bot.name.clone(),
            percent(&bot.won),
            plus_minus(&bot.score),
            elo(bot.elo.as_ref()),
            format!("{:.2} ({:.1})", bot.millis.0, bot.millis.1),
            format!("{:.0}", bot.iterations_per_second),
        ]);
    }
    say(aligned(&rows));
    let mut rows = vec![["seat", "won", "score"].map(str::to_owned)];
    for (seat, found) in summary.seats.iter().enumerate() {
        rows.push([seat.to_string(), percent(&found.won), plus_minus(&found.score)]);
    }
    say(aligned(&rows));
    let mut rows = vec![["score line", "all", "winners"].map(str::to_owned)];
    for line in &summary.lines {
        rows.push([
            line.name.clone(),
            plus_minus(&line.points),
            plus_minus(&line.of_winners),
        ]);
    }
    say(aligned(&rows));
    let mut course = format!(
        "Actions a game {}, choices a seat {}",
        plus_minus(&summary.actions),
        plus_minus(&summary.choices)
    );
    if let Some(changes) = &summary.lead_changes {
        let _ = write!(course, ", lead changes {}", plus_minus(changes));
    }
    if let Some(margin) = &summary.margin {
        let _ = write!(course, ", margin {}", plus_minus(margin));
    }
    say(course);
    if let Some(verdict) = &summary.verdict {
        let words = match verdict.decision {
            Some(true) => "yes: the first bot is that good",
            Some(false) => "no: the first bot is not better",
            None => "undecided",
        };
        say(format!(
            "SPRT: {words} (log ratio {:.2}, bounds ±{:.2})",
            verdict.ratio, verdict.bound
        ));
    }
    if summary.was_stopped {
        say("Broken off: the figures are those of the games that were finished.".to_owned());
    }
    out
}

/// The figures of what was taken, as tables.
pub fn facts(summary: &Summary) -> String {
    let mut out = String::new();
    for (kind, facts) in &summary.facts {
        let header = [kind.as_str(), "a game", "× average", "won with it"].map(str::to_owned);
        let mut rows = vec![header];
        for fact in facts {
            rows.push([
                fact.name.clone(),
                format!("{:.3}", fact.per_game),
                format!("{:.2}", fact.relative),
                percent(&fact.won),
            ]);
        }
        let _ = writeln!(out, "{}", aligned(&rows));
    }
    out
}

fn aligned<const N: usize>(rows: &[[String; N]]) -> String {
    let width = |column: usize| {
        rows.iter()
            .map(|row| row[column].chars().count())
            .max()
            .unwrap_or(0)
    };
    let widths: [usize; N] = std::array::from_fn(width);
    let mut out = String::new();
    for row in rows {
        let mut line = String::new();
        for (cell, width) in row.iter().zip(widths) {
            let _ = write!(line, "{cell:width$}  ");
        }
        let _ = writeln!(out, "{}", line.trim_end());
    }
    out
}
