//! `bobbin admin`: what whoever runs the server can do, beside it and while it runs.

use std::io::Write;

use anyhow::Context as _;
use bobbin_server::{Clock, PersonReport, REPORT, let_speak, settle_report, silence};
use bobbin_store::{Moved, Spread, Store, TableFilter};
use tokio::sync::mpsc;

use super::serve::runtime;
use crate::Answer;

/// Look after a server: tables and people.
#[derive(clap::Subcommand, Debug)]
pub(crate) enum Command {
    /// List tables, the latest first.
    Tables {
        #[command(flatten)]
        database: Database,
        /// Only open, running or over ones.
        #[arg(long, value_parser = ["open", "running", "over"])]
        status: Option<String>,
        /// At most so many.
        #[arg(long, default_value_t = 50)]
        limit: u32,
    },
    /// End a table; there is no result.
    End {
        #[command(flatten)]
        database: Database,
        /// The table's id.
        table: String,
    },
    /// Move tables with their logs into another of the server's databases, also while they are played.
    Move {
        #[command(flatten)]
        database: Database,
        /// The tables' ids.
        #[arg(value_name = "TABLE", required = true)]
        tables: Vec<String>,
        /// The database they go to, one of those given with --database.
        #[arg(long, value_name = "DATABASE")]
        to: String,
    },
    /// Look whether all logs are as they were written: no entry is missing, changed or elsewhere.
    Verify {
        #[command(flatten)]
        database: Database,
    },
    /// List what people have reported, the oldest first, with what was said.
    Reports {
        #[command(flatten)]
        database: Database,
        /// Those that are settled, too.
        #[arg(long)]
        all: bool,
        /// Settle this report: it has been seen to.
        #[arg(long, value_name = "REPORT")]
        done: Option<String>,
        /// What came of it, to be kept with the report.
        #[arg(long, value_name = "TEXT", default_value = "", requires = "done")]
        note: String,
    },
    /// Let someone say nothing for a time, at no table, and ask nobody for anything. They can play on.
    Mute {
        #[command(flatten)]
        database: Database,
        /// The person's id, as `people` and `reports` list it.
        person: String,
        /// For how long.
        #[arg(long, default_value_t = 24, value_parser = clap::value_parser!(u32).range(1..=8760))]
        hours: u32,
        /// Let them speak again.
        #[arg(long, conflicts_with = "hours")]
        undo: bool,
    },
    /// List people whose name or login contains a text.
    People {
        #[command(flatten)]
        database: Database,
        /// The text; everybody without.
        #[arg(default_value = "")]
        containing: String,
    },
    /// Let someone in no more. It takes effect within seconds.
    Ban {
        #[command(flatten)]
        database: Database,
        /// The person's id, as `people` lists it.
        person: String,
        /// Let them in again.
        #[arg(long)]
        undo: bool,
    },
    /// Give someone another name.
    Rename {
        #[command(flatten)]
        database: Database,
        /// The person's id, as `people` lists it.
        person: String,
        /// The new name.
        name: String,
    },
}

/// Which server.
#[derive(clap::Args, Debug)]
pub(crate) struct Database {
    /// The server's database [default: bobbin/bobbin.db in your data folder, ~/.local/share]; all of them where it has
    /// several, in the same order.
    #[arg(
        long = "database",
        value_name = "DATABASE",
        env = "BOBBIN_DATABASE",
        value_delimiter = ',',
        hide_env_values = true,
        default_values_t = [crate::data::database()],
        hide_default_value = true
    )]
    pub(super) addresses: Vec<String>,
}

pub(crate) fn run(command: Command, out: &mut impl Write) -> anyhow::Result<Answer> {
    let (Command::Tables { database, .. }
    | Command::End { database, .. }
    | Command::Verify { database }
    | Command::Reports { database, .. }
    | Command::People { database, .. }
    | Command::Move { database, .. }
    | Command::Mute { database, .. }
    | Command::Ban { database, .. }
    | Command::Rename { database, .. }) = &command;
    let addresses = database.addresses.clone();
    runtime()?.block_on(async {
        let store = bobbin_store::open_all(&addresses, None).await?;
        let done = act(&*store, command, out).await;
        store.close().await;
        done
    })
}

