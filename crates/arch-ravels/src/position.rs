//! The position notation: a table in lines that a person can write and read.
//!
//! ```text
//! round 3
//! first 1
//! active 0
//! step actions shop 1 + craft 1
//! shopping 2
//! bazaar RR - GB ?? O BYR
//! discard tangled-cat RR*2
//! requests robot +1
//! list snow-day - triplets
//! project-deck 5
//! seat 0 rebecca
//! patterns 0 PPP RYY RGYO
//! bowl 0 R2B1
//! ```
//!
//! Spaces of the bazaar and of a board count from 1. What is left out is as at the start of a game or empty; `deck`
//! in place of `discard` names the yarn cards and events of the deck, and all others are discarded.

use std::fmt::Write as _;

use bobbin_game::Seat;
use bobbin_game::position::joined;

use crate::content::{ArchRavelsContent, EVENTS, MOST_KINDS};
use crate::deck::{Card, Counts, bits, card_at};
use crate::patterns::Item;
use crate::state::{ArchRavels, Goal, Pending, Phase};
use crate::yarn::Color;

pub(crate) use read::read;

mod check;
mod lines;
mod read;

/// The position of a state.
pub(crate) fn write(state: &ArchRavels) -> String {
    let mut text = String::new();
    write_table(state, &mut text).expect("writing to a string does not fail");
    text
}

fn write_table(state: &ArchRavels, text: &mut String) -> std::fmt::Result {
    let content = state.content();
    writeln!(
        text,
        "round {}\nfirst {}\nactive {}",
        state.round, state.first, state.active
    )?;
    writeln!(text, "step {}", step_words(state))?;
    if let Phase::Actions(turn) = state.phase
        && turn.shopping
    {
        let taken = bits(u32::from(turn.taken)).map(|space| format!(" {}", space + 1));
        writeln!(text, "shopping{}", taken.collect::<String>())?;
    }
    if let Some(words) = pending_words(content, state.pending) {
        writeln!(text, "pending {words}")?;
    }
    let bazaar = state
        .bazaar
        .map(|space| space.map_or("-".to_owned(), |card| card_word(content, card)));
    writeln!(text, "bazaar {}", bazaar.join(" "))?;
    if state.deck.discard_size > 0 {
        writeln!(text, "discard{}", counted_words(content, &state.deck.discard))?;
    }
    writeln!(text, "top {}", state.deck.top)?;
    let known =
        bits(state.deck.favorites).map(|request| format!(" {}", content.requests[usize::from(request)].id));
    writeln!(
        text,
        "requests{} +{}",
        known.collect::<String>(),
        state.deck.others
    )?;
    let mut aside: Counts = [0; MOST_KINDS + EVENTS];
    aside[MOST_KINDS..].copy_from_slice(&state.deck.aside_events);
    let requests = bits(state.deck.aside_requests).map(|request| card_word(content, Card::Request(request)));
    let aside: String = requests.fold(counted_words(content, &aside), |words, word| words + " " + &word);
    if !aside.is_empty() {
        writeln!(text, "aside{aside}")?;
    }
    let listed = |project: u8| content.projects[usize::from(project)].id.clone();
    let list = state
        .projects
        .list
        .map(|project| project.map_or("-".to_owned(), listed));
    writeln!(
        text,
        "list {}\nproject-deck {}",
        list.join(" "),
        state.projects.deck
    )?;
    Seat::all(state.players()).try_for_each(|seat| write_board(state, seat, text))
}

fn write_board(state: &ArchRavels, seat: Seat, text: &mut String) -> std::fmt::Result {
    let content = state.content();
    let board = state.board(seat);
    writeln!(text, "seat {seat} {}", board.character)?;
    if let Some(marker) = board.marker {
        writeln!(text, "marker {seat} {}", marker + 1)?;
    }
    if board.tangled {
        writeln!(text, "tangled {seat}")?;
    }
    let tile =
        |(tile, item): (usize, Item)| content.items[item.index()].tiles[usize::from(board.tiles[tile])];
    let tiles = Item::WITH_TILE.into_iter().enumerate().map(tile);
    writeln!(text, "patterns {seat} {}", joined(tiles))?;
    let learned = Item::WITH_TILE.into_iter().enumerate();
    let learned = joined(
        learned
            .filter(|(tile, _)| board.learned[*tile])
            .map(|(_, item)| item),
    );
    let bowl = Color::ALL
        .into_iter()
        .filter(|&color| board.bowl.count(color) > 0);
    let bowl = bowl.map(|color| format!("{color}{}", board.bowl.count(color)));
    let items = Item::ALL.into_iter().filter(|&item| board.items.count(item) > 0);
    let items = items.map(|item| format!("{item}*{}", board.items.count(item)));
    let request = |request: u8| &content.requests[usize::from(request)].id;
    let project = |project: u8| &content.projects[usize::from(project)].id;
    writeln!(text, "bowl {seat} {}", bowl.collect::<String>())?;
    for (key, words) in [
        ("learned", learned),
        ("items", joined(items)),
        ("held", joined(bits(board.held).map(request))),
        ("done", joined(bits(board.done).map(request))),
        ("finished", joined(bits(board.finished).map(project))),
    ] {
        if !words.is_empty() {
            writeln!(text, "{key} {seat} {words}")?;
        }
    }
    Ok(())
}

fn step_words(state: &ArchRavels) -> String {
    match state.phase {
        Phase::Marker => "marker".to_owned(),
        Phase::Actions(turn) if turn.left.is_empty() => "actions".to_owned(),
        Phase::Actions(turn) => format!("actions {}", turn.left),
        Phase::Resolving { space, chooser } => format!("resolving {} {chooser}", space + 1),
        Phase::RestockActions => "restock-actions".to_owned(),
        Phase::FinalCraft { crafter } => format!("final-craft {crafter}"),
        Phase::Over => "over".to_owned(),
    }
}

fn pending_words(content: &ArchRavelsContent, pending: Pending) -> Option<String> {
    let request_id = |request: u8| &content.requests[usize::from(request)].id;
    Some(match pending {
        Pending::Nothing => return None,
        Pending::Gain { left } => format!("gain {left}"),
        Pending::Pay {
            goal: Goal::Item(item),
            left,
        } => format!("pay-item {item} {left}"),
        Pending::Pay {
            goal: Goal::Request(request),
            left,
        } => format!("pay-request {} {left}", request_id(request)),
        Pending::Give {
            request,
            receiver,
            left,
        } => format!("give {} {receiver} {left}", request_id(request)),
        Pending::Frog { item } => format!("frog {item}"),
        Pending::Exchange {
            give,
            get,
            begun: false,
        } => format!("exchange {give} {get}"),
        Pending::Exchange {
            give,
            get,
            begun: true,
        } => format!("exchange {give} {get} begun"),
    })
}

fn card_word(content: &ArchRavelsContent, card: Card) -> String {
    match card {
        Card::Yarn(kind) => content.yarn[usize::from(kind)].face.to_string(),
        Card::Event(event) => event.id().to_owned(),
        Card::Request(request) => content.requests[usize::from(request)].id.clone(),
    }
}

fn counted_words(content: &ArchRavelsContent, counts: &Counts) -> String {
    let mut words = String::new();
    for (place, &count) in counts.iter().enumerate() {
        let word = |place| card_word(content, card_at(place));
        match count {
            0 => {}
            1 => words.extend([" ".to_owned(), word(place)]),
            _ => words.extend([" ".to_owned(), word(place), format!("*{count}")]),
        }
    }
    words
}
