//! The course of a turn (section 2), exchange and take (section 5), and the way to the end (section 10).

use bobbin_game::{Audience, Chance, Log, Seat};

use crate::action::Action;
use crate::event::{CardName, Event};
use crate::refusal::{Refusal, Step};
use crate::state::{ArchRavels, Pending, Phase, Turn};
use crate::yarn::{Bundle, Color};

/// 10.5: the last round.
pub const LAST_ROUND: u8 = 100;
/// 5.5: the most that is said at once.
pub const MOST_AT_ONCE: u16 = 200;

/// Tells everyone: nothing in this game is secret.
pub(crate) fn tell(log: &mut impl Log<Event>, event: Event) {
    log.note(Audience::Everyone, event);
}

impl ArchRavels {
    pub(crate) fn act(
        &mut self,
        seat: Seat,
        action: Action,
        chance: &mut impl Chance,
        log: &mut impl Log<Event>,
    ) -> Result<(), Refusal> {
        match self.chooser() {
            Some(chooser) if chooser == seat => {}
            Some(chooser) => return Err(Refusal::NotYourChoice { chooser }),
            None => return Err(Refusal::GameOver),
        }
        match action {
            Action::Yarn(yarn) => return self.name_yarn(seat, yarn, log),
            Action::Amount(count) => return self.exchange_amount(seat, count, log),
            _ => {}
        }
        if self.pending != Pending::Nothing {
            return Err(Refusal::UnfinishedChoice);
        }
        if let Action::Shop(space) = action {
            return self.shop(space, log);
        }
        self.check_shopped()?;
        match action {
            Action::Move(space) => self.move_marker(space, log),
            Action::Craft { item, pay } => self.craft_item(seat, item, pay, log),
            Action::Request { request, pay } => self.craft_request(seat, request, pay, log),
            Action::AnyItem(item) => self.craft_any_item(seat, item, log),
            Action::AnyRequest(request) => self.craft_any_request(seat, request, log),
            Action::Exchange { give, get } => self.exchange(give, get, log),
            Action::Take(color) => self.take(color, log),
            Action::Restock => self.restock(chance, log),
            Action::Tangle(to) => self.tangle(to, log),
            Action::Donate { color, to } => self.donate(color, to, log),
            Action::Give(to) => self.give_request(to, log),
            Action::Finish(place) => self.finish_project(place, log),
            Action::Learn(item) => self.learn(item, log),
            Action::Frog(item) => self.frog(item, log),
            Action::Pass => self.pass(seat, log),
            Action::End => self.end_turn(chance, log),
            Action::Shop(_) | Action::Yarn(_) | Action::Amount(_) => unreachable!("told apart above"),
        }
    }

    /// 3.4: nothing comes between the cards of a Shop.
    pub(crate) fn check_shopped(&self) -> Result<(), Refusal> {
        match self.phase {
            Phase::Actions(Turn {
                shopping: true, left, ..
            }) => Err(Refusal::UnfinishedShop { left: left.shop }),
            _ => Ok(()),
        }
    }

    /// The actions left, while they are taken.
    pub(crate) fn turn(&self) -> Result<Turn, Refusal> {
        match self.phase {
            Phase::Actions(turn) => Ok(turn),
            _ => Err(self.wrong_step()),
        }
    }

    /// 2.1: what is due instead.
    pub(crate) fn wrong_step(&self) -> Refusal {
        let step = match self.phase {
            Phase::Marker => Step::Marker,
            Phase::Actions(_) => Step::Actions,
            Phase::Resolving { .. } => Step::Resolving,
            Phase::RestockActions => Step::RestockActions,
            Phase::FinalCraft { .. } => Step::FinalCraft,
            Phase::Over => return Refusal::GameOver,
        };
        Refusal::WrongStep { step }
    }

    /// 2.2: the marker moves to a different space; 7.2: a tangled player will not craft there.
    fn move_marker(&mut self, space: u8, log: &mut impl Log<Event>) -> Result<(), Refusal> {
        if self.phase != Phase::Marker {
            return Err(self.wrong_step());
        }
        let board = self.board(self.active);
        if board.marker == Some(space) {
            return Err(Refusal::SameSpace);
        }
        let allows = self.spaces_of(self.active)[usize::from(space)];
        let mut left = allows;
        if board.tangled {
            left.craft = 0;
            left.craft_any = 0;
        }
        let seat = self.active;
        self.board_mut(seat).marker = Some(space);
        self.phase = Phase::Actions(Turn {
            left,
            ..Turn::default()
        });
        let space = space + 1;
        tell(log, Event::Moved { seat, space, allows });
        Ok(())
    }

