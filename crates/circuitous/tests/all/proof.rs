use std::collections::BTreeMap;

use bobbin_circuitous::{Circuitous, PhaseView};
use bobbin_game::{Game, SearchChance, Seat, Viewer};
use bobbin_testkit::check_weighted;

use crate::situation::{all_but, played, situation};

const OTHER: Viewer = Viewer::Seat(Seat::new(1));

fn hand(state: &Circuitous) -> Vec<String> {
    let view = state.view(Viewer::Everything);
    let held = view.seats[0].hand.clone().unwrap();
    held.iter()
        .flat_map(|held| vec![held.card.to_string(); usize::from(held.count)])
        .collect()
}

/// 3.4: what failing proves is part of the view, and a sample never contradicts it.
#[test]
fn a_failed_first_card_is_remembered_by_sample() {
    let state = situation(
        "players=2",
        "hand 0 straight left right across bridge\nhand 1 tee",
    );
    let failed = played(&state, "discard left");
    let view = failed.view(OTHER);
    assert_eq!(view.seats[0].proof.ways(), &[0, 0, 0, 0, 1]);
    assert_eq!(view.phase, PhaseView::Done);
    let firsts: Vec<String> = view
        .kinds
        .iter()
        .filter(|kind| kind.first)
        .map(|kind| kind.card.to_string())
        .collect();
    assert_eq!(firsts.len(), 8);
    let mut chance = SearchChance::new(4);
    for _ in 0..500 {
        let guess = Circuitous::sample(&view, &mut chance);
        assert!(
            hand(&guess).iter().all(|card| !firsts.contains(card)),
            "{:?}",
            hand(&guess)
        );
    }
    let later = played(&failed, "end").view(OTHER);
    for _ in 0..500 {
        let guess = Circuitous::sample(&later, &mut chance);
        assert!(hand(&guess).iter().filter(|card| firsts.contains(card)).count() <= 1);
    }
}

/// Every order of these cards.
fn orders(cards: &[&'static str]) -> Vec<Vec<&'static str>> {
    if cards.is_empty() {
        return vec![Vec::new()];
    }
    let with = |place: usize| {
        let rest: Vec<&'static str> = cards[..place]
            .iter()
            .chain(&cards[place + 1..])
            .copied()
            .collect();
        orders(&rest).into_iter().map(move |mut order| {
            order.insert(0, cards[place]);
            order
        })
    };
    (0..cards.len()).flat_map(with).collect()
}

/// 3.4: a sample is as likely as the orders of the deck that lead to it: compared with all orders, one by one.
#[test]
fn samples_weigh_every_order_of_the_deck_alike() {
    check_orders(
        "straight-draw",
        &[
            "straight-draw",
            "bridge",
            "sway-right",
            "high-left",
            "drift-slide",
            "tee",
            "branch-slide",
            "cross",
        ],
    );
}

/// 3.4: the copies of a card are different cards: an order counts once for each copy that can have been the one that
/// left.
#[test]
fn samples_weigh_copies_as_cards_of_their_own() {
    check_orders(
        "straight",
        &[
            "straight",
            "bridge",
            "straight",
            "high-left",
            "across",
            "tee",
            "across",
            "cross",
        ],
    );
}

/// Seat 0 holds the first two of these and a right bend, and cannot lay a first card; the other six are in the deck.
/// Later it plays the card `left`.
fn check_orders(left: &str, cards: &[&'static str]) {
    const FIRSTS: [&str; 3] = ["tee", "branch-slide", "cross"];
    let gone = all_but(&format!("right {}", cards.join(" ")));
    let text = format!(
        "hand 0 {} {} right\ndiscard 0 {gone}\nhand 1 tee straight left",
        cards[0], cards[1]
    );
    let failed = played(
        &situation("players=2", &text),
        "discard right; end; play tee; at 0,14,0; end",
    );
    assert_eq!(failed.view(Viewer::Spectator).seats[0].hand_size, 5);
    // Whatever was drawn: a card is played that was held when the proof was given, which nobody else knows.
    let mut state = played(&failed, &format!("play {left}"));
    let place = crate::situation::legal(&state)[0].clone();
    state = played(&state, &format!("{place}; end"));
    let view = state.view(OTHER);
    assert_eq!((view.seats[0].hand_size, view.seats[0].deck_size), (5, 2));

    let mut weights: BTreeMap<Vec<String>, u64> = BTreeMap::new();
    for order in orders(cards) {
        // Two cards held at the proof, three drawn at once, one drawn after the card was played, two in the deck.
        if order[..2].iter().any(|card| FIRSTS.contains(card)) {
            continue;
        }
        for gone in (0..5).filter(|&place| order[place] == left) {
            let others = (0..6).filter(|place| *place != gone);
            let mut held: Vec<String> = others.map(|place| order[place].to_owned()).collect();
            held.sort();
            *weights.entry(held).or_default() += 1;
        }
    }
    let expected: Vec<(&Vec<String>, u64)> = weights.iter().map(|(held, &weight)| (held, weight)).collect();
    let mut chance = SearchChance::new(11);
    let guess = || {
        let mut held = hand(&Circuitous::sample(&view, &mut chance));
        held.sort();
        held
    };
    check_weighted(&expected, 40_000, guess).unwrap();
}

/// 2.5: without a proof every hand is equally likely.
#[test]
fn without_a_proof_every_hand_is_equally_likely() {
    let gone = all_but("left right tee cross bridge");
    let text = format!("turn 1\ncard 1 1 branch 0,14,0\nhand 0 left right\ndiscard 0 {gone}\nhand 1 tee");
    let view = situation("players=2", &text).view(OTHER);
    let cards = ["bridge", "cross", "left", "right", "tee"];
    let mut pairs: Vec<Vec<String>> = Vec::new();
    for (place, first) in cards.iter().enumerate() {
        pairs.extend(
            cards[place + 1..]
                .iter()
                .map(|second| vec![(*first).to_owned(), (*second).to_owned()]),
        );
    }
    let mut chance = SearchChance::new(5);
    bobbin_testkit::assert_uniform(&pairs, 20_000, || {
        let mut held = hand(&Circuitous::sample(&view, &mut chance));
        held.sort();
        held
    });
}
