//! 11: scenarios, achievements, rule modifications; and the progress chart.

use bobbin_game::{
    Content as _, Game as _, Match, SearchChance, Seat, Seed, Setup as _, Shelf, Source, play_out,
    random_seat,
};
use bobbin_knitting_circle::progress::{FinishedGame, UnfinishedRecord, chart};
use bobbin_knitting_circle::{
    Condition, KnittingCircle, KnittingContent, KnittingSetup, Mode, Modification, NEEDLES,
};

use crate::table::{Table, fixed, setup};

const YOU: Seat = Seat::new(0);

/// 11.1: fixed requests, a minimum, and no, one or two objectives.
#[test]
fn scenarios_fix_requests_and_objectives() {
    let content = fixed();
    let objectives: Vec<usize> = content
        .scenarios
        .iter()
        .map(|scenario| scenario.objectives.len())
        .collect();
    assert_eq!(objectives, [0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2]);
    assert!(content.scenarios.iter().all(|scenario| scenario.minimum == 60));
    for seed in 0..5 {
        let game = KnittingCircle::start(&setup("players=3 scenario=4"), &mut SearchChance::new(seed));
        let dealt: Vec<u8> = game
            .view(bobbin_game::Viewer::Spectator)
            .told()
            .requests
            .iter()
            .map(|request| request.card)
            .collect();
        assert_eq!(dealt, content.scenarios[3].requests);
    }
}

/// 11.1: the options tell each scenario of the house with its goals and requests.
#[test]
fn the_options_list_the_scenarios() {
    let content = KnittingContent::house();
    let options = KnittingSetup::options();
    let listed = options.iter().find(|option| option.key == "scenario").unwrap();
    let labels: Vec<&str> = listed.choices.iter().skip(1).map(|choice| choice.label).collect();
    assert_eq!(labels.len(), content.scenarios.len());
    for (label, scenario) in labels.iter().zip(&content.scenarios) {
        let [name, goals, requests] = label.split(" · ").collect::<Vec<_>>()[..] else {
            panic!("{label}")
        };
        assert!(name.ends_with(&scenario.name), "{label}");
        assert!(scenario.goals().all(|(goal, _)| goals.contains(goal)), "{label}");
        for &request in &scenario.requests {
            let request = &content.requests[usize::from(request)];
            assert!(
                requests.contains(&format!("{} ({})", request.wants, request.points)),
                "{label}"
            );
        }
    }
}

/// 11.1, 11.2: everyone sees the scenario and how far each seat has come with it, as if the game ended now.
#[test]
fn the_scenario_and_its_progress_are_public() {
    let lines = "phase crafting\ncompleted 0 scarves-08 teal teal teal teal teal teal teal teal\n\
                 completed 1 scarves-09 navy navy navy navy navy navy navy navy\n\
                 completed 1 scarves-10 pink pink pink pink pink pink pink pink\ncompleted 1 mittens-08 teal pink navy";
    let table = Table::at("players=2 scenario=5", lines);
    let scenario = table.told(0).scenario.unwrap();
    assert_eq!(
        (scenario.number, scenario.name),
        (5, fixed().scenarios[4].name.as_str())
    );
    let totals: Vec<i32> = [0, 1]
        .map(|seat| table.game.score(Seat::new(seat)).total())
        .to_vec();
    let so_far = |goal: usize| -> Vec<(Option<i32>, bool)> {
        let seats = scenario.goals[goal].seats.iter();
        seats.map(|progress| (progress.so_far, progress.is_met)).collect()
    };
    assert_eq!(
        (scenario.goals[0].wants, scenario.goals[0].of),
        ("60 points or more", Some(60))
    );
    assert_eq!(so_far(0), [(Some(totals[0]), false), (Some(totals[1]), false)]);
    assert_eq!(
        (scenario.goals[1].wants, scenario.goals[1].of),
        ("2 scarves", Some(2))
    );
    assert_eq!(so_far(1), [(Some(1), false), (Some(2), true)]);
    for viewer in bobbin_game::Viewer::all(2) {
        assert_eq!(table.game.view(viewer).told().scenario.as_ref(), Some(&scenario));
    }
    let text = table.view(0).to_string();
    let told = format!(
        "scenario 5: {} · each seat by itself, ✓ met as it stands\n  60 points or more · seat 0 {} of 60 – · seat 1 {} of 60 –\n  \
         2 scarves · seat 0 1 of 2 – · seat 1 2 of 2 ✓\n",
        scenario.name, totals[0], totals[1]
    );
    assert!(text.contains(&told), "{text}");
    // What is about the end holds until it does not, and has no number.
    let tidy = Table::at("players=2 scenario=4", lines).view(0);
    let objective = &tidy.told().scenario.unwrap().goals[1];
    assert_eq!((objective.wants, objective.of), ("no ugly buttons", None));
    assert!(objective.seats[0].is_met && !objective.seats[1].is_met);
    assert!(
        tidy.to_string()
            .contains("no ugly buttons · seat 0 ✓ · seat 1 –\n"),
        "{tidy}"
    );
    assert_eq!(Table::start("players=2").told(0).scenario, None);
}

