//! The textbook, kept as a yardstick: single-observer information-set Monte Carlo tree search.

use bobbin_game::{Game, MAX_SEATS, SearchChance, Seat};

use crate::limit::Limit;
use crate::mind::{next_seat, totals, win_shares};
use crate::tree::{NONE, Tree};
use crate::{Bot, Candidate, Question, Thought, Timer};

/// As Cowling, Powley and Whitehouse give it.
const EXPLORATION: f64 = 0.7;

/// One state is sampled for each iteration; UCB1 over the actions that are legal in it, counted by how often they
/// were; one node is added, the game is played out at random, and a victory counts 1, shared among its winners.
#[derive(Clone, Copy, Debug)]
pub struct Ismcts {
    limit: Limit,
}

impl Ismcts {
    /// Thinks for so long.
    pub fn new(limit: Limit) -> Self {
        Ismcts { limit }
    }
}

impl<G: Game> Bot<G> for Ismcts {
    fn think(
        &mut self,
        question: &Question<G>,
        random: &mut SearchChance,
        clock: &dyn Timer,
    ) -> Thought<G::Action> {
        if let [only] = question.legal[..] {
            return Thought::forced(only);
        }
        let mut run = Run::new(question.seat);
        let mut done = 0;
        let dealt = G::sample(&question.view, random);
        while done == 0 || self.limit.left(done, clock) > 0 {
            run.iterate(dealt.sample_again(&question.view, random), random);
            done += 1;
        }
        run.thought(done)
    }
}

struct Run<G: Game> {
    seat: Seat,
    tree: Tree<G::Action>,
    path: Vec<u32>,
    legal: Vec<G::Action>,
    found: Vec<u32>,
    weights: Vec<f32>,
}

impl<G: Game> Run<G> {
    fn new(seat: Seat) -> Self {
        Run {
            seat,
            tree: Tree::new(),
            path: Vec::new(),
            legal: Vec::new(),
            found: Vec::new(),
            weights: Vec::new(),
        }
    }

    fn iterate(&mut self, mut state: G, random: &mut SearchChance) {
        self.path.clear();
        let mut node = 0;
        while let Some(seat) = next_seat(&state, self.seat) {
            let Some(edge) = self.choose(&state, node, seat, random) else {
                break;
            };
            let action = self.tree.edges[edge as usize].action;
            state
                .apply(seat, action, random, &mut ())
                .expect("a legal action is accepted");
            self.path.push(edge);
            let (child, is_new) = self.tree.child(edge);
            if is_new {
                break;
            }
            node = child;
        }
        while let Some(seat) = next_seat(&state, self.seat) {
            let action = state.random_action(seat, random, &mut self.legal);
            state
                .apply(seat, action, random, &mut ())
                .expect("a legal action is accepted");
        }
        let outcome = state.outcome().expect("nobody is to act, so the game is over");
        self.learn(&win_shares(&outcome), &totals(&outcome));
    }

    fn choose(&mut self, state: &G, node: u32, seat: Seat, random: &mut SearchChance) -> Option<u32> {
        self.legal.clear();
        state.legal_actions(seat, &mut self.legal);
        let (legal, found, weights) = (&self.legal, &mut self.found, &mut self.weights);
        let evenly = |weights: &mut Vec<f32>| weights.resize(legal.len().max(weights.len()), 1.0);
        self.tree.find_edges(node, seat, legal, found, evenly, weights);
        found.retain(|&edge| edge != NONE);
        for &edge in found.iter() {
            self.tree.edges[edge as usize].available += 1;
        }
        let untried = |edge: u32| self.tree.edges[edge as usize].visits == 0;
        let count = found.iter().filter(|&&edge| untried(edge)).count();
        if count > 0 {
            let place = random.below(count as u32) as usize;
            return found.iter().copied().filter(|&edge| untried(edge)).nth(place);
        }
        let bound = |edge: u32| {
            let edge = &self.tree.edges[edge as usize];
            let visits = f64::from(edge.visits);
            edge.mean() + EXPLORATION * (f64::from(edge.available).ln() / visits).sqrt()
        };
        found
            .iter()
            .copied()
            .max_by(|&a, &b| bound(a).total_cmp(&bound(b)))
    }

    fn learn(&mut self, worth: &[f32; MAX_SEATS], points: &[f32; MAX_SEATS]) {
        for &edge in &self.path {
            let edge = &mut self.tree.edges[edge as usize];
            edge.visits += 1;
            edge.worth += f64::from(worth[edge.seat.index()]);
            edge.points += f64::from(points[edge.seat.index()]);
        }
    }

    fn thought(&self, iterations: u64) -> Thought<G::Action> {
        let tried = self.tree.edges_of(0).filter(|edge| edge.visits > 0);
        let mut best: Vec<Candidate<G::Action>> = tried.map(Candidate::of_edge).collect();
        best.sort_by_key(|candidate| std::cmp::Reverse(candidate.visits));
        Thought { best, iterations }
    }
}
