//! A sheet of characters that a table is drawn on, as high as it needs to be, and where on it the pieces lie.

use std::collections::{BTreeMap, BTreeSet};

use ratatui::buffer::{Buffer, Cell};
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};
use unicode_width::{UnicodeWidthChar as _, UnicodeWidthStr as _};

/// What may be overlooked.
pub(crate) const FAINT: Style = Style::new().fg(Color::Indexed(245));
/// Headings.
pub(crate) const STRONG: Style = Style::new().add_modifier(Modifier::BOLD);
/// Numbers of choices.
pub(crate) const NUMBER: Style = Style::new().fg(Color::Indexed(220)).add_modifier(Modifier::BOLD);
/// What is chosen.
pub(crate) const CHOSEN: Style = Style::new()
    .fg(Color::Indexed(16))
    .bg(Color::Indexed(220))
    .add_modifier(Modifier::BOLD);

/// What the numbers in the menu stand for on the table.
#[derive(Clone, Debug, Default)]
pub(crate) struct Marks {
    /// The number of the choice that each piece stands for.
    pub(crate) numbers: BTreeMap<String, usize>,
    /// The pieces of the choice that is looked at.
    pub(crate) chosen: BTreeSet<String>,
    /// The pieces that were touched already.
    pub(crate) touched: BTreeSet<String>,
    /// The same, as they were touched.
    pub(crate) touched_in_order: Vec<String>,
    /// What could be touched once the choice that is looked at is made.
    pub(crate) coming: Vec<String>,
    /// How near a map is looked at, if the person has chosen that.
    pub(crate) zoom: Option<u8>,
}

impl Marks {
    fn is_chosen(&self, piece: &str) -> bool {
        self.chosen.contains(piece) || self.touched.contains(piece)
    }

    /// What stands before a piece: `3›`, `3▶` if it is chosen.
    pub(crate) fn badge(&self, piece: &str) -> Option<String> {
        let arrow = if self.is_chosen(piece) { '▶' } else { '›' };
        match self.numbers.get(piece) {
            Some(number) => Some(format!("{number}{arrow}")),
            None if self.touched.contains(piece) => Some(arrow.to_string()),
            None => None,
        }
    }

    pub(crate) fn style(&self, piece: &str) -> Style {
        if self.is_chosen(piece) { CHOSEN } else { NUMBER }
    }
}

/// A sheet of characters.
#[derive(Clone, Debug)]
pub(crate) struct Canvas {
    buffer: Buffer,
    /// Where pieces lie that can be pointed at; of several at a place the last one.
    pub(crate) pieces: Vec<(Rect, String)>,
    /// How near the map on it is looked at, if there is one.
    pub(crate) zoom: Option<u8>,
}

impl Canvas {
    pub(crate) fn new(width: u16) -> Canvas {
        Canvas {
            buffer: Buffer::empty(Rect::new(0, 0, width.max(1), 1)),
            pieces: Vec::new(),
            zoom: None,
        }
    }

    pub(crate) fn width(&self) -> u16 {
        self.buffer.area.width
    }

    /// So many lines are drawn on.
    pub(crate) fn height(&self) -> u16 {
        self.buffer.area.height
    }

    /// Makes the sheet at least so high.
    pub(crate) fn grow(&mut self, height: u16) {
        if height > self.height() {
            let area = Rect::new(0, 0, self.width(), height);
            self.buffer.resize(area);
        }
    }

    /// Writes a text, and tells where it ends. What does not fit is cut.
    pub(crate) fn text(&mut self, x: u16, y: u16, text: &str, style: Style) -> u16 {
        self.grow(y + 1);
        if x >= self.width() {
            return x;
        }
        let room = usize::from(self.width() - x);
        self.buffer.set_stringn(x, y, text, room, style).0
    }

    /// Writes a text that is cut with `…` if it takes more than so many columns.
    pub(crate) fn cut(&mut self, x: u16, y: u16, text: &str, most: u16, style: Style) -> u16 {
        self.text(x, y, &shortened(text, most.into()), style)
    }

    /// One character.
    pub(crate) fn put(&mut self, x: u16, y: u16, with: char, style: Style) {
        if x < self.width() && y < self.height() {
            self.buffer[(x, y)].set_char(with).set_style(style);
        }
    }

    /// Another look for what stands there.
    pub(crate) fn restyle(&mut self, x: u16, y: u16, style: Style) {
        if x < self.width() && y < self.height() {
            self.buffer[(x, y)].set_style(style);
        }
    }

    /// Draws a piece with the number of its choice before it, and tells where it ends.
    pub(crate) fn piece(
        &mut self,
        marks: &Marks,
        piece: &str,
        at: (u16, u16),
        text: &str,
        style: Style,
    ) -> u16 {
        let (x, y) = at;
        let mut end = x;
        if let Some(badge) = marks.badge(piece) {
            end = self.text(end, y, &badge, marks.style(piece));
        }
        let style = if marks.is_chosen(piece) {
            style.add_modifier(Modifier::BOLD | Modifier::UNDERLINED)
        } else {
            style
        };
        end = self.text(end, y, text, style);
        self.at(piece, Rect::new(x, y, end - x, 1));
        end
    }

