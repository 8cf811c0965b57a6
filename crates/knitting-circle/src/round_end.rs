//! 8: the end of a round.

use bobbin_game::{Audience, Chance, Log, Seat, SeatSet, Setup as _};

use crate::action::{Action, Retained};
use crate::circle::Slot;
use crate::event::Event;
use crate::refusal::Refusal;
use crate::state::{KnittingCircle, Phase};
use crate::yarn::{Color, Tiles};

impl KnittingCircle {
    /// 3.3: a seat has finished crafting.
    pub(crate) fn say_done(
        &mut self,
        seat: Seat,
        waiting: SeatSet,
        chance: &mut impl Chance,
        log: &mut impl Log<Event>,
    ) {
        log.note(Audience::Everyone, Event::SaidDone { seat });
        let waiting = waiting.without(seat);
        self.phase = Phase::Crafting { waiting };
        if !waiting.is_empty() {
            return;
        }
        if self.round == self.setup.rules().rounds {
            self.phase = Phase::Over;
            log.note(Audience::Everyone, Event::GameOver);
            return;
        }
        let waiting: SeatSet = self.seats().filter(|&seat| self.must_choose(seat)).collect();
        if !waiting.is_empty() {
            log.note(Audience::Everyone, Event::RetainingBegan { seats: waiting });
        }
        self.phase = Phase::Retaining { waiting };
        self.end_round_if_chosen(chance, log);
    }

    /// 8.2: has the seat more tiles than it may keep?
    fn must_choose(&self, seat: Seat) -> bool {
        self.player(seat).tiles.total() > u32::from(self.setup.rules().bowl)
    }

    pub(crate) fn check_retain(&self, seat: Seat, retained: Retained) -> Result<(), Refusal> {
        let bowl = self.setup.rules().bowl;
        if retained.iter().count() != usize::from(bowl) {
            return Err(Refusal::WrongNumberRetained { bowl });
        }
        let (wanted, held) = (retained.counts(), self.player(seat).tiles.by_color());
        let missing = Color::ALL
            .into_iter()
            .find(|color| wanted[color.index()] > held[color.index()]);
        match missing {
            Some(color) => Err(Refusal::NotYoursToRetain { color }),
            None => Ok(()),
        }
    }

    /// 8.1, 8.2: the chosen tiles stay in the bowl, the others go into the bag.
    pub(crate) fn retain(
        &mut self,
        seat: Seat,
        waiting: SeatSet,
        retained: Retained,
        chance: &mut impl Chance,
        log: &mut impl Log<Event>,
    ) {
        let (kept, held) = (retained.counts(), self.player(seat).tiles.by_color());
        for color in 0..Color::COUNT {
            self.bag[color] += held[color] - kept[color];
        }
        self.player_mut(seat).tiles = Tiles::bowl_of(kept);
        let event = Event::Retained { seat, kept: retained };
        log.note(Audience::Everyone, event);
        self.phase = Phase::Retaining {
            waiting: waiting.without(seat),
        };
        self.end_round_if_chosen(chance, log);
    }

    /// 8.3 to 8.7, once every seat has its tiles for the next round.
    fn end_round_if_chosen(&mut self, chance: &mut impl Chance, log: &mut impl Log<Event>) {
        let Phase::Retaining { waiting } = self.phase else {
            return;
        };
        if !waiting.is_empty() {
            return;
        }
        log.note(Audience::Everyone, Event::RoundEnded { round: self.round });
        self.flip_requests(log);
        for seat in self.first.onwards(self.setup.players()) {
            let tiles = &mut self.player_mut(seat).tiles;
            *tiles = Tiles::bowl_of(tiles.by_color());
            self.fill_workspace(seat, chance, log);
        }
        let filled = self.refill(chance, log);
        if !self.setup.is_solo() {
            self.first = self.first.next(self.setup.players());
        }
        self.round += 1;
        self.begin_round(filled, log);
    }

    /// 7.3: fulfilled requests give no more paws.
    fn flip_requests(&mut self, log: &mut impl Log<Event>) {
        let cards = &self.content().requests;
        for (number, request) in self.requests.iter_mut().enumerate() {
            if !request.met_by.is_empty() && !request.is_flipped {
                request.is_flipped = true;
                let event = Event::RequestFlipped {
                    request: number as u8,
                    wants: cards[usize::from(request.card)].wants,
                };
                log.note(Audience::Everyone, event);
            }
        }
    }

    /// 8.5, 8.6: fills open slots clockwise from the first player's cat, the inner one first. Says how many.
    fn refill(&mut self, chance: &mut impl Chance, log: &mut impl Log<Event>) -> u8 {
        let mut filled = 0;
        let (begin, spaces) = (self.circle.cats[self.first.index()], self.circle.spaces);
        for step in 0..spaces {
            for slot in Slot::of((begin + step) % spaces) {
                if self.circle.tile(slot).is_some() {
                    continue;
                }
                let Some(color) = self.draw_tile(chance) else {
                    return filled;
                };
                self.circle.set(slot, Some(color));
                log.note(Audience::Everyone, Event::Refilled { slot, color });
                filled += 1;
            }
        }
        filled
    }

    /// 8.2: every choice of tiles to keep, once.
    pub(crate) fn retain_actions(&self, seat: Seat, out: &mut Vec<Action>) {
        let mut held = self.player(seat).tiles.by_color();
        let mut kept = [Color::Purple; crate::action::MAX_RETAINED];
        choose(
            &mut held,
            &mut kept,
            0,
            usize::from(self.setup.rules().bowl),
            0,
            out,
        );
    }
}

/// Appends all ways to choose colors in order, from `color` on, for the places from `place` on.
fn choose(
    held: &mut [u8; Color::COUNT],
    kept: &mut [Color; crate::action::MAX_RETAINED],
    place: usize,
    places: usize,
    from: usize,
    out: &mut Vec<Action>,
) {
    if place == places {
        out.extend(Retained::new(kept[..places].iter().copied()).map(Action::Retain));
        return;
    }
    for color in from..Color::COUNT {
        if held[color] > 0 {
            held[color] -= 1;
            kept[place] = Color::ALL[color];
            choose(held, kept, place + 1, places, color, out);
            held[color] += 1;
        }
    }
}
