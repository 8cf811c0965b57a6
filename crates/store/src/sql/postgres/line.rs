//! The line between servers that share a database: `NOTIFY` and `LISTEN`.
//!
//! A transaction with a `NOTIFY` in it commits alone: PostgreSQL has one lock for all of them. So entries are told of
//! after their commit, by a connection of its own, all of one moment by one short transaction that waits for no disk.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use sqlx::postgres::{PgConnectOptions, PgConnection, PgListener};
use sqlx::{ConnectOptions as _, Connection as _};
use tokio::sync::{mpsc, oneshot};
use tokio::task::AbortHandle;
use tokio::time::{sleep, timeout};

use super::Pools;
use crate::{Courier, News, StoreError};

/// The channels: of entries, told after the commit or, where they are reworded, with it (migration 8), and of people
/// (migration 5).
const ENTRIES: &str = "bobbin_entries";
const PEOPLE: &str = "bobbin_people";

/// Whoever tells the other servers of entries.
#[derive(Clone)]
pub(crate) enum Teller {
    /// The database.
    Line(Line),
    /// Someone else.
    Courier(Arc<dyn Courier>),
}

impl Teller {
    pub(crate) fn tell(&self, news: impl Iterator<Item = News>) {
        let news: Vec<News> = news.collect();
        match self {
            _ if news.is_empty() => {}
            Teller::Line(line) => line.tell(news),
            Teller::Courier(courier) => courier.tell(&news),
        }
    }

    pub(crate) async fn close(&self) {
        match self {
            Teller::Line(line) => line.close().await,
            Teller::Courier(courier) => courier.close().await,
        }
    }
}

/// What waits to be told through the database.
#[derive(Clone)]
pub(crate) struct Line {
    queue: mpsc::Sender<Waiting>,
    /// Some news was dropped, because too much was waiting.
    is_dropped: Arc<AtomicBool>,
    carrying: AbortHandle,
}

enum Waiting {
    News(Vec<News>),
    /// Nothing comes any more.
    End(oneshot::Sender<()>),
}

/// So many commits' news waits while the database does not take it.
const MOST_WAITING: usize = 1024;

/// A database that takes longer than this to pass news on has failed.
const LONGEST: Duration = Duration::from_secs(5);

/// How long the end waits for what is still to be told.
const LAST_WORDS: Duration = Duration::from_secs(2);

impl Line {
    pub(super) fn open(options: PgConnectOptions) -> Self {
        let (queue, waiting) = mpsc::channel(MOST_WAITING);
        let is_dropped = Arc::new(AtomicBool::new(false));
        let carrying = tokio::spawn(carry(options, waiting, Arc::clone(&is_dropped))).abort_handle();
        Line {
            queue,
            is_dropped,
            carrying,
        }
    }

    fn tell(&self, news: Vec<News>) {
        if self.queue.try_send(Waiting::News(news)).is_err() {
            self.is_dropped.store(true, Relaxed);
        }
    }

    async fn close(&self) {
        let (ended, end) = oneshot::channel();
        let told = async {
            if self.queue.send(Waiting::End(ended)).await.is_ok() {
                let _ = end.await;
            }
        };
        if timeout(LAST_WORDS, told).await.is_err() {
            tracing::warn!("the other servers could not be told of the last entries: they will find them");
        }
        self.carrying.abort();
    }
}

/// Tells what has come in while the last was being told.
async fn carry(options: PgConnectOptions, mut queue: mpsc::Receiver<Waiting>, is_dropped: Arc<AtomicBool>) {
    let mut connection: Option<PgConnection> = None;
    let mut ended = None;
    while ended.is_none()
        && let Some(first) = queue.recv().await
    {
        let mut payloads = Payloads::default();
        let mut next = Some(first);
        while let Some(waiting) = next {
            match waiting {
                Waiting::News(news) => news.iter().for_each(|news| payloads.add(news)),
                Waiting::End(answer) => ended = Some(answer),
            }
            next = queue.try_recv().ok();
        }
        if is_dropped.swap(false, Relaxed) {
            payloads.add(&News::Missed);
        }
        let mut pause = Duration::from_millis(50);
        while let Err(error) = timeout(LONGEST, send(&mut connection, &options, &payloads))
            .await
            .unwrap_or(Err(sqlx::Error::PoolTimedOut))
        {
            // Telling twice does no harm.
            connection = None;
            tracing::warn!(%error, "the other servers cannot be told of entries");
            sleep(pause).await;
            pause = (pause * 2).min(Duration::from_secs(1));
        }
    }
    if let Some(connection) = connection {
        let _ = connection.close().await;
    }
    if let Some(ended) = ended {
        let _ = ended.send(());
    }
}

