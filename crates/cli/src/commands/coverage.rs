//! `bobbin rules --coverage`: which tests cite which clause.
//!
//! A test cites clauses in a doc line above it, before the first colon: `/// 5.3, 5.4: a tile goes …`; or in its
//! name: `clause_5_3_…`. Ignored tests do not count.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use bobbin_catalog::AnyGame;
use bobbin_game::rulebook::is_clause_number;
use serde::Serialize;

use crate::Answer;
use crate::commands::write_json;
use crate::style::{ERROR, FAINT, GOOD, STRONG};

/// What cites what.
#[derive(Serialize, PartialEq, Eq, Debug)]
struct Coverage {
    /// The game.
    game: &'static str,
    /// Each clause with the tests that cite it.
    clauses: Vec<Covered>,
    /// Citations of clauses that do not exist.
    unknown: Vec<Citation>,
}

#[derive(Serialize, PartialEq, Eq, Debug)]
struct Covered {
    clause: String,
    tests: Vec<Test>,
}

#[derive(Serialize, PartialEq, Eq, Debug)]
struct Citation {
    clause: String,
    test: Test,
}

/// A test and where it stands.
#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
struct Test {
    name: String,
    file: String,
    line: usize,
}

pub(crate) fn run(
    game: &dyn AnyGame,
    source: Option<&Path>,
    json: bool,
    out: &mut impl Write,
) -> anyhow::Result<Answer> {
    let folder = crate_folder(game.id(), source)?;
    let coverage = cover(game, citations_under(&folder)?);
    if json {
        write_json(out, &coverage)?;
    } else {
        write_text(out, &coverage)?;
    }
    let holds =
        coverage.unknown.is_empty() && coverage.clauses.iter().all(|covered| !covered.tests.is_empty());
    Ok(if holds { Answer::Yes } else { Answer::No })
}

/// The folder of the game's crate: in `source`, or in the clone that one stands in.
fn crate_folder(id: &str, source: Option<&Path>) -> anyhow::Result<PathBuf> {
    let in_clone = |clone: &Path| {
        let places = ["crates", "examples"].map(|place| clone.join(place).join(id));
        places
            .into_iter()
            .find(|folder| folder.join("RULES.md").is_file())
    };
    if let Some(source) = source {
        let folder = if source.join("RULES.md").is_file() {
            Some(source.to_owned())
        } else {
            in_clone(source)
        };
        return folder.with_context(|| {
            format!(
                "{} is neither a clone nor the crate of {id}: no RULES.md is there",
                source.display()
            )
        });
    }
    let here = std::env::current_dir().context("cannot tell the current folder")?;
    match here.ancestors().find_map(in_clone) {
        Some(folder) => Ok(folder),
        None => bail!(
            "the tests are in the source, and this is no clone of it: go to one, or name it with --source DIR"
        ),
    }
}

fn cover(game: &dyn AnyGame, citations: Vec<Citation>) -> Coverage {
    let rulebook = game.rulebook();
    let mut tests: BTreeMap<&str, Vec<Test>> = BTreeMap::new();
    let mut unknown = Vec::new();
    for citation in citations {
        match rulebook.clause(&citation.clause) {
            Some(clause) => tests.entry(&clause.number).or_default().push(citation.test),
            None => unknown.push(citation),
        }
    }
    let clauses = rulebook.clauses.iter().map(|clause| Covered {
        clause: clause.number.clone(),
        tests: tests.remove(clause.number.as_str()).unwrap_or_default(),
    });
    Coverage {
        game: game.id(),
        clauses: clauses.collect(),
        unknown,
    }
}

fn write_text(out: &mut impl Write, coverage: &Coverage) -> anyhow::Result<()> {
    for covered in &coverage.clauses {
        if covered.tests.is_empty() {
            writeln!(
                out,
                "{STRONG}{}{STRONG:#}  {ERROR}no test{ERROR:#}",
                covered.clause
            )?;
        }
        for (place, test) in covered.tests.iter().enumerate() {
            let clause = if place == 0 { covered.clause.as_str() } else { "" };
            let pad = " ".repeat(covered.clause.len() - clause.len());
            write!(out, "{STRONG}{clause}{STRONG:#}{pad}  {}", test.name)?;
            writeln!(out, "  {FAINT}{}:{}{FAINT:#}", test.file, test.line)?;
        }
    }
    for citation in &coverage.unknown {
        let Test { name, file, line } = &citation.test;
        writeln!(
            out,
            "{ERROR}{file}:{line}: {name} cites {}, which does not exist{ERROR:#}",
            citation.clause
        )?;
    }
    let without = coverage
        .clauses
        .iter()
        .filter(|covered| covered.tests.is_empty())
        .count();
    let all = coverage.clauses.len();
    match without {
        0 => writeln!(out, "{GOOD}Each of the {all} clauses is cited by a test.{GOOD:#}")?,
        _ => writeln!(out, "{ERROR}{without} of {all} clauses have no test.{ERROR:#}")?,
    }
    Ok(())
}

