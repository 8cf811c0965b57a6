//! The state of a deal, and the rules that lead from one to the next.

use arrayvec::ArrayVec;
use bobbin_game::{
    Aim, Audience, Chance, Game, Log, Outcome, Points, PositionError, Prompt, SearchChance, Seat, SeatSet,
    Sheet, Stream, Telling, Viewer,
};
use serde::Serialize;

use crate::action::Action;
use crate::cards::{Card, Cards, Suit};
use crate::event::Event;
use crate::refusal::Refusal;
use crate::setup::{Moon, Pass, Setup};
use crate::trick::Trick;
use crate::view::View;
use crate::{PLAYERS, position, sample, table};

/// A deal of Hearts. Every array has one entry a seat. By default nobody has a card.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Hearts {
    pub(crate) setup: Setup,
    pub(crate) phase: Phase,
    pub(crate) hands: [Cards; PLAYERS],
    /// The cards chosen for the pass; they stay in the hand until the exchange, and are remembered after it (2.6).
    pub(crate) passed: [Cards; PLAYERS],
    /// All cards played by this seat, those on the table included.
    pub(crate) played: [Cards; PLAYERS],
    /// The cards of the tricks taken by this seat.
    pub(crate) taken: [Cards; PLAYERS],
    /// 3.8: cards that this seat is publicly proved not to hold.
    pub(crate) lacks: [Cards; PLAYERS],
}

/// What is going on. All of it is public.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// Section 2.
    Passing {
        /// Who has not said done.
        choosing: SeatSet,
    },
    /// Section 3.
    Playing {
        /// The trick on the table.
        trick: Trick,
    },
    /// Section 4.
    #[default]
    Over,
}

impl Phase {
    /// A trick begins.
    fn led_by(seat: Seat) -> Phase {
        let trick = Trick::led_by(seat);
        Phase::Playing { trick }
    }

    /// Who chooses, or whose turn it is.
    #[inline]
    pub(crate) fn to_act(self) -> SeatSet {
        match self {
            Phase::Passing { choosing } => choosing,
            Phase::Playing { trick } => SeatSet::only(trick.turn),
            Phase::Over => SeatSet::EMPTY,
        }
    }

    /// The cards of the trick.
    pub(crate) fn on_the_table(&self) -> Cards {
        match self {
            Phase::Playing { trick } => trick.in_order().collect(),
            Phase::Passing { .. } | Phase::Over => Cards::EMPTY,
        }
    }
}

/// The luck of the deal; there is no other.
const DEAL: Stream = Stream(0);

/// 2.3: the number of cards that are passed.
pub(crate) const PASSED: usize = 3;

impl Hearts {
    /// The state before the first action with these hands.
    pub(crate) fn dealt(setup: Setup, hands: [Cards; PLAYERS]) -> Self {
        let mut state = Hearts {
            setup,
            hands,
            ..Hearts::default()
        };
        let choosing = SeatSet::all(PLAYERS);
        state.phase = match setup.pass {
            Pass::None => Phase::led_by(state.holder_of_the_two_of_clubs()),
            _ => Phase::Passing { choosing },
        };
        state
    }

    /// The cards that a seat held at the first trick; during the pass, its hand.
    pub(crate) fn began_with(&self, seat: Seat) -> Cards {
        self.hands[seat] | self.played[seat]
    }

    /// The cards of all tricks that have been taken.
    pub(crate) fn gone(&self) -> Cards {
        self.taken.into_iter().collect()
    }

    /// 3.3, 3.5, 3.6: the cards that the player whose turn it is may play.
    #[inline]
    fn playable(&self, trick: &Trick) -> Cards {
        let hand = self.hands[trick.turn];
        let gone = self.gone();
        match (trick.suit(), gone.is_empty()) {
            (None, true) => hand & Cards::only(Card::TWO_OF_CLUBS),
            (None, false) if !gone.meets(Cards::HEARTS) => (hand - Cards::HEARTS).or_if_empty(hand),
            (None, false) => hand,
            (Some(led), false) => (hand & Cards::suit(led)).or_if_empty(hand),
            (Some(led), true) => (hand & Cards::suit(led))
                .or_if_empty(hand - Cards::PENALTY)
                .or_if_empty(hand),
        }
    }

