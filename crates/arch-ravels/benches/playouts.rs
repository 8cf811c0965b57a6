//! Random play on one core: time an action, allocations counted. `cargo bench -p bobbin-arch-ravels [-- GAMES]`

fn main() {}
