//! A player's board: tiles, buttons and garments.

use bobbin_game::Points;
use bobbin_knitting_circle::{BoardView, Button, Color, GarmentView, Pattern, Space, Tile, Wish};
use ratatui::style::Style;

use super::{Shown, card_words, letters, stitch_mark, tile_text, yarn_style};
use crate::canvas::{Canvas, FAINT, Marks};
use crate::words::counted;

impl Shown {
    pub(super) fn draw_board(&self, board: &BoardView, y: u16, canvas: &mut Canvas, marks: &Marks) -> u16 {
        let is_mine = board.seat == self.company.me();
        let first = if self.view.first == board.seat {
            " · first"
        } else {
            ""
        };
        let points = Points::whole(board.score.total()).words();
        let done = if self.view.finished.contains(board.seat) {
            " · done"
        } else {
            ""
        };
        let needles = counted(board.needles.into(), "free needle");
        let name = self.company.label(board.seat);
        canvas.heading(y, &format!("{name} · {points}{first} · {needles}{done}"));
        let mut y = self.draw_tiles(board, y + 1, canvas, marks, is_mine);
        y = self.draw_buttons(board, y, canvas, marks, is_mine);
        if let Some(offer) = &board.offer {
            let words = format!("drew {} of {}", offer.count, super::garment_words(offer.garment));
            canvas.text(1, y, &words, FAINT);
            y += 1;
            for offered in &offer.cards {
                let piece = format!("card:{}", offered.card);
                let bonuses: Vec<String> = self
                    .content()
                    .bonuses(offered.card)
                    .iter()
                    .map(ToString::to_string)
                    .collect();
                let words = format!(
                    "{}: {}",
                    card_words(&offered.card.to_string()),
                    bonuses.join(", ")
                );
                canvas.piece(marks, &piece, (3, y), &words, Style::new());
                y += 1;
            }
        }
        for garment in &board.in_progress {
            y = self.draw_garment(garment, y, canvas, marks, is_mine);
        }
        if is_mine {
            for garment in &board.completed {
                y = self.draw_completed(garment, y, canvas);
            }
        } else if !board.completed.is_empty() {
            let done: Vec<String> = board.completed.iter().map(short).collect();
            let most = canvas.width() - 1;
            canvas.cut(1, y, &format!("completed {}", done.join(", ")), most, FAINT);
            y += 1;
        }
        y
    }

    /// The tiles that can be used, those of a kind together.
    fn draw_tiles(
        &self,
        board: &BoardView,
        y: u16,
        canvas: &mut Canvas,
        marks: &Marks,
        is_mine: bool,
    ) -> u16 {
        let mut tiles: Vec<(Tile, usize)> = Vec::new();
        let bowl = board.bowl.iter().map(|color| Tile::in_bowl(*color));
        for tile in board.drafted.iter().copied().chain(bowl) {
            match tiles.iter_mut().find(|(known, _)| *known == tile) {
                Some((_, count)) => *count += 1,
                None => tiles.push((tile, 1)),
            }
        }
        let (mut x, mut y) = (1, y);
        if is_mine && self.view.phase == "retaining" {
            x = canvas.text(x, y, "keep ", FAINT);
            for color in Color::ALL {
                let of_color = tiles.iter().filter(|(tile, _)| tile.color() == color);
                let count: usize = of_color.map(|(_, count)| count).sum();
                if count > 0 {
                    let piece = format!("retain:{color}");
                    x = canvas.piece(marks, &piece, (x, y), &letters(color), yarn_style(color));
                    x = canvas.text(x, y, &format!("×{count} "), FAINT);
                }
            }
            return y + 1;
        }
        let mut in_bowl = false;
        x = canvas.text(x, y, "tiles ", FAINT);
        for (tile, count) in tiles {
            if tile.side().is_none() && !in_bowl {
                in_bowl = true;
                x = canvas.text(x, y, "bowl ", FAINT);
            }
            let piece = if is_mine {
                format!("tile:{tile}")
            } else {
                String::new()
            };
            if x + 9 > canvas.width() {
                (x, y) = (7, y + 1);
            }
            x = canvas.piece(marks, &piece, (x, y), &tile_text(tile), yarn_style(tile.color()));
            let copies = if count > 1 {
                format!("×{count} ")
            } else {
                " ".to_owned()
            };
            x = canvas.text(x, y, &copies, FAINT);
        }
        let paw = if is_mine { "paw" } else { "" };
        if x + 12 > canvas.width() {
            (x, y) = (1, y + 1);
        }
        canvas.piece(
            marks,
            paw,
            (x + 1, y),
            &counted(board.paws.into(), "paw"),
            Style::new(),
        );
        y + 1
    }

