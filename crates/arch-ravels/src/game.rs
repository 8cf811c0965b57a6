//! Arch Ravels as a [`Game`].

use bobbin_game::{
    Chance, Content as _, Game, Log, Options, Outcome, PositionError, Prompt, Seat, SeatSet, Setup as _,
    Stream, Telling, Viewer,
};

use crate::action::Action;
use crate::characters::{BOARDS, CharacterId};
use crate::content::ArchRavelsContent;
use crate::deck::{Card, Projects, YarnDeck, bits};
use crate::event::Event;
use crate::patterns::{Item, Items, TILES};
use crate::refusal::Refusal;
use crate::setup::{ArchRavelsSetup, PLAYERS};
use crate::state::{ArchRavels, BAZAAR, Board, Pending, Phase, View};
use crate::yarn::{Bowl, COLORS};
use crate::{position, tell};

/// The streams of the three piles of tiles.
const TILE_PILES: [Stream; TILES] = [Stream(3), Stream(4), Stream(5)];
/// The stream that deals characters.
const CHARACTERS: Stream = Stream(6);
/// The stream that says who begins.
const FIRST_PLAYER: Stream = Stream(7);

impl Board {
    /// 1.3: a board as a game begins.
    pub(crate) fn new(character: CharacterId, tiles: [u8; TILES]) -> Board {
        Board {
            character,
            marker: None,
            tangled: false,
            tiles,
            learned: [false; TILES],
            bowl: Bowl([1; COLORS]),
            items: Items::default(),
            held: 0,
            done: 0,
            finished: 0,
        }
    }
}

/// 1.1, 1.2: boards and sides that nobody chose are dealt.
fn deal_characters(setup: &ArchRavelsSetup, chance: &mut impl Chance) -> [CharacterId; PLAYERS.1] {
    let seats = || Seat::all(setup.players());
    let mut free: u32 = (1 << BOARDS) - 1;
    for character in seats().filter_map(|seat| setup.chosen(seat)) {
        free &= !(1 << character.board());
    }
    let mut dealt = [CharacterId(0); PLAYERS.1];
    for seat in seats() {
        dealt[seat.index()] = setup.chosen(seat).unwrap_or_else(|| {
            let nth = chance.draw(CHARACTERS, 2 * free.count_ones());
            let board = crate::deck::nth_bit(free, nth / 2);
            free &= !(1 << board);
            CharacterId(2 * board + (nth % 2) as u8)
        });
    }
    dealt
}

/// The favorites of the characters in play, as bits.
pub(crate) fn favorites(content: &ArchRavelsContent, boards: &[Board]) -> u32 {
    let favorite = |board: &Board| 1 << content.character(board.character).favorite;
    boards.iter().map(favorite).fold(0, |set, bit: u32| set | bit)
}

impl Game for ArchRavels {
    const ID: &'static str = "arch-ravels";
    const NAME: &'static str = "Arch Ravels";
    const RULES_VERSION: u32 = 2;
    const RULES: &'static str = include_str!("../RULES.md");
    /// A hundred rounds for four; a turn takes about 20 actions and, with every event and request at its largest,
    /// never 100 on average: what is frogged was crafted before.
    const MAX_ACTIONS: usize = 40_000;

    type Setup = ArchRavelsSetup;
    type Action = Action;
    type View = View;
    type Event = Event;
    type Refusal = Refusal;

    fn setups() -> Vec<ArchRavelsSetup> {
        [
            "players=2",
            "players=3",
            "players=4",
            "players=4 seat0=rebecca seat1=derrick seat2=neeha seat3=ted",
            "players=4 seat0=eliza seat1=alex seat2=amara seat3=theo",
            "players=2 seat1=alex",
            "boards=balanced players=4",
        ]
        .into_iter()
        .map(|text| {
            let options: Result<Options, _> = text.parse();
            let setup =
                options.and_then(|options| ArchRavelsSetup::new(&options, ArchRavelsContent::house()));
            setup.unwrap_or_else(|error| unreachable!("{text}: {error}"))
        })
        .collect()
    }

