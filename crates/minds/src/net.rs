//! A small network that was trained on games of the search against itself: what a seat can expect, and which actions
//! deserve a look.

use std::sync::OnceLock;

use arrayvec::ArrayVec;
use bobbin_bots::Forecast;
use bobbin_game::{Game, MAX_SEATS, Seat, Setup as _};
use sha2::{Digest as _, Sha256};

use crate::policy::{ChoiceNames, Choosing, Policy};

/// The most features of a seat, and of the table.
pub const MOST_FEATURES: usize = 128;
/// The widths of the hidden layers: multiples of what a processor works on at once.
const FIRST: usize = 48;
const SECOND: usize = 24;
/// For each seat: points, a logit of its worth (mostly of winning, a little of by how much), a logit of nobody winning.
const OUTPUTS: usize = 3;

/// Where features go: into a network, or into a list of their names.
pub trait Features {
    /// The next feature.
    fn put(&mut self, name: &'static str, value: f32);

    /// A yes or no.
    fn flag(&mut self, name: &'static str, is_so: bool) {
        self.put(name, if is_so { 1.0 } else { 0.0 });
    }

    /// One of so many.
    fn one_of(&mut self, name: &'static str, which: Option<usize>, count: usize) {
        for place in 0..count {
            self.flag(name, which == Some(place));
        }
    }
}

/// Values alone.
pub type Values = ArrayVec<f32, MOST_FEATURES>;

impl Features for Values {
    #[inline]
    fn put(&mut self, _name: &'static str, value: f32) {
        self.push(value);
    }
}

/// The names of features: those of a seat, and behind them those of the table; and those of choices.
#[derive(Clone, Debug, Default)]
pub struct Names {
    /// All of seats and the table.
    pub all: Vec<&'static str>,
    /// How many are a seat's.
    pub own: usize,
    /// What a policy is shown.
    pub choice: ChoiceNames,
}

impl Names {
    /// How many features a seat, the table, a choice and an action have.
    fn counts(&self) -> [usize; 4] {
        let ChoiceNames { choice, action } = &self.choice;
        [self.own, self.all.len() - self.own, choice.len(), action.len()]
    }

    fn hash(&self) -> [u8; 32] {
        let all = self
            .all
            .iter()
            .chain(&self.choice.choice)
            .chain(&self.choice.action);
        sha256(all.copied().collect::<Vec<_>>().join("\n").as_bytes())
    }

    /// The names of a game, whose first state this is.
    pub fn of<G: Game, M: Shown<G> + Choosing<G>>(mind: &M, state: &G) -> Self {
        let mut names = Names {
            choice: ChoiceNames::of(mind, state),
            ..Names::default()
        };
        let look = mind.look(state);
        mind.show_seat(state, &look, Seat::new(0), &mut names);
        names.own = names.all.len();
        mind.show_table(state, &look, &mut names);
        names
    }
}

impl Features for Names {
    fn put(&mut self, name: &'static str, _value: f32) {
        self.all.push(name);
    }
}

/// What a network is shown of a game. It looks at whole states, which in a search are guesses from a view.
pub trait Shown<G: Game> {
    /// What is worked out once for all seats.
    type Look<'a>
    where
        Self: 'a;

    /// Works it out.
    fn look<'a>(&'a self, state: &'a G) -> Self::Look<'a>;

