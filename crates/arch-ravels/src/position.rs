//! The position notation: a table in lines that a person can write and read.
//!
//! ```text
//! round 3
//! first 1
//! active 0
//! step actions shop 1 + craft 1
//! shopping 2
//! bazaar RR - GB ?? O BYR
//! discard tangled-cat RR*2
//! requests robot +1
//! list snow-day - triplets
//! project-deck 5
//! seat 0 rebecca
//! patterns 0 PPP RYY RGYO
//! bowl 0 R2B1
//! ```
//!
//! Spaces of the bazaar and of a board count from 1. What is left out is as at the start of a game or empty; `deck`
//! in place of `discard` names the yarn cards and events of the deck, and all others are discarded.

use std::fmt::{Display, Write as _};

use bobbin_game::position::{PositionLine, Word, lines, whole};
use bobbin_game::{PositionError, Seat, Setup as _};

use crate::characters::CharacterId;
use crate::content::{ArchRavelsContent, EVENTS, EventKind, Face, MOST_KINDS};
use crate::deck::{Card, Counts, LISTED, Projects, YarnDeck, all_cards, bits, card_at, first_bits, place};
use crate::game::favorites;
use crate::patterns::{Item, TILES};
use crate::setup::{ArchRavelsSetup, PLAYERS};
use crate::state::{ArchRavels, BAZAAR, Board, Goal, Pending, Phase};
use crate::turn::LAST_ROUND;
use crate::yarn::{Bowl, Bundle, COLORS, Color};

pub(crate) use check::check;

mod check;

/// The most yarn of a color, or items of a kind, that a position can give a player.
const MOST_TOKENS: u16 = 9999;

/// The position of a state.
pub(crate) fn write(state: &ArchRavels) -> String {
    let mut text = String::new();
    write_table(state, &mut text).expect("writing to a string does not fail");
    text
}

fn write_table(state: &ArchRavels, text: &mut String) -> std::fmt::Result {
    let content = state.content();
    writeln!(
        text,
        "round {}\nfirst {}\nactive {}",
        state.round, state.first, state.active
    )?;
    writeln!(text, "step {}", step_words(state))?;
    if let Phase::Actions(turn) = state.phase
        && turn.shopping
    {
        let taken = bits(u32::from(turn.taken)).map(|space| format!(" {}", space + 1));
        writeln!(text, "shopping{}", taken.collect::<String>())?;
    }
    if let Some(words) = pending_words(content, state.pending) {
        writeln!(text, "pending {words}")?;
    }
    let bazaar = state
        .bazaar
        .map(|space| space.map_or("-".to_owned(), |card| card_word(content, card)));
    writeln!(text, "bazaar {}", bazaar.join(" "))?;
    if state.deck.discard_size > 0 {
        writeln!(text, "discard{}", counted_words(content, &state.deck.discard))?;
    }
    writeln!(text, "top {}", state.deck.top)?;
    let known =
        bits(state.deck.favorites).map(|request| format!(" {}", content.requests[usize::from(request)].id));
    writeln!(
        text,
        "requests{} +{}",
        known.collect::<String>(),
        state.deck.others
    )?;
    let mut aside: Counts = [0; MOST_KINDS + EVENTS];
    aside[MOST_KINDS..].copy_from_slice(&state.deck.aside_events);
    let requests = bits(state.deck.aside_requests).map(|request| card_word(content, Card::Request(request)));
    let aside: String =
        counted_words(content, &aside) + &requests.map(|word| format!(" {word}")).collect::<String>();
    if !aside.is_empty() {
        writeln!(text, "aside{aside}")?;
    }
    let listed = |project: u8| content.projects[usize::from(project)].id.clone();
    let list = state
        .projects
        .list
        .map(|project| project.map_or("-".to_owned(), listed));
    writeln!(
        text,
        "list {}\nproject-deck {}",
        list.join(" "),
        state.projects.deck
    )?;
    Seat::all(state.players()).try_for_each(|seat| write_board(state, seat, text))
}

