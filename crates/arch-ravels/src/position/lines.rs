//! The lines of a position, one by one.

use bobbin_game::position::{PositionLine, Word};
use bobbin_game::{PositionError, Seat};

use super::read::Reader;
use crate::characters::CharacterId;
use crate::content::{EVENTS, EventKind, Face, MOST_KINDS};
use crate::deck::{Card, Counts, LISTED, place};
use crate::patterns::{Item, TILES};
use crate::state::{BAZAAR, Goal, Pending, Phase};
use crate::turn::LAST_ROUND;
use crate::yarn::{Bowl, Bundle, COLORS, Color};

/// The most yarn of a color, or items of a kind, that a position can give a player.
const MOST_TOKENS: u16 = 9999;

impl Reader {
    pub(super) fn table_line(&mut self, line: &PositionLine<'_>) -> Result<(), PositionError> {
        let word = |place, expected: &str| line.word(place, expected);
        match line.key.text {
            "round" => {
                let round = word(0, "a number")?;
                self.state.round = round.parse(format!("a round from 1 to {LAST_ROUND}"))?;
                if !(1..=LAST_ROUND).contains(&self.state.round) {
                    return Err(round.expected(format!("a round from 1 to {LAST_ROUND}")));
                }
                line.at_most(1)
            }
            "first" => self.seat(word(0, "a seat")?).map(|seat| self.state.first = seat).and(line.at_most(1)),
            "active" => self.seat(word(0, "a seat")?).map(|seat| self.state.active = seat).and(line.at_most(1)),
            "step" => self.step_line(line),
            "shopping" => self.shopping_line(line),
            "pending" => self.pending_line(line),
            "bazaar" => {
                for space in 0..BAZAAR {
                    let word = word(space, "a card or -")?;
                    self.state.bazaar[space] = if word.text == "-" { None } else { Some(self.card(word)?) };
                }
                line.at_most(BAZAAR)
            }
            "discard" => self.counts(line).map(|counts| self.discard = counts),
            "deck" => self.counts(line).map(|counts| self.deck = Some(counts)),
            "top" => {
                self.top = Some(word(0, "a number")?.parse("a number of cards")?);
                line.at_most(1)
            }
            "requests" => self.requests_line(line),
            "aside" => self.aside_line(line),
            "list" => {
                for place in 0..LISTED {
                    let word = word(place, "a project or -")?;
                    self.state.projects.list[place] =
                        if word.text == "-" { None } else { Some(self.project(word)?) };
                }
                line.at_most(LISTED)
            }
            "project-deck" => {
                self.project_deck = Some(word(0, "a number")?.parse("a number of cards")?);
                line.at_most(1)
            }
            _ => Err(line.key.expected(
                "round, first, active, step, shopping, pending, bazaar, discard, deck, top, requests, aside, list, \
                 project-deck, seat, marker, tangled, patterns, learned, bowl, items, held, done or finished",
            )),
        }
    }

    fn step_line(&mut self, line: &PositionLine<'_>) -> Result<(), PositionError> {
        let step = line.word(0, "a step")?;
        let (phase, words) = match step.text {
            "marker" => (Phase::Marker, 1),
            "actions" => {
                let text: Vec<&str> = line.words[1..].iter().map(|word| word.text).collect();
                let left = if text.is_empty() {
                    crate::Abilities::default()
                } else {
                    let parsed = text.join(" ").parse();
                    parsed
                        .map_err(|error: bobbin_game::NotationError| line.words[1].error(error.to_string()))?
                };
                let turn = crate::Turn {
                    left,
                    ..crate::Turn::default()
                };
                (Phase::Actions(turn), line.words.len())
            }
            "resolving" => {
                let space = counted(line.word(1, "a space of the bazaar")?, BAZAAR)?;
                let chooser = self.seat(line.word(2, "who chooses")?)?;
                (Phase::Resolving { space, chooser }, 3)
            }
            "restock-actions" => (Phase::RestockActions, 1),
            "final-craft" => {
                let crafter = self.seat(line.word(1, "who crafts")?)?;
                (Phase::FinalCraft { crafter }, 2)
            }
            "over" => (Phase::Over, 1),
            _ => {
                return Err(step.expected("marker, actions, resolving, restock-actions, final-craft or over"));
            }
        };
        self.state.phase = phase;
        line.at_most(words)
    }

    fn shopping_line(&mut self, line: &PositionLine<'_>) -> Result<(), PositionError> {
        let mut taken = 0;
        for &word in &line.words {
            taken |= 1 << counted(word, BAZAAR)?;
        }
        match &mut self.state.phase {
            Phase::Actions(turn) if taken != 0 && turn.left.shop > 0 => {
                turn.shopping = true;
                turn.taken = taken;
                Ok(())
            }
            _ => Err(line
                .key
                .error("shopping needs a step with actions and a Shop above it, and a space")),
        }
    }

