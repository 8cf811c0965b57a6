//! A table as the assistant's own seat sees it, and what happens there.

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::api::{Asker, Id, Refusal};
use crate::words::{self, list, word};

/// A table as the assistant's own seat sees it now.
pub(crate) struct Seen {
    table: Value,
    now: Value,
    /// The number of the seat. There is no other way to look than from it.
    seat: u64,
    text: String,
}

impl Seen {
    /// Looks.
    pub(crate) async fn ask(asker: &Asker<'_>, id: &Id) -> Result<Self, Refusal> {
        let mut answer = asker.get(&format!("{}?text=true", id.path())).await?;
        let [table, now, text] = ["table", "now", "text"].map(|part| answer[part].take());
        let seat = now["viewer"].as_u64().ok_or_else(|| {
            let message = "You have no seat at this table that you may look from: join_table sits you down. A token \
                           has to have the scope \"read\", and may have ended.";
            Refusal::new("not_your_seat", message)
        })?;
        Ok(Seen {
            table,
            now,
            seat,
            text: text.as_str().unwrap_or_default().to_owned(),
        })
    }

    /// The number of the latest event that the seat was told.
    pub(crate) fn event(&self) -> u64 {
        self.now["event"].as_u64().unwrap_or_default()
    }

    pub(crate) fn version(&self) -> u64 {
        self.now["version"].as_u64().unwrap_or_default()
    }

    pub(crate) fn is_over(&self) -> bool {
        self.now["status"] == "over"
    }

    fn is_turn(&self) -> bool {
        self.now["status"] == "running" && !list(&self.now["legal"]).is_empty()
    }

    /// Is there nothing to wait for?
    fn is_settled(&self) -> bool {
        self.is_over() || self.is_turn()
    }

    pub(crate) fn names(&self) -> Vec<String> {
        words::names(&self.now["seats"])
    }

    pub(crate) fn own(&self) -> &Value {
        &self.now["seats"][self.seat as usize]
    }

    /// How the game or the table ended, in words.
    pub(crate) fn ending(&self) -> String {
        match self.table["ended"].as_str() {
            Some(why) => format!("The table has ended before the game: {why}."),
            None => words::outcome(&self.now["outcome"], &self.names()),
        }
    }

    /// All that is told of the table but the view.
    pub(crate) fn json(&self) -> Value {
        let (table, now, names) = (&self.table, &self.now, self.names());
        let legal = list(&now["legal"]).iter().enumerate().map(|(index, legal)| {
            json!({
                "number": index + 1,
                "action": legal["action"],
                "label": words::sentence(&legal["label"], &names),
            })
        });
        json!({
            "table": table["id"],
            "game": table["game"],
            "options": table["options"],
            "status": now["status"],
            "ended": table["ended"],
            "seat": self.seat,
            "name": self.own()["name"],
            "seats": now["seats"],
            "to_act": now["to_act"],
            "your_turn": self.is_turn(),
            "event": now["event"],
            "version": now["version"],
            "prompt": {
                "text": words::sentence(&now["prompt"]["text"], &names),
                "clause": now["prompt"]["clause"],
            },
            "legal": legal.collect::<Vec<Value>>(),
            "undo": now["undo"],
            "clocks": now["clocks"],
            "outcome": now["outcome"],
            "commitment": table["commitment"],
            "seed": table["seed"],
        })
    }

    /// What the seat sees, as the game's own type says it.
    pub(crate) fn view(&self) -> &Value {
        &self.now["view"]
    }

    /// "Seat 0: Ann (you), seat 1: Basil (a gentle bot), seat 2: open".
    fn who_sits_where(&self) -> String {
        let seats = list(&self.now["seats"]).iter().enumerate();
        let seats = seats.map(|(number, seat)| {
            let who = match (word(seat, "kind"), word(seat, "name")) {
                ("open", _) => "open".to_owned(),
                (_, name) if number as u64 == self.seat => format!("{name} (you)"),
                ("bot", name) => format!("{name} (a {} bot)", word(seat, "level")),
                (_, name) => name.to_owned(),
            };
            format!("seat {number}: {who}")
        });
        let seats: Vec<String> = seats.collect();
        seats.join(", ").replacen('s', "S", 1)
    }

