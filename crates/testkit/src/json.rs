//! JSON loses nothing: what differs differs there, too. Nobody reads views, events and actions back from it, so this is
//! shown without reading them.

use std::collections::BTreeMap;
use std::fmt::Debug;

use bobbin_game::Game;
use serde::Serialize;

use crate::{Checked, Law};

/// What was written in JSON so far.
pub(crate) struct Written<G: Game> {
    pub(crate) views: Texts<G::View>,
    pub(crate) events: Texts<G::Event>,
    pub(crate) actions: Texts<G::Action>,
}

impl<G: Game> Default for Written<G> {
    fn default() -> Self {
        Written {
            views: Texts(BTreeMap::new()),
            events: Texts(BTreeMap::new()),
            actions: Texts(BTreeMap::new()),
        }
    }
}

/// Values by their JSON, the first that had it.
pub(crate) struct Texts<T>(BTreeMap<String, T>);

impl<T: Serialize + Eq + Clone + Debug> Texts<T> {
    const MOST: usize = 1000;

    /// Refuses a value whose JSON another one has.
    pub(crate) fn check(&mut self, value: &T) -> Checked {
        let json = serde_json::to_string(value).map_err(|error| Law::Serde.broken(error.to_string()))?;
        if let Some(known) = self.0.get(&json) {
            return Law::Serde.check(known == value, || {
                format!("{json} is written for both\n{known:?}\nand\n{value:?}")
            });
        }
        if self.0.len() < Self::MOST {
            self.0.insert(json, value.clone());
        }
        Ok(())
    }
}
