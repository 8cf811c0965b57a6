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

use bobbin_game::position::{PositionLine, Word, joined, lines, whole};
use bobbin_game::{Game as _, PositionError, Seat, SeatSet, Setup as _};

use crate::button::ButtonType;
use crate::circle::Slot;
use crate::deck::{Drawn, MAX_OFFER};
use crate::garment::GarmentType;
use crate::setup::KnittingSetup;
use crate::state::{KnittingCircle, Phase, REQUESTS_IN_PLAY, Request, WORKSPACE};
use crate::yarn::{Color, Tile};

mod words;

use words::{garment_words, lined, number, seen_words};

type Read<T = ()> = Result<T, PositionError>;

/// A kind of line: how it is written and how it is read. `A` is what it is about: `()` for the whole table, or a seat,
/// which stands behind the key.
struct Line<A: 'static> {
    key: &'static str,
    /// What stands behind the key and the seat; nothing gives no line, several lines are told apart by `\n`.
    write: fn(&KnittingCircle, A) -> String,
    read: fn(&mut KnittingCircle, A, &PositionLine<'_>) -> Read,
}

/// What is said once.
const TABLE: &[Line<()>] = &[
    Line {
        key: "phase",
        write: |game, ()| match game.phase.turn() {
            Some(turn) => format!("{} {turn}", phase_word(game.phase)),
            None => phase_word(game.phase),
        },
        read: |game, (), line| game.read_phase(line),
    },
    Line {
        key: "round",
        write: |game, ()| game.round.to_string(),
        read: |game, (), line| {
            game.round = number(line, 0, 1, game.setup.rules().rounds)?;
            line.at_most(1)
        },
    },
    Line {
        key: "first",
        write: |game, ()| game.first.to_string(),
        read: |game, (), line| {
            game.first = game.read_seat(line.word(0, "a seat")?)?;
            line.at_most(1)
        },
    },
    Line {
        key: "finished",
        write: |game, ()| joined(game.finished().iter()),
        read: |game, (), line| {
            let finished = game.read_seats(&line.words)?;
            match game.phase.waiting_mut() {
                Some(waiting) => *waiting = finished.iter().fold(*waiting, SeatSet::without),
                None if finished.is_empty() => {}
                None => return Err(whole(NOBODY_FINISHED)),
            }
            Ok(())
        },
    },
    Line {
        key: "cats",
        write: |game, ()| joined(game.circle.cats()),
        read: |game, (), line| {
            let count = game.circle.cats().len();
            for cat in 0..count {
                let space = number(line, cat, 0, game.circle.spaces - 1)?;
                if game.circle.cats[..cat].contains(&space) {
                    return Err(line.words[cat].error(format!("two cats on space {space}")));
                }
                game.circle.cats[cat] = space;
            }
            line.at_most(count)
        },
    },
    Line {
        key: "center",
        write: |game, ()| joined(game.center.iter()),
        read: |game, (), line| {
            for word in &line.words {
                let color = game.read_tile_color(*word)?;
                if game.center.contains(color) {
                    return Err(word.error(format!("{color} is in the center already")));
                }
                game.center = game.center.with(color);
            }
            Ok(())
        },
    },
    Line {
        key: "circle",
        write: |game, ()| {
            let tile = |slot| game.circle.tile(slot).map_or("-", Color::name);
            joined((0..game.circle.spaces).map(|space| Slot::of(space).map(tile).join("/")))
        },
        read: |game, (), line| {
            let spaces = usize::from(game.circle.spaces);
            for (space, word) in line.words.iter().enumerate().take(spaces) {
                let form = "the inner and outer tile of a space: purple/navy or teal/-";
                let (inner, outer) = word.text.split_once('/').ok_or_else(|| word.expected(form))?;
                for (slot, text) in Slot::of(space as u8).into_iter().zip([inner, outer]) {
                    if text != "-" {
                        let color = game.read_tile_color(Word { text, ..*word })?;
                        game.circle.set(slot, Some(color));
                    }
                }
            }
            line.at_most(spaces)
        },
    },
    Line {
        key: "out",
        write: |game, ()| {
            let out = Color::ALL.into_iter().zip(game.out_of_game.map(usize::from));
            joined(out.flat_map(|(color, count)| std::iter::repeat_n(color, count)))
        },
        read: |game, (), line| {
            for word in &line.words {
                let color = game.read_tile_color(*word)?;
                game.out_of_game[color.index()] += 1;
            }
            Ok(())
        },
    },
];

/// A line for each request.
const REQUEST: Line<()> = Line {
    key: "request",
    write: |game, ()| lined(game.requests.iter().map(|request| game.request_words(*request))),
    read: |game, (), line| game.read_request(line),
};

