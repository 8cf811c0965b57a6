//! The steps of a table's way into another database, compiled once for each; `spread::moving` says how they make
//! a move.

use futures_util::TryStreamExt as _;
use sqlx::{AssertSqlSafe, Connection as _, Row as _};

use super::lease::lease;
use super::rows::{
    DbRow, ENTRY, IS_THERE, TABLE, head, insert_entry, insert_sits, insert_tables, log_entry, table_row,
};
use super::{BEGIN, Connection, LOCK_HEAD, MARK_DELETED, Sql};
use crate::spread::{MoveId, Place, Whereabouts};
use crate::{Answer, Row};

type ReadRow = fn(&DbRow) -> Row;

const WHEREABOUTS: &str = "SELECT moving FROM tables WHERE id = $1";

impl Place for Sql {
    fn whereabouts<'a>(&'a self, table: &'a str) -> Answer<'a, Option<Whereabouts>> {
        Box::pin(async move {
            let found = sqlx::query(WHEREABOUTS)
                .bind(table)
                .fetch_optional(&self.pools.readers)
                .await?;
            Ok(found.map(|row| Whereabouts::read(row.get(0))))
        })
    }

    fn moves(&self) -> Answer<'_, Vec<(String, Whereabouts)>> {
        Box::pin(async move {
            let rows = sqlx::query("SELECT id, moving FROM tables WHERE moving <> ''")
                .fetch_all(&self.pools.readers)
                .await?;
            let read = |row: &DbRow| (row.get(0), Whereabouts::read(row.get(1)));
            Ok(rows.iter().map(read).collect())
        })
    }

    fn due_at(&self, before: i64, limit: u32) -> Answer<'_, Vec<(i64, String)>> {
        Box::pin(async move {
            let rows = sqlx::query(AssertSqlSafe(format!(
                "SELECT due_at, id FROM tables t WHERE due_at < $1 AND {IS_THERE} ORDER BY due_at LIMIT $2"
            )))
            .bind(before)
            .bind(i64::from(limit))
            .fetch_all(&self.pools.readers)
            .await?;
            Ok(rows.iter().map(|row| (row.get(0), row.get(1))).collect())
        })
    }

    fn leave<'a>(&'a self, table: &'a str, id: &'a MoveId) -> Answer<'a, Option<Vec<Row>>> {
        Box::pin(async move {
            let mut connection = lease(&self.pools.writer).await?;
            let mut transaction = connection.begin_with(BEGIN).await?;
            let is_here = mark(&mut transaction, table, &Whereabouts::Here, &id.leaving()).await?;
            let rows = if is_here {
                Some(rows_of(&mut transaction, table).await?)
            } else {
                None
            };
            transaction.commit().await?;
            connection.done();
            Ok(rows)
        })
    }

    fn arrive<'a>(&'a self, table: &'a str, id: &'a MoveId, rows: &'a [Row]) -> Answer<'a, bool> {
        Box::pin(async move {
            let mut connection = lease(&self.pools.writer).await?;
            let mut transaction = connection.begin_with(BEGIN).await?;
            let found = sqlx::query(LOCK_HEAD)
                .bind(table)
                .fetch_optional(&mut *transaction)
                .await?;
            let found = found.map(|row| Whereabouts::read(row.get(2)));
            let is_free = match found {
                None => true,
                // What an earlier move left behind.
                Some(Whereabouts::Arriving(_)) => {
                    delete(&mut transaction, table).await?;
                    true
                }
                Some(_) => false,
            };
            if is_free {
                for row in rows {
                    insert(&mut transaction, row).await?;
                }
                mark(&mut transaction, table, &Whereabouts::Here, &id.arriving()).await?;
            }
            transaction.commit().await?;
            connection.done();
            Ok(is_free)
        })
    }

    fn depart<'a>(&'a self, table: &'a str, id: &'a MoveId, copied: &'a [Row]) -> Answer<'a, bool> {
        Box::pin(async move {
            let mut connection = lease(&self.pools.writer).await?;
            let mut transaction = connection.begin_with(BEGIN).await?;
            let is_ours = mark(&mut transaction, table, &id.leaving(), &id.leaving()).await?;
            // Who was deleted meanwhile must not come back.
            let may_go = is_ours && rows_of(&mut transaction, table).await? == copied;
            if may_go {
                delete(&mut transaction, table).await?;
            }
            transaction.commit().await?;
            connection.done();
            Ok(may_go)
        })
    }

    fn stay<'a>(&'a self, table: &'a str, was: &'a Whereabouts) -> Answer<'a, bool> {
        Box::pin(async move {
            let mut connection = lease(&self.pools.writer).await?;
            let stays = mark(&mut connection, table, was, &Whereabouts::Here).await?;
            connection.done();
            Ok(stays)
        })
    }

    fn discard<'a>(&'a self, table: &'a str, id: &'a MoveId) -> Answer<'a, bool> {
        Box::pin(async move {
            let mut connection = lease(&self.pools.writer).await?;
            let mut transaction = connection.begin_with(BEGIN).await?;
            let is_ours = mark(&mut transaction, table, &id.arriving(), &id.arriving()).await?;
            if is_ours {
                delete(&mut transaction, table).await?;
            }
            transaction.commit().await?;
            connection.done();
            Ok(is_ours)
        })
    }
}

