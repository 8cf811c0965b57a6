//! The tree of a search: what was tried after what, and how it went.
//!
//! It is open-loop: a node stands for the actions that led to it, not for a state, so one tree serves all the
//! states that chance and hidden cards may bring. Nodes and edges live in two vectors of bounded length.

use bobbin_game::Seat;

/// The most edges a tree has. An edge takes 40 bytes and the size of an action; a full tree of a game with actions
/// of 16 bytes has 21 MB of edges and at most 5 MB of nodes. When it is full nothing is forgotten, but it does not
/// grow any more.
pub const MAX_EDGES: usize = 400_000;

/// A node or an edge that is none.
pub(crate) const NONE: u32 = u32::MAX;

/// A place in the tree.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    first: u32,
    last: u32,
    pub(crate) visits: u32,
}

/// An action of a seat at a node. Those of one node are a list.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Edge<A> {
    pub(crate) action: A,
    pub(crate) seat: Seat,
    next: u32,
    pub(crate) child: u32,
    pub(crate) visits: u32,
    /// How often it could have been chosen.
    pub(crate) available: u32,
    pub(crate) weight: f32,
    /// Sums over the visits, for the seat that acts.
    pub(crate) worth: f64,
    pub(crate) points: f64,
}

impl<A> Edge<A> {
    /// The mean worth of its visits.
    pub(crate) fn mean(&self) -> f64 {
        self.worth / f64::from(self.visits.max(1))
    }
}

/// The tree. Its root is node 0.
#[derive(Clone, Debug)]
pub(crate) struct Tree<A> {
    pub(crate) nodes: Vec<Node>,
    pub(crate) edges: Vec<Edge<A>>,
}

const BARE: Node = Node {
    first: NONE,
    last: NONE,
    visits: 0,
};

impl<A: Copy + Eq> Tree<A> {
    /// A tree with nothing but a root.
    pub(crate) fn new() -> Self {
        Tree {
            nodes: vec![BARE],
            edges: Vec::new(),
        }
    }

    /// Finds or adds the edge of each action, in order; `NONE` where the tree is full.
    pub(crate) fn find_edges(
        &mut self,
        node: u32,
        seat: Seat,
        legal: &[A],
        found: &mut Vec<u32>,
        weigh: impl FnOnce(&mut Vec<f32>),
        weights: &mut Vec<f32>,
    ) {
        found.clear();
        let mut weigh = Some(weigh);
        let mut cursor = self.nodes[node as usize].first;
        for (place, &action) in legal.iter().enumerate() {
            let is_it = |edge: &Edge<A>| edge.action == action && edge.seat == seat;
            let mut edge = self.scan(cursor, NONE, is_it);
            if edge == NONE {
                edge = self.scan(self.nodes[node as usize].first, cursor, is_it);
            }
            if edge == NONE && self.edges.len() < MAX_EDGES {
                if let Some(weigh) = weigh.take() {
                    weigh(weights);
                }
                edge = self.add(node, seat, action, weights[place]);
            }
            if edge != NONE {
                // The order of legal actions is fixed, so the next one is mostly the next edge.
                cursor = self.edges[edge as usize].next;
            }
            found.push(edge);
        }
    }

    /// Finds or adds the edge of one action.
    pub(crate) fn find_edge(&mut self, node: u32, seat: Seat, action: A) -> u32 {
        let first = self.nodes[node as usize].first;
        let edge = self.scan(first, NONE, |edge| edge.action == action && edge.seat == seat);
        if edge == NONE && self.edges.len() < MAX_EDGES {
            return self.add(node, seat, action, 1.0);
        }
        edge
    }

    fn scan(&self, from: u32, until: u32, is_it: impl Fn(&Edge<A>) -> bool) -> u32 {
        let mut cursor = from;
        while cursor != until && cursor != NONE {
            let edge = &self.edges[cursor as usize];
            if is_it(edge) {
                return cursor;
            }
            cursor = edge.next;
        }
        NONE
    }

