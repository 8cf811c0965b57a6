//! `bobbin replay`

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, anyhow};
use bobbin_bots::with_guests;
use bobbin_catalog::{AnyGame, AnyMatch, Replay};
use bobbin_game::{Deed, Names, Record, RecordError, Seat, Seed, Source, Viewer};
use bobbin_terminal::{Company, sheet};

use crate::Answer;
use crate::args::{parse_viewer, read, read_pack};
use crate::commands::write_json;
use crate::plain;
use crate::style::{ERROR, FAINT, GOOD, STRONG};

/// Show the table at any moment of a recorded match, or verify the record.
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    /// The record.
    file: PathBuf,

    /// Check everything: the seed against its commitment, content, rules version, every action and the result.
    /// Tells line and column of what is wrong (and exits with 1).
    #[arg(long)]
    verify: bool,

    /// Show the table after so many entries; 0 is the start. By default after the last.
    #[arg(long, value_name = "N")]
    at: Option<usize>,

    /// Look as this viewer: the number of a seat, spectator or everything.
    #[arg(long = "as", value_name = "VIEWER", default_value = "everything", value_parser = parse_viewer)]
    viewer: Viewer,

    /// Tell what happened up to there, too.
    #[arg(long)]
    log: bool,

    /// Write the table as a picture into this file.
    #[arg(long, value_name = "OUT")]
    svg: Option<PathBuf>,

    /// The content pack that the match was played with, if it was not the house's.
    #[arg(long, value_name = "FILE")]
    content: Option<PathBuf>,

    /// The seed of a match that is not over, if you keep it.
    #[arg(long, value_name = "SEED")]
    seed: Option<String>,

    /// For programs.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> anyhow::Result<Answer> {
    let text = read(&args.file)?;
    let content = args.content.as_deref().map(read_pack).transpose()?;
    let seed = args.seed.as_deref().map(Seed::named);
    let opened = open(&text, content.as_ref());
    if args.verify {
        let verified = opened.and_then(|(game, record)| {
            let replayed = game.replay(
                &record,
                Replay {
                    seed,
                    ..Replay::default()
                },
            )?;
            Ok((record, replayed))
        });
        return verify(args, verified, out);
    }
    let located = |error: OpenError| error.located(&args.file);
    let (game, record) = opened.map_err(located)?;
    let entries = args.at.unwrap_or(record.entries.len());
    let replay = Replay {
        seed,
        entries: Some(entries),
        position: None,
    };
    let replayed = game
        .replay(&record, replay)
        .map_err(|error| located(error.into()))?;
    show(args, &record, entries, &*replayed, out)?;
    Ok(Answer::Yes)
}

/// Why a record cannot be opened.
pub(crate) enum OpenError {
    /// It says so itself, at a line and column.
    Record(RecordError),
    /// Something beside it is wrong.
    Other(anyhow::Error),
}

impl From<RecordError> for OpenError {
    fn from(error: RecordError) -> Self {
        OpenError::Record(error)
    }
}

impl OpenError {
    pub(crate) fn located(self, file: &Path) -> anyhow::Error {
        match self {
            OpenError::Record(RecordError {
                line,
                column,
                message,
            }) => {
                anyhow!("{}:{line}:{column}: {message}", file.display())
            }
            OpenError::Other(error) => error,
        }
    }
}

/// The record and the game it is of, with the content it was played with loaded.
pub(crate) fn open(
    text: &str,
    content: Option<&Source>,
) -> Result<(&'static dyn AnyGame, Record), OpenError> {
    let record: Record = text.parse()?;
    let game = bobbin_catalog::find(&record.game).map_err(|error| RecordError {
        line: 2,
        column: "game ".len() + 1,
        message: error.to_string(),
    })?;
    if let Some(pack) = content {
        game.load_content(pack)
            .map_err(|error| OpenError::Other(error.into()))?;
    }
    Ok((game, record))
}

