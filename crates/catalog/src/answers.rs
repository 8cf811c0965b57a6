//! How long bots take for their answers.

use std::time::Duration;

use bobbin_bots::{BotKind, BotSpec, Mind, Question, Timer};
use bobbin_game::{Game, SearchChance, Seat, Setup as _};
use serde::Serialize;

use crate::any_bot::OwnTime;

/// How long a bot took for its answers, in milliseconds of processor time.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct AnswerTimes {
    /// Which bot.
    pub bot: &'static str,
    /// How many choices it made.
    pub choices: u64,
    /// On the average.
    pub mean: f64,
    /// The longest.
    pub most: f64,
    /// What it may take; none for a bot that has no bound.
    pub allowed: Option<f64>,
}

/// A game is joined after up to so many actions, so that all of it is seen however few games there are.
const SKIPPED: u32 = 120;
/// So many choices are made in a row, so that trees are kept from one to the next.
const IN_A_ROW: u32 = 8;

impl AnswerTimes {
    /// The choices of bots that play against their like.
    pub(crate) fn measure<G: Game, M: Mind<G>>(
        setup: &G::Setup,
        kind: BotKind,
        time: Duration,
    ) -> AnswerTimes {
        M::prepare();
        let spec = BotSpec::of(kind);
        let whole = OwnTime::start();
        let (mut luck, mut random) = (SearchChance::new(1), SearchChance::new(2));
        let mut taken: Vec<Duration> = Vec::new();
        while taken.is_empty() || whole.elapsed() < time {
            let mut state = G::start(setup, &mut luck);
            skip::<G, M>(&mut state, &mut random, &mut luck);
            let players = Seat::all(setup.players());
            let mut bots: Vec<_> = players.map(|_| spec.build::<G, M>()).collect();
            for _ in 0..IN_A_ROW {
                let Some(seat) = state.to_act().first() else { break };
                let question = Question::of(&state, seat).expect("it is to act");
                let clock = OwnTime::start();
                let thought = bots[seat.index()].think(&question, &mut random, &clock);
                if question.legal.len() > 1 {
                    taken.push(clock.elapsed());
                }
                state
                    .apply(seat, *thought.choice(), &mut luck, &mut ())
                    .expect("a bot plays what is legal");
            }
        }
        let millis = |time: Duration| time.as_secs_f64() * 1e3;
        let sum: Duration = taken.iter().sum();
        AnswerTimes {
            bot: kind.name(),
            choices: taken.len() as u64,
            mean: millis(sum) / taken.len() as f64,
            most: taken.iter().copied().max().map_or(0.0, millis),
            allowed: kind.allowed().map(millis),
        }
    }
}

fn skip<G: Game, M: Mind<G>>(state: &mut G, random: &mut SearchChance, luck: &mut SearchChance) {
    let mut buffer = Vec::new();
    for _ in 0..random.below(SKIPPED) {
        let Some(seat) = state.to_act().first() else {
            return;
        };
        let action = M::default().playout_action(state, seat, random, &mut buffer);
        state
            .apply(seat, action, luck, &mut ())
            .expect("a legal action is accepted");
    }
}