    fn add(&mut self, node: u32, seat: Seat, action: A, weight: f32) -> u32 {
        let edge = self.edges.len() as u32;
        self.edges.push(Edge {
            action,
            seat,
            next: NONE,
            child: NONE,
            visits: 0,
            available: 0,
            weight,
            worth: 0.0,
            points: 0.0,
        });
        let node = &mut self.nodes[node as usize];
        match node.last {
            NONE => node.first = edge,
            last => self.edges[last as usize].next = edge,
        }
        node.last = edge;
        edge
    }

    /// The node behind an edge, and whether it was made just now.
    pub(crate) fn child(&mut self, edge: u32) -> (u32, bool) {
        let child = self.edges[edge as usize].child;
        if child != NONE {
            return (child, false);
        }
        let child = self.nodes.len() as u32;
        self.nodes.push(BARE);
        self.edges[edge as usize].child = child;
        (child, true)
    }

    /// The edges of a node.
    pub(crate) fn edges_of(&self, node: u32) -> impl Iterator<Item = &Edge<A>> {
        let mut cursor = self.nodes[node as usize].first;
        std::iter::from_fn(move || {
            let edge = self.edges.get(cursor as usize)?;
            cursor = edge.next;
            Some(edge)
        })
    }

    /// The part of the tree behind an action of the root, as a tree of its own.
    pub(crate) fn behind(&self, seat: Seat, action: A) -> Option<Tree<A>> {
        let edge = self
            .edges_of(0)
            .find(|edge| edge.action == action && edge.seat == seat)?;
        let mut copy = Tree::new();
        if edge.child == NONE {
            return None;
        }
        copy.nodes[0].visits = self.nodes[edge.child as usize].visits;
        let mut waiting = vec![(edge.child, 0)];
        while let Some((from, to)) = waiting.pop() {
            for edge in self.edges_of(from) {
                let place = copy.add(to, edge.seat, edge.action, edge.weight);
                copy.edges[place as usize] = Edge {
                    next: NONE,
                    child: NONE,
                    ..*edge
                };
                if edge.child != NONE {
                    let (child, _) = copy.child(place);
                    copy.nodes[child as usize].visits = self.nodes[edge.child as usize].visits;
                    waiting.push((edge.child, child));
                }
            }
        }
        Some(copy)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SEAT: Seat = Seat::new(0);

    fn edges(tree: &mut Tree<u8>, legal: &[u8]) -> Vec<u32> {
        let mut found = Vec::new();
        let weigh =
            |weights: &mut Vec<f32>| *weights = legal.iter().map(|&action| f32::from(action)).collect();
        tree.find_edges(0, SEAT, legal, &mut found, weigh, &mut Vec::new());
        found
    }

    #[test]
    fn an_action_keeps_its_edge_whatever_else_is_legal() {
        let mut tree = Tree::new();
        assert_eq!(edges(&mut tree, &[5, 6, 7]), [0, 1, 2]);
        assert_eq!(edges(&mut tree, &[7, 8, 5]), [2, 3, 0]);
        assert_eq!(edges(&mut tree, &[5, 6, 7, 8, 9]), [0, 1, 2, 3, 4]);
        assert!((tree.edges[3].weight - 8.0).abs() < f32::EPSILON);
    }

    #[test]
    fn what_lies_behind_an_action_is_a_tree_of_its_own() {
        let mut tree = Tree::new();
        let found = edges(&mut tree, &[1, 2]);
        assert!(tree.behind(SEAT, 2).is_none(), "nothing was tried behind it");
        let (child, is_new) = tree.child(found[1]);
        assert!(is_new);
        let below = tree.find_edge(child, SEAT, 9);
        tree.edges[below as usize].visits = 4;
        tree.nodes[child as usize].visits = 5;
        let part = tree.behind(SEAT, 2).unwrap();
        assert_eq!(part.nodes[0].visits, 5);
        assert_eq!(
            part.edges_of(0)
                .map(|edge| (edge.action, edge.visits))
                .collect::<Vec<_>>(),
            [(9, 4)]
        );
    }
}
