//! What the tree of a search costs beside the game it searches.

use std::time::Duration;

use bobbin_game::{Game, SearchChance};
use serde::Serialize;

use crate::mind::{Mind, Others, play_on};
use crate::search::{Manner, Run, pick};
use crate::tree::Tree;
use crate::{Limit, Question, Timer};

/// The time that iterations took, and the time of the same work without a tree.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize)]
pub struct Costs {
    /// How many iterations were made.
    pub iterations: u64,
    /// As a search makes them.
    pub with_tree: Duration,
    /// Sampling the same states, making the same actions and playing on from there, with nothing listed, weighed,
    /// looked up or learned; but where others act by policy, choosing their actions, which takes no tree.
    pub without_tree: Duration,
}

impl Costs {
    /// Measures so many iterations on a question.
    pub fn measure<G: Game, M: Mind<G>>(
        mind: &M,
        question: &Question<G>,
        iterations: u64,
        random: &mut SearchChance,
        clock: &dyn Timer,
    ) -> Costs {
        let manner = Manner::serious(Limit {
            time: None,
            iterations: Some(iterations),
        });
        let dealt = G::sample(&question.view, random);
        let sample = |random: &mut SearchChance| {
            let state = dealt.sample_again(&question.view, random);
            (state, SearchChance::new(random.bits()))
        };
        let begin = || Run::new(mind, manner, question.seat, Tree::new());
        let mut again = random.clone();

        let from = clock.elapsed();
        let mut run = begin();
        for _ in 0..iterations {
            let (state, luck) = sample(random);
            run.iterate(state, luck, random);
        }
        let with_tree = clock.elapsed().saturating_sub(from);

        // The same iterations once more, to note what they did.
        let mut run = begin();
        let mut walks = Vec::new();
        for _ in 0..iterations {
            let before = again.clone();
            let (state, luck) = sample(&mut again);
            run.iterate(state, luck, &mut again);
            walks.push((before, run.walk().collect::<Vec<_>>()));
        }

        let from = clock.elapsed();
        let (mut buffer, mut weights) = (Vec::new(), Vec::new());
        for (mut random, walk) in walks {
            let (mut state, mut luck) = sample(&mut random);
            for (seat, action) in walk {
                if seat != question.seat && M::OTHERS == Others::Policy {
                    buffer.clear();
                    state.legal_actions(seat, &mut buffer);
                    if buffer.len() > 1 {
                        mind.weigh(&state, seat, &buffer, &mut weights);
                        std::hint::black_box(pick(&weights, &mut random));
                    }
                }
                state
                    .apply(seat, action, &mut luck, &mut ())
                    .expect("it was accepted in the same state before");
            }
            let forecast = play_on(
                mind,
                &mut state,
                question.seat,
                &mut luck,
                &mut random,
                &mut buffer,
            );
            std::hint::black_box(forecast);
        }
        Costs {
            iterations,
            with_tree,
            without_tree: clock.elapsed().saturating_sub(from),
        }
    }

    /// The part of an iteration that the tree takes: listing and weighing actions, choosing among them, learning.
    pub fn share_of_tree(&self) -> f64 {
        let with = self.with_tree.as_secs_f64().max(1e-9);
        (1.0 - self.without_tree.as_secs_f64() / with).max(0.0)
    }

    /// Iterations in a second.
    pub fn per_second(&self) -> f64 {
        self.iterations as f64 / self.with_tree.as_secs_f64().max(1e-9)
    }
}

impl std::ops::AddAssign for Costs {
    fn add_assign(&mut self, more: Costs) {
        self.iterations += more.iterations;
        self.with_tree += more.with_tree;
        self.without_tree += more.without_tree;
    }
}
