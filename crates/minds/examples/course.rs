//! Why games of Circuitous end, or do not: `cargo run --release -p bobbin-minds --example course -- house 2 100
//! search:60i,search:60i` (a content pack or `house`, players, games, one bot a seat or fewer, taken in turn).
//!
//! For each turn it notes how many cards the nearest way is from a finish, and at the end what kept a game from being
//! decided. The last line says how often a game was decided from moments with so many cards left for each turn that the
//! nearest way takes. With `TELL` in the environment every turn is told: the nearest ways as cards/turns and points,
//! and what was played.

use std::collections::BTreeMap;
use std::time::Instant;

use bobbin_bots::{Bot, BotSpec, Question, Timer};
use bobbin_circuitous::{Action, Circuitous, Decks, Setup};
use bobbin_game::{Content as _, Game, Options, SearchChance, Seat, Setup as _, Shelf, Source};
use bobbin_minds::{Ahead, CircuitousMind};

struct Watch(Instant);

impl Timer for Watch {
    fn elapsed(&self) -> std::time::Duration {
        self.0.elapsed()
    }
}

#[derive(Default)]
struct Sums {
    decided: u64,
    turns: u64,
    cards: u64,
    length: u64,
    points: u64,
    tied: u64,
    by_last: u64,
    won: BTreeMap<String, u64>,
    from_first: [u64; 4],
    undecided: BTreeMap<String, u64>,
    laid: BTreeMap<String, u64>,
    used: BTreeMap<String, u64>,
    ended_by: BTreeMap<String, u64>,
    calibration: BTreeMap<u64, (u64, u64)>,
    iterations: u64,
    nanos: u128,
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [pack, players, games, bots, ..] = &words[..] else {
        return Err("expected: course PACK PLAYERS GAMES BOT,…".into());
    };
    let seed: u64 = words.get(4).map_or(Ok(0), |word| word.parse())?;
    let decks = if pack == "house" {
        Decks::house()
    } else {
        Shelf::put(Decks::from_pack(&Source::new(
            pack,
            std::fs::read_to_string(pack)?,
        ))?)
    };
    let setup = Setup::new(&Options::new().with("players", players), decks)?;
    let specs: Result<Vec<BotSpec>, _> = bots.split(',').map(str::parse).collect();
    let specs = specs?;
    let mut sums = Sums::default();
    let games: u64 = games.parse()?;
    for game in 0..games {
        play(&setup, &specs, seed + game, &mut sums);
    }
    let mean = |sum: u64, count: u64| sum as f64 / count.max(1) as f64;
    println!(
        "{} of {games} games have a winner ({:.1} %); {:.1} turns a player, {:.1} cards laid",
        sums.decided,
        mean(sums.decided * 100, games),
        mean(sums.turns, games * setup.players() as u64),
        mean(sums.cards, games)
    );
    println!(
        "ways {:.1} cards long, winner leads by {:.1} points, {:.0} % level, {:.0} % won by who ended it",
        mean(sums.length, sums.decided),
        mean(sums.points, sums.decided),
        mean(sums.tied * 100, sums.decided),
        mean(sums.by_last * 100, sums.decided)
    );
    println!("won {:?}, in turn order {:?}", sums.won, sums.from_first);
    println!("ended by {:?}\nundecided {:?}", sums.ended_by, sums.undecided);
    println!("laid {:?}\nused {:?}", sums.laid, sums.used);
    if std::env::var("TELL").is_err() {
        for (value, (count, decided)) in &sums.calibration {
            print!(
                "{:.1}:{:.0}%/{count} ",
                *value as f64 / 2.0,
                mean(decided * 100, *count)
            );
        }
        println!();
    }
    let seconds = sums.nanos as f64 / 1e9;
    println!(
        "{} iterations in {seconds:.1} s: {:.0} a second",
        sums.iterations,
        sums.iterations as f64 / seconds
    );
    Ok(())
}

