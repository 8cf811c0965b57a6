//! What `docs/terminal.md` shows is what the program does.

use std::fs;
use std::path::Path;

use bobbin_game::{Seat, Seed};

use crate::lines::{Keyboard, farewell, play};
use crate::screen::tests::Sitting;
use crate::table::LocalTable;

/// What is shown for a mark: `screen 80x24 GAME OPTIONS SEED: KEYS` or `lines GAME OPTIONS SEED: LINE | LINE`.
fn recorded(mark: &str) -> String {
    let (what, typed) = mark.split_once(": ").expect("a mark says what is typed");
    let words: Vec<&str> = what.split_whitespace().collect();
    match words[..] {
        ["screen", size, game, options, seed] => {
            let (width, height) = size.split_once('x').expect("a size");
            let size = (width.parse().expect("columns"), height.parse().expect("lines"));
            let mut sitting = Sitting::new(game, options, seed, "greedy", size);
            sitting.keys(typed);
            sitting.text()
        }
        ["lines", game, options, seed] => in_lines(game, options, seed, &typed.replace(" | ", "\n")),
        _ => panic!("no such mark: {mark}"),
    }
}

/// A game in lines against greedy bots: all that is written.
fn in_lines(game: &str, options: &str, seed: &str, typed: &str) -> String {
    let folder = tempfile::tempdir().expect("there is room for a record");
    let game = bobbin_catalog::find(game).expect("a game of the catalog");
    let options = options.parse().expect("options");
    let mut playing = game.start(&options, None, Seed::named(seed)).expect("a setup");
    for (seat, name) in Seat::all(playing.players()).zip(bobbin_bots::BOT_NAMES) {
        playing.set_name(seat, name).expect("a name");
    }
    playing
        .set_name(Seat::new(0), bobbin_bots::GUEST_NAME)
        .expect("a name");
    let bots = ["greedy".parse().expect("a bot")];
    let mut table = LocalTable::new(playing, Seat::new(0), &bots, folder.path().join("my.record"));
    let mut out = Vec::new();
    let lines = typed.lines().map(|line| Ok(line.to_owned()));
    play(&mut table, &mut Keyboard::new(lines, true), &mut out).expect("a game");
    farewell(&table, &mut out).expect("an end");
    let text = String::from_utf8(out).expect("it is text");
    text.replace(&folder.path().join("").display().to_string(), "")
}

/// With `BOBBIN_UPDATE_DOCS=1` it is written there.
#[test]
fn the_documented_screens_are_real() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/terminal.md");
    let document = fs::read_to_string(&file).expect("the document");
    let mut real = String::new();
    let mut is_old = false;
    let mut marks = 0;
    let mut lines = document.lines();
    while let Some(line) = lines.next() {
        if is_old {
            is_old = line != "```";
            continue;
        }
        real += line;
        real.push('\n');
        let mark = line
            .strip_prefix("<!-- ")
            .and_then(|rest| rest.strip_suffix(" -->"));
        if let Some(mark) = mark {
            let fence = lines.next().expect("a block follows a mark");
            assert_eq!(fence, "```text");
            real.extend([fence, "\n", &recorded(mark), "```\n"]);
            is_old = true;
            marks += 1;
        }
    }
    assert!(marks >= 8, "each title is shown");
    if std::env::var_os("BOBBIN_UPDATE_DOCS").is_some() {
        fs::write(&file, &real).expect("the document is written");
        return;
    }
    for (place, (written, real)) in document.lines().zip(real.lines()).enumerate() {
        assert_eq!(
            written,
            real,
            "docs/terminal.md:{} (BOBBIN_UPDATE_DOCS=1 writes it anew)",
            place + 1
        );
    }
    assert_eq!(document.len(), real.len());
}

#[test]
fn whole_games_are_played_line_by_line() {
    for (game, options) in [
        ("knitting-circle", "players=2"),
        ("arch-ravels", "players=2"),
        ("circuitous", "players=2"),
        ("hearts", ""),
    ] {
        let told = in_lines(game, options, "whole", &"3\n1\n2\n1\n".repeat(1_000));
        assert!(
            told.contains(" win"),
            "{game}: {}",
            &told[told.len().saturating_sub(2_000)..]
        );
        assert!(told.contains("Total"), "{game}");
        assert!(!told.contains("seat "), "{game}: players have names");
    }
}

#[test]
fn choices_come_in_groups_and_the_table_when_it_is_asked_for() {
    let told = in_lines("knitting-circle", "players=2", "center", "1\n1\n1\nback\n2\n");
    let longest = told.split("> ").map(|part| part.lines().count()).max();
    assert!(longest.unwrap_or(0) < 40, "{told}");
    assert!(told.contains("purple from the center: place"), "{told}");
    assert!(!told.contains("bag: "), "{told}");
    let told = in_lines("knitting-circle", "players=2", "center", "table\n");
    assert!(
        told.contains("bag: ") && told.contains("seen by Wren") && told.contains("Wren · 0 points now"),
        "{told}"
    );
}
