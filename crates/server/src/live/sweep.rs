//! What is done again and again: what is due at tables, and evicting those that nobody uses.

use std::collections::BTreeSet;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, MutexGuard, PoisonError};

use axum::http::StatusCode;
use bobbin_game::Viewer;

use super::live_table::LiveTable;
use super::{Decision, LiveTables};
use crate::error::Problem;
use crate::secrets::log_id;

/// With more tables in memory than this, those that nobody uses leave it sooner.
const MANY_TABLES: usize = 4_000;

impl LiveTables {
    /// Does what is due, and forgets tables that nobody uses. Called again and again.
    pub(crate) async fn sweep(self: &Arc<Self>, ask_store: bool) {
        let time = self.clock.now();
        let mut due: Vec<String> = Vec::new();
        let tables = self.all();
        let patience = self.settings.forget_after;
        let patience = if tables.len() > MANY_TABLES {
            patience / 30
        } else {
            patience
        };
        for live in tables {
            if live.due.load(Relaxed) <= time {
                due.push(live.id.clone());
            } else if time - live.used.load(Relaxed) > patience.as_millis() as i64 {
                self.evict_if_idle(&live);
            }
        }
        if ask_store {
            // Those for which nothing can be done must not stand before the others for ever.
            let stuck = self.stuck().clone();
            match self.store.due(time, 100 + stuck.len() as u32).await {
                Ok(found) => due.extend(found.into_iter().filter(|id| !stuck.contains(id))),
                Err(error) => tracing::error!(%error, "what is due could not be found out"),
            }
        }
        due.sort();
        due.dedup();
        for id in due {
            let (patience, clock) = (self.settings.patience, self.clock.clone());
            let done = self
                .change(&id, move |table| {
                    let nothing = || Problem::conflict("nothing_due", "Nothing is due.");
                    let entry = table.due(clock.now(), &patience).ok_or_else(nothing)?;
                    Ok((Viewer::Spectator, Decision::Add(entry)))
                })
                .await;
            let may_go_on = |problem: &Problem| problem.status() == StatusCode::SERVICE_UNAVAILABLE;
            if done.as_ref().is_err_and(|problem| !may_go_on(problem)) {
                self.stuck().insert(id.clone());
            }
            match done {
                Ok(_) => tracing::info!(table = log_id(&id), "did what was due"),
                Err(problem) if problem.code == "nothing_due" => {}
                Err(problem) => {
                    tracing::warn!(
                        table = log_id(&id),
                        code = problem.code,
                        "what is due could not be done"
                    );
                }
            }
        }
    }

    fn stuck(&self) -> MutexGuard<'_, BTreeSet<String>> {
        self.stuck.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Tries once more what could not be done. Called now and then.
    pub(crate) fn try_stuck_again(&self) {
        self.stuck().clear();
    }

    fn evict_if_idle(&self, live: &Arc<LiveTable>) {
        self.evict(live, |live| {
            let Some(loaded) = live.loaded() else {
                return true;
            };
            let in_use = loaded.table().has_live_clock() || live.bots_are_playing.load(Relaxed);
            let may_go = !in_use && loaded.listeners.close_if_idle();
            if may_go {
                live.set_loaded(None);
            }
            may_go
        });
    }
}
