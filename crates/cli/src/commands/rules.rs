//! `bobbin rules`

use std::io::Write;
use std::path::PathBuf;

use anyhow::bail;
use bobbin_game::rulebook::Clause;

use crate::Answer;
use crate::args::GameArg;
use crate::commands::{coverage, write_json};
use crate::style::{FAINT, STRONG};

/// Read the rules of a game in our words, by numbered clauses.
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    /// The game; `bobbin games` lists them.
    #[arg(value_parser = GameArg::parser(), hide_possible_values = true)]
    game: GameArg,

    /// A clause such as 5.3, or a whole section such as 5.
    clause: Option<String>,

    /// List each clause with the tests that cite it; exits with 1 if a clause has none.
    #[arg(long, conflicts_with = "clause")]
    coverage: bool,

    /// The clone, or the folder of the game's crate, for --coverage. By default the clone you stand in.
    #[arg(long, value_name = "DIR", requires = "coverage")]
    source: Option<PathBuf>,

    /// For programs.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> anyhow::Result<Answer> {
    let game = args.game.0;
    if args.coverage {
        return coverage::run(game, args.source.as_deref(), args.json, out);
    }
    let rulebook = game.rulebook();
    match (&args.clause, args.json) {
        (None, true) => write_json(out, &rulebook)?,
        (None, false) => write_markdown(out, game.rules())?,
        (Some(wanted), json) => {
            let clauses = find(&rulebook.clauses, wanted);
            if clauses.is_empty() {
                let last = rulebook.clauses.last().map_or("", |clause| &clause.number);
                bail!(
                    "there is no clause {wanted} in the rules of {}: they go from {} to {last}",
                    game.name(),
                    rulebook.clauses.first().map_or("", |clause| &clause.number),
                );
            }
            if json {
                write_json(out, &clauses)?;
            } else {
                write_clauses(out, &clauses)?;
            }
        }
    }
    Ok(Answer::Yes)
}

/// The clause with this number, or all of the section with this number.
pub(crate) fn find<'a>(clauses: &'a [Clause], wanted: &str) -> Vec<&'a Clause> {
    let wanted = wanted.trim_end_matches('.');
    let is_meant =
        |clause: &&Clause| clause.number == wanted || clause.section.split(' ').next() == Some(wanted);
    clauses.iter().filter(is_meant).collect()
}

/// Writes clauses under the headings of their sections.
pub(crate) fn write_clauses(out: &mut impl Write, clauses: &[&Clause]) -> std::io::Result<()> {
    let mut section = "";
    for clause in clauses {
        if clause.section != section {
            section = &clause.section;
            writeln!(out, "{FAINT}{section}{FAINT:#}")?;
        }
        let ruling = if clause.is_ruling { " (ruling)" } else { "" };
        writeln!(out, "{STRONG}{}{STRONG:#}{ruling} {}", clause.number, clause.text)?;
    }
    Ok(())
}

/// Writes Markdown so that headings and bold stand out on a terminal and the text stays plain elsewhere.
fn write_markdown(out: &mut impl Write, markdown: &str) -> std::io::Result<()> {
    for line in markdown.lines() {
        if line.starts_with('#') {
            writeln!(out, "{STRONG}{}{STRONG:#}", line.trim_start_matches(['#', ' ']))?;
            continue;
        }
        for (place, part) in line.split("**").enumerate() {
            if place % 2 == 1 {
                write!(out, "{STRONG}{part}{STRONG:#}")?;
            } else {
                write!(out, "{part}")?;
            }
        }
        writeln!(out)?;
    }
    Ok(())
}
