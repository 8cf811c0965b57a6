//! The rules of Arch Ravels, shown clause by clause.

mod laws;