async fn act(store: &dyn Store, command: Command, out: &mut impl Write) -> anyhow::Result<Answer> {
    match command {
        Command::Tables { status, limit, .. } => {
            let filter = TableFilter {
                status,
                limit,
                unlisted: true,
                ..TableFilter::default()
            };
            for row in store.tables(&filter).await? {
                writeln!(
                    out,
                    "{}  {:8} {:16} {}",
                    row.id, row.status, row.game, row.summary
                )?;
            }
        }
        Command::End { table, .. } => {
            if !bobbin_server::end_table(store, &Clock::system(), &table).await? {
                writeln!(out, "There is no such table, or it is over already.")?;
                return Ok(Answer::No);
            }
            writeln!(out, "The table is over.")?;
        }
        Command::Move { database, tables, to } => {
            return move_tables(&database.addresses, &tables, &to, out).await;
        }
        Command::Verify { .. } => return verify(store, out).await,
        Command::Reports {
            done: Some(id), note, ..
        } => {
            if !settle_report(store, &Clock::system(), &id, &note).await? {
                writeln!(out, "There is no such report, or it is settled.")?;
                return Ok(Answer::No);
            }
            writeln!(out, "Done.")?;
        }
        Command::Reports { done: None, all, .. } => list_reports(store, all, out).await?,
        Command::Mute {
            person, undo: true, ..
        } => {
            if !let_speak(store, &person).await? {
                writeln!(out, "They may speak already.")?;
                return Ok(Answer::No);
            }
            writeln!(out, "Done.")?;
        }
        Command::Mute { person, hours, .. } => {
            let clock = Clock::system();
            let until = clock.wall() + i64::from(hours) * 3_600_000;
            return done(silence(store, &clock, &person, until).await?, out);
        }
        Command::People { containing, .. } => {
            for person in store.people(&containing, 200).await? {
                let banned = if person.banned { "  banned" } else { "" };
                let login = person.login.as_deref().unwrap_or("(guest)");
                writeln!(out, "{}  {login:16} {}{banned}", person.id, person.name)?;
            }
        }
        Command::Ban { person, undo, .. } => {
            return done(store.set_banned(&person, !undo).await?, out);
        }
        Command::Rename { person, name, .. } => {
            return done(store.rename_person(&person, &name).await?, out);
        }
    }
    Ok(Answer::Yes)
}

/// What people have reported. Nothing that they write runs in a terminal.
async fn list_reports(store: &dyn Store, all: bool, out: &mut impl Write) -> anyhow::Result<()> {
    for document in store.documents(REPORT, None).await? {
        let Ok(report) = serde_json::from_str::<PersonReport>(&document.body) else {
            continue;
        };
        if report.settled.is_some() && !all {
            continue;
        }
        writeln!(out, "{}  about {} ({})", document.id, report.about, report.name)?;
        writeln!(out, "  by {} at table {}", report.by, report.table)?;
        writeln!(out, "  {}", report.text.escape_debug())?;
        if report.talk.is_empty() {
            for said in &report.said {
                writeln!(out, "  said: {}", said.escape_debug())?;
            }
        }
        for line in &report.talk {
            let (name, text) = (line.name.escape_debug(), line.text.escape_debug());
            writeln!(out, "  {name}: {text}")?;
        }
        if let Some(settled) = &report.settled {
            writeln!(out, "  settled: {}", settled.note.escape_debug())?;
        }
    }
    Ok(())
}

/// Moves tables, and says what came of each.
async fn move_tables(
    addresses: &[String],
    tables: &[String],
    to: &str,
    out: &mut impl Write,
) -> anyhow::Result<Answer> {
    let to = addresses.iter().position(|address| address == to);
    let to = to.context("--to names none of the server's databases: give all of them with --database")?;
    let spread = Spread::open(addresses, None).await?;
    let mut answer = Answer::Yes;
    for table in tables {
        let (came_to, is_there) = match spread.move_table(table, to).await? {
            Moved::Done => ("is moved", true),
            Moved::WasThere => ("is there already", true),
            Moved::Nowhere => ("is in none of these databases", false),
            Moved::Busy => ("is being moved by somebody else: try again in a moment", false),
        };
        writeln!(out, "{table} {came_to}.")?;
        if !is_there {
            answer = Answer::No;
        }
    }
    spread.close().await;
    Ok(answer)
}

async fn verify(store: &dyn Store, out: &mut impl Write) -> anyhow::Result<Answer> {
    let (sender, mut findings) = mpsc::channel(64);
    let told = async {
        while let Some(finding) = findings.recv().await {
            writeln!(out, "{finding}")?;
        }
        anyhow::Ok(())
    };
    let (verified, told) = tokio::join!(store.verify(sender), told);
    // Nobody verifies any longer for whom nobody can be told.
    told?;
    let verified = verified?;
    write!(out, "{} entries of {} tables", verified.entries, verified.tables)?;
    match verified.findings {
        0 => writeln!(out, ": all are as they were written.")?,
        some => writeln!(
            out,
            ": {some} found wrong. Put a backup back, or end these tables."
        )?,
    }
    if verified.unconfirmed > 0 {
        let some = verified.unconfirmed;
        writeln!(
            out,
            "{some} are from before entries were chained and cannot be confirmed."
        )?;
    }
    Ok(if verified.findings == 0 {
        Answer::Yes
    } else {
        Answer::No
    })
}

/// Says whether there was someone to whom it could be done.
fn done(is_there: bool, out: &mut impl Write) -> anyhow::Result<Answer> {
    if is_there {
        writeln!(out, "Done.")?;
        Ok(Answer::Yes)
    } else {
        writeln!(out, "There is no such person.")?;
        Ok(Answer::No)
    }
}
