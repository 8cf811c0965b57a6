//! How each title is played on special occasions: what a first game needs, and what a daily deal is.

use bobbin_game::Options;

use crate::any_game::AnyGame;

/// An occasion to play a title in a way that is the same for everybody.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Occasion {
    /// The guided first game: against one other, without what can wait.
    Lesson,
    /// The deal of a day: alone where the title has a solo game, otherwise against one bot.
    Daily,
}

/// The options a title is played with on an occasion; none for a game that is no title.
pub fn options_on(occasion: Occasion, game: &dyn AnyGame) -> Option<Options> {
    let two = || Options::new().with("players", 2);
    match (game.id(), occasion) {
        ("knitting-circle", Occasion::Lesson) => Some(two().with("requests", "no")),
        ("knitting-circle", Occasion::Daily) => Some(Options::new().with("players", 1)),
        ("circuitous", Occasion::Lesson) => Some(two().with("distance", "short")),
        ("arch-ravels", _) | ("circuitous", Occasion::Daily) => Some(two()),
        // A title that says nothing is played as it is.
        _ => crate::titles()
            .iter()
            .any(|title| title.id() == game.id())
            .then(Options::new),
    }
}
