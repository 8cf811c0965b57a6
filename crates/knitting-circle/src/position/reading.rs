//! Reading a position.

use bobbin_game::position::{PositionLine, Word, lines, whole};
use bobbin_game::{Game as _, PositionError, Seat, SeatSet, Setup as _};

use crate::button::{Button, ButtonType};
use crate::circle::Slot;
use crate::deck::{Drawn, MAX_OFFER, SeenCard};
use crate::garment::{Card, Garment};
use crate::setup::KnittingSetup;
use crate::state::{KnittingCircle, MAX_NEEDLES, Phase, REQUESTS_IN_PLAY, Request, WORKSPACE};
use crate::yarn::{Color, Tile};

impl KnittingCircle {
    pub(crate) fn read_position(
        setup: KnittingSetup,
        position: &str,
    ) -> Result<KnittingCircle, PositionError> {
        let mut game = KnittingCircle::empty(setup);
        let mut finished = SeatSet::EMPTY;
        let mut seen = Vec::new();
        for line in lines(position) {
            let key = line.key.text;
            let once = !matches!(
                key,
                "request" | "tiles" | "paws" | "workspace" | "garment" | "completed" | "offer" | "bottom"
            );
            if once && seen.contains(&key) {
                return Err(line.key.error(format!("a second line \"{key}\"")));
            }
            seen.push(key);
            match key {
                "finished" => finished = game.read_seats(&line.words)?,
                _ => game.read_line(&line)?,
            }
        }
        match &mut game.phase {
            Phase::FirstGarments { waiting } | Phase::Crafting { waiting } | Phase::Retaining { waiting } => {
                *waiting = finished.iter().fold(*waiting, SeatSet::without);
                if waiting.is_empty() {
                    return Err(whole("all seats have finished: the phase would be over"));
                }
            }
            _ if !finished.is_empty() => return Err(whole("in this phase nobody can have finished")),
            _ => {}
        }
        for seat in game.seats() {
            game.check_offer_and_bowl(seat)?;
        }
        let mut actions = Vec::new();
        for seat in game.to_act().iter() {
            actions.clear();
            game.legal_actions(seat, &mut actions);
            if actions.is_empty() {
                return Err(whole(format!(
                    "seat {seat} is to act and would have nothing to do"
                )));
            }
        }
        Ok(game)
    }

    /// 2.10, 5.3, 5.7, 8.1: drawn cards wait only for a seat that can keep one, a first garment only for a free needle, and who has finished at the end of a round
    /// holds no more tiles than may be kept.
    fn check_offer_and_bowl(&self, seat: Seat) -> Result<(), PositionError> {
        let player = self.player(seat);
        let is_waiting = self.to_act().contains(seat);
        if player.has_offer() {
            if !is_waiting || !matches!(self.phase, Phase::FirstGarments { .. } | Phase::Crafting { .. }) {
                return Err(whole(format!(
                    "seat {seat} has drawn cards and could not keep one now"
                )));
            }
            if self.check_needle(seat).is_err() {
                return Err(whole(format!(
                    "seat {seat} has drawn cards and no needle for one of them"
                )));
            }
        }
        if matches!(self.phase, Phase::FirstGarments { .. }) && is_waiting && self.check_needle(seat).is_err()
        {
            return Err(whole(format!("seat {seat} has no needle for a first garment")));
        }
        let bowl = self.setup.rules().bowl;
        if matches!(self.phase, Phase::Retaining { .. })
            && !is_waiting
            && player.tiles.total() > u32::from(bowl)
        {
            return Err(whole(format!(
                "seat {seat} has finished and holds more than {bowl} tiles"
            )));
        }
        Ok(())
    }

    fn read_line(&mut self, line: &PositionLine<'_>) -> Result<(), PositionError> {
        match line.key.text {
            "phase" => self.read_phase(line),
            "round" => {
                let rounds = self.setup.rules().rounds;
                self.round = number(line, 0, 1, rounds)?;
                line.at_most(1)
            }
            "first" => {
                self.first = self.read_seat(line.word(0, "a seat")?)?;
                line.at_most(1)
            }
            "cats" => self.read_cats(line),
            "center" => line.words.iter().try_for_each(|word| {
                let color = self.read_tile_color(*word)?;
                if self.center.contains(color) {
                    return Err(word.error(format!("{color} is in the center already")));
                }
                self.center = self.center.with(color);
                Ok(())
            }),
            "circle" => self.read_circle(line),
            "out" => line.words.iter().try_for_each(|word| {
                let color = self.read_tile_color(*word)?;
                self.out_of_game[color.index()] += 1;
                Ok(())
            }),
            "request" => self.read_request(line),
            "bottom" => {
                let word = line.word(0, "a card")?;
                let by = self.read_seat(line.word(1, "who laid it there")?)?;
                let seen = self.read_seen(word, by)?;
                self.decks[seen.card.garment().index()].lay_under(seen, by);
                line.at_most(2)
            }
            "tiles" | "paws" | "workspace" | "garment" | "completed" | "offer" => self.read_board(line),
            _ => Err(line.key.expected(
                "phase, round, first, finished, cats, center, circle, out, request, tiles, paws, workspace, garment, \
                 completed, offer or bottom",
            )),
        }
    }

