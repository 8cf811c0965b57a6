//! Knitting Circle, shown by tests. Doc lines name the clauses of `RULES.md`.

mod contract;
mod crafting;
mod drafting;
mod extras;
mod hidden;
mod packs;
mod patterns;
mod refusals;
mod requests;
mod round_end;
mod scoring;
mod setting_up;
mod solo;
mod table;
