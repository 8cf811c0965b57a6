#![doc = include_str!("../README.md")]

mod arch_ravels;
mod art;
mod circuitous;
mod knitting_circle;

use bobbin_game::Game;

pub use arch_ravels::ArchRavelsDrawing;
pub use circuitous::CircuitousDrawing;
pub use knitting_circle::KnittingCircleDrawing;

/// How a game's table is drawn.
pub trait Drawing<G: Game>: 'static {
    /// The table of a view as an SVG picture: the same text on every machine.
    fn svg(view: &G::View) -> Option<String>;
}

/// For games that nobody has drawn.
#[derive(Clone, Copy, Debug)]
pub struct NoDrawing;

impl<G: Game> Drawing<G> for NoDrawing {
    fn svg(_view: &G::View) -> Option<String> {
        None
    }
}
