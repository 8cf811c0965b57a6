//! The face of a game, shown on a small game of its own.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod answers;
mod bids;
mod checkpoints;
mod every_game;
mod fidelity;
mod fuzz;
mod matches;
mod positions;
mod questions;
mod replays;
mod said;
mod schema;

use bobbin_catalog::{AnyGame, AnyMatch, face};
use bobbin_game::{Options, Seat, Seed};

fn game() -> &'static dyn AnyGame {
    face::<bids::Bids>()
}

fn begin() -> Box<dyn AnyMatch> {
    game().start(&Options::new(), None, Seed::named("a")).unwrap()
}

const ANN: Seat = Seat::new(0);
const BEN: Seat = Seat::new(1);

fn play(playing: &mut dyn AnyMatch, actions: &str) {
    for line in actions.split(", ") {
        let (seat, action) = line.split_once(' ').unwrap();
        playing.play(Seat::new(seat.parse().unwrap()), action).unwrap();
    }
}

const WHOLE_GAME: &str = "0 bid 1, 1 bid 2, 1 bid 1, 0 bid 3, 0 bid 2, 1 bid 4, 0 bid 4, 1 bid 3";

#[test]
fn every_game_can_be_found_and_has_rules_and_options_that_hold() {
    for game in bobbin_catalog::games() {
        assert_eq!(bobbin_catalog::find(game.id()).unwrap().name(), game.name());
        assert!(!game.rulebook().clauses.is_empty(), "{}", game.id());
        assert!(!game.player_counts().is_empty(), "{}", game.id());
        let options = game.check_options(&Options::new(), None).unwrap();
        for spec in game.options() {
            assert_eq!(options.get(spec.key), Some(spec.default), "{}", game.id());
        }
    }
}

#[test]
fn an_unknown_game_is_told_with_those_there_are() {
    let error = bobbin_catalog::find("chess").err().unwrap().to_string();
    assert!(
        error.starts_with("there is no game \"chess\": expected "),
        "{error}"
    );
    assert!(error.contains("hearts"), "{error}");
}
