//! The columns of an observation.
//!
//! What can be worked out from other columns is there where it helps to learn; it may be cut off at the most of a byte.

use bobbin_game::{Columns, Game as _, Seat, Setup as _};

use super::{needles, spaces};
use crate::bonus::Bonus;
use crate::button::{BUTTONS_PER_TYPE, Button, ButtonType, Wish};
use crate::circle::Slot;
use crate::content::ButtonKind;
use crate::deck::MAX_OFFER;
use crate::garment::{Card, Garment, GarmentType, MAX_CARDS_PER_TYPE, MAX_SPACES};
use crate::pattern::Pattern;
use crate::setup::Modification;
use crate::state::{KnittingCircle, MAX_COMPLETED, PAWS, Phase, Player, REQUESTS_IN_PLAY, WORKSPACE};
use crate::tally::Tally;
use crate::yarn::{Color, Stitch, TILES_PER_COLOR, Tile};

/// The most of a color, the most paws, and the most of what has no bound of its own.
const TILES: u64 = TILES_PER_COLOR as u64;
const MAX_PAWS: u64 = PAWS as u64;
const BYTE: u64 = u8::MAX as u64;
/// 3.1: the most rounds.
const MAX_ROUNDS: u64 = 6;
/// 11.8: the most tiles that a seat drafts in a round.
const MAX_DRAFTS: usize = 5;
/// The least and the most score that is written.
const SCORES: [i32; 2] = [-64, 191];
/// A number of a card, or face down.
const FACES: usize = MAX_CARDS_PER_TYPE + 1;
/// The numbers of completed garments; see [`packed`].
const MOST_PACKED: u64 = (1 << 55) - 1;

/// Writes a table of a view: what the seat knows.
pub(super) fn write(table: &KnittingCircle, own: Seat, to: &mut impl Columns) {
    let players = table.setup.players();
    write_setup(table, to);
    write_phase(table, to);
    to.counts("bag", each(&table.bag), TILES);
    to.counts("out of the game", each(&table.out_of_game), TILES);
    to.bits("center", table.center.index() as u64, Color::COUNT);
    to.count("paws in the supply", table.paws.into(), MAX_PAWS);
    write_circle(table, own, to);
    for garment in GarmentType::ALL {
        to.part("deck", Some(garment.index()), |to| {
            write_deck(table, own, garment, to);
        });
    }
    for shape in ButtonType::ALL {
        let pile = table.piles[shape.index()];
        to.part("pile", Some(shape.index()), |to| {
            to.bits("button", pile.into(), BUTTONS_PER_TYPE);
        });
    }
    write_requests(table, to);
    for (place, seat) in own.onwards(players).enumerate() {
        to.part("seat", Some(place), |to| write_seat(table, seat, to));
    }
    write_completed(table, own, to);
}

fn write_setup(table: &KnittingCircle, to: &mut impl Columns) {
    let (setup, scenarios) = (&table.setup, table.content().scenarios.len());
    to.flag("with requests", setup.has_requests());
    to.category("scenario", setup.scenario_place(), scenarios);
    let modification = setup.modification().map(Modification::index);
    to.one_hot("modification", modification, Modification::COUNT);
}

/// Who is to act, and who has finished, is told with the seats.
fn write_phase(table: &KnittingCircle, to: &mut impl Columns) {
    let phase = match table.phase {
        Phase::FirstGarments { .. } => 0,
        Phase::PlacingCenter => 1,
        Phase::Drafting { .. } => 2,
        Phase::Coin { .. } => 3,
        Phase::Crafting { .. } => 4,
        Phase::Retaining { .. } => 5,
        Phase::Over => 6,
    };
    to.one_hot("phase", Some(phase), 7);
    let (turns, turn) = (MAX_DRAFTS * table.setup.players(), table.phase.turn());
    to.count("draft turns taken", turn.unwrap_or(0).into(), turns as u64);
    let (round, rounds) = (table.round, table.setup.rules().rounds);
    to.count("round", round.into(), MAX_ROUNDS);
    to.count("rounds to come", (rounds - round).into(), MAX_ROUNDS);
}