/// 11.13: what objectives and achievements may ask for beyond requests is about the end of a game.
#[test]
fn some_conditions_are_about_the_end() {
    for wants in [
        "no ugly buttons",
        "70 points",
        "25 points from buttons",
        "3 requests",
        "2 tiles left",
        "victory",
    ] {
        let wants: Condition = wants.parse().unwrap();
        assert!(!wants.is_of_garments(), "{wants}");
    }
    // An achievement for each, at a table where it just holds and one where it just does not.
    let pack = |wants: &str| {
        let lines = format!("[[achievement]]\nid = \"it\"\nname = \"It\"\nwants = [\"{wants}\"]\n");
        let fixed = include_str!("fixed.toml");
        let cut = fixed.find("[[achievement]]").unwrap_or(fixed.len());
        let source = Source::new("one.toml", fixed[..cut].to_owned() + &lines);
        Shelf::put(KnittingContent::from_pack(&source).unwrap_or_else(|error| panic!("{error}")))
    };
    let earned = |wants: &str, players: usize| {
        let options = format!("players={players} requests=no").parse().unwrap();
        let setup = KnittingSetup::new(&options, pack(wants)).unwrap();
        // Two points, a button of one and the bonus of another two.
        let lines =
            "phase over\ncompleted 0 mittens-06 teal teal teal + color-03\ntiles 0 teal-bowl navy-knit";
        let game = KnittingCircle::from_position(&setup, lines).unwrap();
        !FinishedGame::of(&game, YOU).unwrap().achievements().is_empty()
    };
    assert!(earned("5 points", 2) && !earned("6 points", 2));
    assert!(earned("1 points from buttons", 2) && !earned("2 points from buttons", 2));
    assert!(earned("2 tiles left", 2) && !earned("3 tiles left", 2));
    assert!(earned("no ugly buttons", 2) && !earned("1 requests", 2));
    assert!(earned("victory", 2) && !earned("victory", 1));
}

/// 11.2: each seat succeeds on its own sheet; winning is not needed.
#[test]
fn each_seat_succeeds_on_its_own_sheet() {
    let scarf = |seat: usize, card: usize, color: &str| {
        format!("completed {seat} scarves-{card:02} {}\n", [color; 8].join(" "))
    };
    let mut lines = String::from("phase over\nround 6\n");
    for (card, color) in (1..=6).zip(["teal", "pink", "navy", "green", "yellow", "purple"]) {
        lines += &scarf(0, card, color);
    }
    lines += "completed 1 mittens-08 teal pink navy\n";
    let table = Table::at("players=2 scenario=5", &lines);
    let outcome = table.game.outcome().unwrap();
    assert_eq!(outcome.goals.len(), 2);
    assert_eq!(
        (outcome.goals[0].name, outcome.goals[1].name),
        ("60 points or more", "2 scarves")
    );
    for goal in &outcome.goals {
        assert!(goal.met_by.contains(YOU) && !goal.met_by.contains(Seat::new(1)));
    }
    assert!(FinishedGame::of(&table.game, YOU).unwrap().succeeded());
    assert!(!FinishedGame::of(&table.game, Seat::new(1)).unwrap().succeeded());
    assert_eq!(FinishedGame::of(&table.game, Seat::new(2)), None);
    assert_eq!(
        FinishedGame::of(&Table::start("players=2").game, YOU),
        None,
        "it is not over"
    );
}

/// 11.3: a game earns in its own mode only, each achievement once.
#[test]
fn a_game_earns_in_its_own_mode_and_each_achievement_once() {
    let lines: String = (1..=6)
        .map(|card| format!("completed 0 mittens-{card:02} teal teal teal\n"))
        .collect();
    let over = |options: &str| {
        let table = Table::at(options, &format!("phase over\n{lines}"));
        FinishedGame::of(&table.game, YOU).unwrap()
    };
    let normal = over("players=2");
    assert_eq!(normal.mode, Mode::Normal);
    assert!(normal.achievements().contains(&"warm-hands".to_owned()));
    let modified = over("players=2 modification=short-evening");
    assert_eq!(modified.mode, Mode::Modification(Modification::ShortEvening));
    assert_eq!(modified.achievements(), ["short-evening-2"]);
    assert_eq!(over("players=2 scenario=1").achievements(), Vec::<String>::new());
    let chart = chart(&[normal.clone(), modified.clone(), normal.clone()]);
    let earned: Vec<(&str, usize)> = chart
        .stitches
        .iter()
        .map(|stitch| (stitch.achievement.as_str(), stitch.game))
        .collect();
    assert_eq!(earned.iter().filter(|(id, _)| *id == "warm-hands").count(), 1);
    assert!(earned.contains(&("short-evening-2", 1)) && earned.iter().all(|(_, game)| *game < 2));
    let both = "players=2 scenario=1 modification=long-bowl".parse().unwrap();
    assert!(
        KnittingSetup::new(&both, fixed())
            .unwrap_err()
            .to_string()
            .contains("not both")
    );
    let bare = "players=2 scenario=1 requests=no".parse().unwrap();
    assert!(KnittingSetup::new(&bare, fixed()).is_err());
}

