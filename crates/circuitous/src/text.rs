//! The table as plain text, for the terminal.

use std::fmt;

use bobbin_game::Seat;

use crate::geometry::{Point, Port, Rect};
use crate::view::{Color, Held, PhaseView, View};

/// One character stands for so many units across and along: letters are about twice as high as wide.
const CELL: (i16, i16) = (2, 4);

/// A picture in characters.
struct Map {
    west: i16,
    north: i16,
    width: usize,
    cells: Vec<Vec<char>>,
}

impl Map {
    fn new(rects: &[Rect]) -> Map {
        let bound = |low: bool, edge: &dyn Fn(&Rect) -> i16| {
            let edges = rects.iter().map(edge);
            if low { edges.min() } else { edges.max() }.unwrap_or(0)
        };
        let west = bound(true, &|rect| rect.at.x - rect.half.0) - 2;
        let east = bound(false, &|rect| rect.at.x + rect.half.0) + 2;
        let south = bound(true, &|rect| rect.at.y - rect.half.1) - 3;
        let north = bound(false, &|rect| rect.at.y + rect.half.1) + 3;
        let width = ((east - west) / CELL.0 + 1) as usize;
        let height = ((north - south) / CELL.1 + 1) as usize;
        Map {
            west,
            north,
            width,
            cells: vec![vec![' '; width]; height],
        }
    }

    fn put(&mut self, at: Point, with: char) {
        let (x, y) = ((at.x - self.west) / CELL.0, (self.north - at.y) / CELL.1);
        if let Some(cell) = self
            .cells
            .get_mut(y as usize)
            .and_then(|row| row.get_mut(x as usize))
        {
            *cell = with;
        }
    }

    fn fill(&mut self, rect: Rect, with: char) {
        for x in -rect.half.0..rect.half.0 {
            for y in -rect.half.1..rect.half.1 {
                self.put(rect.at.moved((x, y + 1)), with);
            }
        }
    }

    /// From an exit straight in, then to the middle.
    fn thread(&mut self, exit: Port, middle: Point) {
        let mut at = exit.at;
        let inwards = exit.out.opposite().step();
        at = at.moved(inwards);
        while at != middle {
            self.put(at, '█');
            let (dx, dy) = ((middle.x - at.x).signum(), (middle.y - at.y).signum());
            let goes_in = inwards.0 != 0 && dx == inwards.0 || inwards.1 != 0 && dy == inwards.1;
            at = if goes_in {
                at.moved(inwards)
            } else if inwards.0 == 0 && dx != 0 {
                at.moved((dx, 0))
            } else if dy != 0 {
                at.moved((0, dy))
            } else {
                at.moved((dx, 0))
            };
        }
        self.put(middle, '█');
    }
}

fn draw_map(view: &View) -> Map {
    let cards = view.cards.iter().map(|card| card.spot.rect());
    let finishes = view.finishes.iter().map(|finish| finish.lies().rect());
    let rects: Vec<Rect> = cards.chain(finishes).chain([view.start.rect()]).collect();
    let mut map = Map::new(&rects);
    map.fill(view.start.rect(), '░');
    map.put(view.start.at, 'S');
    for finish in &view.finishes {
        let spot = finish.lies();
        map.fill(spot.rect(), '░');
        let (x, y) = finish.black.step();
        for along in -6..=6 {
            let edge = spot.at.moved((x * 4 + y * along, y * 4 + x * along));
            map.put(edge, '▓');
        }
        map.put(spot.at, finish.letter);
    }
    for card in &view.cards {
        map.fill(card.spot.rect(), ['·', '∘', '×', '+'][card.owner.index() % 4]);
    }
    for card in &view.cards {
        for port in card.paths.iter().flatten() {
            map.thread(*port, card.spot.at);
        }
    }
    for open in &view.open {
        map.put(open.port.at, if open.live { '●' } else { '○' });
    }
    for card in &view.cards {
        let digits = card.number.to_string();
        for (place, digit) in digits.chars().enumerate() {
            map.put(card.spot.at.moved((place as i16 * CELL.0, 0)), digit);
        }
    }
    map
}

fn cards(view: &View, held: &[Held]) -> String {
    let word = |held: &Held| {
        let kind = view.kind(held.card);
        let points = kind.map_or(0, |kind| kind.points);
        let times = if held.count > 1 {
            format!(" ×{}", held.count)
        } else {
            String::new()
        };
        format!("{} ({points}){times}", held.card)
    };
    held.iter().map(word).collect::<Vec<_>>().join(", ")
}

fn counted(count: impl Into<u16>, what: &str) -> String {
    let count = count.into();
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {what}{plural}")
}

impl fmt::Display for View {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let map = draw_map(self);
        let rule = "─".repeat(map.width);
        writeln!(f, "┌{rule}┐")?;
        for row in &map.cells {
            writeln!(f, "│{}│", row.iter().collect::<String>())?;
        }
        writeln!(f, "└{rule}┘")?;
        writeln!(
            f,
            "● live exit  ○ dead exit  ▓ black edge  cards of black ·  blue ∘  red ×  purple +"
        )?;
        for way in &self.ways {
            let points: Vec<String> = Seat::all(way.points.len())
                .zip(&way.points)
                .map(|(seat, points)| format!("{} {points}", Color::of(seat).name()))
                .collect();
            let so_far = if way.reached {
                "reached by".to_owned()
            } else {
                format!("{} from", counted(way.missing.unsigned_abs(), "unit"))
            };
            writeln!(
                f,
                "Finish {}: {so_far} a way of {}: {}",
                way.finish,
                counted(way.length, "card"),
                points.join(", ")
            )?;
        }
        for (seat, player) in Seat::all(self.seats.len()).zip(&self.seats) {
            let plays = if self.phase != PhaseView::Over && self.turn == seat {
                '▸'
            } else {
                ' '
            };
            write!(
                f,
                "{plays} Seat {seat} ({}): {} in hand, {} in deck, {}",
                player.color.name(),
                player.hand_size,
                player.deck_size,
                counted(player.turns, "turn")
            )?;
            if let Some(hand) = &player.hand {
                write!(f, "\n    hand (points): {}", cards(self, hand))?;
            }
            if !player.discard.is_empty() {
                write!(f, "\n    discarded (points): {}", cards(self, &player.discard))?;
            }
            if seat.index() + 1 < self.seats.len() {
                writeln!(f)?;
            }
        }
        Ok(())
    }
}