    /// What is seen of one seat: their number and order are the same in every game.
    fn show_seat(&self, state: &G, look: &Self::Look<'_>, seat: Seat, features: &mut impl Features);

    /// What all seats share.
    fn show_table(&self, state: &G, look: &Self::Look<'_>, features: &mut impl Features);

    /// Can a game end without a winner?
    const CAN_BE_LOST_BY_ALL: bool = false;
}

/// All that is seen of a moment.
#[derive(Clone, Debug, Default)]
pub struct Seen {
    /// What is seen of each seat.
    pub seats: ArrayVec<Values, MAX_SEATS>,
    /// What all share.
    pub table: Values,
}

impl Seen {
    /// A look at a state.
    pub fn of<G: Game, S: Shown<G>>(shown: &S, state: &G) -> Self {
        Seen::with(shown, state, &shown.look(state))
    }

    /// The same where what is worked out once is known already.
    pub fn with<G: Game, S: Shown<G>>(shown: &S, state: &G, look: &S::Look<'_>) -> Self {
        let mut seen = Seen::default();
        for seat in Seat::all(state.setup().players()) {
            let mut values = Values::new();
            shown.show_seat(state, look, seat, &mut values);
            seen.seats.push(values);
        }
        shown.show_table(state, look, &mut seen.table);
        seen
    }
}

/// The weights of a network: of two hidden layers and of what leads past them.
///
/// A seat is shown as its own features, the mean of the others', and those of the table.
#[derive(Debug)]
pub struct Net {
    own: usize,
    /// A line of [`FIRST`] for each feature, own, others', the table's, and one for nothing at all.
    first: Vec<[f32; FIRST]>,
    second: Vec<[f32; SECOND]>,
    last: Vec<[f32; OUTPUTS]>,
    past: Vec<[f32; OUTPUTS]>,
    policy: Policy,
}

/// Why bytes are no network for a game.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NetError {
    /// Another file, or another version of its form.
    #[error("these are no weights of version {VERSION}")]
    Form,
    /// It was changed or cut.
    #[error("these weights are damaged: their hash is another than they say")]
    Hash,
    /// It was trained on other features.
    #[error("these weights were trained on other features than this program has (or for another game)")]
    Features,
    /// Another network has its place already.
    #[error("another network is in use")]
    InUse,
    /// A weight that is no number.
    #[error("these weights hold something that is no number")]
    Number,
}

const MAGIC: &[u8; 8] = b"bobbinNN";
/// Of the form of the file.
const VERSION: u32 = 2;
const HEAD: usize = 8 + 4 + 4 * 4 + 32;

impl Net {
    /// Reads weights for these features.
    ///
    /// A file is: `bobbinNN`, the version, the numbers of features of a seat, of the table, of a choice and of an
    /// action (little endian, four bytes each), the SHA-256 of the features' names, the weights as 32-bit floats (what
    /// a seat can expect, then the policy), the SHA-256 of all that.
    pub fn read(bytes: &[u8], names: &Names) -> Result<Net, NetError> {
        let (body, hash) = bytes.split_last_chunk::<32>().ok_or(NetError::Form)?;
        let (head, weights) = body.split_at_checked(HEAD).ok_or(NetError::Form)?;
        let number = |at: usize| {
            let bytes = head[at..at + 4].try_into().expect("four bytes of the head");
            u32::from_le_bytes(bytes) as usize
        };
        if &head[..8] != MAGIC || number(8) != VERSION as usize {
            return Err(NetError::Form);
        }
        if sha256(body) != *hash {
            return Err(NetError::Hash);
        }
        let counts = names.counts();
        if [12, 16, 20, 24].map(number) != counts || head[28..60] != names.hash() {
            return Err(NetError::Features);
        }
        let [own, table, choice, action] = counts;
        let inputs = 2 * own + table + 1;
        let mut numbers = weights
            .chunks_exact(4)
            .map(|bytes| f32::from_le_bytes(bytes.try_into().expect("chunks of four")));
        let wanted = inputs * FIRST + (FIRST + 1) * SECOND + (SECOND + 1) * OUTPUTS + inputs * OUTPUTS;
        if weights.len() != 4 * (wanted + Policy::size(choice, action)) {
            return Err(NetError::Form);
        }
        if !numbers.clone().all(f32::is_finite) {
            return Err(NetError::Number);
        }
        Ok(Net {
            own,
            first: lines(&mut numbers, inputs),
            second: lines(&mut numbers, FIRST + 1),
            last: lines(&mut numbers, SECOND + 1),
            past: lines(&mut numbers, inputs),
            policy: Policy::take(&mut numbers, choice, action),
        })
    }

    /// Turns weights by hand into learned ones.
    pub(crate) fn weigh<G: Game, C: Choosing<G>>(
        &self,
        mind: &C,
        choice: &C::Choice<'_>,
        legal: &[G::Action],
        weights: &mut [f32],
    ) {
        if legal.len() > 1 {
            self.policy.weigh(mind, choice, legal, weights);
        }
    }

