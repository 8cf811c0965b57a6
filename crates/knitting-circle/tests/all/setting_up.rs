//! 1, 2: pieces and setting up.

use bobbin_game::{Content as _, Game as _, SearchChance, Viewer};
use bobbin_knitting_circle::{ButtonType, Color, GarmentType, KnittingCircle, KnittingContent, Stitch};

use crate::table::{Table, setup};

fn started(players: usize, seed: u64) -> KnittingCircle {
    KnittingCircle::start(
        &setup(&format!("players={players}")),
        &mut SearchChance::new(seed),
    )
}

/// 1.1: 144 tiles, 24 of each color.
#[test]
fn there_are_24_tiles_of_each_of_six_colors() {
    let table = Table::start("players=4");
    assert_eq!(table.total_tiles(), 144);
    for (name, count) in table.game.census().into_iter().take(Color::COUNT) {
        assert_eq!(count, 24, "{name}");
    }
}

/// 1.2: 84 garment cards of six types, 12 to 16 of each, each with a color of its own.
#[test]
fn there_are_84_garment_cards_of_six_types() {
    let content = KnittingContent::house();
    let counts: Vec<usize> = content
        .garments
        .iter()
        .map(|garment| garment.cards.len())
        .collect();
    assert_eq!(counts.iter().sum::<usize>(), 84);
    assert!(counts.iter().all(|count| (12..=16).contains(count)), "{counts:?}");
    let colors: std::collections::BTreeSet<Color> =
        content.garments.iter().map(|garment| garment.color).collect();
    assert_eq!((colors.len(), GarmentType::COUNT), (6, 6));
}

/// 1.2, 5.17: the house's garments keep to what is known of the printed ones: the shortest completes at three spaces,
/// the longest has seven or more, most spaces are mandatory but not all.
#[test]
fn the_houses_garments_keep_to_the_known_facts() {
    let content = KnittingContent::house();
    let mandatory = content.garments.iter().map(|garment| garment.mandatory);
    assert_eq!(mandatory.min(), Some(3));
    let spaces = content.garments.iter().map(|garment| garment.spaces.len());
    assert!(spaces.clone().max() >= Some(7) && spaces.min() < Some(7));
    for garment in &content.garments {
        let (mandatory, spaces) = (usize::from(garment.mandatory), garment.spaces.len());
        assert!(
            mandatory * 2 > spaces && mandatory < spaces,
            "{:?}",
            garment.garment
        );
        let first_points = garment.spaces.iter().position(|space| space.points > 0);
        assert_eq!(first_points, Some(mandatory - 1), "{:?}", garment.garment);
    }
    let bonuses = || {
        content
            .garments
            .iter()
            .flat_map(|garment| garment.cards.iter().flatten())
    };
    assert!(bonuses().any(|bonus| bonus.to_string() == "2 per solid garment"));
    let request = |wants: &str| {
        content
            .requests
            .iter()
            .find(|card| card.wants.to_string() == wants)
    };
    assert_eq!(request("2 garments with identical stripes").unwrap().points, 3);
    assert!(request("8 purple tiles").is_some() && request("5 garment buttons").is_some());
}

/// 1.3: thirty buttons of each of three types, with points.
#[test]
fn there_are_thirty_buttons_of_each_type() {
    for pile in &KnittingContent::house().buttons {
        assert_eq!(
            pile.kinds.iter().map(|kind| u32::from(kind.count)).sum::<u32>(),
            30
        );
        assert!(pile.kinds.iter().all(|kind| kind.points > 0));
    }
}

/// 1.4: paws, needles, cats and requests.
#[test]
fn paws_needles_cats_and_requests_are_complete() {
    let content = KnittingContent::house();
    assert_eq!((content.requests.len(), content.cats.len()), (18, 4));
    let table = Table::start("players=3");
    assert!(table.everything().boards.iter().all(|board| board.needles == 2));
    let census = table.game.census();
    let of = |name: &str| census.iter().find(|(found, _)| *found == name).unwrap().1;
    assert_eq!((of("paws"), of("garment cards")), (12, 84));
    assert_eq!(bobbin_knitting_circle::NEEDLES, 8);
}

