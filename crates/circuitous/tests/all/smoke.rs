use bobbin_circuitous::Circuitous;
use bobbin_game::{Game, SearchChance, play_out, Viewer};
#[test]
fn games_end() {
    for setup in Circuitous::setups() {
        for seed in 0..30 {
            let mut chance = SearchChance::new(seed);
            let mut state = Circuitous::start(&setup, &mut chance);
            play_out(&mut state, &mut SearchChance::new(seed + 7), &mut chance, |s, _, _| {
                let p = s.to_position();
                assert_eq!(&Circuitous::from_position(&setup, &p).unwrap(), s, "{p}");
                let v = s.view(Viewer::Everything);
                assert_eq!(&Circuitous::sample(&v, &mut SearchChance::new(1)), s);
            });
        }
    }
}