/// All citations in the sources of a crate, in the order of files and lines.
fn citations_under(folder: &Path) -> anyhow::Result<Vec<Citation>> {
    let mut files = Vec::new();
    for part in ["src", "tests"] {
        collect_rust_files(&folder.join(part), &mut files)?;
    }
    files.sort();
    let mut citations = Vec::new();
    for file in files {
        let text = fs::read_to_string(&file).with_context(|| format!("cannot read {}", file.display()))?;
        let shown = file.strip_prefix(folder).unwrap_or(&file).display().to_string();
        citations.extend(citations_in(&text, &shown));
    }
    Ok(citations)
}

fn collect_rust_files(folder: &Path, files: &mut Vec<PathBuf>) -> anyhow::Result<()> {
    if !folder.is_dir() {
        return Ok(());
    }
    let entries = fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))?;
    for entry in entries {
        let path = entry?.path();
        if path.is_dir() {
            collect_rust_files(&path, files)?;
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    Ok(())
}

/// What stands above a function: its doc lines and attributes.
#[derive(Default)]
struct Above {
    cited: Vec<String>,
    /// A list of clauses that goes on in the next line.
    unfinished: String,
    is_test: bool,
    is_ignored: bool,
}

fn citations_in(source: &str, file: &str) -> Vec<Citation> {
    let mut citations = Vec::new();
    let mut above = Above::default();
    for (index, line) in source.lines().enumerate() {
        let line = line.trim();
        if let Some(doc) = line.strip_prefix("///") {
            let doc = std::mem::take(&mut above.unfinished) + doc.trim();
            above.cited.extend(cited_in_doc(&doc));
            if doc.ends_with(',') && !doc.contains(':') {
                above.unfinished = doc;
            }
        } else if line.starts_with("#[") {
            above.is_test |= line.starts_with("#[test]");
            above.is_ignored |= line.starts_with("#[ignore");
        } else if let Some(name) = function_name(line) {
            if above.is_test && !above.is_ignored {
                let test = Test {
                    name: name.to_owned(),
                    file: file.to_owned(),
                    line: index + 1,
                };
                above.cited.extend(cited_in_name(name));
                above.cited.dedup();
                citations.extend(above.cited.into_iter().map(|clause| Citation {
                    clause,
                    test: test.clone(),
                }));
            }
            above = Above::default();
        } else if !line.starts_with("//") {
            above = Above::default();
        }
    }
    citations
}

/// `5.3, 5.4: text` cites 5.3 and 5.4.
fn cited_in_doc(doc: &str) -> Vec<String> {
    let Some((numbers, _)) = doc.split_once(':') else {
        return Vec::new();
    };
    let numbers: Vec<&str> = numbers.split(',').map(str::trim).collect();
    if numbers.iter().all(|number| is_clause_number(number)) {
        numbers.into_iter().map(str::to_owned).collect()
    } else {
        Vec::new()
    }
}

/// `clause_5_3_a_tile` cites 5.3.
fn cited_in_name(name: &str) -> Option<String> {
    let words = name.strip_prefix("clause_")?.split('_');
    let is_number = |word: &&str| !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
    let number = words.take_while(is_number).collect::<Vec<_>>().join(".");
    is_clause_number(&number).then_some(number)
}

fn function_name(line: &str) -> Option<&str> {
    let rest = line.strip_prefix("pub ").unwrap_or(line);
    let rest = rest.strip_prefix("async ").unwrap_or(rest).strip_prefix("fn ")?;
    rest.split(['(', '<']).next().map(str::trim)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cited(text: &str) -> Vec<String> {
        let citations = citations_in(text, "tests/it.rs");
        citations
            .into_iter()
            .map(|it| format!("{} {}:{}", it.clause, it.test.name, it.test.line))
            .collect()
    }

    #[test]
    fn a_test_cites_clauses_in_a_doc_line_or_its_name() {
        let text = "/// 5.3, 5.4: a tile\n/// goes there.\n#[test]\nfn a() {}\n\n\
                    #[test]\nfn clause_2_10_1_holds() {}\n/// 1.1: x\n#[test]\n#[should_panic(expected = \"5.9\")]\nfn b() {}";
        assert_eq!(
            cited(text),
            ["5.3 a:4", "5.4 a:4", "2.10.1 clause_2_10_1_holds:7", "1.1 b:11"]
        );
    }

    #[test]
    fn a_long_list_may_go_on_in_the_next_line() {
        let text = "/// 5.3,\n/// 5.4: a tile\n/// 6.1: more.\n#[test]\nfn a() {}";
        assert_eq!(cited(text), ["5.3 a:5", "5.4 a:5", "6.1 a:5"]);
    }

    #[test]
    fn tests_inside_proptest_count() {
        let text = "proptest! {\n    /// 3.1: always.\n    #[test]\n    fn a(x in 0..3) {\n    }\n}";
        assert_eq!(cited(text), ["3.1 a:4"]);
    }

    #[test]
    fn what_is_no_running_test_does_not_count() {
        for text in [
            "/// 5.3: a rule.\nfn check() {}",
            "/// 5.3: later.\n#[test]\n#[ignore = \"slow\"]\nfn a() {}",
            "// /// 5.3: gone.\n// #[test]\n// fn a() {}",
            "/// worth 1.5: half.\n#[test]\nfn a() {}",
            "/// 5.3: x\nstruct S;\n#[test]\nfn a() {}",
            "/// see 5.3\n#[test]\nfn a() {}",
        ] {
            assert_eq!(cited(text), [""; 0], "{text}");
        }
    }
}
