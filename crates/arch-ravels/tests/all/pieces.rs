//! What RULES.md tells of boards, cards and tiles is what the data say.

use std::fmt::Display;

use bobbin_arch_ravels::{Abilities, ArchRavels, ArchRavelsContent, Character, Cost, Difficulty, Item};
use bobbin_game::{Content as _, Game as _, Rulebook};

fn house() -> &'static ArchRavelsContent {
    ArchRavelsContent::house().get()
}

fn list<T: Display>(parts: impl IntoIterator<Item = T>) -> String {
    let parts: Vec<String> = parts.into_iter().map(|part| part.to_string()).collect();
    parts.join(", ")
}

/// A clause begins with what the data say; what it explains may follow.
#[track_caller]
fn check(clause: &str, facts: &str) {
    let rules = Rulebook::parse(ArchRavels::RULES).unwrap();
    let text = &rules.clause(clause).unwrap().text;
    assert!(
        text.starts_with(facts),
        "clause {clause} should begin with\n{facts}\nbut says\n{text}"
    );
}

fn spaces(spaces: &[Abilities; 4]) -> String {
    let told: Vec<String> = spaces.iter().map(Abilities::to_string).collect();
    told.join("; ")
}

fn sides(kind: &str) -> Vec<&'static Character> {
    let characters = house().characters.iter();
    characters.filter(|character| character.kind == kind).collect()
}

/// 12.1, 12.2, 12.3, 12.4: the four boards, their spaces and the favorites of their two sides.
#[test]
fn the_rules_tell_every_board() {
    for (clause, kind) in [
        ("12.1", "Thrifty Shopper"),
        ("12.2", "Master Crafter"),
        ("12.3", "Color Specialist"),
        ("12.4", "Yarn Spinner"),
    ] {
        let [first, second] = sides(kind)[..] else {
            panic!("{kind} has two sides");
        };
        assert_eq!(first.spaces, second.spaces, "both sides have the same spaces");
        let favorite = |character: &Character| &house().requests[usize::from(character.favorite)].name;
        let facts = format!(
            "{kind}: {}. The favorite of {} is {}, that of {} {}.",
            spaces(&first.spaces),
            first.name,
            favorite(first),
            second.name,
            favorite(second)
        );
        check(clause, &facts);
    }
}

/// 1.12: the boards that the house has balanced; the others are as printed.
#[test]
fn the_rules_tell_the_balanced_boards() {
    let changed: Vec<&Character> = house()
        .characters
        .iter()
        .step_by(2)
        .filter(|character| character.balanced != character.spaces)
        .collect();
    let told = changed
        .iter()
        .map(|character| format!("the {} has {}", character.kind, spaces(&character.balanced)));
    let facts = format!(
        "With balanced boards, which are the house's own, {}. The other boards are as printed.",
        list(told)
    );
    check("1.12", &facts);
}

/// 12.5, 12.6: items, their general patterns and points, and the exact side of every tile.
#[test]
fn the_rules_tell_every_item_and_tile() {
    let item = |item: Item| {
        let facts = &house().items[item.index()];
        let learned = match item.tile() {
            Some(_) => format!(", learned {}", facts.learned),
            None => String::new(),
        };
        let rule = Cost::Rule(facts.pattern).words();
        format!("{}: {rule}, {} points{learned}.", facts.name, facts.points)
    };
    let told: Vec<String> = Item::ALL.into_iter().map(item).collect();
    check("12.5", &told.join(" "));
    let tiles: usize = house().items.iter().map(|facts| facts.tiles.len()).sum();
    let kinds: Vec<String> = Item::WITH_TILE
        .into_iter()
        .map(|item| {
            let facts = &house().items[item.index()];
            format!("{} {}", facts.name.to_lowercase(), list(&facts.tiles))
        })
        .collect();
    check(
        "12.6",
        &format!(
            "There are {tiles} pattern tiles, exact side: {}.",
            kinds.join("; ")
        ),
    );
}

/// 12.7, 12.8: every yarn card and event, and how many of each.
#[test]
fn the_rules_tell_every_card_of_the_deck() {
    let total: u8 = house().yarn.iter().map(|card| card.copies).sum();
    let mut groups: Vec<(u8, Vec<String>)> = Vec::new();
    for card in &house().yarn {
        let face = card.face.to_string();
        match groups.last_mut() {
            Some((copies, faces)) if *copies == card.copies && faces[0].len() == face.len() => {
                faces.push(face);
            }
            _ => groups.push((card.copies, vec![face])),
        }
    }
    let groups = groups
        .iter()
        .map(|(copies, faces)| format!("{copies} of {}", list(faces)));
    let groups: Vec<String> = groups.collect();
    check(
        "12.7",
        &format!("There are {total} yarn cards: {}.", groups.join("; ")),
    );
    let total: u8 = house().events.iter().map(|card| card.copies).sum();
    let events = house()
        .events
        .iter()
        .map(|card| format!("{} {}", card.copies, card.name));
    check("12.8", &format!("There are {total} events: {}.", list(events)));
}

/// 8.3, 12.9, 12.10: every special request with its cost and points; which are exact and which are not.
#[test]
fn the_rules_tell_every_request() {
    let requests = &house().requests;
    let (exact, free): (Vec<_>, Vec<_>) = requests
        .iter()
        .partition(|card| matches!(card.cost, Cost::Exact(_)));
    let told = |card: &&bobbin_arch_ravels::RequestCard| match card.cost {
        Cost::Exact(yarn) => format!("{} ({yarn}, {})", card.name, card.points),
        cost => format!("{} ({}, {})", card.name, cost.words(), card.points),
    };
    check(
        "12.9",
        &format!(
            "Of the {} special requests {} are exact, with these costs and points: {}.",
            requests.len(),
            exact.len(),
            list(exact.iter().map(told))
        ),
    );
    check(
        "12.10",
        &format!(
            "The other {} are not exact: {}.",
            free.len(),
            list(free.iter().map(told))
        ),
    );
}

/// 12.11: every project with its items and points.
#[test]
fn the_rules_tell_every_project() {
    let projects = &house().projects;
    let told = projects.iter().map(|card| {
        let items = card.items.words().replace(", ", " + ");
        format!("{} ({items}, {})", card.name, card.points)
    });
    check(
        "12.11",
        &format!("There are {} projects: {}.", projects.len(), list(told)),
    );
}

/// 1.2: where a character is chosen it is said how hard it is, as the data say.
#[test]
fn a_choice_of_character_says_how_hard_it_is() {
    use bobbin_game::Setup as _;
    let seat = bobbin_arch_ravels::ArchRavelsSetup::options()
        .iter()
        .find(|option| option.key == "seat0")
        .unwrap();
    let label = |value: &str| {
        seat.choices
            .iter()
            .find(|choice| choice.value == value)
            .unwrap()
            .label
            .to_string()
    };
    assert_eq!(label("ted"), "Ted, Yarn Spinner · hard as printed");
    assert_eq!(label("alex"), "Alex, Color Specialist · easy as printed");
    assert!(
        sides("Yarn Spinner")
            .iter()
            .all(|side| side.difficulty == Some(Difficulty::Hard))
    );
}
