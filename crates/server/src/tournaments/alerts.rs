//! What people are called for. This is the one place that says so; how they are reached is not its business.

use crate::secrets::log_id;

/// Something that those in a tournament want to know.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Alert {
    /// The same each time the same thing is told: it is told at least once, and twice if a server was stopped just
    /// then.
    pub(crate) id: String,
    /// The tournament's id and name.
    pub(crate) tournament: String,
    pub(crate) name: String,
    /// Whom it is told.
    pub(crate) person: String,
    pub(crate) what: Called,
}

/// What happened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Called {
    /// A round has begun, and this is the table of their game.
    Round { round: usize, table: String },
    /// A round has begun in which they have no game.
    Bye { round: usize },
    /// The tournament is over, and this is their place.
    Over { place: Option<usize> },
    /// The tournament was called off.
    Cancelled,
}

/// Tells somebody of it. Called when all tables of a round are there.
pub(crate) fn tell(alert: &Alert) {
    let (id, what) = (log_id(&alert.id), &alert.what);
    match what {
        Called::Round { round, table } => {
            tracing::info!(
                alert = id,
                round,
                table = log_id(table),
                "a tournament's round begins for somebody"
            );
        }
        Called::Bye { round } => tracing::info!(alert = id, round, "somebody has no game in a round"),
        Called::Over { place } => tracing::info!(alert = id, place, "somebody's tournament is over"),
        Called::Cancelled => tracing::info!(alert = id, "somebody's tournament was called off"),
    }
}
