//! Cards of Circuitous in characters. The table lies on its side: what is north on it is to the right on the screen,
//! since screens are wide and the finishes are far in the north.

use std::collections::BTreeMap;

use bobbin_circuitous::geometry::{Dir, Exit, HALF_HEIGHT, HALF_WIDTH, Point, Port, Spot};
use ratatui::style::Style;

use crate::canvas::Canvas;

/// So many units of the table are a column and a row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Scale {
    pub(crate) across: i16,
    pub(crate) down: i16,
}

impl Scale {
    /// With frames around cards.
    pub(crate) const NEAR: Scale = Scale { across: 1, down: 2 };
    pub(crate) const FAR: Scale = Scale { across: 2, down: 4 };
    /// Only where things are.
    pub(crate) const OVERVIEW: Scale = Scale { across: 4, down: 8 };
    /// From near to far.
    pub(crate) const ALL: [Scale; 3] = [Scale::NEAR, Scale::FAR, Scale::OVERVIEW];
}

/// A part of the table in characters.
#[derive(Clone, Debug)]
pub(crate) struct Raster {
    pub(crate) scale: Scale,
    /// The table's point at the upper left corner: the least y and the least x.
    pub(crate) left: i16,
    pub(crate) top: i16,
    pub(crate) width: u16,
    pub(crate) height: u16,
}

/// Where lines go from a cell, as bits.
const UP: u8 = 1;
const RIGHT: u8 = 2;
const DOWN: u8 = 4;
const LEFT: u8 = 8;

/// Lines by where they go.
const LINES: [char; 16] = [
    ' ', '╹', '╺', '┗', '╻', '┃', '┏', '┣', '╸', '┛', '━', '┻', '┓', '┫', '┳', '╋',
];

pub(crate) type Cell = (i16, i16);
type Path = BTreeMap<Cell, u8>;

/// How a card is drawn.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Look {
    pub(crate) frame: Style,
    pub(crate) path: Style,
    /// What fills it where no frame fits.
    pub(crate) fill: char,
    /// It is not there yet.
    pub(crate) is_ghost: bool,
}

impl Raster {
    /// The cell of a point in half units.
    fn cell(&self, (x2, y2): (i16, i16)) -> Cell {
        let column = (y2 - 2 * self.left).div_euclid(2 * self.scale.across);
        let row = (x2 - 2 * self.top).div_euclid(2 * self.scale.down);
        (column, row)
    }

    /// The cell of a point.
    pub(crate) fn cell_of(&self, at: Point) -> Cell {
        self.cell((2 * at.x, 2 * at.y))
    }

    /// The cell just outside of an exit.
    pub(crate) fn outside(&self, port: Port) -> Cell {
        let (x, y) = port.out.step();
        let cell = self.cell((2 * port.at.x + x, 2 * port.at.y + y));
        if cell == self.inside(port) {
            // From far away both are in one cell.
            return (cell.0 + y, cell.1 + x);
        }
        cell
    }

    fn inside(&self, port: Port) -> Cell {
        let (x, y) = port.out.step();
        self.cell((2 * port.at.x - x, 2 * port.at.y - y))
    }

    /// The cells that a card covers: the first and the last column and row.
    pub(crate) fn covered(&self, spot: Spot) -> (Cell, Cell) {
        let rect = spot.rect();
        let (x, y) = (2 * rect.at.x, 2 * rect.at.y);
        let first = self.cell((
            x - 2 * rect.half.0 + self.scale.down,
            y - 2 * rect.half.1 + self.scale.across,
        ));
        let last = self.cell((
            x + 2 * rect.half.0 - self.scale.down,
            y + 2 * rect.half.1 - self.scale.across,
        ));
        (first, last)
    }

    /// A character, if it is inside.
    pub(crate) fn put(&self, canvas: &mut Canvas, (column, row): Cell, with: char, style: Style) {
        if (0..self.width as i16).contains(&column) && (0..self.height as i16).contains(&row) {
            canvas.put(column as u16, row as u16, with, style);
        }
    }

    pub(crate) fn write(&self, canvas: &mut Canvas, (column, row): Cell, text: &str, style: Style) {
        for (place, letter) in (0..).zip(text.chars()) {
            self.put(canvas, (column + place, row), letter, style);
        }
    }

    /// A card's face without its paths.
    pub(crate) fn face(&self, canvas: &mut Canvas, spot: Spot, look: Look) {
        let ((left, top), (right, bottom)) = self.covered(spot);
        let framed = self.scale == Scale::NEAR;
        let (flat, steep) = if look.is_ghost {
            ('┄', '┆')
        } else {
            ('─', '│')
        };
        for row in top..=bottom {
            for column in left..=right {
                let with = match (column == left, column == right, row == top, row == bottom) {
                    _ if !framed => look.fill,
                    (true, _, true, _) => '╭',
                    (_, true, true, _) => '╮',
                    (true, _, _, true) => '╰',
                    (_, true, _, true) => '╯',
                    (true, ..) | (_, true, ..) => steep,
                    (_, _, true, _) | (.., true) => flat,
                    _ => ' ',
                };
                self.put(canvas, (column, row), with, look.frame);
            }
        }
    }

