//! A small game with everything that the contract knows: hidden cards, chance, a simultaneous phase, a secret that can
//! be revealed; and for each law a way to break it.
//!
//! Each seat holds one hidden card of 1 to 8; one more lies aside, face down. First all at once may swap their card for
//! a new one, peek at the card aside, or be ready. Then each in turn shows its card or folds. The highest card shown
//! wins.

use std::cell::Cell;
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};

use bobbin_game::glance::did;
use bobbin_game::position::{lines, whole};
use bobbin_game::{
    Aim, Audience, Chance, Choice, Columns, Encoded, Event, Game, Glance, Log, NoContent, NotationError,
    Numbers, OptionSpec, Options, Outcome, Points, PositionError, Prompt, Refusal, SearchChance, Seat,
    SeatSet, Sentence, Setup, SetupError, Sheet, Shelf, Stream, Telling, Viewer, say,
};
use serde::{Deserialize, Serialize};

/// One broken promise each.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flaw {
    None,
    RefusalNamesNoClause,
    PromptNamesNoClause,
    SetupForgetsAnOption,
    ActionListedTwice,
    TooManyActions,
    ActionsOutOfTurn,
    LegalButRefused,
    AcceptedButNotLegal,
    RefusalChangesState,
    RefusalDraws,
    CloneShares,
    ReplayDiffers,
    SampleForgetsOwnCard,
    EverythingLacksAside,
    LegalTellsAside,
    RefusalTellsCard,
    EventTellsCard,
    ViewTellsSwappedCard,
    PeekWithoutReveal,
    NotationLosesAWord,
    ViewLosesAFieldInJson,
    GlanceTellsOfAnother,
    GlanceShowsAnotherPiece,
    NeverEnds,
    OutcomeTooEarly,
    SwapLosesACard,
    TotalIsNotTheSum,
    TieBreakNotTold,
    PicksAreAmbiguous,
    MeantIsNotTheInverse,
    PositionForgetsAside,
    RandomIsSkewed,
    RowForgetsWhoPeeked,
    RowIsTooShort,
    RowIsBeyondItsBound,
    TwoActionsHaveOneNumber,
    ANumberIsTooLarge,
}

thread_local! {
    /// What is wrong with the toy on this thread: one game for all flaws is compiled once, not thirty times.
    static FLAW: Cell<Flaw> = const { Cell::new(Flaw::None) };
}

impl Flaw {
    /// From now on the toy of this thread has this flaw.
    pub fn turn_on(self) {
        FLAW.set(self);
    }

    fn is_on(self) -> bool {
        FLAW.get() == self
    }
}

const CARDS: u8 = 8;
const DECK: Stream = Stream(0);

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ToySetup {
    players: usize,
    peeking: bool,
}

const OPTIONS: &[OptionSpec] = &[
    OptionSpec {
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
    },
    OptionSpec {
        key: "peeking",
        label: "Peeking",
        help: "May the card aside be looked at?",
        choices: &[
            Choice {
                value: "true",
                label: "Yes",
            },
            Choice {
                value: "false",
                label: "No",
            },
        ],
        default: "true",
        seat: None,
    },
];

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FlawedSetup(ToySetup);

impl Setup for FlawedSetup {
    type Content = NoContent;

