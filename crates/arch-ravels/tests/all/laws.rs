//! What holds in every game.

use bobbin_arch_ravels::{ArchRavels, ArchRavelsSetup, Event};
use bobbin_game::{Game, SearchChance, Seat, Setup as _, Told, Viewer};
use bobbin_testkit::{
    Player, Thoroughness, check_encoding, check_game_contract, check_games_played_by, playthrough_by,
};

use crate::sensible::{fickle, sensible};

/// 2.1: on random games of every setup, what is legal is accepted and all else refused, and every other law holds.
///
/// A random game lasts the hundred rounds, so one of each setup is some ten thousand states; `BOBBIN_KIT_GAMES` asks
/// for more.
#[test]
fn random_games_keep_the_contract() {
    let mut effort = Thoroughness::from_env();
    if std::env::var("BOBBIN_KIT_GAMES").is_err() {
        effort.games = 1;
        effort.deep_every = 24;
    }
    match check_game_contract::<ArchRavels>(&effort) {
        Ok(report) => println!("{report}"),
        Err(violation) => panic!("{violation}"),
    }
}

/// 2.1, 10.1: the same on games that end by their projects, with the final craft behind them: many of them, because
/// they are short.
#[test]
fn games_that_end_by_their_projects_keep_the_contract() {
    let mut effort = Thoroughness::from_env();
    effort.deep_every = 12;
    match check_games_played_by::<ArchRavels>(&effort, &fickle) {
        Ok(report) => {
            println!("{report}");
            assert!(report.longest < 1_500, "they end before the house stop: {report}");
        }
        Err(violation) => panic!("{violation}"),
    }
}

/// Equal views are equal rows, other views other rows, and no two legal actions have one number.
#[test]
fn views_and_actions_are_numbers_that_tell_them_apart() {
    let mut effort = Thoroughness::from_env();
    if std::env::var("BOBBIN_KIT_GAMES").is_err() {
        effort.games = 1;
    }
    match check_encoding::<ArchRavels>(&effort) {
        Ok(report) => println!("{report}"),
        Err(violation) => panic!("{violation}"),
    }
}

/// Every setup, played at random to the house stop and by players who finish projects.
fn games() -> impl Iterator<Item = (ArchRavelsSetup, Player<'static, ArchRavels>)> {
    let at_random: Player<'static, ArchRavels> =
        &|state, seat, random| state.random_action(seat, random, &mut Vec::new());
    let players = [at_random, &fickle as Player<'static, ArchRavels>];
    let setups = ArchRavels::setups().into_iter();
    setups.flat_map(move |setup| players.map(|player| (setup, player)))
}

/// Bowls and items as the log tells them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Ledger {
    yarn: [i32; 6],
    items: [i32; 5],
}

fn ledgers(state: &ArchRavels) -> Vec<Ledger> {
    let view = serde_json::to_value(state.view(Viewer::Spectator)).unwrap();
    let numbers = |value: &serde_json::Value| -> Vec<i32> { serde_json::from_value(value.clone()).unwrap() };
    let ledger = |board: &serde_json::Value| Ledger {
        yarn: numbers(&board["bowl"]).try_into().unwrap(),
        items: numbers(&board["items"]).try_into().unwrap(),
    };
    view["boards"].as_array().unwrap().iter().map(ledger).collect()
}

fn book(ledgers: &mut [Ledger], event: &Event) {
    let mut bundle = |seat: Seat, yarn: bobbin_arch_ravels::Bundle, sign: i32| {
        for (color, count) in yarn.iter() {
            ledgers[seat.index()].yarn[color.index()] += sign * i32::from(count);
        }
    };
    match *event {
        Event::Shopped { seat, yarn, .. }
        | Event::Took { seat, yarn }
        | Event::Frogged { seat, yarn, .. } => bundle(seat, yarn, 1),
        Event::Crafted { seat, yarn, .. } | Event::RequestFinished { seat, yarn, .. } => {
            bundle(seat, yarn, -1);
        }
        _ => {}
    }
    match *event {
        Event::Paid { seat, color, count } => ledgers[seat.index()].yarn[color.index()] -= i32::from(count),
        Event::Exchanged {
            seat,
            give,
            get,
            count,
        } => {
            ledgers[seat.index()].yarn[give.index()] -= i32::from(count);
            ledgers[seat.index()].yarn[get.index()] += i32::from(count);
        }
        Event::Gave { seat, to, color } => {
            ledgers[seat.index()].yarn[color.index()] -= 1;
            ledgers[to.index()].yarn[color.index()] += 1;
        }
        Event::Crafted { seat, item, .. } => ledgers[seat.index()].items[item.index()] += 1,
        Event::Learned { seat, item } | Event::Frogged { seat, item, .. } => {
            ledgers[seat.index()].items[item.index()] -= 1;
        }
        Event::ProjectFinished { seat, items, .. } => {
            for item in bobbin_arch_ravels::Item::ALL {
                ledgers[seat.index()].items[item.index()] -= i32::from(items.count(item));
            }
        }
        _ => {}
    }
}

