//! How servers that share a database tell each other what they have written.

use futures_util::future::BoxFuture;
use tokio::sync::mpsc;

use crate::{Answer, News};

/// Whoever carries news of entries from one server to the others, where the database is not to.
///
/// The log is the truth, and news is only a reason to read on. So a courier may lose news, carry it twice or in another
/// order: who misses some finds out by [`Store::gone_on`](crate::Store::gone_on). What must not be missed (rights that
/// somebody loses, words that are taken out of a log) the database tells itself, with the commit.
pub trait Courier: Send + Sync + 'static {
    /// Tells all who listen, this server included or not, of entries that are on disk. It never waits: what cannot be
    /// carried soon is lost.
    fn tell(&self, news: &[News]);

    /// Hears what is told from now on, as long as the receiver is there. Whatever it may have lost on the way it says
    /// by [`News::Untold`].
    fn hear(&self) -> Answer<'_, mpsc::Receiver<News>>;

    /// Carries what still waits, unless that takes long, and nothing more.
    fn close(&self) -> BoxFuture<'_, ()>;
}
