//! Reading a position: line by line, then what follows from all of them together.

use bobbin_game::position::{lines, whole};
use bobbin_game::{PositionError, Seat, Setup as _};

use super::card_word;
use super::check::check;
use crate::characters::CharacterId;
use crate::content::{ArchRavelsContent, EVENTS, MOST_KINDS};
use crate::deck::{Card, Counts, Projects, YarnDeck, all_cards, card_at, first_bits, place};
use crate::game::favorites;
use crate::patterns::TILES;
use crate::setup::{ArchRavelsSetup, PLAYERS};
use crate::state::{ArchRavels, BAZAAR, Board, Pending, Phase};

/// What has been read so far: a state, and what the rest is worked out from.
pub(super) struct Reader {
    pub(super) state: ArchRavels,
    pub(super) named: [bool; PLAYERS.1],
    pub(super) discard: Counts,
    pub(super) deck: Option<Counts>,
    pub(super) top: Option<u8>,
    pub(super) requests: Option<(u32, u8)>,
    pub(super) project_deck: Option<u8>,
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
            reader.board_line(&line)?;
        } else {
            reader.table_line(&line)?;
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

    pub(super) fn content(&self) -> &'static ArchRavelsContent {
        self.state.content()
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
            aside[place] = aside[place].saturating_add(1);
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
                let twice = &content.projects[(seen & set).trailing_zeros() as usize].id;
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
