//! A match in play.

use bobbin_bots::BotSpec;
use bobbin_catalog::{Choosing, NameError, PlayError, Stopwatch, WhyNot, heard};
use bobbin_game::{Names, Options, SearchChance, Seat, SeatSet, Seed, UndoRefusal, Viewer};

use crate::{ANN, BEN, WHOLE_GAME, begin, game, play};

const ANN_LOOKS: Viewer = Viewer::Seat(ANN);
const BEN_LOOKS: Viewer = Viewer::Seat(BEN);
const NOBODY: Seat = Seat::new(5);

#[test]
fn what_happened_is_told_to_each_viewer_as_far_as_it_may_know() {
    let mut playing = begin();
    playing.set_name(ANN, "Ann").unwrap();
    let told = playing.play(ANN, "bid 3").unwrap();
    let names = playing.names();
    let words = |viewer| {
        heard(&told, viewer)
            .into_iter()
            .map(|it| it.words.in_full(&Names(&names)))
            .collect::<Vec<_>>()
    };
    assert_eq!(words(ANN_LOOKS), ["Ann bids 3 in secret"]);
    assert_eq!(words(BEN_LOOKS), ["Ann has chosen"]);
    assert_eq!(words(Viewer::Spectator), ["Ann has chosen"]);
    assert_eq!(words(Viewer::Everything), ["Ann bids 3 in secret"]);
    assert_eq!(
        heard(&told, BEN_LOOKS)[0].event.value(),
        serde_json::json!({"chose": {"seat": 0, "card": null}})
    );
}

#[test]
fn the_log_begins_where_one_asks() {
    let mut playing = begin();
    play(&mut *playing, "0 bid 3, 1 bid 2, 0 bid 1");
    let log = |from| playing.log(BEN_LOOKS, from).unwrap();
    assert_eq!(log(0).len(), 3);
    assert_eq!(log(2).len(), 1);
    assert_eq!(
        (log(1)[0].index, log(1)[0].seat, log(1)[0].happenings.len()),
        (1, BEN, 2)
    );
    assert!(log(3).is_empty() && log(99).is_empty());
}

#[test]
fn a_view_holds_only_what_its_viewer_may_know() {
    let mut playing = begin();
    play(&mut *playing, "0 bid 3");
    assert_eq!(
        playing.view(ANN_LOOKS).unwrap()["bids"],
        serde_json::json!([{"card": 3}, "none"])
    );
    assert_eq!(
        playing.view(BEN_LOOKS).unwrap()["bids"],
        serde_json::json!(["hidden", "none"])
    );
    assert!(playing.view_text(BEN_LOOKS).unwrap().starts_with("Prize "));
    assert_eq!(playing.prompt(BEN_LOOKS).unwrap().clause, "1.1");
    assert_eq!(playing.svg(BEN_LOOKS).unwrap(), None);
}

#[test]
fn legal_actions_carry_their_way_of_being_played() {
    let playing = begin();
    let legal = playing.legal(ANN).unwrap();
    assert_eq!(legal.len(), 4);
    let json = serde_json::to_string(&legal[2]).unwrap();
    assert_eq!(
        json,
        r#"{"action":"bid 3","picks":["card:3"],"verb":"Bid","label":["Bid card 3"]}"#
    );
}

#[test]
fn a_refusal_changes_nothing_and_says_why() {
    let mut playing = begin();
    play(&mut *playing, "0 bid 3, 1 bid 2");
    let before = playing.record();
    let PlayError::Refused(refused) = playing.play(ANN, "bid 3").unwrap_err() else {
        panic!("expected the rules to refuse");
    };
    assert_eq!((refused.code, refused.clause), ("no_such_card", "1.1"));
    assert_eq!(refused.to_string(), "Card 3 is not in your hand. (rule 1.1)");
    assert_eq!(refused.detail, serde_json::json!({"NoSuchCard": 3}));
    assert!(matches!(playing.play(ANN, "bid 9"), Err(PlayError::Notation(_))));
    assert!(matches!(
        playing.play(NOBODY, "bid 1"),
        Err(PlayError::NoSuchSeat(_))
    ));
    assert_eq!(playing.record(), before);
}

#[test]
fn why_not_answers_from_the_pieces_one_touches() {
    let mut playing = begin();
    play(&mut *playing, "0 bid 3, 1 bid 2");
    let answer = |pick: &str| playing.why_not(ANN, &[pick.to_owned()]).unwrap();
    assert_eq!(
        answer("card:1"),
        WhyNot::Legal {
            action: "bid 1".into()
        }
    );
    assert_eq!(answer("lamp"), WhyNot::NothingMeant);
    let WhyNot::Refused { action, refusal } = answer("card:3") else {
        panic!("expected a refusal");
    };
    assert_eq!((action.as_str(), refusal.code), ("bid 3", "no_such_card"));
}

