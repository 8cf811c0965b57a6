//! `bobbin health`: is the server on this machine well?

use std::io::{Read as _, Write};
use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr, TcpStream};
use std::thread;
use std::time::{Duration, Instant};

use crate::Answer;

/// Ask the server on this machine whether it can do its work: it answers, and its database takes what is written.
///
/// For supervisors and containers, which have nothing else to ask with.
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    /// Where it listens.
    #[arg(
        long,
        value_name = "ADDRESS",
        env = "BOBBIN_LISTEN",
        default_value = "127.0.0.1:7100"
    )]
    listen: SocketAddr,

    /// Give it so many seconds to become well.
    #[arg(long, value_name = "SECONDS", default_value_t = 0)]
    wait: u64,
}

/// A server that says nothing for so long is not well.
const PATIENCE: Duration = Duration::from_secs(5);

pub(crate) fn run(args: &Args, out: &mut impl Write) -> anyhow::Result<Answer> {
    let address = reached_at(args.listen);
    let end = Instant::now() + Duration::from_secs(args.wait);
    let is_well = |answer: &str| answer.starts_with("HTTP/1.1 200 ");
    let mut answer = ask(address);
    while Instant::now() < end && !answer.as_deref().is_ok_and(is_well) {
        thread::sleep(Duration::from_millis(100));
        answer = ask(address);
    }
    match answer {
        Ok(answer) if is_well(&answer) => {
            writeln!(out, "Bobbin at http://{address} is well.")?;
            Ok(Answer::Yes)
        }
        Ok(answer) => {
            let status = answer.lines().next().unwrap_or_default();
            writeln!(out, "Bobbin at http://{address} is not ready: {status}")?;
            Ok(Answer::No)
        }
        Err(error) => {
            writeln!(out, "Bobbin at http://{address} does not answer: {error}")?;
            Ok(Answer::No)
        }
    }
}

/// A server that listens on every network is asked on this machine.
fn reached_at(listening: SocketAddr) -> SocketAddr {
    let here = match listening {
        _ if !listening.ip().is_unspecified() => listening.ip(),
        SocketAddr::V4(_) => Ipv4Addr::LOCALHOST.into(),
        SocketAddr::V6(_) => Ipv6Addr::LOCALHOST.into(),
    };
    SocketAddr::new(here, listening.port())
}

fn ask(address: SocketAddr) -> std::io::Result<String> {
    let mut stream = TcpStream::connect_timeout(&address, PATIENCE)?;
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_write_timeout(Some(PATIENCE))?;
    write!(
        stream,
        "GET /readyz HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n"
    )?;
    let mut answer = String::new();
    stream.take(4096).read_to_string(&mut answer)?;
    Ok(answer)
}