    fn options() -> &'static [OptionSpec] {
        OPTIONS
    }

    fn new(options: &Options, _content: Shelf<NoContent>) -> Result<Self, SetupError> {
        let options = options.checked(OPTIONS)?;
        let peeking = options.value("peeking");
        Ok(FlawedSetup(ToySetup {
            players: options.value("players"),
            peeking,
        }))
    }

    fn to_options(&self) -> Options {
        let options = Options::new().with("players", self.0.players);
        if Flaw::SetupForgetsAnOption.is_on() {
            options
        } else {
            options.with("peeking", self.0.peeking)
        }
    }

    fn players(&self) -> usize {
        self.0.players
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Phase {
    Swapping { ready: SeatSet },
    Showing { turn: Seat },
    Over,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Card {
    Known(u8),
    Hidden,
}

#[derive(Clone, Debug)]
pub struct Toy {
    setup: FlawedSetup,
    hands: [u8; 3],
    shown: [Option<bool>; 3],
    swapped: SeatSet,
    peeked: SeatSet,
    aside: u8,
    pool: u8,
    phase: Phase,
    shared: Arc<AtomicU8>,
    unreplayable: u8,
}

impl PartialEq for Toy {
    fn eq(&self, other: &Self) -> bool {
        let plain = |toy: &Self| {
            let shared = toy.shared.load(Ordering::Relaxed);
            (
                toy.hands,
                toy.shown,
                toy.swapped,
                toy.peeked,
                toy.aside,
                toy.pool,
                shared,
                toy.unreplayable,
            )
        };
        plain(self) == plain(other) && self.phase == other.phase && self.setup == other.setup
    }
}

impl Eq for Toy {}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum ToyAction {
    Swap,
    Peek,
    Ready,
    Show(u8),
    Fold,
    Bet(u16),
}

impl fmt::Display for ToyAction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ToyAction::Swap => f.write_str("swap"),
            ToyAction::Peek => f.write_str("peek"),
            ToyAction::Ready => f.write_str("ready"),
            ToyAction::Show(card) => write!(f, "show {card}"),
            ToyAction::Fold => f.write_str("fold"),
            ToyAction::Bet(amount) => write!(f, "bet {amount}"),
        }
    }
}

impl FromStr for ToyAction {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let error = || NotationError::new(text, "swap, peek, ready, show N, fold or bet N");
        match text.split_once(' ') {
            None => match text {
                "swap" => Ok(ToyAction::Swap),
                "peek" => Ok(ToyAction::Peek),
                "ready" => Ok(ToyAction::Ready),
                "fold" => Ok(ToyAction::Fold),
                _ => Err(error()),
            },
            Some(("show", card)) => card.parse().map(ToyAction::Show).map_err(|_| error()),
            Some(("bet", amount)) => amount.parse().map(ToyAction::Bet).map_err(|_| error()),
            _ => Err(error()),
        }
    }
}

/// The action of a game whose notation may be flawed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Spoken(pub ToyAction);

impl fmt::Display for Spoken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            ToyAction::Show(_) if Flaw::NotationLosesAWord.is_on() => f.write_str("fold"),
            action => action.fmt(f),
        }
    }
}

impl FromStr for Spoken {
    type Err = NotationError;
    fn from_str(text: &str) -> Result<Self, NotationError> {
        text.parse().map(Spoken)
    }
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum ToyEvent {
    Swapped { seat: Seat, card: Option<u8> },
    Peeked { seat: Seat, card: Option<u8> },
    Ready { seat: Seat, card: Option<u8> },
    ShowingBegins,
    Shown { seat: Seat, card: u8 },
    Folded { seat: Seat },
    Over { hands: [u8; 3], aside: u8 },
}

impl Event for ToyEvent {
    fn words(&self) -> Sentence {
        match self {
            ToyEvent::Swapped { seat, .. } => say!("{} swaps", seat.said()),
            ToyEvent::Peeked { seat, .. } => say!("{} peeks", seat.said()),
            ToyEvent::Ready { seat, .. } => say!("{} is ready", seat.said()),
            ToyEvent::ShowingBegins => "all are ready: show or fold".into(),
            ToyEvent::Shown { seat, card } => say!("{} shows {card}", seat.said()),
            ToyEvent::Folded { seat } => say!("{} folds", seat.said()),
            ToyEvent::Over { .. } => "all cards are turned over".into(),
        }
    }

    fn glance(&self) -> Option<Glance> {
        let ToyEvent::Shown { seat, card } = self else {
            return None;
        };
        let by = if Flaw::GlanceTellsOfAnother.is_on() {
            seat.next(2)
        } else {
            *seat
        };
        let card = card + u8::from(Flaw::GlanceShowsAnotherPiece.is_on());
        Some(
            did("showed")
                .by(by)
                .with(format!("card:{card}"), card.to_string())
                .into(),
        )
    }
}

#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error, Serialize)]
pub enum ToyRefusal {
    #[error("It is not your turn.")]
    NotYourTurn,
    #[error("That is not possible now{0}.")]
    NotNow(String),
    #[error("You do not hold that card.")]
    NotYours,
    #[error("The rules do not know this.")]
    Unruled,
}

impl Refusal for ToyRefusal {
    fn code(&self) -> &'static str {
        match self {
            ToyRefusal::NotYourTurn => "not_your_turn",
            ToyRefusal::NotNow(_) => "not_now",
            ToyRefusal::NotYours => "not_yours",
            ToyRefusal::Unruled => "unruled",
        }
    }