    /// What each seat can expect: see [`OUTPUTS`].
    fn expect(&self, seen: &Seen) -> ArrayVec<[f32; OUTPUTS], MAX_SEATS> {
        let players = seen.seats.len();
        debug_assert!(
            seen.seats.iter().all(|seat| seat.len() == self.own),
            "one number a feature"
        );
        let one = [1.0];
        let mut all = ArrayVec::new();
        for seat in 0..players {
            let mut others = Values::new();
            if players == 1 {
                others.extend((0..self.own).map(|_| 0.0));
            } else {
                let share = 1.0 / (players - 1) as f32;
                let rest = seen.seats.iter().enumerate().filter(|(other, _)| *other != seat);
                others.extend((0..self.own).map(|_| 0.0));
                for (_, values) in rest {
                    for (sum, value) in others.iter_mut().zip(values) {
                        *sum += share * value;
                    }
                }
            }
            let parts: [&[f32]; 4] = [&seen.seats[seat], &others, &seen.table, &one];
            let inputs = || parts.into_iter().flatten().copied();
            let mut first = [0.0; FIRST];
            let mut out = [0.0; OUTPUTS];
            for ((value, line), past) in inputs().zip(&self.first).zip(&self.past) {
                // Much of what is seen is nothing.
                if value != 0.0 {
                    add(&mut first, line, value);
                    add(&mut out, past, value);
                }
            }
            let mut second = self.second[FIRST];
            for (value, line) in first.iter().zip(&self.second) {
                add(&mut second, line, value.max(0.0));
            }
            add(&mut out, &self.last[SECOND], 1.0);
            for (value, line) in second.iter().zip(&self.last) {
                add(&mut out, line, value.max(0.0));
            }
            all.push(out);
        }
        all
    }

    /// What each seat can expect of a state.
    pub fn forecast<G: Game, S: Shown<G>>(&self, shown: &S, state: &G, look: &S::Look<'_>) -> Forecast {
        self.judge(&Seen::with(shown, state, look), S::CAN_BE_LOST_BY_ALL)
    }

    fn judge(&self, seen: &Seen, can_be_lost_by_all: bool) -> Forecast {
        let all = self.expect(seen);
        let mut forecast = Forecast::default();
        let nobody = if can_be_lost_by_all {
            all.iter().map(|out| out[2]).sum::<f32>() / all.len() as f32
        } else {
            f32::NEG_INFINITY
        };
        let most = all.iter().map(|out| out[1]).fold(nobody, f32::max);
        let mut sum = (nobody - most).exp();
        for (seat, [points, logit, _]) in all.iter().enumerate() {
            forecast.points[seat] = *points;
            forecast.worth[seat] = (logit - most).exp();
            sum += forecast.worth[seat];
        }
        for worth in &mut forecast.worth[..all.len()] {
            *worth /= sum;
        }
        forecast
    }
}

/// A sum of features with weights that were set by hand.
pub(crate) fn weighed<const N: usize>(weights: &[(&str, f32); N], features: &[f32; N]) -> f32 {
    let both = weights.iter().zip(features);
    both.map(|((_, weight), feature)| weight * feature).sum()
}

#[inline]
fn add<const N: usize>(sums: &mut [f32; N], line: &[f32; N], value: f32) {
    for (sum, weight) in sums.iter_mut().zip(line) {
        *sum += value * weight;
    }
}

/// Adds the lines of all features.
pub(crate) fn add_all<const N: usize>(sums: &mut [f32; N], lines: &[[f32; N]], values: &Values) {
    for (&value, line) in values.iter().zip(lines) {
        // Much of what is seen is nothing.
        if value != 0.0 {
            add(sums, line, value);
        }
    }
}

pub(crate) fn lines<const N: usize>(numbers: &mut impl Iterator<Item = f32>, count: usize) -> Vec<[f32; N]> {
    let mut line = || std::array::from_fn(|_| numbers.next().expect("they were counted"));
    (0..count).map(|_| line()).collect()
}

fn sha256(bytes: &[u8]) -> [u8; 32] {
    Sha256::digest(bytes).into()
}

/// The networks of a game: the house's, and one that is on trial.
pub struct Shelved {
    house: &'static [u8],
    read: OnceLock<Option<Net>>,
    trial: OnceLock<Net>,
}

impl Shelved {
    /// The house's weights as a file; none where there are no bytes.
    pub const fn new(house: &'static [u8]) -> Self {
        Shelved {
            house,
            read: OnceLock::new(),
            trial: OnceLock::new(),
        }
    }