    /// The same in words.
    pub(crate) fn words(&self) -> String {
        let (table, now, names) = (&self.table, &self.now, self.names());
        let mut text = format!(
            "Table {} of {}: {}. Event {}, version {}.\n{}\n",
            word(table, "id"),
            word(table, "game"),
            word(now, "status"),
            self.event(),
            self.version(),
            self.who_sits_where(),
        );
        if now["status"] == "open" {
            text += "The game has not begun.";
            if table["yours"] == true {
                text += " The table is yours: start_table begins, and open seats go to bots.";
            }
            return text;
        }
        let _ = writeln!(text, "\n{}", self.text.trim_end());
        if self.is_over() {
            let _ = write!(text, "\n{}", self.ending());
            return text;
        }
        if !self.own()["away"].is_null() {
            text += "\nA bot plays for you: join_table takes your seat back.\n";
        }
        let prompt = &now["prompt"];
        let _ = write!(
            text,
            "\n{} (rule {})\n",
            words::sentence(&prompt["text"], &names),
            word(prompt, "clause")
        );
        if self.is_turn() {
            let _ = write!(text, "It is your turn. You may, at version {}:", self.version());
            for (index, legal) in list(&now["legal"]).iter().enumerate() {
                let label = words::sentence(&legal["label"], &names);
                let _ = write!(text, "\n{}. {} ({label})", index + 1, word(legal, "action"));
            }
        } else {
            text += "It is not your turn: wait.";
        }
        text
    }
}

/// What happened while an assistant waited, and how things stand then.
pub(crate) struct Followed {
    pub(crate) happened: Vec<String>,
    pub(crate) seen: Seen,
}

/// How long what has happened already may take to come.
const ON_ITS_WAY: Duration = Duration::from_secs(2);

/// Waits until it is the seat's turn or the game is over, at most so long, and tells what happened after an event.
///
/// Nothing that was heard on the way is told unless the seat may still be looked from in the end: a right may go while
/// someone waits.
pub(crate) async fn follow(
    asker: &Asker<'_>,
    id: &Id,
    after: Option<u64>,
    time: Duration,
) -> Result<Followed, Refusal> {
    let deadline = Instant::now() + time;
    let mut seen = Seen::ask(asker, id).await?;
    let mut heard = Heard::new(seen.seat, after.unwrap_or(u64::MAX).min(seen.event()));
    if seen.is_settled() && heard.up_to >= seen.event() {
        return Ok(Followed {
            happened: Vec::new(),
            seen,
        });
    }
    let mut events = asker.events(id, heard.up_to).await?;
    loop {
        let is_told = heard.up_to >= seen.event();
        if seen.is_settled() && is_told {
            break;
        }
        let until = if is_told { deadline } else { deadline + ON_ITS_WAY };
        let left = until.saturating_duration_since(Instant::now());
        let event = match events.next(left).await {
            Some(event) if event["now"]["viewer"] == heard.seat => event,
            _ => break,
        };
        if heard.hear(&event) && heard.up_to >= seen.event() {
            seen = Seen::ask(asker, id).await?;
        }
    }
    let hidden = heard.muted(asker, id).await?;
    let seen = Seen::ask(asker, id).await?;
    let happened = if seen.seat == heard.seat {
        heard.told(&hidden)
    } else {
        Vec::new()
    };
    Ok(Followed { happened, seen })
}

/// What was heard of a table.
struct Heard {
    seat: u64,
    /// The latest event that was heard.
    up_to: u64,
    lines: Vec<Line>,
}

/// Something that was heard, and from which seat if somebody said it.
struct Line {
    by: Option<u64>,
    text: String,
}

impl Heard {
    fn new(seat: u64, up_to: u64) -> Self {
        Heard {
            seat,
            up_to,
            lines: Vec::new(),
        }
    }

    /// Hears an event. Is there nothing more to wait for, as far as it says?
    fn hear(&mut self, event: &Value) -> bool {
        let (what, now) = (&event["what"], &event["now"]);
        self.up_to = event["event"].as_u64().unwrap_or_default().max(self.up_to);
        let names = words::names(&now["seats"]);
        let mut tell = |text: String| self.lines.push(Line { by: None, text });
        match word(what, "kind") {
            "state" => tell("More has happened than is told here: log tells it.".to_owned()),
            "said" => self.lines.push(Line {
                by: what["seat"].as_u64(),
                text: words::said(what),
            }),
            _ => words::what(what, &names).into_iter().for_each(&mut tell),
        }
        let steps = words::happenings(&event["happenings"], &names);
        self.lines
            .extend(steps.into_iter().map(|text| Line { by: None, text }));
        now["status"] == "over" || !list(&now["legal"]).is_empty()
    }

    /// The seats of those whom the assistant's person does not want to hear, if anybody said anything.
    async fn muted(&self, asker: &Asker<'_>, id: &Id) -> Result<Vec<u64>, Refusal> {
        if self.lines.iter().all(|line| line.by.is_none()) {
            return Ok(Vec::new());
        }
        muted(asker, id).await
    }

    fn told(self, hidden: &[u64]) -> Vec<String> {
        let lines = self.lines.into_iter();
        lines
            .filter(|line| line.by.is_none_or(|by| !hidden.contains(&by)))
            .map(|line| line.text)
            .collect()
    }
}

/// The seats of those whom the assistant's person does not want to hear.
pub(crate) async fn muted(asker: &Asker<'_>, id: &Id) -> Result<Vec<u64>, Refusal> {
    let seats = asker.get(&format!("{}/muted", id.path())).await?;
    Ok(list(&seats).iter().filter_map(Value::as_u64).collect())
}
