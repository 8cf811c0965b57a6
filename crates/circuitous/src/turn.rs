//! A turn: what may be done, and doing it (sections 2 and 3).

use arrayvec::ArrayVec;
use bobbin_game::{Audience, Chance, Log, Seat, Setup as _};

use crate::action::Action;
use crate::content::{Ability, Code, DECK};
use crate::event::{CardName, Event, NearestWay};
use crate::geometry::{Spot, Turn};
use crate::going_on::{Change, Outlook};
use crate::player::{HAND, Proof};
use crate::refusal::Refusal;
use crate::state::{Circuitous, Phase, stream};
use crate::table::Piece;

impl Circuitous {
    /// Every legal action of the seat whose turn it is.
    pub(crate) fn actions(&self, out: &mut Vec<Action>) {
        let decks = self.decks();
        match self.phase {
            Phase::Choosing { drew_two } => self.choices(drew_two, out),
            Phase::Laying { kind, .. } => {
                let kind = usize::from(kind);
                self.each_spot(kind, &self.outlook(), |spot| {
                    out.push(Action::At(spot));
                    true
                });
            }
            Phase::Using { kind } => {
                if let Some(ability) = decks.kinds[usize::from(kind)].ability {
                    self.ability_actions(usize::from(kind), ability, &self.outlook(), out);
                }
            }
            Phase::Replacing { kind, with } => {
                self.replacements(usize::from(kind), usize::from(with), &self.outlook(), out);
            }
            Phase::Done => out.push(Action::End),
            Phase::Over(_) => {}
        }
    }

    fn choices(&self, drew_two: bool, out: &mut Vec<Action>) {
        let decks = self.decks();
        let held: ArrayVec<usize, DECK> = self.held_kinds(self.turn).collect();
        let kinds = || held.iter().copied();
        let code = |kind: usize| decks.kinds[kind].code;
        let now = self.outlook();
        out.extend(
            kinds()
                .filter(|&kind| self.can_play(kind, &now))
                .map(|kind| Action::Play(code(kind))),
        );
        if self.table.is_bare() {
            if out.is_empty() {
                out.extend(kinds().map(|kind| Action::Discard(code(kind))));
            }
            return;
        }
        for kind in kinds() {
            if let Some(ability) = decks.kinds[kind].ability
                && !drew_two
                && self.can_use(kind, ability, &now)
            {
                out.push(Action::Use(code(kind)));
            }
        }
        out.extend(kinds().map(|kind| Action::Discard(code(kind))));
    }

    /// 2.4: is there a place for this card?
    fn can_play(&self, kind: usize, now: &Outlook) -> bool {
        if self.table.is_bare() {
            return self.setup.can_be_first(kind);
        }
        let mut found = false;
        self.each_spot(kind, now, |_| {
            found = true;
            false
        });
        found
    }

    /// Calls `each` with the legal places of a card in hand until it says stop.
    fn each_spot(&self, kind: usize, now: &Outlook, each: impl FnMut(Spot) -> bool) {
        let (decks, outlook) = (self.decks(), self.outlook_without(&[kind], now));
        let ways = decks.shape_of(kind).ways;
        self.table
            .each_place(decks, self.card(kind), ways, &outlook, each);
    }

    fn held(&self, card: Code) -> Result<usize, Refusal> {
        let kind = self
            .decks()
            .find(card)
            .filter(|&kind| self.player().hand[kind] > 0);
        kind.ok_or(Refusal::NotInHand { card })
    }

    fn named(&self, kind: usize) -> CardName {
        CardName::of(&self.decks().kinds[kind])
    }

