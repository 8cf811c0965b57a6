//! Whatever becomes part of Bobbin may be passed on by it, and is named in its notices.

use std::collections::BTreeSet;
use std::ops::Not as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;
use spdx::{Expression, Licensee, ParseMode};

/// The license of a package: its name, its version and the expression in its manifest.
type Licensed = (String, String, String);

fn root() -> PathBuf {
    let ancestors = &mut Path::new(env!("CARGO_MANIFEST_DIR")).ancestors();
    ancestors
        .nth(2)
        .expect("crates/testkit is two levels deep")
        .into()
}

fn read(file: &str) -> String {
    std::fs::read_to_string(root().join(file)).unwrap_or_else(|error| panic!("{file}: {error}"))
}

fn config(file: &str) -> toml::Table {
    read(file)
        .parse()
        .unwrap_or_else(|error| panic!("{file}: {error}"))
}

fn strings(list: &toml::Value) -> Vec<String> {
    let list = list.as_array().expect("a list");
    list.iter()
        .filter_map(toml::Value::as_str)
        .map(str::to_owned)
        .collect()
}

/// The licenses that deny.toml allows.
fn allowed() -> Vec<String> {
    strings(&config("deny.toml")["licenses"]["allow"])
}

fn target() -> String {
    strings(&config("deny.toml")["graph"]["targets"]).remove(0)
}

fn cargo(arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO"))
        .args(arguments)
        .args(["--locked", "--offline"])
        .current_dir(root())
        .output()
        .expect("cargo runs this test");
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "cargo {}: {error}", arguments.join(" "));
    String::from_utf8(output.stdout).expect("cargo writes text")
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

/// Every crate that is built or tested with.
fn crates() -> Vec<Licensed> {
    let metadata = cargo(&[
        "metadata",
        "--format-version",
        "1",
        "--filter-platform",
        &target(),
    ]);
    let metadata: Value = serde_json::from_str(&metadata).expect("cargo writes JSON");
    let packages = metadata["packages"].as_array().expect("a list");
    packages
        .iter()
        .map(|package| {
            (
                text(&package["name"]),
                text(&package["version"]),
                text(&package["license"]),
            )
        })
        .collect()
}

/// Every npm package that the page's lock file names; with the flag, of those that are for building only, too.
fn npm(with_tools: bool) -> Vec<Licensed> {
    let lock: Value = serde_json::from_str(&read("web/package-lock.json")).expect("npm writes JSON");
    let packages = lock["packages"].as_object().expect("packages by folder");
    let named = packages
        .iter()
        .filter_map(|(folder, package)| Some((folder.rsplit_once("node_modules/")?.1, package)));
    named
        .filter(|(_, package)| with_tools || (package["dev"] != true && package["devOptional"] != true))
        .map(|(name, package)| {
            (
                name.to_owned(),
                text(&package["version"]),
                text(&package["license"]),
            )
        })
        .collect()
}

/// `name version` of what the notices name under a heading.
fn noticed(heading: &str) -> BTreeSet<String> {
    let notices = read("NOTICES.txt");
    let part = notices
        .split("\n======== ")
        .find_map(|part| part.strip_prefix(heading));
    let part = part.unwrap_or_else(|| panic!("NOTICES.txt has no part \"{heading}\": make notices"));
    part.lines()
        .filter_map(|line| line.strip_prefix("  · "))
        .map(str::to_owned)
        .collect()
}

/// Why this license will not do.
fn trouble(license: &str, allowed: &[Licensee]) -> Option<String> {
    // Old manifests write MIT/Apache-2.0.
    match Expression::parse_mode(license, ParseMode::LAX) {
        Err(error) => Some(format!(
            "\"{license}\" is no license expression: {}",
            error.reason
        )),
        Ok(expression) => expression
            .evaluate(|wanted| allowed.iter().any(|license| license.satisfies(wanted)))
            .not()
            .then(|| format!("{license} is not on the list")),
    }
}

fn licensees(names: &[String]) -> Vec<Licensee> {
    let parsed = names.iter().map(|name| Licensee::parse(name));
    parsed
        .map(|parsed| parsed.expect("deny.toml lists licenses by their SPDX names"))
        .collect()
}

fn troubles(packages: &[Licensed], allowed: &[String]) -> Vec<String> {
    let allowed = licensees(allowed);
    let told = |(name, version, license): &Licensed| {
        trouble(license, &allowed).map(|why| format!("{name} {version}: {why}"))
    };
    packages.iter().filter_map(told).collect()
}

