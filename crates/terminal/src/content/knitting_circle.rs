//! The cards, buttons and boards of Knitting Circle.

use bobbin_game::Points;
use bobbin_knitting_circle::{Board, ButtonKind, ButtonType, GarmentTable, KnittingContent, Scenario, Wish};

use super::{Article, PLAIN};
use crate::canvas::{Canvas, FAINT, STRONG};
use crate::titles::knitting_circle::{garment_words, letters, space_text, stitch_mark, yarn_style};

pub(super) fn articles(content: &KnittingContent) -> Vec<Article> {
    let mut articles: Vec<Article> = Vec::new();
    for garment in &content.garments {
        articles.push(deck(garment));
    }
    for garment in &content.garments {
        for (number, bonuses) in (1..).zip(&garment.cards) {
            let bonuses: Vec<String> = bonuses.iter().map(ToString::to_string).collect();
            let facts = bonuses.join(", ");
            let card = Article::new(
                "Garment cards",
                format!("{}-{number:02}", garment.garment),
                &facts,
            );
            articles.push(card.drawn(|canvas| {
                draw_ladder(garment, canvas);
                canvas.text(2, 4, &facts, PLAIN);
            }));
        }
    }
    for (shape, pile) in ButtonType::ALL.into_iter().zip(&content.buttons) {
        for (number, kind) in (1..).zip(&pile.kinds) {
            articles.push(button(shape, number, *kind));
        }
    }
    for request in &content.requests {
        let points = Points::whole(request.points.into()).words();
        articles.push(Article::new(
            "Requests",
            &request.id,
            format!("{} ({points})", request.wants),
        ));
    }
    articles.extend(content.boards.iter().map(board));
    for (number, scenario) in (1..).zip(&content.scenarios) {
        articles.push(scenario_article(number, scenario, content));
    }
    for achievement in &content.achievements {
        let wants: Vec<String> = achievement.wants.iter().map(ToString::to_string).collect();
        let facts = format!("{}: {}", achievement.name, wants.join(", "));
        articles.push(Article::new(
            "Achievements",
            format!("achievement-{}", achievement.id),
            facts,
        ));
    }
    for tier in &content.tiers {
        let facts = format!("from {} points on {}", tier.from, tier.title);
        articles.push(Article::new("Solo titles", format!("title-{}", tier.from), facts));
    }
    articles
}

fn deck(garment: &GarmentTable) -> Article {
    let facts = format!(
        "{} cards, costs a {} tile, complete with {} of {} spaces",
        garment.cards.len(),
        garment.color,
        garment.mandatory,
        garment.spaces.len()
    );
    Article::new("Garments", garment.garment.name(), facts).drawn(|canvas| draw_ladder(garment, canvas))
}

/// The spaces of a garment from top to bottom, here from left to right.
fn draw_ladder(garment: &GarmentTable, canvas: &mut Canvas) {
    canvas.text(2, 0, &garment_words(garment.garment), STRONG);
    canvas.text(
        16,
        0,
        &format!(" {} ", letters(garment.color)),
        yarn_style(garment.color),
    );
    let mut x = 2;
    for (place, space) in garment.spaces.iter().enumerate() {
        let words = format!("│ {} ", space_text(*space));
        let width = words.chars().count() as u16;
        let begins = place == 0 || place == usize::from(garment.mandatory);
        let corners = if begins { ["╭", "╰"] } else { ["┬", "┴"] };
        for (y, corner) in [1, 3].into_iter().zip(corners) {
            let line = "─".repeat(usize::from(width) - 1);
            canvas.text(x, y, &format!("{corner}{line}"), FAINT);
        }
        canvas.text(x, 2, &words, PLAIN);
        x += width;
        if place + 1 == usize::from(garment.mandatory) {
            canvas.text(x, 1, "┃", STRONG);
            canvas.text(x, 2, "┃", STRONG);
            canvas.text(x, 3, "┃", STRONG);
            x += 1;
        }
    }
    canvas.text(x, 1, "╮", FAINT);
    canvas.text(x, 2, "│", FAINT);
    canvas.text(x, 3, "╯", FAINT);
}

fn button(shape: ButtonType, number: u8, kind: ButtonKind) -> Article {
    let id = format!("{shape}-{number:02}");
    let face = kind.face().to_string();
    let facts = format!("{}, {} of them", face.trim_start_matches("the "), kind.count);
    Article::new("Buttons", id, facts).drawn(|canvas| {
        let mut x = 4;
        match kind.wish {
            Wish::Colors(colors) => {
                for color in colors.iter() {
                    x = canvas.text(x, 1, &letters(color), yarn_style(color)) + 1;
                }
            }
            Wish::Pattern(pattern) => x = canvas.text(x, 1, pattern.name(), PLAIN) + 1,
            Wish::Garment(garment) => x = canvas.text(x, 1, &garment_words(garment), PLAIN) + 1,
        }
        let end = canvas.text(x, 1, &kind.points.to_string(), STRONG);
        let inside = usize::from(end) - 2;
        canvas.text(2, 0, &format!("╭{}╮", " ".repeat(inside)), FAINT);
        canvas.text(2, 2, &format!("╰{}╯", " ".repeat(inside)), FAINT);
    })
}

fn board(board: &Board) -> Article {
    let facts = format!(
        "The circle for {} cats: {} spaces",
        board.cats,
        board.spaces.len()
    );
    Article::new("Boards", format!("board-{}", board.cats), facts).drawn(|canvas| {
        let columns = (board.spaces.len() - 2) / 2;
        for (space, stitch) in board.spaces.iter().enumerate() {
            let (column, row) = match space {
                space if space < columns => (space, 0),
                space if space == columns => (columns - 1, 1),
                space if space <= 2 * columns => (2 * columns - space, 2),
                _ => (0, 1),
            };
            let star = if space == 0 { "★" } else { "" };
            let cat = if board.starts.contains(&(space as u8)) {
                " cat"
            } else {
                ""
            };
            let words = format!("{space}{} {stitch}{cat}{star}", stitch_mark(*stitch));
            canvas.text(2 + 13 * column as u16, 2 * row, &words, PLAIN);
        }
    })
}

fn scenario_article(number: u8, scenario: &Scenario, content: &KnittingContent) -> Article {
    let goals: Vec<&str> = scenario.goals().map(|(words, _)| words).collect();
    let facts = format!("{}: {}", scenario.name, goals.join(", "));
    Article::new("Scenarios", format!("scenario-{number}"), facts).drawn(|canvas| {
        let mut y = 0;
        for goal in &goals {
            canvas.text(2, y, &format!("☐ {goal}"), PLAIN);
            y += 1;
        }
        for request in scenario.requests {
            if let Some(card) = content.requests.get(usize::from(request)) {
                let words = format!("request: {} ({})", card.wants, card.points);
                canvas.text(2, y, &words, FAINT);
                y += 1;
            }
        }
    })
}
