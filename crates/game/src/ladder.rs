//! The actions that stand in a match, with a checkpoint every so often, so that it is played again from near by.

use std::ops::Index;
use std::sync::Arc;

use crate::chance::MatchChance;
use crate::game::Game;
use crate::playing::Standing;
use crate::seat::Seat;

/// After so many actions there is a checkpoint.
pub(crate) const STEP: usize = 32;

/// The actions that stand in a match, in order, with a checkpoint after every 32 of them.
///
/// A clone shares them all: it costs a pointer for each checkpoint and for each action since the last one.
#[derive(Clone, Debug)]
pub struct Ladder<G: Game> {
    /// The first is the opening; each one's actions come after those of the one before it.
    checkpoints: Vec<Arc<Checkpoint<G>>>,
    /// The actions since the last checkpoint.
    since: Vec<Arc<Standing<G>>>,
}

/// A state on the way.
#[derive(Debug)]
struct Checkpoint<G: Game> {
    /// How many actions led to it.
    length: usize,
    /// Those of them that came after the checkpoint before.
    actions: Vec<Arc<Standing<G>>>,
    state: G,
    chance: MatchChance,
}

impl<G: Game> Ladder<G> {
    pub(crate) fn new(state: G, chance: MatchChance) -> Self {
        let opening = Checkpoint {
            length: 0,
            actions: Vec::new(),
            state,
            chance,
        };
        Ladder {
            checkpoints: vec![Arc::new(opening)],
            since: Vec::new(),
        }
    }

    /// How many actions stand.
    pub fn len(&self) -> usize {
        self.last_checkpoint().length + self.since.len()
    }

    /// Does no action stand?
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The latest action.
    pub fn last(&self) -> Option<&Standing<G>> {
        self.iter().next_back()
    }

    /// All actions, in order.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &Standing<G>> {
        let actions = self.checkpoints.iter().flat_map(|before| &before.actions);
        actions.chain(&self.since).map(Arc::as_ref)
    }

    /// The actions from the one of this number on, counted from 0.
    pub fn iter_from(&self, start: usize) -> impl Iterator<Item = &Standing<G>> {
        self.shared_from(start).map(Arc::as_ref)
    }

    /// The number of a seat's latest action.
    pub(crate) fn latest_of(&self, seat: Seat) -> Option<usize> {
        let back = self.iter().rev().position(|standing| standing.seat == seat)?;
        Some(self.len() - 1 - back)
    }

    pub(crate) fn shared_from(&self, start: usize) -> impl Iterator<Item = &Arc<Standing<G>>> {
        let (below, above) = self.checkpoints.split_at(self.below(start));
        let skipped = start - below[below.len() - 1].length;
        let actions = above.iter().flat_map(|after| &after.actions);
        actions.chain(&self.since).skip(skipped)
    }

    /// How many checkpoints hold nothing of the action of this number or later ones. There is always one: the opening.
    fn below(&self, action: usize) -> usize {
        self.checkpoints
            .partition_point(|checkpoint| checkpoint.length <= action)
    }

    fn last_checkpoint(&self) -> &Checkpoint<G> {
        &self.checkpoints[self.checkpoints.len() - 1]
    }

    /// An action was played and led to this state.
    pub(crate) fn push(&mut self, action: Arc<Standing<G>>, state: &G, chance: &MatchChance) {
        self.since.push(action);
        if self.since.len() >= STEP {
            self.checkpoints.push(Arc::new(Checkpoint {
                length: self.len(),
                actions: std::mem::take(&mut self.since),
                state: state.clone(),
                chance: chance.clone(),
            }));
        }
    }

    /// Puts an action on top without a checkpoint.
    pub(crate) fn put(&mut self, action: Arc<Standing<G>>) {
        self.since.push(action);
    }

    /// Takes out the action of this number. Those that came later stand as they came out without it.
    pub(crate) fn take_out(&mut self, place: usize, later: &[Arc<Standing<G>>]) {
        let below = self.below(place);
        let first = self.checkpoints[below - 1].length;
        let kept = self.shared_from(first).take(place - first);
        self.since = kept.chain(later).map(Arc::clone).collect();
        self.checkpoints.truncate(below);
    }

    /// The state and its chance after so many actions, played from the nearest checkpoint on.
    pub(crate) fn state_after(&self, actions: usize) -> (G, MatchChance) {
        let nearest = &self.checkpoints[self.below(actions) - 1];
        let mut state = nearest.state.clone();
        let mut chance = nearest.chance.clone();
        let missing = actions - nearest.length;
        for standing in self.iter_from(nearest.length).take(missing) {
            state
                .apply(standing.seat, standing.action, &mut chance, &mut ())
                .unwrap_or_else(|refusal| unreachable!("{refusal}: it was legal before"));
        }
        chance.take_trace();
        (state, chance)
    }
}

/// The action of this number, counted from 0.
impl<G: Game> Index<usize> for Ladder<G> {
    type Output = Standing<G>;

    fn index(&self, number: usize) -> &Standing<G> {
        self.iter_from(number)
            .next()
            .unwrap_or_else(|| panic!("there are only {} actions", self.len()))
    }
}
