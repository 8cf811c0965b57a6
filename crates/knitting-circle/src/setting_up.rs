//! 2: setting up.

use bobbin_game::{Audience, Chance, Log, Seat, SeatSet, Setup as _};

use crate::action::Action;
use crate::button::{ButtonType, ColorSet};
use crate::circle::Slot;
use crate::event::Event;
use crate::garment::{Card, Garment, GarmentType};
use crate::refusal::Refusal;
use crate::setup::KnittingSetup;
use crate::state::{CATS, KnittingCircle, Phase, REQUEST_DEAL, REQUESTS_IN_PLAY, Request, WORKSPACE};
use crate::yarn::{Color, Tile};

/// 2.7: tiles in each bowl at the start.
const FIRST_TILES: usize = 2;

impl KnittingCircle {
    /// 2: the table before the first garments are chosen.
    pub(crate) fn set_up(setup: KnittingSetup, chance: &mut impl Chance) -> KnittingCircle {
        let mut game = KnittingCircle::empty(setup);
        game.place_cats(chance);
        game.lay_center();
        for slot in game.circle.slots() {
            let color = game.draw_tile(chance);
            game.circle.set(slot, color);
        }
        for seat in game.seats() {
            for _ in 0..FIRST_TILES {
                if let Some(color) = game.draw_tile(chance) {
                    game.player_mut(seat).tiles.add(Tile::in_bowl(color));
                }
            }
            game.fill_workspace(seat, chance, &mut ());
            game.take_paw(seat);
        }
        game.deal_requests(chance);
        game
    }

    /// 2.3, 2.4, 10.1: cats on their starting spaces; the star's owner is first player.
    fn place_cats(&mut self, chance: &mut impl Chance) {
        if self.setup.is_solo() {
            return;
        }
        let mut starts = self.circle.cats;
        let players = self.setup.players();
        let star = starts[0];
        chance.shuffle(CATS, &mut starts[..players]);
        self.circle.cats = starts;
        let owner = starts[..players].iter().position(|&space| space == star);
        self.first = Seat::new(owner.expect("one of the cats stands on the star"));
    }

    /// 2.5: one tile of each color in the center.
    fn lay_center(&mut self) {
        self.center = ColorSet::ALL;
        for left in &mut self.bag {
            *left -= 1;
        }
    }

    /// 2.8, 8.3, 8.4: buttons for every empty slot, as long as there are some.
    pub(crate) fn fill_workspace(&mut self, seat: Seat, chance: &mut impl Chance, log: &mut impl Log<Event>) {
        for shape in ButtonType::ALL {
            let slots = self.player(seat).workspace(shape);
            for (slot, _) in (0..WORKSPACE).zip(slots).filter(|(_, button)| button.is_none()) {
                if let Some(button) = self.draw_button(shape, chance) {
                    self.player_mut(seat).set_workspace(shape, slot, Some(button));
                    let face = self.content().button(button).face();
                    log.note(Audience::Everyone, Event::DrewButton { seat, button, face });
                }
            }
        }
    }

    /// 2.14, 11.1: four requests, dealt or the scenario's.
    fn deal_requests(&mut self, chance: &mut impl Chance) {
        if !self.setup.has_requests() {
            return;
        }
        let mut cards: [u8; REQUESTS_IN_PLAY] = [0; REQUESTS_IN_PLAY];
        if let Some(scenario) = self.setup.scenario() {
            cards = scenario.requests;
        } else {
            let mut deck = [0u8; 18];
            for (number, card) in deck.iter_mut().enumerate() {
                *card = number as u8;
            }
            chance.shuffle(REQUEST_DEAL, &mut deck);
            cards.copy_from_slice(&deck[..REQUESTS_IN_PLAY]);
            cards.sort_unstable();
        }
        self.requests = cards
            .into_iter()
            .map(|card| Request {
                card,
                met_by: SeatSet::EMPTY,
                is_flipped: false,
            })
            .collect();
    }

    pub(crate) fn check_first(&self, seat: Seat, garment: GarmentType) -> Result<(), Refusal> {
        if self.player(seat).has_offer() {
            return Err(Refusal::OfferOpen);
        }
        self.check_deck(garment)
    }

    /// 2.10: draws the cards for a first garment.
    pub(crate) fn first(
        &mut self,
        seat: Seat,
        garment: GarmentType,
        chance: &mut impl Chance,
        log: &mut impl Log<Event>,
    ) {
        log.note(Audience::Everyone, Event::ChoseFirst { seat, garment });
        self.draw_cards(seat, garment, chance, log);
    }

