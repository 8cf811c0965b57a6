//! Our search: an open-loop tree over sampled states, guided and cut short by a mind.

use bobbin_game::chance::Watched;
use bobbin_game::{Chance, Game, MAX_SEATS, MatchChance, SearchChance, Seat, Setup as _, Viewer};

use crate::limit::Limit;
use crate::mind::{Forecast, Mind, Others, next_seat, play_on};
use crate::tree::{NONE, Tree};
use crate::{Bot, Candidate, Question, Thought, Timer};

/// How a search weighs and chooses.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Manner {
    /// How long it thinks.
    pub limit: Limit,
    /// 0 plays the most tried action. Above, values that differ by less than this much of the spread are confused,
    /// as people confuse them.
    pub temperature: f32,
}

impl Manner {
    /// Thinks for so long and plays what it finds best.
    pub const fn serious(limit: Limit) -> Self {
        Manner {
            limit,
            temperature: 0.0,
        }
    }
}

/// What is second best gets at most one of so many of the iterations that are left, unless it looks better than the
/// best. Without this a search took 34 to 42 % longer and won 51.4 % (45.4 to 57.3) of 269 games (docs/bots.md). A lone
/// player keeps nobody waiting, and takes the time.
const CATCHING_UP: u64 = 3;

/// Each iteration samples a full state from the view and walks down the tree by PUCT: what an action has been worth so
/// far, plus curiosity in proportion to the mind's weight for it. At the edge of the tree the mind's quick choices
/// play on for a while and its forecast says what that promises each seat (max^n: every seat looks after itself).
/// What lies behind the chosen action is kept if the next question is the one that was expected.
pub struct Search<G: Game, M> {
    mind: M,
    manner: Manner,
    expected: Option<(G::View, Tree<G::Action>)>,
}

impl<G: Game, M: Mind<G>> Search<G, M> {
    /// A search with this knowledge.
    pub fn new(mind: M, manner: Manner) -> Self {
        Search {
            mind,
            manner,
            expected: None,
        }
    }

    /// The same search given what no player knows: the true state and the luck to come. The bound of what hidden
    /// knowledge costs; never a player.
    pub fn think_knowing(
        &mut self,
        question: &Question<G>,
        truth: (&G, &MatchChance),
        random: &mut SearchChance,
        clock: &dyn Timer,
    ) -> Thought<G::Action> {
        if let [only] = question.legal[..] {
            return Thought::forced(only);
        }
        let tree = self.kept(question);
        let mut run = Run::new(&self.mind, self.manner, question.seat, tree);
        let done = run.run(|_| (truth.0.clone(), truth.1.clone()), random, clock);
        let thought = run.thought(done, random);
        let (mut state, mut luck) = (truth.0.clone(), truth.1.clone());
        let played = state.apply(question.seat, *thought.choice(), &mut luck, &mut ());
        self.expected = run.expect(*thought.choice(), played.is_ok().then_some(state));
        thought
    }

    /// What an action promises, told once for each of so many iterations that all begin with it. The same iteration of
    /// another action has the same state and luck, so that their difference is the actions'.
    pub fn try_out(
        &self,
        question: &Question<G>,
        action: G::Action,
        iterations: u64,
        seed: u64,
        mut each: impl FnMut(&Forecast),
    ) {
        let mut run = Run::new(&self.mind, self.manner, question.seat, Tree::new());
        let mut seeds = SearchChance::new(seed);
        let dealt = G::sample(&question.view, &mut seeds);
        for _ in 0..iterations {
            let mut random = SearchChance::new(seeds.bits());
            let state = dealt.sample_again(&question.view, &mut random);
            let luck = SearchChance::new(random.bits());
            each(&run.iterate_from(Some(action), state, luck, &mut random));
        }
    }

    /// What was thought about this question before it was asked.
    fn kept(&mut self, question: &Question<G>) -> Tree<G::Action> {
        let kept = self.expected.take().filter(|(view, _)| *view == question.view);
        kept.map_or_else(Tree::new, |(_, tree)| tree)
    }
}

