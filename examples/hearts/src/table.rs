//! How a person plays: pieces to touch, words, and what to do now.

use bobbin_game::sentence::players;
use bobbin_game::{Prompt, Seat, Telling, Viewer};

use crate::action::Action;
use crate::cards::Cards;
use crate::hearts::{PASSED, Phase};
use crate::trick::Trick;
use crate::view::View;

pub(crate) fn tell(_view: &View, action: Action) -> Telling {
    let (verb, label) = match action {
        Action::Pass(card) => ("Pass", format!("Pass the {}", card.words())),
        Action::Done => ("Done", "Done: pass the three cards".to_owned()),
        Action::Play(card) => ("Play", format!("Play the {}", card.words())),
    };
    Telling {
        picks: action.touches().unwrap_or_default(),
        verb,
        label: label.into(),
    }
}

/// A touched card is passed or played, whichever is on.
pub(crate) fn meant(view: &View, picks: &[String]) -> Option<Action> {
    let picks: Vec<&str> = picks.iter().map(String::as_str).collect();
    let is_passing = matches!(view.phase, Phase::Passing { .. });
    let is_now = |action: &Action| matches!(action, Action::Pass(_)) == is_passing;
    Action::touched(&picks).into_iter().find(is_now)
}

pub(crate) fn prompt(view: &View) -> Prompt {
    let you = view.viewer.seat();
    let (text, clause) = match &view.phase {
        Phase::Passing { choosing } => match you {
            Some(seat) if choosing.contains(seat) => prompt_to_pass(view, seat),
            _ => (
                format!("Wait for {} to choose three cards.", players(choosing.iter())),
                "2.2",
            ),
        },
        Phase::Playing { trick } if Viewer::Seat(trick.turn) == view.viewer => prompt_to_play(view, trick),
        Phase::Playing { trick } => (format!("Wait for {} to play.", trick.turn.said()), "3.2"),
        Phase::Over => ("The game is over: fewest points win.".to_owned(), "4.4"),
    };
    Prompt {
        text: text.into(),
        clause,
    }
}

fn prompt_to_pass(view: &View, seat: Seat) -> (String, &'static str) {
    let chosen = view.seat(seat).passed.unwrap_or_default().len();
    let receiver = view.setup.pass.receiver(seat).said();
    match PASSED - chosen {
        0 => (
            format!("Say done to pass these three cards to {receiver}."),
            "2.4",
        ),
        1 => (format!("Choose one more card to pass to {receiver}."), "2.2"),
        2 => (format!("Choose two more cards to pass to {receiver}."), "2.2"),
        _ => (format!("Choose three cards to pass to {receiver}."), "2.2"),
    }
}

fn prompt_to_play(view: &View, trick: &Trick) -> (String, &'static str) {
    let hand = view.seat(trick.turn).hand.unwrap_or_default();
    let is_first = view.seats.iter().all(|seat| seat.taken.is_empty());
    let is_broken = !(view.played() & Cards::HEARTS).is_empty();
    let only_hearts = Cards::HEARTS.contains_all(hand);
    match trick.suit() {
        None if is_first => ("Lead the two of clubs.".to_owned(), "3.1"),
        None if only_hearts || is_broken => ("Lead any card.".to_owned(), "3.2"),
        None => (
            "Lead any card but a heart: hearts are not broken.".to_owned(),
            "3.6",
        ),
        Some(suit) if !(hand & Cards::suit(suit)).is_empty() => (format!("Follow suit: play {suit}."), "3.3"),
        Some(suit) if is_first && !Cards::PENALTY.contains_all(hand) => (
            format!("You have no {suit}: play any card without points."),
            "3.5",
        ),
        Some(suit) => (format!("You have no {suit}: play any card."), "3.3"),
    }
}
