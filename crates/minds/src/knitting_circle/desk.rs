//! What a seat of Knitting Circle could still make of its board, worked out once for all the actions that are weighed.

use std::cell::Cell;

use arrayvec::ArrayVec;
use bobbin_game::Seat;
use bobbin_knitting_circle::{
    Action, Bonus, ButtonType, Card, Color, ColorSet, Condition, GarmentType, KnittingCircle, MAX_SPACES,
    Pattern, Stitch, Tally, Tile, Wish,
};

use super::asks::{Pulls, worth};
use super::{PAW, TILE};

/// What a pattern takes for each tile that is still missing.
const EFFORT: f32 = 0.15;
/// What waiting for a tile of one certain color costs (61 % against even effort for every tile, at 60 iterations).
const WAIT: f32 = 1.2;

/// What a seat could still make of its board.
pub(super) struct Desk<'a> {
    state: &'a KnittingCircle,
    seat: Seat,
    pub(super) tally: Tally,
    pub(super) drafts: u32,
    supply: usize,
    /// What each pattern is worth: the best button for it, or the hope of one, and the cards that count it.
    patterns: [f32; 4],
    /// The two colors in which stripes are worth more, and how much: a request asks for them once more.
    stripes_again: Option<(ColorSet, f32)>,
    /// What else a step towards requests and objectives is worth.
    pulls: Pulls,
    color_buttons: ArrayVec<(ColorSet, f32), 3>,
    garment_buttons: [Option<f32>; GarmentType::COUNT],
    /// The tiles at hand of each color, whatever their side.
    hand: [u8; Color::COUNT],
    paws: u8,
    needles: ArrayVec<Needle, 3>,
    /// What a tile of each color is worth for later, once somebody has asked.
    color_needs: [Cell<Option<f32>>; Color::COUNT],
}

/// A garment on a needle.
struct Needle {
    card: Card,
    colors: ArrayVec<Color, MAX_SPACES>,
    /// What it promises as it is.
    outlook: f32,
    /// What it promises with a tile of each color more, once somebody has asked.
    outlook_with: [Cell<Option<f32>>; Color::COUNT],
}

/// A garment on a needle as a network sees it.
#[derive(Clone, Copy, Default)]
pub(super) struct NeedleSeen {
    pub(super) outlook: f32,
    pub(super) tiles: f32,
    pub(super) mandatory_left: f32,
    pub(super) left: f32,
    pub(super) points_now: f32,
    pub(super) points_full: f32,
    pub(super) bonus: f32,
    pub(super) button: f32,
    pub(super) finery: f32,
    pub(super) finery_full: f32,
    pub(super) patterns: [f32; Pattern::COUNT],
    pub(super) colors: f32,
    pub(super) fitting: f32,
}

/// What knitting a tile onto a garment does.
pub(super) struct Knit {
    pub(super) gain: f32,
    pub(super) outlook: f32,
    pub(super) done: f32,
    pub(super) left: f32,
    pub(super) mandatory_left: f32,
    pub(super) patterns_left: f32,
    pub(super) patterns_lost: f32,
    pub(super) gives: bool,
}

