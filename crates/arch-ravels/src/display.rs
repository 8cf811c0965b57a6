//! The table as plain text, for the terminal and for playthroughs.

use std::fmt;

use bobbin_game::{Game, Seat, Viewer};

use crate::deck::{Card, bits};
use crate::patterns::Item;
use crate::state::{ArchRavels, BAZAAR, Phase, View};
use crate::yarn::Color;

/// The least width of a space of the bazaar.
const SPACE: usize = 18;

impl fmt::Display for View {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let table = &self.table;
        writeln!(f, "Arch Ravels · round {} · {}", table.round, step_words(table))?;
        writeln!(f, "\nYarn bazaar")?;
        let spaces: [String; BAZAAR] = std::array::from_fn(|space| space_words(table, space));
        let longest = spaces.iter().map(|words| words.chars().count()).max();
        let width = SPACE.max(longest.unwrap_or(0) + 2);
        for (row, spaces) in spaces.chunks(3).enumerate() {
            write!(f, "  ")?;
            for (column, words) in spaces.iter().enumerate() {
                let width = if column == 2 { 0 } else { width };
                write!(f, "{} {words:<width$}", 3 * row + column + 1)?;
            }
            writeln!(f)?;
        }
        writeln!(
            f,
            "  yarn deck {} ({} requests in it), discarded {}",
            table.deck.len(),
            table.deck.requests_left() + table.deck.aside_requests.count_ones(),
            table.deck.discard_size
        )?;
        writeln!(f, "\nProject list (deck {})", table.projects.deck)?;
        for (place, listed) in table.projects.list.iter().enumerate() {
            match listed {
                Some(project) => {
                    let card = &table.content().projects[usize::from(*project)];
                    writeln!(
                        f,
                        "  {} {:<18} {:>3}  {}",
                        place + 1,
                        card.name,
                        card.points,
                        card.items.words()
                    )?;
                }
                None => writeln!(f, "  {} –", place + 1)?,
            }
        }
        for seat in Seat::all(table.players()) {
            write_board(f, table, seat, self.viewer == Viewer::Seat(seat))?;
        }
        if let Some(outcome) = table.outcome() {
            writeln!(f, "\n{}", outcome.summary())?;
        }
        Ok(())
    }
}

/// Whose turn it is and how far it has come.
fn step_words(table: &ArchRavels) -> String {
    let step = match table.phase {
        Phase::Marker => "marker".to_owned(),
        Phase::Actions(turn) if turn.left.is_empty() => "actions done".to_owned(),
        Phase::Actions(turn) => format!("actions left: {}", turn.left),
        Phase::Resolving { space, .. } => format!("resolving space {}", space + 1),
        Phase::RestockActions => "restock actions".to_owned(),
        Phase::FinalCraft { crafter } => return format!("final craft of seat {crafter}"),
        Phase::Over => return "over".to_owned(),
    };
    format!("seat {} in turn · {step}", table.active)
}

fn space_words(table: &ArchRavels, space: usize) -> String {
    let content = table.content();
    let taken = matches!(table.phase, Phase::Actions(turn) if turn.taken >> space & 1 == 1);
    match table.bazaar[space] {
        None if taken => "(taken)".to_owned(),
        None => "(empty)".to_owned(),
        Some(Card::Yarn(kind)) => content.yarn[usize::from(kind)].face.to_string(),
        Some(Card::Event(event)) => format!("!{}", content.events[event as usize].name),
        Some(Card::Request(request)) => format!("?{}", content.requests[usize::from(request)].name),
    }
}

fn write_board(f: &mut fmt::Formatter<'_>, table: &ArchRavels, seat: Seat, own: bool) -> fmt::Result {
    let content = table.content();
    let board = table.board(seat);
    let character = content.character(board.character);
    let arrow = if table.to_act().contains(seat) { ">" } else { " " };
    let you = if own { " (you)" } else { "" };
    let tangled = if board.tangled { " · tangled" } else { "" };
    writeln!(
        f,
        "\n{arrow} Seat {seat}{you}: {}, {}, ♥ {} · {}{tangled}",
        character.name,
        character.kind,
        content.requests[usize::from(character.favorite)].name,
        table.sheet(seat).total.words()
    )?;
    write!(f, "    spaces  ")?;
    for (space, abilities) in table.spaces_of(seat).iter().enumerate() {
        let marked = board.marker == Some(space as u8);
        let (open, close) = if marked { ("[", "]") } else { ("", "") };
        write!(
            f,
            "{}{open}{abilities}{close}",
            if space > 0 { " | " } else { "" }
        )?;
    }
    write!(f, "\n    yarn    ")?;
    for color in Color::ALL {
        write!(f, "{color}{} ", board.bowl.count(color))?;
    }
    write!(f, "({})\n    pattern ", board.bowl.total())?;
    for item in Item::ALL {
        let pattern = match table.exact_pattern(seat, item) {
            Some(exact) => exact.to_string(),
            None => content.items[item.index()].pattern.to_string(),
        };
        write!(f, "{}{item} {pattern}", if item == Item::Hat { "" } else { ", " })?;
    }
    if board.items.total() > 0 {
        write!(f, "\n    items   {}", board.items.words())?;
    }
    let favorite = character.favorite;
    for (what, set) in [("to do", board.held), ("done", board.done)] {
        for request in bits(set) {
            let card = &content.requests[usize::from(request)];
            let heart = if request == favorite { " ♥" } else { "" };
            write!(
                f,
                "\n    {what:<7} {}{heart} ({}): {}",
                card.name,
                card.points,
                card.cost.words()
            )?;
        }
    }
    for project in bits(board.finished) {
        let card = &content.projects[usize::from(project)];
        write!(f, "\n    project {} ({})", card.name, card.points)?;
    }
    writeln!(f)
}
