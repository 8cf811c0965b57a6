//! 5: crafting.

use bobbin_game::{Audience, Chance, Log, Seat};

use crate::action::Placed;
use crate::bonus::Bonus;
use crate::button::{Button, ButtonType};
use crate::content::{Gift, RequestCard};
use crate::event::Event;
use crate::garment::{Card, Garment, GarmentType};
use crate::pattern::Pattern;
use crate::refusal::Refusal;
use crate::state::{KnittingCircle, Request, WORKSPACE};
use crate::yarn::{Color, Tile};

/// 10.7: the last round in which requests give paws in a solo game.
const LAST_SOLO_PAWS: u8 = 4;

impl KnittingCircle {
    /// 5.7: refuses everything while drawn cards are waiting.
    pub(crate) fn check_no_offer(&self, seat: Seat) -> Result<(), Refusal> {
        if self.player(seat).has_offer() {
            return Err(Refusal::OfferOpen);
        }
        Ok(())
    }

    /// 5.3: refuses to start a garment without a free needle.
    pub(crate) fn check_needle(&self, seat: Seat) -> Result<(), Refusal> {
        if self.player(seat).in_progress().len() >= usize::from(self.setup.rules().needles) {
            return Err(Refusal::NoNeedle);
        }
        Ok(())
    }

    pub(crate) fn check_start(&self, seat: Seat, garment: GarmentType, payment: Tile) -> Result<(), Refusal> {
        self.check_needle(seat)?;
        let color = self.content().garment(garment).color;
        if payment.color() != color {
            return Err(Refusal::WrongPayment { garment, color });
        }
        self.check_tile(seat, payment)?;
        self.check_deck(garment)
    }

    /// 5.3 to 5.5: pays and draws.
    pub(crate) fn start_garment(
        &mut self,
        seat: Seat,
        garment: GarmentType,
        payment: Tile,
        chance: &mut impl Chance,
        log: &mut impl Log<Event>,
    ) {
        self.discard(seat, payment);
        let event = Event::Started {
            seat,
            garment,
            paid: payment,
        };
        log.note(Audience::Everyone, event);
        self.draw_cards(seat, garment, chance, log);
    }

    /// Where a garment in progress lies.
    fn place_of(&self, seat: Seat, card: Card) -> Result<usize, Refusal> {
        let garments = self.player(seat).in_progress();
        let place = garments.iter().position(|garment| garment.card() == card);
        place.ok_or(Refusal::NotInProgress { card })
    }

    /// Where the garment lies that the tile may be knitted onto.
    pub(crate) fn check_knit(&self, seat: Seat, tile: Tile, card: Card) -> Result<usize, Refusal> {
        let place = self.place_of(seat, card)?;
        self.check_tile(seat, tile)?;
        self.check_side(tile, self.player(seat).in_progress()[place])?;
        Ok(place)
    }

    /// 5.8: a tile goes onto the topmost open space, and only onto one of its own side.
    pub(crate) fn check_side(&self, tile: Tile, garment: Garment) -> Result<(), Refusal> {
        let card = garment.card();
        let table = self.content().garment(card.garment());
        let space = table.spaces.get(garment.len()).ok_or(Refusal::Full { card })?;
        if tile.fits(space.stitch) {
            Ok(())
        } else {
            let stitch = space.stitch;
            Err(Refusal::WrongSide { card, stitch })
        }
    }

    /// 5.8, 5.10: a tile goes onto the topmost open space.
    pub(crate) fn knit(
        &mut self,
        seat: Seat,
        tile: Tile,
        place: usize,
        chance: &mut impl Chance,
        log: &mut impl Log<Event>,
    ) {
        let player = self.player_mut(seat);
        player.tiles.take(tile);
        let garment = player.garment_mut(place);
        let (card, space) = (garment.card(), garment.len());
        garment.push(tile.color());
        let spaces = &self.content().garment(card.garment()).spaces;
        let event = Event::Knitted {
            seat,
            tile,
            card,
            space: space as u8,
            of: spaces.len() as u8,
        };
        log.note(Audience::Everyone, event);
        match spaces[space].gives {
            Some(Gift::Yarn) => self.give_yarn(seat, 1, chance, log),
            Some(Gift::Paw) => self.give_paws(seat, 1, log),
            None => {}
        }
    }

