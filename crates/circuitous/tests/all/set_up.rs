use bobbin_circuitous::Circuitous;
use bobbin_game::{Game, Match, SearchChance, Seat, Seed, Setup as _, Viewer};

use crate::situation::{all_but, setup, situation};

fn finishes(options: &str) -> Vec<String> {
    setup(options)
        .finish_spots()
        .iter()
        .map(ToString::to_string)
        .collect()
}

/// 1.7, 1.8: one finish fewer than players, in a row two feet away, at least a foot apart.
#[test]
fn finishes_stand_two_feet_away() {
    assert_eq!(finishes("players=2"), ["0,108,1"]);
    assert_eq!(finishes("players=3"), ["-31,108,1", "31,108,1"]);
    assert_eq!(finishes("players=4"), ["-62,108,1", "0,108,1", "62,108,1"]);
    for spots in [
        setup("players=3").finish_spots(),
        setup("players=4").finish_spots(),
    ] {
        for pair in spots.windows(2) {
            let (a, b) = (pair[0].rect(), pair[1].rect());
            assert!(b.at.x - b.half.0 - (a.at.x + a.half.0) >= 48);
        }
    }
}

/// 1.6, 1.8: the start has one exit in the middle of a short side; the black edges are 96 units from it and face it.
#[test]
fn black_edges_face_the_start() {
    let view = Circuitous::start(&setup("players=3"), &mut SearchChance::new(1)).view(Viewer::Spectator);
    assert_eq!(view.open.len(), 1);
    let exit = view.open[0].port;
    assert_eq!((exit.at.x, exit.at.y, exit.out.word()), (0, 7, "north"));
    for finish in &view.finishes {
        assert_eq!(finish.black.word(), "south");
        let rect = finish.spot.rect();
        assert_eq!(rect.at.y - rect.half.1 - exit.at.y, 96);
        assert_eq!(rect.half.0, 7, "black is a long edge");
    }
}

/// 1.11: distance, number of finishes and turns are chosen at set-up.
#[test]
fn variants_change_the_table() {
    assert_eq!(finishes("players=2 distance=short"), ["0,76,1"]);
    assert_eq!(finishes("players=2 distance=long"), ["0,140,1"]);
    assert_eq!(finishes("players=4 finishes=1"), ["0,108,1"]);
    assert_eq!(
        finishes("players=2 finishes=2 finish-turn=turned"),
        ["-31,108,2", "31,108,2"]
    );
    let view = situation("players=2 start-turn=turned", "hand 0 tee").view(Viewer::Spectator);
    assert_eq!(
        (view.open[0].port.at.x, view.open[0].port.out.word()),
        (7, "east")
    );
    for setup in Circuitous::setups() {
        assert_eq!(
            bobbin_circuitous::Setup::new(&setup.to_options(), setup.content()).unwrap(),
            setup
        );
    }
}

/// 1.1, 1.9: everyone has a deck of 26 in a color of their own and draws five.
#[test]
fn everyone_draws_five_of_their_own_deck() {
    let view = Circuitous::start(&setup("players=4"), &mut SearchChance::new(3)).view(Viewer::Everything);
    let colors: Vec<&str> = view.seats.iter().map(|seat| seat.color.word()).collect();
    assert_eq!(colors, ["black", "blue", "red", "purple"]);
    assert!(
        view.seats
            .iter()
            .all(|seat| (seat.hand_size, seat.deck_size) == (5, 21))
    );
}

/// 1.10: the first player is drawn by lot; then play goes round.
#[test]
fn the_first_player_is_drawn_by_lot() {
    let mut began = [0; 3];
    for seed in 0..60 {
        let game = Match::<Circuitous>::start(setup("players=3"), Seed::named(&seed.to_string()));
        began[game.state().view(Viewer::Spectator).first.index()] += 1;
    }
    assert!(began.iter().all(|&count| count > 8), "{began:?}");
    let state = situation("players=3", "first 2\nturn 2\nhand 2 straight\nhand 0 tee");
    let next = crate::situation::played(&state, "discard straight; end");
    assert_eq!(next.view(Viewer::Spectator).turn, Seat::new(0));
}

/// A position that contradicts itself is refused with its line and column.
#[test]
fn a_wrong_position_is_told_where() {
    let error = |text: &str| {
        Circuitous::from_position(&setup("players=2"), text)
            .unwrap_err()
            .to_string()
    };
    assert_eq!(
        error("card 1 0 tee 0,0,0"),
        "line 1, column 14: The card would overlap the one at 0,0."
    );
    assert_eq!(
        error("hand 0 teh"),
        "line 1, column 8: \"teh\": expected a card of the decks"
    );
    assert_eq!(
        error("hand 0 tee*3"),
        "line 1, column 8: there are not so many of this card in a deck"
    );
    assert_eq!(
        error("turn 2"),
        "line 1, column 6: \"2\": expected a seat from 0 to 1"
    );
    assert_eq!(
        error("hand 0 tee\nphase using tee"),
        "line 2, column 1: before the first card there are no abilities"
    );
    assert!(error("finish A 0,50,1\nhand 0 tee").contains("before the first card the finishes lie where"));
    assert!(error("phase over\nhand 0 tee").contains("the game is not over"));
    assert!(error("hand 0 tee\nproof 0 0 1 0 0 0").contains("contradicts"));
    assert_eq!(
        error("hand 0 straight*2 across*2 left*2 right"),
        "line 1, column 1: before the first card nobody holds more than five cards"
    );
    assert_eq!(
        error("card 1 0 tee 3990,0,0"),
        "line 1, column 14: no card lies so far out"
    );
}

/// Cards that are joined to nothing could have more open exits than any game has.
#[test]
fn a_position_has_no_more_open_exits_than_a_game() {
    let mut lines = Vec::new();
    for seat in 0..4 {
        for word in all_but("").split(' ') {
            let (card, count) = word.split_once('*').unwrap();
            for _ in 0..count.parse().unwrap() {
                let (x, y) = (lines.len() % 26 * 16, 200 + lines.len() / 26 * 20);
                lines.push(format!("card {} {seat} {card} {x},{y},0", lines.len() + 1));
            }
        }
    }
    let text = lines.join("\n");
    let error = Circuitous::from_position(&setup("players=4"), &text).unwrap_err();
    assert!(error.message.contains("too many open exits"), "{error}");
}
