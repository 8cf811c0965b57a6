//! What happened at a glance: the log of a page, with yarn, items and cards as pictures.

use std::iter::repeat_n;

use bobbin_game::glance::{Did, did};
use bobbin_game::sentence::piece;
use bobbin_game::{Glance, say};

use crate::event::{CardFace, CardName, Event};
use crate::patterns::Item;
use crate::yarn::{Bundle, Color};

/// A ball of yarn, wherever it lies.
fn ball(color: Color) -> String {
    format!("yarn:{color}")
}

fn each(yarn: Bundle) -> impl Iterator<Item = Color> {
    let balls = yarn.iter();
    balls.flat_map(|(color, count)| repeat_n(color, usize::from(count)))
}

/// Yarn inside a sentence: ball by ball, or of many alike one with their number.
fn balls(color: Color, count: usize) -> String {
    let one = piece(ball(color), color.name()).to_string();
    match count {
        0..=3 => one.repeat(count),
        _ => format!("{one} × {count}"),
    }
}

fn with_yarn(did: Did, colors: impl Iterator<Item = Color>) -> Did {
    colors.fold(did, |did, color| did.with(ball(color), color.name()))
}

fn with_item(did: Did, item: Item) -> Did {
    did.with(format!("item:{item}"), item.one())
}

fn with_card(did: Did, kind: &str, card: &CardName) -> Did {
    did.with(format!("{kind}:{}", card.id), card.name.as_ref())
}

impl Event {
    /// What a log shows of it.
    pub(crate) fn seen(&self) -> Option<Glance> {
        let did = match self {
            Event::Moved { allows, .. } => did("moved to").then(allows.to_string()),
            // What has free colors is told when they are named.
            Event::Shopped { yarn, .. } if yarn.is_empty() => return None,
            Event::Shopped { yarn, .. } | Event::Took { yarn, .. } => with_yarn(did("took"), each(*yarn)),
            Event::Exchanged { give, get, count, .. } => {
                let count = usize::from(*count);
                let got = balls(*get, count);
                with_yarn(did("exchanged"), repeat_n(*give, count)).then(say!("for {got}"))
            }
            Event::Crafted { item, .. } => with_item(did("made"), *item),
            Event::RequestFinished {
                request, favorite, ..
            } => with_card(did("made"), "request", request).then(if *favorite { "a favorite" } else { "" }),
            Event::Gave { seat, to, color } => {
                let given = with_yarn(did("gave"), std::iter::once(*color));
                given.by(*seat).then(say!("to {}", to.said()))
            }
            Event::Tangled { seat, by } => did("tangled").by(*by).then(say!("the yarn of {}", seat.said())),
            Event::NothingToDonate { seat } => did("had nothing to donate").by(*seat),
            Event::RequestGiven { seat, to, request } if seat == to => {
                with_card(did("took on").by(*seat), "request", request)
            }
            Event::RequestGiven { seat, to, request } => {
                with_card(did("gave").by(*seat), "request", request).then(say!("to {}", to.said()))
            }
            Event::ProjectFinished { project, points, .. } => {
                with_card(did("finished"), "project", project).scoring(*points)
            }
            Event::Learned { item, .. } => with_item(did("learned"), *item),
            Event::Frogged { item, yarn, .. } => {
                let frogged = with_item(did("frogged"), *item);
                let yarn = yarn.iter().map(|(color, count)| balls(color, count.into()));
                match yarn.collect::<String>() {
                    none if none.is_empty() => frogged,
                    balls => frogged.then(say!("into {balls}")),
                }
            }
            Event::Revealed {
                card: CardFace::Event(card),
                ..
            } => return Some(Glance::note(format!("{} is drawn", card.name))),
            Event::Revealed {
                card: CardFace::Request(card),
                ..
            } => {
                let request = piece(format!("request:{}", card.id), &card.name);
                return Some(Glance::note(say!("{request} is wanted")));
            }
            Event::TurnBegan { round, .. } => return Some(Glance::round(format!("Round {round}"))),
            Event::EndTriggered { .. } | Event::GameOver => return Some(Glance::note(self.text())),
            Event::ExchangeBegan { .. }
            | Event::CraftBegan { .. }
            | Event::RequestBegan { .. }
            | Event::Paid { .. }
            | Event::Reshuffled { .. }
            | Event::Revealed { .. }
            | Event::NothingRestocked { .. }
            | Event::Resolved { .. }
            | Event::Passed { .. }
            | Event::Listed { .. } => return None,
        };
        Some(did.into())
    }
}
