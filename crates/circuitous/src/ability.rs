//! The five abilities (section 5).

use crate::action::{Action, Quarter};
use crate::content::{Ability, Decks};
use crate::geometry::{Dir, ExitPlaces, Spot, Turn};
use crate::going_on::{Change, Outlook};
use crate::refusal::Refusal;
use crate::state::Circuitous;
use crate::table::{Piece, Table};

/// 5.9: how far a finish slides.
const SLIDE: i16 = 10;

impl Table {
    /// 5.4: a finish after a quarter turn, if that is legal.
    pub(crate) fn turned_finish(
        &self,
        decks: &Decks,
        finish: u8,
        quarter: Quarter,
        outlook: &Outlook,
    ) -> Result<Piece, Refusal> {
        self.check_finish(finish)?;
        let turned = self.quarter_turned(finish, quarter);
        self.check_moved(decks, usize::from(finish) + 1, turned, outlook)
    }

    /// 5.9: a finish after a slide, if that is legal.
    pub(crate) fn slid_finish(
        &self,
        decks: &Decks,
        finish: u8,
        to: Dir,
        outlook: &Outlook,
    ) -> Result<Piece, Refusal> {
        self.check_finish(finish)?;
        let slid = self.slid(finish, to);
        self.check_moved(decks, usize::from(finish) + 1, slid, outlook)
    }

    fn check_finish(&self, finish: u8) -> Result<(), Refusal> {
        if finish < self.finishes {
            Ok(())
        } else {
            Err(Refusal::NoSuchFinish)
        }
    }

    /// 5.4: a finish after a quarter turn.
    pub(crate) fn quarter_turned(&self, finish: u8, quarter: Quarter) -> Piece {
        let piece = self.pieces[usize::from(finish) + 1];
        Piece {
            turn: piece.turn.and(quarter.turn()),
            ..piece
        }
    }

    /// 5.9: a finish after a slide.
    pub(crate) fn slid(&self, finish: u8, to: Dir) -> Piece {
        let piece = self.pieces[usize::from(finish) + 1];
        let (x, y) = to.step();
        Piece {
            at: piece.at.moved((x * SLIDE, y * SLIDE)),
            ..piece
        }
    }

    /// 5.1: 4.2 to 4.8 hold for the result.
    fn check_moved(
        &self,
        decks: &Decks,
        index: usize,
        piece: Piece,
        outlook: &Outlook,
    ) -> Result<Piece, Refusal> {
        self.check_contacts(decks, &piece, index)?;
        self.check_leaves_play(decks, Change::Put(index, piece), outlook)?;
        Ok(piece)
    }

    /// 5.5, 5.6: the exit that the only joined exit of a card is joined to.
    fn end_join(&self, index: usize) -> Option<crate::table::ExitId> {
        let mut joins = self.joins(index);
        let (_, link) = joins.next()?;
        joins.next().is_none().then_some(link)
    }

    /// 5.5: calls `each` with every legal way to turn the end card with this index until it says stop.
    pub(crate) fn each_turned_end(
        &self,
        decks: &Decks,
        index: usize,
        outlook: &Outlook,
        mut each: impl FnMut(Piece) -> bool,
    ) -> bool {
        let Some(link) = self.end_join(index) else {
            return true;
        };
        let piece = self.pieces[index];
        let port = self.port(decks, link);
        let shape = &decks.shapes[usize::from(piece.shape)];
        // A symmetric card looks the same after a quarter to the left and to the right.
        let quarters = if shape.is_symmetric {
            &Quarter::ALL[1..]
        } else {
            &Quarter::ALL[..]
        };
        for quarter in quarters {
            let turn = shape.named(piece.turn.and(quarter.turn()));
            for exit in &shape.faces[usize::from(turn.quarters())].exits {
                if exit.out != port.out.opposite() {
                    continue;
                }
                let turned = Piece {
                    at: port.at.minus(exit.at),
                    turn,
                    ..piece
                };
                if self.check_moved(decks, index, turned, outlook).is_ok() && !each(turned) {
                    return false;
                }
            }
        }
        true
    }

