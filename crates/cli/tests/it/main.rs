//! The binary, as people and programs use it.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod alerts;
mod allocations;
mod analyze;
mod bench;
mod chaos;
mod content;
mod engine;
mod engine_matches;
mod first_minute;
mod help;
mod hosting;
mod mcp;
mod play;
mod replay;
mod rules;
mod screen;
mod server;
mod together;
mod workers;

use std::path::{Path, PathBuf};

use assert_cmd::Command;
use tempfile::TempDir;

/// A folder to run the binary in, away from the user's own files.
struct Place {
    folder: TempDir,
}

/// What came of a run.
struct Ran {
    out: String,
    err: String,
    code: i32,
}

impl Place {
    fn new() -> Self {
        Place {
            folder: TempDir::new().unwrap(),
        }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn write(&self, name: &str, text: &str) {
        std::fs::write(self.path(name), text).unwrap();
    }

    fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.path(name)).unwrap()
    }

    fn command(&self) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_bobbin"));
        command
            .current_dir(&self.folder)
            .env("XDG_DATA_HOME", self.path("data"))
            .env_remove("CLICOLOR_FORCE")
            .env("COLUMNS", "100");
        command
    }

    /// Runs `bobbin` with arguments separated by spaces.
    fn run(&self, arguments: &str) -> Ran {
        self.run_with(arguments, "")
    }

    /// The same with something on stdin.
    fn run_with(&self, arguments: &str, input: &str) -> Ran {
        let mut command = self.command();
        let output = command
            .args(arguments.split_whitespace())
            .write_stdin(input)
            .output()
            .unwrap();
        Ran {
            out: String::from_utf8(output.stdout).unwrap(),
            err: String::from_utf8(output.stderr).unwrap(),
            code: output.status.code().unwrap(),
        }
    }
}

impl Ran {
    /// What was written, after checking that it went well.
    fn good(self) -> String {
        assert_eq!((self.code, self.err.as_str()), (0, ""), "{}", self.out);
        self.out
    }

    /// The error, after checking that there was one.
    fn error(self) -> String {
        assert_eq!((self.code, self.out.as_str()), (2, ""), "{}", self.err);
        self.err
    }
}

fn run(arguments: &str) -> Ran {
    Place::new().run(arguments)
}

/// The root of the clone.
fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap()
}

/// The record of a whole game of Hearts, played by the first legal action each time.
fn whole_game(place: &Place) -> String {
    let input = "1\n".repeat(40);
    let out = place
        .run_with(
            "play hearts --bots random --name Player --seed whole --record whole.record",
            &input,
        )
        .good();
    assert!(out.contains("The record is in whole.record"), "{out}");
    place.read("whole.record")
}
