//! People beside their games: whom they keep near or at a distance, what they show of themselves, and how they go for
//! good.

pub(crate) mod forget;
pub(crate) mod friends;
pub(crate) mod invitations;
pub(crate) mod neighbors;
pub(crate) mod pages;
pub(crate) mod reports;
pub(crate) mod ties;

use crate::App;

/// What somebody is told because of somebody else, wherever they are.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Told {
    /// They are invited to a table.
    Invitation {
        /// The table's id.
        table: String,
        /// The game's id.
        game: String,
        /// The name of who invites.
        by: String,
    },
    /// Somebody asks to be friends.
    FriendRequest {
        /// Their name.
        by: String,
    },
    /// Somebody whom they asked is their friend now.
    Friends {
        /// The friend's name.
        with: String,
    },
    /// The same people play again, and they have a seat.
    PlayAgain {
        /// The new table's id.
        table: String,
        /// The game's id.
        game: String,
        /// The name of who began.
        by: String,
    },
}

/// The one place where people are told of what others ask them. Their page finds it by itself (`/api/home`,
/// `/api/me/people`), so here it is only counted in the log of the server; whoever calls people elsewhere does it here.
/// Nobody is told anything of those they have blocked: callers ask first.
pub(crate) fn tell(_app: &App, person: &str, told: &Told) {
    let what = match told {
        Told::Invitation { .. } => "invitation",
        Told::FriendRequest { .. } => "friend request",
        Told::Friends { .. } => "friends",
        Told::PlayAgain { .. } => "play again",
    };
    tracing::debug!(person = crate::secrets::log_id(person), what, "told");
}
