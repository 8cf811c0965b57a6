//! Bots at a table act by themselves.

use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use bobbin_game::Viewer;

use super::{Decision, LiveTables};
use crate::bots::{self, Question, Wanted};
use crate::error::Problem;
use crate::metrics::count;
use crate::table::Entry;
use crate::work::{Busy, Class, Owner};

impl LiveTables {
    /// Lets the bots of a table act, at its pace, until none has to.
    pub(super) async fn play_bots(self: &Arc<Self>, id: &str) {
        let mut failures: u32 = 0;
        while !self.closing.load(Relaxed) {
            let pace = self.look(id, |table| Ok(table.plan.manners.pace)).await;
            let Ok(pace) = pace else { return };
            tokio::time::sleep(Duration::from_millis(u64::from(pace))).await;
            match self.do_what_was_said_before(id).await {
                Ok(false) => {}
                Ok(true) => {
                    failures = 0;
                    continue;
                }
                Err(_) => {
                    failures += 1;
                    tokio::time::sleep(after_failures(failures)).await;
                    continue;
                }
            }
            let asked = self
                .look(id, |table| {
                    let Some((seat, level)) = table.bot_to_act() else {
                        return Ok(None);
                    };
                    let playing = table.playing.as_ref().ok_or_else(Problem::unavailable)?;
                    let asked = playing
                        .ask(seat)
                        .ok()
                        .flatten()
                        .ok_or_else(Problem::unavailable)?;
                    let question = Question {
                        game: playing.game(),
                        asked,
                        luck: table.bot_luck(seat, self.settings.named_deals),
                        wanted: Wanted::Move(level),
                        kept_in: Some((Arc::clone(&self.bots), table.id.clone())),
                    };
                    let class = if table.has_people() {
                        Class::People
                    } else {
                        Class::BotsOnly
                    };
                    let owner = Owner::Person(table.plan.owner.clone());
                    let version = table.version(Viewer::Seat(seat));
                    Ok(Some((seat, version, owner, class, question)))
                })
                .await;
            let (seat, version, owner, class, question) = match asked {
                Ok(Some(asked)) => asked,
                Ok(None) => return,
                Err(_) => {
                    failures += 1;
                    tokio::time::sleep(after_failures(failures)).await;
                    continue;
                }
            };
            let thought = bots::ask(&self.work, &self.metrics, owner, class, question).await;
            let thought = match thought {
                Ok(thought) => thought,
                // Too many bots of this owner wait already: this one comes again.
                Err(Busy::Full { wait }) => {
                    tokio::time::sleep(wait).await;
                    continue;
                }
                Err(Busy::Failed) => {
                    failures += 1;
                    tokio::time::sleep(after_failures(failures)).await;
                    continue;
                }
            };
            let action = thought.choice().action.clone();
            let played = self
                .change(id, move |table| {
                    // The person may have come back while the bot thought, or a bot of another server was faster.
                    if !table.is_bots_turn(seat) || table.version(Viewer::Seat(seat)) != version {
                        return Err(Problem::conflict("not_the_bots_turn", "The person plays again."));
                    }
                    let entry = Entry::Played {
                        seat,
                        action: action.clone(),
                        key: None,
                        digest: None,
                    };
                    Ok((Viewer::Seat(seat), Decision::Add(entry)))
                })
                .await;
            match played {
                Ok(_) => {
                    count(&self.metrics.bot_actions);
                    failures = 0;
                }
                Err(problem) if problem.code == "not_the_bots_turn" => {}
                Err(_) => {
                    failures += 1;
                    tokio::time::sleep(after_failures(failures)).await;
                }
            }
        }
    }
}

impl LiveTables {
    /// Does what somebody has said ahead of their turn, if it has come. Was there anything?
    async fn do_what_was_said_before(self: &Arc<Self>, id: &str) -> Result<bool, Problem> {
        if !self.look(id, |table| Ok(table.said_before().is_some())).await? {
            return Ok(false);
        }
        let done = self.change(id, |table| {
            // They may have acted meanwhile, or another server was faster.
            let nothing = || Problem::conflict(NOTHING_SAID, "Nothing is left to be done.");
            let entry = table.said_before().ok_or_else(nothing)?;
            Ok((Viewer::Spectator, Decision::Add(entry)))
        });
        match done.await {
            Err(problem) if problem.code != NOTHING_SAID => Err(problem),
            _ => Ok(true),
        }
    }
}

const NOTHING_SAID: &str = "nothing_said";

/// The longer it has not worked, the longer a bot waits before it tries again.
fn after_failures(failures: u32) -> Duration {
    Duration::from_millis(100 << failures.min(6))
}
