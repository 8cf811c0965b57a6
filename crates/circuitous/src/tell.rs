//! How a person says an action: the pieces to touch, a verb and a sentence.

use bobbin_game::{Prompt, Telling};

use crate::action::{Action, Quarter};
use crate::content::{Ability, Code};
use crate::event::letter;
use crate::geometry::{Dir, Spot, Turn};
use crate::view::{Color, OpenView, PhaseView, View};

/// The card with its points and ability, which tell it apart from others of its name.
fn card_words(view: &View, card: Code) -> String {
    let Some(kind) = view.kind(card) else {
        return card.to_string();
    };
    let plural = if kind.points == 1 { "" } else { "s" };
    let ability = kind
        .ability
        .map_or(String::new(), |ability| format!(", {}", ability.name()));
    format!(
        "{} ({} point{plural}{ability})",
        kind.name.to_lowercase(),
        kind.points
    )
}

const fn turn_words(turn: Turn) -> &'static str {
    ["upright", "turned right", "upside down", "turned left"][turn.quarters() as usize]
}

/// The open exits that a card would be joined to: the cards they belong to, `the start and card 3`, and where these have
/// them, `north and east exit`. Directions are those of a table whose start is at the bottom; who looks at a picture may
/// have it turned.
fn joined_words(view: &View, card: Code, spot: Spot) -> (String, String) {
    let exits = view
        .kind(card)
        .into_iter()
        .flat_map(|kind| kind.paths.iter().flatten());
    let ports = exits.map(|exit| exit.port().turned(spot.turn).moved(spot.at));
    let joined = ports.filter_map(|port| view.open.iter().find(|open| open.port.joins(port)));
    let mut joined: Vec<&OpenView> = joined.collect();
    joined.sort_by_key(|open| open.card);
    let cards = joined.iter().map(|open| match open.card {
        0 => "the start".to_owned(),
        number => format!("card {number}"),
    });
    let mut cards: Vec<String> = cards.collect();
    cards.dedup();
    let exits: Vec<&str> = joined.iter().map(|open| open.port.out.word()).collect();
    (cards.join(" and "), format!("{} exit", exits.join(" and ")))
}

/// A direction without a compass.
pub(crate) const fn way_words(to: Dir) -> &'static str {
    match to {
        Dir::North => "away from the start",
        Dir::South => "towards the start",
        Dir::East | Dir::West => "sideways",
    }
}

/// Whose card it is and which: `, the blue tee`.
fn owner_words(view: &View, number: u8) -> String {
    let card = view.cards.iter().find(|card| card.number == number);
    let kind = card.and_then(|card| Some((card, view.kind(card.card)?)));
    kind.map_or(String::new(), |(card, kind)| {
        let color = Color::of(card.owner).word();
        format!(", the {color} {}", kind.name.to_lowercase())
    })
}

pub(crate) fn tell(view: &View, action: Action) -> Telling {
    let picks = |picks: &[String]| picks.to_vec();
    match action {
        Action::Play(card) => Telling {
            picks: picks(&[format!("hand:{card}"), "play".to_owned()]),
            verb: "Play",
            label: format!("Play the {}", card_words(view, card)),
        },
        Action::At(spot) => Telling {
            picks: picks(&[format!("place:{spot}")]),
            verb: "Lay",
            label: {
                let (cards, exits) = match view.phase {
                    PhaseView::Laying { card, .. } => joined_words(view, card, spot),
                    _ => (String::new(), String::new()),
                };
                let (turned, x, y) = (turn_words(spot.turn), spot.at.x, spot.at.y);
                format!("Lay it at {cards} · {exits}, {turned}, centre {x}, {y}")
            },
        },
        Action::Use(card) => Telling {
            picks: picks(&[format!("hand:{card}"), "use".to_owned()]),
            verb: "Use",
            label: format!("Discard the {} for its ability", card_words(view, card)),
        },
        Action::TurnFinish(finish, quarter) => Telling {
            picks: picks(&[format!("finish:{}", letter(finish)), quarter.word().to_owned()]),
            verb: "Turn",
            label: format!("Turn finish {} to the {}", letter(finish), quarter.word()),
        },
        Action::SlideFinish(finish, to) => Telling {
            picks: picks(&[format!("finish:{}", letter(finish)), to.word().to_owned()]),
            verb: "Slide",
            label: format!(
                "Slide finish {} {} · {}",
                letter(finish),
                way_words(to),
                to.word()
            ),
        },
        Action::TurnEnd(number, spot) => Telling {
            picks: picks(&[format!("card:{number}"), format!("place:{spot}")]),
            verb: "Turn",
            label: {
                let (turned, x, y) = (turn_words(spot.turn), spot.at.x, spot.at.y);
                format!("Turn card {number} · then it lies {turned}, centre {x}, {y}")
            },
        },
        Action::With(card) => Telling {
            picks: picks(&[format!("hand:{card}")]),
            verb: "Take",
            label: format!("Take the {} to replace a card with", card_words(view, card)),
        },
        Action::Over(number, turn) => Telling {
            picks: picks(&[format!("card:{number}"), format!("turn:{}", turn.quarters())]),
            verb: "Replace",
            label: format!(
                "Replace card {number}{} · {}",
                owner_words(view, number),
                turn_words(turn)
            ),
        },
        Action::Discard(card) => Telling {
            picks: picks(&[format!("hand:{card}"), "discard".to_owned()]),
            verb: "Discard",
            label: format!("Discard the {}", card_words(view, card)),
        },
        Action::End => Telling {
            picks: Vec::new(),
            verb: "End turn",
            label: "End the turn and draw until you hold five cards".to_owned(),
        },
    }
}

