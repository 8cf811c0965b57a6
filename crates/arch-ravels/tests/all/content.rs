//! Content: the house's numbers, and packs.

use bobbin_arch_ravels::{ArchRavels, ArchRavelsContent, ArchRavelsSetup, Bundle, Item};
use bobbin_game::{Content as _, Game, Points, SearchChance, Setup as _, Shelf, Source};

fn error(pack: &str) -> String {
    ArchRavelsContent::from_pack(&Source::new("my.toml", pack))
        .unwrap_err()
        .to_string()
}

/// 1.1, 1.4, 1.5, 1.9: the printed numbers of everything.
#[test]
fn the_house_content_has_the_printed_numbers() {
    let house = ArchRavelsContent::house();
    assert_eq!(
        house.summary(),
        "4 characters with two sides, 5 items, 18 pattern tiles, 74 yarn cards, 12 events, 26 special requests, 16 projects"
    );
    assert_eq!(house.deck_size(), 86);
    assert_eq!(
        house.projects.iter().map(|card| card.points).sum::<Points>(),
        Points::whole(348)
    );
    let sources = house
        .characters
        .iter()
        .map(|it| &it.source)
        .chain(house.items.iter().map(|it| &it.source));
    let sources = sources
        .chain(house.yarn.iter().map(|it| &it.source))
        .chain(house.events.iter().map(|it| &it.source));
    let sources = sources
        .chain(house.requests.iter().map(|it| &it.source))
        .chain(house.projects.iter().map(|it| &it.source));
    assert!(sources.into_iter().all(|source| !source.is_empty()));
}

/// 1.5: of each color 2 single and 6 double cards, 6 duals and 4 triples twice, 6 of any color.
#[test]
fn yarn_cards_are_spread_over_the_colors() {
    let house = ArchRavelsContent::house();
    let copies = |face: &str| {
        let found = house.yarn.iter().find(|card| card.face == face.parse().unwrap());
        found.map_or(0, |card| card.copies)
    };
    for color in ["R", "B", "G", "Y", "O", "P"] {
        assert_eq!((copies(color), copies(&color.repeat(2))), (2, 6), "{color}");
    }
    for face in ["GB", "PG", "OY", "BP", "YR", "RO", "PGB", "BYR", "ROY", "OPG"] {
        assert_eq!(copies(face), 2, "{face}");
    }
    assert_eq!(copies("??"), 6);
}

/// 1.1, 11.2: who is on which side of which board, and which request each likes best.
#[test]
fn every_character_has_its_favorite() {
    let house = ArchRavelsContent::house();
    let found: Vec<[&str; 3]> = house
        .characters
        .iter()
        .map(|it| {
            let favorite = &house.requests[usize::from(it.favorite)];
            [it.name.as_str(), it.kind.as_str(), favorite.name.as_str()]
        })
        .collect();
    assert_eq!(
        found,
        [
            ["Rebecca", "Thrifty Shopper", "Snugglesaurus"],
            ["Theo", "Thrifty Shopper", "Wrist Warmers"],
            ["Derrick", "Master Crafter", "Prodigy Cowl"],
            ["Amara", "Master Crafter", "Hacky Sack"],
            ["Neeha", "Color Specialist", "Unicorn"],
            ["Alex", "Color Specialist", "Infinity Scarf"],
            ["Ted", "Yarn Spinner", "Octopus"],
            ["Eliza", "Yarn Spinner", "Robot"],
        ]
    );
}

/// 1.4, 4.2: the exact sides of the 18 tiles.
#[test]
fn tiles_show_their_exact_patterns() {
    let house = ArchRavelsContent::house();
    for (item, tiles) in [
        (Item::Hat, ""),
        (Item::Bear, "PPP YYY RRR BBB GGG OOO"),
        (Item::Mittens, "YYR GGB RRO OOP BBY PPG"),
        (Item::Scarf, "GRYO PORG GYBP ROGB YPBR PBOY"),
        (Item::Blanket, ""),
    ] {
        let expected: Vec<Bundle> = tiles
            .split_whitespace()
            .map(|tile| Bundle::of_letters(tile).unwrap())
            .collect();
        assert_eq!(house.items[item.index()].tiles[..], expected[..], "{item}");
    }
}

