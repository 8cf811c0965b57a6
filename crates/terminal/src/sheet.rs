//! Score sheets in columns.

use bobbin_game::{Outcome, Seat};

use crate::words::Company;

/// The score sheet of every seat side by side, with the goals each has met.
pub(crate) fn lines(outcome: &Outcome, names: &[String]) -> Vec<String> {
    let seats = || Seat::all(outcome.players());
    let mut rows: Vec<(String, Vec<String>)> = Vec::new();
    let first = outcome.sheets.first();
    for (row, line) in first.into_iter().flat_map(|sheet| &sheet.lines).enumerate() {
        let points = seats().map(|seat| outcome.sheets[seat.index()].lines[row].points.to_string());
        rows.push((line.name.to_owned(), points.collect()));
    }
    let totals = seats().map(|seat| outcome.total(seat).to_string());
    rows.push(("Total".to_owned(), totals.collect()));
    for goal in &outcome.goals {
        let met = seats().map(|seat| if goal.met_by.contains(seat) { "met" } else { "–" }.to_owned());
        rows.push((goal.name.to_owned(), met.collect()));
    }
    columns(names, &rows)
}

/// Rows with a label and a column for each seat.
pub(crate) fn columns(heads: &[String], rows: &[(String, Vec<String>)]) -> Vec<String> {
    let width = |text: &str| text.chars().count();
    let label = rows.iter().map(|(label, _)| width(label)).max().unwrap_or(0);
    let line = |name: &str, cells: &[String]| {
        let cells = heads.iter().zip(cells);
        let cells = cells.map(|(head, cell)| format!("  {cell:>0$}", width(head).max(6)));
        format!("{name:label$}{}", cells.collect::<String>())
    };
    let head = line("", heads);
    std::iter::once(head)
        .chain(rows.iter().map(|(label, cells)| line(label, cells)))
        .collect()
}

/// Who won and what decided, in a sentence; what a lone player's score is worth.
pub(crate) fn verdict(outcome: &Outcome, company: &Company) -> String {
    if outcome.players() == 1 {
        let title = outcome.tier.unwrap_or("no title.");
        return format!("{}, {title}", outcome.total(Seat::new(0)).words());
    }
    let winners: Vec<String> = outcome.winners.iter().map(|seat| company.name(seat)).collect();
    let by = outcome
        .decided_by
        .map_or(String::new(), |reason| format!(" ({reason})"));
    match &winners[..] {
        [] => format!("Nobody wins{by}."),
        [winner] if winner == "You" => format!("You win{by}."),
        [winner] => format!("{winner} wins{by}."),
        [first @ .., last] => format!("{} and {last} win together{by}.", first.join(", ")),
    }
}
