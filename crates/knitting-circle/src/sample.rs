//! A full state that looks like a view.

use bobbin_game::{Chance, Seat, SeatSet, Stream, Viewer};

use crate::circle::{Ring, Slot};
use crate::deck::{Drawn, SeenCard};
use crate::garment::{Card, Garment};
use crate::state::{KnittingCircle, Phase, Request};
use crate::view::{BoardView, DeckView, GarmentView, PhaseName, View};
use crate::yarn::{Color, Tile};

/// Luck of samples; no match asks it.
const SAMPLE: Stream = Stream(64);

impl KnittingCircle {
    /// All public things of the view, and the hidden cards dealt anew: every way to place the cards that the viewer
    /// has not seen is equally likely.
    pub(crate) fn sample_of(view: &View, chance: &mut impl Chance) -> KnittingCircle {
        let mut game = KnittingCircle::empty(view.setup);
        game.phase = phase(view);
        game.round = view.round;
        game.first = view.first;
        game.circle.cats[..view.cats.len()].copy_from_slice(&view.cats);
        game.center = view.center;
        for color in Color::ALL {
            game.bag[color.index()] = view.bag[&color];
            game.out_of_game[color.index()] = view.out_of_game[&color];
        }
        game.paws = view.paws;
        game.requests = view
            .requests
            .iter()
            .map(|request| Request {
                card: request.card,
                met_by: request.met_by,
                is_flipped: request.is_flipped,
            })
            .collect();
        for slot in game.circle.slots() {
            game.circle.set(slot, view.tile(slot));
        }
        for board in &view.boards {
            game.take_over(board);
        }
        for deck in &view.decks {
            game.deal(view, deck, chance);
        }
        game
    }

    /// The public part of a player's board.
    fn take_over(&mut self, board: &BoardView) {
        let player = self.player_mut(board.seat);
        player.paws = board.paws;
        for &tile in &board.drafted {
            player.tiles.add(tile);
        }
        for &color in &board.bowl {
            player.tiles.add(Tile::in_bowl(color));
        }
        for (&shape, slots) in &board.workspace {
            for (slot, &button) in slots.iter().enumerate() {
                self.player_mut(board.seat).set_workspace(shape, slot, button);
                if let Some(button) = button {
                    self.take_button(button);
                }
            }
        }
        for garment in &board.in_progress {
            let garment = self.take_garment(garment, board.seat);
            self.player_mut(board.seat).add_garment(garment);
        }
        for garment in &board.completed {
            let garment = self.take_garment(garment, board.seat);
            self.add_completed(garment);
        }
    }

    /// A garment on the table, with its card and buttons taken from deck and piles.
    fn take_garment(&mut self, seen: &GarmentView, owner: Seat) -> Garment {
        let mut garment = Garment::new(seen.card, owner);
        seen.tiles.iter().for_each(|&color| garment.push(color));
        for &button in &seen.buttons {
            self.take_button(button);
            garment.set_button(button);
        }
        self.decks[seen.card.garment().index()].remove(seen.card);
        garment
    }

    /// The cards of a type that are in offers and under the deck: those the viewer has seen as they are, the others
    /// out of all that it has not seen.
    fn deal(&mut self, view: &View, deck: &DeckView, chance: &mut impl Chance) {
        let number = deck.garment.index();
        let offers = || {
            view.boards
                .iter()
                .filter_map(|board| board.offer.as_ref().map(|offer| (board.seat, offer)))
                .filter(|(_, offer)| offer.garment == deck.garment)
        };
        for card in deck.bottom.iter().filter_map(|bottom| bottom.card) {
            self.decks[number].remove(card);
        }
        for (_, offer) in offers() {
            for seen in &offer.cards {
                self.decks[number].remove(seen.card);
            }
        }
        let mut hidden: Vec<Card> = self.decks[number].unseen(deck.garment).collect();
        chance.shuffle(SAMPLE, &mut hidden);
        let own = match view.viewer {
            Viewer::Seat(seat) => SeatSet::only(seat),
            Viewer::Spectator | Viewer::Everything => SeatSet::EMPTY,
        };
        let union = |a: SeatSet, b: Seat| a.with(b);
        for bottom in &deck.bottom {
            let (card, known_by) = match bottom.card {
                Some(card) => (card, bottom.known_by.unwrap_or(union(own, bottom.by))),
                None => (self.next_hidden(&mut hidden), SeatSet::only(bottom.by)),
            };
            self.decks[number].lay_under(SeenCard { card, known_by }, bottom.by);
        }
        for (seat, offer) in offers() {
            let mut drawn = Drawn::new();
            for seen in &offer.cards {
                drawn.push(SeenCard {
                    card: seen.card,
                    known_by: seen.known_by.unwrap_or(union(own, seat)),
                });
            }
            while drawn.len() < usize::from(offer.count) {
                drawn.push(SeenCard {
                    card: self.next_hidden(&mut hidden),
                    known_by: SeatSet::only(seat),
                });
            }
            drawn.sort_by_key(|seen| seen.card);
            self.player_mut(seat).set_offer(&drawn);
        }
    }

    fn next_hidden(&mut self, hidden: &mut Vec<Card>) -> Card {
        let card = hidden
            .pop()
            .expect("a view has no more hidden cards than unseen ones");
        self.decks[card.garment().index()].remove(card);
        card
    }
}

fn phase(view: &View) -> Phase {
    let turn = view.turn.unwrap_or(0);
    match view.phase {
        PhaseName::FirstGarments => Phase::FirstGarments { waiting: view.to_act },
        PhaseName::PlacingCenter => Phase::PlacingCenter,
        PhaseName::Drafting => Phase::Drafting { turn },
        PhaseName::Coin => Phase::Coin { turn },
        PhaseName::Crafting => Phase::Crafting { waiting: view.to_act },
        PhaseName::Retaining => Phase::Retaining { waiting: view.to_act },
        PhaseName::Over => Phase::Over,
    }
}

/// The two slots of a space, for those who write it down.
pub(crate) fn slots_of(space: u8) -> [Slot; 2] {
    Ring::ALL.map(|ring| Slot::new(space, ring))
}