/// The spaces from the own cat on, clockwise.
fn write_circle(table: &KnittingCircle, own: Seat, to: &mut impl Columns) {
    let circle = &table.circle;
    let (cat, count) = (circle.cats[own.index()], spaces(&table.setup));
    let spaces = circle.spaces;
    let ahead = |space: u8| usize::from((space + spaces - cat) % spaces);
    let side = table.content().board(table.setup.players()).spaces[usize::from(cat)];
    to.one_hot("own cat's space", Some(cat.into()), count);
    to.one_hot("own cat's side", Some(side.index()), Stitch::COUNT);
    let in_reach = circle.reach(own.index(), table.setup.rules().reach);
    let in_reach = in_reach.fold(0, |set, space| set | 1 << ahead(space));
    to.bits("in reach", in_reach, count);
    let cats = circle.cats().len();
    for place in 1..cats {
        let other = circle.cats[(own.index() + place) % cats];
        to.part("cat", Some(place), |to| {
            to.one_hot("ahead", Some(ahead(other)), count);
        });
    }
    for step in 0..spaces {
        let space = (cat + step) % spaces;
        let [inner, outer] = Slot::of(space).map(|slot| circle.tile(slot).map(Color::index));
        to.part("space", Some(step.into()), |to| {
            to.one_hot("inner", inner, Color::COUNT);
            to.one_hot("outer", outer, Color::COUNT);
        });
    }
}

/// Who has seen a card under the deck follows from who laid it there and whether it lies face down.
fn write_deck(table: &KnittingCircle, own: Seat, garment: GarmentType, to: &mut impl Columns) {
    let (deck, players) = (&table.decks[garment.index()], table.setup.players());
    let cards = table.content().garment(garment).cards.len();
    to.bits("unseen", deck.unseen_set().into(), MAX_CARDS_PER_TYPE);
    to.count("cards", deck.len() as u64, cards as u64);
    let laid = deck.bottom(garment).map(|(seen, by)| {
        let by = (by.index() + players - own.index()) % players;
        by * FACES + seen.card.number()
    });
    let mut place = 0;
    for laid in laid.map(Some) {
        to.part("under the deck", Some(place), |to| {
            to.category("", laid, players * FACES);
        });
        place += 1;
    }
    for place in place..cards {
        to.part("under the deck", Some(place), |to| {
            to.category("", None, players * FACES);
        });
    }
}

/// Who has met them is told with the seats.
fn write_requests(table: &KnittingCircle, to: &mut impl Columns) {
    let cards = table.content().requests.len();
    for place in 0..REQUESTS_IN_PLAY {
        let request = table.requests.get(place).copied();
        to.part("request", Some(place), |to| {
            to.one_hot("card", request.map(|request| request.card.into()), cards);
            to.flag("is flipped", request.is_some_and(|request| request.is_flipped));
            to.flag(
                "gives a paw",
                request.is_some_and(|request| table.gives_paw(request)),
            );
        });
    }
}

fn write_seat(table: &KnittingCircle, seat: Seat, to: &mut impl Columns) {
    let player = table.player(seat);
    to.flag("is to act", table.to_act().contains(seat));
    to.flag("is the first player", table.first == seat);
    to.counts(
        "tile",
        Tile::all().map(|tile| player.tiles.count(tile).into()),
        TILES,
    );
    to.count("paws", player.paws.into(), MAX_PAWS);
    write_workspace(table, player, to);
    let kind = player.offer().next().map(|seen| seen.card.garment().index());
    to.one_hot("offer", kind, GarmentType::COUNT);
    let mut offer = player.offer();
    for place in 0..MAX_OFFER {
        let card = offer.next().map(|seen| seen.card.number());
        to.part("offered card", Some(place), |to| to.category("", card, FACES));
    }
    for place in 0..needles(&table.setup) {
        let garment = player.in_progress().get(place).copied();
        to.part("garment", Some(place), |to| write_in_progress(table, garment, to));
    }
    write_tally(table, seat, to);
}

