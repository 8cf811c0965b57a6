//! How a person plays: pieces to touch, words, and what to do now.

use bobbin_game::sentence::players;
use bobbin_game::{Prompt, Seat, Telling, Viewer, say};

use crate::action::Action;
use crate::cards::Cards;
use crate::hearts::{PASSED, Phase};
use crate::trick::Trick;
use crate::view::View;

pub(crate) fn tell(_view: &View, action: Action) -> Telling {
    let (verb, label) = match action {
        Action::Pass(card) => ("Pass", say!("Pass the {}", card.words())),
        Action::Done => ("Done", say!("Done: pass the three cards")),
        Action::Play(card) => ("Play", say!("Play the {}", card.words())),
    };
    let picks = action.touches().unwrap_or_default();
    Telling { picks, verb, label }
}

/// A touched card is passed or played, whichever is on.
pub(crate) fn meant(view: &View, picks: &[String]) -> Option<Action> {
    let picks: Vec<&str> = picks.iter().map(String::as_str).collect();
    let is_passing = matches!(view.phase, Phase::Passing { .. });
    let is_now = |action: &Action| matches!(action, Action::Pass(_)) == is_passing;
    Action::touched(&picks).into_iter().find(is_now)
}

pub(crate) fn prompt(view: &View) -> Prompt {
    match &view.phase {
        Phase::Passing { choosing } => match view.viewer.seat() {
            Some(seat) if choosing.contains(seat) => prompt_to_pass(view, seat),
            _ => Prompt::new(
                say!("Wait for {} to choose three cards.", players(choosing.iter())),
                "2.2",
            ),
        },
        Phase::Playing { trick } if Viewer::Seat(trick.turn) == view.viewer => prompt_to_play(view, trick),
        Phase::Playing { trick } => Prompt::new(say!("Wait for {} to play.", trick.turn.said()), "3.2"),
        Phase::Over => Prompt::new("The game is over: fewest points win.", "4.4"),
    }
}

fn prompt_to_pass(view: &View, seat: Seat) -> Prompt {
    let chosen = view.seats[seat].passed.unwrap_or_default().len();
    let (task, clause) = match PASSED - chosen {
        0 => ("Say done to pass these three cards", "2.4"),
        1 => ("Choose one more card to pass", "2.2"),
        2 => ("Choose two more cards to pass", "2.2"),
        _ => ("Choose three cards to pass", "2.2"),
    };
    Prompt::new(
        say!("{task} to {}.", view.setup.pass.receiver(seat).said()),
        clause,
    )
}

fn prompt_to_play(view: &View, trick: &Trick) -> Prompt {
    let hand = view.seats[trick.turn].hand.unwrap_or_default();
    let is_first = view.seats.iter().all(|seat| seat.taken.is_empty());
    let only_hearts = Cards::HEARTS.contains_all(hand);
    let (text, clause) = match trick.suit() {
        None if is_first => (say!("Lead the two of clubs."), "3.1"),
        None if only_hearts || view.hearts_are_broken() => (say!("Lead any card."), "3.2"),
        None => (say!("Lead any card but a heart: hearts are not broken."), "3.6"),
        Some(suit) if hand.meets(Cards::suit(suit)) => (say!("Follow suit: play {suit}."), "3.3"),
        Some(suit) if is_first && !Cards::PENALTY.contains_all(hand) => {
            (say!("You have no {suit}: play any card without points."), "3.5")
        }
        Some(suit) => (say!("You have no {suit}: play any card."), "3.3"),
    };
    Prompt::new(text, clause)
}
