//! What never changes: everything that is in the box.

use crate::button::ButtonType;
use crate::deck::Deck;
use crate::garment::Garment;
use crate::state::KnittingCircle;
use crate::yarn::{Color, Tile};

const TILES: [&str; Color::COUNT] = [
    "purple tiles",
    "navy tiles",
    "teal tiles",
    "green tiles",
    "yellow tiles",
    "pink tiles",
];
const BUTTONS: [&str; ButtonType::COUNT] = ["color buttons", "pattern buttons", "garment buttons"];

impl KnittingCircle {
    /// Every garment on the table, in progress or completed.
    fn garments(&self) -> impl Iterator<Item = &Garment> {
        self.seats()
            .flat_map(|seat| self.player(seat).in_progress().iter().chain(self.completed(seat)))
    }

    /// 1.1 to 1.4: tiles of each color, cards, buttons of each type and paws, wherever they are.
    pub(crate) fn count_all(&self) -> Vec<(&'static str, i64)> {
        let held = self.seats().flat_map(|seat| self.player(seat).tiles.each());
        let lying = self.circle.slots().filter_map(|slot| self.circle.tile(slot));
        let knitted = self.garments().flat_map(|garment| garment.colors());
        let mut tiles: [i64; Color::COUNT] =
            std::array::from_fn(|color| i64::from(self.bag[color]) + i64::from(self.out_of_game[color]));
        for color in self
            .center
            .iter()
            .chain(lying)
            .chain(held.map(Tile::color))
            .chain(knitted)
        {
            tiles[color.index()] += 1;
        }
        let mut buttons = self.piles.map(|pile| i64::from(pile.count_ones()));
        let held = self.seats().flat_map(|seat| self.player(seat).buttons());
        for button in held.chain(self.garments().flat_map(|garment| garment.buttons())) {
            buttons[button.shape.index()] += 1;
        }
        let in_decks: usize = self.decks.iter().map(Deck::len).sum();
        let offered: usize = self.seats().map(|seat| self.player(seat).offer().count()).sum();
        let cards = in_decks + offered + self.garments().count();
        let paws: u8 = self.seats().map(|seat| self.player(seat).paws).sum();
        let mut census: Vec<(&'static str, i64)> = TILES.into_iter().zip(tiles).collect();
        census.push(("tiles", tiles.iter().sum()));
        census.extend(BUTTONS.into_iter().zip(buttons));
        census.push(("garment cards", cards as i64));
        census.push(("paws", i64::from(self.paws + paws)));
        census
    }
}
