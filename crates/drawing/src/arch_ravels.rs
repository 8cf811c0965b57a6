//! The bazaar of Arch Ravels: the cards in its six places, and the list of projects beside it.

use bobbin_arch_ravels::view::{ProjectInfo, Table};
use bobbin_arch_ravels::{ArchRavels, CardFace, Color, Face, View};

use crate::Drawing;
use crate::art::{Canvas, escaped};

/// How Arch Ravels is drawn.
#[derive(Clone, Copy, Debug)]
pub struct ArchRavelsDrawing;

impl Drawing<ArchRavels> for ArchRavelsDrawing {
    fn svg(view: &View) -> Option<String> {
        Some(draw(&Table::of(view)))
    }
}

/// A ball of yarn, painted in its color.
const SYMBOLS: &str = include_str!("arch_ravels.svg");

const STYLE: &str = ".sky{fill:#dfe9e6}.stall{fill:#c39a6a;stroke:#9a7145;stroke-width:1}.card{fill:#fffaf2;stroke:#d8c5a6;stroke-width:.6}\
.empty{fill:#9a7145;fill-opacity:.35}.c-line{fill:none;stroke:currentColor;stroke-linecap:round}.t-shade{fill:#1d0f05;fill-opacity:.2}\
.peg{fill:#9a7145}.worth{fill:#a8452a}text{font-family:Fraunces,Georgia,serif;font-weight:600;text-anchor:middle}\
.name{font-size:4.6px;fill:#2e2823}.points{font-size:7px;fill:#fff8ef}.asked{font-size:3.5px;fill:#a8452a}";

const CARD: (i32, i32) = (30, 33);
/// Where any color will do.
const ANY: &str = "#b9a78f";

fn draw(table: &Table) -> String {
    let mut canvas = Canvas::default();
    canvas.add(format_args!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 161 120\" width=\"1127\" height=\"840\" role=\"img\">\n\
         <title>Arch Ravels: round {}</title>\n<style>{STYLE}</style>\n<defs>{SYMBOLS}</defs>\n\
         <rect class=\"sky\" width=\"161\" height=\"120\" rx=\"5\"/><rect class=\"stall\" x=\"8\" y=\"30\" width=\"104\" height=\"80\" rx=\"5\"/>\n",
        table.round,
    ));
    for (place, card) in table.bazaar.iter().enumerate() {
        let (x, y) = (13 + place as i32 % 3 * 32, 36 + place as i32 / 3 * 36);
        let class = if card.is_some() { "card" } else { "empty" };
        canvas.add(format_args!(
            "<rect class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"{}\" height=\"{}\" rx=\"3\"/>\n",
            CARD.0, CARD.1,
        ));
        match card {
            Some(CardFace::Yarn(face)) => draw_balls(*face, x, y, &mut canvas),
            Some(CardFace::Request(card) | CardFace::Event(card)) => {
                draw_words(&card.name, "asked", x + CARD.0 / 2, y + 16, 14, &mut canvas);
            }
            None => {}
        }
    }
    for stripe in 0..7 {
        canvas.add(format_args!(
            "<path d=\"M{} 10h16v14a8 8 0 0 1-16 0Z\" fill=\"{}\"/>\n",
            4 + stripe * 16,
            if stripe % 2 == 0 { "#a8452a" } else { "#fbf1e1" },
        ));
    }
    for (place, project) in table.list.iter().enumerate() {
        let y = 12 + place as i32 * 35;
        if let Some(project) = project {
            draw_project(project, y, &mut canvas);
        }
    }
    canvas.text("</svg>\n");
    canvas.0
}

/// One ball in the middle, or up to six in two columns.
fn draw_balls(face: Face, x: i32, y: i32, canvas: &mut Canvas) {
    let known = face
        .yarn
        .iter()
        .flat_map(|(color, count)| (0..count).map(move |_| paint(color)));
    let balls: Vec<&str> = known.chain((0..face.any).map(|_| ANY)).collect();
    let size = match balls.len() {
        1 => 18,
        2..=4 => 14,
        _ => 10,
    };
    let rows = balls.len().div_ceil(2) as i32;
    for (place, color) in balls.iter().enumerate() {
        let (column, row) = (place as i32 % 2, place as i32 / 2);
        let left = if balls.len() == 1 {
            (CARD.0 - size) / 2
        } else {
            1 + column * 14
        };
        let top = (CARD.1 - rows * size) / 2 + row * size;
        canvas.add(format_args!(
            "<use href=\"#ball\" x=\"{}\" y=\"{}\" width=\"{size}\" height=\"{size}\" color=\"{color}\"/>\n",
            x + left,
            y + top,
        ));
    }
}

fn draw_project(project: &ProjectInfo, y: i32, canvas: &mut Canvas) {
    canvas.add(format_args!(
        "<rect class=\"card\" x=\"118\" y=\"{y}\" width=\"37\" height=\"31\" rx=\"2.5\"/><rect class=\"peg\" x=\"134.5\" y=\"{}\" width=\"4\" height=\"7\" rx=\"1.5\"/>\n",
        y - 4,
    ));
    draw_words(project.name, "name", 136, y + 10, 14, canvas);
    canvas.add(format_args!(
        "<circle class=\"worth\" cx=\"136.5\" cy=\"{}\" r=\"6\"/><text class=\"points\" x=\"136.5\" y=\"{}\">{}</text>\n",
        y + 22,
        y + 24,
        project.points,
    ));
}

/// At most two lines of a name; what is longer is told elsewhere.
fn draw_words(words: &str, class: &str, x: i32, y: i32, breadth: usize, canvas: &mut Canvas) {
    let mut lines: Vec<String> = Vec::new();
    for word in words.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.len() + word.len() < breadth => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    for (place, line) in lines.iter().take(2).enumerate() {
        canvas.add(format_args!(
            "<text class=\"{class}\" x=\"{x}\" y=\"{}\">{}</text>\n",
            y + place as i32 * 5,
            escaped(line),
        ));
    }
}

fn paint(color: Color) -> &'static str {
    match color {
        Color::Red => "#b93a33",
        Color::Blue => "#3a72b8",
        Color::Green => "#82ad4f",
        Color::Yellow => "#ecbb42",
        Color::Orange => "#e58a3c",
        Color::Purple => "#7a4e9c",
    }
}
