//! What people are called for. This is the one place that says so; how they are reached is the business of `alerts`.

use crate::App;
use crate::alerts::{Kind, Raised, Said, raise};
use crate::error::Problem;

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
    Round { table: String },
    /// A round has begun in which they have no game.
    Bye,
    /// The tournament is over, or was called off.
    Over,
}

/// Tells somebody of it. Called when all tables of a round are there.
pub(crate) async fn tell(app: &App, alert: &Alert) -> Result<(), Problem> {
    let path = match &alert.what {
        Called::Round { table } => format!("/table/{table}"),
        Called::Bye | Called::Over => format!("/tournaments/{}", alert.tournament),
    };
    let raised = Raised {
        person: &alert.person,
        about: None,
        key: &alert.id,
        said: Said {
            kind: Kind::Tournament,
            path,
            table: None,
            game: None,
            name: Some(alert.name.clone()),
            live: false,
        },
    };
    raise(&*app.store, &app.clock, &raised).await
}
