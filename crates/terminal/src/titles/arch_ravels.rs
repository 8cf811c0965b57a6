//! The table of Arch Ravels.

mod board;

use bobbin_arch_ravels::view::Table;
use bobbin_arch_ravels::{BAZAAR, Bundle, CardFace, Color, Face, Item, Phase, View};
use bobbin_catalog::Legal;
use bobbin_game::Seat;
use ratatui::layout::Rect;
use ratatui::style::{Color as Ink, Modifier, Style};

use super::Title;
use crate::canvas::{Canvas, FAINT, Marks, STRONG};
use crate::words::Company;

/// The table as the person sees it.
pub(crate) struct Shown {
    view: Table,
    company: Company,
}

/// From so many columns on boards stand beside the bazaar.
const WIDE: u16 = 100;
/// The lines of a space of the bazaar.
const SPACE: u16 = 4;

/// A yarn color in the terminal; its letter tells it apart as well.
pub(crate) fn yarn_style(color: Color) -> Style {
    let (letter, ground) = match color {
        Color::Red => (231, 160),
        Color::Blue => (231, 26),
        Color::Green => (16, 71),
        Color::Yellow => (16, 220),
        Color::Orange => (16, 208),
        Color::Purple => (231, 97),
    };
    Style::new()
        .fg(Ink::Indexed(letter))
        .bg(Ink::Indexed(ground))
        .add_modifier(Modifier::BOLD)
}

/// Yarn, ball by ball. Tells where it ends.
pub(crate) fn draw_yarn(canvas: &mut Canvas, (x, y): (u16, u16), yarn: Bundle) -> u16 {
    let mut x = x;
    for (color, count) in yarn.iter() {
        for _ in 0..count {
            x = canvas.text(x, y, &color.letter().to_string(), yarn_style(color));
        }
    }
    x
}

/// What a yarn card gives, ball by ball.
pub(crate) fn draw_face(canvas: &mut Canvas, at: (u16, u16), face: Face) -> u16 {
    let x = draw_yarn(canvas, at, face.yarn);
    canvas.text(x, at.1, &"?".repeat(face.any.into()), STRONG)
}

/// "a hat", "2 hats"
pub(crate) fn item_words(item: Item) -> &'static str {
    item.id()
}

impl Shown {
    pub(crate) fn new(view: &View, company: Company) -> Shown {
        Shown {
            view: Table::of(view),
            company,
        }
    }

    /// The name of a seat with its character.
    fn who(&self, seat: Seat) -> String {
        let character = self.view.boards.get(seat.index()).map_or("", |board| board.name);
        format!("{} plays {character}", self.company.label(seat))
    }

    fn draw_bazaar(&self, y: u16, canvas: &mut Canvas, marks: &Marks) -> u16 {
        let deck = &self.view.deck;
        canvas.heading(
            y,
            &format!(
                "Yarn bazaar · deck {}, {} requests in it",
                deck.cards, deck.requests
            ),
        );
        let width = canvas.width() / 3;
        for (space, card) in self.view.bazaar.iter().enumerate() {
            let at = (
                (space % 3) as u16 * width,
                y + 1 + (space / (BAZAAR / 2)) as u16 * SPACE,
            );
            Self::draw_space(
                space,
                card.as_ref(),
                Rect::new(at.0, at.1, width, SPACE),
                canvas,
                marks,
            );
        }
        y + 1 + 2 * SPACE
    }