fn write_board(state: &ArchRavels, seat: Seat, text: &mut String) -> std::fmt::Result {
    let content = state.content();
    let board = state.board(seat);
    writeln!(text, "seat {seat} {}", board.character)?;
    if let Some(marker) = board.marker {
        writeln!(text, "marker {seat} {}", marker + 1)?;
    }
    if board.tangled {
        writeln!(text, "tangled {seat}")?;
    }
    let tile =
        |(tile, item): (usize, Item)| content.items[item.index()].tiles[usize::from(board.tiles[tile])];
    let tiles = Item::WITH_TILE.into_iter().enumerate().map(tile);
    writeln!(text, "patterns {seat} {}", joined(tiles))?;
    let learned = Item::WITH_TILE.into_iter().enumerate();
    let learned = joined(
        learned
            .filter(|(tile, _)| board.learned[*tile])
            .map(|(_, item)| item),
    );
    let bowl = Color::ALL
        .into_iter()
        .filter(|&color| board.bowl.count(color) > 0);
    let bowl = bowl.map(|color| format!("{color}{}", board.bowl.count(color)));
    let items = Item::ALL.into_iter().filter(|&item| board.items.count(item) > 0);
    let items = items.map(|item| format!("{item}*{}", board.items.count(item)));
    let request = |request: u8| &content.requests[usize::from(request)].id;
    let project = |project: u8| &content.projects[usize::from(project)].id;
    writeln!(text, "bowl {seat} {}", bowl.collect::<String>())?;
    for (key, words) in [
        ("learned", learned),
        ("items", joined(items)),
        ("held", joined(bits(board.held).map(request))),
        ("done", joined(bits(board.done).map(request))),
        ("finished", joined(bits(board.finished).map(project))),
    ] {
        if !words.is_empty() {
            writeln!(text, "{key} {seat} {words}")?;
        }
    }
    Ok(())
}

fn joined(words: impl Iterator<Item: Display>) -> String {
    words.map(|word| word.to_string()).collect::<Vec<_>>().join(" ")
}

fn step_words(state: &ArchRavels) -> String {
    match state.phase {
        Phase::Marker => "marker".to_owned(),
        Phase::Actions(turn) if turn.left.is_empty() => "actions".to_owned(),
        Phase::Actions(turn) => format!("actions {}", turn.left),
        Phase::Resolving { space, chooser } => format!("resolving {} {chooser}", space + 1),
        Phase::RestockActions => "restock-actions".to_owned(),
        Phase::FinalCraft { crafter } => format!("final-craft {crafter}"),
        Phase::Over => "over".to_owned(),
    }
}

fn pending_words(content: &ArchRavelsContent, pending: Pending) -> Option<String> {
    let request_id = |request: u8| &content.requests[usize::from(request)].id;
    Some(match pending {
        Pending::Nothing => return None,
        Pending::Gain { left, from } => format!("gain {left} {from}"),
        Pending::Pay {
            goal: Goal::Item(item),
            left,
            from,
        } => format!("pay-item {item} {left} {from}"),
        Pending::Pay {
            goal: Goal::Request(request),
            left,
            from,
        } => format!("pay-request {} {left} {from}", request_id(request)),
        Pending::Give {
            request,
            receiver,
            left,
            from,
        } => format!("give {} {receiver} {left} {from}", request_id(request)),
        Pending::Frog { item, named, last } => format!("frog {item} {named} {last}"),
        Pending::Exchange {
            give,
            get,
            begun: false,
        } => format!("exchange {give} {get}"),
        Pending::Exchange {
            give,
            get,
            begun: true,
        } => format!("exchange {give} {get} begun"),
    })
}

fn card_word(content: &ArchRavelsContent, card: Card) -> String {
    match card {
        Card::Yarn(kind) => content.yarn[usize::from(kind)].face.to_string(),
        Card::Event(event) => event.id().to_owned(),
        Card::Request(request) => content.requests[usize::from(request)].id.clone(),
    }
}

fn counted_words(content: &ArchRavelsContent, counts: &Counts) -> String {
    let mut words = String::new();
    for (place, &count) in counts.iter().enumerate() {
        let word = |place| card_word(content, card_at(place));
        match count {
            0 => {}
            1 => words.extend([" ".to_owned(), word(place)]),
            _ => words.push_str(&format!(" {}*{count}", word(place))),
        }
    }
    words
}

/// What has been read so far: a state, and what the rest is worked out from.
struct Reader {
    state: ArchRavels,
    named: [bool; PLAYERS.1],
    discard: Counts,
    deck: Option<Counts>,
    top: Option<u8>,
    requests: Option<(u32, u8)>,
    project_deck: Option<u8>,
}

