//! Work that is handed out over a real NATS to workers that live and die.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::sync::Arc;
use std::time::Duration;

use bobbin_bots::{BotKind, BotSpec};
use bobbin_catalog::insight::Inquiry;
use bobbin_catalog::{AnyGame, AnyMatch, Contest, Played, Replay};
use bobbin_game::{Options, SearchChance, Seed, random_seat};
use bobbin_nats::Nats;
use bobbin_nats::testing::NatsServer;
use bobbin_workers::{BotCache, Manner, NotDone, Packs, Workers, think, worker};
use futures_util::StreamExt as _;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio::time::Instant;

async fn connected(server: &NatsServer) -> Nats {
    let nats = Nats::connect(&server.address(), "test").await.unwrap();
    nats.link().wait_for(|link| link.is_up).await.unwrap();
    nats
}

/// A worker in this process.
struct Running {
    stop: Option<oneshot::Sender<()>>,
    task: JoinHandle<()>,
}

impl Running {
    async fn start(server: &NatsServer) -> Running {
        let nats = connected(server).await;
        let (stop, stopped) = oneshot::channel::<()>();
        let task = tokio::spawn(async move {
            let stopped = async {
                let _ = stopped.await;
            };
            worker::run(&nats, 1, stopped).await.unwrap();
        });
        Running {
            stop: Some(stop),
            task,
        }
    }

    /// Without a word, as if the power went out for it.
    async fn kill(self) {
        self.task.abort();
        let _ = self.task.await;
    }

    async fn stop(mut self) {
        let _ = self.stop.take().unwrap().send(());
        self.task.await.unwrap();
    }
}

async fn threads(workers: &Workers, wanted: usize) {
    let mut threads = workers.threads();
    let found = threads.wait_for(|threads| *threads == wanted);
    tokio::time::timeout(Duration::from_secs(20), found)
        .await
        .expect("the workers come and go")
        .unwrap();
}

fn start(game: &dyn AnyGame, seed: &str) -> Box<dyn AnyMatch> {
    let options = Options::new().with("players", game.player_counts()[0]);
    game.start(&options, None, Seed::named(seed)).unwrap()
}

/// A match after so many actions by chance.
fn after(game: &dyn AnyGame, actions: usize) -> Box<dyn AnyMatch> {
    let mut playing = start(game, "work");
    let mut random = SearchChance::new(5);
    for _ in 0..actions {
        let Some(seat) = random_seat(playing.to_act(), &mut random) else {
            break;
        };
        let asked = playing.ask(seat).unwrap().unwrap();
        let manner = manner(BotSpec::RANDOM, random.bits());
        let thought = think(game, &asked, &manner, None).unwrap();
        playing.play(seat, &thought.choice().action).unwrap();
    }
    playing
}

