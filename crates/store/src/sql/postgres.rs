//! PostgreSQL.

use std::collections::BTreeSet;
use std::str::FromStr as _;
use std::sync::Arc;
use std::time::Duration;

use line::{Line, watch};
use sqlx::postgres::{PgConnectOptions, PgPoolOptions};
use sqlx::{ConnectOptions as _, Connection as _, Pool, Row as _};

use super::{migrate, quiet};
use crate::{Append, Courier, StoreError, TableRow};

#[path = "lease.rs"]
mod lease;
mod line;
#[path = "moves.rs"]
mod moves;
#[path = "rows.rs"]
mod rows;
#[path = "statements.rs"]
mod statements;
#[path = "whole.rs"]
mod whole;
use lease::Writers;
pub(crate) use line::Teller;
pub(crate) use statements::Sql;

/// The entries, and the summaries and ends of the logs of those that were first. A table's row is locked before its end
/// is looked at: whoever rewords a log does the same. Whoever waited for a row that was deleted meanwhile, because the
/// table has moved away, still sees its entries: so where there is no row only a first entry can be added.
macro_rules! add {
    () => {
        "WITH new AS (
            SELECT * FROM UNNEST($1::text[], $2::bigint[], $3::bigint[], $4::text[], $5::text[], $6::text[])
                AS n (table_id, idx, at, body, hash, previous)),
        heads AS (
            SELECT id, length, head, moving FROM tables WHERE id = ANY($1) ORDER BY id FOR UPDATE),
        won AS (
            INSERT INTO entries (table_id, idx, at, body, hash)
            SELECT n.table_id, n.idx, n.at, n.body, n.hash FROM new n LEFT JOIN heads h ON h.id = n.table_id
            WHERE COALESCE(h.moving, '') = ''
            AND ((COALESCE(h.length, 0) = n.idx AND COALESCE(NULLIF(h.head, ''), repeat('0', 64)) = n.previous)
                OR (h.length < n.idx AND EXISTS (
                    SELECT 1 FROM entries b WHERE b.table_id = n.table_id AND b.idx = n.idx - 1)))
            ORDER BY n.table_id
            ON CONFLICT DO NOTHING RETURNING table_id, idx, hash),
        summaries AS (
            INSERT INTO tables (id, game, status, listed, created_at, updated_at, due_at, summary, length, head)
            SELECT r.*, won.idx + 1, won.hash FROM UNNEST($7::text[], $8::text[], $9::text[], $10::bigint[],
                $11::bigint[], $12::bigint[], $13::bigint[], $14::text[])
                AS r (id, game, status, listed, created_at, updated_at, due_at, summary)
            JOIN won ON won.table_id = r.id
            ON CONFLICT (id) DO UPDATE SET status = excluded.status, listed = excluded.listed,
                updated_at = excluded.updated_at, due_at = excluded.due_at, summary = excluded.summary,
                length = excluded.length, head = excluded.head),
        ends AS (
            UPDATE tables t SET length = won.idx + 1, head = won.hash FROM won
            WHERE t.id = won.table_id AND NOT t.id = ANY($7))"
    };
}

type Connection = <Db as sqlx::Database>::Connection;
type Db = sqlx::Postgres;
const BEGIN: &str = "BEGIN";
/// How a log ends; nobody may append to it until the end of the transaction.
const LOCK_HEAD: &str = "SELECT length, head, moving FROM tables WHERE id = $1 FOR UPDATE";
const IS_SHARED: bool = true;
const SNAPSHOT: &str = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";

/// What made the database what it is, step by step: file 1, file 2 and so on.
pub(super) const MIGRATIONS: &[&str] = &[
    include_str!("../../migrations/postgres/0001_tables_and_people.sql"),
    include_str!("../../migrations/postgres/0002_documents.sql"),
    include_str!("../../migrations/postgres/0003_news.sql"),
    include_str!("../../migrations/postgres/0004_keys_in_use.sql"),
    include_str!("../../migrations/postgres/0005_news_of_people.sql"),
    include_str!("../../migrations/postgres/0006_chain.sql"),
    include_str!("../../migrations/postgres/0007_lists.sql"),
    include_str!("../../migrations/postgres/0008_news_after_the_commit.sql"),
    include_str!("../../migrations/postgres/0009_moves.sql"),
    include_str!("../../migrations/postgres/0010_finished_tables.sql"),
    include_str!("../../migrations/postgres/0011_blocked.sql"),
    include_str!("../../migrations/postgres/0012_outbox.sql"),
];

