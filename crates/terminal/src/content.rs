//! Cards, boards and what else a game is played with, each with its facts and drawn.

mod arch_ravels;
mod circuitous;
mod knitting_circle;

use bobbin_arch_ravels::ArchRavelsContent;
use bobbin_circuitous::Decks;
use bobbin_game::{Content, ContentHash, Shelf};
use bobbin_knitting_circle::KnittingContent;
use ratatui::style::Style;

use crate::canvas::Canvas;

/// Something that a game is played with.
pub struct Article {
    /// What it is one of: "Cards", "Requests".
    pub section: &'static str,
    /// How it is asked for.
    pub id: String,
    /// Its facts, in a line.
    pub facts: String,
    drawing: Canvas,
}

impl Article {
    fn new(section: &'static str, id: impl Into<String>, facts: impl Into<String>) -> Article {
        Article {
            section,
            id: id.into(),
            facts: facts.into(),
            drawing: Canvas::new(WIDTH),
        }
    }

    /// With a drawing.
    fn drawn(mut self, draw: impl FnOnce(&mut Canvas)) -> Article {
        draw(&mut self.drawing);
        self
    }

    /// The drawing in lines, with colors as escape sequences. Empty if the facts tell it all.
    pub fn drawing(&self) -> String {
        let drawn = self.drawing.to_ansi();
        if drawn.trim().is_empty() {
            String::new()
        } else {
            drawn
        }
    }
}

/// Drawings are at most so wide.
const WIDTH: u16 = 76;

/// All that a game is played with: the house's content, or what was loaded under this hash. None if the terminal
/// knows nothing of this game's content.
pub fn articles(game: &str, hash: Option<ContentHash>) -> Option<Vec<Article>> {
    fn of<C: Content>(hash: Option<ContentHash>) -> Option<Shelf<C>> {
        match hash {
            Some(hash) => Shelf::find(&hash),
            None => Some(C::house()),
        }
    }
    match game {
        "circuitous" => of::<Decks>(hash).map(|decks| circuitous::articles(decks.get())),
        "knitting-circle" => {
            of::<KnittingContent>(hash).map(|content| knitting_circle::articles(content.get()))
        }
        "arch-ravels" => of::<ArchRavelsContent>(hash).map(|content| arch_ravels::articles(content.get())),
        _ => None,
    }
}

const PLAIN: Style = Style::new();

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_article_has_a_name_of_its_own_and_facts() {
        for (game, least) in [
            ("circuitous", 28),
            ("knitting-circle", 84 + 18 + 3 + 14),
            ("arch-ravels", 60),
        ] {
            let articles = articles(game, None).expect("a title");
            assert!(articles.len() >= least, "{game}: {}", articles.len());
            let ids: BTreeSet<&str> = articles.iter().map(|article| article.id.as_str()).collect();
            assert_eq!(ids.len(), articles.len(), "{game}");
            assert!(articles.iter().all(|article| !article.facts.is_empty()), "{game}");
        }
        assert!(articles("hearts", None).is_none());
    }
}
