//! A table to try things at: situations in the game's own notation.

use bobbin_game::{
    Chance, Content as _, Game, Options, Seat, Setup as _, Shelf, Source, Stream, Told, Viewer,
};
use bobbin_knitting_circle::{
    Action, Event, KnittingCircle, KnittingContent, KnittingSetup, Refusal, TableView, View,
};

/// Luck that gives the numbers it was told, then zeros; it remembers what it was asked.
#[derive(Default)]
pub struct Loaded {
    pub next: Vec<u32>,
    pub asked: Vec<(Stream, u32)>,
    pub reveals: u32,
}

impl Chance for Loaded {
    fn draw(&mut self, stream: Stream, bound: u32) -> u32 {
        self.asked.push((stream, bound));
        let value = if self.next.is_empty() {
            0
        } else {
            self.next.remove(0)
        };
        assert!(value < bound, "{value} was loaded for a draw below {bound}");
        value
    }

    fn reveal(&mut self) {
        self.reveals += 1;
    }
}

pub struct Table {
    pub game: KnittingCircle,
    pub chance: Loaded,
    pub events: Vec<Told<Event>>,
}

/// Content that the tests know by heart.
pub fn fixed() -> Shelf<KnittingContent> {
    let pack = Source::new("fixed.toml", include_str!("fixed.toml"));
    Shelf::put(KnittingContent::from_pack(&pack).unwrap_or_else(|error| panic!("{error}")))
}

pub fn setup(options: &str) -> KnittingSetup {
    let options: Options = options.parse().expect("options");
    KnittingSetup::new(&options, fixed()).expect("a setup")
}

impl Table {
    /// A situation of a game with these options, written as a position.
    pub fn at(options: &str, position: &str) -> Table {
        let game = KnittingCircle::from_position(&setup(options), position)
            .unwrap_or_else(|error| panic!("{error}"));
        Table {
            game,
            chance: Loaded::default(),
            events: Vec::new(),
        }
    }

    pub fn start(options: &str) -> Table {
        let mut chance = Loaded::default();
        let game = KnittingCircle::start(&setup(options), &mut chance);
        Table {
            game,
            chance: Loaded::default(),
            events: Vec::new(),
        }
    }

    pub fn luck(mut self, next: &[u32]) -> Table {
        self.chance.next = next.to_vec();
        self
    }

    pub fn try_play(&mut self, seat: usize, action: &str) -> Result<(), Refusal> {
        let action: Action = action.parse().unwrap_or_else(|error| panic!("{error}"));
        let before = self.game.clone();
        let result = self
            .game
            .apply(Seat::new(seat), action, &mut self.chance, &mut self.events);
        if result.is_err() {
            assert_eq!(self.game, before, "a refusal changes nothing");
        }
        result
    }

    pub fn play(&mut self, seat: usize, action: &str) -> &mut Table {
        self.try_play(seat, action)
            .unwrap_or_else(|refusal| panic!("{action}: {refusal}"));
        self
    }

    #[track_caller]
    pub fn refuse(&mut self, seat: usize, action: &str, code: &str) -> &mut Table {
        use bobbin_game::Refusal as _;
        let refusal = self.try_play(seat, action).expect_err(action);
        assert_eq!(refusal.code(), code, "{refusal}");
        self
    }

    pub fn legal(&self, seat: usize) -> Vec<String> {
        let mut actions = Vec::new();
        self.game.legal_actions(Seat::new(seat), &mut actions);
        actions.iter().map(Action::to_string).collect()
    }

    /// Legal actions that begin with a word.
    pub fn legal_of(&self, seat: usize, word: &str) -> Vec<String> {
        let mut actions = self.legal(seat);
        actions.retain(|action| action.split(' ').next() == Some(word));
        actions
    }

    pub fn view(&self, seat: usize) -> View {
        self.game.view(Viewer::Seat(Seat::new(seat)))
    }

    /// What a seat is told in JSON.
    pub fn told(&self, seat: usize) -> TableView {
        self.view(seat).told()
    }

    pub fn everything(&self) -> TableView {
        self.game.view(Viewer::Everything).told()
    }

    pub fn to_act(&self) -> Vec<usize> {
        self.game.to_act().iter().map(Seat::index).collect()
    }

    /// The lines of the position with this key.
    pub fn lines(&self, key: &str) -> Vec<String> {
        let position = self.game.to_position();
        let lines = position
            .lines()
            .filter(|line| line.split(' ').next() == Some(key));
        lines.map(str::to_owned).collect()
    }

    pub fn total_tiles(&self) -> i64 {
        let census = self.game.census();
        census
            .iter()
            .find(|(name, _)| *name == "tiles")
            .map_or(0, |(_, count)| *count)
    }
}
