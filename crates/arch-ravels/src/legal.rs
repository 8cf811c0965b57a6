//! Every legal action, in a fixed order.
//!
//! Long lists are filled by plain loops: `extend` with a filter is called once for each action where it is not inlined.

use bobbin_game::Seat;

use crate::action::Action;
use crate::content::EventKind;
use crate::deck::bits;
use crate::patterns::{Cost, Item};
use crate::state::{ArchRavels, BAZAAR, Pending, Phase, Turn};
use crate::turn::MOST_AT_ONCE;
use crate::yarn::{Bowl, Bundle, COLORS, Color};

impl ArchRavels {
    /// Appends what the player who chooses may do.
    pub(crate) fn list_actions(&self, seat: Seat, out: &mut Vec<Action>) {
        if self.pending != Pending::Nothing {
            return self.list_steps(seat, out);
        }
        match self.phase {
            Phase::Marker => {
                let marker = self.board(seat).marker;
                out.extend((0..4).filter(|&space| marker != Some(space)).map(Action::Move));
            }
            Phase::Actions(turn) => self.list_turn(seat, turn, out),
            Phase::Resolving { .. } => self.list_resolving(seat, out),
            Phase::RestockActions => self.list_restock_actions(seat, out),
            Phase::FinalCraft { .. } => {
                self.list_items(seat, out);
                self.list_requests(seat, out);
                out.push(Action::Pass);
            }
            Phase::Over => {}
        }
    }

    fn list_steps(&self, seat: Seat, out: &mut Vec<Action>) {
        let bowl = &self.board(seat).bowl;
        match self.pending {
            Pending::Gain { .. } => {
                let supply = Bowl([u16::MAX; COLORS]);
                supply.each_way(self.asked(), |yarn| out.push(Action::Yarn(yarn)));
            }
            Pending::Pay { .. } | Pending::Give { .. } => {
                bowl.each_way(self.asked(), |yarn| out.push(Action::Yarn(yarn)));
            }
            Pending::Frog { item } => {
                let ways = &self.content().items[item.index()].payments;
                out.extend(ways.iter().map(|&yarn| Action::Yarn(yarn)));
            }
            Pending::Exchange { give, begun, .. } => {
                let most = bowl.count(give).min(MOST_AT_ONCE);
                out.extend((u16::from(!begun)..=most).map(Action::Amount));
            }
            Pending::Nothing => {}
        }
    }

    fn list_turn(&self, seat: Seat, turn: Turn, out: &mut Vec<Action>) {
        if turn.left.shop > 0 {
            for space in 0..BAZAAR as u8 {
                if turn.taken >> space & 1 == 0 {
                    out.push(Action::Shop(space));
                }
            }
            if turn.shopping {
                return;
            }
        }
        if turn.left.craft > 0 {
            self.list_items(seat, out);
            self.list_requests(seat, out);
        }
        if turn.left.craft_any > 0 {
            let board = self.board(seat);
            let total = board.bowl.total();
            let facts = &self.content().items;
            let payable = |item: &Item| total >= u16::from(facts[item.index()].pattern.size());
            out.extend(Item::ALL.into_iter().filter(payable).map(Action::AnyItem));
            let payable = |request: &u8| total >= self.request_size(*request);
            out.extend(bits(board.held).filter(payable).map(Action::AnyRequest));
        }
        if turn.left.exchange {
            let bowl = &self.board(seat).bowl;
            for give in Color::ALL.into_iter().filter(|&color| bowl.count(color) > 0) {
                for get in Color::ALL {
                    if get != give {
                        out.push(Action::Exchange { give, get });
                    }
                }
            }
        }
        if turn.left.take > 0 {
            out.extend(Color::ALL.map(Action::Take));
        }
        out.push(Action::Restock);
    }

    fn list_items(&self, seat: Seat, out: &mut Vec<Action>) {
        let purse = self.board(seat).bowl.purse();
        for item in Item::ALL {
            for &pay in self.payments(seat, item) {
                if purse.covers(pay) {
                    out.push(Action::Craft { item, pay });
                }
            }
        }
    }

    fn list_requests(&self, seat: Seat, out: &mut Vec<Action>) {
        let board = self.board(seat);
        let purse = board.bowl.purse();
        for request in bits(board.held) {
            let card = &self.content().requests[usize::from(request)];
            match card.cost {
                Cost::Exact(_) | Cost::Rule(_) => {
                    for &pay in &card.payments {
                        if purse.covers(pay) {
                            out.push(Action::Request { request, pay });
                        }
                    }
                }
                Cost::Any(_) | Cost::GiveEach(_) => {
                    if board.bowl.total() >= self.request_size(request) {
                        out.push(Action::Request {
                            request,
                            pay: Bundle::EMPTY,
                        });
                    }
                }
            }
        }
    }

    fn list_resolving(&self, seat: Seat, out: &mut Vec<Action>) {
        let others = Seat::all(self.players()).filter(|&other| other != seat);
        match self.event() {
            Some(EventKind::TangledCat) => out.extend(others.map(Action::Tangle)),
            Some(EventKind::Donate) => {
                let bowl = &self.board(seat).bowl;
                for color in Color::ALL.into_iter().filter(|&color| bowl.count(color) > 0) {
                    out.extend(others.clone().map(|to| Action::Donate { color, to }));
                }
            }
            Some(EventKind::CraftCircle) => {
                self.list_items(seat, out);
                out.push(Action::Pass);
            }
            // Their choices are steps of a gain.
            Some(EventKind::YarnSale | EventKind::FriendlyClerk) => {}
            None => out.extend(Seat::all(self.players()).map(Action::Give)),
        }
    }

    fn list_restock_actions(&self, seat: Seat, out: &mut Vec<Action>) {
        let board = self.board(seat);
        for (place, project) in self.projects.list.iter().enumerate() {
            let finishable = |&project: &u8| {
                board
                    .items
                    .holds(&self.content().projects[usize::from(project)].items)
            };
            if project.as_ref().is_some_and(finishable) {
                out.push(Action::Finish(place as u8));
            }
        }
        for item in Item::ALL {
            if board.items.count(item) == 0 {
                continue;
            }
            if item.tile().is_some_and(|tile| !board.learned[tile]) {
                out.push(Action::Learn(item));
            }
            out.push(Action::Frog(item));
        }
        out.push(Action::End);
    }
}
