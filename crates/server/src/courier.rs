//! News of entries over NATS, between servers that share a database.
//!
//! NATS core promises nothing: what is told while somebody is not connected is lost. So it only carries reasons to read
//! on in the log, and whoever may have missed some is told that.

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use bobbin_nats::{Listening, Nats};
use bobbin_store::{Answer, Courier, Document, News, Store, StoreError};
use futures_util::StreamExt as _;
use futures_util::future::BoxFuture;
use tokio::sync::{mpsc, oneshot};

use crate::clock::Clock;
use crate::secrets;

/// How the database calls what servers tell each other.
const KIND: &str = "server";

/// The document with the name by which the servers of a database find each other.
const ID: &str = "news";

/// So many batches may wait to be sent. What comes beyond is lost, which others find out.
const MOST_WAITING: usize = 4096;

/// So many entries go into one message at the most.
const BATCH: usize = 500;

/// What still waits when the server stops may take so long.
const GOODBYE: Duration = Duration::from_secs(1);

/// Carries news over NATS.
pub struct NatsCourier {
    nats: Nats,
    subject: Arc<OnceLock<String>>,
    waiting: mpsc::Sender<Letter>,
}

enum Letter {
    News(Vec<(String, u64)>),
    /// Answered when all before it is on its way.
    Last(oneshot::Sender<()>),
}

impl NatsCourier {
    /// It carries nothing until it knows [whom to](NatsCourier::serve). Within a runtime only.
    #[must_use]
    pub fn new(nats: &Nats) -> Arc<Self> {
        let (waiting, letters) = mpsc::channel(MOST_WAITING);
        let subject = Arc::new(OnceLock::new());
        tokio::spawn(carry(nats.clone(), Arc::clone(&subject), letters));
        Arc::new(NatsCourier {
            nats: nats.clone(),
            subject,
            waiting,
        })
    }

    /// From now on it serves the servers of this database, and no others of the same NATS.
    pub async fn serve(&self, store: &dyn Store, clock: &Clock) -> Result<(), StoreError> {
        let name = match store.document(KIND, ID).await? {
            Some(known) => known.body,
            None => named(store, clock).await?,
        };
        let _ = self.subject.set(format!("bobbin.1.news.{name}"));
        Ok(())
    }
}

/// Gives the database a name, unless another server is faster.
async fn named(store: &dyn Store, clock: &Clock) -> Result<String, StoreError> {
    let ours = Document {
        kind: KIND.to_owned(),
        id: ID.to_owned(),
        person: None,
        body: secrets::unguessable::<24>(),
        created_at: clock.wall(),
    };
    store.add_document(&ours).await?;
    let known = store.document(KIND, ID).await?;
    Ok(known.unwrap_or(ours).body)
}

impl Courier for NatsCourier {
    fn tell(&self, news: &[News]) {
        let added = news.iter().filter_map(|news| match news {
            News::Added { table, index } => Some((table.clone(), *index)),
            // The database tells of these itself.
            News::Reworded { .. } | News::Person { .. } | News::Missed | News::Untold => None,
        });
        let added: Vec<_> = added.collect();
        if !added.is_empty() {
            let _ = self.waiting.try_send(Letter::News(added));
        }
    }

    fn hear(&self) -> Answer<'_, mpsc::Receiver<News>> {
        Box::pin(async move {
            let (tell, heard) = mpsc::channel(1024);
            let subject = self.subject.get().cloned().unwrap_or_default();
            tokio::spawn(hear(self.nats.clone(), subject, tell));
            Ok(heard)
        })
    }

    fn close(&self) -> BoxFuture<'_, ()> {
        Box::pin(async move {
            let (sent, all) = oneshot::channel();
            let last = async {
                let _ = self.waiting.send(Letter::Last(sent)).await;
                let _ = all.await;
            };
            let _ = tokio::time::timeout(GOODBYE, last).await;
        })
    }
}

/// Sends what waits, together what waits together.
async fn carry(nats: Nats, subject: Arc<OnceLock<String>>, mut letters: mpsc::Receiver<Letter>) {
    while let Some(letter) = letters.recv().await {
        let mut news = Vec::new();
        let mut last = None;
        let mut next = Some(letter);
        while let Some(letter) = next {
            match letter {
                Letter::News(more) => news.extend(more),
                Letter::Last(sent) => last = Some(sent),
            }
            next = (news.len() < BATCH && last.is_none())
                .then(|| letters.try_recv().ok())
                .flatten();
        }
        if let Some(subject) = subject.get()
            && !news.is_empty()
        {
            let message = serde_json::to_vec(&news).expect("it is plain data");
            // Who does not hear it finds out.
            let _ = nats.publish(subject, message.into()).await;
        }
        if let Some(sent) = last {
            let _ = nats.flush().await;
            let _ = sent.send(());
            return;
        }
    }
}

