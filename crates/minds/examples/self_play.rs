//! Games of the search against itself, as what a network learns from:
//! `cargo run --release -p bobbin-minds --example self_play -- knitting-circle 0 1000 100 games.bin [NET]`
//! (game, the first number of the games and the one behind the last, iterations, the file, weights that play them;
//! behind them the number of players, if it shall be one alone). Without weights they are played by what was written by
//! hand; with them, one seat in three is.
//!
//! The file is a table of 32-bit floats, a line for each seat of each moment: the number of the game, of the moment,
//! of players, of the seat; its features; the table's features; and what came of it: points, and worth to the search.
//! Games stand in the order of their numbers. A file that is there already is taken up where it ends. The same numbers
//! give the same games.
//!
//! Beside it, in `FILE.choices`, stand choices that were thought about for longer, a line for each legal action: the
//! number of the game, of the choice, of its actions, the share of iterations that tried this one; what is shown of
//! the choice; what is shown of the action. Both files have a list of their columns.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{BufWriter, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use bobbin_arch_ravels::ArchRavels;
use bobbin_bots::{Bot as _, Limit, Manner, Mind, Question, Search, Timer, pick};
use bobbin_circuitous::Circuitous;
use bobbin_game::{Content, Game, Options, SearchChance, Seat, Setup};
use bobbin_knitting_circle::KnittingCircle;
use bobbin_minds::{
    ArchRavelsMind, ChoiceSeen, Choosing, CircuitousMind, KnittingMind, Names, Seen, Shown, put_on_trial,
};

/// Iterations are the bound, so no time passes.
struct NoClock;

impl Timer for NoClock {
    fn elapsed(&self) -> Duration {
        Duration::ZERO
    }
}

/// Of so many actions one is any that deserves a look, so that a network sees what becomes of them, too.
const STRAY: u32 = 40;
/// Of so many moments in which something is half done one is kept.
const RESTLESS: u32 = 8;

/// Of so many choices one is thought about so many times as long, and kept.
const DEEP: u32 = 4;
const DEEPER: u64 = 8;
/// Choices of more actions are not kept.
const MOST_ACTIONS: usize = 120;

/// From here on a 32-bit float leaves numbers out.
const MOST_NUMBERS: u64 = 1 << 24;

/// The tables that are played: options, and how many of a hundred games.
type Tables = &'static [(&'static str, u32)];

const KNITTING_CIRCLE: Tables = &[
    ("players=2", 34),
    ("players=2 requests=no", 6),
    ("players=1", 26),
    ("players=1 requests=no", 4),
    ("players=3", 10),
    ("players=4", 10),
    ("players=2 modification=long-bowl", 1),
    ("players=1 modification=stubborn-yarn", 1),
    ("players=2 modification=third-needle", 1),
    ("players=1 modification=full-basket", 1),
    ("players=2 modification=roaming-cats", 1),
    ("players=1 modification=surprise-garments", 1),
    ("players=2 modification=strict-taste", 2),
    ("players=2 modification=short-evening", 2),
];

const ARCH_RAVELS: Tables = &[
    ("players=2", 55),
    ("players=2 boards=balanced", 10),
    ("players=3", 10),
    ("players=3 boards=balanced", 5),
    ("players=4", 10),
    ("players=4 boards=balanced", 10),
];

const CIRCUITOUS: Tables = &[("players=2", 70), ("players=3", 15), ("players=4", 15)];

/// What is asked for.
struct Asked {
    from: u64,
    until: u64,
    iterations: u64,
    file: String,
    has_net: bool,
    /// Only tables of so many.
    players: Option<usize>,
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let (words, net, players) = match &words[..] {
        [words @ .., net, players] if words.len() == 5 => (words, Some(net), Some(players.parse()?)),
        [words @ .., net] if words.len() == 5 => (words, Some(net), None),
        words => (words, None, None),
    };
    let [game, from, until, iterations, file] = words else {
        return Err("expected: self_play GAME FROM UNTIL ITERATIONS FILE [NET [PLAYERS]]".into());
    };
    if let Some(net) = net {
        put_on_trial(game, &std::fs::read(net)?)?;
    }
    let asked = Asked {
        from: from.parse()?,
        until: until.parse()?,
        iterations: iterations.parse()?,
        file: file.clone(),
        has_net: net.is_some(),
        players,
    };
    if asked.until > MOST_NUMBERS {
        return Err(
            format!("games are numbered below {MOST_NUMBERS}: a file tells no larger numbers apart").into(),
        );
    }
    match game.as_str() {
        "knitting-circle" => play_all::<KnittingCircle, KnittingMind>(KNITTING_CIRCLE, &asked),
        "arch-ravels" => play_all::<ArchRavels, ArchRavelsMind>(ARCH_RAVELS, &asked),
        "circuitous" => play_all::<Circuitous, CircuitousMind>(CIRCUITOUS, &asked),
        other => Err(format!("{other} has no network").into()),
    }
}

