//! `bobbin rules`

use std::fs;

use crate::{Place, root, run};

#[test]
fn a_clause_a_section_and_all_of_them_can_be_read() {
    let clause = run("rules hearts 3.4").good();
    assert!(
        clause.starts_with("3 The tricks\n3.4 ") && clause.lines().count() == 2,
        "{clause}"
    );
    let section = run("rules hearts 3").good();
    assert!(
        section.starts_with("3 The tricks\n3.1 ") && section.lines().count() > 4,
        "{section}"
    );
    let all = run("rules hearts").good();
    assert!(
        all.contains(&section.lines().nth(1).unwrap()[..20]) && !all.contains("**"),
        "{all}"
    );
    let json: serde_json::Value = serde_json::from_str(&run("rules hearts 3.4 --json").good()).unwrap();
    assert_eq!(json[0]["number"], "3.4");
}

#[test]
fn a_clause_that_is_not_there_is_an_error() {
    let error = run("rules hearts 99.1").error();
    assert!(
        error.starts_with("error: there is no clause 99.1 in the rules of Hearts: they go from 1.1 to "),
        "{error}"
    );
}

/// A crate of Hearts whose only test cites these clauses.
fn crate_citing(clauses: &str) -> Place {
    let place = Place::new();
    fs::create_dir_all(place.path("tests/it")).unwrap();
    fs::write(place.path("RULES.md"), "").unwrap();
    let test = format!("/// {clauses}: as it is.\n#[test]\nfn it_is_so() {{}}\n");
    fs::write(place.path("tests/it/main.rs"), test).unwrap();
    place
}

#[test]
fn a_clause_without_a_test_is_told() {
    let ran = crate_citing("1.1").run("rules hearts --coverage --source .");
    assert_eq!(ran.code, 1);
    assert!(
        ran.out
            .starts_with("1.1  it_is_so  tests/it/main.rs:3\n1.2  no test\n"),
        "{}",
        ran.out
    );
    assert!(ran.out.ends_with("clauses have no test.\n"), "{}", ran.out);
}

#[test]
fn coverage_holds_where_every_clause_is_cited() {
    let json: serde_json::Value = serde_json::from_str(&run("rules hearts --json").good()).unwrap();
    let clauses = json["clauses"].as_array().unwrap();
    let numbers: Vec<&str> = clauses
        .iter()
        .map(|clause| clause["number"].as_str().unwrap())
        .collect();
    let all = numbers.join(", ");
    let out = crate_citing(&all)
        .run("rules hearts --coverage --source .")
        .good();
    assert!(
        out.ends_with(&format!(
            "Each of the {} clauses is cited by a test.\n",
            numbers.len()
        )),
        "{out}"
    );
    let ran = crate_citing(&format!("{all}, 99.1")).run("rules hearts --coverage --source . --json");
    assert_eq!(ran.code, 1);
    let json: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!(json["unknown"][0]["clause"], "99.1");
}

#[test]
fn outside_a_clone_it_says_what_to_do() {
    assert_eq!(
        run("rules hearts --coverage").error(),
        "error: the tests are in the source, and this is no clone of it: go to one, or name it with --source DIR\n"
    );
    let error = run("rules hearts --coverage --source .").error();
    assert!(
        error.contains("neither a clone nor the crate of hearts"),
        "{error}"
    );
}

/// What `make test` holds every game to.
#[test]
fn every_clause_of_every_game_is_cited_by_a_test() {
    for game in bobbin_catalog::games() {
        let ran = run(&format!(
            "rules {} --coverage --source {}",
            game.id(),
            root().display()
        ));
        assert_eq!(
            (ran.code, ran.err.as_str()),
            (0, ""),
            "{}: {}",
            game.id(),
            ran.out
        );
    }
}
