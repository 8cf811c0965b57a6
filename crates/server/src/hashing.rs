//! Where passwords are hashed: a few at a time, in turns that are fair by client.
//!
//! One hash takes 20 MB and some 30 ms of a core. Whoever sends many waits behind themselves; others have their turn in
//! between.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::oneshot;

use crate::address::ClientAddress;
use crate::error::Problem;

/// Passwords that are hashed at a time.
const AT_ONCE: usize = 2;

/// The most that wait of one client.
const MOST_OF_ONE: usize = 4;

/// The most that wait in all: the last of them waits for some seconds.
const MOST: usize = 400;

/// What one hash takes, for telling how long to wait.
const ONE_HASH: Duration = Duration::from_millis(50);

/// Where passwords are hashed.
#[derive(Clone)]
pub(crate) struct Hashing(Arc<Mutex<Line<oneshot::Sender<Turn>>>>);

/// The right to hash one password. It ends when this is dropped, and then the next in line has it.
struct Turn(Hashing);

impl Default for Hashing {
    fn default() -> Self {
        Hashing(Arc::new(Mutex::new(Line::new(AT_ONCE, MOST_OF_ONE, MOST))))
    }
}

impl Hashing {
    /// Runs what hashes a password when it is this client's turn, on a thread where nobody waits for an answer. Whoever asks
    /// and leaves has used their turn all the same.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        client: ClientAddress,
        hash: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Problem> {
        let turn = self.turn(client).await?;
        let hashed = tokio::task::spawn_blocking(move || {
            let hashed = hash();
            drop(turn);
            hashed
        });
        hashed.await.map_err(|_| Problem::unavailable())
    }

    async fn turn(&self, client: ClientAddress) -> Result<Turn, Problem> {
        let (sender, receiver) = oneshot::channel();
        let busy = {
            let mut line = self.locked();
            if line.enter() {
                return Ok(Turn(self.clone()));
            }
            // Whoever has left in the meantime makes no one wait.
            line.retain(|sender| !sender.is_closed());
            let time = ONE_HASH.saturating_mul((line.len() / AT_ONCE) as u32);
            line.wait(client, sender).map_err(|_| Problem::too_many(time))?;
            time
        };
        // Without an answer one had to make room for another client.
        receiver.await.map_err(|_| Problem::too_many(busy))
    }

    fn locked(&self) -> MutexGuard<'_, Line<oneshot::Sender<Turn>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        let next = self.0.locked().leave(|sender| !sender.is_closed());
        if let Some(next) = next {
            // If nobody is there to take it after all, it is dropped, which passes it on.
            drop(next.send(Turn(self.0.clone())));
        }
    }
}

/// Who waits for one of a few turns: the clients one after the other, each with what came first.
struct Line<T> {
    at_once: usize,
    most_of_one: usize,
    most: usize,
    running: usize,
    /// In the order of their next turn.
    waiting: VecDeque<(ClientAddress, VecDeque<T>)>,
}

/// There is no room to wait.
#[derive(PartialEq, Eq, Debug)]
struct Full;

impl<T> Line<T> {
    fn new(at_once: usize, most_of_one: usize, most: usize) -> Self {
        Line {
            at_once,
            most_of_one,
            most,
            running: 0,
            waiting: VecDeque::new(),
        }
    }

    /// Takes a turn if one is free.
    fn enter(&mut self) -> bool {
        let is_free = self.running < self.at_once;
        self.running += usize::from(is_free);
        is_free
    }

    /// Waits for a turn. Where all places are taken, the client with the most of them gives one up for one with fewer.
    fn wait(&mut self, client: ClientAddress, ticket: T) -> Result<(), Full> {
        let own = self.waiting.iter().position(|(other, _)| *other == client);
        let of_own = own.map_or(0, |own| self.waiting[own].1.len());
        if of_own >= self.most_of_one {
            return Err(Full);
        }
        if self.len() >= self.most {
            let longest = self.waiting.iter_mut().max_by_key(|(_, tickets)| tickets.len());
            let (_, tickets) = longest
                .filter(|(_, tickets)| tickets.len() > of_own + 1)
                .ok_or(Full)?;
            tickets.pop_back();
        }
        match own {
            Some(own) => self.waiting[own].1.push_back(ticket),
            None => self.waiting.push_back((client, VecDeque::from([ticket]))),
        }
        Ok(())
    }

    /// Gives a turn back, and with it whoever has it next: of those who are still there, the first of the next client.
    fn leave(&mut self, is_there: impl Fn(&T) -> bool) -> Option<T> {
        while let Some((client, mut tickets)) = self.waiting.pop_front() {
            let next = std::iter::from_fn(|| tickets.pop_front()).find(&is_there);
            if !tickets.is_empty() {
                self.waiting.push_back((client, tickets));
            }
            if next.is_some() {
                return next;
            }
        }
        self.running -= 1;
        None
    }

