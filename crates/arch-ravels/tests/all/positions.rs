//! The position notation.

use bobbin_arch_ravels::ArchRavels;
use bobbin_game::Game;

use crate::table::{setup, two};

/// 2.1: a position is read as it is written.
#[test]
fn a_position_is_read_as_it_is_written() {
    let text = "round 3\nfirst 1\nactive 0\nstep actions shop 1 + craft 1\nshopping 2\nbazaar RR - BG ?? O RBY\n\
        discard RR*2 tangled-cat\ntop 30\nrequests snugglesaurus +1\naside donate loot\nlist snow-day - triplets\n\
        project-deck 5\nseat 0 rebecca\nmarker 0 3\npatterns 0 PPP BBY RGYO\nbowl 0 R2B1\nlearned 0 bear\nitems 0 hat*1\n\
        held 0 undone\nseat 1 derrick\ntangled 1\npatterns 1 RRR RYY BYOP\nbowl 1 P12\ndone 1 prodigy-cowl\n\
        finished 1 naptime\n";
    assert_eq!(two(text).state.to_position(), text);
}

/// 2.1: what makes no sense is told with its place.
#[test]
fn a_broken_position_is_told_where_and_why() {
    let setup = setup("players=2 seat0=rebecca seat1=derrick");
    for (text, expected) in [
        ("sock 1", "line 1, column 1: \"sock\": expected round, first"),
        (
            "round 0",
            "line 1, column 7: \"0\": expected a round from 1 to 100",
        ),
        ("active 2", "line 1, column 8: \"2\": expected a seat from 0 to 1"),
        ("bazaar RR", "the line ends here: expected a card or -"),
        ("aside donate*255 donate*255", "line 1, column 1: there are only"),
        (
            "items 0 hat*9999 hat*9999 hat*9999 hat*9999 hat*9999 hat*9999 hat*9999",
            "line 1, column 18: \"hat*9999\": expected at most 9999 of them",
        ),
        (
            "bazaar RR RR RR RR RR XX",
            "\"XX\": expected the face of a yarn card",
        ),
        ("discard RR*7", "there are only 6 cards RR"),
        ("bowl 0 RX", "\"RX\": expected letters R, B, G, Y, O, P"),
        (
            "bowl 0 R\nbowl 0 B",
            "line 2, column 1: bowl 0 stands here a second time",
        ),
        ("seat 0 theo", "the setup has another character for seat 0"),
        (
            "held 0 loot\ndone 1 loot",
            "the special request loot is in two places",
        ),
        (
            "finished 0 recess\nlist recess - -",
            "the project recess is in two places",
        ),
        ("bazaar donate - - - - -", "should be resolved already"),
        ("step resolving 1 0", "there is nothing to resolve"),
        (
            "bazaar yarn-sale - - - - -\nstep resolving 1 0",
            "need a pending gain",
        ),
        (
            "bazaar donate - - - - -\nstep resolving 1 0\nbowl 0",
            "a Donate with an empty bowl asks nothing",
        ),
        ("pending gain 1", "what is pending does not fit"),
        (
            "step actions craft 1\npending pay-request loot 3",
            "what is pending does not fit",
        ),
        (
            "step over\npending gain 1",
            "a game that is over has nothing pending",
        ),
        ("deck R\ndiscard B", "give deck or discard, not both"),
        ("top 99", "the top part has 4 to 90 cards here"),
        ("shopping 1", "shopping needs a step with actions"),
        ("step final-craft 0", "the active player has no final craft"),
        ("tangled 0\nstep actions craft 1", "the active player is tangled"),
        ("requests robot +0", "favorites in play that lie nowhere else"),
        ("project-deck 17", "more cards than there are projects left"),
    ] {
        let message = ArchRavels::from_position(&setup, text)
            .expect_err(text)
            .to_string();
        assert!(message.contains(expected), "{text}: {message}");
    }
}

/// 2.2: what is left out is as at the start of a game.
#[test]
fn an_empty_position_is_a_table_at_the_start() {
    let play = two("");
    assert_eq!(
        (
            play.step().as_str(),
            play.bowl(1).as_str(),
            play.line("top").as_str()
        ),
        ("marker", "R1B1G1Y1O1P1", "47")
    );
    assert_eq!(play.line("project-deck"), "8");
}
