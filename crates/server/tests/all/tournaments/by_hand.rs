//! The standings once more, as somebody with the records and a pencil works them out: game by game, with fractions as
//! they come, and nothing of the program that is checked.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use bobbin_catalog::Replay;
use bobbin_game::{Aim, Record};
use bobbin_load::client::Client;
use serde_json::Value;

use crate::support::get;

/// One game: who, in which rank, with how many points beside the others' mean.
type Line = Vec<(u64, u8, f64)>;

/// Every number that is told of the standings is what the records say, and they are in the order of these numbers.
pub(super) async fn check(client: &Client, told: &Value) {
    let mut games: Vec<Line> = Vec::new();
    let mut byes: Vec<u64> = Vec::new();
    for round in told["rounds"].as_array().unwrap() {
        byes.extend(
            round["byes"]
                .as_array()
                .unwrap()
                .iter()
                .map(|bye| bye.as_u64().unwrap()),
        );
        for board in round["boards"].as_array().unwrap() {
            games.push(line(client, told, board).await);
        }
    }
    let points = points(&games, &byes);
    let mut before: Option<Vec<f64>> = None;
    for standing in told["standings"][0].as_array().unwrap() {
        let who = standing["number"].as_u64().unwrap();
        let own = points.get(&who).copied().unwrap_or(0.0);
        let rest = tie_breaks(who, &games, &byes, &points);
        let close = |told: &str, found: f64| {
            let told: f64 = told.replace('−', "-").parse().unwrap();
            assert!(
                (told - found).abs() < 0.006,
                "{who}: {told} is told, {found} comes out"
            );
        };
        assert!(
            (standing["twelfths"].as_f64().unwrap() / 12.0 - own).abs() < 1e-9,
            "{who}: {standing} {own}"
        );
        close(standing["buchholz"].as_str().unwrap(), rest[0]);
        close(standing["sonneborn"].as_str().unwrap(), rest[1]);
        assert!(
            (standing["wins"].as_f64().unwrap() - rest[2]).abs() < 1e-9,
            "{who}"
        );
        close(standing["margin"].as_str().unwrap(), rest[3]);
        // Points, Buchholz, Sonneborn and Berger; then whom one met, among those who are equal so far.
        let now = vec![
            own,
            rest[0],
            rest[1],
            standing["direct"].as_f64().unwrap(),
            rest[2],
            rest[3],
        ];
        if let Some(before) = &before {
            let differ = before.iter().zip(&now).find(|(a, b)| (*a - *b).abs() > 1e-6);
            assert!(
                differ.is_none_or(|(a, b)| a > b),
                "{who} stands too low: {before:?} {now:?}"
            );
        }
        before = Some(now);
    }
    check_direct(told, &games, &points, &byes);
}

/// A game, from its record alone.
async fn line(client: &Client, told: &Value, board: &Value) -> Line {
    let table = board["table"].as_str().unwrap();
    let answered = client
        .get(&format!("/api/tables/{table}/record.txt"))
        .await
        .unwrap();
    let record: Record = String::from_utf8_lossy(&answered.body).parse().unwrap();
    let game = bobbin_catalog::find(told["game"].as_str().unwrap()).unwrap();
    let outcome = game
        .replay(&record, Replay::default())
        .unwrap()
        .outcome()
        .unwrap();
    let better = if outcome.aim == Aim::Low { -1.0 } else { 1.0 };
    let scores: Vec<f64> = outcome
        .sheets
        .iter()
        .map(|sheet| better * f64::from(sheet.total.as_quarters()) / 4.0)
        .collect();
    let mean = scores.iter().sum::<f64>() / scores.len() as f64;
    // Who sits there is what the table says, too.
    let (_, seen) = get(client, &format!("/api/tables/{table}")).await;
    let mut line = Line::new();
    for (seat, number) in board["seats"].as_array().unwrap().iter().enumerate() {
        let number = number.as_u64().unwrap();
        let entrants = told["entrants"].as_array().unwrap();
        let entrant = entrants
            .iter()
            .find(|entrant| entrant["number"] == number)
            .unwrap();
        assert_eq!(seen["now"]["seats"][seat]["name"], entrant["name"], "{table}");
        line.push((number, outcome.ranks[seat], scores[seat] - mean));
    }
    line
}