/// What comes after an action, if no luck is needed to tell.
fn certain_next<G: Game>(question: &Question<G>, action: G::Action, random: &mut SearchChance) -> Option<G> {
    let mut state = G::sample(&question.view, random);
    let mut luck = Watched::new(SearchChance::new(random.bits()));
    let played = state.apply(question.seat, action, &mut luck, &mut ());
    (played.is_ok() && luck.is_silent()).then_some(state)
}

impl<G: Game, M: Mind<G>> Bot<G> for Search<G, M> {
    fn think(
        &mut self,
        question: &Question<G>,
        random: &mut SearchChance,
        clock: &dyn Timer,
    ) -> Thought<G::Action> {
        if let [only] = question.legal[..] {
            return Thought::forced(only);
        }
        let tree = self.kept(question);
        let mut run = Run::new(&self.mind, self.manner, question.seat, tree);
        let dealt = G::sample(&question.view, random);
        let sample = |random: &mut SearchChance| {
            let state = dealt.sample_again(&question.view, random);
            (state, SearchChance::new(random.bits()))
        };
        let done = run.run(sample, random, clock);
        let thought = run.thought(done, random);
        let next = certain_next(question, *thought.choice(), random);
        self.expected = run.expect(*thought.choice(), next);
        thought
    }
}

/// The thinking about one question.
pub(crate) struct Run<'a, G: Game, M> {
    mind: &'a M,
    manner: Manner,
    seat: Seat,
    tree: Tree<G::Action>,
    seen: [Spread; MAX_SEATS],
    path: Vec<u32>,
    legal: Vec<G::Action>,
    found: Vec<u32>,
    weights: Vec<f32>,
}

impl<'a, G: Game, M: Mind<G>> Run<'a, G, M> {
    pub(crate) fn new(mind: &'a M, manner: Manner, seat: Seat, tree: Tree<G::Action>) -> Self {
        Run {
            mind,
            manner,
            seat,
            tree,
            seen: [Spread::default(); MAX_SEATS],
            path: Vec::new(),
            legal: Vec::new(),
            found: Vec::new(),
            weights: Vec::new(),
        }
    }

    /// Iterates until the limit, or until nothing that is left can change the choice.
    fn run<C: Chance>(
        &mut self,
        mut sample: impl FnMut(&mut SearchChance) -> (G, C),
        random: &mut SearchChance,
        clock: &dyn Timer,
    ) -> u64 {
        let mut done = 0;
        let mut catching_up = CATCHING_UP;
        loop {
            let left = self.manner.limit.left(done, clock);
            if done > 0 && (left == 0 || done.is_multiple_of(32) && self.is_decided(left, catching_up)) {
                return done;
            }
            let (state, luck) = sample(random);
            if state.setup().players() == 1 {
                catching_up = 1;
            }
            self.iterate(state, luck, random);
            done += 1;
        }
    }

    /// What lies behind an action, if what comes next is certain and ours.
    fn expect(&self, action: G::Action, next: Option<G>) -> Option<(G::View, Tree<G::Action>)> {
        let state = next.filter(|state| state.to_act().contains(self.seat))?;
        let tree = self.tree.behind(self.seat, action)?;
        Some((state.view(Viewer::Seat(self.seat)), tree))
    }

    /// Is it clear what will have been tried most? Where the first is also worth more than the second, the second is
    /// not waited for longer than it takes at `catching_up`: a close choice gets all the time there is, a clear one
    /// little.
    fn is_decided(&self, left: u64, catching_up: u64) -> bool {
        if self.manner.temperature > 0.0 {
            return false;
        }
        let (mut first, mut second) = ((0, 0.0), (0, 0.0));
        for edge in self.tree.edges_of(0) {
            let edge = (edge.visits, edge.mean());
            if edge.0 > first.0 {
                (first, second) = (edge, first);
            } else if edge.0 > second.0 {
                second = edge;
            }
        }
        let share = if first.1 >= second.1 { catching_up } else { 1 };
        u64::from(first.0 - second.0) > left / share
    }

