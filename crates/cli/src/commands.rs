//! One module a command.

pub(crate) mod admin;
pub(crate) mod analyze;
pub(crate) mod arena;
pub(crate) mod backup;
pub(crate) mod bench;
pub(crate) mod content;
pub(crate) mod coverage;
pub(crate) mod engine;
pub(crate) mod games;
pub(crate) mod health;
pub(crate) mod load;
pub(crate) mod man;
pub(crate) mod mcp;
pub(crate) mod play;
pub(crate) mod replay;
pub(crate) mod rules;
pub(crate) mod serve;
pub(crate) mod worker;

use std::io::Write;

use clap::CommandFactory as _;

use crate::Answer;
use crate::args::{Cli, Command};

pub(crate) fn run(command: Command, out: &mut impl Write) -> anyhow::Result<Answer> {
    match command {
        Command::Games(args) => games::run(&args, out),
        Command::Play(args) => play::run(&args, out),
        Command::Serve(args) => serve::run(&args, out),
        Command::Worker(args) => worker::run(&args, out),
        Command::Load(args) => load::run(&args, out),
        Command::Backup(args) => backup::backup(&args, out),
        Command::Restore(args) => backup::restore(&args, out),
        Command::Admin(command) => admin::run(command, out),
        Command::Health(args) => health::run(&args, out),
        Command::Openapi => {
            out.write_all(bobbin_server::openapi_json().as_bytes())?;
            Ok(Answer::Yes)
        }
        Command::Schema { game } => {
            write_json(out, &game.0.schema())?;
            Ok(Answer::Yes)
        }
        Command::Rules(args) => rules::run(&args, out),
        Command::Replay(args) => replay::run(&args, out),
        Command::Analyze(args) => analyze::run(&args, out),
        Command::Engine(args) => engine::run(&args, out),
        Command::Mcp(args) => mcp::run(&args, out),
        Command::Bench(args) => bench::run(&args, out),
        Command::Arena(args) => arena::run(&args, out),
        Command::Content(command) => content::run(command, out),
        Command::Completions { shell } => {
            clap_complete::generate(shell, &mut Cli::command(), "bobbin", out);
            Ok(Answer::Yes)
        }
        Command::Man(args) => man::run(args, out),
        Command::Notices => {
            out.write_all(bobbin_server::NOTICES.as_bytes())?;
            Ok(Answer::Yes)
        }
    }
}

/// Writes a value as JSON for a program to read.
pub(crate) fn write_json(out: &mut impl Write, value: &impl serde::Serialize) -> anyhow::Result<()> {
    serde_json::to_writer_pretty(&mut *out, value)?;
    writeln!(out)?;
    Ok(())
}
