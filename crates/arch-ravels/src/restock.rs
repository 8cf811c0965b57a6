//! The restock (section 6): filling the bazaar, events (section 7) and requests (8.1).

use bobbin_game::{Chance, Log, Seat};

use crate::content::EventKind;
use crate::deck::Card;
use crate::event::{CardFace, CardName, Event};
use crate::refusal::Refusal;
use crate::state::{ArchRavels, BAZAAR, Pending, Phase};
use crate::turn::tell;
use crate::yarn::Color;

impl ArchRavels {
    /// 2.4, 6.1, 6.3, 6.4: the player's actions are over; the bazaar is filled.
    pub(crate) fn restock(
        &mut self,
        chance: &mut impl Chance,
        log: &mut impl Log<Event>,
    ) -> Result<(), Refusal> {
        self.turn()?;
        let before = self.bazaar;
        for space in 0..BAZAAR {
            if self.bazaar[space].is_some() {
                continue;
            }
            if self.deck.len() == 0 && self.deck.discard_size > 0 {
                let cards = self.deck.reshuffle();
                tell(log, Event::Reshuffled { cards });
            }
            let aside_before = self.deck.aside();
            let Some(card) = self.deck.draw(chance) else {
                break;
            };
            let set_aside = self.deck.aside() < aside_before;
            self.bazaar[space] = Some(card);
            let card = CardFace::of(self.content(), card);
            let space = space as u8 + 1;
            tell(
                log,
                Event::Revealed {
                    space,
                    card,
                    set_aside,
                },
            );
        }
        if self.bazaar == before {
            tell(log, Event::NothingRestocked { seat: self.active });
        }
        self.resolve_from(0, log);
        Ok(())
    }

    /// 6.2: on to the next card that asks something; behind the last one come the restock actions.
    fn resolve_from(&mut self, first: u8, log: &mut impl Log<Event>) {
        for space in first..BAZAAR as u8 {
            let card = self.bazaar[usize::from(space)];
            let Some(Card::Event(_) | Card::Request(_)) = card else {
                continue;
            };
            self.phase = Phase::Resolving {
                space,
                chooser: self.active,
            };
            let asks = match card {
                Some(Card::Event(event)) => self.begin_event(event, log),
                _ => true,
            };
            if asks {
                return;
            }
            self.discard_event(space, log);
        }
        self.phase = Phase::RestockActions;
    }

    /// Does the event ask anyone anything?
    fn begin_event(&mut self, event: EventKind, log: &mut impl Log<Event>) -> bool {
        let seat = self.active;
        match event {
            EventKind::YarnSale => {
                self.pending = gain(3);
                true
            }
            EventKind::FriendlyClerk => {
                self.pending = gain(1);
                true
            }
            EventKind::Donate if self.board(seat).bowl.total() == 0 => {
                tell(log, Event::NothingToDonate { seat });
                false
            }
            // 2.5: between two players there is one other player to choose.
            EventKind::TangledCat if self.players() == 2 => {
                self.put_cat(seat.next(2), log);
                false
            }
            EventKind::Donate if self.players() == 2 => {
                let only = self.board(seat).bowl.only_color();
                if let Some(color) = only {
                    self.hand_on(color, seat.next(2), log);
                }
                only.is_none()
            }
            EventKind::TangledCat | EventKind::Donate => true,
            EventKind::CraftCircle => self.choose_circle_crafter(seat),
        }
    }

    /// 6.5: the event is over.
    fn discard_event(&mut self, space: u8, log: &mut impl Log<Event>) {
        if let Some(card) = self.bazaar[usize::from(space)].take() {
            self.deck.put_on_discard(card);
        }
        let space = space + 1;
        tell(log, Event::Resolved { space });
    }

    fn end_event(&mut self, log: &mut impl Log<Event>) {
        if let Phase::Resolving { space, .. } = self.phase {
            self.discard_event(space, log);
            self.resolve_from(space + 1, log);
        }
    }

    /// 6.6: the seat after this one that has not had its turn in what concerns all.
    fn next_of_all(&self, seat: Seat) -> Option<Seat> {
        let next = seat.next(self.players());
        (next != self.active).then_some(next)
    }

    fn set_chooser(&mut self, seat: Seat) {
        if let Phase::Resolving { chooser, .. } = &mut self.phase {
            *chooser = seat;
        }
    }

    /// 7.1, 7.2, 7.3: the cat goes to another player.
    pub(crate) fn tangle(&mut self, to: Seat, log: &mut impl Log<Event>) -> Result<(), Refusal> {
        self.check_event(EventKind::TangledCat)?;
        self.check_another(to, Refusal::CatForOneself)?;
        self.put_cat(to, log);
        self.end_event(log);
        Ok(())
    }