/// The state that a position describes.
pub(crate) fn read(setup: &ArchRavelsSetup, text: &str) -> Result<ArchRavels, PositionError> {
    let mut reader = Reader::new(setup);
    let mut keys: Vec<String> = Vec::new();
    for line in lines(text) {
        let per_seat = matches!(
            line.key.text,
            "seat"
                | "marker"
                | "tangled"
                | "patterns"
                | "learned"
                | "bowl"
                | "items"
                | "held"
                | "done"
                | "finished"
        );
        let key = match line.words.first().filter(|_| per_seat) {
            Some(seat) => format!("{} {}", line.key.text, seat.text),
            None => line.key.text.to_owned(),
        };
        if keys.contains(&key) {
            return Err(line.key.error(format!("{key} stands here a second time")));
        }
        keys.push(key);
        if per_seat {
            reader.board_line(&line)?
        } else {
            reader.table_line(&line)?
        }
    }
    reader.finish()
}

impl Reader {
    fn new(setup: &ArchRavelsSetup) -> Reader {
        let content = setup.content().get();
        let players = setup.players();
        let mut boards = [Board::new(CharacterId(0), [0; TILES]); PLAYERS.1];
        for (seat, board) in boards.iter_mut().enumerate().take(players) {
            board.tiles = [seat as u8; TILES];
            if let Some(character) = setup.chosen(Seat::new(seat)) {
                board.character = character;
            }
        }
        let first = Seat::new(0);
        Reader {
            state: ArchRavels {
                setup: *setup,
                boards,
                bazaar: [None; BAZAAR],
                deck: YarnDeck::new(content, 0),
                projects: Projects::new(content, players),
                round: 1,
                first,
                active: first,
                phase: Phase::Marker,
                pending: Pending::Nothing,
            },
            named: [false; PLAYERS.1],
            discard: [0; MOST_KINDS + EVENTS],
            deck: None,
            top: None,
            requests: None,
            project_deck: None,
        }
    }

