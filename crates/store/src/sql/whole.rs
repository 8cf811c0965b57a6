//! Everything at once, compiled once for each database: verifying, backup and restore.

use futures_util::StreamExt as _;
use sqlx::{AssertSqlSafe, Connection as _, Row as _};
use tokio::sync::mpsc;

use super::lease::{lease, lease_of};
use super::rows::{
    CALL, DOCUMENT, DbRow, ENTRY, IS_NOT_COPY, IS_THERE, KEY, PERSON, TABLE, call, document, head,
    insert_calls, insert_document, insert_entry, insert_key, insert_person, insert_sits, insert_tables,
    kept_entry, key, log_entry, person, table_row,
};
use super::{BEGIN, SNAPSHOT, Sql};
use crate::chain::LogWalk;
use crate::{Finding, Row, StoreError, Verified};

type ReadRow = fn(&DbRow) -> Row;

impl Sql {
    pub(crate) async fn verify_all(&self, findings: mpsc::Sender<Finding>) -> Result<Verified, StoreError> {
        let mut connection = lease_of(&self.pools.readers).await?;
        let mut transaction = connection.begin_with(SNAPSHOT).await?;
        let mut report = LogWalk::new(findings);
        let statement = format!(
            "SELECT {ENTRY}, e.table_id, t.length, t.head FROM entries e LEFT JOIN tables t ON t.id = e.table_id \
             ORDER BY e.table_id, e.idx"
        );
        let mut rows = sqlx::query(AssertSqlSafe(statement)).fetch(&mut *transaction);
        while let Some(row) = rows.next().await {
            let row = row?;
            let length: Option<i64> = row.get("length");
            let named = length.map(|length| head(length, row.get("head")));
            report
                .entry(row.get("table_id"), named, &kept_entry(&row))
                .await?;
        }
        drop(rows);
        let nothing_left = "SELECT id, length, head FROM tables t \
                            WHERE NOT EXISTS (SELECT 1 FROM entries e WHERE e.table_id = t.id) ORDER BY id";
        let mut rows = sqlx::query(nothing_left).fetch(&mut *transaction);
        while let Some(row) = rows.next().await {
            let row = row?;
            report
                .empty(row.get("id"), head(row.get("length"), row.get("head")))
                .await?;
        }
        drop(rows);
        let verified = report.end().await?;
        transaction.commit().await?;
        connection.done();
        Ok(verified)
    }

    pub(crate) async fn export_all(&self, rows: mpsc::Sender<Row>) -> Result<(), StoreError> {
        // One transaction: what is read belongs to one moment.
        let mut connection = lease_of(&self.pools.readers).await?;
        let mut transaction = connection.begin_with(SNAPSHOT).await?;
        let statements: [(String, ReadRow); 7] = [
            (format!("SELECT {PERSON} FROM people p ORDER BY id"), |row| {
                Row::Person(person(row))
            }),
            (format!("SELECT {KEY} FROM keys k ORDER BY hash"), |row| {
                Row::Key(key(row, 0))
            }),
            (
                format!("SELECT {DOCUMENT} FROM documents ORDER BY kind, id"),
                |row| Row::Document(document(row)),
            ),
            (format!("SELECT {CALL} FROM outbox ORDER BY id"), |row| {
                Row::Call(call(row))
            }),
            (
                format!("SELECT {TABLE}, length, head FROM tables t WHERE {IS_THERE} ORDER BY id"),
                |row| Row::Table(table_row(row), head(row.get(8), row.get(9))),
            ),
            (
                format!(
                    "SELECT s.table_id, s.person_id FROM table_people s LEFT JOIN tables t ON t.id = s.table_id \
                     WHERE {IS_NOT_COPY} ORDER BY 1, 2"
                ),
                |row| Row::Sits(row.get(0), row.get(1)),
            ),
            (
                format!(
                    "SELECT e.table_id, {ENTRY} FROM entries e LEFT JOIN tables t ON t.id = e.table_id \
                     WHERE {IS_NOT_COPY} ORDER BY e.table_id, e.idx"
                ),
                |row| Row::Entry(row.get(0), log_entry(row)),
            ),
        ];
        for (statement, read) in statements {
            let mut found = sqlx::query(AssertSqlSafe(statement)).fetch(&mut *transaction);
            while let Some(row) = found.next().await {
                rows.send(read(&row?))
                    .await
                    .map_err(|_| StoreError::Interrupted)?;
            }
        }
        transaction.commit().await?;
        connection.done();
        rows.send(Row::End).await.map_err(|_| StoreError::Interrupted)
    }

    pub(crate) async fn import_all(&self, mut rows: mpsc::Receiver<Row>) -> Result<u64, StoreError> {
        let mut connection = lease(&self.pools.writer).await?;
        let mut transaction = connection.begin_with(BEGIN).await?;
        let kept = sqlx::query("SELECT (SELECT COUNT(*) FROM entries) + (SELECT COUNT(*) FROM people)")
            .fetch_one(&mut *transaction)
            .await?;
        if kept.get::<i64, _>(0) > 0 {
            return Err(StoreError::NotEmpty);
        }
        let mut count = 0;
        while let Some(row) = rows.recv().await {
            match &row {
                Row::Table(table, head) => {
                    insert_tables(&[(table, *head)])
                        .build()
                        .execute(&mut *transaction)
                        .await?;
                }
                Row::Entry(table, entry) => insert_entry(&mut transaction, table, entry).await?,
                Row::Sits(table, person) => {
                    insert_sits(&[(table.clone(), person.clone())])
                        .build()
                        .execute(&mut *transaction)
                        .await?;
                }
                Row::Person(person) => insert_person(&mut transaction, person).await?,
                Row::Key(key) => insert_key(&mut transaction, key).await?,
                Row::Document(document) => insert_document(&mut transaction, document).await?,
                Row::Call(call) => {
                    insert_calls(std::slice::from_ref(call))
                        .build()
                        .execute(&mut *transaction)
                        .await?;
                }
                Row::End => {
                    transaction.commit().await?;
                    connection.done();
                    return Ok(count);
                }
            }
            count += 1;
        }
        Err(StoreError::Interrupted)
    }
}
