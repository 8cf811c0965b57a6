//! What a player reads: the table, labels, the log and refusals.

use bobbin_game::{Event as _, Game as _, Names, SearchChance, random_seat};
use bobbin_knitting_circle::KnittingCircle;

use crate::table::Table;

fn crafting(lines: &str) -> Table {
    Table::at("players=2", &format!("phase crafting\n{lines}"))
}

fn labels(table: &Table, seat: usize, word: &str) -> Vec<String> {
    let view = table.view(seat);
    let actions = table.legal_of(seat, word).into_iter();
    actions
        .map(|action| {
            KnittingCircle::tell(&view, action.parse().expect("it is legal"))
                .label
                .to_string()
        })
        .collect()
}

/// The sentence with which an action is refused.
#[track_caller]
fn refusal(table: &mut Table, seat: usize, action: &str) -> String {
    table.try_play(seat, action).expect_err(action).to_string()
}

fn log(table: &Table) -> Vec<String> {
    let names = ["Ann".to_owned(), "Ben".to_owned()];
    let told = table.events.iter();
    told.map(|told| told.event.words().in_full(&Names(&names)))
        .collect()
}

/// 5.10, 5.4: what spaces give and what a deck costs stand on the table.
#[test]
fn the_table_shows_what_spaces_give_and_decks_cost() {
    let text = crafting("garment 0 socks-01 teal").view(0).to_string();
    assert!(
        text.contains("knitting  socks 1       teal – v+yarn –3 v5 · no pattern · can become: "),
        "{text}"
    );
    assert!(
        text.contains("hats         14  yellow  – – v v3 v5+paw"),
        "{text}"
    );
}

/// 5.23: whoever casts off a garment without a pattern is told before.
#[test]
fn a_label_warns_of_an_ugly_button() {
    let table = crafting(
        "garment 0 mittens-01 teal pink navy\ngarment 0 hats-01 teal teal teal teal\nworkspace 0 color-03 - - - - -",
    );
    assert_eq!(
        labels(&table, 0, "complete"),
        [
            "Complete the mittens (2 points, no pattern: ugly button) with the teal button (1) · mittens 1",
            "Complete the hat (3 points, solid) with the teal button (1) · hats 1"
        ]
    );
}

/// 8.2: tiles of one color are counted, not listed.
#[test]
fn a_label_counts_the_tiles_to_keep() {
    let mut table = crafting("center teal\ntiles 0 teal-knit teal-bowl pink-purl");
    table.play(0, "done").play(1, "done");
    assert_eq!(
        labels(&table, 0, "retain"),
        ["Keep 2 teal", "Keep 1 teal and 1 pink"]
    );
}

/// 3.2, 4.2, 4.5, 5.2, 5.9, 5.12, 5.17: a refusal tells what to do, in the words of the table.
#[test]
fn refusals_say_what_to_do() {
    let mut table = crafting(
        "garment 0 long-johns-01 teal teal teal teal\ngarment 1 mittens-01 teal teal teal teal\ntiles 0 teal-purl pink-bowl\ntiles 1 teal-purl",
    );
    let mut told = |seat, action| refusal(&mut table, seat, action);
    assert_eq!(
        told(0, "complete long-johns-01"),
        "Of the long johns, 1 mandatory space is still to be filled."
    );
    assert_eq!(
        told(0, "flip teal-purl teal-purl"),
        "You have only one teal purl tile: discard another tile to turn it over."
    );
    assert_eq!(
        told(0, "knit teal-purl long-johns-01"),
        "The next space of the long johns takes the knit side: use a knit tile or one from the bowl."
    );
    assert_eq!(
        told(0, "knit pink-knit long-johns-01"),
        "You have no pink knit tile."
    );
    assert_eq!(
        told(0, "knit teal-bowl long-johns-01"),
        "You have no teal tile in the bowl."
    );
    assert_eq!(
        told(1, "knit teal-purl mittens-01"),
        "All spaces of the mittens are filled: complete the garment."
    );
    assert_eq!(told(0, "coin"), "That is not done now: the crafting phase is on.");
    let mut drafting = Table::at(
        "players=2",
        "phase drafting 0\ncats 0 6\ncircle -/- -/navy teal/- pink/-",
    );
    assert_eq!(
        refusal(&mut drafting, 0, "draft 3 inner"),
        "Your cat cannot go that far: other spaces come first. · It can go to space 1 or 2, not 3."
    );
    assert_eq!(
        refusal(&mut drafting, 0, "draft 1 inner"),
        "No tile lies there. · In the inner slot of space 1."
    );
}

