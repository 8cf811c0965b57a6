//! Levels answer within the time they promise.

use std::time::Duration;

use bobbin_bots::BotKind;
use bobbin_game::Options;

fn check(game: &str, level: BotKind) {
    let game = bobbin_catalog::find(game).expect("there is one");
    let options = Options::new().with("players", "2");
    let times = game
        .answer_times(&options, None, level, Duration::from_millis(100))
        .expect("two can play");
    assert!(times.choices > 0 && times.mean <= times.most, "{times:?}");
    assert!(
        times.allowed.is_some_and(|allowed| times.most <= allowed),
        "{times:?}"
    );
}

#[test]
fn a_gentle_bot_answers_at_once() {
    for game in ["knitting-circle", "arch-ravels", "circuitous"] {
        check(game, BotKind::Gentle);
    }
}

#[test]
fn an_expert_keeps_to_its_half_second() {
    check("circuitous", BotKind::Expert);
}
