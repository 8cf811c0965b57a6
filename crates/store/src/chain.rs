//! Entries are chained: the hash of each is made from the one before it. So a row that was changed, moved or taken away
//! by anything but this crate is found.
//!
//! This is for accidents: a broken disk, a careless hand, a backup that was put back in part. Whoever may write to the
//! database can also work out the hashes anew.

use std::collections::BTreeMap;
use std::fmt;

use sha2::{Digest as _, Sha256};
use tokio::sync::mpsc;

use crate::{Append, LogEntry, StoreError};

/// What an entry hashes to together with all before it.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct ChainHash([u8; 32]);

impl ChainHash {
    /// Before the first entry.
    pub const START: ChainHash = ChainHash([0; 32]);

    /// The hash of the entry that follows: SHA-256 over the hash before it (32 bytes), the length of the table's id in
    /// bytes, the id, the index, the time and the body. Numbers are 8 bytes long, the lowest first.
    pub(crate) fn then(self, table: &str, index: u64, at: i64, body: &str) -> Self {
        let mut hash = Sha256::new();
        hash.update(self.0);
        hash.update((table.len() as u64).to_le_bytes());
        hash.update(table);
        hash.update(index.to_le_bytes());
        hash.update(at.to_le_bytes());
        hash.update(body);
        ChainHash(hash.finalize().into())
    }

    /// As it is kept; none where nothing is. What is no hash is read as one that fits nowhere.
    pub(crate) fn kept(text: &str) -> Option<Self> {
        if text.is_empty() {
            return None;
        }
        let mut bytes = [0; 32];
        let is_hash = text.len() == 64
            && text.is_ascii()
            && bytes.iter_mut().enumerate().all(|(at, byte)| {
                let digits = u8::from_str_radix(&text[2 * at..2 * at + 2], 16);
                digits.map(|read| *byte = read).is_ok()
            });
        Some(if is_hash {
            ChainHash(bytes)
        } else {
            ChainHash([0xff; 32])
        })
    }

    /// As it is kept, the other way round.
    pub(crate) fn text(kept: Option<Self>) -> String {
        kept.map_or_else(String::new, |hash| hash.to_string())
    }
}

/// In lower-case hexadecimal digits.
impl fmt::Display for ChainHash {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        const DIGITS: &[u8; 16] = b"0123456789abcdef";
        let mut text = [0; 64];
        for (digits, byte) in text.chunks_exact_mut(2).zip(self.0) {
            digits[0] = DIGITS[usize::from(byte >> 4)];
            digits[1] = DIGITS[usize::from(byte & 15)];
        }
        out.write_str(std::str::from_utf8(&text).expect("digits are text"))
    }
}

impl fmt::Debug for ChainHash {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        fmt::Display::fmt(self, out)
    }
}

impl Append {
    /// The hash of the entry, once it is kept: the `previous` of the one after it.
    pub fn hash(&self) -> ChainHash {
        self.previous.then(&self.table, self.index, self.at, &self.body)
    }

    /// How the log ends then.
    pub(crate) fn head(&self) -> Head {
        Head {
            length: self.index + 1,
            hash: self.hash(),
        }
    }
}

/// How a log ends, as its table's row says: so a missing end is found, too.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Head {
    /// The number of entries.
    pub length: u64,
    /// The hash of the last one.
    pub hash: ChainHash,
}

impl Head {
    /// Of a log that is not chained yet.
    pub const NONE: Head = Head {
        length: 0,
        hash: ChainHash::START,
    };
}

/// What is wrong with an entry.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Damage {
    /// It is not there, though a later one is or the log is said to be longer.
    Missing,
    /// It is not what was written at its place, or the one before it is not.
    Changed,
    /// The log does not end with it as its table's row says.
    WrongHead,
    /// It belongs to a table that is not there.
    NoTable,
}

impl fmt::Display for Damage {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        out.write_str(match self {
            Damage::Missing => "is missing",
            Damage::Changed => "is not what was written there",
            Damage::WrongHead => "is not the end that the table's row names",
            Damage::NoTable => "belongs to a table that is not there",
        })
    }
}

