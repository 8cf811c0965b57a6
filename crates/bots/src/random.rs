//! The bot that does not think.

use bobbin_game::{Game, SearchChance};

use crate::{Bot, Candidate, Question, Thought, Timer};

/// Any legal action, all equally likely.
#[derive(Clone, Copy, Debug, Default)]
pub struct Random;

impl<G: Game> Bot<G> for Random {
    fn think(
        &mut self,
        question: &Question<G>,
        random: &mut SearchChance,
        _clock: &dyn Timer,
    ) -> Thought<G::Action> {
        let place = random.below(question.legal.len() as u32);
        Thought {
            best: vec![Candidate::unweighed(question.legal[place as usize])],
            iterations: 0,
        }
    }
}
