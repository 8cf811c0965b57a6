use std::collections::BTreeSet;

use bobbin_circuitous::content::DECK;
use bobbin_circuitous::{Ability, Action, Circuitous, Decks, Setup};
use bobbin_game::{Content, Game, SearchChance, Source};

/// 1.1, 1.2: 26 cards with 1 to 5 points; about ten carry an ability, all five kinds among them.
#[test]
fn the_house_deck_is_whole() {
    let decks = Decks::house();
    assert_eq!(
        decks
            .counts()
            .iter()
            .map(|&count| usize::from(count))
            .sum::<usize>(),
        DECK
    );
    let points: Vec<u8> = decks.kinds.iter().map(|kind| kind.points).collect();
    assert_eq!((points.iter().min(), points.iter().max()), (Some(&1), Some(&5)));
    for ability in Ability::ALL {
        assert!(
            decks.kinds.iter().any(|kind| kind.ability == Some(ability)),
            "{ability:?}"
        );
    }
    let abilities: u8 = decks
        .kinds
        .iter()
        .filter(|kind| kind.ability.is_some())
        .map(|kind| kind.count)
        .sum();
    assert!((8..=12).contains(&abilities));
    assert_eq!(
        decks.summary(),
        "26 cards of 26 kinds in 25 shapes, 11 with an ability"
    );
}

/// 1.2: the fewer ways a card opens the dearer it is, and a way can lead through each, so that its points can score.
#[test]
fn cards_that_open_less_are_worth_more() {
    for kind in &Decks::house().kinds {
        let mut exits: Vec<usize> = kind.paths.iter().map(|path| path.as_slice().len()).collect();
        exits.sort_unstable();
        let expected = match exits[..] {
            [1, 2] => 5..=5,
            [2] => 3..=4,
            [2, 2] | [3] => 2..=2,
            [4] => 1..=1,
            _ => panic!("{} has paths of {exits:?} exits", kind.code),
        };
        assert!(expected.contains(&kind.points), "{}", kind.code);
    }
}

fn broken(from: &str, to: &str) -> String {
    let text = include_str!("rules.toml").replacen(from, to, 1);
    Decks::from_pack(&Source::new("my.toml", text))
        .unwrap_err()
        .to_string()
}

/// 1.2, 1.4, 1.5: a pack is checked, and an error says where.
#[test]
fn a_broken_pack_is_told_where() {
    assert_eq!(
        broken("count = 2", "count = 3"),
        "my.toml: a deck has 27 cards: expected 26"
    );
    assert_eq!(
        broken("points = 3", "points = 6"),
        "my.toml:9:10: 6 points: expected 1 to 5"
    );
    assert_eq!(
        broken("\"S E+4\"", "\"S E+7\""),
        "my.toml:123:10: exit E+7 is at a corner: expected at least one unit between them"
    );
    assert_eq!(
        broken("\"S E+4\"", "\"S E4\""),
        "my.toml:123:10: \"E4\" is no exit: expected a side and an offset, N, E+3 or S-2"
    );
    assert_eq!(
        broken("\"S E+4\"", "\"S S\""),
        "my.toml:123:10: exit S stands here a second time"
    );
    assert!(broken("ability = \"draw-two\"", "ability = \"draw\"").contains(
        "no ability \"draw\": expected one of draw-two, turn-finish, turn-end, replace, slide-finish"
    ));
    assert!(
        broken("code = \"across\"", "code = \"straight\"").contains("a second card with the code straight")
    );
    assert!(broken("code = \"across\"", "code = \"Across\"").contains("lower-case letters"));
    assert!(broken("paths = [\"S W\"]", "paths = [\"N W\"]").contains("the same card as right"));
    assert!(broken("paths = [\"S W\"]", "paths = []").contains("0 paths: expected 1 to 3"));
    assert!(broken("paths = [\"S W\"]", "paths = [\"\"]").contains("a path needs an exit"));
    assert!(broken("name = \"Tee\"", "name = \"\"").contains("a card needs a name"));
    assert!(broken("name = \"Tee\"", "nome = \"Tee\"").contains("unknown field `nome`"));
}

/// 1.2: two cards that people could not tell apart by name are refused.
#[test]
fn cards_of_one_name_differ_in_points_or_ability() {
    assert!(broken("name = \"Right bend\"", "name = \"Straight\"").contains("a second card called Straight"));
}

/// 1.2: a pack without cards is the house deck.
#[test]
fn an_empty_pack_is_the_house_deck() {
    let decks = Decks::from_pack(&Source::new("my.toml", "")).unwrap();
    assert_eq!(&decks, Decks::house().get());
}

/// 1.2, 1.4, 1.5: the house deck has what it should: straights both ways, bends and their mirror images, tees on either
/// side, crosses, dead ends, bridges, and exits off the middle.
#[test]
fn the_house_deck_has_every_shape() {
    let decks = Decks::house();
    let has = |wanted: &[&str]| {
        let written = |kind: &bobbin_circuitous::content::Kind| {
            let exit = |exit: &bobbin_circuitous::geometry::Exit| {
                let side = &exit.side.name()[..1].to_uppercase();
                if exit.offset == 0 {
                    side.clone()
                } else {
                    format!("{side}{:+}", exit.offset)
                }
            };
            let path =
                |path: &bobbin_circuitous::content::Path| path.iter().map(exit).collect::<Vec<_>>().join(" ");
            kind.paths.iter().map(path).collect::<Vec<_>>()
        };
        decks.kinds.iter().any(|kind| written(kind) == wanted)
    };
    for shape in [
        &["N S"][..],
        &["E W"],
        &["S E"],
        &["S W"],
        &["S E W"],
        &["N S E"],
        &["N E S W"],
        &["S", "E+5 W+5"],
        &["E W", "N S"],
        &["S-2 N+2"],
        &["S+2 N-2"],
        &["S E+4"],
        &["S W+4"],
    ] {
        assert!(has(shape), "{shape:?}");
    }
}

/// 1.2, 2.1, 5.1: in random games every card is laid sooner or later, and every ability carried out.
#[test]
fn every_card_and_every_ability_is_of_use() {
    let (mut laid, mut used) = (BTreeSet::new(), BTreeSet::new());
    for seed in 0..30 {
        let mut chance = SearchChance::new(seed);
        let options = "players=2 distance=short".parse().unwrap();
        let mut state = Circuitous::start(&Setup::house(&options).unwrap(), &mut chance);
        let (mut random, mut chosen) = (SearchChance::new(seed + 100), None);
        bobbin_game::play_out(
            &mut state,
            &mut random,
            &mut chance,
            |_, _, action| match action {
                Action::Play(card) | Action::Use(card) => {
                    chosen = Some(card);
                    let ability = Decks::house().kinds[Decks::house().find(card).unwrap()].ability;
                    if matches!(action, Action::Use(_)) && ability == Some(Ability::DrawTwo) {
                        used.insert(Ability::DrawTwo);
                    }
                }
                Action::At(_) => laid.extend(chosen),
                Action::TurnFinish(..) => drop(used.insert(Ability::TurnFinish)),
                Action::SlideFinish(..) => drop(used.insert(Ability::SlideFinish)),
                Action::TurnEnd(..) => drop(used.insert(Ability::TurnEnd)),
                Action::Over(..) => drop(used.insert(Ability::Replace)),
                _ => {}
            },
        );
    }
    assert_eq!(laid.len(), Decks::house().kinds.len(), "{laid:?}");
    assert_eq!(used.len(), Ability::ALL.len(), "{used:?}");
}