    fn read_phase(&mut self, line: &PositionLine<'_>) -> Result<(), PositionError> {
        let word = line.word(0, "a phase")?;
        let turns = self.setup.rules().drafts * self.setup.players() as u8;
        let waiting = SeatSet::all(self.setup.players());
        let (phase, words) = match word.text {
            "first-garments" => (Phase::FirstGarments { waiting }, 1),
            "center" => (Phase::PlacingCenter, 1),
            "drafting" => (
                Phase::Drafting {
                    turn: number(line, 1, 0, turns - 1)?,
                },
                2,
            ),
            "coin" if self.setup.is_solo() => (
                Phase::Coin {
                    turn: number(line, 1, 0, turns - 1)?,
                },
                2,
            ),
            "crafting" => (Phase::Crafting { waiting }, 1),
            "retaining" => (Phase::Retaining { waiting }, 1),
            "over" => (Phase::Over, 1),
            _ => {
                let expected = "first-garments, center, drafting, coin (solo), crafting, retaining or over";
                return Err(word.expected(expected));
            }
        };
        self.phase = phase;
        line.at_most(words)
    }

    fn read_cats(&mut self, line: &PositionLine<'_>) -> Result<(), PositionError> {
        let count = usize::from(self.circle.cat_count);
        for cat in 0..count {
            let space = number(line, cat, 0, self.circle.spaces - 1)?;
            if self.circle.cats[..cat].contains(&space) {
                return Err(line.words[cat].error(format!("two cats on space {space}")));
            }
            self.circle.cats[cat] = space;
        }
        line.at_most(count)
    }

    fn read_circle(&mut self, line: &PositionLine<'_>) -> Result<(), PositionError> {
        for (space, word) in line.words.iter().enumerate() {
            if space >= usize::from(self.circle.spaces) {
                return line.at_most(space);
            }
            let form = "the inner and outer tile of a space: purple/navy or teal/-";
            let (inner, outer) = word.text.split_once('/').ok_or_else(|| word.expected(form))?;
            for (slot, text) in Slot::of(space as u8).into_iter().zip([inner, outer]) {
                if text != "-" {
                    let part = Word { text, ..*word };
                    let color = self.read_tile_color(part)?;
                    self.set_slot(slot, color);
                }
            }
        }
        Ok(())
    }

    fn set_slot(&mut self, slot: Slot, color: Color) {
        self.circle.set(slot, Some(color));
    }

    fn read_request(&mut self, line: &PositionLine<'_>) -> Result<(), PositionError> {
        let word = line.word(0, "the id of a request")?;
        let cards = &self.content().requests;
        let card = cards.iter().position(|card| card.id == word.text);
        let card = card.ok_or_else(|| word.expected("the id of a request"))? as u8;
        if !self.setup.has_requests() || self.requests.len() == REQUESTS_IN_PLAY {
            return Err(line.key.error("there are no more requests in this game"));
        }
        if self.requests.iter().any(|request| request.card == card) {
            return Err(word.error("this request is in play already"));
        }
        let mut words = &line.words[1..];
        let is_flipped = words.last().is_some_and(|word| word.text == "flipped");
        if is_flipped {
            words = &words[..words.len() - 1];
        }
        let met_by = match words {
            [] => SeatSet::EMPTY,
            [met, seats @ ..] if met.text == "met" => self.read_seats(seats)?,
            [other, ..] => return Err(other.expected("met and the seats that fulfilled it, or flipped")),
        };
        self.requests.push(Request {
            card,
            met_by,
            is_flipped,
        });
        Ok(())
    }

    fn read_board(&mut self, line: &PositionLine<'_>) -> Result<(), PositionError> {
        let seat = self.read_seat(line.word(0, "a seat")?)?;
        let words = &line.words[1..];
        match line.key.text {
            "tiles" => words.iter().try_for_each(|word| {
                let tile: Tile = word.parse("a tile: teal-knit, teal-purl or teal-bowl")?;
                self.take_color(*word, tile.color())?;
                self.player_mut(seat).tiles.add(tile);
                Ok(())
            }),
            "paws" => {
                let paws = number(line, 1, 0, self.paws)?;
                self.paws -= paws;
                self.player_mut(seat).paws += paws;
                line.at_most(2)
            }
            "workspace" => {
                let held = ButtonType::ALL.map(|shape| self.player(seat).workspace(shape));
                if held.iter().flatten().any(Option::is_some) {
                    return Err(line.key.error(format!("a second workspace of seat {seat}")));
                }
                self.read_workspace(seat, words)
            }
            "garment" => {
                let (garment, rest) = self.read_garment(seat, line)?;
                if let Some(word) = rest.first() {
                    return Err(word.expected("a color"));
                }
                let needles = usize::from(self.setup.rules().needles).min(MAX_NEEDLES);
                if self.player(seat).in_progress().len() == needles {
                    return Err(line.key.error(format!("there are only {needles} needles")));
                }
                self.player_mut(seat).add_garment(garment);
                Ok(())
            }
            "completed" => self.read_completed(seat, line),
            _ => self.read_offer(seat, line),
        }
    }

