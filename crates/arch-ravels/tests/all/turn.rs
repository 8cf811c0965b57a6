//! The turn, exchange and take.

use bobbin_game::{Match, Refusal as _, Seat, Seed};

use bobbin_arch_ravels::ArchRavels;

use crate::table::{at, four, setup, two};

/// 2.1: only the player who has to choose may act, and only in the step of the turn for it.
#[test]
fn a_turn_has_three_steps_and_one_who_chooses() {
    let mut play = two("deck RR*6 BB\nrequests +0\nbazaar GG GG GG - - -");
    assert_eq!(
        play.refusal(Seat::new(1), "move 1").sentence(),
        "It is the choice of seat 0."
    );
    assert_eq!(play.refused("restock").0, "2.1");
    play.act("move 2");
    assert_eq!(play.refused("end"), ("2.1", "wrong_step"));
    assert_eq!(play.refused("move 1").0, "2.1");
    play.act("restock");
    assert_eq!(play.step(), "restock-actions");
    assert_eq!(play.refused("shop 1").0, "2.1");
    play.act("end");
    assert_eq!((play.chooser(), play.step().as_str()), (1, "marker"));
    play.act("move 4; restock; end");
    assert_eq!((play.chooser(), play.line("round").as_str()), (0, "2"));
}

/// 2.2: never to the space where the marker stands.
#[test]
fn the_marker_moves_to_a_different_space() {
    let mut play = two("marker 0 3");
    assert_eq!(play.legal(), ["move 1", "move 2", "move 4"]);
    assert_eq!(play.refused("move 3"), ("2.2", "same_space"));
}

/// 2.1, 2.2: turns go round from seat to seat, and the marker must leave its space even if nothing was done there.
#[test]
fn turns_go_round_and_an_idle_turn_uses_its_space() {
    let mut play = four("bazaar RR BB GG YY OO PP");
    let mut seats = Vec::new();
    for _ in 0..8 {
        seats.push(play.chooser());
        let space = if seats.len() > 4 { "move 1" } else { "move 2" };
        play.act(&format!("{space}; restock; end"));
    }
    assert_eq!(seats, [0, 1, 2, 3, 0, 1, 2, 3]);
    assert_eq!(play.refused("move 1"), ("2.2", "same_space"));
}

/// 2.2: on the first turn it may go anywhere.
#[test]
fn on_the_first_turn_the_marker_goes_anywhere() {
    assert_eq!(two("").legal(), ["move 1", "move 2", "move 3", "move 4"]);
}

/// 2.3: in any order, each at most once, or not at all.
#[test]
fn the_actions_of_a_space_come_in_any_order() {
    let position = "bazaar RR BB GG YY OO PP\nbowl 0 RRBBGG";
    let mut play = two(position);
    play.act("move 3; craft hat RB; shop 1; shop 2");
    assert_eq!(play.refused("shop 3"), ("2.3", "no_shop"));
    assert_eq!(play.refused("craft hat RB"), ("4.5", "no_craft"));
    let mut play = two(position);
    play.act("move 3; shop 1; shop 2; craft hat RB");
    assert_eq!(play.legal(), ["restock"]);
    two(position).act("move 3; restock");
}

/// 2.3: a started choice comes before anything else.
#[test]
fn what_has_begun_is_completed_first() {
    let mut play = two("bazaar ?? BB GG YY OO PP\nbowl 0 RRBB\nstep actions shop 1 + craft 1");
    play.act("shop 1");
    for other in ["craft hat RB", "restock", "shop 2"] {
        assert_eq!(play.refused(other), ("2.3", "unfinished_choice"), "{other}");
    }
}

/// 2.4: actions and turn end when the player says so, and until then single steps are taken back.
#[test]
fn every_single_step_is_taken_back_until_the_restock() {
    let setup = setup("players=2 seat0=rebecca seat1=derrick");
    let start = two("bazaar ?? - GG YY OO PP").state;
    let mut game: Match<ArchRavels> = Match::from_position(setup, Seed::named("undo"), start.clone());
    let seat = Seat::new(0);
    let actions = ["move 3", "shop 1", "yarn RP", "shop 2", "yarn G", "craft hat RB"];
    for action in actions {
        game.play(seat, action.parse().unwrap()).unwrap();
    }
    for _ in actions {
        game.undo(seat).unwrap();
    }
    assert_eq!(*game.state(), start);
    game.play(seat, "move 1".parse().unwrap()).unwrap();
    game.play(seat, "restock".parse().unwrap()).unwrap();
    assert!(game.undo(seat).is_err(), "a card was drawn");
}