#[test]
fn undo_is_bounded_as_the_contract_proves_it() {
    let mut playing = begin();
    assert_eq!(playing.undo(ANN), Err(UndoRefusal::NothingDone));
    play(&mut *playing, "0 bid 3");
    assert_eq!(playing.check_undo(ANN), Ok(()));
    playing.undo(ANN).unwrap();
    assert_eq!((playing.version(), playing.to_act()), (2, SeatSet::all(2)));
    play(&mut *playing, "0 bid 3, 1 bid 2");
    assert_eq!(playing.check_undo(BEN), Err(UndoRefusal::ChanceAsked));
    assert_eq!(playing.check_undo(NOBODY), Err(UndoRefusal::NothingDone));
}

#[test]
fn a_seat_that_is_not_there_is_an_error_everywhere() {
    let mut playing = begin();
    let looks = Viewer::Seat(NOBODY);
    let message = playing.view(looks).unwrap_err().to_string();
    assert_eq!(message, "there is no seat 5: this match has seats 0 to 1");
    assert!(playing.view_text(looks).is_err() && playing.svg(looks).is_err());
    assert!(playing.prompt(looks).is_err() && playing.log(looks, 0).is_err());
    assert!(playing.legal(NOBODY).is_err() && playing.why_not(NOBODY, &[]).is_err());
    assert!(playing.ask(NOBODY).is_err());
    assert!(matches!(
        playing.set_name(NOBODY, "Ann"),
        Err(NameError::NoSuchSeat(_))
    ));
}

#[test]
fn a_name_must_fit_into_a_record() {
    let mut playing = begin();
    for name in ["", " Ann", "Ann\n0 0 bid 1", &"x".repeat(65)] {
        assert!(playing.set_name(ANN, name).is_err(), "{name:?}");
    }
    playing.set_name(ANN, "Ann Lee").unwrap();
    assert_eq!(playing.names(), ["Ann Lee", ""]);
}

#[test]
fn a_bot_is_asked_on_another_thread_while_the_match_goes_on() {
    let mut playing = begin();
    let asked = playing.ask(ANN).unwrap().unwrap();
    let mut bot = playing.game().bot(BotSpec::RANDOM);
    let thinking = std::thread::spawn(move || {
        let thought = bot.think(&asked, &mut SearchChance::new(1), &Stopwatch::start());
        (asked.seat(), thought)
    });
    play(&mut *playing, "1 bid 2");
    let (seat, thought) = thinking.join().unwrap();
    assert_eq!((thought.best.len(), thought.best[0].value), (1, None));
    playing.play(seat, &thought.choice().action).unwrap();
    let another = playing.legal(ANN).unwrap()[0].action.clone();
    playing.play(ANN, &another).unwrap();
    assert!(playing.ask(ANN).unwrap().is_none(), "who has bid is not asked");
}

#[test]
fn a_finished_match_tells_outcome_and_seed() {
    let mut playing = begin();
    assert_eq!((playing.outcome(), playing.record().seed), (None, None));
    play(&mut *playing, WHOLE_GAME);
    assert_eq!(playing.outcome().unwrap().players(), 2);
    assert_eq!(playing.record().seed, Some(Seed::named("a")));
    assert!(playing.to_act().is_empty());
}

#[test]
fn playouts_are_the_same_for_the_same_seed_and_are_whole_games() {
    let work = |choosing, seed| {
        let options = Options::new().with("players", 3);
        game().playouts(&options, None, seed).unwrap().run(100, choosing)
    };
    for choosing in [Choosing::Sampled, Choosing::Listed] {
        assert_eq!(work(choosing, 1), work(choosing, 1));
        assert_eq!((work(choosing, 1).playouts, work(choosing, 1).actions), (9, 108));
    }
}

#[test]
fn a_copy_stays_as_it_was_when_the_match_goes_on() {
    fn shared_between_threads<T: Send + Sync + ?Sized>(_: &T) {}
    let mut playing = begin();
    play(&mut *playing, "0 bid 1, 1 bid 2");
    let copy = playing.clone();
    shared_between_threads(&*copy);
    let (record, position) = (playing.record(), playing.position());
    play(&mut *playing, "1 bid 1");
    playing.undo(BEN).unwrap();
    assert_eq!((copy.record(), copy.position()), (record, position));
    assert_ne!(copy.version(), playing.version());
}
