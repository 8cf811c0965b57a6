//! A second, slow implementation of sections 4 to 6, straight from the clauses: every card, every turn, every whole place
//! within reach, all pairs of cards. It shares no geometry with the rules.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use bobbin_circuitous::{Ability, Action, Circuitous, PhaseView, View};
use bobbin_game::{Game, SearchChance, Viewer};

type Pt = (i32, i32);
/// A point and the direction out of the card.
type End = (Pt, Pt);

/// Exits by path: side (0 north, clockwise) and offset.
type Paths = Vec<Vec<(usize, i32)>>;

#[derive(Clone, PartialEq)]
struct Card {
    at: Pt,
    turn: i32,
    paths: Paths,
    is_finish: bool,
}

fn turn_once((x, y): Pt) -> Pt {
    (y, -x)
}

fn turned(point: Pt, times: i32) -> Pt {
    (0..times).fold(point, |point, _| turn_once(point))
}

const STEPS: [Pt; 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];

impl Card {
    fn ends(&self) -> Vec<Vec<End>> {
        let end = |&(side, offset): &(usize, i32)| {
            let local = match side {
                0 => (offset, 7),
                1 => (5, offset),
                2 => (offset, -7),
                _ => (-5, offset),
            };
            let (x, y) = turned(local, self.turn);
            ((self.at.0 + x, self.at.1 + y), turned(STEPS[side], self.turn))
        };
        self.paths
            .iter()
            .map(|path| path.iter().map(end).collect())
            .collect()
    }

    fn flat(&self) -> Vec<End> {
        self.ends().concat()
    }

    /// West, south, east, north.
    fn sides(&self) -> (i32, i32, i32, i32) {
        let (w, h) = if self.turn % 2 == 0 { (5, 7) } else { (7, 5) };
        (self.at.0 - w, self.at.1 - h, self.at.0 + w, self.at.1 + h)
    }

    /// 4.5: the black edge of a finish from end point to end point, and the direction into it.
    fn is_into_black(&self, (point, out): End) -> bool {
        if !self.is_finish {
            return false;
        }
        let (nx, ny) = turned((1, 0), self.turn);
        let edge: Vec<Pt> = (-7..=7)
            .map(|k| (self.at.0 + nx * 5 - ny * k, self.at.1 + ny * 5 + nx * k))
            .collect();
        out == (-nx, -ny) && edge.contains(&point)
    }
}

/// 4.2 to 4.5 for two cards.
fn is_legal_pair(a: &Card, b: &Card) -> bool {
    let (one, other) = (a.sides(), b.sides());
    if one.0 < other.2 && other.0 < one.2 && one.1 < other.3 && other.1 < one.3 {
        return false;
    }
    let fine = |from: &Card, on: &Card| {
        let (west, south, east, north) = on.sides();
        from.flat().iter().all(|&((x, y), (dx, dy))| {
            let is_outside = x < west || x > east || y < south || y > north;
            is_outside || on.flat().contains(&((x, y), (-dx, -dy))) || on.is_into_black(((x, y), (dx, dy)))
        })
    };
    fine(a, b) && fine(b, a)
}

/// Cards of a shape in any turn with some exit at this point, leading this way.
fn cards_at(shape: &[Vec<(usize, i32)>], ((x, y), out): End) -> Vec<Card> {
    let mut found = Vec::new();
    for turn in 0..4 {
        let card = Card {
            at: (0, 0),
            turn,
            paths: shape.to_vec(),
            is_finish: false,
        };
        for ((ex, ey), exit_out) in card.flat() {
            if exit_out == out {
                found.push(Card {
                    at: (x - ex, y - ey),
                    ..card.clone()
                });
            }
        }
    }
    found
}

struct Slow {
    cards: Vec<Card>,
    finishes: usize,
    shapes: Rc<Vec<Paths>>,
}

