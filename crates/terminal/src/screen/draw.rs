//! How the screen is laid out.

use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Style};
use unicode_width::UnicodeWidthStr as _;

use super::{LEAST, Places, Screen};
use crate::canvas::{CHOSEN, FAINT, NUMBER, STRONG, shortened};
use crate::table::Step;
use crate::words::{Length, wrapped};

const BAR: Style = Style::new().fg(Color::Indexed(231)).bg(Color::Indexed(60));
const NO: Style = Style::new().fg(Color::Indexed(210));
const GOOD: Style = Style::new().fg(Color::Indexed(114));
const SPINNER: [char; 8] = ['⠋', '⠙', '⠸', '⠴', '⠦', '⠧', '⠇', '⠏'];

/// The keys that the last line names, and what they do.
const KEYS: [(char, &str); 8] = [
    ('u', "undo"),
    ('h', "hint"),
    ('r', "rules"),
    ('l', "log"),
    ('s', "score"),
    ('z', "zoom"),
    ('?', "keys"),
    ('q', "quit"),
];

impl Screen {
    pub(crate) fn draw(&mut self, frame: &mut Frame<'_>) {
        let area = frame.area();
        self.places = Places::default();
        if area.width < LEAST.0 || area.height < LEAST.1 {
            too_small(frame);
            return;
        }
        let side = (area.width * 38 / 100).clamp(30, 64);
        let feet = 4;
        let body = Rect::new(0, 1, area.width, area.height - 1 - feet);
        let table = Rect::new(0, body.y, body.width - side - 1, body.height);
        let right = Rect::new(table.right() + 1, body.y, side, body.height);
        self.draw_head(frame.buffer_mut(), area.width);
        self.draw_table(frame.buffer_mut(), table);
        for y in body.y..body.bottom() {
            frame.buffer_mut()[(table.right(), y)]
                .set_char('│')
                .set_style(FAINT);
        }
        self.draw_side(frame.buffer_mut(), right);
        self.draw_foot(frame.buffer_mut(), Rect::new(0, body.bottom(), area.width, feet));
        if let Some(overlay) = &mut self.overlay {
            overlay.draw(frame, area);
        }
        if !self.has_color {
            drop_colors(frame.buffer_mut());
        }
    }

    fn draw_head(&self, buffer: &mut Buffer, width: u16) {
        buffer.set_style(Rect::new(0, 0, width, 1), BAR);
        let game = self.table.playing().game();
        let glance = self.shown.glance();
        let between = if glance.is_empty() { "" } else { " · " };
        let left = format!(" {}{between}{glance}", game.name());
        let right = match (self.step, self.advice.is_some()) {
            (Step::Thinking(seat), _) => {
                let spinner = SPINNER[self.ticks % SPINNER.len()];
                format!("{} is thinking {spinner} ", self.table.company().name(seat))
            }
            (_, true) => format!("thinking about a hint {} ", SPINNER[self.ticks % SPINNER.len()]),
            (Step::Yours, _) => "your turn ".to_owned(),
            (Step::Over, _) => "the game is over ".to_owned(),
        };
        let room = usize::from(width).saturating_sub(right.width());
        buffer.set_stringn(0, 0, left, room, BAR);
        buffer.set_string(room as u16, 0, right, BAR);
    }

    fn draw_table(&mut self, buffer: &mut Buffer, area: Rect) {
        let mut marks = self.menu.marks(Some(self.looked_at));
        marks.zoom = self.zoom;
        marks.coming = self.look_ahead();
        let canvas = self.shown.draw(area.width, area.height, &marks);
        let most = canvas.height().saturating_sub(area.height);
        if !self.is_moved {
            self.top = 0;
            let choice = self.menu.choices.get(self.looked_at);
            let mut places = choice.into_iter().flat_map(|choice| &choice.pieces);
            if let Some(place) = places.find_map(|piece| canvas.place_of(piece))
                && place.bottom() > area.height
            {
                self.top = place.y.saturating_sub(area.height / 2);
            }
        }
        self.top = self.top.min(most);
        canvas.show(buffer, area, self.top);
        if self.top > 0 {
            buffer.set_string(area.right() - 6, area.y, " PgUp ", FAINT);
        }
        if self.top < most {
            buffer.set_string(area.right() - 6, area.bottom() - 1, " PgDn ", FAINT);
        }
        self.places.table = area;
        self.places.canvas = Some(canvas);
    }

    fn draw_side(&mut self, buffer: &mut Buffer, area: Rect) {
        let used = self.draw_menu(buffer, area);
        let log = Rect::new(area.x, area.y + used, area.width, area.height - used);
        if log.height >= 3 && self.table.playing().standing() > 0 {
            self.draw_log(buffer, log);
        }
    }

