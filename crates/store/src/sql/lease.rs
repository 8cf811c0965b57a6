//! Connections for whatever may fail half-way, compiled once for each database.

use std::ops::{Deref, DerefMut};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use sqlx::Pool;
use sqlx::pool::PoolConnection;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;

use super::{Connection, Db};

/// The connections that write.
#[derive(Clone)]
pub(crate) struct Writers {
    pool: Pool<Db>,
    kept: Option<Arc<Kept>>,
}

/// The one connection of a pool between two leases. A pool asks a connection whether it is alive whenever it comes
/// back, which wakes its thread once more for nothing.
struct Kept {
    turn: Arc<Semaphore>,
    place: Mutex<Place>,
}

enum Place {
    Open(Option<PoolConnection<Db>>),
    /// What comes back goes to its pool, which waits for it.
    Closed,
}

/// Nobody waits longer for their turn.
const LONGEST: Duration = Duration::from_secs(20);

impl Writers {
    /// The connections of a pool. If it has only one, and nobody else takes it from the pool, that one can be kept.
    pub(crate) fn new(pool: Pool<Db>, is_kept: bool) -> Self {
        let kept = is_kept.then(|| {
            Arc::new(Kept {
                turn: Arc::new(Semaphore::new(1)),
                place: Mutex::new(Place::Open(None)),
            })
        });
        Writers { pool, kept }
    }

    /// Waits until all are closed.
    pub(crate) async fn close(&self) {
        if let Some(kept) = &self.kept {
            kept.turn.close();
            kept.close();
        }
        self.pool.close().await;
    }
}

impl Kept {
    fn take(&self) -> Option<PoolConnection<Db>> {
        match &mut *self.place.lock().unwrap_or_else(PoisonError::into_inner) {
            Place::Open(connection) => connection.take(),
            Place::Closed => None,
        }
    }

    fn put(&self, connection: PoolConnection<Db>) {
        if let Place::Open(place) = &mut *self.place.lock().unwrap_or_else(PoisonError::into_inner) {
            *place = Some(connection);
        }
    }

    fn close(&self) {
        *self.place.lock().unwrap_or_else(PoisonError::into_inner) = Place::Closed;
    }
}

/// A connection that is used again only if everything went well. After an error, or if whoever uses it is gone before
/// the end, it is closed, and the pool opens a new one. For nobody can tell in which state it is: SQLite ends some
/// transactions by itself and others not, an answer may be on its way still, a rollback may fail like what it is for.
/// So no failure outlasts its cause.
pub(crate) struct Lease {
    connection: Option<PoolConnection<Db>>,
    /// Where it is put before the turn is over.
    kept: Option<(Arc<Kept>, OwnedSemaphorePermit)>,
}

/// Takes a connection of a pool.
pub(crate) async fn lease_of(pool: &Pool<Db>) -> Result<Lease, sqlx::Error> {
    Ok(Lease {
        connection: Some(pool.acquire().await?),
        kept: None,
    })
}

/// Takes a connection that writes.
pub(crate) async fn lease(writers: &Writers) -> Result<Lease, sqlx::Error> {
    let Some(kept) = &writers.kept else {
        return lease_of(&writers.pool).await;
    };
    let turn = timeout(LONGEST, Arc::clone(&kept.turn).acquire_owned()).await;
    let turn = turn.map_err(|_| sqlx::Error::PoolTimedOut)?;
    let turn = turn.map_err(|_| sqlx::Error::PoolClosed)?;
    let connection = match kept.take() {
        Some(connection) => connection,
        None => writers.pool.acquire().await?,
    };
    Ok(Lease {
        connection: Some(connection),
        kept: Some((Arc::clone(kept), turn)),
    })
}

impl Lease {
    /// Everything went well.
    pub(crate) fn done(mut self) {
        if let (Some(connection), Some((kept, _turn))) = (self.connection.take(), &self.kept) {
            kept.put(connection);
        }
    }
}

impl Drop for Lease {
    fn drop(&mut self) {
        if let Some(connection) = &mut self.connection {
            connection.close_on_drop();
        }
    }
}

impl Deref for Lease {
    type Target = Connection;
    fn deref(&self) -> &Connection {
        self.connection.as_deref().expect("it is there until it is done")
    }
}

impl DerefMut for Lease {
    fn deref_mut(&mut self) -> &mut Connection {
        self.connection
            .as_deref_mut()
            .expect("it is there until it is done")
    }
}
