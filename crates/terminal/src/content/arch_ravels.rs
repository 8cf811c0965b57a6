//! The characters, cards and patterns of Arch Ravels.

use bobbin_arch_ravels::{ArchRavelsContent, Character, Cost, Difficulty, Item, RequestCard};

use super::{Article, PLAIN};
use crate::canvas::{Canvas, FAINT, STRONG};
use crate::titles::arch_ravels::{draw_face, draw_yarn};

pub(super) fn articles(content: &ArchRavelsContent) -> Vec<Article> {
    let mut articles: Vec<Article> = Vec::new();
    for character in &content.characters {
        articles.push(board(character, content));
    }
    for (item, facts) in Item::ALL.into_iter().zip(&content.items) {
        let words = format!(
            "{} from {}, {} at the end{}",
            facts.name,
            Cost::Rule(facts.pattern).words(),
            facts.points.words(),
            if facts.tiles.is_empty() {
                String::new()
            } else {
                format!(", {} when learned", facts.learned.words())
            }
        );
        articles.push(Article::new("Items", item.id(), words).drawn(|canvas| {
            let mut x = 2;
            for tile in &facts.tiles {
                x = draw_yarn(canvas, (x, 0), *tile) + 2;
            }
        }));
    }
    for card in &content.yarn {
        let facts = format!("{}, {} of them", card.face.words(), card.copies);
        articles.push(
            Article::new("Yarn cards", card.face.to_string(), facts).drawn(|canvas| {
                frame(canvas, 8);
                draw_face(canvas, (4, 1), card.face);
            }),
        );
    }
    for event in &content.events {
        let facts = format!("{}, {} of them", event.name, event.copies);
        articles.push(
            Article::new("Events", event.id.id(), facts).drawn(|canvas| named(canvas, &event.name, "event")),
        );
    }
    articles.extend(content.requests.iter().map(request));
    for project in &content.projects {
        let facts = format!(
            "{}: {}, {}",
            project.name,
            project.items.words(),
            project.points.words()
        );
        articles.push(
            Article::new("Projects", format!("project-{}", project.id), facts).drawn(|canvas| {
                named(canvas, &project.name, &project.items.words());
                canvas.text(4, 3, &project.points.words(), STRONG);
            }),
        );
    }
    articles
}

fn board(character: &Character, content: &ArchRavelsContent) -> Article {
    let favorite = content.requests.get(usize::from(character.favorite));
    let favorite = favorite.map_or("", |request| request.name.as_str());
    let hard = character.difficulty.map(Difficulty::word);
    let hard = hard.map_or(String::new(), |word| format!(", {word} to win with"));
    let facts = format!(
        "{}, {}, favorite {favorite}{hard}",
        character.name, character.kind
    );
    Article::new("Boards", character.id.id(), facts).drawn(|canvas| {
        for (y, spaces) in [(0, &character.spaces), (1, &character.balanced)] {
            let mut x = canvas.text(2, y, if y == 0 { "printed  " } else { "balanced " }, FAINT);
            for space in spaces {
                x = canvas.text(x, y, &format!("[{space}] "), PLAIN);
            }
        }
    })
}

fn request(request: &RequestCard) -> Article {
    let cost = request.cost.words();
    let facts = format!("{}: {cost}, {}", request.name, request.points.words());
    Article::new("Special requests", &request.id, facts).drawn(|canvas| {
        named(canvas, &request.name, &cost);
        canvas.text(4, 3, &request.points.words(), STRONG);
    })
}

fn named(canvas: &mut Canvas, name: &str, below: &str) {
    let width = name.chars().count().max(below.chars().count()).max(10) as u16 + 4;
    canvas.frame(ratatui::layout::Rect::new(2, 0, width, 5), FAINT);
    canvas.text(4, 1, name, STRONG);
    canvas.text(4, 2, below, PLAIN);
}

fn frame(canvas: &mut Canvas, width: u16) {
    canvas.frame(ratatui::layout::Rect::new(2, 0, width, 3), FAINT);
}
