//! Which of several servers sees to the outbox. It says again and again that it is there; who has heard nothing new of
//! it for a while takes its place. Nobody's clock is compared with another's.

use std::time::Duration;

use bobbin_store::{Document, Store, StoreError};
use tokio::time::Instant;

use crate::secrets;

/// How the database calls it.
const KIND: &str = "alerts lead";
const ID: &str = "now";

/// So often whoever leads says so.
const BEAT: Duration = Duration::from_secs(4);
/// After so long without a word from the database they stop.
const HOLDS: Duration = Duration::from_secs(10);
/// After so long without a word of them another one leads.
const LEASE: Duration = Duration::from_secs(16);

/// Whether this server leads.
pub(super) struct Lead {
    me: String,
    beats: u64,
    /// When it last said that it leads, and what it said.
    held: Option<(Instant, Document)>,
    /// What another one says, and since when.
    heard: Option<(String, Instant)>,
    asked: Option<Instant>,
}

impl Lead {
    pub(super) fn new() -> Self {
        Lead {
            me: secrets::unguessable::<12>(),
            beats: 0,
            held: None,
            heard: None,
            asked: None,
        }
    }

    /// Does this server lead? Where nobody else shares the database it does.
    pub(super) async fn leads(&mut self, store: &dyn Store) -> Result<bool, StoreError> {
        if !store.is_shared() {
            return Ok(true);
        }
        let now = Instant::now();
        match self.held.take() {
            Some((at, said)) if now - at < BEAT => {
                self.held = Some((at, said));
                Ok(true)
            }
            Some((at, said)) => {
                let next = self.next();
                match store.swap_document(&said, &next.body).await {
                    Ok(true) => {
                        self.held = Some((now, next));
                        Ok(true)
                    }
                    Ok(false) => Ok(false),
                    Err(error) => {
                        // It may have been written, or not: until the end of its time nobody else leads.
                        if at.elapsed() < HOLDS {
                            self.held = Some((at, said));
                        }
                        Err(error)
                    }
                }
            }
            None => self.take_over(store, now).await,
        }
    }

    async fn take_over(&mut self, store: &dyn Store, now: Instant) -> Result<bool, StoreError> {
        if self
            .asked
            .is_some_and(|asked| now - asked < Duration::from_secs(1))
        {
            return Ok(false);
        }
        self.asked = Some(now);
        let found = store.document(KIND, ID).await?;
        let next = self.next();
        let is_ours = match found {
            None => store.add_document(&next).await?,
            Some(found) => {
                let is_silent = match &self.heard {
                    Some((heard, since)) if *heard == found.body => now - *since >= LEASE,
                    _ => {
                        self.heard = Some((found.body.clone(), now));
                        false
                    }
                };
                is_silent && store.swap_document(&found, &next.body).await?
            }
        };
        if is_ours {
            tracing::info!("this server sends the alerts from now on");
            self.held = Some((Instant::now(), next));
        }
        Ok(is_ours)
    }

    fn next(&mut self) -> Document {
        self.beats += 1;
        Document {
            kind: KIND.to_owned(),
            id: ID.to_owned(),
            person: None,
            body: format!("{} {}", self.me, self.beats),
            created_at: 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use bobbin_store::memory::MemoryStore;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn of_several_servers_one_leads_and_another_one_after_it() {
        let one = MemoryStore::new();
        let two = one.another();
        let (mut ann, mut ben) = (Lead::new(), Lead::new());
        for _ in 0..100 {
            assert!(ann.leads(&one).await.unwrap());
            assert!(!ben.leads(&two).await.unwrap());
            tokio::time::advance(Duration::from_secs(1)).await;
        }
        let mut waited = 0;
        while !ben.leads(&two).await.unwrap() {
            tokio::time::advance(Duration::from_secs(1)).await;
            waited += 1;
        }
        assert!((10..=20).contains(&waited), "{waited}");
        assert!(
            !ann.leads(&one).await.unwrap(),
            "whoever was away finds that another one leads"
        );
    }
}
