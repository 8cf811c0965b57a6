//! What more than one title draws with: the same pieces as on the page.

use std::fmt::Write as _;

/// A pile of drawing orders. Writing to a string does not fail.
#[derive(Default)]
pub(crate) struct Canvas(pub(crate) String);

impl Canvas {
    pub(crate) fn add(&mut self, arguments: std::fmt::Arguments<'_>) {
        let _ = self.0.write_fmt(arguments);
    }

    pub(crate) fn text(&mut self, text: &str) {
        self.0.push_str(text);
    }
}

/// Hundredths as a decimal number.
pub(crate) fn number(hundredths: i32) -> String {
    let sign = if hundredths < 0 { "-" } else { "" };
    let (whole, rest) = (hundredths.abs() / 100, hundredths.abs() % 100);
    match (whole, rest) {
        (whole, 0) => format!("{sign}{whole}"),
        (whole, rest) => format!("{sign}{whole}.{rest:02}")
            .trim_end_matches('0')
            .to_owned(),
    }
}

/// Words that came with content, as SVG takes them.
pub(crate) fn escaped(words: &str) -> String {
    words
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

/// The colors of the seats.
pub(crate) const SEATS: [&str; 4] = ["#a8452a", "#2a6785", "#55702a", "#74489a"];