/// How much of a point one rank takes from another.
fn share(own: u8, other: u8) -> f64 {
    match own.cmp(&other) {
        Ordering::Less => 1.0,
        Ordering::Equal => 0.5,
        Ordering::Greater => 0.0,
    }
}

fn points(games: &[Line], byes: &[u64]) -> BTreeMap<u64, f64> {
    let mut points = BTreeMap::new();
    for bye in byes {
        *points.entry(*bye).or_insert(0.0) += 1.0;
    }
    for game in games {
        for (who, rank, _) in game {
            for (other, other_rank, _) in game {
                if other != who {
                    *points.entry(*who).or_insert(0.0) +=
                        share(*rank, *other_rank) / (game.len() as f64 - 1.0);
                }
            }
        }
    }
    points
}

/// Buchholz without the best and the worst, Sonneborn and Berger, wins, margin.
fn tie_breaks(who: u64, games: &[Line], byes: &[u64], points: &BTreeMap<u64, f64>) -> [f64; 4] {
    let (mut met, mut berger, mut wins, mut margin) = (Vec::new(), 0.0, 0.0, 0.0);
    for game in games {
        let Some((_, rank, ahead)) = game.iter().find(|(entrant, ..)| *entrant == who) else {
            continue;
        };
        let others = game.len() as f64 - 1.0;
        let mut sum = 0.0;
        for (other, other_rank, _) in game.iter().filter(|(entrant, ..)| *entrant != who) {
            sum += points[other];
            berger += points[other] * share(*rank, *other_rank) / others;
        }
        met.push(sum / others);
        wins += f64::from(u8::from(*rank == 1));
        margin += ahead;
    }
    for _ in byes.iter().filter(|bye| **bye == who) {
        met.push(points[&who]);
        berger += points[&who];
    }
    met.sort_by(f64::total_cmp);
    if met.len() >= 3 {
        met.pop();
        met.remove(0);
    }
    [met.iter().sum(), berger, wins, margin]
}

/// Direct encounter: the games among those who are equal by what comes before, if each of them has met each other.
fn check_direct(told: &Value, games: &[Line], points: &BTreeMap<u64, f64>, byes: &[u64]) {
    let all = told["standings"][0].as_array().unwrap();
    for standing in all {
        let who = standing["number"].as_u64().unwrap();
        let key = |who: u64| {
            let rest = tie_breaks(who, games, byes, points);
            [points.get(&who).copied().unwrap_or(0.0), rest[0], rest[1]]
        };
        let own = key(who);
        let equal: Vec<u64> = all
            .iter()
            .map(|other| other["number"].as_u64().unwrap())
            .filter(|other| key(*other).iter().zip(&own).all(|(a, b)| (a - b).abs() < 1e-9))
            .collect();
        let mut halves = 0.0;
        let mut have_met = true;
        for one in &equal {
            for other in equal.iter().filter(|other| *other != one) {
                let mut met = false;
                for game in games {
                    let rank = |who: u64| {
                        game.iter()
                            .find(|(entrant, ..)| *entrant == who)
                            .map(|line| line.1)
                    };
                    if let (Some(a), Some(b)) = (rank(*one), rank(*other)) {
                        met = true;
                        if *one == who {
                            halves += 2.0 * share(a, b);
                        }
                    }
                }
                have_met &= met;
            }
        }
        let expected = if have_met && equal.len() > 1 { halves } else { 0.0 };
        assert!(
            (standing["direct"].as_f64().unwrap() - expected).abs() < 1e-9,
            "{who}: {standing}"
        );
    }
}
