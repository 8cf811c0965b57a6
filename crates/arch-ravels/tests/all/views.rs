//! Views: the table for people, pages and programs.

use bobbin_arch_ravels::ArchRavels;
use bobbin_game::{Game, Seat, Viewer};

use crate::table::{four, two};

const TABLE: &str = "round 3\nfirst 1\nactive 0\nstep resolving 2 0\nbazaar RR robot BG ?? - RBY\ndiscard RR*2 tangled-cat\n\
    requests snugglesaurus +0\nlist snow-day - triplets\nproject-deck 5\nmarker 0 3\npatterns 0 PPP BBY RGYO\nbowl 0 R2B1\n\
    learned 0 bear\nitems 0 hat*2 scarf\nheld 0 undone\ntangled 1\nbowl 1 P12\ndone 1 prodigy-cowl\nfinished 1 naptime";

/// 8.1: the table as plain text.
#[test]
fn the_table_as_plain_text() {
    insta::assert_snapshot!(two(TABLE).state.view(Viewer::Seat(Seat::new(0))));
}

/// 8.1: a long name does not run into the next space.
#[test]
fn a_long_name_leaves_room_for_the_next() {
    let position = "bazaar house-scarf-yellow-purple RR GG - OO PP\nstep resolving 1 0\nrequests +0";
    let text = two(position).state.view(Viewer::Spectator).to_string();
    assert!(
        text.contains("1 ?House Scarf in yellow and purple  2 RR "),
        "{text}"
    );
}

/// 8.1: the table as JSON holds all that a page shows; its position gives the table again.
#[test]
fn the_table_as_json() {
    let state = two(TABLE).state;
    let view = state.view(Viewer::Seat(Seat::new(1)));
    let json = serde_json::to_string_pretty(&view).unwrap();
    let value: serde_json::Value = serde_json::from_str(&json).unwrap();
    let position = value["position"].as_str().unwrap();
    assert_eq!(ArchRavels::from_position(state.setup(), position).unwrap(), state);
    insta::assert_snapshot!(json);
}

/// 2.1: the prompt tells who has to do what.
#[test]
fn the_prompt_says_what_to_do() {
    let prompt = |play: &crate::table::Play, seat: usize| {
        ArchRavels::prompt(&play.state.view(Viewer::Seat(Seat::new(seat))))
            .text
            .to_string()
    };
    assert_eq!(
        prompt(&two(TABLE), 0),
        "Who gets the special request Robot (5 of one color; 9 points)?"
    );
    assert_eq!(prompt(&two(TABLE), 1), "Waiting for seat 0.");
    let mut play = four("bowl 0 R2B8\nheld 0 friendship-bracelets\nstep actions craft 1");
    play.act("request 10");
    assert_eq!(prompt(&play, 0), "Give 2 yarn of any colors to seat 1.");
}

/// 2.2, 2.5, 7.2, 9.6: prompts and labels say what a player has to know to choose.
#[test]
fn prompts_and_labels_tell_what_matters() {
    let viewed = |play: &crate::table::Play| play.state.view(Viewer::Seat(Seat::new(0)));
    let prompt = |position: &str| ArchRavels::prompt(&viewed(&two(position))).text.to_string();
    let label = |position: &str, action: &str| {
        ArchRavels::tell(&viewed(&two(position)), action.parse().unwrap())
            .label
            .to_string()
    };
    assert_eq!(prompt(""), "Move your marker to any space.");
    assert_eq!(
        prompt("marker 0 2\ntangled 0"),
        "Move your marker to a different space. Your yarn is tangled: no crafting this turn."
    );
    assert_eq!(
        label("tangled 0", "move 3"),
        "Move to space 3: shop 2 + craft 1 (tangled: no crafting)"
    );
    assert_eq!(label("tangled 0", "move 1"), "Move to space 1: shop 4");
    let sale = "bazaar yarn-sale BB GG YY OO PP\nstep resolving 1 0\nrequests +0\npending gain";
    assert_eq!(
        prompt(&format!("{sale} 3")),
        "Yarn Sale: take 3 yarn of any colors."
    );
    let snugglesaurus = |bowl| {
        prompt(&format!(
            "held 0 snugglesaurus\nbowl 0 {bowl}\nstep actions craft 1\npending pay-request snugglesaurus 9"
        ))
    };
    assert_eq!(
        snugglesaurus("R6P6"),
        "For Snugglesaurus pay 9 yarn of any colors."
    );
    assert_eq!(
        snugglesaurus("R9B9G9Y9O9P9"),
        "For Snugglesaurus pay 9 yarn of any colors, 5 of them now."
    );
    let mut play = two("step restock-actions\nitems 0 mittens hat\nlearned 0 mittens");
    let asked = |play: &crate::table::Play| ArchRavels::prompt(&viewed(play)).text.to_string();
    play.act("frog mittens");
    assert_eq!(
        asked(&play),
        "Take the yarn of the mittens: 2 of one color and 1 of another."
    );
    play.act("yarn BRR; frog hat");
    assert_eq!(asked(&play), "Take the yarn of the hat: 2 different colors.");
    let mut play = two("bowl 0 B4\nstep actions exchange");
    play.act("exchange B R");
    let amount = "amount 3".parse().unwrap();
    assert_eq!(
        ArchRavels::tell(&viewed(&play), amount).label.to_string(),
        "Exchange 3 blue for 3 red"
    );
}

/// 2.1: what is touched is what is meant, also where it is not legal.
#[test]
fn touches_mean_actions() {
    let meant = |position: &str, picks: &[&str]| {
        let picks: Vec<String> = picks.iter().map(|&pick| pick.to_owned()).collect();
        let view = two(position).state.view(Viewer::Seat(Seat::new(0)));
        ArchRavels::meant(&view, &picks).map(|action| action.to_string())
    };
    let crafting = "step actions craft 1\npatterns 0 RRR BBY PBOY\nheld 0 robot";
    assert_eq!(
        meant(crafting, &["pattern:mittens"]).as_deref(),
        Some("craft mittens BBY")
    );
    assert_eq!(
        meant(crafting, &["pattern:hat", "bowl:R", "bowl:P"]).as_deref(),
        Some("craft hat RP")
    );
    assert_eq!(
        meant(crafting, &["request:robot", "bowl:G"]).as_deref(),
        Some("request 8 GGGGG")
    );
    assert_eq!(
        meant(crafting, &["pattern:hat", "bowl:R"]).as_deref(),
        Some("craft hat R"),
        "not legal, but the answer says what is missing"
    );
    let learned = "step actions craft 1\nlearned 0 mittens";
    for picks in [["bowl:P", "bowl:R", "bowl:P"], ["bowl:R", "bowl:P", "bowl:P"]] {
        let picks = [&["pattern:mittens"][..], &picks].concat();
        assert_eq!(meant(learned, &picks).as_deref(), Some("craft mittens RPP"));
    }
    let sale = "bazaar yarn-sale BB GG YY OO PP\nstep resolving 1 0\nrequests +0\npending gain 3";
    assert_eq!(
        meant(sale, &["supply:P", "supply:R", "supply:P"]).as_deref(),
        Some("yarn RPP")
    );
    assert_eq!(
        meant("step actions exchange", &["bowl:B", "supply:R"]).as_deref(),
        Some("exchange B R")
    );
    assert_eq!(meant("", &["action:3"]).as_deref(), Some("move 3"));
    assert_eq!(
        meant("", &["space:2"]).as_deref(),
        Some("shop 2"),
        "not legal, but meant"
    );
    assert_eq!(meant("", &["socks"]), None);
}
