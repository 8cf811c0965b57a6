use bobbin_circuitous::geometry::{
    Contact, Dir, Exit, Face, HALF_INCH, Point, Port, Rect, Spot, Turn, contact, is_on_black,
};
use proptest::prelude::*;

fn turns() -> impl Strategy<Value = Turn> {
    (0u8..4).prop_map(Turn::new)
}

fn points() -> impl Strategy<Value = Point> {
    (-30i16..30, -30i16..30).prop_map(|(x, y)| Point::new(x, y))
}

fn spots() -> impl Strategy<Value = Spot> {
    (points(), turns()).prop_map(|(at, turn)| Spot { at, turn })
}

fn exits() -> impl Strategy<Value = Exit> {
    (0usize..4, -4i8..=4).prop_map(|(side, offset)| Exit {
        side: Dir::ALL[side],
        offset,
    })
}

fn ports() -> impl Strategy<Value = Port> {
    (exits(), turns(), points()).prop_map(|(exit, turn, at)| exit.port().turned(turn).moved(at))
}

/// The unit squares a card covers, by their south-western corners.
fn squares(spot: Spot) -> Vec<(i16, i16)> {
    let Rect { at, half } = spot.rect();
    let columns = at.x - half.0..at.x + half.0;
    columns
        .flat_map(|x| (at.y - half.1..at.y + half.1).map(move |y| (x, y)))
        .collect()
}

proptest! {
    /// 1.3: four quarter turns are none.
    #[test]
    fn turning_four_times_changes_nothing(point in points(), port in ports(), dir in 0usize..4) {
        let quarter = Turn::new(1);
        let turned = (0..4).fold(point, |point, _| point.turned(quarter));
        prop_assert_eq!(turned, point);
        prop_assert_eq!((0..4).fold(port, |port, _| port.turned(quarter)), port);
        let dir = Dir::ALL[dir];
        prop_assert_eq!((0..4).fold(dir, |dir, _| dir.turned(quarter)), dir);
    }

    /// 1.3: turning by a sum is turning twice, and keeps every distance.
    #[test]
    fn turns_add_up(point in points(), other in points(), a in turns(), b in turns()) {
        prop_assert_eq!(point.turned(a).turned(b), point.turned(a.and(b)));
        prop_assert_eq!(point.minus(other).turned(a), point.turned(a).minus(other.turned(a)));
        let square = |p: Point| i32::from(p.x).pow(2) + i32::from(p.y).pow(2);
        prop_assert_eq!(square(point.turned(a)), square(point));
    }

    /// 4.1: being joined does not depend on who is asked, nor on where one stands.
    #[test]
    fn joined_is_symmetric(a in ports(), b in ports(), turn in turns(), by in points()) {
        prop_assert_eq!(a.joins(b), b.joins(a));
        prop_assert_eq!(a.joins(b), a.turned(turn).moved(by).joins(b.turned(turn).moved(by)));
        let mate = Port { at: a.at, out: a.out.opposite() };
        prop_assert!(a.joins(mate) && !a.joins(a));
    }

    /// 4.2: overlap is what a grid of unit squares says.
    #[test]
    fn overlap_agrees_with_unit_squares(a in spots(), b in spots()) {
        let covered = squares(a);
        let shared = squares(b).iter().any(|square| covered.contains(square));
        prop_assert_eq!(a.rect().overlaps(b.rect()), shared);
        prop_assert_eq!(a.rect().overlaps(b.rect()), b.rect().overlaps(a.rect()));
        prop_assert!(a.rect().touches(b.rect()) || !shared);
    }

    /// 4.2, 4.3: how two cards lie to each other does not depend on the order, the place or the turn of the table.
    #[test]
    fn contact_is_symmetric_and_turns_with_the_table(
        a in prop::collection::vec(exits(), 1..4), b in prop::collection::vec(exits(), 1..4),
        a_spot in spots(), b_spot in spots(), turn in turns(), by in points(), is_finish in any::<bool>(),
    ) {
        let face = |exits: &[Exit], turn| Face::of_paths([exits], turn);
        let other = |turn| if is_finish { Face::of_finish(turn) } else { face(&b, turn) };
        let found = contact(&face(&a, a_spot.turn), a_spot.at, &other(b_spot.turn), b_spot.at);
        prop_assert_eq!(found, contact(&other(b_spot.turn), b_spot.at, &face(&a, a_spot.turn), a_spot.at));
        let move_by = |at: Point| at.turned(turn).plus(by);
        let again = contact(
            &face(&a, a_spot.turn.and(turn)), move_by(a_spot.at),
            &other(b_spot.turn.and(turn)), move_by(b_spot.at),
        );
        prop_assert_eq!(found, again);
        prop_assert_eq!(found == Contact::Overlap, a_spot.rect().overlaps(b_spot.rect()));
        prop_assert_eq!(found == Contact::Apart, !a_spot.rect().touches(b_spot.rect()));
    }

    /// 1.3: a place is read as it is written.
    #[test]
    fn places_survive_their_notation(spot in spots()) {
        prop_assert_eq!(spot.to_string().parse(), Ok(spot));
    }
}

