//! What the API tells, in words.

use std::fmt::Write as _;

use bobbin_game::{Names, Sentence};
use serde::Deserialize as _;
use serde_json::Value;

/// A sentence of the API, with names.
pub(crate) fn sentence(sentence: &Value, names: &[String]) -> String {
    Sentence::deserialize(sentence).map_or_else(|_| String::new(), |sentence| sentence.in_full(&Names(names)))
}

/// The names of those who sit at a table.
pub(crate) fn names(seats: &Value) -> Vec<String> {
    let name = |seat: &Value| seat["name"].as_str().unwrap_or_default().to_owned();
    list(seats).iter().map(name).collect()
}

/// The name of who sits there.
fn name(names: &[String], seat: Option<u64>) -> &str {
    let name = seat.and_then(|seat| names.get(seat as usize));
    name.map_or("somebody", String::as_str)
}

/// A list of the API; where there is none it is empty.
pub(crate) fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

/// A word of the API.
pub(crate) fn word<'a>(value: &'a Value, key: &str) -> &'a str {
    value[key].as_str().unwrap_or_default()
}

/// What happened, step by step.
pub(crate) fn happenings(told: &Value, names: &[String]) -> Vec<String> {
    let words = |happening: &Value| sentence(&happening["words"], names);
    list(told).iter().map(words).collect()
}

/// What someone said at a table. It is theirs, whatever it says.
pub(crate) fn said(line: &Value) -> String {
    format!("{} says: {:?}", word(line, "name"), word(line, "text"))
}

/// What an event of a stream is about, where it is no action.
pub(crate) fn what(what: &Value, names: &[String]) -> Option<String> {
    let who = || name(names, what["seat"].as_u64());
    Some(match word(what, "kind") {
        "sat" => format!("{} sits down.", word(what, "name")),
        "stood" => "Somebody gets up.".to_owned(),
        "removed" => "Somebody was removed from the table.".to_owned(),
        "chose" => format!(
            "{} chooses {} = {}.",
            who(),
            word(what, "option"),
            word(what, "value")
        ),
        "started" => "The game begins.".to_owned(),
        "undone" => format!("{} takes back an action.", who()),
        "left" => format!("A bot plays for {} from now on.", who()),
        "gave_time" => format!("{} gives {} time.", who(), name(names, what["to"].as_u64())),
        "wants_end" if what["wants"] == true => format!("{} would end the game without a result.", who()),
        "wants_end" => format!("{} would play on.", who()),
        "days_off" => format!("{} takes days off, or is back from them.", who()),
        "took_back" => format!("{} plays again.", who()),
        "ended" => format!("The table has ended: {}.", word(what, "why")),
        "rematch" => format!("The same people play again at table {}.", word(what, "table")),
        _ => return None,
    })
}

/// How a game ended.
pub(crate) fn outcome(outcome: &Value, names: &[String]) -> String {
    let winners = list(&outcome["winners"]).iter();
    let winners: Vec<&str> = winners.map(|seat| name(names, seat.as_u64())).collect();
    let mut text = match winners.as_slice() {
        [] => "The game is over.".to_owned(),
        [one] => format!("The game is over: {one} wins."),
        several => format!("The game is over: {} win together.", several.join(" and ")),
    };
    for why in ["decided_by", "tier"] {
        if let Some(why) = outcome[why].as_str() {
            let _ = write!(text, " ({why})");
        }
    }
    let ranks = list(&outcome["ranks"]);
    for (seat, sheet) in list(&outcome["sheets"]).iter().enumerate() {
        let lines = list(&sheet["lines"]);
        let lines = lines
            .iter()
            .map(|line| format!("{} {}", word(line, "name"), line["points"]));
        let rank = ranks
            .get(seat)
            .map_or_else(String::new, |rank| format!("{rank}. "));
        let lines: Vec<String> = lines.collect();
        let _ = write!(
            text,
            "\n{rank}{}: {} ({})",
            name(names, Some(seat as u64)),
            sheet["total"],
            lines.join(", ")
        );
    }
    text
}