    /// Why the player whose turn it is may not play this card.
    #[cold]
    fn why_not(&self, trick: &Trick, card: Card) -> Refusal {
        let hand = self.hands[trick.turn];
        match trick.suit() {
            _ if !hand.contains(card) => Refusal::NotInHand { card },
            None if self.gone().is_empty() => Refusal::LeadTheTwoOfClubs,
            None => Refusal::HeartsNotBroken,
            Some(suit) if hand.meets(Cards::suit(suit)) => Refusal::FollowSuit { suit },
            Some(_) => Refusal::FirstTrickIsFree,
        }
    }

    /// 2.2: the cards that a player may still choose.
    fn passable(&self, seat: Seat) -> Cards {
        match self.passed[seat] {
            passed if passed.len() < PASSED => self.hands[seat] - passed,
            _ => Cards::EMPTY,
        }
    }

    fn choose(&mut self, seat: Seat, card: Card, log: &mut impl Log<Event>) -> Result<(), Refusal> {
        let passed = self.passed[seat];
        match passed.len() {
            _ if !self.hands[seat].contains(card) => return Err(Refusal::NotYoursToPass { card }),
            PASSED => return Err(Refusal::ThreeChosen),
            _ if passed.contains(card) => return Err(Refusal::ChosenAlready { card }),
            _ => self.passed[seat] = passed.with(card),
        }
        log.note(Audience::Only(seat), Event::Chose { seat, card });
        Ok(())
    }

    /// 2.4, 2.5.
    fn say_done(
        &mut self,
        seat: Seat,
        choosing: SeatSet,
        chance: &mut impl Chance,
        log: &mut impl Log<Event>,
    ) -> Result<(), Refusal> {
        let missing = (PASSED - self.passed[seat].len()) as u8;
        if missing > 0 {
            return Err(Refusal::TooFewChosen { missing });
        }
        let choosing = choosing.without(seat);
        self.phase = Phase::Passing { choosing };
        log.note(Audience::Everyone, Event::Ready { seat });
        if choosing.is_empty() {
            self.exchange(log);
            // Whoever was last sees cards that were another's secret.
            chance.reveal();
        }
        Ok(())
    }

    /// 2.5: the cards change hands.
    fn exchange(&mut self, log: &mut impl Log<Event>) {
        let pass = self.setup.pass;
        log.note(Audience::Everyone, Event::Exchanged { pass });
        for seat in Seat::all(PLAYERS) {
            let from = pass.giver(seat);
            let cards = self.passed[from];
            let hand = &mut self.hands[seat];
            *hand = (*hand - self.passed[seat]) | cards;
            log.note(Audience::Only(seat), Event::Got { seat, from, cards });
        }
        let seat = self.holder_of_the_two_of_clubs();
        self.phase = Phase::led_by(seat);
        log.note(Audience::Everyone, Event::Opens { seat });
    }

    /// 3.1.
    fn holder_of_the_two_of_clubs(&self) -> Seat {
        let holder = Seat::all(PLAYERS).find(|&seat| self.hands[seat].contains(Card::TWO_OF_CLUBS));
        holder.expect("all cards are dealt")
    }

    /// 3.2: the player whose turn it is plays a card that may be played.
    fn play(&mut self, seat: Seat, card: Card, log: &mut impl Log<Event>) {
        let breaks_hearts = card.suit() == Suit::Hearts && !self.hearts_are_broken();
        self.hands[seat] = self.hands[seat].without(card);
        self.played[seat] = self.played[seat].with(card);
        log.note(Audience::Everyone, Event::Played { seat, card });
        if breaks_hearts {
            log.note(Audience::Everyone, Event::HeartsBroken);
        }
        let Phase::Playing { trick } = &mut self.phase else {
            unreachable!("a card is played to a trick")
        };
        trick.add(card);
        if trick.turn == trick.leader {
            let trick = *trick;
            self.take(trick, log);
        }
    }

