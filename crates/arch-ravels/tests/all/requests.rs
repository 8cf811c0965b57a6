//! Special requests.

use bobbin_game::{Points, Seat};

use crate::table::{at, four, two};

/// 8.1: the active player takes it or gives it to anyone; it cannot be left.
#[test]
fn a_revealed_request_goes_to_whom_the_active_player_chooses() {
    for to in 0..4 {
        let mut play = four("bazaar RR robot GG - OO PP\nstep resolving 2 0\nrequests +0");
        assert_eq!(play.legal(), ["give 0", "give 1", "give 2", "give 3"]);
        assert_eq!(play.refused("pass"), ("6.6", "no_pass"));
        assert_eq!(play.refused("tangle 1"), ("6.6", "not_the_card"));
        play.act(&format!("give {to}"));
        assert_eq!(play.line(&format!("held {to}")), "robot");
        assert_eq!(
            (play.line("bazaar").as_str(), play.step().as_str()),
            ("RR - GG - OO PP", "restock-actions")
        );
        assert_eq!(play.line("discard"), "", "it is never discarded");
    }
    let mut play = two("bazaar RR robot GG - OO PP\nstep resolving 2 0\nrequests +0");
    assert_eq!(play.refused("give 3"), ("1.1", "no_such_seat"));
}

/// 8.2: only who holds it crafts it, once, and keeps it.
#[test]
fn a_request_is_crafted_by_its_holder() {
    let mut play = two("held 0 loot\nheld 1 undone\nbowl 0 Y6B5\nstep actions craft 3");
    assert_eq!(play.refused("request 25 BBBBB"), ("8.2", "request_not_held"));
    play.act("request 19 YYY");
    assert_eq!(play.refused("request 19 YYY"), ("8.2", "request_not_held"));
    assert_eq!(
        (play.line("done 0").as_str(), play.line("held 0").as_str()),
        ("loot", "")
    );
}

/// What each request takes from R9 B9 G9 Y9 O9 P9, as the first legal way; none where it is paid in steps.
const EXACT: [(&str, &str, i32); 21] = [
    ("wrist-warmers", "GGOO", 32),
    ("prodigy-cowl", "BBBB", 32),
    ("unicorn", "RBGYOP", 40),
    ("infinity-scarf", "RBGYYOP", 40),
    ("octopus", "PPPP", 32),
    ("button-eye-sweater", "BBBBBY", 36),
    ("dragon", "RGGGYO", 36),
    ("dwarfs-beard", "RRROOO", 36),
    ("tattered-sweater", "RRRGGG", 36),
    ("house-scarf-red-yellow", "RRRYYY", 39),
    ("house-scarf-blue-orange", "BBBOOO", 39),
    ("house-scarf-green-yellow", "GGGYYY", 39),
    ("house-scarf-yellow-purple", "YYYPPP", 39),
    ("cunning-hat", "RYO", 28),
    ("loot", "YYY", 28),
    ("laser-sword", "PPPP", 32),
    ("friendly-neighbor", "RRR", 32),
    ("shoulder-monster", "RPPP", 32),
    ("trouble", "OOOOO", 40),
    ("undone", "BBBBB", 40),
    ("space-suit", "RRBBGG", 36),
];

/// 8.2, 8.3, 11.2: each exact request takes exactly its yarn and scores its points.
#[test]
fn each_exact_request_takes_its_yarn() {
    for (id, yarn, quarters) in EXACT {
        let position = format!("held 1 {id}\nactive 1\nbowl 1 R9B9G9Y9O9P9\nstep actions craft 1");
        let mut play = at("players=2 seat0=rebecca seat1=eliza", &position);
        let ways = play.legal_with("request");
        assert_eq!(ways.len(), 1, "{id}");
        assert!(ways[0].ends_with(&format!(" {yarn}")), "{id}: {}", ways[0]);
        let other = ways[0].replace(yarn, if yarn == "RRR" { "BBB" } else { "RRR" });
        assert_eq!(play.refused(&other), ("8.3", "not_the_request"), "{id}");
        let number = ways[0].split(' ').nth(1).unwrap();
        assert_eq!(
            play.refused(&format!("request {number}")),
            ("8.3", "not_the_request"),
            "{id}"
        );
        let before = play.state.sheet(Seat::new(1));
        play.act(&ways[0]);
        let after = play.state.sheet(Seat::new(1));
        let points = |sheet: &bobbin_game::Sheet, line: usize| sheet.lines[line].points;
        assert_eq!(
            points(&before, 4),
            -Points::quarters(quarters),
            "{id} not finished"
        );
        assert_eq!(points(&after, 1), Points::quarters(quarters), "{id} finished");
        assert_eq!(points(&after, 4), Points::ZERO, "{id}");
        let left: u16 = 54 - yarn.len() as u16;
        assert_eq!(points(&after, 5), -Points::whole(i32::from(left)), "{id}");
    }
}

/// 11.2: what the five that are not exact score, on a board whose favorite is none of them.
#[test]
fn the_other_requests_score_their_points() {
    for (id, points) in [
        ("snugglesaurus", 13),
        ("hacky-sack", 6),
        ("robot", 9),
        ("friendship-bracelets", 7),
        ("toms-scarf", 9),
    ] {
        let play = at("players=2 seat0=neeha", &format!("done 0 {id}"));
        let sheet = play.state.sheet(Seat::new(0));
        assert_eq!(sheet.lines[1].points, Points::whole(points), "{id}");
    }
}

