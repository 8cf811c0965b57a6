//! Bots on the example game.

use std::time::Duration;

use bobbin_bots::{Bot as _, BotKind, BotSpec, Budget, Limit, Manner, Plain, Question, Search, Timer};
use bobbin_game::{Game, MatchChance, SearchChance, Seat, Seed, Viewer, play_out};
use bobbin_hearts::Hearts;

/// A clock that somebody else moves on: a tenth of a millisecond whenever it is looked at.
struct Ticking(std::sync::atomic::AtomicU64);

impl Ticking {
    fn new() -> Self {
        Ticking(std::sync::atomic::AtomicU64::new(0))
    }
}

impl Timer for Ticking {
    fn elapsed(&self) -> Duration {
        let ticks = self.0.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        Duration::from_micros(ticks * 100)
    }
}

fn specs() -> Vec<BotSpec> {
    let few = Some(Budget::Iterations(60));
    let budget = |kind: BotKind| few.filter(|_| kind.takes_budget());
    let spec = |&kind: &BotKind| BotSpec::new(kind, budget(kind)).expect("a budget only where one is taken");
    BotKind::ALL.iter().map(spec).collect()
}

/// States of a game on its way, with a seat that is to act.
fn some_states() -> Vec<(Hearts, Seat)> {
    let mut states = Vec::new();
    for (place, setup) in Hearts::setups().iter().enumerate() {
        let mut luck = SearchChance::new(place as u64);
        let mut state = Hearts::start(setup, &mut luck.clone());
        let mut random = luck.clone();
        play_out(&mut state, &mut random, &mut luck, |state, seat, _| {
            states.push((*state, seat));
        });
    }
    states.into_iter().step_by(17).collect()
}

#[test]
fn every_bot_plays_a_legal_action_and_the_same_one_again() {
    for (state, seat) in some_states() {
        let question = Question::of(&state, seat).unwrap();
        for spec in specs() {
            let think = || {
                let mut bot = spec.build::<Hearts, Plain>();
                bot.think(&question, &mut SearchChance::new(3), &Ticking::new())
            };
            let thought = think();
            assert!(question.legal.contains(thought.choice()), "{spec}");
            assert_eq!(thought, think(), "{spec}");
        }
    }
}

#[test]
fn what_is_hidden_from_a_seat_does_not_change_its_choice() {
    let mut luck = SearchChance::new(9);
    for (state, seat) in some_states() {
        let other = Hearts::sample(&state.view(Viewer::Seat(seat)), &mut luck);
        for spec in specs() {
            let [a, b] = [&state, &other].map(|state| {
                let question = Question::of(state, seat).unwrap();
                let mut bot = spec.build::<Hearts, Plain>();
                bot.think(&question, &mut SearchChance::new(5), &Ticking::new())
            });
            assert_eq!(a, b, "{spec}");
        }
    }
}

#[test]
fn a_bot_stops_when_its_time_is_over() {
    let (state, seat) = some_states()
        .into_iter()
        .find(|(state, seat)| Question::of(state, *seat).unwrap().legal.len() > 1)
        .unwrap();
    let question = Question::of(&state, seat).unwrap();
    for name in ["ismcts:10ms", "search:10ms", "expert:10ms"] {
        let mut bot = name.parse::<BotSpec>().unwrap().build::<Hearts, Plain>();
        let thought = bot.think(&question, &mut SearchChance::new(3), &Ticking::new());
        assert!(
            (1..=101).contains(&thought.iterations),
            "{name}: {}",
            thought.iterations
        );
    }
}

#[test]
fn a_search_beats_who_does_not_think() {
    let setup = &Hearts::setups()[0];
    let mut points = [0, 0];
    for game in 0..6 {
        let mut luck = SearchChance::new(game);
        let mut state = Hearts::start(setup, &mut luck);
        let searcher = Seat::new(game as usize % 4);
        let mut bot = "search:200i".parse::<BotSpec>().unwrap().build::<Hearts, Plain>();
        let mut random = SearchChance::new(game + 100);
        while let Some(seat) = state.to_act().first() {
            let action = if seat == searcher {
                let question = Question::of(&state, seat).unwrap();
                *bot.think(&question, &mut random, &Ticking::new()).choice()
            } else {
                state.random_action(seat, &mut random, &mut Vec::new())
            };
            state.apply(seat, action, &mut luck, &mut ()).unwrap();
        }
        for (seat, sheet) in state.outcome().unwrap().sheets.iter().enumerate() {
            points[usize::from(seat != searcher.index())] += sheet.total.as_quarters() / 4;
        }
    }
    assert!(
        points[0] * 3 < points[1] * 2,
        "searcher, three others: {points:?}"
    );
}

#[test]
fn a_search_goes_on_from_what_it_thought_before_whether_it_cheats_or_not() {
    let setup = Hearts::setups().remove(0);
    let manner = Manner::serious(Limit {
        time: None,
        iterations: Some(100),
    });
    for cheats in [false, true] {
        let mut luck = MatchChance::new(Seed::named("kept"));
        let mut state = Hearts::start(&setup, &mut luck);
        let mut random = SearchChance::new(4);
        let mut search = Search::<Hearts, _>::new(Plain, manner);
        let mut visits = || {
            let question = Question::of(&state, Seat::new(0)).unwrap();
            assert!(question.legal.len() > 1);
            let thought = if cheats {
                search.think_knowing(&question, (&state, &luck), &mut random, &Ticking::new())
            } else {
                search.think(&question, &mut random, &Ticking::new())
            };
            state
                .apply(Seat::new(0), *thought.choice(), &mut luck, &mut ())
                .unwrap();
            let visits = thought.best.iter().filter_map(|candidate| candidate.visits);
            (visits.sum::<u64>(), thought.iterations)
        };
        let (first, made) = visits();
        assert_eq!(first, made, "nothing was thought before");
        let (second, made) = visits();
        assert!(second > made, "{second} visits by {made} iterations");
    }
}
