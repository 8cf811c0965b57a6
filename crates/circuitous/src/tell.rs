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
        .map_or(String::new(), |ability| format!(", {}", ability.words()));
    format!(
        "{} ({} point{plural}{ability})",
        kind.name.to_lowercase(),
        kind.points
    )
}

const fn turn_words(turn: Turn) -> &'static str {
    ["upright", "turned right", "upside down", "turned left"][turn.quarters() as usize]
}

/// The open exits that a card would be joined to: the cards they belong to, `the start and card 3`, and where these
/// have them, `north and east exit`. Directions are those of a table whose start is at the bottom; who looks at a
/// picture may have it turned.
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
    let exits: Vec<&str> = joined.iter().map(|open| open.port.out.name()).collect();
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
        let color = Color::of(card.owner).name();
        format!(", the {color} {}", kind.name.to_lowercase())
    })
}

pub(crate) fn tell(view: &View, action: Action) -> Telling {
    let (verb, label) = words(view, action);
    Telling {
        picks: action.touches().unwrap_or_default(),
        verb,
        label: label.into(),
    }
}

fn words(view: &View, action: Action) -> (&'static str, String) {
    match action {
        Action::Play(card) => ("Play", format!("Play the {}", card_words(view, card))),
        Action::At(spot) => {
            let (cards, exits) = match view.phase {
                PhaseView::Laying { card, .. } => joined_words(view, card, spot),
                _ => (String::new(), String::new()),
            };
            (
                "Lay",
                format!("Lay it at {cards} · {exits}, {}", spot_words(spot)),
            )
        }
        Action::Use(card) => (
            "Use",
            format!("Discard the {} for its ability", card_words(view, card)),
        ),
        Action::TurnFinish(finish, quarter) => {
            ("Turn", format!("Turn finish {} to the {quarter}", letter(finish)))
        }
        Action::SlideFinish(finish, to) => (
            "Slide",
            format!("Slide finish {} {} · {to}", letter(finish), way_words(to)),
        ),
        Action::TurnEnd(number, spot) => (
            "Turn",
            format!("Turn card {number} · then it lies {}", spot_words(spot)),
        ),
        Action::With(card) => (
            "Take",
            format!("Take the {} to replace a card with", card_words(view, card)),
        ),
        Action::Over(number, turn) => (
            "Replace",
            format!(
                "Replace card {number}{} · {}",
                owner_words(view, number),
                turn_words(turn)
            ),
        ),
        Action::Discard(card) => ("Discard", format!("Discard the {}", card_words(view, card))),
        Action::End => (
            "End turn",
            "End the turn and draw until you hold five cards".to_owned(),
        ),
    }
}

/// How a card lies: `upright, centre 0, 14`.
fn spot_words(spot: Spot) -> String {
    format!("{}, centre {}, {}", turn_words(spot.turn), spot.at.x, spot.at.y)
}

/// What someone means who touches these pieces. A card or a finish alone means what could be done to it, so that the
/// refusal says why it cannot now.
pub(crate) fn meant(view: &View, picks: &[String]) -> Option<Action> {
    let picks: Vec<&str> = picks.iter().map(String::as_str).collect();
    match picks[..] {
        [] => Some(Action::End),
        [finish] if finish.starts_with("finish:") => Action::touched(&[finish, Quarter::Left.name()]).pop(),
        [card] if card.starts_with("card:") => {
            // As it lies, so that nothing but what is wrong with the card itself is told.
            let lies = view
                .cards
                .iter()
                .find(|lies| card[5..] == lies.number.to_string())?;
            Some(Action::Over(
                lies.number,
                Turn::new(lies.spot.turn.quarters() % 2),
            ))
        }
        _ => Action::touched(&picks).pop(),
    }
}

pub(crate) fn prompt(view: &View) -> Prompt {
    let prompt = |text: &str, clause| Prompt::new(text, clause);
    let is_mine = view.viewer.sees_hand_of(view.turn);
    match view.phase {
        PhaseView::Over if view.ways.is_empty() => prompt("All are out of cards: nobody wins.", "6.9"),
        PhaseView::Over => prompt("A finish is reached: the points along the way count.", "6.7"),
        _ if !is_mine => prompt(&format!("{} is playing.", view.turn.said()), "2.1"),
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
