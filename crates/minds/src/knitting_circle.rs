//! What bots know of Knitting Circle: a tile is worth points, and a garment is worth what it will score less the tiles it
//! still takes.

use bobbin_bots::{Forecast, Mind, Others, conclude};
use bobbin_game::{Aim, Game as _, MAX_SEATS, Outcome, SearchChance, Seat, Setup as _};
use bobbin_knitting_circle::{
    Action, Bonus, Button, ButtonType, Card, Color, ColorSet, Condition, Event, Gift, KnittingCircle,
    Pattern, PhaseName, Stitch, Tally, Tile, Wish,
};

use crate::fit::Fitted;
use crate::study::{Fact, Facts, Study};

/// What bots know of Knitting Circle.
#[derive(Clone, Copy, Debug)]
pub struct KnittingMind {
    weights: &'static [f32; FEATURES],
}

impl Default for KnittingMind {
    fn default() -> Self {
        KnittingMind { weights: &WEIGHTS }
    }
}

/// A lead of so many points makes winning e times as likely as losing.
const SPREAD: f32 = 8.0;

/// What a tile costs a garment: about what it would score elsewhere.
const TILE: f32 = 2.2;
/// What a grabby paw is worth in hand.
const PAW: f32 = 2.0;

/// Weights of the features, fitted on self-play (see `docs/bots.md`).
const WEIGHTS: [f32; FEATURES] = [1.0, 1.0, TILE, 0.5, PAW, 0.5, TILE, 0.8, 0.0];
const FEATURES: usize = 9;

/// What a seat could still make of its board.
struct Desk<'a> {
    state: &'a KnittingCircle,
    buttons: arrayvec::ArrayVec<Button, 6>,
    tally: Tally,
    supply: usize,
    drafts: u32,
}

impl<'a> Desk<'a> {
    fn of(state: &'a KnittingCircle, seat: Seat) -> Self {
        let drafts = state.drafts_left(seat);
        Desk {
            state,
            buttons: state.workspace_of(seat).take(6).collect(),
            tally: state.tally(seat),
            supply: (state.available_tiles(seat) + drafts) as usize + usize::from(state.paws_of(seat)),
            drafts,
        }
    }

    /// What a garment with these tiles promises, less the tiles that it still takes.
    fn outlook(&self, card: Card, colors: &[Color]) -> f32 {
        let table = self.state.tables().garment(card.garment());
        let from = colors.len().max(usize::from(table.mandatory));
        let best = (from..=table.spaces.len()).map(|length| {
            let missing = length - colors.len();
            if missing > self.supply {
                return 0.0;
            }
            let gifts = table.spaces[colors.len()..length]
                .iter()
                .filter(|space| space.gives.is_some());
            let gifts = gifts.count() as f32 * if self.drafts > 0 { 1.5 } else { 0.5 };
            let is_full = length == table.spaces.len();
            f32::from(table.points_at(length))
                + self.finery(card, colors, length)
                + gifts
                + self.bonus(card, None, is_full)
                - missing as f32 * TILE
        });
        best.fold(0.0, f32::max)
    }

    /// Pattern and buttons that a garment of this length can get.
    fn finery(&self, card: Card, colors: &[Color], length: usize) -> f32 {
        let missing = (length - colors.len()) as f32;
        let mut best = -3.0;
        for pattern in Pattern::ALL {
            if !is_reachable(pattern, colors, length) {
                continue;
            }
            let effort = match pattern {
                Pattern::Solid => 0.5,
                Pattern::Striped | Pattern::Symmetrical => 0.4,
                Pattern::Colorblock => 0.3,
            };
            let button = self.best_button(ButtonType::Pattern, |wish| wish == Wish::Pattern(pattern));
            let hope = if self.drafts > 0 { 1.0 } else { 0.0 };
            let worth = button.unwrap_or(hope) + self.pattern_pull(pattern) - effort * missing;
            best = f32::max(best, worth);
        }
        let set: ColorSet = colors.iter().copied().collect();
        let color = self.buttons.iter().filter_map(|&button| {
            let kind = self.state.tables().button(button);
            let Wish::Colors(wanted) = kind.wish else {
                return None;
            };
            let lacking = wanted.iter().filter(|&color| !set.contains(color)).count() as f32;
            (lacking <= missing)
                .then(|| f32::from(kind.points) * [1.0, 0.6, 0.35, 0.2][(lacking as usize).min(3)])
        });
        let color = color.fold(0.0, f32::max);
        let hope = if self.drafts > 0 { 0.4 } else { 0.0 };
        let garment = self.best_button(ButtonType::Garment, |wish| wish == Wish::Garment(card.garment()));
        best + color + garment.unwrap_or(hope)
    }

