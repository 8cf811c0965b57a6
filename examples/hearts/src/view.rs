//! What a viewer may know, and the table as plain text.

use std::fmt;

use bobbin_game::position::joined;
use bobbin_game::{Seat, Viewer};
use serde::Serialize;

use crate::PLAYERS;
use crate::cards::{Card, Cards, Suit};
use crate::hearts::{Hearts, Phase};
use crate::setup::Setup;

/// What a viewer may know.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct View {
    /// Who looks.
    pub viewer: Viewer,
    /// How the deal is played.
    pub setup: Setup,
    /// What is going on.
    pub phase: Phase,
    /// One entry a seat.
    pub seats: [SeatView; PLAYERS],
}

/// What a viewer may know of one seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct SeatView {
    /// The hand, if the viewer may see it.
    pub hand: Option<Cards>,
    /// The number of cards in it.
    pub hand_size: u8,
    /// The cards this seat has chosen for the pass or has passed, if the viewer knows them: who passed them does,
    /// and after the exchange who got them (2.6).
    pub passed: Option<Cards>,
    /// All cards this seat has played.
    pub played: Cards,
    /// The cards of the tricks this seat has taken.
    pub taken: Cards,
    /// What these cost, before anyone has shot the moon.
    pub points: u8,
    /// 3.8: cards that this seat is publicly proved not to hold.
    pub lacks: Cards,
}

impl View {
    pub(crate) fn of(state: &Hearts, viewer: Viewer) -> View {
        let is_passing = matches!(state.phase, Phase::Passing { .. });
        let seat_view = |seat: Seat| {
            let receiver = state.setup.pass.receiver(seat);
            let sees_pass = viewer.sees_hand_of(seat) || !is_passing && viewer.sees_hand_of(receiver);
            SeatView {
                hand: viewer.sees_hand_of(seat).then_some(state.hands[seat]),
                hand_size: state.hands[seat].len() as u8,
                passed: sees_pass.then_some(state.passed[seat]),
                played: state.played[seat],
                taken: state.taken[seat],
                points: state.taken[seat].points(),
                lacks: state.lacks[seat],
            }
        };
        View {
            viewer,
            setup: state.setup,
            phase: state.phase,
            seats: Seat::each(seat_view),
        }
    }

    /// All cards that have been played.
    pub fn played(&self) -> Cards {
        self.seats.iter().map(|seat| seat.played).collect()
    }

    /// 3.7.
    pub fn hearts_are_broken(&self) -> bool {
        self.played().meets(Cards::HEARTS)
    }

    /// The cards that are known to be in a hand: all of it or, after the pass, what is left of the cards that the
    /// viewer passed; and before the first card is played, the two of clubs.
    pub fn known(&self, seat: Seat) -> Cards {
        if let Some(hand) = self.seats[seat].hand {
            return hand;
        }
        let Phase::Playing { trick } = &self.phase else {
            return Cards::EMPTY;
        };
        let got = self.seats[self.setup.pass.giver(seat)].passed.unwrap_or_default();
        if self.played().is_empty() && trick.leader == seat {
            return got.with(Card::TWO_OF_CLUBS);
        }
        got - self.played()
    }

    fn headline(&self) -> String {
        match &self.phase {
            Phase::Passing { .. } => format!("pass three cards {}", self.setup.pass.words()),
            Phase::Playing { .. } => {
                let trick = 1 + self.seats.iter().map(|seat| seat.taken.len()).sum::<usize>() / PLAYERS;
                let not = if self.hearts_are_broken() { "" } else { "not " };
                format!("trick {trick} of 13 · hearts are {not}broken")
            }
            Phase::Over => "the game is over".to_owned(),
        }
    }

