//! Connections for whatever may fail half-way, compiled once for each database.

use std::ops::{Deref, DerefMut};

use sqlx::Pool;
use sqlx::pool::PoolConnection;

use super::{Connection, Db};

/// A connection that goes back to its pool only if everything went well. After an error, or if whoever uses it is gone
/// before the end, it is closed, and the pool opens a new one. For nobody can tell in which state it is: SQLite ends
/// some transactions by itself and others not, an answer may be on its way still, a rollback may fail like what it is
/// for. So no failure outlasts its cause.
pub(crate) struct Lease(Option<PoolConnection<Db>>);

/// Takes a connection.
pub(crate) async fn lease(pool: &Pool<Db>) -> Result<Lease, sqlx::Error> {
    Ok(Lease(Some(pool.acquire().await?)))
}

impl Lease {
    /// Everything went well.
    pub(crate) fn done(mut self) {
        drop(self.0.take());
    }
}

impl Drop for Lease {
    fn drop(&mut self) {
        if let Some(connection) = &mut self.0 {
            connection.close_on_drop();
        }
    }
}

impl Deref for Lease {
    type Target = Connection;
    fn deref(&self) -> &Connection {
        self.0.as_deref().expect("it is there until it is done")
    }
}

impl DerefMut for Lease {
    fn deref_mut(&mut self) -> &mut Connection {
        self.0.as_deref_mut().expect("it is there until it is done")
    }
}
