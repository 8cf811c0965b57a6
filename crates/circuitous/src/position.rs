//! Positions as text that a person can write and read.
//!
//! ```text
//! first 0
//! turn 1
//! phase laying tee
//! finish A -31,108,1
//! card 1 0 branch 0,14,0
//! hand 1 tee straight*2
//! discard 0 left
//! turns 1 0
//! proof 1 0 0 0 0 1
//! ```
//!
//! A card line is number, owner, card and place; cards stand in the order they were laid. Decks hold what is nowhere
//! else.

use std::fmt::Write as _;

use bobbin_game::position::{PositionLine, Word, lines, whole};
use bobbin_game::{PositionError, Seat, Setup as _};

use crate::content::{Code, Decks, MAX_OPEN};
use crate::geometry::{FARTHEST, MAX_EXITS, Spot};
use crate::going_on::Left;
use crate::player::{Counts, HAND, Proof, size};
use crate::setup::Setup;
use crate::state::{Circuitous, Phase};
use crate::table::{Piece, Table};

pub(crate) fn write(state: &Circuitous) -> String {
    let mut text = String::new();
    // Writing to a string does not fail.
    let _ = write_lines(state, &mut text);
    text
}

fn write_lines(state: &Circuitous, text: &mut String) -> std::fmt::Result {
    let kinds = &state.decks().kinds;
    let code = |kind: u8| kinds[usize::from(kind)].code;
    writeln!(text, "first {}\nturn {}", state.first, state.turn)?;
    match state.phase {
        Phase::Choosing { drew_two: false } => writeln!(text, "phase choosing"),
        Phase::Choosing { drew_two: true } => writeln!(text, "phase drew-two"),
        Phase::Laying {
            kind,
            drew_two: false,
        } => writeln!(text, "phase laying {}", code(kind)),
        Phase::Laying { kind, drew_two: true } => writeln!(text, "phase drew-two laying {}", code(kind)),
        Phase::Using { kind } => writeln!(text, "phase using {}", code(kind)),
        Phase::Replacing { kind, with } => writeln!(text, "phase replacing {} {}", code(kind), code(with)),
        Phase::Done => writeln!(text, "phase done"),
        Phase::Over(_) => writeln!(text, "phase over"),
    }?;
    for (index, piece) in state.table.pieces[1..state.table.first_card()].iter().enumerate() {
        writeln!(
            text,
            "finish {} {}",
            crate::event::letter(index as u8),
            piece.spot()
        )?;
    }
    for (_, card) in state.table.cards() {
        let spot = card.spot();
        writeln!(
            text,
            "card {} {} {} {spot}",
            card.number,
            card.owner,
            code(card.kind)
        )?;
    }
    for seat in Seat::all(state.setup.players()) {
        let player = &state.players[seat.index()];
        for (key, counts) in [("hand", &player.hand), ("discard", &player.discard)] {
            if size(counts) > 0 {
                write!(text, "{key} {seat}")?;
                for (kind, &count) in counts.iter().enumerate().filter(|&(_, count)| *count > 0) {
                    let times = if count > 1 {
                        format!("*{count}")
                    } else {
                        String::new()
                    };
                    write!(text, " {}{times}", code(kind as u8))?;
                }
                text.push('\n');
            }
        }
        if !player.proof.is_nothing() {
            let ways: Vec<String> = player.proof.ways().iter().map(u64::to_string).collect();
            writeln!(text, "proof {seat} {}", ways.join(" "))?;
        }
    }
    let turns = state.players[..state.setup.players()]
        .iter()
        .map(|player| player.turns.to_string());
    writeln!(text, "turns {}", turns.collect::<Vec<_>>().join(" "))
}

pub(crate) fn read(setup: &Setup, position: &str) -> Result<Circuitous, PositionError> {
    let mut reader = Reader {
        state: Circuitous::new(setup, Seat::new(0)),
        finishes: setup.finish_spots().iter().map(|&spot| (spot, None)).collect(),
        cards: Vec::new(),
        proofs: Vec::new(),
        phase: None,
        turn: None,
    };
    for line in lines(position) {
        reader.line(&line)?;
    }
    reader.finish()
}

