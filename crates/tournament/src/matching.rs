//! Everybody gets a partner, and all together cost as little as can be: a perfect matching of least weight, by Edmonds'
//! method of blossoms with prices.
//!
//! Each vertex has a price. The gap of an edge is its worth below the prices of its ends, and never negative. A search
//! grows trees of alternating edges without a gap from all vertices that are still alone. Where two outer ones meet in
//! one tree an odd cycle has closed: it becomes a blossom, one node from then on. Where two trees meet, one more pair
//! is found. Where nothing meets, prices move by as much as they can. With at most 128 to pair each step may look at
//! every edge.

/// The partner of each of `count` vertices, so that the sum of the costs of all pairs is the least. Nothing for an odd
/// number. Costs are between −2^120 and 2^120.
pub fn cheapest_pairs(count: usize, cost: impl Fn(usize, usize) -> i128) -> Option<Vec<usize>> {
    if count % 2 == 1 {
        return None;
    }
    let mut search = Search::new(count, cost);
    for _ in 0..count / 2 {
        search.pair_two_more();
    }
    search.mates.into_iter().collect()
}

type Vertex = usize;
/// A vertex, or a blossom that holds nodes.
type Node = usize;

/// An edge from a vertex of one node to a vertex of another.
type Edge = (Vertex, Vertex);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Label {
    /// In no tree.
    Free,
    /// At an even distance from the root of its tree.
    Outer,
    /// At an odd distance; the edge leads from the outer node above into this one.
    Inner(Edge),
}

/// An odd cycle of nodes. The first holds the vertex whose partner is elsewhere; then the second and third are
/// partners, the fourth and fifth, and so on.
struct Blossom {
    cycle: Vec<Node>,
    /// From each node of the cycle to the next, and from the last to the first.
    links: Vec<Edge>,
    price: i128,
}

struct Search {
    count: usize,
    /// Twice what each pair is worth.
    worth: Vec<i128>,
    prices: Vec<i128>,
    mates: Vec<Option<Vertex>>,
    /// The nodes after the vertices; none where a blossom was taken apart.
    blossoms: Vec<Option<Blossom>>,
    /// The outermost node of each vertex.
    tops: Vec<Node>,
    /// Of each node; they count for outermost ones only.
    labels: Vec<Label>,
}

/// What can be done next once prices have moved.
enum Step {
    Grow(Edge),
    Meet(Edge),
    Open(Node),
}

impl Search {
    fn new(count: usize, cost: impl Fn(usize, usize) -> i128) -> Self {
        let pairs = (0..count).flat_map(|one| (0..count).map(move |other| (one, other)));
        let worth = |(one, other)| if one == other { 0 } else { -2 * cost(one, other) };
        let worth: Vec<i128> = pairs.map(worth).collect();
        let most = worth.iter().max().copied().unwrap_or_default();
        Search {
            count,
            // Half of the greatest worth of an edge for each of its ends: no gap is negative.
            prices: vec![most / 2; count],
            worth,
            mates: vec![None; count],
            blossoms: Vec::new(),
            tops: (0..count).collect(),
            labels: vec![Label::Free; count],
        }
    }

    fn gap(&self, (one, other): Edge) -> i128 {
        self.prices[one] + self.prices[other] - self.worth[one * self.count + other]
    }

    fn blossom(&self, node: Node) -> Option<&Blossom> {
        self.blossoms.get(node.checked_sub(self.count)?)?.as_ref()
    }

    fn vertices(&self, node: Node) -> Vec<Vertex> {
        match self.blossom(node) {
            None => vec![node],
            Some(blossom) => blossom
                .cycle
                .iter()
                .flat_map(|inner| self.vertices(*inner))
                .collect(),
        }
    }

    /// The vertex of a node whose partner is elsewhere.
    fn base(&self, node: Node) -> Vertex {
        self.blossom(node)
            .map_or(node, |blossom| self.base(blossom.cycle[0]))
    }

    fn top_nodes(&self) -> Vec<Node> {
        let mut nodes = self.tops.clone();
        nodes.sort_unstable();
        nodes.dedup();
        nodes
    }

    fn pair_two_more(&mut self) {
        self.labels.fill(Label::Free);
        for node in self.top_nodes() {
            if self.mates[self.base(node)].is_none() {
                self.labels[node] = Label::Outer;
            }
        }
        loop {
            let (by, step) = self.next_step();
            self.move_prices(by);
            match step {
                Step::Grow((from, to)) => {
                    let inner = self.tops[to];
                    self.labels[inner] = Label::Inner((from, to));
                    let mate = self.mates[self.base(inner)].expect("who is alone is the root of a tree");
                    self.labels[self.tops[mate]] = Label::Outer;
                }
                Step::Open(node) => self.open(node),
                Step::Meet(edge) => {
                    if !self.close_cycle(edge) {
                        self.flip_to_root(edge.0, edge.1);
                        self.flip_to_root(edge.1, edge.0);
                        return;
                    }
                }
            }
        }
    }

