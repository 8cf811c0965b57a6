//! A second, slow implementation of sections 4 to 6, straight from the clauses: every card, every turn, every whole
//! place within reach, all pairs of cards. It shares no geometry with the rules.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use bobbin_circuitous::{Ability, Action, Circuitous, Decks, PhaseView, Setup, View};
use bobbin_game::{Content as _, Game, SearchChance, Setup as _, Shelf, Source, Viewer};

type Pt = (i32, i32);
/// A point and the direction out of the card.
type End = (Pt, Pt);

/// Exits by path: side (0 north, clockwise) and offset.
type Paths = Vec<Vec<(usize, i32)>>;

#[derive(Clone)]
struct Card {
    at: Pt,
    turn: i32,
    paths: Rc<Paths>,
    is_finish: bool,
    /// The ends of all paths, one path after the other, and the path of each.
    ends: Rc<[(End, usize)]>,
}

fn turn_once((x, y): Pt) -> Pt {
    (y, -x)
}

fn turned(point: Pt, times: i32) -> Pt {
    (0..times).fold(point, |point, _| turn_once(point))
}

const STEPS: [Pt; 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];

impl Card {
    fn new(paths: &Rc<Paths>, at: Pt, turn: i32, is_finish: bool) -> Card {
        let end = |&(side, offset): &(usize, i32)| {
            let local = match side {
                0 => (offset, 7),
                1 => (5, offset),
                2 => (offset, -7),
                _ => (-5, offset),
            };
            let (x, y) = turned(local, turn);
            ((at.0 + x, at.1 + y), turned(STEPS[side], turn))
        };
        let path = |(number, path): (usize, &Vec<(usize, i32)>)| {
            path.iter().map(|exit| (end(exit), number)).collect::<Vec<_>>()
        };
        Card {
            at,
            turn,
            paths: Rc::clone(paths),
            is_finish,
            ends: paths.iter().enumerate().flat_map(path).collect(),
        }
    }

    /// The same card elsewhere.
    fn put(&self, at: Pt, turn: i32) -> Card {
        Card::new(&self.paths, at, turn.rem_euclid(4), self.is_finish)
    }

