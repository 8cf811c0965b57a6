//! 1.5: content packs, and what is wrong with them.

use bobbin_game::{Content as _, Game as _, SearchChance, Shelf, Source};
use bobbin_knitting_circle::{Bonus, Condition, KnittingCircle, KnittingContent, KnittingSetup};

const GARMENTS: &str = include_str!("../../data/garments.toml");
const BUTTONS: &str = include_str!("../../data/buttons.toml");
const REQUESTS: &str = include_str!("../../data/requests.toml");
const SCENARIOS: &str = include_str!("../../data/scenarios.toml");
const BOARDS: &str = include_str!("../../data/boards.toml");

fn read(text: &str) -> Result<KnittingContent, String> {
    KnittingContent::from_pack(&Source::new("my.toml", text)).map_err(|error| error.to_string())
}

fn error(text: &str) -> String {
    read(text).expect_err("this pack is broken")
}

/// The line and column of a word, as errors tell it.
fn place(text: &str, word: &str) -> String {
    let before = &text[..text.find(word).expect("the word is there")];
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().unwrap_or("").chars().count() + 1;
    format!("my.toml:{line}:{column}: ")
}

/// 1.5: a pack replaces tables; what it leaves out is the house's, and games can be played with it.
#[test]
fn a_pack_replaces_what_it_brings() {
    let pack = read(&BUTTONS.replacen("points = 1,", "points = 9,", 1)).unwrap();
    let house = KnittingContent::house();
    assert_eq!(pack.buttons[0].kinds[0].points, 9);
    assert_eq!(
        (&pack.garments, &pack.requests),
        (&house.garments, &house.requests)
    );
    let shelf = Shelf::put(pack);
    assert_ne!(shelf.hash(), house.hash());
    let setup = <KnittingSetup as bobbin_game::Setup>::new(&bobbin_game::Options::new(), shelf).unwrap();
    let mut game = KnittingCircle::start(&setup, &mut SearchChance::new(1));
    bobbin_game::play_out(
        &mut game,
        &mut SearchChance::new(2),
        &mut SearchChance::new(3),
        |_, _, _| {},
    );
    assert!(game.outcome().is_some());
    assert!(
        house
            .summary()
            .starts_with("84 garment cards of 6 types, 90 buttons, 18 requests, 3 boards, 14 scenarios")
    );
}

/// 1.5, 1.2: a missing type, a second one, a wrong count.
#[test]
fn a_pack_has_all_six_types() {
    let without = &GARMENTS[..GARMENTS.rfind("[[garment]]").unwrap()];
    assert!(error(without).contains("there are no long-johns: expected all six types of garments"));
    let twice = GARMENTS.replace("type = \"long-johns\"", "type = \"hats\"");
    assert!(error(&twice).ends_with("hats stand here a second time"));
    let unknown = GARMENTS.replace("type = \"hats\"", "type = \"gloves\"");
    assert!(
        error(&unknown).starts_with(
            &(place(&unknown, "\"gloves\"") + "\"gloves\": expected a type of garment: mittens")
        )
    );
    let fewer = GARMENTS.replacen("  [\"2 yarn\"],\n", "", 1);
    assert!(
        error(&fewer).contains("83 garment cards in all: expected 84"),
        "{}",
        error(&fewer)
    );
    let same_color = GARMENTS.replace("color = \"navy\"", "color = \"pink\"");
    assert!(error(&same_color).ends_with("pink is the color of mittens already"));
}

/// 1.5: an unknown bonus is told with its place and what is known.
#[test]
fn an_unknown_bonus_is_told_with_its_place() {
    let unknown = GARMENTS.replacen("\"2 yarn\"", "\"2 cakes\"", 1);
    let message = error(&unknown);
    assert!(
        message.starts_with(&(place(&unknown, "\"2 cakes\"") + "\"2 cakes\": expected a bonus")),
        "{message}"
    );
    for bonus in [
        "",
        "3",
        "0 points",
        "2 per",
        "2 per ugly garment",
        "9 yarn",
        "2 per garment type with 0 or more",
    ] {
        assert!(bonus.parse::<Bonus>().is_err(), "{bonus}");
    }
}

/// 1.5: spaces need a side, points that do not fall, and three mandatory ones.
#[test]
fn spaces_of_a_garment_are_checked() {
    let mittens = "\"knit\", \"knit\", \"purl 2\", \"purl 4\"";
    let with = |spaces: &str| error(&GARMENTS.replacen(mittens, spaces, 1));
    assert!(with("\"knit\", \"sideways\", \"purl 2\"").contains("\"sideways\": expected a side"));
    assert!(with("\"knit\", \"knit 2\", \"purl 3\"").contains("complete after 2 spaces"));
    assert!(with("\"knit\", \"knit\", \"purl 3\", \"purl 2\"").contains("no space has fewer"));
    assert!(with("\"knit\", \"knit\", \"purl\"").contains("no space has points"));
    assert!(with("\"knit\", \"knit\", \"purl 2 cake\"").contains("yarn, paw or nothing"));
    assert!(with(&["\"knit 1\""; 9].join(", ")).contains("9 spaces: expected 3 to 8"));
}

