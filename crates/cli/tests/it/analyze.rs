//! `bobbin analyze`

use crate::{Place, whole_game};

#[test]
fn a_finished_game_is_looked_into_and_equal_records_give_equal_reports() {
    let place = Place::new();
    whole_game(&place);
    let report = place.run("analyze whole.record --effort 1 --threads 1").good();
    assert!(
        report.starts_with("Hearts, ") && report.contains(" actions\n\nPoints\n"),
        "{report}"
    );
    assert!(report.contains("The moments that mattered"), "{report}");
    let again = place.run("analyze whole.record --effort 1 --threads 2").good();
    assert_eq!(report, again);
    let json = place.run("analyze whole.record --effort 1 --json").good();
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    for player in json["players"].as_array().unwrap() {
        let part = |name: &str| player["points"][name].as_f64().unwrap();
        let sum = part("start") + part("luck") + part("own") + part("others");
        assert!((sum - part("result")).abs() < 1e-9, "{player}");
    }
}

#[test]
fn what_cannot_be_looked_into_is_told() {
    let place = Place::new();
    let record = whole_game(&place);
    place.write("forged.record", &record.replacen("\n0 0 pass", "\n0 0 castle", 1));
    let forged = place.run("analyze forged.record");
    assert_ne!(forged.code, 0);
    assert!(forged.err.contains("forged.record:"), "{}", forged.err);
    assert!(forged.err.contains("castle"), "{}", forged.err);
    let missing = place.run("analyze nothing.record");
    assert!(
        missing.err.contains("cannot read nothing.record"),
        "{}",
        missing.err
    );
}
