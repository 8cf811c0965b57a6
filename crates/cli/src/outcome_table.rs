//! How a game ended, as a table for the terminal.

use std::io::{self, Write};

use bobbin_game::{Names, Outcome, Seat};

use crate::style::STRONG;

/// Writes the score sheet of every seat side by side with the goals each has met, then who won and why.
pub(crate) fn write(out: &mut impl Write, outcome: &Outcome, names: &[String]) -> io::Result<()> {
    let names = Names(names);
    let seats: Vec<Seat> = Seat::all(outcome.players()).collect();
    let heads: Vec<String> = seats.iter().map(|&seat| names.of(seat)).collect();
    let lines = &outcome.sheets[0].lines;
    let labels = lines.iter().map(|line| line.name);
    let label = labels
        .chain(outcome.goals.iter().map(|goal| goal.name))
        .map(|name| name.chars().count())
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
    writeln!(out, "{STRONG:#}")?;
    for goal in &outcome.goals {
        write!(out, "{:label$}", goal.name)?;
        for &seat in &seats {
            let met = if goal.met_by.contains(seat) { "met" } else { "–" };
            write!(out, "  {met:>0$}", width(&seat))?;
        }
        writeln!(out)?;
    }
    writeln!(out, "\n{STRONG}{}{STRONG:#}", verdict(outcome, names))
}

/// Who won and what decided, in a sentence; what a lone player's score is worth.
fn verdict(outcome: &Outcome, names: Names) -> String {
    if outcome.players() == 1 {
        let title = outcome.tier.unwrap_or("no title.");
        return format!("{}, {title}", outcome.total(Seat::new(0)).words());
    }
    let winners: Vec<String> = outcome.winners.iter().map(|seat| names.of(seat)).collect();
    let by = outcome
        .decided_by
        .map_or(String::new(), |reason| format!(" ({reason})"));
    match &winners[..] {
        [] => format!("Nobody wins{by}."),
        [winner] => format!("{winner} wins{by}."),
        [first @ .., last] => format!("{} and {last} win together{by}.", first.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use bobbin_game::{Aim, Goal, Points, SeatSet, Sheet};

    use super::*;

    fn outcome(totals: &[i32]) -> Outcome {
        let sheets = totals
            .iter()
            .map(|&total| Sheet::new([("Buttons", Points::whole(total))]));
        Outcome::ranked(Aim::High, sheets, Seat::index, "later seat")
    }

    fn written(outcome: &Outcome, names: &[&str]) -> String {
        let names: Vec<String> = names.iter().map(|&name| name.to_owned()).collect();
        let mut out = Vec::new();
        write(&mut out, outcome, &names).expect("a buffer takes everything");
        let out = String::from_utf8(out).expect("it is text");
        anstream::adapter::strip_str(&out).to_string()
    }

    #[test]
    fn a_lone_players_game_is_scored_with_its_title_or_none() {
        let mut scored = outcome(&[1]);
        assert!(written(&scored, &["Ann"]).ends_with("\n1 point, no title.\n"));
        scored.tier = Some("Great Start!");
        assert!(written(&scored, &["Ann"]).ends_with("\n1 point, Great Start!\n"));
    }

    #[test]
    fn each_seat_meets_goals_of_its_own() {
        let mut won = outcome(&[70, 50]);
        won.goals.push(Goal {
            name: "60 points or more",
            met_by: SeatSet::only(Seat::new(0)),
        });
        let shown = written(&won, &["Ann", "Bo"]);
        assert!(shown.contains("60 points or more     met       –\n"), "{shown}");
        assert!(shown.ends_with("\nAnn wins.\n"), "{shown}");
    }
}