impl<'a> Desk<'a> {
    pub(super) fn of(state: &'a KnittingCircle, seat: Seat, wants_goals: bool) -> Self {
        let drafts = state.drafts_left(seat);
        let hope = if drafts > 0 { 1.0 } else { 0.0 };
        let mut patterns = [None; 4];
        let mut color_buttons = ArrayVec::new();
        let mut garment_buttons = [None; GarmentType::COUNT];
        let tally = state.tally(seat);
        let pulls = Pulls::of(state, seat, &tally, wants_goals);
        let player = state.player(seat);
        for button in player.buttons() {
            let kind = state.content().button(button);
            let points = f32::from(kind.points) + pulls.buttons[button.shape.index()];
            let raise = |best: &mut Option<f32>| *best = Some(best.map_or(points, |best| best.max(points)));
            match kind.wish {
                Wish::Colors(colors) => drop(color_buttons.try_push((colors, points))),
                Wish::Pattern(pattern) => raise(&mut patterns[pattern.index()]),
                Wish::Garment(garment) => raise(&mut garment_buttons[garment.index()]),
            }
        }
        let mut desk = Desk {
            state,
            seat,
            stripes_again: stripes_again(state, seat, &tally),
            tally,
            pulls,
            drafts,
            supply: (player.tiles.total() + drafts) as usize + usize::from(player.paws),
            patterns: patterns.map(|button| button.unwrap_or(hope)),
            color_buttons,
            garment_buttons,
            hand: player.tiles.by_color(),
            paws: player.paws,
            needles: ArrayVec::new(),
            color_needs: std::array::from_fn(|_| Cell::new(None)),
        };
        for pattern in Pattern::ALL {
            desk.patterns[pattern.index()] += desk.pulls.patterns[pattern.index()];
        }
        for garment in player.in_progress() {
            let (card, colors) = (garment.card(), garment.colors());
            let needle = Needle {
                outlook: desk.outlook(card, &colors),
                card,
                colors,
                outlook_with: std::array::from_fn(|_| Cell::new(None)),
            };
            desk.needles.push(needle);
        }
        desk
    }

    /// The garments on the needles as a network sees them.
    pub(super) fn needles_seen(&self) -> impl Iterator<Item = NeedleSeen> {
        self.needles.iter().map(|needle| {
            let table = self.state.content().garment(needle.card.garment());
            let begun = needle.colors.len();
            let shortest = begun.max(usize::from(table.mandatory));
            let beginning = Beginning::of(&needle.colors);
            let lacks = |kind| {
                if beginning.can_become(kind, shortest) {
                    1.0 / (1.0 + f32::from(beginning.lacking(kind, shortest, self.hand)))
                } else {
                    0.0
                }
            };
            let fits = |tile: &Tile| {
                table
                    .spaces
                    .get(begun)
                    .is_some_and(|space| tile.fits(space.stitch))
            };
            let tiles = &self.state.player(self.seat).tiles;
            let fitting: u32 = Tile::all()
                .filter(fits)
                .map(|tile| u32::from(tiles.count(tile)))
                .sum();
            NeedleSeen {
                outlook: needle.outlook,
                tiles: begun as f32,
                mandatory_left: (shortest - begun) as f32,
                left: (table.spaces.len() - begun) as f32,
                points_now: f32::from(table.points_at(begun)),
                points_full: f32::from(table.points_at(table.spaces.len())),
                bonus: self.bonus(needle.card, None, false),
                button: self.garment_buttons[needle.card.garment().index()].unwrap_or(0.0),
                finery: self.finery(&beginning, shortest),
                finery_full: self.finery(&beginning, table.spaces.len()),
                patterns: Pattern::ALL.map(lacks),
                colors: beginning.set.len() as f32,
                fitting: fitting as f32,
            }
        })
    }

    /// How many tiles of a color are at hand.
    pub(super) fn at_hand(&self, color: Color) -> f32 {
        f32::from(self.hand[color.index()])
    }

    /// How many garments a tile could be knitted onto at once.
    pub(super) fn fitting(&self, side: Stitch) -> f32 {
        let fits = self.needles.iter().filter(|needle| {
            let spaces = &self.state.content().garment(needle.card.garment()).spaces;
            spaces
                .get(needle.colors.len())
                .is_some_and(|space| space.stitch == side)
        });
        fits.count() as f32
    }

    /// What knitting a tile of a color onto a garment does.
    pub(super) fn knit(&self, card: Card, color: Color) -> Option<Knit> {
        let needle = self.needle(card)?;
        let table = self.state.content().garment(card.garment());
        let begun = needle.colors.len();
        let after = (begun + 1).max(usize::from(table.mandatory));
        let patterns = |colors: &[Color]| {
            let beginning = Beginning::of(colors);
            let possible = Pattern::ALL.into_iter();
            possible.filter(|&kind| beginning.can_become(kind, after)).count() as f32
        };
        let mut colors = needle.colors.clone();
        let before = patterns(&colors);
        colors.push(color);
        let left = patterns(&colors);
        Some(Knit {
            gain: self.outlook_with(needle, color) - needle.outlook,
            outlook: needle.outlook,
            done: begun as f32,
            left: (table.spaces.len() - begun - 1) as f32,
            mandatory_left: (after - begun - 1) as f32,
            patterns_left: left,
            patterns_lost: before - left,
            gives: table.spaces[begun].gives.is_some(),
        })
    }

