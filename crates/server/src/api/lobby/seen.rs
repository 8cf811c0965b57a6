//! The lobby as one person sees it.

use std::collections::{BTreeMap, BTreeSet};

use bobbin_store::TableRow;
use serde::Serialize;
use utoipa::ToSchema;

use crate::App;
use crate::api::lists::{TableLine, line};
use crate::error::Problem;
use crate::lobby::{Meeting, Now, Reach, Seek, Speed};
use crate::people::neighbors::{Distance, blocked_by, kept_by};
use crate::summary::Summary;

/// So many seeks are shown, those that are yours first.
const MOST: usize = 100;

/// Somebody who looks for a game.
#[derive(Clone, PartialEq, Serialize, ToSchema)]
pub(crate) struct SeekerSeen {
    /// What they are called.
    name: String,
    /// Their rating in this title; null if they have none yet.
    #[schema(required)]
    rating: Option<u16>,
    /// Are they here?
    here: bool,
}

/// People who look for a game together.
#[derive(Clone, PartialEq, Serialize, ToSchema)]
pub(crate) struct SeekSeen {
    /// Its name for the server.
    id: String,
    /// The game's id.
    game: String,
    /// Who looks, the first first.
    people: Vec<SeekerSeen>,
    /// The fewest who play.
    fewest: u8,
    /// The most who play.
    most: u8,
    /// How fast.
    speed: Speed,
    /// So near the ratings have to be; null where it does not matter, or ever less.
    #[schema(required)]
    within: Option<u16>,
    /// Since when, in milliseconds since 1970.
    since: i64,
    /// Are you in it?
    yours: bool,
}

impl SeekSeen {
    fn of(seek: &Seek, reader: Option<&str>, here: &BTreeSet<String>) -> Self {
        let bounds = seek.seekers.iter().filter_map(|one| match one.wish.reach {
            Reach::Within(points) => Some(points),
            Reach::Anyone | Reach::Near => None,
        });
        SeekSeen {
            id: seek.id.clone(),
            game: seek.game.clone(),
            people: seek
                .seekers
                .iter()
                .map(|one| SeekerSeen {
                    name: one.name.clone(),
                    rating: one.rating,
                    here: here.contains(&one.person),
                })
                .collect(),
            fewest: seek.fewest(),
            most: seek.most(),
            speed: seek.speed(),
            within: bounds.min(),
            since: seek.seekers.first().map_or(0, |one| one.since),
            yours: reader.is_some_and(|reader| seek.has(reader)),
        }
    }
}

/// A game that you have found.
#[derive(Clone, PartialEq, Serialize, ToSchema)]
pub(crate) struct FoundSeen {
    /// Its table.
    table: String,
    /// The game's id.
    game: String,
    /// Is it played at once?
    live: bool,
    /// Whom you play with.
    with: Vec<String>,
    /// When, in milliseconds since 1970.
    at: i64,
}

impl FoundSeen {
    fn of(meeting: &Meeting, reader: &str) -> Self {
        let others = meeting.people.iter().filter(|met| met.person != reader);
        FoundSeen {
            table: meeting.table.clone(),
            game: meeting.game.clone(),
            live: meeting.is_live,
            with: others.map(|met| met.name.clone()).collect(),
            at: meeting.at,
        }
    }
}

/// A game that one can watch.
#[derive(Clone, PartialEq, Serialize, ToSchema)]
pub(crate) struct WatchLine {
    #[serde(flatten)]
    table: TableLine,
    /// How many watch it.
    watching: usize,
}

/// What goes on in the lobby.
#[derive(Clone, PartialEq, Serialize, ToSchema)]
pub(crate) struct LobbySeen {
    /// How many people follow a table or the lobby just now, more or less.
    here: usize,
    /// Who looks for a game, the newest first.
    seeks: Vec<SeekSeen>,
    /// Games that you have found in the last two minutes.
    found: Vec<FoundSeen>,
    /// Tables that wait for players, the latest first.
    open: Vec<TableLine>,
    /// Games under way, those that most watch first.
    running: Vec<WatchLine>,
}

/// What is told of the lobby when it changes: each part that changed, as it is now.
#[derive(Default, Serialize, ToSchema)]
pub(crate) struct LobbyNews {
    /// How many people follow a table or the lobby just now, more or less.
    #[serde(skip_serializing_if = "Option::is_none")]
    here: Option<usize>,
    /// Who looks for a game, the newest first.
    #[serde(skip_serializing_if = "Option::is_none")]
    seeks: Option<Vec<SeekSeen>>,
    /// Games that you have found in the last two minutes.
    #[serde(skip_serializing_if = "Option::is_none")]
    found: Option<Vec<FoundSeen>>,
    /// Tables that wait for players, the latest first.
    #[serde(skip_serializing_if = "Option::is_none")]
    open: Option<Vec<TableLine>>,
    /// Games under way, those that most watch first.
    #[serde(skip_serializing_if = "Option::is_none")]
    running: Option<Vec<WatchLine>>,
}