    fn best_button(&self, shape: ButtonType, fits: impl Fn(Wish) -> bool) -> Option<f32> {
        let buttons = self.buttons.iter().filter(|button| button.shape == shape);
        let fitting = buttons.filter_map(|&button| {
            let kind = self.state.tables().button(button);
            fits(kind.wish).then(|| f32::from(kind.points))
        });
        fitting.reduce(f32::max)
    }

    /// How much more a pattern is worth because of cards that count it.
    fn pattern_pull(&self, pattern: Pattern) -> f32 {
        let asks = |wants: Condition| match wants {
            Condition::Pattern(asked, _) if asked == pattern => 0.7,
            Condition::IdenticalStripes(_) if pattern == Pattern::Striped => 0.5,
            Condition::Patterns(_) if self.tally.patterns[pattern.index()] == 0 => 0.5,
            _ => 0.0,
        };
        self.state
            .requests_in_play()
            .map(|(request, _)| asks(request.wants))
            .sum()
    }

    /// What the bonuses of a card promise.
    fn bonus(&self, card: Card, pattern: Option<Pattern>, is_full: bool) -> f32 {
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
                let types = self
                    .tally
                    .types
                    .iter()
                    .filter(|&&count| count >= at_least)
                    .count() as f32;
                f32::from(points) * (types + later)
            }
            Bonus::Yarn(count) => f32::from(count) * if self.drafts > 0 { TILE } else { 0.7 },
            Bonus::Paws(count) => f32::from(count) * if self.drafts > 0 { PAW } else { 0.7 },
        };
        self.state.tables().bonuses(card).iter().map(worth).sum()
    }
}

