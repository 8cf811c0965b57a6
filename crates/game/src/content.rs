//! Cards, boards and ladders as data: parsed once, checked, shared by all games that use them.

use std::any::{Any, TypeId};
use std::collections::BTreeMap;
use std::fmt;
use std::ops::{Deref, Range};
use std::sync::{Mutex, PoisonError};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::chance::hex_text;

/// The typed tables a game is played with.
///
/// The hash is that of the typed tables, so comments and layout in a pack do not matter.
pub trait Content: Serialize + fmt::Debug + Send + Sync + Sized + 'static {
    /// The content that comes with the program.
    fn house() -> Shelf<Self>;

    /// Reads a pack of the user's own. Tables that the pack leaves out are those of the house.
    fn from_pack(pack: &Source) -> Result<Self, ContentError>;

    /// One line that says what is there, for `bobbin content check`.
    fn summary(&self) -> String;
}

/// For games that have nothing to configure.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct NoContent {}

impl Content for NoContent {
    fn house() -> Shelf<Self> {
        Shelf::put(NoContent {})
    }

    fn from_pack(pack: &Source) -> Result<Self, ContentError> {
        Err(pack.error("this game has no content to replace"))
    }

    fn summary(&self) -> String {
        "no content".to_owned()
    }
}

/// The SHA-256 of a game's typed content.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ContentHash(pub [u8; 32]);

hex_text!(ContentHash);

/// Content that lives as long as the program, at most once for each hash: so a state holds it in one word and
/// two are equal when they are the same.
pub struct Shelf<C: 'static> {
    content: &'static C,
    hash: &'static ContentHash,
}

type Shelves = BTreeMap<(TypeId, ContentHash), Box<dyn Any + Send>>;
static SHELVES: Mutex<Shelves> = Mutex::new(BTreeMap::new());

impl<C: Content> Shelf<C> {
    /// Keeps `content` for as long as the program runs; equal content is kept once.
    pub fn put(content: C) -> Self {
        let json = serde_json::to_vec(&content).expect("content is plain data");
        let hash = ContentHash(Sha256::digest(json).into());
        let mut shelves = SHELVES.lock().unwrap_or_else(PoisonError::into_inner);
        let kept = shelves.entry((TypeId::of::<C>(), hash)).or_insert_with(|| {
            Box::new(Shelf {
                content: Box::leak(Box::new(content)),
                hash: Box::leak(Box::new(hash)),
            })
        });
        *kept.downcast_ref::<Shelf<C>>().expect("the key holds the type")
    }

    /// The content with this hash, if it has been put on a shelf.
    pub fn find(hash: &ContentHash) -> Option<Self> {
        C::house();
        let shelves = SHELVES.lock().unwrap_or_else(PoisonError::into_inner);
        shelves
            .get(&(TypeId::of::<C>(), *hash))
            .and_then(|kept| kept.downcast_ref::<Shelf<C>>())
            .copied()
    }
}

impl<C> Shelf<C> {
    /// The content, for as long as the program runs.
    pub fn get(self) -> &'static C {
        self.content
    }

    /// The hash of the content.
    pub fn hash(self) -> ContentHash {
        *self.hash
    }
}

impl<C> Clone for Shelf<C> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<C> Copy for Shelf<C> {}

impl<C> PartialEq for Shelf<C> {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.hash, other.hash)
    }
}

impl<C> Eq for Shelf<C> {}

impl<C> Deref for Shelf<C> {
    type Target = C;
    fn deref(&self) -> &C {
        self.content
    }
}

impl<C> fmt::Debug for Shelf<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.8}…", self.hash.to_string())
    }
}

/// As its hash.
impl<C> Serialize for Shelf<C> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.hash.serialize(serializer)
    }
}

