//! A full state that looks like a view: every order of the decks that is consistent with it is equally likely.

use bobbin_game::{Chance, Setup as _, Stream};

use crate::content::{Code, DECK};
use crate::going_on::Left;
use crate::player::{Counts, Player, size};
use crate::setup::Setup;
use crate::state::{Circuitous, Phase};
use crate::table::{Piece, Table};
use crate::view::{Held, PhaseView, SeatView, View};

/// Which stream is asked does not matter here: what is drawn is a guess, not the luck of a match.
const GUESS: Stream = Stream(16);

pub(crate) fn sample(view: &View, chance: &mut impl Chance) -> Circuitous {
    let setup = &view.setup;
    let decks = setup.content().get();
    let mut state = Circuitous::new(setup, view.first);
    state.turn = view.turn;
    state.table = Table::new(decks, view.start, view.finishes.iter().map(|finish| finish.spot));
    let kind_of = |card: Code| decks.find(card).expect("a view names cards of its own decks");
    for card in &view.cards {
        let kind = kind_of(card.card);
        let piece = Piece {
            at: card.spot.at,
            turn: card.spot.turn,
            shape: decks.kinds[kind].shape,
            kind: kind as u8,
            owner: card.owner.index() as u8,
            number: card.number,
        };
        state.players[card.owner.index()].deck[kind] -= 1;
        state.table.add(decks, piece);
    }
    for (player, seen) in state.players.iter_mut().zip(&view.seats) {
        fill(player, seen, setup, kind_of, chance);
    }
    state.in_play = Left::of(decks, &state.players);
    let kind = |card: Code| kind_of(card) as u8;
    state.phase = match view.phase {
        PhaseView::Choosing { drew_two } => Phase::Choosing { drew_two },
        PhaseView::Laying { card, drew_two } => Phase::Laying {
            kind: kind(card),
            drew_two,
        },
        PhaseView::Using { card, .. } => Phase::Using { kind: kind(card) },
        PhaseView::Replacing { card, with } => Phase::Replacing {
            kind: kind(card),
            with: kind(with),
        },
        PhaseView::Done => Phase::Done,
        PhaseView::Over => Phase::Over(state.table.reached(decks)),
    };
    state
}

/// Only the hands that are not seen are dealt anew: what lies on the table, and all that is worked out from it, stays.
pub(crate) fn sample_again(sampled: &Circuitous, view: &View, chance: &mut impl Chance) -> Circuitous {
    let mut state = sampled.clone();
    for (player, seen) in state.players.iter_mut().zip(&view.seats) {
        if seen.hand.is_some() {
            continue;
        }
        for (left, held) in player.deck.iter_mut().zip(player.hand) {
            *left += held;
        }
        player.hand = guess_hand(&player.deck, seen, &view.setup, chance);
        for (left, held) in player.deck.iter_mut().zip(player.hand) {
            *left -= held;
        }
    }
    state
}

/// Deals a player the cards of the view, and the hidden ones by lot.
fn fill(
    player: &mut Player,
    seen: &SeatView,
    setup: &Setup,
    kind_of: impl Fn(Code) -> usize,
    chance: &mut impl Chance,
) {
    let counts = |cards: &[Held]| {
        let mut counts: Counts = [0; DECK];
        for held in cards {
            counts[kind_of(held.card)] += held.count;
        }
        counts
    };
    player.discard = counts(&seen.discard);
    for (left, discarded) in player.deck.iter_mut().zip(player.discard) {
        *left -= discarded;
    }
    player.hand = match &seen.hand {
        Some(cards) => counts(cards),
        None => guess_hand(&player.deck, seen, setup, chance),
    };
    for (left, held) in player.deck.iter_mut().zip(player.hand) {
        *left -= held;
    }
    player.hand_size = size(&player.hand);
    player.deck_size = size(&player.deck);
    player.turns = seen.turns;
    player.proof = seen.proof;
}

/// 3.4: a hand out of the cards that are left, weighed by what is proved: first how many old cards are still held, then those
/// out of the kinds that cannot be first, then the others out of all that remains.
fn guess_hand(left: &Counts, seen: &SeatView, setup: &Setup, chance: &mut impl Chance) -> Counts {
    let mut left = *left;
    let mut plain = left;
    for (kind, count) in plain.iter_mut().enumerate() {
        if setup.can_be_first(kind) {
            *count = 0;
        }
    }
    let (all, no_firsts, hand) = (
        u128::from(size(&left)),
        u128::from(size(&plain)),
        u128::from(seen.hand_size),
    );
    let weigh = |old: usize, ways: u64| {
        let old = old as u128;
        if ways == 0 || old > hand {
            return 0;
        }
        u128::from(ways) * arrangements(no_firsts, old) * arrangements(all - old.min(all), hand - old)
    };
    let weights: Vec<u128> = seen
        .proof
        .ways()
        .iter()
        .enumerate()
        .map(|(old, &ways)| weigh(old, ways))
        .collect();
    let mut lot = if seen.proof.is_nothing() {
        0
    } else {
        draw_wide(weights.iter().sum(), chance)
    };
    let mut old = 0;
    while lot >= weights[old] {
        lot -= weights[old];
        old += 1;
    }
    let mut guessed: Counts = [0; DECK];
    for place in 0..usize::from(seen.hand_size) {
        let kind = chance.draw_counted(GUESS, if place < old { &plain } else { &left });
        guessed[kind] += 1;
        left[kind] -= 1;
        plain[kind] = plain[kind].saturating_sub(1);
    }
    guessed
}

/// In how many ways `taken` of `all` cards can be put into as many places.
fn arrangements(all: u128, taken: u128) -> u128 {
    (0..taken).map(|place| all.saturating_sub(place)).product()
}

/// A number below `total`, all equally likely, however large it is.
fn draw_wide(total: u128, chance: &mut impl Chance) -> u128 {
    const LIMB: u32 = 1 << 31;
    let mut bound = u128::from(LIMB);
    let mut limbs = 1;
    while bound < total {
        bound *= u128::from(LIMB);
        limbs += 1;
    }
    let fair = bound / total * total;
    loop {
        let mut drawn = 0;
        for _ in 0..limbs {
            drawn = drawn * u128::from(LIMB) + u128::from(chance.draw(GUESS, LIMB));
        }
        if drawn < fair {
            return drawn % total;
        }
    }
}
