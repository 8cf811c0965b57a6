//! What a player may imagine: exactly the deals in which all that happened could have happened, none likelier.
//!
//! The tests know nothing of how `sample` decides that. They play the game again from an imagined deal, and ask the
//! rules.

use bobbin_game::{Game as _, SearchChance, Seat, Viewer, random_seat};
use bobbin_hearts::{Action, Cards, Hearts, Pass, View};
use bobbin_testkit::{assert_sample_uniform, assert_uniform, check_weighted};

use crate::table::{after, cards, legal, setup, situation};

/// A deal without a pass, and the cards played from it so far.
struct Played {
    state: Hearts,
    plays: Vec<(Seat, Action)>,
}

impl Played {
    /// Plays random cards until the player to lead holds `left` cards.
    fn random(mut state: Hearts, left: usize, random: &mut SearchChance) -> Played {
        let mut plays = Vec::new();
        while let Some(seat) = random_seat(state.to_act(), random) {
            let action = state.random_action(seat, random, &mut Vec::new());
            plays.push((seat, action));
            state
                .apply(seat, action, &mut SearchChance::new(0), &mut ())
                .expect("it is legal");
            if plays.len() == 4 * (13 - left) {
                break;
            }
        }
        Played { state, plays }
    }

    /// The state that these hands would have led to, if the same cards could have been played from them.
    fn again(&self, hands: [Cards; 4]) -> Option<Hearts> {
        let played = self.state.view(Viewer::Spectator).seats.map(|seat| seat.played);
        let lines = [0, 1, 2, 3].map(|seat| format!("hand {seat} {}", hands[seat] | played[seat]));
        let mut state = situation(&lines.join("\n"));
        for &(seat, action) in &self.plays {
            state
                .apply(seat, action, &mut SearchChance::new(0), &mut ())
                .ok()?;
        }
        Some(state)
    }

    /// Every deal of the cards that the viewer does not see, each tried against the rules.
    fn all_worlds(&self, viewer: Viewer) -> Vec<Hearts> {
        let view = self.state.view(viewer);
        let hands = view.seats.clone().map(|seat| seat.hand.unwrap_or_default());
        let seen = hands.iter().fold(view.played(), |seen, &hand| seen | hand);
        let sizes = view.seats.map(|seat| usize::from(seat.hand_size));
        let mut deals = vec![hands];
        for card in (Cards::DECK - seen).iter() {
            let with = |hands: [Cards; 4], seat: usize| {
                let mut hands = hands;
                hands[seat] = hands[seat].with(card);
                (hands[seat].len() <= sizes[seat]).then_some(hands)
            };
            deals = deals
                .into_iter()
                .flat_map(|hands| (0..4).filter_map(move |seat| with(hands, seat)))
                .collect();
        }
        let worlds = deals.into_iter().filter_map(|hands| self.again(hands));
        worlds
            .filter(|world| world.view(viewer) == self.state.view(viewer))
            .collect()
    }
}

fn hands(state: &Hearts) -> [Cards; 4] {
    state
        .view(Viewer::Everything)
        .seats
        .map(|seat| seat.hand.expect("everything is seen"))
}

fn assert_exact(deal: &str, left: usize, seed: u64) {
    let mut random = SearchChance::new(seed);
    let played = Played::random(situation(deal), left, &mut random);
    let mut viewers: Vec<Viewer> = Seat::all(4).map(Viewer::Seat).collect();
    if left <= 2 {
        viewers.push(Viewer::Spectator);
    }
    for viewer in viewers {
        let worlds = played.all_worlds(viewer);
        assert!(worlds.contains(&played.state));
        assert_sample_uniform(&played.state.view(viewer), &worlds, 20 * worlds.len());
    }
}

/// 3.8: missing suits.
#[test]
fn imagined_deals_are_exactly_the_possible_ones() {
    for seed in 0..3 {
        let deal = Hearts::start(&setup("pass=none"), &mut SearchChance::new(seed)).to_position();
        assert_exact(&deal, 3, seed);
        assert_exact(&deal, 2, seed);
    }
}

