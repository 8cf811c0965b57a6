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
