//! Craft (section 4), special requests among it (section 8), and yarn that is named step by step (2.5).

use bobbin_game::{Log, Seat};

use crate::content::EventKind;
use crate::deck::bits;
use crate::event::{CardName, Event};
use crate::patterns::{Cost, Item};
use crate::refusal::Refusal;
use crate::state::{ArchRavels, Goal, Pending, Phase};
use crate::turn::tell;
use crate::yarn::{Bundle, Color};

impl ArchRavels {
    /// 4.5, 7.2, 7.9, 10.3: may a craft be made now?
    fn check_craft(&self, seat: Seat) -> Result<(), Refusal> {
        match self.phase {
            Phase::Actions(turn) if turn.left.craft > 0 => Ok(()),
            Phase::Actions(_) if self.board(seat).tangled => Err(Refusal::Tangled),
            Phase::Actions(_) => Err(Refusal::NoCraft),
            Phase::FinalCraft { .. } => Ok(()),
            Phase::Resolving { .. } if self.event() == Some(EventKind::CraftCircle) => Ok(()),
            Phase::Resolving { .. } => Err(Refusal::NotTheCard),
            Phase::Marker | Phase::RestockActions | Phase::Over => Err(self.wrong_step()),
        }
    }

    /// 4.7, 7.2, 10.4: may a craft with any colors be made now?
    fn check_craft_any(&self, seat: Seat) -> Result<(), Refusal> {
        match self.phase {
            Phase::Actions(turn) if turn.left.craft_any > 0 => Ok(()),
            Phase::Actions(_) if self.board(seat).tangled => Err(Refusal::Tangled),
            _ => Err(Refusal::NoCraftAny),
        }
    }

    /// 4.6, 7.10, 8.2: may this request be crafted?
    fn check_request(&self, seat: Seat, request: u8) -> Result<(), Refusal> {
        if matches!(self.phase, Phase::Resolving { .. }) {
            return Err(Refusal::ItemsOnly);
        }
        if self.board(seat).held >> request & 1 == 0 {
            return Err(Refusal::RequestNotHeld);
        }
        Ok(())
    }

    /// 4.1, 4.2, 4.3: an item by its current pattern.
    pub(crate) fn craft_item(
        &mut self,
        seat: Seat,
        item: Item,
        pay: Bundle,
        log: &mut impl Log<Event>,
    ) -> Result<(), Refusal> {
        self.check_craft(seat)?;
        if !self.payments(seat, item).contains(&pay) {
            return Err(match self.exact_pattern(seat, item) {
                Some(&pattern) => Refusal::NotThePattern { item, pattern },
                None => Refusal::NotTheRule {
                    item,
                    rule: self.content().items[item.index()].pattern,
                },
            });
        }
        self.check_bowl(seat, pay)?;
        self.use_craft();
        let board = self.board_mut(seat);
        board.bowl.remove_all(pay);
        board.items.0[item.index()] += 1;
        tell(
            log,
            Event::Crafted {
                seat,
                item,
                yarn: pay,
            },
        );
        self.after_craft(seat, log);
        Ok(())
    }

    /// 8.2, 8.3, 8.4: a special request for what it costs.
    pub(crate) fn craft_request(
        &mut self,
        seat: Seat,
        request: u8,
        pay: Bundle,
        log: &mut impl Log<Event>,
    ) -> Result<(), Refusal> {
        self.check_craft(seat)?;
        self.check_request(seat, request)?;
        let card = &self.content().requests[usize::from(request)];
        let in_steps = matches!(card.cost, Cost::Any(_) | Cost::GiveEach(_));
        if in_steps != pay.is_empty() || !(in_steps || card.payments.contains(&pay)) {
            return Err(Refusal::NotTheRequest { cost: card.cost });
        }
        if in_steps {
            self.check_size(seat, self.request_size(request))?;
            self.use_craft();
            self.begin_request(seat, request, log);
            return Ok(());
        }
        self.check_bowl(seat, pay)?;
        self.use_craft();
        self.board_mut(seat).bowl.remove_all(pay);
        self.complete(seat, Goal::Request(request), pay, log);
        Ok(())
    }

    /// 4.7, 4.8: an item from any colors.
    pub(crate) fn craft_any_item(
        &mut self,
        seat: Seat,
        item: Item,
        log: &mut impl Log<Event>,
    ) -> Result<(), Refusal> {
        self.check_craft_any(seat)?;
        let size = u16::from(self.content().items[item.index()].pattern.size());
        self.check_size(seat, size)?;
        self.use_craft_any();
        self.begin_payment(seat, Goal::Item(item), size as u8, log);
        Ok(())
    }

