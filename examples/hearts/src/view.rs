//! What a viewer may know, and the table as plain text.

use std::fmt::{self, Write as _};

use bobbin_game::{Seat, Viewer};
use serde::Serialize;

use crate::PLAYERS;
use crate::cards::{Card, Cards, Suit};
use crate::hearts::{Hearts, Phase};
use crate::setup::{Pass, Setup};

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
        let seat_view = |index: usize| {
            let seat = Seat::new(index);
            let receiver = state.setup.pass.receiver(seat);
            let sees_pass = viewer.sees_hand_of(seat) || !is_passing && viewer.sees_hand_of(receiver);
            SeatView {
                hand: viewer.sees_hand_of(seat).then_some(state.hands[index]),
                hand_size: state.hands[index].len() as u8,
                passed: sees_pass.then_some(state.passed[index]),
                played: state.played[index],
                taken: state.taken[index],
                points: state.taken[index].points(),
                lacks: state.lacks[index],
            }
        };
        View {
            viewer,
            setup: state.setup,
            phase: state.phase,
            seats: [0, 1, 2, 3].map(seat_view),
        }
    }

    /// What may be known of a seat.
    pub fn seat(&self, seat: Seat) -> &SeatView {
        &self.seats[seat.index()]
    }

    /// All cards that have been played.
    pub fn played(&self) -> Cards {
        self.seats
            .iter()
            .fold(Cards::EMPTY, |all, seat| all | seat.played)
    }

    /// The cards that are known to be in a hand: all of it or, after the pass, what is left of the cards that the
    /// viewer passed; and before the first card is played, the two of clubs.
    pub fn known(&self, seat: Seat) -> Cards {
        if let Some(hand) = self.seat(seat).hand {
            return hand;
        }
        let Phase::Playing { trick } = &self.phase else {
            return Cards::EMPTY;
        };
        let giver = self.setup.pass.giver(seat);
        let passed = self.seat(giver).passed.unwrap_or_default();
        let opens = self.played().is_empty() && trick.leader == seat;
        let two_of_clubs = if opens {
            Cards::EMPTY.with(Card::TWO_OF_CLUBS)
        } else {
            Cards::EMPTY
        };
        (passed - self.played()) | two_of_clubs
    }
}

impl fmt::Display for View {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write_headline(f)?;
        for seat in Seat::all(PLAYERS) {
            let mut line = String::new();
            self.write_seat(&mut line, seat)?;
            writeln!(f, "{}", line.trim_end())?;
        }
        let mut hands = String::new();
        for seat in Seat::all(PLAYERS) {
            self.write_hand(&mut hands, seat)?;
        }
        if !hands.is_empty() {
            write!(f, "\n{hands}")?;
        }
        Ok(())
    }
}

impl View {
    fn write_headline(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let not = if (self.played() & Cards::HEARTS).is_empty() {
            "not "
        } else {
            ""
        };
        match &self.phase {
            Phase::Passing { .. } => writeln!(f, "Hearts · pass three cards {}\n", self.setup.pass.words()),
            Phase::Playing { .. } => {
                let trick = 1 + self.seats.iter().map(|seat| seat.taken.len()).sum::<usize>() / PLAYERS;
                writeln!(f, "Hearts · trick {trick} of 13 · hearts are {not}broken\n")
            }
            Phase::Over => writeln!(f, "Hearts · the game is over\n"),
        }
    }

    /// `▸ seat 2 (you)    9 cards  14 points   K♣   took Q♠ 5♥   has no ♦`
    fn write_seat(&self, line: &mut String, seat: Seat) -> fmt::Result {
        let SeatView {
            hand_size,
            points,
            taken,
            lacks,
            ..
        } = *self.seat(seat);
        let to_act = match &self.phase {
            Phase::Passing { choosing } => choosing.contains(seat),
            Phase::Playing { trick } => trick.turn == seat,
            Phase::Over => false,
        };
        let you = if self.viewer == Viewer::Seat(seat) {
            "(you)"
        } else {
            ""
        };
        write!(line, "{} seat {seat} {you:<5}", if to_act { '▸' } else { ' ' })?;
        match &self.phase {
            Phase::Passing { .. } => write!(line, "  {}", if to_act { "is choosing" } else { "is ready" })?,
            Phase::Playing { trick } => {
                let table = trick.cards[seat.index()].map_or(String::new(), Card::face);
                let (cards, points) = (counted(hand_size, "card"), counted(points, "point"));
                write!(line, "  {cards:<8}  {points:<9}   {table:<2}")?;
            }
            Phase::Over => write!(line, "  {:<9}", counted(points, "point"))?,
        }
        let penalty = taken & Cards::PENALTY;
        if !penalty.is_empty() {
            write!(line, "   took {}", faces(penalty))?;
        }
        let playing = matches!(self.phase, Phase::Playing { .. });
        if playing && !lacks.is_empty() {
            write!(line, "   {}", lack_words(lacks))?;
        }
        Ok(())
    }

    /// The cards of a seat that are known, and the pass.
    fn write_hand(&self, f: &mut String, seat: Seat) -> fmt::Result {
        let SeatView { hand, passed, .. } = *self.seat(seat);
        let is_you = self.viewer == Viewer::Seat(seat);
        match hand {
            Some(hand) if !hand.is_empty() => {
                let whose = if is_you {
                    "Your hand".to_owned()
                } else {
                    format!("Seat {seat}")
                };
                writeln!(f, "{whose:<10} {}", by_suit(hand))?;
            }
            _ if !self.known(seat).is_empty() => {
                writeln!(f, "Seat {seat} holds {}", faces(self.known(seat)))?;
            }
            _ => {}
        }
        let (Some(passed), true, true) = (passed, is_you, self.setup.pass != Pass::None) else {
            return Ok(());
        };
        let (receiver, giver) = (self.setup.pass.receiver(seat), self.setup.pass.giver(seat));
        match self.seat(giver).passed {
            Some(got) if !matches!(self.phase, Phase::Passing { .. }) => {
                let (passed, got) = (faces(passed), faces(got));
                writeln!(
                    f,
                    "You passed {passed} to seat {receiver} and got {got} from seat {giver}."
                )
            }
            _ if passed.is_empty() => Ok(()),
            _ => writeln!(f, "You will pass {} to seat {receiver}.", faces(passed)),
        }
    }
}

/// ` 1 card` or `12 cards`
fn counted(count: u8, what: &str) -> String {
    format!("{count:>2} {what}{}", if count == 1 { "" } else { "s" })
}

/// `Q♠ 5♥`
fn faces(cards: Cards) -> String {
    let faces: Vec<String> = cards.iter().map(Card::face).collect();
    faces.join(" ")
}

/// `♣ 2 5 T   ♦ A   ♠ –   ♥ 7`
fn by_suit(cards: Cards) -> String {
    let suits = Suit::ALL.map(|suit| {
        let mut text = suit.symbol().to_string();
        let cards = cards & Cards::suit(suit);
        cards.iter().for_each(|card| {
            let _ = write!(text, " {}", card.rank_letter());
        });
        if cards.is_empty() {
            text.push_str(" –");
        }
        text
    });
    suits.join("   ")
}

/// 3.8 in words.
fn lack_words(lacks: Cards) -> String {
    if lacks == Cards::DECK - Cards::PENALTY {
        return "had nothing but penalty cards".to_owned();
    }
    let missing = Suit::ALL
        .into_iter()
        .filter(|&suit| lacks.contains_all(Cards::suit(suit)));
    format!("has no {}", missing.map(Suit::symbol).collect::<String>())
}
