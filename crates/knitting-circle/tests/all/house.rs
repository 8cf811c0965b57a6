//! The house content as a designer judges it: what it promises beyond the counts of section 1.

use std::collections::{BTreeMap, BTreeSet};

use bobbin_game::Content as _;
use bobbin_knitting_circle::{ButtonType, Color, Condition, KnittingContent, Pattern};

/// Does whoever meets the first condition meet the second, too, whatever the garments?
fn implies(first: Condition, second: Condition) -> bool {
    use Condition::*;
    match (first, second) {
        _ if first == second => true,
        (Tiles(a, n), Tiles(b, m)) => a == b && n >= m,
        (Buttons(a, n), Buttons(b, m)) => a == b && n >= m,
        (Pattern(a, n), Pattern(b, m)) => a == b && n >= m,
        (Garment(a, n), Garment(b, m)) => a == b && n >= m,
        (PointsFrom(a, n), PointsFrom(b, m)) => a == b && n >= m,
        (EachColor(n), AnyTiles(m)) => 6 * n >= m,
        (ThreeButtons(n), AnyButtons(m)) => 3 * n >= m,
        (Patterns(n), Pattern(_, m)) => n == 4 && m == 1,
        (Tiles(_, n) | AnyTiles(n), AnyTiles(m))
        | (EachColor(n), EachColor(m) | Tiles(_, m))
        | (Buttons(_, n) | AnyButtons(n), AnyButtons(m))
        | (ThreeButtons(n), ThreeButtons(m) | Buttons(_, m))
        | (IdenticalStripes(n), IdenticalStripes(m) | Pattern(self::Pattern::Striped, m))
        | (Patterns(n), Patterns(m))
        | (Types(n), Types(m))
        | (OneType(n) | Garment(_, n), OneType(m))
        | (Full(n), Full(m))
        | (ColorsInOne(n), ColorsInOne(m))
        | (Points(n), Points(m))
        | (Requests(n), Requests(m))
        | (TilesLeft(n), TilesLeft(m))
        | (
            Garments(n)
            | Buttons(_, n)
            | ThreeButtons(n)
            | IdenticalStripes(n)
            | Pattern(_, n)
            | Patterns(n)
            | Garment(_, n)
            | Types(n)
            | OneType(n)
            | Full(n),
            Garments(m),
        ) => n >= m,
        _ => false,
    }
}

/// 9.8: requests pay 3 to 8; the real cards that are known are among them, and two of them stand in the rulebook's
/// example in a line of 10 points at most.
#[test]
fn requests_pay_three_to_eight() {
    let content = KnittingContent::house();
    assert!(
        content
            .requests
            .iter()
            .all(|request| (3..=8).contains(&request.points))
    );
    let points = |wants: &str| {
        let wants: Condition = wants.parse().unwrap();
        let request = content.requests.iter().find(|request| request.wants == wants);
        request
            .unwrap_or_else(|| panic!("there is no request for {wants}"))
            .points
    };
    assert_eq!(points("2 garments with identical stripes"), 3);
    assert!(points("8 purple tiles") + points("5 garment buttons") <= 10);
}

/// 7.1: no request pays more than one that is not met without meeting it.
#[test]
fn a_weaker_request_pays_no_more() {
    let content = KnittingContent::house();
    for strong in &content.requests {
        for weak in &content.requests {
            if strong.id != weak.id && implies(strong.wants, weak.wants) {
                assert!(
                    weak.points <= strong.points,
                    "{} pays more than {}",
                    weak.id,
                    strong.id
                );
            }
        }
    }
    let identical = Condition::IdenticalStripes(2);
    assert!(implies(identical, Condition::Pattern(Pattern::Striped, 2)));
    assert!(!implies(identical, Condition::Pattern(Pattern::Striped, 3)));
}