/// 3.5, 3.8: nothing but penalty cards in the first trick.
#[test]
fn a_hand_of_penalty_cards_is_imagined_as_one() {
    let deal = "
        hand 0 2345678C 234567D
        hand 1 QS 23456789TJQKH
        hand 2 9TJQKAC 89TJD 2KAS
        hand 3 QKAD 3456789TJS AH";
    for seed in 0..4 {
        assert_exact(deal, 3, seed);
        assert_exact(deal, 2, seed);
    }
}

/// 3.6, 3.8: nothing but hearts at a lead.
#[test]
fn a_hand_of_hearts_is_imagined_as_one() {
    let deal = "hand 0 AC 23456789TJQKH\n hand 1 23456C 23456789D\n hand 2 789TJQKC TJQKAS 2S\n hand 3 TJQKAD 3456789S AH";
    let mut random = SearchChance::new(0);
    let played = Played::random(situation(deal), 11, &mut random);
    assert_eq!(
        played.state.view(Viewer::Spectator).seats[0].lacks,
        cards("C D S")
    );
    for seed in 0..4 {
        assert_exact(deal, 3, seed);
        assert_exact(deal, 2, seed);
    }
}

/// 3.1: before the first card the two of clubs is with the leader.
#[test]
fn the_leader_of_the_first_trick_has_the_two_of_clubs() {
    let mut chance = SearchChance::new(2);
    let state = Hearts::start(&setup("pass=none"), &mut chance);
    let leader = state.to_act().first().unwrap();
    for viewer in Viewer::all(4) {
        for _ in 0..50 {
            assert_eq!(
                legal(&Hearts::sample(&state.view(viewer), &mut chance), leader.index()),
                "play 2C"
            );
        }
    }
}

/// 3.8: at every moment of a game, whatever the pass, an imagined deal could have been played so.
#[test]
fn every_imagined_deal_could_have_been_played() {
    let mut random = SearchChance::new(11);
    for round in 0..12 {
        let pass = ["left", "right", "across", "none"][round % 4];
        let mut state = Hearts::start(&setup(&format!("pass={pass}")), &mut random);
        let mut plays = Vec::new();
        while let Some(seat) = random_seat(state.to_act(), &mut random) {
            let action = state.random_action(seat, &mut random, &mut Vec::new());
            state
                .apply(seat, action, &mut SearchChance::new(0), &mut ())
                .unwrap();
            if let Action::Play(_) = action {
                plays.push((seat, action));
                let played = Played {
                    state,
                    plays: plays.clone(),
                };
                for viewer in Viewer::all(4) {
                    let imagined = Hearts::sample(&state.view(viewer), &mut random);
                    let again = played
                        .again(hands(&imagined))
                        .expect("the same cards can be played");
                    assert_eq!(hands(&again), hands(&imagined));
                    assert_eq!(lacks(&again), lacks(&imagined));
                }
            }
        }
    }
}

fn lacks(state: &Hearts) -> [Cards; 4] {
    state.view(Viewer::Spectator).seats.map(|seat| seat.lacks)
}

const SUITS: &str = "hand 0 C\n hand 1 D\n hand 2 S\n hand 3 H";
const ALL_PASS: &str = "
    0 pass 2C, 0 pass 3C, 0 pass AC, 1 pass 2D, 1 pass 3D, 1 pass 4D,
    2 pass 2S, 2 pass 3S, 2 pass QS, 3 pass 2H, 3 pass 3H, 3 pass 4H,
    0 done, 1 done, 2 done, 3 done";

/// The places in a sorted hand of some of its cards.
fn places(some: Cards, hand: Cards) -> Vec<usize> {
    hand.iter()
        .enumerate()
        .filter(|&(_, card)| some.contains(card))
        .map(|(place, _)| place)
        .collect()
}

