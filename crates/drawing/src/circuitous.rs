//! The table of Circuitous from above. Lengths are hundredths of a unit, so that the picture, too, is exact on every
//! machine.

mod card;
mod parts;

use bobbin_circuitous::geometry::{HALF_HEIGHT, HALF_WIDTH, Point, Port, Spot, Turn};
use bobbin_circuitous::{Circuitous, Color, PhaseView, View, WayView};
use bobbin_game::Seat;

use crate::Drawing;
use crate::art::{Canvas, number};
use card::{Style, draw_card, draw_finish, draw_start};
use parts::{P, STYLE, SYMBOLS, curve_between, path_data};

/// How Circuitous is drawn.
#[derive(Clone, Copy, Debug)]
pub struct CircuitousDrawing;

impl Drawing<Circuitous> for CircuitousDrawing {
    fn svg(view: &View) -> Option<String> {
        Some(draw(view))
    }
}

fn draw(view: &View) -> String {
    let frame = Frame::around(view);
    let mut canvas = Canvas::default();
    canvas.add(format_args!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{} {} {} {}\" width=\"{}\" height=\"{}\" role=\"img\">\n\
         <title>Circuitous: {} cards on the table</title>\n<style>{STYLE}</style>\n<defs>{SYMBOLS}</defs>\n",
        frame.west,
        frame.top,
        frame.width,
        frame.height,
        frame.width * 7,
        frame.height * 7,
        view.cards.len(),
    ));
    draw_ground(&frame, &mut canvas);
    // First all faces, then all bands and the ring of the latest card, then all paths: nothing ever cuts a joined path.
    for style in [Style::Face, Style::Band, Style::Print] {
        draw_start(view.start, style, &mut canvas);
        for finish in &view.finishes {
            draw_finish(finish, style, &mut canvas);
        }
        for card in &view.cards {
            draw_card(view, card, style, &mut canvas);
        }
        if style == Style::Band {
            draw_latest(view, &mut canvas);
        }
    }
    for way in &view.ways {
        draw_way(view, way, &mut canvas);
    }
    if view.phase != PhaseView::Over {
        for open in &view.open {
            let (x, y) = (open.port.at.x, -open.port.at.y);
            let angle = i32::from(open.port.out as u8) * 90 - 90;
            let class = if open.live { "end" } else { "end dead" };
            canvas.add(format_args!(
                "<path class=\"{class}\" transform=\"translate({x} {y}) rotate({angle})\" d=\"M.25-1.5a1.5 1.5 0 0 1 0 3z\"/>\n"
            ));
        }
    }
    for way in &view.ways {
        draw_flag(view, way, &mut canvas);
    }
    draw_legend(view, &frame, &mut canvas);
    canvas.add(format_args!("</svg>\n"));
    canvas.0
}

/// The part of the plane that is shown, y downwards.
struct Frame {
    west: i32,
    top: i32,
    width: i32,
    height: i32,
}

const MARGIN: i32 = 11;
const LEGEND: i32 = 6;

impl Frame {
    fn around(view: &View) -> Frame {
        let spots = view.cards.iter().map(|card| card.spot);
        let spots = spots
            .chain(view.finishes.iter().map(|finish| finish.spot))
            .chain([view.start]);
        let (mut west, mut east, mut top, mut bottom) = (i32::MAX, i32::MIN, i32::MAX, i32::MIN);
        for spot in spots {
            let rect = spot.rect();
            let (x, y) = (i32::from(rect.at.x), -i32::from(rect.at.y));
            let (w, h) = (i32::from(rect.half.0), i32::from(rect.half.1));
            (west, east) = (west.min(x - w), east.max(x + w));
            (top, bottom) = (top.min(y - h), bottom.max(y + h));
        }
        // A narrow table still has room for its legend.
        let lacking = (92 - (east - west) - 2 * MARGIN).max(0);
        let (west, east) = (west - MARGIN - lacking / 2, east + MARGIN + lacking / 2);
        Frame {
            west,
            top: top - MARGIN,
            width: east - west,
            height: bottom - top + 2 * MARGIN + LEGEND,
        }
    }
}

fn draw_ground(frame: &Frame, canvas: &mut Canvas) {
    let Frame {
        west,
        top,
        width,
        height,
    } = *frame;
    canvas.add(format_args!(
        "<rect class=\"rim\" x=\"{west}\" y=\"{top}\" width=\"{width}\" height=\"{height}\" rx=\"3\"/>\
         <rect class=\"felt\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"1.6\"/>\n",
        west + 2,
        top + 2,
        width - 4,
        height - 4,
    ));
}

fn draw_latest(view: &View, canvas: &mut Canvas) {
    if let Some(card) = view.cards.iter().max_by_key(|card| card.number) {
        let rect = card.spot.rect();
        let (w, h) = (i32::from(rect.half.0) * 100, i32::from(rect.half.1) * 100);
        canvas.add(format_args!(
            "<rect class=\"ring\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\".55\"/>\n",
            number(i32::from(rect.at.x) * 100 - w + 25),
            number(-i32::from(rect.at.y) * 100 - h + 25),
            number(2 * w - 50),
            number(2 * h - 50),
        ));
    }
}

