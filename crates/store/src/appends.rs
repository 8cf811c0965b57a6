//! Entries on their way to the disk: they share commits, and a writer that failed is replaced before the next one.

use std::collections::BTreeSet;
use std::fmt::Display;
use std::time::Duration;

use tokio::sync::{mpsc, oneshot};
use tokio::time::{sleep, timeout};

use crate::{Append, AppendError, StoreError};

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

    /// Writes something that says nothing, and reads it back.
    fn check(&mut self) -> impl Future<Output = Result<(), Self::Error>> + Send;

    /// Something has failed: the connection is closed, and another one takes its place.
    fn renew(&mut self) -> impl Future<Output = Result<(), Self::Error>> + Send;
}

/// What has come in, and who waits for it.
#[expect(clippy::large_enum_variant, reason = "almost all are entries")]
pub(crate) enum Waiting {
    /// An entry on its way.
    Append(Append, oneshot::Sender<Result<(), AppendError>>),
    /// Can entries be written?
    Check(oneshot::Sender<Result<(), String>>),
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
    let gone = || AppendError::Failed(CLOSED.to_owned());
    let sent = appends.send(Waiting::Append(append, answer)).await;
    sent.map_err(|_| gone())?;
    answered.await.map_err(|_| gone())?
}

/// How long a check may take.
pub(crate) const CHECK_TIME: Duration = Duration::from_millis(900);

/// Finds out whether entries can be written, soon and after all that waits.
pub(crate) async fn check(appends: &mpsc::Sender<Waiting>) -> Result<(), StoreError> {
    let (answer, answered) = oneshot::channel();
    let gone = || StoreError::Unwritable(CLOSED.to_owned());
    let checked = async {
        let sent = appends.send(Waiting::Check(answer)).await;
        sent.map_err(|_| gone())?;
        let answered = answered.await.map_err(|_| gone())?;
        answered.map_err(StoreError::Unwritable)
    };
    timeout(CHECK_TIME, checked).await.map_err(|_| StoreError::Slow)?
}

const CLOSED: &str = "the store is closed";

/// Commits what has come in while the last commit was under way: the more there is to do, the more shares one write to
/// the disk.
async fn write_in_batches<W: Writer>(writer: W, mut waiting: mpsc::Receiver<Waiting>) {
    let mut writer = Replaced {
        writer,
        has_failed: false,
        pause: Duration::ZERO,
    };
    let mut held: Option<Waiting> = None;
    loop {
        let first = match held.take() {
            Some(first) => first,
            None => match waiting.recv().await {
                Some(first) => first,
                None => return,
            },
        };
        match first {
            // Who asks again and again and does not wait for the answer keeps nobody from writing.
            Waiting::Check(answer) if answer.is_closed() => continue,
            Waiting::Check(answer) => {
                let _ = answer.send(writer.check().await);
            }
            Waiting::Append(append, answer) => {
                let mut batch = vec![(append, answer)];
                held = take_more(&mut batch, &mut waiting);
                write_batch(&mut writer, batch).await;
            }
        }
        // Even the shortest sleep takes a millisecond.
        if !writer.pause.is_zero() {
            sleep(writer.pause).await;
        }
    }
}

type Batch = Vec<(Append, oneshot::Sender<Result<(), AppendError>>)>;

/// Takes what waits into a batch, up to the first that has to wait until the batch is written.
fn take_more(batch: &mut Batch, waiting: &mut mpsc::Receiver<Waiting>) -> Option<Waiting> {
    let mut tables: BTreeSet<String> = batch.iter().map(|(append, _)| append.table.clone()).collect();
    while batch.len() < BATCH {
        match waiting.try_recv() {
            // One statement writes a table's summary once.
            Ok(Waiting::Append(append, answer)) if tables.insert(append.table.clone()) => {
                batch.push((append, answer));
            }
            Ok(next) => return Some(next),
            Err(_) => break,
        }
    }
    None
}

async fn write_batch<W: Writer>(writer: &mut Replaced<W>, mut batch: Batch) {
    // In one order everywhere, or two servers that wait for each other's rows could wait for ever.
    batch.sort_unstable_by(|(a, _), (b, _)| a.table.cmp(&b.table));
    let appends: Vec<&Append> = batch.iter().map(|(append, _)| append).collect();
    let written = writer.write(&appends).await;
    if let Err(error) = &written {
        tracing::error!(%error, entries = batch.len(), "entries could not be written");
    }
    for (append, answer) in batch {
        let result = match &written {
            Ok(won) if won.contains(&append.table) => Ok(()),
            Ok(_) => Err(AppendError::Conflict),
            Err(error) => Err(AppendError::Failed(error.clone())),
        };
        // Who does not wait any more will read the log again.
        let _ = answer.send(result);
    }
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
        self.renew_if_failed().await?;
        // Until it is known to have gone well, whatever happens.
        self.has_failed = true;
        let written = in_time(self.writer.write(batch)).await?;
        self.has_failed = false;
        Ok(written)
    }

    async fn check(&mut self) -> Result<(), String> {
        self.renew_if_failed().await?;
        self.has_failed = true;
        in_time(self.writer.check()).await?;
        self.has_failed = false;
        Ok(())
    }

    async fn renew_if_failed(&mut self) -> Result<(), String> {
        if self.has_failed {
            if let Err(error) = in_time(self.writer.renew()).await {
                self.pause = (self.pause * 2).clamp(PAUSES.0, PAUSES.1);
                return Err(error);
            }
            self.pause = Duration::ZERO;
        }
        Ok(())
    }
}

/// Nothing may keep all who come later waiting for ever.
async fn in_time<T, E: Display>(work: impl Future<Output = Result<T, E>>) -> Result<T, String> {
    match timeout(LONGEST, work).await {
        Ok(done) => done.map_err(|error| error.to_string()),
        Err(_) => Err("the database did not answer".to_owned()),
    }
}
