//! Views as numbers, for programs that learn. The numbers of actions are in `numbers`.

use bobbin_game::{Columns, Encoded, Numbers, Seat};

use crate::action::Action;
use crate::characters::{Abilities, CharacterId, SPACES};
use crate::content::{EVENTS, EventKind, Face, MOST_KINDS};
use crate::deck::{Card, Counts};
use crate::numbers;
use crate::patterns::{ITEMS, Item, Items};
use crate::setup::ArchRavelsSetup;
use crate::shop::EMPTY_SPACE;
use crate::state::{ArchRavels, BAZAAR, Goal, Pending, Phase, Turn, View};
use crate::turn::LAST_ROUND;
use crate::yarn::{Bundle, COLORS, Color};

/// What a space of a board allows at most.
const MOST_ALLOWED: Abilities = Abilities {
    shop: BAZAAR as u8,
    craft: 9,
    craft_any: 9,
    exchange: true,
    take: 7,
};

/// No payment is greater: as much of every color as a cost can name.
const MOST_PAID: u64 = Bundle::MOST as u64 * COLORS as u64;

/// The scores that the column for it tells apart; it follows from the others, so that what is beyond is cut off.
const SCORES: (i32, i32) = (-55, 200);

impl Encoded for ArchRavels {
    fn observe(view: &View, to: &mut impl Columns) {
        let (table, viewer) = (&view.table, view.viewer.seat());
        let players = table.players();
        to.one_hot("own seat", viewer.map(Seat::index), players);
        to.flag("boards are balanced", table.setup.is_balanced());
        to.number("round", table.round.into(), 1, LAST_ROUND.into());
        table.observe_phase(to);
        to.part("pending", None, |to| table.observe_pending(to));
        table.observe_bazaar(to);
        to.part("deck", None, |to| table.observe_deck(to));
        table.observe_projects(to);
        let own = viewer.unwrap_or(Seat::new(0));
        for (place, seat) in own.onwards(players).enumerate() {
            to.part("seat", Some(place), |to| table.observe_seat(seat, to));
        }
    }

    fn numbers(setup: &ArchRavelsSetup) -> Option<Numbers> {
        Some(numbers::numbers(setup))
    }

    #[inline]
    fn number(numbers: &Numbers, view: &View, action: Action) -> usize {
        numbers::number(numbers, view, action)
    }
}

impl ArchRavels {
    /// Where in the turn the game is; whose choice it is stands with the seats, the spaces taken with the bazaar.
    #[inline]
    fn observe_phase(&self, to: &mut impl Columns) {
        let (phase, turn, resolving) = match self.phase {
            Phase::Marker => (0, Turn::default(), None),
            Phase::Actions(turn) => (1, turn, None),
            Phase::Resolving { space, .. } => (2, Turn::default(), Some(usize::from(space))),
            Phase::RestockActions => (3, Turn::default(), None),
            Phase::FinalCraft { .. } => (4, Turn::default(), None),
            Phase::Over => (5, Turn::default(), None),
        };
        to.one_hot("phase", Some(phase), 6);
        abilities(to, "left", None, turn.left);
        to.flag("is shopping", turn.shopping);
        to.one_hot("resolving", resolving, BAZAAR);
    }

    /// A choice that has begun; who receives yarn stands with the seats.
    #[inline]
    fn observe_pending(&self, to: &mut impl Columns) {
        let (mut yarn_left, mut of_item, mut of_request) = (0, None, None);
        let (mut given, mut got, mut is_begun) = (None, None, false);
        let choice = match self.pending {
            Pending::Nothing => 0,
            Pending::Gain { left } => {
                yarn_left = left;
                1
            }
            Pending::Pay { goal, left } => {
                yarn_left = left;
                match goal {
                    Goal::Item(item) => of_item = Some(item),
                    Goal::Request(request) => of_request = Some(request),
                }
                2
            }
            Pending::Give { request, left, .. } => {
                yarn_left = left;
                of_request = Some(request);
                3
            }
            Pending::Frog { item } => {
                of_item = Some(item);
                4
            }
            Pending::Exchange { give, get, begun } => {
                (given, got, is_begun) = (Some(give), Some(get), begun);
                5
            }
        };
        to.one_hot("choice", Some(choice), 6);
        to.count("yarn left", yarn_left.into(), MOST_PAID);
        to.one_hot("item", of_item.map(Item::index), ITEMS);
        to.one_hot(
            "request",
            of_request.map(usize::from),
            self.content().requests.len(),
        );
        to.one_hot("give", given.map(Color::index), COLORS);
        to.one_hot("get", got.map(Color::index), COLORS);
        to.flag("has begun", is_begun);
    }

