//! Beginning to listen to a table: what was missed first, then what happens.

use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

use bobbin_game::Viewer;
use bytes::Bytes;

use super::LiveTables;
use super::listeners::{Listener, Listening};
use super::live_table::Published;
use crate::error::Problem;
use crate::sessions::Session;
use crate::table::{Form, Table};
use crate::work::Owner;

impl LiveTables {
    /// Listens to a table: first what was missed since the event `after`, or how things stand, then what happens.
    /// `viewer` says who looks, given the table; `session` is by which right; `form` how things that change are told.
    pub(crate) async fn listen(
        self: &Arc<Self>,
        id: &str,
        viewer: impl Fn(&Table) -> Result<Viewer, Problem>,
        owner: Owner,
        session: Option<Arc<Session>>,
        form: Form,
        after: Option<u32>,
    ) -> Result<(Vec<Bytes>, Listening), Problem> {
        // Something may happen while it is worked out what was missed: then that is worked out again.
        for _ in 0..16 {
            let (live, loaded) = self.load(id).await?;
            self.hear_who_sits(&live, &loaded, &viewer, session.is_some())
                .await?;
            let mut published = loaded.published();
            let mut who = viewer(&published.table)?;
            if after.is_some_and(|after| after > published.table.event(who)) {
                // It comes from another server, which was ahead of this one; somebody else may sit there by now.
                self.hear_others(&live, &loaded).await?;
                published = loaded.published();
                who = viewer(&published.table)?;
            }
            let first = self
                .first_frames(&published, who, owner.clone(), form, after)
                .await?;
            let mut listening = loaded.listeners.lock();
            if !Arc::ptr_eq(&loaded.table(), &published.table) {
                continue;
            }
            let (listener, stream) = Listener::new(who, form, session.clone());
            // When the server closes nobody listens any more.
            if self.closing.load(Relaxed) || listening.add(listener) {
                return Ok((first, stream));
            }
        }
        Err(Problem::unavailable())
    }

    /// What a stream begins with.
    async fn first_frames(
        &self,
        published: &Published,
        viewer: Viewer,
        owner: Owner,
        form: Form,
        after: Option<u32>,
    ) -> Result<Vec<Bytes>, Problem> {
        let table = &*published.table;
        let latest = table.event(viewer);
        match after {
            Some(after) if after == latest => Ok(Vec::new()),
            Some(after)
                if (published.oldest().event(viewer)..latest).contains(&after) && !table.is_outdated() =>
            {
                let published = published.clone();
                self.work
                    .answer(owner, move || published.missed(viewer, form, after))
                    .await
            }
            _ => Ok(vec![table.state_frame(viewer, form, self.clock.now())]),
        }
    }
}
