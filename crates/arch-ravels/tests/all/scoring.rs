//! Scoring.

use bobbin_game::{Game, Outcome, Points, Seat};

use crate::table::{at, two};

fn outcome(position: &str) -> Outcome {
    two(&format!("step over\n{position}")).state.outcome().unwrap()
}

fn lines(position: &str, seat: usize) -> Vec<String> {
    let sheet = two(position).state.sheet(Seat::new(seat));
    sheet
        .lines
        .iter()
        .map(|line| format!("{} {}", line.name, line.points))
        .collect()
}

/// 11.1, 11.2, 11.3, 11.4, 11.5, 11.7: the sheet in six lines.
#[test]
fn a_sheet_has_six_lines() {
    let position = "finished 0 lumberjack bffs\ndone 0 snugglesaurus loot\nlearned 0 bear mittens scarf\n\
        items 0 hat*2 bear mittens scarf blanket\nheld 0 undone\nbowl 0 R3P4";
    assert_eq!(
        lines(position, 0),
        [
            "Projects 50",
            "Requests 25",
            "Patterns 10",
            "Items 19",
            "Unfinished −10",
            "Yarn left −7",
        ]
    );
    assert_eq!(two(position).state.sheet(Seat::new(0)).total, Points::whole(87));
}

/// 11.3, 11.4: each item and each learned pattern.
#[test]
fn items_and_patterns_score_their_points() {
    for (item, points) in [
        ("hat", 2),
        ("bear", 3),
        ("mittens", 3),
        ("scarf", 4),
        ("blanket", 5),
    ] {
        let line = &lines(&format!("items 0 {item}"), 0)[3];
        assert_eq!(*line, format!("Items {points}"), "{item}");
    }
    for (item, points) in [("bear", 3), ("mittens", 3), ("scarf", 4)] {
        let line = &lines(&format!("learned 0 {item}"), 0)[2];
        assert_eq!(*line, format!("Patterns {points}"), "{item}");
    }
}

/// 11.6: an unfinished favorite costs its printed value only.
#[test]
fn an_unfinished_favorite_costs_its_printed_value() {
    assert_eq!(lines("held 0 snugglesaurus", 0)[4], "Unfinished −13");
    assert_eq!(lines("done 0 snugglesaurus", 0)[1], "Requests 18");
    assert_eq!(
        lines("done 1 snugglesaurus", 1)[1],
        "Requests 13",
        "it is Rebecca's favorite"
    );
}

/// 11.8: nine and three quarters.
#[test]
fn a_house_scarf_scores_nine_and_three_quarters() {
    assert_eq!(lines("done 0 house-scarf-blue-orange", 0)[1], "Requests 9¾");
    assert_eq!(lines("held 0 house-scarf-blue-orange", 0)[4], "Unfinished −9¾");
    let two_of_them = "done 0 house-scarf-blue-orange house-scarf-red-yellow";
    assert_eq!(lines(two_of_them, 0)[1], "Requests 19½");
}

/// 11.9: most points win.
#[test]
fn most_points_win() {
    let outcome = outcome("bowl 0\nbowl 1 R1");
    assert_eq!(
        (outcome.ranks[..].to_vec(), outcome.decided_by),
        (vec![1, 2], None)
    );
}

/// 11.9: equal points: more finished projects and requests win.
#[test]
fn the_first_tie_break_is_finished_cards() {
    // 13 by Lumberjack, and 13 by two blankets and a bear.
    let outcome = outcome("bowl 0\nbowl 1\nfinished 1 lumberjack\nitems 0 blanket*2 bear");
    assert_eq!(outcome.total(Seat::new(0)), outcome.total(Seat::new(1)));
    assert_eq!(outcome.ranks[..], [2, 1]);
    assert_eq!(
        outcome.decided_by,
        Some("most finished projects and special requests")
    );
}

/// 11.9: requests count beside projects.
#[test]
fn requests_count_in_the_tie_break() {
    // 15 by one project, 7 + 8 by two requests.
    let outcome = outcome("bowl 0\nbowl 1\nfinished 0 naptime\ndone 1 loot octopus");
    assert_eq!(
        (outcome.ranks[..].to_vec(), outcome.total(Seat::new(0))),
        (vec![2, 1], Points::whole(15))
    );
}

/// 11.9: still equal: fewer yarn win.
#[test]
fn the_second_tie_break_is_fewer_yarn() {
    let outcome = outcome("bowl 0 R2\nbowl 1\nitems 0 hat");
    assert_eq!(outcome.total(Seat::new(0)), outcome.total(Seat::new(1)));
    assert_eq!(outcome.ranks[..], [2, 1]);
    assert_eq!(
        outcome.decided_by,
        Some("most finished projects and special requests, then fewest yarn left")
    );
}

/// 11.9: still equal: victory is shared.
#[test]
fn the_last_tie_is_a_shared_victory() {
    let outcome = outcome("");
    assert_eq!(
        (
            outcome.ranks[..].to_vec(),
            outcome.winners.len(),
            outcome.decided_by
        ),
        (vec![1, 1], 2, None)
    );
    let three = at("players=3", "step over\nbowl 2 R9").state.outcome().unwrap();
    assert_eq!(three.ranks[..], [1, 1, 3]);
}