    /// The house's network. Without one a mind has what was written by hand.
    pub fn house(&self, names: impl FnOnce() -> Names) -> Option<&Net> {
        let read = || Net::read(self.house, &names()).ok();
        self.read.get_or_init(read).as_ref()
    }

    /// The network on trial, if there is one.
    pub fn on_trial(&self) -> Option<&Net> {
        self.trial.get()
    }

    /// Puts another network in the place of the house's, before anybody has asked for it.
    pub fn replace(&self, bytes: &[u8], names: &Names) -> Result<(), NetError> {
        let net = Net::read(bytes, names)?;
        self.read.set(Some(net)).map_err(|_| NetError::InUse)
    }

    /// Puts a network on trial, once in a program.
    pub fn put_on_trial(&self, bytes: &[u8], names: &Names) -> Result<(), NetError> {
        let net = Net::read(bytes, names)?;
        self.trial.set(net).map_err(|_| NetError::InUse)
    }
}

/// Puts a network on trial for a game: bots that are called `trial` have it.
pub fn put_on_trial(game: &str, bytes: &[u8]) -> Result<(), NetError> {
    let (shelved, names) = shelved(game)?;
    shelved.put_on_trial(bytes, &names)
}

/// Puts a network in the place of the house's, before any bot is made.
pub fn replace_house(game: &str, bytes: &[u8]) -> Result<(), NetError> {
    let (shelved, names) = shelved(game)?;
    shelved.replace(bytes, &names)
}

fn shelved(game: &str) -> Result<(&'static Shelved, Names), NetError> {
    Ok(match game {
        "knitting-circle" => (&crate::knitting_circle::NETS, crate::knitting_circle::names()),
        "arch-ravels" => (&crate::arch_ravels::NETS, crate::arch_ravels::names()),
        "circuitous" => (&crate::circuitous::NETS, crate::circuitous::names()),
        _ => return Err(NetError::Features),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names() -> Names {
        Names {
            all: vec!["yarn", "needles", "time"],
            own: 2,
            choice: ChoiceNames {
                choice: vec!["haste"],
                action: vec!["by hand", "joy"],
            },
        }
    }

    /// A file with these weights.
    fn file(names: &Names, weights: &[f32]) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        let counts = names.counts().map(|count| count as u32);
        for number in std::iter::once(VERSION).chain(counts) {
            bytes.extend(number.to_le_bytes());
        }
        bytes.extend(names.hash());
        bytes.extend(weights.iter().flat_map(|weight| weight.to_le_bytes()));
        let hash = sha256(&bytes);
        bytes.extend(hash);
        bytes
    }

    /// So many inputs: a seat's own, the others', the table's, and one.
    const INPUTS: usize = 2 + 2 + 1 + 1;

    fn weights() -> Vec<f32> {
        let count = INPUTS * FIRST + (FIRST + 1) * SECOND + (SECOND + 1) * OUTPUTS + INPUTS * OUTPUTS;
        let count = count + Policy::size(1, 2);
        let mut random = bobbin_game::SearchChance::new(5);
        let mut weight = || random.below(2001) as f32 / 1000.0 - 1.0;
        (0..count).map(|_| 0.3 * weight()).collect()
    }

    fn seen() -> Seen {
        let seats = [[3.0, 0.0], [1.0, 2.0], [5.0, 1.0]];
        Seen {
            seats: seats.iter().map(|seat| seat.iter().copied().collect()).collect(),
            table: std::iter::once(0.5).collect(),
        }
    }

    /// The same sums, written as one would on paper.
    #[test]
    fn a_network_is_two_layers_and_what_leads_past_them() {
        let weights = weights();
        let net = Net::read(&file(&names(), &weights), &names()).unwrap();
        let told = net.expect(&seen());
        // The others of the second seat have 4 and a half on average.
        let inputs = [1.0, 2.0, 4.0, 0.5, 0.5, 1.0];
        let (first, rest) = weights.split_at(INPUTS * FIRST);
        let (second, rest) = rest.split_at((FIRST + 1) * SECOND);
        let (last, past) = rest.split_at((SECOND + 1) * OUTPUTS);
        let layer = |inputs: &[f32], weights: &[f32], width: usize| -> Vec<f32> {
            let sum = |to: usize| {
                (0..inputs.len())
                    .map(|from| inputs[from] * weights[from * width + to])
                    .sum()
            };
            (0..width).map(sum).collect()
        };
        let bent = |values: Vec<f32>| {
            values
                .into_iter()
                .map(|value| value.max(0.0))
                .chain([1.0])
                .collect::<Vec<_>>()
        };
        let first = bent(layer(&inputs, first, FIRST));
        let second = bent(layer(&first, second, SECOND));
        let wanted = layer(&second, last, OUTPUTS)
            .into_iter()
            .zip(layer(&inputs, past, OUTPUTS));
        for (told, wanted) in told[1].iter().zip(wanted.map(|(a, b)| a + b)) {
            assert!((told - wanted).abs() < 1e-4, "{told} and {wanted}");
        }
        let forecast = net.judge(&seen(), false);
        assert!((forecast.worth[..3].iter().sum::<f32>() - 1.0).abs() < 1e-5);
        let forecast = net.judge(&seen(), true);
        assert!(forecast.worth[..3].iter().sum::<f32>() < 1.0, "nobody may win");
        let low: Vec<f32> = weights.iter().map(|weight| -900.0 * weight.abs()).collect();
        let low = Net::read(&file(&names(), &low), &names()).unwrap();
        let forecast = low.judge(&seen(), false);
        assert!(
            (forecast.worth[..3].iter().sum::<f32>() - 1.0).abs() < 1e-5,
            "{forecast:?}"
        );
    }

    #[test]
    fn what_is_no_network_for_these_features_is_refused() {
        let good = file(&names(), &weights());
        let read = |bytes: &[u8], names: &Names| Net::read(bytes, names).map(|_| ());
        assert_eq!(read(&good, &names()), Ok(()));
        for length in [0, 10, 80, good.len() - 4] {
            assert!(read(&good[..length], &names()).is_err(), "{length} bytes");
        }
        assert_eq!(
            read(
                b"something else altogether, which is as long as a head of weights, or even longer!",
                &names()
            ),
            Err(NetError::Form)
        );
        let mut damaged = good.clone();
        damaged[200] ^= 1;
        assert_eq!(read(&damaged, &names()), Err(NetError::Hash));
        let mut other = names();
        other.all[1] = "hooks";
        assert_eq!(read(&good, &other), Err(NetError::Features));
        let mut more = weights();
        more.push(0.0);
        assert_eq!(read(&file(&names(), &more), &names()), Err(NetError::Form));
        more.pop();
        more[7] = f32::NAN;
        assert_eq!(read(&file(&names(), &more), &names()), Err(NetError::Number));
    }

    /// A network that does not fit any more would be left out without a word.
    #[test]
    fn each_title_has_the_network_it_was_trained_for() {
        for game in ["knitting-circle", "arch-ravels", "circuitous"] {
            let (shelved, names) = shelved(game).unwrap();
            let read = Net::read(shelved.house, &names).map(|_| ());
            assert_eq!(read, Ok(()), "{names:?}");
            assert!(shelved.house.len() < 1_000_000);
        }
        assert_eq!(put_on_trial("hearts", &[]), Err(NetError::Features));
        assert_eq!(put_on_trial("circuitous", &[1; 100]), Err(NetError::Form));
    }
}
