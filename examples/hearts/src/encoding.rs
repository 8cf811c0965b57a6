//! Views and actions as numbers, for programs that learn.

use bobbin_game::{Columns, Encoded, Numbers, Seat, SeatSet};

use crate::PLAYERS;
use crate::action::Action;
use crate::cards::{Card, Cards, Suit};
use crate::hearts::{Hearts, Phase};
use crate::setup::{Moon, Pass, Setup};
use crate::view::View;

/// Cards in a suit, and in the deck.
const RANKS: usize = 13;
const DECK: usize = Suit::COUNT * RANKS;

/// The ranges of numbers.
const PASS: usize = 0;
const DONE: usize = 1;
const PLAY: usize = 2;

impl Encoded for Hearts {
    fn observe(view: &View, to: &mut impl Columns) {
        let own = view.viewer.seat().unwrap_or(Seat::new(0));
        let own_view = &view.seats[own];
        to.one_hot("own seat", view.viewer.seat().map(Seat::index), PLAYERS);
        to.one_hot("pass", Some(view.setup.pass as usize), Pass::COUNT);
        to.flag("moon is the shooter's", view.setup.moon == Moon::Shooter);
        let (choosing, trick) = match &view.phase {
            Phase::Passing { choosing } => (*choosing, None),
            Phase::Playing { trick } => (SeatSet::EMPTY, Some(trick)),
            Phase::Over => (SeatSet::EMPTY, None),
        };
        let is_over = view.phase == Phase::Over;
        to.one_hot(
            "phase",
            Some(if is_over { 2 } else { usize::from(trick.is_some()) }),
            3,
        );
        cards(to, "hand", own_view.hand.unwrap_or_default());
        cards(to, "passed", own_view.passed.unwrap_or_default());
        let got = view.seats[view.setup.pass.giver(own)].passed;
        cards(to, "got", got.unwrap_or_default());
        for (place, seat) in own.onwards(PLAYERS).enumerate() {
            let seen = &view.seats[seat];
            to.part("seat", Some(place), |to| {
                to.flag("is choosing", choosing.contains(seat));
                to.flag("led", trick.is_some_and(|trick| trick.leader == seat));
                to.flag("is to play", trick.is_some_and(|trick| trick.turn == seat));
                to.count("points", seen.points.into(), 26);
                cards(to, "played", seen.played);
                cards(to, "taken", seen.taken);
                cards(to, "lacks", seen.lacks);
            });
        }
    }

    fn numbers(_setup: &Setup) -> Option<Numbers> {
        Some(Numbers::new([
            ("pass a card", DECK),
            ("done", 1),
            ("play a card", DECK),
        ]))
    }

    #[inline]
    fn number(numbers: &Numbers, _view: &View, action: Action) -> usize {
        match action {
            Action::Pass(card) => numbers.at(PASS, place(card)),
            Action::Done => numbers.at(DONE, 0),
            Action::Play(card) => numbers.at(PLAY, place(card)),
        }
    }
}

/// From the two of clubs to the ace of hearts.
fn place(card: Card) -> usize {
    card.suit() as usize * RANKS + usize::from(card.rank())
}

/// A column for each card, from the two of clubs to the ace of hearts.
#[inline]
fn cards(to: &mut impl Columns, name: &'static str, cards: Cards) {
    to.bits(name, cards.packed(), DECK);
}
