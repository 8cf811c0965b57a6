//! Many matches at once.

use bobbin_game::encoding::{Encoded, Numbers, Row, described_columns, observed_columns};
use bobbin_game::{SearchChance, Seat, Setup as _, Viewer};
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::reward::Reward;

/// For how many legal actions there is room where a game has no numbers. The test kit sees at most 300 in its games; a
/// table that is laid out to have many more places has some without a number, of which the last are left out.
pub const MOST_LEGAL: usize = 384;

/// More threads than this are not made.
pub const MOST_THREADS: usize = 256;

/// How wide the arrays are: one row a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shape {
    /// Matches.
    pub matches: usize,
    /// Seats.
    pub players: usize,
    /// Columns of an observation.
    pub columns: usize,
    /// Numbers of actions; where a game has none [`MOST_LEGAL`], and an action's number is its place among the legal
    /// ones.
    pub actions: usize,
    /// Columns of what is written of each action where a game has no numbers, else 0.
    pub described: usize,
}

impl Shape {
    /// The width of each of the [`Arrays`].
    pub fn widths(self) -> [usize; 6] {
        [
            self.columns,
            self.actions,
            self.actions * self.described,
            1,
            self.players,
            1,
        ]
    }
}

/// Arrays that the caller keeps, one row a match. What is written: how things stand for the seat that acts next.
#[derive(Debug)]
pub struct Arrays<'a> {
    /// What the seat sees.
    pub observations: &'a mut [u8],
    /// What it may do: true at the number of each legal action.
    pub masks: &'a mut [bool],
    /// What is written of each legal action where a game has no numbers; 0 in the rows of others.
    pub described: &'a mut [u8],
    /// Whose turn it is.
    pub seats: &'a mut [i32],
    /// What the latest step was worth to each seat: all 0 but when a match has ended.
    pub rewards: &'a mut [f32],
    /// Did the latest step end a match? What stands in the row is a new one then.
    pub ended: &'a mut [bool],
}

impl<'a> Arrays<'a> {
    fn check(&self, shape: Shape) {
        let lengths = [
            self.observations.len(),
            self.masks.len(),
            self.described.len(),
            self.seats.len(),
            self.rewards.len(),
            self.ended.len(),
        ];
        let widths = shape.widths().map(|width| width * shape.matches);
        assert_eq!(lengths, widths, "an array has one row a match");
    }

    /// The first rows, and the rest.
    #[inline]
    fn split(self, shape: Shape, rows: usize) -> (Arrays<'a>, Arrays<'a>) {
        let [columns, actions, described, _, players, _] = shape.widths();
        let observations = self.observations.split_at_mut(rows * columns);
        let masks = self.masks.split_at_mut(rows * actions);
        let described = self.described.split_at_mut(rows * described);
        let seats = self.seats.split_at_mut(rows);
        let rewards = self.rewards.split_at_mut(rows * players);
        let ended = self.ended.split_at_mut(rows);
        let first = Arrays {
            observations: observations.0,
            masks: masks.0,
            described: described.0,
            seats: seats.0,
            rewards: rewards.0,
            ended: ended.0,
        };
        let rest = Arrays {
            observations: observations.1,
            masks: masks.1,
            described: described.1,
            seats: seats.1,
            rewards: rewards.1,
            ended: ended.1,
        };
        (first, rest)
    }

    /// The same arrays for a shorter time.
    fn again(&mut self) -> Arrays<'_> {
        Arrays {
            observations: self.observations,
            masks: self.masks,
            described: self.described,
            seats: self.seats,
            rewards: self.rewards,
            ended: self.ended,
        }
    }
}

/// An action that is not legal: nothing was changed in any match.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("match {index}: action {action} is not legal; its row of the mask says what is")]
pub struct NotLegal {
    /// Which match.
    pub index: usize,
    /// Which action.
    pub action: i32,
}

/// Many matches without their game's types.
pub trait AnyVector: Send + Sync {
    /// How wide the arrays are.
    fn shape(&self) -> Shape;

