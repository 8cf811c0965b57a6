//! What bots know of Circuitous: how many cards each way in the making is from a finish, and who leads along it.

mod cache;
mod choices;
mod distances;
mod outlook;
mod shown;
mod survey;

use bobbin_bots::{Forecast, Levels, Mind, Others, weighed_choice};
use bobbin_circuitous::{Ability, Action, Circuitous, Decks, Event};
use bobbin_game::{Content as _, Game as _, Outcome, SearchChance, Seat, Setup as _};

use crate::net::{Names, Net, Shelved};
use crate::policy::Choosing as _;
use crate::study::{Fact, Facts, Study};
use cache::Cache;
pub use distances::Ahead;
use distances::Distances;
use outlook::{Outlook, Worth};
use shown::Look;
pub use survey::{Extension, MAX_WAYS_ON, Survey, WayOn};

/// What bots know of Circuitous, and the cache of the search that has it.
#[derive(Debug)]
pub struct CircuitousMind {
    taste: &'static Taste,
    cache: Cache,
    /// What was learned, where the deck is the one it was learned with.
    net: Option<&'static Net>,
}

/// The networks of this game.
pub(crate) static NETS: Shelved = Shelved::new(include_bytes!("../weights/circuitous.net"));

/// The features that its networks are shown.
pub(crate) fn names() -> Names {
    let by_hand = CircuitousMind {
        taste: &TASTE,
        cache: Cache::default(),
        net: None,
    };
    let setup = &Circuitous::setups()[0];
    Names::of(&by_hand, &Circuitous::start(setup, &mut SearchChance::new(0)))
}

impl Default for CircuitousMind {
    fn default() -> Self {
        CircuitousMind {
            taste: &TASTE,
            cache: Cache::default(),
            net: NETS.house(names),
        }
    }
}

/// How ways are weighed.
#[derive(Clone, Copy, Debug)]
struct Taste {
    /// A way that is one card longer is so much less likely to be completed: the exponent.
    haste: f32,
    /// So many points of lead make winning about three times as likely as losing: at the end, and more for cards to
    /// come.
    spread: f32,
    spread_of_card: f32,
    /// What it is worth in points to play next where one card is missing, or more.
    last_card: f32,
    next_card: f32,
    /// New exits are believed to be so much farther from a finish than they look: something may be in the way.
    doubt: f32,
    /// With so many cards left for each turn that the nearest way takes, and some more for each player beyond the
    /// second, every other game is decided: as often as cards lead on they are laid to close the ways of others.
    cards_for_one: f32,
    cards_for_other: f32,
    /// Ways that take so many eighths of a turn longer than the shortest are left alone.
    far: u8,
    /// Actions whose worth differs by this much are tried about three times as often.
    warmth: f32,
    /// So much of the worth of a game is that it is decided at all: where nobody wins, everyone has lost.
    company: f32,
    /// Is what is half done at the edge of the tree chosen at random, the more promising the likelier? Else it is what
    /// promises most.
    sampled: bool,
    /// So many actions are played on from the edge of the tree.
    playout: u32,
}

static TASTE: Taste = Taste {
    haste: 0.9,
    spread: 0.8,
    spread_of_card: 1.1,
    last_card: 1.8,
    next_card: 0.6,
    doubt: 0.3,
    cards_for_one: 8.0,
    cards_for_other: 2.0,
    far: 24,
    warmth: 0.06,
    company: 0.4,
    sampled: false,
    playout: 0,
};

/// A judge has no wish but to be right, and looks on until everyone has used what they drew.
static JUDGE: Taste = Taste {
    company: 0.0,
    sampled: true,
    playout: 6,
    ..TASTE
};

/// However little an action promises, it is tried so often for each time that the best is.
const LEAST: f32 = 0.004;

impl Mind<Circuitous> for CircuitousMind {
    // Hands are hidden: a tree would let the others learn to act on the searcher's own.
    const OTHERS: Others = Others::Policy;

    // Looking on for longer gains little where hands are hidden, so a sharp player looks on for less.
    const LEVELS: Levels = Levels {
        playful: (60, 20.0),
        gentle: (32, 4.6),
        steady: (24, 1.0),
        keen: (45, 0.32),
        sharp: (140, 0.14),
        ratings: Some([1140, 1320, 1500, 1660, 1860, 2050]),
    };

    fn prepare() {
        Distances::of(Decks::house());
    }

    fn by_hand() -> Self {
        CircuitousMind {
            net: None,
            ..Self::default()
        }
    }

    fn on_trial() -> Self {
        let mind = Self::default();
        CircuitousMind {
            net: NETS.on_trial().or(mind.net),
            ..mind
        }
    }

    /// A network has learned what the search wants, to which a game that nobody wins is worth nothing: a judge does
    /// without.
    fn impartial(self) -> Self {
        CircuitousMind {
            taste: &JUDGE,
            net: None,
            ..self
        }
    }

    /// What is promised once whoever is to play has done the best they can with the cards in their hand.
    fn forecast(&self, state: &Circuitous) -> Option<Forecast> {
        let outlook = Outlook::of(state, self);
        let best = best_by_hand(&outlook, state);
        if let Some(net) = self.net_for(state) {
            let look = Look { outlook, best };
            return Some(net.forecast(self, state, &look));
        }
        Some(Forecast {
            worth: best,
            points: outlook.points(),
        })
    }