/// Passes on what is told, as long as somebody wants to hear it.
async fn hear(nats: Nats, subject: String, tell: mpsc::Sender<News>) {
    let mut link = nats.link();
    let mut missed = link.borrow_and_update().times;
    let Some(mut listening) = listening(&nats, &subject, &tell).await else {
        return;
    };
    // What was told before one listened is in the log.
    let _ = nats.flush().await;
    let mut news = vec![News::Untold];
    loop {
        for told in news.drain(..) {
            if tell.send(told).await.is_err() {
                return;
            }
        }
        tokio::select! {
            message = listening.next() => {
                let Some(message) = message else { return };
                let added: Vec<(String, u64)> = serde_json::from_slice(&message.payload).unwrap_or_default();
                news.extend(added.into_iter().map(|(table, index)| News::Added { table, index }));
            }
            changed = link.changed() => {
                if changed.is_err() {
                    return;
                }
                let now = *link.borrow_and_update();
                if now.is_up && now.times != missed {
                    missed = now.times;
                    // What is told from now on is heard again.
                    let _ = nats.flush().await;
                    news.push(News::Untold);
                }
            }
            () = tell.closed() => return,
        }
    }
}

async fn listening(nats: &Nats, subject: &str, tell: &mpsc::Sender<News>) -> Option<Listening> {
    while !tell.is_closed() {
        match nats.listen(subject).await {
            Ok(listening) => return Some(listening),
            Err(_) => tokio::time::sleep(GOODBYE).await,
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::time::Duration;

    use bobbin_nats::Nats;
    use bobbin_nats::testing::NatsServer;
    use bobbin_store::memory::MemoryStore;
    use bobbin_store::{Courier as _, News};
    use tokio::sync::mpsc;

    use super::NatsCourier;
    use crate::clock::Clock;

    async fn courier(server: &NatsServer, store: &MemoryStore) -> Arc<NatsCourier> {
        let nats = Nats::connect(&server.address(), "test").await.unwrap();
        nats.link().wait_for(|link| link.is_up).await.unwrap();
        let courier = NatsCourier::new(&nats);
        courier.serve(store, &Clock::system()).await.unwrap();
        courier
    }

    async fn next(heard: &mut mpsc::Receiver<News>) -> News {
        let next = tokio::time::timeout(Duration::from_secs(20), heard.recv());
        next.await.expect("it is heard soon").unwrap()
    }

    fn added(table: &str, index: u64) -> News {
        News::Added {
            table: table.to_owned(),
            index,
        }
    }

    #[tokio::test]
    async fn servers_of_one_database_hear_of_each_others_entries_and_those_of_another_do_not() {
        let server = NatsServer::start();
        let (one, other) = (MemoryStore::new(), MemoryStore::new());
        let (ann, ben) = (courier(&server, &one).await, courier(&server, &one).await);
        let eve = courier(&server, &other).await;
        let mut heard = ben.hear().await.unwrap();
        let mut elsewhere = eve.hear().await.unwrap();
        assert_eq!(next(&mut heard).await, News::Untold, "whatever came before");
        assert_eq!(next(&mut elsewhere).await, News::Untold);
        ann.tell(&[
            added("a", 3),
            News::Person {
                person: "p".to_owned(),
            },
            added("b", 0),
        ]);
        assert_eq!(next(&mut heard).await, added("a", 3));
        assert_eq!(next(&mut heard).await, added("b", 0));
        eve.tell(&[added("c", 1)]);
        assert_eq!(next(&mut elsewhere).await, added("c", 1));
        assert!(heard.try_recv().is_err());
        ann.close().await;
    }

    #[tokio::test]
    async fn whoever_may_have_missed_news_is_told_that() {
        let mut server = NatsServer::start();
        let store = MemoryStore::new();
        let (ann, ben) = (courier(&server, &store).await, courier(&server, &store).await);
        let mut heard = ben.hear().await.unwrap();
        assert_eq!(next(&mut heard).await, News::Untold);
        server.kill();
        ann.tell(&[added("a", 1)]);
        server.start_again();
        assert_eq!(next(&mut heard).await, News::Untold);
        // Both are back some time or other; from then on news is heard again.
        loop {
            ann.tell(&[added("a", 2)]);
            let again = tokio::time::timeout(Duration::from_millis(200), heard.recv());
            match again.await {
                Ok(Some(News::Untold)) | Err(_) => {}
                Ok(again) => {
                    assert_eq!(again, Some(added("a", 2)));
                    break;
                }
            }
        }
    }
}
