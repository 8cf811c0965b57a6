//! All play all, two at a table: one stays, the others walk around the table, and each plays who sits opposite.

use crate::record::Entrant;

/// How many rounds it takes.
pub(crate) fn rounds(people: usize) -> usize {
    if people < 2 { 0 } else { people - 1 + people % 2 }
}

/// The pairs of a round, in the order of their seats, and who has nobody opposite. Over all rounds everybody has each
/// seat equally often, or once more where the number of games is odd; the second time around seats are changed.
pub(crate) fn round(people: &[Entrant], number: usize) -> (Vec<[Entrant; 2]>, Option<Entrant>) {
    let walking = rounds(people.len());
    if walking == 0 {
        return (Vec::new(), people.first().copied());
    }
    let (times, step) = (number / walking, number % walking);
    let in_order = |first: Entrant, second: Entrant, is_changed: bool| {
        if is_changed {
            [second, first]
        } else {
            [first, second]
        }
    };
    let at = |place: usize| people[place % walking];
    let fixed = (people.len() > walking).then(|| people[walking]);
    let mut pairs = Vec::new();
    if let Some(fixed) = fixed {
        pairs.push(in_order(fixed, at(step), (step + times) % 2 == 1));
    }
    for distance in 1..=walking / 2 {
        let (one, other) = (at(step + distance), at(step + walking - distance));
        pairs.push(in_order(one, other, times % 2 == 1));
    }
    (pairs, fixed.is_none().then(|| at(step)))
}
