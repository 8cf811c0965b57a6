use std::collections::BTreeMap;

use bobbin_circuitous::{Circuitous, Setup};
use bobbin_game::{Game, Match, Options, SearchChance, Seat, Seed, Setup as _, Viewer};

use crate::situation::{all_but, decks, setup, situation};

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
    assert_eq!((exit.at.x, exit.at.y, exit.out.name()), (0, 7, "north"));
    for finish in &view.finishes {
        assert_eq!(finish.black.name(), "south");
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
        (view.open[0].port.at.x, view.open[0].port.out.name()),
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
    let colors: Vec<&str> = view.seats.iter().map(|seat| seat.color.name()).collect();
    assert_eq!(colors, ["black", "blue", "red", "purple"]);
    assert!(
        view.seats
            .iter()
            .all(|seat| (seat.hand_size, seat.deck_size) == (5, 21))
    );
}

/// 1.1: two to four play.
#[test]
fn nobody_plays_alone_nor_in_fives() {
    for players in ["1", "5"] {
        let options: Options = format!("players={players}").parse().unwrap();
        assert!(Setup::new(&options, decks()).is_err());
    }
}

/// 1.9: decks are shuffled: each card is as likely as any other to be among the first five.
#[test]
fn decks_are_shuffled() {
    let mut drawn = BTreeMap::new();
    for seed in 0..520 {
        let game = Match::<Circuitous>::start(setup("players=2"), Seed::named(&seed.to_string()));
        let view = game.state().view(Viewer::Everything);
        for held in view.seats.iter().flat_map(|seat| seat.hand.iter().flatten()) {
            *drawn.entry(held.card).or_insert(0) += u32::from(held.count);
        }
    }
    // 1,040 hands of 5 out of 26 cards hold each card 200 times, give or take 13.
    for kind in &decks().kinds {
        let count = drawn[&kind.code] / u32::from(kind.count);
        assert!((140..260).contains(&count), "{}: {count}", kind.name);
    }
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

/// 2.2, 2.3: a seat that would come to its turn with a deck and no card in hand could do nothing.
#[test]
fn a_position_in_which_a_seat_could_do_nothing_is_refused() {
    let read =
        |text: &str| Circuitous::from_position(&setup("players=2"), text).map_err(|error| error.message);
    let laid = "card 1 0 branch 0,14,0\ncard 2 0 tee 12,14,1";
    assert_eq!(
        read(&format!("{laid}\nhand 0 cross")).unwrap_err(),
        "seat 1 has an empty hand and 26 cards in the deck: a hand is drawn up to five"
    );
    assert!(
        read(&format!("{laid}\nphase done\nhand 1 cross")).is_ok(),
        "who is done draws"
    );
    assert!(read(&format!("{laid}\nphase done\nhand 0 cross")).is_err());
    let out = format!("{laid}\nhand 0 cross\ndiscard 1 {}", all_but(""));
    assert!(read(&out).is_ok(), "who is out is passed over");
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