    fn draw_space(space: usize, card: Option<&CardFace>, area: Rect, canvas: &mut Canvas, marks: &Marks) {
        let piece = format!("space:{}", space + 1);
        let badge = marks.badge(&piece);
        let style = if badge.is_some() {
            marks.style(&piece)
        } else {
            FAINT
        };
        let frame = if badge.is_some() { Style::new() } else { FAINT };
        canvas.frame(area, frame);
        canvas.text(area.x + 2, area.y, &format!(" {} ", space + 1), FAINT);
        if let Some(badge) = badge {
            canvas.text(area.x + 2, area.y, &badge, style);
        }
        let inner = (area.x + 2, area.y + 1);
        let room = area.width - 4;
        match card {
            Some(CardFace::Yarn(face)) => {
                draw_face(canvas, inner, *face);
                canvas.cut(inner.0, inner.1 + 1, &face.words(), room, FAINT);
            }
            Some(CardFace::Event(card)) => {
                canvas.cut(inner.0, inner.1, &card.name, room, STRONG);
                canvas.cut(inner.0, inner.1 + 1, "event", room, FAINT);
            }
            Some(CardFace::Request(card)) => {
                canvas.cut(inner.0, inner.1, &card.name, room, STRONG);
                canvas.cut(inner.0, inner.1 + 1, "special request", room, FAINT);
            }
            None => {
                canvas.cut(inner.0, inner.1, "–", room, FAINT);
                canvas.cut(inner.0, inner.1 + 1, "empty: 1 of any", room, FAINT);
            }
        }
        canvas.at(&piece, area);
    }

    fn draw_projects(&self, y: u16, canvas: &mut Canvas, marks: &Marks) -> u16 {
        canvas.heading(
            y,
            &format!("Projects · {} more in the deck", self.view.project_deck),
        );
        for (line, listed) in (y + 1..).zip(&self.view.list) {
            match listed {
                Some(project) => {
                    let piece = format!("project:{}", project.id);
                    let words = format!("{} {}", project.points, project.name);
                    let end = canvas.piece(marks, &piece, (1, line), &words, Style::new());
                    let most = canvas.width().saturating_sub(end + 2);
                    canvas.cut(end + 2, line, &project.items.words(), most, FAINT);
                }
                None => {
                    canvas.text(1, line, "–", FAINT);
                }
            }
        }
        y + 1 + self.view.list.len() as u16
    }

    /// The colors of the supply, where one of them is to be taken.
    fn draw_supply(y: u16, canvas: &mut Canvas, marks: &Marks) -> u16 {
        let is_asked = Color::ALL
            .iter()
            .any(|color| marks.badge(&format!("supply:{color}")).is_some());
        if !is_asked {
            return y;
        }
        let mut x = canvas.text(1, y, "supply ", FAINT);
        for color in Color::ALL {
            let piece = format!("supply:{color}");
            let letter = color.letter().to_string();
            x = canvas.piece(marks, &piece, (x, y), &letter, yarn_style(color)) + 1;
        }
        let taken = marks
            .touched_in_order
            .iter()
            .filter_map(|piece| piece.strip_prefix("supply:"));
        x = canvas.text(x + 1, y, "taken ", FAINT);
        for color in taken.filter_map(|letter| Color::of_letter(letter.chars().next()?)) {
            x = canvas.text(x, y, &color.letter().to_string(), yarn_style(color));
        }
        y + 1
    }
}

impl Title for Shown {
    fn glance(&self) -> String {
        let step = match self.view.phase {
            Phase::Marker => "move the marker".to_owned(),
            Phase::Actions(turn) if turn.left.is_empty() => "actions done".to_owned(),
            Phase::Actions(turn) => format!("actions left: {}", turn.left),
            Phase::Resolving { space, .. } => format!("space {} is resolved", space + 1),
            Phase::RestockActions => "finish, learn, frog".to_owned(),
            Phase::FinalCraft { .. } => "the final craft".to_owned(),
            Phase::Over => "over".to_owned(),
        };
        let turn = match self.view.active {
            seat if seat == self.company.me() => String::new(),
            seat => format!("{}'s turn · ", self.company.name(seat)),
        };
        format!("round {} · {turn}{step}", self.view.round)
    }

