//! The table of Knitting Circle.

mod board;
mod ring;

use bobbin_catalog::Legal;
use bobbin_game::{Seat, Setup as _};
use bobbin_knitting_circle::{
    BoardView, Color, GarmentType, KnittingContent, STRAY, ScoreLine, Stitch, TableView, Tile, View,
};
use ratatui::style::{Color as Ink, Modifier, Style};

use super::Title;
use crate::canvas::{Canvas, FAINT, Marks};
use crate::words::Company;
pub(crate) use board::space_text;

/// The table as the person sees it.
pub(crate) struct Shown {
    view: TableView,
    company: Company,
}

/// From so many columns on boards stand beside the circle.
const WIDE: u16 = 100;

/// A yarn color in the terminal; its two letters tell it apart as well.
pub(crate) fn yarn_style(color: Color) -> Style {
    let (letters, ground) = match color {
        Color::Purple => (231, 97),
        Color::Navy => (231, 25),
        Color::Teal => (231, 30),
        Color::Green => (16, 107),
        Color::Yellow => (16, 221),
        Color::Pink => (16, 218),
    };
    Style::new()
        .fg(Ink::Indexed(letters))
        .bg(Ink::Indexed(ground))
        .add_modifier(Modifier::BOLD)
}

/// `Te` of teal.
pub(crate) fn letters(color: Color) -> String {
    let name = color.name();
    let mut letters = name.chars().take(2);
    let first = letters.next().map(|letter| letter.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}

/// `v` of knit, `–` of purl.
pub(crate) const fn stitch_mark(stitch: Stitch) -> char {
    match stitch {
        Stitch::Knit => 'v',
        Stitch::Purl => '–',
    }
}

/// A tile as it is shown: its color and its side, if it lies on one.
fn tile_text(tile: Tile) -> String {
    match tile.side() {
        Some(side) => format!("{}{}", letters(tile.color()), stitch_mark(side)),
        None => letters(tile.color()),
    }
}

pub(crate) fn garment_words(garment: GarmentType) -> String {
    garment.name().replace('-', " ")
}

/// `mittens 7` of `mittens-07`.
fn card_words(card: &str) -> String {
    match card.rsplit_once('-') {
        Some((garment, number)) => {
            format!("{} {}", garment.replace('-', " "), number.trim_start_matches('0'))
        }
        None => card.to_owned(),
    }
}

impl Shown {
    pub(crate) fn new(view: &View, company: Company) -> Shown {
        Shown {
            view: view.told(),
            company,
        }
    }

    fn content(&self) -> &'static KnittingContent {
        self.view.setup.content().get()
    }

    fn mine(&self) -> Option<&BoardView> {
        self.view.boards.get(self.company.me().index())
    }

    /// Whose cat it is.
    fn cat_words(&self, cat: u8) -> String {
        if usize::from(cat) >= self.view.boards.len() {
            return STRAY.to_owned();
        }
        match Seat::new(cat.into()) {
            seat if seat == self.company.me() => "your cat".to_owned(),
            seat => format!("{}'s cat", self.company.name(seat)),
        }
    }

    fn draw_decks(&self, y: u16, canvas: &mut Canvas, marks: &Marks) -> u16 {
        let content = self.content();
        canvas.heading(y, "Decks");
        let mut y = y + 1;
        for deck in &self.view.decks {
            let ladder = content.garment(deck.garment);
            let words = format!("{} {}", garment_words(deck.garment), deck.size);
            let piece = format!("deck:{}", deck.garment);
            canvas.piece(marks, &piece, (1, y), &words, Style::new());
            let mut x = canvas.text(17, y, &letters(ladder.color), yarn_style(ladder.color)) + 1;
            for (place, space) in ladder.spaces.iter().enumerate() {
                x = canvas.text(x, y, &board::space_text(*space), FAINT) + 1;
                if place + 1 == usize::from(ladder.mandatory) {
                    x = canvas.text(x, y, "│", FAINT) + 1;
                }
            }
            y += 1;
        }
        let mut x = canvas.text(1, y, "bag ", FAINT);
        for (color, count) in &self.view.bag {
            let piece = format!("bag:{color}");
            x = canvas.piece(marks, &piece, (x, y), &letters(*color), yarn_style(*color));
            x = canvas.text(x, y, &format!("{count} "), FAINT);
        }
        y + 1
    }

    fn draw_requests(&self, mut y: u16, canvas: &mut Canvas) -> u16 {
        if self.view.requests.is_empty() {
            return y;
        }
        canvas.heading(y, "Requests");
        y += 1;
        for request in &self.view.requests {
            let met: Vec<String> = request
                .met_by
                .iter()
                .map(|seat| self.company.name(seat))
                .collect();
            let check = if met.is_empty() { "○" } else { "✓" };
            let paw = if request.gives_paw { " +paw" } else { "" };
            let by = if met.is_empty() {
                String::new()
            } else {
                format!(" – {}", met.join(", "))
            };
            let words = format!("{check} {:>2}  {}{paw}{by}", request.points, request.wants);
            let most = canvas.width() - 1;
            canvas.cut(1, y, &words, most, Style::new());
            y += 1;
        }
        y
    }

    fn draw_scenario(&self, mut y: u16, canvas: &mut Canvas) -> u16 {
        let Some(scenario) = &self.view.scenario else {
            return y;
        };
        canvas.heading(y, &format!("Scenario {}: {}", scenario.number, scenario.name));
        y += 1;
        for goal in &scenario.goals {
            let mut words = goal.wants.to_owned();
            for (seat, progress) in Seat::all(goal.seats.len()).zip(&goal.seats) {
                let check = if progress.is_met { "✓" } else { "–" };
                let so_far = match (progress.so_far, goal.of) {
                    (Some(so_far), Some(of)) => format!(" {so_far} of {of}"),
                    _ => String::new(),
                };
                words = format!("{words} · {}{so_far} {check}", self.company.name(seat));
            }
            let most = canvas.width() - 1;
            canvas.cut(1, y, &words, most, Style::new());
            y += 1;
        }
        y
    }

    fn draw_others(&self, mut y: u16, canvas: &mut Canvas, marks: &Marks) -> u16 {
        let me = self.company.me();
        for board in self.view.boards.iter().filter(|board| board.seat != me) {
            y = self.draw_board(board, y, canvas, marks);
        }
        y
    }
}

