//! One card. Lines turn with the card, words and numbers stay upright.

use bobbin_circuitous::geometry::{Port, Spot, Turn};
use bobbin_circuitous::{CardView, Color, FinishView, View};
use bobbin_game::Points;

use super::HALF;
use super::parts::{Lines, P, lines_of, path_data};
use crate::art::{Canvas, number};

/// What is painted in which pass.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Style {
    Face,
    Band,
    Print,
}

/// Size of a card's badge.
const BADGE: i32 = 290;

fn face(spot: Spot, canvas: &mut Canvas) {
    let rect = spot.rect();
    let (w, h) = rect.half;
    let (x, y) = (i32::from(rect.at.x - w), -i32::from(rect.at.y) - i32::from(h));
    canvas.add(format_args!(
        "<rect class=\"cast\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\".7\"/>\
         <rect class=\"face\" x=\"{x}\" y=\"{y}\" width=\"{}\" height=\"{}\" rx=\".7\"/>\n",
        number(x * 100 + 22),
        number(y * 100 + 48),
        2 * w,
        2 * h,
        2 * w,
        2 * h,
    ));
}

fn turned(spot: Spot, inside: &str, canvas: &mut Canvas) {
    canvas.add(format_args!(
        "<g transform=\"translate({} {}) rotate({})\">{inside}</g>\n",
        spot.at.x,
        -spot.at.y,
        i32::from(spot.turn.quarters()) * 90
    ));
}

/// A point of the upright card, y downwards, after its turn.
fn turn_point((x, y): P, turn: Turn) -> P {
    match turn.quarters() {
        0 => (x, y),
        1 => (-y, x),
        2 => (-x, -y),
        _ => (y, -x),
    }
}

fn words(spot: Spot, at: P, below: i32, class: &str, text: &str, canvas: &mut Canvas) {
    let (x, y) = turn_point(at, spot.turn);
    let (x, y) = (
        x + i32::from(spot.at.x) * 100,
        y - i32::from(spot.at.y) * 100 + below,
    );
    canvas.add(format_args!(
        "<text class=\"{class}\" x=\"{}\" y=\"{}\">{text}</text>\n",
        number(x),
        number(y)
    ));
}

const PLAIN: &str = "<rect class=\"plain\" x=\"-4.55\" y=\"-6.55\" width=\"9.1\" height=\"13.1\" rx=\".4\"/>";

pub(super) fn draw_start(spot: Spot, style: Style, canvas: &mut Canvas) {
    match style {
        Style::Face => face(spot, canvas),
        Style::Band => turned(spot, PLAIN, canvas),
        Style::Print => {
            turned(
                spot,
                "<g clip-path=\"url(#clip-path)\"><path class=\"moat\" d=\"M0-7V0\"/><path class=\"path\" d=\"M0-7V.6\"/></g>\
                 <circle class=\"blob\" cy=\"1.6\" r=\"2.7\"/><circle class=\"hole\" cy=\"1.6\" r=\"1\"/>",
                canvas,
            );
            words(spot, (0, 160), 440, "label", "Start", canvas);
        }
    }
}

pub(super) fn draw_finish(finish: &FinishView, style: Style, canvas: &mut Canvas) {
    let spot = finish.lies();
    match style {
        Style::Face => face(spot, canvas),
        Style::Band => turned(spot, PLAIN, canvas),
        Style::Print => {
            let goal = "<path class=\"goal\" d=\"M3.4-7H5V7H3.4z\" clip-path=\"url(#clip-card)\"/>";
            turned(spot, goal, canvas);
            words(spot, (-80, 0), 110, "letter", &finish.letter.to_string(), canvas);
            words(spot, (-80, 0), 340, "label", "Finish", canvas);
        }
    }
}

