//! Runs of the arena on the example game.

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;

use bobbin_arena::{
    Elsewhere, Finished, Hands, Journal, JournalError, Plan, Sprt, Summary, Threads, csv, html, run, text,
};
use bobbin_game::{Options, Record};
use bobbin_nats::Nats;
use bobbin_nats::testing::NatsServer;
use bobbin_workers::{Packs, Workers};

fn plan(bots: &str, games: u64) -> Plan {
    let bots: Vec<_> = bots.split(',').map(|bot| bot.parse().expect("a bot")).collect();
    let game = bobbin_catalog::find("hearts").expect("the example is there");
    Plan::new(game, &Options::new(), None, "arena", &bots, games).expect("a plan")
}

fn play(plan: &Plan, threads: usize) -> Finished {
    play_by(plan, &Threads(threads))
}

fn play_by(plan: &Plan, hands: &dyn Hands) -> Finished {
    run(
        plan,
        hands,
        BTreeMap::new(),
        None,
        None,
        &AtomicBool::new(false),
        &mut |_| {},
    )
    .expect("no journal")
}

/// All but the clock.
fn without_time(mut finished: Finished) -> BTreeMap<u64, bobbin_catalog::Played> {
    for seat in finished.games.values_mut().flat_map(|played| &mut played.seats) {
        seat.millis = (0.0, 0.0);
    }
    finished.games
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let mut plan = plan("search:20i,greedy", 12);
    plan.is_audited = true;
    plan.is_recorded = true;
    let alone = without_time(play(&plan, 1));
    assert_eq!(alone, without_time(play(&plan, 4)));
    let record = alone[&3].record.as_ref().expect("it was asked for");
    let record = record.parse().expect("a record");
    plan.game
        .replay(&record, bobbin_catalog::Replay::default())
        .expect("it holds");
}

/// Workers in this process, of which the first dies while games are played; 0 for none at all.
fn play_elsewhere(plan: &Plan, workers: usize) -> Finished {
    let server = NatsServer::start();
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    let nats = |name| {
        runtime
            .block_on(Nats::connect(&server.address(), name))
            .expect("NATS")
    };
    let mut running = Vec::new();
    for _ in 0..workers {
        let nats = nats("worker");
        running.push(runtime.spawn(async move {
            let for_ever = std::future::pending();
            let _ = bobbin_workers::worker::run(&nats, 1, for_ever).await;
        }));
    }
    let asking = nats("arena");
    let hands = runtime.block_on(async {
        let workers = Workers::new(&asking, Packs::new());
        Elsewhere::new(workers, runtime.handle().clone(), 2)
    });
    if workers > 1 {
        let first = running.swap_remove(0);
        runtime.spawn(async move {
            tokio::time::sleep(std::time::Duration::from_millis(1500)).await;
            first.abort();
        });
    }
    play_by(plan, &hands)
}

#[test]
fn neither_the_number_of_workers_nor_their_death_changes_anything() {
    let mut plan = plan("search:20i,greedy", 12);
    plan.is_recorded = true;
    let here = without_time(play(&plan, 2));
    for workers in [0, 1, 3] {
        assert_eq!(
            here,
            without_time(play_elsewhere(&plan, workers)),
            "{workers} workers"
        );
    }
}

#[test]
fn a_run_is_taken_up_where_it_was_left() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("run.jsonl");
    let whole = without_time(play(&plan("random,greedy", 10), 2));
    for games in [4, 10] {
        let plan = plan("random,greedy", games);
        let (journal, known) = Journal::open(&path, &plan).expect("a journal");
        assert_eq!(known.len(), if games == 4 { 0 } else { 4 });
        let finished = run(
            &plan,
            &Threads(2),
            known,
            Some(journal),
            None,
            &AtomicBool::new(false),
            &mut |_| {},
        );
        if games == 10 {
            assert_eq!(without_time(finished.expect("it writes")), whole);
        }
    }
    let other = Journal::open(&path, &plan("random", 10));
    assert!(matches!(other, Err(JournalError::OtherRun { .. })));
}

#[test]
fn a_test_decides_after_the_same_game_on_any_number_of_threads() {
    let plan = plan("search:30i,random", 400);
    let decide = |threads| {
        let stop = AtomicBool::new(false);
        let test = Some(Sprt::new(0.5, 0.6));
        run(
            &plan,
            &Threads(threads),
            BTreeMap::new(),
            None,
            test,
            &stop,
            &mut |_| {},
        )
        .expect("no journal")
    };
    let (one, four) = (decide(1), decide(4));
    assert_eq!(one.verdict, four.verdict);
    assert_eq!(one.verdict.and_then(|verdict| verdict.decision), Some(true));
    assert!(one.games.len() < 400);
    assert_eq!(without_time(one), without_time(four));
}

#[test]
fn who_comes_first_where_all_act_at_once_is_drawn_for_each_deal() {
    let mut plan = plan("greedy,random", 120);
    plan.is_recorded = true;
    let games = play(&plan, 2).games;
    let records = games.values().map(|played| {
        let record = played.record.as_ref().expect("it was asked for");
        record.parse::<Record>().expect("a record")
    });
    let mut deals: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for record in records {
        let first = record.entries[0].seat.index();
        deals
            .entry(record.commitment.to_string())
            .or_default()
            .push(first);
    }
    let mut drawn = [0; 4];
    for firsts in deals.values() {
        assert!(firsts.iter().all(|&first| first == firsts[0]), "the same deal");
        drawn[firsts[0]] += 1;
    }
    // The seed is fixed: with it, every seat is drawn.
    assert!(drawn.iter().all(|&deals| deals > 0), "{drawn:?}");
}

#[test]
fn stopping_keeps_what_was_played() {
    let stop = AtomicBool::new(false);
    let plan = plan("random", 1000);
    let mut progress = |games| stop.store(games >= 5, std::sync::atomic::Ordering::Relaxed);
    let finished = run(
        &plan,
        &Threads(2),
        BTreeMap::new(),
        None,
        None,
        &stop,
        &mut progress,
    )
    .expect("no journal");
    assert!(finished.was_stopped);
    assert!((5..1000).contains(&finished.games.len()));
}

#[test]
fn figures_add_up_and_are_shown() {
    let plan = plan("greedy,random", 20);
    let finished = play(&plan, 2);
    let summary = Summary::of(&plan, &finished);
    let won: f64 = summary.bots.iter().map(|bot| bot.won.share).sum();
    assert!((won - 1.0).abs() < 1e-9, "all victories are somebody's");
    let seats: f64 = summary.seats.iter().map(|seat| seat.won.share).sum();
    assert!((seats - 1.0).abs() < 1e-9);
    let elo = |bot: usize| summary.bots[bot].elo.expect("there are two").value;
    assert!(
        elo(0) > 0.0 && (elo(0) + elo(1)).abs() < 1e-6,
        "they stand around 0"
    );
    assert!(text::tables(&summary).contains("greedy"));
    assert_eq!(csv::rows(&plan, &finished).lines().count(), 1 + 20 * 4);
    let runs = [("a".to_owned(), summary.clone()), ("b & c".to_owned(), summary)];
    let page = html::page("Hearts", "bobbin arena hearts", &runs);
    assert!(page.contains("b &amp; c") && page.contains("<svg"));
    assert!(!page.contains("http"), "it needs nothing else");
}
