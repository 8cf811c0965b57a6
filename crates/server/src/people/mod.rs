//! People beside their games: whom they keep near or at a distance, what they show of themselves, and how they go for
//! good.

pub(crate) mod forget;
pub(crate) mod friends;
pub(crate) mod invitations;
pub(crate) mod neighbors;
pub(crate) mod pages;
pub(crate) mod reports;
pub(crate) mod ties;

use bobbin_store::Person;

use crate::App;
use crate::alerts::{Kind, Raised, Said, raise};
use crate::error::Problem;

/// What somebody is told because of somebody else, wherever they are.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Told {
    /// They are invited to a table, or the same people play again and they have a seat.
    Invitation {
        /// The table's id.
        table: String,
        /// The game's id.
        game: String,
    },
    /// Somebody asks to be friends.
    FriendRequest,
}

/// The one place where people are told of what others ask them. Their page finds it by itself (`/api/home`,
/// `/api/me/people`); who does not look is called. Nobody is told anything of those they have blocked: callers ask
/// first.
pub(crate) async fn tell(app: &App, by: &Person, person: &str, told: &Told) -> Result<(), Problem> {
    let (kind, key, path, table, game) = match told {
        Told::Invitation { table, game } => {
            let path = format!("/table/{table}");
            (Kind::Invitation, table.as_str(), path, Some(table), Some(game))
        }
        // Who asks again after a refusal calls nobody again.
        Told::FriendRequest => (Kind::Friend, by.id.as_str(), "/people".to_owned(), None, None),
    };
    let raised = Raised {
        person,
        about: Some(&by.id),
        key,
        said: Said {
            kind,
            path,
            table: table.cloned(),
            game: game.cloned(),
            name: Some(by.name.clone()),
            live: false,
        },
    };
    raise(&*app.store, &app.clock, &raised).await
}
