//! Score sheets in columns.

use bobbin_game::{Outcome, Seat};
use unicode_width::UnicodeWidthStr as _;

/// The score sheet of every seat side by side, with the goals each has met.
pub fn lines(outcome: &Outcome, names: &[String]) -> Vec<String> {
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
    let label = rows.iter().map(|(label, _)| label.width()).max().unwrap_or(0);
    // `{:>8}` counts letters, and some take two columns.
    let room = |text: &str, columns: usize| " ".repeat(columns.saturating_sub(text.width()));
    let line = |name: &str, cells: &[String]| {
        let cells = heads.iter().zip(cells);
        let cells = cells.map(|(head, cell)| format!("  {}{cell}", room(cell, head.width().max(6))));
        format!("{name}{}{}", room(name, label), cells.collect::<String>())
    };
    let head = line("", heads);
    std::iter::once(head)
        .chain(rows.iter().map(|(label, cells)| line(label, cells)))
        .collect()
}

/// Who won and what decided, in a sentence; what a lone player's score is worth.
pub fn verdict(outcome: &Outcome, names: &[String]) -> String {
    if outcome.players() == 1 {
        let title = outcome.tier.unwrap_or("no title.");
        return format!("{}, {title}", outcome.total(Seat::new(0)).words());
    }
    let winners: Vec<String> = outcome
        .winners
        .iter()
        .map(|seat| names[seat.index()].clone())
        .collect();
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
        let lines = lines(outcome, &names).join(
            "
",
        );
        format!(
            "{lines}

{}
",
            verdict(outcome, &names)
        )
    }

    #[test]
    fn a_lone_players_game_is_scored_with_its_title_or_none() {
        let mut scored = outcome(&[1]);
        assert!(written(&scored, &["Ann"]).ends_with("\n1 point, no title.\n"));
        scored.tier = Some("Great Start!");
        assert!(written(&scored, &["Ann"]).ends_with("\n1 point, Great Start!\n"));
    }

    #[test]
    fn columns_stand_under_names_in_wide_letters() {
        let shown = written(&outcome(&[70, 50]), &["山田太郎さん", "Bo"]);
        let ends: Vec<usize> = shown.lines().take(3).map(str::width).collect();
        assert_eq!(ends, [7 + 2 + 12 + 2 + 6; 3], "{shown}");
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
