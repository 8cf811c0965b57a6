//! The position notation: a deal in a few lines.
//!
//! ```text
//! hand 0 25C QS          # the cards in hand, suit by suit; a suit alone is all of it
//! hand 1 J9D 4H
//! hand 2 AKS 7H
//! hand 3 T98D
//! trick 2 QD             # the leader of the trick, and the cards on the table in order
//! played 0 …             # cards played in tricks that are over
//! taken 3 TJQKAS         # the cards of the tricks a seat has taken
//! lacks 3 C              # what a seat is publicly proved not to hold
//! passed 0 QKAS          # what a seat has chosen for the pass, or has passed
//! passing 1 3            # in place of `trick`: the pass is on, and these seats still choose
//! ```
//!
//! Cards that stand nowhere have been played, by the seats in order, as many as each is short of thirteen. Who
//! played a card has taken it, if no line says otherwise. Without `trick` and `passing` the deal is at its beginning,
//! or over if no hand has a card.

use std::iter;

use bobbin_game::position::{self, PositionLine, whole};
use bobbin_game::{PositionError, Seat, SeatSet};

use crate::PLAYERS;
use crate::cards::{Card, Cards};
use crate::hearts::{Hearts, PASSED, Phase};
use crate::setup::{Pass, Setup};
use crate::trick::Trick;

pub(crate) fn write(state: &Hearts) -> String {
    let mut text = String::new();
    let mut line = |words: Vec<String>| {
        text.push_str(&words.join(" "));
        text.push('\n');
    };
    let on_the_table = on_the_table(&state.phase);
    for seat in 0..PLAYERS {
        let heaps = [
            ("hand", state.hands[seat]),
            ("passed", state.passed[seat]),
            ("played", state.played[seat] - on_the_table),
            ("taken", state.taken[seat]),
            ("lacks", state.lacks[seat]),
        ];
        for (key, cards) in heaps.into_iter().filter(|(_, cards)| !cards.is_empty()) {
            line(vec![key.to_owned(), seat.to_string(), cards.to_string()]);
        }
    }
    match &state.phase {
        Phase::Passing { choosing } => {
            line(
                iter::once("passing".to_owned())
                    .chain(choosing.iter().map(|seat| seat.to_string()))
                    .collect(),
            );
        }
        Phase::Playing { trick } => {
            let leader = format!("trick {}", trick.leader);
            line(
                iter::once(leader)
                    .chain(trick.in_order().map(|card| card.to_string()))
                    .collect(),
            );
        }
        Phase::Over => {}
    }
    text
}

pub(crate) fn read(setup: Setup, text: &str) -> Result<Hearts, PositionError> {
    let mut state = Hearts {
        setup,
        phase: Phase::Over,
        hands: [Cards::EMPTY; PLAYERS],
        passed: [Cards::EMPTY; PLAYERS],
        played: [Cards::EMPTY; PLAYERS],
        taken: [Cards::EMPTY; PLAYERS],
        lacks: [Cards::EMPTY; PLAYERS],
    };
    let mut phase = None;
    for line in position::lines(text) {
        match line.key.text {
            "hand" => read_cards(&line, &mut state.hands)?,
            "passed" => read_cards(&line, &mut state.passed)?,
            "played" => read_cards(&line, &mut state.played)?,
            "taken" => read_cards(&line, &mut state.taken)?,
            "lacks" => read_cards(&line, &mut state.lacks)?,
            "passing" => {
                phase = Some(Phase::Passing {
                    choosing: read_seats(&line)?,
                });
            }
            "trick" => {
                phase = Some(Phase::Playing {
                    trick: read_trick(&line)?,
                });
            }
            _ => {
                let expected =
                    "\"hand\", \"passed\", \"played\", \"taken\", \"lacks\", \"passing\" or \"trick\"";
                return Err(line.key.expected(expected));
            }
        }
    }
    if let Some(Phase::Playing { trick }) = &phase {
        for (played, card) in state.played.iter_mut().zip(trick.cards) {
            *played |= card.into_iter().collect();
        }
    }
    complete(&mut state, phase)?;
    check(&state)?;
    Ok(state)
}

fn read_seat(line: &PositionLine, place: usize) -> Result<Seat, PositionError> {
    let expected = "a seat from 0 to 3";
    let word = line.word(place, expected)?;
    match word.parse(expected)? {
        index if index < PLAYERS => Ok(Seat::new(index)),
        _ => Err(word.expected(expected)),
    }
}

fn read_seats(line: &PositionLine) -> Result<SeatSet, PositionError> {
    (0..line.words.len())
        .map(|place| read_seat(line, place))
        .collect()
}

fn read_cards(line: &PositionLine, heaps: &mut [Cards; PLAYERS]) -> Result<(), PositionError> {
    let heap = &mut heaps[read_seat(line, 0)?.index()];
    for word in &line.words[1..] {
        *heap |= word.parse("cards of a suit such as QS, 25TC or H")?;
    }
    Ok(())
}

fn read_trick(line: &PositionLine) -> Result<Trick, PositionError> {
    let mut trick = Trick::led_by(read_seat(line, 0)?);
    line.at_most(PLAYERS)?;
    for word in &line.words[1..] {
        trick.add(word.parse("a card such as QS")?);
    }
    Ok(trick)
}

