//! A player's board: action spaces, yarn, patterns, items and requests.

use bobbin_arch_ravels::view::{BoardInfo, PatternInfo, RequestInfo};
use bobbin_arch_ravels::{Color, Item};
use ratatui::style::Style;

use super::{Shown, draw_yarn, item_words, yarn_style};
use crate::canvas::{Canvas, FAINT, Marks, STRONG};

impl Shown {
    pub(super) fn draw_board(&self, board: &BoardInfo, y: u16, canvas: &mut Canvas, marks: &Marks) -> u16 {
        let is_mine = board.seat == self.company.me();
        let tangled = if board.tangled { " · tangled" } else { "" };
        let arrow = if self.view.to_act.contains(board.seat) {
            "▸ "
        } else {
            ""
        };
        let head = format!(
            "{arrow}{}, {} · {}{tangled} ",
            self.who(board.seat),
            board.kind,
            board.score.total.words()
        );
        canvas.heading(y, &head);
        let seat = format!("seat:{}", board.seat);
        if marks.badge(&seat).is_some() {
            canvas.piece(marks, &seat, (0, y), &head, STRONG);
        }
        let mut y = Self::draw_spaces(board, y + 1, canvas, marks, is_mine);
        y = Self::draw_bowl(board, y, canvas, marks, is_mine);
        if is_mine {
            y = Self::draw_patterns(board, y, canvas, marks);
        }
        y = Self::draw_items(board, y, canvas, marks, is_mine);
        for request in &board.requests {
            Self::draw_request(request, y, canvas, marks, is_mine);
            y += 1;
        }
        let done: Vec<String> = board
            .finished_requests
            .iter()
            .map(|request| format!("{} {}", request.name, request.points))
            .chain(
                board
                    .finished_projects
                    .iter()
                    .map(|project| format!("{} {}", project.name, project.points)),
            )
            .collect();
        if !done.is_empty() {
            let most = canvas.width() - 1;
            canvas.cut(1, y, &format!("✓ {}", done.join(", ")), most, FAINT);
            y += 1;
        }
        y
    }

    /// The four action spaces, the marker before the one it stands on.
    fn draw_spaces(board: &BoardInfo, y: u16, canvas: &mut Canvas, marks: &Marks, is_mine: bool) -> u16 {
        let (mut x, mut y) = (1, y);
        for (number, allows) in (1..).zip(board.spaces) {
            let is_marked = board.marker == Some(number);
            let (open, close) = if is_marked { ("◆[", "]") } else { ("[", "]") };
            let words = format!("{open}{allows}{close}");
            if x + words.chars().count() as u16 + 2 > canvas.width() {
                (x, y) = (1, y + 1);
            }
            let piece = if is_mine {
                format!("action:{number}")
            } else {
                String::new()
            };
            let style = if is_marked { STRONG } else { Style::new() };
            x = canvas.piece(marks, &piece, (x, y), &words, style) + 1;
        }
        y + 1
    }

    fn draw_bowl(board: &BoardInfo, y: u16, canvas: &mut Canvas, marks: &Marks, is_mine: bool) -> u16 {
        let mut x = canvas.text(1, y, "bowl  ", FAINT);
        for color in Color::ALL {
            let count = board.bowl.count(color);
            let piece = if is_mine {
                format!("bowl:{color}")
            } else {
                String::new()
            };
            let words = format!("{}{count}", color.letter());
            let style = if count > 0 { yarn_style(color) } else { FAINT };
            x = canvas.piece(marks, &piece, (x, y), &words, style) + 1;
        }
        canvas.text(x, y, &format!("{} yarn", board.bowl.total()), FAINT);
        y + 1
    }

    fn draw_patterns(board: &BoardInfo, mut y: u16, canvas: &mut Canvas, marks: &Marks) -> u16 {
        canvas.text(1, y, "makes", FAINT);
        let mut x = 7;
        for pattern in &board.patterns {
            let width = pattern_width(pattern) + 4;
            if x > 7 && x + width > canvas.width() {
                (x, y) = (7, y + 1);
            }
            let piece = format!("pattern:{}", pattern.item);
            x = canvas.piece(marks, &piece, (x, y), item_words(pattern.item), Style::new());
            let tile = format!("tile:{}", pattern.item);
            if marks.badge(&tile).is_some() {
                x = canvas.piece(marks, &tile, (x + 1, y), "learn", Style::new());
            }
            x = match pattern.exact {
                Some(exact) => draw_yarn(canvas, (x + 1, y), exact),
                None => canvas.text(x + 1, y, &pattern.general, FAINT),
            };
            let learned = if pattern.learned { " ✓" } else { "" };
            x = canvas.text(x, y, learned, FAINT) + 2;
        }
        y + 1
    }

    fn draw_items(board: &BoardInfo, y: u16, canvas: &mut Canvas, marks: &Marks, is_mine: bool) -> u16 {
        let mut x = canvas.text(1, y, "has   ", FAINT);
        if board.items.total() == 0 {
            canvas.text(x, y, "no items", FAINT);
            return y + 1;
        }
        for item in Item::ALL {
            let count = board.items.count(item);
            if count > 0 {
                let piece = if is_mine {
                    format!("item:{item}")
                } else {
                    String::new()
                };
                let words = format!("{} ×{count}", item_words(item));
                x = canvas.piece(marks, &piece, (x, y), &words, Style::new()) + 2;
            }
        }
        y + 1
    }

    fn draw_request(request: &RequestInfo, y: u16, canvas: &mut Canvas, marks: &Marks, is_mine: bool) {
        let piece = if is_mine {
            format!("request:{}", request.id)
        } else {
            String::new()
        };
        let heart = if request.favorite { " ♥" } else { "" };
        let words = format!("☆ {} {}{heart}", request.points, request.name);
        let end = canvas.piece(marks, &piece, (1, y), &words, Style::new());
        let most = canvas.width().saturating_sub(end + 2);
        canvas.cut(end + 2, y, &request.cost_words, most, FAINT);
    }
}

fn pattern_width(pattern: &PatternInfo) -> u16 {
    let cost = pattern
        .exact
        .map_or(pattern.general.chars().count(), |exact| exact.len().into());
    (item_words(pattern.item).chars().count() + 1 + cost) as u16
}