    /// Each space by what a Shop takes there. No two yarn cards have the same face.
    #[inline]
    fn observe_bazaar(&self, to: &mut impl Columns) {
        let content = self.content();
        let taken = match self.phase {
            Phase::Actions(turn) => turn.taken,
            _ => 0,
        };
        for (space, card) in self.bazaar.into_iter().enumerate() {
            let (mut event, mut request) = (None, None);
            let nothing = Face {
                yarn: Bundle::EMPTY,
                any: 0,
            };
            let face = match card {
                None => EMPTY_SPACE,
                Some(Card::Yarn(kind)) => content.yarn[usize::from(kind)].face,
                Some(Card::Event(kind)) => {
                    event = Some(kind as usize);
                    nothing
                }
                Some(Card::Request(number)) => {
                    request = Some(usize::from(number));
                    nothing
                }
            };
            to.part("bazaar", Some(space), |to| {
                to.flag("is empty", card.is_none());
                to.flag("was taken", taken >> space & 1 == 1);
                yarn(to, "yarn", face.yarn);
                to.count("yarn of any color", face.any.into(), 7);
                to.one_hot("event", event, EVENTS);
                to.one_hot("request", request, content.requests.len());
            });
        }
    }

    #[inline]
    fn observe_deck(&self, to: &mut impl Columns) {
        let deck = &self.deck;
        let requests = self.content().requests.len();
        let cards = u64::from(self.content().deck_size());
        to.count("cards", deck.pool_size.into(), cards);
        to.count("top", deck.top.into(), cards + requests as u64);
        to.part("left", None, |to| self.observe_cards(&deck.pool, to));
        to.bits("favorites", deck.favorites.into(), requests);
        to.count("other requests", deck.others.into(), requests as u64);
        to.bits("candidates", deck.candidates.into(), requests);
        to.part("set aside", None, |to| {
            self.observe_events(&deck.aside_events, to);
        });
        to.bits("set aside", deck.aside_requests.into(), requests);
        to.count("discarded", deck.discard_size.into(), cards);
        to.part("discard", None, |to| self.observe_cards(&deck.discard, to));
    }

    /// So many of each kind of yarn card and event.
    #[inline]
    fn observe_cards(&self, counts: &Counts, to: &mut impl Columns) {
        for (kind, (card, &count)) in self.content().yarn.iter().zip(counts).enumerate() {
            to.part("yarn", Some(kind), |to| {
                to.count("", count.into(), card.copies.into());
            });
        }
        self.observe_events(&counts[MOST_KINDS..], to);
    }

    #[inline]
    fn observe_events(&self, counts: &[u8], to: &mut impl Columns) {
        for (event, &count) in EventKind::ALL.into_iter().zip(counts) {
            let copies = self.content().events[event as usize].copies;
            to.count(event.id(), count.into(), copies.into());
        }
    }

    #[inline]
    fn observe_projects(&self, to: &mut impl Columns) {
        let projects = &self.content().projects;
        to.count("project deck", self.projects.deck.into(), projects.len() as u64);
        to.bits("unseen projects", self.projects.unseen.into(), projects.len());
        for (place, listed) in self.projects.list.into_iter().enumerate() {
            let project = listed.map(usize::from);
            to.part("project", Some(place), |to| {
                let needed = project.map(|project| projects[project].items);
                items(to, "takes", &needed.unwrap_or_default(), MOST_TURNED_IN);
                to.one_hot("is", project, projects.len());
            });
        }
    }

    /// A player and the board. A character that was chosen is the one that is played, no two tiles have one pattern.
    #[inline]
    fn observe_seat(&self, seat: Seat, to: &mut impl Columns) {
        let content = self.content();
        let board = self.board(seat);
        let receives = matches!(self.pending, Pending::Give { receiver, .. } if receiver == seat);
        to.flag("began", self.first == seat);
        to.flag("is active", self.active == seat);
        to.flag("chooses", self.chooser() == Some(seat));
        to.flag("receives", receives);
        to.one_hot("character", Some(board.character.index()), CharacterId::ALL.len());
        to.flag("character was chosen", self.setup.chosen(seat).is_some());
        for (space, &allows) in self.spaces_of(seat).iter().enumerate() {
            abilities(to, "space", Some(space), allows);
        }
        to.one_hot("marker", board.marker.map(usize::from), SPACES);
        to.flag("is tangled", board.tangled);
        for (tile, item) in Item::WITH_TILE.into_iter().enumerate() {
            to.part(item.id(), None, |to| {
                to.flag("is learned", board.learned[tile]);
                let pattern = content.items[item.index()].tiles[usize::from(board.tiles[tile])];
                yarn(to, "pattern", pattern);
            });
        }
        to.part("bowl", None, |to| {
            for color in Color::ALL {
                to.count(color.name(), board.bowl.count(color).into(), u16::MAX.into());
            }
        });
        items(to, "items", &board.items, u16::MAX);
        to.bits("requests held", board.held.into(), content.requests.len());
        to.bits("requests done", board.done.into(), content.requests.len());
        to.bits("projects finished", board.finished.into(), content.projects.len());
        let score = self.sheet(seat).total.as_quarters().div_euclid(4);
        let (least, most) = SCORES;
        to.number(
            "score",
            score.clamp(least, most).into(),
            least.into(),
            most.into(),
        );
    }
}