fn verify(
    args: &Args,
    verified: Result<(Record, Box<dyn AnyMatch>), OpenError>,
    out: &mut impl Write,
) -> anyhow::Result<Answer> {
    let file = args.file.display();
    match verified {
        Ok((record, replayed)) => {
            if args.json {
                write_json(
                    out,
                    &serde_json::json!({ "verified": true, "result": record.result }),
                )?;
                return Ok(Answer::Yes);
            }
            let good = |out: &mut dyn Write, words: String| writeln!(out, "  {GOOD}✓{GOOD:#} {words}");
            writeln!(out, "{STRONG}{file}{STRONG:#} holds:")?;
            good(
                out,
                format!("{}, rules version {}", replayed.game().name(), record.rules),
            )?;
            good(out, format!("content {:.12}…", record.content.to_string()))?;
            good(
                out,
                format!(
                    "the seed is the one committed to, {:.12}…",
                    record.commitment.to_string()
                ),
            )?;
            good(
                out,
                format!("{} entries, each legal when it was made", record.entries.len()),
            )?;
            match &record.result {
                Some(result) => good(out, format!("the result: {result}"))?,
                None => good(out, "no result: the match is not over".to_owned())?,
            }
            Ok(Answer::Yes)
        }
        Err(OpenError::Other(error)) => Err(error),
        Err(OpenError::Record(RecordError {
            line,
            column,
            message,
        })) => {
            if args.json {
                let error = serde_json::json!({ "line": line, "column": column, "message": message });
                write_json(out, &serde_json::json!({ "verified": false, "error": error }))?;
            } else {
                writeln!(
                    out,
                    "{ERROR}does not hold{ERROR:#}  {file}:{line}:{column}: {message}"
                )?;
            }
            Ok(Answer::No)
        }
    }
}

fn show(
    args: &Args,
    record: &Record,
    entries: usize,
    replayed: &dyn AnyMatch,
    out: &mut impl Write,
) -> anyhow::Result<()> {
    if let Some(file) = &args.svg {
        let picture = replayed.svg(args.viewer)?;
        let picture =
            picture.with_context(|| format!("{} cannot draw itself yet", replayed.game().name()))?;
        std::fs::write(file, picture).with_context(|| format!("cannot write {}", file.display()))?;
    }
    let names = with_guests(&replayed.names());
    let company = Company::new(names.clone(), args.viewer.seat().unwrap_or(Seat::new(0)));
    let text = company.name_seats(&replayed.view_text(args.viewer)?);
    let log = if args.log {
        replayed.log(args.viewer, 0)?
    } else {
        Vec::new()
    };
    if args.json {
        let json = serde_json::json!({
            "game": record.game,
            "setup": record.setup,
            "at": entries,
            "entries": record.entries.len(),
            "viewer": args.viewer,
            "view": replayed.view(args.viewer)?,
            "to_act": replayed.to_act(),
            "log": args.log.then(|| plain::log(&log, &Names(&names))),
            "outcome": replayed.outcome(),
        });
        return write_json(out, &json);
    }
    for line in &log {
        for happening in &line.happenings {
            let words = happening.words.in_full(&Names(&names));
            writeln!(out, "{FAINT}· {words}{FAINT:#}")?;
        }
    }
    write!(
        out,
        "{STRONG}{}{STRONG:#}, {entries} of {} entries",
        replayed.game().name(),
        record.entries.len()
    )?;
    match entries.checked_sub(1).map(|last| &record.entries[last]) {
        Some(entry) if args.viewer == Viewer::Everything => {
            let deed = match &entry.deed {
                Deed::Play(action) => action,
                Deed::Undo => "undo",
            };
            writeln!(out, ", the last by {}: {deed}\n", Names(&names).of(entry.seat))?;
        }
        _ => writeln!(out, "\n")?,
    }
    writeln!(out, "{}", text.trim_end())?;
    if let Some(outcome) = replayed.outcome() {
        for line in sheet::lines(&outcome, &names) {
            write!(out, "\n{line}")?;
        }
        writeln!(out, "\n\n{STRONG}{}{STRONG:#}", sheet::verdict(&outcome, &names))?;
    }
    if let Some(file) = &args.svg {
        writeln!(out, "\nThe picture is in {}.", file.display())?;
    }
    Ok(())
}