/// 2.4, 2.5: yarn that was named for a payment, a gift, an event or a frog is taken back at once, however much it is.
#[test]
fn steps_of_every_choice_are_taken_back() {
    let setup = setup("players=2 seat0=rebecca seat1=derrick");
    for (position, actions) in [
        (
            "bowl 0 R3B3P3\nstep actions craft 1 any colors",
            "any blanket; yarn PBRBP",
        ),
        (
            "held 0 snugglesaurus\nbowl 0 R4B4P4\nstep actions craft 1",
            "request 1; yarn PPPPBBBBR",
        ),
        (
            "held 0 friendship-bracelets\nbowl 0 R3B1\nstep actions craft 1",
            "request 10; yarn BR",
        ),
        ("bowl 0 B4\nstep actions exchange", "exchange B R; amount 3"),
        ("step actions take 3 + craft 1", "craft hat RB; take G"),
        (
            "bazaar yarn-sale donate robot YY OO PP\nstep resolving 1 0\npending gain 3\nrequests +0",
            "yarn PRG; donate R 1; give 1",
        ),
        (
            "step restock-actions\nitems 0 hat*2 bear mittens scarf*2\nlearned 0 mittens scarf\nlist lumberjack recess naptime",
            "finish 1; learn bear; frog hat; yarn BR; frog mittens; yarn RPP; frog scarf; yarn OGBR",
        ),
    ] {
        let start = two(position).state;
        let mut game: Match<ArchRavels> = Match::from_position(setup, Seed::named("undo"), start.clone());
        let seat = Seat::new(0);
        let mut states = Vec::new();
        for action in actions.split("; ") {
            states.push(game.state().clone());
            game.play(seat, action.trim().parse().unwrap()).unwrap();
        }
        while let Some(before) = states.pop() {
            game.undo(seat).unwrap();
            assert_eq!(*game.state(), before, "{actions}");
        }
        assert_eq!(*game.state(), start);
    }
}

/// 2.1, 4.1, 4.2, 4.3, 7.6, 8.3, 9.2: a refusal says what is due or what is missing.
#[test]
fn a_refusal_says_what_would_be_right() {
    let restocked = "step restock-actions\nlist lumberjack recess naptime\nitems 0 hat";
    let patterns = "patterns 0 RRR BBY PBOY\nstep actions craft 1";
    for (position, action, sentence) in [
        (
            "",
            "shop 1",
            "This is not the step of the turn for it: now move your marker.",
        ),
        (
            patterns,
            "end",
            "This is not the step of the turn for it: now take the actions of your space, or restock.",
        ),
        (
            restocked,
            "restock",
            "This is not the step of the turn for it: now finish a project, learn, frog, or end your turn.",
        ),
        (
            patterns,
            "craft mittens RRB",
            "Your mittens pattern is exact: turn in 2 blue and 1 yellow.",
        ),
        (patterns, "craft bear RRR", "For that you lack 2 red."),
        (
            patterns,
            "craft hat RR",
            "Your hat pattern takes 2 different colors.",
        ),
        (
            "held 0 loot\nstep actions craft 1",
            "request 19 RRR",
            "That special request takes other yarn: 3 yellow.",
        ),
        (
            "held 0 snugglesaurus\nstep actions craft 1",
            "request 1",
            "That takes 9 yarn, and you have 6.",
        ),
        (restocked, "finish 1", "For that project you lack: scarf."),
        (
            restocked,
            "pass",
            "You can pass only in the Craft Circle and in the final craft.",
        ),
        (
            "bazaar donate BB GG YY OO PP\nstep resolving 1 0\nrequests +0\nbowl 0 R1",
            "donate B 1",
            "You have no blue yarn to donate.",
        ),
    ] {
        assert_eq!(
            two(position).refusal(Seat::new(0), action).to_string(),
            sentence,
            "{action}"
        );
    }
}

