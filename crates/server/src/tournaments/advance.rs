//! A tournament goes on: it begins when its time comes, tables of a round are made, and when all its games are over the
//! next round is. Every server does that again and again for every tournament, and whoever is second finds it done.

use std::time::Duration;

use bobbin_game::Seed;
use bobbin_tournament::next_round;

use super::alerts::{Alert, Called, tell};
use super::games::{Board, BoardState, boards_of, rounds_of};
use super::kept::{Kept, KeptEntrant, KeptRound, Stage, Tournament, Who, read, table_id};
use super::lists;
use crate::App;
use crate::error::Problem;
use crate::new_table::begin_game;
use crate::secrets;
use crate::secrets::log_id;
use crate::table::{Entry, Fixture, Manners, Place, Plan, Purpose};
use crate::work::Owner;

/// How often it is looked whether tournaments can go on.
const EVERY: Duration = Duration::from_secs(1);

/// So long nobody begins an open tournament without a time of its own, in milliseconds: then it is called off.
const FORGOTTEN_AFTER: i64 = 30 * 24 * 3600 * 1000;

/// So long a line may be there before its tournament is, in milliseconds.
const MADE_WITHIN: i64 = 60_000;

/// So many steps are taken one after the other.
const STEPS: usize = 8;

/// Goes on with all tournaments for as long as the server runs.
pub(crate) async fn keep_going(app: App) {
    loop {
        tokio::time::sleep(EVERY).await;
        let Ok(live) = lists::live(&app).await else {
            continue;
        };
        let many = live.len() > 100;
        for (id, since) in live {
            if let Err(problem) = go_on(&app, &id, since).await {
                tracing::warn!(
                    tournament = log_id(&id),
                    code = problem.code,
                    "a tournament cannot go on now"
                );
            }
            if many {
                // Many tournaments take turns with everything else.
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
        }
    }
}

async fn go_on(app: &App, id: &str, since: i64) -> Result<(), Problem> {
    if advance(app, id).await? {
        return Ok(());
    }
    // Whoever made it may not have come further than its line.
    if app.clock.wall() - since > MADE_WITHIN {
        lists::retire(app, id).await?;
    }
    Ok(())
}

/// Takes a tournament as far as it can go now. False if there is none.
pub(crate) async fn advance(app: &App, id: &str) -> Result<bool, Problem> {
    for _ in 0..STEPS {
        let Some(kept) = read(&*app.store, id).await? else {
            return Ok(false);
        };
        if !step(app, &kept).await? {
            return Ok(true);
        }
    }
    Ok(true)
}

/// One step. False if nothing can be done now.
async fn step(app: &App, kept: &Kept) -> Result<bool, Problem> {
    match &kept.tournament.stage {
        Stage::Open => begin_if_due(app, kept).await,
        Stage::Running { rounds } => {
            let latest = rounds.len().saturating_sub(1);
            let boards = made_boards(app, kept, latest).await?;
            if usize::from(kept.tournament.announced) < rounds.len() {
                return announce_round(app, kept, latest).await;
            }
            if boards
                .iter()
                .all(|board| matches!(board.state, BoardState::Over(_)))
            {
                return next(app, kept, boards).await;
            }
            Ok(false)
        }
        Stage::Over { announced: false, .. } => announce_end(app, kept).await,
        Stage::Over { announced: true, .. } => {
            lists::retire(app, &kept.id).await?;
            Ok(false)
        }
    }
}

async fn begin_if_due(app: &App, kept: &Kept) -> Result<bool, Problem> {
    let now = app.clock.wall();
    let is_due = kept.tournament.starts_at.is_some_and(|at| at <= now);
    let has_no_time = kept.tournament.starts_at.is_none();
    let is_forgotten = has_no_time && now - kept.tournament.created_at > FORGOTTEN_AFTER;
    if !is_due && !is_forgotten {
        return Ok(false);
    }
    let mut tournament = kept.tournament.clone();
    if !is_due || !tournament.begin(app.clock.now()) {
        // Too few came.
        tournament.end(now, true);
    }
    kept.swap(app, &tournament).await?;
    Ok(true)
}

/// The boards of a round, after all tables that are missing were made and all games begun.
async fn made_boards(app: &App, kept: &Kept, round: usize) -> Result<Vec<Board>, Problem> {
    let tournament = &kept.tournament;
    let mut boards = boards_of(app, &kept.id, tournament, round).await?;
    for (number, board) in boards.iter_mut().enumerate() {
        match &board.state {
            BoardState::Missing => {
                make_table(app, kept, round, number).await?;
                begin_game(app, &board.table).await?;
            }
            BoardState::Made => begin_game(app, &board.table).await?,
            // Only bots are left: they play where the table is in memory.
            BoardState::Running { waiting } if waiting.is_empty() => {
                app.live.table(&board.table).await?;
            }
            BoardState::Running { .. } | BoardState::Over(_) => {}
        }
    }
    Ok(boards)
}

/// Makes the table of a game. Another server may be faster: then theirs is the one.
async fn make_table(app: &App, kept: &Kept, round: usize, board: usize) -> Result<(), Problem> {
    let plan = plan(&kept.id, &kept.tournament, round, board)?;
    let table = table_id(&kept.id, round + 1, board + 1);
    let made = app.live.create(&table, Entry::Created(Box::new(plan))).await;
    if made.is_err() && app.store.table(&table).await?.is_none() {
        made?;
    }
    Ok(())
}

/// The plan of the table of a game.
fn plan(id: &str, tournament: &Tournament, round: usize, board: usize) -> Result<Plan, Problem> {
    let made = &tournament.rounds()[round];
    let seats: Vec<Place> = made.boards[board]
        .seats
        .iter()
        .filter_map(|number| tournament.entrant(*number))
        .map(place)
        .collect();
    let game = bobbin_catalog::find(&tournament.game).map_err(|_| Problem::unavailable())?;
    let full = tournament.rules.table.most();
    let options = if seats.len() == full {
        tournament.options.clone()
    } else {
        tournament.options.clone().with("players", seats.len())
    };
    let wrong = |error: bobbin_catalog::StartError| {
        tracing::error!(tournament = log_id(id), %error, "a table of a tournament cannot be made");
        Problem::unavailable()
    };
    let options = game.check_options(&options, tournament.content).map_err(wrong)?;
    let trial = game
        .start(&options, tournament.content, Seed([0; 32]))
        .map_err(wrong)?;
    let has_people = seats.iter().any(|place| matches!(place, Place::Person { .. }));
    let manners = Manners {
        listed: false,
        clock: tournament.clock,
        // What a bot would do is not asked here.
        hints: false,
        level: tournament.level,
        pace: if has_people { Manners::default().pace } else { 0 },
        ..Manners::default()
    };
    Ok(Plan {
        game: game.id().to_owned(),
        rules: game.rules_version(),
        content: trial.content(),
        options,
        seed: Seed(secrets::random()),
        // Nobody's in particular: nobody can give its seats away.
        owner: String::new(),
        seats,
        manners,
        previous: None,
        position: None,
        purpose: Purpose::Tournament(Fixture {
            tournament: id.to_owned(),
            round: round as u16 + 1,
            until: made.until,
        }),
    })
}

fn place(entrant: &KeptEntrant) -> Place {
    match &entrant.who {
        Who::Person { person, name, .. } => Place::Person {
            person: person.clone(),
            name: name.clone(),
        },
        Who::Bot { level, name } => Place::Bot {
            level: *level,
            name: name.clone(),
        },
        // They went after the round was made and before its table was: a bot plays what is theirs.
        Who::Forgotten => Place::Bot {
            level: crate::table::Level::Steady,
            name: entrant.name().to_owned(),
        },
    }
}

/// All games of the latest round are over: the next one, or the end.
async fn next(app: &App, kept: &Kept, latest: Vec<Board>) -> Result<bool, Problem> {
    let tournament = kept.tournament.clone();
    let mut boards = Vec::new();
    for round in 0..tournament.rounds().len().saturating_sub(1) {
        boards.push(boards_of(app, &kept.id, &tournament, round).await?);
    }
    boards.push(latest);
    let rounds = rounds_of(&tournament, &boards);
    let (rules, entries) = (tournament.rules, tournament.entries());
    let owner = Owner::Table(tournament.director.clone());
    // A large field takes a while.
    let pairing = app
        .work
        .answer(owner, move || Ok(next_round(&rules, &entries, &rounds)));
    let pairing = pairing.await?;
    let mut tournament = tournament;
    match (pairing, &mut tournament.stage) {
        (Some(pairing), Stage::Running { rounds }) => {
            rounds.push(KeptRound::of(pairing, app.clock.now(), tournament.round_seconds));
        }
        _ => tournament.end(app.clock.wall(), false),
    }
    kept.swap(app, &tournament).await?;
    Ok(true)
}

/// Everybody in a round is told of it, and then it is kept that they were.
async fn announce_round(app: &App, kept: &Kept, round: usize) -> Result<bool, Problem> {
    let tournament = &kept.tournament;
    let made = &tournament.rounds()[round];
    let called = made.boards.iter().enumerate().flat_map(|(board, kept_board)| {
        kept_board.seats.iter().map(move |number| {
            let table = table_id(&kept.id, round + 1, board + 1);
            (*number, Called::Round { table })
        })
    });
    let byes = made.byes.iter().map(|number| (*number, Called::Bye));
    let called: Vec<(_, Called)> = called.chain(byes).collect();
    for (number, what) in called {
        let person = tournament.entrant(number).and_then(KeptEntrant::person);
        if let Some(person) = person {
            tell(app, &alert(kept, &format!("round {}", round + 1), person, what)).await?;
        }
    }
    let mut tournament = tournament.clone();
    tournament.announced = round as u16 + 1;
    kept.swap(app, &tournament).await?;
    Ok(true)
}

async fn announce_end(app: &App, kept: &Kept) -> Result<bool, Problem> {
    let tournament = &kept.tournament;
    if !matches!(tournament.stage, Stage::Over { .. }) {
        return Ok(false);
    }
    for entrant in &tournament.entrants {
        let Some(person) = entrant.person() else { continue };
        tell(app, &alert(kept, "over", person, Called::Over)).await?;
    }
    let mut tournament = tournament.clone();
    if let Stage::Over { announced, .. } = &mut tournament.stage {
        *announced = true;
    }
    kept.swap(app, &tournament).await?;
    Ok(true)
}

fn alert(kept: &Kept, when: &str, person: &str, what: Called) -> Alert {
    Alert {
        id: format!("tournament {} {when} {person}", kept.id),
        tournament: kept.id.clone(),
        name: kept.tournament.name.clone(),
        person: person.to_owned(),
        what,
    }
}
