//! The figures of one or several runs as a page that needs nothing else: inline SVG, no script, no fonts to fetch.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use crate::statistics::{Interval, Mean};
use crate::summary::{FactSummary, Summary};
use crate::text::{elo, percent, plus_minus};

const STYLE: &str = "
:root { color-scheme: light dark; --ink: #1d2430; --faint: #667085; --line: #d0d5dd; --bar: #3b6ea8; --back: #fff; --mark: #b54708 }
@media (prefers-color-scheme: dark) { :root { --ink: #e6e9ef; --faint: #98a2b3; --line: #3a4250; --bar: #7fb0e8; --back: #14181f; --mark: #f7b27a } }
body { font: 15px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--back); max-width: 70rem; margin: 2rem auto; padding: 0 1rem }
h1 { font-size: 1.5rem } h2 { font-size: 1.15rem; margin-top: 2rem; border-bottom: 1px solid var(--line) }
table { border-collapse: collapse; margin: .5rem 0 } th, td { padding: .15rem .8rem .15rem 0; text-align: left; vertical-align: middle; font-variant-numeric: tabular-nums }
th { font-weight: 600; color: var(--faint) } .runs { display: flex; flex-wrap: wrap; gap: 2.5rem } .runs > div { min-width: 20rem }
code { font-size: .9em } .faint { color: var(--faint) } .dead { color: var(--mark); font-weight: 600 }
svg { vertical-align: middle } svg .bar { fill: var(--bar) } svg .whisker { stroke: var(--ink); stroke-width: 1.5 } svg .rule { stroke: var(--faint); stroke-dasharray: 3 3 }
";

/// Below a fifth of what its kind is taken on average a thing is dead.
const DEAD: f64 = 0.2;

/// A page with the figures of some runs side by side, and the command that makes it again.
pub fn page(title: &str, command: &str, runs: &[(String, Summary)]) -> String {
    let mut out = format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width\">\n\
         <title>{title}</title>\n<style>{STYLE}</style>\n<h1>{title}</h1>\n\
         <p class=\"faint\">Made by <code>{}</code>. All intervals are 95 %.</p>\n",
        escaped(command),
        title = escaped(title)
    );
    side_by_side(&mut out, "Games", runs, games);
    side_by_side(&mut out, "Bots", runs, bots);
    side_by_side(&mut out, "Seats", runs, seats);
    side_by_side(&mut out, "Score lines", runs, lines);
    side_by_side(&mut out, "Course of a game", runs, course);
    let kinds: BTreeSet<&String> = runs.iter().flat_map(|(_, run)| run.facts.keys()).collect();
    for kind in kinds {
        side_by_side(&mut out, &titled(kind), runs, |out, run| {
            facts(out, run.facts.get(kind).map_or(&[][..], Vec::as_slice), run);
        });
    }
    out.push_str("</html>\n");
    out
}

fn side_by_side(
    out: &mut String,
    title: &str,
    runs: &[(String, Summary)],
    show: impl Fn(&mut String, &Summary),
) {
    let _ = writeln!(out, "<h2>{}</h2>\n<div class=\"runs\">", escaped(title));
    for (label, run) in runs {
        out.push_str("<div>");
        if runs.len() > 1 {
            let _ = writeln!(out, "<p><b>{}</b></p>", escaped(label));
        }
        show(out, run);
        out.push_str("</div>\n");
    }
    out.push_str("</div>\n");
}

fn games(out: &mut String, run: &Summary) {
    let _ = write!(
        out,
        "<p>{}: {} games, seed <code>{}</code>.<br><code>{}</code></p>",
        escaped(run.name),
        run.games,
        escaped(&run.seed),
        escaped(&run.options),
    );
    if run.seats.len() > 1 {
        let _ = write!(out, "<p>With a winner: {}.</p>", percent(&run.decided_share));
    }
    for (reason, count) in &run.without_winner {
        let _ = write!(out, "<p>{count} without: {}</p>", escaped(reason));
    }
    if let Some(content) = &run.content {
        let _ = write!(
            out,
            "<p class=\"faint\">Content <code>{}</code></p>",
            &content[..12]
        );
    }
    if run.was_stopped {
        out.push_str("<p class=\"dead\">Broken off before all games were played.</p>");
    }
}

fn bots(out: &mut String, run: &Summary) {
    out.push_str(
        "<table><tr><th>bot<th>won<th><th>score<th>Elo<th>ms a choice<th>at most<th>iterations/s</tr>",
    );
    for bot in &run.bots {
        let _ = writeln!(
            out,
            "<tr><td>{}<td>{}<td>{}<td>{}<td>{}<td>{:.2}<td>{:.1}<td>{:.0}</tr>",
            escaped(&bot.name),
            percent(&bot.won),
            share_bar(&bot.won, bot.fair),
            plus_minus(&bot.score),
            elo(bot.elo.as_ref()),
            bot.millis.0,
            bot.millis.1,
            bot.iterations_per_second
        );
    }
    out.push_str("</table>");
    if let Some(verdict) = &run.verdict {
        let _ = write!(
            out,
            "<p>SPRT: log ratio {:.2}, bounds ±{:.2}, decision {:?}</p>",
            verdict.ratio, verdict.bound, verdict.decision
        );
    }
}

fn seats(out: &mut String, run: &Summary) {
    let fair = 1.0 / run.seats.len() as f64;
    out.push_str("<table><tr><th>seat<th>won<th><th>over its share<th>score</tr>");
    for (seat, found) in run.seats.iter().enumerate() {
        let _ = writeln!(
            out,
            "<tr><td>{seat}<td>{}<td>{}<td>{:+.1}<td>{}</tr>",
            percent(&found.won),
            share_bar(&found.won, fair),
            (found.won.share - fair) * 100.0,
            plus_minus(&found.score)
        );
    }
    out.push_str("</table>");
}

fn lines(out: &mut String, run: &Summary) {
    let most = run
        .lines
        .iter()
        .map(|line| line.points.mean.abs() + line.points.deviation)
        .fold(1.0, f64::max);
    out.push_str("<table><tr><th>line<th>points<th><th>spread<th>of winners</tr>");
    for line in &run.lines {
        let _ = writeln!(
            out,
            "<tr><td>{}<td>{}<td>{}<td>{:.1}<td>{}</tr>",
            escaped(&line.name),
            plus_minus(&line.points),
            mean_bar(&line.points, most),
            line.points.deviation,
            plus_minus(&line.of_winners)
        );
    }
    out.push_str("</table>");
}

fn course(out: &mut String, run: &Summary) {
    out.push_str("<table><tr><th><th>mean<th>spread<th>least<th>most</tr>");
    let mut row = |name: &str, mean: &Mean| {
        let _ = writeln!(
            out,
            "<tr><td>{name}<td>{}<td>{:.1}<td>{:.1}<td>{:.1}</tr>",
            plus_minus(mean),
            mean.deviation,
            mean.range.0,
            mean.range.1
        );
    };
    row("actions in a game", &run.actions);
    row("choices of a seat", &run.choices);
    if let Some(changes) = &run.lead_changes {
        row("lead changes", changes);
    }
    if let Some(margin) = &run.margin {
        row("margin of the first", margin);
    }
    out.push_str("</table>");
}

fn facts(out: &mut String, facts: &[FactSummary], run: &Summary) {
    let fair = 1.0 / run.seats.len() as f64;
    let most = facts.iter().map(|fact| fact.relative).fold(1.0, f64::max);
    out.push_str("<table><tr><th>which<th>a game<th>× average<th><th>won with it<th><th>seats</tr>");
    for fact in facts {
        let class = if fact.relative < DEAD {
            " class=\"dead\""
        } else {
            ""
        };
        let _ = writeln!(
            out,
            "<tr{class}><td>{}<td>{:.3}<td>{:.2}<td>{}<td>{}<td>{}<td>{}</tr>",
            escaped(&fact.name),
            fact.per_game,
            fact.relative,
            plain_bar(fact.relative / most),
            percent(&fact.won),
            share_bar(&fact.won, fair),
            fact.takers
        );
    }
    out.push_str("</table>");
}

const WIDTH: f64 = 160.0;

/// A share as a bar with its interval as a whisker and a rule at the fair share.
fn share_bar(interval: &Interval, fair: f64) -> String {
    format!(
        "<svg width=\"{WIDTH}\" height=\"14\" role=\"img\" aria-label=\"{}\"><rect class=\"bar\" x=\"0\" y=\"3\" width=\"{:.1}\" height=\"8\"/>\
         <line class=\"whisker\" x1=\"{:.1}\" x2=\"{:.1}\" y1=\"7\" y2=\"7\"/><line class=\"rule\" x1=\"{rule:.1}\" x2=\"{rule:.1}\" y1=\"0\" y2=\"14\"/></svg>",
        percent(interval),
        interval.share * WIDTH,
        interval.low * WIDTH,
        interval.high * WIDTH,
        rule = fair * WIDTH
    )
}

fn mean_bar(mean: &Mean, most: f64) -> String {
    let scale = WIDTH / most;
    let (low, high) = (mean.mean - mean.deviation, mean.mean + mean.deviation);
    format!(
        "<svg width=\"{WIDTH}\" height=\"14\" role=\"img\" aria-label=\"{}\"><rect class=\"bar\" x=\"0\" y=\"3\" width=\"{:.1}\" height=\"8\"/>\
         <line class=\"whisker\" x1=\"{:.1}\" x2=\"{:.1}\" y1=\"7\" y2=\"7\"/></svg>",
        plus_minus(mean),
        mean.mean.abs() * scale,
        low.max(0.0) * scale,
        high.max(0.0) * scale
    )
}

fn plain_bar(part: f64) -> String {
    format!(
        "<svg width=\"{WIDTH}\" height=\"14\" aria-hidden=\"true\"><rect class=\"bar\" x=\"0\" y=\"3\" width=\"{:.1}\" height=\"8\"/></svg>",
        part.clamp(0.0, 1.0) * WIDTH
    )
}

fn titled(kind: &str) -> String {
    let mut letters = kind.chars();
    let first = letters.next().map(|letter| letter.to_uppercase().to_string());
    first.unwrap_or_default() + letters.as_str()
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}
