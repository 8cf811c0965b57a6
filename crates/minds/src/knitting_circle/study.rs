//! What a balance report counts of Knitting Circle.

use bobbin_game::Seat;
use bobbin_knitting_circle::{Event, KnittingCircle};

use super::KnittingMind;
use crate::study::{Fact, Facts, Study};

impl Study<KnittingCircle> for KnittingMind {
    fn note_start(state: &KnittingCircle, facts: &mut Facts) {
        let tables = state.content();
        for table in &tables.garments {
            facts
                .offered
                .push(Fact::new("garment type", table.garment.to_string()));
            for number in 0..table.cards.len() {
                facts.offered.push(Fact::new(
                    "garment card",
                    format!("{}-{:02}", table.garment, number + 1),
                ));
            }
        }
        for pile in &tables.buttons {
            for kind in 0..pile.kinds.len() {
                facts
                    .offered
                    .push(Fact::new("button", format!("{}-{:02}", pile.shape, kind + 1)));
            }
        }
        for (request, _) in state.requests_in_play() {
            facts.offered.push(Fact::new("request", request.id.clone()));
        }
    }

    fn note_event(state: &KnittingCircle, event: &Event, facts: &mut Facts) {
        let mut note = |seat: &Seat, kind, name: String| facts.taken.push((*seat, Fact::new(kind, name)));
        match event {
            Event::Completed {
                seat,
                card,
                pattern,
                buttons,
                ..
            } => {
                note(seat, "garment type", card.garment().to_string());
                note(seat, "garment card", card.to_string());
                let looks = pattern.map_or_else(|| "ugly".to_owned(), |pattern| pattern.to_string());
                note(seat, "pattern", looks);
                for button in buttons {
                    note(seat, "button", button.to_string());
                }
            }
            Event::RequestMet { seat, request, .. } => {
                if let Some((card, _)) = state.requests_in_play().nth(usize::from(*request)) {
                    note(seat, "request", card.id.clone());
                }
            }
            Event::PawUsed { seat, .. } => note(seat, "in crafting", "grabby paw".to_owned()),
            Event::Flipped { seat, .. } => note(seat, "in crafting", "flip".to_owned()),
            Event::Started { seat, .. } => note(seat, "in crafting", "start a garment".to_owned()),
            _ => {}
        }
    }
}
