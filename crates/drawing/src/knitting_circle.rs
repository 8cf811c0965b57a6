//! The circle of Knitting Circle from above: the tiles around the hoop, the cats on it and the colors in the center.

use bobbin_knitting_circle::{Color, KnittingCircle, SpaceView, View};

use crate::Drawing;
use crate::art::{Canvas, SEATS, number};

/// How Knitting Circle is drawn.
#[derive(Clone, Copy, Debug)]
pub struct KnittingCircleDrawing;

impl Drawing<KnittingCircle> for KnittingCircleDrawing {
    fn svg(view: &View) -> Option<String> {
        Some(draw(view))
    }
}

/// The pieces, painted in the color of whoever places them.
const SYMBOLS: &str = include_str!("knitting_circle.svg");

const STYLE: &str = ".sky{fill:#f3dcc0}.cloth{fill:#f7eedf}.hoop{fill:none;stroke:#d2ae82;stroke-width:15}.rim{fill:none;stroke:#9a7145;stroke-width:1}\
.t-base{fill:currentColor;stroke:currentColor;stroke-width:4;stroke-linejoin:round}.t-shade{fill:#1d0f05;fill-opacity:.33;stroke:#1d0f05;stroke-opacity:.33;stroke-width:4;stroke-linejoin:round}.t-yarn{fill:none;stroke:currentColor;stroke-linecap:round}\
.t-shine{fill:none;stroke:#fff;stroke-opacity:.24;stroke-width:2;stroke-linecap:round}.t-edge{fill:none;stroke:#1d0f05;stroke-opacity:.12}\
.space{fill:#fffaf2;fill-opacity:.7}.c-line{fill:none;stroke:currentColor;stroke-linecap:round}\
.c-mark{fill:none;stroke:#fff8ef;stroke-width:1.7;stroke-linecap:round;stroke-linejoin:round}";

/// Where the tip of a tile is, from the middle.
const INNER: i32 = 134;
const OUTER: i32 = 160;

fn draw(view: &View) -> String {
    let table = view.told();
    let mut canvas = Canvas::default();
    canvas.add(format_args!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"-278 -206 556 412\" width=\"1112\" height=\"824\" role=\"img\">\n\
         <title>Knitting Circle: round {} of {}</title>\n<style>{STYLE}</style>\n<defs>{SYMBOLS}</defs>\n\
         <rect class=\"sky\" x=\"-278\" y=\"-206\" width=\"556\" height=\"412\" rx=\"16\"/>\n\
         <circle class=\"cloth\" r=\"124\"/><circle class=\"hoop\" r=\"124\"/><circle class=\"rim\" r=\"131.5\"/><circle class=\"rim\" r=\"116.5\"/>\n",
        table.round, table.rounds,
    ));
    let spaces = table.circle.len() as i32;
    let turned = |place: usize| number(36000 * place as i32 / spaces.max(1));
    for (place, space) in table.circle.iter().enumerate() {
        draw_tiles(space, &turned(place), &mut canvas);
    }
    for (number, color) in Color::ALL
        .into_iter()
        .filter(|color| table.center.contains(*color))
        .enumerate()
    {
        let (x, y) = (number as i32 % 3 * 40 - 60, number as i32 / 3 * 30 - 28);
        canvas.add(format_args!(
            "<use href=\"#tile-knit\" x=\"{x}\" y=\"{y}\" width=\"40\" height=\"26\" color=\"{}\"/>\n",
            paint(color)
        ));
    }
    // Cats stand upright, whatever space they stand on.
    for (place, space) in table.circle.iter().enumerate() {
        if let Some(cat) = space.cat {
            let cat = usize::from(cat) % SEATS.len();
            let turn = turned(place);
            canvas.add(format_args!(
                "<g transform=\"rotate({turn}) translate(0 -104) rotate(-{turn})\" color=\"{}\"><use href=\"#cat-{}\" x=\"-42\" y=\"-50\" width=\"84\" height=\"84\"/></g>\n",
                SEATS[cat],
                cat + 1,
            ));
        }
    }
    canvas.text("</svg>\n");
    canvas.0
}

/// The tiles of a space, on their side.
fn draw_tiles(space: &SpaceView, turn: &str, canvas: &mut Canvas) {
    for (tile, tip) in [(space.inner, INNER), (space.outer, OUTER)] {
        let place = format!("rotate({turn}) translate(0 -{tip}) scale(.92) translate(-30 -37)");
        match tile {
            Some(color) => canvas.add(format_args!(
                "<g transform=\"{place}\" color=\"{}\"><use href=\"#tile-{}\" width=\"60\" height=\"38\"/></g>\n",
                paint(color),
                space.stitch,
            )),
            None => canvas.add(format_args!(
                "<path class=\"space\" transform=\"{place}\" d=\"M3 3 30 14 57 3V24L30 35 3 24Z\"/>\n"
            )),
        }
    }
}

fn paint(color: Color) -> &'static str {
    match color {
        Color::Purple => "#7a4e9c",
        Color::Navy => "#2c4777",
        Color::Teal => "#1b7f76",
        Color::Green => "#82ad4f",
        Color::Yellow => "#ecbb42",
        Color::Pink => "#e27d9f",
    }
}
