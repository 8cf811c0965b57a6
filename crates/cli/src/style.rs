//! The few ways in which text stands out. The streams drop them where nobody sees colour.

use anstyle::{AnsiColor, Style};

/// Headings, numbers of clauses, winners.
pub(crate) const STRONG: Style = Style::new().bold();
/// What may be overlooked: notation, the log.
pub(crate) const FAINT: Style = Style::new().dimmed();
/// What went wrong.
pub(crate) const ERROR: Style = AnsiColor::Red.on_default().bold();
/// What holds.
pub(crate) const GOOD: Style = AnsiColor::Green.on_default();
