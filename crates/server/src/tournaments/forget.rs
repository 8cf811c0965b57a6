//! Someone goes for good: tournaments go on without their name.

use super::kept::{Stage, Who, change};
use super::lists;
use crate::App;
use crate::error::Problem;

/// Takes a person out of every tournament. What they scored stays, without them.
pub(crate) async fn forget(app: &App, person: &str) -> Result<(), Problem> {
    for id in lists::of_person(app, person).await? {
        let forgotten = change(app, &id, |tournament| {
            if tournament.director == person {
                tournament.director.clear();
                crate::table::SOMEONE_WHO_LEFT.clone_into(&mut tournament.director_name);
            }
            let own = tournament.entrant_of(person).map(|entrant| entrant.number);
            let Some(own) = own else { return Ok(()) };
            if !matches!(tournament.stage, Stage::Over { .. }) {
                tournament.let_go(own)?;
            }
            for entrant in &mut tournament.entrants {
                if entrant.number == own {
                    entrant.who = Who::Forgotten;
                }
            }
            Ok(())
        });
        match forgotten.await {
            Err(problem) if problem.code == "not_found" => {}
            done => done?,
        }
    }
    Ok(())
}