    fn clause(&self) -> &'static str {
        match self {
            ToyRefusal::Unruled => "9.9",
            ToyRefusal::NotYours => "1.2",
            ToyRefusal::NotYourTurn | ToyRefusal::NotNow(_) => "1.1",
        }
    }
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ToyView {
    viewer: Viewer,
    setup: ToySetup,
    hands: [Card; 3],
    shown: [Option<bool>; 3],
    swapped: SeatSet,
    peeked: SeatSet,
    aside: Card,
    pool: Option<u8>,
    phase: Phase,
    #[serde(skip)]
    lost_in_json: SeatSet,
    spied: Option<[u8; 3]>,
}

impl fmt::Display for ToyView {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "hands {:?} shown {:?}", self.hands, self.shown)?;
        writeln!(f, "aside {:?}", self.aside)?;
        writeln!(f, "{:?}", self.phase)
    }
}

const fn bit(card: u8) -> u8 {
    1 << (card - 1)
}

fn take_card(pool: &mut u8, chance: &mut impl Chance) -> u8 {
    let mut nth = chance.draw(DECK, pool.count_ones());
    for card in 1..=CARDS {
        if *pool & bit(card) != 0 {
            if nth == 0 {
                *pool &= !bit(card);
                return card;
            }
            nth -= 1;
        }
    }
    unreachable!("a draw is below the number of cards")
}

impl Toy {
    fn has(flaw: Flaw) -> bool {
        flaw.is_on()
    }

    fn check(&self, seat: Seat, action: ToyAction) -> Result<(), ToyRefusal> {
        if !self.to_act().contains(seat) {
            return Err(ToyRefusal::NotYourTurn);
        }
        let mine = self.hands[seat.index()];
        let told = if Self::has(Flaw::RefusalTellsCard) {
            format!(" ({})", self.aside)
        } else {
            String::new()
        };
        let not_now = Err(ToyRefusal::NotNow(told));
        match (self.phase, action) {
            (Phase::Swapping { .. }, ToyAction::Swap) => {
                let once = !self.swapped.contains(seat) || Self::has(Flaw::AcceptedButNotLegal);
                let may = once && self.pool != 0 && !Self::has(Flaw::LegalButRefused);
                if may { Ok(()) } else { not_now }
            }
            (Phase::Swapping { .. }, ToyAction::Peek) => {
                if self.setup.0.peeking && !self.peeked.contains(seat) {
                    Ok(())
                } else {
                    not_now
                }
            }
            (Phase::Swapping { .. }, ToyAction::Ready) | (Phase::Showing { .. }, ToyAction::Fold) => Ok(()),
            (Phase::Showing { .. }, ToyAction::Show(card)) => {
                if card == mine {
                    Ok(())
                } else {
                    Err(ToyRefusal::NotYours)
                }
            }
            (_, ToyAction::Bet(_)) if Self::has(Flaw::TooManyActions) => Ok(()),
            (Phase::Swapping { .. }, ToyAction::Fold) if Self::has(Flaw::RefusalNamesNoClause) => {
                Err(ToyRefusal::Unruled)
            }
            _ => not_now,
        }
    }
}

impl Game for Toy {
    const ID: &'static str = "toy";
    const NAME: &'static str = "Toy";
    const RULES_VERSION: u32 = 1;
    const RULES: &'static str = "## 1 All\n**1.1** Everything in its time.\n\n**1.2** Only one's own card.\n";
    const MAX_ACTIONS: usize = 40;

    type Setup = FlawedSetup;
    type Action = Spoken;
    type View = ToyView;
    type Event = ToyEvent;
    type Refusal = ToyRefusal;