pub(super) fn draw_card(view: &View, card: &CardView, style: Style, canvas: &mut Canvas) {
    let spot = card.spot;
    let Some(kind) = view.kind(card.card) else { return };
    let paths: Vec<Vec<Port>> = kind
        .paths
        .iter()
        .map(|path| path.iter().map(|exit| exit.port()).collect())
        .collect();
    let lines: Vec<Lines> = paths.iter().map(|path| lines_of(path)).collect();
    let data = |lines: &Lines| -> String {
        lines
            .curves
            .iter()
            .map(|curve| path_data(curve, |point| point, true))
            .collect()
    };
    let color = Color::of(card.owner);
    match style {
        Style::Face => face(spot, canvas),
        Style::Band => {
            let mut moats = Canvas::default();
            for lines in &lines {
                moats.add(format_args!("<path class=\"moat\" d=\"{}\"/>", data(lines)));
            }
            let moats = moats.0;
            let band = format!(
                "<rect class=\"{} band\" x=\"-4.72\" y=\"-6.72\" width=\"9.44\" height=\"13.44\" rx=\".5\"/><g clip-path=\"url(#clip-path)\">{moats}</g>",
                color.name()
            );
            turned(spot, &band, canvas);
        }
        Style::Print => {
            let mut ink = Canvas::default();
            ink.add(format_args!(
                "<title>Card {}: {}, {}, {}</title><g clip-path=\"url(#clip-path)\">",
                card.number,
                escape(&kind.name),
                Points::whole(i32::from(kind.points)).words(),
                color.name()
            ));
            for (place, own) in lines.iter().enumerate() {
                // A dead end stops before any other path.
                let crosses = !own.has_bulb && lines[..place].iter().any(|other| !other.has_bulb);
                let data = data(own);
                if crosses {
                    ink.add(format_args!(
                        "<path class=\"moat wide\" clip-path=\"url(#clip-mid)\" d=\"{data}\"/>"
                    ));
                }
                ink.add(format_args!("<path class=\"path\" d=\"{data}\"/>"));
                if !own.fillets.is_empty() {
                    ink.add(format_args!("<path class=\"blob\" d=\"{}\"/>", own.fillets));
                }
                if own.has_bulb {
                    ink.text("<circle class=\"blob\" r=\"2.3\"/><circle class=\"hole\" r=\"1\"/>");
                }
                if crosses {
                    ink.text("<path class=\"rail\" d=\"M-2.95-3.4q.55.5.55 1.4v4q0 .9-.55 1.4M2.95-3.4q-.55.5-.55 1.4v4q0 .9.55 1.4\"/>");
                }
            }
            ink.text("</g>");
            turned(spot, &ink.0, canvas);
            let free = free_corners(&lines, spot.turn);
            let at = |corner: P| {
                (
                    corner.0 + i32::from(spot.at.x) * 100,
                    corner.1 - i32::from(spot.at.y) * 100,
                )
            };
            let (x, y) = at(free[0]);
            badge(color, u16::from(card.points), x, y, BADGE, canvas);
            if let Some(ability) = kind.ability {
                let (x, y) = at(free[1]);
                canvas.add(format_args!(
                    "<use href=\"#ab-{}\" x=\"{}\" y=\"{}\" width=\"2.84\" height=\"2.84\"/>\n",
                    ability.name(),
                    number(x - 142),
                    number(y - 142)
                ));
            }
        }
    }
}

/// The corners of a card as it lies, those that no path covers first.
fn free_corners(lines: &[Lines], turn: Turn) -> [P; 4] {
    let (w, h) = if turn.is_across() { (HALF.1, HALF.0) } else { HALF };
    let mut points: Vec<P> = Vec::new();
    for [a, b, c, d] in lines.iter().flat_map(|lines| lines.curves.iter().flatten()) {
        for t in 0..=10 {
            let u = 10 - t;
            let mix = |a: i32, b: i32, c: i32, d: i32| {
                (u * u * u * a + 3 * t * u * u * b + 3 * t * t * u * c + t * t * t * d) / 1000
            };
            points.push(turn_point(
                (mix(a.0, b.0, c.0, d.0), mix(a.1, b.1, c.1, d.1)),
                turn,
            ));
        }
    }
    let inset = 62 + BADGE / 2;
    let mut corners = [(-1, -1), (1, -1), (-1, 1), (1, 1)].map(|(x, y)| (x * (w - inset), y * (h - inset)));
    let is_covered = |&(x, y): &P| {
        let gaps = points
            .iter()
            .map(|point| (point.0 - x).abs().max((point.1 - y).abs()));
        gaps.min().unwrap_or(i32::MAX) - 150 - BADGE / 2 < -12
    };
    corners.sort_by_key(is_covered);
    corners
}

pub(super) fn mark(color: Color, x: i32, y: i32, size: i32, canvas: &mut Canvas) {
    let (corner, extent) = ((number(x - size / 2), number(y - size / 2)), number(size));
    canvas.add(format_args!(
        "<use class=\"{} mark\" href=\"#mk-{}\" x=\"{}\" y=\"{}\" width=\"{extent}\" height=\"{extent}\"/>",
        color.name(),
        color.name(),
        corner.0,
        corner.1
    ));
}

/// A number on its owner's mark.
pub(super) fn badge(color: Color, points: u16, x: i32, y: i32, size: i32, canvas: &mut Canvas) {
    mark(color, x, y, size, canvas);
    let lift = if color == Color::Purple { size * 9 / 100 } else { 0 };
    canvas.add(format_args!(
        "<text class=\"badge\" x=\"{}\" y=\"{}\" font-size=\"{}\">{points}</text>\n",
        number(x),
        number(y + size * 235 / 1000 - lift),
        number(size * 66 / 100)
    ));
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}