    /// The choices; tells how many lines they take.
    fn draw_menu(&mut self, buffer: &mut Buffer, area: Rect) -> u16 {
        let mut y = area.y;
        let heading = if self.menu.is_inside() {
            format!("{} …", self.menu.so_far(&*self.shown))
        } else {
            match self.step {
                Step::Yours => "Your choices".to_owned(),
                Step::Thinking(_) => "Wait for the others".to_owned(),
                Step::Over => "The game is over".to_owned(),
            }
        };
        for line in wrapped(&heading, area.width.into()).into_iter().take(2) {
            buffer.set_stringn(area.x, y, line, area.width.into(), STRONG);
            y += 1;
        }
        // Every choice in lines of its own; those around the one that is looked at are seen.
        let indent = 4;
        let room = usize::from(area.width) - indent;
        let lines: Vec<Vec<String>> = self
            .menu
            .choices
            .iter()
            .map(|choice| wrapped(&choice.brief, room).into_iter().take(3).collect())
            .collect();
        let most = usize::from(area.bottom() - y);
        let before: usize = lines.iter().take(self.looked_at + 1).map(Vec::len).sum();
        let mut skipped = 0;
        let mut first = 0;
        while first < self.looked_at && before - skipped > most {
            skipped += lines[first].len();
            first += 1;
        }
        for (place, lines) in lines.iter().enumerate().skip(first) {
            if y + lines.len() as u16 > area.bottom() {
                let more = format!("and {} more: ↓", self.menu.choices.len() - place);
                buffer.set_string(
                    area.right() - more.chars().count() as u16,
                    area.bottom() - 1,
                    more,
                    FAINT,
                );
                y = area.bottom();
                break;
            }
            let is_chosen = place == self.looked_at;
            let star = if self.is_advised(place) { '★' } else { ' ' };
            let style = if is_chosen { CHOSEN } else { Style::new() };
            let begin = y;
            for (part, line) in lines.iter().enumerate() {
                let number = if part == 0 {
                    format!("{:>2}{star}", place + 1)
                } else {
                    "   ".to_owned()
                };
                let number_style = if is_chosen { CHOSEN } else { NUMBER };
                buffer.set_string(area.x, y, format!("{number} "), number_style);
                let rest = " ".repeat(room.saturating_sub(line.width()));
                buffer.set_string(area.x + indent as u16, y, format!("{line}{rest}"), style);
                y += 1;
            }
            self.places
                .choices
                .push((Rect::new(area.x, begin, area.width, y - begin), place));
        }
        y - area.y
    }

    /// The latest of what has happened.
    fn draw_log(&self, buffer: &mut Buffer, area: Rect) {
        for x in area.x..area.right() {
            buffer[(x, area.y)].set_char('─').set_style(FAINT);
        }
        buffer.set_string(area.x, area.y, "What has happened ", FAINT);
        let words = self.table.told_lately(40);
        let room = usize::from(area.width) - 2;
        let mut lines: Vec<(bool, String)> = Vec::new();
        for sentence in &words {
            let parts = wrapped(sentence, room).into_iter().enumerate();
            lines.extend(parts.map(|(part, line)| (part == 0, line)));
        }
        let most = usize::from(area.height - 1);
        let seen = lines.len().saturating_sub(most);
        for (y, (is_first, line)) in (area.y + 1..).zip(&lines[seen..]) {
            let dot = if *is_first { '·' } else { ' ' };
            buffer.set_string(area.x, y, format!("{dot} "), FAINT);
            buffer.set_stringn(area.x + 2, y, line, room, Style::new());
        }
    }

    fn draw_foot(&mut self, buffer: &mut Buffer, area: Rect) {
        let room = usize::from(area.width);
        for x in area.x..area.right() {
            buffer[(x, area.y)].set_char('─').set_style(FAINT);
        }
        let prompt = self.table.playing().prompt(self.table.viewer()).ok();
        if let Some(prompt) = prompt {
            let words = self.table.company().say(&prompt.text, Length::Brief);
            let rule = format!(" (rule {})", prompt.clause);
            let words = shortened(&words, room - rule.width() - 1);
            let (end, _) = buffer.set_stringn(area.x + 1, area.y + 1, words, room - 1, STRONG);
            buffer.set_string(end, area.y + 1, rule, FAINT);
        }
        let (words, style) = match (&self.message, self.menu.choices.get(self.looked_at)) {
            (Some(message), _) => {
                let rule = message
                    .clause
                    .as_ref()
                    .map(|clause| format!(" (rule {clause}: r)"));
                let no = if message.is_no { "✗ " } else { "" };
                let style = if message.is_no { NO } else { GOOD };
                (
                    format!("{no}{}{}", message.words, rule.unwrap_or_default()),
                    style,
                )
            }
            (None, Some(choice)) => (format!("{} {}", self.looked_at + 1, choice.full), Style::new()),
            (None, None) => (String::new(), Style::new()),
        };
        let words = match self.typed.as_str() {
            "" => words,
            typed => format!("{typed}_  {words}"),
        };
        buffer.set_string(area.x + 1, area.y + 2, shortened(&words, room - 1), style);
        let mut x = area.x + 1;
        let y = area.y + 3;
        let choosing = if room >= 100 {
            "↑↓ Enter 1–9 choose, Esc back"
        } else {
            "↑↓ Enter 1–9"
        };
        (x, _) = buffer.set_stringn(x, y, choosing, room, FAINT);
        for (key, word) in KEYS {
            let begin = x + 2;
            let (end, _) = buffer.set_stringn(begin, y, key.to_string(), 1, NUMBER);
            (x, _) = buffer.set_stringn(end, y, format!(" {word}"), room.saturating_sub(end.into()), FAINT);
            self.places.keys.push((Rect::new(begin, y, x - begin, 1), key));
        }
    }
}

fn too_small(frame: &mut Frame<'_>) {
    let area = frame.area();
    let words = format!(
        "Bobbin needs {} columns and {} lines; this terminal has {} and {}. Make it larger, or leave with q and play with --plain.",
        LEAST.0, LEAST.1, area.width, area.height
    );
    for (y, line) in (0..area.height).zip(wrapped(&words, area.width.into())) {
        frame
            .buffer_mut()
            .set_stringn(0, y, line, area.width.into(), STRONG);
    }
}

/// Bold and underlined text stays.
fn drop_colors(buffer: &mut Buffer) {
    for cell in &mut buffer.content {
        cell.fg = Color::Reset;
        cell.bg = Color::Reset;
    }
}
