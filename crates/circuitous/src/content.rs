//! The cards as data: what a deck holds, and all that is worked out from it once.

use std::fmt;
use std::str::FromStr;
use std::sync::LazyLock;

use arrayvec::ArrayVec;
use bobbin_game::pack::Text;
use bobbin_game::{Content, ContentError, NotationError, Shelf, Source};
use serde::{Deserialize, Serialize};
use toml::Spanned;

use crate::front::Front;
use crate::geometry::{Dir, Exit, Face, MAX_EXITS, MAX_PATHS, Point, Turn};

/// 1.1: how many cards a deck has.
pub const DECK: usize = 26;
/// Ways to join a card to an exit are kept as bits.
pub const MAX_WAYS: usize = 128;
/// The most exits that can be open at once.
pub const MAX_OPEN: usize = 256;

/// The name of a card in actions, records and data: `branch-slide`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Code([u8; 16]);

impl Code {
    /// Its text.
    pub fn as_str(&self) -> &str {
        let end = self.0.iter().position(|&byte| byte == 0).unwrap_or(16);
        std::str::from_utf8(&self.0[..end]).unwrap_or("")
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl fmt::Debug for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for Code {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Code, NotationError> {
        let is_word = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
        if text.is_empty() || text.len() > 16 || !text.bytes().all(is_word) {
            return Err(NotationError::new(
                text,
                "a card: up to 16 lower-case letters, digits and hyphens",
            ));
        }
        let mut bytes = [0; 16];
        bytes[..text.len()].copy_from_slice(text.as_bytes());
        Ok(Code(bytes))
    }
}

bobbin_game::text_serde!(Code);

bobbin_game::named! {
    /// What a card does when it is discarded for its ability.
    Ability, "an ability", {
        /// 5.2: draw two cards, then play one.
        DrawTwo = "draw-two",
        /// 5.4: turn a finish a quarter.
        TurnFinish = "turn-finish",
        /// 5.5: turn an end card a quarter.
        TurnEnd = "turn-end",
        /// 5.7: replace a played card.
        Replace = "replace",
        /// 5.9: slide a finish by the width of a card.
        SlideFinish = "slide-finish",
    }
}

impl Ability {
    /// What people call it.
    pub const fn words(self) -> &'static str {
        match self {
            Ability::DrawTwo => "draw two, play one",
            Ability::TurnFinish => "turn a finish",
            Ability::TurnEnd => "turn an end card",
            Ability::Replace => "replace a card",
            Ability::SlideFinish => "slide a finish",
        }
    }
}

/// A path: the exits it joins.
pub type Path = ArrayVec<Exit, MAX_EXITS>;
/// The separate paths of a card.
pub type Paths = ArrayVec<Path, MAX_PATHS>;

/// A kind of card: the copies of it in a deck are alike.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Kind {
    /// Its name in actions and data.
    pub code: Code,
    /// Its name for people.
    pub name: String,
    /// Its paths, upright.
    pub paths: Paths,
    /// What a passage through it is worth.
    pub points: u8,
    /// What it can do instead of being played.
    pub ability: Option<Ability>,
    /// How many of it are in a deck.
    pub count: u8,
    /// Its shape: several kinds may have the same paths.
    #[serde(skip)]
    pub shape: u8,
}

/// The shape of the start card.
pub const START: u8 = 0;
/// The shape of a finish card.
pub const FINISH: u8 = 1;

/// A card's paths in all four turns, whatever it is worth.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shape {
    /// By turn.
    pub faces: [Face; 4],
    /// 4.10: does it look the same upside down?
    pub is_symmetric: bool,
    /// Its bits among the ways to join a card.
    pub ways: u128,
}

impl Shape {
    /// 4.10: the turn by which a card of this shape is named.
    pub fn named(&self, turn: Turn) -> Turn {
        if self.is_symmetric {
            Turn::new(turn.quarters() % 2)
        } else {
            turn
        }
    }
}

