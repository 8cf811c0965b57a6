//! What is chosen before a deal.

use bobbin_game::{Choice, NoContent, OptionSpec, Options, Seat, SetupError, Shelf};
use serde::Serialize;

use crate::PLAYERS;

/// How a deal is played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Setup {
    /// 2.1: where the cards are passed.
    pub pass: Pass,
    /// 4.2, 4.3: what shooting the moon does.
    pub moon: Moon,
}

bobbin_game::named! {
    /// 2.1: where the cards are passed.
    Pass, "a pass", {
        /// To the next seat in turn order.
        Left = "left",
        /// To the seat before.
        Right = "right",
        /// To the seat opposite.
        Across = "across",
        /// Not at all.
        None = "none",
    }
}

bobbin_game::named! {
    /// 4.2, 4.3: what shooting the moon does.
    Moon, "what the moon does", {
        /// Each of the others counts 26.
        Others = "others",
        /// The shooter counts 26 less than nothing.
        Shooter = "shooter",
    }
}

impl Pass {
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
        let options = options.checked(Self::options())?;
        Ok(Setup {
            pass: options.value("pass"),
            moon: options.value("moon"),
        })
    }

    fn to_options(&self) -> Options {
        Options::new()
            .with("players", PLAYERS)
            .with("pass", self.pass)
            .with("moon", self.moon)
    }

    fn content(&self) -> Shelf<NoContent> {
        <NoContent as bobbin_game::Content>::house()
    }

    fn players(&self) -> usize {
        PLAYERS
    }
}
