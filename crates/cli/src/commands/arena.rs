//! `bobbin arena`

use std::io::{IsTerminal as _, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Context as _;
use bobbin_arena::{Elsewhere, Finished, Hands, Journal, Plan, Sprt, Summary, Threads, csv, html, text};
use bobbin_catalog::{Contestant, NetError};
use bobbin_game::ContentHash;
use bobbin_nats::{Address, Nats};
use bobbin_workers::{Packs, Workers};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use tokio::runtime::Runtime;

use crate::Answer;
use crate::args::{GameArg, SetupArgs, read_pack};
use crate::commands::serve::runtime;
use crate::commands::write_json;

/// Let bots play many games, and measure them and the game.
///
/// Every deal is played with the seats rotated until every bot has sat everywhere. The same seed gives the same games
/// on any number of threads; bots with a budget of iterations play them the same way, too. Ctrl-C ends the run
/// and shows what was played; with --keep it can be taken up again.
#[derive(clap::Args, Debug)]
#[command(after_long_help = "\
Who is better, with a test that stops when it is clear:
  bobbin arena hearts --bots search:100ms,greedy --games 1000 --sprt 0.5,0.55
How a game is balanced, and what another content pack would change:
  bobbin arena knitting-circle --players 4 --bots steady --games 10000 --report balance.html --against my-pack.toml
The same games and figures from as many machines as run `bobbin worker`:
  bobbin arena circuitous --bots search:1000i,steady --games 5000 --nats nats://192.168.1.7:4222
What hidden knowledge costs: `cheat` is our search given the true state and the luck to come.
  bobbin arena circuitous --bots cheat:50ms,search:50ms --games 100
What its network is worth to a bot: `hand` is our search with what was written by hand alone.
  bobbin arena arch-ravels --players 2 --bots search:100ms,hand:100ms --games 200")]
pub(crate) struct Args {
    /// The game.
    #[arg(value_parser = GameArg::parser())]
    game: GameArg,

    /// Who plays, separated by commas: random, greedy, ismcts, search, playful, gentle, steady, keen, sharp, expert,
    /// cheat, trial or hand, with a budget where it thinks (search:100ms, search:1000i). One bot alone plays on all
    /// seats.
    #[arg(long, value_name = "BOT,…", value_delimiter = ',', default_value = "steady")]
    bots: Vec<Contestant>,

    /// How many games.
    #[arg(long, value_name = "N", default_value_t = 100)]
    games: u64,

    #[command(flatten)]
    setup: SetupArgs,

    /// The name of the luck.
    #[arg(long, value_name = "NAME", default_value = "arena")]
    seed: String,

    /// How many games at once; all cores if it is not said.
    #[arg(long, value_name = "N")]
    threads: Option<usize>,

    /// Have the games played by `bobbin worker`s at this NATS: `nats://HOST:4222`. They are the same games. What no
    /// worker plays is played here.
    #[arg(long, value_name = "URL", env = "BOBBIN_NATS", hide_env_values = true)]
    nats: Option<Address>,

    /// Stop as soon as it is clear whether the first bot wins no more than the first share, or at least the second.
    #[arg(long, value_name = "SHARE,SHARE", value_parser = parse_sprt)]
    sprt: Option<Sprt>,

    /// Give the bots called `trial` the network with these weights (see docs/bots.md).
    #[arg(long, value_name = "FILE", conflicts_with_all = ["nats", "keep"])]
    trial: Option<PathBuf>,

    /// Give all others the network with these weights instead of the house's.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["nats", "keep"])]
    net: Option<PathBuf>,

    /// Check at every question that nothing hidden is shown.
    #[arg(long)]
    audit: bool,

    /// Keep every game in this file as it ends. A run that finds its own file goes on from there.
    #[arg(long, value_name = "FILE")]
    keep: Option<PathBuf>,

    /// Write the record of every game into this folder.
    #[arg(long, value_name = "DIR")]
    records: Option<PathBuf>,

    /// Write every seat of every game as comma-separated values.
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,

    /// Write a report with plots as a page that needs nothing else.
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,

    /// Play the same with this content pack as well, and show both side by side.
    #[arg(long, value_name = "FILE")]
    against: Option<PathBuf>,

    /// Show what was taken, and how often it won, on the terminal, too.
    #[arg(long)]
    facts: bool,

    /// All figures for programs.
    #[arg(long)]
    json: bool,
}

fn parse_sprt(text: &str) -> Result<Sprt, String> {
    let wrong = || "expected two shares between 0 and 1, the smaller first: 0.5,0.55".to_owned();
    let (null, alternative) = text.split_once(',').ok_or_else(wrong)?;
    match (null.parse::<f64>(), alternative.parse::<f64>()) {
        (Ok(null), Ok(alternative)) if 0.0 < null && null < alternative && alternative < 1.0 => {
            Ok(Sprt::new(null, alternative))
        }
        _ => Err(wrong()),
    }
}

/// The networks that bots shall have instead of the house's.
fn put_networks(args: &Args) -> anyhow::Result<()> {
    let tries = args.bots.iter().any(|bot| matches!(bot, Contestant::Trial(_)));
    anyhow::ensure!(
        tries == args.trial.is_some(),
        "--trial FILE and a bot called `trial` go together: --bots trial:100ms,search:100ms --trial new.net"
    );
    let game = args.game.0.id();
    let put = |file: &Option<PathBuf>, put: fn(&str, &[u8]) -> Result<(), NetError>| {
        let Some(file) = file else { return Ok(()) };
        let weights = std::fs::read(file).with_context(|| format!("cannot read {}", file.display()))?;
        put(game, &weights).with_context(|| format!("{} cannot be used", file.display()))
    };
    put(&args.net, bobbin_catalog::replace_house)?;
    put(&args.trial, bobbin_catalog::put_on_trial)
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> anyhow::Result<Answer> {
    let stop = Arc::new(AtomicBool::new(false));
    let asked = Arc::clone(&stop);
    ctrlc::set_handler(move || asked.store(true, Ordering::Relaxed)).context("cannot listen for Ctrl-C")?;
    put_networks(args)?;
    let all_cores = || std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let threads = args.threads.unwrap_or_else(all_cores);
    let elsewhere = match &args.nats {
        Some(address) => Some(elsewhere(args, address, threads)?),
        None => None,
    };
    let here = Threads(threads);
    let hands: &dyn Hands = elsewhere.as_ref().map_or(&here, |(hands, _)| hands);
    let mut runs = vec![played(
        args,
        hands,
        args.setup.load_content(args.game.0)?,
        args.keep.as_deref(),
        &stop,
    )?];
    let mut labels = vec!["house".to_owned()];
    if let Some(pack) = &args.setup.content {
        labels[0] = pack.display().to_string();
    }
    if let Some(pack) = &args.against {
        let info = args.game.0.load_content(&read_pack(pack)?)?;
        let keep = args
            .keep
            .as_ref()
            .map(|keep| keep.with_extension("against.jsonl"));
        runs.push(played(args, hands, Some(info.hash), keep.as_deref(), &stop)?);
        labels.push(pack.display().to_string());
    }
    let summaries: Vec<Summary> = runs
        .iter()
        .map(|(plan, finished)| Summary::of(plan, finished))
        .collect();
    if let Some(file) = &args.csv {
        let rows: String = runs
            .iter()
            .map(|(plan, finished)| csv::rows(plan, finished))
            .collect();
        write(file, &rows)?;
    }
    if let Some(file) = &args.report {
        let labelled: Vec<(String, Summary)> = labels.into_iter().zip(summaries.iter().cloned()).collect();
        let title = format!("{}: balance", summaries[0].name);
        write(file, &html::page(&title, &command(), &labelled))?;
    }
    if args.json {
        match &summaries[..] {
            [one] => write_json(out, one)?,
            several => write_json(out, &several)?,
        }
    } else {
        for summary in &summaries {
            writeln!(out, "{}", text::tables(summary))?;
            if args.facts {
                writeln!(out, "{}", text::facts(summary))?;
            }
        }
    }
    Ok(Answer::Yes)
}

/// The workers at NATS, and what keeps the connection to them.
fn elsewhere(args: &Args, address: &Address, threads: usize) -> anyhow::Result<(Elsewhere, Runtime)> {
    let files = args.setup.content.iter().chain(&args.against);
    let mut packs = Packs::new();
    for file in files {
        let pack = read_pack(file)?;
        packs.insert(args.game.0.load_content(&pack)?.hash, pack.text);
    }
    let runtime = runtime()?;
    let hands = runtime.block_on(async {
        let nats = Nats::connect(address, "bobbin arena").await?;
        let workers = Workers::new(&nats, packs);
        anyhow::Ok(Elsewhere::new(workers, runtime.handle().clone(), threads))
    })?;
    Ok((hands, runtime))
}

fn played(
    args: &Args,
    hands: &dyn Hands,
    content: Option<ContentHash>,
    keep: Option<&Path>,
    stop: &AtomicBool,
) -> anyhow::Result<(Plan, Finished)> {
    let options = args.setup.options()?;
    let mut plan = Plan::new(args.game.0, &options, content, &args.seed, &args.bots, args.games)?;
    plan.is_audited = args.audit;
    plan.is_recorded = args.records.is_some();
    let (journal, known) = match keep {
        Some(path) => Journal::open(path, &plan).map(|(journal, known)| (Some(journal), known))?,
        None => (None, std::collections::BTreeMap::new()),
    };
    let bar = progress_bar(args.games);
    let mut show = |games| bar.set_position(games);
    let finished = bobbin_arena::run(&plan, hands, known, journal, args.sprt, stop, &mut show)?;
    bar.finish_and_clear();
    if let Some(folder) = &args.records {
        std::fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
        for (game, played) in &finished.games {
            if let Some(record) = &played.record {
                write(&folder.join(format!("{game:06}.record")), record)?;
            }
        }
    }
    Ok((plan, finished))
}

fn progress_bar(games: u64) -> ProgressBar {
    if !std::io::stderr().is_terminal() {
        return ProgressBar::with_draw_target(Some(games), ProgressDrawTarget::hidden());
    }
    let bar = ProgressBar::new(games);
    let style = ProgressStyle::with_template("{bar:40} {pos}/{len} games, {per_sec}, {eta} left");
    bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

/// The command as it was typed, for whoever wants to make the report again.
fn command() -> String {
    let words = std::env::args().skip(1).map(|word| {
        if word.contains(' ') {
            format!("'{word}'")
        } else {
            word
        }
    });
    std::iter::once("bobbin".to_owned())
        .chain(words)
        .collect::<Vec<_>>()
        .join(" ")
}

fn write(file: &Path, text: &str) -> anyhow::Result<()> {
    std::fs::write(file, text).with_context(|| format!("cannot write {}", file.display()))
}