#[expect(
    clippy::too_many_lines,
    reason = "a diagnostic that tells each turn as it happens"
)]
fn play(setup: &Setup, specs: &[BotSpec], number: u64, sums: &mut Sums) {
    let players = setup.players();
    let is_told = std::env::var("TELL").is_ok();
    let mut luck = SearchChance::new(number / specs.len() as u64 + 77);
    let mut random = SearchChance::new(!number);
    let mut state = Circuitous::start(setup, &mut luck);
    let watcher = CircuitousMind::default();
    let spec_of = |seat: Seat| specs[(seat.index() + number as usize) % specs.len()];
    let mut bots: Vec<Box<dyn Bot<Circuitous>>> = Seat::all(players)
        .map(|seat| spec_of(seat).build::<Circuitous, CircuitousMind>())
        .collect();
    let (mut first, mut last, mut chosen) = (None, Seat::new(0), String::new());
    let (mut near, mut nowhere, mut before) = (0, 0, None);
    let mut ended_by = String::new();
    let mut plenty: Vec<u64> = Vec::new();
    while let Some(seat) = state.to_act().first() {
        first.get_or_insert(seat);
        if state.is_choosing() {
            let ways = watcher.survey(&state).ways;
            let nearest = ways.iter().map(|way| way.ahead.cards).min();
            near += u64::from(nearest == Some(1));
            nowhere += u64::from(nearest.is_none());
            before = nearest;
            let turns = ways.iter().map(|way| way.ahead.turns).min();
            let left: u64 = Seat::all(players)
                .map(|seat| u64::from(state.cards_left(seat)))
                .sum();
            plenty.push(turns.map_or(0, |turns| left * 8 * 2 / u64::from(turns.max(8))));
            if is_told {
                let mut ways: Vec<_> = ways.iter().map(|way| (way.ahead, way.points)).collect();
                ways.sort_unstable();
                ways.truncate(5);
                let told = |(ahead, points): &(Ahead, [u16; 4])| {
                    format!(
                        "{}/{:.1}:{:?}",
                        ahead.cards,
                        f32::from(ahead.turns) / 8.0,
                        &points[..players]
                    )
                };
                let told: Vec<String> = ways.iter().map(told).collect();
                println!("  {seat} {}", told.join(" "));
            }
        }
        let question = Question::of(&state, seat).expect("it is to act");
        let watch = Watch(Instant::now());
        let thought = bots[seat.index()].think(&question, &mut random, &watch);
        sums.nanos += watch.0.elapsed().as_nanos();
        sums.iterations += thought.iterations;
        let action = *thought.choice();
        if is_told && !matches!(action, Action::End) {
            println!("    {action} {:.3}", thought.best[0].value.unwrap_or(0.0));
        }
        match action {
            Action::Play(card) | Action::With(card) => chosen = card.to_string(),
            Action::At(_) => {
                sums.cards += 1;
                *sums.laid.entry(chosen.clone()).or_default() += 1;
            }
            Action::Use(card) => *sums.used.entry(card.to_string()).or_default() += 1,
            _ => {}
        }
        ended_by = match action {
            Action::At(_) => chosen.clone(),
            Action::SlideFinish(..) => "slide".to_owned(),
            Action::TurnFinish(..) => "turn finish".to_owned(),
            Action::TurnEnd(..) => "turn end".to_owned(),
            Action::Over(..) => "replace".to_owned(),
            _ => ended_by,
        };
        last = seat;
        state
            .apply(seat, action, &mut luck, &mut ())
            .expect("it is legal");
    }
    sums.turns += Seat::all(players)
        .map(|seat| u64::from(state.turns_taken(seat)))
        .sum::<u64>();
    let outcome = state.outcome().expect("it is over");
    for value in plenty {
        let entry = sums.calibration.entry(value.min(40)).or_default();
        entry.0 += 1;
        entry.1 += u64::from(!outcome.winners.is_empty());
    }
    let Some(winner) = outcome.winners.iter().next() else {
        let end = before.map_or("nowhere".to_owned(), |cards| cards.to_string());
        let often = match near {
            0 => "never",
            1..=3 => "seldom",
            _ => "often",
        };
        let blocked = if nowhere > 0 { ", nowhere" } else { "" };
        let key = format!("{end} to go at the end, {often} 1{blocked}");
        *sums.undecided.entry(key).or_default() += 1;
        return;
    };
    sums.decided += 1;
    *sums.won.entry(spec_of(winner).to_string()).or_default() += 1;
    let first = first.unwrap_or(winner);
    sums.from_first[(winner.index() + players - first.index()) % players] += 1;
    sums.by_last += u64::from(winner == last);
    let total = |seat: Seat| outcome.total(seat).as_quarters() / 4;
    let second = Seat::all(players).filter(|&seat| seat != winner).map(total).max();
    let lead = total(winner) - second.unwrap_or(0);
    sums.points += lead as u64;
    sums.tied += u64::from(lead == 0);
    *sums.ended_by.entry(ended_by).or_default() += 1;
    sums.length += u64::from(state.way_length().unwrap_or(0));
}
