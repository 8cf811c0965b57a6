//! Hearts, clause by clause and as a whole.

mod laws;
