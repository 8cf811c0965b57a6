//! All that was done in a match, undos included, so that it can be seen as it was at any time.

use std::sync::Arc;

use crate::game::Game;
use crate::ladder::{Ladder, STEP};
use crate::playing::Standing;
use crate::record::{Deed, RecordEntry};
use crate::seat::Seat;

/// All that was done, in pages of 32 entries. A clone shares all pages but the open one.
///
/// What stood before a page shares its checkpoints and actions with the match, so that a page costs pointers only: one
/// for each entry, one for each checkpoint before it and up to 32 more.
#[derive(Clone, Debug)]
pub(crate) struct History<G: Game> {
    full: Vec<Arc<Page<G>>>,
    open: Page<G>,
}

#[derive(Clone, Debug)]
struct Page<G: Game> {
    /// What stood before its first entry.
    began: Ladder<G>,
    steps: Vec<Step<G>>,
}

/// What an entry did.
#[derive(Clone, Debug)]
pub(crate) enum Step<G: Game> {
    Played(Arc<Standing<G>>),
    Undone {
        seat: Seat,
        /// The actions that had come later than the one that was taken out, as they came out without it.
        later: Arc<[Arc<Standing<G>>]>,
    },
}

impl<G: Game> Step<G> {
    fn entry(&self) -> RecordEntry {
        match self {
            Step::Played(standing) => RecordEntry {
                seat: standing.seat,
                deed: Deed::Play(standing.action.to_string()),
            },
            Step::Undone { seat, .. } => RecordEntry {
                seat: *seat,
                deed: Deed::Undo,
            },
        }
    }
}

impl<G: Game> History<G> {
    pub(crate) fn new(opening: Ladder<G>) -> Self {
        History {
            full: Vec::new(),
            open: Page::new(opening),
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.full.len() * STEP + self.open.steps.len()
    }

    /// Notes what was done, and what stands after it.
    pub(crate) fn push(&mut self, step: Step<G>, ladder: &Ladder<G>) {
        self.open.steps.push(step);
        if self.open.steps.len() == STEP {
            let full = std::mem::replace(&mut self.open, Page::new(ladder.clone()));
            self.full.push(Arc::new(full));
        }
    }

    pub(crate) fn entries(&self) -> impl Iterator<Item = RecordEntry> {
        let full = self.full.iter().flat_map(|page| &page.steps);
        full.chain(&self.open.steps).map(Step::entry)
    }

    pub(crate) fn entry(&self, index: usize) -> Option<RecordEntry> {
        let page = self.page(index / STEP)?;
        page.steps.get(index % STEP).map(Step::entry)
    }

    fn page(&self, number: usize) -> Option<&Page<G>> {
        if number == self.full.len() {
            return Some(&self.open);
        }
        self.full.get(number).map(Arc::as_ref)
    }

    /// The first so many entries, and what stood after them.
    pub(crate) fn first(&self, entries: usize) -> Option<(History<G>, Ladder<G>)> {
        let number = entries / STEP;
        let page = self.page(number)?;
        let steps = page.steps.get(..entries % STEP)?;
        let mut ladder = page.began.clone();
        for step in steps {
            match step {
                Step::Played(standing) => ladder.put(Arc::clone(standing)),
                Step::Undone { later, .. } => ladder.take_out(ladder.len() - later.len() - 1, later),
            }
        }
        let history = History {
            full: self.full[..number].to_vec(),
            open: Page {
                began: page.began.clone(),
                steps: steps.to_vec(),
            },
        };
        Some((history, ladder))
    }
}

impl<G: Game> Page<G> {
    fn new(began: Ladder<G>) -> Self {
        Page {
            began,
            steps: Vec::new(),
        }
    }
}
