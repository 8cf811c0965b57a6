//! Bringing those together who fit, and making the tables of those who were found.

use std::collections::BTreeSet;
use std::sync::PoisonError;

use axum::http::StatusCode;

use super::book::{Book, Meeting, pair_of};
use super::{Lobby, TRIES, call, meeting};
use crate::error::Problem;
use crate::people::neighbors::blocked_by;
use crate::secrets::unguessable;

impl Lobby {
    /// Ends what has stood long enough, brings together who fits and makes the tables of those who were found.
    pub(crate) async fn settle(&self) -> Result<(), Problem> {
        {
            let _changing = self.changing.lock().await;
            let mut is_settled = false;
            for _ in 0..TRIES {
                let (document, before) = self.read().await?;
                let book = self.settled(&before).await?;
                is_settled = book == before || self.write(document.as_ref(), &book).await?;
                if is_settled {
                    self.publish(&book);
                    break;
                }
            }
            if !is_settled {
                return Err(Problem::unavailable());
            }
        }
        self.make_tables().await
    }

    /// The book as it is once all who fit are together. Those whom it brings together are asked about first: whether
    /// one has blocked the other, and whether they are still somebody.
    async fn settled(&self, before: &Book) -> Result<Book, Problem> {
        /// Who blocks whom is found out so often; what is left then is left to the next round.
        const ROUNDS: usize = 64;
        let new_id = &mut || unguessable::<12>();
        let mut gone: BTreeSet<String> = BTreeSet::new();
        let mut asked: BTreeSet<(String, String)> = BTreeSet::new();
        let mut moment = self.moment(before);
        let mut book = before.clone();
        book.end_stale(&moment, new_id);
        for _ in 0..ROUNDS {
            let mut base = before.clone();
            for person in &gone {
                base.forget(person);
            }
            base.end_stale(&moment, new_id);
            base.set_those_apart_apart(&moment, new_id);
            let mut paired = base.clone();
            paired.pair(&moment, new_id);
            let is_new =
                |meeting: &&Meeting| !before.meetings.iter().any(|known| known.table == meeting.table);
            let new = || paired.meetings.iter().filter(is_new);
            let mut is_sure = true;
            for pair in pairs_to_ask(&base, &paired, new()) {
                if asked.insert(pair.clone()) && self.are_apart(&pair).await? {
                    is_sure = false;
                }
            }
            for met in new().flat_map(|meeting| &meeting.people) {
                if !gone.contains(&met.person) && !self.is_somebody(&met.person).await? {
                    gone.insert(met.person.clone());
                    is_sure = false;
                }
            }
            if is_sure {
                return Ok(paired);
            }
            moment = self.moment(before);
            book = base;
        }
        Ok(book)
    }

    async fn is_somebody(&self, person: &str) -> Result<bool, Problem> {
        let found = self.services.store.person(person).await?;
        Ok(found.is_some_and(|person| !person.banned))
    }

    /// Makes the tables of those who have found each other, calls those who are not there, and says that it is done.
    pub(crate) async fn make_tables(&self) -> Result<(), Problem> {
        // One after the other at this server, so that nobody is called twice without need.
        let _making = self.making.lock().await;
        let (_, book) = self.read().await?;
        for meeting in book.meetings.iter().filter(|meeting| !meeting.is_made) {
            let made = meeting::make(&self.services, &self.live, meeting).await;
            if let Err(problem) = &made {
                if problem.status() == StatusCode::SERVICE_UNAVAILABLE {
                    return made;
                }
                tracing::error!(code = problem.code, "the table of a meeting will never be made");
            } else {
                let here = self.presence.here();
                let away = meeting.people.iter().filter(|met| !here.contains(&met.person));
                call::found_while_away(&self.services, meeting, &away.collect::<Vec<_>>());
            }
            self.change(|book| {
                book.meetings.retain_mut(|known| {
                    let is_this = known.table == meeting.table;
                    known.is_made |= is_this;
                    !is_this || made.is_ok()
                });
                Ok(())
            })
            .await?;
        }
        Ok(())
    }

    /// Has one of these two blocked the other? Asked of the database each time.
    pub(super) async fn are_apart(&self, (one, other): &(String, String)) -> Result<bool, Problem> {
        let store = &*self.services.store;
        let (one, other) = (one, other);
        let far = !blocked_by(store, one, std::slice::from_ref(other))
            .await?
            .is_empty()
            || !blocked_by(store, other, std::slice::from_ref(one))
                .await?
                .is_empty();
        if far {
            let mut apart = self.apart.lock().unwrap_or_else(PoisonError::into_inner);
            apart.insert(pair_of(one, other), self.services.clock.wall());
        }
        Ok(far)
    }
}

/// Who has to be asked about: all who would play with each other, and all who have newly come into one seek.
fn pairs_to_ask<'a>(
    before: &Book,
    after: &Book,
    new: impl Iterator<Item = &'a Meeting>,
) -> BTreeSet<(String, String)> {
    let mut pairs = BTreeSet::new();
    for meeting in new {
        let people: Vec<&str> = meeting.people.iter().map(|met| met.person.as_str()).collect();
        pairs.extend(pairs_of(&people));
    }
    let known: BTreeSet<(String, String)> = before
        .seeks
        .iter()
        .flat_map(|seek| pairs_of(&seek.people().collect::<Vec<_>>()))
        .collect();
    for seek in &after.seeks {
        let people: Vec<&str> = seek.people().collect();
        pairs.extend(pairs_of(&people).into_iter().filter(|pair| !known.contains(pair)));
    }
    pairs
}

fn pairs_of(people: &[&str]) -> Vec<(String, String)> {
    let later = |place: usize| &people[place + 1..];
    let pairs = people
        .iter()
        .enumerate()
        .flat_map(|(place, one)| later(place).iter().map(move |other| pair_of(one, other)));
    pairs.collect()
}