    fn put_cat(&mut self, to: Seat, log: &mut impl Log<Event>) {
        self.board_mut(to).tangled = true;
        let by = self.active;
        tell(log, Event::Tangled { seat: to, by });
    }

    /// 7.6, 7.7: one yarn to another player.
    pub(crate) fn donate(
        &mut self,
        color: Color,
        to: Seat,
        log: &mut impl Log<Event>,
    ) -> Result<(), Refusal> {
        self.check_event(EventKind::Donate)?;
        self.check_another(to, Refusal::GiftForOneself)?;
        let seat = self.active;
        if self.board(seat).bowl.count(color) == 0 {
            return Err(Refusal::NoYarnToDonate { color });
        }
        self.hand_on(color, to, log);
        self.end_event(log);
        Ok(())
    }

    fn hand_on(&mut self, color: Color, to: Seat, log: &mut impl Log<Event>) {
        let seat = self.active;
        self.board_mut(seat).bowl.remove(color, 1);
        self.board_mut(to).bowl.add(color, 1);
        tell(log, Event::Gave { seat, to, color });
    }

    /// 8.1: the request goes to whom the active player chooses.
    pub(crate) fn give_request(&mut self, to: Seat, log: &mut impl Log<Event>) -> Result<(), Refusal> {
        let Phase::Resolving { space, .. } = self.phase else {
            return Err(self.wrong_step());
        };
        let request = self.revealed_request().ok_or(Refusal::NotTheCard)?;
        if to.index() >= self.players() {
            return Err(Refusal::NoSuchSeat);
        }
        self.bazaar[usize::from(space)] = None;
        self.board_mut(to).held |= 1 << request;
        let (seat, request) = (self.active, CardName::of_request(self.content(), request));
        tell(log, Event::RequestGiven { seat, to, request });
        self.resolve_from(space + 1, log);
        Ok(())
    }

    fn check_event(&self, event: EventKind) -> Result<(), Refusal> {
        match self.phase {
            Phase::Resolving { .. } if self.event() == Some(event) => Ok(()),
            Phase::Resolving { .. } => Err(Refusal::NotTheCard),
            _ => Err(self.wrong_step()),
        }
    }

    fn check_another(&self, to: Seat, oneself: Refusal) -> Result<(), Refusal> {
        if to.index() >= self.players() {
            return Err(Refusal::NoSuchSeat);
        }
        if to == self.active {
            return Err(oneself);
        }
        Ok(())
    }

    /// All yarn of a gain is taken: 7.5 and 7.8 go on, a Shop is where it was.
    pub(crate) fn after_gain(&mut self, seat: Seat, log: &mut impl Log<Event>) {
        match (self.event(), self.next_of_all(seat)) {
            (Some(EventKind::FriendlyClerk), Some(next)) => {
                self.set_chooser(next);
                self.pending = gain(1);
            }
            (Some(_), _) => self.end_event(log),
            (None, _) => {}
        }
    }

    /// 7.9: on to the next who can craft.
    pub(crate) fn craft_circle_after(&mut self, seat: Seat, log: &mut impl Log<Event>) {
        let goes_on = self
            .next_of_all(seat)
            .is_some_and(|next| self.choose_circle_crafter(next));
        if !goes_on {
            self.end_event(log);
        }
    }

    /// 7.10: the first from this seat on who can craft an item, if there is one.
    fn choose_circle_crafter(&mut self, first: Seat) -> bool {
        let mut candidate = Some(first);
        while let Some(seat) = candidate {
            if self.can_craft_item(seat) {
                self.set_chooser(seat);
                return true;
            }
            candidate = self.next_of_all(seat);
        }
        false
    }
}

/// So many yarn of free colors from the supply.
fn gain(left: u8) -> Pending {
    Pending::Gain { left }
}

#[cfg(test)]
mod tests {
    use bobbin_game::{Game, SearchChance, Seat};

    use super::*;

    /// 6.4: without a card in deck and discard, spaces stay empty and the turn goes on.
    #[test]
    fn spaces_stay_empty_when_no_card_is_left() {
        let setup = &ArchRavels::setups()[0];
        let mut state = ArchRavels::from_position(setup, "step actions\nrequests +0").unwrap();
        state.deck.pool = [0; 37];
        state.deck.pool_size = 0;
        state.deck.top = 0;
        let restock = crate::Action::Restock;
        state
            .apply(Seat::new(0), restock, &mut SearchChance::new(1), &mut ())
            .unwrap();
        assert_eq!(
            (state.bazaar, state.phase),
            ([None; BAZAAR], Phase::RestockActions)
        );
    }
}
