//! Games of the search against itself, as what a network learns from:
//! `cargo run --release -p bobbin-minds --example self_play -- knitting-circle 0 1000 100 games.bin [NET]`
//! (game, the first number of the games and the one behind the last, iterations, the file, weights that play them).
//! Without weights they are played by what was written by hand; with them, one seat in three is.
//!
//! The file is a table of 32-bit floats, a line for each seat of each moment: the number of the game, of the moment,
//! of players, of the seat; its features; the table's features; and what came of it: points, and worth to the search.
//! Games stand in the order of their numbers. Beside it stands a list of the columns. A file that is there already is
//! taken up where it ends. The same numbers give the same games.

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
use bobbin_minds::{ArchRavelsMind, CircuitousMind, KnittingMind, Seen, Shown, put_on_trial};

/// Iterations are the bound, so no time passes.
struct NoClock;

impl Timer for NoClock {
    fn elapsed(&self) -> Duration {
        Duration::ZERO
    }
}

/// Of so many actions one is any that deserves a look, so that a network sees what becomes of them, too.
const STRAY: u32 = 20;
/// Of so many moments in which something is half done one is kept.
const RESTLESS: u32 = 8;

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
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let (words, net) = match &words[..] {
        [words @ .., net] if words.len() == 5 => (words, Some(net)),
        words => (words, None),
    };
    let [game, from, until, iterations, file] = words else {
        return Err("expected: self_play GAME FROM UNTIL ITERATIONS FILE [NET]".into());
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

fn play_all<G: Game, M: Mind<G> + Shown<G>>(
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
        setups.push((G::Setup::new(&options, content)?, *share));
    }
    let names = M::default().names(&G::start(&setups[0].0, &mut SearchChance::new(0)));
    let width = 4 + names.all.len() + 2;
    let columns = format!("{}\n{}\n", names.own, names.all.join("\n"));
    let beside = format!("{}.columns", asked.file);
    if std::fs::read_to_string(&beside).is_ok_and(|known| known != columns) {
        return Err(format!(
            "{} holds other columns: it was made by another version",
            asked.file
        )
        .into());
    }
    std::fs::write(beside, columns)?;
    let (file, from) = open(Path::new(&asked.file), width, asked.from)?;
    let next = AtomicU64::new(from);
    let written = Mutex::new(Written {
        file: BufWriter::new(file),
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
    written.into_inner().expect("nobody failed").file.flush()?;
    Ok(())
}

/// What was played, written in the order of the games.
struct Written {
    file: BufWriter<File>,
    next: u64,
    waiting: BTreeMap<u64, Vec<f32>>,
}

impl Written {
    fn add(&mut self, number: u64, lines: Vec<f32>) -> std::io::Result<()> {
        self.waiting.insert(number, lines);
        while let Some(lines) = self.waiting.remove(&self.next) {
            let bytes: Vec<u8> = lines.iter().flat_map(|value| value.to_le_bytes()).collect();
            self.file.write_all(&bytes)?;
            if self.next.is_multiple_of(100) {
                eprintln!("{}", self.next);
            }
            self.next += 1;
        }
        Ok(())
    }
}

/// The file without its last game, which may be half written, and the number of the first game that is not in it.
fn open(path: &Path, width: usize, first: u64) -> Result<(File, u64), Box<dyn std::error::Error>> {
    let mut options = OpenOptions::new();
    let mut file = options
        .create(true)
        .truncate(false)
        .read(true)
        .write(true)
        .open(path)?;
    let line = width as u64 * 4;
    let mut lines = file.metadata()?.len() / line;
    let mut number_of = |place: u64| -> std::io::Result<u64> {
        file.seek(SeekFrom::Start(place * line))?;
        let mut number = [0; 4];
        file.read_exact(&mut number)?;
        Ok(f32::from_le_bytes(number) as u64)
    };
    let mut from = first;
    if lines > 0 {
        if number_of(0)? != first {
            return Err(format!("{} begins with another game than {first}", path.display()).into());
        }
        from = number_of(lines - 1)?;
        while lines > 0 && number_of(lines - 1)? == from {
            lines -= 1;
        }
    }
    file.set_len(lines * line)?;
    file.seek(SeekFrom::End(0))?;
    Ok((file, from))
}

/// The lines of a game.
fn play<G: Game, M: Mind<G> + Shown<G>>(setups: &[(G::Setup, u32)], asked: &Asked, number: u64) -> Vec<f32> {
    let mut luck = SearchChance::new(number.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    let mut random = SearchChance::new(luck.bits());
    let shares: Vec<f32> = setups.iter().map(|(_, share)| *share as f32).collect();
    let setup = &setups[pick(&shares, &mut random)].0;
    let mut state = G::start(setup, &mut luck);
    let mind = M::by_hand();
    let manner = Manner::serious(Limit {
        time: None,
        iterations: Some(asked.iterations),
    });
    let seats = || Seat::all(setup.players());
    // Some seats play by hand, so that a network meets others than itself.
    let mut minds = || {
        if asked.has_net && random.below(3) > 0 {
            M::on_trial()
        } else {
            M::by_hand()
        }
    };
    let mut bots: Vec<Search<G, M>> = seats().map(|_| Search::new(minds(), manner)).collect();
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
    lines
}
