//! A report adds up, is the same each time, and finds what is there to be found.

#![allow(clippy::unwrap_used, reason = "a test that has nothing to look at has failed")]

use bobbin_arch_ravels::ArchRavels;
use bobbin_bots::{BotSpec, Mind, Plain, Question};
use bobbin_circuitous::Circuitous;
use bobbin_game::{Game, Match, SearchChance, Seat, Seed, Setup as _};
use bobbin_hearts::Hearts;
use bobbin_insight::{Amount, Inquiry, Insight, MomentKind, Tally, analyze};
use bobbin_knitting_circle::KnittingCircle;
use bobbin_minds::{ArchRavelsMind, CircuitousMind, KnittingMind};

/// A whole game of the first setup with so many players, seat 0 played by one bot and the others by another.
fn played<G: Game, M: Mind<G>>(players: usize, first: &str, others: &str) -> Match<G> {
    let setups = G::setups();
    let setup = setups.iter().find(|setup| setup.players() == players).unwrap();
    let mut playing = Match::<G>::start(setup.clone(), Seed::named("insight"));
    let mut bots: Vec<_> = Seat::all(players)
        .map(|seat| if seat.index() == 0 { first } else { others })
        .map(|spec| spec.parse::<BotSpec>().unwrap().build::<G, M>())
        .collect();
    let mut luck = SearchChance::new(7);
    while let Some(seat) = playing.state().to_act().first() {
        let question = Question::of(playing.state(), seat).unwrap();
        let thought = bots[seat.index()].think(&question, &mut luck, &Still);
        playing.play(seat, *thought.choice()).unwrap();
    }
    playing
}

struct Still;

impl bobbin_bots::Timer for Still {
    fn elapsed(&self) -> std::time::Duration {
        std::time::Duration::ZERO
    }
}

fn inquiry(threads: usize) -> Inquiry<'static> {
    Inquiry {
        total: 1,
        threads,
        progress: &|_, _| true,
    }
}

fn check<G: Game, M: Mind<G>>(players: usize, first: &str, others: &str) -> Insight {
    let game = played::<G, M>(players, first, others);
    let insight = analyze::<G, M>(&game, &inquiry(2)).unwrap();
    let outcome = game.state().outcome().unwrap();
    assert_eq!(insight.steps.len(), game.standing().len());
    for account in &insight.players {
        let points = account.points;
        let adds_up = |tally: Tally| tally.start + tally.luck + tally.skill() == tally.result;
        assert!(adds_up(points), "{points:?}");
        assert_eq!(
            points.result.0,
            i64::from(outcome.total(account.seat).as_quarters()) * 250
        );
        assert_eq!(account.chances.is_some(), players > 1);
        if let Some(chances) = account.chances {
            assert!(adds_up(chances), "{chances:?}");
        }
    }
    if players > 1 {
        let shares: Amount = insight
            .players
            .iter()
            .filter_map(|account| account.chances)
            .map(|tally| tally.result)
            .sum();
        assert!(outcome.winners.is_empty() || (shares.0 - 1000).abs() <= players as i64);
    }
    for (step, standing) in insight.steps.iter().zip(game.standing().iter()) {
        let is_lucky = step.luck.iter().any(|luck| *luck != Amount::ZERO);
        assert!(
            !is_lucky || !standing.trace.draws.is_empty(),
            "luck where chance was not asked: {step:?}"
        );
        assert!(step.best.is_some() || step.loss == Amount::ZERO && !step.is_mistake());
    }
    assert!(insight.moments.len() <= 5);
    assert!(
        insight
            .moments
            .iter()
            .all(|moment| moment.amount.abs() > moment.error)
    );
    assert!(insight.moments.is_sorted_by_key(|moment| moment.index));
    let json = serde_json::to_string(&insight).unwrap();
    assert_eq!(serde_json::from_str::<Insight>(&json).unwrap(), insight);
    insight
}

#[test]
fn a_lone_player_has_points_and_no_opponents() {
    let insight = check::<KnittingCircle, KnittingMind>(1, "greedy", "greedy");
    assert_eq!(insight.players[0].points.others, Amount::ZERO);
}

#[test]
fn arch_ravels_adds_up() {
    check::<ArchRavels, ArchRavelsMind>(2, "greedy", "greedy");
}

#[test]
fn circuitous_adds_up() {
    check::<Circuitous, CircuitousMind>(2, "greedy", "greedy");
}

#[test]
fn a_game_without_a_mind_adds_up() {
    let insight = check::<Hearts, Plain>(4, "greedy", "random");
    // All luck of Hearts is in its deal.
    for account in &insight.players {
        assert_eq!(account.points.luck, insight.deal.points[account.seat.index()]);
    }
}

#[test]
fn equal_games_give_equal_reports_whatever_the_threads() {
    let game = played::<Hearts, Plain>(4, "greedy", "random");
    let one = analyze::<Hearts, Plain>(&game, &inquiry(1)).unwrap();
    let three = analyze::<Hearts, Plain>(&game, &inquiry(3)).unwrap();
    assert_eq!(one, three);
}

#[test]
fn knitting_circle_adds_up_and_someone_who_plays_anything_loses_more_than_someone_who_thinks() {
    let insight = check::<KnittingCircle, KnittingMind>(2, "search:40i", "random");
    let [thinks, anything] = [0, 1].map(|seat| &insight.players[seat]);
    assert!(
        anything.lost - anything.lost_error > thinks.lost + thinks.lost_error,
        "{anything:?} {thinks:?}"
    );
    assert!(
        insight
            .moments
            .iter()
            .any(|moment| moment.kind == MomentKind::Mistake)
    );
}

#[test]
fn work_can_be_ended() {
    let game = played::<Hearts, Plain>(4, "random", "random");
    let ended = Inquiry {
        total: 1,
        threads: 2,
        progress: &|done, _| done < 3,
    };
    assert!(analyze::<Hearts, Plain>(&game, &ended).is_err());
}