    /// 5.10, 5.11, 5.19: tiles from the bag, as many as there are.
    fn give_yarn(&mut self, seat: Seat, count: u8, chance: &mut impl Chance, log: &mut impl Log<Event>) {
        for _ in 0..count {
            let Some(color) = self.draw_tile(chance) else {
                let gift = Gift::Yarn;
                log.note(Audience::Everyone, Event::NothingLeft { seat, gift });
                return;
            };
            self.player_mut(seat).tiles.add(Tile::in_bowl(color));
            log.note(Audience::Everyone, Event::DrewYarn { seat, color });
        }
    }

    /// 5.10, 5.11, 5.19: grabby paws, as many as there are.
    fn give_paws(&mut self, seat: Seat, count: u8, log: &mut impl Log<Event>) {
        for _ in 0..count {
            let event = if self.take_paw(seat) {
                Event::GotPaw { seat }
            } else {
                let gift = Gift::Paw;
                Event::NothingLeft { seat, gift }
            };
            log.note(Audience::Everyone, event);
        }
    }

    /// 5.24: takes a paw if there is one.
    pub(crate) fn take_paw(&mut self, seat: Seat) -> bool {
        let is_left = self.paws > 0;
        if is_left {
            self.paws -= 1;
            self.player_mut(seat).paws += 1;
        }
        is_left
    }

    pub(crate) fn check_flip(&self, seat: Seat, discard: Tile, turned: Tile) -> Result<(), Refusal> {
        if !self.setup.rules().flips {
            return Err(Refusal::NoFlips);
        }
        if turned.side().is_none() {
            return Err(Refusal::BowlNeedsNoFlip);
        }
        self.check_tile(seat, discard)?;
        self.check_tile(seat, turned)?;
        if discard == turned && self.player(seat).tiles.count(turned) < 2 {
            return Err(Refusal::NoOtherTile { tile: turned });
        }
        Ok(())
    }

    /// 5.12: one tile goes into the bag, another is turned over.
    pub(crate) fn flip(&mut self, seat: Seat, discard: Tile, turned: Tile, log: &mut impl Log<Event>) {
        self.discard(seat, discard);
        if let Some(side) = turned.side() {
            let tiles = &mut self.player_mut(seat).tiles;
            tiles.take(turned);
            tiles.add(Tile::drafted(turned.color(), side.other()));
        }
        let event = Event::Flipped {
            seat,
            discarded: discard,
            turned,
        };
        log.note(Audience::Everyone, event);
    }

    pub(crate) fn check_paw(&self, seat: Seat, color: Color) -> Result<(), Refusal> {
        if self.player(seat).paws == 0 {
            return Err(Refusal::NoPaw);
        }
        if self.bag[color.index()] == 0 {
            return Err(Refusal::NotInBag { color });
        }
        Ok(())
    }

    /// 5.14: a paw for a tile of a chosen color.
    pub(crate) fn use_paw(&mut self, seat: Seat, color: Color, log: &mut impl Log<Event>) {
        self.paws += 1;
        self.bag[color.index()] -= 1;
        let player = self.player_mut(seat);
        player.paws -= 1;
        player.tiles.add(Tile::in_bowl(color));
        log.note(Audience::Everyone, Event::PawUsed { seat, color });
    }

    /// 5.17: refuses to complete a garment with open mandatory spaces.
    pub(crate) fn check_mandatory(&self, garment: Garment) -> Result<(), Refusal> {
        let card = garment.card();
        let mandatory = self.content().garment(card.garment()).mandatory;
        match mandatory.checked_sub(garment.len() as u8) {
            None | Some(0) => Ok(()),
            Some(open) => Err(Refusal::Unfinished { card, open }),
        }
    }

    /// Where the garment lies that may be completed with these buttons.
    pub(crate) fn check_complete(&self, seat: Seat, card: Card, buttons: Placed) -> Result<usize, Refusal> {
        let place = self.place_of(seat, card)?;
        let garment = self.player(seat).in_progress()[place];
        self.check_mandatory(garment)?;
        let fitting = self.fitting(seat, garment);
        for (shape, fitting) in ButtonType::ALL.into_iter().zip(fitting) {
            match (buttons.get(shape), fitting) {
                (None, [None, None]) => {}
                (None, [fitting, other]) => {
                    if let Some(fitting) = fitting.or(other) {
                        return Err(Refusal::ButtonLeftOut { fitting });
                    }
                }
                (Some(button), fitting) if fitting.contains(&Some(button)) => {}
                (Some(button), _) => return Err(Refusal::ButtonDoesNotFit { button }),
            }
        }
        Ok(place)
    }

