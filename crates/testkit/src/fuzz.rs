//! Fuzzing: what strangers send is made from what is valid by a few edits, so that it gets past the first check.
//!
//! A run is the same every time. `BOBBIN_FUZZ_SECONDS=600` lets every target go on for so long with other luck.

use std::fmt::Debug;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};

use proptest::collection::vec;
use proptest::prelude::any;
use proptest::strategy::Strategy;
use proptest::test_runner::{Config, RngSeed, TestCaseError, TestError, TestRunner};

/// Whatever takes longer than this hangs.
const LONGEST: Duration = Duration::from_mins(1);

/// Checks so many inputs, and says how many of them were taken: `check` tells that, and panics if a promise is broken.
///
/// # Panics
/// With the smallest input that was found to break a promise. An input that hangs ends the process.
pub fn fuzz<S: Strategy>(cases: u32, inputs: &S, check: impl Fn(&S::Value) -> bool) -> u32
where
    S::Value: Debug,
{
    let seconds = std::env::var("BOBBIN_FUZZ_SECONDS").map_or(0, |text| {
        text.parse().expect("BOBBIN_FUZZ_SECONDS is a number of seconds")
    });
    let (begun, watchdog) = (Instant::now(), Watchdog::start());
    let taken = std::cell::Cell::new(0);
    for seed in 0.. {
        let config = Config {
            cases,
            failure_persistence: None,
            max_shrink_time: 60_000,
            rng_seed: RngSeed::Fixed(seed),
            ..Config::default()
        };
        let tried = TestRunner::new(config).run(inputs, |input| {
            watchdog.watch(format!("{input:?}"));
            taken.set(taken.get() + u32::from(check(&input)));
            Ok::<(), TestCaseError>(())
        });
        match tried {
            Ok(()) => {}
            Err(TestError::Fail(why, input)) => panic!("{why}\nwith seed {seed}, input {input:?}"),
            Err(TestError::Abort(why)) => panic!("{why}"),
        }
        if begun.elapsed() >= Duration::from_secs(seconds) {
            break;
        }
    }
    println!("{} of the inputs were taken", taken.get());
    taken.get()
}

/// Ends the process with the input that hangs.
struct Watchdog(mpsc::Sender<String>);

impl Watchdog {
    fn start() -> Self {
        let (sender, inputs) = mpsc::channel::<String>();
        std::thread::spawn(move || {
            let mut input = String::new();
            loop {
                match inputs.recv_timeout(LONGEST) {
                    Ok(next) => input = next,
                    Err(RecvTimeoutError::Disconnected) => return,
                    Err(RecvTimeoutError::Timeout) => {
                        eprintln!("it hangs: {input}");
                        std::process::abort();
                    }
                }
            }
        });
        Watchdog(sender)
    }

    fn watch(&self, input: String) {
        self.0.send(input).expect("the watchdog is there as long as this");
    }
}

/// What is done, where, and with what: each number is taken modulo what there is.
type Edit = (u8, u32, u32);

/// One of some valid texts with a few edits to its lines, words and characters, and the number of that text.
pub fn edited(texts: Vec<String>) -> impl Strategy<Value = (usize, String)> {
    let edits = vec(any::<Edit>(), 1..5);
    (0..texts.len(), edits).prop_map(move |(number, edits)| {
        let mut text = texts[number].clone();
        for edit in edits {
            text = edit_text(&text, &texts, edit);
        }
        (number, text)
    })
}

/// One of some valid messages with a few edits to its bytes, and the number of that message.
pub fn edited_bytes(messages: Vec<Vec<u8>>) -> impl Strategy<Value = (usize, Vec<u8>)> {
    let edits = vec(any::<Edit>(), 1..5);
    (0..messages.len(), edits).prop_map(move |(number, edits)| {
        let mut bytes = messages[number].clone();
        for (what, place, with) in edits {
            let other = &messages[with as usize % messages.len()];
            let part = |from: u32| other.get(from as usize % (other.len() + 1)..).unwrap_or_default();
            edit_list(&mut bytes, what, place, with as u8, part(place));
        }
        (number, bytes)
    })
}

/// Numbers at the borders of what fits, and characters that mean something somewhere.
const STRANGE: &[&str] = &[
    "0",
    "1",
    "-1",
    "7",
    "8",
    "12",
    "99",
    "127",
    "128",
    "255",
    "256",
    "65535",
    "65536",
    "2147483648",
    "4294967296",
    "9223372036854775808",
    "18446744073709551616",
    "1e99",
    "nan",
    "true",
    "null",
    "",
    " ",
    "\t",
    "\n",
    "\r\n",
    "\0",
    "\"",
    "'",
    "\\",
    "#",
    "=",
    "-",
    ".",
    ",",
    ":",
    "*",
    "+",
    "[",
    "]",
    "{",
    "}",
    "[[",
    "]]",
    "é",
    "ß",
    "İ",
    "\u{301}",
    "\u{a0}",
    "\u{200d}",
    "\u{202e}",
    "\u{2028}",
    "\u{feff}",
    "🧶",
    "undo",
];

fn edit_text(text: &str, texts: &[String], (what, place, with): Edit) -> String {
    let other = &texts[with as usize % texts.len()];
    let far = with as usize / texts.len();
    if what.is_multiple_of(2) {
        let mut lines: Vec<&str> = text.split_inclusive('\n').collect();
        let others: Vec<&str> = other.split_inclusive('\n').collect();
        let with = others.get(far % others.len().max(1)).copied().unwrap_or_default();
        edit_list(
            &mut lines,
            what / 2,
            place,
            with,
            &others[far % (others.len() + 1)..],
        );
        return lines.concat();
    }
    let (mut words, others) = (words(text), words(other));
    let strange = STRANGE[far % STRANGE.len()];
    let own = others.get(far % others.len().max(1)).copied().unwrap_or_default();
    let with = if what % 4 == 1 { strange } else { own };
    edit_list(&mut words, what / 4, place, with, &[with, with]);
    words.concat()
}

/// Runs of letters, runs of digits, and whatever else there is one by one.
fn words(text: &str) -> Vec<&str> {
    let kind = |c: char| (c.is_alphabetic(), c.is_ascii_digit());
    let mut words = Vec::new();
    let (mut begun, mut before) = (0, None);
    for (place, c) in text.char_indices() {
        let is_same = before == Some(kind(c)) && kind(c) != (false, false);
        if !is_same && place > 0 {
            words.push(&text[begun..place]);
            begun = place;
        }
        before = Some(kind(c));
    }
    words.push(&text[begun..]);
    words
}

fn edit_list<T: Copy>(list: &mut Vec<T>, what: u8, place: u32, with: T, many: &[T]) {
    if list.is_empty() {
        list.push(with);
        return;
    }
    let (place, middle) = (place as usize % list.len(), list.len() / 2);
    match what % 8 {
        0 | 1 => list[place] = with,
        2 => list.insert(place, with),
        3 => drop(list.remove(place)),
        4 => list.insert(place, list[place]),
        5 => list.swap(place, middle),
        6 => list.truncate(place),
        _ => drop(list.splice(place.., many.iter().copied())),
    }
}
