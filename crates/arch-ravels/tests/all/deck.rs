//! The lazy decks against decks that are really shuffled.

use std::collections::BTreeMap;

use bobbin_arch_ravels::{ArchRavels, ArchRavelsContent, CardFace, Event};
use bobbin_game::{Chance as _, Content as _, Game, SearchChance, Stream, Told};

use crate::table::{setup, two};

/// What a card is, as far as the structure of the deck goes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Kind {
    Yarn,
    Event,
    Favorite,
    Other,
}

const FAVORITES: [&str; 2] = ["snugglesaurus", "prodigy-cowl"];

fn kind_of(id: &str) -> Kind {
    if FAVORITES.contains(&id) {
        Kind::Favorite
    } else {
        Kind::Other
    }
}

/// How the deck goes on behind the first bazaar: where the requests and the first events come, told in a few words that
/// a χ² test can count: the kinds of the next four cards, and how many requests are among the next 20 and the next 45.
type Shape = ([Kind; 4], usize, usize);

fn shape(kinds: &[Kind]) -> Shape {
    let requests = |count: usize| {
        let is_request = |kind: &&Kind| matches!(kind, Kind::Favorite | Kind::Other);
        kinds[..count].iter().filter(is_request).count()
    };
    (
        [kinds[0], kinds[1], kinds[2], kinds[3]],
        requests(20),
        requests(45),
    )
}

/// A deck made of cards as at a table: shuffled, the requests shuffled into the top half, six yarn cards dealt, the
/// rest put back one by one at random places.
fn shuffled_list(random: &mut SearchChance) -> Vec<Kind> {
    let stream = Stream(0);
    let mut deck: Vec<Kind> = std::iter::repeat_n(Kind::Yarn, 74)
        .chain(std::iter::repeat_n(Kind::Event, 12))
        .collect();
    random.shuffle(stream, &mut deck);
    let bottom = deck.split_off(43);
    deck.extend([Kind::Favorite, Kind::Favorite, Kind::Other, Kind::Other]);
    random.shuffle(stream, &mut deck);
    deck.extend(bottom);
    let mut aside = Vec::new();
    let mut dealt = 0;
    while dealt < 6 {
        match deck.remove(0) {
            Kind::Yarn => dealt += 1,
            other => aside.push(other),
        }
    }
    for card in aside {
        let place = random.below(deck.len() as u32 + 1) as usize;
        deck.insert(place, card);
    }
    deck
}

/// The same from the game: a start, then restocks of an emptied bazaar until the deck is through.
fn lazy_list(random: &mut SearchChance) -> Vec<Kind> {
    let setup = setup("players=2 seat0=rebecca seat1=derrick");
    let mut state = ArchRavels::start(&setup, random);
    let mut kinds = Vec::new();
    while kinds.len() < 45 {
        // Shop six, restock, and let someone choose until the next turn.
        let mut log: Vec<Told<Event>> = Vec::new();
        let mut legal = Vec::new();
        let seat = state.to_act().first().unwrap();
        state.legal_actions(seat, &mut legal);
        let shop = legal.iter().find(|action| action.to_string().starts_with("shop"));
        let move_on = legal
            .iter()
            .find(|action| ["restock", "end", "pass"].contains(&action.to_string().as_str()));
        let action = *shop.or(move_on).unwrap_or(&legal[0]);
        state.apply(seat, action, random, &mut log).unwrap();
        for told in log {
            if let Event::Revealed { card, .. } = told.event {
                kinds.push(match card {
                    CardFace::Yarn(_) => Kind::Yarn,
                    CardFace::Event(_) => Kind::Event,
                    CardFace::Request(card) => kind_of(&card.id),
                });
            }
        }
    }
    kinds
}

/// χ² of two samples of equal size over the shapes that are not too rare, against 5.2 standard deviations.
fn compare<T: Ord + std::fmt::Debug>(draws: usize, mut one: impl FnMut() -> T, mut two: impl FnMut() -> T) {
    let mut seen: BTreeMap<T, [f64; 2]> = BTreeMap::new();
    for _ in 0..draws {
        seen.entry(one()).or_default()[0] += 1.0;
        seen.entry(two()).or_default()[1] += 1.0;
    }
    let (mut chi, mut freedom, mut rare) = (0.0, -1.0, [0.0, 0.0]);
    let mut add = |pair: [f64; 2]| {
        chi += (pair[0] - pair[1]) * (pair[0] - pair[1]) / (pair[0] + pair[1]);
        freedom += 1.0;
    };
    for pair in seen.values() {
        if pair[0] + pair[1] >= 20.0 {
            add(*pair);
        } else {
            rare = [rare[0] + pair[0], rare[1] + pair[1]];
        }
    }
    if rare[0] + rare[1] > 0.0 {
        add(rare);
    }
    let limit: f64 = freedom + 5.2 * f64::sqrt(2.0 * freedom) + 10.0;
    assert!(freedom > 20.0, "there is something to compare");
    assert!(
        chi < limit,
        "χ² {chi:.1} with {freedom} degrees of freedom: {seen:?}"
    );
}

