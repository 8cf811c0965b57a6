//! Bots that are asked again and again at one table.

use std::sync::Arc;

use bobbin_bots::Thought;
use bobbin_catalog::{AnyMatch, Legal};
use bobbin_game::{Options, Seat, Seed};
use bobbin_workers::BotCache;

use super::{Question, Wanted, disguised, think};
use crate::metrics::Metrics;
use crate::table::Level;

#[test]
fn advice_comes_from_a_search_and_moves_from_the_level() {
    assert_eq!(Wanted::Advice.spec().to_string(), "search:3000i");
    for level in Level::ALL {
        assert_eq!(Wanted::Move(level).spec().to_string(), level.name());
        let written = serde_json::to_value(level).unwrap();
        assert_eq!(written, level.name(), "as the log and the API write it");
    }
}

#[test]
fn a_table_goes_among_workers_by_a_name_that_does_not_tell_its_id() {
    let name = disguised("table");
    assert_eq!(name, disguised("table"));
    assert_ne!(name, disguised("tables"));
    assert!(!name.contains("table") && name.len() == 43);
}

fn game_of(title: &str, players: usize, seed: &str) -> Box<dyn AnyMatch> {
    let game = bobbin_catalog::find(title).unwrap();
    let options = Options::new().with("players", players);
    let options = game.check_options(&options, None).unwrap();
    game.start(&options, None, Seed::named(seed)).unwrap()
}

/// What the bot of a seat thinks, as the server asks it.
fn ask(playing: &dyn AnyMatch, seat: Seat, cache: &Arc<BotCache>, luck: Option<u64>) -> Thought<Legal> {
    let question = Question {
        game: playing.game(),
        asked: playing.ask(seat).unwrap().unwrap(),
        luck,
        wanted: Wanted::Move(Level::Gentle),
        kept_in: Some((Arc::clone(cache), "table".to_owned())),
    };
    think(&question, &Metrics::default()).unwrap()
}

/// Did the bot go on from what it had thought before? Then it counts more visits than it made iterations.
fn thought_on(thought: &Thought<Legal>) -> bool {
    let visits: u64 = thought.best.iter().filter_map(|best| best.visits).sum();
    visits > thought.iterations
}

fn is_legal(playing: &dyn AnyMatch, seat: Seat, thought: &Thought<Legal>) -> bool {
    let legal = playing.legal(seat).unwrap();
    let known = |action: &str| legal.iter().any(|legal| legal.action == action);
    thought.best.iter().all(|best| known(&best.action.action))
}

#[test]
fn a_bot_thinks_on_where_it_left_off_and_names_legal_actions_only() {
    for title in ["knitting-circle", "arch-ravels", "circuitous"] {
        let cache = Arc::new(BotCache::default());
        let mut playing = game_of(title, 2, "thinks on");
        let mut went_on = 0;
        for _ in 0..150 {
            let Some(seat) = playing.to_act().first() else {
                break;
            };
            let thought = ask(&*playing, seat, &cache, None);
            assert!(is_legal(&*playing, seat, &thought), "{title}");
            went_on += usize::from(thought_on(&thought));
            playing.play(seat, &thought.choice().action).unwrap();
        }
        assert!(went_on > 0, "{title}: it never thought on");
        assert!(cache.len() <= 2, "one bot a seat");
    }
}

#[test]
fn what_a_bot_answers_stays_legal_when_actions_are_taken_back_in_between() {
    for title in ["knitting-circle", "arch-ravels", "circuitous"] {
        let cache = Arc::new(BotCache::default());
        let mut playing = game_of(title, 2, "taken back");
        let mut taken_back = 0;
        for turn in 0..120 {
            let Some(seat) = playing.to_act().first() else {
                break;
            };
            let thought = ask(&*playing, seat, &cache, None);
            assert!(is_legal(&*playing, seat, &thought), "{title}");
            playing.play(seat, &thought.choice().action).unwrap();
            if turn % 3 == 0 && playing.undo(seat).is_ok() {
                taken_back += 1;
                let again = ask(&*playing, seat, &cache, None);
                assert!(is_legal(&*playing, seat, &again), "{title}");
                // Something else than the bot expected.
                let other = again.best.last().unwrap();
                playing.play(seat, &other.action.action).unwrap();
            }
        }
        assert!(taken_back > 0, "{title}: nothing was taken back");
    }
}

#[test]
fn where_all_get_the_same_answers_a_bot_is_asked_anew_each_time() {
    let cache = Arc::new(BotCache::default());
    let mut playing = game_of("circuitous", 2, "daily");
    for number in 0..12 {
        let seat = playing.to_act().first().unwrap();
        let first = ask(&*playing, seat, &cache, Some(number));
        assert!(!thought_on(&first));
        assert_eq!(first, ask(&*playing, seat, &cache, Some(number)));
        assert_eq!(cache.len(), 0);
        playing.play(seat, &first.choice().action).unwrap();
    }
}
