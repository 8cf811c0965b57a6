//! `bobbin replay`

use crate::{Place, whole_game};

/// A place with the record of a whole game, in which something was changed.
fn changed(from: &str, to: &str) -> Place {
    let place = Place::new();
    let record = whole_game(&place);
    assert!(record.contains(from), "{record}");
    place.write("changed.record", &record.replacen(from, to, 1));
    place
}

#[test]
fn a_record_that_holds_is_verified() {
    let place = Place::new();
    whole_game(&place);
    insta::assert_snapshot!(place.run("replay whole.record --verify").good());
    let json: serde_json::Value =
        serde_json::from_str(&place.run("replay whole.record --verify --json").good()).unwrap();
    assert_eq!(json["verified"], true);
}

#[test]
fn what_does_not_hold_is_told_with_line_and_column() {
    let verdict = |from: &str, to: &str| {
        let ran = changed(from, to).run("replay changed.record --verify");
        assert_eq!((ran.code, ran.err.as_str()), (1, ""));
        ran.out
    };
    let verdicts = [
        verdict("bobbin-record 1", "bobbin-record 2"),
        verdict("game hearts", "game chess"),
        verdict("rules 1", "rules 9"),
        verdict("pass=left", "pass=up"),
        verdict("commitment ", "commitment 0"),
        verdict("\nseat 0 Player", "\nseat 9 Player"),
        verdict("\n0 0 pass", "\n0 0 castle"),
        verdict("\nresult ranks", "\nresult banks"),
    ];
    let games: Vec<&str> = bobbin_catalog::games().map(bobbin_catalog::AnyGame::id).collect();
    insta::assert_snapshot!(verdicts.concat().replace(&games.join(", "), "(all games)"));
}

#[test]
fn another_seed_is_noticed() {
    let place = Place::new();
    let record = whole_game(&place);
    let seed = record.lines().find(|line| line.starts_with("seed ")).unwrap();
    let other = format!("seed {}", "7".repeat(64));
    place.write("changed.record", &record.replace(seed, &other));
    let ran = place.run("replay changed.record --verify --json");
    assert_eq!(ran.code, 1);
    let json: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!(
        (&json["error"]["line"], &json["error"]["column"]),
        (&7.into(), &6.into())
    );
}

#[test]
fn the_table_is_shown_at_any_entry_and_for_any_viewer() {
    let place = Place::new();
    whole_game(&place);
    insta::assert_snapshot!(
        "table_at_5_as_seat_1",
        place.run("replay whole.record --at 5 --as 1").good()
    );
    insta::assert_snapshot!("table_at_the_end", place.run("replay whole.record").good());
    let log = place
        .run("replay whole.record --at 2 --as everything --log")
        .good();
    assert!(log.starts_with("· Player will pass"), "{log}");
    let log = place
        .run("replay whole.record --at 2 --as spectator --log")
        .good();
    assert!(
        !log.starts_with('·'),
        "a choice that is not made yet is nobody's business: {log}"
    );
}

#[test]
fn whoever_has_no_name_in_a_record_reads_as_a_person() {
    let place = Place::new();
    whole_game(&place);
    let record = place.read("whole.record");
    let nameless: Vec<&str> = record.lines().filter(|line| !line.starts_with("seat ")).collect();
    place.write("nameless.record", &(nameless.join("\n") + "\n"));
    let out = place.run("replay nameless.record --log").good();
    assert!(out.contains("Wren") && out.contains("Robin"), "{out}");
    assert!(!out.to_lowercase().contains("seat "), "{out}");
}

#[test]
fn a_program_gets_the_view_as_json() {
    let place = Place::new();
    whole_game(&place);
    let out = place.run("replay whole.record --at 3 --as 2 --json").good();
    let json: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!(
        (&json["at"], &json["viewer"], &json["game"]),
        (&3.into(), &2.into(), &"hearts".into())
    );
    assert!(json["view"].is_object() && json["outcome"].is_null());
}

#[test]
fn what_cannot_be_shown_is_an_error() {
    let place = Place::new();
    whole_game(&place);
    let error = place.run("replay whole.record --at 9999").error();
    assert!(error.contains("the record ends here"), "{error}");
    let error = place.run("replay whole.record --as 7").error();
    assert_eq!(error, "error: there is no seat 7: this match has seats 0 to 3\n");
    let error = place.run("replay whole.record --as god").error();
    assert!(error.contains("a viewer is the number of a seat"), "{error}");
    let error = place.run("replay nowhere.record").error();
    assert!(
        error.starts_with("error: cannot read nowhere.record: "),
        "{error}"
    );
    let error = changed("rules 1", "rules 9").run("replay changed.record").error();
    assert!(
        error.starts_with("error: changed.record:3:7: played by rules version 9"),
        "{error}"
    );
}

/// The record of a few turns of Circuitous, played by the first legal action each time.
fn some_turns(place: &Place) {
    let input = format!("{}quit\n", "1\n".repeat(12));
    place.run_with("play circuitous --seed turns --record turns.record", &input);
    assert!(place.read("turns.record").contains("game circuitous"));
}

#[test]
fn a_table_is_drawn_into_a_file() {
    let place = Place::new();
    some_turns(&place);
    let out = place.run("replay turns.record --svg table.svg").good();
    assert!(out.ends_with("The picture is in table.svg.\n"), "{out}");
    let picture = place.read("table.svg");
    assert!(
        picture.starts_with("<svg ") && picture.ends_with("</svg>\n"),
        "{picture}"
    );
    let laid = picture.matches("<title>Card ").count();
    assert!(laid > 1, "{laid} cards are drawn");
    place.run("replay turns.record --at 0 --svg empty.svg").good();
    assert!(!place.read("empty.svg").contains("<title>Card "));
}

#[test]
fn what_cannot_be_drawn_is_an_error() {
    let place = Place::new();
    whole_game(&place);
    let error = place.run("replay whole.record --svg table.svg").error();
    assert!(error.contains("cannot draw itself"), "{error}");
    assert!(!place.path("table.svg").exists());
    some_turns(&place);
    let error = place.run("replay turns.record --svg nowhere/table.svg").error();
    assert!(error.contains("cannot write nowhere/table.svg"), "{error}");
}