    /// Begins all matches anew, as this seed has it.
    ///
    /// # Panics
    /// If an array is not as its shape says.
    fn reset(&mut self, seed: u64, arrays: &mut Arrays<'_>);

    /// Plays one action in every match: that of the seat whose turn it is. A match that ends begins anew.
    ///
    /// # Panics
    /// If there is not one action a match, or an array is not as its shape says.
    fn step(&mut self, actions: &[i32], arrays: &mut Arrays<'_>) -> Result<(), NotLegal>;

    /// A legal action for every match, all equally likely.
    ///
    /// # Panics
    /// If there is not one place a match.
    fn random_actions(&mut self, actions: &mut [i32]);
}

/// Many matches of a game, stepped together. What happens in one follows from the seed, its place and its actions
/// alone, however many threads there are.
pub struct Vector<G: Encoded> {
    rules: Rules<G>,
    lanes: Vec<Lane<G>>,
    /// None where one thread does it all.
    threads: Option<ThreadPool>,
    /// The process whose threads these are: a copy of it by `fork` has none of them.
    process: u32,
}

/// What all matches have in common.
struct Rules<G: Encoded> {
    setup: G::Setup,
    numbers: Option<Numbers>,
    shape: Shape,
    reward: Reward,
}

/// One match.
struct Lane<G: Encoded> {
    state: G,
    luck: SearchChance,
    choices: SearchChance,
    seat: Seat,
    legal: Vec<G::Action>,
    /// The number of each of them.
    numbers: Vec<i32>,
    /// Which of them is played next.
    chosen: usize,
    /// In how many rows of `described` something may stand.
    written: usize,
}

impl<G: Encoded> Vector<G> {
    /// So many matches on so many threads, at most [`MOST_THREADS`]; on one where the machine gives no more.
    pub fn new(setup: G::Setup, matches: usize, reward: Reward, threads: usize) -> Self {
        let threads = threads.min(MOST_THREADS);
        let numbers = G::numbers(&setup);
        let shape = Shape {
            matches,
            players: setup.players(),
            columns: observed_columns::<G>(&setup).len(),
            actions: numbers.as_ref().map_or(MOST_LEGAL, Numbers::count),
            described: described_columns::<G>(&setup).len(),
        };
        let threads = (threads > 1).then(|| ThreadPoolBuilder::new().num_threads(threads).build());
        Vector {
            lanes: (0..matches).map(|index| Lane::new(&setup, 0, index)).collect(),
            rules: Rules {
                setup,
                numbers,
                shape,
                reward,
            },
            threads: threads.and_then(Result::ok),
            process: std::process::id(),
        }
    }

    /// Threads of this process: in a copy by `fork` they are made anew. Those that were never there cannot be waited
    /// for.
    fn revive(&mut self) {
        let process = std::process::id();
        if process != self.process {
            self.process = process;
            if let Some(gone) = self.threads.take() {
                let count = gone.current_num_threads();
                std::mem::forget(gone);
                self.threads = ThreadPoolBuilder::new().num_threads(count).build().ok();
            }
        }
    }

    /// Does something with each match, on all threads.
    fn each_match(&mut self, work: impl Fn(usize, &mut Lane<G>) + Sync) {
        self.revive();
        let lanes = &mut self.lanes;
        match &self.threads {
            None => lanes
                .iter_mut()
                .enumerate()
                .for_each(|(index, lane)| work(index, lane)),
            Some(threads) => threads.install(|| {
                let lanes = lanes.par_iter_mut().with_min_len(64).enumerate();
                lanes.for_each(|(index, lane)| work(index, lane));
            }),
        }
    }

    /// Does something with each match and its row of the arrays, on all threads.
    fn each_row(
        &mut self,
        arrays: &mut Arrays<'_>,
        work: impl Fn(&Rules<G>, &mut Lane<G>, &mut Arrays<'_>) + Sync,
    ) {
        self.revive();
        arrays.check(self.rules.shape);
        let arrays = arrays.again();
        let (rules, lanes) = (&self.rules, &mut self.lanes[..]);
        match &self.threads {
            None => in_halves(rules, lanes, arrays, usize::MAX, &work),
            Some(threads) => {
                let part = lanes.len().div_ceil(4 * threads.current_num_threads());
                threads.install(|| in_halves(rules, lanes, arrays, part, &work));
            }
        }
    }
}

/// Halves the work until no part has more than `part` matches.
fn in_halves<G: Encoded>(
    rules: &Rules<G>,
    lanes: &mut [Lane<G>],
    arrays: Arrays<'_>,
    part: usize,
    work: &(impl Fn(&Rules<G>, &mut Lane<G>, &mut Arrays<'_>) + Sync),
) {
    if lanes.len() <= part {
        let mut rest = arrays;
        for lane in lanes {
            let (mut row, after) = rest.split(rules.shape, 1);
            work(rules, lane, &mut row);
            rest = after;
        }
        return;
    }
    let half = lanes.len() / 2;
    let (first, second) = lanes.split_at_mut(half);
    let (first_rows, second_rows) = arrays.split(rules.shape, half);
    rayon::join(
        || in_halves(rules, first, first_rows, part, work),
        || in_halves(rules, second, second_rows, part, work),
    );
}

impl<G: Encoded> AnyVector for Vector<G> {
    fn shape(&self) -> Shape {
        self.rules.shape
    }

    fn reset(&mut self, seed: u64, arrays: &mut Arrays<'_>) {
        let setup = self.rules.setup.clone();
        self.each_match(|index, lane| *lane = Lane::new(&setup, seed, index));
        self.each_row(arrays, |rules, lane, row| {
            row.rewards.fill(0.0);
            row.ended[0] = false;
            lane.tell(rules, row);
        });
    }

    fn step(&mut self, actions: &[i32], arrays: &mut Arrays<'_>) -> Result<(), NotLegal> {
        assert_eq!(actions.len(), self.lanes.len(), "there is one action a match");
        let is_listed = self.rules.numbers.is_none();
        let mut pairs = actions.iter().zip(&mut self.lanes).enumerate();
        pairs.try_for_each(|(index, (&action, lane))| {
            lane.choose(action, is_listed).ok_or(NotLegal { index, action })
        })?;
        self.each_row(arrays, |rules, lane, row| {
            lane.step(rules, row);
            lane.tell(rules, row);
        });
        Ok(())
    }

    fn random_actions(&mut self, actions: &mut [i32]) {
        assert_eq!(actions.len(), self.lanes.len(), "there is one place a match");
        for (action, lane) in actions.iter_mut().zip(&mut self.lanes) {
            *action = lane.numbers[lane.choices.below(lane.numbers.len() as u32) as usize];
        }
    }
}

impl<G: Encoded> Lane<G> {
    fn new(setup: &G::Setup, seed: u64, index: usize) -> Self {
        let mut seeds = SearchChance::new(seed);
        let mut seeds = SearchChance::new(seeds.bits() ^ index as u64);
        let mut luck = SearchChance::new(seeds.bits());
        Lane {
            state: G::start(setup, &mut luck),
            luck,
            choices: SearchChance::new(seeds.bits()),
            seat: Seat::new(0),
            legal: Vec::new(),
            numbers: Vec::new(),
            chosen: 0,
            written: MOST_LEGAL,
        }
    }

    /// Remembers which legal action has this number.
    #[inline]
    fn choose(&mut self, action: i32, is_listed: bool) -> Option<()> {
        self.chosen = if is_listed {
            usize::try_from(action)
                .ok()
                .filter(|&place| place < self.legal.len())
        } else {
            self.numbers.iter().position(|&number| number == action)
        }?;
        Some(())
    }

    /// Plays what was chosen, and begins anew if that ended the match.
    fn step(&mut self, rules: &Rules<G>, row: &mut Arrays<'_>) {
        let action = self.legal[self.chosen];
        self.state
            .apply(self.seat, action, &mut self.luck, &mut ())
            .expect("a legal action is accepted");
        match self.state.outcome() {
            None => {
                row.rewards.fill(0.0);
                row.ended[0] = false;
            }
            Some(outcome) => {
                row.rewards
                    .copy_from_slice(&rules.reward.of(&outcome)[..rules.shape.players]);
                row.ended[0] = true;
                self.state = G::start(&rules.setup, &mut self.luck);
            }
        }
    }

    /// Writes how things stand for the seat that acts next.
    fn tell(&mut self, rules: &Rules<G>, row: &mut Arrays<'_>) {
        self.seat = self
            .state
            .to_act()
            .first()
            .expect("a match that goes on has somebody to act");
        row.seats[0] = self.seat.index() as i32;
        let view = self.state.view(Viewer::Seat(self.seat));
        G::observe(&view, &mut Row::new(row.observations));
        self.legal.clear();
        self.state.legal_actions(self.seat, &mut self.legal);
        row.masks.fill(false);
        self.numbers.clear();
        if let Some(numbers) = &rules.numbers {
            for &action in &self.legal {
                let number = G::number(numbers, &view, action);
                row.masks[number] = true;
                self.numbers.push(number as i32);
            }
            return;
        }
        self.legal.truncate(MOST_LEGAL);
        row.masks[..self.legal.len()].fill(true);
        self.numbers.extend(0..self.legal.len() as i32);
        let width = rules.shape.described;
        let rows = row.described.chunks_exact_mut(width);
        for (&action, bytes) in self.legal.iter().zip(rows) {
            G::describe(&view, action, &mut Row::new(bytes));
        }
        // What was written there before is another seat's, and may be hidden from this one.
        let (now, before) = (self.legal.len(), self.written);
        row.described[now * width..before.max(now) * width].fill(0);
        self.written = now;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bobbin_hearts::{Hearts, Setup};

    struct Kept {
        observations: Vec<u8>,
        masks: Vec<bool>,
        seats: Vec<i32>,
        rewards: Vec<f32>,
        ended: Vec<bool>,
    }

    impl Kept {
        fn new(shape: Shape) -> Kept {
            let [columns, actions, _, one, players, _] = shape.widths().map(|width| width * shape.matches);
            Kept {
                observations: vec![7; columns],
                masks: vec![true; actions],
                seats: vec![-1; one],
                rewards: vec![9.0; players],
                ended: vec![true; one],
            }
        }

        fn arrays(&mut self) -> Arrays<'_> {
            Arrays {
                observations: &mut self.observations,
                masks: &mut self.masks,
                described: &mut [],
                seats: &mut self.seats,
                rewards: &mut self.rewards,
                ended: &mut self.ended,
            }
        }
    }

    /// Everything that is written in so many steps.
    fn story(threads: usize, steps: usize) -> (Vec<Vec<u8>>, usize) {
        let mut vector = Vector::<Hearts>::new(Setup::default(), 100, Reward::Victory, threads);
        let mut kept = Kept::new(vector.shape());
        let mut actions = vec![0; 100];
        vector.reset(5, &mut kept.arrays());
        let (mut story, mut ended) = (Vec::new(), 0);
        for _ in 0..steps {
            vector.random_actions(&mut actions);
            for (row, &action) in kept.masks.chunks(105).zip(&actions) {
                assert!(row[action as usize]);
            }
            vector.step(&actions, &mut kept.arrays()).unwrap();
            let rewards = kept.rewards.iter().map(|reward| (reward * 12.0) as u8);
            story.push(kept.observations.iter().copied().chain(rewards).collect());
            ended += kept.ended.iter().filter(|&&ended| ended).count();
            let sum: f32 = kept.rewards.iter().sum();
            assert!(sum.abs() < 1e-4, "{sum}");
        }
        (story, ended)
    }

    #[test]
    fn threads_change_nothing() {
        let (one, ended) = story(1, 150);
        assert_eq!(ended, 200, "a deal has 68 actions");
        assert_eq!(story(3, 150), (one, ended));
    }

    #[test]
    fn an_action_that_is_not_legal_changes_nothing() {
        let mut vector = Vector::<Hearts>::new(Setup::default(), 3, Reward::Victory, 1);
        let mut kept = Kept::new(vector.shape());
        let mut actions = vec![0; 3];
        vector.reset(1, &mut kept.arrays());
        vector.random_actions(&mut actions);
        let before = kept.observations.clone();
        for wrong in [-1, 104, 105, i32::MAX] {
            let refused = vector.step(&[actions[0], wrong, actions[2]], &mut kept.arrays());
            assert_eq!(
                refused,
                Err(NotLegal {
                    index: 1,
                    action: wrong
                })
            );
            assert_eq!(kept.observations, before);
        }
        vector.step(&actions, &mut kept.arrays()).unwrap();
        assert_ne!(kept.observations, before);
    }

    #[test]
    fn matches_have_luck_of_their_own() {
        let mut vector = Vector::<Hearts>::new(Setup::default(), 50, Reward::Victory, 1);
        let mut kept = Kept::new(vector.shape());
        vector.reset(1, &mut kept.arrays());
        let mut rows: Vec<&[u8]> = kept.observations.chunks(vector.shape().columns).collect();
        rows.sort_unstable();
        rows.dedup();
        assert_eq!(rows.len(), 50);
    }
}
