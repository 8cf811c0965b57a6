//! Every seat of every game as a line of comma-separated values.

use std::fmt::Write as _;

use crate::plan::Plan;
use crate::run::Finished;

/// One line a seat of each game, with a header.
pub fn rows(plan: &Plan, finished: &Finished) -> String {
    let mut out =
        String::from("game,deal,seat,bot,won,rank,total,actions,choices,millis,most_millis,iterations");
    let first = finished.games.values().next();
    let names = first.map(|played| played.seats[0].lines.iter().map(|(name, _)| name.clone()));
    let names: Vec<String> = names.into_iter().flatten().collect();
    for name in &names {
        let _ = write!(out, ",{}", quoted(name));
    }
    out.push('\n');
    for (game, played) in &finished.games {
        for (seat, found) in played.seats.iter().enumerate() {
            let _ = write!(
                out,
                "{game},{},{seat},{},{},{},{},{},{},{:.3},{:.3},{}",
                game / plan.games_per_deal(),
                quoted(&found.who),
                found.won,
                found.rank,
                found.total,
                played.actions,
                found.choices,
                found.millis.0,
                found.millis.1,
                found.iterations
            );
            for (_, points) in &found.lines {
                let _ = write!(out, ",{points}");
            }
            out.push('\n');
        }
    }
    out
}

fn quoted(text: &str) -> String {
    if text.contains([',', '"', '\n']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}
