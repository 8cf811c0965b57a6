use bobbin_circuitous::Circuitous;
use bobbin_game::rulebook::is_clause_number;
use bobbin_game::{Game, Rulebook};

#[test]
fn every_clause_is_shown_by_a_test() {
    let sources = [
        include_str!("abilities.rs"),
        include_str!("brute_force.rs"),
        include_str!("decks.rs"),
        include_str!("ending.rs"),
        include_str!("geometry.rs"),
        include_str!("placing.rs"),
        include_str!("proof.rs"),
        include_str!("set_up.rs"),
        include_str!("turns.rs"),
    ];
    let lines = sources.iter().flat_map(|source| source.lines());
    let cited: Vec<&str> = lines
        .filter_map(|line| line.trim().strip_prefix("/// "))
        .filter_map(|line| line.split_once(':').map(|(numbers, _)| numbers))
        .flat_map(|numbers| numbers.split(", "))
        .filter(|number| is_clause_number(number))
        .collect();
    let rules = Rulebook::parse(Circuitous::RULES).unwrap();
    for clause in &rules.clauses {
        assert!(
            cited.contains(&clause.number.as_str()),
            "no test shows clause {}",
            clause.number
        );
    }
    for number in cited {
        assert!(
            rules.clause(number).is_some(),
            "a test cites clause {number}, which is none"
        );
    }
}
