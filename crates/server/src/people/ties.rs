//! What one person wants of another. It is kept once for each of the two, so that both find it and it goes with either.

use bobbin_store::{BLOCKED, Document, Store};
use serde::{Deserialize, Serialize};

use crate::clock::Clock;
use crate::error::Problem;
use crate::secrets;

/// A kind of ties: how the database calls it for whoever it comes from, and for whom it is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Tie {
    from: &'static str,
    to: &'static str,
}

/// Somebody keeps somebody at a distance. Only of blocking there is something at the other's end.
pub(crate) const BLOCK: Tie = Tie {
    from: "block",
    to: BLOCKED,
};

/// Somebody follows somebody.
pub(crate) const FOLLOW: Tie = Tie {
    from: "follow",
    to: "follower",
};

/// Somebody asks somebody to be friends.
pub(crate) const ASK: Tie = Tie {
    from: "ask",
    to: "asked",
};

/// Two are friends: it is the same from both ends.
pub(crate) const FRIEND: Tie = Tie {
    from: "friend",
    to: "friend",
};

/// Somebody invites somebody to a table.
pub(crate) const INVITE: Tie = Tie {
    from: "invite",
    to: "invited",
};

/// All of them.
const ALL: [Tie; 5] = [BLOCK, FOLLOW, ASK, FRIEND, INVITE];

/// A tie as one of the two finds it.
#[derive(Clone, Debug)]
pub(crate) struct Tied {
    /// Its name for the one who finds it.
    pub(crate) id: String,
    /// The other.
    pub(crate) other: String,
    /// What it is about, if the two can have several of its kind: a table.
    pub(crate) about: String,
    /// Since when, in milliseconds since 1970.
    pub(crate) at: i64,
    /// The other does not want it, and whom it comes from may know that.
    pub(crate) is_declined: bool,
}

/// What is kept of it at either end. What a kind says beyond that it keeps beside it.
#[derive(Serialize, Deserialize)]
struct Kept {
    id: String,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    declined: bool,
}

/// Who, whom and what it is about.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ends<'a> {
    pub(crate) from: &'a str,
    pub(crate) to: &'a str,
    pub(crate) about: &'a str,
}

impl<'a> Ends<'a> {
    pub(crate) fn of(from: &'a str, to: &'a str) -> Self {
        Ends { from, to, about: "" }
    }

    pub(crate) fn about(self, about: &'a str) -> Self {
        Ends { about, ..self }
    }
}

/// How the database calls what belongs to `own`. Ids have no spaces.
fn document_id(own: &str, other: &str, about: &str) -> String {
    if about.is_empty() {
        format!("{own} {other}")
    } else {
        format!("{own} {other} {about}")
    }
}

