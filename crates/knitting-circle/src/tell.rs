//! How a person says an action: pieces to touch, verbs and labels; and what a viewer is asked to do.

use bobbin_game::sentence::players;
use bobbin_game::{Game as _, Points, Prompt, Seat, Telling};

use crate::action::{Action, Placed, Retained};
use crate::button::{Button, ButtonType};
use crate::circle::{Ring, Slot};
use crate::event::STRAY;
use crate::garment::{Card, Garment, GarmentType};
use crate::pattern::Pattern;
use crate::setup::HouseRules;
use crate::state::{KnittingCircle, Phase, Player};
use crate::view::View;
use crate::yarn::{Color, Stitch, Tile};

impl View {
    pub(crate) fn tell(&self, action: Action) -> Telling {
        Telling {
            picks: action.touches().unwrap_or_else(|| self.touches(action)),
            verb: verb(action),
            label: self.label(action).into(),
        }
    }

    /// The pieces touched for an action where that depends on the table.
    fn touches(&self, action: Action) -> Vec<String> {
        match action {
            Action::First(garment) => vec![format!("deck:{garment}")],
            Action::Complete { card, buttons } => {
                let chosen = buttons.iter().filter(|button| self.is_choice(card, button.shape));
                let chosen = chosen.map(|button| format!("button:{button}"));
                std::iter::once(format!("needle:{card}")).chain(chosen).collect()
            }
            Action::Retain(retained) => retained.iter().map(|color| format!("retain:{color}")).collect(),
            _ => Vec::new(),
        }
    }

    fn label(&self, action: Action) -> String {
        match action {
            Action::First(garment) => format!("Begin with {}", garment.words()),
            Action::Keep(card) => {
                let (garment, bonuses) = (card.garment().the_one(), self.bonus_words(card));
                format!("Keep {garment}: {bonuses} · {}", card.words())
            }
            Action::Center { color, slot } => match self.table.circle.tile(slot) {
                Some(replaced) => format!(
                    "Lay {color} from the center over the {replaced} tile · {}",
                    place(slot)
                ),
                None => format!("Lay {color} from the center on an open slot · {}", place(slot)),
            },
            Action::Draft(slot) => {
                let color = self.table.circle.tile(slot).map_or("missing", Color::name);
                let side = self.table.side_of(slot.space()).map_or("", Stitch::name);
                format!(
                    "Take the {} {color} {side} tile · space {}",
                    slot.ring(),
                    slot.space()
                )
            }
            Action::Coin => format!("Flip the coin for {STRAY}"),
            Action::Start { garment, payment } => {
                format!("Start {}, paid with a {}", garment.words(), payment.words())
            }
            Action::Knit { tile, card } => {
                let garment = card.garment().the_one();
                format!("Knit a {} onto {garment} · {}", tile.words(), card.words())
            }
            Action::Flip { discard, turned } => {
                format!("Discard a {} to turn a {} over", discard.words(), turned.words())
            }
            Action::Paw(color) => format!("Use a grabby paw for a {color} tile"),
            Action::Complete { card, buttons } => {
                let worth = self.worth_words(card);
                let buttons: Vec<String> = buttons.iter().map(|button| self.button_words(button)).collect();
                let with = if buttons.is_empty() {
                    "without a button".to_owned()
                } else {
                    format!("with {}", buttons.join(" and "))
                };
                let garment = card.garment().the_one();
                format!("Complete {garment}{worth} {with} · {}", card.words())
            }
            Action::Done => "Finish crafting".to_owned(),
            Action::Retain(retained) => {
                let kept = Color::ALL.into_iter().zip(retained.counts());
                let colors: Vec<String> = kept
                    .filter(|(_, count)| *count > 0)
                    .map(|(color, count)| format!("{count} {color}"))
                    .collect();
                format!("Keep {}", colors.join(" and "))
            }
        }
    }

    /// The bonuses of a card in words.
    pub(crate) fn bonus_words(&self, card: Card) -> String {
        let content = self.table.content();
        if !content.has_card(card) {
            return "no such card".to_owned();
        }
        let bonuses: Vec<String> = content.bonuses(card).iter().map(ToString::to_string).collect();
        bonuses.join(", ")
    }