impl Slow {
    fn new(view: &View) -> Slow {
        let paths = |code| -> Vec<Vec<(usize, i32)>> {
            let kind = view.kind(code).unwrap();
            let exit =
                |exit: &bobbin_circuitous::geometry::Exit| (exit.side as usize, i32::from(exit.offset));
            kind.paths
                .iter()
                .map(|path| path.iter().map(exit).collect())
                .collect()
        };
        let card = |spot: bobbin_circuitous::geometry::Spot, paths, is_finish| Card {
            at: (i32::from(spot.at.x), i32::from(spot.at.y)),
            turn: i32::from(spot.turn.quarters()),
            paths,
            is_finish,
        };
        let mut cards = vec![card(view.start, vec![vec![(0, 0)]], false)];
        cards.extend(
            view.finishes
                .iter()
                .map(|finish| card(finish.spot, Vec::new(), true)),
        );
        cards.extend(
            view.cards
                .iter()
                .map(|laid| card(laid.spot, paths(laid.card), false)),
        );
        let shapes: BTreeSet<_> = view.kinds.iter().map(|kind| paths(kind.card)).collect();
        Slow {
            cards,
            finishes: view.finishes.len(),
            shapes: Rc::new(shapes.into_iter().collect()),
        }
    }

    fn is_legal_card(&self, card: &Card, but: usize) -> bool {
        self.cards
            .iter()
            .enumerate()
            .all(|(index, other)| index == but || is_legal_pair(card, other))
    }

    /// Open ends, and whether each is live.
    fn open(&self) -> Vec<(End, bool)> {
        let mut at: BTreeMap<End, (usize, usize)> = BTreeMap::new();
        for (index, card) in self.cards.iter().enumerate() {
            for (path, ends) in card.ends().iter().enumerate() {
                at.extend(ends.iter().map(|&end| (end, (index, path))));
            }
        }
        let mate = |&((x, y), (dx, dy)): &End| ((x, y), (-dx, -dy));
        let mut live: BTreeSet<(usize, usize)> = [(0, 0)].into();
        loop {
            let before = live.len();
            for (end, path) in &at {
                if let Some(other) = at.get(&mate(end))
                    && live.contains(path)
                {
                    live.insert(*other);
                }
            }
            if live.len() == before {
                break;
            }
        }
        let open = at.iter().filter(|(end, _)| !at.contains_key(&mate(end)));
        open.map(|(end, path)| (*end, live.contains(path))).collect()
    }

    /// 4.6, 4.7
    fn is_playable(&self) -> bool {
        let back = |((x, y), (dx, dy)): End| ((x, y), (-dx, -dy));
        let mut live = self.open().into_iter().filter(|(_, live)| *live);
        let fits = |end: End| {
            let cards = self.shapes.iter().flat_map(|shape| cards_at(shape, back(end)));
            cards
                .into_iter()
                .any(|card| self.is_legal_card(&card, usize::MAX))
        };
        let has_room = |finish: &Card| {
            let (nx, ny) = turned((1, 0), finish.turn);
            (-7..=7).any(|k| {
                let point = (finish.at.0 + nx * 5 - ny * k, finish.at.1 + ny * 5 + nx * k);
                let mut cards = self
                    .shapes
                    .iter()
                    .flat_map(|shape| cards_at(shape, (point, (-nx, -ny))));
                cards.any(|card| self.is_legal_card(&card, usize::MAX))
            })
        };
        live.any(|(end, _)| fits(end)) && self.cards[1..=self.finishes].iter().all(has_room)
    }

    /// 6.1, 6.2
    fn is_reached(&self) -> bool {
        let live: Vec<End> = self
            .open()
            .into_iter()
            .filter(|(_, live)| *live)
            .map(|(end, _)| end)
            .collect();
        (1..=self.finishes).any(|finish| {
            (-2i32..=2).any(|dx| {
                (-2i32..=2).filter(|dy| dx * dx + dy * dy <= 4).any(|dy| {
                    let lies = &self.cards[finish];
                    let slid = Card {
                        at: (lies.at.0 + dx, lies.at.1 + dy),
                        ..lies.clone()
                    };
                    live.iter().any(|end| slid.is_into_black(*end)) && self.is_legal_card(&slid, finish)
                })
            })
        })
    }

    /// 4.2 to 4.8 for the table with this card added or put in the place of another.
    fn allows(&self, card: &Card, place: usize) -> bool {
        if !self.is_legal_card(card, place) {
            return false;
        }
        let mut cards = self.cards.clone();
        if place < cards.len() {
            cards[place] = card.clone();
        } else {
            cards.push(card.clone());
        }
        let after = Slow {
            cards,
            finishes: self.finishes,
            shapes: Rc::clone(&self.shapes),
        };
        after.is_playable() || after.is_reached()
    }