    /// What a garment would be if it were completed as it is: its pattern, its tiles, and what it promises otherwise.
    pub(super) fn as_it_is(&self, card: Card) -> Option<(Option<Pattern>, usize, f32)> {
        let needle = self.needle(card)?;
        Some((Pattern::of(&needle.colors), needle.colors.len(), needle.outlook))
    }

    /// How well the best tile that lies on the circle fits what is on the needles, and all of them on average.
    pub(super) fn needed_on_circle(&self) -> (f32, f32) {
        let tiles = self.state.tiles_on_circle();
        let (mut best, mut sum, mut count) = (0.0_f32, 0.0, 0.0_f32);
        for (color, side) in tiles {
            let need = self.need(color, side);
            best = best.max(need);
            sum += need;
            count += 1.0;
        }
        (best, sum / count.max(1.0))
    }

    /// What all that is on the needles promises.
    pub(super) fn promise(&self) -> f32 {
        self.needles.iter().map(|needle| needle.outlook).sum()
    }

    /// What a garment with these tiles promises, less the tiles that it still takes.
    fn outlook(&self, card: Card, colors: &[Color]) -> f32 {
        let table = self.state.content().garment(card.garment());
        let from = colors.len().max(usize::from(table.mandatory));
        let most = (colors.len() + self.supply).min(table.spaces.len());
        if from > most {
            return 0.0;
        }
        let beginning = Beginning::of(colors);
        let gift = if self.drafts > 0 { 1.5 } else { 0.5 };
        let bonus = self.bonus(card, None, false);
        let best = (from..=most).map(|length| {
            let missing = (length - colors.len()) as f32;
            let spaces = &table.spaces[colors.len()..length];
            let gifts = spaces.iter().filter(|space| space.gives.is_some()).count() as f32;
            let bonus = if length == table.spaces.len() {
                self.bonus(card, None, true) + self.pulls.full
            } else {
                bonus
            };
            f32::from(table.points_at(length)) + self.finery(&beginning, length) + gifts * gift + bonus
                - missing * TILE
        });
        let hope = if self.drafts > 0 { 0.4 } else { 0.0 };
        let button = self.garment_buttons[card.garment().index()].unwrap_or(hope);
        (best.fold(f32::MIN, f32::max) + button).max(0.0)
    }

    /// Pattern and color button that a garment of this length can get.
    fn finery(&self, beginning: &Beginning, length: usize) -> f32 {
        let missing = length - beginning.colors.len();
        let mut pattern = -3.0 - self.pulls.ugly;
        for kind in Pattern::ALL {
            if beginning.can_become(kind, length) {
                let lacking = beginning
                    .lacking(kind, length, self.hand)
                    .saturating_sub(self.paws);
                let toil = EFFORT * missing as f32 + WAIT * f32::from(lacking);
                let again = if kind == Pattern::Striped {
                    self.again(beginning.set)
                } else {
                    0.0
                };
                pattern = pattern.max(self.patterns[kind.index()] + again - toil);
            }
        }
        let color = self.color_buttons.iter().map(|&(wanted, points)| {
            let lacking = wanted
                .iter()
                .filter(|&color| !beginning.set.contains(color))
                .count();
            if lacking > missing {
                return 0.0;
            }
            points * [1.0, 0.6, 0.35, 0.2][lacking.min(3)]
        });
        pattern + color.fold(0.0, f32::max)
    }

