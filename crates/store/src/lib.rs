#![doc = include_str!("../README.md")]

mod appends;
mod chain;
mod copy;
mod courier;
mod error;
#[cfg(feature = "simulation")]
pub mod memory;
mod spread;
mod sql;
#[cfg(feature = "testing")]
pub mod testing;

use std::sync::Arc;

pub use chain::{ChainHash, Damage, Finding, Head, Verified};
pub use copy::{backup, copy};
pub use courier::Courier;
pub use error::{AppendError, StoreError};
use futures_util::future::BoxFuture;
use serde::Serialize;
use spread::Place;
pub use spread::{Moved, Spread};
use tokio::sync::mpsc;

/// What a store gives back once it has asked the database.
pub type Answer<'a, T> = BoxFuture<'a, Result<T, StoreError>>;

/// A place where tables and people are kept.
pub trait Store: Send + Sync + 'static {
    /// Adds one entry to the log of a table. When it returns, the entry is on disk. Of two who append the same index
    /// to one table exactly one wins; the other gets [`AppendError::Conflict`] and nothing of it is kept. So does who
    /// has not seen what the log says now, because it was reworded.
    fn append(&self, append: Append) -> BoxFuture<'_, Result<(), AppendError>>;

    /// The log of a table from an index on, in order. Empty if there is no such table. Refused as
    /// [`StoreError::Damaged`] if an entry is missing.
    fn entries<'a>(&'a self, table: &'a str, from: u64) -> Answer<'a, Vec<LogEntry>>;

    /// Of these tables, each with how long its log is known to be, those whose log is longer. One question that costs
    /// little, however many they are: for whoever may have missed news ([`Store::watch`]) and asks now and then.
    fn gone_on<'a>(&'a self, known: &'a [(String, u64)]) -> Answer<'a, Vec<String>>;

    /// Writes other words into entries that are there, and into what lists show: for what must not be kept any longer.
    /// The log is otherwise only added to. The chain is made anew from there on; the hashes of `entries` do not count.
    fn reword<'a>(
        &'a self,
        table: &'a str,
        entries: &'a [LogEntry],
        summary: Option<&'a str>,
    ) -> Answer<'a, ()>;

    /// The summary of a table.
    fn table<'a>(&'a self, id: &'a str) -> Answer<'a, Option<TableRow>>;

    /// Summaries of tables, the latest first.
    fn tables<'a>(&'a self, filter: &'a TableFilter) -> Answer<'a, Vec<TableRow>>;

    /// Tables for which something is due before this time, the most urgent first.
    fn due(&self, before: i64, limit: u32) -> Answer<'_, Vec<String>>;

    /// Adds a person.
    fn add_person<'a>(&'a self, person: &'a Person) -> Answer<'a, ()>;

    /// The person with this id.
    fn person<'a>(&'a self, id: &'a str) -> Answer<'a, Option<Person>>;

    /// The person who signs in with this name.
    fn person_by_login<'a>(&'a self, login: &'a str) -> Answer<'a, Option<Person>>;

    /// People whose name or login contains this text, at most so many.
    fn people<'a>(&'a self, containing: &'a str, limit: u32) -> Answer<'a, Vec<Person>>;

    /// Gives a person another name. False if there is no such person.
    ///
    /// Whatever changes of a person is written column by column: nobody who holds an old copy can take back what
    /// another has written since.
    fn rename_person<'a>(&'a self, id: &'a str, name: &'a str) -> Answer<'a, bool>;

    /// Gives a person a login and the hash of a password, in place of older ones.
    fn set_login<'a>(&'a self, id: &'a str, login: &'a str, password: &'a str) -> Answer<'a, SetLogin>;

    /// Lets a person in no more, or again. False if there is no such person.
    fn set_banned<'a>(&'a self, id: &'a str, banned: bool) -> Answer<'a, bool>;

    /// Forgets a person with all their keys and documents. Tables they sat at stay.
    fn delete_person<'a>(&'a self, id: &'a str) -> Answer<'a, ()>;

    /// Adds a key.
    fn add_key<'a>(&'a self, key: &'a Key) -> Answer<'a, ()>;

    /// The key with this hash and its person.
    fn key<'a>(&'a self, hash: &'a str) -> Answer<'a, Option<(Key, Person)>>;

    /// The keys of a person.
    fn keys_of<'a>(&'a self, person: &'a str) -> Answer<'a, Vec<Key>>;

    /// Takes away one key of a person, by its id. False if there is none.
    fn delete_key<'a>(&'a self, person: &'a str, id: &'a str) -> Answer<'a, bool>;

    /// Takes away all keys of a person, browsers' and programs' alike, but the one with this id. Says how many.
    fn delete_keys_of<'a>(&'a self, person: &'a str, except: Option<&'a str>) -> Answer<'a, u64>;

    /// Keeps when a key was last used. An earlier time than the one that is kept changes nothing.
    fn touch_key<'a>(&'a self, hash: &'a str, at: i64) -> Answer<'a, ()>;

    /// Takes away the keys that have expired.
    fn delete_expired_keys(&self, now: i64) -> Answer<'_, u64>;

    /// Keeps a document, in place of an older one with its kind and id.
    fn put_document<'a>(&'a self, document: &'a Document) -> Answer<'a, ()>;

    /// Keeps a document unless there is one with its kind and id. False if there is: of several who add one at the same
    /// time exactly one is told true.
    fn add_document<'a>(&'a self, document: &'a Document) -> Answer<'a, bool>;

    /// The document of this kind with this id.
    fn document<'a>(&'a self, kind: &'a str, id: &'a str) -> Answer<'a, Option<Document>>;

    /// All documents of a kind, or those of one person, the oldest first.
    fn documents<'a>(&'a self, kind: &'a str, person: Option<&'a str>) -> Answer<'a, Vec<Document>>;

    /// Writes another body into a document. False, and nothing is changed, unless it says what `old` says.
    fn swap_document<'a>(&'a self, old: &'a Document, body: &'a str) -> Answer<'a, bool>;

    /// Takes away the documents of a kind that were made before this time.
    fn delete_documents<'a>(&'a self, kind: &'a str, before: i64) -> Answer<'a, u64>;

    /// Takes away a document. False if there is none.
    fn delete_document<'a>(&'a self, kind: &'a str, id: &'a str) -> Answer<'a, bool>;

    /// Adds calls to the outbox that no entry causes. One whose id is there already changes nothing.
    fn raise<'a>(&'a self, calls: &'a [Call]) -> Answer<'a, ()>;

    /// Calls that are due before this time, those first that have been for longest.
    fn calls(&self, before: i64, limit: u32) -> Answer<'_, Vec<Call>>;

    /// All calls of a person that are not settled, the oldest first.
    fn calls_of<'a>(&'a self, person: &'a str) -> Answer<'a, Vec<Call>>;

    /// Keeps how far a call is, and when it is due next. False if there is none with its id.
    fn keep_call<'a>(&'a self, call: &'a Call) -> Answer<'a, bool>;

    /// Takes calls out of the outbox, by their ids.
    fn settle_calls<'a>(&'a self, ids: &'a [String]) -> Answer<'a, ()>;

    /// Wipes what was taken out of the store by [`Store::reword`] or [`Store::delete_person`] from its files, too, now
    /// or before the program was last stopped.
    ///
    /// In SQLite nothing of it is left in the file and beside it after this. It waits for those who still read what was
    /// there before ([`StoreError::Slow`] if they take too long), and writes the whole file anew, which nobody can
    /// write to meanwhile: so not sooner than a hundred times as long as that took before. A file of more than a
    /// gigabyte is left as it is but for the log beside it.
    ///
    /// PostgreSQL keeps old versions of rows until `VACUUM` and later writing replace them, and its write-ahead log
    /// until that is recycled or archived: there it is the business of whoever runs it, and `scrub` does nothing.
    fn scrub(&self) -> Answer<'_, ()>;

    /// Answers if the database does, within a second or so. It costs next to nothing.
    fn check(&self) -> Answer<'_, ()>;

    /// Answers if entries can be written, within a second or so: writes something by whoever writes entries, after all
    /// that waits there, and reads it back.
    fn check_writer(&self) -> Answer<'_, ()>;

    /// How many other programs have this store open, as far as it can be known.
    fn others(&self) -> Answer<'_, u64>;

    /// May several servers use the store at the same time, each hearing entry by entry what the others write?
    fn is_shared(&self) -> bool;

    /// What is written from now on. A shared store tells what it was, whoever wrote it, this one included. Of entries
    /// it tells after they were committed: if whoever wrote one dies in between nobody is told, and [`Store::gone_on`]
    /// finds it. Of people and of other words it tells with the commit. A file tells only that another program has
    /// written something ([`News::Missed`], within about a tenth of a second). None where nobody else can write.
    fn watch(&self) -> Answer<'_, Option<mpsc::Receiver<News>>>;

    /// Walks along all logs as they are at one moment, and sends what is wrong with them: entries that are missing,
    /// changed or elsewhere, and ends that are not where they should be.
    fn verify(&self, findings: mpsc::Sender<Finding>) -> Answer<'_, Verified>;

    /// Sends everything that is kept, as it is at one moment.
    fn export(&self, rows: mpsc::Sender<Row>) -> Answer<'_, ()>;

    /// Takes in everything that comes, all or nothing. Refused unless the store is empty.
    fn import(&self, rows: mpsc::Receiver<Row>) -> Answer<'_, u64>;

    /// Finishes what is under way and closes.
    fn close(&self) -> BoxFuture<'_, ()>;
}