    /// A button in words.
    pub(crate) fn button_words(&self, button: Button) -> String {
        let content = self.table.content();
        if !content.has_button(button) {
            return button.to_string();
        }
        content.button(button).face().to_string()
    }

    /// 5.23, 9.4: what a garment in progress would bring if it were cast off now.
    fn worth_words(&self, card: Card) -> String {
        let Some((_, garment)) = self.in_progress(card) else {
            return String::new();
        };
        let pattern = garment.pattern().map_or("no pattern: ugly button", Pattern::name);
        let points = self
            .table
            .content()
            .garment(card.garment())
            .points_at(garment.len());
        format!(" ({}, {pattern})", Points::whole(i32::from(points)).words())
    }

    /// The board of the seat that looks.
    fn own_board(&self) -> Option<&Player> {
        self.viewer.seat().map(|seat| self.table.player(seat))
    }

    /// Has the seat that looks a garment that could be cast off?
    fn can_complete(&self) -> bool {
        let mut own = self.own_board().into_iter().flat_map(Player::in_progress);
        own.any(|garment| self.table.check_mandatory(*garment).is_ok())
    }

    /// A garment in progress and whose it is.
    fn in_progress(&self, card: Card) -> Option<(Seat, Garment)> {
        self.table.seats().find_map(|seat| {
            let mut garments = self.table.player(seat).in_progress().iter();
            let garment = garments.find(|garment| garment.card() == card)?;
            Some((seat, *garment))
        })
    }

    /// The different buttons of a type that fit a garment in progress.
    fn fitting(&self, card: Card, shape: ButtonType) -> Vec<Button> {
        let Some((seat, garment)) = self.in_progress(card) else {
            return Vec::new();
        };
        let fitting = self.table.fitting(seat, garment)[shape.index()];
        fitting.into_iter().flatten().collect()
    }

    fn is_choice(&self, card: Card, shape: ButtonType) -> bool {
        self.fitting(card, shape).len() > 1
    }

    pub(crate) fn meant(&self, picks: &[String]) -> Option<Action> {
        let touched: Vec<&str> = picks.iter().map(String::as_str).collect();
        let pieces: Vec<(&str, &str)> = touched
            .iter()
            .map(|pick| pick.split_once(':').unwrap_or((pick, "")))
            .collect();
        match pieces.as_slice() {
            [("deck", garment)] if matches!(self.table.phase, Phase::FirstGarments { .. }) => {
                Some(Action::First(garment.parse().ok()?))
            }
            [("needle", card), chosen @ ..] => self.meant_complete(card, chosen),
            [("retain", _), ..] => self.meant_retain(&pieces),
            [(kind, name)] => Action::touched(&touched)
                .pop()
                .or_else(|| self.meant_alone(kind, name)),
            _ => Action::touched(&touched).pop(),
        }
    }

    /// What a piece is there for that is touched where it begins nothing: the refusal says why.
    fn meant_alone(&self, kind: &str, name: &str) -> Option<Action> {
        let board = self.own_board()?;
        let drafted = board.tiles.each().find(|tile| tile.side().is_some());
        let some_tile = drafted.or_else(|| board.tiles.each().next());
        Some(match kind {
            "tile" => {
                let tile = name.parse().ok()?;
                match board.in_progress().first() {
                    Some(garment) => Action::Knit {
                        tile,
                        card: garment.card(),
                    },
                    None => Action::Start {
                        garment: GarmentType::ALL[0],
                        payment: tile,
                    },
                }
            }
            "garment" => Action::Knit {
                tile: some_tile?,
                card: name.parse().ok()?,
            },
            "deck" => Action::Start {
                garment: name.parse().ok()?,
                payment: some_tile.unwrap_or(Tile::in_bowl(Color::ALL[0])),
            },
            "center" => Action::Center {
                color: name.parse().ok()?,
                slot: Slot::new(0, Ring::Outer),
            },
            "bag" => Action::Paw(name.parse().ok()?),
            "paw" => Action::Paw(Color::ALL[0]),
            _ => return None,
        })
    }