    /// How much more stripes are worth that begin with these colors, because the same were made before.
    fn again(&self, begun: ColorSet) -> f32 {
        match self.stripes_again {
            Some((colors, worth)) if colors.contains_all(begun) => {
                worth * [0.3, 0.5, 1.0][begun.len().min(2)]
            }
            _ => 0.0,
        }
    }

    /// What the bonuses of a card promise.
    pub(super) fn bonus(&self, card: Card, pattern: Option<Pattern>, is_full: bool) -> f32 {
        let later = self.drafts as f32 / 24.0;
        let worth = |bonus: &Bonus| match *bonus {
            Bonus::Points(points) => f32::from(points),
            Bonus::PerPattern(wanted, points) => {
                let own = if pattern == Some(wanted) { 1.0 } else { 0.4 };
                f32::from(points) * (f32::from(self.tally.patterns[wanted.index()]) + own + 1.2 * later)
            }
            Bonus::PerFull(points) => {
                f32::from(points) * (f32::from(self.tally.full) + f32::from(u8::from(is_full)) + 2.0 * later)
            }
            Bonus::PerThreeButtons(points) => {
                f32::from(points) * (f32::from(self.tally.with_three_buttons) + 0.3 + 1.5 * later)
            }
            Bonus::PerType { at_least: 1, points } => {
                let types = self.tally.types.iter().filter(|&&count| count > 0).count() as f32;
                f32::from(points) * (types + 0.5 + 3.0 * later)
            }
            Bonus::PerType { at_least, points } => {
                let has = |&&count: &&u8| count >= at_least;
                f32::from(points) * (self.tally.types.iter().filter(has).count() as f32 + later)
            }
            Bonus::Yarn(count) => f32::from(count) * if self.drafts > 0 { TILE } else { 0.7 },
            Bonus::Paws(count) => f32::from(count) * if self.drafts > 0 { PAW } else { 0.7 },
        };
        self.state.content().bonuses(card).iter().map(worth).sum()
    }

    /// About how many points an action gains over doing nothing.
    pub(super) fn gain(&self, action: Action) -> f32 {
        let tables = self.state.content();
        match action {
            Action::First(garment) => self.start_pull(garment),
            Action::Keep(card) => self.outlook(card, &[]),
            Action::Draft(slot) => self
                .state
                .tile_at(slot)
                .map_or(0.0, |(color, side)| self.need(color, side)),
            Action::Start { garment, payment } => {
                let has_time = self.drafts >= 4 || self.supply >= 5;
                if has_time {
                    1.5 + self.start_pull(garment) - 0.3 * self.usefulness(payment)
                } else {
                    -2.0
                }
            }
            Action::Knit { tile, card } => {
                let Some(needle) = self.needle(card) else {
                    return 0.0;
                };
                let space = &tables.garment(card.garment()).spaces[needle.colors.len()];
                let gift = if space.gives.is_some() { 1.0 } else { 0.0 };
                let asked = self.pulls.colors[tile.color().index()];
                let after = self.outlook_with(needle, tile.color()) + gift + asked;
                after - needle.outlook - if self.drafts > 0 { TILE * 0.75 } else { 0.2 } + 0.3
            }
            Action::Flip { turned, .. } => {
                let other = turned.side().map(Stitch::other);
                other.map_or(0.0, |side| self.need(turned.color(), side)) - TILE - 0.5
            }
            Action::Paw(color) => self.usefulness(Tile::in_bowl(color)) - 1.0,
            Action::Complete { card, buttons } => {
                let Some(needle) = self.needle(card) else {
                    return 0.0;
                };
                let table = tables.garment(card.garment());
                let pattern = Pattern::of(&needle.colors);
                let count = buttons.iter().count();
                let buttons = buttons.iter().map(|button| {
                    f32::from(tables.button(button).points) + self.pulls.buttons[button.shape.index()]
                });
                let ugly = if pattern.is_none() {
                    3.0 + self.pulls.ugly
                } else {
                    0.0
                };
                let is_full = needle.colors.len() == table.spaces.len();
                let again = if pattern == Some(Pattern::Striped) {
                    self.again(needle.colors.iter().copied().collect())
                } else {
                    0.0
                };
                let mut asked = self.pulls.garment;
                if is_full {
                    asked += self.pulls.full;
                }
                if count == ButtonType::COUNT {
                    asked += self.pulls.three_buttons;
                }
                if let Some(pattern) = pattern {
                    asked += self.pulls.patterns[pattern.index()];
                }
                let now = f32::from(table.points_at(needle.colors.len())) + buttons.sum::<f32>() - ugly
                    + asked
                    + self.bonus(card, pattern, is_full)
                    + again;
                let free_needle = if self.drafts > 0 { 1.0 } else { 0.0 };
                // What is certain is worth a little more than what is hoped for.
                now - needle.outlook + free_needle + if self.drafts == 0 { 4.0 } else { 0.4 }
            }
            Action::Done | Action::Center { .. } | Action::Retain(_) | Action::Coin => 0.0,
        }
    }

