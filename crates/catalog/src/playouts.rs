//! Random games, one after the other, for measuring.

use std::hint::black_box;
use std::time::Duration;

use bobbin_bots::{Costs, Mind, Question, Timer as _};
use bobbin_game::{Game, SearchChance, random_seat};
use serde::Serialize;

use crate::any_bot::OwnTime;

/// Random games of one setup. After the first few nothing is allocated but by the rules themselves.
pub trait Playouts {
    /// Plays whole games, each from its start to its outcome, until at least so many actions were made.
    fn run(&mut self, actions: u64, choosing: Choosing) -> Work;

    /// The size of a state, without what it may keep on the heap.
    fn state_bytes(&self) -> usize;
}

/// How an action is chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Choosing {
    /// By [`Game::random_action`], as playouts of a search do.
    Sampled,
    /// One of all legal actions, which are listed first.
    Listed,
}

/// What was done.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Work {
    /// Whole games.
    pub playouts: u64,
    /// Actions in them.
    pub actions: u64,
}

/// The playouts of a game behind the common face.
pub(crate) struct Erased<G: Game> {
    setup: G::Setup,
    choices: SearchChance,
    luck: SearchChance,
    buffer: Vec<G::Action>,
}

impl<G: Game> Erased<G> {
    pub(crate) fn new(setup: G::Setup, seed: u64) -> Self {
        Erased {
            setup,
            choices: SearchChance::new(seed),
            luck: SearchChance::new(!seed),
            buffer: Vec::with_capacity(512),
        }
    }

    fn playout(
        &mut self,
        choose: impl Fn(&G, bobbin_game::Seat, &mut SearchChance, &mut Vec<G::Action>) -> G::Action,
    ) -> u64 {
        let mut state = G::start(&self.setup, &mut self.luck);
        let mut actions = 0;
        while let Some(seat) = random_seat(state.to_act(), &mut self.choices) {
            let action = choose(&state, seat, &mut self.choices, &mut self.buffer);
            state
                .apply(seat, action, &mut self.luck, &mut ())
                .expect("a legal action is accepted");
            actions += 1;
        }
        black_box(state.outcome());
        actions
    }
}

impl<G: Game> Playouts for Erased<G> {
    fn run(&mut self, actions: u64, choosing: Choosing) -> Work {
        let mut work = Work::default();
        while work.actions < actions {
            work.actions += match choosing {
                Choosing::Sampled => self.playout(G::random_action),
                Choosing::Listed => self.playout(listed),
            };
            work.playouts += 1;
        }
        work
    }

    fn state_bytes(&self) -> usize {
        size_of::<G>()
    }
}

fn listed<G: Game>(
    state: &G,
    seat: bobbin_game::Seat,
    random: &mut SearchChance,
    buffer: &mut Vec<G::Action>,
) -> G::Action {
    buffer.clear();
    state.legal_actions(seat, buffer);
    buffer[random.below(buffer.len() as u32) as usize]
}

/// How many iterations are measured on one question.
const ITERATIONS: u64 = 1000;
/// Only every so many actions, so that all of a game is seen.
const EVERY: u64 = 11;

/// What the iterations of a search cost on questions of games played by quick choices.
pub(crate) fn search_costs<G: Game, M: Mind<G>>(setup: &G::Setup, seed: u64, time: Duration) -> Costs {
    let mind = M::default();
    let (mut luck, mut random) = (SearchChance::new(seed), SearchChance::new(!seed));
    let clock = OwnTime::start();
    let mut costs = Costs::default();
    let mut buffer = Vec::new();
    while costs.iterations == 0 || clock.elapsed() < time {
        let mut state = G::start(setup, &mut luck);
        let mut actions = 0;
        while let Some(seat) = state.to_act().first() {
            if actions % EVERY == 0 && (costs.iterations == 0 || clock.elapsed() < time) {
                let question = Question::of(&state, seat).expect("it is to act");
                if question.legal.len() > 1 {
                    costs += Costs::measure(&mind, &question, ITERATIONS, &mut random, &clock);
                }
            }
            let action = mind.playout_action(&state, seat, &mut random, &mut buffer);
            state
                .apply(seat, action, &mut luck, &mut ())
                .expect("a legal action is accepted");
            actions += 1;
        }
    }
    costs
}
