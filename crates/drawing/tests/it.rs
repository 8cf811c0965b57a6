//! What must be seen in a picture.

#![expect(clippy::unwrap_used, reason = "a test that fails says where")]

use bobbin_arch_ravels::ArchRavels;
use bobbin_arch_ravels::view::Table;
use bobbin_circuitous::{Circuitous, Decks, Setup, View};
use bobbin_drawing::{ArchRavelsDrawing, CircuitousDrawing, Drawing, KnittingCircleDrawing};
use bobbin_game::{Content as _, Game, SearchChance, Seat, Setup as _, Shelf, Source, Viewer};
use bobbin_knitting_circle::KnittingCircle;

/// The cards of the rules' own tests, which do not change with those of the house.
fn setup(options: &str) -> Setup {
    let pack = include_str!("../../circuitous/tests/all/rules.toml");
    let decks = Decks::from_pack(&Source::new("rules.toml", pack)).unwrap();
    Setup::new(&options.parse().unwrap(), Shelf::put(decks)).unwrap()
}

fn view(setup: &Setup, position: &str, viewer: Viewer) -> View {
    let state = Circuitous::from_position(setup, position).unwrap();
    state.view(viewer)
}

/// Every opening tag has its end, and nothing is left open.
fn is_well_formed(svg: &str) -> bool {
    let mut open: Vec<&str> = Vec::new();
    for tag in svg.split('<').skip(1) {
        let Some((tag, _)) = tag.split_once('>') else {
            return false;
        };
        let name = tag.trim_start_matches('/').split([' ', '/']).next().unwrap_or("");
        if tag.starts_with('/') {
            if open.pop() != Some(name) {
                return false;
            }
        } else if !tag.ends_with('/') {
            open.push(name);
        }
    }
    open.is_empty()
}

#[test]
fn a_picture_shows_every_card_exit_and_way() {
    for setup in Circuitous::setups() {
        let mut chance = SearchChance::new(5);
        let mut state = Circuitous::start(&setup, &mut chance);
        let mut number = 0;
        bobbin_game::play_out(
            &mut state,
            &mut SearchChance::new(6),
            &mut chance,
            |state, _, _| {
                number += 1;
                if number % 20 != 0 {
                    return;
                }
                let view = state.view(Viewer::Spectator);
                let svg = CircuitousDrawing::svg(&view).unwrap();
                assert!(is_well_formed(&svg), "{svg}");
                assert_eq!(svg.matches("<title>Card ").count(), view.cards.len());
                assert_eq!(svg.matches("class=\"end").count(), view.open.len());
                assert_eq!(svg.matches("class=\"way way-").count(), view.ways.len());
                assert_eq!(svg.matches("class=\"goal\"").count(), view.finishes.len());
            },
        );
    }
}

#[test]
fn a_table_is_drawn_as_it_always_was() {
    let text = "turn 1\ncard 1 0 branch 0,14,0\ncard 2 1 bridge 0,28,0\ncard 3 0 tee-turn 12,14,1\nhand 1 cross straight*2\nhand 0 left\nturns 2 1";
    let view = view(
        &setup("players=2 distance=short"),
        text,
        Viewer::Seat(Seat::new(1)),
    );
    insta::assert_snapshot!("table_svg", CircuitousDrawing::svg(&view).unwrap());
}

/// 1.5: two ways that cross are drawn as a bridge, a dead end beside a way is not.
#[test]
fn only_ways_that_cross_are_drawn_as_a_bridge() {
    let setup = Setup::house(&"players=2".parse().unwrap()).unwrap();
    let bridges = |card: &str| {
        let text = format!("card 1 0 cross 0,14,0\ncard 2 1 {card} 0,28,0\nhand 0 tee\nhand 1 tee");
        CircuitousDrawing::svg(&view(&setup, &text, Viewer::Spectator))
            .unwrap()
            .matches("<path class=\"rail\"")
            .count()
    };
    assert_eq!((bridges("bridge-draw"), bridges("end-turn")), (1, 0));
}

#[test]
fn a_picture_of_an_empty_table_has_room_for_everyone() {
    let state = Circuitous::start(&setup("players=4 finishes=1"), &mut SearchChance::new(1));
    let svg = CircuitousDrawing::svg(&state.view(Viewer::Spectator)).unwrap();
    assert_eq!(svg.matches("in hand").count(), 4);
}

/// Looks at every tenth table of a random game of each setup, as everybody sees it: the view and its picture.
fn random_tables<G: Game, D: Drawing<G>>(look: impl Fn(&G::View, &str)) {
    for setup in G::setups() {
        let mut chance = SearchChance::new(5);
        let mut state = G::start(&setup, &mut chance);
        let mut number = 0;
        let mut random = SearchChance::new(6);
        bobbin_game::play_out(&mut state, &mut random, &mut chance, |state, _, _| {
            number += 1;
            if number % 10 == 1 {
                let view = state.view(Viewer::Spectator);
                let svg = D::svg(&view).unwrap();
                assert!(is_well_formed(&svg), "{svg}");
                look(&view, &svg);
            }
        });
    }
}

#[test]
fn a_picture_of_the_circle_has_every_tile_and_cat() {
    random_tables::<KnittingCircle, KnittingCircleDrawing>(|view, svg| {
        let table = view.told();
        let spaces = table.circle.iter();
        let tiles: usize = spaces
            .map(|space| usize::from(space.inner.is_some()) + usize::from(space.outer.is_some()))
            .sum();
        let center = bobbin_knitting_circle::Color::ALL
            .into_iter()
            .filter(|color| table.center.contains(*color))
            .count();
        assert_eq!(svg.matches("<use href=\"#tile-").count(), tiles + center);
        assert_eq!(svg.matches("<use href=\"#cat-").count(), table.cats.len());
        assert_eq!(
            svg.matches("class=\"space\"").count(),
            2 * table.circle.len() - tiles
        );
    });
}

#[test]
fn a_picture_of_the_bazaar_has_every_card_and_ball_and_the_projects() {
    random_tables::<ArchRavels, ArchRavelsDrawing>(|view, svg| {
        let table = Table::of(view);
        let yarn = table.bazaar.iter().flatten().filter_map(|card| match card {
            bobbin_arch_ravels::CardFace::Yarn(face) => Some(face.yarn.len() + face.any),
            _ => None,
        });
        let balls: u8 = yarn.sum();
        assert_eq!(svg.matches("<use href=\"#ball\"").count(), usize::from(balls));
        let (cards, projects) = (
            table.bazaar.iter().flatten().count(),
            table.list.iter().flatten().count(),
        );
        assert_eq!(svg.matches("class=\"card\"").count(), cards + projects);
        assert_eq!(svg.matches("class=\"points\"").count(), projects);
    });
}