    fn needle(&self, card: Card) -> Option<&Needle> {
        self.needles.iter().find(|needle| needle.card == card)
    }

    /// What a tile that is not knitted at once is worth because a pattern will want its color.
    pub(super) fn color_need(&self, color: Color) -> f32 {
        let known = &self.color_needs[color.index()];
        known.get().unwrap_or_else(|| {
            let mut more = self.hand;
            more[color.index()] += 1;
            let saved = self.needles.iter().map(|needle| self.waits_saved(needle, more));
            let need = 0.5 * WAIT * saved.fold(0.0, f32::max);
            known.set(Some(need));
            need
        })
    }

    /// How many tiles fewer a garment waits for with more tiles at hand.
    fn waits_saved(&self, needle: &Needle, more: [u8; Color::COUNT]) -> f32 {
        let table = self.state.content().garment(needle.card.garment());
        let length = needle.colors.len().max(usize::from(table.mandatory));
        let beginning = Beginning::of(&needle.colors);
        let patterns = Pattern::ALL.into_iter();
        let possible = patterns.filter(|&kind| beginning.can_become(kind, length));
        let saved = possible.map(|kind| {
            let lacks = |hand| f32::from(beginning.lacking(kind, length, hand));
            lacks(self.hand) - lacks(more)
        });
        saved.fold(0.0, f32::max)
    }

    fn outlook_with(&self, needle: &Needle, color: Color) -> f32 {
        let known = &needle.outlook_with[color.index()];
        known.get().unwrap_or_else(|| {
            let mut colors = needle.colors.clone();
            colors.push(color);
            let outlook = self.outlook(needle.card, &colors);
            known.set(Some(outlook));
            outlook
        })
    }

    pub(super) fn start_pull(&self, garment: GarmentType) -> f32 {
        self.garment_buttons[garment.index()].unwrap_or(0.0) * 0.4 + self.pulls.garments[garment.index()]
    }

    /// How well a tile fits what is on the needles.
    pub(super) fn need(&self, color: Color, side: Stitch) -> f32 {
        let mut best = 0.0_f32;
        for needle in &self.needles {
            let spaces = &self.state.content().garment(needle.card.garment()).spaces;
            let Some(space) = spaces.get(needle.colors.len()) else {
                continue;
            };
            let gain = self.outlook_with(needle, color) - needle.outlook;
            // A tile of the other side may fit later.
            best = best.max(if space.stitch == side { gain } else { 0.4 * gain });
        }
        best.max(self.color_need(color))
            + self.pulls.colors[color.index()]
            + 0.15 * f32::from(self.state.player(self.seat).tiles.count(Tile::in_bowl(color)))
    }

    pub(super) fn usefulness(&self, tile: Tile) -> f32 {
        if let Some(side) = tile.side() {
            return self.need(tile.color(), side);
        }
        let of = |side| self.need(tile.color(), side);
        of(Stitch::Knit).max(of(Stitch::Purl))
    }
}