/// Marks a table if it is marked as said. Its row is locked until the end of the transaction.
async fn mark(
    connection: &mut Connection,
    table: &str,
    was: &Whereabouts,
    is: &Whereabouts,
) -> Result<bool, sqlx::Error> {
    let marked = sqlx::query("UPDATE tables SET moving = $3 WHERE id = $1 AND moving = $2")
        .bind(table)
        .bind(was.to_string())
        .bind(is.to_string())
        .execute(connection)
        .await?;
    Ok(marked.rows_affected() > 0)
}

/// All that is kept of a table.
async fn rows_of(connection: &mut Connection, table: &str) -> Result<Vec<Row>, sqlx::Error> {
    let statements: [(String, ReadRow); 3] = [
        (
            format!("SELECT {TABLE}, length, head FROM tables WHERE id = $1"),
            |row| Row::Table(table_row(row), head(row.get(8), row.get(9))),
        ),
        (
            "SELECT table_id, person_id FROM table_people WHERE table_id = $1 ORDER BY person_id".to_owned(),
            |row| Row::Sits(row.get(0), row.get(1)),
        ),
        (
            format!("SELECT e.table_id, {ENTRY} FROM entries e WHERE e.table_id = $1 ORDER BY e.idx"),
            |row| Row::Entry(row.get(0), log_entry(row)),
        ),
    ];
    let mut rows = Vec::new();
    for (statement, read) in statements {
        let mut found = sqlx::query(AssertSqlSafe(statement))
            .bind(table)
            .fetch(&mut *connection);
        while let Some(row) = found.try_next().await? {
            rows.push(read(&row));
        }
    }
    Ok(rows)
}

async fn insert(connection: &mut Connection, row: &Row) -> Result<(), sqlx::Error> {
    match row {
        Row::Table(table, head) => {
            insert_tables(&[(table, *head)])
                .build()
                .execute(connection)
                .await?;
        }
        Row::Entry(table, entry) => insert_entry(connection, table, entry).await?,
        Row::Sits(table, person) => {
            insert_sits(&[(table.clone(), person.clone())])
                .build()
                .execute(connection)
                .await?;
        }
        Row::Person(_) | Row::Key(_) | Row::Document(_) | Row::Call(_) | Row::End => {}
    }
    Ok(())
}

async fn delete(connection: &mut Connection, table: &str) -> Result<(), sqlx::Error> {
    for statement in [
        "DELETE FROM entries WHERE table_id = $1",
        "DELETE FROM table_people WHERE table_id = $1",
        "DELETE FROM tables WHERE id = $1",
    ] {
        sqlx::query(statement)
            .bind(table)
            .execute(&mut *connection)
            .await?;
    }
    // What somebody wants to be taken out of the log later must not be found here, either.
    if let Some(mark) = MARK_DELETED {
        sqlx::query(mark).execute(connection).await?;
    }
    Ok(())
}
