//! `bobbin worker`: thinks for servers and plays for the arena.

use std::io::Write;

use anyhow::Context as _;
use bobbin_nats::{Address, Nats};

use super::serve::{log_at, runtime, stopped};
use crate::Answer;

/// Do what servers and the arena hand out over NATS: bots' thoughts, insight into finished games, games between bots.
///
/// Start as many as you like, on any machine that reaches NATS, and stop them whenever you like: what one was working
/// on is handed out again. A worker learns what the seats it thinks for may know, and needs no database.
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    /// Where NATS is: `nats://HOST:4222` or `tls://HOST:4222`, with USER:PASSWORD@ or TOKEN@ before the host if needed.
    #[arg(long, value_name = "URL", env = "BOBBIN_NATS", hide_env_values = true)]
    nats: Address,

    /// How much it does at a time [default: all cores].
    #[arg(long, value_name = "N", env = "BOBBIN_WORKER_THREADS")]
    threads: Option<usize>,

    /// What is logged: error, warn, info, debug.
    #[arg(long, value_name = "LEVEL", env = "BOBBIN_LOG", default_value = "info")]
    log: String,
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> anyhow::Result<Answer> {
    log_at(&args.log, false)?;
    let all_cores = || std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let threads = args.threads.unwrap_or_else(all_cores).max(1);
    runtime()?.block_on(async {
        let nats = Nats::connect(&args.nats, "bobbin worker").await?;
        // What bots work out once, before anybody waits for it.
        let prepared = tokio::task::spawn_blocking(|| {
            bobbin_catalog::games().for_each(bobbin_catalog::AnyGame::prepare);
        });
        prepared.await.context("the bots are not ready")?;
        writeln!(out, "Working for whoever asks at {}. Ctrl-C stops it.", args.nats)?;
        out.flush()?;
        bobbin_workers::worker::run(&nats, threads, stopped()).await?;
        Ok(Answer::Yes)
    })
}