/// 2.1, 2.3, 3.4, 5.1, 5.5: a number is refused by what is due at that moment.
#[test]
fn a_number_out_of_place_is_told_what_is_due() {
    for (position, action, refusal) in [
        ("", "", ("2.1", "wrong_step")),
        ("step restock-actions", "", ("2.1", "wrong_step")),
        (
            "bazaar ?? BB GG YY OO PP\nstep actions shop 1",
            "shop 1",
            ("2.3", "unfinished_choice"),
        ),
        (
            "step restock-actions\nitems 0 hat",
            "frog hat",
            ("2.3", "unfinished_choice"),
        ),
        (
            "bazaar RR BB GG YY OO PP\nstep actions shop 2",
            "shop 1",
            ("3.4", "unfinished_shop"),
        ),
        ("step actions craft 1", "", ("5.1", "no_exchange")),
        ("step actions exchange", "", ("5.5", "no_amount")),
    ] {
        let mut play = two(position);
        if !action.is_empty() {
            play.act(action);
        }
        assert_eq!(play.refused("amount 1"), refusal, "{position} {action}");
    }
}

/// 2.1, 6.6: a craft in a wrong step is refused by the step, whatever its colors.
#[test]
fn every_craft_in_a_wrong_step_is_told_the_step() {
    let donate = "bazaar donate BB GG YY OO PP\nstep resolving 1 0\nrequests +0\nheld 0 loot";
    for craft in ["craft hat RB", "any hat", "request 19 YYY", "any request 19"] {
        for position in ["held 0 loot", "step restock-actions\nheld 0 loot"] {
            assert_eq!(two(position).refused(craft), ("2.1", "wrong_step"), "{craft}");
        }
        assert_eq!(two(donate).refused(craft), ("6.6", "not_the_card"), "{craft}");
    }
}

/// 4.5, 4.7, 7.2: where the space has no Craft it is not the cat that forbids one.
#[test]
fn a_space_without_craft_is_not_the_cats_fault() {
    for (space, craft, any) in [
        (1, ("4.5", "no_craft"), ("4.7", "no_craft_any")),
        (2, ("7.2", "tangled"), ("7.2", "tangled")),
        (3, ("7.2", "tangled"), ("7.2", "tangled")),
        (4, ("4.5", "no_craft"), ("4.7", "no_craft_any")),
    ] {
        let mut play = at("players=2 seat0=neeha", "tangled 0\nbowl 0 RBGYOP");
        play.act(&format!("move {space}"));
        assert_eq!(play.refused("craft hat RB"), craft, "space {space}");
        assert_eq!(play.refused("any hat"), any, "space {space}");
    }
}

/// 5.1: the rulebook's example, 3 blues for 3 reds.
#[test]
fn three_blues_are_exchanged_for_three_reds() {
    let mut play = two("bowl 0 B4R1\nmarker 0 1");
    play.act("move 4; exchange B R");
    assert_eq!(play.legal(), ["amount 1", "amount 2", "amount 3", "amount 4"]);
    play.act("amount 3");
    assert_eq!(play.bowl(0), "R4B1");
    assert_eq!(play.refused("exchange B R"), ("5.1", "no_exchange"));
    assert_eq!(play.log().last().unwrap(), "Ann exchanges 3 blue for 3 red");
}

/// 5.1, 5.2: of a color that is there, for another one, at least one.
#[test]
fn an_exchange_is_of_one_color_for_another() {
    let mut play = two("bowl 0 B2\nstep actions exchange");
    assert_eq!(play.refused("exchange B B"), ("5.1", "same_color"));
    assert_eq!(play.refused("exchange R B"), ("5.1", "no_such_yarn"));
    assert_eq!(play.refused("amount 1"), ("5.5", "no_amount"));
    play.act("exchange B P");
    assert_eq!(play.refused("amount 0"), ("5.2", "wrong_amount"));
    assert_eq!(play.refused("amount 3"), ("5.2", "wrong_amount"));
}

/// 5.5: more than 200 are named in parts, and the list of actions stays short.
#[test]
fn a_huge_exchange_is_said_in_parts() {
    let mut play = two("bowl 0 B450\nstep actions exchange");
    play.act("exchange B R");
    assert_eq!(play.legal().len(), 200);
    play.act("amount 200");
    assert_eq!(play.legal().len(), 201, "or no more");
    play.act("amount 200");
    assert_eq!((play.legal().len(), play.bowl(0).as_str()), (51, "R400B50"));
    play.act("amount 0");
    assert_eq!(play.legal(), ["restock"]);
}