    /// 3.4: the trick is taken, and with the last one the game is over (4.1).
    fn take(&mut self, trick: Trick, log: &mut impl Log<Event>) {
        let seat = trick.winner();
        let cards: Cards = trick.in_order().collect();
        self.taken[seat] |= cards;
        let points = cards.points();
        log.note(Audience::Everyone, Event::Took { seat, points });
        if !self.hands[seat].is_empty() {
            self.phase = Phase::led_by(seat);
            return;
        }
        self.phase = Phase::Over;
        if let Some(seat) = self.moon_shooter() {
            log.note(Audience::Everyone, Event::ShotTheMoon { seat });
        }
    }

    /// 3.8: the cards that whoever plays this card now cannot have, since otherwise it would not be legal.
    fn proved_by(&self, trick: &Trick, card: Card) -> Cards {
        match trick.suit() {
            None if card.suit() == Suit::Hearts && !self.hearts_are_broken() => Cards::DECK - Cards::HEARTS,
            Some(led) if led != card.suit() => {
                let is_free = self.gone().is_empty() && Cards::PENALTY.contains(card);
                let or_penalty = if is_free { Cards::PENALTY } else { Cards::DECK };
                Cards::suit(led) | (Cards::DECK - or_penalty)
            }
            _ => Cards::EMPTY,
        }
    }

    /// 3.7.
    fn hearts_are_broken(&self) -> bool {
        self.played.into_iter().collect::<Cards>().meets(Cards::HEARTS)
    }

    /// 4.2.
    fn moon_shooter(&self) -> Option<Seat> {
        Seat::all(PLAYERS).find(|&seat| self.taken[seat].contains_all(Cards::PENALTY))
    }

    /// 4.1 to 4.3.
    fn sheet(&self, seat: Seat) -> Sheet {
        let taken = self.taken[seat];
        let moon = match (self.moon_shooter(), self.setup.moon) {
            (Some(shooter), Moon::Others) if shooter == seat => -26,
            (Some(_), Moon::Others) => 26,
            (Some(shooter), Moon::Shooter) if shooter == seat => -52,
            (None, _) | (Some(_), Moon::Shooter) => 0,
        };
        let points = |cards: Cards| Points::whole(cards.points().into());
        Sheet::new([
            ("hearts", points(taken & Cards::HEARTS)),
            ("queen of spades", points(taken - Cards::HEARTS)),
            ("the moon", Points::whole(moon)),
        ])
    }
}

impl Game for Hearts {
    const ID: &'static str = "hearts";
    const NAME: &'static str = "Hearts";
    const RULES_VERSION: u32 = 1;
    const RULES: &'static str = include_str!("../RULES.md");
    /// Each player chooses three cards, says done and plays thirteen.
    const MAX_ACTIONS: usize = PLAYERS * (PASSED + 1 + 13);

    type Setup = Setup;
    type Action = Action;
    type View = View;
    type Event = Event;
    type Refusal = Refusal;

    fn setups() -> Vec<Setup> {
        let others = Pass::ALL.map(|pass| (pass, Moon::Others));
        let setups = others.into_iter().chain([(Pass::Left, Moon::Shooter)]);
        setups.map(|(pass, moon)| Setup { pass, moon }).collect()
    }

    fn start(setup: &Setup, chance: &mut impl Chance) -> Self {
        let mut deck = Cards::DECK.iter().collect::<ArrayVec<Card, 52>>();
        chance.shuffle(DEAL, &mut deck);
        Hearts::dealt(*setup, Seat::each(|_| deck.drain(..13).collect()))
    }

