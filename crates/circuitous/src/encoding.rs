//! Views and candidate actions as numbers, for programs that learn.

mod candidate;

use bobbin_game::{Columns, Encoded, Numbers, Seat, Setup as _};

use crate::action::Action;
use crate::content::{DECK, Decks};
use crate::geometry::{Dir, FARTHEST, MAX_PATHS, Point, Spot};
use crate::player::{Counts, Player, Proof};
use crate::room::Edge;
use crate::setup::{Distance, Setup};
use crate::state::{Circuitous, Phase};
use crate::table::{DEAD, MAX_PIECES, Node, Piece, Table};
use crate::view::View;
use candidate::Candidate;

/// The most finishes of a setup.
const FINISHES: usize = 3;
/// What a passage through a card is worth at most.
const MOST_POINTS: u64 = 5;
/// Whoever starts from a position with 104 turns, and a card of that number, can still lay or discard what is left.
const MOST_TURNS: u64 = 208;
/// What is told to help, and not to tell views apart, is told up to here, so that it takes a single column.
const FAR: u64 = u8::MAX as u64;

/// Columns depend on the players and on the decks alone, so there are always three finishes and all cards of all decks.
///
/// All that a view holds is written, or follows from what is: what lies where says which exits are joined, open and
/// live, and how a finish was reached; hands and decks say what is in play (4.6); the setup says where the start lies
/// and what can be laid first. The hands of others are among the cards of their decks, as in the view.
impl Encoded for Circuitous {
    fn observe(view: &View, to: &mut impl Columns) {
        let state = &view.masked;
        let players = state.setup.players();
        let own = view.viewer.seat().unwrap_or(Seat::new(0));
        to.one_hot("own seat", view.viewer.seat().map(Seat::index), players);
        observe_setup(&state.setup, to);
        observe_phase(state, to);
        kinds(to, "hand", state, &state.players[own.index()].hand);
        for (place, seat) in own.onwards(players).enumerate() {
            to.part("seat", Some(place), |to| observe_seat(state, seat, to));
        }
        for finish in 0..FINISHES {
            to.part("finish", Some(finish), |to| {
                observe_finish(state, own, finish, to);
            });
        }
        observe_cards(state, own, to);
    }

    /// Places are free: there is no list of them.
    fn numbers(_setup: &Setup) -> Option<Numbers> {
        None
    }

    fn number(_numbers: &Numbers, _view: &View, _action: Action) -> usize {
        unreachable!("places are free, so that actions have no numbers")
    }

    fn describe(view: &View, action: Action, to: &mut impl Columns) {
        Candidate::of(&view.masked, action).describe(&view.masked, to);
    }
}

/// What was chosen, too, where it makes no difference to the table: `fewer` finishes, or as many by number.
fn observe_setup(setup: &Setup, to: &mut impl Columns) {
    to.one_hot("distance", Some(setup.distance.index()), Distance::COUNT);
    let finishes = setup.finishes.map_or(0, usize::from);
    to.one_hot("finishes", Some(finishes), FINISHES + 1);
    to.flag("finishes are turned", setup.turns_finishes);
    to.flag("start is turned", setup.turns_start);
}

fn observe_phase(state: &Circuitous, to: &mut impl Columns) {
    let (phase, drew_two, chosen, with) = match state.phase {
        Phase::Choosing { drew_two } => (0, drew_two, None, None),
        Phase::Laying { kind, drew_two } => (1, drew_two, Some(kind), None),
        Phase::Using { kind } => (2, false, Some(kind), None),
        Phase::Replacing { kind, with } => (3, false, Some(kind), Some(with)),
        Phase::Done => (4, false, None, None),
        Phase::Over(_) => (5, false, None, None),
    };
    to.one_hot("phase", Some(phase), 6);
    to.flag("drew two", drew_two);
    let kinds = state.decks().kinds.len();
    to.one_hot("chosen", chosen.map(usize::from), kinds);
    to.one_hot("replaces with", with.map(usize::from), kinds);
}

fn observe_seat(state: &Circuitous, seat: Seat, to: &mut impl Columns) {
    let player: &Player = &state.players[seat.index()];
    to.flag("began", state.first == seat);
    to.flag("turn", state.turn == seat);
    to.count("turns", player.turns.into(), MOST_TURNS);
    to.count("hand size", player.hand_size.into(), DECK as u64);
    to.count("deck size", player.deck_size.into(), DECK as u64);
    kinds(to, "left", state, &player.deck);
    kinds(to, "discarded", state, &player.discard);
    observe_proof(&player.proof, to);
}

/// 3.4: the ways as they are, which tell views apart, and the share of each number of old cards, of 255.
fn observe_proof(proof: &Proof, to: &mut impl Columns) {
    to.counts("ways", proof.ways().iter().copied(), u64::MAX);
    let sum: u128 = proof.ways().iter().map(|&ways| u128::from(ways)).sum();
    let share = |ways: u64| match ways {
        0 => 0,
        ways if u128::from(ways) == sum => FAR,
        ways => (u128::from(ways) * u128::from(FAR) / sum) as u64,
    };
    to.counts("old cards", proof.ways().iter().map(|&ways| share(ways)), FAR);
}