    /// Carries out an action of a seat, or says why not and changes nothing.
    pub(crate) fn act(
        &mut self,
        seat: Seat,
        action: Action,
        chance: &mut impl Chance,
        log: &mut impl Log<Event>,
    ) -> Result<(), Refusal> {
        if self.is_over() {
            return Err(Refusal::GameOver);
        }
        if seat != self.turn {
            return Err(Refusal::NotYourTurn);
        }
        match (self.phase, action) {
            (Phase::Choosing { drew_two }, Action::Play(card)) => self.choose(card, drew_two, log),
            (Phase::Choosing { drew_two }, Action::Use(card)) => {
                self.choose_ability(card, drew_two, chance, log)
            }
            (Phase::Choosing { .. }, Action::Discard(card)) => self.discard(card, log),
            (Phase::Choosing { .. }, Action::End) => Err(Refusal::NotDone),
            (Phase::Choosing { .. }, _) => Err(Refusal::ChooseFirst),
            (Phase::Laying { kind, .. }, Action::At(spot)) => self.lay(usize::from(kind), spot, log),
            (Phase::Laying { .. }, _) => Err(Refusal::LayIt),
            (Phase::Using { kind }, action) => self.carry_out(usize::from(kind), action, log),
            (Phase::Replacing { kind, with }, Action::Over(number, turn)) => {
                self.replace(usize::from(kind), usize::from(with), number, turn, log)
            }
            (Phase::Replacing { .. }, _) => Err(Refusal::CarryOut {
                ability: Ability::Replace,
            }),
            (Phase::Done, Action::End) => {
                self.end_turn(chance, log);
                Ok(())
            }
            (Phase::Done, _) => Err(Refusal::EndTurn),
            (Phase::Over(_), _) => Err(Refusal::GameOver),
        }
    }

    /// 2.4: a card is chosen to be played.
    fn choose(&mut self, card: Code, drew_two: bool, log: &mut impl Log<Event>) -> Result<(), Refusal> {
        let kind = self.held(card)?;
        if !self.can_play(kind, &self.outlook()) {
            return Err(if self.table.is_bare() {
                Refusal::NoFirstCard
            } else {
                Refusal::NoPlace
            });
        }
        self.phase = Phase::Laying {
            kind: kind as u8,
            drew_two,
        };
        let (seat, card) = (self.turn, self.named(kind));
        let ability = None;
        log.note(Audience::Only(seat), Event::Chose { seat, card, ability });
        Ok(())
    }

    /// 3.1, 4.1 to 4.8: a card is laid.
    fn lay(&mut self, kind: usize, spot: Spot, log: &mut impl Log<Event>) -> Result<(), Refusal> {
        let decks = self.decks();
        let piece = Piece {
            at: spot.at,
            turn: spot.turn,
            ..self.card(kind)
        };
        self.table.check_place(decks, &piece)?;
        if self.table.is_bare() {
            self.table.check_first(decks, &piece, 0)?;
        }
        let outlook = self.outlook_without(&[kind], &self.outlook());
        self.table
            .check_leaves_play(decks, Change::Lay(piece), &outlook)?;
        self.take(kind);
        self.table.add(decks, piece);
        let joins = self.table.joins(self.table.pieces.len() - 1).count() as u8;
        let (seat, card, number) = (self.turn, self.named(kind), piece.number);
        let way = if log.listens() {
            self.way_over(number)
        } else {
            None
        };
        log.note(
            Audience::Everyone,
            Event::Laid {
                seat,
                card,
                number,
                spot,
                joins,
                way,
            },
        );
        self.done(log);
        Ok(())
    }

    /// The nearest way in the making that leads over the card with this number.
    fn way_over(&self, number: u8) -> Option<NearestWay> {
        let (decks, table) = (self.decks(), &self.table);
        let over = |finish: u8| {
            let (end, missing) = table.nearest_end(decks, usize::from(finish) + 1)?;
            let to = table.node(decks, end);
            let mut cards = table.trail(decks, to).into_iter();
            let is_over = cards.any(|node| table.pieces[usize::from(node.piece)].number == number);
            let length = table.length(to);
            is_over.then_some((missing, NearestWay { finish, length }))
        };
        let ways = (0..table.finishes).filter_map(over);
        ways.min_by_key(|(missing, _)| *missing).map(|(_, way)| way)
    }

    /// A card leaves the hand of the player whose turn it is.
    fn take(&mut self, kind: usize) {
        let is_first = self.setup.can_be_first(kind);
        self.players[self.turn.index()].take(kind, is_first);
        self.in_play.take(self.decks(), kind);
    }

    fn put_on_discard(&mut self, kind: usize) {
        self.take(kind);
        self.players[self.turn.index()].discard[kind] += 1;
    }