/// 11.3, 11.13: some achievements take company.
#[test]
fn a_victory_takes_someone_to_beat() {
    let over = |players: usize| {
        let table = Table::at(
            &format!("players={players}"),
            "phase over\ncompleted 0 mittens-08 teal teal teal",
        );
        FinishedGame::of(&table.game, YOU).unwrap().achievements()
    };
    assert!(over(2).contains(&"winner".to_owned()));
    assert!(!over(1).contains(&"winner".to_owned()));
}

/// 11.4: the chart is computed from finished records, one stitch for each achievement.
#[test]
fn the_chart_comes_from_records() {
    let setup = setup("players=1");
    let mut table = Match::<KnittingCircle>::start(setup, Seed::named("chart"));
    let mut random = SearchChance::new(4);
    let mut buffer = Vec::new();
    let unfinished = table.record();
    while let Some(seat) = random_seat(table.state().to_act(), &mut random) {
        let action = table.state().random_action(seat, &mut random, &mut buffer);
        table.play(seat, action).unwrap();
    }
    let game = FinishedGame::from_record(&table.record(), fixed(), YOU).unwrap();
    assert_eq!(Some(game.clone()), FinishedGame::of(table.state(), YOU));
    assert_eq!(
        FinishedGame::from_record(&unfinished, fixed(), YOU),
        Err(UnfinishedRecord::NotOver)
    );
    let pack = include_str!("fixed.toml").replacen("points = 1,", "points = 9,", 1);
    let pack = KnittingContent::from_pack(&Source::new("other.toml", &pack)).unwrap();
    assert_eq!(
        FinishedGame::from_record(&table.record(), Shelf::put(pack), YOU),
        Err(UnfinishedRecord::OtherContent),
        "with other points it would be another score"
    );
    let missing = FinishedGame::from_record(&table.record(), fixed(), Seat::new(1));
    assert_eq!(missing, Err(UnfinishedRecord::NoSuchSeat(Seat::new(1))));
    let row = chart(&[game]);
    assert_eq!(row.of, 14 + fixed().achievements.len());
    assert!(row.stitches.len() <= row.of);
}

/// 11.5: long bowl keeps four tiles.
#[test]
fn the_long_bowl_keeps_four() {
    let tiles = "tiles 0 teal-knit teal-bowl pink-purl navy-knit green-purl\ntiles 1 teal-knit teal-bowl pink-purl navy-knit";
    let mut table = Table::at(
        "players=2 modification=long-bowl",
        &format!("phase crafting\ncenter teal\n{tiles}"),
    );
    table.play(0, "done").play(1, "done");
    assert_eq!(table.to_act(), [0]);
    table
        .refuse(0, "retain teal teal", "wrong_number_retained")
        .play(0, "retain navy teal green pink");
    assert!(
        table
            .everything()
            .boards
            .iter()
            .all(|board| board.bowl.len() == 4)
    );
}

/// 11.6: stubborn yarn is not flipped.
#[test]
fn stubborn_yarn_is_not_flipped() {
    let mut table = Table::at(
        "players=2 modification=stubborn-yarn",
        "phase crafting\ntiles 0 teal-knit pink-bowl",
    );
    assert!(table.legal_of(0, "flip").is_empty());
    table.refuse(0, "flip pink-bowl teal-knit", "no_flips");
}

/// 11.7: a third needle allows three garments.
#[test]
fn a_third_needle_allows_three_garments() {
    let lines = "phase crafting\ngarment 0 mittens-01\ngarment 0 hats-01\ntiles 0 pink-bowl pink-bowl";
    let mut table = Table::at("players=2 modification=third-needle", lines);
    table
        .play(0, "start mittens pink-bowl")
        .play(0, "keep mittens-02");
    table.refuse(0, "start mittens pink-bowl", "no_needle");
    assert_eq!(table.lines("garment").len(), 3);
}