/// Opens a database. Without a courier it carries the news itself.
pub(crate) async fn open(address: &str, courier: Option<Arc<dyn Courier>>) -> Result<Sql, StoreError> {
    // The address may hold a password, which has no place in a message.
    let shown = address
        .rsplit_once('@')
        .map_or(address.to_owned(), |(_, host)| format!("postgres://…@{host}"));
    let cannot_open = |source| StoreError::Open {
        address: shown.clone(),
        source,
    };
    let options = quiet(PgConnectOptions::from_str(address).map_err(cannot_open)?);
    let options = options.application_name(&own_name());
    // A pool would try for long to reach a server that is not there.
    let first = options.connect().await.map_err(cannot_open)?;
    first.close().await.map_err(cannot_open)?;
    let pool = |connections| {
        PgPoolOptions::new()
            .max_connections(connections)
            .acquire_timeout(Duration::from_secs(5))
    };
    let writer = pool(4).connect_with(options.clone()).await.map_err(cannot_open)?;
    migrate(MIGRATIONS, &writer, &shown).await?;
    let readers = pool(8).connect_with(options.clone());
    let readers = readers.await.map_err(cannot_open)?;
    Ok(Sql::new(Pools {
        readers,
        writer: Writers::new(writer, false),
        teller: courier.map_or_else(|| Teller::Line(Line::open(options)), Teller::Courier),
    }))
}

/// The connections to a database.
pub(crate) struct Pools {
    readers: Pool<Db>,
    writer: Writers,
    teller: Teller,
}

impl Pools {
    async fn close(&self) {
        self.teller.close().await;
        self.readers.close().await;
        self.writer.close().await;
    }
}

/// How programs of ours name their connections: all of one process alike, and no two processes.
fn own_name() -> String {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    let since = since.map_or(0, |since| since.as_nanos());
    format!("bobbin {} {since:x}", std::process::id())
}

/// How many other processes of ours have this database open.
async fn others(pools: &Pools) -> Result<u64, sqlx::Error> {
    let counted = sqlx::query(
        "SELECT COUNT(DISTINCT application_name) FROM pg_stat_activity WHERE datname = current_database() \
         AND application_name LIKE 'bobbin %' AND application_name <> current_setting('application_name')",
    );
    Ok(counted.fetch_one(&pools.readers).await?.get::<i64, _>(0) as u64)
}

/// Nobody asks.
const MARK_DELETED: Option<&str> = None;

/// When old versions of rows and old log files go is for whoever runs the database to say.
async fn scrub(_: &Pools) -> Result<(), StoreError> {
    Ok(())
}

/// Of these tables, those whose log is longer than this.
async fn gone_on(pools: &Pools, known: &[(String, u64)]) -> Result<Vec<String>, sqlx::Error> {
    let longer = sqlx::query(
        "SELECT t.id FROM UNNEST($1::text[], $2::bigint[]) AS known (id, length) \
         JOIN tables t ON t.id = known.id WHERE t.length > known.length",
    )
    .bind(column(known, |(table, _)| table.clone()))
    .bind(column(known, |(_, length)| *length as i64))
    .fetch_all(&pools.readers)
    .await?;
    Ok(longer.iter().map(|row| row.get(0)).collect())
}