/// A way to join a card to an open exit: a shape and one of its exits. Of two exits that change places when a symmetric
/// card is turned upside down only one is a way: the other gives the same places.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Way {
    /// The shape.
    pub shape: u8,
    /// The exit that joins.
    pub exit: u8,
    /// By the direction of the open exit: how the card lies, seen from that exit.
    pub by_out: [(Point, Turn); 4],
}

/// The cards a game is played with.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Decks {
    /// The kinds of a deck, in the order of the data.
    pub kinds: Vec<Kind>,
    /// The start, the finish, then the shapes of the kinds.
    #[serde(skip)]
    pub shapes: Vec<Shape>,
    /// All ways to join a card.
    #[serde(skip)]
    pub ways: Vec<Way>,
    /// What they leave of each other.
    #[serde(skip)]
    pub(crate) front: Front,
}

impl Decks {
    /// The kind with this code.
    #[inline]
    pub fn find(&self, code: Code) -> Option<usize> {
        self.kinds.iter().position(|kind| kind.code == code)
    }

    /// The shape of a kind.
    #[inline]
    pub fn shape_of(&self, kind: usize) -> &Shape {
        &self.shapes[usize::from(self.kinds[kind].shape)]
    }

    /// The face of a shape in a turn.
    #[inline]
    pub fn face(&self, shape: u8, turn: Turn) -> &Face {
        &self.shapes[usize::from(shape)].faces[usize::from(turn.quarters())]
    }

    /// All ways to join a card, as bits.
    #[inline]
    pub(crate) fn all_ways(&self) -> u128 {
        u128::MAX >> (MAX_WAYS - self.ways.len())
    }

    /// How many of each kind a full deck has.
    pub fn counts(&self) -> [u8; DECK] {
        let mut counts = [0; DECK];
        for (count, kind) in counts.iter_mut().zip(&self.kinds) {
            *count = kind.count;
        }
        counts
    }

    fn new(mut kinds: Vec<Kind>) -> Decks {
        let turns = [0, 1, 2, 3].map(Turn::new);
        let start = [Exit {
            side: Dir::North,
            offset: 0,
        }];
        let mut shapes = vec![
            Shape {
                faces: turns.map(|turn| Face::of_paths([&start[..]], turn)),
                is_symmetric: false,
                ways: 0,
            },
            Shape {
                faces: turns.map(Face::of_finish),
                is_symmetric: false,
                ways: 0,
            },
        ];
        let mut ways = Vec::new();
        let mut known: Vec<Paths> = Vec::new();
        for kind in &mut kinds {
            let place = known.iter().position(|paths| *paths == kind.paths);
            let place = place.unwrap_or_else(|| {
                known.push(kind.paths.clone());
                let shape = add_shape(&kind.paths, shapes.len() as u8, &mut ways);
                shapes.push(shape);
                known.len() - 1
            });
            kind.shape = place as u8 + 2;
        }
        let front = Front::new(&shapes, &ways);
        Decks {
            kinds,
            shapes,
            ways,
            front,
        }
    }
}

fn add_shape(paths: &Paths, index: u8, ways: &mut Vec<Way>) -> Shape {
    let faces = [0, 1, 2, 3]
        .map(|quarters| Face::of_paths(paths.iter().map(ArrayVec::as_slice), Turn::new(quarters)));
    let is_symmetric = canonical(paths) == canonical(&upside_down(paths));
    let upright = &faces[0];
    let mut own = 0;
    for (exit, port) in upright.exits.iter().enumerate() {
        let image = port.turned(Turn::new(2));
        let is_told = is_symmetric && upright.exits[..exit].contains(&image);
        if is_told || ways.len() >= MAX_WAYS {
            continue;
        }
        own |= 1 << ways.len();
        ways.push(Way {
            shape: index,
            exit: exit as u8,
            by_out: Dir::ALL.map(|out| {
                let turn = Turn::between(port.out, out.opposite());
                let turn = if is_symmetric {
                    Turn::new(turn.quarters() % 2)
                } else {
                    turn
                };
                let face = &faces[usize::from(turn.quarters())];
                // A symmetric card named by its smaller turn joins with the image of the exit.
                let joining = [port, &image].map(|port| port.turned(turn)).into_iter();
                let joining = joining.filter(|port| face.exits.contains(port));
                let port = joining.into_iter().find(|port| port.out == out.opposite());
                let port = port.unwrap_or_else(|| unreachable!("some turn takes each side to each other"));
                (Point::default().minus(port.at), turn)
            }),
        });
    }
    Shape {
        faces,
        is_symmetric,
        ways: own,
    }
}

