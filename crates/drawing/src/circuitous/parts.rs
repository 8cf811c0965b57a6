//! Lines, numbers and the look.

use bobbin_circuitous::geometry::{Dir, Port};

use crate::art::number;

/// A point in hundredths of a unit, y downwards.
pub(super) type P = (i32, i32);
/// A piece of a curve: end points and handles.
pub(super) type Piece = [P; 4];

/// The curve as path data; `begins` says whether the pen is put down anew.
pub(super) fn path_data(pieces: &[Piece], map: impl Fn(P) -> P, begins: bool) -> String {
    let text = |point: P| -> String {
        let (x, y) = map(point);
        format!("{} {}", number(x), number(y))
    };
    let mut data = String::new();
    for (place, [from, first, second, to]) in pieces.iter().enumerate() {
        if begins && place == 0 {
            data.push('M');
            data.push_str(&text(*from));
        }
        data.push('C');
        data.push_str(&[*first, *second, *to].map(text).join(" "));
    }
    data
}

pub(super) fn line(from: P, to: P) -> Piece {
    let between = |part: i32| {
        (
            from.0 + (to.0 - from.0) * part / 3,
            from.1 + (to.1 - from.1) * part / 3,
        )
    };
    [from, between(1), between(2), to]
}

/// Where an exit of an upright card is, seen from its centre.
pub(super) fn point_of(port: Port) -> P {
    (i32::from(port.at.x) * 100, -i32::from(port.at.y) * 100)
}

const fn is_upright(side: Dir) -> bool {
    matches!(side, Dir::North | Dir::South)
}

/// The middle of the path between two exits of an upright card.
pub(super) fn curve_between(first: Port, second: Port) -> Vec<Piece> {
    let (a, b) = (point_of(first), point_of(second));
    if first.at == second.at {
        return vec![line(a, (0, 0)), line((0, 0), b)];
    }
    if is_upright(first.out) == is_upright(second.out) {
        return if is_upright(first.out) {
            if a.0 == b.0 {
                vec![line(a, b)]
            } else {
                vec![[a, (a.0, -a.1 * 12 / 100), (b.0, -b.1 * 12 / 100), b]]
            }
        } else if a.1 == b.1 {
            vec![line(a, b)]
        } else {
            vec![[a, (-a.0 * 12 / 100, a.1), (-b.0 * 12 / 100, b.1), b]]
        };
    }
    let corner = if is_upright(first.out) {
        (a.0, b.1)
    } else {
        (b.0, a.1)
    };
    let far = |point: P| (point.0 - corner.0).abs() + (point.1 - corner.1).abs();
    let (from_a, from_b) = (far(a).max(1), far(b).max(1));
    let round = from_a.min(from_b).min(450);
    let on = |point: P, far: i32, at: i32| {
        (
            corner.0 + (point.0 - corner.0) * at / far,
            corner.1 + (point.1 - corner.1) * at / far,
        )
    };
    let handle = round * 4477 / 10000;
    let bend = [
        on(a, from_a, round),
        on(a, from_a, handle),
        on(b, from_b, handle),
        on(b, from_b, round),
    ];
    vec![line(a, bend[0]), bend, line(bend[3], b)]
}

/// What is drawn of one path: lines, the rounded inner corners of a junction, and whether it ends in a bulb.
pub(super) struct Lines {
    pub(super) curves: Vec<Vec<Piece>>,
    pub(super) fillets: String,
    pub(super) has_bulb: bool,
}

/// Half the breadth of a path.
const BREADTH: i32 = 150;

pub(super) fn lines_of(path: &[Port]) -> Lines {
    let mut lines = Lines {
        curves: Vec::new(),
        fillets: String::new(),
        has_bulb: path.len() == 1,
    };
    match path {
        [] => {}
        [only] => lines.curves.push(vec![line(point_of(*only), (0, 0))]),
        [first, second] => lines.curves.push(curve_between(*first, *second)),
        _ => junction(path, &mut lines),
    }
    lines
}

/// A straight trunk between two exits that face each other, and the others branching off at right angles.
fn junction(path: &[Port], lines: &mut Lines) {
    let faces = |a: &Port, b: &Port| {
        let (p, q) = (point_of(*a), point_of(*b));
        a.out == b.out.opposite() && (p.0 == q.0 || p.1 == q.1)
    };
    let trunk = path
        .iter()
        .find_map(|a| path.iter().find(|b| faces(a, b)).map(|b| (*a, *b)));
    let Some((one, other)) = trunk else {
        lines.curves = curved(path);
        return;
    };
    lines.curves.push(curve_between(one, other));
    for &port in path.iter().filter(|&&port| port != one && port != other) {
        let (end, trunk) = (point_of(port), point_of(one));
        let meet = if is_upright(one.out) {
            (trunk.0, end.1)
        } else {
            (end.0, trunk.1)
        };
        if is_upright(port.out) == is_upright(one.out) {
            lines
                .curves
                .push(curve_between(port, if port.out == one.out { other } else { one }));
            continue;
        }
        lines.curves.push(vec![line(end, meet)]);
        let (dx, dy) = port.out.step();
        let (dx, dy) = (i32::from(dx), -i32::from(dy));
        for side in [1, -1] {
            let (px, py) = (-dy * side, dx * side);
            let corner = (meet.0 + (px + dx) * BREADTH, meet.1 + (py + dy) * BREADTH);
            let at = |along: i32, out: i32| {
                format!(
                    "{} {}",
                    number(corner.0 + px * along + dx * out),
                    number(corner.1 + py * along + dy * out)
                )
            };
            let fillet = format!(
                "M{}L{}Q{} {}L{}L{}z",
                at(115, -30),
                at(115, 0),
                at(0, 0),
                at(0, 115),
                at(-30, 115),
                at(-30, -30)
            );
            lines.fillets.push_str(&fillet);
        }
    }
}