    fn setups() -> Vec<Self::Setup> {
        let setup = |players, peeking| FlawedSetup(ToySetup { players, peeking });
        vec![setup(2, true), setup(3, true), setup(3, false)]
    }

    fn start(setup: &Self::Setup, chance: &mut impl Chance) -> Self {
        static STARTED: AtomicU8 = AtomicU8::new(0);
        let mut pool = u8::MAX;
        let mut hands = [0; 3];
        for hand in &mut hands[..setup.0.players] {
            *hand = take_card(&mut pool, chance);
        }
        let aside = take_card(&mut pool, chance);
        Toy {
            setup: setup.clone(),
            hands,
            shown: [None; 3],
            swapped: SeatSet::EMPTY,
            peeked: SeatSet::EMPTY,
            aside,
            pool,
            phase: Phase::Swapping {
                ready: SeatSet::EMPTY,
            },
            shared: Arc::new(AtomicU8::new(0)),
            unreplayable: if Self::has(Flaw::ReplayDiffers) {
                STARTED.fetch_add(1, Ordering::Relaxed)
            } else {
                0
            },
        }
    }

    fn setup(&self) -> &Self::Setup {
        &self.setup
    }

    fn to_act(&self) -> SeatSet {
        match self.phase {
            Phase::Swapping { ready } => ready
                .iter()
                .fold(SeatSet::all(self.setup.0.players), SeatSet::without),
            Phase::Showing { turn } => SeatSet::only(turn),
            Phase::Over => SeatSet::EMPTY,
        }
    }

    fn legal_actions(&self, seat: Seat, out: &mut Vec<Self::Action>) {
        let mut candidates = vec![
            ToyAction::Swap,
            ToyAction::Peek,
            ToyAction::Ready,
            ToyAction::Fold,
        ];
        candidates.extend((1..=CARDS).map(ToyAction::Show));
        if Self::has(Flaw::TooManyActions) {
            candidates.extend((0..400).map(ToyAction::Bet));
        }
        let mine = ToyAction::Show(self.hands.get(seat.index()).copied().unwrap_or(0));
        for action in candidates {
            let listed = match action {
                ToyAction::Show(_) => action == mine && self.check(seat, action).is_ok(),
                ToyAction::Swap if Self::has(Flaw::LegalButRefused) => {
                    self.to_act().contains(seat) && matches!(self.phase, Phase::Swapping { .. })
                }
                ToyAction::Swap if self.swapped.contains(seat) => false,
                ToyAction::Ready if Self::has(Flaw::ActionsOutOfTurn) => true,
                _ => self.check(seat, action).is_ok(),
            };
            if listed {
                out.push(Spoken(action));
            }
        }
        if Self::has(Flaw::ActionListedTwice)
            && let Some(&first) = out.first()
        {
            out.push(first);
        }
        if Self::has(Flaw::LegalTellsAside) && self.aside > 4 && out.len() > 1 {
            out.swap(0, 1);
        }
    }

    fn random_action(
        &self,
        seat: Seat,
        random: &mut SearchChance,
        buffer: &mut Vec<Self::Action>,
    ) -> Self::Action {
        buffer.clear();
        self.legal_actions(seat, buffer);
        let place = random.below(buffer.len() as u32) as usize;
        if Self::has(Flaw::RandomIsSkewed) {
            buffer[place.min(random.below(2) as usize)]
        } else {
            buffer[place]
        }
    }