    fn draw_buttons(
        &self,
        board: &BoardView,
        y: u16,
        canvas: &mut Canvas,
        marks: &Marks,
        is_mine: bool,
    ) -> u16 {
        let (mut x, mut y) = (canvas.text(1, y, "buttons ", FAINT), y);
        for button in board.workspace.values().flat_map(|slots| slots.0).flatten() {
            let words = self.button_text(button);
            if x + words.chars().count() as u16 + 3 > canvas.width() {
                (x, y) = (9, y + 1);
            }
            let piece = if is_mine {
                format!("button:{button}")
            } else {
                String::new()
            };
            x = canvas.piece(marks, &piece, (x, y), &words, Style::new()) + 1;
        }
        y + 1
    }

    /// What a button asks for and brings: `(Te+Pu 3)`.
    pub(crate) fn button_text(&self, button: Button) -> String {
        let kind = self.content().button(button);
        let wish = match kind.wish {
            Wish::Colors(colors) => colors.iter().map(letters).collect::<Vec<_>>().join("+"),
            Wish::Pattern(pattern) => pattern.name().to_owned(),
            Wish::Garment(garment) => super::garment_words(garment),
        };
        format!("({wish} {})", kind.points)
    }

    /// A garment on a needle: its tiles, then the spaces that are open.
    fn draw_garment(
        &self,
        garment: &GarmentView,
        y: u16,
        canvas: &mut Canvas,
        marks: &Marks,
        is_mine: bool,
    ) -> u16 {
        let ladder = self.content().garment(garment.card.garment());
        let piece = if is_mine {
            format!("garment:{}", garment.card)
        } else {
            String::new()
        };
        let words = card_words(&garment.card.to_string());
        let mut x = canvas.piece(marks, &piece, (1, y), &words, Style::new());
        x = canvas.text(x, y, " ", FAINT).max(14);
        for (place, space) in ladder.spaces.iter().enumerate() {
            x = match garment.tiles.get(place) {
                Some(color) => canvas.text(x, y, &letters(*color), yarn_style(*color)) + 1,
                None => canvas.text(x, y, &space_text(*space), Style::new()) + 1,
            };
            if place + 1 == usize::from(ladder.mandatory) {
                x = canvas.text(x, y, "│", FAINT) + 1;
            }
        }
        let mut words: Vec<String> = Vec::new();
        match garment.pattern {
            Some(pattern) => words.push(pattern.name().to_owned()),
            None if garment.tiles.len() > 2 => words.push("no pattern".to_owned()),
            None => {}
        }
        let can = garment.reachable.iter().map(|prospect| prospect.pattern.name());
        let can: Vec<&str> = can
            .filter(|name| garment.pattern.map(Pattern::name) != Some(name))
            .collect();
        if !can.is_empty() && can.len() < 4 {
            words.push(format!("can be {}", can.join(", ")));
        }
        let bonuses = self.content().bonuses(garment.card);
        words.push(
            bonuses
                .iter()
                .map(ToString::to_string)
                .collect::<Vec<_>>()
                .join(", "),
        );
        let needle = if is_mine {
            format!("needle:{}", garment.card)
        } else {
            String::new()
        };
        let mut x = 3;
        if marks.badge(&needle).is_some() {
            x = canvas.piece(marks, &needle, (x, y + 1), "complete", Style::new()) + 1;
        }
        let most = canvas.width().saturating_sub(x);
        canvas.cut(x, y + 1, &words.join(" · "), most, FAINT);
        y + 2
    }

    fn draw_completed(&self, garment: &GarmentView, y: u16, canvas: &mut Canvas) -> u16 {
        let mut x = canvas.text(
            1,
            y,
            &format!("✓ {} ", card_words(&garment.card.to_string())),
            FAINT,
        );
        for color in &garment.tiles {
            x = canvas.text(x, y, &letters(*color), yarn_style(*color));
        }
        let most = canvas.width().saturating_sub(x + 1);
        let mut words = format!(
            "{} · {}",
            garment.points,
            garment.pattern.map_or("ugly", Pattern::name)
        );
        for button in &garment.buttons {
            words.push(' ');
            words.push_str(&self.button_text(*button));
        }
        canvas.cut(x + 1, y, &words, most, FAINT);
        y + 1
    }
}

/// `mittens 7 (5)`
fn short(garment: &GarmentView) -> String {
    format!("{} ({})", card_words(&garment.card.to_string()), garment.points)
}

/// An open space: its side, its points and what it gives: `v5+paw`.
pub(crate) fn space_text(space: Space) -> String {
    let points = match space.points {
        0 => String::new(),
        points => points.to_string(),
    };
    let gives = space.gives.map_or_else(String::new, |gift| format!("+{gift}"));
    format!("{}{points}{gives}", stitch_mark(space.stitch))
}