/// What each button is, then what it wants and its points.
fn write_workspace(table: &KnittingCircle, player: &Player, to: &mut impl Columns) {
    for shape in ButtonType::ALL {
        let buttons = player.workspace(shape);
        let kinds = &table.content().buttons[shape.index()].kinds;
        for (slot, button) in buttons.into_iter().enumerate() {
            let kind = button.map(|button| kinds[button.kind()]);
            to.part("button", Some(shape.index() * WORKSPACE + slot), |to| {
                to.category("kind", button.map(Button::kind), kinds.len());
                match shape {
                    ButtonType::Color => to.bits("wants", wants(kind), Color::COUNT),
                    ButtonType::Pattern => to.bits("wants", wants(kind), Pattern::COUNT),
                    ButtonType::Garment => to.bits("wants", wants(kind), GarmentType::COUNT),
                }
                to.count("points", kind.map_or(0, |kind| kind.points).into(), BYTE);
            });
        }
    }
}

/// The colors, the pattern or the type that a button wants, as a bit set.
fn wants(kind: Option<ButtonKind>) -> u64 {
    match kind.map(|kind| kind.wish) {
        Some(Wish::Colors(colors)) => colors.index() as u64,
        Some(Wish::Pattern(pattern)) => 1 << pattern.index(),
        Some(Wish::Garment(garment)) => 1 << garment.index(),
        None => 0,
    }
}

/// A garment on the needles, or a free needle.
fn write_in_progress(table: &KnittingCircle, garment: Option<Garment>, to: &mut impl Columns) {
    let card = garment.map(Garment::card);
    let kind = card.map(|card| table.content().garment(card.garment()));
    let garment = garment.unwrap_or_default();
    let filled = garment.len();
    let next = kind.and_then(|kind| kind.spaces.get(filled));
    to.one_hot(
        "type",
        card.map(|card| card.garment().index()),
        GarmentType::COUNT,
    );
    to.category("card", card.map(Card::number), MAX_CARDS_PER_TYPE);
    to.bits("tile", one_hot_tiles(garment), MAX_SPACES * Color::COUNT);
    to.count("tiles", filled as u64, MAX_SPACES as u64);
    to.one_hot(
        "takes next",
        next.map(|space| space.stitch.index()),
        Stitch::COUNT,
    );
    let can_complete = kind.is_some_and(|kind| filled >= kind.mandatory.into());
    to.flag("can be completed", can_complete);
    let pattern = can_complete.then(|| garment.pattern()).flatten();
    to.one_hot("pattern", pattern.map(Pattern::index), Pattern::COUNT);
    to.count(
        "points",
        kind.map_or(0, |kind| kind.points_at(filled)).into(),
        BYTE,
    );
}

/// A bit for each color on each space, from the top.
fn one_hot_tiles(garment: Garment) -> u64 {
    let (mut left, mut first, mut bits) = (garment.packed_tiles(), 0, 0);
    while left != 0 {
        bits |= 1 << (first + (left & 15) - 1);
        first += Color::COUNT as u32;
        left >>= 4;
    }
    bits
}

