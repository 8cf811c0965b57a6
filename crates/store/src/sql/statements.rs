//! The statements, compiled once for each database: `super` says which it is.

use std::collections::BTreeSet;
use std::time::{SystemTime, UNIX_EPOCH};

use futures_util::future::BoxFuture;
use sqlx::query::Query;
use sqlx::{AssertSqlSafe, Connection as _, Database, QueryBuilder, Row as _};
use tokio::sync::mpsc;
use tokio::time::timeout;

use super::lease::{Writers, lease};
use super::rows::{
    CALL, DOCUMENT, DbRow, ENTRY, IS_THERE, KEY, PERSON, TABLE, call, document, head, head_text,
    insert_calls, insert_document, insert_key, insert_person, kept_entry, key, person, table_row,
};
use super::{
    BEGIN, Db, IS_SHARED, LOCK_HEAD, MARK_DELETED, Pools, Teller, gone_on, others, scrub, watch, write,
};
use crate::appends::{self, CHECK_TIME, Waiting, Writer};
use crate::chain::{self, StoredEntry};
use crate::spread::{Place as _, Whereabouts};
use crate::{
    Answer, Append, AppendError, Call, ChainHash, Document, Finding, Key, LogEntry, News, Person, Row,
    SetLogin, Store, StoreError, TableFilter, TableRow, Verified,
};

/// A store on a SQL database.
pub(crate) struct Sql {
    pub(super) pools: Pools,
    appends: mpsc::Sender<Waiting>,
}

impl Sql {
    pub(crate) fn new(pools: Pools) -> Self {
        Sql {
            appends: appends::start(Entries {
                writers: pools.writer.clone(),
                teller: pools.teller.clone(),
            }),
            pools,
        }
    }

    /// The log of a table from an index on as it is kept, and how long it is at least.
    async fn log(&self, table: &str, from: u64) -> Result<(Vec<StoredEntry>, u64), sqlx::Error> {
        // One statement: it sees one moment.
        let rows = sqlx::query(AssertSqlSafe(format!(
            "SELECT {ENTRY}, COALESCE(t.length, 0) AS length FROM (SELECT 1 AS one) AS o \
             LEFT JOIN tables t ON t.id = $1 LEFT JOIN entries e ON e.table_id = $1 AND e.idx >= $2"
        )))
        .bind(table)
        .bind(from as i64)
        .fetch_all(&self.pools.readers)
        .await?;
        let length = rows.first().map_or(0, |row| row.get::<i64, _>("length"));
        let is_there = |row: &&DbRow| row.get::<Option<i64>, _>("idx").is_some();
        let mut kept: Vec<StoredEntry> = rows.iter().filter(is_there).map(kept_entry).collect();
        // They come in order, as their key is; to ask for it would make SQLite sort all the same.
        kept.sort_by_key(|entry| entry.index);
        Ok((kept, length as u64))
    }

    /// One statement that writes. Says how many rows it changed.
    async fn execute(
        &self,
        statement: Query<'_, Db, <Db as Database>::Arguments>,
    ) -> Result<u64, sqlx::Error> {
        let mut connection = lease(&self.pools.writer).await?;
        let done = statement.execute(&mut *connection).await?;
        connection.done();
        Ok(done.rows_affected())
    }
}

/// Who writes entries.
struct Entries {
    writers: Writers,
    teller: Teller,
}

impl Writer for Entries {
    type Error = sqlx::Error;

    async fn write(&mut self, batch: &[&Append]) -> Result<BTreeSet<String>, sqlx::Error> {
        let mut connection = lease(&self.writers).await?;
        let won = write(&mut connection, batch).await?;
        connection.done();
        let added = batch.iter().filter(|append| won.contains(&append.table));
        let added = added.map(|append| News::Added {
            table: append.table.clone(),
            index: append.index,
        });
        self.teller.tell(added);
        Ok(won)
    }

