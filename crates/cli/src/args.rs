//! What can be said on the command line.

use std::path::{Path, PathBuf};

use anyhow::Context as _;
use bobbin_catalog::AnyGame;
use bobbin_game::{ContentHash, Options, SearchChance, Seed, Source, Viewer};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Parser, Subcommand};

use crate::commands::{
    admin, analyze, arena, backup, bench, content, engine, games, health, load, man, mcp, play, replay,
    rules, serve, worker,
};

/// Play, study and build tabletop games.
///
/// Unofficial: the rules are told in our own words, and nothing of the publishers' art or text is in here.
#[derive(Parser, Debug)]
#[command(
    name = "bobbin",
    version,
    propagate_version = true,
    max_term_width = 100,
    after_help = "Exit codes: 0 done; 1 the answer is no (a record does not hold, a clause has no test); 2 the \
                  question could not be answered (bad usage, bad input)."
)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    Games(games::Args),
    Play(play::Args),
    Serve(serve::Args),
    Worker(worker::Args),
    Rules(rules::Args),
    Replay(replay::Args),
    Analyze(analyze::Args),
    Engine(engine::Args),
    Mcp(mcp::Args),
    Bench(bench::Args),
    Arena(arena::Args),
    #[command(subcommand)]
    Content(content::Command),
    Load(load::Args),
    Backup(backup::BackupArgs),
    Restore(backup::RestoreArgs),
    #[command(subcommand)]
    Admin(admin::Command),
    Health(health::Args),
    /// Print the description of the server's API (OpenAPI, JSON).
    Openapi,
    /// Print the description of a game's views and events (OpenAPI without paths, JSON).
    Schema {
        /// The game; `bobbin games` lists them.
        #[arg(value_parser = GameArg::parser(), hide_possible_values = true)]
        game: GameArg,
    },
    /// Print the completions of a shell, to be put where that shell looks for them.
    Completions {
        /// The shell.
        shell: clap_complete::Shell,
    },
    Man(man::Args),
    /// Print whose work is in this program and its page, with the licenses.
    Notices,
}

/// A game of the catalog.
#[derive(Clone, Copy)]
pub(crate) struct GameArg(pub &'static dyn AnyGame);

impl std::fmt::Debug for GameArg {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.0.id())
    }
}

impl GameArg {
    pub(crate) fn parser() -> impl TypedValueParser<Value = GameArg> {
        PossibleValuesParser::new(bobbin_catalog::games().map(AnyGame::id))
            .try_map(|id| bobbin_catalog::find(&id).map(GameArg))
    }
}

/// What is chosen before a game.
#[derive(clap::Args, Clone, Debug)]
pub(crate) struct SetupArgs {
    /// How many play (short for --set players=N).
    #[arg(long, value_name = "N")]
    pub players: Option<usize>,

    /// Choose an option; `bobbin games` lists them. May be repeated.
    #[arg(long = "set", value_name = "KEY=VALUE")]
    pub set: Vec<String>,

    /// Play with this content pack instead of the house's content.
    #[arg(long, value_name = "FILE")]
    pub content: Option<PathBuf>,
}

impl SetupArgs {
    /// The options as written.
    pub(crate) fn options(&self) -> anyhow::Result<Options> {
        let mut words = self.set.clone();
        words.extend(self.players.map(|players| format!("players={players}")));
        Ok(words.join(" ").parse()?)
    }

    /// Loads the content pack, if there is one.
    pub(crate) fn load_content(&self, game: &dyn AnyGame) -> anyhow::Result<Option<ContentHash>> {
        let pack = self.content.as_deref().map(read_pack).transpose()?;
        let info = pack.map(|pack| game.load_content(&pack)).transpose()?;
        Ok(info.map(|info| info.hash))
    }
}

/// Reads a text file.
pub(crate) fn read(file: &Path) -> anyhow::Result<String> {
    std::fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))
}

/// Reads a content pack.
pub(crate) fn read_pack(file: &Path) -> anyhow::Result<Source> {
    Ok(Source::new(file.display().to_string(), read(file)?))
}

/// The seed with this name, or a fresh secret one.
pub(crate) fn seed(name: Option<&str>) -> anyhow::Result<Seed> {
    name.map_or_else(fresh_seed, |name| Ok(Seed::named(name)))
}

fn fresh_seed() -> anyhow::Result<Seed> {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes)
        .context("the system gives no randomness for a seed: choose one with --seed")?;
    Ok(Seed(bytes))
}

/// Luck for bots that follows from a seed.
pub(crate) fn search_luck(seed: Seed) -> SearchChance {
    let bytes = seed.0.into_iter().take(8);
    SearchChance::new(bytes.fold(0, |luck, byte| luck << 8 | u64::from(byte)))
}

/// `0` to `7`, `spectator` or `everything`.
pub(crate) fn parse_viewer(text: &str) -> Result<Viewer, String> {
    let json = if text.bytes().all(|byte| byte.is_ascii_digit()) {
        text.to_owned()
    } else {
        format!("{text:?}")
    };
    serde_json::from_str(&json)
        .map_err(|_| "a viewer is the number of a seat, \"spectator\" or \"everything\"".to_owned())
}