    fn start(setup: &ArchRavelsSetup, chance: &mut impl Chance) -> Self {
        let content = setup.content().get();
        let players = setup.players();
        let characters = deal_characters(setup, chance);
        let mut boards = [Board::new(CharacterId(0), [0; TILES]); PLAYERS.1];
        for (seat, character) in characters.into_iter().enumerate().take(players) {
            boards[seat] = Board::new(character, [0; TILES]);
        }
        for (tile, item) in Item::WITH_TILE.into_iter().enumerate() {
            let mut pile = crate::deck::first_bits(content.items[item.index()].tiles.len());
            for board in &mut boards[..players] {
                let nth = chance.draw(TILE_PILES[tile], pile.count_ones());
                board.tiles[tile] = crate::deck::nth_bit(pile, nth);
                pile &= !(1 << board.tiles[tile]);
            }
        }
        let mut deck = YarnDeck::new(content, favorites(content, &boards[..players]));
        let bazaar = lay_out_bazaar(&mut deck, chance);
        let mut projects = Projects::new(content, players);
        while projects.refill_one(chance).is_some() {}
        let first = Seat::new(chance.draw(FIRST_PLAYER, players as u32) as usize);
        ArchRavels {
            setup: *setup,
            boards,
            bazaar,
            deck,
            projects,
            round: 1,
            first,
            active: first,
            phase: Phase::Marker,
            pending: Pending::Nothing,
        }
    }

    fn setup(&self) -> &ArchRavelsSetup {
        &self.setup
    }

    fn to_act(&self) -> SeatSet {
        self.chooser().map_or(SeatSet::EMPTY, SeatSet::only)
    }

    fn legal_actions(&self, seat: Seat, out: &mut Vec<Action>) {
        if self.chooser() == Some(seat) {
            self.list_actions(seat, out);
        }
    }

    fn apply(
        &mut self,
        seat: Seat,
        action: Action,
        chance: &mut impl Chance,
        log: &mut impl Log<Event>,
    ) -> Result<(), Refusal> {
        self.act(seat, action, chance, log)
    }

    fn view(&self, viewer: Viewer) -> View {
        View::of(self, viewer)
    }

    fn sample(view: &View, _chance: &mut impl Chance) -> Self {
        view.table.clone()
    }

    fn tell(view: &View, action: Action) -> Telling {
        tell::tell(view, action)
    }

    fn meant(view: &View, picks: &[String]) -> Option<Action> {
        tell::meant(view, picks)
    }

    fn prompt(view: &View) -> Prompt {
        tell::prompt(view)
    }

    fn outcome(&self) -> Option<Outcome> {
        self.result()
    }

    fn census(&self) -> Vec<(&'static str, i64)> {
        let boards = &self.boards[..self.players()];
        let requests_out: u32 = boards
            .iter()
            .map(|board| board.held.count_ones() + board.done.count_ones())
            .sum();
        let finished: u32 = boards.iter().map(|board| board.finished.count_ones()).sum();
        let listed = self.projects.list.iter().flatten().count() as u32;
        let in_bazaar = self.bazaar.iter().flatten().count() as u32;
        let cards = self.deck.len() + u32::from(self.deck.discard_size) + in_bazaar + requests_out;
        vec![
            ("yarn cards, events and requests", i64::from(cards)),
            (
                "projects",
                i64::from(u32::from(self.projects.deck) + listed + finished),
            ),
        ]
    }

    fn to_position(&self) -> String {
        position::write(self)
    }

    fn from_position(setup: &ArchRavelsSetup, text: &str) -> Result<Self, PositionError> {
        position::read(setup, text)
    }
}

/// 1.7, 1.8: six yarn cards; what else was turned over goes back.
fn lay_out_bazaar(deck: &mut YarnDeck, chance: &mut impl Chance) -> [Option<Card>; BAZAAR] {
    let mut bazaar = [None; BAZAAR];
    let mut events = [0; crate::content::EVENTS];
    let mut requests = 0u32;
    for space in &mut bazaar {
        while space.is_none() {
            match deck.draw(chance).expect("a deck has at least six yarn cards") {
                card @ Card::Yarn(_) => *space = Some(card),
                Card::Event(event) => events[event as usize] += 1,
                Card::Request(request) => requests |= 1 << request,
            }
        }
    }
    for event in crate::EventKind::ALL {
        for _ in 0..events[event as usize] {
            deck.put_back(Card::Event(event));
        }
    }
    bits(requests).for_each(|request| deck.put_back(Card::Request(request)));
    bazaar
}