    /// `▸ seat 2 (you)    9 cards  14 points   K♣   took Q♠ 5♥   has no ♦`
    fn seat_line(&self, seat: Seat) -> String {
        let own = &self.seats[seat];
        let (cards, points) = (counted(own.hand_size, "card"), counted(own.points, "point"));
        let to_act = self.phase.to_act().contains(seat);
        let mark = if to_act { '▸' } else { ' ' };
        let is_you = self.viewer == Viewer::Seat(seat);
        let you = if is_you { "(you)" } else { "" };
        let doing = match &self.phase {
            Phase::Passing { .. } if to_act => "is choosing".to_owned(),
            Phase::Passing { .. } => "is ready".to_owned(),
            Phase::Playing { trick } => {
                let table = trick.cards[seat].map_or(String::new(), Card::face);
                format!("{cards:<8}  {points:<9}   {table:<2}")
            }
            Phase::Over => format!("{points:<9}"),
        };
        let took = match own.taken & Cards::PENALTY {
            none if none.is_empty() => String::new(),
            penalty => format!("   took {}", faces(penalty)),
        };
        let lacks = match &self.phase {
            Phase::Playing { .. } if !own.lacks.is_empty() => lack_words(own.lacks),
            _ => String::new(),
        };
        format!("{mark} seat {seat} {you:<5}  {doing}{took}   {lacks}")
    }

    /// The cards of a seat that are known, and the pass.
    fn hand_lines(&self, seat: Seat) -> String {
        let SeatView { hand, passed, .. } = self.seats[seat];
        let is_you = self.viewer == Viewer::Seat(seat);
        let known = self.known(seat);
        let hand = match hand {
            _ if known.is_empty() => String::new(),
            Some(hand) if is_you => format!("Your hand  {}\n", by_suit(hand)),
            Some(hand) => format!("Seat {seat}     {}\n", by_suit(hand)),
            None => format!("Seat {seat} holds {}\n", faces(known)),
        };
        let pass = self.setup.pass;
        let (receiver, giver) = (pass.receiver(seat), pass.giver(seat));
        let passed = faces(passed.unwrap_or_default());
        let got = faces(self.seats[giver].passed.unwrap_or_default());
        let pass = match &self.phase {
            _ if !is_you || passed.is_empty() => String::new(),
            Phase::Passing { .. } => format!("You will pass {passed} to seat {receiver}.\n"),
            _ => format!("You passed {passed} to seat {receiver} and got {got} from seat {giver}.\n"),
        };
        hand + &pass
    }
}

impl fmt::Display for View {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "Hearts · {}\n", self.headline())?;
        for seat in Seat::all(PLAYERS) {
            writeln!(f, "{}", self.seat_line(seat).trim_end())?;
        }
        let hands: String = Seat::all(PLAYERS).map(|seat| self.hand_lines(seat)).collect();
        let gap = if hands.is_empty() { "" } else { "\n" };
        write!(f, "{gap}{hands}")
    }
}

/// ` 1 card` or `12 cards`
fn counted(count: u8, what: &str) -> String {
    format!("{count:>2} {what}{}", if count == 1 { "" } else { "s" })
}

/// `Q♠ 5♥`
fn faces(cards: Cards) -> String {
    joined(cards.iter().map(Card::face))
}

/// `♣ 2 5 T   ♦ A   ♠ –   ♥ 7`
fn by_suit(cards: Cards) -> String {
    let suits = Suit::ALL.map(|suit| {
        let ranks = joined((cards & Cards::suit(suit)).iter().map(Card::rank_letter));
        let ranks = if ranks.is_empty() { "–" } else { &ranks };
        format!("{} {ranks}", suit.symbol())
    });
    suits.join("   ")
}

/// 3.8 in words.
fn lack_words(lacks: Cards) -> String {
    if lacks == Cards::DECK - Cards::PENALTY {
        return "had nothing but penalty cards".to_owned();
    }
    let suits = Suit::ALL.into_iter();
    let missing = suits.filter(|&suit| lacks.contains_all(Cards::suit(suit)));
    format!("has no {}", missing.map(Suit::symbol).collect::<String>())
}
