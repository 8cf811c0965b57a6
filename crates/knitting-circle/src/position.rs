//! The full state as a few lines of text.
//!
//! ```text
//! phase crafting            # first-garments, center, drafting 5, coin 2, crafting, retaining, over
//! round 2
//! first 1                   # the first player
//! finished 0 2              # who has finished their part of a phase that all play at once
//! cats 0 4
//! center purple teal
//! circle purple/navy teal/- -/-
//! out pink pink             # taken by the solo opponent
//! request purple met 0 1 flipped
//! tiles 0 teal-knit pink-bowl
//! paws 0 2
//! workspace 0 color-01 - pattern-02 pattern-03 garment-01 -
//! garment 0 mittens-07 teal teal
//! completed 0 hats-01 teal teal teal teal + color-01
//! offer 0 socks-03 socks-05@01
//! bottom socks-01 0         # under the deck, the first to be drawn first, and who laid it there
//! bottom socks-02@013 1     # `@` and the seats that know it, where these are not just that one
//! ```
//!
//! The bag, the decks, the piles and the supply of paws hold what is nowhere else. What is left out is empty; cats
//! that are left out are on their starting spaces.

use std::fmt::Write as _;

use bobbin_game::{Seat, SeatSet};

use crate::button::ButtonType;
use crate::circle::Slot;
use crate::deck::SeenCard;
use crate::garment::GarmentType;
use crate::state::{KnittingCircle, Phase};
use crate::yarn::Color;

mod reading;

impl KnittingCircle {
    pub(crate) fn write_position(&self) -> String {
        let mut text = String::new();
        self.write_table(&mut text).expect("a String takes everything");
        for seat in self.seats() {
            self.write_board(seat, &mut text)
                .expect("a String takes everything");
        }
        for garment in GarmentType::ALL {
            for (seen, by) in self.decks[garment.index()].bottom(garment) {
                let card = seen_words(seen, by);
                writeln!(text, "bottom {card} {by}").expect("a String takes everything");
            }
        }
        text
    }

    fn write_table(&self, text: &mut String) -> std::fmt::Result {
        let phase = match self.phase {
            Phase::FirstGarments { .. } => "first-garments".to_owned(),
            Phase::PlacingCenter => "center".to_owned(),
            Phase::Drafting { turn } => format!("drafting {turn}"),
            Phase::Coin { turn } => format!("coin {turn}"),
            Phase::Crafting { .. } => "crafting".to_owned(),
            Phase::Retaining { .. } => "retaining".to_owned(),
            Phase::Over => "over".to_owned(),
        };
        writeln!(text, "phase {phase}\nround {}\nfirst {}", self.round, self.first)?;
        if !self.finished().is_empty() {
            writeln!(text, "finished{}", spaced(self.finished().iter()))?;
        }
        let cats = &self.circle.cats[..usize::from(self.circle.cat_count)];
        writeln!(text, "cats{}", spaced(cats))?;
        if !self.center.is_empty() {
            writeln!(text, "center{}", spaced(self.center.iter()))?;
        }
        text.push_str("circle");
        for space in 0..self.circle.spaces {
            let [inner, outer] = Slot::of(space).map(|slot| self.circle.tile(slot).map_or("-", Color::name));
            write!(text, " {inner}/{outer}")?;
        }
        text.push('\n');
        let out = Color::ALL
            .into_iter()
            .flat_map(|color| std::iter::repeat_n(color, usize::from(self.out_of_game[color.index()])));
        let out = spaced(out);
        if !out.is_empty() {
            writeln!(text, "out{out}")?;
        }
        for request in &self.requests {
            let id = &self.content().requests[usize::from(request.card)].id;
            write!(text, "request {id}")?;
            if !request.met_by.is_empty() {
                write!(text, " met{}", spaced(request.met_by.iter()))?;
            }
            text.push_str(if request.is_flipped { " flipped\n" } else { "\n" });
        }
        Ok(())
    }

    fn write_board(&self, seat: Seat, text: &mut String) -> std::fmt::Result {
        let player = self.player(seat);
        let tiles = spaced(player.tiles.each());
        if !tiles.is_empty() {
            writeln!(text, "tiles {seat}{tiles}")?;
        }
        if player.paws > 0 {
            writeln!(text, "paws {seat} {}", player.paws)?;
        }
        let slots = ButtonType::ALL
            .into_iter()
            .flat_map(|shape| player.workspace(shape));
        let slots: Vec<String> = slots
            .map(|button| button.map_or("-".to_owned(), |button| button.to_string()))
            .collect();
        if slots.iter().any(|slot| slot != "-") {
            writeln!(text, "workspace {seat}{}", spaced(slots))?;
        }
        for garment in player.in_progress() {
            writeln!(
                text,
                "garment {seat} {}{}",
                garment.card(),
                spaced(garment.colors())
            )?;
        }
        for garment in self.completed(seat) {
            write!(
                text,
                "completed {seat} {}{}",
                garment.card(),
                spaced(garment.colors())
            )?;
            let buttons = spaced(garment.buttons());
            writeln!(
                text,
                "{}",
                if buttons.is_empty() {
                    buttons
                } else {
                    format!(" +{buttons}")
                }
            )?;
        }
        let offer = player.offer().map(|seen| seen_words(seen, seat));
        let offer = spaced(offer);
        if !offer.is_empty() {
            writeln!(text, "offer {seat}{offer}")?;
        }
        Ok(())
    }
}

/// A card, and behind `@` who knows it if that is not just `drawer`.
fn seen_words(seen: SeenCard, drawer: Seat) -> String {
    if seen.known_by == SeatSet::only(drawer) {
        return seen.card.to_string();
    }
    let known: String = seen.known_by.iter().map(|seat| seat.to_string()).collect();
    format!("{}@{known}", seen.card)
}

/// The items, each behind a space.
fn spaced<T: ToString>(items: impl IntoIterator<Item = T>) -> String {
    items.into_iter().fold(String::new(), |mut text, item| {
        text.push(' ');
        text.push_str(&item.to_string());
        text
    })
}