    fn apply(
        &mut self,
        seat: Seat,
        Spoken(action): Self::Action,
        chance: &mut impl Chance,
        log: &mut impl Log<ToyEvent>,
    ) -> Result<(), ToyRefusal> {
        if let Err(refusal) = self.check(seat, action) {
            if Self::has(Flaw::RefusalChangesState) {
                self.swapped = self.swapped.with(Seat::new(0));
            }
            if Self::has(Flaw::RefusalDraws) {
                chance.draw(DECK, 2);
            }
            return Err(refusal);
        }
        if Self::has(Flaw::CloneShares) {
            self.shared.fetch_add(1, Ordering::Relaxed);
        }
        let players = self.setup.0.players;
        match action {
            ToyAction::Swap => {
                let old = self.hands[seat.index()];
                let new = take_card(&mut self.pool, chance);
                self.hands[seat.index()] = new;
                if !Self::has(Flaw::SwapLosesACard) {
                    self.pool |= bit(old);
                }
                self.swapped = self.swapped.with(seat);
                log.note(
                    Audience::Only(seat),
                    ToyEvent::Swapped {
                        seat,
                        card: Some(new),
                    },
                );
                log.note(Audience::Except(seat), ToyEvent::Swapped { seat, card: None });
            }
            ToyAction::Peek => {
                if !Self::has(Flaw::PeekWithoutReveal) {
                    chance.reveal();
                }
                self.peeked = self.peeked.with(seat);
                log.note(
                    Audience::Only(seat),
                    ToyEvent::Peeked {
                        seat,
                        card: Some(self.aside),
                    },
                );
                log.note(Audience::Except(seat), ToyEvent::Peeked { seat, card: None });
            }
            ToyAction::Ready => {
                let Phase::Swapping { ready } = self.phase else {
                    unreachable!("it was checked")
                };
                let ready = ready.with(seat);
                let all = ready == SeatSet::all(players);
                if !(all && Self::has(Flaw::NeverEnds)) {
                    self.phase = if all {
                        Phase::Showing { turn: Seat::new(0) }
                    } else {
                        Phase::Swapping { ready }
                    };
                }
                let card = Self::has(Flaw::EventTellsCard).then_some(self.hands[seat.index()]);
                log.note(Audience::Everyone, ToyEvent::Ready { seat, card });
                if all {
                    log.note(Audience::Everyone, ToyEvent::ShowingBegins);
                }
            }
            ToyAction::Show(card) => log.note(Audience::Everyone, ToyEvent::Shown { seat, card }),
            ToyAction::Fold => log.note(Audience::Everyone, ToyEvent::Folded { seat }),
            ToyAction::Bet(_) => {}
        }
        if let ToyAction::Show(_) | ToyAction::Fold = action {
            self.shown[seat.index()] = Some(action != ToyAction::Fold);
            self.phase = match seat.next(players) {
                next if next == Seat::new(0) => {
                    chance.reveal();
                    log.note(
                        Audience::Everyone,
                        ToyEvent::Over {
                            hands: self.hands,
                            aside: self.aside,
                        },
                    );
                    Phase::Over
                }
                turn => Phase::Showing { turn },
            };
        }
        Ok(())
    }

    fn view(&self, viewer: Viewer) -> ToyView {
        let over = self.phase == Phase::Over;
        let known =
            |seat: usize| over || viewer.sees_hand_of(Seat::new(seat)) || self.shown[seat] == Some(true);
        let spied = Self::has(Flaw::ViewTellsSwappedCard) && !self.swapped.is_empty();
        let everything = over || viewer == Viewer::Everything;
        let is_lost = Self::has(Flaw::ViewLosesAFieldInJson) && viewer != Viewer::Everything;
        let sees_aside = everything || viewer.seat().is_some_and(|seat| self.peeked.contains(seat));
        ToyView {
            viewer,
            setup: self.setup.0.clone(),
            hands: [0, 1, 2].map(|seat| {
                if known(seat) {
                    Card::Known(self.hands[seat])
                } else {
                    Card::Hidden
                }
            }),
            shown: self.shown,
            swapped: if is_lost { SeatSet::EMPTY } else { self.swapped },
            peeked: self.peeked,
            aside: if sees_aside && !(everything && Self::has(Flaw::EverythingLacksAside)) {
                Card::Known(self.aside)
            } else {
                Card::Hidden
            },
            pool: everything.then_some(self.pool),
            phase: self.phase,
            lost_in_json: if is_lost { self.swapped } else { SeatSet::EMPTY },
            spied: spied.then_some(self.hands),
        }
    }