    fn draw(&self, width: u16, _height: u16, marks: &Marks) -> Canvas {
        let mut canvas = Canvas::new(width);
        let me = self.company.me();
        let (mine, others): (Vec<_>, Vec<_>) = self.view.boards.iter().partition(|board| board.seat == me);
        if width >= WIDE {
            let (mut left, mut right) = (Canvas::new(width / 2 - 1), Canvas::new(width - width / 2 - 1));
            let y = self.draw_bazaar(0, &mut left, marks);
            let y = Self::draw_supply(y, &mut left, marks);
            self.draw_projects(y, &mut left, marks);
            let mut y = 0;
            for board in mine.into_iter().chain(others) {
                y = self.draw_board(board, y, &mut right, marks);
            }
            canvas.paste(&left, 0, 0);
            canvas.paste(&right, width / 2 + 1, 0);
            return canvas;
        }
        // What is played with now comes first.
        let mut y = 0;
        let at_home = matches!(
            self.view.phase,
            Phase::Marker | Phase::RestockActions | Phase::FinalCraft { .. }
        );
        if !at_home {
            y = self.draw_bazaar(y, &mut canvas, marks);
        }
        for board in mine {
            y = self.draw_board(board, y, &mut canvas, marks);
        }
        y = Self::draw_supply(y, &mut canvas, marks);
        y = self.draw_projects(y, &mut canvas, marks);
        if at_home {
            y = self.draw_bazaar(y, &mut canvas, marks);
        }
        for board in others {
            y = self.draw_board(board, y, &mut canvas, marks);
        }
        canvas
    }

    fn words(&self, piece: &str) -> Option<String> {
        let (kind, name) = piece.split_once(':').unwrap_or((piece, ""));
        let color = || Color::of_letter(name.chars().next()?).map(Color::name);
        Some(match kind {
            "action" => format!("space {name}"),
            "space" => format!("space {name} of the bazaar"),
            "bowl" => format!("{} from your bowl", color()?),
            "supply" => color()?.to_owned(),
            "pattern" => format!("craft {name}"),
            "item" => format!("frog {name}"),
            "tile" => format!("learn {name}"),
            "amount" => name.to_owned(),
            "seat" => self.who(Seat::new(name.parse().ok()?)),
            "request" => {
                let boards = self.view.boards.iter().flat_map(|board| &board.requests);
                let mut known = boards.chain(&self.view.bazaar_requests);
                known.find(|request| request.id == name)?.name.to_owned()
            }
            "project" => {
                let mut listed = self.view.list.iter().flatten();
                listed.find(|project| project.id == name)?.name.to_owned()
            }
            _ => return None,
        })
    }

    fn standing(&self) -> Option<Vec<(String, Vec<String>)>> {
        let first = self.view.boards.first()?;
        let row = |(row, line): (usize, &bobbin_game::Line)| {
            let points = self
                .view
                .boards
                .iter()
                .map(|board| board.score.lines[row].points.to_string());
            (line.name.to_owned(), points.collect())
        };
        let mut rows: Vec<(String, Vec<String>)> = first.score.lines.iter().enumerate().map(row).collect();
        let totals = self.view.boards.iter().map(|board| board.score.total.to_string());
        rows.push(("Total".to_owned(), totals.collect()));
        Some(rows)
    }

    fn clause(&self, action: &Legal) -> Option<&'static str> {
        let is_event = matches!(self.view.phase, Phase::Resolving { .. });
        Some(match action.telling.verb {
            "Move" => "2.2",
            "Shop" => "3.1",
            "Craft" if action.action.starts_with("request") => "8.2",
            "Craft" if action.action.starts_with("any") => "4.7",
            "Craft" => "4.1",
            "Exchange" => "5.1",
            "Take" | "Give" if action.action.starts_with("give") => "8.1",
            "Take" if is_event => "7.11",
            "Take" if action.action.starts_with("take") => "5.3",
            "Take" => "3.5",
            "Pay" => "2.5",
            "Give" => "8.5",
            "Restock" => "6.1",
            "Tangle" => "7.1",
            "Donate" => "7.6",
            "Finish" => "9.2",
            "Learn" => "9.4",
            "Frog" => "9.6",
            "Pass" if is_event => "7.9",
            "Pass" => "10.3",
            "End turn" => "2.4",
            _ => return None,
        })
    }
}