impl Title for Shown {
    fn glance(&self) -> String {
        let phase = match self.view.phase {
            "first_garments" => "first garments",
            "placing_center" => "a tile from the center",
            "coin" => "the coin",
            "retaining" => "tiles to keep",
            phase => phase,
        };
        format!("round {} of {} · {phase}", self.view.round, self.view.rounds)
    }

    fn draw(&self, width: u16, _height: u16, marks: &Marks) -> Canvas {
        let mut canvas = Canvas::new(width);
        if width >= WIDE {
            let (mut left, mut right) = (Canvas::new(width / 2 - 1), Canvas::new(width - width / 2 - 1));
            let y = self.draw_ring(0, &mut left, marks);
            let y = self.draw_scenario(y, &mut left);
            let y = self.draw_requests(y, &mut left);
            self.draw_decks(y, &mut left, marks);
            let y = self
                .mine()
                .map_or(0, |board| self.draw_board(board, 0, &mut right, marks));
            self.draw_others(y, &mut right, marks);
            canvas.paste(&left, 0, 0);
            canvas.paste(&right, width / 2 + 1, 0);
            return canvas;
        }
        // What is played with now comes first.
        let at_the_circle = matches!(self.view.phase, "placing_center" | "drafting" | "coin");
        let mut y = 0;
        if at_the_circle {
            y = self.draw_ring(y, &mut canvas, marks);
        }
        if let Some(board) = self.mine() {
            y = self.draw_board(board, y, &mut canvas, marks);
        }
        if !at_the_circle {
            y = self.draw_decks(y, &mut canvas, marks);
        }
        y = self.draw_scenario(y, &mut canvas);
        y = self.draw_requests(y, &mut canvas);
        if !at_the_circle {
            y = self.draw_ring(y, &mut canvas, marks);
        }
        y = self.draw_others(y, &mut canvas, marks);
        if at_the_circle {
            self.draw_decks(y, &mut canvas, marks);
        }
        canvas
    }

    fn words(&self, piece: &str) -> Option<String> {
        let (kind, name) = piece.split_once(':').unwrap_or((piece, ""));
        Some(match kind {
            "tile" => {
                let tile: Tile = name.parse().ok()?;
                match tile.side() {
                    Some(side) => format!("{} {side} tile", tile.color()),
                    None => format!("{} tile from the bowl", tile.color()),
                }
            }
            "center" => format!("{name} from the center"),
            "retain" => format!("{name} tile"),
            "bag" => format!("{name} tile out of the bag"),
            "paw" => "grabby paw".to_owned(),
            "deck" => name.replace('-', " "),
            "garment" | "card" => card_words(name),
            "needle" => format!("complete {}", card_words(name)),
            "button" => {
                let button: bobbin_knitting_circle::Button = name.parse().ok()?;
                self.content().button(button).face().to_string()
            }
            "yarn" => format!("space {}", name.replace(':', ", ")),
            _ => return None,
        })
    }

    fn standing(&self) -> Option<Vec<(String, Vec<String>)>> {
        let row = |line: ScoreLine| {
            let points = self
                .view
                .boards
                .iter()
                .map(|board| board.score.line(line).to_string());
            (line.name().replace('-', " "), points.collect())
        };
        let mut rows: Vec<(String, Vec<String>)> = ScoreLine::ALL.into_iter().map(row).collect();
        let totals = self
            .view
            .boards
            .iter()
            .map(|board| board.score.total().to_string());
        rows.push(("total".to_owned(), totals.collect()));
        Some(rows)
    }

    fn clause(&self, action: &Legal) -> Option<&'static str> {
        Some(match action.telling.verb {
            "Draw" => "2.10",
            "Keep" if self.view.phase == "retaining" => "8.2",
            "Keep" => "5.5",
            "Place" => "2.12",
            "Take" => "4.5",
            "Flip coin" => "10.3",
            "Start" => "5.3",
            "Knit" => "5.8",
            "Flip" => "5.12",
            "Grab" => "5.14",
            "Complete" => "5.17",
            "Done" => "3.3",
            _ => return None,
        })
    }
}
