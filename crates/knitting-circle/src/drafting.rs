//! 4: drafting, and 10: the solo opponent's part in it.

use bobbin_game::{Audience, Chance, Log, Seat, SeatSet, Setup as _};

use crate::action::Action;
use crate::circle::Slot;
use crate::event::Event;
use crate::refusal::Refusal;
use crate::state::{COIN, KnittingCircle, Phase};
use crate::yarn::{Stitch, Tile};

/// The solo opponent's cat.
const OPPONENT: usize = 1;

impl KnittingCircle {
    /// 4.1: whose turn it is after so many turns of the round.
    #[inline]
    pub(crate) fn drafter(&self, turn: u8) -> Seat {
        let players = self.setup.players() as u32;
        Seat::new(((self.first.index() as u32 + u32::from(turn)) % players) as usize)
    }

    /// 4.1, 4.7, 4.8: the next turn of a seat that can move, or the crafting phase. In a solo game a pass still
    /// leaves the coin to be flipped.
    pub(crate) fn begin_turn(&mut self, mut turn: u8, log: &mut impl Log<Event>) {
        let turns = self.setup.rules().drafts * self.setup.players() as u8;
        while turn < turns {
            let seat = self.drafter(turn);
            if self.circle.can_move(seat.index()) {
                self.phase = Phase::Drafting { turn };
                return;
            }
            log.note(Audience::Everyone, Event::Passed { seat });
            if self.setup.is_solo() {
                self.phase = Phase::Coin { turn };
                return;
            }
            turn += 1;
        }
        self.phase = Phase::Crafting {
            waiting: SeatSet::all(self.setup.players()),
        };
        log.note(Audience::Everyone, Event::CraftingBegan { round: self.round });
    }

    pub(crate) fn check_draft(&self, seat: Seat, slot: Slot) -> Result<(), Refusal> {
        self.check_slot(slot)?;
        let (space, cat, reach) = (slot.space(), seat.index(), self.setup.rules().reach);
        if self.circle.tile(slot).is_none() {
            return Err(Refusal::OpenSlot { slot });
        }
        if !self.circle.is_available(cat, space) {
            return Err(Refusal::SpaceTaken { space });
        }
        if !self.circle.reach(cat, reach).any(|other| other == space) {
            let mut in_reach = self.circle.reach(cat, reach);
            let in_reach = std::array::from_fn(|_| in_reach.next());
            return Err(Refusal::TooFar { space, in_reach });
        }
        Ok(())
    }

    /// 4.2, 4.5: moves the cat and takes a tile.
    pub(crate) fn draft(&mut self, seat: Seat, turn: u8, slot: Slot, log: &mut impl Log<Event>) {
        let side = self.content().board(self.setup.players()).spaces[usize::from(slot.space())];
        if let Some(color) = self.circle.tile(slot) {
            self.circle.cats[seat.index()] = slot.space();
            self.circle.set(slot, None);
            self.player_mut(seat).tiles.add(Tile::drafted(color, side));
            let event = Event::Drafted {
                seat,
                slot,
                color,
                side,
            };
            log.note(Audience::Everyone, event);
        }
        if self.setup.is_solo() {
            self.phase = Phase::Coin { turn };
        } else {
            self.begin_turn(turn + 1, log);
        }
    }

    /// 10.3 to 10.5: flips the coin and moves the opponent.
    pub(crate) fn flip_coin(&mut self, turn: u8, chance: &mut impl Chance, log: &mut impl Log<Event>) {
        let side = Stitch::ALL[chance.draw(COIN, 2) as usize];
        log.note(Audience::Everyone, Event::CoinFlipped { side });
        let sides = &self.content().board(self.setup.players()).spaces;
        let has_side = |space: &u8| sides[usize::from(*space)] == side;
        let mut of_side = self.circle.available_from(OPPONENT).filter(has_side);
        let space = of_side
            .next()
            .or_else(|| self.circle.available_from(OPPONENT).next());
        if let Some(space) = space {
            self.opponent_takes(space, log);
        } else {
            log.note(Audience::Everyone, Event::OpponentPassed);
        }
        self.begin_turn(turn + 1, log);
    }

    fn opponent_takes(&mut self, space: u8, log: &mut impl Log<Event>) {
        let taken = Slot::of(space)
            .into_iter()
            .find_map(|slot| self.circle.tile(slot).map(|color| (slot, color)));
        let (slot, color) = taken.expect("an available space has a tile");
        self.circle.cats[OPPONENT] = space;
        self.circle.set(slot, None);
        self.out_of_game[color.index()] += 1;
        log.note(Audience::Everyone, Event::OpponentTook { slot, color });
    }

    #[inline]
    pub(crate) fn draft_actions(&self, seat: Seat, out: &mut Vec<Action>) {
        for space in self.circle.reach(seat.index(), self.setup.rules().reach) {
            for slot in Slot::of(space) {
                if self.circle.tile(slot).is_some() {
                    out.push(Action::Draft(slot));
                }
            }
        }
    }
}
