//! What can be chosen now: pieces, groups of pieces and whole actions, each with a number.

use bobbin_catalog::Legal;

use crate::canvas::Marks;
use crate::picks::Picking;
use crate::titles::Title;
use crate::words::{Company, Length, counted, one_of};

/// More pieces than this are shown in groups, where the title has groups for them.
const MANY: usize = 7;

/// Something to choose.
#[derive(Clone, Debug)]
pub(crate) struct Choice {
    /// For someone who sees the table.
    pub(crate) brief: String,
    /// For someone who does not.
    pub(crate) full: String,
    pub(crate) does: Does,
    /// The pieces on the table that it is about.
    pub(crate) pieces: Vec<String>,
    /// The clause about it, where one is known.
    pub(crate) clause: Option<&'static str>,
}

/// What a choice does.
#[derive(Clone, Debug)]
pub(crate) enum Does {
    /// The action is known.
    Play(Legal),
    /// A piece is touched.
    Touch(String),
    /// A group is opened.
    Open(String),
}

/// The choices, and how far one has come with choosing.
#[derive(Clone, Debug, Default)]
pub(crate) struct Menu {
    pub(crate) picking: Picking,
    group: Option<String>,
    pub(crate) choices: Vec<Choice>,
}

impl Menu {
    /// All that a person can begin with.
    pub(crate) fn new(legal: Vec<Legal>, title: &dyn Title, company: &Company) -> Menu {
        let mut menu = Menu {
            picking: Picking::new(legal),
            group: None,
            choices: Vec::new(),
        };
        menu.renew(title, company);
        menu
    }

    /// Chooses the one at this place. Tells the action that is meant once it is known.
    pub(crate) fn choose(&mut self, place: usize, title: &dyn Title, company: &Company) -> Option<Legal> {
        let meant = match self.choices.get(place)?.does.clone() {
            Does::Play(action) => Some(action),
            Does::Touch(piece) => {
                self.group = None;
                self.picking.touch(&piece)
            }
            Does::Open(group) => {
                self.group = Some(group);
                None
            }
        };
        self.renew(title, company);
        meant
    }

    /// One step back. Tells whether there was one.
    pub(crate) fn back(&mut self, title: &dyn Title, company: &Company) -> bool {
        let was_inside = self.group.take().is_some() || self.picking.back();
        self.renew(title, company);
        was_inside
    }

    /// Has something been chosen that is not complete?
    pub(crate) fn is_inside(&self) -> bool {
        self.group.is_some() || !self.picking.touched().is_empty()
    }

    /// What has been chosen so far, in words.
    pub(crate) fn so_far(&self, title: &dyn Title) -> String {
        let mut words: Vec<String> = self
            .picking
            .touched()
            .iter()
            .map(|piece| piece_words(title, piece))
            .collect();
        if let Some(group) = &self.group {
            let groups = self.choices.iter().flat_map(|choice| &choice.pieces);
            let found = groups
                .filter_map(|piece| title.group(piece))
                .find(|(id, _)| id == group);
            words.extend(found.map(|(_, words)| words));
        }
        words.join(", ")
    }

    /// The choice that a piece on the table stands for.
    pub(crate) fn place_of(&self, piece: &str) -> Option<usize> {
        let named = |choice: &Choice| matches!(&choice.does, Does::Touch(touched) if touched == piece);
        let shown = |choice: &Choice| choice.pieces.iter().any(|shown| shown == piece);
        let mut choices = self.choices.iter();
        choices
            .clone()
            .position(named)
            .or_else(|| choices.position(shown))
    }

    /// What is marked on the table while the choice at this place is looked at.
    pub(crate) fn marks(&self, looked_at: Option<usize>) -> Marks {
        let mut marks = Marks {
            touched: self.picking.touched().iter().cloned().collect(),
            touched_in_order: self.picking.touched().to_vec(),
            ..Marks::default()
        };
        for (number, choice) in (1..).zip(&self.choices) {
            for piece in &choice.pieces {
                marks.numbers.entry(piece.clone()).or_insert(number);
            }
        }
        if let Some(choice) = looked_at.and_then(|place| self.choices.get(place)) {
            marks.chosen.extend(choice.pieces.iter().cloned());
        }
        marks
    }

