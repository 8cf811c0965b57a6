//! Playing a plan, many games at a time.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc;

use bobbin_catalog::{Played, StartError};

use crate::hands::Hands;
use crate::journal::{Journal, JournalError};
use crate::plan::Plan;
use crate::sprt::{Sprt, Verdict};

/// Told whenever a game ends.
pub trait Progress {
    /// So many games are finished.
    fn finished(&mut self, games: u64);
}

impl<F: FnMut(u64)> Progress for F {
    fn finished(&mut self, games: u64) {
        self(games);
    }
}

/// What was played.
#[derive(Clone, Debug)]
pub struct Finished {
    /// The games by their number. After a stop there may be gaps.
    pub games: BTreeMap<u64, Played>,
    /// What the test says, if there was one.
    pub verdict: Option<Verdict>,
    /// Was it broken off?
    pub was_stopped: bool,
}

/// Has these hands play the games of a plan that are not known yet, until all are played, `stop` is set, or the test
/// has decided. The test looks at the games in their order, so it decides after the same game however many play at
/// a time.
pub fn run(
    plan: &Plan,
    hands: &dyn Hands,
    known: BTreeMap<u64, Played>,
    mut journal: Option<Journal>,
    sprt: Option<Sprt>,
    stop: &AtomicBool,
    progress: &mut dyn Progress,
) -> Result<Finished, JournalError> {
    let mut games = known;
    games.retain(|&game, _| game < plan.games);
    let waiting: Vec<u64> = (0..plan.games).filter(|game| !games.contains_key(game)).collect();
    let next = AtomicU64::new(0);
    let enough = AtomicBool::new(false);
    let mut test = sprt.map(|sprt| Test::new(plan, sprt));
    progress.finished(games.len() as u64);
    let (send, receive) = mpsc::channel::<(u64, Result<Played, StartError>)>();
    std::thread::scope(|scope| {
        for _ in 0..hands.at_once().min(waiting.len()).max(1) {
            let (send, waiting, next, enough) = (send.clone(), &waiting, &next, &enough);
            scope.spawn(move || {
                while !stop.load(Ordering::Relaxed) && !enough.load(Ordering::Relaxed) {
                    let place = next.fetch_add(1, Ordering::Relaxed);
                    let Some(&game) = waiting.get(place as usize) else {
                        return;
                    };
                    let played = hands.play(plan, game);
                    if send.send((game, played)).is_err() {
                        return;
                    }
                }
            });
        }
        drop(send);
        if test.as_mut().is_some_and(|test| test.follow(&games)) {
            enough.store(true, Ordering::Relaxed);
        }
        for (game, played) in receive {
            let played = played.expect("the plan has checked the setup");
            let kept = journal
                .as_mut()
                .map_or(Ok(()), |journal| journal.keep(game, &played));
            if let Err(error) = kept {
                enough.store(true, Ordering::Relaxed);
                return Err(error);
            }
            games.insert(game, played);
            progress.finished(games.len() as u64);
            if test.as_mut().is_some_and(|test| test.follow(&games)) {
                enough.store(true, Ordering::Relaxed);
            }
        }
        Ok(())
    })?;
    if let Some(end) = test.as_ref().and_then(|test| test.decided_at) {
        games.retain(|&game, _| game < end);
    }
    Ok(Finished {
        games,
        verdict: test.map(|test| test.verdict),
        was_stopped: stop.load(Ordering::Relaxed),
    })
}

/// The test, fed with deals in their order.
struct Test<'a> {
    plan: &'a Plan,
    sprt: Sprt,
    next: u64,
    verdict: Verdict,
    decided_at: Option<u64>,
}

impl<'a> Test<'a> {
    fn new(plan: &'a Plan, sprt: Sprt) -> Self {
        Test {
            plan,
            sprt,
            next: 0,
            verdict: Verdict::default(),
            decided_at: None,
        }
    }

    /// Takes in the deals that are complete now. Is it decided?
    fn follow(&mut self, games: &BTreeMap<u64, Played>) -> bool {
        let size = self.plan.games_per_deal();
        while self.decided_at.is_none() {
            let deal = self.next..self.next + size;
            let Some(played) = deal
                .clone()
                .map(|game| games.get(&game))
                .collect::<Option<Vec<_>>>()
            else {
                break;
            };
            let (mut won, mut all) = (0.0, 0.0);
            for (game, played) in deal.zip(played) {
                for (&bot, seat) in self.plan.seating(game).iter().zip(&played.seats) {
                    won += if bot == 0 { seat.won } else { 0.0 };
                    all += seat.won;
                }
            }
            if all > 0.0 {
                self.verdict = self.sprt.note(won / all);
            }
            self.next += size;
            if self.verdict.decision.is_some() {
                self.decided_at = Some(self.next);
            }
        }
        self.decided_at.is_some()
    }
}
