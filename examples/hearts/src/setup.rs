//! What is chosen before a deal.

use bobbin_game::{Choice, NoContent, OptionSpec, Options, Seat, SetupError, Shelf};
use serde::{Deserialize, Serialize};

use crate::PLAYERS;

/// How a deal is played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Setup {
    /// 2.1: where the cards are passed.
    pub pass: Pass,
    /// 4.2, 4.3: what shooting the moon does.
    pub moon: Moon,
}

/// 2.1: where the cards are passed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Pass {
    /// To the next seat in turn order.
    Left,
    /// To the seat before.
    Right,
    /// To the seat opposite.
    Across,
    /// Not at all.
    None,
}

/// 4.2, 4.3: what shooting the moon does.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Moon {
    /// Each of the others counts 26.
    Others,
    /// The shooter counts 26 less than nothing.
    Shooter,
}

impl Pass {
    const ALL: [(&'static str, Pass); 4] = [
        ("left", Pass::Left),
        ("right", Pass::Right),
        ("across", Pass::Across),
        ("none", Pass::None),
    ];

    const fn steps(self) -> usize {
        match self {
            Pass::Left => 1,
            Pass::Across => 2,
            Pass::Right => 3,
            Pass::None => 0,
        }
    }

    /// Who gets the cards that this seat passes.
    pub const fn receiver(self, giver: Seat) -> Seat {
        Seat::new((giver.index() + self.steps()) % PLAYERS)
    }

    /// Whose cards this seat gets.
    pub const fn giver(self, receiver: Seat) -> Seat {
        Seat::new((receiver.index() + PLAYERS - self.steps()) % PLAYERS)
    }

    /// How one says it: "to the left".
    pub const fn words(self) -> &'static str {
        match self {
            Pass::Left => "to the left",
            Pass::Right => "to the right",
            Pass::Across => "across",
            Pass::None => "to nobody",
        }
    }
}

impl Moon {
    const ALL: [(&'static str, Moon); 2] = [("others", Moon::Others), ("shooter", Moon::Shooter)];
}

impl bobbin_game::Setup for Setup {
    type Content = NoContent;

    fn options() -> &'static [OptionSpec] {
        const fn choice(value: &'static str, label: &'static str) -> Choice {
            Choice { value, label }
        }
        const PLAYERS: &[Choice] = &[choice("4", "Four")];
        const PASS: &[Choice] = &[
            choice("left", "To the left"),
            choice("right", "To the right"),
            choice("across", "Across"),
            choice("none", "No pass"),
        ];
        const MOON: &[Choice] = &[
            choice("others", "The others count 26"),
            choice("shooter", "The shooter counts 26 less"),
        ];
        &[
            OptionSpec {
                key: "players",
                label: "Players",
                help: "Hearts is for four.",
                choices: PLAYERS,
                default: "4",
            },
            OptionSpec {
                key: "pass",
                label: "Pass",
                help: "Where each player passes three cards before play.",
                choices: PASS,
                default: "left",
            },
            OptionSpec {
                key: "moon",
                label: "Shooting the moon",
                help: "What it does to take all penalty cards.",
                choices: MOON,
                default: "others",
            },
        ]
    }

    fn new(options: &Options, _content: Shelf<NoContent>) -> Result<Self, SetupError> {
        fn chosen<T: Copy>(options: &Options, key: &str, all: &[(&str, T)]) -> T {
            let value: String = options.value(key);
            let found = all.iter().find(|(name, _)| *name == value);
            found.expect("checked options have listed values").1
        }
        let options = options.checked(Self::options())?;
        Ok(Setup {
            pass: chosen(&options, "pass", &Pass::ALL),
            moon: chosen(&options, "moon", &Moon::ALL),
        })
    }

    fn to_options(&self) -> Options {
        fn name<T: PartialEq>(value: &T, all: &[(&'static str, T)]) -> &'static str {
            all.iter()
                .find(|(_, known)| known == value)
                .expect("all values have a name")
                .0
        }
        Options::new()
            .with("players", PLAYERS)
            .with("pass", name(&self.pass, &Pass::ALL))
            .with("moon", name(&self.moon, &Moon::ALL))
    }

    fn content(&self) -> Shelf<NoContent> {
        <NoContent as bobbin_game::Content>::house()
    }

    fn players(&self) -> usize {
        PLAYERS
    }
}