fn upside_down(paths: &Paths) -> Paths {
    let turned = |path: &Path| path.iter().map(|exit| exit.upside_down()).collect();
    paths.iter().map(turned).collect()
}

/// The same paths in one order, for comparing.
fn canonical(paths: &Paths) -> Vec<Vec<Exit>> {
    let mut paths: Vec<Vec<Exit>> = paths.iter().map(|path| path.to_vec()).collect();
    for path in &mut paths {
        path.sort_unstable();
    }
    paths.sort_unstable();
    paths
}

impl Content for Decks {
    fn house() -> Shelf<Self> {
        static HOUSE: LazyLock<Shelf<Decks>> = LazyLock::new(|| {
            let source = Source::new("house.toml", include_str!("../data/house.toml"));
            let decks = Decks::from_pack(&source).unwrap_or_else(|error| unreachable!("{error}"));
            Shelf::put(decks)
        });
        *HOUSE
    }

    fn from_pack(pack: &Source) -> Result<Self, ContentError> {
        let raw: RawDecks = pack.parse()?;
        if raw.card.is_empty() {
            return Ok(Decks::house().get().clone());
        }
        let mut kinds: Vec<Kind> = Vec::new();
        for card in &raw.card {
            let kind = card.get_ref().check(pack)?;
            let error = |message: String| Err(pack.wrong(card, message));
            if kinds.iter().any(|known| known.code == kind.code) {
                return error(format!("a second card with the code {}", kind.code));
            }
            let is_same = |known: &&Kind| {
                let same_paths = canonical(&known.paths) == canonical(&kind.paths)
                    || canonical(&known.paths) == canonical(&upside_down(&kind.paths));
                same_paths && known.points == kind.points && known.ability == kind.ability
            };
            if let Some(same) = kinds.iter().find(is_same) {
                return error(format!("the same card as {}: raise its count instead", same.code));
            }
            let looks_same = |known: &&Kind| {
                known.name == kind.name && known.points == kind.points && known.ability == kind.ability
            };
            let is_told_apart = !kinds.iter().any(|known| looks_same(&known));
            if !is_told_apart {
                return error(format!(
                    "a second card called {} with these points and this ability",
                    kind.name
                ));
            }
            kinds.push(kind);
        }
        check_deck(pack, &kinds)?;
        Ok(Decks::new(kinds))
    }

    fn summary(&self) -> String {
        let abilities: u8 = self
            .kinds
            .iter()
            .filter(|kind| kind.ability.is_some())
            .map(|kind| kind.count)
            .sum();
        format!(
            "{DECK} cards of {} kinds in {} shapes, {abilities} with an ability",
            self.kinds.len(),
            self.shapes.len() - 2
        )
    }
}