/// From its hash, if that content is loaded.
impl<'de, C: Content> Deserialize<'de> for Shelf<C> {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let hash = ContentHash::deserialize(deserializer)?;
        Shelf::find(&hash).ok_or_else(|| {
            serde::de::Error::custom(format!(
                "content {hash} is not loaded: give its pack with --content"
            ))
        })
    }
}

/// A text with a name, for errors that point into it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Source {
    /// The file's name as the user knows it.
    pub file: String,
    /// What is in it.
    pub text: String,
}

impl Source {
    /// A named text.
    pub fn new(file: impl Into<String>, text: impl Into<String>) -> Self {
        Source {
            file: file.into(),
            text: text.into(),
        }
    }

    /// Parses the text as TOML.
    pub fn parse<T: DeserializeOwned>(&self) -> Result<T, ContentError> {
        toml::from_str(&self.text).map_err(|error| {
            let message = error.message().to_owned();
            match error.span() {
                Some(span) => self.error_at(&span, message),
                None => self.error(message),
            }
        })
    }

    /// An error at a place in the text (the span of a [`toml::Spanned`]).
    pub fn error_at(&self, span: &Range<usize>, message: impl Into<String>) -> ContentError {
        let before = self.text.get(..span.start).unwrap_or(&self.text);
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or("").chars().count() + 1;
        ContentError {
            file: self.file.clone(),
            place: Some((line, column)),
            message: message.into(),
        }
    }

    /// An error of the file as a whole.
    pub fn error(&self, message: impl Into<String>) -> ContentError {
        ContentError {
            file: self.file.clone(),
            place: None,
            message: message.into(),
        }
    }
}

/// What is wrong with a content pack, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ContentError {
    /// The file's name.
    pub file: String,
    /// Line and column, counted from 1.
    pub place: Option<(usize, usize)>,
    /// What was found and what was expected.
    pub message: String,
}

impl fmt::Display for ContentError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.place {
            Some((line, column)) => write!(f, "{}:{line}:{column}: {}", self.file, self.message),
            None => write!(f, "{}: {}", self.file, self.message),
        }
    }
}

impl std::error::Error for ContentError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Serialize, Deserialize, Debug)]
    struct Cards {
        names: Vec<toml::Spanned<String>>,
    }

    impl Content for Cards {
        fn house() -> Shelf<Self> {
            Shelf::put(Cards { names: Vec::new() })
        }
        fn from_pack(pack: &Source) -> Result<Self, ContentError> {
            let cards: Cards = pack.parse()?;
            match cards.names.iter().find(|name| name.get_ref().is_empty()) {
                Some(name) => Err(pack.error_at(&name.span(), "a card needs a name")),
                None => Ok(cards),
            }
        }
        fn summary(&self) -> String {
            format!("{} cards", self.names.len())
        }
    }

    #[test]
    fn an_error_points_at_line_and_column() {
        let error = |text: &str| {
            Cards::from_pack(&Source::new("my.toml", text))
                .unwrap_err()
                .to_string()
        };
        assert_eq!(
            error("names = [\n  \"a\",\n  \"\",\n]"),
            "my.toml:3:3: a card needs a name"
        );
        assert!(
            error("names = [1]").starts_with("my.toml:1:10: invalid type"),
            "{}",
            error("names = [1]")
        );
    }

    #[test]
    fn equal_content_is_kept_once_and_found_by_its_hash() {
        let put = |text: &str| Shelf::put(Cards::from_pack(&Source::new("my.toml", text)).unwrap());
        let (a, same, other) = (
            put("names = []"),
            put("names = [] # the same"),
            put("names = [\"x\"]"),
        );
        assert!(a == same && a != other);
        assert_eq!(Shelf::<Cards>::find(&other.hash()), Some(other));
        let json = serde_json::to_string(&other).unwrap();
        assert_eq!(serde_json::from_str::<Shelf<Cards>>(&json).unwrap(), other);
        assert!(serde_json::from_str::<Shelf<NoContent>>(&json).is_err());
    }
}
