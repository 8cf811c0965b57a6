//! Actions as numbers, for programs that learn.

use bobbin_game::{Numbers, Seat, Setup as _};

use crate::action::Action;
use crate::characters::SPACES;
use crate::content::{ArchRavelsContent, RequestCard};
use crate::deck::LISTED;
use crate::patterns::{ITEMS, TILES};
use crate::setup::ArchRavelsSetup;
use crate::state::{BAZAAR, MOST_WAYS, Pending, View};
use crate::turn::MOST_AT_ONCE;
use crate::yarn::{Bowl, Bundle, COLORS, Color};

/// Ranges of numbers, in order.
#[derive(Clone, Copy)]
enum Range {
    Move,
    Shop,
    Craft,
    Request,
    AnyItem,
    AnyRequest,
    Exchange,
    Amount,
    Take,
    Yarn,
    MuchYarn,
    Restock,
    Tangle,
    Donate,
    Give,
    Finish,
    Learn,
    Frog,
    Pass,
    End,
}

impl Range {
    const ALL: [Range; Range::End as usize + 1] = [
        Range::Move,
        Range::Shop,
        Range::Craft,
        Range::Request,
        Range::AnyItem,
        Range::AnyRequest,
        Range::Exchange,
        Range::Amount,
        Range::Take,
        Range::Yarn,
        Range::MuchYarn,
        Range::Restock,
        Range::Tangle,
        Range::Donate,
        Range::Give,
        Range::Finish,
        Range::Learn,
        Range::Frog,
        Range::Pass,
        Range::End,
    ];

    /// What its numbers say, and how many there are.
    fn told(self, content: &ArchRavelsContent, players: usize) -> (&'static str, usize) {
        let others = players - 1;
        match self {
            Range::Move => ("move the marker to a space", SPACES),
            Range::Shop => ("shop at a space of the bazaar", BAZAAR),
            Range::Craft => {
                let payments = content.items.iter().map(|item| item.payments.len());
                ("craft an item from this yarn", payments.sum())
            }
            Range::Request => {
                let ways = content.requests.iter().map(RequestCard::ways);
                (
                    "craft a special request from this yarn, or from yarn named next",
                    ways.sum(),
                )
            }
            Range::AnyItem => ("craft an item from any colors", ITEMS),
            Range::AnyRequest => ("craft a special request from any colors", content.requests.len()),
            Range::Exchange => ("exchange a color for another", COLORS * (COLORS - 1)),
            Range::Amount => ("exchange so many", usize::from(MOST_AT_ONCE) + 1),
            Range::Take => ("take yarn of a color", COLORS),
            Range::Yarn => ("name this yarn, at most five", SMALL_BUNDLES[SMALL + 1]),
            Range::MuchYarn => (
                "name more than five yarn, by the place among all ways",
                MOST_WAYS as usize,
            ),
            Range::Restock => ("restock", 1),
            Range::Tangle => ("the cat to another seat, the next one first", others),
            Range::Donate => ("donate a color to another seat", COLORS * others),
            Range::Give => ("give the special request to a seat, the own one first", players),
            Range::Finish => ("finish a project of the list", LISTED),
            Range::Learn => ("learn a pattern", TILES),
            Range::Frog => ("frog an item", ITEMS),
            Range::Pass => ("pass", 1),
            Range::End => ("end the turn", 1),
        }
    }
}

/// A range stands at its own place among all of them.
const _: () = {
    let mut place = 0;
    while place < Range::ALL.len() {
        assert!(Range::ALL[place] as usize == place);
        place += 1;
    }
};

pub(crate) fn numbers(setup: &ArchRavelsSetup) -> Numbers {
    let told = |range: Range| range.told(setup.content().get(), setup.players());
    Numbers::new(Range::ALL.map(told))
}

