//! The matches of one engine, by name.

use std::collections::BTreeMap;

use bobbin_catalog::AnyMatch;

use super::failure::Failure;

/// The match that a command is about if it names none.
pub(crate) const MAIN: &str = "main";

/// So many matches are kept at once: a state of the largest game takes 16 KiB.
const MAX_MATCHES: usize = 10_000;

/// The longest name of a match, in bytes.
const MAX_NAME: usize = 64;

#[derive(Default)]
pub(crate) struct Matches(BTreeMap<String, Box<dyn AnyMatch>>);

impl Matches {
    pub(crate) fn get(&self, name: &str) -> Result<&dyn AnyMatch, Failure> {
        match self.0.get(name) {
            Some(playing) => Ok(&**playing),
            None => Err(no_such_match(name)),
        }
    }

    pub(crate) fn get_mut(&mut self, name: &str) -> Result<&mut dyn AnyMatch, Failure> {
        match self.0.get_mut(name) {
            Some(playing) => Ok(&mut **playing),
            None => Err(no_such_match(name)),
        }
    }

    /// Keeps a match under a name, in place of what had that name.
    pub(crate) fn put(&mut self, name: String, playing: Box<dyn AnyMatch>) -> Result<&dyn AnyMatch, Failure> {
        if name.is_empty() || name.len() > MAX_NAME {
            let message = format!(
                "the name of a match has 1 to {MAX_NAME} bytes, not {}",
                name.len()
            );
            return Err(Failure::error("bad_name", message));
        }
        if self.0.len() >= MAX_MATCHES && !self.0.contains_key(&name) {
            let message = format!("there are {MAX_MATCHES} matches, which is the most: drop some first");
            return Err(Failure::error("too_many_matches", message));
        }
        let place = self.0.entry(name).insert_entry(playing);
        Ok(&**place.into_mut())
    }

    /// Forgets a match.
    pub(crate) fn remove(&mut self, name: &str) -> Result<(), Failure> {
        match self.0.remove(name) {
            Some(_) => Ok(()),
            None => Err(no_such_match(name)),
        }
    }

    /// All of them, in the order of their names.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&str, &dyn AnyMatch)> {
        self.0.iter().map(|(name, playing)| (name.as_str(), &**playing))
    }
}

fn no_such_match(name: &str) -> Failure {
    if name == MAIN {
        return Failure::error("no_match", "no match has begun: send new or load first");
    }
    let message = format!("there is no match \"{}\"", name.escape_debug());
    Failure::error("no_such_match", message)
}