impl Tie {
    /// How the database calls it for whoever it comes from.
    pub(super) fn kind(self) -> &'static str {
        self.from
    }

    /// Ties two people.
    pub(crate) async fn tie(self, store: &dyn Store, clock: &Clock, ends: Ends<'_>) -> Result<(), Problem> {
        self.reach(store, clock, ends).await?;
        self.hold(store, clock, ends).await
    }

    /// At the end of whom it is about only. First, so that what is told to one has always reached the other.
    pub(super) async fn reach(self, store: &dyn Store, clock: &Clock, ends: Ends<'_>) -> Result<(), Problem> {
        let id = document_id(ends.to, ends.from, ends.about);
        keep(store, clock, self.to, id, ends.to).await
    }

    /// At the end of whoever it comes from only: whom they want it of never hears of it.
    pub(super) async fn hold(self, store: &dyn Store, clock: &Clock, ends: Ends<'_>) -> Result<(), Problem> {
        let id = document_id(ends.from, ends.to, ends.about);
        keep(store, clock, self.from, id, ends.from).await
    }

    /// Unties two people.
    pub(crate) async fn untie(self, store: &dyn Store, ends: Ends<'_>) -> Result<(), Problem> {
        self.let_go(store, ends).await?;
        let id = document_id(ends.from, ends.to, ends.about);
        store.delete_document(self.from, &id).await?;
        Ok(())
    }

    /// At the end of whom it is about only.
    pub(crate) async fn let_go(self, store: &dyn Store, ends: Ends<'_>) -> Result<(), Problem> {
        let id = document_id(ends.to, ends.from, ends.about);
        store.delete_document(self.to, &id).await?;
        Ok(())
    }

    /// Whom it is about does not want it: it is gone at their end, and the other end says so.
    pub(crate) async fn decline(self, store: &dyn Store, ends: Ends<'_>) -> Result<(), Problem> {
        self.let_go(store, ends).await?;
        let id = document_id(ends.from, ends.to, ends.about);
        if let Some(document) = store.document(self.from, &id).await?
            && let Some(tied) = read(&document)
        {
            let kept = Kept {
                id: tied.id,
                declined: true,
            };
            store.swap_document(&document, &written(&kept)).await?;
        }
        Ok(())
    }

    /// Are the two tied, as far as the end it comes from says?
    pub(crate) async fn is_tied(self, store: &dyn Store, ends: Ends<'_>) -> Result<bool, Problem> {
        let id = document_id(ends.from, ends.to, ends.about);
        Ok(store.document(self.from, &id).await?.is_some())
    }

    /// Has it reached whom it is about?
    pub(crate) async fn has_reached(self, store: &dyn Store, ends: Ends<'_>) -> Result<bool, Problem> {
        let id = document_id(ends.to, ends.from, ends.about);
        Ok(store.document(self.to, &id).await?.is_some())
    }

    /// All that come from somebody, the oldest first.
    pub(crate) async fn all_from(self, store: &dyn Store, person: &str) -> Result<Vec<Tied>, Problem> {
        all(store, self.from, person).await
    }

    /// All that are about somebody, the oldest first.
    pub(crate) async fn all_to(self, store: &dyn Store, person: &str) -> Result<Vec<Tied>, Problem> {
        all(store, self.to, person).await
    }
}

/// Unties two people in every way but that one keeps the other at a distance.
pub(crate) async fn part(store: &dyn Store, one: &str, other: &str) -> Result<(), Problem> {
    for tie in ALL.into_iter().filter(|tie| *tie != BLOCK) {
        for (from, to) in [(one, other), (other, one)] {
            let tied = tie.all_from(store, from).await?;
            for tied in tied.iter().filter(|tied| tied.other == to) {
                tie.untie(store, Ends::of(from, to).about(&tied.about)).await?;
            }
        }
    }
    Ok(())
}

/// Somebody goes for good: what is left at the other end of all that ties them. Their own ends go with them.
pub(crate) async fn forget(store: &dyn Store, person: &str) -> Result<(), Problem> {
    for tie in ALL {
        for tied in tie.all_from(store, person).await? {
            let ends = Ends::of(person, &tied.other).about(&tied.about);
            tie.untie(store, ends).await?;
        }
        for tied in tie.all_to(store, person).await? {
            let ends = Ends::of(&tied.other, person).about(&tied.about);
            tie.untie(store, ends).await?;
        }
    }
    Ok(())
}

async fn keep(
    store: &dyn Store,
    clock: &Clock,
    kind: &'static str,
    id: String,
    person: &str,
) -> Result<(), Problem> {
    let kept = Kept {
        id: secrets::unguessable::<12>(),
        declined: false,
    };
    let document = Document {
        kind: kind.to_owned(),
        id,
        person: Some(person.to_owned()),
        body: written(&kept),
        created_at: clock.wall(),
    };
    // Whoever asks twice has asked once.
    store.add_document(&document).await?;
    Ok(())
}

fn written(kept: &Kept) -> String {
    serde_json::to_string(kept).unwrap_or_default()
}

async fn all(store: &dyn Store, kind: &str, person: &str) -> Result<Vec<Tied>, Problem> {
    let documents = store.documents(kind, Some(person)).await?;
    Ok(documents.iter().filter_map(read).collect())
}

fn read(document: &Document) -> Option<Tied> {
    let mut parts = document.id.splitn(3, ' ');
    let (_, other, about) = (parts.next()?, parts.next()?, parts.next().unwrap_or(""));
    let kept: Kept = serde_json::from_str(&document.body).ok()?;
    Some(Tied {
        id: kept.id,
        other: other.to_owned(),
        about: about.to_owned(),
        at: document.created_at,
        is_declined: kept.declined,
    })
}