async fn send(
    connection: &mut Option<PgConnection>,
    options: &PgConnectOptions,
    Payloads(payloads): &Payloads,
) -> Result<(), sqlx::Error> {
    if payloads.is_empty() {
        return Ok(());
    }
    let connection = if let Some(connection) = connection {
        connection
    } else {
        let mut new = options.connect().await?;
        // News has no need of the disk: after a crash nobody is there to hear it.
        sqlx::query("SET synchronous_commit = off")
            .execute(&mut new)
            .await?;
        connection.insert(new)
    };
    sqlx::query("SELECT pg_notify($1, payload) FROM UNNEST($2::text[]) AS told (payload)")
        .bind(ENTRIES)
        .bind(payloads)
        .execute(connection)
        .await?;
    Ok(())
}

/// News as text, in as few pieces as PostgreSQL takes: 8,000 bytes each.
#[derive(Default)]
struct Payloads(Vec<String>);

impl Payloads {
    const LONGEST: usize = 7_900;
    const MISSED: &str = "missed";

    fn add(&mut self, news: &News) {
        let line = match news {
            News::Added { table, index } => format!("{table} {index}"),
            News::Reworded { table } => format!("{table} reworded"),
            // Of people the database tells by itself.
            News::Person { .. } | News::Missed | News::Untold => Payloads::MISSED.to_owned(),
        };
        let line = if line.len() > Payloads::LONGEST {
            Payloads::MISSED
        } else {
            &line
        };
        match self.0.last_mut() {
            Some(last) if last.len() + 1 + line.len() <= Payloads::LONGEST => {
                last.push('\n');
                last.push_str(line);
            }
            _ => self.0.push(line.to_owned()),
        }
    }

    fn read(payload: &str) -> impl Iterator<Item = News> {
        payload.lines().map(|line| match line.rsplit_once(' ') {
            Some((table, what)) => {
                let table = table.to_owned();
                match what.parse() {
                    Ok(index) => News::Added { table, index },
                    Err(_) => News::Reworded { table },
                }
            }
            None => News::Missed,
        })
    }
}

/// What is written, by whomever, as long as somebody listens. The database is heard also where someone else carries
/// news of entries: it tells of people and of other words, and programs beside the servers tell by it.
pub(super) async fn watch(pools: &Pools) -> Result<Option<mpsc::Receiver<News>>, StoreError> {
    let mut listener = PgListener::connect_with(&pools.readers).await?;
    listener.listen_all([ENTRIES, PEOPLE]).await?;
    let (sender, news) = mpsc::channel(1024);
    if let Teller::Courier(courier) = &pools.teller {
        let (mut heard, sender) = (courier.hear().await?, sender.clone());
        tokio::spawn(async move {
            while let Some(told) = heard.recv().await {
                if sender.send(told).await.is_err() {
                    return;
                }
            }
        });
    }
    tokio::spawn(async move {
        loop {
            let told: Vec<News> = match listener.try_recv().await {
                Ok(Some(told)) if told.channel() == PEOPLE => vec![News::Person {
                    person: told.payload().to_owned(),
                }],
                Ok(Some(told)) => Payloads::read(told.payload()).collect(),
                // The connection was lost, and is made again by the next question: nobody knows what was missed.
                Ok(None) => vec![News::Missed],
                Err(sqlx::Error::PoolClosed) => return,
                Err(error) => {
                    tracing::error!(%error, "what others write cannot be heard");
                    sleep(Duration::from_secs(1)).await;
                    vec![News::Missed]
                }
            };
            for told in told {
                if sender.send(told).await.is_err() {
                    return;
                }
            }
        }
    });
    Ok(Some(news))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn news_is_read_as_it_was_told_however_much_it_is() {
        let added = |index| News::Added {
            table: format!("a table with spaces {index}"),
            index,
        };
        let mut told: Vec<News> = (0..1000).map(added).collect();
        told.push(News::Reworded {
            table: "t".to_owned(),
        });
        told.push(News::Missed);
        let mut payloads = Payloads::default();
        for news in &told {
            payloads.add(news);
        }
        assert!(payloads.0.iter().all(|payload| payload.len() < 8_000));
        assert!(payloads.0.len() < 8, "{}", payloads.0.len());
        let read: Vec<News> = payloads
            .0
            .iter()
            .flat_map(|payload| Payloads::read(payload))
            .collect();
        assert_eq!(read, told);
        let mut payloads = Payloads::default();
        payloads.add(&News::Reworded {
            table: "t".repeat(8_000),
        });
        assert_eq!(payloads.0, ["missed"]);
    }
}