impl LobbySeen {
    /// What is new for one who knows `before`; none if nothing is.
    pub(crate) fn news(&self, before: Option<&LobbySeen>) -> Option<LobbyNews> {
        fn changed<T: Clone + PartialEq>(now: &T, before: Option<&T>) -> Option<T> {
            (before != Some(now)).then(|| now.clone())
        }
        let is_same = before == Some(self);
        (!is_same).then(|| LobbyNews {
            here: changed(&self.here, before.map(|before| &before.here)),
            seeks: changed(&self.seeks, before.map(|before| &before.seeks)),
            found: changed(&self.found, before.map(|before| &before.found)),
            open: changed(&self.open, before.map(|before| &before.open)),
            running: changed(&self.running, before.map(|before| &before.running)),
        })
    }
}

fn shown(row: &TableRow, reader: Option<&str>) -> TableLine {
    let summary = serde_json::from_str(&row.summary).unwrap_or_default();
    line(row.clone(), summary, reader)
}

/// The eyes of one who looks: whom they are not to see.
#[derive(Default)]
pub(crate) struct Eyes {
    /// Whether there is a block between them and another, either way, and when that was asked.
    apart: BTreeMap<String, (bool, i64)>,
    /// Until when: see [`Now::distances`].
    distances: u64,
}

/// So long an answer about two people is good for what they see of each other, in milliseconds. Before they play it is
/// asked anew.
const GOOD_FOR: i64 = 20_000;

impl Eyes {
    /// The lobby as they see it; `reader` is none for somebody who is nobody yet.
    pub(crate) async fn see(
        &mut self,
        app: &App,
        reader: Option<&str>,
        now: &Now,
    ) -> Result<LobbySeen, Problem> {
        if self.distances != now.distances {
            self.apart.clear();
            self.distances = now.distances;
        }
        let in_rows = |rows: &[TableRow]| -> Vec<Vec<String>> {
            let summaries = rows
                .iter()
                .map(|row| serde_json::from_str::<Summary>(&row.summary));
            summaries
                .map(|summary| summary.unwrap_or_default().people)
                .collect()
        };
        let (open, running) = (in_rows(&now.open), in_rows(&now.running));
        let seekers = now.book.seeks.iter().flat_map(Seek::people).map(str::to_owned);
        let others = seekers.chain(open.iter().chain(&running).flatten().cloned());
        self.ask(app, reader, others.collect()).await?;
        let mut seeks: Vec<SeekSeen> = now
            .book
            .seeks
            .iter()
            .rev()
            .filter(|seek| seek.people().all(|person| self.sees(person)))
            .map(|seek| SeekSeen::of(seek, reader, &now.here))
            .collect();
        seeks.sort_by_key(|seek| !seek.yours);
        seeks.truncate(MOST);
        let found = reader.map_or(Vec::new(), |reader| {
            let made = now.book.meetings.iter().rev().filter(|meeting| meeting.is_made);
            let own = made.filter(|meeting| meeting.people.iter().any(|met| met.person == reader));
            own.map(|meeting| FoundSeen::of(meeting, reader)).collect()
        });
        let visible = |people: &[String]| people.iter().all(|person| self.sees(person));
        let open = now.open.iter().zip(&open).filter(|(_, people)| visible(people));
        let running = now
            .running
            .iter()
            .zip(&running)
            .filter(|(_, people)| visible(people));
        let mut running: Vec<WatchLine> = running
            .map(|(row, _)| WatchLine {
                watching: now.watched.get(&row.id).copied().unwrap_or(0),
                table: shown(row, reader),
            })
            .collect();
        // Stable: among equals the latest is first.
        running.sort_by_key(|line| std::cmp::Reverse(line.watching));
        Ok(LobbySeen {
            here: now.people,
            seeks,
            found,
            open: open.map(|(row, _)| shown(row, reader)).collect(),
            running,
        })
    }

    fn sees(&self, person: &str) -> bool {
        self.apart.get(person).is_none_or(|(apart, _)| !apart)
    }

    /// Asks about those of whom nothing is known, or not lately.
    async fn ask(
        &mut self,
        app: &App,
        reader: Option<&str>,
        others: BTreeSet<String>,
    ) -> Result<(), Problem> {
        let Some(reader) = reader else {
            return Ok(());
        };
        let now = app.clock.wall();
        self.apart
            .retain(|person, (_, at)| now - *at < GOOD_FOR && others.contains(person));
        let unknown = others.into_iter();
        let unknown: Vec<String> = unknown
            .filter(|person| person != reader && !self.apart.contains_key(person))
            .collect();
        if unknown.is_empty() {
            return Ok(());
        }
        let store = &*app.store;
        let kept = kept_by(store, reader).await?;
        let blocking = blocked_by(store, reader, &unknown).await?;
        for person in unknown {
            let own = kept
                .iter()
                .any(|kept| kept.other == person && kept.distance == Distance::Block);
            let apart = own || blocking.contains(&person);
            self.apart.insert(person, (apart, now));
        }
        Ok(())
    }
}