    /// 5.5: an end card, turned so that it lies there, if that is legal.
    pub(crate) fn turned_end(
        &self,
        decks: &Decks,
        number: u8,
        spot: Spot,
        outlook: &Outlook,
    ) -> Result<(usize, Piece), Refusal> {
        let index = self.find(number).ok_or(Refusal::NoCardToTurn { number })?;
        let link = self.end_join(index).ok_or(Refusal::NoEndCard { number })?;
        let piece = self.pieces[index];
        let shape = &decks.shapes[usize::from(piece.shape)];
        if shape.named(spot.turn) != spot.turn {
            return Err(Refusal::SayOtherTurn {
                turn: shape.named(spot.turn),
            });
        }
        let is_quarter = Quarter::ALL
            .into_iter()
            .any(|quarter| shape.named(piece.turn.and(quarter.turn())) == spot.turn);
        let turned = Piece {
            at: spot.at,
            turn: spot.turn,
            ..piece
        };
        let port = self.port(decks, link);
        let is_joined = turned
            .face(decks)
            .exits
            .iter()
            .any(|exit| exit.moved(spot.at).joins(port));
        if !is_quarter || !is_joined {
            return Err(Refusal::NoQuarterTurn);
        }
        Ok((index, self.check_moved(decks, index, turned, outlook)?))
    }

    /// The places of a piece's joined exits.
    fn joined_places(&self, decks: &Decks, index: usize) -> ExitPlaces {
        let exits = &self.pieces[index].face(decks).exits;
        self.joins(index)
            .fold(0, |places, (exit, _)| places | exits[exit].place())
    }

    /// 5.7, 5.8: a card in the place of another, if that is legal.
    pub(crate) fn replaced(
        &self,
        decks: &Decks,
        index: usize,
        card: Piece,
        turn: Turn,
        outlook: &Outlook,
    ) -> Result<Piece, Refusal> {
        let old = self.pieces[index];
        let shape = &decks.shapes[usize::from(card.shape)];
        if turn.is_across() != old.turn.is_across() {
            return Err(Refusal::OtherRectangle);
        }
        if shape.named(turn) != turn {
            return Err(Refusal::SayOtherTurn {
                turn: shape.named(turn),
            });
        }
        let piece = Piece {
            at: old.at,
            turn,
            ..card
        };
        if !piece.face(decks).has_exits(self.joined_places(decks, index)) {
            return Err(Refusal::BreaksJoin);
        }
        if self.pieces.len() == self.first_card() + 1 {
            self.check_first(decks, &piece, 0)?;
        }
        self.check_moved(decks, index, piece, outlook)
    }
}

impl Circuitous {
    /// The card of a kind that the player whose turn it is would lay now.
    pub(crate) fn card(&self, kind: usize) -> Piece {
        Piece {
            at: crate::geometry::Point::default(),
            turn: Turn::UPRIGHT,
            shape: self.decks().kinds[kind].shape,
            kind: kind as u8,
            owner: self.turn.index() as u8,
            number: self.table.latest + 1,
        }
    }

    /// 4.6: the outlook for all cards in play. The first card is weighed as if none had left it, so that who fails to
    /// lay one proves the same at any time (3.4).
    pub(crate) fn outlook(&self) -> Outlook {
        self.table.outlook(self.ways_without(&[]))
    }

    /// The outlook once these cards are laid or discarded, too. It differs only where one was the last of its shape.
    pub(crate) fn outlook_without(&self, gone: &[usize], now: &Outlook) -> Outlook {
        let ways = self.ways_without(gone);
        if ways == now.ways {
            *now
        } else {
            self.table.outlook(ways)
        }
    }

    fn ways_without(&self, gone: &[usize]) -> u128 {
        if self.table.is_bare() {
            u128::MAX
        } else {
            self.in_play.ways_without(self.decks(), gone)
        }
    }

    /// Can this card replace some card on the table, by the ability of that one?
    pub(crate) fn can_replace(&self, used: usize, with: usize, now: &Outlook) -> bool {
        let mut found = false;
        self.each_replacement(used, with, now, |_, _| {
            found = true;
            false
        });
        found
    }

