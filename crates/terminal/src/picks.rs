//! From a list of legal actions to pieces that are touched one after the other.
//!
//! No rule of any game is known here: an action says which pieces a person touches for it, in order. The page narrows
//! actions in the same way.

use std::collections::BTreeMap;

use bobbin_catalog::Legal;

/// What has been touched so far, and the actions that can still be meant.
#[derive(Clone, Debug, Default)]
pub(crate) struct Picking {
    legal: Vec<Legal>,
    /// The picks of each action in runs of one kind.
    runs: Vec<Vec<Run>>,
    touched: Vec<String>,
}

/// Picks of one kind in a row. They may come in any order, unless another action is the same in another order.
#[derive(Clone, Debug)]
struct Run {
    ids: Vec<String>,
    is_free: bool,
}

/// The kind of a piece: `hand` of `hand:tee`.
pub(crate) fn kind_of(id: &str) -> &str {
    id.split(':').next().unwrap_or(id)
}

impl Picking {
    pub(crate) fn new(legal: Vec<Legal>) -> Picking {
        let sorted = |legal: &Legal| -> Vec<Vec<String>> {
            let mut runs = split(&legal.telling.picks);
            for run in &mut runs {
                run.sort();
            }
            runs
        };
        let mut alike: BTreeMap<Vec<Vec<String>>, usize> = BTreeMap::new();
        for action in &legal {
            *alike.entry(sorted(action)).or_default() += 1;
        }
        let runs_of = |action: &Legal| {
            let is_only = alike[&sorted(action)] == 1;
            let runs = split(&action.telling.picks).into_iter();
            runs.map(|ids| Run {
                is_free: is_only && ids.len() > 1,
                ids,
            })
            .collect()
        };
        Picking {
            runs: legal.iter().map(runs_of).collect(),
            legal,
            touched: Vec::new(),
        }
    }

    pub(crate) fn legal(&self) -> &[Legal] {
        &self.legal
    }

    pub(crate) fn touched(&self) -> &[String] {
        &self.touched
    }

    /// The actions that the touches so far can lead to, each with what can be touched next for it. Actions without
    /// picks are among them while nothing is touched.
    pub(crate) fn candidates(&self) -> impl Iterator<Item = (&Legal, Vec<&str>)> {
        let actions = self.legal.iter().zip(&self.runs);
        actions.filter_map(|(action, runs)| Some((action, next(runs, &self.touched)?)))
    }

    /// Someone touches one of the pieces that come next. Tells the action that is meant once only one is left.
    pub(crate) fn touch(&mut self, id: &str) -> Option<Legal> {
        self.touched.push(id.to_owned());
        let mut left = self.candidates();
        let only = left.next()?.0.clone();
        let is_only = left.next().is_none();
        is_only.then_some(only)
    }

    /// The last touch is taken back. Tells whether there was one.
    pub(crate) fn back(&mut self) -> bool {
        self.touched.pop().is_some()
    }
}

fn split(picks: &[String]) -> Vec<Vec<String>> {
    let mut runs: Vec<Vec<String>> = Vec::new();
    for id in picks {
        match runs.last_mut() {
            Some(run) if kind_of(&run[0]) == kind_of(id) => run.push(id.clone()),
            _ => runs.push(vec![id.clone()]),
        }
    }
    runs
}

/// What can be touched next for an action after these touches; none if it does not begin like that.
fn next<'a>(runs: &'a [Run], touched: &[String]) -> Option<Vec<&'a str>> {
    let mut todo = touched;
    for run in runs {
        let mut left: Vec<&str> = run.ids.iter().map(String::as_str).collect();
        while let ([id, rest @ ..], false) = (todo, left.is_empty()) {
            let at = left.iter().position(|known| known == id);
            left.remove(at.filter(|&at| run.is_free || at == 0)?);
            todo = rest;
        }
        if !left.is_empty() {
            left.truncate(if run.is_free { left.len() } else { 1 });
            left.dedup();
            return Some(left);
        }
    }
    todo.is_empty().then(Vec::new)
}

#[cfg(test)]
mod tests {
    use bobbin_game::Telling;

    use super::*;

    fn legal(picks: &[&str]) -> Vec<Legal> {
        let action = |picks: &&str| Legal {
            action: (*picks).to_owned(),
            telling: Telling {
                picks: picks.split_whitespace().map(str::to_owned).collect(),
                verb: "Do",
                label: (*picks).into(),
            },
        };
        picks.iter().map(action).collect()
    }

    fn next_of(picking: &Picking) -> Vec<&str> {
        let mut next: Vec<&str> = picking.candidates().flat_map(|(_, next)| next).collect();
        next.sort_unstable();
        next.dedup();
        next
    }

    #[test]
    fn touches_narrow_until_one_action_is_left() {
        let mut picking = Picking::new(legal(&["hand:a play", "hand:a use", "hand:b play", ""]));
        assert_eq!(next_of(&picking), ["hand:a", "hand:b"]);
        assert_eq!(
            picking
                .clone()
                .touch("hand:b")
                .map(|legal| legal.action)
                .as_deref(),
            Some("hand:b play")
        );
        assert_eq!(picking.touch("hand:a"), None);
        assert_eq!(next_of(&picking), ["play", "use"]);
        assert!(picking.back() && !picking.back());
    }

    #[test]
    fn pieces_of_one_kind_come_in_any_order_where_that_means_the_same() {
        let mut yarn = Picking::new(legal(&["bowl:R bowl:R", "bowl:R bowl:B", "bowl:B bowl:B"]));
        assert_eq!(yarn.touch("bowl:B"), None);
        assert_eq!(next_of(&yarn), ["bowl:B", "bowl:R"]);
        assert_eq!(
            yarn.touch("bowl:R").map(|legal| legal.action).as_deref(),
            Some("bowl:R bowl:B")
        );
        let mut flip = Picking::new(legal(&["tile:a tile:b", "tile:b tile:a", "tile:b tile:c"]));
        assert_eq!(next_of(&flip), ["tile:a", "tile:b", "tile:c"]);
        assert_eq!(
            flip.touch("tile:a").map(|legal| legal.action).as_deref(),
            Some("tile:a tile:b")
        );
    }
}