/// A junction without a straight trunk: exits on opposite sides are joined by curves, the others branch off the first
/// of these.
fn curved(path: &[Port]) -> Vec<Vec<Piece>> {
    let mut left = path.to_vec();
    let mut pairs: Vec<(Port, Port)> = Vec::new();
    for &one in path {
        let other = left.iter().copied().find(|port| port.out == one.out.opposite());
        if let Some(other) = other.filter(|_| left.contains(&one)) {
            pairs.push((one, other));
            left.retain(|&port| port != one && port != other);
        }
    }
    let mut curves: Vec<_> = pairs.iter().map(|&(a, b)| curve_between(a, b)).collect();
    for &port in &left {
        match pairs.first() {
            Some(&(one, other)) if is_upright(port.out) == is_upright(one.out) => {
                curves.push(curve_between(port, if port.out == one.out { other } else { one }));
            }
            Some(&(one, _)) => {
                let end = point_of(port);
                let meet = point_beside(curves[0][0], end, is_upright(one.out));
                curves.push(vec![line(end, meet)]);
            }
            None if port == left[0] => {}
            None => curves.push(curve_between(port, left[0])),
        }
    }
    curves
}

/// The point of a piece that is level with another: in height on one that runs up, in breadth on one that runs across.
fn point_beside(piece: Piece, level: P, runs_up: bool) -> P {
    const STEPS: i32 = 64;
    let at = |step: i32| {
        let rest = STEPS - step;
        let weights = [
            rest * rest * rest,
            3 * rest * rest * step,
            3 * rest * step * step,
            step * step * step,
        ];
        let mix = |coordinate: fn(P) -> i32| {
            let parts = piece.iter().zip(weights);
            parts
                .map(|(&point, weight)| coordinate(point) * weight)
                .sum::<i32>()
                / (STEPS * STEPS * STEPS)
        };
        (mix(|point| point.0), mix(|point| point.1))
    };
    let off = |point: &P| {
        if runs_up {
            (point.1 - level.1).abs()
        } else {
            (point.0 - level.0).abs()
        }
    };
    (0..=STEPS).map(at).min_by_key(off).unwrap_or(level)
}

