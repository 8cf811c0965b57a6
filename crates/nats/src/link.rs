//! How the connection is.

/// How the connection to NATS is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Link {
    /// Is there one now?
    pub is_up: bool,
    /// How often something may have been missed: by each loss of the connection, and by whatever came too fast.
    pub times: u64,
}

impl Link {
    pub(crate) fn came(&mut self) {
        self.is_up = true;
    }

    pub(crate) fn went(&mut self) {
        self.is_up = false;
        self.times += 1;
    }

    pub(crate) fn missed(&mut self) {
        self.times += 1;
    }
}