    /// 5.20: the buttons of each type in the workspace that fit; two alike count as one.
    #[inline]
    pub(crate) fn fitting(&self, seat: Seat, garment: Garment) -> [[Option<Button>; 2]; ButtonType::COUNT] {
        self.fitting_as(seat, garment, garment.pattern())
    }

    /// Those that would fit if the garment had this pattern.
    #[inline]
    pub(crate) fn fitting_as(
        &self,
        seat: Seat,
        garment: Garment,
        pattern: Option<Pattern>,
    ) -> [[Option<Button>; 2]; ButtonType::COUNT] {
        let colors = garment.color_set();
        let garment = garment.card().garment();
        let content = self.content();
        let player = self.player(seat);
        let fits = |button: &Button| content.button(*button).fits(colors, pattern, garment);
        let mut fitting = [[None; WORKSPACE]; ButtonType::COUNT];
        for shape in ButtonType::ALL {
            let [first, second] = player.workspace(shape);
            let first = first.filter(fits);
            fitting[shape.index()] = [first, second.filter(|button| second != first && fits(button))];
        }
        fitting
    }

    /// 5.17 to 5.23: casts a garment off.
    pub(crate) fn complete(
        &mut self,
        seat: Seat,
        place: usize,
        buttons: Placed,
        chance: &mut impl Chance,
        log: &mut impl Log<Event>,
    ) {
        let mut garment = self.player_mut(seat).remove_garment(place);
        let card = garment.card();
        for button in buttons.iter() {
            let player = self.player_mut(seat);
            let slots = player.workspace(button.shape);
            let slot = slots.iter().position(|&held| held == Some(button));
            player.set_workspace(button.shape, slot.expect("checked: the button is there"), None);
            garment.set_button(button);
        }
        self.add_completed(garment);
        let content = self.content();
        let event = Event::Completed {
            seat,
            card,
            pattern: garment.pattern(),
            buttons: buttons.iter().collect(),
            faces: buttons
                .iter()
                .map(|button| content.button(button).face())
                .collect(),
            points: self.worth_alone(garment),
        };
        log.note(Audience::Everyone, event);
        for bonus in self.content().bonuses(card) {
            match *bonus {
                Bonus::Yarn(count) => self.give_yarn(seat, count, chance, log),
                Bonus::Paws(count) => self.give_paws(seat, count, log),
                _ => {}
            }
        }
        self.claim_requests(seat, log);
    }

    /// 9.3, 9.4, 9.7: what a completed garment brings by itself.
    fn worth_alone(&self, garment: Garment) -> i8 {
        let content = self.content();
        let spaces = content.garment(garment.card().garment()).points_at(garment.len());
        let buttons: u8 = garment
            .buttons()
            .map(|button| content.button(button).points)
            .sum();
        let ugly = if garment.pattern().is_none() {
            self.setup.rules().ugly
        } else {
            0
        };
        (spaces + buttons).cast_signed() - ugly.cast_signed()
    }

    /// 7.2, 7.5, 10.7: claims what the seat's completed garments fulfill now.
    fn claim_requests(&mut self, seat: Seat, log: &mut impl Log<Event>) {
        if self.requests.iter().all(|request| request.met_by.contains(seat)) {
            return;
        }
        let tally = self.tally(seat);
        let content = self.content();
        for number in 0..self.requests.len() {
            let request = self.requests[number];
            let &RequestCard { wants, points, .. } = &content.requests[usize::from(request.card)];
            if request.met_by.contains(seat) || !wants.is_met(&tally) {
                continue;
            }
            self.requests[number].met_by = request.met_by.with(seat);
            let event = Event::RequestMet {
                seat,
                request: number as u8,
                wants,
                points,
            };
            log.note(Audience::Everyone, event);
            if self.gives_paw(request) {
                self.give_paws(seat, 1, log);
            }
        }
    }

    /// 7.3, 10.7: does a request still give a paw?
    pub(crate) fn gives_paw(&self, request: Request) -> bool {
        let is_late = self.setup.is_solo() && self.round > LAST_SOLO_PAWS;
        !request.is_flipped && !is_late
    }
}