    fn pending_line(&mut self, line: &PositionLine<'_>) -> Result<(), PositionError> {
        let kind = line.word(0, "gain, pay-item, pay-request, give, frog or exchange")?;
        let color = |place| {
            line.word(place, "a color")?
                .parse::<Color>("a color: R, B, G, Y, O or P")
        };
        let count = |place| {
            let word = line.word(place, "a number")?;
            let number: u8 = word.parse("a number")?;
            (1..=42)
                .contains(&number)
                .then_some(number)
                .ok_or_else(|| word.expected("1 to 42"))
        };
        let (pending, words) = match kind.text {
            "gain" => {
                let left = count(1)?;
                (Pending::Gain { left }, 2)
            }
            "pay-item" | "pay-request" => {
                let goal = line.word(1, "what is paid for")?;
                let goal = if kind.text == "pay-item" {
                    Goal::Item(item(goal)?)
                } else {
                    Goal::Request(self.request(goal)?)
                };
                let left = count(2)?;
                (Pending::Pay { goal, left }, 3)
            }
            "give" => {
                let pending = Pending::Give {
                    request: self.request(line.word(1, "a special request")?)?,
                    receiver: self.seat(line.word(2, "who receives")?)?,
                    left: count(3)?,
                };
                (pending, 4)
            }
            "frog" => {
                let item = item(line.word(1, "an item")?)?;
                (Pending::Frog { item }, 2)
            }
            "exchange" => {
                let (give, get) = (color(1)?, color(2)?);
                let begun = line.words.get(3).is_some_and(|word| word.text == "begun");
                (Pending::Exchange { give, get, begun }, 3 + usize::from(begun))
            }
            _ => return Err(kind.expected("gain, pay-item, pay-request, give, frog or exchange")),
        };
        self.state.pending = pending;
        line.at_most(words)
    }

    fn requests_line(&mut self, line: &PositionLine<'_>) -> Result<(), PositionError> {
        let (mut known, mut others) = (0, 0);
        for word in &line.words {
            if let Some(number) = word.text.strip_prefix('+') {
                let number: Option<u8> = number.parse().ok().filter(|&number| number <= 4);
                others = number.ok_or_else(|| word.expected("+ and how many other requests, at most 4"))?;
            } else {
                known |= 1 << self.request(*word)?;
            }
        }
        self.requests = Some((known, others));
        Ok(())
    }

    fn aside_line(&mut self, line: &PositionLine<'_>) -> Result<(), PositionError> {
        for &word in &line.words {
            let (card, count) = self.counted_card(word)?;
            match card {
                Card::Event(event) => {
                    let aside = &mut self.state.deck.aside_events[event as usize];
                    *aside = aside.saturating_add(count);
                }
                Card::Request(request) if count == 1 => self.state.deck.aside_requests |= 1 << request,
                Card::Request(_) | Card::Yarn(_) => {
                    return Err(word.expected("an event or a special request"));
                }
            }
        }
        Ok(())
    }

    pub(super) fn board_line(&mut self, line: &PositionLine<'_>) -> Result<(), PositionError> {
        let seat = self.seat(line.word(0, "a seat")?)?;
        let words = &line.words[1..];
        match line.key.text {
            "seat" => {
                let word = line.word(1, "a character")?;
                let character: CharacterId = word.parse("a character")?;
                if self
                    .state
                    .setup
                    .chosen(seat)
                    .is_some_and(|chosen| chosen != character)
                {
                    return Err(word.error(format!("the setup has another character for seat {seat}")));
                }
                self.state.board_mut(seat).character = character;
                self.named[seat.index()] = true;
                line.at_most(2)
            }
            "marker" => {
                let space = counted(line.word(1, "a space of the board")?, 4)?;
                self.state.board_mut(seat).marker = Some(space);
                line.at_most(2)
            }
            "tangled" => {
                self.state.board_mut(seat).tangled = true;
                line.at_most(1)
            }
            "patterns" => {
                for (tile, item) in Item::WITH_TILE.into_iter().enumerate() {
                    let word = line.word(tile + 1, format!("the yarn of the {item} tile"))?;
                    let tiles = &self.content().items[item.index()].tiles;
                    let found = Bundle::of_letters(word.text)
                        .and_then(|yarn| tiles.iter().position(|&it| it == yarn));
                    let found = found.ok_or_else(|| word.expected(format!("the yarn of a {item} tile")))?;
                    self.state.board_mut(seat).tiles[tile] = found as u8;
                }
                line.at_most(TILES + 1)
            }
            "learned" => words.iter().try_for_each(|&word| {
                let tile = item(word)?.tile();
                let tile = tile.ok_or_else(|| word.expected("bear, mittens or scarf"))?;
                self.state.board_mut(seat).learned[tile] = true;
                Ok(())
            }),
            "bowl" => {
                let mut bowl = Bowl([0; COLORS]);
                words.iter().try_for_each(|&word| add_yarn(&mut bowl, word))?;
                self.state.board_mut(seat).bowl = bowl;
                Ok(())
            }
            "items" => words.iter().try_for_each(|&word| {
                let (text, count) = times(word)?;
                let item = item(Word { text, ..word })?;
                let items = &mut self.state.board_mut(seat).items.0[item.index()];
                *items += count;
                if *items > MOST_TOKENS {
                    return Err(word.expected(format!("at most {MOST_TOKENS} of them")));
                }
                Ok(())
            }),
            "held" | "done" => words.iter().try_for_each(|&word| {
                let bit = 1 << self.request(word)?;
                let board = self.state.board_mut(seat);
                *(if line.key.text == "held" {
                    &mut board.held
                } else {
                    &mut board.done
                }) |= bit;
                Ok(())
            }),
            _ => words.iter().try_for_each(|&word| {
                let bit = 1 << self.project(word)?;
                self.state.board_mut(seat).finished |= bit;
                Ok(())
            }),
        }
    }