fn manner(bot: BotSpec, luck: u64) -> Manner {
    Manner {
        bot,
        must_act: true,
        luck,
        is_timed: false,
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_worker_answers_a_question_with_a_fixed_luck_as_one_would_here() {
    let server = NatsServer::start();
    let worker = Running::start(&server).await;
    let workers = Workers::new(&connected(&server).await, Packs::new());
    threads(&workers, 1).await;
    let bots = [
        BotSpec::of(BotKind::Gentle),
        BotSpec::of(BotKind::Steady),
        "search:200i".parse().unwrap(),
    ];
    for game in bobbin_catalog::games() {
        for (number, bot) in bots.into_iter().enumerate() {
            let playing = after(game, 10 * number);
            let seat = playing.to_act().first().unwrap();
            let asked = playing.ask(seat).unwrap().unwrap();
            let manner = manner(bot, 7 + number as u64);
            let there = workers.think(game, &asked, manner, None).await.unwrap();
            assert_eq!(there.thought, think(game, &asked, &manner, None), "{}", game.id());
            assert!(there.spent < Duration::from_mins(1));
        }
    }
    worker.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn without_a_worker_that_is_told_at_once() {
    let server = NatsServer::start();
    let workers = Workers::new(&connected(&server).await, Packs::new());
    let game = bobbin_catalog::find("hearts").unwrap();
    let playing = start(game, "nobody");
    let asked = playing.ask(playing.to_act().first().unwrap()).unwrap().unwrap();
    let began = Instant::now();
    let asked = workers
        .think(game, &asked, manner(BotSpec::RANDOM, 1), None)
        .await;
    assert_eq!(asked.err(), Some(NotDone::Nobody));
    assert!(began.elapsed() < Duration::from_secs(1));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_question_whose_worker_dies_is_asked_again_and_answered() {
    let server = NatsServer::start();
    let worker = Running::start(&server).await;
    // Whoever this one takes is never heard of again.
    let grave = connected(&server).await;
    let mut taken = grave
        .take_part("bobbin.1.work.question", "workers")
        .await
        .unwrap();
    grave.flush().await.unwrap();
    let workers = Workers::new(&connected(&server).await, Packs::new());
    let game = bobbin_catalog::find("hearts").unwrap();
    let playing = start(game, "dies");
    let seat = playing.to_act().first().unwrap();
    let mut asking = Vec::new();
    for luck in 0..12 {
        let workers = Arc::clone(&workers);
        let asked = playing.ask(seat).unwrap().unwrap();
        asking.push(tokio::spawn(async move {
            workers
                .think(game, &asked, manner(BotSpec::RANDOM, luck), None)
                .await
                .map(|thinking| thinking.thought)
        }));
    }
    // Some of them went there, with the usual luck; it dies with them.
    let lost = tokio::time::timeout(Duration::from_secs(5), taken.next()).await;
    assert!(lost.is_ok_and(|lost| lost.is_some()), "one in two goes there");
    tokio::time::sleep(Duration::from_millis(200)).await;
    drop(taken);
    let asked = playing.ask(seat).unwrap().unwrap();
    for (luck, asking) in asking.into_iter().enumerate() {
        let thought = asking.await.unwrap().unwrap();
        assert_eq!(
            thought,
            think(game, &asked, &manner(BotSpec::RANDOM, luck as u64), None)
        );
    }
    worker.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_thinks_on_at_the_worker_that_knows_it_and_elsewhere_when_that_is_gone() {
    let server = NatsServer::start();
    let mut all = vec![Running::start(&server).await, Running::start(&server).await];
    let workers = Workers::new(&connected(&server).await, Packs::new());
    threads(&workers, 2).await;
    let game = bobbin_catalog::find("knitting-circle").unwrap();
    let mut playing = start(game, "thinks on");
    let (mut went_on, mut number, mut late) = (0, 0, 0);
    while number < 40 {
        let Some(seat) = playing.to_act().first() else {
            break;
        };
        let asked = playing.ask(seat).unwrap().unwrap();
        let manner = manner("search:100i".parse().unwrap(), number);
        let kept = Some("a table".to_owned());
        // On a machine that is busy with something else an answer may be too late: then it is asked for again.
        let Ok(thinking) = workers.think(game, &asked, manner, kept).await else {
            late += 1;
            assert!(late < 5, "nobody answers");
            continue;
        };
        let thought = thinking.thought.unwrap();
        let visits: u64 = thought.best.iter().filter_map(|best| best.visits).sum();
        went_on += usize::from(visits > thought.iterations);
        playing.play(seat, &thought.choice().action).unwrap();
        number += 1;
        if number == 30 {
            assert!(
                went_on > 5,
                "{went_on}: there are two workers, and it is asked at one"
            );
            all.remove(0).kill().await;
        }
    }
    assert_eq!(number, 40);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_finished_game_is_worth_the_same_wherever_it_is_looked_into() {
    let server = NatsServer::start();
    let worker = Running::start(&server).await;
    let workers = Workers::new(&connected(&server).await, Packs::new());
    let game = bobbin_catalog::find("hearts").unwrap();
    let playing = after(game, usize::MAX);
    let (record, seed) = (playing.record(), playing.seed());
    let there = workers.insight(game, &record, seed, 500, &|_, _| {});
    let there = there.await.unwrap();
    let inquiry = Inquiry {
        total: 500,
        threads: 2,
        progress: &|_, _| true,
    };
    let here = game.analyze(&record, Replay::default(), &inquiry).unwrap();
    assert_eq!(there, here);
    let unfinished = start(game, "not over").record();
    let refused = workers.insight(game, &unfinished, seed, 500, &|_, _| {}).await;
    assert!(matches!(refused, Err(NotDone::Refused(_))), "{refused:?}");
    worker.stop().await;
}

/// But for the time that bots took.
fn timeless(mut played: Played) -> Played {
    for seat in &mut played.seats {
        seat.millis = (0.0, 0.0);
    }
    played
}

#[tokio::test(flavor = "multi_thread")]
async fn bots_play_the_same_game_at_a_worker_also_when_workers_come_and_go() {
    let server = NatsServer::start();
    let workers = Workers::new(&connected(&server).await, Packs::new());
    let first = Running::start(&server).await;
    let second = Running::start(&server).await;
    threads(&workers, 2).await;
    let game = bobbin_catalog::find("knitting-circle").unwrap();
    let playing = start(game, "contest");
    let (options, content) = (playing.options(), playing.content());
    let asked = |number: u64| Contest {
        seed: Seed::named(&format!("contest {number}")),
        luck: number,
        contestants: vec!["search:40i".parse().unwrap(); playing.players()],
        is_recorded: true,
        is_audited: false,
    };
    let mut asking = Vec::new();
    for number in 0..8 {
        let (workers, options, asked) = (Arc::clone(&workers), options.clone(), asked(number));
        asking.push(tokio::spawn(async move {
            workers.contest(game, &options, content, &asked).await
        }));
    }
    tokio::time::sleep(Duration::from_millis(100)).await;
    first.kill().await;
    for (number, asking) in asking.into_iter().enumerate() {
        let there = asking.await.unwrap().unwrap();
        let here = game
            .contest(&options, Some(content), &asked(number as u64))
            .unwrap();
        assert_eq!(timeless(there), timeless(here), "game {number}");
    }
    second.stop().await;
    threads(&workers, 0).await;
}

#[test]
fn a_kept_bot_is_asked_again_here_as_well() {
    let cache = BotCache::default();
    let game = bobbin_catalog::find("hearts").unwrap();
    let playing = start(game, "kept");
    let seat = playing.to_act().first().unwrap();
    let asked = playing.ask(seat).unwrap().unwrap();
    let manner = manner(BotSpec::of(BotKind::Gentle), 1);
    assert!(think(game, &asked, &manner, Some((&cache, "a"))).is_some());
    assert_eq!(cache.len(), 1);
    assert!(think(game, &asked, &manner, None).is_some());
    assert_eq!(cache.len(), 1);
}