    /// How far prices can move, and what is possible then.
    fn next_step(&self) -> (i128, Step) {
        let mut best: Option<(i128, Step)> = None;
        let mut consider = |by: i128, step: Step| {
            if best.as_ref().is_none_or(|(least, _)| by < *least) {
                best = Some((by, step));
            }
        };
        let labels: Vec<Label> = self.tops.iter().map(|top| self.labels[*top]).collect();
        for one in (0..self.count).filter(|one| labels[*one] == Label::Outer) {
            for other in (0..self.count).filter(|other| self.tops[one] != self.tops[*other]) {
                let edge = (one, other);
                match labels[other] {
                    Label::Outer if one < other => consider(self.gap(edge) / 2, Step::Meet(edge)),
                    Label::Free => consider(self.gap(edge), Step::Grow(edge)),
                    Label::Outer | Label::Inner(_) => {}
                }
            }
        }
        for node in self.top_nodes() {
            if let (Label::Inner(_), Some(blossom)) = (self.labels[node], self.blossom(node)) {
                consider(blossom.price / 2, Step::Open(node));
            }
        }
        best.expect("two are alone at least, and every two could be a pair")
    }

    fn move_prices(&mut self, by: i128) {
        for vertex in 0..self.count {
            match self.labels[self.tops[vertex]] {
                Label::Outer => self.prices[vertex] -= by,
                Label::Inner(_) => self.prices[vertex] += by,
                Label::Free => {}
            }
        }
        for node in self.top_nodes() {
            let label = self.labels[node];
            let Some(place) = node.checked_sub(self.count) else {
                continue;
            };
            if let Some(blossom) = &mut self.blossoms[place] {
                match label {
                    Label::Outer => blossom.price += 2 * by,
                    Label::Inner(_) => blossom.price -= 2 * by,
                    Label::Free => {}
                }
            }
        }
    }

    /// The nodes from the one that holds a vertex up to its root, each with the edge that leads up from it.
    fn way_up(&self, from: Vertex) -> (Vec<Node>, Vec<Edge>) {
        let (mut nodes, mut edges) = (vec![self.tops[from]], Vec::new());
        loop {
            let node = nodes[nodes.len() - 1];
            let up = match self.labels[node] {
                Label::Inner((above, below)) => (below, above),
                Label::Outer | Label::Free => {
                    let base = self.base(node);
                    match self.mates[base] {
                        Some(mate) => (base, mate),
                        None => return (nodes, edges),
                    }
                }
            };
            edges.push(up);
            nodes.push(self.tops[up.1]);
        }
    }

    /// Makes a blossom of the cycle that this edge between outer nodes closes. False if it leads to another tree.
    fn close_cycle(&mut self, (one, other): Edge) -> bool {
        let (left, left_edges) = self.way_up(one);
        let (right, right_edges) = self.way_up(other);
        let Some(left_end) = left.iter().position(|node| right.contains(node)) else {
            return false;
        };
        let top = left[left_end];
        let right_end = right.iter().position(|node| *node == top).unwrap_or_default();
        let mut cycle = vec![top];
        cycle.extend(left[..left_end].iter().rev());
        cycle.extend(&right[..right_end]);
        let mut links: Vec<Edge> = left_edges[..left_end]
            .iter()
            .rev()
            .map(|(below, above)| (*above, *below))
            .collect();
        links.push((one, other));
        links.extend(&right_edges[..right_end]);
        let node = self.count + self.blossoms.len();
        let vertices: Vec<Vertex> = cycle.iter().flat_map(|inner| self.vertices(*inner)).collect();
        for vertex in vertices {
            self.tops[vertex] = node;
        }
        self.blossoms.push(Some(Blossom {
            cycle,
            links,
            price: 0,
        }));
        self.labels.push(Label::Outer);
        true
    }