/// The colors of stripes that are asked for once more, because they were made or are on a needle, and what meeting that
/// is worth.
fn stripes_again(state: &KnittingCircle, seat: Seat, tally: &Tally) -> Option<(ColorSet, f32)> {
    let next = tally.identical_stripes.max(1) + 1;
    let (request, met_by) = state.requests_in_play().find(|(request, met_by)| {
        !met_by.contains(seat) && request.wants == Condition::IdenticalStripes(next)
    })?;
    if tally.identical_stripes > 0 {
        return Some((tally.stripes, worth(request, met_by)));
    }
    let mut garments = state.player(seat).in_progress().iter();
    let begun = garments.find_map(|garment| {
        let colors = garment.colors();
        let beginning = Beginning::of(&colors);
        (beginning.is_striped && beginning.set.len() == 2).then_some(beginning.set)
    })?;
    Some((begun, 0.5 * worth(request, met_by)))
}

/// How a garment begins, and which patterns that leaves it.
struct Beginning<'a> {
    colors: &'a [Color],
    set: ColorSet,
    is_one_color: bool,
    is_striped: bool,
    /// The blocks so far and the length of the last one, if it can be a colorblock.
    blocks: Option<(usize, usize)>,
}

impl<'a> Beginning<'a> {
    fn of(colors: &'a [Color]) -> Self {
        Beginning {
            colors,
            set: colors.iter().copied().collect(),
            is_one_color: colors.windows(2).all(|pair| pair[0] == pair[1]),
            is_striped: colors.windows(2).all(|pair| pair[0] != pair[1])
                && colors.windows(3).all(|three| three[0] == three[2]),
            blocks: blocks(colors),
        }
    }

    /// Can it have this pattern at this length?
    fn can_become(&self, pattern: Pattern, length: usize) -> bool {
        let colors = self.colors;
        match pattern {
            Pattern::Solid => length >= 3 && self.is_one_color,
            Pattern::Striped => length >= 3 && self.is_striped,
            Pattern::Colorblock => {
                length >= 4
                    && match self.blocks {
                        None => false,
                        Some((0, _)) => true,
                        Some((1, _)) => length - colors.len().max(2) >= 2,
                        Some((_, open)) => open >= 2 || length > colors.len(),
                    }
            }
            Pattern::Symmetrical => {
                length >= 4
                    && (0..colors.len()).all(|place| {
                        let mirrored = length - 1 - place;
                        mirrored >= colors.len() || colors[place] == colors[mirrored]
                    })
                    && (colors.len() < length || Pattern::of(colors) == Some(Pattern::Symmetrical))
            }
        }
    }

    /// How many tiles of a color that the pattern dictates are not at hand.
    fn lacking(&self, pattern: Pattern, length: usize, hand: [u8; Color::COUNT]) -> u8 {
        let colors = self.colors;
        let mut wanted = [0u8; Color::COUNT];
        match (pattern, colors) {
            (_, []) => {}
            (Pattern::Solid, [first, ..]) => wanted[first.index()] += (length - colors.len()) as u8,
            (Pattern::Striped, _) => {
                for place in colors.len()..length {
                    if let Some(color) = colors.get(place % 2) {
                        wanted[color.index()] += 1;
                    }
                }
            }
            (Pattern::Colorblock, [.., last]) => {
                if matches!(self.blocks, Some((_, 1))) && length > colors.len() {
                    wanted[last.index()] += 1;
                }
            }
            (Pattern::Symmetrical, _) => {
                for place in colors.len()..length {
                    if let Some(color) = colors.get(length - 1 - place) {
                        wanted[color.index()] += 1;
                    }
                }
            }
        }
        let lacks = wanted
            .iter()
            .zip(hand)
            .map(|(want, have)| want.saturating_sub(have));
        lacks.sum()
    }
}

/// How many blocks of one color these are, and how long the last is: only that one may still be short.
fn blocks(colors: &[Color]) -> Option<(usize, usize)> {
    let (mut seen, mut open) = (ColorSet::default(), 0);
    for block in colors.chunk_by(|a, b| a == b) {
        if open == 1 || seen.contains(block[0]) {
            return None;
        }
        seen = seen.with(block[0]);
        open = block.len();
    }
    Some((seen.len(), open))
}