    pub(crate) fn iterate<C: Chance>(&mut self, state: G, luck: C, random: &mut SearchChance) {
        self.iterate_from(None, state, luck, random);
    }

    /// One iteration that begins with this action, or with the most promising.
    fn iterate_from<C: Chance>(
        &mut self,
        mut first: Option<G::Action>,
        mut state: G,
        mut luck: C,
        random: &mut SearchChance,
    ) -> Forecast {
        self.path.clear();
        let mut node = 0;
        while let Some(seat) = next_seat(&state, self.seat) {
            let edge = match first.take() {
                Some(action) => Some(self.tree.find_edge(node, seat, action)),
                None => self.choose(&state, node, seat, random),
            };
            let Some(edge) = edge else { break };
            let action = self.tree.edges[edge as usize].action;
            state
                .apply(seat, action, &mut luck, &mut ())
                .expect("a legal action is accepted");
            self.path.push(edge);
            let (child, is_new) = self.tree.child(edge);
            if is_new {
                break;
            }
            node = child;
        }
        let forecast = match state.outcome() {
            Some(outcome) => self.mind.conclude(&outcome),
            None => play_on(
                self.mind,
                &mut state,
                self.seat,
                &mut luck,
                random,
                &mut self.legal,
            ),
        };
        self.learn(&forecast);
        forecast
    }

    /// What the latest iteration did in the tree.
    pub(crate) fn walk(&self) -> impl Iterator<Item = (Seat, G::Action)> {
        let edges = self.path.iter().map(|&edge| &self.tree.edges[edge as usize]);
        edges.map(|edge| (edge.seat, edge.action))
    }

    fn choose(&mut self, state: &G, node: u32, seat: Seat, random: &mut SearchChance) -> Option<u32> {
        self.legal.clear();
        state.legal_actions(seat, &mut self.legal);
        if let [only] = self.legal[..] {
            let edge = self.tree.find_edge(node, seat, only);
            return (edge != NONE).then_some(edge);
        }
        let (mind, legal) = (self.mind, &self.legal);
        if seat != self.seat && M::OTHERS == Others::Policy {
            mind.weigh(state, seat, legal, &mut self.weights);
            let action = legal[pick(&self.weights, random)];
            let edge = self.tree.find_edge(node, seat, action);
            return (edge != NONE).then_some(edge);
        }
        let weigh = |weights: &mut Vec<f32>| mind.weigh(state, seat, legal, weights);
        self.tree
            .find_edges(node, seat, legal, &mut self.found, weigh, &mut self.weights);
        self.most_promising(state, seat)
    }

    /// PUCT over the actions that are legal now.
    fn most_promising(&self, state: &G, seat: Seat) -> Option<u32> {
        let edges = || self.found.iter().filter(|&&edge| edge != NONE);
        let (mut visits, mut worth, mut weights) = (0.0_f64, 0.0_f64, 0.0_f64);
        for &edge in edges() {
            let edge = &self.tree.edges[edge as usize];
            visits += f64::from(edge.visits);
            worth += edge.worth;
            weights += f64::from(edge.weight);
        }
        let seen = &self.seen[seat.index()];
        let deviation = seen.deviation();
        let mean = if visits > 0.0 { worth / visits } else { seen.mean };
        let untried = mean - f64::from(self.mind.reserve(state)) * deviation;
        let curiosity =
            f64::from(self.mind.curiosity(state)) * deviation * (visits + 1.0).sqrt() / weights.max(1e-9);
        let mut best = (f64::MIN, None);
        for &place in edges() {
            let edge = &self.tree.edges[place as usize];
            let value = if edge.visits == 0 { untried } else { edge.mean() };
            let score = value + curiosity * f64::from(edge.weight) / (1.0 + f64::from(edge.visits));
            if score > best.0 {
                best = (score, Some(place));
            }
        }
        best.1
    }

