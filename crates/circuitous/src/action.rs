//! What a seat can do, and its notation.

use std::fmt::{self, Display as _, Formatter};

use bobbin_game::notation::{Number, Spelling};
use bobbin_game::{Notation, NotationError, text_serde};

use crate::content::Code;
use crate::event::letter;
use crate::geometry::{Dir, Spot, Turn};

bobbin_game::named! {
    /// A quarter turn, as one looks down on the table.
    Quarter, "a quarter turn", {
        /// Against the clock.
        Left = "left",
        /// With the clock.
        Right = "right",
    }
}

impl Quarter {
    /// As a turn.
    pub const fn turn(self) -> Turn {
        match self {
            Quarter::Left => Turn::new(3),
            Quarter::Right => Turn::new(1),
        }
    }
}

/// What a seat can do. A card is chosen first (`play`, `use`, `discard`), then what happens with it on the table.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Notation)]
pub enum Action {
    /// `play tee`: choose a card to play to the path.
    #[notation("play {0}")]
    #[touch("hand:{0}", "play")]
    Play(Code),
    /// `at 0,12,1`: lay the chosen card with its centre there and in this turn.
    #[notation("at {0}")]
    #[touch("place:{0}")]
    At(Spot),
    /// `use tee-turn`: choose a card for its ability.
    #[notation("use {0}")]
    #[touch("hand:{0}", "use")]
    Use(Code),
    /// `finish A left`: turn a finish a quarter.
    #[notation("finish {0: Letter} {1}")]
    #[touch("finish:{0: Letter}", "{1}")]
    TurnFinish(u8, Quarter),
    /// `finish A north`: slide a finish by ten units.
    #[notation("finish {0: Letter} {1}")]
    #[touch("finish:{0: Letter}", "{1}")]
    SlideFinish(u8, Dir),
    /// `card 7 to 0,12,1`: turn the end card with this number; it then lies there.
    #[notation("card {0: Number} to {1}")]
    #[touch("card:{0: Number}", "place:{1}")]
    TurnEnd(u8, Spot),
    /// `with tee`: choose the card that replaces another.
    #[notation("with {0}")]
    #[touch("hand:{0}")]
    With(Code),
    /// `over 7 turn 2`: lay it over the card with this number, in this turn.
    #[notation("over {0: Number} turn {1}")]
    #[touch("card:{0: Number}", "turn:{1}")]
    Over(u8, Turn),
    /// `discard tee`: discard a card.
    #[notation("discard {0}")]
    #[touch("hand:{0}", "discard")]
    Discard(Code),
    /// `end`: end the turn and draw.
    #[notation("end")]
    #[touch]
    End,
}

text_serde!(Action);

/// A finish by its letter.
struct Letter;

impl Spelling<u8> for Letter {
    fn write(finish: &u8, f: &mut Formatter<'_>) -> fmt::Result {
        letter(*finish).fmt(f)
    }

    fn read(text: &str) -> Result<u8, NotationError> {
        match text.as_bytes() {
            [letter @ b'A'..=b'C'] => Ok(letter - b'A'),
            _ => Err(NotationError::new(text, "a finish: A, B or C")),
        }
    }
}
