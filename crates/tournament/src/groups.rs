//! Tables of three and four: those sit together who have met least, and of those who have about as many points.
//!
//! The best division into groups is looked for from several beginnings by swapping two at a time, and where there are
//! few people all divisions are tried as far as they could still be better.

use crate::history::History;
use crate::lot::Lots;
use crate::record::Entrant;

/// How often another beginning is tried.
const BEGINNINGS: u64 = 24;
/// So many partial divisions are looked at, at the most, to prove that none is better.
const MOST_LOOKS: u32 = 150_000;

/// Divides people, the best first, into groups of these sizes. Their sum is the number of people.
pub(crate) fn groups(
    people: &[Entrant],
    sizes: &[usize],
    history: &History,
    lots: Lots,
) -> Vec<Vec<Entrant>> {
    if people.is_empty() {
        return Vec::new();
    }
    let costs = Costs::of(people, history, lots);
    let mut best = improved(cut(&(0..people.len()).collect::<Vec<_>>(), sizes), &costs);
    for beginning in 0..BEGINNINGS {
        let mut order: Vec<usize> = best.concat();
        kick(&mut order, lots, beginning);
        let other = improved(cut(&order, sizes), &costs);
        if costs.of_all(&other) < costs.of_all(&best) {
            best = other;
        }
    }
    let mut tried = Tried {
        costs: &costs,
        sizes,
        least: costs.of_all(&best),
        best,
        looks: 0,
    };
    tried.fill(&mut Vec::new(), &mut vec![false; people.len()], 0);
    let mut best = tried.best;
    for group in &mut best {
        group.sort_unstable();
    }
    best.sort();
    let names = |group: Vec<usize>| group.into_iter().map(|place| people[place]).collect();
    best.into_iter().map(names).collect()
}

fn cut(order: &[usize], sizes: &[usize]) -> Vec<Vec<usize>> {
    let mut rest = order;
    let mut next = |size: &usize| {
        let (group, others) = rest.split_at(*size);
        rest = others;
        group.to_vec()
    };
    sizes.iter().map(&mut next).collect()
}

/// Puts some elsewhere.
fn kick(order: &mut [usize], lots: Lots, beginning: u64) {
    let count = order.len() as u64;
    for swap in 0..(2 + beginning % 5) {
        let number = lots.number(beginning * 16 + swap);
        order.swap((number % count) as usize, ((number >> 32) % count) as usize);
    }
}

/// What it costs that two sit together.
struct Costs {
    count: usize,
    pairs: Vec<u64>,
}

impl Costs {
    /// Meeting again counts before points, points before lots: 128 people make 192 pairs at tables of four.
    fn of(people: &[Entrant], history: &History, lots: Lots) -> Self {
        let cost = |one: &Entrant, other: &Entrant| {
            if one == other {
                return 0;
            }
            let met = u64::from(history.met(*one, *other)).min(60);
            let distance = u64::from(history.points(*one).distance(history.points(*other))).min(1000);
            (met * met) << 44 | (distance * distance) << 16 | (lots.of_both(*one, *other) % 256)
        };
        let pairs = people
            .iter()
            .flat_map(|one| people.iter().map(move |other| cost(one, other)));
        Costs {
            count: people.len(),
            pairs: pairs.collect(),
        }
    }

    fn pair(&self, one: usize, other: usize) -> u64 {
        self.pairs[one * self.count + other]
    }

    fn with(&self, one: usize, group: &[usize]) -> u64 {
        group.iter().map(|other| self.pair(one, *other)).sum()
    }

    fn of_all(&self, groups: &[Vec<usize>]) -> u64 {
        let of_group = |group: &Vec<usize>| -> u64 {
            (0..group.len())
                .map(|place| self.with(group[place], &group[place + 1..]))
                .sum()
        };
        groups.iter().map(of_group).sum()
    }
}

/// Swaps two at a time as long as that makes it better.
fn improved(mut groups: Vec<Vec<usize>>, costs: &Costs) -> Vec<Vec<usize>> {
    let mut is_better = true;
    while is_better {
        is_better = false;
        for left in 0..groups.len() {
            for right in left + 1..groups.len() {
                for one in 0..groups[left].len() {
                    for other in 0..groups[right].len() {
                        let (a, b) = (groups[left][one], groups[right][other]);
                        let own = costs.with(a, &groups[left]) + costs.with(b, &groups[right]);
                        let swapped = costs.with(a, &groups[right]) + costs.with(b, &groups[left])
                            - 2 * costs.pair(a, b);
                        if swapped < own {
                            groups[left][one] = b;
                            groups[right][other] = a;
                            is_better = true;
                        }
                    }
                }
            }
        }
    }
    groups
}

/// All divisions that could still be better than the best so far.
struct Tried<'a> {
    costs: &'a Costs,
    sizes: &'a [usize],
    best: Vec<Vec<usize>>,
    least: u64,
    looks: u32,
}

impl Tried<'_> {
    fn fill(&mut self, groups: &mut Vec<Vec<usize>>, taken: &mut [bool], cost: u64) {
        self.looks += 1;
        if cost >= self.least || self.looks > MOST_LOOKS {
            return;
        }
        let is_full = groups
            .last()
            .is_none_or(|group| group.len() == self.sizes[groups.len() - 1]);
        if is_full {
            let Some(first) = taken.iter().position(|taken| !taken) else {
                self.least = cost;
                self.best.clone_from(groups);
                return;
            };
            self.open_group(first, groups, taken, cost);
            return;
        }
        let from = groups
            .last()
            .and_then(|group| group.last())
            .map_or(0, |last| last + 1);
        for next in from..taken.len() {
            if taken[next] {
                continue;
            }
            let Some(group) = groups.last_mut() else { return };
            let more = self.costs.with(next, group);
            group.push(next);
            taken[next] = true;
            self.fill(groups, taken, cost + more);
            taken[next] = false;
            if let Some(group) = groups.last_mut() {
                group.pop();
            }
        }
    }

    /// A group for the first who has none.
    fn open_group(&mut self, first: usize, groups: &mut Vec<Vec<usize>>, taken: &mut [bool], cost: u64) {
        groups.push(vec![first]);
        taken[first] = true;
        self.fill(groups, taken, cost);
        taken[first] = false;
        groups.pop();
    }
}
