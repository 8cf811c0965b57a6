#![doc = include_str!("../README.md")]

pub mod hook;
mod hours;
mod mail;
mod post;
mod push;

pub use hours::{Hours, HoursError, Quiet};
pub use mail::{Letter, MailError, Mailer, address};
pub use post::{AddressError, Poster, Reach, check_address, is_public};
pub use push::{Push, Urgency, Vapid, VapidError};

/// What came of sending something.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Sent {
    /// Whoever was to take it has it.
    Taken,
    /// There is nobody there any more, nor will be.
    Gone,
    /// It did not go, and why: another try may.
    Not(String),
}
