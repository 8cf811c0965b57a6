//! Levels answer within the time they promise.

use std::time::Duration;

use bobbin_bots::{BotKind, Clock};
use bobbin_game::Options;

/// The processor time of this thread: what else the machine does takes none of it.
struct OwnTime(Duration);

fn own_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::try_from(time).expect("time goes on")
}

impl Clock for OwnTime {
    fn elapsed(&self) -> Duration {
        own_time().saturating_sub(self.0)
    }
}

fn check(game: &str, level: BotKind) {
    let game = bobbin_catalog::find(game).expect("there is one");
    let options = Options::new().with("players", "2");
    let start: &dyn Fn() -> Box<dyn Clock> = &|| Box::new(OwnTime(own_time()));
    let times = game
        .answer_times(&options, None, level, Duration::from_millis(100), start)
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