    fn seat(&self, word: Word<'_>) -> Result<Seat, PositionError> {
        word.seat(self.state.players())
    }

    fn request(&self, word: Word<'_>) -> Result<u8, PositionError> {
        let found = self.content().request_of_id(word.text);
        found.ok_or_else(|| word.expected("the id of a special request"))
    }

    fn project(&self, word: Word<'_>) -> Result<u8, PositionError> {
        let found = self.content().project_of_id(word.text);
        found.ok_or_else(|| word.expected("the id of a project"))
    }

    fn card(&self, word: Word<'_>) -> Result<Card, PositionError> {
        let event = EventKind::ALL.into_iter().find(|event| event.id() == word.text);
        let yarn = word.text.parse::<Face>().ok().and_then(|face| {
            let place = self.content().yarn.iter().position(|card| card.face == face);
            place.map(|place| Card::Yarn(place as u8))
        });
        let request = || self.content().request_of_id(word.text).map(Card::Request);
        let found = event.map(Card::Event).or(yarn).or_else(request);
        found
            .ok_or_else(|| word.expected("the face of a yarn card, or the id of an event or special request"))
    }

    /// `RR*3`: a card and how often.
    fn counted_card(&self, word: Word<'_>) -> Result<(Card, u8), PositionError> {
        let (text, count) = times(word)?;
        let card = self.card(Word { text, ..word })?;
        Ok((card, count.min(u16::from(u8::MAX)) as u8))
    }

    fn counts(&self, line: &PositionLine<'_>) -> Result<Counts, PositionError> {
        let mut counts: Counts = [0; MOST_KINDS + EVENTS];
        for &word in &line.words {
            let (card, count) = self.counted_card(word)?;
            let place = place(card).ok_or_else(|| word.expected("a yarn card or an event"))?;
            counts[place] = counts[place].saturating_add(count);
        }
        Ok(counts)
    }
}

fn item(word: Word<'_>) -> Result<Item, PositionError> {
    word.parse("an item: hat, bear, mittens, scarf or blanket")
}

fn counted(word: Word<'_>, most: usize) -> Result<u8, PositionError> {
    let number: usize = word.parse(format!("a number from 1 to {most}"))?;
    if !(1..=most).contains(&number) {
        return Err(word.expected(format!("a number from 1 to {most}")));
    }
    Ok(number as u8 - 1)
}

/// `hat*3` as what and how often.
fn times(word: Word<'_>) -> Result<(&str, u16), PositionError> {
    match word.text.split_once('*') {
        None => Ok((word.text, 1)),
        Some((text, count)) => match count.parse() {
            Ok(count @ 1..=MOST_TOKENS) => Ok((text, count)),
            _ => Err(word.expected(format!("* and a number from 1 to {MOST_TOKENS}"))),
        },
    }
}

/// `RRB` or `R2B1`.
fn add_yarn(bowl: &mut Bowl, word: Word<'_>) -> Result<(), PositionError> {
    let expected = || {
        word.expected(format!(
            "letters R, B, G, Y, O, P, each with or without a number up to {MOST_TOKENS}"
        ))
    };
    let mut rest = word.text;
    while let Some(letter) = rest.chars().next() {
        let color = Color::of_letter(letter).ok_or_else(expected)?;
        rest = &rest[1..];
        let digits = rest.len()
            - rest
                .trim_start_matches(|digit: char| digit.is_ascii_digit())
                .len();
        let count = if digits == 0 {
            1
        } else {
            rest[..digits].parse::<u16>().map_err(|_| expected())?
        };
        rest = &rest[digits..];
        let total = bowl.count(color).saturating_add(count);
        if total > MOST_TOKENS {
            return Err(expected());
        }
        bowl.add(color, count);
    }
    Ok(())
}
