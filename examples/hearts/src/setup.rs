//! What is chosen before a deal.

use bobbin_game::setup::choice;
use bobbin_game::{NoContent, OptionSpec, Options, Seat, SetupError, Shelf};
use serde::Serialize;

use crate::PLAYERS;

/// How a deal is played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Setup {
    /// 2.1: where the cards are passed.
    pub pass: Pass,
    /// 4.2, 4.3: what shooting the moon does.
    pub moon: Moon,
}

bobbin_game::named! {
    /// 2.1: where the cards are passed.
    #[derive(Default)]
    Pass, "a pass", {
        /// To the next seat in turn order.
        #[default]
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
    #[derive(Default)]
    Moon, "what the moon does", {
        /// Each of the others counts 26.
        #[default]
        Others = "others",
        /// The shooter counts 26 less than nothing.
        Shooter = "shooter",
    }
}

impl Pass {
    /// By how many seats the cards move on, and how one says it.
    const fn way(self) -> (usize, &'static str) {
        match self {
            Pass::Left => (1, "to the left"),
            Pass::Across => (2, "across"),
            Pass::Right => (3, "to the right"),
            Pass::None => (0, "to nobody"),
        }
    }

    /// Who gets the cards that this seat passes.
    pub const fn receiver(self, giver: Seat) -> Seat {
        Seat::new((giver.index() + self.way().0) % PLAYERS)
    }

    /// Whose cards this seat gets.
    pub const fn giver(self, receiver: Seat) -> Seat {
        Seat::new((receiver.index() + PLAYERS - self.way().0) % PLAYERS)
    }

    /// How one says it: "to the left".
    pub const fn words(self) -> &'static str {
        self.way().1
    }
}

const OPTIONS: &[OptionSpec] = &[
    OptionSpec {
        key: "players",
        label: "Players",
        help: "Hearts is for four.",
        choices: &[choice("4", "Four")],
        default: "4",
        seat: None,
    },
    OptionSpec {
        key: "pass",
        label: "Pass",
        help: "Where each player passes three cards before play.",
        choices: &Pass::choices(["To the left", "To the right", "Across", "No pass"]),
        default: Pass::Left.name(),
        seat: None,
    },
    OptionSpec {
        key: "moon",
        label: "Shooting the moon",
        help: "What it does to take all penalty cards.",
        choices: &Moon::choices(["The others count 26", "The shooter counts 26 less"]),
        default: Moon::Others.name(),
        seat: None,
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

    fn players(&self) -> usize {
        PLAYERS
    }
}
