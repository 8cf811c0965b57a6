//! Requests with an idempotency key: one that is sent again is answered, not carried out twice.

use std::collections::VecDeque;
use std::sync::Arc;

use bobbin_game::{Seat, Viewer};

use super::{Applied, Entry, Reject, Table};

/// So many requests with a key are remembered: whoever sends one again does it within moments.
const MOST_KEYS: usize = 512;

/// Requests with a key that were carried out, the latest last.
#[derive(Clone, Debug, Default)]
pub(super) struct AnsweredKeys(VecDeque<Arc<Answered>>);

/// A request with a key that was carried out.
#[derive(Clone, Debug)]
struct Answered {
    seat: Seat,
    key: String,
    /// What was asked: an action, or to take one back.
    action: Option<String>,
    applied: Applied,
}

impl Table {
    /// Remembers what a request came to, if it had a key.
    pub(super) fn remember_key(&mut self, entry: &Entry) {
        let (seat, action, key) = match entry {
            Entry::Played {
                seat, action, key, ..
            } => (*seat, Some(action), key),
            Entry::Undone { seat, key } => (*seat, None, key),
            _ => return,
        };
        let Some(key) = key else { return };
        let answered = Answered {
            seat,
            key: key.clone(),
            action: action.cloned(),
            applied: self.applied(Viewer::Seat(seat)),
        };
        let AnsweredKeys(latest) = &mut self.keys;
        if latest.len() == MOST_KEYS {
            latest.pop_front();
        }
        latest.push_back(Arc::new(answered));
    }

    /// What an earlier request of the seat with this key came to; an error if it asked for something else.
    pub(crate) fn answered(&self, seat: Seat, key: &str, entry: &Entry) -> Result<Option<Applied>, Reject> {
        let mut latest = self.keys.0.iter().rev();
        let Some(answered) = latest.find(|known| known.seat == seat && known.key == key) else {
            return Ok(None);
        };
        let is_same = match entry {
            Entry::Played { action, .. } => answered.action.as_ref() == Some(action),
            _ => answered.action.is_none(),
        };
        if is_same {
            Ok(Some(answered.applied))
        } else {
            Err(Reject::KeyReused)
        }
    }
}