/// The inverse of [`tell`].
pub(crate) fn meant(view: &View, picks: &[String]) -> Option<Action> {
    let picks: Vec<&str> = picks.iter().map(String::as_str).collect();
    let split = |pick: &'_ str| {
        pick.split_once(':')
            .map(|(what, which)| (what.to_owned(), which.to_owned()))
    };
    let [first, rest @ ..] = &picks[..] else {
        return Some(Action::End);
    };
    let (what, which) = split(first)?;
    match (what.as_str(), rest) {
        ("hand", ["play"]) => which.parse().ok().map(Action::Play),
        ("hand", ["use"]) => which.parse().ok().map(Action::Use),
        ("hand", ["discard"]) => which.parse().ok().map(Action::Discard),
        ("hand", []) => which.parse().ok().map(Action::With),
        ("place", []) => which.parse().ok().map(Action::At),
        // A card or a finish alone: what could be done to it, so that the refusal says why it cannot now.
        ("card", []) => {
            let number = which.parse().ok()?;
            let card = view.cards.iter().find(|card| card.number == number)?;
            // As it lies, so that nothing but what is wrong with the card itself is told.
            Some(Action::Over(number, Turn::new(card.spot.turn.quarters() % 2)))
        }
        ("finish", []) => meant(view, &[first.to_string(), Quarter::BOTH[0].word().to_owned()]),
        ("finish", [word]) => {
            let finish = match which.as_bytes() {
                [letter @ b'A'..=b'C'] => letter - b'A',
                _ => return None,
            };
            let quarter = Quarter::BOTH.into_iter().find(|quarter| quarter.word() == *word);
            let turn = quarter.map(|quarter| Action::TurnFinish(finish, quarter));
            turn.or_else(|| Dir::from_word(word).map(|to| Action::SlideFinish(finish, to)))
        }
        ("card", [second]) => {
            let number = which.parse().ok()?;
            let (what, which) = split(second)?;
            match what.as_str() {
                "place" => Some(Action::TurnEnd(number, which.parse().ok()?)),
                "turn" => {
                    let quarters = which.parse().ok().filter(|quarters| *quarters < 4)?;
                    Some(Action::Over(number, Turn::new(quarters)))
                }
                _ => None,
            }
        }
        _ => None,
    }
}

pub(crate) fn prompt(view: &View) -> Prompt {
    let prompt = |text: &str, clause| Prompt {
        text: text.to_owned(),
        clause,
    };
    let is_mine = view.viewer.sees_hand_of(view.turn);
    match view.phase {
        PhaseView::Over if view.ways.is_empty() => prompt("All are out of cards: nobody wins.", "6.9"),
        PhaseView::Over => prompt("A finish is reached: the points along the way count.", "6.7"),
        _ if !is_mine => prompt(&format!("Seat {} is playing.", view.turn), "2.1"),
        PhaseView::Choosing { .. } if view.cards.is_empty() => prompt(
            "Lay a first card with two more exits; with none, discard one.",
            "3.2",
        ),
        PhaseView::Choosing { drew_two: true } => prompt("Play a card, or discard one.", "5.2"),
        PhaseView::Choosing { drew_two: false } => {
            prompt("Play a card, use one for its ability, or discard one.", "2.1")
        }
        PhaseView::Laying { card, .. } => prompt(
            &format!("Lay the {} at an open exit.", card_words(view, card)),
            "4.1",
        ),
        PhaseView::Using { ability, .. } => match ability {
            Ability::DrawTwo => prompt("Draw two cards.", "5.2"),
            Ability::TurnFinish => prompt("Turn a finish a quarter, either way.", "5.4"),
            Ability::TurnEnd => prompt("Turn a card that is joined in a single place.", "5.5"),
            Ability::Replace => prompt("Choose the card from your hand that replaces another.", "5.7"),
            Ability::SlideFinish => prompt("Slide a finish by the width of a card.", "5.9"),
        },
        PhaseView::Replacing { with, .. } => prompt(
            &format!(
                "Choose the card on the table that the {} replaces.",
                card_words(view, with)
            ),
            "5.7",
        ),
        PhaseView::Done => prompt("End your turn: you draw until you hold five cards.", "2.2"),
    }
}