    fn learn(&mut self, forecast: &Forecast) {
        for (seen, worth) in self.seen.iter_mut().zip(forecast.worth) {
            seen.note(f64::from(worth));
        }
        for &edge in &self.path {
            let edge = &mut self.tree.edges[edge as usize];
            edge.visits += 1;
            edge.worth += f64::from(forecast.worth[edge.seat.index()]);
            edge.points += f64::from(forecast.points[edge.seat.index()]);
        }
    }

    fn thought(&self, iterations: u64, random: &mut SearchChance) -> Thought<G::Action> {
        let tried = self.tree.edges_of(0).filter(|edge| edge.visits > 0);
        let mut best: Vec<Candidate<G::Action>> = tried.map(Candidate::of_edge).collect();
        let key = |candidate: &Candidate<G::Action>| (candidate.visits, candidate.value);
        best.sort_by(|a, b| key(b).partial_cmp(&key(a)).unwrap_or(std::cmp::Ordering::Equal));
        if self.manner.temperature > 0.0 {
            let choice = self.confused(&best, random);
            best[..=choice].rotate_right(1);
        }
        Thought { best, iterations }
    }

    /// One of the candidates: those that look nearly as good are nearly as likely. An action tried once or twice is
    /// believed to be about average, and the more the search was interested in one the likelier it is: so what looks
    /// good by luck alone, among many that were hardly tried, is not played. The more confused, the less that interest
    /// counts.
    fn confused(&self, candidates: &[Candidate<G::Action>], random: &mut SearchChance) -> usize {
        let seen = &self.seen[self.seat.index()];
        let sums = candidates.iter().fold((0.0, 0.0), |sums, candidate| {
            let visits = candidate.visits.unwrap_or(0) as f64;
            (sums.0 + visits, sums.1 + visits * candidate.value.unwrap_or(0.0))
        });
        let mean = sums.1 / f64::max(sums.0, 1.0);
        let believed = |candidate: &Candidate<G::Action>| {
            let visits = candidate.visits.unwrap_or(0) as f64;
            (candidate.value.unwrap_or(0.0) * visits + mean * 2.0) / (visits + 2.0)
        };
        let best = candidates.iter().map(believed).fold(f64::MIN, f64::max);
        let interest = 1.0 / (1.0 + f64::from(self.manner.temperature));
        let scale = (f64::from(self.manner.temperature) * seen.deviation()).max(1e-9);
        let weights: Vec<f32> = candidates
            .iter()
            .map(|candidate| {
                let visits = candidate.visits.unwrap_or(0) as f64;
                (visits.powf(interest) * ((believed(candidate) - best) / scale).exp()) as f32
            })
            .collect();
        pick(&weights, random)
    }
}

/// One of the places, each as likely as its weight says.
pub fn pick(weights: &[f32], random: &mut SearchChance) -> usize {
    let total: f32 = weights.iter().sum();
    let mut left = total * (random.bits() >> 40) as f32 / (1u64 << 24) as f32;
    for (place, weight) in weights.iter().enumerate() {
        left -= weight;
        if left < 0.0 {
            return place;
        }
    }
    weights.len() - 1
}

/// The mean and spread of what was seen, updated as it comes.
#[derive(Clone, Copy, Debug, Default)]
struct Spread {
    count: f64,
    mean: f64,
    squares: f64,
}

impl Spread {
    fn note(&mut self, value: f64) {
        self.count += 1.0;
        let before = value - self.mean;
        self.mean += before / self.count;
        self.squares += before * (value - self.mean);
    }

    /// The standard deviation; until enough was seen, a guess that lessens.
    fn deviation(&self) -> f64 {
        const GUESS: f64 = 0.3;
        const BELIEF: f64 = 4.0;
        ((self.squares + BELIEF * GUESS * GUESS) / (self.count + BELIEF)).sqrt()
    }
}
