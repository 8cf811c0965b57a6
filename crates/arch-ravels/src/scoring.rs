//! Scoring (section 11).

use std::cmp::Reverse;

use bobbin_game::{Aim, Outcome, Points, Seat, Sheet};

use crate::deck::bits;
use crate::patterns::Item;
use crate::state::{ArchRavels, Phase};

/// What a finished favorite scores on top (11.2).
pub const FAVORITE_BONUS: Points = Points::whole(5);

const BY_CARDS: &str = "most finished projects and special requests";
const BY_YARN: &str = "most finished projects and special requests, then fewest yarn left";

impl ArchRavels {
    /// 11.1 to 11.8: the score of a seat as it stands now, in six lines.
    pub fn sheet(&self, seat: Seat) -> Sheet {
        let content = self.content();
        let board = self.board(seat);
        let request = |number: u8| content.requests[usize::from(number)].points;
        let favorite = content.character(board.character).favorite;
        let bonus = if board.done >> favorite & 1 == 1 {
            FAVORITE_BONUS
        } else {
            Points::ZERO
        };
        let learned = |item: &Item| item.tile().is_some_and(|tile| board.learned[tile]);
        let items =
            Item::ALL.map(|item| content.items[item.index()].points * i32::from(board.items.count(item)));
        Sheet::new([
            (
                "Projects",
                bits(board.finished)
                    .map(|project| content.projects[usize::from(project)].points)
                    .sum(),
            ),
            ("Requests", bits(board.done).map(request).sum::<Points>() + bonus),
            (
                "Patterns",
                Item::ALL
                    .into_iter()
                    .filter(learned)
                    .map(|item| content.items[item.index()].learned)
                    .sum(),
            ),
            ("Items", items.into_iter().sum()),
            ("Unfinished", -bits(board.held).map(request).sum::<Points>()),
            ("Yarn left", -Points::whole(i32::from(board.bowl.total()))),
        ])
    }

    /// 11.9: how the game ended, once it has.
    pub(crate) fn result(&self) -> Option<Outcome> {
        if self.phase != Phase::Over {
            return None;
        }
        let sheets = || Seat::all(self.players()).map(|seat| self.sheet(seat));
        let cards = |seat: Seat| {
            let board = self.board(seat);
            board.finished.count_ones() + board.done.count_ones()
        };
        let yarn = |seat: Seat| Reverse(self.board(seat).bowl.total());
        let by_cards = Outcome::ranked(Aim::High, sheets(), cards, BY_CARDS);
        let both = |seat: Seat| (cards(seat), yarn(seat));
        let by_yarn = Outcome::ranked(Aim::High, sheets(), both, BY_YARN);
        Some(if by_cards.ranks == by_yarn.ranks {
            by_cards
        } else {
            by_yarn
        })
    }
}