    /// 4.8: a special request from any colors; 8.5: that changes nothing for the bracelets.
    pub(crate) fn craft_any_request(
        &mut self,
        seat: Seat,
        request: u8,
        log: &mut impl Log<Event>,
    ) -> Result<(), Refusal> {
        self.check_craft_any(seat)?;
        self.check_request(seat, request)?;
        self.check_size(seat, self.request_size(request))?;
        self.use_craft_any();
        self.begin_request(seat, request, log);
        Ok(())
    }

    fn check_bowl(&self, seat: Seat, pay: Bundle) -> Result<(), Refusal> {
        let bowl = &self.board(seat).bowl;
        if !bowl.holds(pay) {
            let missing = bowl.missing(pay);
            return Err(Refusal::NotEnoughYarn { missing });
        }
        Ok(())
    }

    fn check_size(&self, seat: Seat, size: u16) -> Result<(), Refusal> {
        let have = self.board(seat).bowl.total();
        if have < size {
            return Err(Refusal::TooFewYarn { need: size, have });
        }
        Ok(())
    }

    /// Counts a craft of the space as used; other crafts are counted by whose choice it is.
    fn use_craft(&mut self) {
        if let Phase::Actions(turn) = &mut self.phase {
            turn.left.craft -= 1;
        }
    }

    fn use_craft_any(&mut self) {
        if let Phase::Actions(turn) = &mut self.phase {
            turn.left.craft_any -= 1;
        }
    }

    /// Begins to pay or give the yarn of a request step by step.
    fn begin_request(&mut self, seat: Seat, request: u8, log: &mut impl Log<Event>) {
        if let Cost::GiveEach(left) = self.content().requests[usize::from(request)].cost {
            self.pending = Pending::Give {
                request,
                receiver: seat.next(self.players()),
                left,
                from: Color::Red,
            };
            self.tell_begun(seat, Goal::Request(request), log);
        } else {
            let size = self.request_size(request) as u8;
            self.begin_payment(seat, Goal::Request(request), size, log);
        }
    }

    fn begin_payment(&mut self, seat: Seat, goal: Goal, left: u8, log: &mut impl Log<Event>) {
        self.pending = Pending::Pay {
            goal,
            left,
            from: Color::Red,
        };
        if self.has_to_choose(seat) {
            self.tell_begun(seat, goal, log);
        }
        self.pay_what_is_forced(seat, log);
    }

    fn tell_begun(&self, seat: Seat, goal: Goal, log: &mut impl Log<Event>) {
        let event = match goal {
            Goal::Item(item) => Event::CraftBegan { seat, item },
            Goal::Request(number) => {
                let request = CardName::of_request(self.content(), number);
                Event::RequestBegan { seat, request }
            }
        };
        tell(log, event);
    }

    /// Is there more in the bowl than what is pending takes?
    fn has_to_choose(&self, seat: Seat) -> bool {
        matches!(self.pending, Pending::Pay { left, from, .. }
            if left > 0 && self.board(seat).bowl.total_from(from) > u16::from(left))
    }

    /// 2.5: where only one way to pay is left, it is paid.
    fn pay_what_is_forced(&mut self, seat: Seat, log: &mut impl Log<Event>) {
        if self.has_to_choose(seat) {
            return;
        }
        let Pending::Pay { goal, left, from } = self.pending else {
            return;
        };
        if left > 0 {
            for color in &Color::ALL[from.index()..] {
                let count = std::mem::take(&mut self.board_mut(seat).bowl.0[color.index()]);
                if count > 0 {
                    let color = *color;
                    tell(log, Event::Paid { seat, color, count });
                }
            }
        }
        self.pending = Pending::Nothing;
        self.complete(seat, goal, Bundle::EMPTY, log);
    }

    /// The yarn is paid: the item or request is done.
    fn complete(&mut self, seat: Seat, goal: Goal, yarn: Bundle, log: &mut impl Log<Event>) {
        match goal {
            Goal::Item(item) => {
                self.board_mut(seat).items.0[item.index()] += 1;
                tell(log, Event::Crafted { seat, item, yarn });
            }
            Goal::Request(number) => {
                let content = self.content();
                let board = self.board_mut(seat);
                board.held &= !(1 << number);
                board.done |= 1 << number;
                let favorite = content.character(board.character).favorite == number;
                let request = CardName::of_request(content, number);
                tell(
                    log,
                    Event::RequestFinished {
                        seat,
                        request,
                        yarn,
                        favorite,
                    },
                );
            }
        }
        self.after_craft(seat, log);
    }