    fn has_end(&self, end: End) -> bool {
        self.ends.iter().any(|(own, _)| *own == end)
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

fn mate(((x, y), (dx, dy)): End) -> End {
    ((x, y), (-dx, -dy))
}

/// 4.2 to 4.5 for two cards.
fn is_legal_pair(a: &Card, b: &Card) -> bool {
    let (one, other) = (a.sides(), b.sides());
    // No point in common: no exit of one can lie on the other.
    if one.0 > other.2 || other.0 > one.2 || one.1 > other.3 || other.1 > one.3 {
        return true;
    }
    if one.0 < other.2 && other.0 < one.2 && one.1 < other.3 && other.1 < one.3 {
        return false;
    }
    let fine = |from: &Card, on: &Card| {
        let (west, south, east, north) = on.sides();
        from.ends.iter().all(|&(end, _)| {
            let (x, y) = end.0;
            let is_outside = x < west || x > east || y < south || y > north;
            is_outside || on.has_end(mate(end)) || on.is_into_black(end)
        })
    };
    fine(a, b) && fine(b, a)
}

/// Cards of a shape in any turn with some exit at this point, leading this way.
fn cards_at(shape: &Rc<Paths>, ((x, y), out): End) -> impl Iterator<Item = Card> {
    (0..4).flat_map(move |turn| {
        let card = Card::new(shape, (0, 0), turn, false);
        let exits: Vec<Pt> = card
            .ends
            .iter()
            .filter(|((_, own), _)| *own == out)
            .map(|((at, _), _)| *at)
            .collect();
        exits
            .into_iter()
            .map(move |(ex, ey)| card.put((x - ex, y - ey), turn))
    })
}

/// How many cards of each shape.
type Count = BTreeMap<Rc<Paths>, usize>;

struct Slow {
    cards: Vec<Card>,
    finishes: usize,
    /// All shapes of the game.
    shapes: Rc<Vec<Rc<Paths>>>,
    /// The cards in hands and decks.
    left: Count,
}

fn without(left: &Count, gone: &[&Rc<Paths>]) -> Count {
    let mut left = left.clone();
    for shape in gone {
        *left.get_mut(*shape).unwrap() -= 1;
    }
    left.retain(|_, count| *count > 0);
    left
}

fn paths_of(view: &View, code: bobbin_circuitous::Code) -> Rc<Paths> {
    let path = |path: &Vec<bobbin_circuitous::geometry::Exit>| {
        path.iter()
            .map(|exit| (exit.side as usize, i32::from(exit.offset)))
            .collect()
    };
    Rc::new(view.kind(code).unwrap().paths.iter().map(path).collect())
}

fn card_at(paths: &Rc<Paths>, spot: bobbin_circuitous::geometry::Spot, is_finish: bool) -> Card {
    let at = (i32::from(spot.at.x), i32::from(spot.at.y));
    Card::new(paths, at, i32::from(spot.turn.quarters()), is_finish)
}

impl Slow {
    fn new(view: &View) -> Slow {
        let mut cards = vec![card_at(&Rc::new(vec![vec![(0, 0)]]), view.start, false)];
        let nothing = Rc::new(Vec::new());
        cards.extend(
            view.finishes
                .iter()
                .map(|finish| card_at(&nothing, finish.spot, true)),
        );
        cards.extend(
            view.cards
                .iter()
                .map(|laid| card_at(&paths_of(view, laid.card), laid.spot, false)),
        );
        let mut left = Count::new();
        for kind in &view.kinds {
            *left.entry(paths_of(view, kind.card)).or_default() += usize::from(kind.count) * view.seats.len();
        }
        let shapes = left.keys().cloned().collect();
        // 4.6: the first card is weighed as if nothing had gone.
        if !view.cards.is_empty() {
            let discarded = view.seats.iter().flat_map(|seat| &seat.discard);
            let discarded = discarded.flat_map(|pile| vec![pile.card; usize::from(pile.count)]);
            for card in discarded.chain(view.cards.iter().map(|laid| laid.card)) {
                left = without(&left, &[&paths_of(view, card)]);
            }
        }
        Slow {
            cards,
            finishes: view.finishes.len(),
            shapes: Rc::new(shapes),
            left,
        }
    }

    fn is_legal_card(&self, card: &Card, but: usize) -> bool {
        self.cards
            .iter()
            .enumerate()
            .all(|(index, other)| index == but || is_legal_pair(card, other))
    }

    /// Whose end each is: card and path.
    fn owners(&self) -> BTreeMap<End, (usize, usize)> {
        let cards = self.cards.iter().enumerate();
        cards
            .flat_map(|(index, card)| card.ends.iter().map(move |&(end, path)| (end, (index, path))))
            .collect()
    }

    /// Open ends, and whether each is live.
    fn open(&self) -> Vec<(End, bool)> {
        let at = self.owners();
        let mut live: BTreeSet<(usize, usize)> = [(0, 0)].into();
        let mut waiting = vec![(0, 0)];
        while let Some((index, path)) = waiting.pop() {
            for &(end, _) in self.cards[index].ends.iter().filter(|(_, own)| *own == path) {
                if let Some(&other) = at.get(&mate(end))
                    && live.insert(other)
                {
                    waiting.push(other);
                }
            }
        }
        let open = at.iter().filter(|(end, _)| !at.contains_key(&mate(**end)));
        open.map(|(end, path)| (*end, live.contains(path))).collect()
    }

    fn with(&self, card: &Card, place: usize) -> Slow {
        let mut cards = self.cards.clone();
        if place < cards.len() {
            cards[place] = card.clone();
        } else {
            cards.push(card.clone());
        }
        Slow {
            cards,
            finishes: self.finishes,
            shapes: Rc::clone(&self.shapes),
            left: self.left.clone(),
        }
    }

    /// 4.1 to 4.5: where these cards could be laid at live exits.
    fn places_of<'a>(&'a self, left: &'a Count) -> impl Iterator<Item = Card> + 'a {
        let live = self.open().into_iter().filter(|(_, live)| *live);
        let cards = live.flat_map(|(end, _)| left.keys().flat_map(move |shape| cards_at(shape, mate(end))));
        cards.filter(|card| self.is_legal_card(card, usize::MAX))
    }

    /// 4.7: in front of every finish a card would reach black, perhaps by a slide of half an inch.
    fn leaves_room(&self) -> bool {
        let has_room = |finish: usize| {
            let lies = &self.cards[finish];
            let mut slides: Vec<Pt> = (-2..=2).flat_map(|x| (-2..=2).map(move |y| (x, y))).collect();
            slides.retain(|(x, y)| x * x + y * y <= 4);
            slides.sort_by_key(|(x, y)| x * x + y * y);
            slides.into_iter().any(|(x, y)| {
                let slid = lies.put((lies.at.0 + x, lies.at.1 + y), lies.turn);
                let (nx, ny) = turned((1, 0), slid.turn);
                let edge = (-7..=7).map(|k| (slid.at.0 + nx * 5 - ny * k, slid.at.1 + ny * 5 + nx * k));
                let ends = edge.map(|point| (point, (-nx, -ny)));
                let mut cards =
                    ends.flat_map(|end| self.shapes.iter().flat_map(move |shape| cards_at(shape, end)));
                self.is_legal_card(&slid, finish)
                    && cards.any(|card| is_legal_pair(&card, &slid) && self.is_legal_card(&card, usize::MAX))
            })
        };
        (1..=self.finishes).all(has_room)
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
                    let slid = lies.put((lies.at.0 + dx, lies.at.1 + dy), lies.turn);
                    live.iter().any(|end| slid.is_into_black(*end)) && self.is_legal_card(&slid, finish)
                })
            })
        })
    }

    /// 4.2 to 4.8 for the table with this card added or put in the place of another, when these are gone.
    fn allows(&self, card: &Card, place: usize, gone: &[&Rc<Paths>]) -> bool {
        if !self.is_legal_card(card, place) {
            return false;
        }
        let after = self.with(card, place);
        let left = without(&self.left, gone);
        let takes_one = |table: &Slow| table.places_of(&left).next().is_some();
        after.leaves_room() && (takes_one(&after) || !takes_one(self)) || after.is_reached()
    }

    /// The ends of a card that meet ends of others, but for the card with this index.
    fn joins(&self, card: &Card, but: usize) -> Vec<End> {
        let others = self.cards.iter().enumerate().filter(|(index, _)| *index != but);
        let others: Vec<&Card> = others.map(|(_, other)| other).collect();
        let ends = card.ends.iter().map(|(end, _)| *end);
        ends.filter(|end| others.iter().any(|other| other.has_end(mate(*end))))
            .collect()
    }

    /// 3.1
    fn is_first(&self, card: &Card) -> bool {
        let joined = mate(self.cards[0].ends[0].0);
        let path = card.ends.iter().find(|(end, _)| *end == joined);
        path.is_some_and(|(_, path)| card.ends.iter().filter(|(_, own)| own == path).count() >= 3)
    }

    /// Every place of a card, straight from section 4: every whole place near an open exit is tried.
    fn places(&self, paths: &Rc<Paths>) -> BTreeSet<Look> {
        let mut found = BTreeSet::new();
        let mut tried = BTreeSet::new();
        for (((x, y), (dx, dy)), _) in self.open() {
            for turn in 0..4 {
                let card = Card::new(paths, (0, 0), turn, false);
                for cx in x - 14..=x + 14 {
                    for cy in y - 14..=y + 14 {
                        let is_joined = card.has_end(((x - cx, y - cy), (-dx, -dy)));
                        if !is_joined || !tried.insert((cx, cy, turn)) {
                            continue;
                        }
                        let card = card.put((cx, cy), turn);
                        let is_first = self.cards.len() > 1 + self.finishes || self.is_first(&card);
                        // Upside down a card may look as it did: it is weighed once.
                        if is_first
                            && !found.contains(&look(&card))
                            && self.allows(&card, usize::MAX, &[paths])
                        {
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
    let path = |path| {
        let own = card.ends.iter().filter(|(_, own)| *own == path);
        own.map(|(end, _)| *end).collect()
    };
    (card.sides(), (0..card.paths.len()).map(path).collect())
}

/// Checks the legal actions of one state; returns how many there were.
#[expect(clippy::too_many_lines, reason = "one arm for each phase")]
fn compare(state: &Circuitous) -> usize {
    let seat = state.to_act().first().unwrap();
    let view = state.view(Viewer::Seat(seat));
    let slow = Slow::new(&view);
    let mut actions = Vec::new();
    state.legal_actions(seat, &mut actions);
    let paths = |code| paths_of(&view, code);
    let index_of =
        |number: u8| 1 + slow.finishes + view.cards.iter().position(|card| card.number == number).unwrap();
    let mut fast: Vec<(u16, Look)> = Vec::new();
    let mut expected: BTreeSet<(u16, Look)> = BTreeSet::new();
    match view.phase {
        PhaseView::Laying { card, .. } => {
            fast.extend(actions.iter().map(|action| match action {
                Action::At(spot) => (0, look(&card_at(&paths(card), *spot, false))),
                other => panic!("{other} while laying"),
            }));
            expected.extend(slow.places(&paths(card)).into_iter().map(|place| (0, place)));
        }
        PhaseView::Using { card, ability } if ability != Ability::Replace => {
            for action in &actions {
                let (index, card) = match *action {
                    Action::TurnFinish(finish, quarter) => {
                        let index = usize::from(finish) + 1;
                        let lies = &slow.cards[index];
                        let by = i32::from(quarter.turn().quarters());
                        (index, lies.put(lies.at, lies.turn + by))
                    }
                    Action::SlideFinish(finish, to) => {
                        let index = usize::from(finish) + 1;
                        let (lies, (x, y)) = (&slow.cards[index], STEPS[to as usize]);
                        (
                            index,
                            lies.put((lies.at.0 + 10 * x, lies.at.1 + 10 * y), lies.turn),
                        )
                    }
                    Action::TurnEnd(number, spot) => {
                        let index = index_of(number);
                        (index, card_at(&slow.cards[index].paths, spot, false))
                    }
                    other => panic!("{other} while using"),
                };
                // A finish has no paths: its turn tells where black is.
                let mark = index as u16 * 4 + if card.is_finish { card.turn as u16 } else { 0 };
                fast.push((mark, look(&card)));
            }
            expected = slow.ability(ability, &paths(card));
        }
        PhaseView::Replacing { card: used, with } => {
            fast.extend(actions.iter().map(|action| match *action {
                Action::Over(number, turn) => {
                    let index = index_of(number);
                    let card = Card::new(
                        &paths(with),
                        slow.cards[index].at,
                        i32::from(turn.quarters()),
                        false,
                    );
                    (index as u16, look(&card))
                }
                other => panic!("{other} while replacing"),
            }));
            expected = slow.replacements(&paths(used), &paths(with));
        }
        PhaseView::Choosing { drew_two } => {
            let me = &view.seats[seat.index()];
            let hand = me.hand.as_ref().unwrap();
            let mut choices = BTreeSet::new();
            for held in hand {
                if !slow.places(&paths(held.card)).is_empty() {
                    choices.insert(Action::Play(held.card));
                }
                let is_used = |ability: Ability| match ability {
                    Ability::DrawTwo => me.hand_size > 1 || me.deck_size > 0,
                    Ability::Replace => hand.iter().any(|with| {
                        let is_other = with.card != held.card || with.count > 1;
                        is_other && !slow.replacements(&paths(held.card), &paths(with.card)).is_empty()
                    }),
                    _ => !slow.ability(ability, &paths(held.card)).is_empty(),
                };
                let ability = view.kind(held.card).unwrap().ability;
                if !drew_two && !view.cards.is_empty() && ability.is_some_and(is_used) {
                    choices.insert(Action::Use(held.card));
                }
            }
            // 3.2: before the first card one discards only if there is none to lay.
            if !view.cards.is_empty() || choices.is_empty() {
                choices.extend(hand.iter().map(|held| Action::Discard(held.card)));
            }
            let listed: BTreeSet<Action> = actions.iter().copied().collect();
            assert_eq!(listed, choices, "{}", state.to_position());
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
    fn ability(&self, ability: Ability, used: &Rc<Paths>) -> BTreeSet<(u16, Look)> {
        let mut found = BTreeSet::new();
        let first = 1 + self.finishes;
        for (index, lies) in self.cards.iter().enumerate().skip(1) {
            let mut candidates: Vec<Card> = Vec::new();
            match ability {
                Ability::TurnFinish if index < first => {
                    candidates.extend([1, 3].map(|by| lies.put(lies.at, lies.turn + by)));
                }
                Ability::SlideFinish if index < first => {
                    let slid = |(x, y): Pt| lies.put((lies.at.0 + 10 * x, lies.at.1 + 10 * y), lies.turn);
                    candidates.extend(STEPS.map(slid));
                }
                Ability::TurnEnd if index >= first => {
                    let [((x, y), out)] = self.joins(lies, index)[..] else {
                        continue;
                    };
                    for turn in [lies.turn + 1, lies.turn + 3] {
                        let turned = lies.put((0, 0), turn);
                        let places =
                            (x - 14..=x + 14).flat_map(|cx| (y - 14..=y + 14).map(move |cy| (cx, cy)));
                        let joined = places.filter(|(cx, cy)| turned.has_end(((x - cx, y - cy), out)));
                        candidates.extend(joined.map(|at| lies.put(at, turn)));
                    }
                }
                _ => {}
            }
            for card in candidates {
                if self.allows(&card, index, &[used]) {
                    let mark = index as u16 * 4 + if card.is_finish { card.turn as u16 } else { 0 };
                    found.insert((mark, look(&card)));
                }
            }
        }
        found
    }

    /// 5.7, 5.8
    fn replacements(&self, used: &Rc<Paths>, paths: &Rc<Paths>) -> BTreeSet<(u16, Look)> {
        let mut found = BTreeSet::new();
        let first = 1 + self.finishes;
        for (index, lies) in self.cards.iter().enumerate().skip(first) {
            let joined = self.joins(lies, index);
            for turn in 0..4 {
                let card = Card::new(paths, lies.at, turn, false);
                let keeps = joined.iter().all(|end| card.has_end(*end));
                let is_first = self.cards.len() > first + 1 || self.is_first(&card);
                if card.sides() == lies.sides()
                    && keeps
                    && is_first
                    && self.allows(&card, index, &[used, paths])
                {
                    found.insert((index as u16, look(&card)));
                }
            }
        }
        found
    }
}

/// Decks with several exits on a side, exits next to the corners, three paths on a card, and a dead end beside a way.
fn odd_setups() -> Vec<Setup> {
    let mut text = include_str!("rules.toml").to_owned();
    for (from, to) in [
        ("\"N S E+3\"", "\"N-2 N+2 S\""),
        ("\"S E+4\"", "\"S E-6 E+6\""),
        ("\"S W+4\"", "\"S-4 W+6\", \"N+4\""),
        ("\"E+3 W-3\"", "\"E+3 W-3\", \"E-3 W+3\""),
        ("\"S-2 N+2\"", "\"S-3 S+3 N-3 N+3\""),
        ("\"S+2 N-2\"", "\"E-5 E\", \"W\", \"S+1 N-1\""),
    ] {
        assert_eq!(text.matches(from).count(), 1, "{from}");
        text = text.replace(from, to);
    }
    let decks = Shelf::put(Decks::from_pack(&Source::new("odd.toml", text)).unwrap());
    let setup = |options: &str| Setup::new(&options.parse().unwrap(), decks).unwrap();
    ["players=2 distance=short finishes=3", "players=4"]
        .map(setup)
        .into()
}

/// 2.4, 4.1, 4.2, 4.3, 4.4, 4.5, 4.6, 4.7, 4.8, 4.9, 4.10, 5.1, 5.3, 5.4, 5.5, 5.7, 5.9, 6.1, 6.2: fast and slow agree
/// on thousands of positions.
#[test]
fn legal_actions_are_complete_and_sound() {
    let games: u64 = std::env::var("BOBBIN_BRUTE_GAMES")
        .ok()
        .and_then(|games| games.parse().ok())
        .unwrap_or(5);
    let (mut positions, mut places) = (0, 0);
    let setups = Circuitous::setups().into_iter().chain(odd_setups());
    for (number, setup) in setups.enumerate() {
        for seed in 0..games {
            let mut chance = SearchChance::new(seed * 100 + number as u64);
            let mut random = SearchChance::new(seed * 1000 + number as u64);
            let mut state = Circuitous::start(&setup, &mut chance);
            let mut buffer = Vec::new();
            while let Some(seat) = state.to_act().first() {
                let view = state.view(Viewer::Everything);
                // Choosing asks for all that can be done with the whole hand, so only now and then.
                let is_asked = match view.phase {
                    PhaseView::Choosing { .. } => random.below(8) == 0,
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
                let before = state.to_position();
                state.apply(seat, action, &mut chance, &mut ()).unwrap();
                if !matches!(
                    action,
                    Action::Play(_) | Action::Use(_) | Action::With(_) | Action::Discard(_) | Action::End
                ) {
                    let after = Slow::new(&state.view(Viewer::Everything));
                    let ended = state.outcome().is_some_and(|outcome| !outcome.winners.is_empty());
                    assert_eq!(after.is_reached(), ended, "{action}\n{before}");
                }
            }
        }
    }
    println!("{positions} positions, {places} legal actions");
    assert!(positions > 3000, "{positions}");
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
        let owner = self.owners();
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
                for &(end, _) in self.cards[index].ends.iter().filter(|(_, own)| *own == path) {
                    if let Some(next) = owner.get(&mate(end))
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