/// What must hold for the deck as a whole.
fn check_deck(pack: &Source, kinds: &[Kind]) -> Result<(), ContentError> {
    let total: usize = kinds.iter().map(|kind| usize::from(kind.count)).sum();
    if total != DECK {
        return Err(pack.error(format!("a deck has {total} cards: expected {DECK}")));
    }
    if !kinds
        .iter()
        .any(|kind| kind.paths.iter().any(|path| path.len() >= 3))
    {
        return Err(pack.error("no card can be the first: expected one with a path of three exits or more"));
    }
    let exits = |kind: &Kind| kind.paths.iter().map(ArrayVec::len).sum::<usize>();
    let opened: usize = kinds
        .iter()
        .map(|kind| (exits(kind) - 1) * usize::from(kind.count))
        .sum();
    let most = (MAX_OPEN - 1) / 4;
    if opened > most {
        return Err(pack.error(format!("a deck opens {opened} exits: expected at most {most}")));
    }
    let ways = Decks::new(kinds.to_vec()).ways.len();
    if ways >= MAX_WAYS {
        return Err(pack.error(format!(
            "too many different exits: expected fewer than {MAX_WAYS} in all"
        )));
    }
    Ok(())
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawDecks {
    #[serde(default)]
    card: Vec<Spanned<RawCard>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawCard {
    code: Text,
    name: Text,
    paths: Spanned<Vec<Text>>,
    points: Spanned<u8>,
    ability: Option<Text>,
    count: Option<Spanned<u8>>,
}

impl RawCard {
    fn check(&self, pack: &Source) -> Result<Kind, ContentError> {
        let code = pack.word(&self.code)?;
        let name = self.name.get_ref().trim();
        let is_name = (1..=24).contains(&name.chars().count()) && !name.chars().any(char::is_control);
        pack.check(is_name, &self.name, "a card needs a name of 1 to 24 letters")?;
        let points = pack.amount(&self.points, 1..=5, "points")?;
        let copies = |count| pack.amount(count, 1..=DECK as u8, "copies");
        let count = self.count.as_ref().map_or(Ok(1), copies)?;
        let ability = self.ability.as_ref().map(|word| {
            word.get_ref().parse().map_err(|_| {
                let expected = Ability::ALL.map(Ability::name).join(", ");
                let message = format!("no ability \"{}\": expected one of {expected}", word.get_ref());
                pack.wrong(word, message)
            })
        });
        Ok(Kind {
            code,
            name: name.to_owned(),
            paths: self.paths(pack)?,
            points,
            ability: ability.transpose()?,
            count,
            shape: 0,
        })
    }

    fn paths(&self, pack: &Source) -> Result<Paths, ContentError> {
        pack.count(&self.paths, 1..=MAX_PATHS, "paths")?;
        let mut paths = Paths::new();
        for line in self.paths.get_ref() {
            let error = |message: String| Err(pack.wrong(line, message));
            let mut path = Path::new();
            for word in line.get_ref().split_whitespace() {
                let Some(exit) = parse_exit(word) else {
                    return error(format!(
                        "\"{word}\" is no exit: expected a side and an offset, N, E+3 or S-2"
                    ));
                };
                if exit.offset.abs() > Exit::farthest(exit.side) {
                    return error(format!(
                        "exit {word} is at a corner: expected at least one unit between them"
                    ));
                }
                if paths.iter().flatten().chain(&path).any(|known| *known == exit) {
                    return error(format!("exit {word} stands here a second time"));
                }
                if paths.iter().map(ArrayVec::len).sum::<usize>() + path.len() == MAX_EXITS {
                    return error(format!("expected at most {MAX_EXITS} exits on a card"));
                }
                path.push(exit);
            }
            if path.is_empty() {
                return error("a path needs an exit".to_owned());
            }
            paths.push(path);
        }
        Ok(paths)
    }
}

/// `N`, `E+3`, `S-2`.
fn parse_exit(word: &str) -> Option<Exit> {
    let side = match word.as_bytes().first()? {
        b'N' => Dir::North,
        b'E' => Dir::East,
        b'S' => Dir::South,
        b'W' => Dir::West,
        _ => return None,
    };
    let rest = word.get(1..)?;
    let is_signed = rest.starts_with(['+', '-']) && rest.len() > 1;
    let offset = if rest.is_empty() {
        0
    } else {
        is_signed.then(|| rest.parse().ok())??
    };
    Some(Exit { side, offset })
}
