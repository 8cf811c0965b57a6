//! The invariants of ARCHITECTURE.md that can be read off the workspace itself.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What a rule, and whatever stands beneath it, may not depend on: no I/O, no clock, no luck of its own.
const BANNED_DEPENDENCIES: &[&str] = &[
    "tokio",
    "axum",
    "sqlx",
    "reqwest",
    "hyper",
    "rand",
    "getrandom",
    "fastrand",
    "chrono",
    "time",
    "jiff",
    "async-nats",
];

/// What the sources of pure crates may not say, and why.
const BANNED_WORDS: &[(&str, &str)] = &[
    ("HashMap", "its order differs from run to run"),
    ("HashSet", "its order differs from run to run"),
    ("Instant", "a rule has no clock: whoever asks brings one"),
    ("SystemTime", "a rule has no clock"),
    ("std::net", "a rule does no I/O"),
    ("std::fs", "a rule does no I/O"),
    ("std::env", "a rule does no I/O"),
    ("thread::", "a rule does not know threads"),
];

/// Rules count in whole numbers. `outcome.rs` turns exact quarters into JSON numbers.
const MAY_SAY_FLOAT: &[&str] = &["crates/game/src/outcome.rs"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .ancestors()
        .nth(2)
        .expect("crates/testkit is two levels deep")
        .into()
}

/// Every package of the workspace with its folder.
fn members() -> Vec<(String, PathBuf)> {
    let mut members = Vec::new();
    for parent in ["crates", "examples"] {
        for entry in std::fs::read_dir(root().join(parent))
            .into_iter()
            .flatten()
            .flatten()
        {
            let folder = entry.path();
            if let Ok(manifest) = std::fs::read_to_string(folder.join("Cargo.toml")) {
                let name = manifest
                    .split("name = \"")
                    .nth(1)
                    .and_then(|rest| rest.split('"').next());
                members.push((name.expect("a package has a name").to_owned(), folder));
            }
        }
    }
    members
}

/// The crates beside the rules that must be pure.
const PURE: &[&str] = &[
    "bobbin-game",
    "bobbin-bots",
    "bobbin-minds",
    "bobbin-drawing",
    "bobbin-tournament",
];

/// Pure, but they estimate.
const MAY_ESTIMATE: &[&str] = &["bobbin-bots", "bobbin-minds"];

/// The contract, the rules, the bots and the drawings: everything that must be pure. A rule crate is one with a
/// RULES.md.
fn pure() -> Vec<(String, PathBuf)> {
    let is_pure = |name: &str, folder: &Path| PURE.contains(&name) || folder.join("RULES.md").exists();
    members()
        .into_iter()
        .filter(|(name, folder)| is_pure(name, folder))
        .collect()
}

/// The names of everything that ends up in a build of this package.
fn dependencies(package: &str) -> BTreeSet<String> {
    let output = Command::new(env!("CARGO"))
        .args([
            "tree",
            "--package",
            package,
            "--edges",
            "normal",
            "--prefix",
            "none",
            "--locked",
            "--offline",
        ])
        .current_dir(root())
        .output()
        .expect("cargo runs this test");
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let tree = String::from_utf8(output.stdout).expect("cargo writes text");
    tree.lines()
        .filter_map(|line| line.split(' ').next())
        .map(str::to_owned)
        .collect()
}

fn rust_files(folder: &Path, out: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            rust_files(&path, out);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            out.push(path);
        }
    }
}

/// The lines of a file that are code: no comments, nothing from `mod tests` on.
fn code_lines(path: &Path) -> Vec<(usize, String)> {
    let text = std::fs::read_to_string(path).expect("a source file can be read");
    let code = text
        .lines()
        .enumerate()
        .take_while(|(_, line)| !line.starts_with("mod tests"));
    let code = code.filter(|(_, line)| !line.trim_start().starts_with("//"));
    code.map(|(index, line)| (index + 1, line.to_owned())).collect()
}

#[test]
fn rules_and_bots_depend_on_no_io_clock_or_randomness() {
    for (name, _) in pure() {
        let dependencies = dependencies(&name);
        assert!(
            dependencies.contains("serde"),
            "the tree of {name} was not read: {dependencies:?}"
        );
        let found: Vec<_> = dependencies
            .iter()
            .filter(|dep| BANNED_DEPENDENCIES.contains(&dep.as_str()))
            .collect();
        assert!(found.is_empty(), "{name} is pure, but depends on {found:?}");
    }
}

/// All lines of code of the pure crates with their place.
fn pure_code(except: &[&str]) -> Vec<(String, String)> {
    let mut files = Vec::new();
    for (name, folder) in pure() {
        if !except.contains(&name.as_str()) {
            rust_files(&folder.join("src"), &mut files);
        }
    }
    assert!(!files.is_empty(), "no sources were found");
    let place = |file: &Path, line| format!("{}:{line}", file.display());
    files
        .iter()
        .flat_map(|file| {
            code_lines(file)
                .into_iter()
                .map(move |(line, code)| (place(file, line), code))
        })
        .collect()
}

#[test]
fn rules_and_bots_say_nothing_that_differs_from_run_to_run() {
    for (place, code) in pure_code(&[]) {
        for (word, why) in BANNED_WORDS {
            assert!(!code.contains(word), "{place}: {word}: {why}");
        }
    }
}

#[test]
fn rules_and_drawings_know_no_floating_point() {
    for (place, code) in pure_code(MAY_ESTIMATE) {
        let mut words = code.split(|letter: char| !letter.is_alphanumeric());
        let has_float = words.any(|word| word == "f32" || word == "f64");
        let may = MAY_SAY_FLOAT.iter().any(|file| place.contains(file));
        assert!(
            may || !has_float,
            "{place}: floating point where the result must be exact"
        );
    }
}

#[test]
fn every_crate_takes_the_lints_of_the_workspace_which_forbid_unsafe() {
    let manifest = std::fs::read_to_string(root().join("Cargo.toml")).expect("the workspace has a manifest");
    assert!(manifest.contains("unsafe_code = \"forbid\""));
    for (name, folder) in members() {
        let manifest = std::fs::read_to_string(folder.join("Cargo.toml")).expect("a member has a manifest");
        assert!(
            manifest.contains("[lints]\nworkspace = true"),
            "{name} does not take the workspace's lints"
        );
    }
}

/// rustfmt leaves comments as they are.
#[test]
fn no_comment_is_wider_than_120_columns() {
    for (_, folder) in members() {
        let mut files = Vec::new();
        rust_files(&folder, &mut files);
        for file in files {
            let text = std::fs::read_to_string(&file).expect("a source file can be read");
            for (number, line) in text.lines().enumerate() {
                let is_comment = line.trim_start().starts_with("//");
                assert!(
                    !is_comment || line.chars().count() <= 120,
                    "{}:{}: wrap it",
                    file.display(),
                    number + 1
                );
            }
        }
    }
}
