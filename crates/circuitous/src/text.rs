//! The table as plain text.
use crate::view::View;
use std::fmt;
impl fmt::Display for View { fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result { write!(f, "{}", self.turn) } }
