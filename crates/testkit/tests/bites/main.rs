//! The kit bites: for each law a game that breaks it, and just that is found.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

mod toy;
mod undo;

use bobbin_game::{Game, SearchChance, Seat, Setup as _, Viewer};
use bobbin_testkit::{
    Law, Thoroughness, assert_encoding, assert_game_contract, assert_sample_uniform, check_encoding,
    check_game_contract, playthrough,
};
use toy::{Flaw, Toy};

#[test]
fn a_sound_game_passes() {
    assert_game_contract::<Toy>();
    assert_encoding::<Toy>();
}

/// The law that the kit finds broken.
fn found(flaw: Flaw) -> Law {
    flaw.turn_on();
    let effort = Thoroughness {
        games: 40,
        deep_every: 2,
    };
    let checked = check_game_contract::<Toy>(&effort);
    let checked = checked.and_then(|_| check_encoding::<Toy>(&effort));
    match checked {
        Ok(report) => panic!("nothing found: {report}"),
        Err(violation) => {
            assert!(violation.to_string().contains("breaks the law"), "{violation}");
            violation.law
        }
    }
}

macro_rules! bites {
    ($($test:ident: $flaw:ident => $($law:ident)|+;)+) => {$(
        #[test]
        fn $test() {
            let law = found(Flaw::$flaw);
            assert!([$(Law::$law),+].contains(&law), "found {law:?}");
        }
    )+};
}

bites! {
    a_refusal_names_a_clause: RefusalNamesNoClause => Clauses;
    a_prompt_names_a_clause: PromptNamesNoClause => Clauses;
    a_setup_is_its_options: SetupForgetsAnOption => SetupRoundTrip;
    a_legal_action_is_listed_once: ActionListedTwice => LegalList;
    there_are_at_most_300_legal_actions: TooManyActions => LegalList;
    only_who_is_to_act_has_legal_actions: ActionsOutOfTurn => LegalList;
    what_is_legal_is_accepted: LegalButRefused => LegalIsAccepted;
    what_is_not_legal_is_refused: AcceptedButNotLegal => OtherIsRefused;
    a_refusal_changes_nothing: RefusalChangesState => RefusalChangesNothing;
    a_refusal_draws_nothing: RefusalDraws => RefusalChangesNothing;
    a_clone_is_independent: CloneShares => CloneIsIndependent;
    a_replay_is_equal: ReplayDiffers => ReplayIsEqual | UndoRestores | EverythingIsEverything;
    a_sample_looks_like_its_view: SampleForgetsOwnCard => SampleLooksLikeView;
    the_view_of_everything_is_everything: EverythingLacksAside => EverythingIsEverything;
    legal_actions_tell_nothing_hidden: LegalTellsAside => LegalLeaksNothing;
    refusals_tell_nothing_hidden: RefusalTellsCard => RefusalLeaksNothing;
    events_tell_nothing_hidden: EventTellsCard => EventLeaksNothing;
    views_tell_nothing_hidden: ViewTellsSwappedCard => ViewLeaksNothing;
    what_is_seen_without_a_draw_is_a_reveal: PeekWithoutReveal => UndoTeachesNothing;
    notation_is_read_back: NotationLosesAWord => Notation;
    json_tells_views_apart: ViewLosesAFieldInJson => Serde;
    a_glance_tells_who_did_it: GlanceTellsOfAnother => Glance;
    a_glance_shows_what_is_said: GlanceShowsAnotherPiece => Glance;
    a_game_ends: NeverEnds => Ends;
    nobody_acts_after_the_end: OutcomeTooEarly => OverIsOver;
    nothing_gets_lost: SwapLosesACard => Conservation;
    a_total_is_the_sum_of_its_lines: TotalIsNotTheSum => OutcomeAgrees;
    a_tie_break_is_told: TieBreakNotTold => OutcomeAgrees;
    picks_lead_to_one_action: PicksAreAmbiguous => Picks;
    what_is_touched_is_what_is_meant: MeantIsNotTheInverse => Picks;
    a_position_holds_the_whole_state: PositionForgetsAside => Position;
    random_actions_are_uniform: RandomIsSkewed => RandomIsUniform;
    a_row_tells_all_of_a_view: RowForgetsWhoPeeked => Observation;
    a_row_has_all_columns: RowIsTooShort => Observation;
    a_value_is_within_its_bound: RowIsBeyondItsBound => Observation;
    no_two_actions_have_one_number: TwoActionsHaveOneNumber => Numbers;
    a_number_is_one_of_them: ANumberIsTooLarge => Numbers;
}

/// All deals that look the same to seat 0, found by drawing far more often than there are.
fn deals_of_the_start() -> (toy::ToyView, Vec<Toy>) {
    let setup = &Toy::setups()[0];
    assert_eq!(setup.players(), 2);
    let view = Toy::start(setup, &mut SearchChance::new(4)).view(Viewer::Seat(Seat::new(0)));
    let mut deals: Vec<Toy> = Vec::new();
    for seed in 0..4000 {
        let deal = Toy::start(setup, &mut SearchChance::new(seed));
        if deal.view(Viewer::Seat(Seat::new(0))) == view && !deals.contains(&deal) {
            deals.push(deal);
        }
    }
    (view, deals)
}

#[test]
fn a_uniform_sample_passes() {
    let (view, deals) = deals_of_the_start();
    assert_eq!(deals.len(), 7 * 6, "the other's card and the one aside");
    assert_sample_uniform(&view, &deals, 42_000);
}

#[test]
#[should_panic(expected = "should never come")]
fn a_sample_outside_the_view_is_found() {
    let (view, deals) = deals_of_the_start();
    assert_sample_uniform(&view, &deals[1..], 42_000);
}

#[test]
#[should_panic(expected = "not uniform")]
fn a_skewed_sample_is_found() {
    let (view, mut deals) = deals_of_the_start();
    let never = Toy::start(&Toy::setups()[1], &mut SearchChance::new(0));
    deals.push(never);
    assert_sample_uniform(&view, &deals, 42_000);
}

#[test]
fn a_playthrough_prints_what_each_viewer_sees_and_is_told() {
    let setup = &Toy::setups()[0];
    let text = playthrough::<Toy>(setup, "golden");
    assert_eq!(
        text,
        playthrough::<Toy>(setup, "golden"),
        "the same seed prints the same game"
    );
    for part in [
        "=== as 0 sees it",
        "=== as spectator sees it",
        "--- 0 seat",
        " | ",
        " > ",
        "bobbin-record 1",
        "result ",
    ] {
        assert!(text.contains(part), "{part} is missing in\n{text}");
    }
}