fn play_all<G: Game, M: Mind<G> + Shown<G> + Choosing<G>>(
    tables: Tables,
    asked: &Asked,
) -> Result<(), Box<dyn std::error::Error>>
where
    G::Setup: Sync,
{
    let content = <<G::Setup as Setup>::Content as Content>::house();
    let mut setups = Vec::new();
    for (options, share) in tables {
        let options = options.split(' ').fold(Options::new(), |options, pair| {
            let (key, value) = pair.split_once('=').expect("key=value");
            options.with(key, value)
        });
        let setup = G::Setup::new(&options, content)?;
        if asked.players.is_none_or(|players| players == setup.players()) {
            setups.push((setup, *share));
        }
    }
    if setups.is_empty() {
        return Err("no table has so many players".into());
    }
    let names = Names::of(&M::by_hand(), &G::start(&setups[0].0, &mut SearchChance::new(0)));
    let choices = format!("{}.choices", asked.file);
    let of_seats = Table {
        file: asked.file.clone(),
        columns: format!("{}\n{}\n", names.own, names.all.join("\n")),
        width: 4 + names.all.len() + 2,
    };
    let of_choices = Table {
        file: choices,
        columns: format!(
            "{}\n{}\n{}\n",
            names.choice.choice.len(),
            names.choice.choice.join("\n"),
            names.choice.action.join("\n")
        ),
        width: 4 + names.choice.choice.len() + names.choice.action.len(),
    };
    let tables = [of_seats, of_choices];
    let last = [tables[0].last_game(asked.from)?, tables[1].last_game(asked.from)?];
    // The last game of a file may be half written.
    let from = last[0].min(last[1]);
    let [seats, choices] = &tables;
    let files = [seats.open(from)?, choices.open(from)?];
    let next = AtomicU64::new(from);
    let written = Mutex::new(Written {
        files: files.map(BufWriter::new),
        next: from,
        waiting: BTreeMap::new(),
    });
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, Into::into) {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= asked.until {
                        return;
                    }
                    let lines = play::<G, M>(&setups, asked, number);
                    let mut written = written.lock().expect("nobody fails while writing");
                    written.add(number, lines).expect("the file can be written");
                }
            });
        }
    });
    for mut file in written.into_inner().expect("nobody failed").files {
        file.flush()?;
    }
    Ok(())
}

/// The lines of a game, for seats and for choices.
type Lines = [Vec<f32>; 2];

/// What was played, written in the order of the games.
struct Written {
    files: [BufWriter<File>; 2],
    next: u64,
    waiting: BTreeMap<u64, Lines>,
}

impl Written {
    fn add(&mut self, number: u64, lines: Lines) -> std::io::Result<()> {
        self.waiting.insert(number, lines);
        while let Some(lines) = self.waiting.remove(&self.next) {
            for (file, lines) in self.files.iter_mut().zip(lines) {
                let bytes: Vec<u8> = lines.iter().flat_map(|value| value.to_le_bytes()).collect();
                file.write_all(&bytes)?;
            }
            if self.next.is_multiple_of(100) {
                eprintln!("{}", self.next);
            }
            self.next += 1;
        }
        Ok(())
    }
}

/// A table of numbers that is kept in a file.
struct Table {
    file: String,
    columns: String,
    width: usize,
}

impl Table {
    /// The number of the last game that is begun in the file, or the first there is to be.
    fn last_game(&self, first: u64) -> Result<u64, Box<dyn std::error::Error>> {
        let beside = format!("{}.columns", self.file);
        if std::fs::read_to_string(&beside).is_ok_and(|known| known != self.columns) {
            return Err(format!(
                "{} holds other columns: it was made by another version",
                self.file
            )
            .into());
        }
        std::fs::write(beside, &self.columns)?;
        let (mut file, lines) = self.lines()?;
        if lines == 0 {
            return Ok(first);
        }
        if self.game(&mut file, 0)? < first {
            return Err(format!("{} begins with another game than {first}", self.file).into());
        }
        Ok(self.game(&mut file, lines - 1)?)
    }