/// 1.5, 1.6, 1.8: the deck that is drawn lazily is the deck that is shuffled, cards set aside and put back included.
#[test]
fn the_lazy_deck_is_distributed_as_a_shuffled_one() {
    let (mut a, mut b) = (SearchChance::new(21), SearchChance::new(22));
    compare(
        12_000,
        || shape(&shuffled_list(&mut a)),
        || shape(&lazy_list(&mut b)),
    );
}

/// 1.8: a test that could not tell would prove nothing: put back on top, the cards are noticed.
#[test]
#[should_panic(expected = "χ²")]
fn cards_put_back_on_top_would_be_noticed() {
    let (mut a, mut b) = (SearchChance::new(21), SearchChance::new(22));
    let on_top = |random: &mut SearchChance| {
        let mut deck = shuffled_list(random);
        if random.below(3) == 0 {
            let event = deck.iter().position(|&kind| kind == Kind::Event).unwrap();
            deck.remove(event);
            deck.insert(0, Kind::Event);
        }
        deck
    };
    compare(12_000, || shape(&on_top(&mut a)), || shape(&lazy_list(&mut b)));
}

/// 1.6: which other requests are in play is even over all that are no favorite in play.
#[test]
fn other_requests_are_drawn_evenly() {
    let all: Vec<String> = ArchRavelsContent::house()
        .requests
        .iter()
        .map(|card| card.id.clone())
        .filter(|id| !FAVORITES.contains(&id.as_str()))
        .collect();
    assert_eq!(all.len(), 24);
    let mut chance = SearchChance::new(4);
    bobbin_testkit::assert_uniform(&all, 4_800, || {
        let mut play = two("bazaar - RR BB GG YY OO\nstep actions\nrequests +1\ndeck R\ntop 1");
        play.state
            .apply(
                bobbin_game::Seat::new(0),
                "restock".parse().unwrap(),
                &mut chance,
                &mut play.events,
            )
            .unwrap();
        play.line("bazaar").split(' ').next().unwrap().to_owned()
    });
}

/// 1.11: a card that went back is told when it comes again.
#[test]
fn a_card_set_aside_is_known_again() {
    for (script, told) in [(vec![0], true), (vec![1, 0], false)] {
        let mut play = two("bazaar - RR BB GG YY OO\nstep actions\nrequests +0\naside donate\ndeck donate");
        play.script.0 = script;
        play.act("restock");
        let aside = play.events.iter().find_map(|told| match told.event {
            Event::Revealed { set_aside, .. } => Some(set_aside),
            _ => None,
        });
        assert_eq!(aside, Some(told));
        let words = if told {
            "The event Donate, set aside at the start, comes to space 1"
        } else {
            "The event Donate comes to space 1"
        };
        assert_eq!(play.log()[0], words);
        assert_eq!(play.line("aside").is_empty(), told);
    }
}

/// 6.3: behind a reshuffle every card of the discard is equally likely.
#[test]
fn a_reshuffled_deck_is_an_even_pool() {
    let position = "bazaar - RR YY GG YY OO\nstep actions\nrequests +0\ntop 0\ndeck";
    let opening = two(position);
    let discard = opening.line("discard");
    let words: Vec<(String, u64)> = discard
        .split(' ')
        .map(|word| match word.split_once('*') {
            Some((card, count)) => (card.to_owned(), count.parse().unwrap()),
            None => (word.to_owned(), 1),
        })
        .collect();
    assert_eq!(words.iter().map(|(_, count)| count).sum::<u64>(), 81);
    let weights: Vec<(&String, u64)> = words.iter().map(|(card, count)| (card, *count)).collect();
    let mut chance = SearchChance::new(14);
    let restock = "restock".parse().unwrap();
    bobbin_testkit::check_weighted(&weights, 8_000, || {
        let mut state = opening.state.clone();
        let mut log: Vec<Told<Event>> = Vec::new();
        state
            .apply(bobbin_game::Seat::new(0), restock, &mut chance, &mut log)
            .unwrap();
        assert!(matches!(log[0].event, Event::Reshuffled { cards: 81 }));
        match &log[1].event {
            Event::Revealed {
                card: CardFace::Yarn(face),
                ..
            } => face.to_string(),
            Event::Revealed {
                card: CardFace::Event(card),
                ..
            } => card.id.to_string(),
            other => panic!("{other:?}"),
        }
    })
    .unwrap_or_else(|skew| panic!("{}", skew.message));
}
