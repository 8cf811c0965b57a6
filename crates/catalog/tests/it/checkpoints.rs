//! Taking back and looking back play a match on from near by, never from its opening, and nobody can tell: every answer
//! is that of a match which is played from its opening each time. Work is counted in actions carried out, not in time.

use bobbin_arch_ravels::ArchRavels;
use bobbin_catalog::{Replay, face};
use bobbin_circuitous::Circuitous;
use bobbin_game::{Game, Match, SearchChance, Seat, Seed, Setup, random_seat};
use bobbin_hearts::Hearts;
use bobbin_knitting_circle::KnittingCircle;
use bobbin_testkit::{Counted, PlainMatch, count_applied};

type Counting = Counted<ArchRavels>;

/// A whole random match in which so many actions were taken back right after they were played or a little later.
fn with_undos(undos: usize) -> Match<Counting> {
    let setup = Counting::setups().into_iter().max_by_key(Setup::players).unwrap();
    let mut playing = Match::<Counting>::start(setup, Seed::named("undos"));
    let mut random = SearchChance::new(1);
    let (mut done, mut buffer) = (0, Vec::new());
    while let Some(seat) = random_seat(playing.state().to_act(), &mut random) {
        let action = playing.state().random_action(seat, &mut random, &mut buffer);
        playing.play(seat, action).unwrap();
        let wished = if random.below(8) == 0 {
            1 + random.below(3)
        } else {
            0
        };
        for _ in 0..wished {
            done += usize::from(done < undos && playing.undo(seat).is_ok());
        }
    }
    playing
}

/// At most so many actions are played again for one look or one undo: twice what lies between two checkpoints.
const BOUND: u64 = 2 * 32;

#[test]
fn no_undo_plays_a_match_again_from_its_opening() {
    let (played, playing) = count_applied(|| with_undos(500));
    let record = playing.record();
    let entries = record.entries.len();
    let undos = (entries - playing.standing().len()) / 2;
    assert!(entries > 3500 && undos == 500, "{entries} entries, {undos} undos");
    let bound = entries as u64 + undos as u64 * BOUND;
    assert!(played <= bound, "played with undos: {played} > {bound}");
    let (replayed, _) = count_applied(|| face::<Counting>().replay(&record, Replay::default()).unwrap());
    assert!(replayed <= bound, "replayed: {replayed} > {bound}");
}

#[test]
fn no_look_back_plays_a_match_again_from_its_opening() {
    let record = with_undos(500).record();
    let whole = face::<Counting>().replay(&record, Replay::default()).unwrap();
    for entries in (0..=whole.version()).rev().step_by(7) {
        let (looked, then) = count_applied(|| whole.at(entries).unwrap());
        assert!(looked <= BOUND, "after {entries} entries: {looked}");
        for seat in Seat::all(whole.players()) {
            let (checked, _) = count_applied(|| then.check_undo(seat));
            assert!(checked <= BOUND, "{seat:?} after {entries} entries: {checked}");
        }
    }
}

#[test]
fn where_all_act_at_once_no_more_is_played_again() {
    let setup = KnittingCircle::setups()
        .into_iter()
        .max_by_key(Setup::players)
        .unwrap();
    let mut playing = Match::<Counted<KnittingCircle>>::start(setup, Seed::named("at once"));
    let (mut random, mut buffer) = (SearchChance::new(1), Vec::new());
    let (mut undos, mut most) = (0, 0);
    while let Some(seat) = random_seat(playing.state().to_act(), &mut random) {
        let action = playing.state().random_action(seat, &mut random, &mut buffer);
        playing.play(seat, action).unwrap();
        for seat in Seat::all(playing.setup().players()) {
            most = most.max(count_applied(|| playing.check_undo(seat)).0);
            if random.below(4) == 0 {
                let (applied, undone) = count_applied(|| playing.undo(seat));
                most = most.max(applied);
                undos += usize::from(undone.is_ok());
            }
        }
    }
    for entries in 0..playing.version() {
        most = most.max(count_applied(|| playing.at(entries)).0);
    }
    assert!(playing.version() > 1000 && undos > 400, "{undos} undos");
    assert!(most <= BOUND, "{most}");
}