/// The number of a legal action. Seats are counted from the one whose view it is.
#[inline]
pub(crate) fn number(numbers: &Numbers, view: &View, action: Action) -> usize {
    let (range, place) = match action {
        Action::Move(space) => (Range::Move, usize::from(space)),
        Action::Shop(space) => (Range::Shop, usize::from(space)),
        Action::Craft { item, pay } => {
            let facts = &view.table.content().items[item.index()];
            (Range::Craft, facts.payments_before + among(&facts.payments, pay))
        }
        Action::Request { request, pay } => {
            let card = &view.table.content().requests[usize::from(request)];
            (Range::Request, card.ways_before + among(&card.payments, pay))
        }
        Action::AnyItem(item) => (Range::AnyItem, item.index()),
        Action::AnyRequest(request) => (Range::AnyRequest, usize::from(request)),
        Action::Exchange { give, get } => {
            let others_before = get.index() - usize::from(get > give);
            (Range::Exchange, give.index() * (COLORS - 1) + others_before)
        }
        Action::Amount(count) => (Range::Amount, usize::from(count)),
        Action::Take(color) => (Range::Take, color.index()),
        Action::Yarn(yarn) => match usize::from(yarn.len()) {
            size @ 0..=SMALL => (Range::Yarn, SMALL_BUNDLES[size] + SUPPLY.place(yarn)),
            _ => (Range::MuchYarn, among_ways(view, yarn)),
        },
        Action::Restock => (Range::Restock, 0),
        Action::Tangle(to) => (Range::Tangle, steps(view, to) - 1),
        Action::Donate { color, to } => {
            let others = view.table.players() - 1;
            (Range::Donate, color.index() * others + steps(view, to) - 1)
        }
        Action::Give(to) => (Range::Give, steps(view, to)),
        Action::Finish(place) => (Range::Finish, usize::from(place)),
        Action::Learn(item) => (Range::Learn, item.tile().unwrap_or_default()),
        Action::Frog(item) => (Range::Frog, item.index()),
        Action::Pass => (Range::Pass, 0),
        Action::End => (Range::End, 0),
    };
    numbers.at(range as usize, place)
}

/// The place of a payment; the first one where yarn is named next.
#[inline]
fn among(payments: &[Bundle], pay: Bundle) -> usize {
    payments.iter().position(|&way| way == pay).unwrap_or_default()
}

/// How many seats from the own one on.
#[inline]
fn steps(view: &View, to: Seat) -> usize {
    let own = view.viewer.seat().map_or(0, Seat::index);
    let ahead = to.index().checked_sub(own);
    ahead.unwrap_or_else(|| to.index() + view.table.players() - own)
}

/// The place of much yarn among all ways to name it now: there are too many such bundles for a number each, but never
/// more than [`MOST_WAYS`] to choose from (2.5).
fn among_ways(view: &View, yarn: Bundle) -> usize {
    let table = &view.table;
    if let Pending::Frog { item } = table.pending {
        return among(&table.content().items[item.index()].payments, yarn);
    }
    let chooser = table.chooser().unwrap_or(table.active);
    Ways::new(table.board(chooser).bowl, yarn.len()).place(yarn)
}

/// Bundles of at most this size have a number each: it is the most that is named at once where all colors are free.
const SMALL: usize = 5;

/// How many bundles with at least one yarn are smaller than this.
const SMALL_BUNDLES: [usize; SMALL + 2] = {
    let mut smaller = [0; SMALL + 2];
    let mut size = 1;
    while size <= SMALL {
        let ways = SUPPLY.fewer[0][size + 1] - SUPPLY.fewer[0][size];
        smaller[size + 1] = smaller[size] + ways as usize;
        size += 1;
    }
    smaller
};

static SUPPLY: Ways = Ways::new(Bowl([u16::MAX; COLORS]), SMALL as u8);

/// In how many ways yarn can be taken out of a bowl.
struct Ways {
    bowl: Bowl,
    /// The ways to take fewer than so many of this color and those behind it.
    fewer: [[u32; Bundle::MOST as usize + 2]; COLORS + 1],
}

