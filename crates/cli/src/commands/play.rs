//! `bobbin play`: a game in the terminal, line by line.

mod saving;
mod screen;
mod table;

use std::io::{self, BufRead as _, IsTerminal as _, Lines, StdinLock, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use bobbin_bots::BotSpec;
use bobbin_catalog::{AnyGame, AnyMatch, Replay};
use bobbin_game::{Record, Seat, Seed};

use crate::Answer;
use crate::args::{self, GameArg, SetupArgs};
use table::{LocalTable, Step};

/// Play a game in the terminal against bots.
///
/// Type the number of an action or the action itself; `help` lists the rest. The match is kept as a record, so that
/// it can be looked at (bobbin replay) or continued (--resume).
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    /// The game; `bobbin games` lists them. Asked for if it is not said.
    #[arg(value_parser = GameArg::parser(), hide_possible_values = true)]
    game: Option<GameArg>,

    #[command(flatten)]
    setup: SetupArgs,

    /// Your seat, counted from 0.
    #[arg(long, value_name = "N", default_value_t = 0)]
    seat: usize,

    /// Your name.
    #[arg(long, value_name = "NAME")]
    name: Option<String>,

    /// Who plays the other seats: one bot for all, or one a seat separated by commas.
    #[arg(long, value_name = "BOT,…", default_value = "random", value_delimiter = ',')]
    bots: Vec<BotSpec>,

    /// The luck of the match, any text: the same seed and actions give the same game. By default a secret one.
    #[arg(long, value_name = "SEED")]
    seed: Option<String>,

    /// Keep the record in this file instead of the usual folder.
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,

    /// Go on with the match of this record.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["players", "set"])]
    resume: Option<PathBuf>,
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> anyhow::Result<Answer> {
    let mut keyboard = Keyboard::new();
    let Some(game) = args
        .game
        .map_or_else(|| choose_game(&mut keyboard, out), |game| Ok(Some(game.0)))?
    else {
        return Ok(Answer::Yes);
    };
    let playing = begin(game, args)?;
    let record = match (&args.record, &args.resume) {
        (Some(file), _) | (None, Some(file)) => file.clone(),
        (None, None) => saving::usual_file(&*playing),
    };
    let mut table = LocalTable::new(playing, Seat::new(args.seat), &args.bots, record);
    table.welcome(out)?;
    while table.advance(out)? == Step::YourTurn {
        match keyboard.ask(out)? {
            Some(line) => table.obey(&line, out)?,
            None => break,
        }
    }
    table.farewell(out)?;
    Ok(Answer::Yes)
}

/// What the person types, or a program in their place.
struct Keyboard {
    lines: Lines<StdinLock<'static>>,
    /// Without a terminal nobody else shows what was typed.
    echo: bool,
}

impl Keyboard {
    fn new() -> Self {
        Keyboard {
            lines: io::stdin().lock().lines(),
            echo: !io::stdin().is_terminal(),
        }
    }

    /// The next line, or none if there will be no more.
    fn ask(&mut self, out: &mut impl Write) -> anyhow::Result<Option<String>> {
        write!(out, "> ")?;
        out.flush()?;
        let line = self
            .lines
            .next()
            .transpose()
            .context("cannot read what you type")?;
        let line = line.map(|line| line.trim().to_owned());
        match &line {
            Some(line) if self.echo => writeln!(out, "{line}")?,
            Some(_) => {}
            None => writeln!(out)?,
        }
        Ok(line)
    }
}

fn choose_game(
    keyboard: &mut Keyboard,
    out: &mut impl Write,
) -> anyhow::Result<Option<&'static dyn AnyGame>> {
    let games: Vec<&dyn AnyGame> = bobbin_catalog::games().collect();
    writeln!(out, "What do you want to play?")?;
    for (place, game) in games.iter().enumerate() {
        writeln!(out, "{:>4}  {}", place + 1, game.name())?;
    }
    while let Some(line) = keyboard.ask(out)? {
        let by_number = line
            .parse::<usize>()
            .ok()
            .and_then(|number| games.get(number.wrapping_sub(1)));
        if let Some(game) = by_number.copied().or_else(|| bobbin_catalog::find(&line).ok()) {
            return Ok(Some(game));
        }
        if line == "quit" {
            break;
        }
        writeln!(out, "Type a number from 1 to {}, or quit.", games.len())?;
    }
    Ok(None)
}

fn begin(game: &dyn AnyGame, args: &Args) -> anyhow::Result<Box<dyn AnyMatch>> {
    let content = args.setup.load_content(game)?;
    let mut playing = match &args.resume {
        Some(file) => resume(game, file, args.seed.as_deref())?,
        None => game.start(&args.setup.options()?, content, args::seed(args.seed.as_deref())?)?,
    };
    let players = playing.players();
    if args.seat >= players {
        bail!(
            "there is no seat {}: this match has seats 0 to {}",
            args.seat,
            players - 1
        );
    }
    if args.bots.len() > 1 && args.bots.len() != players - 1 {
        bail!(
            "{} bots for {} seats: name one for all, or one for each",
            args.bots.len(),
            players - 1
        );
    }
    let mine = |seat: Seat| seat.index() == args.seat;
    for (seat, known) in Seat::all(players).zip(playing.names()) {
        match &args.name {
            Some(name) if mine(seat) => playing.set_name(seat, name)?,
            // Who went away from a match comes back under the same name.
            _ if !known.is_empty() => {}
            _ if mine(seat) => playing.set_name(seat, "Player")?,
            _ => playing.set_name(seat, &format!("Bot {seat}"))?,
        }
    }
    Ok(playing)
}

fn resume(game: &dyn AnyGame, file: &Path, seed: Option<&str>) -> anyhow::Result<Box<dyn AnyMatch>> {
    let located = || format!("cannot go on with {}", file.display());
    let record: Record = args::read(file)?.parse().with_context(located)?;
    let replay = Replay {
        seed: seed.map(Seed::named),
        ..Replay::default()
    };
    game.replay(&record, replay).with_context(located)
}
