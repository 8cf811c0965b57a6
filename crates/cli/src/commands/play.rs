//! `bobbin play`: a game in the terminal, on the whole screen or line by line.

use std::env;
use std::io::{self, BufRead as _, IsTerminal as _, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use bobbin_bots::{BOT_NAMES, BotSpec, GUEST_NAME};
use bobbin_catalog::{AnyGame, AnyMatch, Replay};
use bobbin_game::{Record, Seat, Seed};
use bobbin_terminal::{Keyboard, LocalTable, farewell, play_in_lines, play_on_screen, usual_file};

use crate::Answer;
use crate::args::{self, GameArg, SetupArgs};

/// Play a game in the terminal against bots.
///
/// On the whole screen: arrows, numbers or the mouse choose, and the table shows what a choice means; `?` lists the
/// keys. With --plain, and wherever there is no terminal, line by line. The match is kept as a record, so that it can
/// be looked at (bobbin replay) or gone on with (--resume).
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

    /// Your name in the record.
    #[arg(long, value_name = "NAME")]
    name: Option<String>,

    /// Who plays the other seats: one bot for all, or one a seat separated by commas.
    #[arg(long, value_name = "BOT,…", default_values_t = [BotSpec::USUAL], value_delimiter = ',')]
    bots: Vec<BotSpec>,

    /// The luck of the match, any text: the same seed and actions give the same game. By default a secret one.
    #[arg(long, value_name = "SEED")]
    seed: Option<String>,

    /// Line by line: only what changed is told, the table when it is asked for. For pipes and screen readers.
    #[arg(long)]
    plain: bool,

    /// Keep the record in this file instead of the usual folder.
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,

    /// Go on with the match of this record; it says which game.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["players", "set"])]
    resume: Option<PathBuf>,
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> anyhow::Result<Answer> {
    let is_typed = io::stdin().is_terminal();
    let mut keyboard = Keyboard::new(io::stdin().lock().lines(), !is_typed);
    let begun = match (&args.resume, args.game) {
        (Some(file), game) => Some(resume(args, file, game)?),
        (None, Some(game)) => Some(start(args, game.0)?),
        (None, None) => choose_game(&mut keyboard, out)?
            .map(|game| start(args, game))
            .transpose()?,
    };
    let Some(mut playing) = begun else {
        return Ok(Answer::Yes);
    };
    check_seats(args, playing.players())?;
    name_seats(args, &mut *playing)?;
    let record = match (&args.record, &args.resume) {
        (Some(file), _) | (None, Some(file)) => file.clone(),
        (None, None) => usual_file(&*playing),
    };
    let mut table = LocalTable::new(playing, Seat::new(args.seat), &args.bots, record);
    if let Some(pack) = &args.setup.content {
        table = table.with_content(pack);
    }
    if !args.plain && is_typed && is_screen() {
        // What is typed belongs to the screen now.
        drop(keyboard);
        table = play_on_screen(table, has_color())?;
    } else {
        play_in_lines(&mut table, &mut keyboard, out).context("cannot go on with the game")?;
    }
    farewell(&table, out)?;
    Ok(Answer::Yes)
}

/// Can a whole screen be drawn on?
fn is_screen() -> bool {
    io::stdout().is_terminal() && env::var_os("TERM").is_none_or(|term| term != "dumb")
}

/// <https://no-color.org>
fn has_color() -> bool {
    env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
}

fn choose_game<I: Iterator<Item = io::Result<String>>>(
    keyboard: &mut Keyboard<I>,
    out: &mut impl Write,
) -> anyhow::Result<Option<&'static dyn AnyGame>> {
    let games: Vec<&dyn AnyGame> = bobbin_catalog::games().collect();
    writeln!(out, "What do you want to play?")?;
    for (place, game) in games.iter().enumerate() {
        writeln!(out, "{:>4}  {}", place + 1, game.name())?;
    }
    while let Some(line) = keyboard.ask(out).context("cannot read what you type")? {
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

fn start(args: &Args, game: &dyn AnyGame) -> anyhow::Result<Box<dyn AnyMatch>> {
    let content = args.setup.load_content(game)?;
    let seed = args::seed(args.seed.as_deref())?;
    Ok(game.start(&args.setup.options()?, content, seed)?)
}

/// The match of a record, which knows its game.
fn resume(args: &Args, file: &Path, said: Option<GameArg>) -> anyhow::Result<Box<dyn AnyMatch>> {
    let located = || format!("cannot go on with {}", file.display());
    let record: Record = args::read(file)?.parse().with_context(located)?;
    let game = bobbin_catalog::find(&record.game).with_context(located)?;
    if let Some(said) = said.filter(|said| said.0.id() != game.id()) {
        bail!(
            "{} is a record of {}, not of {}",
            file.display(),
            game.id(),
            said.0.id()
        );
    }
    args.setup.load_content(game)?;
    let replay = Replay {
        seed: args.seed.as_deref().map(Seed::named),
        ..Replay::default()
    };
    game.replay(&record, replay).with_context(located)
}

fn check_seats(args: &Args, players: usize) -> anyhow::Result<()> {
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
    Ok(())
}

/// Who went away from a match comes back under the same name.
fn name_seats(args: &Args, playing: &mut dyn AnyMatch) -> anyhow::Result<()> {
    let me = Seat::new(args.seat);
    let known = playing.names();
    let mine = known[me.index()].is_empty().then_some(GUEST_NAME);
    if let Some(name) = args.name.as_deref().or(mine) {
        playing.set_name(me, name)?;
    }
    for (seat, name) in Seat::all(playing.players()).zip(BOT_NAMES) {
        if seat != me && known[seat.index()].is_empty() {
            playing.set_name(seat, name)?;
        }
    }
    Ok(())
}
