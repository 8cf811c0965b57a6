//! Players and characters, chosen and checked.

use std::sync::LazyLock;

use bobbin_game::setup::{Choice, choice};
use bobbin_game::{Content as _, OptionSpec, Options, Seat, Setup, SetupError, Shelf};

use crate::characters::CharacterId;
use crate::content::{ArchRavelsContent, Character};

/// The least and the most players (clause 1.1).
pub const PLAYERS: (usize, usize) = (2, 4);

/// What a game starts from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ArchRavelsSetup {
    players: u8,
    /// The character chosen for a seat, or none for a random one.
    chosen: [Option<CharacterId>; PLAYERS.1],
    /// 1.12: with the boards that the house has balanced.
    balanced: bool,
    content: Shelf<ArchRavelsContent>,
}

/// Whom a seat can play, and how hard that is, as the house's data say.
fn characters() -> &'static [Choice] {
    let label = |character: &Character| {
        let Character { name, kind, .. } = character;
        match character.difficulty {
            Some(difficulty) => format!("{name}, {kind} · {} as printed", difficulty.word()),
            None => format!("{name}, {kind}"),
        }
    };
    let house = ArchRavelsContent::house().get();
    let named = house
        .characters
        .iter()
        .map(|character| choice(character.id.id(), label(character).leak()));
    let all: Vec<Choice> = std::iter::once(choice("random", "Surprise me"))
        .chain(named)
        .collect();
    all.leak()
}

const fn seat_option(seat: usize, characters: &'static [Choice]) -> OptionSpec {
    OptionSpec {
        key: SEAT_KEYS[seat],
        label: "Character",
        help: "Who is played. Two seats never have two sides of one board. With the printed boards the hard ones win less than their share.",
        choices: characters,
        default: "random",
        seat: Some(seat),
    }
}

const SEAT_KEYS: [&str; PLAYERS.1] = ["seat0", "seat1", "seat2", "seat3"];

/// Made once from the house's data.
static OPTIONS: LazyLock<[OptionSpec; 6]> = LazyLock::new(|| {
    let characters = characters();
    [
        OptionSpec {
            key: "players",
            label: "Players",
            help: "How many play.",
            choices: const { &[choice("2", "2"), choice("3", "3"), choice("4", "4")] },
            default: "2",
            seat: None,
        },
        OptionSpec {
            key: "boards",
            label: "Character boards",
            help: "As printed, or changed by the house so that every character wins about as often.",
            choices: const {
                &[
                    choice("printed", "As printed"),
                    choice("balanced", "Balanced by the house"),
                ]
            },
            default: "printed",
            seat: None,
        },
        seat_option(0, characters),
        seat_option(1, characters),
        seat_option(2, characters),
        seat_option(3, characters),
    ]
});

impl ArchRavelsSetup {
    /// The character chosen for this seat, or none for a random one.
    pub fn chosen(&self, seat: Seat) -> Option<CharacterId> {
        self.chosen[seat.index()]
    }

    /// 1.12: is it played with the boards that the house has balanced?
    pub fn is_balanced(&self) -> bool {
        self.balanced
    }
}

impl Setup for ArchRavelsSetup {
    type Content = ArchRavelsContent;

    fn options() -> &'static [OptionSpec] {
        &*OPTIONS
    }

    fn new(options: &Options, content: Shelf<ArchRavelsContent>) -> Result<Self, SetupError> {
        let options = options.checked(&*OPTIONS)?;
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
                let same = chosen[other] == Some(character);
                let name = |seat: usize| {
                    let named = |character| content.get().character(character).name.as_str();
                    chosen[seat].map_or("", named)
                };
                let message = if same {
                    format!("{} cannot be played twice (clause 1.1)", name(seat))
                } else {
                    format!(
                        "{} and {} are two sides of one board (clause 1.1)",
                        name(other),
                        name(seat)
                    )
                };
                return Err(SetupError::Conflict(message));
            }
        }
        Ok(ArchRavelsSetup {
            players: players as u8,
            chosen,
            balanced: options.get("boards") == Some("balanced"),
            content,
        })
    }

    fn to_options(&self) -> Options {
        let boards = if self.balanced { "balanced" } else { "printed" };
        let mut options = Options::new()
            .with("players", self.players)
            .with("boards", boards);
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
