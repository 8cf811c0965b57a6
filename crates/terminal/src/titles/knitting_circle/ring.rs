//! The circle of spaces, laid out around its center.

use bobbin_knitting_circle::{Color, SpaceView};
use ratatui::style::{Color as Ink, Modifier, Style};

use super::{Shown, letters, stitch_mark, yarn_style};
use crate::canvas::{Canvas, FAINT, Marks};

/// The lines of a space: its head and its two slots.
const LINES: u16 = 3;
const HEAD: Style = Style::new().fg(Ink::Indexed(250)).bg(Ink::Indexed(237));
const IN_REACH: Style = Style::new()
    .fg(Ink::Indexed(231))
    .bg(Ink::Indexed(240))
    .add_modifier(Modifier::BOLD);

impl Shown {
    /// The spaces clockwise from the star: three rows, the center in the middle of the second.
    pub(super) fn draw_ring(&self, y: u16, canvas: &mut Canvas, marks: &Marks) -> u16 {
        canvas.heading(y, "Circle");
        let spaces = self.view.circle.len();
        let columns = (spaces.saturating_sub(2) / 2).max(1);
        let width = canvas.width() / columns as u16;
        let place = |space: usize| match space {
            space if space < columns => (space, 0),
            space if space == columns => (columns - 1, 1),
            space if space <= 2 * columns => (2 * columns - space, 2),
            _ => (0, 1),
        };
        for (number, space) in self.view.circle.iter().enumerate() {
            let (column, row) = place(number);
            let at = (column as u16 * width, y + 1 + row * LINES);
            self.draw_space(number, space, at, (width, row), canvas, marks);
        }
        self.draw_center((width + 1, y + 1 + LINES), canvas, marks);
        y + 1 + 3 * LINES
    }

    fn draw_space(
        &self,
        number: usize,
        space: &SpaceView,
        (x, y): (u16, u16),
        (width, row): (u16, u16),
        canvas: &mut Canvas,
        marks: &Marks,
    ) {
        let star = if number == 0 { "★" } else { "" };
        let cat = space.cat.map_or(String::new(), |cat| self.cat_words(cat));
        let room = usize::from(width.saturating_sub(1));
        let head = format!("{number}{} {star}{cat}", stitch_mark(space.stitch));
        let style = if space.in_reach { IN_REACH } else { HEAD };
        let head = crate::canvas::shortened(&head, room);
        canvas.text(x, y, &format!("{head:room$}"), style);
        // The slot that is nearer to the middle of the screen is the inner one.
        let slots = match row {
            2 => [("inner", space.inner), ("outer", space.outer)],
            _ => [("outer", space.outer), ("inner", space.inner)],
        };
        for (line, (ring, tile)) in (y + 1..).zip(slots) {
            let piece = format!("yarn:{number}:{ring}");
            let badge = marks.badge(&piece).unwrap_or_default();
            let end = canvas.text(x, line, &format!("{badge:>3}"), marks.style(&piece));
            let end = draw_slot(tile, (end, line), canvas);
            if width >= 13 {
                canvas.text(end + 1, line, ring, FAINT);
            }
            let area = ratatui::layout::Rect::new(x, line, end - x, 1);
            canvas.at(&piece, area);
        }
    }

    fn draw_center(&self, (x, y): (u16, u16), canvas: &mut Canvas, marks: &Marks) {
        let last = canvas.width() - x - 1;
        let (mut end, mut line) = (x, y);
        for color in self.view.center.iter() {
            let piece = format!("center:{color}");
            let width = marks
                .badge(&piece)
                .map_or(0, |badge| badge.chars().count() as u16)
                + 2;
            if end + width > last {
                (end, line) = (x, line + 1);
            }
            end = canvas.piece(marks, &piece, (end, line), &letters(color), yarn_style(color)) + 1;
        }
        let supply = format!("center {} paws", self.view.paws);
        canvas.cut(x, y + 2, &supply, last.saturating_sub(x), FAINT);
    }
}

fn draw_slot(tile: Option<Color>, (x, y): (u16, u16), canvas: &mut Canvas) -> u16 {
    match tile {
        Some(color) => canvas.text(x, y, &format!(" {} ", letters(color)), yarn_style(color)),
        None => canvas.text(x, y, " ·· ", FAINT),
    }
}
