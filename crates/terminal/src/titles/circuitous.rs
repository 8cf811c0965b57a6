//! The table of Circuitous.

mod map;
mod raster;

use bobbin_catalog::Legal;
use bobbin_circuitous::geometry::{Exit, Port, Spot, Turn};
use bobbin_circuitous::{Ability, CardView, Code, Color, Held, KindView, OpenView, PhaseView, View, WayView};
use bobbin_game::Seat;
use ratatui::layout::Rect;
use ratatui::style::{Color as Ink, Style};

use super::Title;
use crate::canvas::{Canvas, FAINT, Marks};
use crate::words::{Company, counted};
pub(crate) use raster::{Look, Scale, card_alone};

/// The table as the person sees it.
pub(crate) struct Shown {
    view: View,
    company: Company,
}

/// A card's own way of showing whose it is, beside its color.
const MARKS: [char; 4] = ['■', '●', '◆', '▼'];
const FILLS: [char; 4] = ['·', '∘', '×', '+'];
const INKS: [Ink; 4] = [
    Ink::Indexed(250),
    Ink::Indexed(75),
    Ink::Indexed(203),
    Ink::Indexed(141),
];
/// The faces of cards, a little of their color.
const GROUNDS: [Ink; 4] = [
    Ink::Indexed(236),
    Ink::Indexed(17),
    Ink::Indexed(52),
    Ink::Indexed(53),
];
const PATH: Style = Style::new().fg(Ink::Indexed(250));
const GHOST: Style = Style::new().fg(Ink::Indexed(220));
const GHOST_FACE: Style = GHOST.bg(Ink::Indexed(58));
const PLAIN: Style = Style::new();

/// How a seat's cards look.
pub(crate) fn look_of(seat: usize) -> Look {
    Look {
        frame: Style::new().fg(INKS[seat % 4]).bg(GROUNDS[seat % 4]),
        path: PATH,
        fill: FILLS[seat % 4],
        is_ghost: false,
    }
}

/// What an ability is marked with on a card in hand.
pub(crate) const fn ability_mark(ability: Ability) -> &'static str {
    match ability {
        Ability::DrawTwo => "+2",
        Ability::TurnFinish => "↻F",
        Ability::TurnEnd => "↻E",
        Ability::Replace => "⇄",
        Ability::SlideFinish => "→F",
    }
}

/// Paths as they are drawn.
fn slices(paths: &[Vec<Exit>]) -> impl Iterator<Item = &[Exit]> {
    paths.iter().map(Vec::as_slice)
}

/// A card that is not laid yet.
struct Ghost<'a> {
    piece: String,
    spot: Spot,
    kind: &'a KindView,
}

impl Shown {
    pub(crate) fn new(view: View, company: Company) -> Shown {
        Shown { view, company }
    }

    fn ports(kind: &KindView, spot: Spot) -> impl Iterator<Item = Port> {
        let exits = kind.paths.iter().flatten();
        exits.map(move |exit| exit.port().turned(spot.turn).moved(spot.at))
    }

    fn card(&self, number: &str) -> Option<&CardView> {
        self.view
            .cards
            .iter()
            .find(|card| card.number.to_string() == number)
    }

    /// The card that would be laid, or turned, by what is chosen now.
    fn card_in_play(&self, marks: &Marks) -> Option<Code> {
        let turned = marks.touched.iter().find_map(|piece| piece.strip_prefix("card:"));
        match (self.view.phase, turned.and_then(|number| self.card(number))) {
            (PhaseView::Replacing { with, .. }, _) => Some(with),
            (PhaseView::Using { .. }, Some(card)) => Some(card.card),
            (PhaseView::Laying { card, .. }, _) => Some(card),
            _ => None,
        }
    }