    async fn check(&mut self) -> Result<(), sqlx::Error> {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let written = Document {
            kind: "health".to_owned(),
            id: "writer".to_owned(),
            person: None,
            body: since.as_nanos().to_string(),
            created_at: since.as_millis() as i64,
        };
        let mut connection = lease(&self.writers).await?;
        let mut transaction = connection.begin_with(BEGIN).await?;
        insert_document(&mut transaction, &written).await?;
        // Another server may check at the same moment; until the commit its row waits behind this one.
        sqlx::query("SELECT 1 FROM documents WHERE kind = $1 AND id = $2 AND body = $3")
            .bind(&written.kind)
            .bind(&written.id)
            .bind(&written.body)
            .fetch_one(&mut *transaction)
            .await?;
        transaction.commit().await?;
        connection.done();
        Ok(())
    }

    /// What failed is closed already, as every lease that was not done; this one shows that another can be had.
    async fn renew(&mut self) -> Result<(), sqlx::Error> {
        let mut connection = lease(&self.writers).await?;
        connection.ping().await?;
        connection.done();
        Ok(())
    }
}

impl Store for Sql {
    fn append(&self, append: Append) -> BoxFuture<'_, Result<(), AppendError>> {
        Box::pin(appends::append(&self.appends, append))
    }

    fn entries<'a>(&'a self, table: &'a str, from: u64) -> Answer<'a, Vec<LogEntry>> {
        Box::pin(async move {
            let (kept, length) = self.log(table, from).await?;
            if from == 0 || kept.iter().all(|entry| entry.hash.is_some()) {
                return chain::read(table, from, ChainHash::START, kept, length);
            }
            // From before entries were chained: the hashes follow from the beginning.
            let (kept, length) = self.log(table, 0).await?;
            let entries = chain::read(table, 0, ChainHash::START, kept, length)?;
            Ok(entries.into_iter().filter(|entry| entry.index >= from).collect())
        })
    }

    fn gone_on<'a>(&'a self, known: &'a [(String, u64)]) -> Answer<'a, Vec<String>> {
        Box::pin(async move { Ok(gone_on(&self.pools, known).await?) })
    }

    fn reword<'a>(
        &'a self,
        table: &'a str,
        entries: &'a [LogEntry],
        summary: Option<&'a str>,
    ) -> Answer<'a, ()> {
        Box::pin(async move {
            let mut connection = lease(&self.pools.writer).await?;
            let mut transaction = connection.begin_with(BEGIN).await?;
            // Nobody appends to the old chain meanwhile.
            let found = sqlx::query(LOCK_HEAD)
                .bind(table)
                .fetch_optional(&mut *transaction)
                .await?;
            let Some(found) = found else {
                // There is no such table, or not yet: whoever makes it now knows nothing of what is to go.
                transaction.rollback().await?;
                connection.done();
                return Ok(());
            };
            if Whereabouts::read(found.get(2)) != Whereabouts::Here {
                transaction.rollback().await?;
                connection.done();
                return Err(StoreError::Moving);
            }
            let old_head = head(found.get(0), found.get(1));
            let kept = sqlx::query(AssertSqlSafe(format!(
                "SELECT {ENTRY} FROM entries e WHERE table_id = $1 ORDER BY idx"
            )))
            .bind(table)
            .fetch_all(&mut *transaction)
            .await?;
            let kept = kept.iter().map(kept_entry).collect();
            let (changed, new_head) = chain::reworded(table, kept, old_head, entries);
            for entry in changed {
                sqlx::query("UPDATE entries SET body = $3, hash = $4 WHERE table_id = $1 AND idx = $2")
                    .bind(table)
                    .bind(entry.index as i64)
                    .bind(entry.body)
                    .bind(ChainHash::text(entry.hash))
                    .execute(&mut *transaction)
                    .await?;
            }
            sqlx::query("UPDATE tables SET summary = COALESCE($2, summary), head = $3 WHERE id = $1")
                .bind(table)
                .bind(summary)
                .bind(head_text(new_head))
                .execute(&mut *transaction)
                .await?;
            if let Some(mark) = MARK_DELETED {
                sqlx::query(mark).execute(&mut *transaction).await?;
            }
            transaction.commit().await?;
            connection.done();
            Ok(())
        })
    }

    fn table<'a>(&'a self, id: &'a str) -> Answer<'a, Option<TableRow>> {
        Box::pin(async move {
            let found = sqlx::query(AssertSqlSafe(format!(
                "SELECT {TABLE} FROM tables t WHERE id = $1 AND {IS_THERE}"
            )))
            .bind(id)
            .fetch_optional(&self.pools.readers)
            .await?;
            Ok(found.as_ref().map(table_row))
        })
    }

    fn tables<'a>(&'a self, filter: &'a TableFilter) -> Answer<'a, Vec<TableRow>> {
        Box::pin(async move {
            let mut select =
                QueryBuilder::<Db>::new(format!("SELECT {TABLE} FROM tables t WHERE {IS_THERE}"));
            if let Some(game) = &filter.game {
                select.push(" AND game = ").push_bind(game);
            }
            match filter.status.as_deref() {
                // In the statement, so that it is seen to be what the index is for.
                Some("over") => {
                    select.push(" AND status = 'over'");
                }
                Some(status) => {
                    select.push(" AND status = ").push_bind(status);
                }
                None => {}
            }
            if let Some(before) = filter.before {
                select.push(" AND updated_at < ").push_bind(before);
            }
            if let Some(person) = &filter.person {
                select
                    .push(" AND id IN (SELECT table_id FROM table_people WHERE person_id = ")
                    .push_bind(person)
                    .push(")");
            } else if !filter.unlisted {
                select.push(" AND listed = 1");
            }
            select
                .push(" ORDER BY updated_at DESC, id LIMIT ")
                .push_bind(i64::from(filter.limit));
            let rows = select.build().fetch_all(&self.pools.readers).await?;
            Ok(rows.iter().map(table_row).collect())
        })
    }

    fn due(&self, before: i64, limit: u32) -> Answer<'_, Vec<String>> {
        Box::pin(async move {
            let due = self.due_at(before, limit).await?;
            Ok(due.into_iter().map(|(_, table)| table).collect())
        })
    }

    fn add_person<'a>(&'a self, person: &'a Person) -> Answer<'a, ()> {
        Box::pin(async move {
            let mut connection = lease(&self.pools.writer).await?;
            insert_person(&mut connection, person).await?;
            connection.done();
            Ok(())
        })
    }

    fn person<'a>(&'a self, id: &'a str) -> Answer<'a, Option<Person>> {
        Box::pin(async move {
            let found = sqlx::query(AssertSqlSafe(format!(
                "SELECT {PERSON} FROM people p WHERE id = $1"
            )))
            .bind(id)
            .fetch_optional(&self.pools.readers)
            .await?;
            Ok(found.as_ref().map(person))
        })
    }

    fn person_by_login<'a>(&'a self, login: &'a str) -> Answer<'a, Option<Person>> {
        Box::pin(async move {
            let found = sqlx::query(AssertSqlSafe(format!(
                "SELECT {PERSON} FROM people p WHERE login = $1"
            )))
            .bind(login)
            .fetch_optional(&self.pools.readers)
            .await?;
            Ok(found.as_ref().map(person))
        })
    }

    fn people<'a>(&'a self, containing: &'a str, limit: u32) -> Answer<'a, Vec<Person>> {
        Box::pin(async move {
            let pattern: String = containing
                .chars()
                .flat_map(|letter| {
                    ['\\', letter]
                        .into_iter()
                        .skip(usize::from(!"%_\\".contains(letter)))
                })
                .collect();
            let rows = sqlx::query(AssertSqlSafe(format!(
                "SELECT {PERSON} FROM people p WHERE name LIKE $1 ESCAPE '\\' OR login LIKE $1 ESCAPE '\\' \
                 ORDER BY created_at DESC, id LIMIT $2"
            )))
            .bind(format!("%{pattern}%"))
            .bind(i64::from(limit))
            .fetch_all(&self.pools.readers)
            .await?;
            Ok(rows.iter().map(person).collect())
        })
    }

    fn rename_person<'a>(&'a self, id: &'a str, name: &'a str) -> Answer<'a, bool> {
        Box::pin(async move {
            let statement = sqlx::query("UPDATE people SET name = $2 WHERE id = $1")
                .bind(id)
                .bind(name);
            Ok(self.execute(statement).await? > 0)
        })
    }

    fn set_login<'a>(&'a self, id: &'a str, login: &'a str, password: &'a str) -> Answer<'a, SetLogin> {
        Box::pin(async move {
            let mut connection = lease(&self.pools.writer).await?;
            let done = sqlx::query("UPDATE people SET login = $2, password = $3 WHERE id = $1")
                .bind(id)
                .bind(login)
                .bind(password)
                .execute(&mut *connection)
                .await;
            let set = match done {
                Ok(done) if done.rows_affected() > 0 => SetLogin::Done,
                Ok(_) => SetLogin::Nobody,
                Err(sqlx::Error::Database(error)) if error.is_unique_violation() => SetLogin::Taken,
                Err(error) => return Err(error.into()),
            };
            connection.done();
            Ok(set)
        })
    }

    fn set_banned<'a>(&'a self, id: &'a str, banned: bool) -> Answer<'a, bool> {
        Box::pin(async move {
            let statement = sqlx::query("UPDATE people SET banned = $2 WHERE id = $1")
                .bind(id)
                .bind(i64::from(banned));
            Ok(self.execute(statement).await? > 0)
        })
    }

    fn delete_person<'a>(&'a self, id: &'a str) -> Answer<'a, ()> {
        Box::pin(async move {
            let mut connection = lease(&self.pools.writer).await?;
            let mut transaction = connection.begin_with(BEGIN).await?;
            for statement in [
                "DELETE FROM keys WHERE person_id = $1",
                "DELETE FROM documents WHERE person_id = $1",
                "DELETE FROM outbox WHERE person_id = $1 OR about_id = $1",
                "DELETE FROM table_people WHERE person_id = $1",
                "DELETE FROM people WHERE id = $1",
            ] {
                sqlx::query(statement).bind(id).execute(&mut *transaction).await?;
            }
            if let Some(mark) = MARK_DELETED {
                sqlx::query(mark).execute(&mut *transaction).await?;
            }
            transaction.commit().await?;
            connection.done();
            Ok(())
        })
    }

    fn add_key<'a>(&'a self, key: &'a Key) -> Answer<'a, ()> {
        Box::pin(async move {
            let mut connection = lease(&self.pools.writer).await?;
            insert_key(&mut connection, key).await?;
            connection.done();
            Ok(())
        })
    }

    fn key<'a>(&'a self, hash: &'a str) -> Answer<'a, Option<(Key, Person)>> {
        Box::pin(async move {
            let found = sqlx::query(AssertSqlSafe(format!(
                "SELECT {PERSON}, {KEY} FROM keys k JOIN people p ON p.id = k.person_id WHERE k.hash = $1"
            )))
            .bind(hash)
            .fetch_optional(&self.pools.readers)
            .await?;
            Ok(found.as_ref().map(|row| (key(row, 6), person(row))))
        })
    }

    fn keys_of<'a>(&'a self, person: &'a str) -> Answer<'a, Vec<Key>> {
        Box::pin(async move {
            let rows = sqlx::query(AssertSqlSafe(format!(
                "SELECT {KEY} FROM keys k WHERE person_id = $1 ORDER BY created_at, id"
            )))
            .bind(person)
            .fetch_all(&self.pools.readers)
            .await?;
            Ok(rows.iter().map(|row| key(row, 0)).collect())
        })
    }

    fn delete_key<'a>(&'a self, person: &'a str, id: &'a str) -> Answer<'a, bool> {
        Box::pin(async move {
            let statement = sqlx::query("DELETE FROM keys WHERE person_id = $1 AND id = $2")
                .bind(person)
                .bind(id);
            Ok(self.execute(statement).await? > 0)
        })
    }

    fn delete_keys_of<'a>(&'a self, person: &'a str, except: Option<&'a str>) -> Answer<'a, u64> {
        Box::pin(async move {
            let mut delete = QueryBuilder::<Db>::new("DELETE FROM keys WHERE person_id = ");
            delete.push_bind(person);
            if let Some(except) = except {
                delete.push(" AND id <> ").push_bind(except);
            }
            Ok(self.execute(delete.build()).await?)
        })
    }

    fn touch_key<'a>(&'a self, hash: &'a str, at: i64) -> Answer<'a, ()> {
        Box::pin(async move {
            let statement = sqlx::query(
                "UPDATE keys SET last_used_at = $2 WHERE hash = $1 AND (last_used_at IS NULL OR last_used_at < $2)",
            )
            .bind(hash)
            .bind(at);
            self.execute(statement).await?;
            Ok(())
        })
    }

    fn delete_expired_keys(&self, now: i64) -> Answer<'_, u64> {
        Box::pin(async move {
            let statement = sqlx::query("DELETE FROM keys WHERE expires_at < $1").bind(now);
            Ok(self.execute(statement).await?)
        })
    }

    fn put_document<'a>(&'a self, document: &'a Document) -> Answer<'a, ()> {
        Box::pin(async move {
            let mut connection = lease(&self.pools.writer).await?;
            insert_document(&mut connection, document).await?;
            connection.done();
            Ok(())
        })
    }

    fn add_document<'a>(&'a self, document: &'a Document) -> Answer<'a, bool> {
        Box::pin(async move {
            let statement = sqlx::query(
                "INSERT INTO documents (kind, id, person_id, body, created_at) VALUES ($1, $2, $3, $4, $5) \
                 ON CONFLICT (kind, id) DO NOTHING",
            )
            .bind(&document.kind)
            .bind(&document.id)
            .bind(&document.person)
            .bind(&document.body)
            .bind(document.created_at);
            Ok(self.execute(statement).await? > 0)
        })
    }

    fn document<'a>(&'a self, kind: &'a str, id: &'a str) -> Answer<'a, Option<Document>> {
        Box::pin(async move {
            let found = sqlx::query(AssertSqlSafe(format!(
                "SELECT {DOCUMENT} FROM documents WHERE kind = $1 AND id = $2"
            )))
            .bind(kind)
            .bind(id)
            .fetch_optional(&self.pools.readers)
            .await?;
            Ok(found.as_ref().map(document))
        })
    }

    fn documents<'a>(&'a self, kind: &'a str, person: Option<&'a str>) -> Answer<'a, Vec<Document>> {
        Box::pin(async move {
            let mut select =
                QueryBuilder::<Db>::new(format!("SELECT {DOCUMENT} FROM documents WHERE kind = "));
            select.push_bind(kind);
            if let Some(person) = person {
                select.push(" AND person_id = ").push_bind(person);
            }
            select.push(" ORDER BY created_at, id");
            let rows = select.build().fetch_all(&self.pools.readers).await?;
            Ok(rows.iter().map(document).collect())
        })
    }

    fn swap_document<'a>(&'a self, old: &'a Document, body: &'a str) -> Answer<'a, bool> {
        Box::pin(async move {
            let statement =
                sqlx::query("UPDATE documents SET body = $4 WHERE kind = $1 AND id = $2 AND body = $3")
                    .bind(&old.kind)
                    .bind(&old.id)
                    .bind(&old.body)
                    .bind(body);
            Ok(self.execute(statement).await? > 0)
        })
    }

    fn delete_documents<'a>(&'a self, kind: &'a str, before: i64) -> Answer<'a, u64> {
        Box::pin(async move {
            let statement = sqlx::query("DELETE FROM documents WHERE kind = $1 AND created_at < $2")
                .bind(kind)
                .bind(before);
            Ok(self.execute(statement).await?)
        })
    }

    fn delete_document<'a>(&'a self, kind: &'a str, id: &'a str) -> Answer<'a, bool> {
        Box::pin(async move {
            let statement = sqlx::query("DELETE FROM documents WHERE kind = $1 AND id = $2")
                .bind(kind)
                .bind(id);
            Ok(self.execute(statement).await? > 0)
        })
    }

    fn raise<'a>(&'a self, calls: &'a [Call]) -> Answer<'a, ()> {
        Box::pin(async move {
            // A statement takes only so many values.
            for some in calls.chunks(1000) {
                self.execute(insert_calls(some).build()).await?;
            }
            Ok(())
        })
    }

    fn calls(&self, before: i64, limit: u32) -> Answer<'_, Vec<Call>> {
        Box::pin(async move {
            let rows = sqlx::query(AssertSqlSafe(format!(
                "SELECT {CALL} FROM outbox WHERE due_at < $1 ORDER BY due_at LIMIT $2"
            )))
            .bind(before)
            .bind(i64::from(limit))
            .fetch_all(&self.pools.readers)
            .await?;
            Ok(rows.iter().map(call).collect())
        })
    }

    fn calls_of<'a>(&'a self, person: &'a str) -> Answer<'a, Vec<Call>> {
        Box::pin(async move {
            let rows = sqlx::query(AssertSqlSafe(format!(
                "SELECT {CALL} FROM outbox WHERE person_id = $1 ORDER BY created_at, id"
            )))
            .bind(person)
            .fetch_all(&self.pools.readers)
            .await?;
            Ok(rows.iter().map(call).collect())
        })
    }

    fn keep_call<'a>(&'a self, call: &'a Call) -> Answer<'a, bool> {
        Box::pin(async move {
            let statement = sqlx::query("UPDATE outbox SET progress = $2, due_at = $3 WHERE id = $1")
                .bind(&call.id)
                .bind(&call.progress)
                .bind(call.due_at);
            Ok(self.execute(statement).await? > 0)
        })
    }

    fn settle_calls<'a>(&'a self, ids: &'a [String]) -> Answer<'a, ()> {
        Box::pin(async move {
            for some in ids.chunks(1000) {
                let mut delete = QueryBuilder::<Db>::new("DELETE FROM outbox WHERE id IN (");
                let mut all = delete.separated(", ");
                for id in some {
                    all.push_bind(id);
                }
                delete.push(")");
                // There is no end of lengths.
                self.execute(delete.build().persistent(false)).await?;
            }
            Ok(())
        })
    }

    fn scrub(&self) -> Answer<'_, ()> {
        Box::pin(scrub(&self.pools))
    }

    fn check(&self) -> Answer<'_, ()> {
        Box::pin(async move {
            let asked = sqlx::query("SELECT 1").execute(&self.pools.readers);
            timeout(CHECK_TIME, asked).await.map_err(|_| StoreError::Slow)??;
            Ok(())
        })
    }

    fn check_writer(&self) -> Answer<'_, ()> {
        Box::pin(appends::check(&self.appends))
    }

    fn others(&self) -> Answer<'_, u64> {
        Box::pin(async move { Ok(others(&self.pools).await?) })
    }

    fn is_shared(&self) -> bool {
        IS_SHARED
    }

    fn watch(&self) -> Answer<'_, Option<mpsc::Receiver<News>>> {
        Box::pin(watch(&self.pools))
    }

    fn verify(&self, findings: mpsc::Sender<Finding>) -> Answer<'_, Verified> {
        Box::pin(self.verify_all(findings))
    }

    fn export(&self, rows: mpsc::Sender<Row>) -> Answer<'_, ()> {
        Box::pin(self.export_all(rows))
    }

    fn import(&self, rows: mpsc::Receiver<Row>) -> Answer<'_, u64> {
        Box::pin(self.import_all(rows))
    }

    fn close(&self) -> BoxFuture<'_, ()> {
        Box::pin(async move {
            self.pools.close().await;
        })
    }
}
