//! `bobbin content`

use std::io::Write;
use std::path::PathBuf;

use clap::Subcommand;

use crate::Answer;
use crate::args::{GameArg, read_pack};
use crate::commands::write_json;
use crate::style::{ERROR, GOOD};

/// Look at the cards, boards and ladders that games are played with.
#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    /// Check a content pack of your own: tells file, line and column of what is wrong (and exits with 1).
    Check {
        /// The game it is for; `bobbin games` lists them.
        #[arg(value_parser = GameArg::parser(), hide_possible_values = true)]
        game: GameArg,
        /// The pack, a TOML file.
        file: PathBuf,
        /// For programs.
        #[arg(long)]
        json: bool,
    },
}

pub(crate) fn run(command: Command, out: &mut impl Write) -> anyhow::Result<Answer> {
    let Command::Check { game, file, json } = command;
    let checked = game.0.load_content(&read_pack(&file)?);
    match (&checked, json) {
        (Ok(info), true) => write_json(out, info)?,
        (Ok(info), false) => {
            writeln!(out, "{GOOD}good{GOOD:#}  {}", info.summary)?;
            writeln!(out, "      content {}", info.hash)?;
        }
        (Err(error), true) => {
            let (line, column) = error.place.unzip();
            let json = serde_json::json!({
                "error": { "file": error.file, "line": line, "column": column, "message": error.message }
            });
            write_json(out, &json)?;
        }
        (Err(error), false) => writeln!(out, "{ERROR}wrong{ERROR:#}  {error}")?,
    }
    Ok(if checked.is_ok() { Answer::Yes } else { Answer::No })
}
