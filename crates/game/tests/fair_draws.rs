//! The draws of a match can be recomputed by anyone: an implementation in another language agrees with ours.

use std::process::Command;

use bobbin_game::{Chance, MatchChance, Seed, Stream};

#[test]
fn a_program_of_thirty_lines_of_python_draws_the_same() {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/fair_draws.py");
    let seed = Seed::named("fair");
    for (name, stream, bound) in [
        ("fair", 0, 52),
        ("fair", 7, 3),
        (&*seed.to_string(), 4_000_000_000, 4_294_967_295),
    ] {
        let arguments = [name, &stream.to_string(), "200", &bound.to_string()];
        let output = Command::new("python3")
            .arg(script)
            .args(arguments)
            .output()
            .expect("python3 is installed");
        assert!(
            output.status.success(),
            "{}",
            String::from_utf8_lossy(&output.stderr)
        );
        let mut chance = MatchChance::new(seed);
        let ours: Vec<String> = (0..200)
            .map(|_| chance.draw(Stream(stream), bound).to_string())
            .collect();
        let expected = format!("commitment {}\ndraws {}\n", seed.commitment(), ours.join(" "));
        assert_eq!(String::from_utf8_lossy(&output.stdout), expected);
    }
}