    fn retain(&mut self, is_there: impl Fn(&T) -> bool) {
        for (_, tickets) in &mut self.waiting {
            tickets.retain(&is_there);
        }
        self.waiting.retain(|(_, tickets)| !tickets.is_empty());
    }

    fn len(&self) -> usize {
        self.waiting.iter().map(|(_, tickets)| tickets.len()).sum()
    }
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;
    use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};

    use super::*;

    fn client(last: u8) -> ClientAddress {
        IpAddr::from([203, 0, 113, last]).into()
    }

    /// Who has a turn when, each turn being given back at once.
    fn order(line: &mut Line<&'static str>) -> Vec<&'static str> {
        std::iter::from_fn(|| line.leave(|_| true)).collect()
    }

    #[test]
    fn clients_take_turns_whoever_came_first_with_many() {
        let mut line = Line::new(1, 10, 100);
        assert!(line.enter() && !line.enter());
        for ticket in ["a1", "a2", "a3"] {
            line.wait(client(1), ticket).unwrap();
        }
        line.wait(client(2), "b1").unwrap();
        line.wait(client(3), "c1").unwrap();
        line.wait(client(2), "b2").unwrap();
        assert_eq!(order(&mut line), ["a1", "b1", "c1", "a2", "b2", "a3"]);
        assert!(line.enter() && !line.enter());
    }

    #[test]
    fn places_are_bounded_by_client_and_in_all_and_who_has_many_makes_room() {
        let mut line = Line::new(1, 3, 4);
        assert!(line.enter());
        for ticket in ["a1", "a2", "a3"] {
            line.wait(client(1), ticket).unwrap();
        }
        assert_eq!(line.wait(client(1), "a4"), Err(Full));
        line.wait(client(2), "b1").unwrap();
        line.wait(client(3), "c1").unwrap();
        assert_eq!(line.len(), 4);
        line.wait(client(4), "d1").unwrap();
        assert_eq!(line.wait(client(5), "e1"), Err(Full), "nobody has more than one");
        assert_eq!(order(&mut line), ["a1", "b1", "c1", "d1"]);
    }

    #[test]
    fn who_has_left_has_no_turn_and_takes_no_place() {
        let mut line = Line::new(1, 3, 4);
        assert!(line.enter());
        for (last, ticket) in [(1, "gone"), (1, "a2"), (2, "gone"), (3, "c1")] {
            line.wait(client(last), ticket).unwrap();
        }
        assert_eq!(line.leave(|ticket| *ticket != "gone"), Some("a2"));
        line.retain(|ticket| *ticket != "gone");
        assert_eq!(line.len(), 1);
        assert_eq!(order(&mut line), ["c1"]);
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn never_more_than_a_few_at_a_time_not_even_of_those_who_left() {
        let hashing = Hashing::default();
        let (now, most) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
        let mut asked = Vec::new();
        for number in 0..40 {
            let (hashing, now, most) = (hashing.clone(), Arc::clone(&now), Arc::clone(&most));
            asked.push(tokio::spawn(async move {
                let hash = move || {
                    most.fetch_max(now.fetch_add(1, SeqCst) + 1, SeqCst);
                    std::thread::sleep(Duration::from_millis(2));
                    now.fetch_sub(1, SeqCst);
                };
                hashing.run(client(number / 4), hash).await
            }));
        }
        for gone in asked.iter().step_by(2) {
            gone.abort();
        }
        for task in asked {
            if let Ok(hashed) = task.await {
                hashed.unwrap();
            }
        }
        // Every turn was given back.
        while hashing.locked().running > 0 {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        assert!(most.load(SeqCst) <= AT_ONCE, "{}", most.load(SeqCst));
        assert_eq!(hashing.locked().len(), 0);
        assert_eq!(hashing.run(client(1), || 7).await.unwrap(), 7);
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn one_client_with_too_many_is_sent_away_and_others_are_not() {
        let hashing = Hashing::default();
        let slow = || std::thread::sleep(Duration::from_millis(200));
        let asked: Vec<_> = (0..10)
            .map(|_| {
                let hashing = hashing.clone();
                tokio::spawn(async move { hashing.run(client(1), slow).await })
            })
            .collect();
        while hashing.locked().len() < MOST_OF_ONE {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        hashing.run(client(2), || ()).await.unwrap();
        let mut refused = 0;
        for task in asked {
            if let Err(problem) = task.await.unwrap() {
                assert_eq!(problem.code, "too_many");
                refused += 1;
            }
        }
        assert!(refused >= 10 - AT_ONCE - MOST_OF_ONE, "{refused}");
    }
}
