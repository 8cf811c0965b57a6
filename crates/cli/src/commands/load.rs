//! `bobbin load`: real clients that play real games, to measure a server and to break it.

use std::collections::BTreeMap;
use std::io::{BufRead as _, BufReader, Write};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::Context as _;
use bobbin_game::SearchChance;
use bobbin_load::attack::{Attack, Kind};
use bobbin_load::{Load, LoadReport, run as play, run_until};
use tokio::sync::watch;

use super::serve::runtime;
use crate::Answer;

/// Play real games at a server over HTTP and streams, and measure.
///
/// Every player is a guest of its own with a stream of its own; some streams are broken off and resumed all the time.
/// Start the server with --no-limits. With --crashes a server of its own is started, killed (SIGKILL) at random moments
/// and started again, and in the end its log is compared with what was acknowledged.
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    /// Where the servers are: one, or several that share a database. Players move to the next when theirs is gone.
    #[arg(value_name = "URL", default_value = "http://127.0.0.1:7100")]
    urls: Vec<String>,

    /// How many tables at a time.
    #[arg(long, value_name = "N", default_value_t = 50)]
    tables: usize,

    /// For how long.
    #[arg(long, value_name = "S", default_value_t = 10)]
    seconds: u64,

    /// Which game [default: the first].
    #[arg(long, value_name = "GAME")]
    game: Option<String>,

    /// How many seats a table has [default: as many as the game allows].
    #[arg(long, value_name = "N")]
    seats: Option<usize>,

    /// Before anything is measured, play each table on to a random moment of its first so many actions: all phases of
    /// the game are measured then, each with as many listeners as it has.
    #[arg(long, value_name = "N", default_value_t = 0, conflicts_with = "crashes")]
    ahead: u32,

    /// How long a player waits before acting, on the average, in milliseconds.
    #[arg(long, value_name = "MS", default_value_t = 1000)]
    pace: u64,

    /// Measure the server's memory for each table, too. Start it with --forget-after 20, and with nothing else to do.
    #[arg(long, conflicts_with = "crashes")]
    memory: bool,

    /// Say what other numbers of tables would come to on this machine, by a simulation from what was measured:
    /// `--predict 500,2000,5000`.
    #[arg(long, value_name = "N", value_delimiter = ',', conflicts_with_all = ["crashes", "attack"])]
    predict: Vec<usize>,

    /// Kill and restart a server of its own so often.
    #[arg(long, value_name = "N")]
    crashes: Option<u32>,

    /// Attack the server instead and measure what a bystander notices: `reads` of a long game, or tables of strong
    /// `bots`. It is good if /healthz answers within 50 ms in 99 of 100 cases, and every gentle bot within 2 s.
    #[arg(long, value_name = "KIND", value_parser = ["reads", "bots"], conflicts_with_all = ["crashes", "memory"])]
    attack: Option<String>,

    /// How many attackers.
    #[arg(long, value_name = "N", default_value_t = 4, requires = "attack")]
    attackers: usize,

    /// The database of that server [default: SQLite in a temporary folder].
    #[arg(long, value_name = "DATABASE", requires = "crashes")]
    database: Option<String>,
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> anyhow::Result<Answer> {
    let load = Load {
        urls: args.urls.clone(),
        tables: args.tables,
        time: Duration::from_secs(args.seconds),
        game: args.game.clone(),
        seats: args.seats,
        pace: Duration::from_millis(args.pace),
        ahead: args.ahead,
        memory: args.memory,
    };
    if let Some(kind) = &args.attack {
        let attack = Attack {
            url: args.urls[0].clone(),
            kind: if kind == "reads" { Kind::Reads } else { Kind::Bots },
            attackers: args.attackers,
            time: Duration::from_secs(args.seconds),
        };
        let noticed = runtime()?.block_on(bobbin_load::attack::run(&attack))?;
        write!(out, "{noticed}")?;
        return Ok(if noticed.is_good() {
            Answer::Yes
        } else {
            Answer::No
        });
    }
    if let Some(crashes) = args.crashes {
        return crash(&load, crashes, args.database.as_deref(), out);
    }
    let report = runtime()?.block_on(play(&load))?;
    write!(out, "{report}")?;
    if !args.predict.is_empty() {
        let measured = report.measured(args.tables);
        let measured = measured.context("the server does not tell its processor time and its commits")?;
        for tables in &args.predict {
            writeln!(out, "predicted {}", measured.predict(*tables))?;
        }
    }
    Ok(if report.is_clean() {
        Answer::Yes
    } else {
        Answer::No
    })
}

