//! Taking back and looking back play a match on from near by, never from its opening. Work is counted in actions carried out,
//! not in time.

use bobbin_arch_ravels::ArchRavels;
use bobbin_catalog::{Replay, face};
use bobbin_game::{Game, Match, SearchChance, Seat, Seed, Setup, random_seat};
use bobbin_testkit::{Counted, count_applied};

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
        let wished = if random.below(12) == 0 {
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

/// At most so many actions are played again for one look or one undo where seats act in turn: twice what lies between two
/// checkpoints.
const BOUND: u64 = 2 * 32;

#[test]
fn no_undo_plays_a_match_again_from_its_opening() {
    let (played, playing) = count_applied(|| with_undos(500));
    let record = playing.record();
    let entries = record.entries.len();
    let undos = (entries - playing.standing().len()) / 2;
    println!("{entries} entries, {undos} undos, {played} applied");
    assert!(entries > 4000 && undos == 500, "{entries} entries, {undos} undos");
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