    /// A card's paths, each over the ones before it: where they cross without meeting, the lower one is interrupted.
    /// Tells the cells they go through.
    pub(crate) fn paths<'a>(
        &self,
        canvas: &mut Canvas,
        spot: Spot,
        paths: impl Iterator<Item = &'a [Exit]>,
        style: Style,
    ) -> Vec<Cell> {
        let mut drawn: Path = BTreeMap::new();
        for exits in paths {
            let upper = self.path(spot, exits);
            for cell in upper.keys() {
                if drawn.remove(cell).is_some() {
                    for (beside, towards) in beside(*cell) {
                        if let Some(lines) = drawn.get_mut(&beside) {
                            *lines &= !towards;
                        }
                    }
                }
            }
            drawn.extend(upper);
            if let [only] = exits {
                let end = route_end(only.port())
                    .turned(spot.turn)
                    .moved((spot.at.x, spot.at.y));
                drawn.remove(&self.cell_of(end));
                self.put(canvas, self.cell_of(end), '■', style);
            }
        }
        for (&cell, &lines) in &drawn {
            self.put(canvas, cell, LINES[usize::from(lines & 15)], style);
        }
        drawn.into_keys().collect()
    }

    /// Another look for the line between two exits of a card.
    pub(crate) fn restyle(&self, canvas: &mut Canvas, spot: Spot, exits: &[Exit], style: Style) {
        for &(column, row) in self.path(spot, exits).keys() {
            if let (Ok(x), Ok(y)) = (u16::try_from(column), u16::try_from(row))
                && x < self.width
                && y < self.height
            {
                canvas.restyle(x, y, style);
            }
        }
    }

    /// Where so many characters hide no path: the first corner of a card that is free.
    pub(crate) fn free_corner(&self, spot: Spot, width: i16, taken: &[Cell]) -> Cell {
        let ((left, top), (right, bottom)) = self.covered(spot);
        let inset = i16::from(self.scale == Scale::NEAR);
        let (left, right) = (left + inset, right - inset + 1 - width);
        let (top, bottom) = (top + inset, bottom - inset);
        let corners = [(left, top), (right, top), (left, bottom), (right, bottom)];
        let is_free =
            |&(column, row): &Cell| (column..column + width).all(|column| !taken.contains(&(column, row)));
        corners.into_iter().find(is_free).unwrap_or((left, top))
    }

    /// The cells of one path with the lines in them.
    fn path(&self, spot: Spot, exits: &[Exit]) -> Path {
        let mut cells = Path::new();
        let ports: Vec<Port> = exits.iter().map(|exit| exit.port()).collect();
        for line in route(&ports) {
            let lies = |point: Point| point.turned(spot.turn).moved((spot.at.x, spot.at.y));
            for (place, pair) in line.windows(2).enumerate() {
                let is_exit = place == 0;
                let port = ports.iter().find(|port| is_exit && port.at == pair[0]);
                let from = match port {
                    Some(port) => {
                        let port = port.turned(spot.turn).moved(spot.at);
                        *cells.entry(self.inside(port)).or_default() |= bit(port.out);
                        self.inside(port)
                    }
                    None => self.cell_of(lies(pair[0])),
                };
                join(&mut cells, from, self.cell_of(lies(pair[1])));
            }
        }
        cells
    }
}

/// The four neighbors of a cell, each with the bit of the line that leads from it to the cell.
fn beside((column, row): Cell) -> [(Cell, u8); 4] {
    [
        ((column, row - 1), DOWN),
        ((column + 1, row), LEFT),
        ((column, row + 1), UP),
        ((column - 1, row), RIGHT),
    ]
}

/// Where a direction of the table leads on the screen.
const fn bit(out: Dir) -> u8 {
    match out {
        Dir::North => RIGHT,
        Dir::East => DOWN,
        Dir::South => LEFT,
        Dir::West => UP,
    }
}

/// A line from a cell to another: along the row first, then along the column.
fn join(cells: &mut Path, from: Cell, to: Cell) {
    let mut at = from;
    cells.entry(at).or_default();
    while at != to {
        let (ahead, back, step) = if at.0 < to.0 {
            (RIGHT, LEFT, (1, 0))
        } else if at.0 > to.0 {
            (LEFT, RIGHT, (-1, 0))
        } else if at.1 < to.1 {
            (DOWN, UP, (0, 1))
        } else {
            (UP, DOWN, (0, -1))
        };
        *cells.entry(at).or_default() |= ahead;
        at = (at.0 + step.0, at.1 + step.1);
        *cells.entry(at).or_default() |= back;
    }
}

/// Where a path with this exit alone ends.
fn route_end(port: Port) -> Point {
    match port.out {
        Dir::North | Dir::South => Point::new(port.at.x, 0),
        Dir::East | Dir::West => Point::new(0, port.at.y),
    }
}

