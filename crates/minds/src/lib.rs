//! What bots know of each game beyond its rules, and what a balance report asks of it.
//!
//! Rules do not know bots and bots do not know rules; here they meet.

mod study;

pub use bobbin_bots::Plain;
pub use study::{Fact, Facts, Study};
