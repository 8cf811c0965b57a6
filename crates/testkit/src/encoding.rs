//! Observations and numbers of actions: that they tell apart what differs, and nothing else.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fmt;

use bobbin_game::encoding::{Column, Encoded, Numbers, Row, described_columns, observed_columns};
use bobbin_game::{ContentHash, Match, SearchChance, Seat, Seed, Setup, Viewer, random_seat};

use crate::{Checked, Law, Thoroughness, Violation};

/// So many views are remembered to be told apart from new ones.
const REMEMBERED: usize = 20_000;

/// In one state of so many it is tried what actions lead to, of at most so many of them.
const TRIED_EVERY: u32 = 4;
const TRIED: usize = 12;

/// So many positions that differ in a word are tried there.
const EDITED: usize = 40;

/// Checks observations and numbers on random games of every setup in `G::setups()`.
///
/// # Panics
/// If a law is broken, with all that is needed to see it again.
pub fn assert_encoding<G: Encoded>() {
    match check_encoding::<G>(&Thoroughness::from_env()) {
        Ok(report) => println!("{}: {report}", G::ID),
        Err(violation) => panic!("{violation}"),
    }
}

/// What was checked.
#[derive(Clone, Copy, Default, Debug)]
pub struct EncodingReport {
    /// Views that were written.
    pub views: usize,
    /// Positions that were set up to differ in a word.
    pub edited: usize,
    /// The most columns of an observation.
    pub columns: usize,
    /// The most numbers for actions.
    pub numbers: usize,
    /// The most columns of an action.
    pub described: usize,
}

impl fmt::Display for EncodingReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let EncodingReport {
            views,
            edited,
            columns,
            numbers,
            described,
        } = self;
        write!(
            f,
            "{views} views and {edited} positions set up, of at most {columns} columns; {numbers} numbers or {described} columns for actions"
        )
    }
}

/// Checks observations and numbers on random games of every setup in `G::setups()`: neighboring states too, since what
/// an encoding forgets shows between views that differ in little.
pub fn check_encoding<G: Encoded>(effort: &Thoroughness) -> Result<EncodingReport, Violation> {
    let mut report = EncodingReport::default();
    let mut tables: BTreeMap<(usize, ContentHash), Kept<G>> = BTreeMap::new();
    for setup in G::setups() {
        let kept = tables
            .entry((setup.players(), setup.content().hash()))
            .or_insert_with(|| Kept::new(&setup));
        for number in 0..effort.games {
            let name = format!("encoding {number}");
            let mut game: Match<G> = Match::start(setup.clone(), Seed::named(&name));
            let mut random = SearchChance::new(number as u64);
            let checked = kept
                .check_columns(&setup)
                .and_then(|()| play(kept, &mut game, &mut random));
            checked.map_err(|broken| Violation {
                law: broken.law,
                message: broken.message,
                game: G::ID,
                setup: setup.to_options().to_string(),
                seed: name,
                record: game.record().to_string(),
            })?;
        }
        report.columns = report.columns.max(kept.columns.len());
        report.described = report.described.max(kept.described.len());
        report.numbers = report
            .numbers
            .max(kept.numbers.as_ref().map_or(0, Numbers::count));
    }
    report.edited = tables.values().map(|kept| kept.edited).sum();
    report.views = tables.values().map(|kept| kept.written).sum();
    Ok(report)
}

fn play<G: Encoded>(kept: &mut Kept<G>, game: &mut Match<G>, random: &mut SearchChance) -> Checked {
    let mut legal = Vec::new();
    loop {
        let state = game.state().clone();
        kept.check_views(&state)?;
        if random.below(TRIED_EVERY) == 0 {
            check_again(&state)?;
            for edited in edited_positions(&state, random) {
                kept.edited += usize::from(edited != state);
                kept.check_views(&edited)?;
            }
        }
        for seat in state.to_act().iter() {
            legal.clear();
            state.legal_actions(seat, &mut legal);
            kept.check_actions(&state.view(Viewer::Seat(seat)), &legal)?;
            if random.below(TRIED_EVERY) > 0 {
                continue;
            }
            let step = legal.len().div_ceil(TRIED);
            let from = random.below(step.max(1) as u32) as usize;
            for &action in legal.iter().skip(from).step_by(step.max(1)) {
                let mut next = state.clone();
                let applied = next.apply(seat, action, &mut random.clone(), &mut ());
                applied.map_err(|refusal| Law::LegalIsAccepted.broken(format!("{action}: {refusal}")))?;
                kept.check_views(&next)?;
            }
        }
        let Some(seat) = random_seat(state.to_act(), random) else {
            return Ok(());
        };
        let action = state.random_action(seat, random, &mut legal);
        let played = game.play(seat, action).map(drop);
        played.map_err(|refusal| Law::LegalIsAccepted.broken(format!("{action}: {refusal}")))?;
    }
}

