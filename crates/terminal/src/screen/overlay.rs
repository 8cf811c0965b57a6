//! What lies over the table for a while: rules, log, score sheet, help.

use ratatui::Frame;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, BorderType, Clear, Paragraph};
use unicode_width::UnicodeWidthStr as _;

use super::Screen;
use crate::canvas::{FAINT, NUMBER, STRONG};
use crate::sheet;
use crate::words::wrapped;

/// A sheet of lines over the table.
pub(crate) struct Overlay {
    heading: String,
    /// Each line and whether it stands out.
    lines: Vec<(String, Style)>,
    /// The first line that is seen; the height decides how far it can go.
    top: usize,
    /// Begins at this line once the width is known.
    begin: Option<usize>,
}

const HELP: &[(&str, &str)] = &[
    (
        "↑ ↓  Tab",
        "look at another choice; the table shows what it means",
    ),
    ("Enter  →  Space", "take the choice that is looked at"),
    ("1 2 3 …", "take the choice with this number, as on the table"),
    ("Esc  ←  b", "one step back"),
    ("u", "undo: take back your latest action, where that is possible"),
    ("h", "hint: what a search would do; again for the next one"),
    (
        "r",
        "rules: the clause of the refusal, the choice or what is to be done",
    ),
    ("l", "log: what has happened so far"),
    ("s", "score sheet"),
    ("z", "zoom: look at a map from nearer or farther"),
    ("PgUp PgDn", "scroll the table"),
    (
        "mouse",
        "point at a piece or a choice to look at it, click to take it; right button: back",
    ),
    ("", "click on a piece that begins nothing, and the rules say why"),
    ("q  Ctrl-C", "leave; the match is kept and can be gone on with"),
];

impl Overlay {
    fn new(heading: &str, lines: Vec<(String, Style)>) -> Overlay {
        Overlay {
            heading: heading.to_owned(),
            lines,
            top: 0,
            begin: None,
        }
    }

    pub(crate) fn help() -> Overlay {
        let line = |(keys, words): &(&str, &str)| (format!("{keys:<16} {words}"), Style::new());
        Overlay::new("Keys", HELP.iter().map(line).collect())
    }

    pub(crate) fn draw(&mut self, frame: &mut Frame<'_>, screen: Rect) {
        let width = screen.width.min(100) - 6;
        let mut lines: Vec<Line<'_>> = Vec::new();
        let mut begin = 0;
        for (place, (words, style)) in self.lines.iter().enumerate() {
            if self.begin == Some(place) {
                begin = lines.len();
            }
            // What is laid out in columns stays as it is.
            if words.width() <= usize::from(width) {
                lines.push(Line::styled(words.clone(), *style));
            } else {
                let parts = wrapped(words, width.into()).into_iter();
                lines.extend(parts.map(|part| Line::styled(part, *style)));
            }
        }
        let most = screen.height - 4;
        let height = (lines.len() as u16).min(most.saturating_sub(2)).max(1);
        if self.begin.take().is_some() {
            self.top = begin.saturating_sub(1);
        }
        self.top = self.top.min(lines.len().saturating_sub(height.into()));
        let area = Rect::new(
            screen.x + (screen.width - width - 4) / 2,
            screen.y + (screen.height - height - 2) / 2,
            width + 4,
            height + 2,
        );
        let is_longer = lines.len() > usize::from(height);
        let keys = if is_longer {
            " ↑ ↓ PgUp PgDn, Esc closes "
        } else {
            " Esc closes "
        };
        let block = Block::bordered()
            .border_type(BorderType::Rounded)
            .border_style(NUMBER)
            .title(Span::styled(format!(" {} ", self.heading), STRONG))
            .title_bottom(Span::styled(keys, FAINT));
        let inner = Rect::new(area.x + 2, area.y + 1, width, height);
        let seen: Vec<Line<'_>> = lines.into_iter().skip(self.top).take(height.into()).collect();
        frame.render_widget(Clear, area);
        frame.render_widget(block, area);
        frame.render_widget(Paragraph::new(seen), inner);
    }
}

impl Screen {
    pub(super) fn key_in_overlay(&mut self, key: KeyCode) {
        let Some(overlay) = &mut self.overlay else { return };
        match key {
            KeyCode::Up | KeyCode::Char('k') => overlay.top = overlay.top.saturating_sub(1),
            KeyCode::Down | KeyCode::Char('j') => overlay.top += 1,
            KeyCode::PageUp => overlay.top = overlay.top.saturating_sub(10),
            KeyCode::PageDown | KeyCode::Char(' ') => overlay.top += 10,
            KeyCode::Home => overlay.top = 0,
            KeyCode::End => overlay.top = usize::MAX / 2,
            _ => self.overlay = None,
        }
    }

    /// The rules, opened at a clause.
    pub(super) fn rules_at(&self, clause: &str) -> Overlay {
        let rulebook = self.table.playing().game().rulebook();
        let mut lines: Vec<(String, Style)> = Vec::new();
        let mut begin = None;
        let mut section = String::new();
        for known in &rulebook.clauses {
            if known.section != section {
                section.clone_from(&known.section);
                lines.push((String::new(), Style::new()));
                lines.push((section.clone(), STRONG));
            }
            let ruling = if known.is_ruling { " (ruling)" } else { "" };
            let is_meant = known.number == clause;
            if is_meant {
                begin = Some(lines.len());
            }
            let style = if is_meant { NUMBER } else { Style::new() };
            lines.push((format!("{}{ruling} {}", known.number, known.text), style));
        }
        let heading = format!("Rules of {}", self.table.playing().game().name());
        Overlay {
            begin,
            ..Overlay::new(&heading, lines)
        }
    }

    pub(super) fn log(&self) -> anyhow::Result<Overlay> {
        let (words, _) = self.table.told_since(0)?;
        let mut lines: Vec<(String, Style)> = words.into_iter().map(|line| (line, Style::new())).collect();
        if lines.is_empty() {
            lines.push(("Nothing has happened yet.".to_owned(), FAINT));
        }
        Ok(Overlay {
            top: usize::MAX / 2,
            ..Overlay::new("What has happened", lines)
        })
    }

    /// How the game ended, or how things stand.
    pub(super) fn score_sheet(&self) -> Overlay {
        let company = self.table.company();
        let Some(outcome) = self.table.playing().outcome() else {
            let lines = match self.shown.standing() {
                Some(rows) => sheet::columns(&company.labels(), &rows),
                None => vec!["The points are counted at the end.".to_owned()],
            };
            let lines = lines.into_iter().map(|line| (line, Style::new()));
            return Overlay::new("Score sheet, as things stand", lines.collect());
        };
        let mut lines = sheet::lines(&outcome, &company.labels());
        lines.push(String::new());
        lines.push(sheet::verdict(&outcome, &company.spoken()));
        let last = lines.len() - 1;
        let styled = |(place, line): (usize, String)| {
            let stands_out = place == 0 || place == last;
            (line, if stands_out { STRONG } else { Style::new() })
        };
        Overlay::new("Score sheet", lines.into_iter().enumerate().map(styled).collect())
    }
}
