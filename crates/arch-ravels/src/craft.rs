//! Craft (section 4), special requests among it (section 8), and yarn of free colors (2.5).

use bobbin_game::{Log, Seat};

use crate::content::EventKind;
use crate::deck::bits;
use crate::event::{CardName, Event};
use crate::patterns::{Cost, Item};
use crate::refusal::Refusal;
use crate::state::{ArchRavels, Goal, Pending, Phase};
use crate::turn::tell;
use crate::yarn::{Bowl, Bundle, Color};

impl ArchRavels {
    /// 4.5, 7.2, 7.9, 10.3: may a craft be made now?
    fn check_craft(&self, seat: Seat) -> Result<(), Refusal> {
        match self.phase {
            Phase::Actions(turn) if turn.left.craft > 0 => Ok(()),
            Phase::Actions(_) if self.is_kept_from_crafting(seat) => Err(Refusal::Tangled),
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
            Phase::Actions(_) if self.is_kept_from_crafting(seat) => Err(Refusal::Tangled),
            Phase::Actions(_) => Err(Refusal::NoCraftAny),
            Phase::FinalCraft { .. } => Err(Refusal::ColorsMatterAtTheEnd),
            Phase::Resolving { .. } if self.event() == Some(EventKind::CraftCircle) => {
                Err(Refusal::ColorsMatterInCircle)
            }
            Phase::Resolving { .. } => Err(Refusal::NotTheCard),
            Phase::Marker | Phase::RestockActions | Phase::Over => Err(self.wrong_step()),
        }
    }