    fn joins(&self, card: &Card, but: usize) -> usize {
        let others = self.cards.iter().enumerate().filter(|(index, _)| *index != but);
        let theirs: Vec<End> = others.flat_map(|(_, other)| other.flat()).collect();
        card.flat()
            .iter()
            .filter(|((x, y), (dx, dy))| theirs.contains(&((*x, *y), (-dx, -dy))))
            .count()
    }

    /// 3.1
    fn is_first(&self, card: &Card) -> bool {
        let ((x, y), (dx, dy)) = self.cards[0].flat()[0];
        card.ends()
            .iter()
            .any(|path| path.contains(&((x, y), (-dx, -dy))) && path.len() >= 3)
    }

    /// Every place of a card, straight from section 4.
    fn places(&self, paths: &[Vec<(usize, i32)>]) -> BTreeSet<Look> {
        let mut found = BTreeSet::new();
        let mut tried = BTreeSet::new();
        for (((x, y), (dx, dy)), _) in self.open() {
            for turn in 0..4 {
                let card = Card {
                    at: (0, 0),
                    turn,
                    paths: paths.to_vec(),
                    is_finish: false,
                };
                let exits = card.flat();
                for cx in x - 14..=x + 14 {
                    for cy in y - 14..=y + 14 {
                        let is_joined = exits.contains(&((x - cx, y - cy), (-dx, -dy)));
                        if !is_joined || !tried.insert((cx, cy, turn)) {
                            continue;
                        }
                        let card = Card {
                            at: (cx, cy),
                            ..card.clone()
                        };
                        let is_first = self.cards.len() > 1 + self.finishes || self.is_first(&card);
                        if is_first && self.allows(&card, usize::MAX) {
                            found.insert(look(&card));
                        }
                    }
                }
            }
        }
        found
    }
}

/// What one sees of a card: its rectangle and its paths.
type Look = ((i32, i32, i32, i32), BTreeSet<BTreeSet<End>>);

fn look(card: &Card) -> Look {
    (
        card.sides(),
        card.ends()
            .into_iter()
            .map(|path| path.into_iter().collect())
            .collect(),
    )
}