/// What is said of each board.
const BOARD: &[Line<Seat>] = &[
    Line {
        key: "tiles",
        write: |game, seat| joined(game.player(seat).tiles.each()),
        read: |game, seat, line| {
            for word in &line.words[1..] {
                let tile: Tile = word.parse("a tile: teal-knit, teal-purl or teal-bowl")?;
                game.take_color(*word, tile.color())?;
                game.player_mut(seat).tiles.add(tile);
            }
            Ok(())
        },
    },
    Line {
        key: "paws",
        write: |game, seat| match game.player(seat).paws {
            0 => String::new(),
            paws => paws.to_string(),
        },
        read: |game, seat, line| {
            let paws = number(line, 1, 0, game.paws)?;
            game.paws -= paws;
            game.player_mut(seat).paws += paws;
            line.at_most(2)
        },
    },
    Line {
        key: "workspace",
        write: |game, seat| {
            let player = game.player(seat);
            let slots = ButtonType::ALL.map(|shape| player.workspace(shape));
            let words = slots.into_iter().flatten().map(|slot| match slot {
                Some(button) => button.to_string(),
                None => "-".to_owned(),
            });
            player
                .buttons()
                .next()
                .map_or_else(String::new, |_| joined(words))
        },
        read: KnittingCircle::read_workspace,
    },
    Line {
        key: "garment",
        write: |game, seat| lined(game.player(seat).in_progress().iter().copied().map(garment_words)),
        read: |game, seat, line| {
            let (garment, rest) = game.read_garment(seat, line)?;
            if let Some(word) = rest.first() {
                return Err(word.expected("a color"));
            }
            let needles = game.setup.rules().needles;
            if game.free_needles(seat) == 0 {
                return Err(line.key.error(format!("there are only {needles} needles")));
            }
            game.player_mut(seat).add_garment(garment);
            Ok(())
        },
    },
    Line {
        key: "completed",
        write: |game, seat| lined(game.completed(seat).iter().copied().map(garment_words)),
        read: KnittingCircle::read_completed,
    },
    Line {
        key: "offer",
        write: |game, seat| joined(game.player(seat).offer().map(|seen| seen_words(seen, seat))),
        read: KnittingCircle::read_offer,
    },
];

/// A line for each card under a deck.
const BOTTOM: Line<()> = Line {
    key: "bottom",
    write: |game, ()| {
        let decks = GarmentType::ALL.into_iter().zip(&game.decks);
        let bottoms = decks.flat_map(|(garment, deck)| deck.bottom(garment));
        lined(bottoms.map(|(seen, by)| format!("{} {by}", seen_words(seen, by))))
    },
    read: |game, (), line| {
        let word = line.word(0, "a card")?;
        let by = game.read_seat(line.word(1, "who laid it there")?)?;
        let seen = game.read_seen(word, by)?;
        game.decks[seen.card.garment().index()].lay_under(seen, by);
        line.at_most(2)
    },
};

const NOBODY_FINISHED: &str = "in this phase nobody can have finished";

fn phase_word(phase: Phase) -> String {
    phase.name().trim_start_matches("placing_").replace('_', "-")
}

impl KnittingCircle {
    pub(crate) fn write_position(&self) -> String {
        let mut text = String::new();
        let mut add = |key: &str, words: String| {
            for words in words.lines() {
                text.extend([key, " ", words, "\n"]);
            }
        };
        for line in TABLE.iter().chain([&REQUEST]) {
            add(line.key, (line.write)(self, ()));
        }
        for seat in self.seats() {
            for line in BOARD {
                add(&format!("{} {seat}", line.key), (line.write)(self, seat));
            }
        }
        add(BOTTOM.key, (BOTTOM.write)(self, ()));
        text
    }

    pub(crate) fn read_position(setup: KnittingSetup, position: &str) -> Read<KnittingCircle> {
        let mut game = KnittingCircle::empty(setup);
        let mut seen = Vec::new();
        for line in lines(position) {
            let key = line.key.text;
            if let Some(once) = TABLE.iter().find(|once| once.key == key) {
                if seen.contains(&key) {
                    return Err(line.key.error(format!("a second line \"{key}\"")));
                }
                seen.push(key);
                (once.read)(&mut game, (), &line)?;
            } else if let Some(each) = [REQUEST, BOTTOM].iter().find(|each| each.key == key) {
                (each.read)(&mut game, (), &line)?;
            } else if let Some(of_seat) = BOARD.iter().find(|of_seat| of_seat.key == key) {
                let seat = game.read_seat(line.word(0, "a seat")?)?;
                (of_seat.read)(&mut game, seat, &line)?;
            } else {
                let table = TABLE.iter().chain([&REQUEST]).map(|line| line.key);
                let keys: Vec<&str> = table.chain(BOARD.iter().map(|line| line.key)).collect();
                return Err(line
                    .key
                    .expected(format!("{} or {}", keys.join(", "), BOTTOM.key)));
            }
        }
        game.check_position()?;
        Ok(game)
    }

