//! A whole game printed, view by view: for golden files that show what changed when rules or views do.

use std::fmt::Write as _;

use bobbin_game::{Event as _, Game, Match, Names, SearchChance, Seed, Setup as _, Viewer, random_seat};

use crate::Player;

/// Plays a random game and prints it: every view in full at the start, then for each action what each viewer was
/// told and the lines of its view that changed, then the outcome and the record.
///
/// # Panics
/// If the game refuses a legal action.
pub fn playthrough<G: Game>(setup: &G::Setup, seed: &str) -> String {
    playthrough_by::<G>(setup, seed, &|state, seat, random| {
        state.random_action(seat, random, &mut Vec::new())
    })
}

/// The same for a game that this player plays.
///
/// # Panics
/// If the game refuses an action of the player.
pub fn playthrough_by<G: Game>(setup: &G::Setup, seed: &str, player: Player<'_, G>) -> String {
    let mut random = SearchChance::new(u64::from_le_bytes(
        Seed::named(seed).0[..8]
            .try_into()
            .expect("eight bytes are eight bytes"),
    ));
    let mut game: Match<G> = Match::start(setup.clone(), Seed::named(seed));
    let viewers: Vec<Viewer> = Viewer::all(setup.players()).collect();
    let text = |game: &Match<G>, viewer| game.state().view(viewer).to_string();
    let mut out = String::new();
    let mut shown: Vec<String> = viewers.iter().map(|&viewer| text(&game, viewer)).collect();
    for (viewer, view) in viewers.iter().zip(&shown) {
        let _ = writeln!(out, "=== as {viewer} sees it\n{}", view.trim_end());
    }
    while let Some(seat) = random_seat(game.state().to_act(), &mut random) {
        let action = player(game.state(), seat, &mut random);
        let prompt = G::prompt(&game.state().view(Viewer::Seat(seat)));
        game.play(seat, action).expect("a legal action is accepted");
        let _ = writeln!(
            out,
            "\n--- {} seat {seat}: {action}   ({})",
            game.version() - 1,
            prompt.text
        );
        let standing = game.standing().last().expect("an action was just played");
        let names = game.names();
        for (viewer, before) in viewers.iter().zip(&mut shown) {
            for event in Match::events_for(standing, *viewer) {
                let _ = writeln!(out, "{viewer:>10} | {}", event.words().in_full(&Names(&names)));
            }
            let after = text(&game, *viewer);
            changed_lines(&mut out, *viewer, before, &after);
            *before = after;
        }
    }
    let outcome = game
        .state()
        .outcome()
        .expect("nobody is to act once the game is over");
    let _ = writeln!(out, "\n=== {}", outcome.summary());
    for (seat, sheet) in outcome.sheets.iter().enumerate() {
        let lines: Vec<String> = sheet
            .lines
            .iter()
            .map(|line| format!("{} {}", line.name, line.points))
            .collect();
        let _ = writeln!(out, "seat {seat}: {} = {}", lines.join(", "), sheet.total);
    }
    if let Some(decided_by) = outcome.decided_by {
        let _ = writeln!(out, "decided by: {decided_by}");
    }
    let _ = write!(out, "\n{}", game.record());
    out
}

/// The lines that are new in `after`, each once, in order.
fn changed_lines(out: &mut String, viewer: Viewer, before: &str, after: &str) {
    let old: Vec<&str> = before.lines().collect();
    for line in after
        .lines()
        .filter(|line| !line.trim().is_empty() && !old.contains(line))
    {
        let _ = writeln!(out, "{viewer:>10} > {}", line.trim_end());
    }
}

/// So many lines are shown as they are, at the beginning and at the end.
const SHOWN: (usize, usize) = (90, 25);
/// So many lines have a digest.
const CHUNK: usize = 40;

/// A playthrough that people can read in review: its beginning and its end, and between them a digest for every forty
/// lines, so that the first one that differs says where a change begins. With `BOBBIN_PLAYTHROUGHS` in the environment,
/// a folder, the whole text is written there under `name`.
///
/// # Panics
/// If the whole text cannot be written.
pub fn abridged(name: &str, playthrough: &str) -> String {
    if let Ok(folder) = std::env::var("BOBBIN_PLAYTHROUGHS") {
        let file = std::path::Path::new(&folder).join(format!("{name}.txt"));
        std::fs::write(file, playthrough).expect("the folder is there");
    }
    let lines: Vec<&str> = playthrough.lines().collect();
    let (first, last) = SHOWN;
    if lines.len() <= first + last {
        return playthrough.to_owned();
    }
    let (beginning, rest) = lines.split_at(first);
    let (middle, end) = rest.split_at(rest.len() - last);
    let mut out = beginning.join("\n");
    let _ = write!(
        out,
        "\n\n… {} lines, a digest for each {CHUNK} of them",
        middle.len()
    );
    for (place, chunk) in middle.chunks(CHUNK).enumerate() {
        out.push_str(if place % 8 == 0 { "\n" } else { " " });
        for byte in &Seed::named(&chunk.join("\n")).0[..4] {
            let _ = write!(out, "{byte:02x}");
        }
    }
    out + "\n\n" + &end.join("\n")
}

#[cfg(test)]
mod tests {
    use super::abridged;

    #[test]
    fn whatever_changes_in_a_playthrough_changes_what_is_shown_of_it() {
        let text: Vec<String> = (0..500).map(|line| format!("line {line}")).collect();
        let short = abridged("numbers", &text.join("\n"));
        assert!(short.lines().count() < 130, "{short}");
        for line in [0, 89, 90, 250, 474, 475, 499] {
            let mut other = text.clone();
            other[line].push('!');
            assert_ne!(abridged("numbers", &other.join("\n")), short, "line {line}");
        }
    }
}
