//! `bobbin games`

use std::io::Write;

use bobbin_catalog::{AnyGame, ContentInfo};
use bobbin_game::OptionSpec;
use serde::Serialize;

use crate::Answer;
use crate::commands::write_json;
use crate::style::{FAINT, STRONG};

/// List the games, with what can be chosen for each.
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    /// For programs.
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Listed {
    id: &'static str,
    name: &'static str,
    is_example: bool,
    rules_version: u32,
    players: Vec<usize>,
    max_actions: usize,
    options: &'static [OptionSpec],
    content: Option<ContentInfo>,
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> anyhow::Result<Answer> {
    let titles = bobbin_catalog::titles().iter().map(|game| listed(*game, false));
    let examples = bobbin_catalog::examples().iter().map(|game| listed(*game, true));
    let games: Vec<Listed> = titles.chain(examples).collect();
    if args.json {
        write_json(out, &games)?;
    } else {
        for (place, game) in games.iter().enumerate() {
            if place > 0 {
                writeln!(out)?;
            }
            write_game(out, game)?;
        }
    }
    Ok(Answer::Yes)
}

fn listed(game: &dyn AnyGame, is_example: bool) -> Listed {
    Listed {
        id: game.id(),
        name: game.name(),
        is_example,
        rules_version: game.rules_version(),
        players: game.player_counts(),
        max_actions: game.max_actions(),
        options: game.options(),
        content: game.house_content(),
    }
}

fn write_game(out: &mut impl Write, game: &Listed) -> anyhow::Result<()> {
    let players = match game.players[..] {
        [only] => only.to_string(),
        [first, .., last] if last - first + 1 == game.players.len() => format!("{first} to {last}"),
        _ => game
            .players
            .iter()
            .map(usize::to_string)
            .collect::<Vec<_>>()
            .join(", "),
    };
    let noun = if players == "1" { "player" } else { "players" };
    let example = if game.is_example { ", an example" } else { "" };
    writeln!(
        out,
        "{STRONG}{}{STRONG:#}  {}, {players} {noun}{example}, rules version {}",
        game.id, game.name, game.rules_version
    )?;
    if let Some(content) = &game.content {
        writeln!(
            out,
            "  content  {} {FAINT}({:.12}…){FAINT:#}",
            content.summary,
            content.hash.to_string()
        )?;
    }
    for option in game.options {
        writeln!(out, "  {}  {}", option.key, option.help)?;
        for choice in option.choices {
            let default = if choice.value == option.default {
                " (default)"
            } else {
                ""
            };
            let (name, rest) = choice.label.split_once(" · ").unwrap_or((choice.label, ""));
            writeln!(
                out,
                "    {}={}  {FAINT}{name}{default}{FAINT:#}",
                option.key, choice.value
            )?;
            if !rest.is_empty() {
                writeln!(out, "      {FAINT}{rest}{FAINT:#}")?;
            }
        }
    }
    Ok(())
}
