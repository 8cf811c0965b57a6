//! A game of a few minutes with a secret, a draw and a simultaneous phase: each round a prize is turned over, all
//! bid a card of their hand in secret, and the single highest bid takes it.

use std::fmt;
use std::str::FromStr;

use bobbin_game::{
    Aim, Audience, Chance, Choice, Columns, Encoded, Game, Log, NoContent, NotationError, Numbers,
    OptionSpec, Options, Outcome, Points, PositionError, Prompt, SearchChance, Seat, SeatSet, Sentence,
    SetupError, Sheet, Shelf, Stream, Telling, Viewer, position, say,
};
use serde::{Deserialize, Serialize};

const CARDS: usize = 4;
const PRIZES: Stream = Stream(1);

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bids {
    setup: Players,
    hands: Vec<u8>,
    chosen: Vec<Option<u8>>,
    won: Vec<u8>,
    prize: u8,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Players(usize);

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Bid(u8);

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
pub struct Table {
    viewer: Viewer,
    players: usize,
    hands: Vec<u8>,
    bids: Vec<Seen>,
    won: Vec<u8>,
    prize: u8,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Seen {
    None,
    Hidden,
    Card(u8),
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Happened {
    Chose { seat: Seat, card: Option<u8> },
    Shown { bids: Vec<u8> },
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, thiserror::Error)]
pub enum Refusal {
    #[error("You have bid already: wait for the others.")]
    HasBid,
    #[error("Card {0} is not in your hand.")]
    NoSuchCard(u8),
}

impl bobbin_game::Refusal for Refusal {
    fn code(&self) -> &'static str {
        match self {
            Refusal::HasBid => "has_bid",
            Refusal::NoSuchCard(_) => "no_such_card",
        }
    }
    fn clause(&self) -> &'static str {
        match self {
            Refusal::HasBid => "1.2",
            Refusal::NoSuchCard(_) => "1.1",
        }
    }
}

impl bobbin_game::Event for Happened {
    fn words(&self) -> Sentence {
        match self {
            Happened::Chose {
                seat,
                card: Some(card),
            } => say!("{} bids {card} in secret", seat.said()),
            Happened::Chose { seat, card: None } => say!("{} has chosen", seat.said()),
            Happened::Shown { bids } => say!("The bids are {bids:?}"),
        }
    }
}

impl fmt::Display for Bid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "bid {}", self.0)
    }
}

impl FromStr for Bid {
    type Err = NotationError;
    fn from_str(text: &str) -> Result<Self, NotationError> {
        let card = text.strip_prefix("bid ").and_then(|card| card.parse().ok());
        match card {
            Some(card) if (1..=CARDS as u8).contains(&card) => Ok(Bid(card)),
            _ => Err(NotationError::new(text, "bid 1 to bid 4")),
        }
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Prize {}, won {:?}", self.prize, self.won)
    }
}

impl bobbin_game::Setup for Players {
    type Content = NoContent;
    fn options() -> &'static [OptionSpec] {
        const {
            &[OptionSpec {
                key: "players",
                label: "Players",
                help: "How many play.",
                choices: &[
                    Choice {
                        value: "2",
                        label: "Two",
                    },
                    Choice {
                        value: "3",
                        label: "Three",
                    },
                ],
                default: "2",
                seat: None,
            }]
        }
    }
    fn new(options: &Options, _content: Shelf<NoContent>) -> Result<Self, SetupError> {
        Ok(Players(options.checked(Self::options())?.value("players")))
    }
    fn to_options(&self) -> Options {
        Options::new().with("players", self.0)
    }
    fn players(&self) -> usize {
        self.0
    }
}

impl Bids {
    fn is_over(&self) -> bool {
        self.hands.iter().all(|&hand| hand == 0)
    }
}

impl Game for Bids {
    const ID: &'static str = "bids";
    const NAME: &'static str = "Bids";
    const RULES_VERSION: u32 = 1;
    const RULES: &'static str =
        "## 1 Bidding\n\n**1.1** Bid a card of your hand.\n\n**1.2** (ruling) Bid once.\n";
    const MAX_ACTIONS: usize = CARDS * 3;
    type Setup = Players;
    type Action = Bid;
    type View = Table;
    type Event = Happened;
    type Refusal = Refusal;

    fn setups() -> Vec<Players> {
        vec![Players(2), Players(3)]
    }

    fn start(setup: &Players, chance: &mut impl Chance) -> Self {
        Bids {
            setup: setup.clone(),
            hands: vec![0b1_1110; setup.0],
            chosen: vec![None; setup.0],
            won: vec![0; setup.0],
            prize: 1 + chance.draw(PRIZES, 9) as u8,
        }
    }

    fn setup(&self) -> &Players {
        &self.setup
    }

    fn to_act(&self) -> SeatSet {
        let may = |seat: &Seat| !self.is_over() && self.chosen[seat.index()].is_none();
        Seat::all(self.setup.0).filter(may).collect()
    }

    fn legal_actions(&self, seat: Seat, out: &mut Vec<Bid>) {
        if self.to_act().contains(seat) {
            let hand = self.hands[seat.index()];
            out.extend((1..=CARDS as u8).filter(|card| hand & 1 << card != 0).map(Bid));
        }
    }

