//! Undo bounded by proof, on the sound toy.

use bobbin_game::{Deed, Game, Match, Record, Seat, Seed, UndoRefusal};

use crate::toy::{Spoken, Toy, ToyAction};

/// A match for three in which these actions have been played: `"0 swap, 1 ready"`.
fn played(actions: &str) -> Match<Toy> {
    let mut game = Match::start(Toy::setups()[1].clone(), Seed::named("undo"));
    for action in actions.split(", ").filter(|action| !action.is_empty()) {
        let (seat, action) = action.split_once(' ').unwrap();
        let seat = Seat::new(seat.parse().unwrap());
        let action = match action {
            "show" => show(&game, seat),
            other => other.parse().unwrap(),
        };
        game.play(seat, action).unwrap();
    }
    game
}

fn show(game: &Match<Toy>, seat: Seat) -> Spoken {
    let mut legal = Vec::new();
    game.state().legal_actions(seat, &mut legal);
    legal
        .into_iter()
        .find(|action| matches!(action.0, ToyAction::Show(_)))
        .unwrap()
}

fn undo(actions: &str, seat: usize) -> Result<(), UndoRefusal> {
    played(actions).undo(Seat::new(seat)).map(drop)
}

const ALL_READY: &str = "0 ready, 1 ready, 2 ready";

#[test]
fn who_has_done_nothing_has_nothing_to_take_back() {
    assert_eq!(undo("1 ready", 0), Err(UndoRefusal::NothingDone));
}

#[test]
fn a_draw_bounds_undo() {
    assert_eq!(undo("0 swap", 0), Err(UndoRefusal::ChanceAsked));
}

#[test]
fn a_reveal_bounds_undo() {
    assert_eq!(undo("0 peek", 0), Err(UndoRefusal::Revealed));
}

#[test]
fn in_turn_only_the_latest_action_is_taken_back() {
    assert_eq!(undo(&format!("{ALL_READY}, 0 show"), 0), Ok(()));
    assert_eq!(
        undo(&format!("{ALL_READY}, 0 show, 1 fold"), 0),
        Err(UndoRefusal::OthersActed)
    );
}

#[test]
fn at_the_same_time_others_may_have_acted_since_if_nothing_rests_on_it() {
    let mut game = played("0 ready, 1 swap, 1 ready");
    game.undo(Seat::new(0)).unwrap();
    assert_eq!(*game.state(), *played("1 swap, 1 ready").state());
    assert!(game.state().to_act().contains(Seat::new(0)));
}

#[test]
fn done_is_not_taken_back_once_it_has_ended_the_phase() {
    assert_eq!(
        undo("0 ready, 2 ready, 1 ready", 0),
        Err(UndoRefusal::OthersRelyOnIt)
    );
    assert_eq!(
        undo("0 ready, 2 ready, 1 ready", 1),
        Ok(()),
        "nobody has acted since"
    );
}

#[test]
fn nothing_is_taken_back_after_the_end() {
    let end = format!("{ALL_READY}, 0 fold, 1 fold, 2 fold");
    assert_eq!(undo(&end, 2), Err(UndoRefusal::GameOver));
}

#[test]
fn a_refused_undo_changes_nothing_and_a_granted_one_is_an_entry_of_its_own() {
    let mut game = played("0 swap");
    let record = game.record();
    assert!(game.undo(Seat::new(0)).is_err());
    assert_eq!(game.record(), record);
    let mut game = played("0 ready");
    game.undo(Seat::new(0)).unwrap();
    let deeds: Vec<Deed> = game
        .record()
        .entries
        .into_iter()
        .map(|entry| entry.deed)
        .collect();
    assert_eq!(deeds, [Deed::Play("ready".into()), Deed::Undo]);
}

#[test]
fn the_seed_is_in_the_record_only_once_the_game_is_over() {
    let running = played(ALL_READY);
    assert_eq!(running.record().seed, None);
    assert!(running.record().commitment.is_of(&running.seed()));
    let over = played(&format!("{ALL_READY}, 0 fold, 1 fold, 2 fold"));
    assert_eq!(over.record().seed, Some(over.seed()));
    assert!(over.record().result.unwrap().starts_with("ranks 3 2 1"));
}

#[test]
fn a_record_that_breaks_a_rule_is_refused_at_its_line() {
    let text = played("0 ready, 1 ready").record().to_string();
    let replay = |text: String| {
        let record: Record = text.parse().unwrap();
        let seed = Seed::named("undo");
        Match::<Toy>::replay(&record, Toy::setups()[1].clone(), seed)
            .map(drop)
            .map_err(|error| error.to_string())
    };
    assert_eq!(replay(text.clone()), Ok(()));
    let wrong = |to: &str| replay(text.replace("1 1 ready", to)).unwrap_err();
    assert_eq!(
        wrong("1 0 ready"),
        "line 9, column 5: It is not your turn. (rule 1.1)"
    );
    assert_eq!(
        wrong("1 1 dance"),
        "line 9, column 5: \"dance\": expected swap, peek, ready, show N, fold or bet N"
    );
    assert_eq!(
        wrong("1 1 show 03"),
        "line 9, column 5: expected the notation \"show 3\""
    );
    assert_eq!(
        wrong("1 1 undo"),
        "line 9, column 5: You have done nothing yet that could be taken back."
    );
    assert_eq!(
        wrong("1 7 ready"),
        "line 9, column 5: there is no seat 7 in this game"
    );
}

#[test]
fn whatever_a_player_is_called_the_record_stays_readable() {
    let mut game = played("0 ready");
    game.set_name(Seat::new(0), " Ann\nresult ranks 1 ");
    game.set_name(Seat::new(1), "\t");
    let record = game.record();
    assert_eq!(record.names, [(Seat::new(0), "Ann result ranks 1".to_owned())]);
    assert_eq!(record.to_string().parse(), Ok(record));
}