    fn sample(view: &ToyView, chance: &mut impl Chance) -> Self {
        let forget = |seat: usize| {
            Self::has(Flaw::SampleForgetsOwnCard) && view.viewer == Viewer::Seat(Seat::new(seat))
        };
        let mut pool = u8::MAX;
        let known = |card: Card| {
            if let Card::Known(card) = card {
                Some(card)
            } else {
                None
            }
        };
        let mut hands = view
            .spied
            .unwrap_or([0, 1, 2].map(|seat| known(view.hands[seat]).unwrap_or(0)));
        let mut aside = known(view.aside).unwrap_or(0);
        for (seat, hand) in hands.iter_mut().enumerate() {
            if forget(seat) {
                *hand = 0;
            }
        }
        for card in hands.iter().chain([&aside]).filter(|&&card| card != 0) {
            pool &= !bit(*card);
        }
        let players = view.setup.players;
        for card in hands[..players]
            .iter_mut()
            .chain([&mut aside])
            .filter(|card| **card == 0)
        {
            *card = take_card(&mut pool, chance);
        }
        Toy {
            setup: FlawedSetup(view.setup.clone()),
            hands,
            shown: view.shown,
            swapped: view.lost_in_json.iter().fold(view.swapped, SeatSet::with),
            peeked: view.peeked,
            aside,
            pool: view.pool.unwrap_or(pool),
            phase: view.phase,
            shared: Arc::new(AtomicU8::new(0)),
            unreplayable: 0,
        }
    }

    fn tell(_view: &ToyView, Spoken(action): Self::Action) -> Telling {
        let (picks, verb): (Vec<String>, _) = match action {
            ToyAction::Swap => (vec!["hand".into(), "deck".into()], "Swap"),
            ToyAction::Peek if Self::has(Flaw::PicksAreAmbiguous) => (vec!["hand".into()], "Peek"),
            ToyAction::Peek => (vec!["aside".into()], "Peek"),
            ToyAction::Show(_) => (vec!["hand".into(), "table".into()], "Show"),
            ToyAction::Ready => (vec![], "Ready"),
            ToyAction::Fold => (vec![], "Fold"),
            ToyAction::Bet(amount) => (vec![format!("bet:{amount}")], "Bet"),
        };
        Telling {
            picks,
            verb,
            label: action.to_string().into(),
        }
    }

    fn meant(view: &ToyView, picks: &[String]) -> Option<Self::Action> {
        let picks: Vec<&str> = picks.iter().map(String::as_str).collect();
        match picks[..] {
            ["hand", "deck"] if Self::has(Flaw::MeantIsNotTheInverse) => Some(Spoken(ToyAction::Ready)),
            ["hand", "deck"] => Some(Spoken(ToyAction::Swap)),
            ["aside"] => Some(Spoken(ToyAction::Peek)),
            ["hand"] if Self::has(Flaw::PicksAreAmbiguous) => Some(Spoken(ToyAction::Peek)),
            ["hand", "table"] => match view.hands[view.viewer.seat()?.index()] {
                Card::Known(card) => Some(Spoken(ToyAction::Show(card))),
                Card::Hidden => None,
            },
            [bet] => bet
                .strip_prefix("bet:")?
                .parse()
                .ok()
                .map(|amount| Spoken(ToyAction::Bet(amount))),
            _ => None,
        }
    }