    fn setup(&self) -> &Setup {
        &self.setup
    }

    #[inline]
    fn to_act(&self) -> SeatSet {
        self.phase.to_act()
    }

    fn legal_actions(&self, seat: Seat, out: &mut Vec<Action>) {
        match &self.phase {
            _ if !self.to_act().contains(seat) => {}
            Phase::Passing { .. } if self.passed[seat].len() == PASSED => out.push(Action::Done),
            Phase::Passing { .. } => out.extend(self.passable(seat).iter().map(Action::Pass)),
            Phase::Playing { trick } => out.extend(self.playable(trick).iter().map(Action::Play)),
            Phase::Over => {}
        }
    }

    #[inline]
    fn random_action(&self, seat: Seat, random: &mut SearchChance, _buffer: &mut Vec<Action>) -> Action {
        let mut any = |cards: Cards| cards.nth(random.below(cards.len() as u32) as usize);
        match &self.phase {
            Phase::Playing { trick } => Action::Play(any(self.playable(trick))),
            _ if self.passable(seat).is_empty() => Action::Done,
            _ => Action::Pass(any(self.passable(seat))),
        }
    }

    #[inline]
    fn apply(
        &mut self,
        seat: Seat,
        action: Action,
        chance: &mut impl Chance,
        log: &mut impl Log<Event>,
    ) -> Result<(), Refusal> {
        match (&self.phase, action) {
            _ if seat.index() >= PLAYERS => Err(Refusal::NoSuchSeat { seat }),
            (Phase::Over, _) => Err(Refusal::GameOver),
            (Phase::Passing { .. }, Action::Play(_)) => Err(Refusal::StillPassing),
            (Phase::Playing { .. }, Action::Pass(_) | Action::Done) => Err(Refusal::PassIsOver),
            (Phase::Passing { choosing }, _) if !choosing.contains(seat) => Err(Refusal::PassedAlready),
            (Phase::Passing { .. }, Action::Pass(card)) => self.choose(seat, card, log),
            (&Phase::Passing { choosing }, Action::Done) => self.say_done(seat, choosing, chance, log),
            (Phase::Playing { trick }, Action::Play(card)) => {
                if trick.turn != seat {
                    return Err(Refusal::NotYourTurn { turn: trick.turn });
                }
                if !self.playable(trick).contains(card) {
                    return Err(self.why_not(trick, card));
                }
                let proved = self.proved_by(trick, card);
                self.lacks[seat] |= proved;
                self.play(seat, card, log);
                Ok(())
            }
        }
    }

    fn view(&self, viewer: Viewer) -> View {
        View::of(self, viewer)
    }

    fn sample(view: &View, chance: &mut impl Chance) -> Self {
        sample::sample(view, chance)
    }

    fn tell(view: &View, action: Action) -> Telling {
        table::tell(view, action)
    }

    fn meant(view: &View, picks: &[String]) -> Option<Action> {
        table::meant(view, picks)
    }

    fn prompt(view: &View) -> Prompt {
        table::prompt(view)
    }

    fn outcome(&self) -> Option<Outcome> {
        (self.phase == Phase::Over).then(|| {
            let sheets = Seat::all(PLAYERS).map(|seat| self.sheet(seat));
            Outcome::ranked(Aim::Low, sheets, |_| (), "nothing: ties are shared")
        })
    }

    fn census(&self) -> Vec<(&'static str, i64)> {
        let on_the_table = self.phase.on_the_table();
        let heaps = || self.hands.into_iter().chain(self.taken).chain([on_the_table]);
        vec![
            ("cards", heaps().map(|cards| cards.len() as i64).sum()),
            ("points", heaps().map(|cards| i64::from(cards.points())).sum()),
        ]
    }

    fn to_position(&self) -> String {
        position::write(self)
    }

    fn from_position(setup: &Setup, position: &str) -> Result<Self, PositionError> {
        position::read(*setup, position)
    }
}
