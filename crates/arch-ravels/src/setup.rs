//! Players and characters, chosen and checked.

use bobbin_game::setup::Choice;
use bobbin_game::{OptionSpec, Options, Seat, Setup, SetupError, Shelf};
use serde::{Deserialize, Serialize};

use crate::characters::CharacterId;
use crate::content::ArchRavelsContent;

/// The least and the most players (clause 1.1).
pub const PLAYERS: (usize, usize) = (2, 4);

/// What a game starts from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ArchRavelsSetup {
    players: u8,
    /// The character chosen for a seat, or none for a random one.
    chosen: [Option<CharacterId>; PLAYERS.1],
    content: Shelf<ArchRavelsContent>,
}

const CHARACTERS: &[Choice] = &[
    choice("random", "Random"),
    choice("rebecca", "Rebecca, Thrifty Shopper"),
    choice("theo", "Theo, Thrifty Shopper"),
    choice("derrick", "Derrick, Master Crafter"),
    choice("amara", "Amara, Master Crafter"),
    choice("neeha", "Neeha, Color Specialist"),
    choice("alex", "Alex, Color Specialist"),
    choice("ted", "Ted, Yarn Spinner"),
    choice("eliza", "Eliza, Yarn Spinner"),
];

const fn choice(value: &'static str, label: &'static str) -> Choice {
    Choice { value, label }
}

const fn seat_option(key: &'static str, label: &'static str) -> OptionSpec {
    OptionSpec {
        key,
        label,
        help: "Who this seat plays. Two seats never have two sides of one board.",
        choices: CHARACTERS,
        default: "random",
    }
}

const SEAT_KEYS: [&str; PLAYERS.1] = ["seat0", "seat1", "seat2", "seat3"];

const OPTIONS: &[OptionSpec] = &[
    OptionSpec {
        key: "players",
        label: "Players",
        help: "How many play.",
        choices: &[choice("2", "2"), choice("3", "3"), choice("4", "4")],
        default: "2",
    },
    seat_option(SEAT_KEYS[0], "Character of seat 0"),
    seat_option(SEAT_KEYS[1], "Character of seat 1"),
    seat_option(SEAT_KEYS[2], "Character of seat 2"),
    seat_option(SEAT_KEYS[3], "Character of seat 3"),
];

impl ArchRavelsSetup {
    /// The character chosen for this seat, or none for a random one.
    pub fn chosen(&self, seat: Seat) -> Option<CharacterId> {
        self.chosen[seat.index()]
    }
}

impl Setup for ArchRavelsSetup {
    type Content = ArchRavelsContent;

    fn options() -> &'static [OptionSpec] {
        OPTIONS
    }

    fn new(options: &Options, content: Shelf<ArchRavelsContent>) -> Result<Self, SetupError> {
        let options = options.checked(OPTIONS)?;
        let players: usize = options.value("players");
        let mut chosen = [None; PLAYERS.1];
        for (seat, key) in SEAT_KEYS.into_iter().enumerate() {
            chosen[seat] = options
                .get(key)
                .and_then(|value| value.parse::<CharacterId>().ok());
            let Some(character) = chosen[seat] else { continue };
            if seat >= players {
                let message = format!("{key}={character}: with {players} players there is no seat {seat}");
                return Err(SetupError::Conflict(message));
            }
            let taken = (0..seat)
                .find(|&other| chosen[other].is_some_and(|it: CharacterId| it.board() == character.board()));
            if let Some(other) = taken {
                let message = format!("{key}={character}: seat {other} has that board (clause 1.1)");
                return Err(SetupError::Conflict(message));
            }
        }
        Ok(ArchRavelsSetup {
            players: players as u8,
            chosen,
            content,
        })
    }

    fn to_options(&self) -> Options {
        let mut options = Options::new().with("players", self.players);
        for (key, chosen) in SEAT_KEYS.into_iter().zip(self.chosen) {
            options.set(key, chosen.map_or("random", CharacterId::id));
        }
        options
    }

    fn content(&self) -> Shelf<ArchRavelsContent> {
        self.content
    }

    fn players(&self) -> usize {
        usize::from(self.players)
    }
}

/// The options and the hash of the content.
#[derive(Serialize, Deserialize)]
struct Written {
    options: Options,
    content: Shelf<ArchRavelsContent>,
}

impl Serialize for ArchRavelsSetup {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let written = Written {
            options: self.to_options(),
            content: self.content,
        };
        written.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for ArchRavelsSetup {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let written = Written::deserialize(deserializer)?;
        ArchRavelsSetup::new(&written.options, written.content).map_err(serde::de::Error::custom)
    }
}