    /// 2.1, 3.2: a card is discarded.
    fn discard(&mut self, card: Code, log: &mut impl Log<Event>) -> Result<(), Refusal> {
        let kind = self.held(card)?;
        let fails = self.table.is_bare();
        let can_lay = |kind: usize| self.player().hand[kind] > 0 && self.setup.can_be_first(kind);
        if fails && (0..self.decks().kinds.len()).any(can_lay) {
            return Err(Refusal::MustLayFirst);
        }
        self.put_on_discard(kind);
        let (seat, card) = (self.turn, self.named(kind));
        if fails {
            let player = &mut self.players[seat.index()];
            player.proof = Proof::of_all(player.hand_size);
            log.note(Audience::Everyone, Event::NoFirstCard { seat });
        }
        log.note(Audience::Everyone, Event::Discarded { seat, card });
        // On the table nothing has changed, so no finish is reached that was not.
        self.end_play();
        Ok(())
    }

    /// 5.1: a card is chosen for its ability.
    fn choose_ability(
        &mut self,
        card: Code,
        drew_two: bool,
        chance: &mut impl Chance,
        log: &mut impl Log<Event>,
    ) -> Result<(), Refusal> {
        let kind = self.held(card)?;
        let ability = self.decks().kinds[kind]
            .ability
            .ok_or(Refusal::NoAbility { card })?;
        if self.table.is_bare() {
            return Err(Refusal::NotBeforeFirst);
        }
        if drew_two {
            return Err(Refusal::NoFurtherAbility);
        }
        if ability == Ability::Replace && self.player().hand_size < 2 {
            return Err(Refusal::NeedsSecond);
        }
        if !self.can_use(kind, ability, &self.outlook()) {
            return Err(match ability {
                Ability::DrawTwo => Refusal::NothingToDraw,
                _ => Refusal::NothingToDo { ability },
            });
        }
        let (seat, card) = (self.turn, self.named(kind));
        if ability == Ability::DrawTwo {
            self.put_on_discard(kind);
            log.note(Audience::Everyone, Event::Used { seat, card, ability });
            self.draw(2, chance, log);
            self.phase = Phase::Choosing { drew_two: true };
        } else {
            self.phase = Phase::Using { kind: kind as u8 };
            let ability = Some(ability);
            log.note(Audience::Only(seat), Event::Chose { seat, card, ability });
        }
        Ok(())
    }

    /// 5.4 to 5.9: the ability that was chosen is carried out.
    fn carry_out(&mut self, kind: usize, action: Action, log: &mut impl Log<Event>) -> Result<(), Refusal> {
        let decks = self.decks();
        let Some(ability) = decks.kinds[kind].ability else {
            unreachable!("only a card with an ability is chosen for it")
        };
        let outlook = &self.outlook_without(&[kind], &self.outlook());
        let (index, piece, event) = match (ability, action) {
            (Ability::TurnFinish, Action::TurnFinish(finish, quarter)) => {
                let piece = self.table.turned_finish(decks, finish, quarter, outlook)?;
                let spot = piece.spot();
                (
                    usize::from(finish) + 1,
                    piece,
                    Event::FinishTurned {
                        finish,
                        quarter,
                        spot,
                    },
                )
            }
            (Ability::SlideFinish, Action::SlideFinish(finish, to)) => {
                let piece = self.table.slid_finish(decks, finish, to, outlook)?;
                let spot = piece.spot();
                (
                    usize::from(finish) + 1,
                    piece,
                    Event::FinishSlid { finish, to, spot },
                )
            }
            (Ability::TurnEnd, Action::TurnEnd(number, spot)) => {
                let (index, piece) = self.table.turned_end(decks, number, spot, outlook)?;
                (index, piece, Event::EndTurned { number, spot })
            }
            (Ability::Replace, Action::With(card)) => return self.choose_replacement(kind, card, log),
            _ => return Err(Refusal::CarryOut { ability }),
        };
        self.put_on_discard(kind);
        let (seat, card) = (self.turn, self.named(kind));
        log.note(Audience::Everyone, Event::Used { seat, card, ability });
        self.table.change(decks, index, piece);
        log.note(Audience::Everyone, event);
        self.done(log);
        Ok(())
    }