/// 11.7: with three for each, eight needles are enough for two.
#[test]
fn a_third_needle_is_for_one_or_two() {
    let try_with = |players: usize| {
        let options = format!("players={players} modification=third-needle")
            .parse()
            .unwrap();
        KnittingSetup::new(&options, fixed())
    };
    for players in 1..=4 {
        let fits = players * 3 <= usize::from(NEEDLES);
        assert_eq!(try_with(players).is_ok(), fits, "{players}");
    }
    assert_eq!(
        try_with(3).unwrap_err().to_string(),
        "the box has 8 knitting needles, so with 3 for each player at most 2 can play"
    );
}

/// 11.8: the central board has enough for five drafts each, and the solo opponent takes five, too.
#[test]
fn a_full_basket_is_never_empty() {
    for players in 1..=4 {
        let setup = setup(&format!("players={players} modification=full-basket"));
        let spaces = fixed().board(players).spaces.len();
        assert!(2 * spaces >= 5 * players.max(2));
        let mut game = KnittingCircle::start(&setup, &mut SearchChance::new(7));
        let mut random = SearchChance::new(8);
        let mut buffer = Vec::new();
        while game.view(bobbin_game::Viewer::Everything).told().phase != "crafting" {
            let seat = random_seat(game.to_act(), &mut random).unwrap();
            let action = game.random_action(seat, &mut random, &mut buffer);
            game.apply(seat, action, &mut SearchChance::new(9), &mut ())
                .unwrap();
        }
        let view = game.view(bobbin_game::Viewer::Everything).told();
        assert!(view.boards.iter().all(|board| board.drafted.len() == 5));
        let opponents: u8 = view.out_of_game.values().sum();
        assert_eq!(opponents, if players == 1 { 5 } else { 0 });
    }
}

/// 11.8: a full basket has five drafts a round.
#[test]
fn a_full_basket_has_five_drafts() {
    let circle =
        "circle purple/navy teal/green yellow/pink purple/navy teal/green yellow/pink purple/navy teal/green";
    let mut table = Table::at(
        "players=2 modification=full-basket",
        &format!("phase drafting 0\n{circle}"),
    );
    let mut turns = 0;
    while table.everything().phase == "drafting" {
        let seat = table.to_act()[0];
        let action = table.legal(seat).remove(0);
        table.play(seat, &action);
        turns += 1;
    }
    assert_eq!(turns, 10);
    assert!(
        table
            .everything()
            .boards
            .iter()
            .all(|board| board.drafted.len() == 5)
    );
}

/// 11.9: roaming cats choose among three spaces.
#[test]
fn roaming_cats_choose_among_three_spaces() {
    let circle = "circle purple/- teal/- yellow/- purple/- teal/- yellow/-";
    let mut table = Table::at(
        "players=2 modification=roaming-cats",
        &format!("phase drafting 0\ncats 0 2\n{circle}"),
    );
    assert_eq!(
        table.legal(0),
        ["draft 1 inner", "draft 3 inner", "draft 4 inner"]
    );
    table.refuse(0, "draft 5 inner", "too_far");
    let mut solo = Table::at(
        "players=1 modification=roaming-cats",
        &format!("phase coin 0\ncats 0 1\n{circle}"),
    );
    solo.play(0, "coin");
    assert_eq!(solo.everything().cats[1], 2, "the next knit space");
}

/// 11.10: surprise garments are drawn one at a time.
#[test]
fn surprise_garments_come_alone() {
    let mut table = Table::start("players=2 modification=surprise-garments");
    table.play(0, "first hats");
    assert_eq!(table.legal(0), ["keep hats-01"]);
    table.play(0, "keep hats-01");
    assert!(table.lines("bottom").is_empty());
}

/// 11.11: strict taste doubles the price of ugliness.
#[test]
fn strict_taste_costs_six() {
    let table = Table::at(
        "players=2 modification=strict-taste",
        "phase over\ncompleted 0 mittens-08 teal pink navy",
    );
    assert_eq!(table.game.score(YOU).ugly, -6);
}

/// 11.12: a short evening ends after four rounds.
#[test]
fn a_short_evening_has_four_rounds() {
    let mut table = Table::at("players=2 modification=short-evening", "phase crafting\nround 4");
    table.play(0, "done").play(1, "done");
    assert_eq!(table.everything().phase, "over");
    let setup = setup("players=4 modification=short-evening");
    let mut game = KnittingCircle::start(&setup, &mut SearchChance::new(1));
    play_out(
        &mut game,
        &mut SearchChance::new(2),
        &mut SearchChance::new(3),
        |_, _, _| {},
    );
    assert_eq!(game.round(), 4);
    assert_eq!(game.view(bobbin_game::Viewer::Everything).told().center.len(), 2);
}