/// 4.1, 9.2, 9.6: yarn and items come and go only as the log says.
#[test]
fn yarn_and_items_change_only_as_the_log_says() {
    for (seed, (setup, player)) in games().enumerate() {
        let mut chance = SearchChance::new(seed as u64);
        let mut random = SearchChance::new(seed as u64 + 100);
        let mut state = ArchRavels::start(&setup, &mut chance);
        let mut expected = ledgers(&state);
        for step in 0.. {
            let Some(seat) = state.to_act().first() else { break };
            let action = player(&state, seat, &mut random);
            let mut log: Vec<Told<Event>> = Vec::new();
            state.apply(seat, action, &mut chance, &mut log).unwrap();
            for told in &log {
                book(&mut expected, &told.event);
            }
            // Reading the whole view is slow; an error does not go away again.
            if step % 7 == 0 || log.len() > 2 {
                assert_eq!(ledgers(&state), expected, "after {action} of {seat:?}: {log:?}");
            }
        }
        assert_eq!(ledgers(&state), expected);
    }
}

/// 1.5, 1.9: 74 yarn cards, 12 events and two requests a player, 8, 9 or 10 projects: from the start to the end.
#[test]
fn cards_are_never_lost() {
    for (setup, player) in games() {
        let players = setup.players() as i64;
        let mut chance = SearchChance::new(7);
        let mut random = SearchChance::new(8);
        let mut state = ArchRavels::start(&setup, &mut chance);
        while let Some(seat) = state.to_act().first() {
            assert_eq!(
                state.census(),
                [
                    ("yarn cards, events and requests", 86 + 2 * players),
                    ("projects", 6 + players)
                ]
            );
            let action = player(&state, seat, &mut random);
            state.apply(seat, action, &mut chance, &mut ()).unwrap();
        }
    }
}

/// 2.5: nobody ever faces hundreds of actions.
#[test]
fn the_largest_choice_stays_small() {
    let play = crate::table::two(
        "bowl 0 R9B9G9Y9O9P9\nlearned 0 bear mittens scarf\nheld 0 hacky-sack toms-scarf\nstep actions shop 2 + craft 1\n\
         bazaar ?? ?? ?? ?? ?? ??",
    );
    assert_eq!(play.legal().len(), 6 + 72 + 26 + 1);
}

/// 2.4: a whole game reads as a log.
#[test]
fn a_first_round_reads_as_a_log() {
    let setup = crate::table::setup("players=2 seat0=rebecca seat1=derrick");
    let mut chance = bobbin_game::MatchChance::new(bobbin_game::Seed::named("log"));
    let mut random = SearchChance::new(3);
    let mut state = ArchRavels::start(&setup, &mut chance);
    let mut log: Vec<Told<Event>> = Vec::new();
    let mut buffer = Vec::new();
    for _ in 0..60 {
        let seat = state.to_act().first().unwrap();
        let action = state.random_action(seat, &mut random, &mut buffer);
        state.apply(seat, action, &mut chance, &mut log).unwrap();
    }
    let names = ["Ann".to_owned(), "Ben".to_owned()];
    let words: Vec<String> = log
        .iter()
        .map(|told| bobbin_game::Event::words(&told.event).in_full(&bobbin_game::Names(&names)))
        .collect();
    insta::assert_snapshot!(words.join("\n"));
}

/// 10.1: a game that ends by its projects, view by view: what every player sees and is told from the first marker to
/// the final score.
#[test]
fn a_game_of_sensible_players_view_by_view() {
    let setup = crate::table::setup("players=2 seat0=theo seat1=eliza");
    let text = playthrough_by::<ArchRavels>(&setup, "sensible", &sensible);
    assert!(text.contains("The project list cannot be filled any more: the game ends"));
    insta::assert_snapshot!(bobbin_testkit::abridged("arch-ravels", &text));
}