/// Something that is wrong with a log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// The table.
    pub table: String,
    /// The place in its log; where several in a row are missing, that of the first.
    pub index: u64,
    /// What is wrong there.
    pub what: Damage,
}

impl fmt::Display for Finding {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        write!(out, "table {}: entry {} {}", self.table, self.index, self.what)
    }
}

/// What was looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Verified {
    /// Logs.
    pub tables: u64,
    /// Entries in them.
    pub entries: u64,
    /// Entries from before they were chained: nobody can tell whether they are what was written.
    pub unconfirmed: u64,
    /// How much is wrong.
    pub findings: u64,
}

/// An entry as it is kept.
#[derive(Clone)]
pub(crate) struct StoredEntry {
    pub(crate) index: u64,
    pub(crate) at: i64,
    pub(crate) body: String,
    /// None from before entries were chained.
    pub(crate) hash: Option<ChainHash>,
}

/// A log on its way from the rows of a table: refused if an entry is missing. `previous` is the hash before the first;
/// `length` is how long the log is at least.
pub(crate) fn read(
    table: &str,
    from: u64,
    mut previous: ChainHash,
    kept: Vec<StoredEntry>,
    length: u64,
) -> Result<Vec<LogEntry>, StoreError> {
    let missing = |index| StoreError::Damaged {
        table: table.to_owned(),
        index,
        what: Damage::Missing,
    };
    let mut entries = Vec::with_capacity(kept.len());
    for (kept, index) in kept.into_iter().zip(from..) {
        if kept.index != index {
            return Err(missing(index));
        }
        let hash = kept.hash;
        let hash = hash.unwrap_or_else(|| previous.then(table, index, kept.at, &kept.body));
        previous = hash;
        entries.push(LogEntry {
            index,
            at: kept.at,
            body: kept.body,
            hash,
        });
    }
    let end = from + entries.len() as u64;
    if end < length {
        Err(missing(end))
    } else {
        Ok(entries)
    }
}

/// Walks along all logs, entry by entry, and tells what is wrong.
pub(crate) struct LogWalk {
    findings: mpsc::Sender<Finding>,
    walk: Option<Walk>,
    verified: Verified,
}

impl LogWalk {
    pub(crate) fn new(findings: mpsc::Sender<Finding>) -> Self {
        LogWalk {
            findings,
            walk: None,
            verified: Verified::default(),
        }
    }

    /// The next entry, in the order of tables and indexes. `head` is how the log ends, as the table's row says; none if
    /// there is no such row.
    pub(crate) async fn entry(
        &mut self,
        table: &str,
        head: Option<Head>,
        kept: &StoredEntry,
    ) -> Result<(), StoreError> {
        if self.walk.as_ref().is_none_or(|walk| walk.table != table) {
            self.end_table().await?;
        }
        let walk = self.walk.get_or_insert_with(|| Walk::new(table, head));
        walk.step(kept);
        self.verified.entries += 1;
        self.verified.unconfirmed += u64::from(kept.hash.is_none());
        self.tell().await
    }

    /// A table without entries.
    pub(crate) async fn empty(&mut self, table: &str, head: Head) -> Result<(), StoreError> {
        self.end_table().await?;
        self.walk = Some(Walk::new(table, Some(head)));
        self.end_table().await
    }

    pub(crate) async fn end(mut self) -> Result<Verified, StoreError> {
        self.end_table().await?;
        Ok(self.verified)
    }

    async fn end_table(&mut self) -> Result<(), StoreError> {
        if let Some(walk) = &mut self.walk {
            walk.end();
            self.verified.tables += 1;
            self.tell().await?;
        }
        self.walk = None;
        Ok(())
    }

    async fn tell(&mut self) -> Result<(), StoreError> {
        let found = self.walk.iter_mut().flat_map(|walk| walk.found.drain(..));
        for finding in found {
            self.verified.findings += 1;
            let sent = self.findings.send(finding).await;
            sent.map_err(|_| StoreError::Interrupted)?;
        }
        Ok(())
    }
}

