//! Making tables, finding them, sitting down and getting up.

use std::collections::BTreeMap;

use rmcp::schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::playing::{TableOnly, told_of};
use super::{Effect, Kind, Nothing, Told};
use crate::api::{Asker, Id, Refusal};
use crate::seen::Seen;
use crate::words::{list, word};

pub(super) fn kinds() -> Vec<Kind> {
    vec![
        Kind::new(
            "make_table",
            "Make a table",
            Effect::Adds,
            "Makes a table of a game and sits you down. Bots take the other seats and the game begins at once, unless \
             `open` leaves the seats to people, who join by the table's id; then start_table begins.",
            |asker, wish| Box::pin(make(asker, wish)),
        ),
        Kind::new(
            "join_table",
            "Sit down at a table",
            Effect::Adds,
            "Takes a free seat at a table, by its id or its address. Where you sit already and a bot plays for you, \
             takes your seat back.",
            |asker, wish| Box::pin(join(asker, wish)),
        ),
        Kind::new(
            "my_tables",
            "List my tables",
            Effect::Looks,
            "The tables where you sit, the latest first, and which of them wait for you.",
            |asker, _: Nothing| Box::pin(mine(asker)),
        ),
        Kind::new(
            "start_table",
            "Begin the game",
            Effect::Adds,
            "Begins the game at a table that you made and left open. Seats that are still open go to bots.",
            |asker, at| Box::pin(start(asker, at)),
        ),
        Kind::new(
            "leave_table",
            "Get up",
            Effect::Changes,
            "Gets up from a table. Once the game has begun a bot plays for you until join_table takes the seat back, \
             and others may take it.",
            |asker, at| Box::pin(leave(asker, at)),
        ),
    ]
}

/// How strong a bot is.
#[derive(Clone, Copy, Default, Deserialize, Serialize, JsonSchema)]
#[schemars(crate = "rmcp::schemars", inline)]
#[serde(rename_all = "snake_case")]
enum Level {
    Playful,
    Gentle,
    #[default]
    Steady,
    Keen,
    Sharp,
    Expert,
}

/// A wish for a table.
#[derive(Deserialize, JsonSchema)]
#[schemars(crate = "rmcp::schemars")]
#[serde(deny_unknown_fields)]
struct NewTable {
    /// The id of the game, from `list_games`.
    game: String,
    /// Options by their keys, from `list_games`; what is left out is as the game says.
    #[serde(default)]
    options: BTreeMap<String, String>,
    /// How many play; as the game says if you do not.
    players: Option<u8>,
    /// Where you sit in turn order, 0 the first.
    #[serde(default)]
    #[schemars(range(max = 7))]
    seat: u8,
    /// How strong the bots are.
    #[serde(default)]
    level: Level,
    /// Leave the other seats to people and do not begin yet.
    #[serde(default)]
    open: bool,
    /// The first game of those who learn it: the same deal for everybody, against one gentle bot. Nothing else that you
    /// say about the table counts then.
    #[serde(default)]
    lesson: bool,
}

async fn make(asker: &Asker<'_>, wish: NewTable) -> Result<Told, Refusal> {
    let mut options = wish.options;
    if let Some(players) = wish.players {
        options.insert("players".to_owned(), players.to_string());
    }
    let before_you = if wish.open {
        json!({ "kind": "open" })
    } else {
        json!({ "kind": "bot", "level": wish.level })
    };
    let mut seats = vec![before_you; usize::from(wish.seat)];
    seats.push(json!({ "kind": "me" }));
    let mut table = json!({
        "game": wish.game,
        "options": options,
        "seats": seats,
        "level": wish.level,
        "start": !wish.open,
        "lesson": wish.lesson,
    });
    if !wish.open {
        // Nobody watches the bots.
        table["pace"] = json!(0);
    }
    let made = asker.post("/api/tables", &table).await?;
    let id = Id::read(word(&made["table"], "id"), "table")?;
    Ok(told_of(&Seen::ask(asker, &id).await?))
}

/// Where to sit down.
#[derive(Deserialize, JsonSchema)]
#[schemars(crate = "rmcp::schemars")]
#[serde(deny_unknown_fields)]
struct Joining {
    /// The table's id, or its address.
    table: String,
    /// The number of the seat, 0 the first; the first that is free if you do not say.
    #[schemars(range(max = 7))]
    seat: Option<u8>,
}

async fn join(asker: &Asker<'_>, wish: Joining) -> Result<Told, Refusal> {
    let id = Id::read(&wish.table, "table")?;
    let path = format!("{}/join", id.path());
    asker.post(&path, &json!({ "seat": wish.seat })).await?;
    let mut seen = Seen::ask(asker, &id).await?;
    if !seen.own()["away"].is_null() && !seen.is_over() {
        let path = format!("{}/take-back", id.path());
        asker.post(&path, &json!({})).await?;
        seen = Seen::ask(asker, &id).await?;
    }
    Ok(told_of(&seen))
}

/// The tables where whoever asks sits, as the API tells of them.
pub(crate) async fn own_tables(asker: &Asker<'_>) -> Result<Vec<Value>, Refusal> {
    Ok(list(&asker.get("/api/tables?mine=true").await?).to_vec())
}

async fn mine(asker: &Asker<'_>) -> Result<Told, Refusal> {
    let tables = own_tables(asker).await?;
    let line = |table: &Value| {
        let names = list(&table["names"]).iter().filter_map(Value::as_str);
        let names: Vec<&str> = names.filter(|name| !name.is_empty()).collect();
        let turn = if table["waits_for_you"] == true {
            "; your turn"
        } else {
            ""
        };
        let (id, game, status) = (word(table, "id"), word(table, "game"), word(table, "status"));
        format!("{id}: {game}, {status}{turn} ({})", names.join(", "))
    };
    let lines: Vec<String> = tables.iter().map(line).collect();
    let text = if lines.is_empty() {
        "You sit at no table: make_table makes one, join_table takes a seat at one.".to_owned()
    } else {
        lines.join("\n")
    };
    Ok(Told::new(text, json!({ "tables": tables })))
}

async fn start(asker: &Asker<'_>, at: TableOnly) -> Result<Told, Refusal> {
    let id = at.id()?;
    asker.post(&format!("{}/start", id.path()), &json!({})).await?;
    Ok(told_of(&Seen::ask(asker, &id).await?))
}

async fn leave(asker: &Asker<'_>, at: TableOnly) -> Result<Told, Refusal> {
    let id = at.id()?;
    asker.post(&format!("{}/leave", id.path()), &json!({})).await?;
    Ok(Told::new("You got up.", json!({ "table": id.as_str() })))
}