/// The lines of a path on an upright card. Those that lead to an exit begin there.
fn route(ports: &[Port]) -> Vec<Vec<Point>> {
    let on = |side: Dir| ports.iter().find(|port| port.out == side).map(|port| port.at);
    let mut lines: Vec<Vec<Point>> = Vec::new();
    if let (Some(north), Some(south)) = (on(Dir::North), on(Dir::South)) {
        lines.push(vec![Point::new(north.x, 0), Point::new(south.x, 0)]);
        for port in ports {
            lines.push(match port.out {
                Dir::North => vec![port.at, Point::new(port.at.x, 0), Point::new(north.x, 0)],
                Dir::South => vec![port.at, Point::new(port.at.x, 0), Point::new(south.x, 0)],
                Dir::East | Dir::West => {
                    let x = trunk(port.at.y, north.x, south.x, port.out == Dir::East);
                    vec![port.at, Point::new(x, port.at.y)]
                }
            });
        }
    } else if let (Some(east), Some(west)) = (on(Dir::East), on(Dir::West)) {
        lines.push(vec![Point::new(0, east.y), Point::new(0, west.y)]);
        for port in ports {
            lines.push(match port.out {
                Dir::East => vec![port.at, Point::new(0, port.at.y), Point::new(0, east.y)],
                Dir::West => vec![port.at, Point::new(0, port.at.y), Point::new(0, west.y)],
                Dir::North | Dir::South => {
                    let y = trunk(port.at.x, east.y, west.y, port.out == Dir::North);
                    vec![port.at, Point::new(port.at.x, y)]
                }
            });
        }
    } else {
        let upright = ports
            .iter()
            .find(|port| matches!(port.out, Dir::North | Dir::South));
        let level = ports
            .iter()
            .find(|port| matches!(port.out, Dir::East | Dir::West));
        let hub = Point::new(
            upright.map_or(0, |port| port.at.x),
            level.map_or(0, |port| port.at.y),
        );
        for port in ports {
            let turn = match port.out {
                Dir::North | Dir::South => Point::new(port.at.x, hub.y),
                Dir::East | Dir::West => Point::new(hub.x, port.at.y),
            };
            lines.push(vec![port.at, turn, hub]);
        }
    }
    lines
}

/// Where a branch meets a trunk that changes from one side to the other in the middle of the card.
fn trunk(at: i16, upper: i16, lower: i16, from_above: bool) -> i16 {
    match at {
        1.. => upper,
        0 if from_above => upper.max(lower),
        0 => upper.min(lower),
        _ => lower,
    }
}

/// A card alone, as it lies upright, on a sheet of its own.
pub(crate) fn card_alone<'a>(scale: Scale, paths: impl Iterator<Item = &'a [Exit]>, look: Look) -> Canvas {
    let raster = Raster {
        scale,
        left: -HALF_HEIGHT,
        top: -HALF_WIDTH,
        width: (2 * HALF_HEIGHT / scale.across) as u16,
        height: ((2 * HALF_WIDTH + scale.down - 1) / scale.down) as u16,
    };
    let mut canvas = Canvas::new(raster.width);
    canvas.grow(raster.height);
    let spot = Spot::new(0, 0, 0);
    raster.face(&mut canvas, spot, look);
    raster.paths(&mut canvas, spot, paths, look.path);
    canvas
}

#[cfg(test)]
mod tests {
    use bobbin_circuitous::Decks;
    use bobbin_game::Content as _;

    use super::*;

    fn drawn(code: &str, scale: Scale) -> String {
        let decks = Decks::house();
        let kind = decks.get().kinds.iter().find(|kind| kind.code.as_str() == code);
        let paths = kind.expect("the house has this card").paths.iter();
        let look = Look {
            frame: Style::new(),
            path: Style::new(),
            fill: '·',
            is_ghost: false,
        };
        card_alone(scale, paths.map(bobbin_circuitous::content::Path::as_slice), look).to_text()
    }

    #[test]
    fn a_cross_meets_and_a_bridge_does_not() {
        assert_eq!(
            drawn("cross", Scale::NEAR),
            "╭──────┃─────╮\n│      ┃     │\n━━━━━━━╋━━━━━━\n│      ┃     │\n╰──────┃─────╯\n"
        );
        assert_eq!(
            drawn("bridge-draw", Scale::NEAR),
            "╭──────┃─────╮\n│      ╹     │\n━━━━━━━━━━━━━━\n│      ╻     │\n╰──────┃─────╯\n"
        );
    }

    #[test]
    fn exits_are_in_their_places() {
        assert_eq!(
            drawn("high-tee", Scale::NEAR),
            "╭──────────┃─╮\n│          ┃ │\n━━━━━━━━━━━┫ │\n│          ┃ │\n╰──────────┃─╯\n"
        );
        assert_eq!(drawn("cross", Scale::FAR), "···┃···\n━━━╋━━━\n···┃···\n");
    }
}