/// 8.2: who is not asked which tiles to keep is not told to take something back.
#[test]
fn who_keeps_its_tiles_unasked_is_told_to_wait() {
    let mut table = crafting("center teal\ntiles 0 teal-knit teal-bowl pink-purl\ntiles 1 navy-bowl");
    table.play(0, "done").play(1, "done");
    assert_eq!(
        refusal(&mut table, 1, "retain navy navy"),
        "The tiles you keep are settled: wait for the others."
    );
}

/// 5.20, 7.5: the log tells buttons and requests by what they ask for.
#[test]
fn the_log_tells_buttons_and_requests_in_words() {
    let mut table = crafting(
        "center teal\nrequest identical-stripes\ncompleted 0 mittens-01 teal pink teal\n\
         garment 0 long-johns-02 pink teal pink teal\ntiles 0 pink-bowl\nworkspace 0 color-18 - - pattern-01 - -",
    );
    table
        .play(0, "knit pink-bowl long-johns-02")
        .play(0, "complete long-johns-02 color-18 pattern-01")
        .play(0, "done")
        .play(1, "done");
    let log = log(&table);
    for sentence in [
        "Ann knits a pink tile from the bowl onto space 5 of the long johns · long johns 2",
        "Ann completes long johns (striped) with the teal+pink button (3) and the striped button (3) · long johns 2",
        "Ann fulfills the request for 2 garments with identical stripes (3 points)",
        "The request for 2 garments with identical stripes gives no more paws",
        "Ann draws the purple button (1)",
    ] {
        assert!(log.iter().any(|line| line == sentence), "{sentence}\n{log:#?}");
    }
}

/// 3.2: notation says nothing to a person: no label and no sentence of the log of a whole game shows it.
#[test]
fn no_label_or_sentence_shows_notation() {
    let mut table = Table::start("players=2");
    let (mut random, mut buffer) = (SearchChance::new(7), Vec::new());
    let mut said = 0;
    while let Some(seat) = random_seat(table.game.to_act(), &mut random) {
        let view = table.view(seat.index());
        let action = table.game.random_action(seat, &mut random, &mut buffer);
        let label = KnittingCircle::tell(&view, action).label.to_string();
        assert!(!label.contains('-'), "{label}");
        table.play(seat.index(), &action.to_string());
        for line in log(&table) {
            assert!(!line.contains('-'), "{line}");
            said += 1;
        }
        table.events.clear();
    }
    assert!(said > 200, "{said}");
}

/// 9.2, 5.17, 5.6: the prompt warns of garments that would be left over, and speaks of one card where there is one.
#[test]
fn prompts_fit_the_situation() {
    let prompt = |options: &str, lines: &str| {
        let table = Table::at(options, &format!("phase crafting\n{lines}"));
        KnittingCircle::prompt(&table.view(0)).text.to_string()
    };
    let usual = "Start, knit, flip, grab and complete as you like, then say Done.";
    let full = "garment 0 mittens-01 teal teal teal";
    assert_eq!(prompt("players=2", &format!("round 5\n{full}")), usual);
    assert_eq!(
        prompt("players=2", &format!("round 6\n{full}")),
        "This is the last round: complete your garments before you say Done, or they score nothing."
    );
    assert_eq!(
        prompt("players=2", "round 6\ngarment 0 mittens-01 teal teal"),
        usual
    );
    assert_eq!(prompt("players=2", "offer 0 hats-01"), "Keep the card you drew.");
    assert_eq!(
        prompt("players=2", "offer 0 hats-01 hats-02"),
        "Keep one of the cards you drew."
    );
}

/// 5.5, 11.10: of two drawn cards one can be kept, and a card that comes alone is called so.
#[test]
fn the_log_counts_the_cards_one_can_keep() {
    for (options, words) in [
        ("players=2", "Ann can keep one of them · hats "),
        (
            "players=2 modification=surprise-garments",
            "Ann can keep it · hats ",
        ),
    ] {
        let mut table = Table::start(options);
        table.play(0, "first hats");
        let log = log(&table);
        assert!(log.iter().any(|line| line.starts_with(words)), "{log:#?}");
    }
}
