//! What happened at a glance: the log of a page, with cards as pictures.

use bobbin_game::glance::{Did, did};
use bobbin_game::sentence::piece;
use bobbin_game::{Glance, say};

use crate::content::Ability;
use crate::event::{CardName, Event, letter};
use crate::tell::way_words;

/// A card as it looks, whoever's it is.
fn id(card: &CardName) -> String {
    format!("kind:{}", card.card)
}

fn with(did: Did, card: &CardName) -> Did {
    did.with(id(card), card.words())
}

/// "7 cards".
fn length_words(length: u16) -> String {
    format!("{length} card{}", if length == 1 { "" } else { "s" })
}

impl Event {
    /// What a log shows of it.
    pub(crate) fn seen(&self) -> Option<Glance> {
        let did = match self {
            Event::Laid { card, way, .. } => {
                let way =
                    way.map(|way| format!(", way {} is {}", letter(way.finish), length_words(way.length)));
                with(did("laid"), card).then(format!("{}{}", card.points, way.unwrap_or_default()))
            }
            Event::Discarded { card, .. } => with(did("discarded"), card),
            Event::NoFirstCard { .. } => did("had no first card"),
            // Of the others it is told next what came of them.
            Event::Used {
                card,
                ability: Ability::DrawTwo,
                ..
            } => with(did("used"), card).then("to draw two"),
            Event::Used { card, .. } => with(did("used"), card),
            Event::FinishTurned { finish, quarter, .. } => {
                did("turned").then(format!("finish {} to the {}", letter(*finish), quarter.name()))
            }
            Event::FinishSlid { finish, to, .. } => {
                did("slid").then(format!("finish {} {}", letter(*finish), way_words(*to)))
            }
            Event::EndTurned { number, .. } => did("turned").then(format!("card {number} a quarter")),
            Event::Replaced {
                seat,
                old,
                owner,
                card,
                ..
            } => {
                let by = piece(id(card), card.words());
                did("replaced").then(if owner == seat {
                    say!("card {old} by {by}")
                } else {
                    say!("{}'s card {old} by {by}", owner.said())
                })
            }
            Event::PassedOver { seat } => did("had no cards left").by(*seat),
            Event::Reached { finish, length, .. } => did("reached").then(format!(
                "finish {} by a way of {}",
                letter(*finish),
                length_words(*length)
            )),
            Event::OutOfCards => return Some(Glance::note(self.text())),
            Event::Chose { .. } | Event::Drew { .. } | Event::DrewCard { .. } => return None,
        };
        Some(did.into())
    }
}