/// 1.4: an exit lies on its side, at least a unit from the corners.
#[test]
fn exits_keep_away_from_corners() {
    for side in Dir::ALL {
        let farthest = Exit::farthest(side);
        for offset in [-farthest, farthest] {
            let port = Exit { side, offset }.port();
            let corner = |x: i16, y: i16| (port.at.x - x).abs() + (port.at.y - y).abs();
            assert_eq!(
                [corner(5, 7), corner(-5, 7), corner(5, -7), corner(-5, -7)]
                    .into_iter()
                    .min(),
                Some(1)
            );
        }
    }
}

/// 1.4: where two exits are joined no third card has room to touch the join.
#[test]
fn no_third_card_touches_a_join() {
    let (below, above) = (Spot::new(0, 0, 0), Spot::new(8, 14, 0));
    let join = Exit {
        side: Dir::North,
        offset: 4,
    }
    .port()
    .at;
    assert!(above.rect().contains(join));
    for x in -20..30 {
        for y in -20..30 {
            for turn in 0..2 {
                let rect = Spot::new(x, y, turn).rect();
                assert!(!rect.contains(join) || rect.overlaps(below.rect()) || rect.overlaps(above.rect()));
            }
        }
    }
}

/// 4.5, 6.1: black reaches from end point to end point, for an exit that points into it.
#[test]
fn the_end_points_of_black_belong_to_it() {
    let finish = Face::of_finish(Turn::new(1));
    let at = Point::new(0, 5);
    for x in -9..=9 {
        for out in Dir::ALL {
            let exit = Port {
                at: Point::new(x, 0),
                out,
            };
            assert_eq!(
                is_on_black(&finish, at, exit),
                (-7..=7).contains(&x) && out == Dir::North,
                "{x} {out:?}"
            );
        }
    }
}

/// 6.2: the slides are all whole steps of at most two units in a straight line, each once, the shortest first.
#[test]
fn half_an_inch_is_two_units_in_a_straight_line() {
    let length = |(x, y): &(i16, i16)| x * x + y * y;
    let mut all: Vec<(i16, i16)> = (-3..=3).flat_map(|x| (-3..=3).map(move |y| (x, y))).collect();
    all.retain(|slide| length(slide) <= 4);
    assert_eq!(all.len(), HALF_INCH.len());
    assert!(all.iter().all(|slide| HALF_INCH.contains(slide)));
    assert!(HALF_INCH.is_sorted_by_key(length));
}

/// 1.3: a place from outside is on the table, however it is written.
#[test]
fn a_place_far_out_is_refused() {
    let read = |json: &str| serde_json::from_str::<Spot>(json);
    assert_eq!(
        read(r#"{"x":-4000,"y":12,"turn":3}"#).unwrap(),
        Spot::new(-4000, 12, 3)
    );
    for json in [
        r#"{"x":4001,"y":0,"turn":0}"#,
        r#"{"x":0,"y":-32768,"turn":0}"#,
        r#"{"x":0,"y":0,"turn":4}"#,
    ] {
        assert!(read(json).is_err(), "{json}");
    }
    assert!("4001,0,0".parse::<Spot>().is_err());
    assert!("0,-32768,0".parse::<Spot>().is_err());
}