/// Equal views are written alike, however they came about.
fn check_again<G: Encoded>(state: &G) -> Checked {
    let again = G::from_position(state.setup(), &state.to_position());
    let again = again.map_err(|error| Law::Position.broken(error.to_string()))?;
    for viewer in Seat::all(state.setup().players()).map(Viewer::Seat) {
        let [row, other] = [state, &again].map(|state| {
            let mut row = Vec::new();
            G::observe(&state.view(viewer), &mut row);
            row
        });
        Law::Observation.check(row == other, || {
            format!("{viewer}: equal views are written differently")
        })?;
    }
    Ok(())
}

/// Positions that differ from this one in a word: what never changes alone in play does so here. Whatever can be set up
/// can be written, too.
fn edited_positions<G: Encoded>(state: &G, random: &mut SearchChance) -> Vec<G> {
    let position = state.to_position();
    let words: Vec<&str> = position.split_inclusive([' ', '\n']).collect();
    let mut pick = |of: usize| random.below(of as u32) as usize;
    let mut edit = |_| {
        let mut edited = words.clone();
        let place = pick(words.len());
        let number = words[place].trim_end().parse::<u32>().ok();
        let another = match number {
            Some(number) if pick(2) == 0 => Some(format!(
                "{}{}",
                number + 1,
                &words[place][words[place].trim_end().len()..]
            )),
            _ => None,
        };
        match (&another, pick(3)) {
            (Some(another), _) => edited[place] = another,
            (None, 0) => drop(edited.remove(place)),
            (None, 1) => edited.swap(place, pick(words.len())),
            (None, _) => edited[place] = words[pick(words.len())],
        }
        edited.concat()
    };
    let texts = (0..EDITED).map(&mut edit).collect::<Vec<String>>().into_iter();
    texts
        .filter_map(|text| G::from_position(state.setup(), &text).ok())
        .collect()
}

/// What is known of the setups that share their columns.
struct Kept<G: Encoded> {
    columns: Vec<Column>,
    numbers: Option<Numbers>,
    described: Vec<Column>,
    rows: HashMap<Vec<u8>, G::View>,
    written: usize,
    edited: usize,
}

impl<G: Encoded> Kept<G> {
    fn new(setup: &G::Setup) -> Self {
        Kept {
            columns: observed_columns::<G>(setup),
            numbers: G::numbers(setup),
            described: described_columns::<G>(setup),
            rows: HashMap::new(),
            written: 0,
            edited: 0,
        }
    }

    /// The columns are those of all setups with as many players and this content, and no two have one name.
    fn check_columns(&self, setup: &G::Setup) -> Checked {
        let law = Law::Observation;
        law.check(observed_columns::<G>(setup) == self.columns, || {
            "another setup with as many players has other columns".to_owned()
        })?;
        Law::Numbers.check(G::numbers(setup) == self.numbers, || {
            "another setup with as many players has other numbers".to_owned()
        })?;
        for columns in [&self.columns, &self.described] {
            let mut names = HashSet::new();
            let twice = columns.iter().find(|column| !names.insert(&column.name));
            law.check(twice.is_none(), || {
                format!("two columns are called {:?}", twice.map(|twice| &twice.name))
            })?;
        }
        Ok(())
    }

    fn check_views(&mut self, state: &G) -> Checked {
        for seat in Seat::all(state.setup().players()) {
            let view = state.view(Viewer::Seat(seat));
            let row = row(Law::Observation, &self.columns, |row| G::observe(&view, row))?;
            self.written += 1;
            if self.rows.len() == REMEMBERED {
                self.rows.clear();
            }
            let known = self.rows.entry(row).or_insert_with(|| view.clone());
            Law::Observation.check(*known == view, || {
                format!("two views are written alike:\n{known:?}\n{view:?}")
            })?;
        }
        Ok(())
    }

    fn check_actions(&self, view: &G::View, legal: &[G::Action]) -> Checked {
        let law = Law::Numbers;
        let Some(numbers) = &self.numbers else {
            let mut rows = HashMap::new();
            for &action in legal {
                let row = row(law, &self.described, |row| G::describe(view, action, row))?;
                let other = rows.insert(row, action);
                law.check(other.is_none(), || {
                    format!("{action} and {other:?} are written alike")
                })?;
            }
            return Ok(());
        };
        let mut actions = HashMap::new();
        for &action in legal {
            let number = G::number(numbers, view, action);
            let count = numbers.count();
            law.check(number < count, || {
                format!("{action} has the number {number} of {count}")
            })?;
            let other = actions.insert(number, action);
            law.check(other.is_none(), || {
                format!("{action} and {other:?} both have the number {number}")
            })?;
        }
        Ok(())
    }
}

/// A row with exactly these columns, and values within their bounds.
fn row(law: Law, columns: &[Column], write: impl FnOnce(&mut Row<'_>)) -> Result<Vec<u8>, crate::Broken> {
    let mut bytes = vec![u8::MAX; columns.len()];
    let mut row = Row::new(&mut bytes);
    write(&mut row);
    let left = row.left();
    law.check(left == 0, || {
        format!("{left} of {} columns are not written", columns.len())
    })?;
    let beyond = columns
        .iter()
        .zip(&bytes)
        .find(|(column, byte)| **byte > column.most);
    law.check(beyond.is_none(), || format!("beyond what is told: {beyond:?}"))?;
    Ok(bytes)
}
