//! What a link to a table shows where somebody shares it: a picture of the table as everybody may see it, and what is
//! played there. Nobody is named: whoever makes such a picture for a chat is no guest of the table.

mod picture;
mod tags;

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use bobbin_game::Viewer;
use bytes::Bytes;
use sha2::{Digest as _, Sha256};
pub(crate) use tags::head;

use crate::error::Problem;
use crate::page::tag_of;
use crate::table::{Place, Reject, Status, Table};

/// So many pictures are kept; each has some 50 kB.
const MOST: usize = 64;

/// What is on a picture.
pub(crate) struct Card {
    /// The game's name.
    game: String,
    /// What goes on there, in short lines.
    lines: Vec<String>,
    /// The table, where the game is drawn.
    drawing: Option<String>,
}

impl Card {
    /// A table as a spectator sees it: as it stands, or at a moment of a game that is over.
    pub(crate) fn of(table: &Table, index: Option<usize>) -> Result<Self, Problem> {
        let drawing = match index {
            Some(index) => {
                if index > crate::api::records::finished(table)?.version() {
                    return Err(Problem::not_found("position"));
                }
                table.replayed(index)?.svg(Viewer::Spectator)
            }
            None => match table.playing.as_deref() {
                // The rules of a table that is outdated are not those of its drawing.
                Some(playing) if !table.is_outdated() => playing.svg(Viewer::Spectator),
                _ => Ok(None),
            },
        };
        let game = bobbin_catalog::find(&table.plan.game).map_err(|_| Problem::not_found("game"))?;
        Ok(Card {
            game: game.name().to_owned(),
            lines: lines(table),
            drawing: drawing.map_err(|_| Reject::Damaged)?,
        })
    }

    /// Two that show the same have the same, and nothing else is in it: whether a picture is there already tells
    /// nothing that is not on it.
    fn key(&self) -> [u8; 32] {
        let mut key = Sha256::new();
        let drawing = self.drawing.as_deref().unwrap_or_default();
        for part in [&self.game, &self.lines.join("\n"), drawing] {
            key.update((part.len() as u64).to_be_bytes());
            key.update(part);
        }
        key.finalize().into()
    }
}

/// What goes on at a table, in words for everybody.
fn lines(table: &Table) -> Vec<String> {
    let free = table
        .seats
        .iter()
        .filter(|seat| matches!(seat.place, Place::Open));
    let now = match table.status {
        Status::Open => match free.count() {
            0 => "Every seat is taken".to_owned(),
            1 => "One seat is free".to_owned(),
            free => format!("{} seats are free", capital(&in_words(free))),
        },
        Status::Running => "Being played".to_owned(),
        Status::Over => "To look back at".to_owned(),
    };
    vec![format!("A game for {}", in_words(table.seats.len())), now]
}

fn in_words(count: usize) -> String {
    let words = ["none", "one", "two", "three", "four", "five", "six"];
    words
        .get(count)
        .map_or_else(|| count.to_string(), |word| (*word).to_owned())
}

fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters
        .next()
        .map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// A picture, and what tells it from others.
#[derive(Clone)]
pub(crate) struct Postcard {
    key: [u8; 32],
    /// PNG.
    pub(crate) png: Bytes,
}

impl Postcard {
    /// As it stands in the header `ETag`.
    pub(crate) fn tag(&self) -> String {
        tag_of(&self.key)
    }
}

/// The pictures that were asked for lately.
#[derive(Default)]
pub(crate) struct Postcards(Mutex<VecDeque<Postcard>>);

impl Postcards {
    /// The picture of a card, drawn if it is not there yet: some hundredths of a second on a thread for work.
    pub(crate) fn draw(self: &Arc<Self>, card: &Card) -> Result<Postcard, Problem> {
        let key = card.key();
        let known = |kept: &VecDeque<Postcard>| kept.iter().find(|kept| kept.key == key).cloned();
        if let Some(known) = known(&self.0.lock().unwrap_or_else(PoisonError::into_inner)) {
            return Ok(known);
        }
        let png = picture::png(card).ok_or_else(Problem::unavailable)?;
        let fresh = Postcard { key, png: png.into() };
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if known(&kept).is_none() {
            kept.push_back(fresh.clone());
        }
        if kept.len() > MOST {
            kept.pop_front();
        }
        Ok(fresh)
    }
}