    fn prompt(_view: &ToyView) -> Prompt {
        let clause = if Self::has(Flaw::PromptNamesNoClause) {
            "7.7"
        } else {
            "1.1"
        };
        Prompt {
            text: "Do something.".into(),
            clause,
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        let early = Self::has(Flaw::OutcomeTooEarly) && matches!(self.phase, Phase::Showing { .. });
        if self.phase != Phase::Over && !early {
            return None;
        }
        let points = |seat: usize| {
            if self.shown[seat] == Some(true) {
                i32::from(self.hands[seat])
            } else {
                0
            }
        };
        let sheet = |seat: usize| Sheet::new([("shown", Points::whole(points(seat)))]);
        let sheets = (0..self.setup.0.players).map(sheet);
        let mut outcome = Outcome::ranked(Aim::High, sheets, Seat::index, "the later seat");
        if Self::has(Flaw::TotalIsNotTheSum) {
            outcome.sheets[0].total += Points::whole(1);
        }
        if Self::has(Flaw::TieBreakNotTold) {
            outcome.decided_by = None;
        }
        Some(outcome)
    }

    fn census(&self) -> Vec<(&'static str, i64)> {
        let held = self.hands.iter().filter(|&&card| card != 0).count();
        vec![("cards", held as i64 + 1 + i64::from(self.pool.count_ones()))]
    }

    fn to_position(&self) -> String {
        let aside = if Self::has(Flaw::PositionForgetsAside) {
            1
        } else {
            self.aside
        };
        let json = serde_json::to_string(&self.view(Viewer::Everything)).expect("a view is plain data");
        let extra = self.unreplayable;
        format!(
            "aside {aside}\nextra {extra} {}\nview {json}\n",
            self.shared.load(Ordering::Relaxed)
        )
    }

    fn from_position(_setup: &Self::Setup, position: &str) -> Result<Self, PositionError> {
        let rest = position
            .split_once("view ")
            .ok_or_else(|| whole("expected a view"))?
            .1;
        let view: ToyView = serde_json::from_str(rest).map_err(|error| whole(error.to_string()))?;
        let mut toy: Self = Toy::sample(&view, &mut SearchChance::new(0));
        let mut lines = lines(position);
        let line = lines.next().ok_or_else(|| whole("expected the card aside"))?;
        toy.aside = line.word(0, "a card")?.parse("a card")?;
        let line = lines.next().ok_or_else(|| whole("expected two numbers"))?;
        toy.unreplayable = line.word(0, "a number")?.parse("a number")?;
        toy.shared = Arc::new(AtomicU8::new(line.word(1, "a number")?.parse("a number")?));
        Ok(toy)
    }
}

impl Encoded for Toy {
    fn observe(view: &ToyView, to: &mut impl Columns) {
        let bits = |seats: SeatSet| seats.iter().map(|seat| 1 << seat.index()).sum();
        let card = |card: Card| match card {
            Card::Known(card) => u64::from(card) + 1,
            Card::Hidden => 0,
        };
        to.one_hot("own seat", view.viewer.seat().map(Seat::index), 3);
        to.flag("peeking", view.setup.peeking);
        for seat in 0..3 {
            to.part("seat", Some(seat), |to| {
                to.count("hand", card(view.hands[seat]), 256);
                to.category("shown", view.shown[seat].map(usize::from), 2);
            });
        }
        to.bits("swapped", bits(view.swapped), 3);
        if !Flaw::RowForgetsWhoPeeked.is_on() {
            to.bits("peeked", bits(view.peeked), 3);
        }
        to.count("aside", card(view.aside), 256);
        to.count("pool", view.pool.map_or(0, |pool| u64::from(pool) + 1), 256);
        let (phase, seats) = match view.phase {
            Phase::Swapping { ready } => (0, ready),
            Phase::Showing { turn } => (1, SeatSet::only(turn)),
            Phase::Over => (2, SeatSet::EMPTY),
        };
        let is_beyond = Flaw::RowIsBeyondItsBound.is_on() && phase == 2;
        to.category(
            "phase",
            Some(if is_beyond { 7 } else { phase }),
            if is_beyond { 8 } else { 3 },
        );
        if !(Flaw::RowIsTooShort.is_on() && phase == 1) {
            to.bits("seats", bits(seats), 3);
        }
    }

    fn numbers(_setup: &FlawedSetup) -> Option<Numbers> {
        Some(Numbers::new([
            ("swap, peek, ready or fold", 4),
            ("show", 256),
            ("bet", 512),
        ]))
    }

    fn number(numbers: &Numbers, _view: &ToyView, Spoken(action): Spoken) -> usize {
        match action {
            ToyAction::Swap => numbers.at(0, 0),
            ToyAction::Peek if Flaw::TwoActionsHaveOneNumber.is_on() => numbers.at(0, 0),
            ToyAction::Peek => numbers.at(0, 1),
            ToyAction::Ready => numbers.at(0, 2),
            ToyAction::Fold if Flaw::ANumberIsTooLarge.is_on() => numbers.count(),
            ToyAction::Fold => numbers.at(0, 3),
            ToyAction::Show(card) => numbers.at(1, card.into()),
            ToyAction::Bet(amount) => numbers.at(2, amount.into()),
        }
    }
}
