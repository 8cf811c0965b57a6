//! Knitting Circle, shown by tests. Doc lines name the clauses of `RULES.md`.

mod contract;