/// Where a finish lies, and the way in the making whose end is nearest to it; or the way that reached it.
fn observe_finish(state: &Circuitous, own: Seat, finish: usize, to: &mut impl Columns) {
    let (decks, table, players) = (state.decks(), &state.table, state.setup.players());
    let lies = table.finish_cards().get(finish);
    let reached = match state.phase {
        Phase::Over(Some(reached)) if usize::from(reached.finish) == finish => Some(reached),
        _ => None,
    };
    spot(to, lies.map(Piece::spot));
    to.flag("is reached", reached.is_some());
    let edge = lies.and_then(|lies| Edge::of(lies, decks));
    let end = edge.as_ref().and_then(|edge| {
        let nearest = || table.nearest_end(decks, finish + 1).map(|(end, _)| end);
        let end = reached.map(|reached| reached.exit).or_else(nearest)?;
        Some((edge, table.port(decks, end), table.node(decks, end)))
    });
    let length = end.map_or(0, |(.., node)| table.length(node));
    to.count("length", near(length), FAR);
    let missing = end.map_or(FAR, |(edge, port, _)| near(edge.missing_from(port.at) as u16));
    to.count("missing", missing, FAR);
    let from = end.map_or(Point::default(), |(edge, port, _)| port.at.minus(edge.middle));
    let within = |along: i16| i64::from(along.clamp(-128, 127));
    to.number("end x", within(from.x), -128, 127);
    to.number("end y", within(from.y), -128, 127);
    to.one_hot("end leads", end.map(|(_, port, _)| port.out as usize), Dir::COUNT);
    let points = match (reached, end) {
        (Some(reached), _) => reached.points,
        (None, Some((.., node))) => points_along(table, decks, node),
        (None, None) => [0; 4],
    };
    let by_seat = own.onwards(players).map(|seat| near(points[seat.index()]));
    to.counts("points", by_seat, FAR);
}

/// The points of each seat along a shortest way to this path. Of several it is the first that is found: 6.6 takes more
/// time to ask, and is asked when a finish is reached.
fn points_along(table: &Table, decks: &Decks, mut node: Node) -> [u16; 4] {
    let mut points = [0; 4];
    let mut length = table.length(node);
    while length > 0 {
        let owner = table.pieces[usize::from(node.piece)].owner;
        points[usize::from(owner)] += table.worth(decks, node);
        length -= 1;
        let before = table
            .after(decks, node)
            .find(|before| table.length(*before) == length);
        let Some(before) = before else { break };
        node = before;
    }
    points
}

/// The cards in the order they were laid. All cards of all decks may come to lie there.
fn observe_cards(state: &Circuitous, own: Seat, to: &mut impl Columns) {
    let table = &state.table;
    let (mut live_ends, mut live_to) = (0, [0u8; MAX_PIECES]);
    for open in table.open.iter().filter(|open| table.is_live(open)) {
        live_ends += 1;
        live_to[usize::from(open.id.piece)] |= 1 << open.port.out.index();
    }
    to.count("live ends", near(live_ends), FAR);
    let first = table.first_card();
    let cards = &table.pieces[first..];
    for place in 0..state.setup.players() * DECK {
        let index = first + place;
        let card = cards.get(place).map(|card| (card, table.length[index]));
        let live_to = live_to[index].into();
        to.part("card", Some(place), |to| {
            observe_card(state, own, card, live_to, to);
        });
    }
}

/// A card and the lengths of its paths. All is 0 where there is none.
#[inline]
fn observe_card(
    state: &Circuitous,
    own: Seat,
    card: Option<(&Piece, [u16; MAX_PATHS])>,
    live_to: u64,
    to: &mut impl Columns,
) {
    let (decks, players) = (state.decks(), state.setup.players());
    let kind = card.map(|(card, _)| usize::from(card.kind));
    let points = kind.map_or(0, |kind| decks.kinds[kind].points);
    let owner = card.map(|(card, _)| from_own(own, card.owner, players));
    to.category("card", kind, decks.kinds.len());
    to.count("points", points.into(), MOST_POINTS);
    to.category("owner", owner, players);
    to.flag("is own", owner == Some(0));
    to.count(
        "number",
        card.map_or(0, |(card, _)| card.number.into()),
        MOST_TURNS,
    );
    spot(to, card.map(|(card, _)| card.spot()));
    let length = card.and_then(|(_, lengths)| live_length(lengths));
    to.count("length", length.map_or(0, near), FAR);
    to.bits("live to", live_to, Dir::COUNT);
}

/// 6.4: of the path of a card that is nearest to the start.
#[inline]
fn live_length(lengths: [u16; MAX_PATHS]) -> Option<u16> {
    lengths.into_iter().min().filter(|&length| length != DEAD)
}

/// No card lies farther out than [`FARTHEST`]. What lies on the ground between the start and the finishes, or not far
/// from it, differs in the low byte alone: that is where it begins anew.
const X: (i64, i64) = (-128 - 4096, 127 + 4096);
const Y: (i64, i64) = (-64 - 4096, 191 + 4096);
const _: () = {
    let far = FARTHEST as i64;
    assert!(X.0 <= -far && far <= X.1 && Y.0 <= -far && far <= Y.1);
};

/// Where something lies; all 0 where nothing does.
#[inline]
fn spot(to: &mut impl Columns, spot: Option<Spot>) {
    to.number("x", spot.map_or(X.0, |spot| spot.at.x.into()), X.0, X.1);
    to.number("y", spot.map_or(Y.0, |spot| spot.at.y.into()), Y.0, Y.1);
    to.one_hot("turn", spot.map(|spot| usize::from(spot.turn.quarters())), 4);
}

/// How many of each kind.
#[inline]
fn kinds(to: &mut impl Columns, name: &'static str, state: &Circuitous, counts: &Counts) {
    let kinds = &counts[..state.decks().kinds.len()];
    to.counts(name, kinds.iter().map(|&count| count.into()), DECK as u64);
}

/// The place of a seat in turn order, from one's own on.
#[inline]
fn from_own(own: Seat, seat: u8, players: usize) -> usize {
    let place = usize::from(seat) + players - own.index();
    if place < players { place } else { place - players }
}

#[inline]
fn near(number: u16) -> u64 {
    u64::from(number).min(FAR)
}
