//! `bobbin engine`: a game for programs, one JSON object a line. `docs/engine-protocol.md` describes it.

mod lines;
mod request;
mod session;

use std::io::{self, Write};

use crate::Answer;
use crate::args::{GameArg, SetupArgs};
use lines::{Line, Lines};
use session::Session;

/// Serve a game to a program: one JSON object a line on stdin and stdout.
///
/// Requests: game, new, load, view, text, svg, prompt, legal, play, `why_not`, undo, log, think, outcome, record and
/// position. The protocol is described in docs/engine-protocol.md, with a bot in Python beside it.
#[derive(clap::Args, Debug)]
#[command(
    after_long_help = "Try it:\n  echo '{\"command\": \"new\", \"seed\": \"a\"}' | bobbin engine hearts"
)]
pub(crate) struct Args {
    /// The game.
    #[arg(value_parser = GameArg::parser())]
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
            Line::Wrong(error) => session::refuse_line(&error),
        };
        serde_json::to_writer(&mut *out, &answer)?;
        writeln!(out)?;
        out.flush()?;
    }
    Ok(Answer::Yes)
}