/// A way as one thread on the black path; from its end a dotted line leads to the finish.
fn draw_way(view: &View, way: &WayView, canvas: &mut Canvas) {
    let mut data = String::new();
    let start = view.start;
    let line = [(0, 160), (0, 160), (0, -700), (0, -700)];
    data.push_str(&path_data(&[line], |point| place(point, start), true));
    for step in &way.steps {
        let Some(card) = view.cards.iter().find(|card| card.number == step.card) else {
            continue;
        };
        let local = |port: Port| {
            let back = Turn::new(4 - card.spot.turn.quarters());
            port.moved(Point::new(-card.spot.at.x, -card.spot.at.y))
                .turned(back)
        };
        let pieces = curve_between(local(step.enter), local(step.leave));
        data.push_str(&path_data(&pieces, |point| place(point, card.spot), false));
    }
    let letter = way.finish;
    canvas.add(format_args!("<path class=\"way way-{letter}\" d=\"{data}\"/>\n"));
    let finish = view.finishes.iter().find(|finish| finish.letter == letter);
    if let (Some(finish), false) = (finish, way.reached) {
        let end = way.steps.last().map_or(way.start, |step| step.leave);
        let from = (i32::from(end.at.x) * 100, -i32::from(end.at.y) * 100);
        let (bx, by) = finish.black.step();
        let to = (
            (i32::from(finish.spot.at.x) + i32::from(bx) * 5) * 100,
            -(i32::from(finish.spot.at.y) + i32::from(by) * 5) * 100,
        );
        let bend = (i32::from(way.missing) * 45).min(1400);
        let lead = |at: P, (x, y): (i16, i16)| (at.0 + i32::from(x) * bend, at.1 - i32::from(y) * bend);
        let curve = [from, lead(from, end.out.step()), lead(to, (bx, by)), to];
        let data = path_data(&[curve], |point| point, true);
        canvas.add(format_args!(
            "<path class=\"reach way-{letter}\" d=\"{data}\"/>\n"
        ));
    }
}

/// A point of an upright card, y downwards, as it lies on the table.
fn place((x, y): P, spot: Spot) -> P {
    let (x, y) = match spot.turn.quarters() {
        0 => (x, y),
        1 => (-y, x),
        2 => (-x, -y),
        _ => (y, -x),
    };
    (x + i32::from(spot.at.x) * 100, y - i32::from(spot.at.y) * 100)
}

/// The points of a way: a flag behind the finish.
fn draw_flag(view: &View, way: &WayView, canvas: &mut Canvas) {
    let Some(finish) = view.finishes.iter().find(|finish| finish.letter == way.finish) else {
        return;
    };
    let (bx, by) = finish.black.step();
    let width = 360 * way.points.len() as i32 + 900;
    let (x, y) = (
        i32::from(finish.spot.at.x) * 100,
        -i32::from(finish.spot.at.y) * 100,
    );
    // On the side away from black, so that it covers no way.
    let (x, y) = (x - i32::from(bx) * (550 + width / 2), y + i32::from(by) * 780);
    let left = x - width / 2;
    let plural = if way.length == 1 { "" } else { "s" };
    canvas.add(format_args!(
        "<g><rect class=\"flag\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"3.6\" rx=\".8\"/><text class=\"small\" x=\"{}\" y=\"{}\">{} card{plural}</text>",
        number(left),
        number(y - 180),
        number(width),
        number(left + 70),
        number(y + 60),
        way.length,
    ));
    for (seat, points) in Seat::all(way.points.len()).zip(&way.points) {
        card::badge(
            Color::of(seat),
            *points,
            left + 1020 + seat.index() as i32 * 360,
            y,
            290,
            canvas,
        );
    }
    canvas.add(format_args!("</g>\n"));
}

/// Who plays which color, and how many cards they have.
fn draw_legend(view: &View, frame: &Frame, canvas: &mut Canvas) {
    let y = (frame.top + frame.height) * 100 - 560;
    let width = (frame.width - 8) * 100 / view.seats.len() as i32;
    for (seat, shown) in Seat::all(view.seats.len()).zip(&view.seats) {
        let x = (frame.west + 4) * 100 + seat.index() as i32 * width;
        let plays = view.phase != PhaseView::Over && view.turn == seat;
        canvas.add(format_args!(
            "<rect class=\"flag{}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"4.4\" rx=\".9\"/>",
            if plays { " plays" } else { "" },
            number(x),
            number(y - 220),
            number(width - 100),
        ));
        card::mark(shown.color, x + 220, y, 250, canvas);
        canvas.add(format_args!(
            "<text class=\"small\" x=\"{}\" y=\"{}\">{} in hand, {} in deck</text>\n",
            number(x + 420),
            number(y + 60),
            shown.hand_size,
            shown.deck_size,
        ));
    }
}

const HALF: (i32, i32) = (HALF_WIDTH as i32 * 100, HALF_HEIGHT as i32 * 100);
