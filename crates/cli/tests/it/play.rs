//! `bobbin play`, through a pipe.

use bobbin_game::Record;

use crate::{Place, whole_game};

#[test]
fn a_session_reads_well() {
    let place = Place::new();
    let input = "help\npass 2C\n1\nundo\nhint\nfoo\nplay QS\n99\nrules 2.2\nrules 99\nrules\nlist\nback\nlog\nscore\ntable\n\nquit\n";
    let out = place
        .run_with(
            "play hearts --bots greedy --seed a --name Ann --record ann.record",
            input,
        )
        .good();
    insta::assert_snapshot!(out);
}

#[test]
fn a_whole_game_can_be_played_and_its_record_holds() {
    let place = Place::new();
    let record: Record = whole_game(&place).parse().unwrap();
    assert!(record.result.is_some() && record.seed.is_some());
    place.run("replay whole.record --verify").good();
}

#[test]
fn the_same_seed_and_actions_give_the_same_game() {
    assert_eq!(whole_game(&Place::new()), whole_game(&Place::new()));
}

#[test]
fn the_end_of_input_is_as_good_as_quit_and_the_match_can_go_on() {
    let place = Place::new();
    let out = place.run_with("play hearts --seed a --seat 2", "1\n1\n1").good();
    let file = out
        .lines()
        .find_map(|line| line.strip_prefix("The record is in "))
        .unwrap();
    assert!(
        file.starts_with(&place.path("data/bobbin/records/hearts-").display().to_string()),
        "{out}"
    );
    assert!(
        out.contains(&format!("Go on with: bobbin play --resume {file} --seat 2\n")),
        "{out}"
    );
    let before = std::fs::read_to_string(file).unwrap();
    place
        .run_with(&format!("play --resume {file} --seat 2"), &"1\n".repeat(30))
        .good();
    let after = std::fs::read_to_string(file).unwrap();
    assert!(
        after.starts_with(&before) && after.contains("\nresult "),
        "{after}"
    );
    place.run(&format!("replay {file} --verify")).good();
}

#[test]
fn the_way_back_names_the_bots_and_the_content() {
    let place = Place::new();
    let pack = std::fs::read_to_string(crate::root().join("crates/circuitous/data/house.toml")).unwrap();
    place.write("my pack.toml", &pack);
    let mut command = place.command();
    let out = command
        .args(
            "play circuitous --players 3 --bots random,greedy --seed a --record a.record --content"
                .split(' '),
        )
        .arg("my pack.toml")
        .write_stdin("1\n1\n1\n")
        .output()
        .unwrap();
    let out = String::from_utf8(out.stdout).unwrap();
    let told = out
        .lines()
        .find_map(|line| line.strip_prefix("Go on with: bobbin "))
        .unwrap();
    assert_eq!(
        told,
        "play --resume a.record --bots random,greedy --content 'my pack.toml'"
    );
}

#[test]
fn who_comes_back_keeps_the_name() {
    let place = Place::new();
    place
        .run_with("play hearts --seed a --name Ann --record ann.record", "1\n")
        .good();
    let out = place.run_with("play --resume ann.record", "1\n").good();
    assert!(out.starts_with("Hearts  "), "the record knows its game: {out}");
    assert!(place.read("ann.record").contains("\nseat 0 Ann\nseat 1 Basil\n"));
    let error = place.run("play circuitous --resume ann.record").error();
    assert_eq!(
        error,
        "error: ann.record is a record of hearts, not of circuitous\n"
    );
}

#[test]
fn whole_games_of_every_title_are_played_through_a_pipe() {
    let place = Place::new();
    for game in ["knitting-circle", "arch-ravels", "circuitous"] {
        let arguments = format!("play {game} --plain --bots greedy --seed pipe --record {game}.record");
        let out = place.run_with(&arguments, &"3\n1\n2\n1\n".repeat(1_000)).good();
        assert!(out.contains("Total") && out.contains(" win"), "{game}");
        place.run(&format!("replay {game}.record --verify")).good();
    }
}

#[test]
fn the_others_play_steady_and_are_called_as_on_the_page() {
    let place = Place::new();
    let out = place
        .run_with("play circuitous --seed a", "1\n1\n1\n1\nquit\n")
        .good();
    assert!(out.contains("You play against Basil."), "{out}");
    assert!(out.contains("\nBasil ") && out.contains("\nYou "), "{out}");
    assert!(place.run("play --help").good().contains("[default: steady]"));
}

#[test]
fn a_record_that_cannot_be_kept_does_not_stop_the_game() {
    let place = Place::new();
    place.write("file", "");
    let ran = place.run_with("play hearts --seed a --record file/x.record", &"1\n".repeat(30));
    assert_eq!(ran.code, 2);
    assert_eq!(
        ran.out
            .matches("Careful: cannot keep the record in file/x.record")
            .count(),
        1,
        "{}",
        ran.out
    );
    assert!(ran.out.contains(" win"), "{}", ran.out);
    assert!(
        ran.err
            .starts_with("error: cannot keep the record in file/x.record"),
        "{}",
        ran.err
    );
}

#[test]
fn nothing_is_kept_of_a_match_in_which_nothing_was_done() {
    let place = Place::new();
    let out = place.run_with("play hearts", "quit\n").good();
    assert!(!out.contains("The record is in"), "{out}");
    assert!(!place.path("data").exists());
}

#[test]
fn without_a_game_one_is_asked_for() {
    let place = Place::new();
    let out = place.run_with("play", "chess\nhearts\nquit\n").good();
    assert!(out.starts_with("What do you want to play?\n"), "{out}");
    assert!(
        out.contains("> chess\nType a number from 1 to ") && out.contains("> hearts\nHearts  "),
        "{out}"
    );
    assert!(place.run_with("play", "").good().ends_with("> \n"));
}

#[test]
fn what_makes_no_match_is_an_error() {
    let place = Place::new();
    let error = |arguments: &str| place.run(arguments).error();
    assert_eq!(
        error("play hearts --seat 4"),
        "error: there is no seat 4: this match has seats 0 to 3\n"
    );
    assert_eq!(
        error("play hearts --bots random,random"),
        "error: 2 bots for 3 seats: name one for all, or one for each\n"
    );
    assert!(error("play hearts --bots rnadom").contains("there is no bot \"rnadom\": expected random"));
    assert!(error("play hearts --set pass=up").contains("option pass cannot be up"));
    place.write("broken.record", "bobbin-record 1\ngame hearts\n");
    assert!(
        error("play hearts --resume broken.record")
            .contains("cannot go on with broken.record: line 3, column 1")
    );
}