/// 2.1: one to four play, and nobody else.
#[test]
fn five_cannot_play() {
    let options: bobbin_game::Options = "players=5".parse().unwrap();
    let error = <bobbin_knitting_circle::KnittingSetup as bobbin_game::Setup>::new(
        &options,
        KnittingContent::house(),
    );
    assert_eq!(
        error.unwrap_err().to_string(),
        "option players cannot be 5: expected one of 1, 2, 3, 4"
    );
}

/// 2.2: 8, 10 and 12 spaces, knit and purl in turn, two slots each.
#[test]
fn the_board_has_8_10_or_12_spaces_that_alternate() {
    for (players, spaces) in [(1, 8), (2, 8), (3, 10), (4, 12)] {
        let view = started(players, 1).view(Viewer::Spectator).told();
        assert_eq!(view.circle.len(), spaces);
        for (number, space) in view.circle.iter().enumerate() {
            assert_eq!(
                space.stitch,
                if number % 2 == 0 {
                    Stitch::Knit
                } else {
                    Stitch::Purl
                }
            );
            assert!(space.inner.is_some() && space.outer.is_some());
        }
    }
}

/// 2.3, 2.4: cats are placed at random on the starting spaces; the star's owner is first player.
#[test]
fn the_owner_of_the_cat_on_the_star_is_first_player() {
    let mut firsts = [0; 3];
    for seed in 0..60 {
        let view = started(3, seed).view(Viewer::Spectator).told();
        let mut cats = view.cats.clone();
        assert_eq!(view.cats[view.first.index()], 0);
        firsts[view.first.index()] += 1;
        cats.sort_unstable();
        assert_eq!(cats, [0, 3, 7]);
    }
    assert!(firsts.iter().all(|&count| count > 5), "{firsts:?}");
    let starts = |players| {
        let mut cats = started(players, 3).view(Viewer::Spectator).told().cats;
        cats.sort_unstable();
        cats
    };
    assert_eq!((starts(2), starts(4)), (vec![0, 4], vec![0, 3, 6, 9]));
}

/// 2.5, 2.6, 2.7: center, circle, bowls and bag.
#[test]
fn tiles_go_to_center_circle_and_bowls() {
    let view = started(4, 5).view(Viewer::Spectator).told();
    assert_eq!(view.center.len(), 6);
    assert!(
        view.boards
            .iter()
            .all(|board| board.bowl.len() == 2 && board.drafted.is_empty())
    );
    assert_eq!(
        view.bag.values().map(|&count| u32::from(count)).sum::<u32>(),
        144 - 6 - 24 - 8
    );
}

/// 2.8, 2.9: six buttons and one paw each.
#[test]
fn each_player_has_two_buttons_of_each_type_and_a_paw() {
    let view = started(4, 6).view(Viewer::Spectator).told();
    for board in &view.boards {
        for shape in ButtonType::ALL {
            assert!(board.workspace[&shape].0.iter().all(Option::is_some));
        }
        assert_eq!((board.paws, board.needles), (1, 2));
    }
    assert_eq!(view.paws, 8);
    assert!(view.buttons.values().all(|&left| left == 22));
}

