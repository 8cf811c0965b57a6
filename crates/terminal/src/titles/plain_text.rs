//! A game of which nothing is known but its text.

use bobbin_catalog::Legal;
use ratatui::style::Style;

use super::Title;
use crate::canvas::{Canvas, Marks};

pub(crate) struct Shown {
    text: String,
}

impl Shown {
    pub(crate) fn new(text: String) -> Shown {
        Shown { text }
    }
}

impl Title for Shown {
    fn glance(&self) -> String {
        String::new()
    }

    fn draw(&self, width: u16, _height: u16, _marks: &Marks) -> Canvas {
        let mut canvas = Canvas::new(width);
        for (y, line) in (0..).zip(self.text.lines()) {
            canvas.text(0, y, line, Style::new());
        }
        canvas
    }

    fn words(&self, _piece: &str) -> Option<String> {
        None
    }

    fn clause(&self, _action: &Legal) -> Option<&'static str> {
        None
    }
}