/// Fills in what the lines leave out.
fn complete(state: &mut Hearts, phase: Option<Phase>) -> Result<(), PositionError> {
    let standing = state
        .hands
        .iter()
        .chain(&state.played)
        .fold(Cards::EMPTY, |all, &heap| all | heap);
    let mut missing = (Cards::DECK - standing).iter();
    for seat in 0..PLAYERS {
        let short = 13usize.saturating_sub(state.hands[seat].len() + state.played[seat].len());
        state.played[seat] |= missing.by_ref().take(short).collect();
    }
    let told = state.taken.iter().fold(
        on_the_table(phase.as_ref().unwrap_or(&Phase::Over)),
        |all, &heap| all | heap,
    );
    for seat in 0..PLAYERS {
        state.taken[seat] |= state.played[seat] - told;
    }
    state.phase = match phase {
        Some(phase) => phase,
        None if state.hands.iter().all(|hand| hand.is_empty()) => Phase::Over,
        None if state.hands.iter().all(|hand| hand.len() == 13) => {
            Hearts::dealt(state.setup, state.hands).phase
        }
        None => {
            return Err(whole(
                "the deal is half played: expected a line \"trick\" with its leader",
            ));
        }
    };
    Ok(())
}

fn on_the_table(phase: &Phase) -> Cards {
    match phase {
        Phase::Playing { trick } => trick.in_order().collect(),
        Phase::Passing { .. } | Phase::Over => Cards::EMPTY,
    }
}

/// Refuses what no deal can look like.
fn check(state: &Hearts) -> Result<(), PositionError> {
    let disjoint = |heaps: &[Cards]| {
        let mut seen = Cards::EMPTY;
        for &heap in heaps {
            if let Some(card) = (heap & seen).iter().next() {
                return Err(whole(format!("{card} stands in two places")));
            }
            seen |= heap;
        }
        Ok(())
    };
    let Hearts {
        hands, played, taken, ..
    } = state;
    disjoint(&[*hands, *played].concat())?;
    disjoint(&[taken.as_slice(), &[on_the_table(&state.phase)]].concat())?;
    for seat in Seat::all(PLAYERS) {
        check_seat(state, seat)?;
    }
    match &state.phase {
        Phase::Passing { .. } if state.setup.pass == Pass::None => {
            Err(whole("there is no pass in this setup"))
        }
        Phase::Passing { choosing } if choosing.is_empty() => Err(whole(
            "expected seats behind \"passing\": once nobody chooses, the cards have changed hands",
        )),
        Phase::Passing { .. } | Phase::Over => Ok(()),
        Phase::Playing { trick } => check_trick(state, trick),
    }
}

fn check_seat(state: &Hearts, seat: Seat) -> Result<(), PositionError> {
    let index = seat.index();
    let (hand, passed, played) = (state.hands[index], state.passed[index], state.played[index]);
    let wrong = |message: &str| Err(whole(format!("seat {seat} {message}")));
    if hand.len() + played.len() != 13 {
        return wrong("has not thirteen cards in hand and played");
    }
    if !(hand & state.lacks[index]).is_empty() {
        return wrong("holds a card that it lacks");
    }
    let receiver = state.setup.pass.receiver(seat);
    match &state.phase {
        Phase::Passing { .. } if !played.is_empty() => wrong("has played during the pass"),
        Phase::Passing { .. } if !hand.contains_all(passed) => {
            wrong("has chosen a card that it does not hold")
        }
        Phase::Passing { choosing } => match passed.len() {
            PASSED => Ok(()),
            count if count < PASSED && choosing.contains(seat) => Ok(()),
            _ => wrong("is not choosing and has not chosen three cards"),
        },
        _ if state.setup.pass == Pass::None && passed.is_empty() => Ok(()),
        _ if state.setup.pass == Pass::None => wrong("has passed cards, but there is no pass in this setup"),
        _ => {
            let got = state.hands[receiver.index()] | state.played[receiver.index()];
            match passed.len() {
                PASSED if got.contains_all(passed) => Ok(()),
                _ => wrong(&format!(
                    "has not passed three cards that seat {receiver} got: say which, or use pass=none"
                )),
            }
        }
    }
}

fn check_trick(state: &Hearts, trick: &Trick) -> Result<(), PositionError> {
    let size = state.hands[trick.turn.index()].len();
    let fits = Seat::all(PLAYERS).all(|seat| {
        let has_played = trick.cards[seat.index()].is_some();
        state.hands[seat.index()].len() + usize::from(has_played) == size
    });
    if !fits || size == 0 {
        return Err(whole(
            "the hands do not fit the trick: who has not played to it holds one card more",
        ));
    }
    let leader = trick.leader.index();
    let leads = trick.cards[leader].map_or(state.hands[leader], |card| Cards::EMPTY.with(card));
    let is_first = state.taken.iter().all(|heap| heap.is_empty());
    if is_first && !leads.contains(Card::TWO_OF_CLUBS) {
        return Err(whole("the first trick is led with the two of clubs"));
    }
    Ok(())
}