    fn meant_complete(&self, card: &str, chosen: &[(&str, &str)]) -> Option<Action> {
        let card: Card = card.parse().ok()?;
        let mut buttons = Placed::default();
        for (kind, button) in chosen {
            let button: Button = button.parse().ok()?;
            if *kind != "button" || buttons.get(button.shape).is_some() {
                return None;
            }
            buttons = buttons.with(button);
        }
        for shape in ButtonType::ALL {
            let fitting = self.fitting(card, shape);
            match fitting.as_slice() {
                [only] if buttons.get(shape).is_none() => buttons = buttons.with(*only),
                [_, _] if buttons.get(shape).is_none() => return None,
                _ => {}
            }
        }
        Some(Action::Complete { card, buttons })
    }

    fn meant_retain(&self, picks: &[(&str, &str)]) -> Option<Action> {
        if picks.len() != usize::from(self.table.setup.rules().bowl) {
            return None;
        }
        let colors: Option<Vec<Color>> = picks
            .iter()
            .map(|(kind, color)| (*kind == "retain").then(|| color.parse().ok())?)
            .collect();
        Some(Action::Retain(Retained::new(colors?)?))
    }

    pub(crate) fn prompt(&self) -> Prompt {
        let to_act = self.table.to_act();
        let acts = self.viewer.seat().is_some_and(|seat| to_act.contains(seat));
        let offered = self.own_board().map_or(0, |board| board.offer().count());
        let &HouseRules { bowl, rounds, .. } = self.table.setup.rules();
        let (text, clause) = match (self.table.phase, acts) {
            (Phase::Over, _) => ("The game is over.".to_owned(), "9.9"),
            (_, true) if offered == 1 => ("Keep the card you drew.".to_owned(), "5.5"),
            (_, true) if offered > 1 => ("Keep one of the cards you drew.".to_owned(), "5.5"),
            (Phase::FirstGarments { .. }, true) => {
                ("Choose the type of your first garment.".to_owned(), "2.10")
            }
            (Phase::PlacingCenter, true) => {
                ("Lay a tile from the center on any yarn slot.".to_owned(), "2.12")
            }
            (Phase::Drafting { .. }, true) => (
                "Move your cat to one of the marked spaces and take a tile.".to_owned(),
                "4.2",
            ),
            (Phase::Coin { .. }, true) => (format!("Flip the coin for {STRAY}."), "10.3"),
            (Phase::Crafting { .. }, true) if self.table.round == rounds && self.can_complete() => (
                "This is the last round: complete your garments before you say Done, or they score nothing."
                    .to_owned(),
                "9.2",
            ),
            (Phase::Crafting { .. }, true) => (
                "Start, knit, flip, grab and complete as you like, then say Done.".to_owned(),
                "5.1",
            ),
            (Phase::Retaining { .. }, true) => {
                (format!("Choose {bowl} tiles to keep for the next round."), "8.2")
            }
            (_, false) => (format!("Waiting for {}.", players(to_act.iter())), "3.2"),
        };
        Prompt::new(text, clause)
    }
}

const fn verb(action: Action) -> &'static str {
    match action {
        Action::First(_) => "Draw",
        Action::Keep(_) | Action::Retain(_) => "Keep",
        Action::Center { .. } => "Place",
        Action::Draft(_) => "Take",
        Action::Coin => "Flip coin",
        Action::Start { .. } => "Start",
        Action::Knit { .. } => "Knit",
        Action::Flip { .. } => "Flip",
        Action::Paw(_) => "Grab",
        Action::Complete { .. } => "Complete",
        Action::Done => "Done",
    }
}

fn place(slot: Slot) -> String {
    let ring = match slot.ring() {
        Ring::Inner => "inside",
        Ring::Outer => "outside",
    };
    format!("space {}, {ring}", slot.space())
}

/// The name that records use, for those who print views.
pub(crate) const TITLE: &str = KnittingCircle::NAME;
