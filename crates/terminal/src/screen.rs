//! A game on the whole screen: what is shown and what keys and the mouse do.

mod draw;
mod overlay;
mod run;
#[cfg(test)]
pub(crate) mod tests;

use std::sync::mpsc::{Receiver, TryRecvError};

use bobbin_catalog::{Legal, WhyNot};
use ratatui::crossterm::event::{
    Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use ratatui::layout::Rect;

use crate::canvas::Canvas;
use crate::menu::{Does, Menu};
use crate::table::{Advice, LocalTable, Step};
use crate::titles::{Title, title_of};
use crate::words::Length;
use overlay::Overlay;
pub use run::play;

/// The smallest screen that everything fits on.
pub(crate) const LEAST: (u16, u16) = (80, 24);

/// The state of the screen.
pub(crate) struct Screen {
    table: LocalTable,
    step: Step,
    shown: Box<dyn Title>,
    menu: Menu,
    /// The choice that is looked at.
    looked_at: usize,
    /// Digits of a number that may go on.
    typed: String,
    /// What was answered to the latest key.
    message: Option<Message>,
    overlay: Option<Overlay>,
    advice: Option<Receiver<Vec<Advice>>>,
    hints: Vec<Advice>,
    /// Which of the hints is looked at.
    hint: usize,
    /// The first line of the table that is seen, and whether the person has moved it.
    top: u16,
    is_moved: bool,
    zoom: Option<u8>,
    /// An action that is looked at, and the pieces that can be touched after it.
    coming: Option<(String, Vec<String>)>,
    /// The version of the match that is shown.
    version: Option<usize>,
    has_quit: bool,
    ticks: usize,
    has_color: bool,
    places: Places,
}

/// Where things were drawn last, for the mouse.
#[derive(Default)]
struct Places {
    table: Rect,
    canvas: Option<Canvas>,
    /// The lines of the menu, each with the place of its choice.
    choices: Vec<(Rect, usize)>,
    keys: Vec<(Rect, char)>,
}

/// An answer in a line.
#[derive(Clone, Debug)]
struct Message {
    words: String,
    clause: Option<String>,
    is_no: bool,
}

impl Screen {
    pub(crate) fn new(table: LocalTable, has_color: bool) -> anyhow::Result<Screen> {
        let shown = title_of(table.playing(), table.viewer(), table.company())?;
        let mut screen = Screen {
            step: Step::Yours,
            shown,
            menu: Menu::default(),
            looked_at: 0,
            typed: String::new(),
            message: None,
            overlay: None,
            advice: None,
            hints: Vec::new(),
            hint: 0,
            top: 0,
            is_moved: false,
            zoom: None,
            coming: None,
            version: None,
            has_quit: false,
            ticks: 0,
            has_color,
            places: Places::default(),
            table,
        };
        screen.advance(false)?;
        Ok(screen)
    }

    /// Has the person had enough?
    pub(crate) fn has_quit(&self) -> bool {
        self.has_quit
    }

    pub(crate) fn into_table(self) -> LocalTable {
        self.table
    }

    /// Time passes: bots that have thought act, a hint that has come is shown. With `wait` it waits for the bots.
    pub(crate) fn advance(&mut self, wait: bool) -> anyhow::Result<()> {
        self.ticks += 1;
        let step = self.table.advance(wait)?;
        let version = Some(self.table.playing().version());
        if step != self.step || version != self.version {
            let is_over = step == Step::Over && self.step != Step::Over;
            self.step = step;
            self.version = version;
            self.renew()?;
            if is_over {
                self.overlay = Some(self.score_sheet());
            }
        }
        if let Some(trouble) = self.table.trouble() {
            self.say(format!("Careful: {trouble}"), None, true);
        }
        self.hear_advice(wait);
        Ok(())
    }

    fn renew(&mut self) -> anyhow::Result<()> {
        let table = &self.table;
        self.shown = title_of(table.playing(), table.viewer(), table.company())?;
        let legal = match self.step {
            Step::Yours => table.playing().legal(table.me())?,
            Step::Thinking(_) | Step::Over => Vec::new(),
        };
        self.menu = Menu::new(legal, &*self.shown, table.company());
        self.hints.clear();
        self.advice = None;
        self.coming = None;
        self.look_at(0);
        Ok(())
    }

    fn look_at(&mut self, place: usize) {
        self.looked_at = place.min(self.menu.choices.len().saturating_sub(1));
        self.typed.clear();
        self.is_moved = false;
    }

    fn say(&mut self, words: String, clause: Option<String>, is_no: bool) {
        self.message = Some(Message { words, clause, is_no });
    }

    /// What a key, the mouse or a change of size does.
    pub(crate) fn on(&mut self, event: &Event) -> anyhow::Result<()> {
        match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => self.key(*key),
            Event::Mouse(mouse) => self.mouse(*mouse),
            _ => Ok(()),
        }
    }

    fn key(&mut self, key: KeyEvent) -> anyhow::Result<()> {
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            self.has_quit |= matches!(key.code, KeyCode::Char('c' | 'd'));
            return Ok(());
        }
        if self.overlay.is_some() {
            self.key_in_overlay(key.code);
            return Ok(());
        }
        match key.code {
            KeyCode::Char(digit @ '0'..='9') => self.digit(digit),
            KeyCode::Char(letter) => self.letter(letter),
            KeyCode::Up | KeyCode::BackTab => {
                let count = self.menu.choices.len().max(1);
                self.look_at((self.looked_at + count - 1) % count);
                Ok(())
            }
            KeyCode::Down | KeyCode::Tab => {
                self.look_at((self.looked_at + 1) % self.menu.choices.len().max(1));
                Ok(())
            }
            KeyCode::Enter | KeyCode::Right => self.choose(self.looked_at),
            KeyCode::Esc | KeyCode::Left | KeyCode::Backspace => {
                self.back();
                Ok(())
            }
            KeyCode::PageUp => {
                self.scroll(-8);
                Ok(())
            }
            KeyCode::PageDown => {
                self.scroll(8);
                Ok(())
            }
            _ => Ok(()),
        }
    }

    fn letter(&mut self, letter: char) -> anyhow::Result<()> {
        match letter {
            'q' => self.has_quit = true,
            'u' => self.undo(),
            'h' => self.hint()?,
            'r' => self.overlay = Some(self.rules_at(&self.clause_now())),
            'l' => self.overlay = Some(self.log()?),
            's' => self.overlay = Some(self.score_sheet()),
            'z' => self.zoom_out(),
            '?' => self.overlay = Some(Overlay::help()),
            ' ' => return self.choose(self.looked_at),
            'b' => self.back(),
            _ => {}
        }
        Ok(())
    }

    /// Looks at the map from farther than it is seen now, and after the farthest from the nearest again.
    fn zoom_out(&mut self) {
        let drawn = || self.places.canvas.as_ref().and_then(|canvas| canvas.zoom);
        self.zoom = self.zoom.or_else(drawn).map(|zoom| (zoom + 1) % 3);
    }

    /// A digit chooses at once if no larger number could begin with what is typed.
    fn digit(&mut self, digit: char) -> anyhow::Result<()> {
        let count = self.menu.choices.len();
        let typed = format!("{}{digit}", self.typed);
        let number: usize = typed.parse().unwrap_or(0);
        if number == 0 || number > count {
            self.typed.clear();
            if count > 0 {
                self.say(
                    format!("There is no number {typed}: they go from 1 to {count}."),
                    None,
                    true,
                );
            }
            return Ok(());
        }
        if number * 10 > count {
            return self.choose(number - 1);
        }
        self.look_at(number - 1);
        self.typed = typed;
        Ok(())
    }

    fn choose(&mut self, place: usize) -> anyhow::Result<()> {
        self.message = None;
        let chosen = self.menu.choose(place, &*self.shown, self.table.company());
        if let Some(action) = chosen {
            return self.play(&action);
        }
        self.look_at(0);
        Ok(())
    }

    fn play(&mut self, action: &Legal) -> anyhow::Result<()> {
        match self.table.play(&action.action) {
            Ok(()) => self.advance(false),
            Err(error) => {
                let refusal = LocalTable::explain(&error);
                self.say(refusal.words, refusal.clause, true);
                self.renew()
            }
        }
    }

    fn back(&mut self) {
        self.message = None;
        self.menu.back(&*self.shown, self.table.company());
        self.look_at(0);
    }

    fn undo(&mut self) {
        if let Step::Thinking(seat) = self.step {
            let name = self.table.company().name(seat);
            return self.say(format!("{name} is thinking: wait a moment."), None, true);
        }
        match self.table.undo() {
            Ok(_) => {
                self.version = None;
                self.say("Taken back.".to_owned(), None, false);
            }
            Err(refusal) => self.say(refusal.to_string(), refusal.clause().map(str::to_owned), true),
        }
    }

    /// Asks for a hint, or looks at the next one.
    fn hint(&mut self) -> anyhow::Result<()> {
        if self.step != Step::Yours {
            self.say("It is not your turn.".to_owned(), None, true);
        } else if !self.hints.is_empty() {
            self.hint = (self.hint + 1) % self.hints.len();
            self.show_hint();
        } else if self.advice.is_none() {
            self.advice = self.table.ask_advice()?;
            self.message = None;
        }
        Ok(())
    }

    fn hear_advice(&mut self, wait: bool) {
        let Some(advice) = &self.advice else { return };
        let heard = if wait {
            advice.recv().map_err(|_| TryRecvError::Disconnected)
        } else {
            advice.try_recv()
        };
        match heard {
            Ok(hints) => {
                self.advice = None;
                self.hints = hints;
                self.hint = 0;
                self.show_hint();
            }
            Err(TryRecvError::Empty) => {}
            Err(TryRecvError::Disconnected) => {
                self.advice = None;
                self.say("There is no hint now.".to_owned(), None, true);
            }
        }
    }

    /// Leads the menu to what is advised, so that the table shows what it means.
    fn show_hint(&mut self) {
        let Some(hint) = self.hints.get(self.hint).cloned() else {
            return;
        };
        let place = self
            .menu
            .lead_to(&hint.action, &*self.shown, self.table.company());
        self.look_at(place);
        let label = self
            .table
            .company()
            .say(&hint.action.telling.label, Length::Brief);
        let worth = if hint.worth.is_empty() {
            String::new()
        } else {
            format!(" ({})", hint.worth)
        };
        let more = match self.hints.len() {
            1 => String::new(),
            count => format!(" – {} of {count}, h for the next", self.hint + 1),
        };
        self.say(format!("Hint: {label}{worth}{more}"), None, false);
    }

    fn scroll(&mut self, by: i16) {
        self.top = self.top.saturating_add_signed(by);
        self.is_moved = true;
    }

    fn mouse(&mut self, mouse: MouseEvent) -> anyhow::Result<()> {
        let (x, y) = (mouse.column, mouse.row);
        match mouse.kind {
            MouseEventKind::ScrollDown if self.overlay.is_some() => self.key_in_overlay(KeyCode::Down),
            MouseEventKind::ScrollUp if self.overlay.is_some() => self.key_in_overlay(KeyCode::Up),
            MouseEventKind::ScrollDown => self.scroll(3),
            MouseEventKind::ScrollUp => self.scroll(-3),
            MouseEventKind::Moved if self.overlay.is_none() => {
                if let Some(place) = self.choice_at(x, y) {
                    let is_moved = self.is_moved;
                    self.look_at(place);
                    // The table does not run away from the mouse.
                    self.is_moved = is_moved || self.places.table.contains((x, y).into());
                }
            }
            MouseEventKind::Down(MouseButton::Left) => return self.click(x, y),
            MouseEventKind::Down(MouseButton::Right) => self.back(),
            _ => {}
        }
        Ok(())
    }

    fn click(&mut self, x: u16, y: u16) -> anyhow::Result<()> {
        if self.overlay.is_some() {
            self.overlay = None;
            return Ok(());
        }
        let key = self
            .places
            .keys
            .iter()
            .find(|(area, _)| area.contains((x, y).into()));
        if let Some(&(_, key)) = key {
            return self.letter(key);
        }
        if let Some(place) = self.choice_at(x, y) {
            return self.choose(place);
        }
        match self.piece_at(x, y) {
            Some(piece) if self.step == Step::Yours => self.ask_why(&piece),
            _ => Ok(()),
        }
    }

    fn piece_at(&self, x: u16, y: u16) -> Option<String> {
        let area = self.places.table;
        let canvas = self
            .places
            .canvas
            .as_ref()
            .filter(|_| area.contains((x, y).into()))?;
        canvas
            .piece_at(x - area.x, y - area.y + self.top)
            .map(str::to_owned)
    }

    fn choice_at(&self, x: u16, y: u16) -> Option<usize> {
        let mut choices = self.places.choices.iter();
        let listed = choices.find(|(area, _)| area.contains((x, y).into()));
        let on_table = || self.menu.place_of(&self.piece_at(x, y)?);
        listed.map(|&(_, place)| place).or_else(on_table)
    }

    /// A piece was touched that begins nothing: the rules say why.
    fn ask_why(&mut self, piece: &str) -> anyhow::Result<()> {
        let mut picks = self.menu.picking.touched().to_vec();
        picks.push(piece.to_owned());
        let table = &self.table;
        match table.playing().why_not(table.me(), &picks)? {
            WhyNot::Refused { refusal, .. } => {
                let refusal = LocalTable::refusal(&refusal);
                self.say(refusal.words, refusal.clause, true);
            }
            WhyNot::Legal { .. } | WhyNot::NothingMeant => {}
        }
        Ok(())
    }

    /// The clause that matters now: of what was refused, of the choice that is looked at, or of what is to be done.
    fn clause_now(&self) -> String {
        let refused = self.message.as_ref().and_then(|message| message.clause.clone());
        let choice = self.menu.choices.get(self.looked_at);
        let chosen = choice.and_then(|choice| choice.clause).map(str::to_owned);
        let prompt = || {
            let prompt = self.table.playing().prompt(self.table.viewer());
            prompt.map_or(String::new(), |prompt| prompt.clause.to_owned())
        };
        refused.or(chosen).unwrap_or_else(prompt)
    }

    /// The pieces that can be touched after the action that is looked at, as far as the person can know.
    fn look_ahead(&mut self) -> Vec<String> {
        let action = match self.menu.choices.get(self.looked_at).map(|choice| &choice.does) {
            Some(Does::Play(action)) => Some(action.clone()),
            // The first of several: a card is looked at to be played.
            Some(Does::Touch(piece)) => {
                let mut picking = self.menu.picking.clone();
                let only = picking.touch(piece);
                only.or_else(|| picking.candidates().next().map(|(action, _)| action.clone()))
            }
            _ => None,
        };
        let Some(action) = action.map(|action| action.action) else {
            return Vec::new();
        };
        if self.coming.as_ref().is_none_or(|(known, _)| *known != action) {
            let preview = self.table.playing().preview(self.table.me(), &action);
            let next = preview.map_or(Vec::new(), |preview| preview.next);
            let pieces = next
                .into_iter()
                .filter_map(|next| next.telling.picks.into_iter().next());
            self.coming = Some((action, pieces.collect()));
        }
        self.coming
            .as_ref()
            .map_or(Vec::new(), |(_, pieces)| pieces.clone())
    }

    /// Does the choice at this place lead to what the hint says?
    fn is_advised(&self, place: usize) -> bool {
        let (Some(hint), Some(choice)) = (self.hints.get(self.hint), self.menu.choices.get(place)) else {
            return false;
        };
        match &choice.does {
            Does::Play(action) => action.action == hint.action.action,
            Does::Touch(piece) | Does::Open(piece) => {
                let picks = &hint.action.telling.picks;
                picks.get(self.menu.picking.touched().len()) == Some(piece)
                    || choice.pieces.iter().any(|known| Some(known) == picks.last()) && picks.len() == 1
            }
        }
    }
}