    /// 5.7: the card that replaces another is chosen.
    fn choose_replacement(
        &mut self,
        kind: usize,
        card: Code,
        log: &mut impl Log<Event>,
    ) -> Result<(), Refusal> {
        let with = self.held(card)?;
        if self.player().hand[with] <= u8::from(with == kind) {
            return Err(Refusal::NotInHand { card });
        }
        if !self.can_replace(kind, with, &self.outlook()) {
            let is_only = self.table.cards().count() == 1;
            return Err(if is_only && !self.setup.can_be_first(with) {
                Refusal::ReplacesOnlyCard { card }
            } else {
                Refusal::ReplacesNothing { card }
            });
        }
        self.phase = Phase::Replacing {
            kind: kind as u8,
            with: with as u8,
        };
        let (seat, card) = (self.turn, self.named(with));
        let ability = None;
        log.note(Audience::Only(seat), Event::Chose { seat, card, ability });
        Ok(())
    }

    /// 5.7, 5.8: a card is replaced.
    fn replace(
        &mut self,
        kind: usize,
        with: usize,
        number: u8,
        turn: Turn,
        log: &mut impl Log<Event>,
    ) -> Result<(), Refusal> {
        let decks = self.decks();
        let index = self
            .table
            .find(number)
            .ok_or(Refusal::NoCardToReplace { number })?;
        let old = self.table.pieces[index];
        let outlook = self.outlook_without(&[kind, with], &self.outlook());
        let piece = self
            .table
            .replaced(decks, index, self.card(with), turn, &outlook)?;
        self.put_on_discard(kind);
        self.take(with);
        self.players[usize::from(old.owner)].discard[usize::from(old.kind)] += 1;
        self.table.change(decks, index, piece);
        let (seat, card) = (self.turn, self.named(kind));
        let ability = Ability::Replace;
        log.note(Audience::Everyone, Event::Used { seat, card, ability });
        log.note(
            Audience::Everyone,
            Event::Replaced {
                seat,
                old: number,
                owner: Seat::new(usize::from(old.owner)),
                card: self.named(with),
                number: piece.number,
                spot: piece.spot(),
            },
        );
        self.done(log);
        Ok(())
    }

    /// The turn is done, and the game, too, if a finish is reached (6.3).
    fn done(&mut self, log: &mut impl Log<Event>) {
        self.end_play();
        if let Some(reached) = self.table.reached(self.decks()) {
            self.phase = Phase::Over(Some(reached));
            log.note(
                Audience::Everyone,
                Event::Reached {
                    finish: reached.finish,
                    length: reached.length,
                    slide: reached.slide,
                    points: reached.points,
                },
            );
        }
    }

    /// The player has played, and the turn has to be ended.
    fn end_play(&mut self) {
        self.players[self.turn.index()].turns += 1;
        self.phase = Phase::Done;
    }

    fn draw(&mut self, count: u8, chance: &mut impl Chance, log: &mut impl Log<Event>) {
        let seat = self.turn;
        let mut drawn: ArrayVec<u8, 5> = ArrayVec::new();
        for _ in 0..count {
            if let Some(kind) = self.players[seat.index()].draw(stream(seat), chance) {
                drawn.push(kind as u8);
            }
        }
        let count = drawn.len() as u8;
        // Who draws nothing sees no card, and is told with the others.
        let told = if count > 0 {
            Audience::Except(seat)
        } else {
            Audience::Everyone
        };
        log.note(told, Event::Drew { seat, count });
        for kind in drawn {
            let card = self.named(usize::from(kind));
            log.note(Audience::Only(seat), Event::DrewCard { seat, card });
        }
    }

    /// 2.2, 2.3, 6.9: the player draws, and the next who has cards is to play.
    fn end_turn(&mut self, chance: &mut impl Chance, log: &mut impl Log<Event>) {
        let lacking = HAND.saturating_sub(self.player().hand_size);
        self.draw(lacking, chance, log);
        let players = self.setup.players();
        for seat in self.turn.next(players).onwards(players) {
            if !self.players[seat.index()].is_out() {
                self.turn = seat;
                self.phase = Phase::Choosing { drew_two: false };
                return;
            }
            log.note(Audience::Everyone, Event::PassedOver { seat });
        }
        self.phase = Phase::Over(None);
        log.note(Audience::Everyone, Event::OutOfCards);
    }
}