    /// A game that nobody wins is worth nothing to anyone: even to have lost it is better.
    fn conclude(&self, outcome: &Outcome) -> Forecast {
        let mut forecast = bobbin_bots::conclude(outcome, 4.0);
        if outcome.winners.is_empty() {
            forecast.worth.fill(0.0);
            return forecast;
        }
        let shares = bobbin_bots::win_shares(outcome);
        for (worth, share) in forecast.worth.iter_mut().zip(shares) {
            *worth = self.taste.company * *worth + (1.0 - self.taste.company) * share;
        }
        forecast
    }

    fn weigh(&self, state: &Circuitous, seat: Seat, legal: &[Action], weights: &mut Vec<f32>) {
        let choice = self.deliberate(state, seat, legal, weights);
        if let Some(net) = self.net_for(state) {
            net.weigh(self, &choice, legal, weights);
        }
    }

    fn playout_action(
        &self,
        state: &Circuitous,
        seat: Seat,
        random: &mut SearchChance,
        buffer: &mut Vec<Action>,
    ) -> Action {
        if self.taste.sampled {
            return self.fair_action(state, seat, random, buffer);
        }
        let weights = self.weights(state, seat, buffer);
        let best = (0..weights.len()).max_by(|&a, &b| weights[a].total_cmp(&weights[b]));
        buffer[best.unwrap_or(0)]
    }

    fn fair_action(
        &self,
        state: &Circuitous,
        seat: Seat,
        random: &mut SearchChance,
        buffer: &mut Vec<Action>,
    ) -> Action {
        weighed_choice(self, state, seat, random, buffer)
    }

    fn playout_length(&self, _state: &Circuitous) -> u32 {
        self.taste.playout
    }

    fn is_quiet(&self, state: &Circuitous) -> bool {
        state.is_choosing()
    }
}

impl CircuitousMind {
    /// A look at all ways in the making.
    pub fn survey<'a>(&'a self, state: &'a Circuitous) -> Survey<'a> {
        Survey::of(state, &self.cache)
    }

    /// The network, where the deck is the one that it was trained with.
    fn net_for(&self, state: &Circuitous) -> Option<&'static Net> {
        self.net.filter(|_| state.setup().content() == Decks::house())
    }

    /// The legal actions of a seat, and their weights.
    fn weights(&self, state: &Circuitous, seat: Seat, legal: &mut Vec<Action>) -> Vec<f32> {
        legal.clear();
        state.legal_actions(seat, legal);
        let mut weights = Vec::with_capacity(legal.len());
        self.weigh(state, seat, legal, &mut weights);
        weights
    }
}

/// What is promised once whoever is to play has done the best they can with the cards in their hand.
fn best_by_hand(outlook: &Outlook<'_>, state: &Circuitous) -> Worth {
    let seat = state.turn();
    let mut best = outlook.as_it_is();
    let mut take = |worth: Option<Worth>| {
        if let Some(worth) = worth.filter(|worth| worth[seat.index()] > best[seat.index()]) {
            best = worth;
        }
    };
    if let Some(kind) = state.chosen_kind() {
        take(outlook.best_of_card(kind));
    } else if state.is_to_choose() {
        for kind in state.held_kinds(seat) {
            take(outlook.best_of_card(kind));
        }
    }
    best
}

/// Who draws two can still play what is best now, or something better.
fn weigh_drawing(state: &Circuitous, legal: &[Action], worths: &mut [f32]) {
    let decks = state.decks();
    let draws = |action: &Action| match action {
        Action::Use(card) => {
            let kind = decks.find(*card).map(|kind| &decks.kinds[kind]);
            kind.is_some_and(|kind| kind.ability == Some(Ability::DrawTwo))
        }
        _ => false,
    };
    let best = worths.iter().copied().fold(0.0, f32::max);
    for (worth, _) in worths.iter_mut().zip(legal).filter(|(_, action)| draws(action)) {
        *worth = best;
    }
}

/// What a choice promises a seat, if it changes anything.
fn worth_of_choice(outlook: &Outlook<'_>, state: &Circuitous, seat: Seat, action: Action) -> Option<f32> {
    let decks = state.decks();
    let worth = match action {
        Action::Play(card) => outlook.best_of_card(decks.find(card)?),
        Action::Use(card) => match decks.kinds[decks.find(card)?].ability? {
            Ability::TurnFinish => outlook.best_of_finish_moves(false),
            Ability::SlideFinish => outlook.best_of_finish_moves(true),
            _ => None,
        },
        _ => outlook.after_ability(action),
    };
    worth.map(|worth| worth[seat.index()])
}

impl Study<Circuitous> for CircuitousMind {
    fn note_start(state: &Circuitous, facts: &mut Facts) {
        for kind in &state.decks().kinds {
            facts
                .offered
                .push(Fact::new("card played", kind.code.to_string()));
            if let Some(ability) = kind.ability {
                let fact = Fact::new("ability", ability.words());
                if !facts.offered.contains(&fact) {
                    facts.offered.push(fact);
                }
            }
        }
    }

    fn note_event(_state: &Circuitous, event: &Event, facts: &mut Facts) {
        let mut note = |seat: &Seat, kind, name: String| facts.taken.push((*seat, Fact::new(kind, name)));
        match event {
            Event::Laid { seat, card, .. } => {
                note(seat, "card played", card.card.to_string());
                note(seat, "course", "turn".to_owned());
            }
            Event::Replaced { seat, card, .. } => note(seat, "card played", card.card.to_string()),
            Event::Used { seat, ability, .. } => {
                note(seat, "ability", ability.words().to_owned());
                note(seat, "course", "turn".to_owned());
            }
            Event::Discarded { seat, .. } => {
                note(seat, "discard", "discard".to_owned());
                note(seat, "course", "turn".to_owned());
            }
            _ => {}
        }
    }
}