    /// 7.2: is it the cat, and not the space of the marker, that allows no craft?
    fn is_kept_from_crafting(&self, seat: Seat) -> bool {
        let board = self.board(seat);
        let spaces = self.spaces_of(seat);
        board.tangled
            && board
                .marker
                .is_none_or(|space| spaces[usize::from(space)].crafts())
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
        let is_named_next = matches!(card.cost, Cost::Any(_) | Cost::GiveEach(_));
        if is_named_next != pay.is_empty() || !(is_named_next || card.payments.contains(&pay)) {
            return Err(Refusal::NotTheRequest { cost: card.cost });
        }
        if is_named_next {
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
        let (goal, left) = (Goal::Item(item), size as u8);
        self.begin(seat, Pending::Pay { goal, left }, log);
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

    /// Begins to pay or give the yarn of a request.
    fn begin_request(&mut self, seat: Seat, request: u8, log: &mut impl Log<Event>) {
        if let Cost::GiveEach(left) = self.content().requests[usize::from(request)].cost {
            let receiver = seat.next(self.players());
            self.begin(
                seat,
                Pending::Give {
                    request,
                    receiver,
                    left,
                },
                log,
            );
        } else {
            let (goal, left) = (Goal::Request(request), self.request_size(request) as u8);
            self.begin(seat, Pending::Pay { goal, left }, log);
        }
    }

    /// Yarn is to be paid or given; where there is nothing to choose that is done at once.
    fn begin(&mut self, seat: Seat, choice: Pending, log: &mut impl Log<Event>) {
        self.pending = choice;
        if self.forced(seat).is_none() {
            let goal = match choice {
                Pending::Pay { goal, .. } => goal,
                Pending::Give { request, .. } => Goal::Request(request),
                Pending::Gain { .. } | Pending::Frog { .. } | Pending::Exchange { .. } | Pending::Nothing => {
                    return;
                }
            };
            let event = match goal {
                Goal::Item(item) => Event::CraftBegan { seat, item },
                Goal::Request(number) => {
                    let request = CardName::of_request(self.content(), number);
                    Event::RequestBegan { seat, request }
                }
            };
            tell(log, event);
        }
        self.do_what_is_forced(seat, log);
    }

    /// What is to be paid or given next, if there is only one way to.
    fn forced(&self, seat: Seat) -> Option<Bowl> {
        match self.pending {
            Pending::Pay { left, .. } | Pending::Give { left, .. } => self.board(seat).bowl.only_way(left),
            Pending::Gain { .. } | Pending::Frog { .. } | Pending::Exchange { .. } | Pending::Nothing => None,
        }
    }

    /// 2.5: where only one way to pay or give is left, it is paid or given.
    fn do_what_is_forced(&mut self, seat: Seat, log: &mut impl Log<Event>) {
        while let Some(yarn) = self.forced(seat) {
            self.hand_over(seat, &yarn, log);
        }
    }

    /// Yarn that is there is paid, or given to who receives now (8.5); on to what is left of it.
    fn hand_over(&mut self, seat: Seat, yarn: &Bowl, log: &mut impl Log<Event>) {
        let counts = Color::ALL.into_iter().map(|color| (color, yarn.count(color)));
        for (color, count) in counts.filter(|&(_, count)| count > 0) {
            self.board_mut(seat).bowl.remove(color, count);
            if let Pending::Give { receiver: to, .. } = self.pending {
                self.board_mut(to).bowl.add(color, count);
                for _ in 0..count {
                    tell(log, Event::Gave { seat, to, color });
                }
            } else {
                tell(log, Event::Paid { seat, color, count });
            }
        }
        let paid = yarn.total() as u8;
        match &mut self.pending {
            Pending::Pay { left, .. } | Pending::Give { left, .. } if *left > paid => *left -= paid,
            &mut Pending::Pay { goal, .. } => self.complete(seat, goal, Bundle::EMPTY, log),
            &mut Pending::Give {
                request, receiver, ..
            } => self.give_on(seat, request, receiver, log),
            Pending::Gain { .. } | Pending::Frog { .. } | Pending::Exchange { .. } | Pending::Nothing => {}
        }
    }

    /// 8.5: this receiver has all of it; on to the next.
    fn give_on(&mut self, seat: Seat, request: u8, receiver: Seat, log: &mut impl Log<Event>) {
        let next = receiver.next(self.players());
        match self.content().requests[usize::from(request)].cost {
            Cost::GiveEach(left) if next != seat => {
                self.pending = Pending::Give {
                    request,
                    receiver: next,
                    left,
                };
            }
            _ => self.complete(seat, Goal::Request(request), Bundle::EMPTY, log),
        }
    }

    /// The yarn is paid: the item or request is done.
    fn complete(&mut self, seat: Seat, goal: Goal, yarn: Bundle, log: &mut impl Log<Event>) {
        self.pending = Pending::Nothing;
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

    /// 2.5: the yarn that is taken, paid or given, all at once and in any order.
    pub(crate) fn name_yarn(
        &mut self,
        seat: Seat,
        yarn: Bundle,
        log: &mut impl Log<Event>,
    ) -> Result<(), Refusal> {
        match self.pending {
            Pending::Gain { left } => {
                self.check_count(yarn)?;
                self.take_in(seat, yarn, log);
                let left = left - yarn.len();
                if left > 0 {
                    self.pending = Pending::Gain { left };
                } else {
                    self.pending = Pending::Nothing;
                    self.after_gain(seat, log);
                }
            }
            Pending::Pay { .. } | Pending::Give { .. } => {
                self.check_bowl(seat, yarn)?;
                self.check_count(yarn)?;
                let mut counts = Bowl::default();
                counts.add_all(yarn);
                self.hand_over(seat, &counts, log);
                self.do_what_is_forced(seat, log);
            }
            Pending::Frog { item } => {
                let facts = &self.content().items[item.index()];
                if !facts.payments.iter().any(|way| way.holds(yarn)) {
                    let rule = facts.pattern;
                    return Err(Refusal::NotTheFrogged { item, rule });
                }
                self.check_count(yarn)?;
                self.pending = Pending::Nothing;
                self.take_in(seat, yarn, log);
            }
            Pending::Exchange { .. } => return Err(Refusal::UnfinishedChoice),
            Pending::Nothing => {
                self.check_shopped()?;
                return Err(Refusal::NoYarnAsked);
            }
        }
        Ok(())
    }

    /// Yarn comes from the supply.
    pub(crate) fn take_in(&mut self, seat: Seat, yarn: Bundle, log: &mut impl Log<Event>) {
        self.board_mut(seat).bowl.add_all(yarn);
        tell(log, Event::Took { seat, yarn });
    }

    /// 2.5: neither more nor less yarn than is asked for.
    fn check_count(&self, yarn: Bundle) -> Result<(), Refusal> {
        let asked = self.asked();
        if yarn.len() != asked {
            return Err(Refusal::WrongCount { asked });
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
