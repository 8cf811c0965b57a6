//! Entries on their way to the disk: they share commits, and a writer that failed is replaced before the next one.

use std::collections::BTreeSet;
use std::fmt::Display;
use std::time::Duration;

use tokio::sync::{mpsc, oneshot};
use tokio::time::{sleep, timeout};

use crate::{Append, AppendError};

/// Whoever writes entries down, by some connection.
pub(crate) trait Writer: Send + 'static {
    /// What goes wrong.
    type Error: Display + Send;

    /// Writes entries of different tables in one transaction, and says at which tables they were the first with their
    /// index. After an error nobody knows what was written.
    fn write(
        &mut self,
        batch: &[&Append],
    ) -> impl Future<Output = Result<BTreeSet<String>, Self::Error>> + Send;

    /// Something has failed: the connection is closed, and another one takes its place.
    fn renew(&mut self) -> impl Future<Output = Result<(), Self::Error>> + Send;
}

/// An entry on its way, and who waits for it.
pub(crate) struct Waiting {
    pub(crate) append: Append,
    pub(crate) answer: oneshot::Sender<Result<(), AppendError>>,
}

/// The most entries in one transaction.
pub(crate) const BATCH: usize = 128;

/// A database that takes longer than this has failed.
const LONGEST: Duration = Duration::from_secs(20);

/// How long to wait before trying once more to replace a writer, at first and at most. Nobody who appends waits much
/// longer than this for an answer while the database is away.
const PAUSES: (Duration, Duration) = (Duration::from_millis(20), Duration::from_secs(1));

/// The queue of a writer, worked off as long as it is there.
pub(crate) fn start<W: Writer>(writer: W) -> mpsc::Sender<Waiting> {
    let (appends, waiting) = mpsc::channel(4 * BATCH);
    tokio::spawn(write_in_batches(writer, waiting));
    appends
}

/// Adds an entry to the queue and waits until it is on disk.
pub(crate) async fn append(appends: &mpsc::Sender<Waiting>, append: Append) -> Result<(), AppendError> {
    let (answer, answered) = oneshot::channel();
    let gone = || AppendError::Failed("the store is closed".to_owned());
    let sent = appends.send(Waiting { append, answer }).await;
    sent.map_err(|_| gone())?;
    answered.await.map_err(|_| gone())?
}

/// Commits what has come in while the last commit was under way: the more there is to do, the more shares one write to
/// the disk.
async fn write_in_batches<W: Writer>(writer: W, mut waiting: mpsc::Receiver<Waiting>) {
    let mut writer = Replaced {
        writer,
        has_failed: false,
        pause: Duration::ZERO,
    };
    let mut held: Option<Waiting> = None;
    while let Some(mut batch) = next_batch(&mut held, &mut waiting).await {
        // In one order everywhere, or two servers that wait for each other's rows could wait for ever.
        batch.sort_unstable_by(|a, b| a.append.table.cmp(&b.append.table));
        let appends: Vec<&Append> = batch.iter().map(|waiting| &waiting.append).collect();
        let written = writer.write(&appends).await;
        if let Err(error) = &written {
            tracing::error!(%error, entries = batch.len(), "entries could not be written");
        }
        for Waiting { append, answer } in batch {
            let result = match &written {
                Ok(won) if won.contains(&append.table) => Ok(()),
                Ok(_) => Err(AppendError::Conflict),
                Err(error) => Err(AppendError::Failed(error.clone())),
            };
            // Who does not wait any more will read the log again.
            let _ = answer.send(result);
        }
        sleep(writer.pause).await;
    }
}

async fn next_batch(
    held: &mut Option<Waiting>,
    waiting: &mut mpsc::Receiver<Waiting>,
) -> Option<Vec<Waiting>> {
    let first = match held.take() {
        Some(first) => first,
        None => waiting.recv().await?,
    };
    let mut tables = BTreeSet::from([first.append.table.clone()]);
    let mut batch = vec![first];
    while batch.len() < BATCH {
        match waiting.try_recv() {
            // One statement writes a table's summary once.
            Ok(next) if !tables.insert(next.append.table.clone()) => {
                *held = Some(next);
                break;
            }
            Ok(next) => batch.push(next),
            Err(_) => break,
        }
    }
    Some(batch)
}

/// A writer that is replaced whenever it has failed, in whatever way. So no failure outlasts its cause.
struct Replaced<W> {
    writer: W,
    has_failed: bool,
    /// How long to leave the database alone now.
    pause: Duration,
}

impl<W: Writer> Replaced<W> {
    async fn write(&mut self, batch: &[&Append]) -> Result<BTreeSet<String>, String> {
        if self.has_failed {
            if let Err(error) = in_time(self.writer.renew()).await {
                self.pause = (self.pause * 2).clamp(PAUSES.0, PAUSES.1);
                return Err(error);
            }
            self.pause = Duration::ZERO;
        }
        // Until it is known to have gone well, whatever happens.
        self.has_failed = true;
        let written = in_time(self.writer.write(batch)).await?;
        self.has_failed = false;
        Ok(written)
    }
}

/// Nothing may keep all who come later waiting for ever.
async fn in_time<T, E: Display>(work: impl Future<Output = Result<T, E>>) -> Result<T, String> {
    match timeout(LONGEST, work).await {
        Ok(done) => done.map_err(|error| error.to_string()),
        Err(_) => Err("the database did not answer".to_owned()),
    }
}