/// Checks the legal actions of one state; returns how many there were.
#[expect(clippy::too_many_lines, reason = "one arm for each phase")]
fn compare(state: &Circuitous) -> usize {
    let seat = state.to_act().first().unwrap();
    let view = state.view(Viewer::Seat(seat));
    let slow = Slow::new(&view);
    let mut actions = Vec::new();
    state.legal_actions(seat, &mut actions);
    let paths = |code| -> Vec<Vec<(usize, i32)>> {
        let kind = view.kind(code).unwrap();
        let path = |path: &Vec<bobbin_circuitous::geometry::Exit>| {
            path.iter()
                .map(|exit| (exit.side as usize, i32::from(exit.offset)))
                .collect()
        };
        kind.paths.iter().map(path).collect()
    };
    let card_at = |paths: Vec<Vec<(usize, i32)>>, spot: bobbin_circuitous::geometry::Spot| Card {
        at: (i32::from(spot.at.x), i32::from(spot.at.y)),
        turn: i32::from(spot.turn.quarters()),
        paths,
        is_finish: false,
    };
    let index_of =
        |number: u8| 1 + slow.finishes + view.cards.iter().position(|card| card.number == number).unwrap();
    let mut fast: Vec<(u16, Look)> = Vec::new();
    let mut expected: BTreeSet<(u16, Look)> = BTreeSet::new();
    match view.phase {
        PhaseView::Laying { card, .. } => {
            fast.extend(actions.iter().map(|action| match action {
                Action::At(spot) => (0, look(&card_at(paths(card), *spot))),
                other => panic!("{other} while laying"),
            }));
            expected.extend(slow.places(&paths(card)).into_iter().map(|place| (0, place)));
        }
        PhaseView::Using { ability, .. } if ability != Ability::Replace => {
            for action in &actions {
                let (index, card) = match *action {
                    Action::TurnFinish(finish, quarter) => {
                        let index = usize::from(finish) + 1;
                        let turn = (slow.cards[index].turn + i32::from(quarter.turn().quarters())) % 4;
                        (
                            index,
                            Card {
                                turn,
                                ..slow.cards[index].clone()
                            },
                        )
                    }
                    Action::SlideFinish(finish, to) => {
                        let index = usize::from(finish) + 1;
                        let (x, y) = STEPS[to as usize];
                        let at = slow.cards[index].at;
                        (
                            index,
                            Card {
                                at: (at.0 + 10 * x, at.1 + 10 * y),
                                ..slow.cards[index].clone()
                            },
                        )
                    }
                    Action::TurnEnd(number, spot) => {
                        let index = index_of(number);
                        (index, card_at(slow.cards[index].paths.clone(), spot))
                    }
                    other => panic!("{other} while using"),
                };
                // A finish has no paths: its turn tells where black is.
                let mark = index as u16 * 4 + if card.is_finish { card.turn as u16 } else { 0 };
                fast.push((mark, look(&card)));
            }
            expected = slow.ability(ability);
        }
        PhaseView::Replacing { with, .. } => {
            fast.extend(actions.iter().map(|action| match *action {
                Action::Over(number, turn) => {
                    let index = index_of(number);
                    let lies = &slow.cards[index];
                    let card = Card {
                        at: lies.at,
                        turn: i32::from(turn.quarters()),
                        paths: paths(with),
                        is_finish: false,
                    };
                    (index as u16, look(&card))
                }
                other => panic!("{other} while replacing"),
            }));
            expected = slow.replacements(&paths(with));
        }
        PhaseView::Choosing { drew_two } => {
            for action in &actions {
                if let Action::Play(code) = action {
                    assert!(
                        !slow.places(&paths(*code)).is_empty(),
                        "{code}\n{}",
                        state.to_position()
                    );
                }
            }
            for held in view.seats[seat.index()].hand.as_ref().unwrap() {
                let can_play = !slow.places(&paths(held.card)).is_empty();
                assert_eq!(
                    actions.contains(&Action::Play(held.card)),
                    can_play,
                    "{}\n{}",
                    held.card,
                    state.to_position()
                );
                let ability = view.kind(held.card).unwrap().ability;
                let ability =
                    ability.filter(|ability| !matches!(ability, Ability::DrawTwo | Ability::Replace));
                if let Some(ability) = ability
                    && !drew_two
                    && !view.cards.is_empty()
                {
                    let can_use = !slow.ability(ability).is_empty();
                    assert_eq!(
                        actions.contains(&Action::Use(held.card)),
                        can_use,
                        "{}\n{}",
                        held.card,
                        state.to_position()
                    );
                }
            }
            return actions.len();
        }
        _ => return 0,
    }
    let distinct: BTreeSet<(u16, Look)> = fast.iter().cloned().collect();
    assert_eq!(
        distinct.len(),
        fast.len(),
        "each place is told once\n{}",
        state.to_position()
    );
    assert_eq!(distinct, expected, "{}", state.to_position());
    fast.len()
}

impl Slow {
    /// 5.4, 5.5, 5.9: what an ability may lead to.
    fn ability(&self, ability: Ability) -> BTreeSet<(u16, Look)> {
        let mut found = BTreeSet::new();
        let first = 1 + self.finishes;
        for (index, lies) in self.cards.iter().enumerate().skip(1) {
            let mut candidates: Vec<Card> = Vec::new();
            match ability {
                Ability::TurnFinish if index < first => {
                    candidates.extend([1, 3].map(|by| Card {
                        turn: (lies.turn + by) % 4,
                        ..lies.clone()
                    }));
                }
                Ability::SlideFinish if index < first => {
                    let slid = |(x, y): Pt| Card {
                        at: (lies.at.0 + 10 * x, lies.at.1 + 10 * y),
                        ..lies.clone()
                    };
                    candidates.extend(STEPS.map(slid));
                }
                Ability::TurnEnd if index >= first && self.joins(lies, index) == 1 => {
                    let others: Vec<End> = self
                        .cards
                        .iter()
                        .enumerate()
                        .filter(|(other, _)| *other != index)
                        .flat_map(|(_, card)| card.flat())
                        .collect();
                    let joined = lies
                        .flat()
                        .into_iter()
                        .find(|((x, y), (dx, dy))| others.contains(&((*x, *y), (-dx, -dy))))
                        .unwrap();
                    for by in [1, 3] {
                        for x in lies.at.0 - 28..=lies.at.0 + 28 {
                            for y in lies.at.1 - 28..=lies.at.1 + 28 {
                                let card = Card {
                                    at: (x, y),
                                    turn: (lies.turn + by) % 4,
                                    ..lies.clone()
                                };
                                if card.flat().contains(&joined) {
                                    candidates.push(card);
                                }
                            }
                        }
                    }
                }
                _ => {}
            }
            for card in candidates {
                if self.allows(&card, index) {
                    let mark = index as u16 * 4 + if card.is_finish { card.turn as u16 } else { 0 };
                    found.insert((mark, look(&card)));
                }
            }
        }
        found
    }

