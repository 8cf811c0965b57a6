//! The part of a network that was trained on what the search came to: which actions deserve a look.

use bobbin_game::{Game, Seat};

use crate::net::{Features, Values};

/// The width of its hidden layer: a multiple of what a processor works on at once.
pub(crate) const WIDTH: usize = 24;

/// However little an action promises, it deserves so much of the attention that the best one gets.
const LEAST: f32 = 0.002;

/// What a policy is shown of a choice and of each action. It acts for other seats in a search, too, so nothing here may
/// look at what the seat that chooses does not know.
pub trait Choosing<G: Game> {
    /// What is worked out once for all actions.
    type Choice<'a>
    where
        Self: 'a;

    /// Works it out, and weighs the actions by hand.
    fn deliberate<'a>(
        &'a self,
        state: &'a G,
        seat: Seat,
        legal: &[G::Action],
        by_hand: &mut Vec<f32>,
    ) -> Self::Choice<'a>;

    /// What all actions share: number and order are the same in every game.
    fn show_choice(&self, choice: &Self::Choice<'_>, features: &mut impl Features);

    /// What is seen of one action, by its place among the legal ones: number and order are the same for all of them.
    fn show_action(
        &self,
        choice: &Self::Choice<'_>,
        place: usize,
        action: G::Action,
        features: &mut impl Features,
    );
}

/// A choice as numbers, for learning.
#[derive(Clone, Debug, Default)]
pub struct ChoiceSeen {
    /// What all actions share.
    pub choice: Values,
    /// A row for each legal action.
    pub actions: Vec<Values>,
}

impl ChoiceSeen {
    /// A look at a choice.
    pub fn of<G: Game, C: Choosing<G>>(mind: &C, state: &G, seat: Seat, legal: &[G::Action]) -> Self {
        let mut by_hand = Vec::new();
        let choice = mind.deliberate(state, seat, legal, &mut by_hand);
        let mut seen = ChoiceSeen::default();
        mind.show_choice(&choice, &mut seen.choice);
        let best = highest(&by_hand);
        for (place, (&action, &weight)) in legal.iter().zip(&by_hand).enumerate() {
            let mut values = Values::new();
            show(mind, &choice, place, action, (weight / best).ln(), &mut values);
            seen.actions.push(values);
        }
        seen
    }
}

/// What is seen of an action, with what was thought of it by hand.
fn show<G: Game, C: Choosing<G>>(
    mind: &C,
    choice: &C::Choice<'_>,
    place: usize,
    action: G::Action,
    by_hand: f32,
    features: &mut impl Features,
) {
    features.put("by hand", by_hand.max(-12.0));
    mind.show_action(choice, place, action, features);
}

/// The names of what a policy is shown: those of a choice, and those of an action.
#[derive(Clone, Debug, Default)]
pub struct ChoiceNames {
    /// What all actions share.
    pub choice: Vec<&'static str>,
    /// What is seen of one.
    pub action: Vec<&'static str>,
}

/// Only names.
struct Called<'a>(&'a mut Vec<&'static str>);

impl Features for Called<'_> {
    fn put(&mut self, name: &'static str, _value: f32) {
        self.0.push(name);
    }
}

impl ChoiceNames {
    /// The names of a game, whose first state this is.
    pub fn of<G: Game, C: Choosing<G>>(mind: &C, state: &G) -> Self {
        let seat = state.to_act().first().expect("a game begins with somebody");
        let mut legal = Vec::new();
        state.legal_actions(seat, &mut legal);
        let choice = mind.deliberate(state, seat, &legal, &mut Vec::new());
        let mut names = ChoiceNames::default();
        mind.show_choice(&choice, &mut Called(&mut names.choice));
        show(mind, &choice, 0, legal[0], 0.0, &mut Called(&mut names.action));
        names
    }
}