    /// Takes an inner blossom apart. The even way from where the tree comes in to its base stays in the tree.
    fn open(&mut self, node: Node) {
        let Label::Inner(entry) = self.labels[node] else {
            return;
        };
        let place = node - self.count;
        let Some(Blossom { cycle, links, .. }) = self.blossoms[place].take() else {
            return;
        };
        for inner in &cycle {
            self.labels[*inner] = Label::Free;
            for vertex in self.vertices(*inner) {
                self.tops[vertex] = *inner;
            }
        }
        let length = cycle.len();
        let mut at = self.place_in(&cycle, entry.1);
        self.labels[cycle[at]] = Label::Inner(entry);
        let is_forward = at % 2 == 1;
        while at != 0 {
            // To the partner, which is outer, and on to the next, which is inner.
            let (partner, next, (from, to)) = if is_forward {
                let next = (at + 2) % length;
                (at + 1, next, links[at + 1])
            } else {
                let (to, from) = links[at - 2];
                (at - 1, at - 2, (from, to))
            };
            self.labels[cycle[partner]] = Label::Outer;
            self.labels[cycle[next]] = Label::Inner((from, to));
            at = next;
        }
    }

    fn place_in(&self, cycle: &[Node], vertex: Vertex) -> usize {
        let holds = |node: &Node| self.vertices(*node).contains(&vertex);
        cycle
            .iter()
            .position(holds)
            .expect("the vertex is in the blossom")
    }

    /// Pairs the vertex with another, and all on the way up to its root anew.
    fn flip_to_root(&mut self, mut vertex: Vertex, mut mate: Vertex) {
        loop {
            let node = self.tops[vertex];
            let left = self.mates[self.base(node)];
            self.make_base(node, vertex);
            self.mates[vertex] = Some(mate);
            let Some(left) = left else { return };
            let inner = self.tops[left];
            let Label::Inner((above, below)) = self.labels[inner] else {
                return;
            };
            self.make_base(inner, below);
            self.mates[below] = Some(above);
            (vertex, mate) = (above, below);
        }
    }

    /// Pairs the vertices inside of a node so that only this one's partner is elsewhere.
    fn make_base(&mut self, node: Node, vertex: Vertex) {
        let Some(place) = node.checked_sub(self.count) else {
            return;
        };
        let Some(mut blossom) = self.blossoms[place].take() else {
            return;
        };
        let length = blossom.cycle.len();
        let at = self.place_in(&blossom.cycle, vertex);
        self.make_base(blossom.cycle[at], vertex);
        // Partners change on the even way from there to the old base.
        let changed: Vec<usize> = if at.is_multiple_of(2) {
            (0..at).step_by(2).collect()
        } else {
            (at + 1..length).step_by(2).collect()
        };
        for first in changed {
            let (one, other) = blossom.links[first];
            self.make_base(blossom.cycle[first], one);
            self.make_base(blossom.cycle[(first + 1) % length], other);
            self.mates[one] = Some(other);
            self.mates[other] = Some(one);
        }
        blossom.cycle.rotate_left(at);
        blossom.links.rotate_left(at);
        self.blossoms[place] = Some(blossom);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The least cost, by trying everything.
    fn tried(costs: &[Vec<i128>], alone: &[usize]) -> i128 {
        let Some((first, others)) = alone.split_first() else {
            return 0;
        };
        let choices = others.iter().map(|other| {
            let left: Vec<usize> = others.iter().copied().filter(|one| one != other).collect();
            costs[*first][*other] + tried(costs, &left)
        });
        choices.min().unwrap_or(0)
    }

    fn check(count: usize, most: i128, seed: u64) {
        let mut state = seed;
        let mut number = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            i128::from(state >> 33) % most
        };
        let half: Vec<Vec<i128>> = (0..count)
            .map(|one| (0..one).map(|_| number()).collect())
            .collect();
        let cost = |one: usize, other: usize| {
            if one == other {
                0
            } else {
                half[one.max(other)][one.min(other)]
            }
        };
        let costs: Vec<Vec<i128>> = (0..count)
            .map(|one| (0..count).map(|other| cost(one, other)).collect())
            .collect();
        let mates = cheapest_pairs(count, cost).unwrap();
        for (one, mate) in mates.iter().enumerate() {
            assert_eq!((mates[*mate], *mate == one), (one, false), "{costs:?}");
        }
        let sum: i128 = mates
            .iter()
            .enumerate()
            .map(|(one, mate)| costs[one][*mate])
            .sum();
        let all: Vec<usize> = (0..count).collect();
        assert_eq!(sum / 2, tried(&costs, &all), "{costs:?}");
    }

    #[test]
    fn nobody_finds_cheaper_pairs_by_trying_all() {
        for seed in 0..400 {
            for (count, most) in [
                (2, 5),
                (4, 3),
                (6, 3),
                (8, 2),
                (8, 10),
                (8, 1000),
                (10, 3),
                (10, 50),
            ] {
                check(count, most, seed * 31 + count as u64);
            }
        }
    }

    #[test]
    fn an_odd_number_has_no_pairs() {
        assert_eq!(cheapest_pairs(3, |_, _| 1), None);
        assert_eq!(cheapest_pairs(0, |_, _| 1), Some(Vec::new()));
    }
}
