//! What can be played, and its rules.

use std::fmt::Write as _;

use bobbin_game::Rulebook;
use bobbin_game::rulebook::Clause;
use rmcp::schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use super::{Effect, Kind, Nothing, Told};
use crate::api::{Asker, Id, Refusal};
use crate::words::{list, word};

pub(super) fn kinds() -> Vec<Kind> {
    vec![
        Kind::new(
            "list_games",
            "List the games",
            Effect::Looks,
            "The games that can be played here: id, numbers of players, options with their choices, levels of bots.",
            |asker, _: Nothing| Box::pin(list_games(asker)),
        ),
        Kind::new(
            "rules",
            "Read the rules",
            Effect::Looks,
            "The rules of a game in numbered clauses. Without `clause` and `words` the table of contents; with `clause` \
             one clause (5.3) or a whole section (5); with `words` all clauses that have these words. Refusals and \
             prompts name the clause that matters.",
            |asker, wanted| Box::pin(rules(asker, wanted)),
        ),
    ]
}

/// All games, as the API tells of them.
pub(crate) async fn all_games(asker: &Asker<'_>) -> Result<Vec<Value>, Refusal> {
    Ok(list(&asker.get("/api/games").await?).to_vec())
}

async fn list_games(asker: &Asker<'_>) -> Result<Told, Refusal> {
    let mut games = all_games(asker).await?;
    let mut text = String::new();
    for game in &mut games {
        if let Some(game) = game.as_object_mut() {
            game.remove("packs");
        }
        let joined = |values: &Value, of: fn(&Value) -> String| {
            let values: Vec<String> = list(values).iter().map(of).collect();
            values.join(", ")
        };
        let _ = writeln!(
            text,
            "{} ({}): {} players; bots {}{}",
            word(game, "name"),
            word(game, "id"),
            joined(&game["players"], Value::to_string),
            joined(&game["levels"], |level| level
                .as_str()
                .unwrap_or_default()
                .to_owned()),
            if game["example"] == true {
                "; an example"
            } else {
                ""
            },
        );
        for option in list(&game["options"]) {
            let values = joined(&option["choices"], |choice| word(choice, "value").to_owned());
            let (key, help, default) = (word(option, "key"), word(option, "help"), word(option, "default"));
            let _ = writeln!(
                text,
                "  {key}: {help} One of {values}; {default} if you do not say."
            );
        }
    }
    Ok(Told::new(text.trim_end(), json!({ "games": games })))
}

/// Which rules.
#[derive(Deserialize, JsonSchema)]
#[schemars(crate = "rmcp::schemars")]
#[serde(deny_unknown_fields)]
struct Wanted {
    /// The id of the game.
    game: String,
    /// The number of a clause (5.3) or of a section (5).
    clause: Option<String>,
    /// Words that all have to be in a clause.
    words: Option<String>,
}

/// The rules of a game as Markdown.
pub(crate) async fn rules_text(asker: &Asker<'_>, game: &str) -> Result<String, Refusal> {
    let id = Id::read(game, "game")?;
    let game = asker.get(&format!("/api/games/{}", id.as_str())).await?;
    Ok(word(&game, "rules").to_owned())
}

async fn rules(asker: &Asker<'_>, wanted: Wanted) -> Result<Told, Refusal> {
    let text = rules_text(asker, &wanted.game).await?;
    let rulebook = Rulebook::parse(&text);
    let rulebook = rulebook.map_err(|error| Refusal::new("rules", error.to_string()))?;
    if wanted.clause.is_none() && wanted.words.is_none() {
        return Ok(contents(&rulebook));
    }
    let number = wanted.clause.as_deref();
    let number = number.map(|number| number.trim().trim_end_matches('.'));
    let is_numbered = |clause: &Clause| {
        let section = clause.section.split(' ').next();
        number.is_none_or(|number| clause.number == number || section == Some(number))
    };
    let words = wanted.words.unwrap_or_default().to_lowercase();
    let has_words = |clause: &Clause| {
        let text = format!("{} {}", clause.section, clause.text).to_lowercase();
        words.split_whitespace().all(|word| text.contains(word))
    };
    let found = rulebook.clauses.iter();
    let found: Vec<&Clause> = found
        .filter(|clause| is_numbered(clause) && has_words(clause))
        .collect();
    if found.is_empty() {
        let message = "There is no such clause: ask without `clause` and `words` for the table of contents.";
        return Err(Refusal::new("not_found", message));
    }
    let mut text = String::new();
    for clause in &found {
        let ruling = if clause.is_ruling { " (ruling)" } else { "" };
        let _ = writeln!(text, "{}{ruling} {}", clause.number, clause.text);
    }
    Ok(Told::new(text.trim_end(), json!({ "clauses": found })))
}

/// The sections with the numbers of their clauses.
fn contents(rulebook: &Rulebook) -> Told {
    let mut sections: Vec<(&str, Vec<&str>)> = Vec::new();
    for clause in &rulebook.clauses {
        match sections.last_mut() {
            Some((section, numbers)) if *section == clause.section => numbers.push(&clause.number),
            _ => sections.push((&clause.section, vec![&clause.number])),
        }
    }
    let lines: Vec<String> = sections
        .iter()
        .map(|(section, numbers)| format!("{section}: {}", numbers.join(", ")))
        .collect();
    let json: Vec<Value> = sections
        .iter()
        .map(|(section, numbers)| json!({ "section": section, "clauses": numbers }))
        .collect();
    Told::new(lines.join("\n"), json!({ "contents": json }))
}
