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

use bobbin_game::position::{self, PositionLine, joined, whole};
use bobbin_game::{PositionError, Seat};

use crate::PLAYERS;
use crate::cards::{Card, Cards};
use crate::hearts::{Hearts, PASSED, Phase};
use crate::setup::{Pass, Setup};
use crate::trick::Trick;

/// The lines with a seat and its cards, by their keys.
fn heaps(state: &mut Hearts) -> [(&'static str, &mut [Cards; PLAYERS]); 5] {
    [
        ("hand", &mut state.hands),
        ("passed", &mut state.passed),
        ("played", &mut state.played),
        ("taken", &mut state.taken),
        ("lacks", &mut state.lacks),
    ]
}

pub(crate) fn write(state: &Hearts) -> String {
    let on_the_table = state.phase.on_the_table();
    let mut state = *state;
    state.played = state.played.map(|cards| cards - on_the_table);
    let mut lines = Vec::new();
    for seat in Seat::all(PLAYERS) {
        let heaps = heaps(&mut state).map(|(key, heaps)| (key, heaps[seat]));
        let told = heaps.into_iter().filter(|(_, cards)| !cards.is_empty());
        lines.extend(told.map(|(key, cards)| format!("{key} {seat} {cards}\n")));
    }
    match &state.phase {
        Phase::Passing { choosing } => lines.push(format!("passing {}\n", joined(choosing.iter()))),
        Phase::Playing { trick } => {
            let cards = trick.in_order().map(|card| format!(" {card}"));
            lines.push(format!("trick {}{}\n", trick.leader, cards.collect::<String>()));
        }
        Phase::Over => {}
    }
    lines.concat()
}

pub(crate) fn read(setup: Setup, text: &str) -> Result<Hearts, PositionError> {
    let mut state = Hearts {
        setup,
        ..Hearts::default()
    };
    let keys = r#""hand", "passed", "played", "taken", "lacks", "passing" or "trick""#;
    let mut phase = None;
    for line in position::lines(text) {
        let mut heaps = heaps(&mut state).into_iter();
        match (line.key.text, heaps.find(|(key, _)| *key == line.key.text)) {
            (_, Some((_, heaps))) => read_cards(&line, heaps)?,
            ("passing", _) => {
                let choosing = line.words.iter().map(|word| word.seat(PLAYERS));
                let choosing = choosing.collect::<Result<_, _>>()?;
                phase = Some(Phase::Passing { choosing });
            }
            ("trick", _) => phase = Some(read_trick(&line)?),
            _ => return Err(line.key.expected(keys)),
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

fn read_cards(line: &PositionLine, heaps: &mut [Cards; PLAYERS]) -> Result<(), PositionError> {
    let heap = &mut heaps[line.seat(0, PLAYERS)?];
    for word in &line.words[1..] {
        *heap |= word.parse("cards of a suit such as QS, 25TC or H")?;
    }
    Ok(())
}

fn read_trick(line: &PositionLine) -> Result<Phase, PositionError> {
    let mut trick = Trick::led_by(line.seat(0, PLAYERS)?);
    line.at_most(PLAYERS)?;
    for word in &line.words[1..] {
        trick.add(word.parse("a card such as QS")?);
    }
    Ok(Phase::Playing { trick })
}

/// Fills in what the lines leave out.
fn complete(state: &mut Hearts, phase: Option<Phase>) -> Result<(), PositionError> {
    state.phase = phase.unwrap_or_default();
    let standing: Cards = Seat::all(PLAYERS).map(|seat| state.began_with(seat)).collect();
    let mut missing = (Cards::DECK - standing).iter();
    for seat in Seat::all(PLAYERS) {
        let short = 13usize.saturating_sub(state.hands[seat].len() + state.played[seat].len());
        state.played[seat] |= missing.by_ref().take(short).collect();
    }
    let told = state.gone() | state.phase.on_the_table();
    for seat in Seat::all(PLAYERS) {
        state.taken[seat] |= state.played[seat] - told;
    }
    let every = |size: usize| state.hands.iter().all(|hand| hand.len() == size);
    let half_played = "the deal is half played: expected a line \"trick\" with its leader";
    match phase {
        None if every(13) => state.phase = Hearts::dealt(state.setup, state.hands).phase,
        None if !every(0) => return Err(whole(half_played)),
        _ => {}
    }
    Ok(())
}

/// Refuses what no deal can look like.
fn check(state: &Hearts) -> Result<(), PositionError> {
    disjoint(state.hands.into_iter().chain(state.played))?;
    disjoint(state.taken.into_iter().chain([state.phase.on_the_table()]))?;
    Seat::all(PLAYERS).try_for_each(|seat| check_seat(state, seat))?;
    let wrong = match &state.phase {
        Phase::Passing { .. } if state.setup.pass == Pass::None => "there is no pass in this setup",
        Phase::Passing { choosing } if choosing.is_empty() => {
            "expected seats behind \"passing\": once nobody chooses, the cards have changed hands"
        }
        Phase::Playing { trick } if !fits(state, trick) => {
            "the hands do not fit the trick: who has not played to it holds one card more"
        }
        Phase::Playing { trick } if !opens(state, trick) => "the first trick is led with the two of clubs",
        _ => return Ok(()),
    };
    Err(whole(wrong))
}

fn disjoint(heaps: impl Iterator<Item = Cards>) -> Result<(), PositionError> {
    let mut seen = Cards::EMPTY;
    for heap in heaps {
        if let Some(card) = (heap & seen).first() {
            return Err(whole(format!("{card} stands in two places")));
        }
        seen |= heap;
    }
    Ok(())
}

fn check_seat(state: &Hearts, seat: Seat) -> Result<(), PositionError> {
    let (hand, passed, pass) = (state.hands[seat], state.passed[seat], state.setup.pass);
    let receiver = pass.receiver(seat);
    let has_three = passed.len() == PASSED;
    let wrong = match &state.phase {
        _ if state.began_with(seat).len() != 13 => "has not thirteen cards in hand and played",
        _ if hand.meets(state.lacks[seat]) => "holds a card that it lacks",
        Phase::Passing { .. } if !state.played[seat].is_empty() => "has played during the pass",
        Phase::Passing { .. } if !hand.contains_all(passed) => "has chosen a card that it does not hold",
        Phase::Passing { .. } if has_three => return Ok(()),
        Phase::Passing { choosing } if passed.len() < PASSED && choosing.contains(seat) => return Ok(()),
        Phase::Passing { .. } => "is not choosing and has not chosen three cards",
        _ if pass == Pass::None && passed.is_empty() => return Ok(()),
        _ if pass == Pass::None => "has passed cards, but there is no pass in this setup",
        _ if has_three && state.began_with(receiver).contains_all(passed) => return Ok(()),
        _ => &format!("has not passed three cards that seat {receiver} got: say which, or use pass=none"),
    };
    Err(whole(format!("seat {seat} {wrong}")))
}

fn fits(state: &Hearts, trick: &Trick) -> bool {
    let before = |seat: Seat| state.hands[seat].len() + usize::from(trick.cards[seat].is_some());
    let size = state.hands[trick.turn].len();
    size > 0 && Seat::all(PLAYERS).all(|seat| before(seat) == size)
}

/// 3.1: is the two of clubs led to the first trick, or can it be?
fn opens(state: &Hearts, trick: &Trick) -> bool {
    let leads = trick.cards[trick.leader].map_or(state.hands[trick.leader], Cards::only);
    leads.contains(Card::TWO_OF_CLUBS) || !state.gone().is_empty()
}
