#![doc = include_str!("../README.md")]

mod args;
mod commands;
mod data;
mod plain;
mod style;

use std::io::{self, Write};
use std::process::ExitCode;

use clap::Parser;

use crate::args::Cli;

/// A server makes and drops many small things on several threads at once, which the system's allocator is slow at (see
/// docs/performance.md). Where allocations are counted, whoever counts is the allocator.
#[cfg(not(feature = "count-allocations"))]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// What a command came to. It becomes the exit code: errors (2) are for questions that could not be answered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Answer {
    /// Done, or yes: 0.
    Yes,
    /// The answer is no (a record does not hold, a clause has no test): 1.
    No,
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    let mut out = anstream::stdout().lock();
    let answer = commands::run(cli.command, &mut out).and_then(|answer| {
        out.flush()?;
        Ok(answer)
    });
    match answer {
        Ok(Answer::Yes) => ExitCode::SUCCESS,
        Ok(Answer::No) => ExitCode::from(1),
        // Whoever reads has read enough: `bobbin rules hearts | head`.
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            anstream::eprintln!(
                "{}error:{} {error:#}",
                style::ERROR.render(),
                style::ERROR.render_reset()
            );
            ExitCode::from(2)
        }
    }
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let io_error = error.downcast_ref::<io::Error>();
    io_error.is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}