/// No project takes more items.
const MOST_TURNED_IN: u16 = 12;

#[inline]
fn abilities(to: &mut impl Columns, name: &'static str, number: Option<usize>, allows: Abilities) {
    to.part(name, number, |to| {
        to.count("shop", allows.shop.into(), MOST_ALLOWED.shop.into());
        to.count("craft", allows.craft.into(), MOST_ALLOWED.craft.into());
        let most = MOST_ALLOWED.craft_any.into();
        to.count("craft any colors", allows.craft_any.into(), most);
        to.flag("exchange", allows.exchange);
        to.count("take", allows.take.into(), MOST_ALLOWED.take.into());
    });
}

#[inline]
fn yarn(to: &mut impl Columns, name: &'static str, bundle: Bundle) {
    to.part(name, None, |to| {
        for color in Color::ALL {
            to.count(color.name(), bundle.count(color).into(), Bundle::MOST.into());
        }
    });
}

#[inline]
fn items(to: &mut impl Columns, name: &'static str, items: &Items, most: u16) {
    to.part(name, None, |to| {
        for item in Item::ALL {
            to.count(item.id(), items.count(item).into(), most.into());
        }
    });
}

#[cfg(test)]
mod tests {
    use bobbin_game::encoding::{Row, observed_columns};
    use bobbin_game::{Content as _, Game as _, Setup as _, Viewer};

    use super::*;
    use crate::ArchRavelsContent;

    fn row(setup: &str, position: &str) -> Vec<u8> {
        let setup = ArchRavelsSetup::new(&setup.parse().unwrap(), ArchRavelsContent::house()).unwrap();
        let state = ArchRavels::from_position(&setup, position).unwrap();
        let mut bytes = vec![0; observed_columns::<ArchRavels>(&setup).len()];
        let view = state.view(Viewer::Seat(Seat::new(0)));
        ArchRavels::observe(&view, &mut Row::new(&mut bytes));
        bytes
    }

    /// In a game other things change along with these, so that only such pairs show whether they are written.
    #[test]
    fn what_never_changes_alone_is_written_too() {
        let giving =
            "step actions\nheld 0 friendship-bracelets\nbowl 0 R5B5\npending give friendship-bracelets";
        let pairs = [
            (giving.to_owned(), " 1 2", " 2 2"),
            (giving.to_owned(), " 1 1", " 1 2"),
            (
                "step actions\nbowl 0 R5\npending exchange R B".to_owned(),
                "",
                " begun",
            ),
            (
                "step actions\nbowl 0 R5\npending exchange R".to_owned(),
                " B",
                " G",
            ),
            ("top".to_owned(), " 40", " 41"),
            ("marker 0".to_owned(), " 1", " 2"),
            ("first".to_owned(), " 1", " 2"),
            ("round".to_owned(), " 1", " 2"),
            ("requests".to_owned(), " +1", " +2"),
            ("project-deck".to_owned(), " 5", " 6"),
            (
                "step restock-actions\nlearned 0 bear\npending frog".to_owned(),
                " bear",
                " hat",
            ),
        ];
        let mut alike = Vec::new();
        for (start, one, other) in pairs {
            let (one, other) = (format!("{start}{one}"), format!("{start}{other}"));
            if row("players=3", &one) == row("players=3", &other) {
                alike.push((one, other));
            }
        }
        let named = "seat 0 rebecca";
        for setup in ["players=3 seat0=rebecca", "players=3 boards=balanced"] {
            if row(setup, named) == row("players=3", named) {
                alike.push((setup.to_owned(), named.to_owned()));
            }
        }
        assert_eq!(alike, []);
    }
}