/// Opens a store: `sqlite:FILE`, `sqlite::memory:` (gone at the end, for trying) or `postgres://…`. A file that is not
/// there is made; the schema is brought up to date.
pub async fn open(address: &str) -> Result<Arc<dyn Store>, StoreError> {
    open_with(address, None).await
}

/// Opens a store. Where several servers share it, a courier carries news of entries between them; without one the
/// database does.
pub async fn open_with(
    address: &str,
    courier: Option<Arc<dyn Courier>>,
) -> Result<Arc<dyn Store>, StoreError> {
    Ok(open_place(address, courier).await?)
}

/// Opens one database, or several over which tables are spread ([`Spread`]).
pub async fn open_all(
    addresses: &[String],
    courier: Option<Arc<dyn Courier>>,
) -> Result<Arc<dyn Store>, StoreError> {
    match addresses {
        [address] => open_with(address, courier).await,
        several => Ok(Arc::new(Spread::open(several, courier).await?)),
    }
}

async fn open_place(address: &str, courier: Option<Arc<dyn Courier>>) -> Result<Arc<dyn Place>, StoreError> {
    if address.starts_with("sqlite:") {
        Ok(Arc::new(sql::sqlite::open(address).await?))
    } else if address.starts_with("postgres:") || address.starts_with("postgresql:") {
        Ok(Arc::new(sql::postgres::open(address, courier).await?))
    } else {
        Err(StoreError::Address)
    }
}