    /// Where cards would lie by the choices of the menu.
    fn ghosts(&self, marks: &Marks) -> Vec<Ghost<'_>> {
        let Some(kind) = self.card_in_play(marks).and_then(|card| self.view.kind(card)) else {
            return Vec::new();
        };
        let over = marks.touched.iter().find_map(|piece| piece.strip_prefix("card:"));
        let over = over.and_then(|number| self.card(number)).map(|card| card.spot.at);
        let spot = |piece: &str| -> Option<Spot> {
            match piece.split_once(':')? {
                ("place", spot) => spot.parse().ok(),
                ("turn", turn) => Some(Spot {
                    at: over?,
                    turn: turn.parse::<Turn>().ok()?,
                }),
                _ => None,
            }
        };
        let pieces = marks.numbers.keys();
        pieces
            .filter_map(|piece| {
                Some(Ghost {
                    piece: piece.clone(),
                    spot: spot(piece)?,
                    kind,
                })
            })
            .collect()
    }

    /// The open exits that a card would be joined to.
    fn joints(&self, kind: &KindView, spot: Spot) -> Vec<&OpenView> {
        let mut joints: Vec<&OpenView> = Self::ports(kind, spot)
            .filter_map(|port| self.view.open.iter().find(|open| open.port.joins(port)))
            .collect();
        joints.sort_by_key(|open| open.card);
        joints
    }

    /// The hand, with the shapes of its cards.
    fn draw_hand(&self, y: u16, scale: Scale, canvas: &mut Canvas, marks: &Marks) {
        let me = self.company.me();
        let hand = self
            .view
            .seats
            .get(me.index())
            .and_then(|seat| seat.hand.as_ref());
        let mut x = 1;
        for held in hand.into_iter().flatten() {
            let Some(kind) = self.view.kind(held.card) else {
                continue;
            };
            let piece = format!("hand:{}", held.card);
            let mut look = look_of(me.index());
            if marks.chosen.contains(&piece) || marks.touched.contains(&piece) {
                look.frame = GHOST_FACE;
            }
            let card = card_alone(scale, slices(&kind.paths), look);
            let (width, height) = (card.width(), card.height());
            if x + width > canvas.width() {
                break;
            }
            canvas.paste(&card, x, y + 1);
            let mut words = format!("{}p", kind.points);
            if held.count > 1 {
                words = format!("{words}×{}", held.count);
            }
            if let Some(ability) = kind.ability {
                words = format!("{words} {}", ability_mark(ability));
            }
            canvas.piece(
                marks,
                &piece,
                (x, y),
                &words,
                Style::new().fg(INKS[me.index() % 4]),
            );
            canvas.at(&piece, Rect::new(x, y, width, height + 1));
            x += width + 2;
        }
        if x == 1 {
            canvas.text(1, y, "Your hand is empty.", FAINT);
        }
    }

    /// How far each finish is, and what the way to it would bring.
    fn draw_ways(&self, mut y: u16, canvas: &mut Canvas) -> u16 {
        for way in &self.view.ways {
            canvas.text(0, y, &self.way_words(way), PLAIN);
            y += 1;
        }
        y
    }

    fn way_words(&self, way: &WayView) -> String {
        let points: Vec<String> = Seat::all(way.points.len())
            .zip(&way.points)
            .map(|(seat, points)| format!("{} {points}", self.company.name(seat)))
            .collect();
        let far = if way.reached {
            "reached".to_owned()
        } else {
            format!("{} away", counted(way.missing.unsigned_abs().into(), "unit"))
        };
        let length = counted(way.length.into(), "card");
        format!("Finish {} {far} · {length} · {}", way.finish, points.join(", "))
    }

    fn draw_seats(&self, mut y: u16, canvas: &mut Canvas) -> u16 {
        for (seat, player) in Seat::all(self.view.seats.len()).zip(&self.view.seats) {
            let is_turn = self.view.phase != PhaseView::Over && self.view.turn == seat;
            let arrow = if is_turn { '▸' } else { ' ' };
            let mark = MARKS[seat.index() % 4];
            let words = format!(
                "{arrow}{mark} {} · {} in hand, {} in deck",
                self.company.label(seat),
                player.hand_size,
                player.deck_size,
            );
            let end = canvas.text(0, y, &words, Style::new().fg(INKS[seat.index() % 4]));
            if !player.discard.is_empty() {
                let count: usize = player
                    .discard
                    .iter()
                    .map(|held: &Held| usize::from(held.count))
                    .sum();
                canvas.text(end, y, &format!(", {count} discarded"), FAINT);
            }
            y += 1;
        }
        y
    }
}

/// The name of the group of places at an open exit.
fn exit_id(port: Port) -> String {
    format!("exit:{},{},{}", port.at.x, port.at.y, port.out)
}

impl Title for Shown {
    fn glance(&self) -> String {
        let cards = counted(self.view.cards.len(), "card");
        match self.view.phase {
            PhaseView::Over => format!("over · {cards} on the table"),
            _ => format!("{cards} on the table"),
        }
    }

    fn draw(&self, width: u16, height: u16, marks: &Marks) -> Canvas {
        let (seats, ways) = (self.view.seats.len() as u16, self.view.ways.len() as u16);
        let scale = if height >= 34 && width >= 80 {
            Scale::NEAR
        } else {
            Scale::FAR
        };
        let hand = if scale == Scale::NEAR { 6 } else { 4 };
        let map = height.saturating_sub(seats + ways + hand).max(9);
        let mut canvas = Canvas::new(width);
        canvas.paste(&self.draw_map(width, map, marks), 0, 0);
        self.draw_hand(map, scale, &mut canvas, marks);
        let y = self.draw_ways(map + hand, &mut canvas);
        self.draw_seats(y, &mut canvas);
        canvas
    }

    fn words(&self, piece: &str) -> Option<String> {
        let (kind, name) = piece.split_once(':').unwrap_or((piece, ""));
        match kind {
            "hand" => {
                let card = self.view.kinds.iter().find(|kind| kind.card.as_str() == name)?;
                let ability = card.ability.map_or("", Ability::words);
                let between = if ability.is_empty() { "" } else { ", " };
                let points = counted(card.points.into(), "point");
                Some(format!("{} ({points}{between}{ability})", card.name))
            }
            "card" => {
                let card = self.card(name)?;
                let kind = self.view.kind(card.card)?;
                let color = Color::of(card.owner).name();
                Some(format!("Card {name}, the {color} {}", kind.name.to_lowercase()))
            }
            "finish" => Some(format!("Finish {name}")),
            _ => None,
        }
    }

    fn group(&self, piece: &str) -> Option<(String, String)> {
        let spot: Spot = piece.strip_prefix("place:")?.parse().ok()?;
        let PhaseView::Laying { card, .. } = self.view.phase else {
            return None;
        };
        let joint = *self.joints(self.view.kind(card)?, spot).first()?;
        let whose = match joint.card {
            0 => "the start".to_owned(),
            number => format!("card {number}"),
        };
        let dead = if joint.live { "" } else { ", a dead one" };
        let words = format!("At the {} exit of {whose}{dead}", joint.port.out.name());
        Some((exit_id(joint.port), words))
    }

    fn clause(&self, action: &Legal) -> Option<&'static str> {
        Some(match action.telling.verb {
            "Play" if self.view.cards.is_empty() => "3.1",
            "Play" | "Lay" => "4.1",
            "Use" => "5.1",
            "Turn" if action.action.starts_with("finish") => "5.4",
            "Turn" => "5.5",
            "Slide" => "5.9",
            "Take" | "Replace" => "5.7",
            "Discard" => "2.1",
            "End turn" => "2.2",
            _ => return None,
        })
    }
}
