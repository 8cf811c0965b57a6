//! Situations and what is done in them, in the notation of the game.

use bobbin_game::{Content as _, Game as _, NoContent, Refusal as _, SearchChance, Seat, Setup as _, Told};
use bobbin_hearts::{Action, Cards, Event, Hearts, Refusal, Setup};

/// The setup with these options: `pass=left moon=shooter`.
pub fn setup(options: &str) -> Setup {
    let options = options.parse().expect("the test writes options");
    Setup::new(&options, NoContent::house()).expect("the test writes options of the game")
}

/// The situation without a pass.
pub fn situation(position: &str) -> Hearts {
    Hearts::from_position(&setup("pass=none"), position).unwrap_or_else(|error| panic!("{error}\n{position}"))
}

pub fn cards(text: &str) -> Cards {
    text.parse().expect("the test writes cards")
}

pub fn action(text: &str) -> Action {
    text.parse().expect("the test writes an action")
}

/// Carries out `0 play 2C` and so on, each on a line or after a comma, and gives back what happened.
pub fn play(state: &mut Hearts, actions: &str) -> Vec<Told<Event>> {
    let mut events = Vec::new();
    for line in actions
        .split([',', '\n'])
        .map(str::trim)
        .filter(|line| !line.is_empty())
    {
        let (seat, text) = line.split_once(' ').expect("a seat and an action");
        let seat = Seat::new(seat.parse().expect("a seat"));
        let result = state.apply(seat, action(text), &mut SearchChance::new(0), &mut events);
        result.unwrap_or_else(|refusal| panic!("{line}: {refusal}"));
    }
    events
}

/// The situation after these actions.
pub fn after(mut state: Hearts, actions: &str) -> Hearts {
    play(&mut state, actions);
    state
}

/// The code of the refusal, and the clause.
pub fn refusal(state: &Hearts, seat: usize, text: &str) -> (&'static str, &'static str) {
    let refusal: Refusal = state
        .clone()
        .apply(Seat::new(seat), action(text), &mut SearchChance::new(0), &mut ())
        .expect_err(text);
    (refusal.code(), refusal.clause())
}

/// The legal actions of a seat: `play 2C, play 3C`.
pub fn legal(state: &Hearts, seat: usize) -> String {
    let mut legal = Vec::new();
    state.legal_actions(Seat::new(seat), &mut legal);
    let legal: Vec<String> = legal.iter().map(Action::to_string).collect();
    legal.join(", ")
}
