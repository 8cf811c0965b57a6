//! Calling those who have found a game while they looked elsewhere. One place, for every way to be called.

use super::book::{Meeting, Met};
use crate::app::Services;
use crate::metrics::count_many;
use crate::secrets::log_id;

/// These people have found a game and are not there to see it. Called once its table is there and before the meeting is
/// done with, so it may be called again by another server, or after one was killed: the table and the person say which
/// call it is.
///
/// The entry that begins their game calls them, as any game that begins (`alerts`); whoever comes back finds the table
/// on their home page, among those that wait for them.
pub(crate) fn found_while_away(services: &Services, meeting: &Meeting, away: &[&Met]) {
    if away.is_empty() {
        return;
    }
    count_many(&services.metrics.lobby_calls, away.len() as u64);
    tracing::info!(
        table = log_id(&meeting.table),
        people = away.len(),
        "some have found a game and are not there"
    );
}