/// A server in a process of its own.
struct Running {
    process: Child,
    url: String,
    ready_in: Duration,
}

impl Running {
    fn start(database: &str) -> anyhow::Result<Self> {
        let began = Instant::now();
        let mut process = Command::new(std::env::current_exe()?)
            .args([
                "serve",
                "--listen",
                "127.0.0.1:0",
                "--no-limits",
                "--log",
                "warn",
                "--database",
                database,
            ])
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .context("the server could not be started")?;
        let stdout = process.stdout.take().context("the server has no output")?;
        let mut line = String::new();
        BufReader::new(stdout).read_line(&mut line)?;
        let url = line.split(' ').find(|word| word.starts_with("http://"));
        let url = url
            .with_context(|| format!("the server did not start: {line}"))?
            .to_owned();
        Ok(Running {
            process,
            url,
            ready_in: began.elapsed(),
        })
    }

    /// As if the power went out for it.
    fn kill(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.kill();
    }
}

fn crash(load: &Load, crashes: u32, database: Option<&str>, out: &mut impl Write) -> anyhow::Result<Answer> {
    let folder = tempfile::tempdir()?;
    let own = format!("sqlite:{}", folder.path().join("bobbin.db").display());
    let database = database.unwrap_or(&own).to_owned();
    let mut server = Running::start(&database)?;
    let mut slowest = server.ready_in;
    let load = Load {
        urls: vec![server.url.clone()],
        ..load.clone()
    };
    let (moved, urls) = watch::channel(load.urls.clone());
    let mut luck = SearchChance::new(u64::from(std::process::id()));
    let mut survived = 0;
    let runtime = runtime()?;
    let report = runtime.block_on(run_until(&load, urls, true, async {
        for _ in 0..crashes {
            tokio::time::sleep(Duration::from_millis(u64::from(300 + luck.below(900)))).await;
            server.kill();
            match Running::start(&database) {
                Ok(again) => server = again,
                Err(error) => {
                    eprintln!("after {survived} crashes: {error:#}");
                    return;
                }
            }
            slowest = slowest.max(server.ready_in);
            survived += 1;
            let _ = moved.send(vec![server.url.clone()]);
        }
        // Every table has to go on after the last one, too.
        tokio::time::sleep(load.time.max(Duration::from_secs(2))).await;
    }))?;
    server.kill();
    let verdict = runtime.block_on(compare(&database, &report))?;
    writeln!(
        out,
        "crashes      {survived} of {crashes} survived; ready again in at most {} ms",
        slowest.as_millis()
    )?;
    write!(out, "{report}{verdict}")?;
    let is_good = survived == crashes
        && verdict.is_good()
        && report.errors == 0
        && report.lost == 0
        && report.doubled == 0;
    Ok(if is_good { Answer::Yes } else { Answer::No })
}

/// What the log says about what was acknowledged.
#[derive(Default)]
struct Verdict {
    acknowledged: usize,
    missing: usize,
    twice: usize,
    unreadable: usize,
    tables: usize,
}

impl Verdict {
    fn is_good(&self) -> bool {
        self.missing == 0 && self.twice == 0 && self.unreadable == 0 && self.acknowledged > 0
    }
}

impl std::fmt::Display for Verdict {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Verdict {
            acknowledged,
            missing,
            twice,
            unreadable,
            tables,
        } = self;
        writeln!(
            f,
            "log          {acknowledged} acknowledged actions at {tables} tables: {missing} missing, {twice} twice; \
             {unreadable} tables that cannot be played on"
        )
    }
}

async fn compare(database: &str, report: &LoadReport) -> anyhow::Result<Verdict> {
    let store = bobbin_store::open(database).await?;
    let mut verdict = Verdict {
        acknowledged: report.acknowledged.len(),
        ..Verdict::default()
    };
    let mut keys: BTreeMap<String, usize> = BTreeMap::new();
    for table in &report.tables {
        verdict.tables += 1;
        verdict.unreadable += usize::from(!bobbin_server::can_be_loaded(&*store, table).await?);
        for entry in store.entries(table, 0).await? {
            let body: serde_json::Value = serde_json::from_str(&entry.body)?;
            if let Some(key) = body["key"].as_str() {
                *keys.entry(key.to_owned()).or_default() += 1;
            }
        }
    }
    store.close().await;
    verdict.missing = report
        .acknowledged
        .iter()
        .filter(|(_, key)| !keys.contains_key(key))
        .count();
    verdict.twice = keys.values().filter(|times| **times > 1).count();
    Ok(verdict)
}
