//! `bobbin content`

use crate::Place;

#[test]
fn a_pack_for_a_game_without_content_is_no_good() {
    let place = Place::new();
    place.write("pack.toml", "cards = []\n");
    let ran = place.run("content check hearts pack.toml");
    assert_eq!(ran.code, 1);
    assert_eq!(ran.out, "wrong  pack.toml: this game has no content to replace\n");
    let ran = place.run("content check hearts pack.toml --json");
    assert_eq!(ran.code, 1);
    let json: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!(json["error"]["file"], "pack.toml");
    assert_eq!(
        place.run("bench hearts --content pack.toml").error(),
        "error: pack.toml: this game has no content to replace\n"
    );
}

#[test]
fn a_pack_that_is_not_there_is_an_error() {
    let error = Place::new().run("content check hearts nowhere.toml").error();
    assert!(error.starts_with("error: cannot read nowhere.toml: "), "{error}");
}

#[test]
fn all_cards_are_listed_with_their_facts_and_each_can_be_drawn() {
    let list = crate::run("content list circuitous").good();
    assert!(
        list.contains("\n  bridge-draw       Bridge, 2 points, exits E–W and N–S, draw two, play one\n"),
        "{list}"
    );
    let bridge = crate::run("content show circuitous bridge-draw").good();
    assert!(
        bridge.contains("\n  │      ╹     │  Bridge\n  ━━━━━━━━━━━━━━  2 points\n"),
        "{bridge}"
    );
    let list = crate::run("content list knitting-circle").good();
    for section in [
        "Garments\n",
        "Garment cards\n",
        "Buttons\n",
        "Requests\n",
        "Boards\n",
        "Scenarios\n",
    ] {
        assert!(list.contains(section), "{list}");
    }
    let all = crate::run("content show arch-ravels").good();
    assert!(
        all.contains("Thrifty Shopper") && all.contains("[shop 4]"),
        "{all}"
    );
    let json = crate::run("content list arch-ravels --json").good();
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert!(json.as_array().unwrap().len() > 60);
    assert_eq!(
        crate::run("content show circuitous knot").error(),
        "error: there is no knot in circuitous: bobbin content list circuitous names all there is\n"
    );
    assert_eq!(
        crate::run("content list hearts").error(),
        "error: Hearts has no cards or boards of its own\n"
    );
}
