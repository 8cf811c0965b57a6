//! Restock actions.

use bobbin_game::{Points, Seat};

use crate::table::{Play, two};

fn after_restock(lines: &str) -> Play {
    two(&format!(
        "step restock-actions\nlist lumberjack recess pond-hockey\nproject-deck 3\nbazaar RR BB GG YY OO PP\n{lines}"
    ))
}

/// 9.1: all, some or none, in any order, any number of times.
#[test]
fn restock_actions_come_in_any_order_and_number() {
    let mut play = after_restock("items 0 hat*3 mittens*2 scarf bear\npatterns 0 RRR BBY PBOY\nbowl 0");
    play.act("frog bear; learn mittens; finish 1; frog hat; yarn GR; finish 2");
    assert_eq!(play.line("finished 0"), "lumberjack recess");
    assert_eq!(
        (play.bowl(0).as_str(), play.line("learned 0").as_str()),
        ("R4G1", "mittens")
    );
    play.act("end");
    after_restock("").act("end");
}

/// 9.2: two projects take two sets of items.
#[test]
fn two_projects_take_separate_sets() {
    let mut play = after_restock("items 0 hat*1 mittens scarf");
    play.act("finish 1");
    assert_eq!(
        play.refused("finish 2"),
        ("9.2", "items_missing"),
        "the only hat is gone"
    );
    let mut play = after_restock("items 0 hat*2 mittens scarf");
    play.act("finish 2; finish 1");
    assert_eq!(
        (play.line("items 0").as_str(), play.line("list").as_str()),
        ("", "- - pond-hockey")
    );
}

/// 9.2, 11.1: each project takes its items, not one less, and scores its points.
#[test]
fn each_project_takes_its_items() {
    for (id, items, points) in [
        ("lumberjack", "hat*1 scarf*1", 13),
        ("recess", "hat*1 mittens*1", 13),
        ("fall-essentials", "mittens*1 scarf*1", 15),
        ("naptime", "bear*1 blanket*1", 15),
        ("snow-day", "hat*1 mittens*1 scarf*1", 20),
        ("triplets", "bear*3", 20),
        ("baby-shower", "hat*1 bear*1 blanket*1", 20),
        ("stargazers", "hat*2 blanket*1", 20),
        ("winter-is-coming", "blanket*2", 20),
        ("pond-hockey", "hat*4", 20),
        ("debonbear", "bear*1 mittens*1 scarf*1", 20),
        ("oktoberfest", "mittens*2 scarf*2", 25),
        ("peas-in-a-pod", "bear*2 blanket*1", 25),
        ("bleacher-bum", "hat*1 mittens*1 scarf*1 blanket*1", 30),
        ("whole-nine-yards", "hat*1 bear*1 mittens*1 scarf*1 blanket*1", 35),
        ("bffs", "hat*2 mittens*2 scarf*2", 37),
    ] {
        let at = |items: &str| two(&format!("step restock-actions\nlist - {id} -\nitems 0 {items}"));
        for (place, part) in items.split(' ').enumerate() {
            let (item, count) = part.split_once('*').unwrap();
            let fewer = format!("{item}*{}", count.parse::<u8>().unwrap() - 1);
            let mut short: Vec<&str> = items.split(' ').collect();
            if fewer.ends_with("*0") {
                short.remove(place);
            } else {
                short[place] = &fewer;
            }
            assert_eq!(
                at(&short.join(" ")).refused("finish 2"),
                ("9.2", "items_missing"),
                "{id}"
            );
        }
        let mut play = at(items);
        play.act("finish 2");
        assert_eq!(
            (play.line("items 0").as_str(), play.line("finished 0").as_str()),
            ("", id)
        );
        let sheet = play.state.sheet(Seat::new(0));
        assert_eq!(sheet.lines[0].points, Points::whole(points), "{id}");
    }
}

/// 9.3: only what lies face up, and the refill comes at the end of the turn.
#[test]
fn the_list_is_refilled_when_the_turn_ends() {
    let mut play = after_restock("items 0 hat*2 mittens scarf");
    play.act("finish 1");
    assert_eq!(play.refused("finish 1"), ("9.3", "no_project"));
    play.act("end");
    assert!(!play.line("list").split(' ').any(|word| word == "-") && play.line("project-deck") == "2");
    assert_eq!(
        play.log()
            .iter()
            .filter(|line| line.ends_with("joins the project list"))
            .count(),
        1
    );
}

