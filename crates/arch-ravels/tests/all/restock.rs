//! The restock.

use bobbin_arch_ravels::{ArchRavels, ArchRavelsContent, ArchRavelsSetup, CardFace, Event};
use bobbin_game::{Content as _, Game as _, Setup as _, Shelf, Source};

use crate::table::{Play, two};

fn revealed(play: &Play) -> Vec<(u8, String)> {
    let faces = play.events.iter().filter_map(|told| match &told.event {
        Event::Revealed { space, card, .. } => Some((
            *space,
            match card {
                CardFace::Yarn(face) => face.to_string(),
                CardFace::Event(card) | CardFace::Request(card) => card.id.to_string(),
            },
        )),
        _ => None,
    });
    faces.collect()
}

/// 6.1: empty spaces are filled from left to right, top row first.
#[test]
fn empty_spaces_are_filled_from_left_to_right() {
    let mut play = two("bazaar RR - GG - OO -\nstep actions\ndeck R B G Y\nrequests +0");
    play.act("restock");
    assert_eq!(
        revealed(&play)
            .iter()
            .map(|(space, _)| *space)
            .collect::<Vec<_>>(),
        [2, 4, 6]
    );
    assert_eq!(play.line("bazaar"), "RR R GG B OO G");
}

/// 6.2, 6.5: an event and two requests in one restock are resolved in order once all spaces are filled, and leave
/// empty spaces behind.
#[test]
fn an_event_and_two_requests_in_one_restock() {
    let mut play = two(
        "bazaar - RR - - OO PP\nstep actions\ndeck donate\nrequests snugglesaurus prodigy-cowl +0\nbowl 0 R1B1",
    );
    // Of the top part of three: not one of the two requests, so the event; then the requests.
    play.script.0 = vec![2, 0];
    play.act("restock");
    assert_eq!(play.line("bazaar"), "donate RR snugglesaurus prodigy-cowl OO PP");
    assert_eq!(play.step(), "resolving 1 0");
    play.act("donate R 1");
    assert_eq!(play.step(), "resolving 3 0");
    play.act("give 0");
    assert_eq!(play.step(), "resolving 4 0");
    play.act("give 1");
    assert_eq!(
        (play.step().as_str(), play.line("bazaar").as_str()),
        ("restock-actions", "- RR - - OO PP")
    );
    assert_eq!(
        (play.line("held 0").as_str(), play.line("held 1").as_str()),
        ("snugglesaurus", "prodigy-cowl")
    );
    assert!(
        play.line("discard").contains("donate*2"),
        "the event is discarded: {}",
        play.line("discard")
    );
    play.act("end; move 1; shop 1");
    assert_eq!(play.legal().len(), 6, "the next player shops the empty spaces");
}

/// 6.3: the deck runs out in the middle of filling: the discard is shuffled and filling goes on; what was just turned
/// over is not in it.
#[test]
fn a_reshuffle_in_the_middle_of_a_restock() {
    let mut play = two("bazaar - - - YY OO PP\nstep actions\ndeck friendly-clerk\nrequests +0");
    let before = play.line("discard");
    assert!(before.contains("friendly-clerk") && !before.contains("friendly-clerk*2"));
    play.act("restock");
    let log = play.log();
    let reshuffled = log
        .iter()
        .position(|line| line.contains("shuffled into a new yarn deck"))
        .unwrap();
    assert!(
        log[reshuffled].contains("The 82 discarded cards"),
        "{}",
        log[reshuffled]
    );
    assert_eq!(reshuffled, 1, "behind the one card that was left");
    assert_eq!(play.line("bazaar"), "friendly-clerk R R YY OO PP");
    assert_eq!(play.line("discard"), "");
    play.act("yarn R; yarn R");
    assert_eq!(
        play.line("discard"),
        "friendly-clerk",
        "it is discarded behind the new deck"
    );
}

/// 6.3: with the fewest cards that a pack may have, each restock still finds six: a space is only empty because
/// an event left it.
#[test]
fn the_smallest_pack_still_fills_the_bazaar() {
    let events = bobbin_arch_ravels::EventKind::ALL.map(|event| {
        let id = event.id();
        format!("[[event]]\nid = \"{id}\"\nname = \"{id}\"\ncopies = 1\nsource = \"test\"\n")
    });
    let yarn = "[[yarn]]\nface = \"RR\"\ncopies = 6\nsource = \"test\"\n".to_owned();
    let pack = Source::new("few.toml", yarn + &events.concat());
    let content = Shelf::put(ArchRavelsContent::from_pack(&pack).unwrap());
    let setup = ArchRavelsSetup::new(&"players=2".parse().unwrap(), content).unwrap();
    let position = "bazaar RR RR - - - -\nstep actions\nrequests +0\ndeck RR*4 yarn-sale";
    let mut play = Play {
        state: ArchRavels::from_position(&setup, position).unwrap(),
        script: crate::table::Script(vec![4, 0, 0, 0]),
        events: Vec::new(),
    };
    play.act("restock; yarn RRR; end; move 1");
    assert_eq!(play.line("bazaar"), "RR RR - RR RR RR");
}

/// 6.6: an event that concerns all is not the active player's to decide for others.
#[test]
fn the_one_whose_choice_it_is_acts_alone() {
    let mut play = two("bazaar craft-circle BB GG YY OO PP\nstep resolving 1 1\nrequests +0");
    let refusal = play.refusal(bobbin_game::Seat::new(0), "craft hat RB");
    assert_eq!(bobbin_game::Refusal::code(&refusal), "not_your_choice");
    play.act("pass");
    assert_eq!(play.step(), "restock-actions");
}
