//! What is legal is accepted, what is not is refused, and a refusal changes nothing.

use std::collections::BTreeSet;

use bobbin_game::chance::Watched;
use bobbin_game::{
    Game, Match, MatchChance, Refusal as _, Rulebook, SearchChance, Seat, SeatSet, Seed, Setup as _, Viewer,
};

use crate::json::Written;
use crate::{Checked, Law, check_weighted};

/// No seat ever has more legal actions: larger choices are split into steps.
const MOST_LEGAL: usize = 300;

/// Actions met so far, legal in one state and mostly not in another: what is tried where it should be refused.
pub(crate) struct Tried<G: Game>(BTreeSet<G::Action>);

impl<G: Game> Default for Tried<G> {
    fn default() -> Self {
        Tried(BTreeSet::new())
    }
}

impl<G: Game> Tried<G> {
    const MOST: usize = 4000;

    fn remember(&mut self, actions: &[G::Action], random: &mut SearchChance) {
        for action in actions {
            if self.0.len() < Self::MOST {
                self.0.insert(*action);
            }
            if random.below(16) == 0
                && let Some(other) = mutated::<G>(*action, random)
                && self.0.len() < Self::MOST
            {
                self.0.insert(other);
            }
        }
    }

    /// Some of the actions met so far.
    pub(crate) fn some(&self, count: usize, random: &mut SearchChance) -> Vec<G::Action> {
        if self.0.len() <= count {
            return self.0.iter().copied().collect();
        }
        let step = self.0.len() / count;
        let start = random.below(step as u32 + 1) as usize;
        self.0.iter().skip(start).step_by(step).copied().collect()
    }
}

/// An action like this one with a letter, digit or word changed, if that is an action at all.
fn mutated<G: Game>(action: G::Action, random: &mut SearchChance) -> Option<G::Action> {
    let mut words: Vec<String> = action.to_string().split(' ').map(str::to_owned).collect();
    let place = random.below(words.len() as u32) as usize;
    let word = &mut words[place];
    match random.below(4) {
        0 => *word = random.below(20).to_string(),
        1 => {
            let bytes = word.as_bytes();
            let at = random.below(bytes.len().max(1) as u32) as usize;
            let letter = (b'0' + random.below(75) as u8) as char;
            *word = word
                .chars()
                .enumerate()
                .map(|(i, old)| if i == at { letter } else { old })
                .collect();
        }
        2 => words.swap(place, 0),
        _ => {
            words.remove(place);
        }
    }
    words.join(" ").parse().ok()
}

/// Checks one state; answers the largest number of legal actions of a seat.
pub(crate) fn check_legality<G: Game>(
    game: &Match<G>,
    rulebook: &Rulebook,
    tried: &mut Tried<G>,
    written: &mut Written<G>,
    random: &mut SearchChance,
    deep: bool,
) -> Result<usize, crate::Broken> {
    let state = game.state();
    // Not a clone: that could share what it should not.
    let parent = if deep { state.to_position() } else { String::new() };
    let to_act = state.to_act();
    let mut most = 0;
    let mut legal = Vec::new();
    for seat in Seat::all(state.setup().players()) {
        legal.clear();
        state.legal_actions(seat, &mut legal);
        most = most.max(legal.len());
        check_list::<G>(seat, to_act, &legal)?;
        tried.remember(&legal, random);
        if deep {
            for action in &legal {
                check_accepted(state, seat, *action)?;
                check_text::<G>(*action)?;
                written.actions.check(action)?;
            }
            // Once for all of them: writing a position is slow, and what has changed does not change back.
            Law::CloneIsIndependent.check(state.to_position() == parent, || {
                format!("one of {legal:?} by {seat:?} on a copy changed the original")
            })?;
        }
        let candidates = tried.some(if deep { 200 } else { 20 }, random);
        let sorted: BTreeSet<G::Action> = legal.iter().copied().collect();
        for action in candidates.into_iter().filter(|action| !sorted.contains(action)) {
            check_refused(state, seat, action, rulebook)?;
        }
    }
    check_foreign_seat(state, tried, rulebook, random)?;
    Ok(most)
}

fn check_list<G: Game>(seat: Seat, to_act: SeatSet, legal: &[G::Action]) -> Checked {
    let law = Law::LegalList;
    law.check(to_act.contains(seat) != legal.is_empty(), || {
        format!(
            "{seat:?} has {} legal actions while {to_act:?} are to act",
            legal.len()
        )
    })?;
    law.check(legal.len() <= MOST_LEGAL, || {
        format!(
            "{seat:?} has {} legal actions: split the choice into steps",
            legal.len()
        )
    })?;
    let distinct: BTreeSet<_> = legal.iter().collect();
    law.check(distinct.len() == legal.len(), || {
        format!("an action of {seat:?} is listed twice: {legal:?}")
    })
}

fn check_accepted<G: Game>(state: &G, seat: Seat, action: G::Action) -> Checked {
    let mut copy = state.clone();
    let result = copy.apply(
        seat,
        action,
        &mut MatchChance::new(Seed::named("accepted")),
        &mut (),
    );
    Law::LegalIsAccepted.check(result.is_ok(), || {
        format!("{action} of {seat:?} is listed as legal, but refused: {result:?}")
    })
}