    /// 5.7, 5.8
    fn replacements(&self, paths: &[Vec<(usize, i32)>]) -> BTreeSet<(u16, Look)> {
        let mut found = BTreeSet::new();
        let first = 1 + self.finishes;
        for (index, lies) in self.cards.iter().enumerate().skip(first) {
            for turn in 0..4 {
                let card = Card {
                    turn,
                    paths: paths.to_vec(),
                    ..lies.clone()
                };
                let others: Vec<End> = self
                    .cards
                    .iter()
                    .enumerate()
                    .filter(|(other, _)| *other != index)
                    .flat_map(|(_, card)| card.flat())
                    .collect();
                let mut joined = lies
                    .flat()
                    .into_iter()
                    .filter(|((x, y), (dx, dy))| others.contains(&((*x, *y), (-dx, -dy))));
                let keeps = joined.all(|end| card.flat().contains(&end));
                let is_first = self.cards.len() > first + 1 || self.is_first(&card);
                if card.sides() == lies.sides() && keeps && is_first && self.allows(&card, index) {
                    found.insert((index as u16, look(&card)));
                }
            }
        }
        found
    }
}

/// 4.1, 4.2, 4.3, 4.4, 4.5, 4.6, 4.7, 4.8, 4.9, 4.10, 5.4, 5.5, 5.7, 5.9, 6.1, 6.2: fast and slow agree on thousands of positions.
#[test]
fn legal_actions_are_complete_and_sound() {
    let games: u64 = std::env::var("BOBBIN_BRUTE_GAMES")
        .ok()
        .and_then(|games| games.parse().ok())
        .unwrap_or(4);
    let (mut positions, mut places) = (0, 0);
    for (number, setup) in Circuitous::setups().into_iter().enumerate() {
        for seed in 0..games {
            let mut chance = SearchChance::new(seed * 100 + number as u64);
            let mut random = SearchChance::new(seed * 1000 + number as u64);
            let mut state = Circuitous::start(&setup, &mut chance);
            let mut buffer = Vec::new();
            while let Some(seat) = state.to_act().first() {
                let view = state.view(Viewer::Everything);
                // Choosing asks about the whole hand, so only now and then.
                let is_asked = match view.phase {
                    PhaseView::Choosing { .. } => random.below(20) == 0,
                    PhaseView::Done | PhaseView::Over => false,
                    _ => true,
                };
                if is_asked {
                    positions += 1;
                    places += compare(&state);
                }
                // Abilities and plays far more often than discards, so that tables get crowded and contorted.
                buffer.clear();
                state.legal_actions(seat, &mut buffer);
                let mut action = buffer[random.below(buffer.len() as u32) as usize];
                for _ in 0..3 {
                    if matches!(action, Action::Discard(_)) {
                        action = buffer[random.below(buffer.len() as u32) as usize];
                    }
                }
                let is_reached = state.clone();
                state.apply(seat, action, &mut chance, &mut ()).unwrap();
                let after = Slow::new(&state.view(Viewer::Everything));
                if !matches!(
                    action,
                    Action::Play(_) | Action::Use(_) | Action::With(_) | Action::Discard(_) | Action::End
                ) {
                    let ended = state.outcome().is_some_and(|outcome| !outcome.winners.is_empty());
                    assert_eq!(
                        after.is_reached(),
                        ended,
                        "{action}\n{}",
                        is_reached.to_position()
                    );
                }
            }
        }
    }
    println!("{positions} positions, {places} legal actions");
    assert!(positions > 2000, "{positions}");
}

