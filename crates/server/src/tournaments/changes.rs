//! What people do with a tournament: enter, withdraw, and what its director may.

use bobbin_bots::BOT_NAMES;
use bobbin_tournament::{Entrant, next_round};

use super::kept::{Entrance, KeptEntrant, KeptRound, Stage, Tournament, Who, change, read};
use super::lists;
use crate::App;
use crate::error::Problem;
use crate::identity::{Scope, Someone};
use crate::names::told_apart;
use crate::people::neighbors::blocked_by;
use crate::table::Level;

/// So many bots may be put in at a time.
pub(crate) const BOTS_AT_ONCE: u16 = 16;

fn begun() -> Problem {
    Problem::conflict("begun", "This tournament has begun: nobody can enter any more.")
}

fn over() -> Problem {
    Problem::conflict("over", "This tournament is over.")
}

fn check_director(tournament: &Tournament, person: &str) -> Result<(), Problem> {
    if tournament.director == person {
        return Ok(());
    }
    Err(Problem::forbidden(
        "not_your_tournament",
        "Whoever made the tournament decides that.",
    ))
}

impl Tournament {
    fn check_open(&self) -> Result<(), Problem> {
        match self.stage {
            Stage::Open => Ok(()),
            Stage::Running { .. } => Err(begun()),
            Stage::Over { .. } => Err(over()),
        }
    }

    /// Lets somebody in.
    fn add(&mut self, who: impl Fn(String) -> Who, name: &str) -> Result<(), Problem> {
        self.check_open()?;
        if self.entrants.len() >= usize::from(self.most) {
            return Err(Problem::conflict(
                "full",
                "All places of this tournament are taken.",
            ));
        }
        let number = self
            .entrants
            .iter()
            .map(|entrant| entrant.number.0 + 1)
            .max()
            .unwrap_or(0);
        let name = told_apart(name, self.entrants.iter().map(KeptEntrant::name));
        self.entrants.push(KeptEntrant {
            number: Entrant(number),
            who: who(name),
            withdrew_after: None,
        });
        Ok(())
    }

    /// Lets somebody go: before the beginning as if they had never come; afterwards they are in no later round.
    pub(super) fn let_go(&mut self, number: Entrant) -> Result<(), Problem> {
        match &self.stage {
            Stage::Open => self.entrants.retain(|entrant| entrant.number != number),
            Stage::Running { rounds } => {
                let made = rounds.len() as u16;
                for entrant in &mut self.entrants {
                    if entrant.number == number && entrant.withdrew_after.is_none() {
                        entrant.withdrew_after = Some(made);
                    }
                }
            }
            Stage::Over { .. } => return Err(over()),
        }
        Ok(())
    }

    /// Makes the first round. False if too few are there.
    pub(super) fn begin(&mut self, now: i64) -> bool {
        let Some(pairing) = next_round(&self.rules, &self.entries(), &[]) else {
            return false;
        };
        self.stage = Stage::Running {
            rounds: vec![KeptRound::of(pairing, now, self.round_seconds)],
        };
        true
    }

    /// Ends it where it is.
    pub(super) fn end(&mut self, at: i64, cancelled: bool) {
        let rounds = match std::mem::replace(&mut self.stage, Stage::Open) {
            Stage::Open => Vec::new(),
            Stage::Running { rounds } => rounds,
            over @ Stage::Over { .. } => {
                self.stage = over;
                return;
            }
        };
        self.stage = Stage::Over {
            rounds,
            at,
            cancelled,
            announced: false,
        };
    }
}