pub(super) const STYLE: &str = "
.rim{fill:#b98f60;stroke:#9a7145;stroke-width:.4}.felt{fill:#627262;stroke:#4c5a4c;stroke-width:.5}
.face{fill:#fffdf8;stroke:#d9cbb5;stroke-width:.12}.plain{fill:none;stroke:#d2ae82;stroke-width:.35}
.cast{fill:#281c0e;fill-opacity:.34}.band{fill:none;stroke-width:.56}
.path{fill:none;stroke:#1c1815;stroke-width:3;stroke-linecap:square}.moat{fill:none;stroke:#fffdf8;stroke-width:4}
.wide{stroke-width:5.4}.blob,.goal{fill:#1c1815}.rail{fill:none;stroke:#1c1815;stroke-width:.38;stroke-linecap:round}
.hole{fill:#fffdf8}text{font-family:system-ui,'Noto Sans','DejaVu Sans',sans-serif;font-variant-numeric:tabular-nums}
.label{font-weight:600;font-size:1.55px;fill:#5f544a;text-anchor:middle}
.letter{font-family:Fraunces,Georgia,'DejaVu Serif',serif;font-weight:600;font-size:5px;fill:#2e2823;text-anchor:middle}
.badge{font-weight:700;fill:#fff;text-anchor:middle}.small{font-size:1.75px;fill:#2e2823}
.flag{fill:#fffaf2;fill-opacity:.95}.plays{stroke:#f0a429;stroke-width:.5}
.sy{fill:none;stroke:#463c33;stroke-width:2;stroke-linecap:round;stroke-linejoin:round}.sy .fill{fill:#463c33}.sy .bar{stroke-width:4;stroke-linecap:butt}
.end{fill:#fff6e2;fill-opacity:.92;stroke:#281c0e;stroke-opacity:.55;stroke-width:.18}.dead{fill-opacity:.3;stroke-dasharray:.5 .4}
.ring{fill:none;stroke:#f0a429;stroke-width:.5}.way{fill:none;stroke-width:.62;stroke-linecap:round;stroke-linejoin:round}
.reach{fill:none;stroke-width:.36;stroke-linecap:round;stroke-dasharray:.01 1.1}
.way-A{stroke:#fff0cf}.way-B{stroke:#8fe0d2}.way-C{stroke:#f9b4c6}.way.way-B{stroke-dasharray:1 1.5}.way.way-C{stroke-dasharray:.1 1.3}
.black{fill:#2b2622;stroke:#2b2622}.blue{fill:#3a72b8;stroke:#3a72b8}.red{fill:#c4423a;stroke:#c4423a}.purple{fill:#7a4e9c;stroke:#7a4e9c}
.mark{stroke:none}.band{fill:none}";

/// Object and verb on a grid of 24; the marks of the four decks on one of 20 about the middle.
pub(super) const SYMBOLS: &str = "
<symbol id=\"ab-draw-two\" viewBox=\"0 0 24 24\"><g class=\"sy\"><rect x=\"2.6\" y=\"2.6\" width=\"8\" height=\"11\" rx=\"1.6\"/><rect class=\"fill\" x=\"13.4\" y=\"2.6\" width=\"8\" height=\"11\" rx=\"1.6\"/><path d=\"M17.4 16.4v4.8M14.6 18.8l2.8 2.8 2.8-2.8\"/></g></symbol>
<symbol id=\"ab-turn-finish\" viewBox=\"0 0 24 24\"><g class=\"sy\"><rect x=\"2.4\" y=\"9.6\" width=\"14\" height=\"11.4\" rx=\"1.6\"/><path class=\"bar\" d=\"M2.6 19.3h13.6\"/><path d=\"M10.6 3.4c5.6 0 9.6 3.6 9.9 8.8M17.4 9.8l3.1 3.1 2.6-3.4\"/></g></symbol>
<symbol id=\"ab-turn-end\" viewBox=\"0 0 24 24\"><g class=\"sy\"><rect x=\"3.6\" y=\"4.4\" width=\"10.6\" height=\"13\" rx=\"1.6\"/><path class=\"bar\" d=\"M8.9 22.4v-12\"/><path d=\"M16.6 3.4c2.9 1.4 4.6 4.4 4.3 8.6M17.8 9.8l3 3.1 2.6-3.3\"/></g></symbol>
<symbol id=\"ab-replace\" viewBox=\"0 0 24 24\"><g class=\"sy\"><rect class=\"fill\" x=\"8.2\" y=\"6.8\" width=\"7.6\" height=\"10.4\" rx=\"1.6\"/><path d=\"M3 6.6C5.5 2.6 14 1 19 4.4M19.6 1.2v3.6h-3.6M21 17.4c-2.5 4-11 5.6-16 2.2M4.4 22.8v-3.6H8\"/></g></symbol>
<symbol id=\"ab-slide-finish\" viewBox=\"0 0 24 24\"><g class=\"sy\"><rect x=\"2.4\" y=\"3.6\" width=\"9\" height=\"16.8\" rx=\"1.6\"/><path class=\"bar\" d=\"M4.1 3.8v16.4\"/><path d=\"M14.6 12h7M18.6 8.8L21.8 12l-3.2 3.2\"/></g></symbol>
<symbol id=\"mk-black\" viewBox=\"-10 -10 20 20\"><rect x=\"-8\" y=\"-8\" width=\"16\" height=\"16\" rx=\"2.6\"/></symbol>
<symbol id=\"mk-blue\" viewBox=\"-10 -10 20 20\"><circle r=\"9\"/></symbol>
<symbol id=\"mk-red\" viewBox=\"-10 -10 20 20\"><path d=\"M-1.3-9.6a1.9 1.9 0 0 1 2.6 0l8.3 8.3a1.9 1.9 0 0 1 0 2.6l-8.3 8.3a1.9 1.9 0 0 1-2.6 0l-8.3-8.3a1.9 1.9 0 0 1 0-2.6z\"/></symbol>
<symbol id=\"mk-purple\" viewBox=\"-10 -10 20 20\"><path d=\"M-8.6-6.7a2 2 0 0 1 2-2H6.6a2 2 0 0 1 2 2v6.9c0 1-.4 1.8-1.1 2.4L1.3 9a2 2 0 0 1-2.6 0l-6.2-6.4c-.7-.6-1.1-1.4-1.1-2.4z\"/></symbol>
<clipPath id=\"clip-card\"><rect x=\"-5\" y=\"-7\" width=\"10\" height=\"14\" rx=\".7\"/></clipPath>
<clipPath id=\"clip-mid\"><rect x=\"-3.4\" y=\"-4.8\" width=\"6.8\" height=\"9.6\"/></clipPath>
<clipPath id=\"clip-path\"><rect x=\"-5.1\" y=\"-7.1\" width=\"10.2\" height=\"14.2\"/></clipPath>";