    fn read_workspace(&mut self, seat: Seat, words: &[Word<'_>]) -> Result<(), PositionError> {
        let mut slots = [0; ButtonType::COUNT];
        for (place, word) in words.iter().enumerate() {
            let expected_shape = ButtonType::ALL.get(place / WORKSPACE);
            let expected_shape = *expected_shape.ok_or_else(|| word.expected("the end of the line"))?;
            let slot = &mut slots[expected_shape.index()];
            *slot += 1;
            if word.text == "-" {
                continue;
            }
            let slot = *slot - 1;
            let button = self.read_button(*word)?;
            if button.shape != expected_shape {
                return Err(word.expected(format!("a {expected_shape} button or -")));
            }
            self.player_mut(seat)
                .set_workspace(button.shape, slot, Some(button));
        }
        Ok(())
    }

    fn read_completed(&mut self, seat: Seat, line: &PositionLine<'_>) -> Result<(), PositionError> {
        let (mut garment, rest) = self.read_garment(seat, line)?;
        let mandatory = self.content().garment(garment.card().garment()).mandatory;
        if garment.len() < usize::from(mandatory) {
            return Err(line.key.error(format!("it has {mandatory} mandatory spaces")));
        }
        if let Some((plus, buttons)) = rest.split_first() {
            if plus.text != "+" {
                return Err(plus.expected("a color, or + and buttons"));
            }
            for word in buttons {
                let button = self.read_button(*word)?;
                if garment.button(button.shape).is_some() {
                    return Err(word.error(format!("a second {} button", button.shape)));
                }
                garment.set_button(button);
            }
        }
        self.add_completed(garment);
        Ok(())
    }

    fn read_offer(&mut self, seat: Seat, line: &PositionLine<'_>) -> Result<(), PositionError> {
        let mut drawn = Drawn::new();
        for word in &line.words[1..] {
            let seen = self.read_seen(*word, seat)?;
            if drawn
                .first()
                .is_some_and(|first| first.card.garment() != seen.card.garment())
            {
                return Err(word.error("cards of two types are never drawn together"));
            }
            if drawn.try_push(seen).is_err() {
                return Err(word.error(format!("at most {MAX_OFFER} cards are drawn")));
            }
        }
        drawn.sort_by_key(|seen| seen.card);
        if self.player(seat).has_offer() {
            return Err(line.key.error(format!("a second offer of seat {seat}")));
        }
        self.player_mut(seat).set_offer(&drawn);
        Ok(())
    }

    /// A garment: seat, card, colors. Also what stands behind the colors.
    fn read_garment<'l, 'a>(
        &mut self,
        seat: Seat,
        line: &'l PositionLine<'a>,
    ) -> Result<(Garment, &'l [Word<'a>]), PositionError> {
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
    fn read_seen(&mut self, word: Word<'_>, drawer: Seat) -> Result<SeenCard, PositionError> {
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

    fn read_card(&mut self, word: Word<'_>) -> Result<Card, PositionError> {
        let card: Card = word.parse("a garment card: mittens-07")?;
        if !self.content().has_card(card) {
            return Err(word.error(format!("there is no card {card}")));
        }
        if !self.decks[card.garment().index()].remove(card) {
            return Err(word.error(format!("{card} is somewhere else already")));
        }
        Ok(card)
    }

    fn read_button(&mut self, word: Word<'_>) -> Result<Button, PositionError> {
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
    fn read_tile_color(&mut self, word: Word<'_>) -> Result<Color, PositionError> {
        let color = word.parse("a color: purple, navy, teal, green, yellow or pink")?;
        self.take_color(word, color)?;
        Ok(color)
    }

    fn take_color(&mut self, word: Word<'_>, color: Color) -> Result<(), PositionError> {
        let left = &mut self.bag[color.index()];
        *left = left
            .checked_sub(1)
            .ok_or_else(|| word.error(format!("there are no more {color} tiles")))?;
        Ok(())
    }

    fn read_seat(&self, word: Word<'_>) -> Result<Seat, PositionError> {
        let expected = "the number of a seat in this game";
        let index: usize = word.parse(expected)?;
        if index >= self.setup.players() {
            return Err(word.expected(expected));
        }
        Ok(Seat::new(index))
    }

    fn read_seats(&self, words: &[Word<'_>]) -> Result<SeatSet, PositionError> {
        words.iter().map(|word| self.read_seat(*word)).collect()
    }
}

/// A number at a place of a line, from `from` to `to`.
fn number(line: &PositionLine<'_>, place: usize, from: u8, to: u8) -> Result<u8, PositionError> {
    let expected = format!("a number from {from} to {to}");
    let word = line.word(place, &expected)?;
    let number: u8 = word.parse(&expected)?;
    if !(from..=to).contains(&number) {
        return Err(word.expected(expected));
    }
    Ok(number)
}