/// Can a garment that begins like this have this pattern at this length?
fn is_reachable(pattern: Pattern, colors: &[Color], length: usize) -> bool {
    let is_one_color = || colors.windows(2).all(|pair| pair[0] == pair[1]);
    match pattern {
        Pattern::Solid => length >= 3 && is_one_color(),
        Pattern::Striped => {
            length >= 3
                && colors.windows(2).all(|pair| pair[0] != pair[1])
                && colors.windows(3).all(|three| three[0] == three[2])
        }
        Pattern::Colorblock => {
            if length < 4 {
                return false;
            }
            let (mut seen, mut open) = (ColorSet::default(), 0);
            for block in colors.chunk_by(|a, b| a == b) {
                // Only the last block may still be short.
                if open == 1 || seen.contains(block[0]) {
                    return false;
                }
                seen = seen.with(block[0]);
                open = block.len();
            }
            let missing = length - colors.len();
            match seen.len() {
                0 => true,
                1 => length - colors.len().max(2) >= 2,
                _ => open >= 2 || missing >= 1,
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

/// How far a seat has come towards a request, from 0 to 1.
fn progress(wants: Condition, tally: &Tally) -> f32 {
    let of = |have: u8, need: u8| f32::from(have.min(need)) / f32::from(need.max(1));
    let some = |counts: &[u8]| counts.iter().filter(|&&count| count > 0).count() as u8;
    match wants {
        Condition::Tiles(color, need) => of(tally.tiles[color.index()], need),
        Condition::AnyTiles(need) => of(tally.tiles.iter().sum(), need),
        Condition::EachColor(need) => tally.tiles.iter().map(|&have| of(have, need)).sum::<f32>() / 6.0,
        Condition::Buttons(shape, need) => of(tally.buttons[shape.index()], need),
        Condition::AnyButtons(need) => of(tally.buttons.iter().sum(), need),
        Condition::IdenticalStripes(need) => of(tally.identical_stripes, need),
        Condition::Pattern(pattern, need) => of(tally.patterns[pattern.index()], need),
        Condition::Patterns(need) => of(some(&tally.patterns), need),
        Condition::Garment(garment, need) => of(tally.types[garment.index()], need),
        Condition::Types(need) => of(some(&tally.types), need),
        Condition::OneType(need) => of(tally.types.into_iter().max().unwrap_or(0), need),
        Condition::Full(need) => of(tally.full, need),
        Condition::ThreeButtons(need) => of(tally.with_three_buttons, need),
        Condition::ColorsInOne(need) => of(tally.most_colors, need),
        Condition::Garments(need) => of(tally.garments, need),
        _ => 0.0,
    }
}

/// The tiles of a seat, those that the end of the round will take counted for less.
fn worth_keeping(state: &KnittingCircle, seat: Seat) -> f32 {
    let tiles = state.available_tiles(seat) as f32;
    let kept = tiles.min(f32::from(state.setup().rules().bowl));
    match state.current_phase() {
        PhaseName::Crafting if state.to_act().contains(seat) => kept + 0.6 * (tiles - kept),
        PhaseName::Crafting | PhaseName::Retaining => kept,
        _ => tiles,
    }
}

impl Fitted<KnittingCircle> for KnittingMind {
    fn weights(&self) -> &[f32] {
        self.weights
    }

    const NAMES: &'static [&'static str] = &[
        "score now",
        "garments on needles",
        "tiles, more drafts to come",
        "tiles, no more drafts",
        "paws, more drafts to come",
        "paws, no more drafts",
        "drafts to come",
        "requests under way",
        "constant",
    ];

    fn features(&self, state: &KnittingCircle, seat: Seat, features: &mut Vec<f32>) {
        let desk = Desk::of(state, seat);
        let outlook: f32 = state
            .on_needles(seat)
            .map(|(card, colors)| desk.outlook(card, &colors))
            .sum();
        let tiles = worth_keeping(state, seat);
        let paws = f32::from(state.paws_of(seat));
        let drafts = desk.drafts as f32;
        let is_late = desk.drafts == 0;
        let early = |value: f32| if is_late { 0.0 } else { value };
        let late = |value: f32| if is_late { value } else { 0.0 };
        let requests: f32 = state
            .requests_in_play()
            .filter(|(_, met_by)| !met_by.contains(seat))
            .map(|(request, _)| progress(request.wants, &desk.tally).powi(2) * f32::from(request.points))
            .sum();
        let now = state.score(seat).total() as f32;
        features.clear();
        features.extend([
            now,
            outlook,
            early(tiles),
            late(tiles),
            early(paws),
            late(paws),
            drafts,
            early(requests),
            1.0,
        ]);
    }
}

impl Mind<KnittingCircle> for KnittingMind {
    // Only offers and cards under decks are hidden, and nobody can act on another's.
    const OTHERS: Others = Others::Tree;

    fn forecast(&self, state: &KnittingCircle) -> Option<Forecast> {
        let players = state.setup().players();
        let mut points = [0.0; MAX_SEATS];
        let mut features = Vec::with_capacity(FEATURES);
        for seat in Seat::all(players) {
            points[seat.index()] = self.points(state, seat, &mut features);
        }
        // What is still to come can turn everything.
        let to_come = state.drafts_left(Seat::new(0)) as f32;
        Some(Forecast::of_points(
            &points[..players],
            Aim::High,
            SPREAD + 0.4 * to_come,
        ))
    }

    fn conclude(&self, outcome: &Outcome) -> Forecast {
        conclude(outcome, SPREAD)
    }

    fn weigh(&self, state: &KnittingCircle, seat: Seat, legal: &[Action], weights: &mut Vec<f32>) {
        let desk = Desk::of(state, seat);
        weights.clear();
        weights.extend(
            legal
                .iter()
                .map(|&action| (gain(&desk, seat, action) / 0.8).clamp(-8.0, 8.0).exp()),
        );
    }

    fn playout_action(
        &self,
        state: &KnittingCircle,
        seat: Seat,
        random: &mut SearchChance,
        buffer: &mut Vec<Action>,
    ) -> Action {
        buffer.clear();
        state.legal_actions(seat, buffer);
        if buffer.len() == 1 {
            return buffer[0];
        }
        let desk = Desk::of(state, seat);
        let mut best = (f32::MIN, buffer[0]);
        for &action in buffer.iter() {
            let noise = (random.bits() >> 40) as f32 / (1u64 << 24) as f32;
            let gain = gain(&desk, seat, action) + 1.5 * noise;
            if gain > best.0 {
                best = (gain, action);
            }
        }
        best.1
    }

    fn playout_length(&self, state: &KnittingCircle) -> u32 {
        // The last round is played to its end; before, to the next moment when nothing is half done.
        if state.drafts_left(Seat::new(0)) <= u32::from(state.setup().rules().drafts) {
            u32::MAX
        } else {
            0
        }
    }

    fn is_quiet(&self, state: &KnittingCircle) -> bool {
        matches!(
            state.current_phase(),
            PhaseName::Drafting | PhaseName::Coin | PhaseName::PlacingCenter
        )
    }
}

/// About how many points an action gains over doing nothing.
fn gain(desk: &Desk, seat: Seat, action: Action) -> f32 {
    let state = desk.state;
    let tables = state.tables();
    match action {
        Action::First(garment) => start_pull(desk, garment),
        Action::Keep(card) => desk.outlook(card, &[]),
        Action::Draft(slot) => state
            .tile_at(slot)
            .map_or(0.0, |(color, side)| need(desk, seat, color, side)),
        Action::Start { garment, payment } => {
            let has_time = desk.drafts >= 4 || desk.supply >= 5;
            let use_elsewhere = usefulness(desk, seat, payment) * 0.3;
            if has_time {
                1.5 + start_pull(desk, garment) - use_elsewhere
            } else {
                -2.0
            }
        }
        Action::Knit { tile, card } => {
            let Some((_, mut colors)) = state.on_needles(seat).find(|(own, _)| *own == card) else {
                return 0.0;
            };
            let before = desk.outlook(card, &colors);
            let gift = tables.garment(card.garment()).spaces[colors.len()].gives;
            colors.push(tile.color());
            let gift = match gift {
                Some(Gift::Yarn | Gift::Paw) => 1.0,
                None => 0.0,
            };
            let after = desk.outlook(card, &colors) + gift;
            after - before - if desk.drafts > 0 { TILE * 0.75 } else { 0.2 } + 0.3
        }
        Action::Flip { turned, .. } => {
            let other = turned.side().map(Stitch::other);
            let after = other.map_or(0.0, |side| need(desk, seat, turned.color(), side));
            after - TILE - 0.5
        }
        Action::Paw(color) => {
            need(desk, seat, color, Stitch::Knit).max(need(desk, seat, color, Stitch::Purl)) - 1.0
        }
        Action::Complete { card, buttons } => {
            let Some((_, colors)) = state.on_needles(seat).find(|(own, _)| *own == card) else {
                return 0.0;
            };
            let table = tables.garment(card.garment());
            let pattern = Pattern::of(&colors);
            let buttons: f32 = buttons
                .iter()
                .map(|button| f32::from(tables.button(button).points))
                .sum();
            let ugly = if pattern.is_none() { 3.0 } else { 0.0 };
            let is_full = colors.len() == table.spaces.len();
            let now = f32::from(table.points_at(colors.len())) + buttons - ugly
                + desk.bonus(card, pattern, is_full);
            let free_needle = if desk.drafts > 0 { 1.0 } else { 0.0 };
            // What is certain is worth a little more than what is hoped for.
            now - desk.outlook(card, &colors) + free_needle + if desk.drafts == 0 { 4.0 } else { 0.4 }
        }
        Action::Done | Action::Center { .. } | Action::Retain(_) | Action::Coin => 0.0,
    }
}

fn start_pull(desk: &Desk, garment: bobbin_knitting_circle::GarmentType) -> f32 {
    desk.best_button(ButtonType::Garment, |wish| wish == Wish::Garment(garment))
        .unwrap_or(0.0)
        * 0.4
}

/// How well a tile fits what is on the needles.
fn need(desk: &Desk, seat: Seat, color: Color, side: Stitch) -> f32 {
    let mut best = 0.0_f32;
    for (card, colors) in desk.state.on_needles(seat) {
        let spaces = &desk.state.tables().garment(card.garment()).spaces;
        if colors.len() == spaces.len() {
            continue;
        }
        let before = desk.outlook(card, &colors);
        let mut with = colors.clone();
        with.push(color);
        let fits = spaces[colors.len()].stitch == side;
        let gain = desk.outlook(card, &with) - before;
        // A tile of the other side may fit later.
        best = best.max(if fits { gain } else { 0.4 * gain });
    }
    best + 0.15 * f32::from(desk.state.available(seat, Tile::in_bowl(color)))
}

fn usefulness(desk: &Desk, seat: Seat, tile: Tile) -> f32 {
    match tile.side() {
        Some(side) => need(desk, seat, tile.color(), side),
        None => {
            need(desk, seat, tile.color(), Stitch::Knit).max(need(desk, seat, tile.color(), Stitch::Purl))
        }
    }
}

impl Study<KnittingCircle> for KnittingMind {
    fn note_start(state: &KnittingCircle, facts: &mut Facts) {
        let tables = state.tables();
        for table in &tables.garments {
            facts
                .offered
                .push(Fact::new("garment type", table.garment.to_string()));
            for number in 0..table.cards.len() {
                facts.offered.push(Fact::new(
                    "garment card",
                    format!("{}-{:02}", table.garment, number + 1),
                ));
            }
        }
        for pile in &tables.buttons {
            for kind in 0..pile.kinds.len() {
                facts
                    .offered
                    .push(Fact::new("button", format!("{}-{:02}", pile.shape, kind + 1)));
            }
        }
        for (request, _) in state.requests_in_play() {
            facts.offered.push(Fact::new("request", request.id.clone()));
        }
    }

    fn note_event(state: &KnittingCircle, event: &Event, facts: &mut Facts) {
        let mut note = |seat: &Seat, kind, name: String| facts.taken.push((*seat, Fact::new(kind, name)));
        match event {
            Event::Completed {
                seat,
                card,
                pattern,
                buttons,
                ..
            } => {
                note(seat, "garment type", card.garment().to_string());
                note(seat, "garment card", card.to_string());
                let looks = pattern.map_or_else(|| "ugly".to_owned(), |pattern| pattern.to_string());
                note(seat, "pattern", looks);
                for button in buttons {
                    note(seat, "button", button.to_string());
                }
            }
            Event::RequestMet { seat, request, .. } => {
                if let Some((card, _)) = state.requests_in_play().nth(usize::from(*request)) {
                    note(seat, "request", card.id.clone());
                }
            }
            Event::PawUsed { seat, .. } => note(seat, "in crafting", "grabby paw".to_owned()),
            Event::Flipped { seat, .. } => note(seat, "in crafting", "flip".to_owned()),
            Event::Started { seat, .. } => note(seat, "in crafting", "start a garment".to_owned()),
            _ => {}
        }
    }
}