    /// 5.1: the two colors of an exchange; 2.5: a single yarn is exchanged at once.
    fn exchange(&mut self, give: Color, get: Color, log: &mut impl Log<Event>) -> Result<(), Refusal> {
        let mut turn = self.turn()?;
        if !turn.left.exchange {
            return Err(Refusal::NoExchange);
        }
        if give == get {
            return Err(Refusal::SameColor);
        }
        let seat = self.active;
        let have = self.board(seat).bowl.count(give);
        if have == 0 {
            return Err(Refusal::NoSuchYarn { color: give });
        }
        turn.left.exchange = false;
        self.phase = Phase::Actions(turn);
        if have == 1 {
            self.swap(seat, give, get, 1, log);
        } else {
            self.pending = Pending::Exchange {
                give,
                get,
                begun: false,
            };
            tell(log, Event::ExchangeBegan { seat, give, get });
        }
        Ok(())
    }

    /// 5.1, 5.2, 5.5: the number of an exchange.
    fn exchange_amount(&mut self, seat: Seat, count: u16, log: &mut impl Log<Event>) -> Result<(), Refusal> {
        let (give, get, begun) = match self.pending {
            Pending::Exchange { give, get, begun } => (give, get, begun),
            Pending::Nothing => {
                self.check_shopped()?;
                let has_exchange = self.turn()?.left.exchange;
                return Err(if has_exchange {
                    Refusal::NoAmount
                } else {
                    Refusal::NoExchange
                });
            }
            Pending::Gain { .. } | Pending::Pay { .. } | Pending::Give { .. } | Pending::Frog { .. } => {
                return Err(Refusal::UnfinishedChoice);
            }
        };
        let have = self.board(seat).bowl.count(give);
        let most = have.min(MOST_AT_ONCE);
        if count > most || (count == 0 && !begun) {
            return Err(Refusal::WrongAmount { most });
        }
        if count > 0 {
            self.swap(seat, give, get, count, log);
        }
        self.pending = if count == MOST_AT_ONCE && have > count {
            Pending::Exchange {
                give,
                get,
                begun: true,
            }
        } else {
            Pending::Nothing
        };
        Ok(())
    }

    fn swap(&mut self, seat: Seat, give: Color, get: Color, count: u16, log: &mut impl Log<Event>) {
        let bowl = &mut self.board_mut(seat).bowl;
        bowl.remove(give, count);
        bowl.add(get, count);
        tell(
            log,
            Event::Exchanged {
                seat,
                give,
                get,
                count,
            },
        );
    }

    /// 5.3, 5.4: yarn of a single color from the supply, all of it.
    fn take(&mut self, color: Color, log: &mut impl Log<Event>) -> Result<(), Refusal> {
        let mut turn = self.turn()?;
        if turn.left.take == 0 {
            return Err(Refusal::NoTake);
        }
        let seat = self.active;
        let count = std::mem::take(&mut turn.left.take);
        self.phase = Phase::Actions(turn);
        self.take_in(seat, Bundle::of(color, count), log);
        Ok(())
    }

    /// 2.4, 9.3: the turn is over; the list is refilled, and it shows whether the game ends.
    fn end_turn(&mut self, chance: &mut impl Chance, log: &mut impl Log<Event>) -> Result<(), Refusal> {
        if self.phase != Phase::RestockActions {
            return Err(self.wrong_step());
        }
        while let Some((place, project)) = self.projects.refill_one(chance) {
            let project = CardName::of_project(self.content(), project);
            let place = place as u8 + 1;
            tell(log, Event::Listed { place, project });
        }
        self.board_mut(self.active).tangled = false;
        let next = self.active.next(self.players());
        let is_last_turn = self.round == LAST_ROUND && next == self.first;
        if !self.projects.is_full() || is_last_turn {
            let house_stop = self.projects.is_full();
            tell(log, Event::EndTriggered { house_stop });
            self.final_craft_from(next, log);
            return Ok(());
        }
        self.round += u8::from(next == self.first);
        self.active = next;
        self.phase = Phase::Marker;
        let round = self.round;
        tell(log, Event::TurnBegan { seat: next, round });
        Ok(())
    }

    /// 10.3, 10.4: the next one who may and can craft once more, from this seat on up to the active player.
    pub(crate) fn final_craft_from(&mut self, seat: Seat, log: &mut impl Log<Event>) {
        let mut crafter = seat;
        while crafter != self.active {
            if self.can_craft_item(crafter) || self.can_craft_request(crafter) {
                self.phase = Phase::FinalCraft { crafter };
                return;
            }
            crafter = crafter.next(self.players());
        }
        self.phase = Phase::Over;
        tell(log, Event::GameOver);
    }

    /// 6.6, 10.3: craft nothing where that is allowed.
    fn pass(&mut self, seat: Seat, log: &mut impl Log<Event>) -> Result<(), Refusal> {
        let in_circle = self.event() == Some(crate::EventKind::CraftCircle);
        if !in_circle && !matches!(self.phase, Phase::FinalCraft { .. }) {
            return Err(Refusal::NoPass);
        }
        tell(log, Event::Passed { seat });
        self.after_craft(seat, log);
        Ok(())
    }
}