/// Walks along one log.
struct Walk {
    table: String,
    head: Option<Head>,
    next: u64,
    /// The hash before the next entry; none where it cannot be known because an entry is missing.
    previous: Option<ChainHash>,
    /// The hash of the entry that the table's row names as the last.
    named: Option<ChainHash>,
    has_hashes_after_head: bool,
    found: Vec<Finding>,
}

impl Walk {
    fn new(table: &str, head: Option<Head>) -> Self {
        Walk {
            table: table.to_owned(),
            head,
            next: 0,
            previous: Some(ChainHash::START),
            named: None,
            has_hashes_after_head: false,
            found: Vec::new(),
        }
    }

    fn step(&mut self, kept: &StoredEntry) {
        if kept.index != self.next {
            self.find(self.next, Damage::Missing);
            self.previous = None;
        }
        let follows = self
            .previous
            .map(|previous| previous.then(&self.table, kept.index, kept.at, &kept.body));
        if let (Some(hash), Some(follows)) = (kept.hash, follows)
            && hash != follows
        {
            self.find(kept.index, Damage::Changed);
        }
        // What is kept counts on: or one wrong entry would make all after it wrong.
        self.previous = kept.hash.or(follows);
        self.next = kept.index + 1;
        let length = self.head.map_or(0, |head| head.length);
        if self.next == length {
            self.named = self.previous;
        }
        self.has_hashes_after_head |= self.next > length && kept.hash.is_some();
    }

    fn end(&mut self) {
        let last = self.next.saturating_sub(1);
        match self.head {
            None => self.find(last, Damage::NoTable),
            Some(head) if head.length > self.next => self.find(self.next, Damage::Missing),
            Some(head) => {
                let is_named = self.named.is_none_or(|hash| hash == head.hash);
                // Only a program from before entries were chained may have gone on with the log.
                if !is_named || self.has_hashes_after_head {
                    self.find(last, Damage::WrongHead);
                }
            }
        }
    }

    fn find(&mut self, index: u64, what: Damage) {
        self.found.push(Finding {
            table: self.table.clone(),
            index,
            what,
        });
    }
}

/// A log in which some entries say something else from now on: which rows change, and how the log ends then.
///
/// What was not right before is not made right: its hash stays, and so it is still found.
pub(crate) fn reworded(
    table: &str,
    kept: Vec<StoredEntry>,
    head: Head,
    words: &[LogEntry],
) -> (Vec<StoredEntry>, Head) {
    let words: BTreeMap<u64, &LogEntry> = words.iter().map(|entry| (entry.index, entry)).collect();
    let mut changed = Vec::new();
    let mut new_head = head;
    // The hash before each entry, as it was and as it is from now on; none after a gap.
    let (mut was, mut is) = (Some(ChainHash::START), Some(ChainHash::START));
    let mut next = 0;
    for mut entry in kept {
        if entry.index != next {
            (was, is) = (None, None);
        }
        next = entry.index + 1;
        let words = words.get(&entry.index);
        let body = words.map_or(&entry.body, |words| &words.body);
        let followed = was.map(|was| was.then(table, entry.index, entry.at, &entry.body));
        let follows = is.map(|is| is.then(table, entry.index, entry.at, body));
        let was_right = followed.is_none() || entry.hash == followed;
        let hash = match (entry.hash, follows) {
            (Some(_), Some(follows)) if was_right => Some(follows),
            (kept, _) => kept,
        };
        was = entry.hash.or(followed);
        is = hash.or(follows);
        if head.length == next && was == Some(head.hash) {
            new_head.hash = is.unwrap_or(head.hash);
        }
        if words.is_some() || hash != entry.hash {
            if let Some(words) = words {
                entry.body.clone_from(&words.body);
            }
            entry.hash = hash;
            changed.push(entry);
        }
    }
    (changed, new_head)
}