    /// A position that can be played on: who is to act has something to do.
    fn check_position(&self) -> Read {
        if self.phase.waiting() == Some(SeatSet::EMPTY) {
            return Err(whole("all seats have finished: the phase would be over"));
        }
        self.seats()
            .try_for_each(|seat| self.check_offer_and_bowl(seat))?;
        let mut actions = Vec::new();
        for seat in self.to_act().iter() {
            actions.clear();
            self.legal_actions(seat, &mut actions);
            if actions.is_empty() {
                return Err(whole(format!(
                    "seat {seat} is to act and would have nothing to do"
                )));
            }
        }
        Ok(())
    }

    /// 2.10, 5.3, 5.7, 8.1: drawn cards wait only for a seat that can keep one, a first garment only for a free needle,
    /// and who has finished at the end of a round holds no more tiles than may be kept.
    fn check_offer_and_bowl(&self, seat: Seat) -> Read {
        let (player, bowl) = (self.player(seat), self.setup.rules().bowl);
        let (acts, has_needle) = (self.to_act().contains(seat), self.free_needles(seat) > 0);
        let can_keep = acts && matches!(self.phase, Phase::FirstGarments { .. } | Phase::Crafting { .. });
        let wrong = match self.phase {
            _ if player.has_offer() && !can_keep => "has drawn cards and could not keep one now".to_owned(),
            _ if player.has_offer() && !has_needle => {
                "has drawn cards and no needle for one of them".to_owned()
            }
            Phase::FirstGarments { .. } if acts && !has_needle => {
                "has no needle for a first garment".to_owned()
            }
            Phase::Retaining { .. } if !acts && player.tiles.total() > u32::from(bowl) => {
                format!("has finished and holds more than {bowl} tiles")
            }
            _ => return Ok(()),
        };
        Err(whole(format!("seat {seat} {wrong}")))
    }

    fn read_phase(&mut self, line: &PositionLine<'_>) -> Read {
        let word = line.word(0, "a phase")?;
        let all = SeatSet::all(self.setup.players());
        // A line `finished` may stand above.
        let waiting = self.phase.waiting().unwrap_or(all);
        let is_played = |phase: &Phase| self.setup.is_solo() || !matches!(phase, Phase::Coin { .. });
        let mut phases = Phase::all(waiting).into_iter().filter(is_played);
        let phase = phases.find(|phase| phase_word(*phase) == word.text);
        self.phase = phase.ok_or_else(|| {
            word.expected("first-garments, center, drafting, coin (solo), crafting, retaining or over")
        })?;
        if self.phase.waiting().is_none() && waiting != all {
            return Err(whole(NOBODY_FINISHED));
        }
        match &mut self.phase {
            Phase::Drafting { turn } | Phase::Coin { turn } => {
                let turns = self.setup.rules().drafts * self.setup.players() as u8;
                *turn = number(line, 1, 0, turns - 1)?;
                line.at_most(2)
            }
            _ => line.at_most(1),
        }
    }

    fn request_words(&self, request: Request) -> String {
        let mut words = self.content().requests[usize::from(request.card)].id.clone();
        if !request.met_by.is_empty() {
            words.extend([" met ", &joined(request.met_by.iter())]);
        }
        if request.is_flipped {
            words.push_str(" flipped");
        }
        words
    }

    fn read_request(&mut self, line: &PositionLine<'_>) -> Read {
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

    fn read_workspace(&mut self, seat: Seat, line: &PositionLine<'_>) -> Read {
        if self.player(seat).buttons().next().is_some() {
            return Err(line.key.error(format!("a second workspace of seat {seat}")));
        }
        for (place, word) in line.words[1..].iter().enumerate() {
            let shape = ButtonType::ALL.get(place / WORKSPACE);
            let shape = *shape.ok_or_else(|| word.expected("the end of the line"))?;
            if word.text == "-" {
                continue;
            }
            let button = self.read_button(*word)?;
            if button.shape != shape {
                return Err(word.expected(format!("a {shape} button or -")));
            }
            self.player_mut(seat)
                .set_workspace(shape, place % WORKSPACE, Some(button));
        }
        Ok(())
    }

    fn read_completed(&mut self, seat: Seat, line: &PositionLine<'_>) -> Read {
        let (mut garment, rest) = self.read_garment(seat, line)?;
        let mandatory = self.content().garment(garment.card().garment()).mandatory;
        if garment.len() < usize::from(mandatory) {
            return Err(line.key.error(format!("it has {mandatory} mandatory spaces")));
        }
        for word in rest.iter().skip(1) {
            let button = self.read_button(*word)?;
            if garment.button(button.shape).is_some() {
                return Err(word.error(format!("a second {} button", button.shape)));
            }
            garment.set_button(button);
        }
        self.add_completed(garment);
        Ok(())
    }

    fn read_offer(&mut self, seat: Seat, line: &PositionLine<'_>) -> Read {
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
}
