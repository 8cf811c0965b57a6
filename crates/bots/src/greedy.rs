//! The bot that looks one step ahead.

use bobbin_game::{Game, SearchChance};

use crate::mind::{Mind, play_on};
use crate::{Bot, Candidate, Question, Thought, Timer};

/// How many states it imagines for each action: enough that a draw or a hidden hand does not decide.
const SAMPLES: u32 = 8;

/// Plays the action after which the game looks best for it, by its mind's forecast; where that has none, by a
/// playout.
#[derive(Clone, Copy, Debug, Default)]
pub struct Greedy<M>(pub M);

impl<G: Game, M: Mind<G>> Bot<G> for Greedy<M> {
    fn think(
        &mut self,
        question: &Question<G>,
        random: &mut SearchChance,
        _clock: &dyn Timer,
    ) -> Thought<G::Action> {
        let seat = question.seat.index();
        let mut sums = vec![(0.0, 0.0); question.legal.len()];
        let mut buffer = Vec::new();
        for _ in 0..SAMPLES {
            let state = G::sample(&question.view, random);
            for (&action, (worth, points)) in question.legal.iter().zip(&mut sums) {
                let mut after = state.clone();
                after
                    .apply(question.seat, action, random, &mut ())
                    .expect("a legal action is accepted in every state that looks the same");
                let forecast = match after.outcome() {
                    Some(outcome) => self.0.conclude(&outcome),
                    None => self.0.forecast(&after).unwrap_or_else(|| {
                        let mut luck = SearchChance::new(random.bits());
                        play_on(&self.0, &mut after, question.seat, &mut luck, random, &mut buffer)
                    }),
                };
                *worth += f64::from(forecast.worth[seat]);
                *points += f64::from(forecast.points[seat]);
            }
        }
        let candidates = question.legal.iter().zip(&sums);
        let mut best: Vec<Candidate<G::Action>> = candidates
            .map(|(&action, (worth, points))| Candidate {
                action,
                value: Some(worth / f64::from(SAMPLES)),
                visits: Some(u64::from(SAMPLES)),
                expected_score: Some(points / f64::from(SAMPLES)),
            })
            .collect();
        best.sort_by(|a, b| b.value.partial_cmp(&a.value).unwrap_or(std::cmp::Ordering::Equal));
        Thought {
            best,
            iterations: u64::from(SAMPLES),
        }
    }
}