/// 9.4, 4.4: an item is turned in and the general pattern replaces the exact one; each tile once.
#[test]
fn learning_turns_in_an_item_and_flips_its_tile() {
    let mut play = after_restock("items 0 bear*2");
    assert_eq!(play.refused("learn scarf"), ("9.4", "no_item_to_learn"));
    play.act("learn bear");
    assert_eq!(
        (play.line("items 0").as_str(), play.line("learned 0").as_str()),
        ("bear*1", "bear")
    );
    assert_eq!(play.refused("learn bear"), ("9.4", "already_learned"));
    play.act("frog bear");
    assert_eq!(
        play.legal().len(),
        6,
        "a learned bear frogs into three of any one color"
    );
}

/// 9.5: hats and blankets cannot be learned.
#[test]
fn hats_and_blankets_cannot_be_learned() {
    let mut play = after_restock("items 0 hat blanket");
    assert_eq!(play.refused("learn hat"), ("9.5", "not_learnable"));
    assert_eq!(play.refused("learn blanket"), ("9.5", "not_learnable"));
    assert!(play.legal_with("learn").is_empty());
}

/// 9.6: by an exact pattern a frogged item gives just its yarn.
#[test]
fn an_exact_item_is_frogged_into_its_yarn() {
    let mut play = after_restock("items 0 mittens scarf\npatterns 0 RRR BBY PBOY\nbowl 0");
    play.act("frog mittens");
    assert_eq!(
        (play.bowl(0).as_str(), play.line("items 0").as_str()),
        ("B2Y1", "scarf*1")
    );
    assert_eq!(play.refused("frog mittens"), ("9.7", "no_item_to_frog"));
    assert_eq!(play.log(), ["Ann frogs mittens into 2 blue and 1 yellow"]);
}

/// 9.6: by a general pattern the colors are free as far as they follow the rule.
#[test]
fn a_general_item_is_frogged_into_free_colors() {
    let all = "items 0 hat bear mittens scarf blanket\nlearned 0 bear mittens scarf\nbowl 0";
    for (item, steps, bowl) in [
        ("hat", "yarn PB", "B1P1"),
        ("bear", "yarn OOO", "O3"),
        ("mittens", "yarn PRP", "R1P2"),
        ("scarf", "yarn PYGB", "B1G1Y1P1"),
        ("blanket", "yarn GGGGG", "G5"),
    ] {
        let mut play = after_restock(all);
        play.act(&format!("frog {item}; {steps}"));
        assert_eq!(play.bowl(0), bowl, "{item}");
        assert_eq!(play.step(), "restock-actions");
        assert!(play.legal().contains(&"end".to_owned()), "{item}");
    }
}

/// 9.6: what does not follow the rule is refused.
#[test]
fn frogged_colors_follow_the_rule() {
    let all = "items 0 hat bear mittens scarf blanket\nlearned 0 bear mittens scarf\nbowl 0";
    let mut play = after_restock(all);
    play.act("frog hat");
    assert_eq!(
        play.refused("yarn P"),
        ("2.5", "wrong_count"),
        "no color is too late"
    );
    assert_eq!(play.refused("yarn BB"), ("9.6", "not_the_frogged"));
    assert_eq!(play.refused("yarn RGB"), ("9.6", "not_the_frogged"));
    assert_eq!(play.refused("end"), ("2.3", "unfinished_choice"));
    for (item, ways) in [
        ("hat", 15),
        ("bear", 6),
        ("mittens", 30),
        ("scarf", 15),
        ("blanket", 6),
    ] {
        let mut play = after_restock(all);
        play.act(&format!("frog {item}"));
        assert_eq!(play.legal().len(), ways, "{item}");
    }
}

/// 9.6: finished requests are not items.
#[test]
fn finished_requests_cannot_be_frogged() {
    let play = after_restock("done 0 loot");
    assert_eq!(play.legal(), ["end"]);
}

/// 9.7: whatever it was made of, a frogged item gives the yarn of the pattern.
#[test]
fn an_item_made_of_any_colors_frogs_into_its_pattern() {
    let mut play = crate::table::at(
        "players=2 seat0=neeha",
        "patterns 0 RRR BBY PBOY\nbowl 0 G3\nstep actions craft 1 any colors\nbazaar RR BB GG YY OO PP\nlist lumberjack recess naptime",
    );
    play.act("any bear; restock; frog bear");
    assert_eq!(play.bowl(0), "R3");
}
