//! What one's games come to: statistics, ratings and the campaign, worked out again from the records.

use bobbin_bots::{BotKind, Timer};
use bobbin_catalog::{CampaignGame, Replay};
use bobbin_game::{Options, Record, SearchChance, Seat, Seed};
use bobbin_load::client::Client;
use bobbin_store::{Append, ChainHash, TableRow};
use serde_json::{Value, json};
use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, glicko2_rating_period};

use crate::support::{Folder, Running, done, duel, get, play_out, post, settings, solo};

/// The records of an export.
async fn records(client: &Client) -> Vec<Record> {
    let answered = client.get("/api/me/games.txt").await.unwrap();
    let text = String::from_utf8(answered.body.to_vec()).unwrap();
    let parts = text.split("bobbin-record 1\n").filter(|part| !part.is_empty());
    parts
        .map(|part| {
            let record = format!("bobbin-record 1\n{}", part.trim_end_matches('\n'));
            format!("{record}\n").parse().unwrap()
        })
        .collect()
}

/// The rating of Ann, her victories and her totals, from the records of her duels with Ben.
fn computed(all: &[Record]) -> (Glicko2Rating, u64, Vec<f64>) {
    let (mut rating, mut other) = (Glicko2Rating::new(), Glicko2Rating::new());
    let (mut wins, mut totals) = (0, Vec::new());
    for record in all.iter().filter(|record| record.game == "circuitous") {
        let names = record.names(2);
        if !names.contains(&"Ben".to_owned()) {
            continue;
        }
        let played = bobbin_catalog::find("circuitous").unwrap();
        let outcome = played
            .replay(record, Replay::default())
            .unwrap()
            .outcome()
            .unwrap();
        let own = names.iter().position(|name| name == "Ann").unwrap();
        let result = match outcome.ranks[own].cmp(&outcome.ranks[1 - own]) {
            std::cmp::Ordering::Less => Outcomes::WIN,
            std::cmp::Ordering::Equal => Outcomes::DRAW,
            std::cmp::Ordering::Greater => Outcomes::LOSS,
        };
        let reverse = match result {
            Outcomes::WIN => Outcomes::LOSS,
            Outcomes::DRAW => Outcomes::DRAW,
            Outcomes::LOSS => Outcomes::WIN,
        };
        let config = Glicko2Config::new();
        (rating, other) = (
            glicko2_rating_period(&rating, &[(other, result)], &config),
            glicko2_rating_period(&other, &[(rating, reverse)], &config),
        );
        wins += u64::from(outcome.winners.contains(Seat::new(own)));
        totals.push(f64::from(outcome.sheets[own].total.as_quarters()) / 4.0);
    }
    (rating, wins, totals)
}

#[tokio::test(flavor = "multi_thread")]
async fn statistics_and_ratings_are_what_the_records_say() {
    let server = Running::fresh().await;
    let (ann, ben) = (server.guest("Ann").await, server.guest("Ben").await);
    for (first, second) in [(&ann, &ben), (&ben, &ann), (&ann, &ben)] {
        duel(first, second).await;
    }
    let alone = solo(&ann).await;
    // What counts for nothing: a first game, and a "what if".
    let lesson = json!({ "game": "circuitous", "lesson": true, "pace": 0 });
    let lesson = done(&ann, "/api/tables", lesson).await;
    play_out(&ann, lesson["table"]["id"].as_str().unwrap()).await;
    let what_if = json!({ "from": { "table": alone, "index": 3 } });
    let what_if = done(&ann, "/api/tables", what_if).await;
    play_out(&ann, what_if["table"]["id"].as_str().unwrap()).await;

    let (_, statistics) = get(&ann, "/api/me/statistics").await;
    let games = statistics["games"].as_array().unwrap();
    assert_eq!(games.len(), 2, "{statistics}");
    let of = |game: &str| games.iter().find(|known| known["game"] == game).unwrap();
    let (duels, solos) = (of("circuitous"), of("knitting-circle"));

    // All games again, from the text.
    let all = records(&ann).await;
    assert_eq!(all.len(), 5, "three duels, the solo game and the lesson");
    let (rating, wins, totals) = computed(&all);
    assert_eq!(duels["games"], 3);
    assert_eq!(duels["wins"], wins);
    assert_eq!(
        duels["by_players"],
        json!([{ "players": 2, "games": 3, "wins": wins }])
    );
    assert_eq!(
        duels["by_opponent"],
        json!([{ "opponent": "people", "games": 3, "wins": wins }])
    );
    let seats: Vec<(u64, u64)> = duels["by_seat"]
        .as_array()
        .unwrap()
        .iter()
        .map(|line| (line["seat"].as_u64().unwrap(), line["games"].as_u64().unwrap()))
        .collect();
    assert_eq!(seats, [(0, 2), (1, 1)]);
    let history: Vec<f64> = duels["history"]
        .as_array()
        .unwrap()
        .iter()
        .map(|line| line["total"].as_f64().unwrap())
        .collect();
    assert_eq!(history, totals);
    let close = |told: &Value, computed: f64| (told.as_f64().unwrap() - computed).abs() < 0.051;
    assert!(
        close(&duels["rating"]["value"], rating.rating),
        "{duels} {rating:?}"
    );
    assert!(
        close(&duels["rating"]["deviation"], rating.deviation),
        "{duels} {rating:?}"
    );
    assert_eq!(duels["rating"]["games"], 3);
    assert_eq!(duels["days_in_a_row"], json!({ "now": 1, "longest": 1 }));

    let played = all
        .iter()
        .find(|record| record.game == "knitting-circle")
        .unwrap();
    let outcome = bobbin_catalog::find("knitting-circle").unwrap();
    let outcome = outcome
        .replay(played, Replay::default())
        .unwrap()
        .outcome()
        .unwrap();
    let total = f64::from(outcome.sheets[0].total.as_quarters()) / 4.0;
    assert_eq!(solos["games"], 1);
    assert_eq!(solos["rating"], Value::Null, "alone one is not rated");
    assert_eq!(
        solos["best"],
        json!([{ "players": 1, "total": total, "table": alone }])
    );
    assert_eq!(
        solos["history"][0]["lines"], solos["lines"],
        "the mean of one is itself"
    );
    server.stop().await;
}

