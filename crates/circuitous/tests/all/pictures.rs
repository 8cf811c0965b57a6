use bobbin_game::{Game, Seat, Viewer};

use crate::situation::situation;

#[test]
fn a_table_reads_as_it_always_did() {
    let text = "turn 1\ncard 1 0 branch 0,14,0\ncard 2 1 bridge 0,28,0\ncard 3 0 tee-turn 12,14,1\nhand 1 cross straight*2\nhand 0 left\nturns 2 1";
    let view = situation("players=2 distance=short", text).view(Viewer::Seat(Seat::new(1)));
    insta::assert_snapshot!("table_text", view.to_string());
}