    fn content(&self) -> &'static ArchRavelsContent {
        self.state.content()
    }

    fn table_line(&mut self, line: &PositionLine<'_>) -> Result<(), PositionError> {
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
                let (left, from) = (count(1)?, color(2)?);
                (Pending::Gain { left, from }, 3)
            }
            "pay-item" | "pay-request" => {
                let goal = line.word(1, "what is paid for")?;
                let goal = if kind.text == "pay-item" {
                    Goal::Item(item(goal)?)
                } else {
                    Goal::Request(self.request(goal)?)
                };
                let (left, from) = (count(2)?, color(3)?);
                (Pending::Pay { goal, left, from }, 4)
            }
            "give" => {
                let pending = Pending::Give {
                    request: self.request(line.word(1, "a special request")?)?,
                    receiver: self.seat(line.word(2, "who receives")?)?,
                    left: count(3)?,
                    from: color(4)?,
                };
                (pending, 5)
            }
            "frog" => {
                let item = item(line.word(1, "an item")?)?;
                let named = line.word(2, "how many colors are named")?.parse("a number")?;
                let last = color(3)?;
                (Pending::Frog { item, named, last }, 4)
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
                Card::Event(event) => self.state.deck.aside_events[event as usize] += count,
                Card::Request(request) if count == 1 => self.state.deck.aside_requests |= 1 << request,
                Card::Request(_) | Card::Yarn(_) => {
                    return Err(word.expected("an event or a special request"));
                }
            }
        }
        Ok(())
    }

    fn board_line(&mut self, line: &PositionLine<'_>) -> Result<(), PositionError> {
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
                self.state.board_mut(seat).items.0[item.index()] += count;
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
        let players = self.state.players();
        let index: usize = word.parse(format!("a seat from 0 to {}", players - 1))?;
        if index >= players {
            return Err(word.expected(format!("a seat from 0 to {}", players - 1)));
        }
        Ok(Seat::new(index))
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

    /// Works out what follows from the rest, and checks that all of it fits together.
    fn finish(mut self) -> Result<ArchRavels, PositionError> {
        self.name_characters()?;
        self.share_out_requests()?;
        self.share_out_cards()?;
        self.share_out_projects()?;
        check(&self.state)?;
        Ok(self.state)
    }

    /// Seats that nobody named have the first boards that are free.
    fn name_characters(&mut self) -> Result<(), PositionError> {
        let players = self.state.players();
        let mut taken = [false; crate::characters::BOARDS];
        for seat in Seat::all(players) {
            if self.named[seat.index()] || self.state.setup.chosen(seat).is_some() {
                let board = self.state.board(seat).character.board();
                if std::mem::replace(&mut taken[board], true) {
                    return Err(whole(format!("seat {seat} has the board of another seat")));
                }
            }
        }
        for seat in Seat::all(players) {
            if !self.named[seat.index()] && self.state.setup.chosen(seat).is_none() {
                let free = taken
                    .iter()
                    .position(|&taken| !taken)
                    .expect("there are four boards for four seats");
                taken[free] = true;
                self.state.board_mut(seat).character = CharacterId(2 * free as u8);
            }
        }
        Ok(())
    }

    fn share_out_requests(&mut self) -> Result<(), PositionError> {
        let content = self.content();
        let players = self.state.players();
        let mut seen = self.state.deck.aside_requests;
        let in_bazaar = self
            .state
            .bazaar
            .into_iter()
            .flatten()
            .filter_map(|card| match card {
                Card::Request(request) => Some(1 << request),
                Card::Yarn(_) | Card::Event(_) => None,
            });
        let boards = self.state.boards[..players].iter();
        for set in in_bazaar.chain(boards.flat_map(|board| [board.held, board.done])) {
            if seen & set != 0 {
                let twice = &content.requests[(seen & set).trailing_zeros() as usize].id;
                return Err(whole(format!("the special request {twice} is in two places")));
            }
            seen |= set;
        }
        let favorites = favorites(content, &self.state.boards[..players]);
        let others_seen = (seen & !favorites).count_ones();
        let (known, others) = self.requests.unwrap_or_else(|| {
            let others = (players as u32).saturating_sub(others_seen);
            (favorites & !seen, others as u8)
        });
        if known & !favorites != 0 || known & seen != 0 {
            return Err(whole(
                "the requests of the deck are favorites in play that lie nowhere else",
            ));
        }
        let deck = &mut self.state.deck;
        deck.favorites = known;
        deck.others = others;
        deck.candidates = first_bits(content.requests.len()) & !favorites & !seen;
        if u32::from(others) > deck.candidates.count_ones() {
            return Err(whole("there are not that many other requests"));
        }
        Ok(())
    }

    fn share_out_cards(&mut self) -> Result<(), PositionError> {
        let content = self.content();
        let mut left = all_cards(content);
        let mut aside: Counts = [0; MOST_KINDS + EVENTS];
        aside[MOST_KINDS..].copy_from_slice(&self.state.deck.aside_events);
        for place in self.state.bazaar.into_iter().flatten().filter_map(place) {
            aside[place] += 1;
        }
        if self.deck.is_some() && self.discard != [0; MOST_KINDS + EVENTS] {
            return Err(whole("give deck or discard, not both: the other one is the rest"));
        }
        let given = self.deck.unwrap_or(self.discard);
        for (place, left) in left.iter_mut().enumerate() {
            let elsewhere = u16::from(aside[place]) + u16::from(given[place]);
            *left = u16::from(*left).checked_sub(elsewhere).ok_or_else(|| {
                whole(format!(
                    "there are only {left} cards {}",
                    card_word(content, card_at(place))
                ))
            })? as u8;
        }
        let deck = &mut self.state.deck;
        (deck.pool, deck.discard) = if self.deck.is_some() {
            (given, left)
        } else {
            (left, given)
        };
        deck.pool_size = deck.pool.iter().sum();
        deck.discard_size = deck.discard.iter().sum();
        let requests = deck.requests_left() as u8;
        let half = content.deck_size() / 2;
        deck.top = self.top.unwrap_or(requests + half.min(deck.pool_size));
        if deck.top < requests || deck.top > requests + deck.pool_size {
            let most = requests + deck.pool_size;
            return Err(whole(format!("the top part has {requests} to {most} cards here")));
        }
        Ok(())
    }

    fn share_out_projects(&mut self) -> Result<(), PositionError> {
        let content = self.content();
        let mut seen = 0;
        let listed = self
            .state
            .projects
            .list
            .into_iter()
            .flatten()
            .map(|project| 1 << project);
        let boards = self.state.boards[..self.state.players()].iter();
        for set in listed.chain(boards.map(|board| board.finished)) {
            if seen & set != 0 {
                let twice = &content.projects[(seen & set as u32).trailing_zeros() as usize].id;
                return Err(whole(format!("the project {twice} is in two places")));
            }
            seen |= set;
        }
        let projects = &mut self.state.projects;
        projects.unseen = first_bits(content.projects.len()) & !seen;
        projects.deck = self
            .project_deck
            .unwrap_or(projects.deck.saturating_sub(seen.count_ones() as u8));
        if u32::from(projects.deck) > projects.unseen.count_ones() {
            return Err(whole(
                "the project deck has more cards than there are projects left",
            ));
        }
        Ok(())
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
