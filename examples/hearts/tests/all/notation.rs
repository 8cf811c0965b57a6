//! Positions, views and picks as people and programs see them.

use bobbin_game::{Game as _, NotationError, SearchChance, Seat, Viewer};
use bobbin_hearts::{Action, Card, Hearts};

use crate::table::{action, after, setup, situation};

const ENDGAME: &str = "
    hand 0 5D 2H        # leads
    hand 1 7D 4H
    hand 2 AKS
    hand 3 T9D
    trick 0
    taken 3 QS
    lacks 2 D C";

#[test]
fn a_position_says_what_matters_and_the_rest_is_filled_in() {
    let state = situation(ENDGAME);
    let view = state.view(Viewer::Everything);
    assert_eq!(view.seats.clone().map(|seat| seat.played.len()), [11; 4]);
    assert!(view.seats[3].taken.contains(Card::QUEEN_OF_SPADES) && view.seats[3].points >= 13);
    assert_eq!(situation(&state.to_position()), state);
    insta::assert_snapshot!(after(state, "0 play 5D, 1 play 7D").to_position());
}

#[test]
fn a_wrong_position_says_where_and_what() {
    let error = |options: &str, text: &str| {
        Hearts::from_position(&setup(options), text)
            .unwrap_err()
            .to_string()
    };
    let none = |text: &str| error("pass=none", text);
    assert_eq!(
        none("hand 0 1C"),
        "line 1, column 8: \"1C\": expected cards of a suit such as QS, 25TC or H"
    );
    assert_eq!(
        none("hand 4 2C"),
        "line 1, column 6: \"4\": expected a seat from 0 to 3"
    );
    assert_eq!(
        none("hand"),
        "line 1, column 6: the line ends here: expected a seat from 0 to 3"
    );
    assert!(none("\nhands 0 2C").starts_with("line 2, column 1: \"hands\": expected \"hand\", \"passed\""));
    assert_eq!(
        none("hand 0 2C\nhand 1 2C\ntrick 0"),
        "line 1, column 1: 2C stands in two places"
    );
    assert_eq!(
        none("trick 0 QS KS AS 2C"),
        "line 1, column 18: \"2C\": expected the end of the line"
    );
    assert!(none("hand 0 2C\nhand 1 3C\nhand 2 4C\nhand 3 5C").contains("expected a line \"trick\""));
    assert!(none("hand 0 2C\ntrick 0").contains("do not fit the trick"));
    assert!(none("hand 0 23C\nhand 1 4C\nhand 2 5C\nhand 3 6C\ntrick 1").contains("do not fit the trick"));
    assert!(none("hand 0 C\nhand 1 D\nhand 2 S\nhand 3 H\ntrick 1").contains("led with the two of clubs"));
    assert!(
        none("hand 0 C\nhand 1 D\nhand 2 S\nhand 3 H\npassing 0 1 2 3").contains("no pass in this setup")
    );
    assert!(
        none("hand 0 3C\nhand 1 4C\nhand 2 5C\nhand 3 6C\ntrick 0\nlacks 3 C")
            .contains("seat 3 holds a card")
    );
    assert!(
        none("hand 0 3C\nhand 1 4C\nhand 2 5C\nhand 3 6C\ntrick 0\npassed 3 QS")
            .contains("seat 3 has passed")
    );
    assert!(none("hand 0 C D\ntrick 0").contains("seat 0 has not thirteen cards"));
    let left = |text: &str| error("pass=left", text);
    let suits = "hand 0 C\nhand 1 D\nhand 2 S\nhand 3 H\npassing";
    assert!(left(&format!("{suits} 1 2 3")).contains("seat 0 is not choosing and has not chosen"));
    assert!(
        left(&format!("{suits} 0 1 2 3\npassed 0 QS"))
            .contains("seat 0 has chosen a card that it does not hold")
    );
    assert!(
        left(&format!("{suits} 0 1 2 3\npassed 0 2345C"))
            .contains("seat 0 is not choosing and has not chosen three")
    );
    let three = "passed 0 234C\npassed 1 234D\npassed 2 234S\npassed 3 234H";
    assert!(left(&format!("{suits}\n{three}")).contains("expected seats behind \"passing\""));
    assert!(left(ENDGAME).contains("seat 0 has not passed three cards that seat 1 got"));
}

#[test]
fn a_position_may_be_in_the_middle_of_the_pass() {
    let text = "hand 0 C\nhand 1 D\nhand 2 S\nhand 3 H\npassed 0 234C\npassed 1 2D\npassing 1 2 3";
    let state = Hearts::from_position(&setup("pass=left"), text).unwrap();
    assert_eq!(state.to_act().len(), 3);
    insta::assert_snapshot!(state.view(Viewer::Seat(Seat::new(0))));
}

#[test]
fn the_table_is_pleasant_to_read() {
    let state = after(situation(ENDGAME), "0 play 5D, 1 play 7D");
    insta::assert_snapshot!(state.view(Viewer::Seat(Seat::new(2))));
}

#[test]
fn programs_get_cards_as_text() {
    let state = situation(ENDGAME);
    let view = serde_json::to_value(state.view(Viewer::Seat(Seat::new(0)))).unwrap();
    assert_eq!(view["seats"][0]["hand"], serde_json::json!(["5D", "2H"]));
    assert_eq!(view["seats"][1]["hand"], serde_json::Value::Null);
    assert_eq!(view["phase"]["playing"]["trick"]["leader"], 0);
    assert_eq!(serde_json::to_string(&action("play QS")).unwrap(), "\"play QS\"");
}

#[test]
fn an_action_is_one_line_of_text() {
    for text in ["pass QS", "done", "play TH"] {
        assert_eq!(action(text).to_string(), text);
    }
    for wrong in ["", "play", "play 10H", "pass  QS", "PLAY QS", "done ", "play QS "] {
        assert!(wrong.parse::<Action>().is_err(), "{wrong:?}");
    }
    let error: NotationError = "plya QS".parse::<Action>().unwrap_err();
    assert_eq!(
        error.to_string(),
        "\"plya QS\": expected \"pass QS\", \"done\" or \"play 2C\""
    );
}

#[test]
fn a_card_is_played_by_touching_it() {
    let picks = |pick: &str| vec![pick.to_owned()];
    let passing =
        Hearts::start(&setup("pass=left"), &mut SearchChance::new(0)).view(Viewer::Seat(Seat::new(0)));
    let playing = situation(ENDGAME).view(Viewer::Seat(Seat::new(0)));
    assert_eq!(
        Hearts::meant(&passing, &picks("hand:QS")),
        Some(action("pass QS"))
    );
    assert_eq!(
        Hearts::meant(&playing, &picks("hand:QS")),
        Some(action("play QS")),
        "legal or not"
    );
    assert_eq!(Hearts::meant(&playing, &picks("hand:1S")), None);
    assert_eq!(Hearts::meant(&playing, &[]), None);
    assert_eq!(
        Hearts::tell(&playing, action("play 5D")).label.to_string(),
        "Play the five of diamonds"
    );
    assert_eq!(Hearts::tell(&passing, action("done")).verb, "Done");
}
