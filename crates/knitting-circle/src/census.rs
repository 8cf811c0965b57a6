//! What never changes: everything that is in the box.

use bobbin_game::Setup as _;

use crate::button::ButtonType;
use crate::deck::Deck;
use crate::garment::Garment;
use crate::state::KnittingCircle;
use crate::yarn::Color;

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

    /// 1.1 to 1.4: tiles of each color, cards, buttons of each type, paws and needles, wherever they are.
    pub(crate) fn count_all(&self) -> Vec<(&'static str, i64)> {
        let mut tiles = self.bag.map(i64::from);
        for color in self.center.iter() {
            tiles[color.index()] += 1;
        }
        for color in self.circle.slots().filter_map(|slot| self.circle.tile(slot)) {
            tiles[color.index()] += 1;
        }
        for color in Color::ALL {
            tiles[color.index()] += i64::from(self.out_of_game[color.index()]);
            let held = self
                .seats()
                .map(|seat| self.player(seat).tiles.by_color()[color.index()]);
            tiles[color.index()] += held.map(i64::from).sum::<i64>();
        }
        for color in self.garments().flat_map(|garment| garment.colors()) {
            tiles[color.index()] += 1;
        }
        let mut buttons = self.piles.map(|pile| i64::from(pile.count_ones()));
        for shape in ButtonType::ALL {
            let held = self.seats().flat_map(|seat| self.player(seat).workspace(shape));
            let placed = self.garments().filter(|garment| garment.button(shape).is_some());
            buttons[shape.index()] += held.flatten().count() as i64 + placed.count() as i64;
        }
        let in_decks: usize = self.decks.iter().map(Deck::len).sum();
        let offered: usize = self.seats().map(|seat| self.player(seat).offer().count()).sum();
        let paws: i64 = self.seats().map(|seat| i64::from(self.player(seat).paws)).sum();
        let needles = i64::from(self.setup.rules().needles) * self.setup.players() as i64;
        let in_use: usize = self
            .seats()
            .map(|seat| self.player(seat).in_progress().len())
            .sum();
        let free = self
            .seats()
            .map(|seat| usize::from(self.setup.rules().needles) - self.player(seat).in_progress().len());
        debug_assert_eq!(needles, (in_use + free.clone().sum::<usize>()) as i64);
        let mut census: Vec<(&'static str, i64)> = TILES.into_iter().zip(tiles).collect();
        census.push(("tiles", tiles.iter().sum()));
        census.extend(BUTTONS.into_iter().zip(buttons));
        let cards = in_decks + offered + self.garments().count();
        census.push(("garment cards", cards as i64));
        census.push(("paws", paws + i64::from(self.paws)));
        census.push(("needles", (in_use + free.sum::<usize>()) as i64));
        census
    }
}