/// Writes entries of different tables, and says which of them were first. One statement, and so one question and one
/// transaction, however many there are.
async fn write(connection: &mut Connection, batch: &[&Append]) -> Result<BTreeSet<String>, sqlx::Error> {
    let rows: Vec<&TableRow> = batch.iter().filter_map(|append| append.row.as_ref()).collect();
    let seated: Vec<&&Append> = batch.iter().filter(|append| append.people.is_some()).collect();
    let (mut tables_of_calls, mut calls) = (Vec::new(), Vec::new());
    for append in batch {
        for call in &append.calls {
            tables_of_calls.push(append.table.clone());
            calls.push(call);
        }
    }
    let statement = match (seated.is_empty(), calls.is_empty()) {
        (true, true) => ADD,
        (true, false) => ADD_AND_CALL,
        (false, _) => ADD_AND_CALL_AND_SEAT,
    };
    let mut query = sqlx::query(statement)
        .bind(column(batch, |append| append.table.clone()))
        .bind(column(batch, |append| append.index as i64))
        .bind(column(batch, |append| append.at))
        .bind(column(batch, |append| append.body.clone()))
        .bind(column(batch, |append| append.hash().to_string()))
        .bind(column(batch, |append| append.previous.to_string()))
        .bind(column(&rows, |row| row.id.clone()))
        .bind(column(&rows, |row| row.game.clone()))
        .bind(column(&rows, |row| row.status.clone()))
        .bind(column(&rows, |row| i64::from(row.listed)))
        .bind(column(&rows, |row| row.created_at))
        .bind(column(&rows, |row| row.updated_at))
        .bind(column(&rows, |row| row.due_at))
        .bind(column(&rows, |row| row.summary.clone()));
    if statement != ADD {
        query = query
            .bind(tables_of_calls)
            .bind(column(&calls, |call| call.id.clone()))
            .bind(column(&calls, |call| call.person.clone()))
            .bind(column(&calls, |call| call.about.clone()))
            .bind(column(&calls, |call| call.body.clone()))
            .bind(column(&calls, |call| call.progress.clone()))
            .bind(column(&calls, |call| call.created_at))
            .bind(column(&calls, |call| call.due_at));
    }
    if !seated.is_empty() {
        let sits = |append: &&&Append| {
            let table = append.table.clone();
            let people = append.people.clone().unwrap_or_default();
            people.into_iter().map(move |person| (table.clone(), person))
        };
        let (tables, people): (Vec<String>, Vec<String>) = seated.iter().flat_map(sits).unzip();
        query = query
            .bind(column(&seated, |append| append.table.clone()))
            .bind(tables)
            .bind(people);
    }
    let won = query.fetch_all(connection).await?;
    won.iter().map(|row| row.try_get(0)).collect()
}

fn column<T, V>(rows: &[T], value: impl Fn(&T) -> V) -> Vec<V> {
    rows.iter().map(value).collect()
}

const ADD: &str = concat!(add!(), " SELECT table_id FROM won");

/// What people are to be told.
macro_rules! call {
    () => {
        ", called AS (
            INSERT INTO outbox (id, person_id, about_id, body, progress, created_at, due_at)
            SELECT c.id, c.person_id, c.about_id, c.body, c.progress, c.created_at, c.due_at
            FROM UNNEST($15::text[], $16::text[], $17::text[], $18::text[], $19::text[], $20::text[],
                $21::bigint[], $22::bigint[])
                AS c (table_id, id, person_id, about_id, body, progress, created_at, due_at)
            JOIN won ON won.table_id = c.table_id ON CONFLICT DO NOTHING)"
    };
}

const ADD_AND_CALL: &str = concat!(add!(), call!(), " SELECT table_id FROM won");

/// All parts of a statement see the tables as they were before it; so who gets up and who sits down are told apart.
const ADD_AND_CALL_AND_SEAT: &str = concat!(
    add!(),
    call!(),
    ", got_up AS (DELETE FROM table_people p USING won WHERE p.table_id = won.table_id AND won.table_id = ANY($23)
        AND NOT EXISTS (SELECT 1 FROM UNNEST($24::text[], $25::text[]) AS s (table_id, person_id)
                        WHERE s.table_id = p.table_id AND s.person_id = p.person_id)),
    sat_down AS (INSERT INTO table_people (table_id, person_id)
        SELECT s.table_id, s.person_id FROM UNNEST($24::text[], $25::text[]) AS s (table_id, person_id)
        JOIN won ON won.table_id = s.table_id ON CONFLICT DO NOTHING)
    SELECT table_id FROM won"
);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_names_no_user_is_who_they_are_on_this_machine() {
        let options = PgConnectOptions::from_str("postgres:///bobbin?host=/run/postgresql").unwrap();
        let expected = std::env::var("PGUSER").or_else(|_| whoami::username()).unwrap();
        assert_eq!(options.get_username(), expected);
        assert_ne!(options.get_username(), "anonymous");
    }
}
