//! No heap in the loop of a playout.

use bobbin_catalog::Choosing;
use bobbin_game::Options;

#[test]
fn a_playout_allocates_nothing_after_warm_up() {
    for game in bobbin_catalog::games() {
        for choosing in [Choosing::Sampled, Choosing::Listed] {
            for players in game.player_counts() {
                let options = Options::new().with("players", players);
                let mut playouts = game.playouts(&options, None, 1).unwrap();
                playouts.run(20_000, choosing);
                let counted = allocation_counter::measure(|| {
                    playouts.run(20_000, choosing);
                });
                assert_eq!(
                    counted.count_total,
                    0,
                    "{} for {players}, {choosing:?}",
                    game.id()
                );
            }
        }
    }
}

#[test]
fn the_counter_counts() {
    let counted = allocation_counter::measure(|| drop(std::hint::black_box(vec![1_u8])));
    assert_eq!(counted.count_total, 1);
}