/// 1.5, 1.3: thirty buttons of each type, no kind twice.
#[test]
fn buttons_are_counted() {
    let fewer = BUTTONS.replacen("count = 5", "count = 4", 1);
    assert!(
        error(&fewer).contains("29 pattern buttons: expected 30"),
        "{}",
        error(&fewer)
    );
    assert!(error(&BUTTONS.replace("\"navy teal\"", "\"navy navy\"")).contains("navy stands here twice"));
    assert!(error(&BUTTONS.replace("\"navy teal\"", "\"navy red\"")).contains("expected a color"));
    assert!(
        error(&BUTTONS.replacen("points = 1,", "points = 0,", 1)).contains("expected a number from 1 to 20")
    );
    assert!(error(&BUTTONS.replace("\"navy teal\"", "\"purple navy\"")).contains("raise its count instead"));
}

/// 1.5, 1.4: 18 requests about completed garments, with ids of their own.
#[test]
fn requests_are_checked() {
    let end_only = REQUESTS.replace("8 purple tiles", "70 points");
    assert!(error(&end_only).contains("only known at the end"));
    assert!(error(&REQUESTS.replace("id = \"navy\"", "id = \"teal\"")).contains("stands here a second time"));
    assert!(error(&REQUESTS.replace("id = \"navy\"", "id = \"na vy\"")).contains("lower-case letters"));
    assert!(error(&REQUESTS.replace("id = \"navy\"", "id = \"sea\"")).contains("needs scenarios of its own"));
    assert!(error(&REQUESTS[..REQUESTS.rfind("[[request]]").unwrap()]).contains("17 requests: expected 18"));
    for text in [
        "8 tiles purple",
        "0 tiles",
        "some tiles",
        "3 ugly garments",
        "many",
        "",
    ] {
        assert!(text.parse::<Condition>().is_err(), "{text}");
    }
}

/// 1.5, 11.1: scenarios name requests that exist, and as many objectives as their place asks for.
#[test]
fn scenarios_are_checked() {
    assert!(
        error(&SCENARIOS.replacen("\"purple\"", "\"violet\"", 1)).contains("there is no request \"violet\"")
    );
    assert!(
        error(&SCENARIOS.replacen("[\"2 scarves\"]", "[]", 1))
            .contains("scenario 5 has 0 objectives: expected 1")
    );
    assert!(
        error(&SCENARIOS.replacen("\"navy\", \"teal\"", "\"navy\", \"navy\"", 1))
            .contains("stands here twice")
    );
}

/// 1.5, 2.2: boards alternate, starting spaces differ.
#[test]
fn boards_are_checked() {
    assert!(
        error(&BOARDS.replacen("\"knit\", \"purl\"", "\"knit\", \"knit\"", 1))
            .contains("knit and purl in turn")
    );
    assert!(error(&BOARDS.replace("[0, 4]", "[4, 4]")).contains("two cats start on space 4"));
    assert!(error(&BOARDS.replace("[0, 3, 7]", "[0, 3]")).contains("2 starting spaces: expected 3"));
    assert!(error(&BOARDS.replace("from = 50", "from = 30")).contains("expected a number from 41 to 250"));
}

/// 1.5: what is no TOML, or has a key that nobody knows, is told with its place.
#[test]
fn broken_toml_is_told_with_its_place() {
    assert!(error("[[garment]]\ntype = ").starts_with("my.toml:2:"));
    assert!(error("[[dragon]]\nname = \"x\"").starts_with("my.toml:1:"));
}

#[test]
fn conditions_and_bonuses_survive_their_text() {
    let content = KnittingContent::house();
    let objectives = content
        .scenarios
        .iter()
        .flat_map(|scenario| &scenario.objectives)
        .map(|objective| objective.wants);
    let achievements = content
        .achievements
        .iter()
        .flat_map(|achievement| achievement.wants.iter().copied());
    for wants in content
        .requests
        .iter()
        .map(|request| request.wants)
        .chain(objectives)
        .chain(achievements)
    {
        assert_eq!(wants.to_string().parse(), Ok(wants));
    }
    for bonus in content
        .garments
        .iter()
        .flat_map(|garment| garment.cards.iter().flatten())
    {
        assert_eq!(bonus.to_string().parse(), Ok(*bonus));
    }
}

/// Content is readable as JSON, for pages.
#[test]
fn content_is_readable_as_json() {
    let json = serde_json::to_value(KnittingContent::house().get()).unwrap();
    assert_eq!(json["garments"][0]["garment"], "mittens");
    assert_eq!(json["garments"][0]["cards"][0][0], "1 per striped garment");
    assert_eq!(json["buttons"][0]["kinds"][6]["wish"]["colors"][1], "navy");
    assert_eq!(json["requests"].as_array().unwrap().len(), 18);
}