/// 6.4, 6.5, 6.6: the way that counts is the best of all shortest walks, found by walking every one of them.
#[test]
fn the_best_of_all_shortest_ways_is_found() {
    let setup = crate::situation::setup("players=4 distance=short finishes=3");
    let mut looked = 0;
    for seed in 0..40 {
        let mut chance = SearchChance::new(seed);
        let mut state = Circuitous::start(&setup, &mut chance);
        bobbin_game::play_out(
            &mut state,
            &mut SearchChance::new(seed + 5),
            &mut chance,
            |_, _, _| {},
        );
        let view = state.view(Viewer::Everything);
        let slow = Slow::new(&view);
        // The ways in the making are no shortest ways to a finish, but each is a best way to its end.
        for way in &view.ways {
            let end = way.steps.last().map_or(way.start, |step| step.leave);
            let end = (
                (i32::from(end.at.x), i32::from(end.at.y)),
                STEPS[end.out as usize],
            );
            let best = slow.best_walk(&view, end);
            let cards: Vec<u8> = way.steps.iter().map(|step| step.card).collect();
            assert_eq!(cards, best, "{}", state.to_position());
            looked += 1;
        }
    }
    for seed in 0..12 {
        let mut chance = SearchChance::new(seed);
        let mut state = Circuitous::start(&setup, &mut chance);
        bobbin_game::play_out(
            &mut state,
            &mut SearchChance::new(seed + 9),
            &mut chance,
            |state, _, action| {
                if matches!(action, Action::End) {
                    let view = state.view(Viewer::Everything);
                    let slow = Slow::new(&view);
                    for way in &view.ways {
                        let end = way.steps.last().map_or(way.start, |step| step.leave);
                        let end = (
                            (i32::from(end.at.x), i32::from(end.at.y)),
                            STEPS[end.out as usize],
                        );
                        let cards: Vec<u8> = way.steps.iter().map(|step| step.card).collect();
                        assert_eq!(cards, slow.best_walk(&view, end), "{}", state.to_position());
                        looked += 1;
                    }
                }
            },
        );
    }
    assert!(looked > 300, "{looked}");
}

impl Slow {
    /// The numbers of the cards on the best of all shortest walks from the start to an end.
    fn best_walk(&self, view: &View, end: End) -> Vec<u8> {
        let mut owner: BTreeMap<End, (usize, usize)> = BTreeMap::new();
        for (index, card) in self.cards.iter().enumerate() {
            for (path, ends) in card.ends().iter().enumerate() {
                owner.extend(ends.iter().map(|&end| (end, (index, path))));
            }
        }
        let number = |index: usize| {
            index.checked_sub(1 + self.finishes).map_or((0, 0), |place| {
                let card = &view.cards[place];
                (card.number, i32::from(card.points))
            })
        };
        // All walks of the same length at once, until one of them arrives.
        let mut walks: Vec<Vec<(usize, usize)>> = vec![vec![(0, 0)]];
        let goal = owner[&end];
        loop {
            let arrived: Vec<&Vec<(usize, usize)>> =
                walks.iter().filter(|walk| walk.last() == Some(&goal)).collect();
            if !arrived.is_empty() {
                let numbers = |walk: &[(usize, usize)]| {
                    walk[1..].iter().map(|node| number(node.0).0).collect::<Vec<u8>>()
                };
                let sum =
                    |walk: &[(usize, usize)]| walk[1..].iter().map(|node| number(node.0).1).sum::<i32>();
                let best = arrived
                    .into_iter()
                    .min_by_key(|walk| (-sum(walk), numbers(walk)))
                    .unwrap();
                return numbers(best);
            }
            let mut longer = Vec::new();
            for walk in &walks {
                let &(index, path) = walk.last().unwrap();
                for &((x, y), (dx, dy)) in &self.cards[index].ends()[path] {
                    if let Some(next) = owner.get(&((x, y), (-dx, -dy)))
                        && !walk.contains(next)
                    {
                        let mut walk = walk.clone();
                        walk.push(*next);
                        longer.push(walk);
                    }
                }
            }
            walks = longer;
        }
    }
}
