//! What is chosen before a deal.

use bobbin_game::{Choice, Content as _, NoContent, OptionSpec, Options, Seat, SetupError, Shelf};
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

const OPTIONS: &[OptionSpec] = &[
    OptionSpec {
        key: "players",
        label: "Players",
        help: "Hearts is for four.",
        choices: &[Choice::new("4", "Four")],
        default: "4",
    },
    OptionSpec {
        key: "pass",
        label: "Pass",
        help: "Where each player passes three cards before play.",
        choices: &Pass::choices(["To the left", "To the right", "Across", "No pass"]),
        default: Pass::Left.name(),
    },
    OptionSpec {
        key: "moon",
        label: "Shooting the moon",
        help: "What it does to take all penalty cards.",
        choices: &Moon::choices(["The others count 26", "The shooter counts 26 less"]),
        default: Moon::Others.name(),
    },
];

impl bobbin_game::Setup for Setup {
    type Content = NoContent;

    fn options() -> &'static [OptionSpec] {
        OPTIONS
    }

    fn new(options: &Options, _content: Shelf<NoContent>) -> Result<Self, SetupError> {
        let options = options.checked(OPTIONS)?;
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
        NoContent::house()
    }

    fn players(&self) -> usize {
        PLAYERS
    }
}
