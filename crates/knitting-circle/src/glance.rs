//! What happened at a glance: the log of a page, with tiles and garments as pictures.

use bobbin_game::glance::{Did, did};
use bobbin_game::sentence::piece;
use bobbin_game::{Glance, Points, say};

use crate::event::{Event, STRAY};
use crate::garment::Card;
use crate::pattern::Pattern;
use crate::yarn::{Color, Tile};

/// A tile of a color, on no side.
fn plain(color: Color) -> String {
    format!("tile:{}", Tile::in_bowl(color))
}

fn garment(did: Did, card: Card) -> Did {
    did.with(format!("garment:{card}"), card.garment().one())
}

/// "Twelve", as the beginning of a sentence.
fn number_word(count: u8) -> String {
    const WORDS: [&str; 13] = [
        "No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten", "Eleven",
        "Twelve",
    ];
    let word = WORDS.get(usize::from(count));
    word.map_or_else(|| count.to_string(), |word| (*word).to_owned())
}

impl Event {
    /// What a log shows of it.
    pub(crate) fn seen(&self) -> Option<Glance> {
        let tile = |verb, tile: &Tile| did(verb).with(format!("tile:{tile}"), tile.words());
        let did = match self {
            Event::ChoseFirst { garment, .. } => {
                did("began with").with(format!("deck:{garment}"), garment.words())
            }
            Event::Started { garment, paid, .. } => {
                tile("paid", paid).then(format!("to start {}", garment.words()))
            }
            Event::CenterPlaced { color, replaced, .. } => {
                let rest = match replaced {
                    Some(over) => say!("over {}", piece(plain(*over), over)),
                    None => "from the center".into(),
                };
                did("laid").with(plain(*color), color.name()).then(rest)
            }
            Event::Drafted { color, side, .. } => tile("took", &Tile::drafted(*color, *side)),
            Event::Passed { seat } => did("found no space").by(*seat),
            Event::Knitted {
                tile: knitted,
                card,
                space,
                of,
                ..
            } => tile("knitted", knitted)
                .then(format!("into {}", card.garment().the_one()))
                .reaching(space + 1, *of),
            Event::DrewYarn { color, .. } => did("got").with(plain(*color), format!("{color} tile")),
            Event::GotPaw { .. } => did("got").with("paw", "grabby paw"),
            Event::Flipped {
                discarded, turned, ..
            } => {
                let paid = piece(format!("tile:{discarded}"), discarded.words());
                tile("turned", turned).then(say!("for {paid}"))
            }
            Event::PawUsed { color, .. } => did("grabbed").with(plain(*color), format!("{color} tile")),
            Event::Completed {
                card,
                pattern,
                points,
                ..
            } => garment(did("finished"), *card)
                .then(pattern.map_or("no pattern", Pattern::name))
                .scoring(Points::whole(i32::from(*points))),
            Event::RequestMet { wants, points, .. } => did("met the request for")
                .then(wants.to_string())
                .scoring(Points::whole(i32::from(*points))),
            Event::OpponentTook { color, .. } => {
                let took = did("took").by_other(STRAY);
                took.with(plain(*color), format!("{color} tile")).then("away")
            }
            Event::OpponentPassed => did("found no space").by_other(STRAY),
            Event::CraftingBegan { .. } => return Some(Glance::Together),
            Event::RoundBegan { round, first, filled } => {
                let fills = match filled {
                    1 => "One tile fills the circle".to_owned(),
                    _ => format!("{} tiles fill the circle", number_word(*filled)),
                };
                return Some(Glance::Round {
                    title: say!("Round {round}: {} begins", first.said()),
                    note: (*filled > 0).then(|| fills.into()),
                });
            }
            Event::GameOver => return Some(Glance::round("The game is over")),
            Event::DrewCards { .. }
            | Event::Offered { .. }
            | Event::Kept { .. }
            | Event::CoinFlipped { .. }
            | Event::NothingLeft { .. }
            | Event::SaidDone { .. }
            | Event::RetainingBegan { .. }
            | Event::Retained { .. }
            | Event::RoundEnded { .. }
            | Event::RequestFlipped { .. }
            | Event::DrewButton { .. }
            | Event::Refilled { .. } => return None,
        };
        Some(did.into())
    }
}