struct Reader<'a> {
    state: Circuitous,
    finishes: Vec<(Spot, Option<Word<'a>>)>,
    cards: Vec<(Word<'a>, Piece)>,
    proofs: Vec<(Word<'a>, Seat, [u64; 5])>,
    phase: Option<PositionLine<'a>>,
    turn: Option<Seat>,
}

impl<'a> Reader<'a> {
    fn line(&mut self, line: &PositionLine<'a>) -> Result<(), PositionError> {
        match line.key.text {
            "first" => {
                self.state.first = self.seat(line.word(0, "a seat")?)?;
                line.at_most(1)
            }
            "turn" => {
                self.turn = Some(self.seat(line.word(0, "a seat")?)?);
                line.at_most(1)
            }
            "phase" => {
                self.phase = Some(line.clone());
                Ok(())
            }
            "finish" => self.finish_line(line),
            "card" => self.card_line(line),
            "hand" | "discard" => self.cards_line(line),
            "proof" => {
                let seat = self.seat(line.word(0, "a seat")?)?;
                let mut ways = [0; 5];
                for (place, count) in ways.iter_mut().enumerate() {
                    *count = line.word(place + 1, "a number")?.parse("a number")?;
                }
                self.proofs.push((line.key, seat, ways));
                line.at_most(6)
            }
            "turns" => {
                let players = self.state.setup.players();
                for place in 0..players {
                    let word = line.word(place, "a number of turns")?;
                    let turns: u8 = word.parse("a number of turns")?;
                    if turns > 104 {
                        return Err(word.expected("at most 104 turns"));
                    }
                    self.state.players[place].turns = turns;
                }
                line.at_most(players)
            }
            _ => Err(line
                .key
                .expected("first, turn, phase, finish, card, hand, discard, proof or turns")),
        }
    }

    fn seat(&self, word: Word<'_>) -> Result<Seat, PositionError> {
        let players = self.state.setup.players();
        let seat: usize = word.parse("the number of a seat")?;
        if seat < players {
            Ok(Seat::new(seat))
        } else {
            Err(word.expected(format!("a seat from 0 to {}", players - 1)))
        }
    }

    fn kind(&self, word: Word<'_>) -> Result<usize, PositionError> {
        let code = word.text.parse::<Code>().ok();
        let kind = code.and_then(|code| self.state.decks().find(code));
        kind.ok_or_else(|| word.expected("a card of the decks"))
    }

    fn finish_line(&mut self, line: &PositionLine<'a>) -> Result<(), PositionError> {
        let (letter, spot) = (line.word(0, "the letter of a finish")?, line.word(1, "x,y,turn")?);
        let place = self.finishes.len();
        let index = match letter.text.as_bytes() {
            [byte @ b'A'..=b'C'] if usize::from(byte - b'A') < place => usize::from(byte - b'A'),
            _ => return Err(letter.expected("the letter of a finish on the table")),
        };
        self.finishes[index] = (within_reach(spot)?, Some(spot));
        line.at_most(2)
    }

    fn card_line(&mut self, line: &PositionLine<'a>) -> Result<(), PositionError> {
        let number = line.word(0, "the number of a card")?;
        let owner = self.seat(line.word(1, "a seat")?)?;
        let word = line.word(2, "a card")?;
        let kind = self.kind(word)?;
        let spot = line.word(3, "x,y,turn")?;
        let lies = within_reach(spot)?;
        let known = |value: u8| self.cards.iter().any(|(_, card)| card.number == value);
        let value: u8 = number.parse("the number of a card")?;
        if value == 0 || value > 104 || known(value) {
            return Err(number.expected("a number from 1 to 104, each once"));
        }
        let shape = self.state.decks().shape_of(kind);
        let piece = Piece {
            at: lies.at,
            turn: shape.named(lies.turn),
            shape: self.state.decks().kinds[kind].shape,
            kind: kind as u8,
            owner: owner.index() as u8,
            number: value,
        };
        take(&mut self.state.players[owner.index()].deck, kind, 1, word)?;
        self.cards.push((spot, piece));
        line.at_most(4)
    }

    fn cards_line(&mut self, line: &PositionLine<'a>) -> Result<(), PositionError> {
        let seat = self.seat(line.word(0, "a seat")?)?;
        for &word in &line.words[1..] {
            let (name, times) = word.text.split_once('*').unwrap_or((word.text, "1"));
            let count: u8 = times
                .parse()
                .map_err(|_| word.expected("a card, or card*number"))?;
            let kind = self.kind(Word { text: name, ..word })?;
            let player = &mut self.state.players[seat.index()];
            take(&mut player.deck, kind, count, word)?;
            let pile = if line.key.text == "hand" {
                &mut player.hand
            } else {
                &mut player.discard
            };
            pile[kind] += count;
        }
        Ok(())
    }

    fn finish(mut self) -> Result<Circuitous, PositionError> {
        self.lay_table()?;
        let state = &mut self.state;
        for player in &mut state.players {
            player.hand_size = size(&player.hand);
            player.deck_size = size(&player.deck);
        }
        state.in_play = Left::of(state.decks(), &state.players);
        if state.table.is_bare() && state.players.iter().any(|player| player.hand_size > HAND) {
            return Err(whole("before the first card nobody holds more than five cards"));
        }
        for (word, seat, ways) in self.proofs {
            let player = &mut state.players[seat.index()];
            let gone = 26 - player.hand_size - player.deck_size;
            let proof = Proof::from_ways(ways, player.hand_size, gone);
            let proof = proof.ok_or_else(|| word.error("this proves nothing about a hand of this size"))?;
            let plain: u8 = (0..26)
                .filter(|&kind| !state.setup.can_be_first(kind))
                .map(|kind| player.hand[kind])
                .sum();
            let least = ways.iter().position(|&count| count > 0).unwrap_or(0);
            if usize::from(plain) < least {
                return Err(word.error("the hand contradicts this proof"));
            }
            player.proof = proof;
        }
        state.turn = self.turn.unwrap_or(state.first);
        set_phase(state, self.phase.as_ref())?;
        check_hands(state)?;
        Ok(self.state)
    }

    fn lay_table(&mut self) -> Result<(), PositionError> {
        let setup = self.state.setup.clone();
        let decks: &Decks = self.state.decks();
        if self.cards.is_empty()
            && let Some((_, Some(word))) = self
                .finishes
                .iter()
                .zip(setup.finish_spots())
                .find(|((spot, _), own)| spot != own)
                .map(|(moved, _)| moved)
        {
            return Err(word.error("before the first card the finishes lie where the setup puts them"));
        }
        let mut table = Table::new(decks, setup.start_spot(), []);
        for (spot, word) in &self.finishes {
            let piece = Piece::fixed(crate::content::FINISH, *spot);
            if let Err(refusal) = table.check_contacts(decks, &piece, usize::MAX) {
                return Err(word.map_or_else(
                    || whole(refusal.to_string()),
                    |word| word.error(refusal.to_string()),
                ));
            }
            table.finishes += 1;
            table.add(decks, piece);
        }
        for (word, piece) in &self.cards {
            let contacts = table.check_contacts(decks, piece, usize::MAX);
            contacts.map_err(|refusal| word.error(refusal.to_string()))?;
            // In a game every card is joined, and a deck has no more exits than fit; cards that lie apart could.
            if table.open.len() + MAX_EXITS > MAX_OPEN {
                return Err(word.error("too many open exits on the table"));
            }
            table.add(decks, *piece);
        }
        self.state.table = table;
        Ok(())
    }
}

/// A place from which a game still stays in bounds.
fn within_reach(word: Word<'_>) -> Result<Spot, PositionError> {
    let spot: Spot = word.parse("x,y,turn")?;
    if spot.at.is_within(FARTHEST / 2) {
        Ok(spot)
    } else {
        Err(word.error("no card lies so far out"))
    }
}

fn take(deck: &mut Counts, kind: usize, count: u8, word: Word<'_>) -> Result<(), PositionError> {
    let left = deck[kind].checked_sub(count);
    deck[kind] = left.ok_or_else(|| word.error("there are not so many of this card in a deck"))?;
    Ok(())
}

/// 2.2, 2.3: only who has just had a turn may have a deck and no hand; anyone else could do nothing in the next one.
fn check_hands(state: &Circuitous) -> Result<(), PositionError> {
    for seat in Seat::all(state.setup.players()) {
        let player = &state.players[seat.index()];
        let is_drawing = seat == state.turn && state.phase == Phase::Done;
        if player.hand_size == 0 && !player.is_out() && !is_drawing && !state.is_over() {
            return Err(whole(format!(
                "seat {seat} has an empty hand and {} cards in the deck: a hand is drawn up to five",
                player.deck_size
            )));
        }
    }
    Ok(())
}

fn set_phase(state: &mut Circuitous, line: Option<&PositionLine<'_>>) -> Result<(), PositionError> {
    let reached = state.table.reached(state.decks());
    let all_out = state.players.iter().all(crate::player::Player::is_out);
    let words: Vec<&str> = line.map_or(Vec::new(), |line| {
        line.words.iter().map(|word| word.text).collect()
    });
    let error = |message: &str| match line {
        Some(line) => line.key.error(message),
        None => whole(message),
    };
    if reached.is_some() || all_out && matches!(words[..], [] | ["over"]) {
        if !matches!(words[..], [] | ["over"]) {
            return Err(error("a finish is reached: expected phase over"));
        }
        state.phase = Phase::Over(reached);
        return Ok(());
    }
    let kind = |text: &str| {
        let code = text.parse::<Code>().ok();
        let kind = code
            .and_then(|code| state.decks().find(code))
            .filter(|&kind| state.player().hand[kind] > 0);
        kind.map(|kind| kind as u8)
            .ok_or_else(|| error("the chosen card is not in the hand of who plays"))
    };
    state.phase = match words[..] {
        [] | ["choosing"] => Phase::Choosing { drew_two: false },
        ["drew-two"] => Phase::Choosing { drew_two: true },
        ["laying", card] => Phase::Laying {
            kind: kind(card)?,
            drew_two: false,
        },
        ["drew-two", "laying", card] => Phase::Laying {
            kind: kind(card)?,
            drew_two: true,
        },
        ["using", card] => Phase::Using { kind: kind(card)? },
        ["replacing", card, with] => Phase::Replacing {
            kind: kind(card)?,
            with: kind(with)?,
        },
        ["done"] => Phase::Done,
        ["over"] => {
            return Err(error(
                "no finish is reached and there are cards left: the game is not over",
            ));
        }
        _ => {
            return Err(error(
                "expected choosing, drew-two, laying CARD, drew-two laying CARD, using CARD, replacing CARD CARD, done or over",
            ));
        }
    };
    let is_after_drawing = matches!(
        state.phase,
        Phase::Choosing { drew_two: true }
            | Phase::Laying { drew_two: true, .. }
            | Phase::Using { .. }
            | Phase::Replacing { .. }
    );
    if state.table.is_bare() && is_after_drawing {
        return Err(error("before the first card there are no abilities"));
    }
    let mut actions = Vec::new();
    state.actions(&mut actions);
    let is_ability = |kind: u8, with: u8| {
        let ability = state.decks().kinds[usize::from(kind)].ability;
        let needed = 1 + u8::from(kind == with);
        ability == Some(crate::content::Ability::Replace) && state.player().hand[usize::from(with)] >= needed
    };
    let is_possible = match state.phase {
        Phase::Replacing { kind, with } => is_ability(kind, with),
        _ => true,
    };
    if actions.is_empty() || !is_possible {
        return Err(error("there is nothing that the player could do in this phase"));
    }
    Ok(())
}