/// 1.5: how many of each event.
#[test]
fn events_come_in_their_numbers() {
    let house = ArchRavelsContent::house();
    let copies: Vec<(&str, u8)> = house
        .events
        .iter()
        .map(|card| (card.name.as_str(), card.copies))
        .collect();
    assert_eq!(
        copies,
        [
            ("Tangled Cat", 3),
            ("Yarn Sale", 3),
            ("Donate", 2),
            ("Friendly Clerk", 2),
            ("Craft Circle", 2),
        ]
    );
}

/// 8.3: five requests are not exact.
#[test]
fn five_requests_are_not_exact() {
    let house = ArchRavelsContent::house();
    let inexact = house
        .requests
        .iter()
        .filter(|card| card.cost.to_string().contains(' '));
    let names: Vec<&str> = inexact.map(|card| card.name.as_str()).collect();
    assert_eq!(
        names,
        [
            "Snugglesaurus",
            "Hacky Sack",
            "Robot",
            "Friendship Bracelets",
            "Tom's Scarf"
        ]
    );
}

/// 1.1: the content is readable as JSON.
#[test]
fn content_is_plain_json() {
    let json = serde_json::to_value(ArchRavelsContent::house().get()).unwrap();
    assert_eq!(json["characters"][7]["name"], "Eliza");
    assert_eq!(json["characters"][7]["spaces"][2]["take"], 3);
    assert_eq!(json["requests"][13]["points"], 9.75);
    assert_eq!(json["projects"][15]["items"], serde_json::json!([2, 0, 2, 2, 0]));
}

/// 1.5: a pack replaces a table, the rest stays the house's, and a game is played with it.
#[test]
fn a_pack_replaces_a_table() {
    let pack = "[[yarn]]\nface = \"RB?\"\ncopies = 30\nsource = \"test\"\n";
    let content = ArchRavelsContent::from_pack(&Source::new("my.toml", pack)).unwrap();
    assert_eq!((content.yarn.len(), content.requests.len()), (1, 26));
    let setup = ArchRavelsSetup::new(&"players=4".parse().unwrap(), Shelf::put(content)).unwrap();
    let mut chance = SearchChance::new(2);
    let mut random = SearchChance::new(3);
    let mut state = ArchRavels::start(&setup, &mut chance);
    let mut buffer = Vec::new();
    while let Some(seat) = state.to_act().first() {
        assert_eq!(
            ArchRavels::from_position(&setup, &state.to_position()),
            Ok(state.clone())
        );
        let action = state.random_action(seat, &mut random, &mut buffer);
        state.apply(seat, action, &mut chance, &mut ()).unwrap();
    }
    assert!(state.outcome().is_some());
}

/// 1.5: what is wrong in a pack is told with its place.
#[test]
fn a_broken_pack_is_told_where_and_why() {
    let yarn = |face: &str, copies: &str| {
        format!("[[yarn]]\nface = \"{face}\"\ncopies = {copies}\nsource = \"x\"\n")
    };
    let request = "[[request]]\nid = \"a\"\nname = \"A\"\ncost = \"COST\"\npoints = 1\nsource = \"x\"\n";
    let few = (0..8).map(|number| {
        request
            .replace("\"a\"", &format!("\"a{number}\""))
            .replace("COST", "RR")
    });
    for (pack, expected) in [
        (
            yarn("RX", "9"),
            "my.toml:2:8: \"RX\": expected yarn as letters (R, B, G, Y, O, P), then ? for each of any color",
        ),
        (yarn("R", "0"), "my.toml:3:10: 0 copies: expected 1 to 40"),
        (
            yarn("R", "5"),
            "my.toml:1:1: 5 yarn cards: expected 6 (to fill the bazaar) to 200",
        ),
        (
            yarn("R", "9") + &yarn("R", "9"),
            "my.toml:6:8: \"R\" stands here a second time",
        ),
        (
            request.replace("COST", "RR"),
            "my.toml:1:1: 1 special requests: expected 8 to 32",
        ),
        (
            few.clone().collect::<String>(),
            "my.toml:1:1: the favorite snugglesaurus of a character is missing",
        ),
        (
            few.clone().skip(1).collect::<String>() + &request.replace("COST", "7 different"),
            "my.toml:46:8: \"7 different\": expected yarn as letters (at most 15 of a color), \"N any\", \"N different\", \"N same\", \"N + M\" or \"give N each\"",
        ),
        (
            few.skip(1).collect::<String>() + &request.replace("\"a\"", "\"donate\"").replace("COST", "R"),
            "my.toml:44:6: \"donate\" is the id of an event",
        ),
        (
            "[[socks]]\n".to_owned(),
            "my.toml:1:3: unknown field `socks`, expected one of `board`, `item`, `yarn`, `event`, `request`, `project`",
        ),
        ("[[board]]\n".to_owned(), "my.toml:1:1: missing field `type`"),
    ] {
        assert_eq!(error(&pack), expected);
    }
}

