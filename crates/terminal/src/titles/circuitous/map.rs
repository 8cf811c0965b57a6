//! The map: all that is laid, what could be laid, and the axes.

use bobbin_circuitous::CardView;
use bobbin_circuitous::geometry::{self, Dir, Exit, Point, Spot, Turn};
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use super::raster::{Look, Raster, Scale};
use super::{GHOST, GHOST_FACE, Ghost, MARKS, PATH, Shown, exit_id, look_of, slices};
use crate::canvas::{Canvas, FAINT, Marks, STRONG};

/// Columns beside the map for its axis.
const AXIS: u16 = 4;
/// So much room there is around what is laid.
const CARD: i16 = 8;
const LIVE: Style = Style::new()
    .fg(ratatui::style::Color::Indexed(114))
    .add_modifier(Modifier::BOLD);

/// A way to a finish.
const WAY: Style = Style::new()
    .fg(ratatui::style::Color::Indexed(229))
    .add_modifier(Modifier::BOLD);

impl Shown {
    /// The map's part of the table: all of it if there is room, else around what is looked at.
    fn raster(&self, width: u16, height: u16, ghosts: &[Ghost<'_>], marks: &Marks) -> Raster {
        let mut rects = vec![self.view.start.rect()];
        rects.extend(self.view.cards.iter().map(|card| card.spot.rect()));
        let chosen = ghosts.iter().filter(|ghost| marks.chosen.contains(&ghost.piece));
        let chosen: Vec<Spot> = chosen.map(|ghost| ghost.spot).collect();
        rects.extend(chosen.iter().map(|spot| spot.rect()));
        let laid = Bounds::of(&rects, CARD);
        rects.extend(self.view.finishes.iter().map(|finish| finish.lies().rect()));
        let whole = Bounds::of(&rects, 2);
        let seen = |scale: Scale| (width as i16 * scale.across, height as i16 * scale.down);
        // As near as all that is laid allows, with room for a card around it.
        let scale = match marks.zoom {
            Some(zoom) => Scale::ALL[usize::from(zoom) % Scale::ALL.len()],
            None if laid.fit(seen(Scale::NEAR)) => Scale::NEAR,
            None => Scale::FAR,
        };
        let focus = chosen.first().map_or_else(|| self.focus(), |spot| spot.at);
        // In the middle if all fits, else as near to what is looked at as the edges of the table allow.
        let place = |low: i16, high: i16, seen: i16, focus: i16| {
            if high - low <= seen {
                (low + high - seen) / 2
            } else {
                (focus - seen / 2).clamp(low, high - seen)
            }
        };
        let (across, down) = seen(scale);
        Raster {
            scale,
            left: place(whole.south, whole.north, across, focus.y),
            top: place(whole.west, whole.east, down, focus.x),
            width,
            height,
        }
    }

    /// What matters most: the end of the way that is nearest to a finish.
    fn focus(&self) -> Point {
        let nearest = self.view.ways.iter().min_by_key(|way| way.missing);
        let end = nearest.and_then(|way| way.steps.last());
        end.map_or(self.view.start.at, |step| step.leave.at)
    }

    pub(super) fn draw_map(&self, width: u16, height: u16, marks: &Marks) -> Canvas {
        let ghosts = self.ghosts(marks);
        let raster = self.raster(width - AXIS, height - 1, &ghosts, marks);
        let mut canvas = Canvas::new(width - AXIS);
        canvas.grow(height - 1);
        self.draw_ends(&raster, &mut canvas, marks);
        for card in &self.view.cards {
            let mut look = look_of(card.owner.index());
            let piece = format!("card:{}", card.number);
            if marks.chosen.contains(&piece) || marks.touched.contains(&piece) {
                look.frame = look.frame.patch(marks.style(&piece));
            }
            raster.face(&mut canvas, card.spot, look);
        }
        for card in &self.view.cards {
            self.draw_card(card, &raster, &mut canvas, marks);
        }
        self.draw_ways_in_the_making(&raster, &mut canvas);
        for open in &self.view.open {
            let (dot, style) = if open.live { ('●', LIVE) } else { ('○', FAINT) };
            raster.put(&mut canvas, raster.outside(open.port), dot, style);
        }
        self.draw_coming(&raster, &mut canvas, marks);
        self.draw_ghosts(&ghosts, &raster, &mut canvas, marks);
        self.draw_joints(&raster, &mut canvas, marks);
        with_axes(&canvas, &raster, width)
    }

    /// The ways to the finishes, brighter than other paths.
    fn draw_ways_in_the_making(&self, raster: &Raster, canvas: &mut Canvas) {
        for step in self.view.ways.iter().flat_map(|way| &way.steps) {
            let card = self.view.cards.iter().find(|card| card.number == step.card);
            let Some(card) = card else { continue };
            let back = Turn::new(4 - card.spot.turn.quarters());
            let exits = [step.enter, step.leave].map(|port| {
                let at = port.at.minus(card.spot.at).turned(back);
                let side = port.out.turned(back);
                let offset = match side {
                    Dir::North | Dir::South => at.x,
                    Dir::East | Dir::West => at.y,
                };
                Exit {
                    side,
                    offset: offset as i8,
                }
            });
            raster.restyle(canvas, card.spot, &exits, WAY);
        }
    }

    fn draw_ends(&self, raster: &Raster, canvas: &mut Canvas, marks: &Marks) {
        let look = Look {
            frame: FAINT,
            fill: '░',
            ..look_of(0)
        };
        raster.face(canvas, self.view.start, look);
        let exit = [Exit {
            side: Dir::North,
            offset: 0,
        }];
        raster.paths(canvas, self.view.start, std::iter::once(&exit[..]), PATH);
        raster.write(canvas, raster.cell_of(self.view.start.at), "S", STRONG);
        for finish in &self.view.finishes {
            let spot = finish.lies();
            raster.face(canvas, spot, look);
            let ((left, top), (right, bottom)) = raster.covered(spot);
            for row in top..=bottom {
                for column in left..=right {
                    let is_edge = match finish.black {
                        Dir::North => column == right,
                        Dir::South => column == left,
                        Dir::East => row == bottom,
                        Dir::West => row == top,
                    };
                    if is_edge {
                        raster.put(canvas, (column, row), '█', STRONG);
                    }
                }
            }
            let piece = format!("finish:{}", finish.letter);
            let badge = marks.badge(&piece).unwrap_or_default();
            let style = if badge.is_empty() {
                STRONG
            } else {
                marks.style(&piece)
            };
            let (column, row) = raster.cell_of(spot.at);
            // A finish that is out of sight is told of at the edge.
            let beyond = if column >= raster.width as i16 { "→" } else { "" };
            let words = format!("{badge}{}{beyond}", finish.letter);
            let column = column.clamp(0, raster.width as i16 - words.chars().count() as i16);
            let row = row.clamp(0, raster.height as i16 - 1);
            raster.write(canvas, (column, row), &words, style);
            let area = Rect::new(column as u16, row as u16, words.chars().count() as u16, 1);
            canvas.at(&piece, area);
        }
    }

    fn draw_card(&self, card: &CardView, raster: &Raster, canvas: &mut Canvas, marks: &Marks) {
        let Some(kind) = self.view.kind(card.card) else {
            return;
        };
        let taken = raster.paths(canvas, card.spot, slices(&kind.paths), PATH);
        let ((left, top), (right, bottom)) = raster.covered(card.spot);
        let piece = format!("card:{}", card.number);
        let mark = if raster.scale == Scale::NEAR {
            MARKS[card.owner.index() % 4].to_string()
        } else {
            String::new()
        };
        let badge = marks.badge(&piece);
        let style = match badge {
            Some(_) => marks.style(&piece),
            None => look_of(card.owner.index()).frame,
        };
        let words = badge.unwrap_or_else(|| format!("{mark}{}", card.number));
        let corner = raster.free_corner(card.spot, words.chars().count() as i16, &taken);
        raster.write(canvas, corner, &words, style);
        if left >= 0 && top >= 0 {
            let area = Rect::new(
                left as u16,
                top as u16,
                (right - left + 1) as u16,
                (bottom - top + 1) as u16,
            );
            canvas.at(&piece, area);
        }
    }

    /// The card as it would lie, what it opens, and the numbers of all places.
    fn draw_ghosts(&self, ghosts: &[Ghost<'_>], raster: &Raster, canvas: &mut Canvas, marks: &Marks) {
        let look = Look {
            frame: GHOST_FACE,
            path: GHOST.add_modifier(Modifier::BOLD),
            fill: '▒',
            is_ghost: true,
        };
        for ghost in ghosts
            .iter()
            .filter(|ghost| marks.chosen.contains(&ghost.piece))
            .take(1)
        {
            raster.face(canvas, ghost.spot, look);
            raster.paths(canvas, ghost.spot, slices(&ghost.kind.paths), look.path);
            let joined = self.joints(ghost.kind, ghost.spot);
            for port in Self::ports(ghost.kind, ghost.spot) {
                if !joined.iter().any(|open| open.port.joins(port)) {
                    raster.put(canvas, raster.outside(port), '◇', GHOST);
                }
            }
        }
        let is_grouped = marks.numbers.keys().any(|piece| piece.starts_with("exit:"));
        let mut taken: Vec<(i16, i16)> = Vec::new();
        let by_number = |ghost: &&Ghost<'_>| marks.numbers.get(&ghost.piece).copied();
        let mut numbered: Vec<&Ghost<'_>> = ghosts.iter().filter(|_| !is_grouped).collect();
        numbered.sort_by_key(by_number);
        for ghost in numbered {
            let Some(badge) = marks.badge(&ghost.piece) else {
                continue;
            };
            let ((mut column, row), _) = raster.covered(ghost.spot);
            let width = badge.chars().count() as i16;
            while taken
                .iter()
                .any(|&(at, line)| line == row && (at - column).abs() <= width)
            {
                column += 1;
            }
            taken.push((column, row));
            raster.write(canvas, (column, row), &badge, marks.style(&ghost.piece));
            if column >= 0 && row >= 0 {
                canvas.at(
                    &ghost.piece,
                    Rect::new(column as u16, row as u16, width as u16, 1),
                );
            }
        }
    }

    /// The exits where a card could be laid that is not played yet.
    fn draw_coming(&self, raster: &Raster, canvas: &mut Canvas, marks: &Marks) {
        let played = marks.touched.iter().chain(&marks.chosen);
        let kind = played
            .filter_map(|piece| piece.strip_prefix("hand:"))
            .find_map(|code| self.view.kinds.iter().find(|kind| kind.card.as_str() == code));
        let Some(kind) = kind else { return };
        let spots = marks
            .coming
            .iter()
            .filter_map(|piece| piece.strip_prefix("place:"));
        for spot in spots.filter_map(|spot| spot.parse().ok()) {
            for joint in self.joints(kind, spot) {
                raster.put(canvas, raster.outside(joint.port), '◎', GHOST);
            }
        }
    }

    /// The numbers of open exits where there are many places.
    fn draw_joints(&self, raster: &Raster, canvas: &mut Canvas, marks: &Marks) {
        for open in &self.view.open {
            let piece = exit_id(open.port);
            if let Some(badge) = marks.badge(&piece) {
                let (column, row) = raster.outside(open.port);
                raster.write(canvas, (column, row), &badge, marks.style(&piece));
                if column >= 0 && row >= 0 {
                    let width = badge.chars().count() as u16;
                    canvas.at(&piece, Rect::new(column as u16, row as u16, width, 1));
                }
            }
        }
    }
}

/// The map with the coordinates that the words speak of: y goes to the right, x down.
fn with_axes(map: &Canvas, raster: &Raster, width: u16) -> Canvas {
    let mut canvas = Canvas::new(width);
    canvas.paste(map, AXIS, 0);
    canvas.grow(map.height() + 1);
    canvas.zoom = Scale::ALL
        .iter()
        .position(|scale| *scale == raster.scale)
        .map(|zoom| zoom as u8);
    for row in 0..raster.height as i16 {
        let x = raster.top + row * raster.scale.down;
        let is_mark = (0..raster.scale.down).find(|more| (x + more) % 10 == 0);
        let label = is_mark.map_or("┊".to_owned(), |more| format!("{}┊", x + more));
        canvas.text(0, row as u16, &format!("{label:>4}"), FAINT);
    }
    let bottom = map.height();
    canvas.text(0, bottom, "x\\y→", FAINT);
    let every = 10 * raster.scale.across.max(1);
    for column in 0..raster.width as i16 {
        let y = raster.left + column * raster.scale.across;
        if let Some(more) = (0..raster.scale.across).find(|more| (y + more) % every == 0) {
            let label = (y + more).to_string();
            if column as usize + label.len() <= raster.width.into() {
                canvas.text(AXIS + column as u16, bottom, &label, FAINT);
            }
        }
    }
    canvas
}

/// A part of the table.
struct Bounds {
    west: i16,
    east: i16,
    south: i16,
    north: i16,
}

impl Bounds {
    /// All of these, and so much around them.
    fn of(rects: &[geometry::Rect], margin: i16) -> Bounds {
        let least = |edge: fn(&geometry::Rect) -> i16| rects.iter().map(edge).min().unwrap_or(0) - margin;
        Bounds {
            west: least(|rect| rect.at.x - rect.half.0),
            east: -least(|rect| -rect.at.x - rect.half.0),
            south: least(|rect| rect.at.y - rect.half.1),
            north: -least(|rect| -rect.at.y - rect.half.1),
        }
    }

    /// Do they fit into so many units to the right and down?
    fn fit(&self, (across, down): (i16, i16)) -> bool {
        self.north - self.south <= across && self.east - self.west <= down
    }
}
