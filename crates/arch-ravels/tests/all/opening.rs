//! Setup.

use std::collections::BTreeSet;

use bobbin_arch_ravels::{ArchRavels, ArchRavelsContent, ArchRavelsSetup, CharacterId};
use bobbin_game::{Content as _, Game, Options, SearchChance, Seat, Setup as _, Viewer};
use serde_json::Value;

use crate::table::setup;

fn start(options: &str, seed: u64) -> ArchRavels {
    ArchRavels::start(&setup(options), &mut SearchChance::new(seed))
}

fn json(state: &ArchRavels) -> Value {
    serde_json::to_value(state.view(Viewer::Spectator)).unwrap()
}

fn text(value: &Value) -> String {
    value.as_str().unwrap().to_owned()
}

/// 1.1: two to four players, and never two sides of one board.
#[test]
fn two_players_never_share_a_board() {
    let refused = |options: &str| {
        let options: Options = options.parse().unwrap();
        ArchRavelsSetup::new(&options, ArchRavelsContent::house())
            .unwrap_err()
            .to_string()
    };
    assert_eq!(
        refused("players=2 seat0=rebecca seat1=theo"),
        "Rebecca and Theo are two sides of one board (clause 1.1)"
    );
    assert_eq!(
        refused("players=3 seat0=theo seat2=theo"),
        "Theo cannot be played twice (clause 1.1)"
    );
    assert_eq!(
        refused("players=2 seat2=theo"),
        "seat2=theo: with 2 players there is no seat 2"
    );
    assert!(refused("players=5").contains("expected one of 2, 3, 4"));
    for seed in 0..100 {
        let boards = json(&start("players=4 seat2=amara", seed))["boards"].clone();
        let types: BTreeSet<String> = boards
            .as_array()
            .unwrap()
            .iter()
            .map(|board| text(&board["type"]))
            .collect();
        assert_eq!(types.len(), 4, "seed {seed}");
        assert_eq!(boards[2]["character"], "amara");
    }
}

/// 1.2: characters that nobody chose are dealt evenly, and everyone begins equally often.
#[test]
fn random_characters_and_the_first_player_are_even() {
    let setup = setup("players=3 seat1=ted");
    let mut chance = SearchChance::new(5);
    let all: Vec<(String, u64)> = CharacterId::ALL
        .into_iter()
        .filter(|character| !["ted", "eliza"].contains(&character.id()))
        .flat_map(|character| (0..3).map(move |first| (character.id().to_owned(), first)))
        .collect();
    bobbin_testkit::assert_uniform(&all, 9_000, || {
        let view = json(&ArchRavels::start(&setup, &mut chance));
        (
            text(&view["boards"][2]["character"]),
            view["first"].as_u64().unwrap(),
        )
    });
}

/// 1.3: one yarn of each color.
#[test]
fn a_bowl_begins_with_one_of_each_color() {
    for board in json(&start("players=4", 1))["boards"].as_array().unwrap() {
        assert_eq!(board["bowl"], serde_json::json!([1, 1, 1, 1, 1, 1]));
        assert_eq!(board["marker"], Value::Null);
    }
}

/// 1.4: one tile of each kind, all different, exact side up.
#[test]
fn every_player_gets_a_tile_of_each_kind() {
    for seed in 0..50 {
        let view = json(&start("players=4", seed));
        for pattern in [1, 2, 3] {
            let boards = view["boards"].as_array().unwrap();
            let exact: BTreeSet<String> = boards
                .iter()
                .map(|board| text(&board["patterns"][pattern]["exact"]))
                .collect();
            assert_eq!(exact.len(), 4, "seed {seed}");
            assert!(
                boards
                    .iter()
                    .all(|board| board["patterns"][pattern]["learned"] == false)
            );
        }
    }
}

/// 1.4: every tile is as likely as any other.
#[test]
fn tiles_are_dealt_evenly() {
    let setup = setup("players=2");
    let mut chance = SearchChance::new(9);
    let tiles: Vec<String> = ["RRR", "BBB", "GGG", "YYY", "OOO", "PPP"]
        .map(str::to_owned)
        .to_vec();
    bobbin_testkit::assert_uniform(&tiles, 3_000, || {
        text(&json(&ArchRavels::start(&setup, &mut chance))["boards"][1]["patterns"][1]["exact"])
    });
}

/// 1.5: 86 cards and two requests a player; the requests are in the top 43.
#[test]
fn the_yarn_deck_has_the_requests_in_its_top_half() {
    for (players, requests) in [(2, 4), (3, 6), (4, 8)] {
        for seed in 0..30 {
            let view = json(&start(&format!("players={players}"), seed));
            assert_eq!(
                view["deck"]["cards"],
                80 + requests,
                "{players} players, seed {seed}"
            );
            assert_eq!(view["deck"]["requests"], requests);
            let aside = view["deck"]["set_aside"].as_array().unwrap().len() as u64;
            let top = view["deck"]["top"].as_u64().unwrap();
            assert_eq!(top, 43 + requests - 6 - aside, "{players} players, seed {seed}");
        }
    }
}

/// 1.7: six yarn cards lie in the bazaar, nothing else.
#[test]
fn the_first_bazaar_is_six_yarn_cards() {
    for seed in 0..200 {
        let view = json(&start("players=3", seed));
        let bazaar = view["bazaar"].as_array().unwrap();
        assert!(
            bazaar.len() == 6 && bazaar.iter().all(|space| space.get("yarn").is_some()),
            "seed {seed}"
        );
        assert_eq!(view["discard"], serde_json::json!([]), "seed {seed}");
    }
}

/// 1.9: three projects are listed, 5, 6 or 7 are left.
#[test]
fn the_project_deck_grows_with_the_players() {
    for (players, left) in [(2, 5), (3, 6), (4, 7)] {
        let view = json(&start(&format!("players={players}"), 3));
        assert_eq!(view["project_deck"], left);
        assert!(view["list"].as_array().unwrap().iter().all(Value::is_object));
    }
}

/// 1.9: every project is equally likely to be listed.
#[test]
fn projects_are_listed_evenly() {
    let setup = setup("players=2");
    let mut chance = SearchChance::new(11);
    let all: Vec<String> = ArchRavelsContent::house()
        .projects
        .iter()
        .map(|card| card.id.clone())
        .collect();
    bobbin_testkit::assert_uniform(&all, 4_000, || {
        text(&json(&ArchRavels::start(&setup, &mut chance))["list"][2]["id"])
    });
}

/// 1.1: the choice of a seat is kept.
#[test]
fn chosen_characters_sit_where_they_were_put() {
    let state = start("players=2 seat0=theo seat1=eliza", 1);
    let view = json(&state);
    assert_eq!(
        (&view["boards"][0]["name"], &view["boards"][1]["favorite"]),
        (&Value::from("Theo"), &Value::from("Robot"))
    );
    assert_eq!(state.setup().chosen(Seat::new(0)).unwrap().id(), "theo");
}
