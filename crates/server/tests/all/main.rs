//! The server as its clients see it: over HTTP, on real databases.

mod accounts;
mod api;
mod defence;
mod hidden;
mod play;
mod support;
mod time;