impl Ways {
    /// The ways to take up to `most`, at most fifteen.
    const fn new(bowl: Bowl, most: u8) -> Ways {
        let most = most as usize;
        let mut fewer = [[0; Bundle::MOST as usize + 2]; COLORS + 1];
        let mut count = 1;
        while count <= most + 1 {
            fewer[COLORS][count] = 1;
            count += 1;
        }
        let mut color = COLORS;
        while color > 0 {
            color -= 1;
            let mut count = 0;
            while count <= most {
                let rest = count - smaller(bowl.0[color], count);
                let ways = fewer[color + 1][count + 1] - fewer[color + 1][rest];
                fewer[color][count + 1] = fewer[color][count] + ways;
                count += 1;
            }
        }
        Ways { bowl, fewer }
    }

    /// The place of this yarn among all that is as much, in the order of [`Bowl::each_way`]: before it come those with
    /// more of the first color in which they differ.
    #[inline]
    fn place(&self, yarn: Bundle) -> usize {
        let mut place = 0;
        let mut left = usize::from(yarn.len());
        for color in Color::ALL {
            let behind = &self.fewer[color.index() + 1];
            let rest = left - smaller(self.bowl.count(color), left);
            left -= usize::from(yarn.count(color));
            place += behind[left] - behind[rest];
        }
        place as usize
    }
}

const fn smaller(have: u16, count: usize) -> usize {
    if (have as usize) < count {
        have as usize
    } else {
        count
    }
}

#[cfg(test)]
mod tests {
    use bobbin_game::{Content as _, Game as _, Viewer};

    use super::*;
    use crate::ArchRavels;

    /// 2.5: the ways to take yarn out of a bowl are counted as they are listed.
    #[test]
    fn a_way_to_take_yarn_has_its_place_in_the_list() {
        for (bowl, most) in [
            ([u16::MAX; COLORS], 7),
            ([3, 0, 9, 1, 2, 4], 15),
            ([0, 0, 300, 0, 0, 15], 15),
            ([1; COLORS], 6),
        ] {
            let bowl = Bowl(bowl);
            for count in 1..=most {
                let ways = Ways::new(bowl, count);
                let mut expected = 0;
                bowl.each_way(count, |yarn| {
                    assert_eq!(ways.place(yarn), expected, "{yarn} of {bowl:?}");
                    expected += 1;
                });
                assert_eq!(expected, bowl.ways(count) as usize);
            }
        }
    }

    /// 2.5, 5.5: the largest choices, which random games hardly reach.
    #[test]
    fn the_largest_choices_have_a_number_for_each_action() {
        let house = ArchRavelsContent::house();
        let setup = ArchRavelsSetup::new(&"players=2".parse().unwrap(), house).unwrap();
        let numbers = numbers(&setup);
        for (position, actions) in [
            ("step actions\npending exchange R B\nbowl 0 R900", 200),
            ("step actions\npending exchange R B begun\nbowl 0 R900", 201),
            (
                "step actions\npending pay-request snugglesaurus 9\nheld 0 snugglesaurus\nbowl 0 R9B9",
                10,
            ),
            (
                "step actions\npending pay-request snugglesaurus 9\nheld 0 snugglesaurus\nbowl 0 R2B2G2Y2O2P2",
                50,
            ),
            (
                "step actions\npending pay-request snugglesaurus 9\nheld 0 snugglesaurus\nbowl 0 R9B9G9Y9O9P9",
                252,
            ),
        ] {
            let state = ArchRavels::from_position(&setup, position).unwrap();
            let view = state.view(Viewer::Seat(Seat::new(0)));
            let mut legal = Vec::new();
            state.legal_actions(Seat::new(0), &mut legal);
            let mut said: Vec<usize> = legal
                .into_iter()
                .map(|action| number(&numbers, &view, action))
                .collect();
            said.sort_unstable();
            said.dedup();
            assert_eq!(said.len(), actions, "{position}");
            assert!(said.iter().all(|&number| number < numbers.count()));
        }
    }
}
