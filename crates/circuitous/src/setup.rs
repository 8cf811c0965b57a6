//! What is chosen before a game.

use arrayvec::ArrayVec;
use bobbin_game::setup::choice;
use bobbin_game::{Content as _, OptionSpec, Options, Setup as _, SetupError, Shelf};

use crate::content::{Decks, START};
use crate::geometry::Spot;
use crate::table::{Piece, Table};

/// Players, variants and decks, checked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    players: u8,
    pub(crate) distance: Distance,
    /// 1.7: none for one fewer than players.
    pub(crate) finishes: Option<u8>,
    pub(crate) turns_finishes: bool,
    pub(crate) turns_start: bool,
    decks: Shelf<Decks>,
    /// 3.1: the kinds that can be laid first, one bit each.
    firsts: u32,
}

bobbin_game::named! {
    /// 1.11: how far the finishes are.
    Distance, "a distance", {
        Short = "short",
        Normal = "normal",
        Long = "long",
    }
}

const OPTIONS: &[OptionSpec] = &[
    OptionSpec {
        key: "players",
        label: "Players",
        help: "How many play, each with a deck of their own.",
        choices: &[choice("2", "Two"), choice("3", "Three"), choice("4", "Four")],
        default: "2",
        seat: None,
    },
    OptionSpec {
        key: "distance",
        label: "Distance",
        help: "How far the finishes are from the start: the longer, the longer the game.",
        choices: &Distance::choices(["Short, 16 inches", "Normal, 2 feet", "Long, 32 inches"]),
        default: Distance::Normal.name(),
        seat: None,
    },
    OptionSpec {
        key: "finishes",
        label: "Finishes",
        help: "With few of them everyone works on the same way; with many, each on one of their own.",
        choices: &[
            choice("fewer", "One fewer than players"),
            choice("1", "One"),
            choice("2", "Two"),
            choice("3", "Three"),
        ],
        default: "fewer",
        seat: None,
    },
    OptionSpec {
        key: "finish-turn",
        label: "Finish cards",
        help: "Whether the black edges face the start.",
        choices: &[
            choice("facing", "Facing the start"),
            choice("turned", "Turned a quarter"),
        ],
        default: "facing",
        seat: None,
    },
    OptionSpec {
        key: "start-turn",
        label: "Start card",
        help: "Whether the start leads towards the finishes.",
        choices: &[
            choice("straight", "Straight"),
            choice("turned", "Turned a quarter"),
        ],
        default: "straight",
        seat: None,
    },
];

impl bobbin_game::Setup for Setup {
    type Content = Decks;

    fn options() -> &'static [OptionSpec] {
        OPTIONS
    }

    fn new(options: &Options, content: Shelf<Decks>) -> Result<Self, SetupError> {
        let options = options.checked(OPTIONS)?;
        let mut setup = Setup {
            players: options.value("players"),
            distance: options.value("distance"),
            finishes: options.get("finishes").and_then(|value| value.parse().ok()),
            turns_finishes: options.get("finish-turn") == Some("turned"),
            turns_start: options.get("start-turn") == Some("turned"),
            decks: content,
            firsts: 0,
        };
        setup.firsts = setup.find_firsts();
        if setup.firsts == 0 {
            return Err(SetupError::Conflict(
                "no card of these decks can be laid first on this table".to_owned(),
            ));
        }
        Ok(setup)
    }

    fn to_options(&self) -> Options {
        let word = |is_turned, otherwise| if is_turned { "turned" } else { otherwise };
        Options::new()
            .with("players", self.players)
            .with("distance", self.distance)
            .with(
                "finishes",
                self.finishes
                    .map_or_else(|| "fewer".to_owned(), |finishes| finishes.to_string()),
            )
            .with("finish-turn", word(self.turns_finishes, "facing"))
            .with("start-turn", word(self.turns_start, "straight"))
    }

    fn content(&self) -> Shelf<Decks> {
        self.decks
    }

    fn players(&self) -> usize {
        usize::from(self.players)
    }
}

impl Setup {
    /// The house decks with these options.
    pub fn house(options: &Options) -> Result<Setup, SetupError> {
        Setup::new(options, Decks::house())
    }

    /// 1.7: one finish fewer than players, or the number chosen.
    pub fn finish_count(&self) -> usize {
        usize::from(self.finishes.unwrap_or(self.players - 1))
    }

    /// 1.8, 1.11: where the start lies.
    pub fn start_spot(&self) -> Spot {
        Spot::new(0, 0, u8::from(self.turns_start))
    }

    /// 1.8, 1.11: where the finishes lie. Upright, their black edge is in the east.
    pub fn finish_spots(&self) -> ArrayVec<Spot, 3> {
        let distance = match self.distance {
            Distance::Short => 64,
            Distance::Normal => 96,
            Distance::Long => 128,
        };
        let columns: &[i16] = match self.finish_count() {
            1 => &[0],
            2 => &[-31, 31],
            _ => &[-62, 0, 62],
        };
        // From the start's centre to its exit 7, from the black edge to the finish's centre 5.
        let spot = |&x: &i16| Spot::new(x, 7 + distance + 5, 1 + u8::from(self.turns_finishes));
        columns.iter().map(spot).collect()
    }

    /// 3.1: can this kind be laid first?
    pub fn can_be_first(&self, kind: usize) -> bool {
        self.firsts & 1 << kind != 0
    }

    pub(crate) fn table(&self) -> Table {
        Table::new(self.decks.get(), self.start_spot(), self.finish_spots())
    }

    fn find_firsts(&self) -> u32 {
        let decks = self.decks.get();
        let table = self.table();
        let mut firsts = 0;
        for (index, kind) in decks.kinds.iter().enumerate() {
            let card = Piece {
                shape: kind.shape,
                ..Piece::fixed(START, Spot::default())
            };
            let outlook = table.outlook(u128::MAX);
            table.each_place(decks, card, decks.shape_of(index).ways, &outlook, |_| {
                firsts |= 1 << index;
                false
            });
        }
        firsts
    }
}
