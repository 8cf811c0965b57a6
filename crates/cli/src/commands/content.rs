//! `bobbin content`

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use bobbin_terminal::Article;
use clap::Subcommand;

use crate::Answer;
use crate::args::{GameArg, read_pack};
use crate::commands::write_json;
use crate::style::{ERROR, GOOD, STRONG};

/// Look at the cards, boards and ladders that games are played with.
#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    /// List everything a game is played with, each with its facts in a line.
    List {
        #[command(flatten)]
        of: Of,
    },
    /// Show cards and boards as they look, with their facts.
    Show {
        #[command(flatten)]
        of: Of,
        /// One of them, by its name in the list; all if none is said.
        card: Option<String>,
    },
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

/// Which content.
#[derive(clap::Args, Debug)]
pub(crate) struct Of {
    /// The game; `bobbin games` lists them.
    #[arg(value_parser = GameArg::parser(), hide_possible_values = true)]
    game: GameArg,
    /// This content pack instead of the house's content.
    #[arg(long, value_name = "FILE")]
    content: Option<PathBuf>,
    /// For programs.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(command: Command, out: &mut impl Write) -> anyhow::Result<Answer> {
    match command {
        Command::List { of } => list(&of, out),
        Command::Show { of, card } => show(&of, card.as_deref(), out),
        Command::Check { game, file, json } => check(game, &file, json, out),
    }
}

impl Of {
    fn articles(&self) -> anyhow::Result<Vec<Article>> {
        let game = self.game.0;
        let pack = self.content.as_deref().map(read_pack).transpose()?;
        let info = pack.map(|pack| game.load_content(&pack)).transpose()?;
        let articles = bobbin_terminal::articles(game.id(), info.map(|info| info.hash));
        articles.with_context(|| format!("{} has no cards or boards of its own", game.name()))
    }
}

fn list(of: &Of, out: &mut impl Write) -> anyhow::Result<Answer> {
    let articles = of.articles()?;
    if of.json {
        let json: Vec<_> = articles.iter().map(as_json).collect();
        write_json(out, &json)?;
        return Ok(Answer::Yes);
    }
    let width = articles
        .iter()
        .map(|article| article.id.chars().count())
        .max()
        .unwrap_or(0);
    for section in articles.chunk_by(|one, next| one.section == next.section) {
        writeln!(out, "{STRONG}{}{STRONG:#}", section[0].section)?;
        for Article { id, facts, .. } in section {
            writeln!(out, "  {id:width$}  {facts}")?;
        }
    }
    Ok(Answer::Yes)
}

fn show(of: &Of, card: Option<&str>, out: &mut impl Write) -> anyhow::Result<Answer> {
    let mut articles = of.articles()?;
    if let Some(card) = card {
        articles.retain(|article| article.id == card);
        if articles.is_empty() {
            let game = of.game.0.id();
            bail!("there is no {card} in {game}: bobbin content list {game} names all there is");
        }
    }
    if of.json {
        let json: Vec<_> = articles.iter().map(as_json).collect();
        write_json(out, &json)?;
        return Ok(Answer::Yes);
    }
    for (place, article) in articles.iter().enumerate() {
        if place > 0 {
            writeln!(out)?;
        }
        writeln!(out, "{STRONG}{}{STRONG:#}  {}", article.id, article.facts)?;
        write!(out, "{}", article.drawing())?;
    }
    Ok(Answer::Yes)
}

fn as_json(article: &Article) -> serde_json::Value {
    serde_json::json!({ "section": article.section, "id": article.id, "facts": article.facts })
}

fn check(game: GameArg, file: &Path, json: bool, out: &mut impl Write) -> anyhow::Result<Answer> {
    let checked = game.0.load_content(&read_pack(file)?);
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