    /// The file without this game and all that come after it.
    fn open(&self, from: u64) -> Result<File, Box<dyn std::error::Error>> {
        let (mut file, mut lines) = self.lines()?;
        while lines > 0 && self.game(&mut file, lines - 1)? >= from {
            lines -= 1;
        }
        file.set_len(lines * self.bytes())?;
        file.seek(SeekFrom::End(0))?;
        Ok(file)
    }

    fn lines(&self) -> std::io::Result<(File, u64)> {
        let mut options = OpenOptions::new();
        let file = options
            .create(true)
            .truncate(false)
            .read(true)
            .write(true)
            .open(Path::new(&self.file))?;
        let lines = file.metadata()?.len() / self.bytes();
        Ok((file, lines))
    }

    fn bytes(&self) -> u64 {
        self.width as u64 * 4
    }

    /// The game of a line.
    fn game(&self, file: &mut File, line: u64) -> std::io::Result<u64> {
        file.seek(SeekFrom::Start(line * self.bytes()))?;
        let mut number = [0; 4];
        file.read_exact(&mut number)?;
        Ok(f32::from_le_bytes(number) as u64)
    }
}

/// The lines of a game.
fn play<G: Game, M: Mind<G> + Shown<G> + Choosing<G>>(
    setups: &[(G::Setup, u32)],
    asked: &Asked,
    number: u64,
) -> Lines {
    let mut luck = SearchChance::new(number.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    let mut random = SearchChance::new(luck.bits());
    let shares: Vec<f32> = setups.iter().map(|(_, share)| *share as f32).collect();
    let setup = &setups[pick(&shares, &mut random)].0;
    let mut state = G::start(setup, &mut luck);
    let mind = M::by_hand();
    let manner = |iterations| {
        Manner::serious(Limit {
            time: None,
            iterations: Some(iterations),
        })
    };
    let seats = || Seat::all(setup.players());
    // Some seats play by hand, so that a network meets others than itself.
    let mut minds = || {
        if asked.has_net && (setup.players() == 1 || random.below(3) > 0) {
            M::on_trial()
        } else {
            M::by_hand()
        }
    };
    let mut bots: Vec<Search<G, M>> = seats()
        .map(|_| Search::new(minds(), manner(asked.iterations)))
        .collect();
    let best = || {
        if asked.has_net {
            M::on_trial()
        } else {
            M::by_hand()
        }
    };
    let mut choices = Vec::new();
    let mut choice = 0.0;
    let mut seen: Vec<Seen> = Vec::new();
    let mut weights = Vec::new();
    while let Some(seat) = state.to_act().first() {
        if mind.is_quiet(&state) || random.below(RESTLESS) == 0 {
            seen.push(Seen::of(&mind, &state));
        }
        let question = Question::of(&state, seat).expect("it is to act");
        let action = if random.below(STRAY) == 0 {
            mind.weigh(&state, seat, &question.legal, &mut weights);
            question.legal[pick(&weights, &mut random)]
        } else if question.legal.len() > 1 && random.below(DEEP) == 0 {
            let mut deep = Search::<G, M>::new(best(), manner(DEEPER * asked.iterations));
            let thought = deep.think(&question, &mut random, &NoClock);
            if question.legal.len() <= MOST_ACTIONS {
                let seen = ChoiceSeen::of(&mind, &state, seat, &question.legal);
                let of = |action: &G::Action| {
                    let tried = thought.best.iter().find(|tried| tried.action == *action);
                    tried.and_then(|tried| tried.visits).unwrap_or(0) as f32
                };
                let tried: f32 = question.legal.iter().map(of).sum();
                for (action, values) in question.legal.iter().zip(&seen.actions) {
                    choices.extend([
                        number as f32,
                        choice,
                        question.legal.len() as f32,
                        of(action) / tried,
                    ]);
                    choices.extend(seen.choice.iter().chain(values));
                }
                choice += 1.0;
            }
            *thought.choice()
        } else {
            *bots[seat.index()]
                .think(&question, &mut random, &NoClock)
                .choice()
        };
        state
            .apply(seat, action, &mut luck, &mut ())
            .expect("it is legal");
    }
    let outcome = state.outcome().expect("the game is over");
    let end = mind.conclude(&outcome);
    let points = bobbin_bots::totals(&outcome);
    let mut lines = Vec::new();
    for (moment, seen) in seen.iter().enumerate() {
        for seat in seats() {
            let index = seat.index();
            lines.extend([number as f32, moment as f32, setup.players() as f32, index as f32]);
            lines.extend(seen.seats[index].iter().chain(&seen.table));
            lines.extend([points[index], end.worth[index]]);
        }
    }
    [lines, choices]
}
