//! `docs/your-own-game.md` quotes this crate.

use std::path::Path;

/// The lines of a text that say something, without their indentation.
fn lines(text: &str) -> Vec<&str> {
    text.lines()
        .map(str::trim)
        .filter(|line| !line.is_empty())
        .collect()
}

fn files(folder: &Path, out: &mut Vec<String>) {
    for entry in std::fs::read_dir(folder).expect("the folder can be read") {
        let path = entry.expect("the folder can be listed").path();
        if path.is_dir() {
            files(&path, out);
        } else if path.extension().is_some_and(|kind| kind == "rs" || kind == "md") {
            out.push(std::fs::read_to_string(&path).expect("a source is text"));
        }
    }
}

#[test]
fn the_guide_quotes_code_that_is_there() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let guide = std::fs::read_to_string(here.join("../../docs/your-own-game.md")).unwrap();
    let mut sources = Vec::new();
    files(here, &mut sources);
    let sources: Vec<Vec<&str>> = sources.iter().map(|text| lines(text)).collect();
    let mut blocks = 0;
    for block in guide.split("```").skip(1).step_by(2) {
        let (kind, quote) = block.split_once('\n').unwrap();
        let quotes: Vec<&str> = match kind {
            "rust" => vec![quote],
            // Clauses are quoted one by one.
            "markdown" => quote.split("\n\n").collect(),
            _ => continue,
        };
        for quote in quotes.iter().map(|quote| lines(quote)) {
            let found = |source: &Vec<&str>| source.windows(quote.len()).any(|window| *window == quote[..]);
            assert!(
                sources.iter().any(found),
                "{quote:#?} stands nowhere in {}",
                here.display()
            );
        }
        blocks += 1;
    }
    assert!(blocks >= 10, "the guide was not read");
}