/// All choices of up to three places among thirteen.
fn choices(fewest: usize) -> Vec<Vec<usize>> {
    let all = (0u32..1 << 13).filter(|bits| (fewest..=3).contains(&(bits.count_ones() as usize)));
    all.map(|bits| (0..13).filter(|place| bits >> place & 1 == 1).collect())
        .collect()
}

/// 2.2: what another has chosen so far may be anything, nothing included.
#[test]
fn an_unfinished_choice_is_any_choice() {
    let state = Hearts::from_position(&setup("pass=left"), SUITS).unwrap();
    let state = after(state, "1 pass 2D, 2 pass 2S, 2 pass 3S, 2 pass 4S, 2 done");
    let view = state.view(Viewer::Seat(Seat::new(0)));
    let mut chance = SearchChance::new(1);
    let mut imagined = |seat: usize| {
        let view = Hearts::sample(&view, &mut chance).view(Viewer::Everything);
        places(view.seats[seat].passed.unwrap(), view.seats[seat].hand.unwrap())
    };
    assert_eq!((choices(0).len(), choices(3).len()), (378, 286));
    assert_uniform(&choices(0), 20_000, || imagined(1));
    assert_uniform(&choices(3), 20_000, || imagined(2));
}

/// 2.6: what I passed is where I passed it; what others passed may be any three cards that were got.
#[test]
fn my_pass_is_known_and_that_of_others_is_not() {
    for pass in ["left", "right", "across"] {
        let state = Hearts::from_position(&setup(&format!("pass={pass}")), SUITS).unwrap();
        let state = after(state, ALL_PASS);
        let state = after(state, &format!("{} play 2C", state.to_act().first().unwrap()));
        let view = state.view(Viewer::Seat(Seat::new(0)));
        let receiver = view.setup.pass.receiver(Seat::new(0));
        assert_eq!(view.known(receiver), cards("3AC"), "the two is on the table");
        let mut chance = SearchChance::new(3);
        // Somebody whose pass seat 0 neither made nor got.
        let other = Seat::new(if view.setup.pass == Pass::Across {
            1
        } else {
            2 - usize::from(pass == "left")
        });
        let got_by = view.setup.pass.receiver(other).index();
        assert_uniform(&choices(3), 20_000, || {
            let imagined = Hearts::sample(&view, &mut chance).view(Viewer::Everything);
            assert!(
                imagined.seats[receiver.index()]
                    .hand
                    .unwrap()
                    .contains_all(cards("3AC"))
            );
            let seat = &imagined.seats[got_by];
            places(
                imagined.seats[other.index()].passed.unwrap(),
                seat.hand.unwrap() | seat.played,
            )
        });
    }
}

/// 3.8: early in a game, where the deals cannot be listed, single cards are where they should be.
#[test]
fn a_missing_suit_moves_its_cards_to_the_others() {
    // Seat 1 has shown that it has no clubs. Of the 38 unknown cards 12 are with seat 1, 13 with seats 2 and 3 each;
    // the 6 clubs among them are with the latter two.
    let deal = "hand 0 234567C 2345678D\n hand 1 9TJQKAD 2345678S\n hand 2 9TJQKAS 2345678H\n hand 3 89TJQKAC 9TJQKAH";
    let state = after(situation(deal), "0 play 2C, 1 play 9D");
    let view: View = state.view(Viewer::Seat(Seat::new(0)));
    let mut chance = SearchChance::new(8);
    let mut holder = |text: &str| {
        let card = cards(text);
        let hands = hands(&Hearts::sample(&view, &mut chance));
        (1..4)
            .find(|&seat| hands[seat].contains_all(card))
            .expect("somebody has it")
    };
    assert_uniform(&[2, 3], 4000, || holder("8C"));
    // 31 unknown cards are no clubs: 12 of them are with seat 1, the rest is shared evenly.
    check_weighted(&[(&1, 24), (&2, 19), (&3, 19)], 8000, || holder("QS")).unwrap();
}
