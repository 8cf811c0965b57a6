//! Schedules of tables of three and four in which each two meet exactly once, where one is known.
//!
//! Nine at tables of three and sixteen at tables of four are the points of an affine plane, and each round is one class
//! of parallel lines. Fifteen at tables of three are a round that is turned seven times (Kirkman's schoolgirls).

/// The tables of each round, as places; none where no such schedule is known.
pub(crate) fn design(people: usize, seats: usize) -> Option<Vec<Vec<Vec<usize>>>> {
    match (people, seats) {
        (9, 3) => Some(plane(
            3,
            |one, other| (one + other) % 3,
            |one, other| (one * other) % 3,
        )),
        (16, 4) => Some(plane(4, |one, other| one ^ other, times_of_four)),
        (15, 3) => Some(turned()),
        _ => None,
    }
}

/// Multiplication in the field of four elements.
fn times_of_four(one: usize, other: usize) -> usize {
    const TIMES: [[usize; 4]; 4] = [[0, 0, 0, 0], [0, 1, 2, 3], [0, 2, 3, 1], [0, 3, 1, 2]];
    TIMES[one][other]
}

fn plane(
    order: usize,
    plus: impl Fn(usize, usize) -> usize,
    times: impl Fn(usize, usize) -> usize,
) -> Vec<Vec<Vec<usize>>> {
    let point = |x: usize, y: usize| x * order + y;
    let upright = (0..order).map(|x| (0..order).map(|y| point(x, y)).collect());
    let mut classes = vec![upright.collect()];
    for slope in 0..order {
        let line = |start: usize| {
            (0..order)
                .map(|x| point(x, plus(times(slope, x), start)))
                .collect()
        };
        classes.push((0..order).map(line).collect());
    }
    classes
}

/// One stays (14); the others are two rings of seven (0 to 6, 7 to 13) that are turned by one from round to round.
const KIRKMAN: [[usize; 3]; 5] = [[0, 7, 14], [1, 5, 13], [2, 3, 12], [8, 9, 11], [4, 6, 10]];

fn turned() -> Vec<Vec<Vec<usize>>> {
    let turn = |place: usize, by: usize| match place {
        0..7 => (place + by) % 7,
        7..14 => 7 + (place - 7 + by) % 7,
        _ => place,
    };
    let table = |table: &[usize; 3], by: usize| table.iter().map(|place| turn(*place, by)).collect();
    (0..7)
        .map(|by| KIRKMAN.iter().map(|places| table(places, by)).collect())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_two_meet_exactly_once() {
        for (people, seats) in [(9, 3), (16, 4), (15, 3)] {
            let rounds = design(people, seats).unwrap();
            let mut met = vec![0; people * people];
            for round in &rounds {
                let mut all = round.concat();
                all.sort_unstable();
                assert_eq!(all, (0..people).collect::<Vec<_>>());
                for table in round {
                    assert_eq!(table.len(), seats);
                    for one in table {
                        for other in table {
                            met[one * people + other] += usize::from(one != other);
                        }
                    }
                }
            }
            for one in 0..people {
                for other in 0..people {
                    assert_eq!(met[one * people + other], usize::from(one != other));
                }
            }
        }
    }
}
