//! A player who works towards the projects of the list, so that a game ends by them after some 200 actions. Random
//! players never get there: they play to the house stop (10.5).

use bobbin_arch_ravels::view::{BoardInfo, Table};
use bobbin_arch_ravels::{Action, ArchRavels, Bundle, CardFace, Color, Item, Pending};
use bobbin_game::{Game, SearchChance, Seat, Viewer};

/// The best action by a simple measure; chance decides between equal ones.
pub fn sensible(state: &ArchRavels, seat: Seat, random: &mut SearchChance) -> Action {
    let table = Table::of(&state.view(Viewer::Seat(seat)));
    let wish = Wish::of(&table, seat);
    let mut legal = Vec::new();
    state.legal_actions(seat, &mut legal);
    let worth = |action: Action| match action {
        Action::Move(space) => worth_of_space(state, &table, seat, &wish, space),
        _ => wish.worth(&table, seat, action),
    };
    let most = legal.iter().map(|&action| worth(action)).max();
    legal.retain(|&action| Some(worth(action)) == most);
    legal[random.below(legal.len() as u32) as usize]
}

/// Sensible three times in four, so that learning, frogging and all else happens on the way, too.
pub fn fickle(state: &ArchRavels, seat: Seat, random: &mut SearchChance) -> Action {
    if random.below(4) == 0 {
        state.random_action(seat, random, &mut Vec::new())
    } else {
        sensible(state, seat, random)
    }
}

/// What a player lacks for the project of the list that is nearest.
struct Wish {
    items: [u16; 5],
    yarn: [u16; 6],
}

impl Wish {
    fn of(table: &Table, seat: Seat) -> Wish {
        let board = &table.boards[seat.index()];
        let lacking = table.list.iter().flatten().map(|project| {
            Item::ALL.map(|item| project.items.count(item).saturating_sub(board.items.count(item)))
        });
        let work = |items: &[u16; 5]| -> u16 {
            let sizes = board.patterns.iter().map(|pattern| u16::from(pattern.size));
            items.iter().zip(sizes).map(|(count, size)| count * size).sum()
        };
        let items = lacking.min_by_key(work).unwrap_or_default();
        Wish {
            items,
            yarn: lacking_yarn(board, items),
        }
    }

    fn worth(&self, table: &Table, seat: Seat, action: Action) -> u16 {
        let wish = |color: Color| self.yarn[color.index()];
        match action {
            Action::Finish(_) => 100,
            Action::Request { .. } | Action::AnyRequest(_) => 60,
            Action::Craft { item, .. } | Action::AnyItem(item) if self.items[item.index()] > 0 => 50,
            Action::Shop(space) => match &table.bazaar[usize::from(space)] {
                Some(CardFace::Yarn(face)) => {
                    let fitting = face
                        .yarn
                        .iter()
                        .map(|(color, count)| u16::from(count).min(wish(color)));
                    20 + fitting.sum::<u16>() + u16::from(face.any)
                }
                _ => 21,
            },
            Action::Take(color) => 30 + wish(color).min(3),
            Action::Exchange { give, get } if wish(get) > 0 && wish(give) == 0 => 10,
            Action::Amount(count) => match table.pending {
                Pending::Exchange { get, .. } => 300 - count.abs_diff(wish(get).max(1)),
                _ => 0,
            },
            Action::Yarn(yarn) => {
                let wished = yarn
                    .iter()
                    .map(|(color, count)| u16::from(count).min(wish(color)));
                let wished: u16 = wished.sum();
                match table.pending {
                    Pending::Gain { .. } => wished.min(9),
                    _ => 9 - wished.min(9),
                }
            }
            Action::Donate { color, .. } => 9 - wish(color).min(9),
            Action::Give(to) => u16::from(to != seat),
            Action::Restock | Action::End => 5,
            Action::Craft { .. } | Action::AnyItem(_) => 2,
            Action::Pass => 1,
            _ => 0,
        }
    }
}

/// The yarn that is missing for these items: by exact patterns what they show, for a blanket the commonest color.
fn lacking_yarn(board: &BoardInfo, items: [u16; 5]) -> [u16; 6] {
    let mut needed = [0; 6];
    for (pattern, count) in board.patterns.iter().zip(items) {
        for (color, size) in pattern.exact.into_iter().flat_map(Bundle::iter) {
            needed[color.index()] += count * u16::from(size);
        }
    }
    let commonest = Color::ALL
        .into_iter()
        .max_by_key(|&color| board.bowl.count(color));
    if let Some(color) = commonest {
        needed[color.index()] += 5 * items[Item::Blanket.index()];
    }
    for color in Color::ALL {
        let needed = &mut needed[color.index()];
        *needed = needed.saturating_sub(board.bowl.count(color));
    }
    needed
}

/// A space is worth what can be done there at once: crafting before shopping before the rest.
fn worth_of_space(state: &ArchRavels, table: &Table, seat: Seat, wish: &Wish, space: u8) -> u16 {
    let allows = table.boards[seat.index()].spaces[usize::from(space)];
    let mut there = state.clone();
    let moved = there.apply(seat, Action::Move(space), &mut SearchChance::new(0), &mut ());
    assert_eq!(moved, Ok(()), "it was listed as legal");
    let mut legal = Vec::new();
    there.legal_actions(seat, &mut legal);
    let crafts = legal
        .iter()
        .any(|&action| (50..=60).contains(&wish.worth(table, seat, action)));
    let craft = u16::from(allows.craft + allows.craft_any);
    u16::from(crafts) * (40 + craft)
        + 5 * u16::from(allows.shop.max(allows.take))
        + u16::from(allows.exchange)
}
