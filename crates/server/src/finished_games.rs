//! Finished games, as statistics, the campaign and the export find them.

use bobbin_store::{Store, StoreError, TableFilter, TableRow};

use crate::live;
use crate::summary::{Finished, Summarized, Summary};
use crate::table::{Status, TableKind};

/// A game that was played to its end.
#[derive(Clone, Debug)]
pub(crate) struct FinishedGame {
    /// Where.
    pub(crate) table: String,
    /// What the table was for.
    pub(crate) kind: TableKind,
    /// What came of it.
    pub(crate) finished: Finished,
}

impl FinishedGame {
    /// The only seat of a person in a game that counts for them: one from its start, played by themselves to the end.
    pub(crate) fn seat_of(&self, person: &str) -> Option<usize> {
        let seats = self.finished.seats.iter().enumerate();
        let mut own = seats.filter(|(_, seat)| seat.person.as_deref() == Some(person));
        let (place, seat) = own.next()?;
        (own.next().is_none() && !seat.was_away && self.kind.counts()).then_some(place)
    }

    fn order(&self) -> (i64, &str) {
        (self.finished.at, &self.table)
    }
}

/// The finished games of a person, the oldest first.
pub(crate) async fn of_person(
    store: &dyn Store,
    person: &str,
    game: Option<&str>,
) -> Result<Vec<FinishedGame>, StoreError> {
    let filter = TableFilter {
        game: game.map(str::to_owned),
        person: Some(person.to_owned()),
        ..all()
    };
    read(store, &filter).await
}

/// The latest finished games that a list shows, the latest first, with what lists show of them.
pub(crate) async fn latest_of_person(
    store: &dyn Store,
    filter: &TableFilter,
) -> Result<Vec<(TableRow, Summary, Finished)>, StoreError> {
    let filter = TableFilter {
        status: Some(Status::Over.name().to_owned()),
        ..filter.clone()
    };
    let rows = store.tables(&filter).await?.into_iter();
    let read = rows.filter_map(|row| {
        let summary: Summary = serde_json::from_str(&row.summary).ok()?;
        let Summarized::Some(finished) = summary.result.clone() else {
            return None;
        };
        Some((row, summary, finished))
    });
    Ok(read.collect())
}

/// All finished games of a title, the oldest first.
pub(crate) async fn of_title(store: &dyn Store, game: &str) -> Result<Vec<FinishedGame>, StoreError> {
    let filter = TableFilter {
        game: Some(game.to_owned()),
        unlisted: true,
        ..all()
    };
    read(store, &filter).await
}

fn all() -> TableFilter {
    TableFilter {
        status: Some(Status::Over.name().to_owned()),
        limit: u32::MAX,
        ..TableFilter::default()
    }
}

async fn read(store: &dyn Store, filter: &TableFilter) -> Result<Vec<FinishedGame>, StoreError> {
    let mut games = Vec::new();
    for row in store.tables(filter).await? {
        games.extend(finished(store, row).await?);
    }
    games.sort_by(|a, b| a.order().cmp(&b.order()));
    Ok(games)
}

/// What the summary says, or, where an earlier version has written it, the log.
async fn finished(store: &dyn Store, row: TableRow) -> Result<Option<FinishedGame>, StoreError> {
    let summary: Summary = serde_json::from_str(&row.summary).unwrap_or_default();
    let result = match summary.result {
        Summarized::Some(finished) => Some(finished),
        Summarized::None => None,
        Summarized::Unknown => live::read(store, &row.id)
            .await?
            .and_then(|(table, _)| Finished::of(&table)),
    };
    Ok(result.map(|finished| FinishedGame {
        table: row.id,
        kind: summary.kind,
        finished,
    }))
}
