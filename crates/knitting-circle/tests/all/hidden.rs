//! What is hidden, and samples of it.

use bobbin_game::{Game as _, SearchChance, Seat, Setup as _, Viewer};
use bobbin_knitting_circle::KnittingCircle;
use bobbin_testkit::assert_sample_uniform;

use crate::table::{Table, setup};

/// All long johns but 1 to 4, completed.
fn gone() -> String {
    let colors = ["purple", "navy", "teal", "green"];
    (5..=12)
        .map(|card| {
            format!(
                "completed 1 long-johns-{card:02} {}\n",
                [colors[card % 4]; 5].join(" ")
            )
        })
        .collect()
}

/// 5.7, 2.11: offers and bottom cards are dealt anew, every deal equally likely.
#[test]
fn samples_are_uniform_over_all_deals() {
    let position = |offer: &str, bottom: [&str; 2]| {
        format!(
            "phase crafting\noffer 1 {offer}\n{}bottom {} 0\nbottom {} 1\n",
            gone(),
            bottom[0],
            bottom[1]
        )
    };
    let setup = setup("players=2");
    let game = |text: &str| KnittingCircle::from_position(&setup, text).unwrap();
    let card = |number: usize| format!("long-johns-{number:02}");
    // Seat 0 knows its own bottom card 1. Hidden from it: the offer of seat 1, the card that seat 1 laid down and
    // the one card of the deck that nobody has seen. Offers are written lowest first.
    let mut deals = Vec::new();
    let base = game(&position(&card(2), [&card(1), &card(3)]));
    for offered in 2..=4 {
        for bottom in (2..=4).filter(|&bottom| bottom != offered) {
            deals.push(game(&position(&card(offered), [&card(1), &card(bottom)])));
        }
    }
    assert_eq!(deals.len(), 6);
    assert_sample_uniform(&base.view(Viewer::Seat(Seat::new(0))), &deals, 6000);
    // Seat 1 knows all but the first bottom card.
    let own = [1, 4].map(|bottom| game(&position(&card(2), [&card(bottom), &card(3)])));
    assert_sample_uniform(&base.view(Viewer::Seat(Seat::new(1))), &own, 2000);
    let all: Vec<KnittingCircle> = (1..=4)
        .flat_map(|a| (1..=4).flat_map(move |b| (1..=4).map(move |c| [a, b, c])))
        .filter(|[a, b, c]| a != b && b != c && a != c)
        .map(|[a, b, c]| game(&position(&card(a), [&card(b), &card(c)])))
        .collect();
    assert_eq!(all.len(), 24);
    assert_sample_uniform(&base.view(Viewer::Spectator), &all, 24_000);
}

/// 5.7: the two cards of an offer have no order.
#[test]
fn an_offer_of_two_is_sampled_as_a_set() {
    let position = |offer: &str| format!("phase crafting\noffer 1 {offer}\n{}", gone());
    let setup = setup("players=2");
    let game = |text: &str| KnittingCircle::from_position(&setup, text).unwrap();
    let pairs = [(1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4)];
    let deals = pairs.map(|(a, b)| game(&position(&format!("long-johns-{a:02} long-johns-{b:02}"))));
    assert_sample_uniform(&deals[0].view(Viewer::Spectator), &deals, 6000);
}

/// 5.7: while an offer is open the others see only its type and size.
#[test]
fn an_offer_is_seen_by_its_seat_only() {
    let mut table = Table::start("players=3");
    table.play(1, "first socks");
    let offer = |viewer| table.game.view(viewer).told().boards[1].offer.clone().unwrap();
    assert_eq!(offer(Viewer::Seat(Seat::new(1))).cards.len(), 2);
    for viewer in [
        Viewer::Seat(Seat::new(0)),
        Viewer::Seat(Seat::new(2)),
        Viewer::Spectator,
    ] {
        assert_eq!((offer(viewer).count, offer(viewer).cards.len()), (2, 0));
    }
    let told = |seat: usize| {
        let viewer = Viewer::Seat(Seat::new(seat));
        table
            .events
            .iter()
            .filter(|told| told.audience.includes(viewer))
            .count()
    };
    assert_eq!((told(0), told(1)), (2, 3), "only the drawer is told the cards");
}

/// 1.1 to 1.4 hold at every step: the census is complete from the first action to the last, and no more garments are in
/// progress than there are needles.
#[test]
fn nothing_is_ever_lost() {
    for setup in KnittingCircle::setups() {
        for seed in 0..4 {
            let mut chance = SearchChance::new(seed);
            let mut game = KnittingCircle::start(&setup, &mut chance);
            let census = game.census();
            let of = |name: &str| census.iter().find(|(found, _)| *found == name).unwrap().1;
            let buttons = ["color buttons", "pattern buttons", "garment buttons"].map(of);
            assert_eq!(
                (of("tiles"), of("garment cards"), of("paws"), buttons),
                (144, 84, 12, [30; 3])
            );
            let mut random = SearchChance::new(seed + 100);
            let mut seen = 0;
            bobbin_game::play_out(&mut game, &mut random, &mut chance, |state, _, _| {
                assert_eq!(state.census(), census);
                let garments = |seat| state.player(seat).in_progress().len();
                let needles = usize::from(setup.rules().needles);
                assert!(Seat::all(setup.players()).all(|seat| garments(seat) <= needles));
                seen += 1;
            });
            assert!(seen > 50 && game.census() == census);
        }
    }
}

/// A whole game, as every viewer sees it.
#[test]
fn a_solo_game_reads_as_it_always_did() {
    let game = bobbin_testkit::playthrough::<KnittingCircle>(&setup("players=1"), "solo");
    insta::assert_snapshot!(bobbin_testkit::abridged(
        "a_solo_game_reads_as_it_always_did",
        &game
    ));
}

/// A whole game of two, as every viewer sees it.
#[test]
fn a_game_of_two_reads_as_it_always_did() {
    let game = bobbin_testkit::playthrough::<KnittingCircle>(&setup("players=2"), "two");
    insta::assert_snapshot!(bobbin_testkit::abridged(
        "a_game_of_two_reads_as_it_always_did",
        &game
    ));
}