#[test]
fn every_color_and_every_pattern_is_asked_for() {
    let content = KnittingContent::house();
    let asks =
        |holds: &dyn Fn(Condition) -> bool| content.requests.iter().any(|request| holds(request.wants));
    for color in Color::ALL {
        assert!(
            asks(&|wants| matches!(wants, Condition::Tiles(asked, _) if asked == color)),
            "{color}"
        );
    }
    for pattern in Pattern::ALL {
        assert!(
            asks(&|wants| match wants {
                Condition::Pattern(asked, _) => asked == pattern,
                Condition::IdenticalStripes(_) => pattern == Pattern::Striped,
                _ => false,
            }),
            "{pattern}"
        );
    }
    assert!(asks(&|wants| matches!(
        wants,
        Condition::Buttons(ButtonType::Garment, _)
    )));
}

/// 1.2: cards of a type differ in their bonuses.
#[test]
fn garment_cards_have_many_different_bonuses() {
    let content = KnittingContent::house();
    let mut all = BTreeSet::new();
    for garment in &content.garments {
        let own: BTreeSet<String> = garment
            .cards
            .iter()
            .map(|bonuses| format!("{bonuses:?}"))
            .collect();
        assert_eq!(
            own.len(),
            garment.cards.len(),
            "two {} are alike",
            garment.garment
        );
        all.extend(own);
    }
    assert!(all.len() >= 55, "{} different bonuses", all.len());
}

/// 11.1: an objective asks for more than the scenario's other goals and its own requests do.
#[test]
fn no_objective_follows_from_another_goal() {
    let content = KnittingContent::house();
    for scenario in &content.scenarios {
        let wants: Vec<Condition> = scenario
            .objectives
            .iter()
            .map(|objective| objective.wants)
            .collect();
        for (place, &objective) in wants.iter().enumerate() {
            for (other, &from) in wants.iter().enumerate() {
                assert!(
                    place == other || !implies(from, objective),
                    "{}: {objective}",
                    scenario.name
                );
            }
            for &request in &scenario.requests {
                let request = content.requests[usize::from(request)].wants;
                assert!(
                    !implies(request, objective) && !implies(objective, request),
                    "{}: {objective} repeats {request}",
                    scenario.name
                );
            }
        }
    }
}

const REPORT: &str = include_str!("../../../../docs/balance/knitting-circle-4.html");

/// How often things of a kind were taken a game in the report, and as a multiple of the average of their kind.
fn reported(kind: &str) -> BTreeMap<&'static str, (f64, f64)> {
    let section = REPORT
        .split(&format!("<h2>{kind}</h2>"))
        .nth(1)
        .expect("the report has it");
    let section = section.split("<h2>").next().unwrap_or(section);
    let cell = |text: &'static str| text.split('<').next().unwrap_or(text);
    let rows = section.split("<tr><td>").skip(1).map(|row| {
        let cells: Vec<&str> = row.split("<td>").map(cell).collect();
        let number = |place: usize| cells[place].parse().expect("a number in the report");
        (cells[0], (number(1), number(2)))
    });
    rows.collect()
}

/// The report of four players is of these cards. It shows that the dearer a request is the fewer seats meet it, that no
/// request, card or button is dead, and that each type of garment has its share.
#[test]
fn the_balance_report_is_of_these_cards_and_holds_what_they_promise() {
    let content = KnittingContent::house();
    assert!(
        REPORT.contains(&content.hash().to_string()[..12]),
        "the cards have changed since: play it anew"
    );
    let requests = reported("Request");
    let mut by_points: BTreeMap<u8, Vec<f64>> = BTreeMap::new();
    for request in &content.requests {
        by_points
            .entry(request.points)
            .or_default()
            .push(requests[request.id.as_str()].0);
    }
    let means: Vec<f64> = by_points
        .values()
        .map(|met| met.iter().sum::<f64>() / met.len() as f64)
        .collect();
    assert!(means.is_sorted_by(|cheap, dear| cheap > dear), "{by_points:?}");
    for kind in ["Request", "Button", "Garment card"] {
        for (name, (_, relative)) in reported(kind) {
            assert!(relative >= 0.2, "{name} is dead: {relative}");
        }
    }
    for (name, (_, relative)) in reported("Garment type") {
        assert!((0.8..=1.25).contains(&relative), "{name}: {relative}");
    }
}
