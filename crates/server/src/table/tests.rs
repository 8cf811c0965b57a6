//! Laws of tables, over random games of every title.

use bobbin_game::{Options, SearchChance, Seat, Seed, Viewer};

use serde_json::Value;

use super::{Announcement, ClockPlan, Entry, Form, Manners, Place, Plan, Purpose, Status, Table, ToldViews};

fn begun(game: &str, players: usize) -> Option<Table> {
    let game = bobbin_catalog::find(game).ok()?;
    let options = Options::new().with("players", players);
    let options = game.check_options(&options, None).ok()?;
    let seed = Seed([7; 32]);
    let trial = game.start(&options, None, seed).ok()?;
    let seats = (0..players).map(|seat| Place::Person {
        person: format!("p{seat}"),
        name: format!("Player {seat}"),
    });
    let plan = Plan {
        game: game.id().to_owned(),
        rules: game.rules_version(),
        content: trial.content(),
        options,
        seed,
        owner: "p0".to_owned(),
        seats: seats.collect(),
        manners: Manners {
            clock: ClockPlan::Live {
                seconds: 86_400,
                increment: 5,
            },
            ..Manners::default()
        },
        previous: None,
        position: None,
        purpose: Purpose::Normal,
    };
    let mut table = Table::create("t", 0, &Entry::Created(Box::new(plan))).ok()?;
    table.apply(0, &Entry::Started).ok()?;
    Some(table)
}

/// All that a viewer can read, at one moment.
fn shown(table: &Table, viewer: Viewer) -> String {
    let seen = table.seen(viewer, 1_000_000);
    let log = table.log(viewer).lines.len();
    serde_json::to_string(&(seen, log, table.info(None, 0), table.updated_for(viewer))).unwrap()
}

/// An event as whoever reads the stream gets it.
fn read(frame: &[u8]) -> Value {
    let text = std::str::from_utf8(frame).unwrap();
    let (_, data) = text.split_once("\ndata: ").unwrap();
    serde_json::from_str(data).unwrap()
}

/// Brings what a client knows up to date, as it is told by what changed.
fn hear(known: &mut Value, told: &Value) {
    known["event"] = told["event"].clone();
    for (name, value) in told["now"].as_object().unwrap() {
        if name != "changes" {
            known[name] = value.clone();
            continue;
        }
        for change in value.as_array().unwrap() {
            let path = change["path"].as_str().unwrap();
            *known["view"].pointer_mut(path).unwrap() = change["to"].clone();
        }
    }
}

/// What people write is nowhere but in `what` and `seats`: all else is compressed (`squeeze.rs`).
fn assert_names_only_where_people_sit(table: &Table, whole: &Value) {
    let mut rest = whole.clone();
    rest["what"] = Value::Null;
    rest["now"]["seats"] = Value::Null;
    let rest = rest.to_string();
    for state in &table.seats {
        assert!(!rest.contains(state.name()), "{} in {rest}", state.name());
    }
}

/// Plays at random, with some actions taken back, and looks at each moment whether anybody who is told nothing reads
/// something else than before, and whether who is told by what changed knows the same as who is told everything. How
/// often somebody was told nothing of what another did.
fn play(mut table: Table, seed: u64) -> usize {
    let mut luck = SearchChance::new(seed);
    let mut silent = 0;
    let players = table.seats.len();
    let viewers: Vec<Viewer> = Viewer::all(players)
        .filter(|viewer| *viewer != Viewer::Everything)
        .collect();
    let mut known: Vec<Value> = viewers
        .iter()
        .map(|viewer| read(&table.state_frame(*viewer, Form::WHOLE, 0))["now"].take())
        .collect();
    let mut told = ToldViews::default();
    let mut done: Vec<String> = Vec::new();
    for time in 1..160 {
        if table.status != Status::Running {
            break;
        }
        let before: Vec<String> = viewers.iter().map(|viewer| shown(&table, *viewer)).collect();
        let undo = (0..players)
            .map(Seat::new)
            .find(|seat| table.seen(Viewer::Seat(*seat), 0).undo.possible);
        let waits = Seat::all(players).find(|seat| !table.to_act().contains(*seat));
        let entry = if let Some(said) = table.said_before() {
            said
        } else if let Some(seat) = waits.filter(|_| luck.below(3) == 0) {
            // What somebody could do once, they may prepare at any time.
            let action = done.get(luck.below(20) as usize).cloned();
            let words = None;
            match luck.below(8) {
                0 => Entry::Skips { seat, on: true },
                1 => Entry::Skips { seat, on: false },
                _ => Entry::Prepared { seat, action, words },
            }
        } else if let Some(seat) = undo.filter(|_| luck.below(4) == 0) {
            Entry::Undone { seat, key: None }
        } else {
            let to_act: Vec<Seat> = table.to_act().iter().collect();
            let seat = to_act[luck.below(to_act.len() as u32) as usize];
            let legal = table.playing.as_ref().unwrap().legal(seat).unwrap();
            let choice = &legal[luck.below(legal.len() as u32) as usize];
            done.push(choice.action.clone());
            Entry::Played {
                seat,
                action: choice.action.clone(),
                key: None,
                digest: None,
            }
        };
        // What was secret may stand in the way of taking back, and then it is refused.
        let table_before = table.clone();
        let Ok(change) = table.apply(time * 10, &entry) else {
            continue;
        };
        let announcement = Announcement::new(&table_before, &table, &change);
        for (viewer, known) in viewers.iter().zip(&mut known) {
            if change.watchers.include(*viewer) {
                let [whole, changes] = [Form::WHOLE, Form::CHANGES]
                    .map(|form| read(&announcement.frame(*viewer, form, &mut told)));
                hear(known, &changes);
                assert_names_only_where_people_sit(&table, &whole);
                assert_eq!(
                    *known, whole["now"],
                    "{} with {players}: {entry:?}",
                    table.plan.game
                );
                for part in ["event", "at", "what", "happenings"] {
                    assert_eq!(changes[part], whole[part]);
                }
            }
        }
        for (viewer, before) in viewers.iter().zip(before) {
            if !change.watchers.include(*viewer) {
                silent += usize::from(matches!(entry, Entry::Played { .. } | Entry::Undone { .. }));
                assert_eq!(
                    shown(&table, *viewer),
                    before,
                    "{} with {players}: {entry:?} is no event of {viewer:?}",
                    table.plan.game
                );
            }
        }
    }
    silent
}

#[test]
fn nothing_that_a_viewer_reads_changes_without_an_event_of_theirs() {
    for game in ["hearts", "knitting-circle", "arch-ravels", "circuitous"] {
        let mut silent = 0;
        for players in 2..=4 {
            for seed in 0..2 {
                silent += begun(game, players).map_or(0, |table| play(table, seed));
            }
        }
        // In the other two everybody sees who acts, if not always what.
        let has_secrets = ["hearts", "circuitous"].contains(&game);
        assert_eq!(silent > 0, has_secrets, "{game}: {silent} silent moments");
    }
}
