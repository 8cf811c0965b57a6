//! Knitting Circle, shown by tests. Doc lines name the clauses of `RULES.md`.

#![expect(
    clippy::format_collect,
    clippy::format_push_string,
    reason = "situations are short texts"
)]

mod contract;
mod crafting;
mod drafting;
mod extras;
mod hidden;
mod house;
mod packs;
mod patterns;
mod reading;
mod refusals;
mod requests;
mod round_end;
mod scoring;
mod setting_up;
mod solo;
mod table;
