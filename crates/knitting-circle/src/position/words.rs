//! The words of a position: how the things on the table are written and read.

use bobbin_game::position::{PositionLine, Word, joined};
use bobbin_game::{Seat, SeatSet, Setup as _};

use super::Read;
use crate::button::Button;
use crate::deck::SeenCard;
use crate::garment::{Card, Garment};
use crate::state::KnittingCircle;
use crate::yarn::Color;

/// Things with a line for each.
pub(super) fn lined(things: impl Iterator<Item = String>) -> String {
    things.collect::<Vec<_>>().join("\n")
}

/// A card, and behind `@` who knows it if that is not just `drawer`.
pub(super) fn seen_words(seen: SeenCard, drawer: Seat) -> String {
    if seen.known_by == SeatSet::only(drawer) {
        return seen.card.to_string();
    }
    let known: String = seen.known_by.iter().map(|seat| seat.to_string()).collect();
    format!("{}@{known}", seen.card)
}

/// Card, colors and buttons.
pub(super) fn garment_words(garment: Garment) -> String {
    let colors = garment.colors().into_iter().map(|color| color.to_string());
    let words = joined([garment.card().to_string()].into_iter().chain(colors));
    match joined(garment.buttons()) {
        none if none.is_empty() => words,
        buttons => format!("{words} + {buttons}"),
    }
}

/// A number at a place of a line, from `from` to `to`.
pub(super) fn number(line: &PositionLine<'_>, place: usize, from: u8, to: u8) -> Read<u8> {
    let expected = format!("a number from {from} to {to}");
    let word = line.word(place, &expected)?;
    let number: u8 = word.parse(&expected)?;
    if !(from..=to).contains(&number) {
        return Err(word.expected(expected));
    }
    Ok(number)
}

impl KnittingCircle {
    /// A garment: seat, card, colors. Also what stands behind the colors, `+` first.
    pub(super) fn read_garment<'l, 'a>(
        &mut self,
        seat: Seat,
        line: &'l PositionLine<'a>,
    ) -> Read<(Garment, &'l [Word<'a>])> {
        let word = line.word(1, "a garment card")?;
        let card = self.read_card(word)?;
        let spaces = self.content().garment(card.garment()).spaces.len();
        let mut garment = Garment::new(card, seat);
        let mut rest = &line.words[2..];
        while let Some((word, behind)) = rest.split_first() {
            if word.text == "+" {
                break;
            }
            if garment.len() == spaces {
                return Err(word.error(format!("{card} has only {spaces} spaces")));
            }
            garment.push(self.read_tile_color(*word)?);
            rest = behind;
        }
        Ok((garment, rest))
    }

    /// A card that its drawer, and those behind `@`, have seen: it is taken out of its deck.
    pub(super) fn read_seen(&mut self, word: Word<'_>, drawer: Seat) -> Read<SeenCard> {
        let (text, known) = word.text.split_once('@').unwrap_or((word.text, ""));
        let card = self.read_card(Word { text, ..word })?;
        let mut known_by = SeatSet::only(drawer);
        for digit in known.chars() {
            let mut buffer = [0; 4];
            let text = &*digit.encode_utf8(&mut buffer);
            let seat = text
                .parse::<usize>()
                .ok()
                .filter(|&seat| seat < self.setup.players())
                .ok_or_else(|| word.expected("a card, then @ and the numbers of the seats that know it"))?;
            known_by = known_by.with(Seat::new(seat));
        }
        Ok(SeenCard { card, known_by })
    }

    fn read_card(&mut self, word: Word<'_>) -> Read<Card> {
        let card: Card = word.parse("a garment card: mittens-07")?;
        if !self.content().has_card(card) {
            return Err(word.error(format!("there is no card {card}")));
        }
        if !self.decks[card.garment().index()].remove(card) {
            return Err(word.error(format!("{card} is somewhere else already")));
        }
        Ok(card)
    }

    pub(super) fn read_button(&mut self, word: Word<'_>) -> Read<Button> {
        let button: Button = word.parse("a button: color-07, pattern-02 or garment-11")?;
        if !self.content().has_button(button) {
            return Err(word.error(format!("there is no button {button}")));
        }
        if !self.take_button(button) {
            return Err(word.error(format!("there are no more buttons {button}")));
        }
        Ok(button)
    }

    /// A color, of which a tile is taken out of the bag.
    pub(super) fn read_tile_color(&mut self, word: Word<'_>) -> Read<Color> {
        let color = word.parse("a color: purple, navy, teal, green, yellow or pink")?;
        self.take_color(word, color)?;
        Ok(color)
    }

    pub(super) fn take_color(&mut self, word: Word<'_>, color: Color) -> Read {
        let left = &mut self.bag[color.index()];
        *left = left
            .checked_sub(1)
            .ok_or_else(|| word.error(format!("there are no more {color} tiles")))?;
        Ok(())
    }

    pub(super) fn read_seat(&self, word: Word<'_>) -> Read<Seat> {
        let expected = "the number of a seat in this game";
        let index: usize = word.parse(expected)?;
        if index >= self.setup.players() {
            return Err(word.expected(expected));
        }
        Ok(Seat::new(index))
    }

    pub(super) fn read_seats(&self, words: &[Word<'_>]) -> Read<SeatSet> {
        words.iter().map(|word| self.read_seat(*word)).collect()
    }
}
