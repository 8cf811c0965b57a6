//! What a player can do, as text.

use bobbin_game::{Notation, text_serde};

use crate::cards::Card;

/// What a player can do.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Notation)]
pub enum Action {
    /// `pass QS`: choose a card to pass (2.2).
    #[notation("pass {0}")]
    #[touch("hand:{0}")]
    Pass(Card),
    /// `done`: the three cards may go (2.4).
    #[notation("done")]
    #[touch]
    Done,
    /// `play 2C`: play a card to the trick (3.2).
    #[notation("play {0}")]
    #[touch("hand:{0}")]
    Play(Card),
}

text_serde!(Action);
