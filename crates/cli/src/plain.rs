//! What is told, as JSON for programs that read lines: sentences as plain text, with the names of the players.

use bobbin_catalog::{Happening, Legal, LogLine};
use bobbin_game::{Names, Prompt};
use serde_json::{Value, json};

pub(crate) fn prompt(prompt: &Prompt, names: &Names<'_>) -> Value {
    json!({ "text": prompt.text.in_full(names), "clause": prompt.clause })
}

pub(crate) fn legal(legal: &Legal, names: &Names<'_>) -> Value {
    let telling = &legal.telling;
    json!({
        "action": legal.action,
        "picks": telling.picks,
        "verb": telling.verb,
        "label": telling.label.in_full(names),
    })
}

pub(crate) fn happening(happening: &Happening, names: &Names<'_>) -> Value {
    json!({ "words": happening.words.in_full(names), "event": happening.event })
}

pub(crate) fn log(lines: &[LogLine], names: &Names<'_>) -> Value {
    let line = |line: &LogLine| {
        let told = line.happenings.iter().map(|told| happening(told, names));
        json!({ "index": line.index, "seat": line.seat, "happenings": told.collect::<Vec<Value>>() })
    };
    lines.iter().map(line).collect()
}
