//! The server as its clients see it: over HTTP, on real databases.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod accounts;
mod alerts;
mod api;
mod blocked;
mod choices;
mod daily;
mod deals;
mod defence;
mod forgetting;
mod free_seats;
mod fuzz;
mod hidden;
mod in_advance;
mod insight;
mod lobby;
mod logs;
mod looking_back;
mod manners;
mod mcp;
mod names;
mod numbers;
mod opening;
mod outdated;
mod passkeys;
mod people;
mod play;
mod postcards;
mod proxies;
mod rights;
mod routes;
mod strangers;
mod support;
mod time;
mod together;
mod tournaments;