    /// 5.7: calls `each` with every card that this one may replace and the turn it is laid in, until it says stop.
    fn each_replacement(
        &self,
        used: usize,
        with: usize,
        now: &Outlook,
        mut each: impl FnMut(u8, Turn) -> bool,
    ) {
        let (card, outlook) = (self.card(with), self.outlook_without(&[used, with], now));
        let shape = self.decks().shape_of(with);
        for (index, old) in self.table.cards() {
            let upright = Turn::new(old.turn.quarters() % 2);
            let ways = if shape.is_symmetric { &[0][..] } else { &[0, 2][..] };
            let joined = self.table.joined_places(self.decks(), index);
            for &way in ways {
                let turn = upright.and(Turn::new(way));
                if !shape.faces[usize::from(turn.quarters())].has_exits(joined) {
                    continue;
                }
                let replaced = self.table.replaced(self.decks(), index, card, turn, &outlook);
                if replaced.is_ok() && !each(old.number, turn) {
                    return;
                }
            }
        }
    }

    /// The kinds in hand, leaving out one copy of the card that is used.
    pub(crate) fn kinds_besides(&self, used: usize) -> impl Iterator<Item = usize> {
        let hand = &self.player().hand;
        (0..self.decks().kinds.len()).filter(move |&kind| hand[kind] > u8::from(kind == used))
    }

    /// 5.1: can this ability be carried out by discarding a card of this kind?
    pub(crate) fn can_use(&self, kind: usize, ability: Ability, now: &Outlook) -> bool {
        let table = &self.table;
        let decks = self.decks();
        match ability {
            Ability::DrawTwo => self.player().hand_size > 1 || self.player().deck_size > 0,
            Ability::TurnFinish | Ability::SlideFinish => {
                let mut found = false;
                self.each_finish_move(kind, ability, now, |_| {
                    found = true;
                    false
                });
                found
            }
            Ability::TurnEnd => {
                let outlook = self.outlook_without(&[kind], now);
                !(table.first_card()..table.pieces.len())
                    .all(|index| table.each_turned_end(decks, index, &outlook, |_| false))
            }
            Ability::Replace => self
                .kinds_besides(kind)
                .any(|with| self.can_replace(kind, with, now)),
        }
    }

    fn each_finish_move(
        &self,
        used: usize,
        ability: Ability,
        now: &Outlook,
        mut each: impl FnMut(Action) -> bool,
    ) {
        let (decks, outlook) = (self.decks(), self.outlook_without(&[used], now));
        for finish in 0..self.table.finishes {
            if ability == Ability::TurnFinish {
                for quarter in Quarter::ALL {
                    let is_legal = self.table.turned_finish(decks, finish, quarter, &outlook).is_ok();
                    if is_legal && !each(Action::TurnFinish(finish, quarter)) {
                        return;
                    }
                }
            } else {
                for to in Dir::ALL {
                    let is_legal = self.table.slid_finish(decks, finish, to, &outlook).is_ok();
                    if is_legal && !each(Action::SlideFinish(finish, to)) {
                        return;
                    }
                }
            }
        }
    }

    /// Every way to carry out an ability that was chosen.
    pub(crate) fn ability_actions(
        &self,
        kind: usize,
        ability: Ability,
        now: &Outlook,
        out: &mut Vec<Action>,
    ) {
        let decks = self.decks();
        match ability {
            Ability::DrawTwo => {}
            Ability::TurnFinish | Ability::SlideFinish => {
                self.each_finish_move(kind, ability, now, |action| {
                    out.push(action);
                    true
                });
            }
            Ability::TurnEnd => {
                let outlook = self.outlook_without(&[kind], now);
                for (index, card) in self.table.cards() {
                    self.table.each_turned_end(decks, index, &outlook, |turned| {
                        out.push(Action::TurnEnd(card.number, turned.spot()));
                        true
                    });
                }
            }
            Ability::Replace => {
                let kinds = self
                    .kinds_besides(kind)
                    .filter(|&with| self.can_replace(kind, with, now));
                out.extend(kinds.map(|with| Action::With(decks.kinds[with].code)));
            }
        }
    }

    /// Every card that this one may replace.
    pub(crate) fn replacements(&self, used: usize, with: usize, now: &Outlook, out: &mut Vec<Action>) {
        self.each_replacement(used, with, now, |number, turn| {
            out.push(Action::Over(number, turn));
            true
        });
    }
}
