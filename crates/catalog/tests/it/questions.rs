//! A question for a bot that is written down and read on another machine.

use bobbin_bots::{BotSpec, Candidate, Thought, Timer};
use bobbin_catalog::{AnyGame, AnyMatch, WrittenQuestion};
use bobbin_game::{Options, SearchChance, Seed, Source, Viewer, random_seat};
use std::time::Duration;

struct NoTime;

impl Timer for NoTime {
    fn elapsed(&self) -> Duration {
        Duration::ZERO
    }
}

/// Every way to set up a game: all player counts, and every choice of every option once.
fn ways(game: &dyn AnyGame) -> Vec<Options> {
    let counts = game.player_counts();
    let with = |count: usize| Options::new().with("players", count);
    let mut ways: Vec<Options> = counts.iter().map(|&count| with(count)).collect();
    for spec in game.options().iter().filter(|spec| spec.key != "players") {
        for choice in spec.choices {
            let fits = counts.iter().find_map(|&count| {
                let options = with(count).with(spec.key, choice.value);
                game.check_options(&options, None).ok()
            });
            ways.extend(fits);
        }
    }
    ways
}

/// Plays at random; `each` is shown the match before every action.
fn played(game: &dyn AnyGame, options: &Options, mut each: impl FnMut(&dyn AnyMatch, usize)) {
    let mut playing = game.start(options, None, Seed::named("questions")).unwrap();
    let mut random = SearchChance::new(7);
    let mut bot = game.bot(BotSpec::RANDOM);
    let mut number = 0;
    while let Some(seat) = random_seat(playing.to_act(), &mut random) {
        each(&*playing, number);
        let asked = playing.ask(seat).unwrap().unwrap();
        let thought = bot.think(&asked, &mut random, &NoTime);
        playing.play(seat, &thought.choice().action).unwrap();
        number += 1;
    }
}

/// The question as whoever gets it over the net has it.
fn sent(written: &WrittenQuestion) -> WrittenQuestion {
    let bytes = serde_json::to_vec(written).unwrap();
    serde_json::from_slice(&bytes).unwrap()
}

#[test]
fn whoever_reads_a_question_has_the_seats_view_byte_for_byte_and_its_legal_actions() {
    for game in bobbin_catalog::games() {
        for (way, options) in ways(game).into_iter().enumerate() {
            played(game, &options, |playing, number| {
                if (number + 7 * way) % 29 != 0 {
                    return;
                }
                for seat in playing.to_act().iter() {
                    let asked = playing.ask(seat).unwrap().unwrap();
                    let written = sent(&asked.written(number as u64));
                    let read = game.read_question(&written).unwrap().unwrap();
                    assert!(read == asked, "{}: {options}\n{}", game.id(), written.position);
                    let seed = Seed::named("another");
                    let there =
                        game.start_from(&written.position, &written.options, Some(written.content), seed);
                    let there = there.unwrap();
                    let bytes = |of: &dyn AnyMatch| of.view(Viewer::Seat(seat)).unwrap().to_string();
                    assert_eq!(bytes(&*there), bytes(playing), "{}: {options}", game.id());
                    assert_eq!(there.legal(seat), playing.legal(seat));
                }
            });
        }
    }
}

#[test]
fn a_question_tells_nothing_that_its_seat_cannot_see() {
    for game in bobbin_catalog::games() {
        let options = Options::new().with("players", game.player_counts()[0]);
        played(game, &options, |playing, number| {
            if number % 7 != 0 {
                return;
            }
            for seat in playing.to_act().iter() {
                let imagined = playing.imagined(Viewer::Seat(seat), 3).unwrap();
                let seed = Seed::named("another");
                let other = game.start_from(&imagined, &playing.options(), None, seed);
                let other = other.unwrap();
                let written = |of: &dyn AnyMatch| of.ask(seat).unwrap().unwrap().written(5);
                assert_eq!(
                    written(&*other),
                    written(playing),
                    "worlds that look alike are asked about alike"
                );
            }
        });
    }
}

#[test]
fn a_bot_thinks_the_same_of_a_question_that_was_sent() {
    for game in bobbin_catalog::games() {
        let options = Options::new().with("players", *game.player_counts().last().unwrap());
        played(game, &options, |playing, number| {
            if number % 17 != 3 {
                return;
            }
            let seat = playing.to_act().first().unwrap();
            let asked = playing.ask(seat).unwrap().unwrap();
            let read = game.read_question(&sent(&asked.written(number as u64)));
            let read = read.unwrap().unwrap();
            let think = |asked| {
                let mut luck = SearchChance::new(11);
                let spec = "search:60i".parse().unwrap();
                game.bot(spec).think(asked, &mut luck, &NoTime)
            };
            let there = think(&read).map(|legal| legal.action);
            let there = serde_json::to_string(&there).unwrap();
            let back: Thought<String> = serde_json::from_str(&there).unwrap();
            assert_eq!(asked.understand(back), Some(think(&asked)), "{}", game.id());
        });
    }
}

#[test]
fn an_answer_that_names_what_is_not_legal_is_no_answer() {
    let game = bobbin_catalog::find("hearts").unwrap();
    let playing = game.start(&Options::new(), None, Seed::named("x")).unwrap();
    let seat = playing.to_act().first().unwrap();
    let asked = playing.ask(seat).unwrap().unwrap();
    let answer = |actions: &[&str]| {
        let best = actions
            .iter()
            .map(|&action| Candidate::unweighed(action.to_owned()));
        asked.understand(Thought {
            best: best.collect(),
            iterations: 0,
        })
    };
    let legal = playing.legal(seat).unwrap();
    assert!(answer(&[&legal[0].action]).is_some());
    for wrong in [
        vec![],
        vec!["pass the salt"],
        vec![legal[0].action.as_str(), "play 99"],
    ] {
        assert_eq!(answer(&wrong), None, "{wrong:?}");
    }
}

#[test]
fn a_question_about_content_that_is_not_there_or_a_seat_that_is_not_is_refused() {
    let game = bobbin_catalog::find("hearts").unwrap();
    let playing = game.start(&Options::new(), None, Seed::named("x")).unwrap();
    let seat = playing.to_act().first().unwrap();
    let written = playing.ask(seat).unwrap().unwrap().written(1);
    let mut other = written.clone();
    other.content.0[0] ^= 1;
    assert!(game.read_question(&other).is_err());
    assert!(
        game.load_content(&Source::new("pack", "")).is_err(),
        "Hearts has none"
    );
    let mut other = written;
    other.seat = bobbin_game::Seat::new(7);
    assert!(game.read_question(&other).unwrap().is_none());
}
