//! People beside their games: whom they keep at a distance, and how they go for good.

pub(crate) mod forget;
pub(crate) mod neighbors;
