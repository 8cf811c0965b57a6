//! `bobbin mcp`: a seat for an assistant, by the Model Context Protocol on stdin and stdout. See `docs/mcp.md`.

use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::{Context as _, bail};
use bobbin_mcp::{Api, Remote};
use bobbin_server::{Indoors, Limits, Settings};
use tokio::io::AsyncReadExt as _;

use super::serve::runtime;
use crate::Answer;
use crate::args::read;

/// Give an assistant a seat: the Model Context Protocol on stdin and stdout.
///
/// An assistant sees what its seat sees, plays, and asks for rules and why not. By itself it plays against bots inside
/// this program: nothing is kept and nothing leaves the machine. With --server it sits down at tables of a Bobbin
/// server, as whoever the token is for. docs/mcp.md says how it is put into an assistant's configuration.
#[derive(clap::Args, Debug)]
#[command(
    after_long_help = "The token of --server is read from BOBBIN_TOKEN or from --token-file: on the command line \
                             others on this machine could read it. It needs the scopes \"read\" and \"play\"."
)]
pub(crate) struct Args {
    /// Play at this server: `https://HOST`, or `http://HOST:PORT` on this machine.
    #[arg(long, value_name = "URL", env = "BOBBIN_SERVER")]
    server: Option<String>,

    /// The file with the token for --server.
    #[arg(long, value_name = "FILE", requires = "server")]
    token_file: Option<PathBuf>,

    /// What the assistant is called at tables of its own; at a server it has its owner's name.
    #[arg(
        long,
        value_name = "NAME",
        default_value = "Assistant",
        conflicts_with = "server"
    )]
    name: String,
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> anyhow::Result<Answer> {
    let runtime = runtime()?;
    let talked = runtime.block_on(async {
        let api: Arc<dyn Api> = match &args.server {
            Some(server) => Arc::new(Remote::new(server, &token(args)?)?),
            None => Arc::new(indoors(&args.name).await?),
        };
        talk(api, out).await
    });
    // Whoever reads stdin would be waited for.
    runtime.shutdown_background();
    talked.map(|()| Answer::Yes)
}

/// Talks on stdin and stdout. Stdout is ours alone, so that what is said goes through here.
async fn talk(api: Arc<dyn Api>, out: &mut impl Write) -> anyhow::Result<()> {
    let (mut said, mouth) = tokio::io::duplex(1 << 16);
    let talking = tokio::spawn(bobbin_mcp::talk(api, tokio::io::stdin(), mouth));
    let mut bytes = vec![0; 1 << 16];
    loop {
        let count = said.read(&mut bytes).await?;
        if count == 0 {
            break;
        }
        out.write_all(&bytes[..count])?;
        out.flush()?;
    }
    Ok(talking.await??)
}

fn token(args: &Args) -> anyhow::Result<String> {
    let token = match &args.token_file {
        Some(file) => read(file)?,
        None => match std::env::var("BOBBIN_TOKEN") {
            Ok(token) => token,
            Err(_) => bail!("--server needs a token: in BOBBIN_TOKEN or in a file named by --token-file"),
        },
    };
    Ok(token.trim().to_owned())
}

/// A server of this process that nobody else can reach, and that forgets everything.
async fn indoors(name: &str) -> anyhow::Result<Indoors> {
    let settings = Settings {
        database: "sqlite::memory:".to_owned(),
        limits: Limits::NONE,
        ..Settings::default()
    };
    let opened = Indoors::open(settings, name).await;
    opened.context("no table can be set up")
}
