//! Records played again.

use bobbin_catalog::{PositionLoadError, Replay, StartError};
use bobbin_game::{ContentHash, Options, Record, Seed, Source, Viewer};

use crate::{ANN, WHOLE_GAME, begin, game, play};

fn finished() -> Record {
    let mut playing = begin();
    playing.set_name(ANN, "Ann").unwrap();
    play(&mut *playing, "0 bid 2");
    playing.undo(ANN).unwrap();
    play(&mut *playing, WHOLE_GAME);
    playing.record()
}

/// The message for a record in whose text something was changed.
fn message(from: &str, to: &str) -> String {
    let text = finished().to_string();
    assert!(text.contains(from), "{text}");
    let record: Record = text.replacen(from, to, 1).parse().unwrap();
    game()
        .replay(&record, Replay::default())
        .err()
        .expect("the change is noticed")
        .to_string()
}

#[test]
fn a_record_replays_to_the_same_match_and_record() {
    let record = finished();
    let replayed = game().replay(&record, Replay::default()).unwrap();
    assert_eq!(replayed.record().to_string(), record.to_string());
    assert_eq!(replayed.version(), 10);
}

#[test]
fn any_moment_of_a_record_can_be_seen() {
    let record = finished();
    let at = |entries| {
        let replay = Replay {
            entries: Some(entries),
            ..Replay::default()
        };
        game().replay(&record, replay)
    };
    let bids = |entries| at(entries).unwrap().view(Viewer::Everything).unwrap()["bids"].to_string();
    assert_eq!(
        [bids(0), bids(1), bids(2), bids(3)],
        [
            r#"["none","none"]"#,
            r#"[{"card":2},"none"]"#,
            r#"["none","none"]"#,
            r#"[{"card":1},"none"]"#
        ]
    );
    let error = at(11).err().unwrap().to_string();
    assert_eq!(
        error,
        "line 20, column 5: the record ends here: it has 10 entries"
    );
}

#[test]
fn a_running_match_is_loaded_by_whoever_knows_the_seed() {
    let mut playing = begin();
    play(&mut *playing, "0 bid 3");
    let record = playing.record();
    let load = |seed| {
        game().replay(
            &record,
            Replay {
                seed,
                ..Replay::default()
            },
        )
    };
    assert_eq!(
        load(None).err().unwrap().to_string(),
        "line 6, column 12: the seed is not told: a match keeps it secret until it is over"
    );
    assert_eq!(
        load(Some(Seed::named("b"))).err().unwrap().to_string(),
        "line 6, column 12: the seed is not the one that was committed to at the start"
    );
    let again = load(Some(Seed::named("a"))).unwrap();
    assert_eq!(again.position(), playing.position());
}

#[test]
fn whatever_is_wrong_is_told_with_line_and_column() {
    let record = finished();
    let seed = record.seed.unwrap().to_string();
    let content = record.content.to_string();
    let result = format!("result {}\n", record.result.unwrap());
    let messages = [
        message("game bids", "game chess"),
        message("rules 1", "rules 2"),
        message(&content, &ContentHash([7; 32]).to_string()),
        message("players=2", "players=7"),
        message(&seed, &Seed::named("b").to_string()),
        message("seat 0 Ann", "seat 3 Ann"),
        message("2 0 bid 1", "2 4 bid 1"),
        message("2 0 bid 1", "2 0 bid  1"),
        message("2 0 bid 1", "2 0 bid 9"),
        message("3 1 bid 2", "3 0 bid 2"),
        message("3 1 bid 2", "3 0 undo"),
        message("9 1 bid 3\n", ""),
        message(&result, ""),
        message("ranks 1 2", "ranks 2 1"),
    ]
    .join("\n");
    insta::assert_snapshot!(messages);
}

#[test]
fn a_match_from_a_position_keeps_it_beside_its_record() {
    let seed = Seed::named("a");
    let start = |position: &str| game().start_from(position, &Options::new(), None, seed);
    let mut playing = start("prize 9").unwrap();
    play(&mut *playing, "0 bid 1");
    assert_eq!(playing.began_from(), Some("prize 9\n"));
    let replay = Replay {
        seed: Some(seed),
        position: playing.began_from(),
        entries: None,
    };
    let again = game().replay(&playing.record(), replay).unwrap();
    assert_eq!(
        (again.position(), again.began_from()),
        ("prize 9\n".to_owned(), Some("prize 9\n"))
    );
    let Err(PositionLoadError::Position(error)) = start("price 9") else {
        panic!("expected an error in the position");
    };
    assert_eq!(error.to_string(), "line 1, column 1: \"price\": expected prize");
}

#[test]
fn options_and_content_are_checked() {
    let start = |options: Options, content| game().start(&options, content, Seed::named("a"));
    let error = start(Options::new().with("players", 9), None).err().unwrap();
    assert_eq!(
        error.to_string(),
        "option players cannot be 9: expected one of 2, 3"
    );
    let hash = ContentHash([1; 32]);
    assert_eq!(
        start(Options::new(), Some(hash)).err(),
        Some(StartError::ContentNotLoaded(hash))
    );
    assert_eq!(game().house_content(), None);
    let error = game().load_content(&Source::new("my.toml", "")).unwrap_err();
    assert_eq!(error.to_string(), "my.toml: this game has no content to replace");
}