/// 8.3: Hacky Sack takes 3 different colors, Tom's Scarf 5 different colors, Robot 5 of one color.
#[test]
fn three_requests_follow_a_rule() {
    for (id, number, ways, fits, wrong) in [
        ("hacky-sack", 4, 20, "RGP", "RRG"),
        ("toms-scarf", 23, 6, "RBGYO", "RBGYY"),
        ("robot", 8, 6, "OOOOO", "OOOOP"),
    ] {
        let position = format!("held 0 {id}\nbowl 0 R9B9G9Y9O9P9\nstep actions craft 1");
        let mut play = two(&position);
        assert_eq!(play.legal_with("request").len(), ways, "{id}");
        assert_eq!(
            play.refused(&format!("request {number} {wrong}")),
            ("8.3", "not_the_request"),
            "{id}"
        );
        play.act(&format!("request {number} {fits}"));
        assert_eq!(play.line("done 0"), id);
    }
}

/// 8.3: Snugglesaurus takes any nine, named at once in any order.
#[test]
fn snugglesaurus_takes_any_nine() {
    let mut play = two("held 0 snugglesaurus\nbowl 0 R4B4P4\nstep actions craft 1");
    play.act("request 1");
    assert_eq!(play.legal().len(), 10, "three of twelve are kept");
    assert_eq!(play.refused("yarn PPPPBBBBB"), ("4.1", "not_enough_yarn"));
    assert_eq!(play.refused("yarn PPPPBBBB"), ("2.5", "wrong_count"));
    play.act("yarn PPPPBBBBR");
    assert_eq!(play.bowl(0), "R3");
    assert_eq!(play.line("done 0"), "snugglesaurus");
}

/// 8.3: with fewer than nine yarn there is no Snugglesaurus.
#[test]
fn snugglesaurus_needs_nine() {
    let mut play = two("held 0 snugglesaurus\nbowl 0 R4B4\nstep actions craft 1");
    assert_eq!(play.refused("request 1"), ("4.1", "too_few_yarn"));
    let mut play = two("held 0 snugglesaurus\nbowl 0 R4B5\nstep actions craft 1");
    play.act("request 1");
    assert_eq!(
        (play.bowl(0).as_str(), play.line("done 0").as_str()),
        ("", "snugglesaurus")
    );
}

/// 8.2, 11.2: the rulebook's example, Eliza's robot scores 5 more; on another board it does not.
#[test]
fn elizas_robot_is_her_favorite() {
    let position = "held 1 robot\nactive 1\nbowl 1 G5\nstep actions craft 1";
    for (character, points) in [("eliza", 14), ("ted", 9)] {
        let mut play = at(&format!("players=2 seat0=rebecca seat1={character}"), position);
        play.act("request 8 GGGGG");
        let sheet = play.state.sheet(Seat::new(1));
        assert_eq!(
            (sheet.lines[1].points, sheet.total),
            (Points::whole(points), Points::whole(points)),
            "{character}"
        );
        assert_eq!(
            play.log().last().unwrap().contains("favorite"),
            character == "eliza"
        );
    }
}

/// 8.4, 8.5: two yarn to each other player, chosen per receiver in turn order, at each player count.
#[test]
fn friendship_bracelets_give_two_to_each_other_player() {
    for players in 2..=4usize {
        let given = 2 * (players - 1);
        let position =
            format!("active 1\nheld 1 friendship-bracelets\nbowl 1 R{given}P1\nbowl 0\nstep actions craft 1");
        let mut play = at(&format!("players={players} seat1=derrick"), &position);
        play.act("request 10");
        let mut receivers = Vec::new();
        for _ in 1..players {
            receivers.push(play.line("pending").split(' ').nth(2).unwrap().to_owned());
            play.act("yarn RR");
        }
        let expected: Vec<String> = (2..players).chain([0]).map(|seat| seat.to_string()).collect();
        assert_eq!(receivers, expected, "{players} players");
        assert_eq!((play.bowl(0).as_str(), play.bowl(1).as_str()), ("R2", "P1"));
        assert_eq!(play.line("done 1"), "friendship-bracelets");
    }
}

/// 2.5, 8.5: they cost two for each other player, whatever the action; the yarn may differ, and what is left when there
/// is nothing more to choose is given.
#[test]
fn friendship_bracelets_cost_the_same_with_any_colors() {
    let short = "held 2 friendship-bracelets\nactive 2\nbowl 2 R5\nstep actions craft 1 any colors";
    assert_eq!(four(short).refused("any request 10"), ("4.1", "too_few_yarn"));
    let mut play = four(
        "held 2 friendship-bracelets\nactive 2\nbowl 2 R1B4P1\nbowl 3\nbowl 0\nbowl 1\nstep actions craft 1 any colors",
    );
    play.act("any request 10; yarn PR");
    assert_eq!(
        [play.bowl(0), play.bowl(1), play.bowl(2), play.bowl(3)],
        ["B2", "B2", "", "R1P1"]
    );
}