/// Somebody comes in. Who is in already is answered, not let in twice.
///
/// Whom the director has blocked is not let in, and not told why. Who else has blocked whom makes no difference here,
/// or anybody could keep others out: they may be paired, and what is said at their table stays hidden from who does not
/// want to hear it.
pub(crate) async fn enter(app: &App, id: &str, someone: &Someone) -> Result<(), Problem> {
    let person = &someone.person;
    let kept = read(&*app.store, id).await?;
    let tournament = kept.ok_or_else(|| Problem::not_found("tournament"))?.tournament;
    let is_in = tournament.entrant_of(&person.id).is_some();
    let director = std::slice::from_ref(&tournament.director);
    if !is_in && !blocked_by(&*app.store, &person.id, director).await?.is_empty() {
        let message = "You cannot enter this tournament: look for another one.";
        return Err(Problem::forbidden("not_welcome", message));
    }
    if !is_in {
        lists::check_may_enter(app, &person.id).await?;
        // Before it is so: it has to be found when they go for good.
        lists::remember(app, id, &person.id).await?;
    }
    let program = !someone.allows(Scope::Account);
    let entered = change(app, id, |tournament| {
        if tournament.entrant_of(&person.id).is_some() {
            return Ok(());
        }
        let wrong = |message| Err(Problem::forbidden("entrance", message));
        match (tournament.entrance, program) {
            (Entrance::People, true) => {
                return wrong("This tournament is for people: programs play in others.");
            }
            (Entrance::Programs, false) => {
                return wrong("This tournament is for programs: enter with a token, as docs/api.md says.");
            }
            (Entrance::All, _) | (Entrance::People, false) | (Entrance::Programs, true) => {}
        }
        let who = |name| Who::Person {
            person: person.id.clone(),
            name,
            program,
        };
        tournament.add(who, &person.name)
    });
    let entered = entered.await;
    if entered.is_err() && !is_in {
        lists::let_go(app, id, &person.id).await?;
    }
    entered
}

/// Somebody goes: their place is free again, or from the next round on they are not paired.
pub(crate) async fn leave(app: &App, id: &str, person: &str) -> Result<(), Problem> {
    change(app, id, |tournament| {
        let own = tournament.entrant_of(person).map(|entrant| entrant.number);
        let own = own.ok_or_else(|| Problem::conflict("not_in", "You are not in this tournament."))?;
        tournament.let_go(own)
    })
    .await?;
    lists::let_go(app, id, person).await
}

/// The director puts bots of the house in.
pub(crate) async fn enter_bot(
    app: &App,
    id: &str,
    person: &str,
    level: Level,
    count: u16,
) -> Result<(), Problem> {
    change(app, id, |tournament| {
        check_director(tournament, person)?;
        for _ in 0..count {
            let bots = tournament
                .entrants
                .iter()
                .filter(|entrant| matches!(entrant.who, Who::Bot { .. }));
            let name = BOT_NAMES[bots.count() % BOT_NAMES.len()];
            tournament.add(|name| Who::Bot { level, name }, name)?;
        }
        Ok(())
    })
    .await
}

/// The director sends somebody away.
pub(crate) async fn remove(app: &App, id: &str, person: &str, number: Entrant) -> Result<(), Problem> {
    change(app, id, |tournament| {
        check_director(tournament, person)?;
        if tournament.entrant(number).is_none() {
            return Err(Problem::not_found("entrant"));
        }
        tournament.let_go(number)
    })
    .await
}

/// The director begins it. Who asks again is answered.
pub(crate) async fn start(app: &App, id: &str, person: &str) -> Result<(), Problem> {
    let now = app.clock.now();
    change(app, id, |tournament| {
        check_director(tournament, person)?;
        match tournament.stage {
            Stage::Open => {
                let message = "Too few are here for a single table: wait for more, or put bots in.";
                let has_begun = tournament.begin(now);
                has_begun
                    .then_some(())
                    .ok_or_else(|| Problem::conflict("too_few", message))
            }
            Stage::Running { .. } => Ok(()),
            Stage::Over { .. } => Err(over()),
        }
    })
    .await
}

/// The director calls it off. Games under way can be played to their end, and count for nothing but themselves.
pub(crate) async fn cancel(app: &App, id: &str, person: &str) -> Result<(), Problem> {
    let now = app.clock.wall();
    change(app, id, |tournament| {
        check_director(tournament, person)?;
        tournament.end(now, true);
        Ok(())
    })
    .await
}