    /// A piece lies there.
    pub(crate) fn at(&mut self, piece: &str, area: Rect) {
        self.pieces.push((area, piece.to_owned()));
    }

    /// The piece at a place.
    pub(crate) fn piece_at(&self, x: u16, y: u16) -> Option<&str> {
        let mut pieces = self.pieces.iter().rev();
        let found = pieces.find(|(area, _)| area.contains((x, y).into()));
        found.map(|(_, piece)| piece.as_str())
    }

    /// Where a piece lies.
    pub(crate) fn place_of(&self, piece: &str) -> Option<Rect> {
        let found = self.pieces.iter().find(|(_, known)| known == piece);
        found.map(|(area, _)| *area)
    }

    /// A frame.
    pub(crate) fn frame(&mut self, area: Rect, style: Style) {
        let (right, bottom) = (area.right() - 1, area.bottom() - 1);
        self.grow(area.bottom());
        for x in area.x + 1..right {
            self.put(x, area.y, '─', style);
            self.put(x, bottom, '─', style);
        }
        for y in area.y + 1..bottom {
            self.put(area.x, y, '│', style);
            self.put(right, y, '│', style);
        }
        for (x, y, corner) in [
            (area.x, area.y, '╭'),
            (right, area.y, '╮'),
            (area.x, bottom, '╰'),
            (right, bottom, '╯'),
        ] {
            self.put(x, y, corner, style);
        }
    }

    /// A heading with a line after it.
    pub(crate) fn heading(&mut self, y: u16, words: &str) {
        self.grow(y + 1);
        let end = self.text(0, y, words, STRONG);
        for x in end + 1..self.width() {
            self.put(x, y, '─', FAINT);
        }
    }

    /// Puts another sheet down on this one.
    pub(crate) fn paste(&mut self, other: &Canvas, x: u16, y: u16) {
        self.grow(y + other.height());
        for (from, cell) in other.buffer.content.iter().enumerate() {
            let (dx, dy) = other.buffer.pos_of(from);
            if x + dx < self.width() {
                self.buffer[(x + dx, y + dy)] = cell.clone();
            }
        }
        self.zoom = other.zoom.or(self.zoom);
        for (area, piece) in &other.pieces {
            let moved = Rect::new(area.x + x, area.y + y, area.width, area.height);
            self.at(piece, moved);
        }
    }

    /// Copies the lines from `top` on into an area of the screen.
    pub(crate) fn show(&self, screen: &mut Buffer, area: Rect, top: u16) {
        for y in 0..area.height.min(self.height().saturating_sub(top)) {
            for x in 0..area.width.min(self.width()) {
                screen[(area.x + x, area.y + y)] = self.buffer[(x, top + y)].clone();
            }
        }
    }

    /// The characters alone, without spaces at the ends of lines.
    #[cfg(test)]
    pub(crate) fn to_text(&self) -> String {
        text_of(&self.buffer)
    }

    /// With colors as escape sequences.
    pub(crate) fn to_ansi(&self) -> String {
        let mut text = String::new();
        for y in 0..self.height() {
            let row: Vec<&Cell> = (0..self.width()).map(|x| &self.buffer[(x, y)]).collect();
            let blank = row
                .iter()
                .rev()
                .take_while(|cell| ***cell == Cell::EMPTY || cell.symbol() == " ")
                .count();
            let mut style = Style::new();
            for cell in &row[..row.len() - blank] {
                let wanted = Style::new().fg(cell.fg).bg(cell.bg).add_modifier(cell.modifier);
                if wanted != style {
                    style = wanted;
                    text += &escape(cell);
                }
                text += cell.symbol();
            }
            text += if style == Style::new() {
                "\n"
            } else {
                "\u{1b}[0m\n"
            };
        }
        text
    }
}

/// The escape sequence of a cell's look.
fn escape(cell: &Cell) -> String {
    let color = |color: Color, what: u8| match color {
        Color::Indexed(color) => format!(";{what};5;{color}"),
        _ => String::new(),
    };
    let bold = if cell.modifier.contains(Modifier::BOLD) {
        ";1"
    } else {
        ""
    };
    format!("\u{1b}[0{}{}{bold}m", color(cell.fg, 38), color(cell.bg, 48))
}

/// The characters of a buffer, without spaces at the ends of lines.
#[cfg(test)]
pub(crate) fn text_of(buffer: &Buffer) -> String {
    let mut text = String::new();
    for y in 0..buffer.area.height {
        let line: String = (0..buffer.area.width).map(|x| buffer[(x, y)].symbol()).collect();
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

/// A text of at most so many columns, cut with `…`.
pub(crate) fn shortened(text: &str, most: usize) -> String {
    if text.width() <= most {
        return text.to_owned();
    }
    let mut short = String::new();
    for letter in text.chars() {
        if short.width() + letter.width().unwrap_or(0) >= most {
            break;
        }
        short.push(letter);
    }
    short.push('…');
    short
}