/// The weights of a policy: one hidden layer, whose sums begin with what all actions share, and what leads past it.
#[derive(Debug)]
pub struct Policy {
    /// A line for each feature of a choice, and one for nothing at all.
    choice: Vec<[f32; WIDTH]>,
    action: Vec<[f32; WIDTH]>,
    last: [f32; WIDTH],
    past: Vec<f32>,
}

impl Policy {
    /// How many weights a policy of so many features has.
    pub(crate) fn size(choice: usize, action: usize) -> usize {
        (choice + 1 + action) * WIDTH + WIDTH + action
    }

    /// Takes its weights from the front of these.
    pub(crate) fn take(numbers: &mut impl Iterator<Item = f32>, choice: usize, action: usize) -> Self {
        Policy {
            choice: crate::net::lines(numbers, choice + 1),
            action: crate::net::lines(numbers, action),
            last: crate::net::lines(numbers, 1)[0],
            past: numbers.take(action).collect(),
        }
    }

    /// Turns weights by hand into learned ones.
    pub(crate) fn weigh<G: Game, C: Choosing<G>>(
        &self,
        mind: &C,
        choice: &C::Choice<'_>,
        legal: &[G::Action],
        weights: &mut [f32],
    ) {
        let mut values = Values::new();
        mind.show_choice(choice, &mut values);
        let mut shared = self.choice[values.len()];
        crate::net::add_all(&mut shared, &self.choice, &values);
        let by_hand = highest(weights);
        let mut best = f32::MIN;
        for (place, (&action, weight)) in legal.iter().zip(weights.iter_mut()).enumerate() {
            values.clear();
            show(mind, choice, place, action, (*weight / by_hand).ln(), &mut values);
            *weight = self.logit(shared, &values);
            best = best.max(*weight);
        }
        for weight in weights {
            *weight = (*weight - best).exp().max(LEAST);
        }
    }

    fn logit(&self, mut sums: [f32; WIDTH], action: &Values) -> f32 {
        debug_assert_eq!(action.len(), self.action.len(), "one number a feature");
        crate::net::add_all(&mut sums, &self.action, action);
        let hidden: f32 = sums
            .iter()
            .zip(&self.last)
            .map(|(sum, weight)| sum.max(0.0) * weight)
            .sum();
        let past: f32 = action
            .iter()
            .zip(&self.past)
            .map(|(value, weight)| value * weight)
            .sum();
        hidden + past
    }
}

fn highest(weights: &[f32]) -> f32 {
    weights.iter().copied().fold(f32::MIN_POSITIVE, f32::max)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The same sums, written as one would on paper.
    #[test]
    fn a_policy_is_one_layer_and_what_leads_past_it() {
        let (choice, action) = (2, 3);
        let mut random = bobbin_game::SearchChance::new(9);
        let numbers: Vec<f32> = (0..Policy::size(choice, action))
            .map(|_| random.below(2001) as f32 / 1000.0 - 1.0)
            .collect();
        let mut rest = numbers.iter().copied();
        let policy = Policy::take(&mut rest, choice, action);
        assert_eq!(rest.next(), None, "all weights are taken");
        let (shared, own) = ([0.5, -2.0], [1.5, 0.0, -0.25]);
        let inputs = [&shared[..], &[1.0], &own[..]].concat();
        let mut wanted = 0.0;
        for to in 0..WIDTH {
            let from = |from: usize| inputs[from] * numbers[from * WIDTH + to];
            let sum: f32 = (0..inputs.len()).map(from).sum();
            wanted += sum.max(0.0) * numbers[inputs.len() * WIDTH + to];
        }
        for (place, value) in own.iter().enumerate() {
            wanted += value * numbers[(inputs.len() + 1) * WIDTH + place];
        }
        let mut sums = policy.choice[choice];
        crate::net::add_all(&mut sums, &policy.choice, &shared.into_iter().collect());
        let told = policy.logit(sums, &own.into_iter().collect());
        assert!((told - wanted).abs() < 1e-4, "{told} and {wanted}");
    }
}
