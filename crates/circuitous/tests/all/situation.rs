//! Help for writing situations.

use std::sync::LazyLock;

use bobbin_circuitous::{Action, Circuitous, Decks, Refusal, Setup};
use bobbin_game::{Content as _, Game, Options, Outcome, SearchChance, Seat, Setup as _, Shelf, Source};

/// The cards of these tests, which do not change with those of the house.
pub fn decks() -> Shelf<Decks> {
    static DECKS: LazyLock<Shelf<Decks>> = LazyLock::new(|| {
        let pack = Source::new("rules.toml", include_str!("rules.toml"));
        Shelf::put(Decks::from_pack(&pack).unwrap())
    });
    *DECKS
}

pub fn setup(options: &str) -> Setup {
    Setup::new(&options.parse::<Options>().unwrap(), decks()).unwrap()
}

/// A position with the options of its setup. Seats of which it says nothing hold a drift.
pub fn situation(options: &str, position: &str) -> Circuitous {
    let setup = setup(options);
    let mut position = position.to_owned();
    for seat in 0..setup.players() {
        let is_told = |line: &str| {
            [format!("hand {seat}"), format!("discard {seat}")]
                .iter()
                .any(|key| line.starts_with(key))
        };
        if !position.lines().any(is_told) {
            position = format!("{position}\nhand {seat} drift-slide");
        }
    }
    match Circuitous::from_position(&setup, &position) {
        Ok(state) => state,
        Err(error) => panic!("{error}\n{position}"),
    }
}

pub fn legal(state: &Circuitous) -> Vec<String> {
    let mut actions = Vec::new();
    if let Some(seat) = state.to_act().first() {
        state.legal_actions(seat, &mut actions);
    }
    actions.iter().map(Action::to_string).collect()
}

/// Plays one action after the other; each is done by whose turn it is.
pub fn play(state: &Circuitous, actions: &str) -> Result<Circuitous, Refusal> {
    let mut state = state.clone();
    let mut chance = SearchChance::new(1);
    for action in actions.split(';').map(str::trim) {
        let seat = state.to_act().first().unwrap_or(Seat::new(0));
        let action: Action = action.parse().unwrap();
        let is_listed = legal(&state).contains(&action.to_string());
        let result = state.apply(seat, action, &mut chance, &mut ());
        assert_eq!(
            result.is_ok(),
            is_listed,
            "{action} is listed or refused: {result:?}"
        );
        result?;
    }
    Ok(state)
}

pub fn played(state: &Circuitous, actions: &str) -> Circuitous {
    play(state, actions).unwrap_or_else(|refusal| panic!("{actions}: {refusal}"))
}

pub fn refused(state: &Circuitous, actions: &str) -> Refusal {
    play(state, actions).expect_err("this is refused")
}

pub fn outcome(state: &Circuitous) -> Outcome {
    state.outcome().expect("the game is over")
}

pub fn is_over(state: &Circuitous) -> bool {
    state.outcome().is_some()
}

/// A whole deck but for these cards, as words of a position.
pub fn all_but(cards: &str) -> String {
    let decks = decks();
    let mut counts = decks.counts();
    for card in cards.split_whitespace() {
        counts[decks.find(card.parse().unwrap()).unwrap()] -= 1;
    }
    let words = decks.kinds.iter().zip(counts).filter(|(_, count)| *count > 0);
    words
        .map(|(kind, count)| format!("{}*{count}", kind.code))
        .collect::<Vec<_>>()
        .join(" ")
}

pub fn players(state: &Circuitous) -> usize {
    state.setup().players()
}