/// People are rated beside bots whose rating stands still, because it was measured.
#[tokio::test(flavor = "multi_thread")]
async fn a_level_keeps_the_rating_that_was_measured() {
    let server = Running::fresh().await;
    let ann = server.guest("Ann").await;
    let (_, games) = get(&ann, "/api/games").await;
    let levels_of = |game: &str| {
        let games = games.as_array().unwrap().iter();
        let found = games.clone().find(|known| known["id"] == game).unwrap();
        found["levels"].as_array().unwrap().clone()
    };
    let rated: Vec<u64> = levels_of("circuitous")
        .iter()
        .map(|level| level["rating"].as_u64().expect("it was measured"))
        .collect();
    assert_eq!(rated.len(), BotKind::LEVELS.len());
    assert!(rated.is_sorted() && rated[2] == 1500, "{rated:?}");
    assert!(levels_of("hearts").iter().all(|level| level["rating"].is_null()));

    let wish = json!({
        "game": "circuitous", "options": { "players": "2", "distance": "short" }, "pace": 0, "start": true,
        "seats": [{ "kind": "me" }, { "kind": "bot", "level": "gentle" }],
    });
    let mut rating = Glicko2Rating::new();
    let gentle = Glicko2Rating {
        rating: rated[1] as f64,
        deviation: 30.0,
        ..Glicko2Rating::new()
    };
    for _ in 0..2 {
        let made = done(&ann, "/api/tables", wish.clone()).await;
        play_out(&ann, made["table"]["id"].as_str().unwrap()).await;
    }
    let circuitous = bobbin_catalog::find("circuitous").unwrap();
    for record in records(&ann).await {
        let played = circuitous.replay(&record, Replay::default()).unwrap();
        let ranks = played.outcome().unwrap().ranks;
        let own = record.names(2).iter().position(|name| name == "Ann").unwrap();
        let result = match ranks[own].cmp(&ranks[1 - own]) {
            std::cmp::Ordering::Less => Outcomes::WIN,
            std::cmp::Ordering::Equal => Outcomes::DRAW,
            std::cmp::Ordering::Greater => Outcomes::LOSS,
        };
        rating = glicko2_rating_period(&rating, &[(gentle, result)], &Glicko2Config::new());
    }
    let (_, statistics) = get(&ann, "/api/me/statistics").await;
    let of_ann = &statistics["games"][0];
    assert_eq!(of_ann["rating"]["games"], 2);
    let told = of_ann["rating"]["value"].as_f64().unwrap();
    assert!((told - rating.rating).abs() < 0.051, "{of_ann} {rating:?}");
    server.stop().await;
}

/// Time does not end the thinking of a bot.
struct NoTime;

impl Timer for NoTime {
    fn elapsed(&self) -> std::time::Duration {
        std::time::Duration::ZERO
    }
}