    fn apply(
        &mut self,
        seat: Seat,
        Bid(card): Bid,
        chance: &mut impl Chance,
        log: &mut impl Log<Happened>,
    ) -> Result<(), Refusal> {
        if self.chosen[seat.index()].is_some() {
            return Err(Refusal::HasBid);
        }
        if self.hands[seat.index()] & 1 << card == 0 {
            return Err(Refusal::NoSuchCard(card));
        }
        self.chosen[seat.index()] = Some(card);
        log.note(
            Audience::Only(seat),
            Happened::Chose {
                seat,
                card: Some(card),
            },
        );
        log.note(Audience::Except(seat), Happened::Chose { seat, card: None });
        if self.chosen.iter().all(Option::is_some) {
            let bids: Vec<u8> = self.chosen.iter_mut().filter_map(Option::take).collect();
            let highest = bids.iter().max().copied().unwrap_or(0);
            let highest: Vec<usize> = (0..bids.len()).filter(|&seat| bids[seat] == highest).collect();
            if let [winner] = highest[..] {
                self.won[winner] += self.prize;
            }
            for (hand, bid) in self.hands.iter_mut().zip(&bids) {
                *hand &= !(1 << bid);
            }
            self.prize = 1 + chance.draw(PRIZES, 9) as u8;
            log.note(Audience::Everyone, Happened::Shown { bids });
        }
        Ok(())
    }

    fn view(&self, viewer: Viewer) -> Table {
        let seen = |seat: Seat| match self.chosen[seat.index()] {
            Some(card) if viewer.sees_hand_of(seat) => Seen::Card(card),
            Some(_) => Seen::Hidden,
            None => Seen::None,
        };
        Table {
            viewer,
            players: self.setup.0,
            hands: self.hands.clone(),
            bids: Seat::all(self.setup.0).map(seen).collect(),
            won: self.won.clone(),
            prize: self.prize,
        }
    }

    fn sample(view: &Table, chance: &mut impl Chance) -> Self {
        let mut guess = |seat: usize| {
            let hand: Vec<u8> = (1..=4).filter(|card| view.hands[seat] & 1 << card != 0).collect();
            hand[chance.draw(PRIZES, hand.len() as u32) as usize]
        };
        let chosen = view.bids.iter().enumerate().map(|(seat, bid)| match bid {
            Seen::None => None,
            Seen::Hidden => Some(guess(seat)),
            Seen::Card(card) => Some(*card),
        });
        Bids {
            setup: Players(view.players),
            hands: view.hands.clone(),
            chosen: chosen.collect(),
            won: view.won.clone(),
            prize: view.prize,
        }
    }

    fn tell(_view: &Table, Bid(card): Bid) -> Telling {
        Telling {
            picks: vec![format!("card:{card}")],
            verb: "Bid",
            label: say!("Bid card {card}"),
        }
    }

    fn meant(_view: &Table, picks: &[String]) -> Option<Bid> {
        let [pick] = picks else { return None };
        format!("bid {}", pick.strip_prefix("card:")?).parse().ok()
    }

    fn prompt(view: &Table) -> Prompt {
        Prompt {
            text: say!("Bid a card for the prize of {}.", view.prize),
            clause: "1.1",
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        let sheets = self
            .won
            .iter()
            .map(|&won| Sheet::new([("prizes", Points::whole(won.into()))]));
        self.is_over()
            .then(|| Outcome::ranked(Aim::High, sheets, |_| 0, ""))
    }

    fn census(&self) -> Vec<(&'static str, i64)> {
        Vec::new()
    }

    fn to_position(&self) -> String {
        format!("prize {}\n", self.prize)
    }

    /// Only the prize: more than that the tests do not need.
    fn from_position(setup: &Players, text: &str) -> Result<Self, PositionError> {
        let mut state = Bids::start(setup, &mut SearchChance::new(0));
        for line in position::lines(text) {
            if line.key.text != "prize" {
                return Err(line.key.expected("prize"));
            }
            state.prize = line.word(0, "a number")?.parse("a number")?;
        }
        Ok(state)
    }
}

impl Encoded for Bids {
    fn observe(view: &Table, to: &mut impl Columns) {
        to.one_hot("own seat", view.viewer.seat().map(Seat::index), 4);
        to.counts("hand", view.hands.iter().map(|&hand| hand.into()), 255);
        for (seat, bid) in view.bids.iter().enumerate() {
            let bid = match bid {
                Seen::None => 0,
                Seen::Hidden => 255,
                Seen::Card(card) => u64::from(*card),
            };
            to.part("bid", Some(seat), |to| to.count("", bid, 255));
        }
        to.counts("won", view.won.iter().map(|&won| won.into()), 255);
        to.count("prize", view.prize.into(), 255);
    }

    fn numbers(_setup: &Players) -> Option<Numbers> {
        Some(Numbers::new([("bid", CARDS + 1)]))
    }

    fn number(numbers: &Numbers, _view: &Table, Bid(card): Bid) -> usize {
        numbers.at(0, card.into())
    }
}