/// What a seat's completed garments come to, and its score so far.
fn write_tally(table: &KnittingCircle, seat: Seat, to: &mut impl Columns) {
    let (tally, most) = (table.tally(seat), MAX_COMPLETED as u64);
    to.count("completed", tally.garments.into(), most);
    to.counts("completed of type", each(&tally.types), MAX_CARDS_PER_TYPE as u64);
    to.counts("completed with pattern", each(&tally.patterns), most);
    to.count("ugly", tally.ugly.into(), most);
    to.count("full", tally.full.into(), most);
    to.count("with three buttons", tally.with_three_buttons.into(), most);
    to.counts("tiles in garments", each(&tally.tiles), TILES);
    to.counts(
        "buttons on garments",
        each(&tally.buttons),
        BUTTONS_PER_TYPE as u64,
    );
    to.count("identical stripes", tally.identical_stripes.into(), most);
    to.bits("in identical stripes", tally.stripes.index() as u64, Color::COUNT);
    to.count("most colors", tally.most_colors.into(), Color::COUNT as u64);
    write_bonuses(table, seat, to);
    for place in 0..REQUESTS_IN_PLAY {
        let request = table.requests.get(place);
        let missing = request.map_or(0, |request| {
            let wants = table.content().requests[usize::from(request.card)].wants;
            let (wanted, reached) = (wants.wanted(), wants.reached(&tally));
            wanted.unwrap_or(0).saturating_sub(reached.unwrap_or(0))
        });
        to.part("request", Some(place), |to| {
            to.flag(
                "is met",
                request.is_some_and(|request| request.met_by.contains(seat)),
            );
            to.count("is missing", missing.into(), BYTE);
        });
    }
    write_score(table, seat, &tally, to);
}

fn write_score(table: &KnittingCircle, seat: Seat, tally: &Tally, to: &mut impl Columns) {
    let score = table.score_of(seat, tally);
    let line = |points: i32| points.clamp(0, BYTE as i32) as u64;
    to.count("points of buttons", line(score.buttons), BYTE);
    to.count("points of garments", line(score.garments), BYTE);
    to.count("points of bonuses", line(score.bonuses), BYTE);
    to.count("points of requests", line(score.requests), BYTE);
    to.count("points lost to ugly buttons", line(-score.ugly), BYTE);
    let [least, most] = SCORES;
    to.number(
        "score",
        score.total().clamp(least, most).into(),
        least.into(),
        most.into(),
    );
}

/// 9.5: what completed cards bring for each garment that is worth more with them.
fn write_bonuses(table: &KnittingCircle, seat: Seat, to: &mut impl Columns) {
    let mut patterns = [0u8; Pattern::COUNT];
    let (mut full, mut three_buttons, mut types) = (0u8, 0u8, 0u8);
    for garment in table.completed(seat) {
        for bonus in table.content().bonuses(garment.card()) {
            let (sum, points) = match *bonus {
                Bonus::PerPattern(pattern, points) => (&mut patterns[pattern.index()], points),
                Bonus::PerFull(points) => (&mut full, points),
                Bonus::PerThreeButtons(points) => (&mut three_buttons, points),
                Bonus::PerType { points, .. } => (&mut types, points),
                Bonus::Points(_) | Bonus::Yarn(_) | Bonus::Paws(_) => continue,
            };
            *sum = sum.saturating_add(points);
        }
    }
    to.counts("bonus for pattern", each(&patterns), BYTE);
    to.count("bonus for full", full.into(), BYTE);
    to.count("bonus for three buttons", three_buttons.into(), BYTE);
    to.count("bonus for types", types.into(), BYTE);
}

/// Completed garments one by one, those of the own seat first. How many are whose is told with the seats.
fn write_completed(table: &KnittingCircle, own: Seat, to: &mut impl Columns) {
    let mut place = 0;
    for seat in own.onwards(table.setup.players()) {
        for garment in table.completed(seat) {
            to.part("completed", Some(place), |to| {
                to.count("garment", packed(*garment), MOST_PACKED);
            });
            place += 1;
        }
    }
    for place in place..MAX_COMPLETED {
        to.part("completed", Some(place), |to| to.count("garment", 0, MOST_PACKED));
    }
}

/// A garment but for its owner in seven bytes: the first is the card, from 1, two are the buttons, and in each of the
/// other four are two tiles.
fn packed(garment: Garment) -> u64 {
    let card = garment.card();
    let card = card.garment().index() * MAX_CARDS_PER_TYPE + card.number() + 1;
    (card as u64) << 48 | u64::from(garment.packed_buttons()) << 32 | u64::from(garment.packed_tiles())
}

/// Counts by color, type or the like.
#[inline]
fn each(counts: &[u8]) -> impl Iterator<Item = u64> + '_ {
    counts.iter().map(|&count| count.into())
}
