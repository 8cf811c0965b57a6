//! `bobbin bench`

use crate::run;

#[test]
fn the_figures_are_there_and_agree_with_each_other() {
    let json: serde_json::Value =
        serde_json::from_str(&run("bench hearts --seconds 0.05 --json").good()).unwrap();
    assert_eq!(json["game"], "hearts");
    assert_eq!(json["setup"]["players"], "4");
    assert!(json["state_bytes"].as_u64().unwrap() > 0);
    let ways = json["measured"].as_array().unwrap();
    assert_eq!(ways.len(), 2);
    for way in ways {
        let figure = |key: &str| way[key].as_f64().unwrap();
        assert!(figure("playouts") > 0.0 && figure("seconds") >= 0.05);
        let product = figure("actions_per_second") * figure("nanoseconds_per_action");
        assert!((product - 1e9).abs() < 1e3, "{way}");
        let per_playout = figure("actions") / figure("playouts");
        assert!(
            (per_playout - figure("actions_per_playout")).abs() < 1e-6,
            "{way}"
        );
    }
}

#[test]
fn the_search_is_measured_where_that_is_asked_for() {
    let json: serde_json::Value =
        serde_json::from_str(&run("bench hearts --seconds 0.05 --search --json").good()).unwrap();
    let figure = |key: &str| json["search"][key].as_f64().unwrap();
    assert!(figure("iterations") >= 1000.0 && figure("iterations_per_second") > 0.0);
    assert!((0.0..1.0).contains(&figure("share_of_tree")));
}

#[test]
fn fixed_work_is_the_same_every_time() {
    let work = || {
        let out = run("bench hearts --actions 1000 --set pass=none --json").good();
        let json: serde_json::Value = serde_json::from_str(&out).unwrap();
        let measured = json["measured"].as_array().unwrap();
        assert_eq!(measured.len(), 1);
        (measured[0]["playouts"].clone(), measured[0]["actions"].clone())
    };
    assert_eq!(work(), work());
    assert_eq!(work().1, 1040, "whole games of 52 actions");
}

#[test]
fn the_table_reads_well() {
    let out = run("bench hearts --actions 1000 --set pass=none").good();
    let names: Vec<&str> = out
        .lines()
        .filter_map(|line| line.split("  ").find(|part| !part.is_empty()))
        .collect();
    assert_eq!(
        names[..7],
        [
            "hearts",
            "state",
            "actions a playout",
            "sampled",
            "playouts/s",
            "actions/s",
            "ns per action"
        ]
    );
}

#[test]
fn wrong_setups_are_told() {
    assert_eq!(
        run("bench hearts --players 5").error(),
        "error: option players cannot be 5: expected one of 4\n"
    );
    assert_eq!(
        run("bench hearts --set moon").error(),
        "error: \"moon\" is no option: expected key=value\n"
    );
    assert!(
        run("bench hearts --seconds 0")
            .error()
            .contains("expected seconds from 0.01 to 3600")
    );
}