#[test]
fn every_crate_has_a_license_that_deny_toml_allows() {
    let crates = crates();
    assert!(crates.len() > 100, "the packages were not read");
    let found = troubles(&crates, &allowed());
    assert!(found.is_empty(), "see deny.toml:\n{}", found.join("\n"));
}

#[test]
fn every_npm_package_in_the_page_has_a_license_that_deny_toml_allows() {
    let noticed = noticed("The page\n");
    let in_page: Vec<Licensed> = npm(true)
        .into_iter()
        .filter(|(name, version, _)| noticed.contains(&format!("{name} {version}")))
        .chain(npm(false))
        .collect();
    assert!(in_page.len() >= noticed.len(), "the packages were not read");
    let found = troubles(&in_page, &allowed());
    assert!(found.is_empty(), "see deny.toml:\n{}", found.join("\n"));
}

#[test]
fn a_license_that_is_not_on_the_list_is_found() {
    let package = |license: &str| ("x".to_owned(), "1.0.0".to_owned(), license.to_owned());
    let allowed = ["MIT", "Apache-2.0", "Unicode-3.0"].map(str::to_owned);
    for good in [
        "MIT",
        "MIT OR GPL-3.0-only",
        "MIT/Apache-2.0",
        "(MIT OR Apache-2.0) AND Unicode-3.0",
        "Apache-2.0 WITH LLVM-exception OR MIT",
    ] {
        assert_eq!(troubles(&[package(good)], &allowed), [""; 0], "{good}");
    }
    for bad in [
        "GPL-3.0-only",
        "MIT AND GPL-3.0-only",
        "Zlib",
        "",
        "as is",
        "UNLICENSED",
    ] {
        assert_eq!(troubles(&[package(bad)], &allowed).len(), 1, "{bad}");
    }
}

#[test]
fn both_tools_have_the_same_list_of_licenses() {
    let (deny, about) = (config("deny.toml"), config("about.toml"));
    assert_eq!(strings(&about["accepted"]), allowed());
    assert_eq!(about["targets"], deny["graph"]["targets"]);
}

#[test]
fn the_notices_name_every_crate_and_package_that_is_passed_on() {
    for (package, heading) in [
        ("bobbin-cli", "The program\n"),
        ("bobbin-python", "The Python package\n"),
    ] {
        the_notices_name_every_crate_of(package, heading);
    }
    let name = |(name, version, _): Licensed| format!("{name} {version}");
    let noticed_packages = noticed("The page\n");
    let in_page: BTreeSet<String> = npm(false).into_iter().map(name).collect();
    let missing: Vec<_> = in_page.difference(&noticed_packages).collect();
    assert!(
        missing.is_empty(),
        "make notices: NOTICES.txt does not name {missing:?}"
    );
    let locked: BTreeSet<String> = npm(true).into_iter().map(name).collect();
    let gone: Vec<_> = noticed_packages.difference(&locked).collect();
    assert!(
        gone.is_empty(),
        "make notices: NOTICES.txt names {gone:?}, which is gone"
    );
}

/// Every crate that becomes part of a package is named under a heading.
fn the_notices_name_every_crate_of(package: &str, heading: &str) {
    let tree = cargo(&[
        "tree",
        "--package",
        package,
        "--edges",
        "normal,no-proc-macro",
        "--prefix",
        "none",
        "--format",
        "{p}",
        "--target",
        &target(),
    ]);
    let in_program = tree
        .lines()
        .filter(|line| !line.starts_with("bobbin-"))
        .filter_map(|line| line.split_once(" v"))
        .map(|(name, version)| format!("{name} {}", version.split(' ').next().unwrap_or_default()));
    let in_program: BTreeSet<String> = in_program.collect();
    assert!(in_program.len() > 40, "the tree was not read");
    let noticed_crates = noticed(heading);
    let missing: Vec<_> = in_program.difference(&noticed_crates).collect();
    assert!(
        missing.is_empty(),
        "make notices: NOTICES.txt does not name {missing:?}"
    );
    let locked: BTreeSet<String> = crates()
        .into_iter()
        .map(|(name, version, _)| format!("{name} {version}"))
        .collect();
    let gone: Vec<_> = noticed_crates.difference(&locked).collect();
    assert!(
        gone.is_empty(),
        "make notices: NOTICES.txt names {gone:?}, which is gone"
    );
}
