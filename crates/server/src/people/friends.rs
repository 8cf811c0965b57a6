//! Friends, who asked each other, and whom one follows without asking. All of it is known to the two alone.

use std::collections::BTreeSet;

use bobbin_store::{Person, Store};

use super::neighbors::{blocked_by, kept_by};
use super::ties::{ASK, Ends, FOLLOW, FRIEND, Tied};
use super::{Told, tell};
use crate::App;
use crate::error::Problem;
use crate::people::neighbors::Distance;

/// The most of each for one person.
const MOST_FRIENDS: usize = 200;
const MOST_ASKED: usize = 50;
const MOST_ASKING: usize = 100;
const MOST_FOLLOWED: usize = 200;
const MOST_FOLLOWERS: usize = 2_000;

fn check_other(me: &Person, other: &str) -> Result<(), Problem> {
    if me.id == other {
        return Err(Problem::unacceptable("yourself", "This is you."));
    }
    Ok(())
}

/// Whom somebody has blocked they ask for nothing.
pub(super) async fn check_not_blocked(store: &dyn Store, me: &str, other: &str) -> Result<(), Problem> {
    let kept = kept_by(store, me).await?;
    let is_blocked =
        |kept: &&super::neighbors::KeptDistance| kept.other == other && kept.distance == Distance::Block;
    if kept.iter().find(is_blocked).is_none() {
        return Ok(());
    }
    let message = "You have blocked them: let them come near again first.";
    Err(Problem::conflict("you_blocked_them", message))
}

/// Asks somebody to be friends, or says yes to who has asked. Who has blocked whoever asks never hears of it.
pub(crate) async fn ask(app: &App, me: &Person, other: &str) -> Result<(), Problem> {
    let store = &*app.store;
    check_other(me, other)?;
    check_not_blocked(store, &me.id, other).await?;
    if FRIEND.is_tied(store, Ends::of(&me.id, other)).await? {
        return Ok(());
    }
    if ASK.has_reached(store, Ends::of(other, &me.id)).await? {
        return befriend(app, me, other).await;
    }
    if ASK.is_tied(store, Ends::of(&me.id, other)).await? {
        return Ok(());
    }
    check_room(ASK.all_from(store, &me.id).await?.len(), MOST_ASKED)?;
    check_room(FRIEND.all_from(store, &me.id).await?.len(), MOST_FRIENDS)?;
    let ends = Ends::of(&me.id, other);
    let is_blocked = !blocked_by(store, &me.id, &[other.to_owned()]).await?.is_empty();
    if is_blocked || ASK.all_to(store, other).await?.len() >= MOST_ASKING {
        return ASK.hold(store, &app.clock, ends).await;
    }
    ASK.tie(store, &app.clock, ends).await?;
    tell(app, me, other, &Told::FriendRequest).await
}

/// Says yes to who has asked.
async fn befriend(app: &App, me: &Person, other: &str) -> Result<(), Problem> {
    let store = &*app.store;
    for one in [me.id.as_str(), other] {
        let friends = FRIEND.all_from(store, one).await?;
        check_room(friends.len(), MOST_FRIENDS)?;
    }
    FRIEND.tie(store, &app.clock, Ends::of(&me.id, other)).await?;
    for ends in [Ends::of(other, &me.id), Ends::of(&me.id, other)] {
        ASK.untie(store, ends).await?;
    }
    Ok(())
}

fn check_room(count: usize, most: usize) -> Result<(), Problem> {
    if count < most {
        return Ok(());
    }
    let message = "That is more than fits into a list of people: take somebody off it first.";
    Err(Problem::conflict("too_many_people", message))
}

/// Says yes to the request that this name stands for.
pub(crate) async fn accept(app: &App, me: &Person, id: &str) -> Result<(), Problem> {
    let asking = ASK.all_to(&*app.store, &me.id).await?;
    let asking = named(asking, id).ok_or_else(|| Problem::not_found("request"))?;
    check_not_blocked(&*app.store, &me.id, &asking.other).await?;
    befriend(app, me, &asking.other).await
}

/// Ends a friendship, declines a request or takes one's own back, whichever this name stands for.
pub(crate) async fn part_with(app: &App, me: &str, id: &str) -> Result<(), Problem> {
    let store = &*app.store;
    if let Some(friend) = named(FRIEND.all_from(store, me).await?, id) {
        FRIEND.untie(store, Ends::of(me, &friend.other)).await?;
    } else if let Some(asking) = named(ASK.all_to(store, me).await?, id) {
        // Whoever asked is not told: for them it is as if nobody had answered.
        ASK.let_go(store, Ends::of(&asking.other, me)).await?;
    } else if let Some(asked) = named(ASK.all_from(store, me).await?, id) {
        ASK.untie(store, Ends::of(me, &asked.other)).await?;
    } else {
        return Err(Problem::not_found("friend"));
    }
    Ok(())
}

/// Follows somebody whose page one sees. They are not told.
pub(crate) async fn follow(app: &App, me: &Person, other: &str) -> Result<(), Problem> {
    let store = &*app.store;
    check_other(me, other)?;
    check_not_blocked(store, &me.id, other).await?;
    let ends = Ends::of(&me.id, other);
    if FOLLOW.is_tied(store, ends).await? {
        return Ok(());
    }
    check_room(FOLLOW.all_from(store, &me.id).await?.len(), MOST_FOLLOWED)?;
    if FOLLOW.all_to(store, other).await?.len() >= MOST_FOLLOWERS {
        let message = "More people follow them than can be kept.";
        return Err(Problem::conflict("too_many_people", message));
    }
    FOLLOW.tie(store, &app.clock, ends).await
}

/// Follows somebody no more.
pub(crate) async fn unfollow(store: &dyn Store, me: &str, id: &str) -> Result<(), Problem> {
    let followed = named(FOLLOW.all_from(store, me).await?, id);
    let followed = followed.ok_or_else(|| Problem::not_found("follow"))?;
    FOLLOW.untie(store, Ends::of(me, &followed.other)).await
}

/// Whose tables somebody would like to hear of: friends, and whom they follow.
pub(crate) async fn near(store: &dyn Store, me: &str) -> Result<BTreeSet<String>, Problem> {
    let friends = FRIEND.all_from(store, me).await?;
    let followed = FOLLOW.all_from(store, me).await?;
    Ok(friends
        .into_iter()
        .chain(followed)
        .map(|tied| tied.other)
        .collect())
}

/// The tie that somebody calls so.
pub(crate) fn named(ties: Vec<Tied>, id: &str) -> Option<Tied> {
    ties.into_iter().find(|tied| tied.id == id)
}