/// A match, and a plain one in which the same is done.
struct Pair<G: Game> {
    playing: Match<G>,
    plain: PlainMatch<G>,
    random: SearchChance,
    /// The plain one as it was now and then.
    moments: Vec<PlainMatch<G>>,
    undos: usize,
    /// Undos by someone after whom others had acted.
    out_of_order: usize,
}

impl<G: Game> Pair<G> {
    /// A random game with many undos, by whoever can take back. The longer it is the rarer they are, and the rarer is
    /// all compared, for the plain one is slow.
    fn played(setup: &G::Setup, number: u64) -> Self {
        let seed = Seed::named(&format!("pair {number}"));
        let mut pair = Pair {
            playing: Match::<G>::start(setup.clone(), seed),
            plain: PlainMatch::start(setup, seed),
            random: SearchChance::new(number),
            moments: Vec::new(),
            undos: 0,
            out_of_order: 0,
        };
        let mut buffer = Vec::new();
        while let Some(seat) = random_seat(pair.playing.state().to_act(), &mut pair.random) {
            pair.compare();
            let state = pair.playing.state();
            let action = state.random_action(seat, &mut pair.random, &mut buffer);
            pair.playing.play(seat, action).unwrap();
            pair.plain.play(seat, action).unwrap();
            while pair.random.below(5 + pair.playing.version() as u32 / 64) < 2 {
                pair.undo();
            }
        }
        pair.compare();
        pair
    }

    fn undo(&mut self) {
        self.compare();
        let players = self.playing.setup().players();
        let seat = Seat::new(self.random.below(players as u32) as usize);
        let later = self.plain.undo(seat);
        assert_eq!(
            self.playing.undo(seat).map(drop),
            later.map(drop),
            "{}",
            self.playing.record()
        );
        self.undos += usize::from(later.is_ok());
        self.out_of_order += usize::from(later.is_ok_and(|later| later > 0));
    }

    fn compare(&mut self) {
        if self.random.below(2 + self.playing.version() as u32 / 4) < 2 {
            let same = self.plain.check(&self.playing, true);
            assert_eq!(same, Ok(()), "{}", self.playing.record());
            self.moments.push(self.plain.clone());
        }
    }

    /// Every moment looks back as it was, and the match goes on from there as it did.
    fn look_back(&mut self) {
        let record = self.playing.record();
        for moment in &self.moments {
            let mut then = self.playing.at(moment.version()).unwrap();
            assert_eq!(moment.check(&then, true), Ok(()), "{}", then.record());
            if self.random.below(8) == 0 {
                for index in moment.version()..record.entries.len() {
                    then.repeat(&record, index).unwrap();
                }
                assert_eq!(self.plain.check(&then, true), Ok(()), "{record}");
                assert_eq!(then.record(), record);
            }
        }
        assert!(self.playing.at(record.entries.len() + 1).is_none());
    }
}

/// The number of undos, and of those after which others had acted, in random games of every setup.
fn hold_against_plain<G: Game>(games: u64) -> (usize, usize) {
    let (mut undos, mut out_of_order) = (0, 0);
    for (place, setup) in G::setups().iter().enumerate() {
        for game in 0..games {
            let mut pair = Pair::<G>::played(setup, place as u64 * games + game);
            pair.look_back();
            undos += pair.undos;
            out_of_order += pair.out_of_order;
        }
    }
    (undos, out_of_order)
}

#[test]
fn hearts_is_taken_back_and_looked_back_at_as_if_played_from_its_opening() {
    let (undos, out_of_order) = hold_against_plain::<Hearts>(20);
    assert!(undos > 500 && out_of_order > 50, "{undos}, {out_of_order}");
}

#[test]
fn knitting_circle_is_taken_back_and_looked_back_at_as_if_played_from_its_opening() {
    let (undos, out_of_order) = hold_against_plain::<KnittingCircle>(1);
    assert!(undos > 500 && out_of_order > 50, "{undos}, {out_of_order}");
}

#[test]
fn circuitous_is_taken_back_and_looked_back_at_as_if_played_from_its_opening() {
    let (undos, _) = hold_against_plain::<Circuitous>(3);
    assert!(undos > 500, "{undos}");
}

#[test]
fn arch_ravels_is_taken_back_and_looked_back_at_as_if_played_from_its_opening() {
    let (undos, _) = hold_against_plain::<ArchRavels>(1);
    assert!(undos > 500, "{undos}");
}
