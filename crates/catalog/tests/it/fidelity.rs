//! `docs/fidelity`: the printed rulebooks beside our clauses and the tests that show them. What these pages cite
//! exists, every clause is on its page, and what we decided ourselves is told as such.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use bobbin_catalog::AnyGame;

/// What a page cites.
#[derive(Default)]
struct Cited {
    clauses: BTreeSet<String>,
    /// The clauses in "Where we decided".
    decided: BTreeSet<String>,
    /// `module::name`.
    tests: BTreeSet<String>,
}

/// The citations of a page: the cells of its columns `clause` and `test`, `none` where there is nothing.
fn cited(page: &str) -> Cited {
    let mut found = Cited::default();
    let (mut section, mut columns) = ("", Vec::new());
    for line in page.lines() {
        if let Some(heading) = line.strip_prefix("## ") {
            section = heading;
        }
        let Some(row) = line.strip_prefix("| ").and_then(|row| row.strip_suffix(" |")) else {
            // A table ends where its rows do.
            if !line.starts_with("|-") {
                columns.clear();
            }
            continue;
        };
        let cells: Vec<&str> = row.split(" | ").map(str::trim).collect();
        if columns.is_empty() {
            columns = cells;
            continue;
        }
        assert_eq!(cells.len(), columns.len(), "{line}");
        for (column, cell) in columns.iter().zip(cells).filter(|(_, cell)| *cell != "none") {
            let each = cell.split(", ").map(str::to_owned);
            match *column {
                "clause" => {
                    found.clauses.extend(each.clone());
                    if section == "Where we decided" {
                        found.decided.extend(each);
                    }
                }
                "test" => found
                    .tests
                    .extend(each.map(|test| test.trim_matches('`').to_owned())),
                _ => {}
            }
        }
    }
    found
}

/// The tests of a crate, as `module::name`.
fn tests_under(folder: &Path, found: &mut BTreeSet<String>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            tests_under(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let module = path.file_stem().unwrap().to_str().unwrap();
            let text = fs::read_to_string(&path).unwrap();
            let functions = text.lines().filter_map(|line| line.trim().strip_prefix("fn "));
            let names = functions.filter_map(|line| line.split('(').next());
            found.extend(names.map(|name| format!("{module}::{name}")));
        }
    }
}

fn project() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn check(game: &dyn AnyGame) {
    let page = project().join("docs/fidelity").join(format!("{}.md", game.id()));
    let cited = cited(&fs::read_to_string(&page).unwrap());
    let rulebook = game.rulebook();
    let is_missing = |clause: &&String| rulebook.clause(clause).is_none();
    let unknown: Vec<&String> = cited.clauses.iter().filter(is_missing).collect();
    assert!(unknown.is_empty(), "{}: no such clauses: {unknown:?}", game.id());

    let mut tests = BTreeSet::new();
    let source = project().join("crates").join(game.id());
    tests_under(&source.join("tests"), &mut tests);
    tests_under(&source.join("src"), &mut tests);
    let unknown: Vec<&String> = cited.tests.difference(&tests).collect();
    assert!(unknown.is_empty(), "{}: no such tests: {unknown:?}", game.id());

    let clauses = || rulebook.clauses.iter();
    let unread: Vec<&str> = clauses()
        .filter(|clause| !cited.clauses.contains(&clause.number))
        .map(|clause| clause.number.as_str())
        .collect();
    assert!(unread.is_empty(), "{}: on no page: {unread:?}", game.id());
    let untold: Vec<&str> = clauses()
        .filter(|clause| clause.is_ruling && !cited.decided.contains(&clause.number))
        .map(|clause| clause.number.as_str())
        .collect();
    assert!(
        untold.is_empty(),
        "{}: rulings that are not told as decisions: {untold:?}",
        game.id()
    );
}

#[test]
fn the_pages_beside_the_rulebooks_cite_what_exists_and_every_clause() {
    for &game in bobbin_catalog::titles() {
        check(game);
    }
}

#[test]
fn a_page_is_read_as_it_is_written() {
    let page = "## The turn\n\n| page | the book says | clause | test |\n|---|---|---|---|\n\
        | 3 | Turns go round. | 2.1, 2.2 | `turn::round`, `turn::on` |\n| 3 | There is a tray. | none | none |\n\n\
        ## Where we decided\n\n| clause | why |\n|---|---|\n| 2.3 | Nobody says. |\n";
    let cited = cited(page);
    assert_eq!(Vec::from_iter(&cited.clauses), ["2.1", "2.2", "2.3"]);
    assert_eq!(Vec::from_iter(&cited.decided), ["2.3"]);
    assert_eq!(Vec::from_iter(&cited.tests), ["turn::on", "turn::round"]);
}