/// One entry to be added to a log.
#[derive(Clone, Debug)]
pub struct Append {
    /// The table.
    pub table: String,
    /// Its place in the log: the number of entries before it.
    pub index: u64,
    /// The hash of the entry before it.
    pub previous: ChainHash,
    /// When, in milliseconds since 1970.
    pub at: i64,
    /// What happened, in the keeper's own words.
    pub body: String,
    /// The summary from now on, if it changed.
    pub row: Option<TableRow>,
    /// Who sits at the table from now on, if that changed.
    pub people: Option<Vec<String>>,
    /// Whom it concerns: in the outbox exactly if the entry is in the log. What they are is not in the chain.
    pub calls: Vec<Call>,
}

/// Someone is to be told of something: a line of the outbox, which stays there until they were.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Call {
    /// What it is known by, the same each time it is told: whoever is told twice can tell that it is the same.
    pub id: String,
    /// Who is told.
    pub person: String,
    /// Who is named in it, if anybody: it goes with them, too.
    pub about: Option<String>,
    /// What it says, in the keeper's own words.
    pub body: String,
    /// How far telling it is, in the keeper's own words; empty at first.
    pub progress: String,
    /// When it was raised, in milliseconds since 1970.
    pub created_at: i64,
    /// When to see to it next.
    pub due_at: i64,
}