fn check_refused<G: Game>(state: &G, seat: Seat, action: G::Action, rulebook: &Rulebook) -> Checked {
    let mut copy = state.clone();
    let mut chance = Watched::new(SearchChance::new(0));
    let mut events = Vec::new();
    let Err(refusal) = copy.apply(seat, action, &mut chance, &mut events) else {
        return Err(Law::OtherIsRefused.broken(format!(
            "{action} of {seat:?} is not listed as legal, but accepted"
        )));
    };
    let untouched = copy == *state && chance.is_silent() && events.is_empty();
    Law::RefusalChangesNothing.check(untouched, || {
        format!("{action} of {seat:?} is refused ({refusal}), but not without trace: {chance:?}, {events:?}")
    })?;
    Law::Clauses.check(rulebook.clause(refusal.clause()).is_some(), || {
        format!("{refusal:?} names clause {}, which is none", refusal.clause())
    })?;
    let code_is_plain = refusal
        .code()
        .bytes()
        .all(|byte| byte.is_ascii_lowercase() || byte == b'_');
    Law::Clauses.check(code_is_plain && !refusal.to_string().is_empty(), || {
        format!("{refusal:?} needs a snake_case code and a sentence")
    })
}

/// A seat that the game does not have is refused like any other that is not to act.
fn check_foreign_seat<G: Game>(
    state: &G,
    tried: &Tried<G>,
    rulebook: &Rulebook,
    random: &mut SearchChance,
) -> Checked {
    let foreign = Seat::new(state.setup().players().min(bobbin_game::MAX_SEATS - 1));
    if foreign.index() < state.setup().players() {
        return Ok(());
    }
    let mut legal = Vec::new();
    state.legal_actions(foreign, &mut legal);
    Law::LegalList.check(legal.is_empty(), || {
        format!("{foreign:?} does not exist, but has legal actions")
    })?;
    tried
        .some(2, random)
        .into_iter()
        .try_for_each(|action| check_refused(state, foreign, action, rulebook))
}

fn check_text<G: Game>(action: G::Action) -> Checked {
    let text = action.to_string();
    let again = text.parse::<G::Action>();
    Law::Notation.check(again.as_ref() == Ok(&action), || {
        format!("\"{text}\" is read as {again:?}, not {action:?}")
    })?;
    let clean = text.trim() == text && !text.contains(char::is_control) && text != "undo" && !text.is_empty();
    Law::Notation.check(clean, || format!("\"{text}\" cannot stand in a record"))
}

/// Picks lead to exactly one action, and back.
pub(crate) fn check_picks<G: Game>(state: &G) -> Checked {
    let law = Law::Picks;
    for seat in state.to_act().iter() {
        let view = state.view(Viewer::Seat(seat));
        let mut legal = Vec::new();
        state.legal_actions(seat, &mut legal);
        let mut told: Vec<_> = legal
            .iter()
            .map(|&action| (action, G::tell(&view, action)))
            .collect();
        for (action, telling) in &told {
            law.check(!telling.verb.is_empty() && !telling.label.is_empty(), || {
                format!("{action} needs a verb and a label")
            })?;
            let meant = G::meant(&view, &telling.picks);
            law.check(telling.picks.is_empty() || meant == Some(*action), || {
                format!("{action} is told by {:?}, which means {meant:?}", telling.picks)
            })?;
        }
        told.sort_by(|(_, a), (_, b)| a.picks.cmp(&b.picks));
        for ((a, before), (b, after)) in told.iter().zip(told.iter().skip(1)) {
            let buttons = before.picks.is_empty();
            law.check(buttons || !after.picks.starts_with(&before.picks), || {
                format!(
                    "{a} is said by {:?}, which begins or is {b}'s {:?}",
                    before.picks, after.picks
                )
            })?;
        }
        let mut buttons: Vec<_> = told
            .iter()
            .filter(|(_, telling)| telling.picks.is_empty())
            .map(|(_, telling)| telling.verb)
            .collect();
        buttons.sort_unstable();
        let count = buttons.len();
        buttons.dedup();
        law.check(buttons.len() == count, || {
            format!("two buttons of {seat:?} have the same verb: {buttons:?}")
        })?;
        let mut labels: Vec<_> = told.iter().map(|(_, telling)| &telling.label).collect();
        labels.sort_unstable();
        let twice = labels.windows(2).find(|pair| pair[0] == pair[1]);
        law.check(twice.is_none(), || {
            format!("two actions of {seat:?} are called {twice:?}")
        })?;
    }
    Ok(())
}

/// `random_action` gives every legal action equally often.
pub(crate) fn check_random_action<G: Game>(state: &G, random: &mut SearchChance) -> Checked {
    let Some(seat) = state.to_act().first() else {
        return Ok(());
    };
    let mut legal = Vec::new();
    state.legal_actions(seat, &mut legal);
    if legal.len() > 40 {
        return Ok(());
    }
    let expected: Vec<(&G::Action, u64)> = legal.iter().map(|action| (action, 1)).collect();
    let mut buffer = Vec::new();
    let result = check_weighted(&expected, legal.len() * 150, || {
        state.random_action(seat, random, &mut buffer)
    });
    result.map_err(|skew| Law::RandomIsUniform.broken(skew.message))
}