    /// 5.6: refuses an empty deck.
    pub(crate) fn check_deck(&self, garment: GarmentType) -> Result<(), Refusal> {
        if self.decks[garment.index()].is_empty() {
            return Err(Refusal::EmptyDeck { garment });
        }
        Ok(())
    }

    /// 2.10, 5.5: opens an offer.
    pub(crate) fn draw_cards(
        &mut self,
        seat: Seat,
        garment: GarmentType,
        chance: &mut impl Chance,
        log: &mut impl Log<Event>,
    ) {
        let count = self.setup.rules().offer;
        let drawn = self.decks[garment.index()].draw(garment, seat, count, chance);
        self.player_mut(seat).set_offer(&drawn);
        let count = drawn.len() as u8;
        log.note(Audience::Everyone, Event::DrewCards { seat, garment, count });
        let cards = drawn.iter().map(|seen| seen.card).collect();
        log.note(Audience::Only(seat), Event::Offered { seat, cards });
    }

    pub(crate) fn check_keep(&self, seat: Seat, card: Card) -> Result<(), Refusal> {
        if !self.player(seat).has_offer() {
            return Err(Refusal::NoOffer);
        }
        if self.player(seat).offer().any(|seen| seen.card == card) {
            Ok(())
        } else {
            Err(Refusal::NotOffered { card })
        }
    }

    /// 2.10, 5.5: keeps one card; the other goes under its deck.
    pub(crate) fn keep(&mut self, seat: Seat, card: Card, log: &mut impl Log<Event>) {
        let player = *self.player(seat);
        let mut returned = 0;
        for seen in player.offer().filter(|seen| seen.card != card) {
            self.decks[card.garment().index()].lay_under(seen, seat);
            returned += 1;
        }
        let player = self.player_mut(seat);
        player.set_offer(&crate::deck::Drawn::new());
        player.add_garment(Garment::new(card, seat));
        log.note(Audience::Everyone, Event::Kept { seat, card, returned });
        if let Phase::FirstGarments { waiting } = &mut self.phase {
            *waiting = waiting.without(seat);
            if waiting.is_empty() {
                let filled = self
                    .circle
                    .slots()
                    .filter(|slot| self.circle.tile(*slot).is_some());
                self.begin_round(filled.count() as u8, log);
            }
        }
    }

    /// 2.12, 8.7: the first player is to lay a tile from the center. There is one for every round; only a position
    /// written by hand can lack it.
    pub(crate) fn begin_round(&mut self, filled: u8, log: &mut impl Log<Event>) {
        let (round, first) = (self.round, self.first);
        log.note(Audience::Everyone, Event::RoundBegan { round, first, filled });
        self.phase = Phase::PlacingCenter;
        if self.center.is_empty() {
            self.begin_turn(0, log);
        }
    }

    pub(crate) fn check_center(&self, color: Color, slot: Slot) -> Result<(), Refusal> {
        if !self.center.contains(color) {
            return Err(Refusal::NotInCenter { color });
        }
        self.check_slot(slot)
    }

    pub(crate) fn check_slot(&self, slot: Slot) -> Result<(), Refusal> {
        let spaces = self.circle.spaces;
        if slot.space() >= spaces {
            return Err(Refusal::NoSuchSlot { slot, spaces });
        }
        Ok(())
    }

    /// 2.12, 2.13: lays a tile from the center on a slot.
    pub(crate) fn place_center(&mut self, seat: Seat, color: Color, slot: Slot, log: &mut impl Log<Event>) {
        self.center = self.center.without(color);
        let replaced = self.circle.tile(slot);
        if let Some(replaced) = replaced {
            self.bag[replaced.index()] += 1;
        }
        self.circle.set(slot, Some(color));
        let event = Event::CenterPlaced {
            seat,
            color,
            slot,
            replaced,
        };
        log.note(Audience::Everyone, event);
        self.begin_turn(0, log);
    }

    pub(crate) fn first_actions(&self, seat: Seat, out: &mut Vec<Action>) {
        if self.player(seat).has_offer() {
            self.keep_actions(seat, out);
        } else {
            let open = GarmentType::ALL
                .into_iter()
                .filter(|garment| self.check_deck(*garment).is_ok());
            out.extend(open.map(Action::First));
        }
    }

    pub(crate) fn keep_actions(&self, seat: Seat, out: &mut Vec<Action>) {
        out.extend(self.player(seat).offer().map(|seen| Action::Keep(seen.card)));
    }

    pub(crate) fn center_actions(&self, out: &mut Vec<Action>) {
        for color in self.center.iter() {
            out.extend(self.circle.slots().map(|slot| Action::Center { color, slot }));
        }
    }
}