/// One entry of a log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LogEntry {
    /// Its place in the log.
    pub index: u64,
    /// When, in milliseconds since 1970.
    pub at: i64,
    /// What happened.
    pub body: String,
    /// Its hash, made from the one before it. Worked out where it is from before entries were chained.
    pub hash: ChainHash,
}

/// The kind of documents that take something from the person they belong to: somebody has blocked them. A shared store
/// tells of each that comes or goes ([`News::Person`]).
pub const BLOCKED: &str = "blocked";

/// Something that was written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum News {
    /// An entry.
    Added {
        /// The table.
        table: String,
        /// Its place in the log.
        index: u64,
    },
    /// Other words in entries that were there before.
    Reworded {
        /// The table.
        table: String,
    },
    /// Something that may change what a person is allowed: their name, login, password or ban, a key that was made or
    /// taken away, a document of the kind [`BLOCKED`], or that they are gone.
    Person {
        /// The person's id.
        person: String,
    },
    /// Nobody was listening for a while, or nobody can tell what it was: anything may have been written.
    Missed,
    /// Entries may have been added of which nobody told; whatever else was written was told of.
    Untold,
}

/// The summary of a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TableRow {
    /// The table's id.
    pub id: String,
    /// The game's id.
    pub game: String,
    /// How far it is.
    pub status: String,
    /// Is it shown to everybody?
    pub listed: bool,
    /// When it was made.
    pub created_at: i64,
    /// When something last happened.
    pub updated_at: i64,
    /// When something will have to be done even if nobody asks.
    pub due_at: Option<i64>,
    /// What lists show, in the keeper's own words.
    pub summary: String,
}

/// Which tables.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TableFilter {
    /// Only of this game.
    pub game: Option<String>,
    /// Only in this status.
    pub status: Option<String>,
    /// Only those where this person sits. Otherwise only listed ones, unless `unlisted` is set.
    pub person: Option<String>,
    /// Those that are not listed, too.
    pub unlisted: bool,
    /// Only those last changed before this time: for the next page.
    pub before: Option<i64>,
    /// At most so many.
    pub limit: u32,
}

/// Someone.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Person {
    /// A name for programs that never changes.
    pub id: String,
    /// The name others see.
    pub name: String,
    /// The name to sign in with; none for a guest.
    pub login: Option<String>,
    /// The hash of the password.
    pub password: Option<String>,
    /// Not let in any more.
    pub banned: bool,
    /// When they first came.
    pub created_at: i64,
}

/// What came of setting a login.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SetLogin {
    /// It is theirs.
    Done,
    /// Another person has it; nothing was changed.
    Taken,
    /// There is no such person.
    Nobody,
}

/// What lets someone in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Key {
    /// The hash of the secret.
    pub hash: String,
    /// A name for it that is no secret.
    pub id: String,
    /// Whose it is.
    pub person: String,
    /// What it is for, in its owner's words; empty for a browser.
    pub label: String,
    /// What it allows, separated by spaces.
    pub scopes: String,
    /// When it was made.
    pub created_at: i64,
    /// When it ends.
    pub expires_at: Option<i64>,
    /// When it was last used, as far as that is kept: not every use is.
    pub last_used_at: Option<i64>,
    /// What kind of browser or program uses it, in a few words; may be empty.
    pub browser: String,
}

/// Something small that the keeper keeps in its own words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Document {
    /// What it is.
    pub kind: String,
    /// Its name among those of its kind.
    pub id: String,
    /// Whose it is; it goes with that person.
    pub person: Option<String>,
    /// What it says.
    pub body: String,
    /// When it was made.
    pub created_at: i64,
}

/// Anything that is kept, for moving it elsewhere.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Row {
    /// A table's summary, and how its log ends.
    Table(TableRow, Head),
    /// An entry of a table's log. Where none is kept, the hash is [`ChainHash::START`].
    Entry(String, LogEntry),
    /// A table and a person who sits there.
    Sits(String, String),
    /// Someone.
    Person(Person),
    /// What lets someone in.
    Key(Key),
    /// Something small.
    Document(Document),
    /// Something that somebody is to be told.
    Call(Call),
    /// That was all.
    End,
}