/// A finished solo game that achieves something.
fn achieving() -> Record {
    let game = bobbin_catalog::find("knitting-circle").unwrap();
    for round in 0..20 {
        let seed = Seed::named(&format!("campaign {round}"));
        let options = Options::new().with("players", 1);
        let mut playing = game.start(&options, None, seed).unwrap();
        playing.set_name(Seat::new(0), "Ann").unwrap();
        let mut luck = SearchChance::new(round);
        while let Some(seat) = playing.to_act().first() {
            let asked = playing.ask(seat).unwrap().unwrap();
            let mut bot = game.bot("search:100i".parse().unwrap());
            let action = bot.think(&asked, &mut luck, &NoTime).choice().action.clone();
            playing.play(seat, &action).unwrap();
        }
        let record = playing.record();
        let seat = Seat::new(0);
        let games = [CampaignGame {
            record: record.clone(),
            seat,
        }];
        if bobbin_catalog::campaign(&games).done > 0 {
            return record;
        }
    }
    panic!("no game achieved anything");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_campaign_is_worked_out_from_the_records_and_nothing_else() {
    let folder = Folder::new();
    let server = Running::start(settings(&folder.database())).await;
    let ann = server.guest("Ann").await;
    let (_, empty) = get(&ann, "/api/me/campaign").await;
    let goals = empty["goals"].as_array().unwrap();
    assert_eq!(
        (empty["done"].as_u64(), goals.len() as u64),
        (Some(0), empty["of"].as_u64().unwrap())
    );
    let kinds = |kind: &str| goals.iter().filter(|goal| goal["kind"] == kind).count();
    assert_eq!(kinds("scenario"), 14);
    assert!(kinds("achievement") > 0 && kinds("modification") > 0);
    assert_eq!(goals[0]["options"], json!({ "players": "1", "scenario": "1" }));
    for goal in goals {
        let wish = json!({ "game": "knitting-circle", "options": goal["options"] });
        assert_eq!(post(&ann, "/api/tables", wish).await.0, 201, "{goal}");
        assert!(
            !goal["text"].as_str().unwrap().is_empty() && goal["clause"].as_str().unwrap().starts_with("11.")
        );
    }

    // A game that achieved something, as an earlier version of the server would have kept it: without its result in
    // the summary.
    let record = achieving();
    let store = bobbin_store::open(&folder.database()).await.unwrap();
    let person = store.people("Ann", 1).await.unwrap().remove(0).id;
    let plan = json!({
        "kind": "created", "game": record.game, "rules": record.rules, "content": record.content,
        "options": record.setup, "seed": record.seed, "owner": person,
        "seats": [{ "kind": "person", "person": person, "name": "Ann" }],
    });
    let mut log = vec![plan, json!({ "kind": "started" })];
    for entry in &record.entries {
        let bobbin_game::Deed::Play(action) = &entry.deed else {
            panic!("a bot takes nothing back");
        };
        log.push(json!({ "kind": "played", "seat": entry.seat, "action": action }));
    }
    let mut previous = ChainHash::START;
    for (index, body) in log.into_iter().enumerate() {
        let row = TableRow {
            id: "old".to_owned(),
            game: record.game.clone(),
            status: "over".to_owned(),
            listed: false,
            created_at: 1000,
            updated_at: 2000,
            due_at: None,
            summary:
                json!({ "names": ["Ann"], "open": 0, "bots": 0, "options": {}, "winners": [], "waiting": [] })
                    .to_string(),
        };
        let append = Append {
            table: "old".to_owned(),
            index: index as u64,
            previous,
            at: 1000 + index as i64,
            body: body.to_string(),
            row: Some(row),
            people: Some(vec![person.clone()]),
            calls: Vec::new(),
        };
        previous = append.hash();
        store.append(append).await.unwrap();
    }
    store.close().await;
    solo(&ann).await;

    let (_, chart) = get(&ann, "/api/me/campaign").await;
    let all = records(&ann).await;
    assert_eq!(all.len(), 2);
    assert_eq!(all[0].to_string(), record.to_string());
    let games: Vec<CampaignGame> = all
        .into_iter()
        .map(|record| CampaignGame {
            record,
            seat: Seat::new(0),
        })
        .collect();
    let computed = bobbin_catalog::campaign(&games);
    assert!(
        computed.done > 0 && chart["done"] == json!(computed.done),
        "{chart}"
    );
    for (told, goal) in chart["goals"].as_array().unwrap().iter().zip(&computed.goals) {
        assert_eq!(told["key"], goal.id);
        assert_eq!(told["done"], goal.done_by.is_some(), "{told}");
        let best = goal.best.map(|points| f64::from(points.as_quarters()) / 4.0);
        assert_eq!(told["best"].as_f64(), best, "{told}");
        if goal.done_by == Some(0) {
            assert_eq!(told["table"], "old");
        }
    }
    server.stop().await;
}