    /// The craft is over: in the Craft Circle and in the final craft it is someone else's choice now.
    pub(crate) fn after_craft(&mut self, seat: Seat, log: &mut impl Log<Event>) {
        match self.phase {
            Phase::Resolving { .. } => self.craft_circle_after(seat, log),
            Phase::FinalCraft { .. } => self.final_craft_from(seat.next(self.players()), log),
            Phase::Marker | Phase::Actions(_) | Phase::RestockActions | Phase::Over => {}
        }
    }

    /// 2.5: the next yarn of a choice in several steps.
    pub(crate) fn name_yarn(
        &mut self,
        seat: Seat,
        color: Color,
        log: &mut impl Log<Event>,
    ) -> Result<(), Refusal> {
        match self.pending {
            Pending::Gain { left, from } => {
                check_order(color, from)?;
                self.board_mut(seat).bowl.add(color, 1);
                tell(log, Event::Gained { seat, color });
                if left > 1 {
                    self.pending = Pending::Gain {
                        left: left - 1,
                        from: color,
                    };
                } else {
                    self.pending = Pending::Nothing;
                    self.after_gain(seat, log);
                }
                Ok(())
            }
            Pending::Pay { goal, left, from } => {
                self.check_payable(seat, color, from, left)?;
                self.board_mut(seat).bowl.remove(color, 1);
                tell(
                    log,
                    Event::Paid {
                        seat,
                        color,
                        count: 1,
                    },
                );
                self.pending = Pending::Pay {
                    goal,
                    left: left - 1,
                    from: color,
                };
                self.pay_what_is_forced(seat, log);
                Ok(())
            }
            Pending::Give {
                request,
                receiver,
                left,
                from,
            } => {
                self.check_payable(seat, color, from, left)?;
                self.board_mut(seat).bowl.remove(color, 1);
                self.board_mut(receiver).bowl.add(color, 1);
                let to = receiver;
                tell(log, Event::Gave { seat, to, color });
                self.after_gift(seat, request, receiver, left, color, log);
                Ok(())
            }
            Pending::Frog { item, named, last } => self.name_frogged((item, named, last), color, log),
            Pending::Nothing | Pending::Exchange { .. } => Err(Refusal::NoYarnAsked),
        }
    }

    /// 8.5: on to the next yarn or the next receiver.
    fn after_gift(
        &mut self,
        seat: Seat,
        request: u8,
        receiver: Seat,
        left: u8,
        color: Color,
        log: &mut impl Log<Event>,
    ) {
        if left > 1 {
            self.pending = Pending::Give {
                request,
                receiver,
                left: left - 1,
                from: color,
            };
            return;
        }
        self.pending = Pending::Nothing;
        if receiver.next(self.players()) == seat {
            self.complete(seat, Goal::Request(request), Bundle::EMPTY, log);
        } else if let Cost::GiveEach(left) = self.content().requests[usize::from(request)].cost {
            self.pending = Pending::Give {
                request,
                receiver: receiver.next(self.players()),
                left,
                from: Color::Red,
            };
        }
    }

    /// 2.5: a yarn that is there, in order, with enough left behind it.
    fn check_payable(&self, seat: Seat, color: Color, from: Color, left: u8) -> Result<(), Refusal> {
        check_order(color, from)?;
        let bowl = &self.board(seat).bowl;
        if bowl.count(color) == 0 {
            return Err(Refusal::NoYarnToPay { color });
        }
        if bowl.total_from(color) < u16::from(left) {
            return Err(Refusal::TooLate);
        }
        Ok(())
    }

    /// Can this player craft any item by a current pattern?
    pub(crate) fn can_craft_item(&self, seat: Seat) -> bool {
        let purse = self.board(seat).bowl.purse();
        Item::ALL
            .into_iter()
            .any(|item| self.payments(seat, item).iter().any(|&pay| purse.covers(pay)))
    }

    /// Can this player craft a special request?
    pub(crate) fn can_craft_request(&self, seat: Seat) -> bool {
        let board = self.board(seat);
        let purse = board.bowl.purse();
        bits(board.held).any(|request| {
            let card = &self.content().requests[usize::from(request)];
            match card.cost {
                Cost::Exact(_) | Cost::Rule(_) => card.payments.iter().any(|&pay| purse.covers(pay)),
                Cost::Any(_) | Cost::GiveEach(_) => board.bowl.total() >= self.request_size(request),
            }
        })
    }
}

fn check_order(color: Color, from: Color) -> Result<(), Refusal> {
    if color < from {
        return Err(Refusal::ColorOrder { from });
    }
    Ok(())
}