/// 5.3, 5.4: three of one color, once, or none.
#[test]
fn take_three_is_three_of_one_color_or_nothing() {
    let mut play = at("players=2 seat0=ted", "bowl 0 R1\nbazaar RR BB GG YY OO PP");
    play.act("move 3; take G");
    assert_eq!(play.bowl(0), "R1G3");
    assert_eq!(play.refused("take G"), ("5.3", "no_take"));
    assert!(play.legal().iter().all(|action| !action.starts_with("yarn")));
    let mut without = at("players=2 seat0=ted", "bowl 0 R1\nbazaar RR BB GG YY OO PP");
    without.act("move 3; restock");
    assert_eq!(without.bowl(0), "R1");
}

/// 3.1, 4.5, 4.7, 5.1, 5.3: each space of each character allows what its board shows.
#[test]
fn each_character_has_its_four_spaces() {
    let expected = [
        (
            ["rebecca", "theo"],
            ["shop 4", "craft 2", "shop 2 + craft 1", "exchange"],
        ),
        (
            ["derrick", "amara"],
            ["shop 3", "craft 4", "shop 2 + craft 1", "exchange"],
        ),
        (
            ["neeha", "alex"],
            ["shop 3", "craft 2", "shop 2 + craft 1 any colors", "exchange"],
        ),
        (
            ["ted", "eliza"],
            ["shop 3", "craft 2", "take 3 + craft 1", "exchange"],
        ),
    ];
    for (names, spaces) in expected {
        for name in names {
            for (space, allowed) in spaces.into_iter().enumerate() {
                let case = format!("{name}, space {}", space + 1);
                let position = "bowl 0 R20B20G20\nbazaar RR BB GG YY OO PP\nproject-deck 5\nlist lumberjack recess naptime";
                let mut play = at(&format!("players=2 seat0={name}"), position);
                play.act(&format!("move {}", space + 1));
                assert_eq!(play.step(), format!("actions {allowed}"), "{case}");
                let mut done = [0; 5];
                let kinds = ["shop", "craft", "any", "take", "exchange"];
                while let Some(place) = kinds.iter().position(|kind| !play.legal_with(kind).is_empty()) {
                    play.act(&play.legal_with(kinds[place])[0].clone());
                    done[place] += 1;
                    while let Some(step) = play
                        .legal()
                        .into_iter()
                        .find(|it| it.starts_with("yarn") || it.starts_with("amount"))
                    {
                        play.act(&step);
                    }
                }
                let count = |kind: &str| {
                    allowed
                        .split(" + ")
                        .find_map(|part| part.strip_prefix(kind)?.split(' ').next()?.parse().ok())
                };
                let any = allowed.contains("any colors");
                let crafts: i32 = count("craft ").unwrap_or(0);
                let expected = [
                    count("shop ").unwrap_or(0),
                    if any { 0 } else { crafts },
                    if any { crafts } else { 0 },
                    i32::from(allowed.contains("take")),
                    i32::from(allowed == "exchange"),
                ];
                assert_eq!(done, expected, "{case}");
                assert_eq!(play.legal(), ["restock"], "{case}");
            }
        }
    }
}

/// 1.10, 12.12: neither yarn nor items run out.
#[test]
fn the_supply_never_ends() {
    let mut play = two("bowl 0 R500\nstep actions shop 1\nbazaar RR BB GG YY OO PP");
    play.act("shop 1");
    assert_eq!(play.bowl(0), "R502");
    let mut play = two("bowl 0 R1B1\nitems 0 hat*90\nitems 1 hat*90\nstep actions craft 1");
    play.act("craft hat RB");
    assert_eq!(play.line("items 0"), "hat*91", "the box has 40 items in all");
}

/// 2.1: seats that nobody sits at are not there.
#[test]
fn nobody_acts_from_an_empty_seat() {
    let mut play = four("");
    assert_eq!(
        play.refusal(Seat::new(5), "move 1").sentence(),
        "It is the choice of seat 0."
    );
}
