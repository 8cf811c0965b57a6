//! What somebody would do at another time is said, too.

use bobbin_game::{Options, SearchChance, Seat, Seed};

/// Whatever was done in a match can be said to every seat at every moment of it, and reads like the sentence it had.
#[test]
fn an_action_is_said_to_every_seat_at_every_moment() {
    for game in bobbin_catalog::games() {
        let players = if game.id() == "hearts" { 4 } else { 3 };
        let options = Options::new().with("players", players);
        let options = game.check_options(&options, None).unwrap_or_default();
        let mut playing = game.start(&options, None, Seed([9; 32])).unwrap();
        let mut luck = SearchChance::new(3);
        let mut done: Vec<String> = Vec::new();
        for _ in 0..150 {
            let Some(seat) = playing.to_act().iter().next() else {
                break;
            };
            let legal = playing.legal(seat).unwrap();
            for seat in Seat::all(playing.players()) {
                for action in done.iter().rev().take(12) {
                    let said = playing.said(seat, action).unwrap();
                    assert_eq!(said.len(), 1);
                    assert!(!said[0].to_string().is_empty(), "{} {action}", game.id());
                }
            }
            let choice = legal[luck.below(legal.len() as u32) as usize].clone();
            assert_eq!(
                playing.said(seat, &choice.action).unwrap(),
                [choice.telling.label]
            );
            playing.play(seat, &choice.action).unwrap();
            done.push(choice.action);
        }
        assert!(playing.said(Seat::new(0), "dance").is_err());
    }
}