/// 2.5: a pack with which a player could face hundreds of actions is refused.
#[test]
fn a_pack_does_not_make_choices_too_large() {
    let favorites = [
        "snugglesaurus",
        "wrist-warmers",
        "prodigy-cowl",
        "hacky-sack",
        "unicorn",
        "infinity-scarf",
        "octopus",
        "robot",
    ];
    let pack = |costs: [&str; 8]| {
        let request = |(id, cost): (&str, &str)| {
            format!(
                "[[request]]\nid = \"{id}\"\nname = \"{id}\"\ncost = \"{cost}\"\npoints = 1\nsource = \"x\"\n"
            )
        };
        favorites.into_iter().zip(costs).map(request).collect::<String>()
    };
    let many = "2 + 1";
    assert_eq!(
        error(&pack([many; 8])),
        "my.toml: a player could have 355 actions to choose from: expected at most 300, so let fewer patterns and \
         special requests be paid in many ways"
    );
    let some = pack([many, many, many, many, many, many, "RR", "9 any"]);
    assert!(ArchRavelsContent::from_pack(&Source::new("my.toml", some)).is_ok());
}

/// 4.3, 4.4: tiles must follow the general pattern of their item, and only three items have tiles.
#[test]
fn items_of_a_pack_are_checked() {
    let house = include_str!("../../data/items.toml");
    assert!(ArchRavelsContent::from_pack(&Source::new("my.toml", house)).is_ok());
    for (from, to, expected) in [
        (
            "\"PPP\"",
            "\"PPR\"",
            "\"PPR\": expected yarn as letters that follows \"3 same\"",
        ),
        ("\"YYY\"", "\"PPP\"", "\"PPP\" stands here a second time"),
        (
            "\"3 same\"",
            "\"3 similar\"",
            "\"3 similar\": expected \"N different\"",
        ),
        (
            "id = \"hat\"",
            "id = \"sock\"",
            "\"sock\": expected the item hat here",
        ),
        (
            "points = 5\n",
            "points = 5\nlearned = 1\n",
            "blanket has no tiles and cannot be learned",
        ),
        (
            "learned = 4\n",
            "",
            "scarf needs tiles and what a learned one scores",
        ),
    ] {
        let message = error(&house.replacen(from, to, 1));
        assert!(message.contains(expected), "{message}");
    }
}

/// 1.1: boards of a pack are checked.
#[test]
fn boards_of_a_pack_are_checked() {
    let house = include_str!("../../data/characters.toml");
    assert!(ArchRavelsContent::from_pack(&Source::new("my.toml", house)).is_ok());
    for (from, to, expected) in [
        (
            "\"shop 4\"",
            "\"shop 7\"",
            "\"shop 7\": expected actions joined by",
        ),
        ("\"shop 4\", ", "", "3 action spaces: expected 4"),
        (
            "id = \"theo\"",
            "id = \"tom\"",
            "\"tom\": expected the character theo here",
        ),
        (
            "\"octopus\"",
            "\"squid\"",
            "there is no special request \"squid\"",
        ),
        (
            "\"octopus\"",
            "\"robot\"",
            "\"robot\" is the favorite of another character",
        ),
    ] {
        let message = error(&house.replacen(from, to, 1));
        assert!(message.contains(expected), "{message}");
    }
}