    fn renew(&mut self, title: &dyn Title, company: &Company) {
        // Each piece that comes next, with the actions that it leads to.
        let mut pieces: Vec<(&str, Vec<&Legal>)> = Vec::new();
        let mut whole: Vec<&Legal> = Vec::new();
        for (action, next) in self.picking.candidates() {
            if next.is_empty() {
                whole.push(action);
            }
            for piece in next {
                match pieces.iter_mut().find(|(known, _)| *known == piece) {
                    Some((_, actions)) => actions.push(action),
                    None => pieces.push((piece, vec![action])),
                }
            }
        }
        let groups = groups_of(&pieces, title);
        let mut choices: Vec<Choice> = Vec::new();
        match &self.group {
            None if !groups.is_empty() => choices.extend(groups),
            Some(group) => {
                let is_inside = |piece: &str| title.group(piece).is_some_and(|(id, _)| id == *group);
                let inside = pieces.iter().filter(|(piece, _)| is_inside(piece));
                choices.extend(inside.map(|(piece, actions)| choice(piece, actions, title, company)));
            }
            None => choices.extend(
                pieces
                    .iter()
                    .map(|(piece, actions)| choice(piece, actions, title, company)),
            ),
        }
        choices.extend(whole.into_iter().map(|action| play(action, title, company)));
        // What stands aside is told where it alone tells choices apart.
        let briefs: Vec<String> = choices.iter().map(|choice| choice.brief.clone()).collect();
        for choice in &mut choices {
            if briefs.iter().filter(|brief| **brief == choice.brief).count() > 1 {
                choice.brief.clone_from(&choice.full);
            }
        }
        self.choices = choices;
    }
}

/// The groups of these pieces; none if there are few pieces, or only one group.
fn groups_of(pieces: &[(&str, Vec<&Legal>)], title: &dyn Title) -> Vec<Choice> {
    if pieces.len() <= MANY {
        return Vec::new();
    }
    let mut groups: Vec<(String, Choice)> = Vec::new();
    for (piece, _) in pieces {
        let Some((id, words)) = title.group(piece) else {
            return Vec::new();
        };
        if let Some((_, choice)) = groups.iter_mut().find(|(known, _)| *known == id) {
            choice.pieces.push((*piece).to_owned());
            continue;
        }
        let choice = Choice {
            brief: words.clone(),
            full: words,
            does: Does::Open(id.clone()),
            // The place of the group itself is marked, too.
            pieces: vec![id.clone(), (*piece).to_owned()],
            clause: None,
        };
        groups.push((id, choice));
    }
    if groups.len() < 2 {
        return Vec::new();
    }
    let with_count = |(_, mut choice): (String, Choice)| {
        // A group of one is that one.
        if let [_, only] = &choice.pieces[..] {
            choice.does = Does::Touch(only.clone());
            return choice;
        }
        let ways = counted(choice.pieces.len() - 1, "way");
        choice.brief = format!("{} ({ways})", choice.brief);
        choice.full = format!("{}, {ways}", choice.full);
        choice
    };
    groups.into_iter().map(with_count).collect()
}

fn choice(piece: &str, actions: &[&Legal], title: &dyn Title, company: &Company) -> Choice {
    if let [only] = actions {
        let mut choice = play(only, title, company);
        choice.pieces.insert(0, piece.to_owned());
        choice.does = Does::Touch(piece.to_owned());
        return choice;
    }
    let mut verbs: Vec<String> = Vec::new();
    for action in actions {
        let verb = action.telling.verb.to_lowercase();
        if !verbs.contains(&verb) {
            verbs.push(verb);
        }
    }
    let words = piece_words(title, piece);
    Choice {
        brief: format!("{words}: {}", one_of(&verbs)),
        full: format!("{words}: {}", one_of(&verbs)),
        does: Does::Touch(piece.to_owned()),
        pieces: vec![piece.to_owned()],
        clause: None,
    }
}

fn play(action: &Legal, title: &dyn Title, company: &Company) -> Choice {
    let label = &action.telling.label;
    Choice {
        brief: company.say(label, Length::Brief),
        full: company.say(label, Length::Full),
        does: Does::Play(action.clone()),
        pieces: Vec::new(),
        clause: title.clause(action),
    }
}

/// A piece in words, by its name if the title has no words for it.
pub(crate) fn piece_words(title: &dyn Title, piece: &str) -> String {
    title
        .words(piece)
        .unwrap_or_else(|| piece.replace([':', '_', '-'], " "))
}

impl Menu {
    /// Begins anew and goes as far towards an action as it can without doing it. Tells the place of the last choice.
    pub(crate) fn lead_to(&mut self, action: &Legal, title: &dyn Title, company: &Company) -> usize {
        while self.back(title, company) {}
        loop {
            let picks = &action.telling.picks;
            let next = picks.get(self.picking.touched().len());
            let leads = |choice: &Choice| match &choice.does {
                Does::Play(known) => known.action == action.action,
                Does::Touch(piece) => Some(piece) == next,
                Does::Open(_) => next.is_some_and(|piece| choice.pieces.contains(piece)),
            };
            let Some(place) = self.choices.iter().position(leads) else {
                return 0;
            };
            let mut after = self.clone();
            if after.choose(place, title, company).is_some() {
                return place;
            }
            *self = after;
        }
    }
}
