//! Luck of the load's own: which action, and the idempotency key of each.

fn random<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).expect("the system gives random bytes");
    bytes
}

pub(crate) fn random_u64() -> u64 {
    u64::from_le_bytes(random())
}

/// An idempotency key that no other request has.
pub(crate) fn random_key() -> String {
    let digits = random::<8>();
    digits
        .iter()
        .fold(String::new(), |key, byte| format!("{key}{byte:02x}"))
}
