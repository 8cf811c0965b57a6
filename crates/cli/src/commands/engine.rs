//! `bobbin engine`: a game for programs, one JSON object a line. `docs/engine-protocol.md` describes it.

mod answers;
mod failure;
#[cfg(test)]
mod fuzz;
mod lines;
mod matches;
mod request;
mod session;

use std::io::{self, Write};

use crate::Answer;
use crate::args::{GameArg, SetupArgs};
use lines::{Line, Lines};
use session::Session;

/// Serve a game to a program: one JSON object a line on stdin and stdout.
///
/// A program begins or loads matches, looks at them as any seat, asks what is legal, plays, takes back, copies, and
/// asks a bot what it thinks. The protocol is described in docs/engine-protocol.md, with a bot in Python beside it.
#[derive(clap::Args, Debug)]
#[command(
    after_long_help = "Try it:\n  echo '{\"command\": \"new\", \"seed\": \"a\"}' | bobbin engine hearts"
)]
pub(crate) struct Args {
    /// The game; `bobbin games` lists them.
    #[arg(value_parser = GameArg::parser(), hide_possible_values = true)]
    game: GameArg,

    /// What `new` begins from where it does not say otherwise.
    #[command(flatten)]
    setup: SetupArgs,
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> anyhow::Result<Answer> {
    let game = args.game.0;
    let content = args.setup.load_content(game)?;
    let options = game.check_options(&args.setup.options()?, content)?;
    let mut session = Session::new(game, options, content)?;
    let mut lines = Lines::new(io::stdin().lock());
    while let Some(line) = lines.next()? {
        let answer = match line {
            Line::Empty => continue,
            Line::Text(text) => session.answer(&text),
            Line::Wrong(error) => failure::refuse_line(&error),
        };
        out.write_all(format!("{answer}\n").as_bytes())?;
        out.flush()?;
    }
    Ok(Answer::Yes)
}