/// 2.10, 2.11, 5.7: all choose a first garment at once, free of yarn; the other card is seen by its drawer only.
#[test]
fn first_garments_are_chosen_at_once() {
    let mut table = Table::start("players=2");
    assert_eq!(table.to_act(), [0, 1]);
    assert_eq!(table.legal(0).len(), 6);
    table
        .play(1, "first hats")
        .refuse(1, "first hats", "offer_open")
        .play(0, "first hats");
    assert_eq!(
        table.lines("offer"),
        ["offer 0 hats-03 hats-04", "offer 1 hats-01 hats-02"]
    );
    assert_eq!(table.legal(0), ["keep hats-03", "keep hats-04"]);
    assert!(table.told(0).boards[1].offer.as_ref().unwrap().cards.is_empty());
    let tiles = table.lines("tiles");
    table
        .play(0, "keep hats-04")
        .refuse(0, "first socks", "already_done");
    assert_eq!(table.to_act(), [1]);
    table.play(1, "keep hats-01");
    assert_eq!(table.lines("tiles"), tiles, "nothing was paid");
    assert_eq!(table.lines("garment"), ["garment 0 hats-04", "garment 1 hats-01"]);
    assert_eq!(table.lines("bottom"), ["bottom hats-03 0", "bottom hats-02 1"]);
    let bottom = |seat| {
        table.told(seat).decks[2]
            .bottom
            .iter()
            .map(|card| card.card.is_some())
            .collect::<Vec<_>>()
    };
    assert_eq!((bottom(0), bottom(1)), (vec![true, false], vec![false, true]));
    assert_eq!(table.told(0).boards[0].needles, 1);
}

/// 2.12, 2.13: the first player lays a center tile on a slot; it takes the side of the space.
#[test]
fn the_first_player_lays_a_tile_from_the_center() {
    let circle = "circle purple/navy purple/navy purple/navy purple/navy";
    let mut table = Table::at(
        "players=2",
        &format!("phase center\nfirst 1\ncats 7 6\ncenter teal pink\n{circle}"),
    );
    assert_eq!(table.to_act(), [1]);
    assert_eq!(table.legal(1).len(), 2 * 16);
    table.refuse(0, "center teal 1 inner", "not_your_turn");
    table.refuse(1, "center navy 1 inner", "not_in_center");
    table.refuse(1, "center teal 8 inner", "no_such_slot");
    let bag = table.everything().bag[&Color::Purple];
    table.play(1, "center teal 1 inner");
    let view = table.everything();
    assert_eq!((view.circle[1].inner, view.center.len()), (Some(Color::Teal), 1));
    assert_eq!(view.bag[&Color::Purple], bag + 1);
    assert_eq!(view.phase, "drafting");
    table.play(1, "draft 0 outer").play(0, "draft 1 inner");
    assert_eq!(table.lines("tiles"), ["tiles 0 teal-purl", "tiles 1 navy-knit"]);
}

/// 2.13: a center tile may go on an open slot.
#[test]
fn a_center_tile_may_go_on_an_open_slot() {
    let mut table = Table::at("players=2", "phase center\ncenter teal\ncircle -/navy");
    table.play(0, "center teal 5 outer");
    assert_eq!(table.everything().circle[5].outer, Some(Color::Teal));
}

/// 2.14: four requests are dealt, paw side up; without requests there are none.
#[test]
fn four_requests_are_dealt_with_the_paw_side_up() {
    let view = started(3, 8).view(Viewer::Spectator).told();
    assert_eq!(view.requests.len(), 4);
    assert!(
        view.requests
            .iter()
            .all(|request| !request.is_flipped && request.met_by.is_empty())
    );
    assert!(
        Table::start("players=3 requests=no")
            .everything()
            .requests
            .is_empty()
    );
    let mut seen = std::collections::BTreeSet::new();
    for seed in 0..80 {
        seen.extend(
            started(2, seed)
                .view(Viewer::Spectator)
                .told()
                .requests
                .iter()
                .map(|request| request.card),
        );
    }
    assert_eq!(seen.len(), 18, "every request comes up");
}

/// 2.10: a surprise variant aside, exactly two cards are drawn, by chance.
#[test]
fn drawing_cards_asks_chance() {
    let mut table = Table::start("players=2").luck(&[3, 3]);
    table.play(0, "first mittens");
    assert_eq!(table.chance.asked.len(), 2);
    assert_eq!(table.lines("offer"), ["offer 0 mittens-04 mittens-05"]);
}
