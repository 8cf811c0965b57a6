//! How a game ended, as a table for the terminal.

use std::io::{self, Write};

use bobbin_game::{Names, Outcome, Seat};

use crate::style::STRONG;

/// Writes the score sheet of every seat side by side, then who won and why.
pub(crate) fn write(out: &mut impl Write, outcome: &Outcome, names: &[String]) -> io::Result<()> {
    let names = Names(names);
    let seats: Vec<Seat> = Seat::all(outcome.players()).collect();
    let heads: Vec<String> = seats.iter().map(|&seat| names.of(seat)).collect();
    let lines = &outcome.sheets[0].lines;
    let label = lines
        .iter()
        .map(|line| line.name.chars().count())
        .max()
        .unwrap_or(0)
        .max("total".len());
    let width = |seat: &Seat| heads[seat.index()].chars().count().max(6);

    write!(out, "{:label$}", "")?;
    for seat in &seats {
        write!(
            out,
            "  {STRONG}{:>1$}{STRONG:#}",
            heads[seat.index()],
            width(seat)
        )?;
    }
    writeln!(out)?;
    for (row, line) in lines.iter().enumerate() {
        write!(out, "{:label$}", line.name)?;
        for seat in &seats {
            write!(
                out,
                "  {:>1$}",
                outcome.sheets[seat.index()].lines[row].points,
                width(seat)
            )?;
        }
        writeln!(out)?;
    }
    write!(out, "{STRONG}{:label$}", "total")?;
    for seat in &seats {
        write!(out, "  {:>1$}", outcome.total(*seat), width(seat))?;
    }
    writeln!(out, "{STRONG:#}\n")?;
    writeln!(out, "{STRONG}{}{STRONG:#}", verdict(outcome, names))?;
    for goal in &outcome.goals {
        let met = if goal.met_by.is_empty() { "not met" } else { "met" };
        writeln!(out, "Goal {met}: {}", goal.name)?;
    }
    Ok(())
}

/// Who won and what decided, in a sentence.
fn verdict(outcome: &Outcome, names: Names) -> String {
    let winners: Vec<String> = outcome.winners.iter().map(|seat| names.of(seat)).collect();
    let by = outcome
        .decided_by
        .map_or(String::new(), |reason| format!(" ({reason})"));
    if let (Some(tier), 1) = (outcome.tier, outcome.players()) {
        return format!("{tier}: {} points{by}.", outcome.total(Seat::new(0)));
    }
    match &winners[..] {
        [] => format!("Nobody wins{by}."),
        [winner] => format!("{winner} wins{by}."),
        [first @ .., last] => format!("{} and {last} win together{by}.", first.join(", ")),
    }
}
